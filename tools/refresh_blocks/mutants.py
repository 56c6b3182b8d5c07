"""The planted mutants: what their patches say, and the table of them."""

import itertools
import shlex
from pathlib import Path

from refresh_blocks.page import ROOT, Problem, markdown
from refresh_blocks.source import Row, Source


class Mutant:
    def __init__(self, path: Path) -> None:
        self.path, self.name = path, path.stem
        lines = path.read_text(encoding="utf-8").splitlines()

        def behind(key: str) -> list[str]:
            return [line[len(key) :] for line in lines if line.startswith(key)]

        self.what = " ".join(behind("mutant: "))
        self.kills = behind("kill: ")
        self.files = [name.split("\t")[0] for name in behind("+++ b/")]
        if not (self.what and self.kills and self.files):
            raise Problem(
                f"{path.name}: it takes a line 'mutant: …', a line 'kill: …' and a unified diff"
            )


def killer(kill: str) -> str:
    words = shlex.split(kill)
    if words[0] == "model":
        return "the model of the patching protocol"
    if words[0] == "test":
        return f"`{words[-1].removeprefix('--gtest_filter=')}`"
    options = dict(itertools.pairwise(words))
    scenarios = ", ".join(f"`{name}`" for name in options["--scenario"].split(","))
    return f"{scenarios} in {options['--design'].replace(',', ', ')}"


def mutants(_document: Row, _page: str, source: Source) -> str:
    found = sorted(
        (Mutant(path) for path in (ROOT / source.name).glob("*.patch")),
        key=lambda mutant: int(mutant.name.partition("-")[0]),
    )
    lines = [["mutant", "what is wrong with it", "what fails with it"]]
    lines += [[one.name, one.what, "; or ".join(map(killer, one.kills))] for one in found]
    return f"There are {len(found)}.\n\n{markdown(lines)}"
