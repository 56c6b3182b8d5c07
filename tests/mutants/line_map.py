"""Which scenarios and unit tests execute which lines of the library.

The map comes from one run of a copy whose library notes which of its basic blocks ran (lines.c). It
decides in which order the judges look at a mutant, and nothing else: a line without an entry, such
as those of assembly, has no order."""

import bisect
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess

from judges import TEST_SECONDS, WORK, Tree

from patched_tree import call, write_whole

MAP = WORK / "lines.json"
MOST_LINES_ABOVE = 12  # a basic block has an entry for its first line only


class LineMap:
    def __init__(self, document):
        self.size = {}  # how many lines a judge executes
        self.judges = collections.defaultdict(lambda: collections.defaultdict(list))
        for judge, files in document["judges"].items():
            self.size[judge] = sum(map(len, files.values()))
            for name, lines in files.items():
                for line in lines:
                    self.judges[name][line].append(judge)

    def of(self, name, line):
        """The judges that execute this line, those that execute little else first."""
        lines = self.judges.get(name, {})
        known = sorted(lines)
        at = bisect.bisect_right(known, line) - 1
        if at < 0 or line - known[at] > MOST_LINES_ABOVE:
            return []
        return sorted(lines[known[at]], key=lambda judge: (self.size[judge], judge))


def line_map_of(sources, digest, tests, jobs):
    """The map of these sources and tests; made where there is none yet. `digest`: of both."""
    if MAP.is_file():
        document = json.loads(MAP.read_text(encoding="utf-8"))
        if document.get("digest") == digest:
            return LineMap(document)
    tree = Tree("lines")
    tree.prepare([f"-DCMAKE_PROJECT_retprobe_INCLUDE={tree.path}/tests/mutants/lines.cmake"])
    print(f"building {tree.name}, whose library notes which lines run …", flush=True)
    tree.must_make(["retprobe_cli", "core/testlib/all", *tests], jobs, "the copy that notes lines")
    listed = subprocess.run(
        [tree.build / "retprobe", "list", "--format", "json"], check=True, capture_output=True
    ).stdout
    scenarios = [scenario["name"] for scenario in json.loads(listed)["scenarios"]]
    judges = [f"verify {name}" for name in scenarios] + [f"test {name}" for name in tests]
    folder = tree.logs / "seen"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    print(f"running {len(judges)} scenarios and unit tests in it …", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        seen = dict(
            zip(judges, pool.map(lambda judge: run(tree, folder, judge), judges), strict=False)
        )
    line_of = lines_of(tree, sources, sorted(set().union(*seen.values())))
    document = {"digest": digest, "judges": {}}
    for judge, offsets in seen.items():
        files = collections.defaultdict(set)
        for name, line in filter(None, map(line_of.get, offsets)):
            files[name].add(line)
        document["judges"][judge] = {name: sorted(lines) for name, lines in files.items()}
    write_whole(MAP, json.dumps(document) + "\n")
    return LineMap(document)


def run(tree, folder, judge):
    """The offsets in the library, behind the calls that lines.c notes. What the judge says does not
    matter: a slow library may well miss a limit."""
    kind, name = judge.split()
    log, seen = folder / f"{name}.log", folder / name
    command = {
        "verify": [tree.build / "retprobe", "verify", "--selection", "--jobs", "1"],
        "test": [tree.build / name],
    }[kind] + (["--scenario", name] if kind == "verify" else [])
    with contextlib.suppress(subprocess.TimeoutExpired):
        call(command, log, tree.build, TEST_SECONDS, {"RETPROBE_LINES": str(seen)})
    if not seen.is_file():
        return frozenset()
    found = frozenset(match.start() for match in re.finditer(b"\x01", seen.read_bytes()))
    seen.unlink()
    return found


def lines_of(tree, sources, offsets):
    library = tree.build / "core/libretprobe.so"
    # The call itself lies before the address that it returns to.
    asked = "\n".join(f"{offset - 1:#x}" for offset in offsets)
    answer = subprocess.run(
        ["addr2line", "-e", library], input=asked, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    return {offset: place_of(line, sources) for offset, line in zip(offsets, answer, strict=True)}


def place_of(text, sources):
    """'/anywhere/core/hooks/hit.cc:12 (discriminator 3)' as ('core/hooks/hit.cc', 12)."""
    path, _, line = text.split(" (")[0].rpartition(":")
    parts = pathlib.PurePath(os.path.normpath(path)).parts
    for start in range(len(parts)):
        name = "/".join(parts[start:])
        if name in sources and line.isdigit():
            return name, int(line)
    return None
