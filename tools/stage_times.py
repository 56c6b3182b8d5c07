#!/usr/bin/python3
"""How long the stages of ./check take: the table in CONTRIBUTING.md.

  tools/stage_times.py late LEVEL    says which stages of the last run took twice what the table has
  tools/stage_times.py write         writes the table anew, from the last run of each level

./check leaves the times of a run of LEVEL (quick, check, all) in build/times/LEVEL. A level without
such a file keeps its column."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TIMES = ROOT / "build/times"
PAGE = ROOT / "CONTRIBUTING.md"
OPENING, CLOSING = "<!-- times: ./check --write-times -->", "<!-- end of times -->"
LEVELS = {"quick": "./check --quick", "check": "./check", "all": "./check --all"}
WHOLE = "the whole"
LEAST = 10  # seconds: what is shorter varies by itself


class Trouble(Exception):
    """The table cannot be had."""


def measured(level):
    """The stages of the last run of a level, and their seconds."""
    found = {}
    for line in (TIMES / level).read_text(encoding="utf-8").splitlines():
        told = re.fullmatch(
            r" *(\d+|\?) s  (.*?)(?:: (FAILED|left out).*?)?(?: \(beside others\))?", line
        )
        seconds, stage, ended = told.groups() if told else ("?", line, None)
        if ended == "left out":
            continue
        if ended:
            raise Trouble(f"the last {LEVELS[level]} failed in '{stage}': its times are not taken")
        if seconds == "?":
            raise Trouble(f"{TIMES / level} has no time of '{stage}'; run {LEVELS[level]} again")
        found[stage] = int(seconds)
    return found


def parts():
    """The page before the table, its lines, and the page behind it."""
    text = PAGE.read_text(encoding="utf-8")
    if text.count(OPENING) != 1 or text.count(CLOSING) != 1:
        raise Trouble(f"{PAGE.name} needs one '{OPENING}' and one '{CLOSING}'")
    before, rest = text.split(OPENING)
    inside, behind = rest.split(CLOSING)
    return before, inside.strip().splitlines(), behind


def table():
    """{level: {stage: seconds}} as the page has it."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in parts()[1]
        if line.startswith("|")
    ]
    found = {level: {} for level in LEVELS}
    for stage, *cells in rows[2:]:
        for level, cell in zip(LEVELS, cells, strict=True):
            if cell:
                found[level][stage] = int(cell)
    return found


def late(level):
    """Lines about stages that took twice their time."""
    usual = table()[level]
    if not usual:
        yield f"{PAGE.name} has no times of {LEVELS[level]} to compare with"
        return
    for stage, seconds in measured(level).items():
        if stage not in usual:
            yield f"'{stage}' is not in the table of {PAGE.name}"
        elif seconds > max(2 * usual[stage], LEAST):
            yield f"'{stage}' took {seconds} s, where {PAGE.name} has {usual[stage]} s"


def in_order(columns):
    """The stages of all columns, each behind those that it follows in its column."""
    found = []
    for column in columns.values():
        at = 0
        for stage in column:
            if stage in found:
                at = found.index(stage) + 1
            else:
                found.insert(at, stage)
                at += 1
    found.sort(key=lambda stage: stage == WHOLE)
    return found


def write():
    before, _, behind = parts()
    columns = table()
    for level in LEVELS:
        if (TIMES / level).exists():
            columns[level] = measured(level)
    lines = [
        "| seconds of | " + " | ".join(f"`{name}`" for name in LEVELS.values()) + " |",
        "|---" * (len(LEVELS) + 1) + "|",
        *(
            f"| {stage} | "
            + " | ".join(str(columns[level].get(stage, "")) for level in LEVELS)
            + " |"
            for stage in in_order(columns)
        ),
    ]
    text = "\n".join(lines)
    processors = os.cpu_count()
    text += f"\n\nOn {processors} processors. A stage beside others takes no time of its own."
    PAGE.write_text(f"{before}{OPENING}\n\n{text}\n\n{CLOSING}{behind}", encoding="utf-8")


def main():
    try:
        match sys.argv[1:]:
            case ["late", level] if level in LEVELS:
                for line in late(level):
                    print(line)
            case ["write"]:
                write()
            case _:
                sys.exit(__doc__)
    except (OSError, Trouble) as trouble:
        sys.exit(f"stage_times: {trouble}")


if __name__ == "__main__":
    main()
