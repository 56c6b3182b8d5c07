#!/usr/bin/python3
"""Tests that #include lines run one way: each room uses what docs/architecture.md lists for it.
usage: arrows.py

The tables under "The house" name the rooms from the ground up, and in their last column what a room
uses. A room may use itself, include/, and what its row lists: rooms that stand above it. Tests may
use any. A design is used by nothing outside its folder. Each arrow that breaks this is one line."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = "docs/architecture.md"
INHABITED = ("core/", "designs/", "clients/", "harness/", "python/src/")
BESIDE = "harness"  # its own files, which every room of harness/ may use
DESIGNS = "designs/NAME"


def rooms_of(page):
    """For each room, from the ground up, its cell of what it uses. "core" is core's own files."""
    house = page.split("\n### Follow")[0]
    rows = re.findall(r"^\| (`[^|]*/[^|]*`) \|[^|]*\| ([^|]*) \|$", house, re.MULTILINE)
    return {re.findall(r"`([^`]*?)/(?:\*\.\w+)?`", name)[0]: uses for name, uses in rows}


def allowed_of(rooms):
    """For each room those that it may use."""
    allowed = {}
    for room, uses in rooms.items():
        above = list(allowed)
        if uses == "all of the above":
            allowed[room] = set(above)
            continue
        allowed[room] = set()
        for word in [] if uses == "nothing of ours" else re.split(r", ", uses):
            # A folder is all of its rooms. A room of the same folder goes without its name.
            beside = f"{room.split('/')[0]}/{word}"
            found = {other for other in above if f"{other}/".startswith(f"{word}/")}
            found = found or {other for other in above if other == beside}
            if not found:
                sys.exit(f"arrows: {PAGE}: {room}/ uses '{word}': no room above it is called so")
            allowed[room] |= found
    return allowed


def room_of(path, rooms):
    """The innermost room that has the file, or None."""
    parts = path.split("/")[:-1]
    if parts[0] == "designs":
        return DESIGNS
    names = ("/".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in rooms), None)


def arrows(sources, page):
    """What is wrong in the sources: a dictionary of texts by path."""
    rooms = rooms_of(page)
    order, allowed = list(rooms), allowed_of(rooms)
    for path, text in sources.items():
        if path.endswith("_test.cc") or "/testlib/" in path:
            continue
        room = room_of(path, rooms)
        if room is None:
            yield f"{path}: in no room; give its folder a row in {PAGE}"
            continue
        for number, line in enumerate(text.splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"(.*)"', line)
            other = room_of(found[1], rooms) if found and "/" in found[1] else None
            if other is None:
                continue
            where = f"{path}:{number}: {room}/ includes {found[1]}"
            if other == DESIGNS:
                if found[1].split("/")[:2] != path.split("/")[:2]:
                    yield f"{where}: nothing outside its folder may name a design"
            elif order.index(other) > order.index(room):
                yield f"{where}: {other}/ stands below it in {PAGE}; move what both need up"
            elif other not in {room, *allowed[room]} and not (
                other == BESIDE and room.startswith(f"{BESIDE}/")
            ):
                yield f"{where}: its row in {PAGE} does not list {other}/; list it, or do without"


def main():
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    sources = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for folder in INHABITED
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".c", ".cc", ".h", ".S", ".inc")
    }
    found = list(arrows(sources, page))
    # Three arrows that must be found.
    planted = {
        "core/system/planted.cc": '#include "core/control/control.h"\n',
        "core/sites/planted.cc": '#include "core/blocks/block.h"\n',
        "harness/cli/planted.cc": '#include "designs/bitmask/bitmask.h"\n',
    }
    missed = set(planted) - {line.split(":")[0] for line in arrows(planted, page)}
    found += [f"{path}: an arrow was planted there, and not found" for path in sorted(missed)]
    for line in found:
        print(line)
    includes = sum(text.count('#include "') for text in sources.values())
    print(f"arrows: {len(sources)} files, {includes} includes, {len(found)} complaints")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
