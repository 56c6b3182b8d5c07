"""The source of a block. Refuses what would put a wrong figure into a page."""

import json
import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refresh_blocks.page import ROOT, Problem

Row = dict[str, Any]


def read(path: Path) -> Row:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Problem(f"{path} is no JSON document that can be read: {error}") from error
    if not isinstance(document, dict):
        raise Problem(f"{path} is not a document of retprobe")
    return document


@dataclass
class Source:
    """The source of one block, from its entry in results/reference/blocks.toml."""

    entry: Row
    retprobe: Path | None
    verdicts: Path | None  # used instead of a run of verify

    @property
    def name(self) -> str:
        if stored := self.entry.get("result", self.entry.get("folder")):
            return str(stored)
        if self.verdicts:
            return str(self.verdicts)
        return "retprobe " + shlex.join(self.entry["run"])

    def call(self, *arguments: str) -> str:
        """The output of retprobe."""
        if self.retprobe is None:
            raise Problem("no retprobe in build/release or build/check: build the preset release")
        command = [str(self.retprobe), *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT)
        # 1: a cell fails, and the verdicts show it.
        if done.returncode not in ((0, 1) if arguments[0] == "verify" else (0,)):
            raise Problem(f"{self.retprobe} {shlex.join(arguments)}: status {done.returncode}")
        return done.stdout

    def load(self) -> Row:
        if "folder" in self.entry:
            return {}
        if "result" in self.entry:
            document = read(ROOT / self.entry["result"])
        elif self.verdicts:
            document = read(self.verdicts)
        else:
            with tempfile.TemporaryDirectory(prefix="refresh-") as folder:
                path = Path(folder, "verdicts.json")
                self.call(*self.entry["run"], "--format", "json", "--out", str(path))
                document = read(path)
        if "benchmarks" in document:
            self._check_run(document)
        elif "selection" in document or "shard" in document:
            raise Problem(f"{self.name} has some cells only: take what ./check --all has left")
        elif "totals" in document and document["totals"]["fail"]:
            fails = [row["scenario"] for row in document["results"] if row["verdict"] == "fail"]
            raise Problem(f"{self.name}: cells fail, so this is no result: {', '.join(fails[:3])}")
        return document

    def _check_run(self, document: Row) -> None:
        context, rows = document["context"], document["benchmarks"]
        # retprobe knows what an idle machine is. Without a build nobody is asked.
        said = self.call("compare", self.name) if self.retprobe else ""
        if load := re.search(r"^Measured (.*)\.$", said, re.MULTILINE):
            raise Problem(f"{self.name} was made {load[1]}: measure again on an idle machine")
        failed = [who for who, of in context["verification"]["candidates"].items() if of["fail"]]
        if failed or not context["verified"]:
            raise Problem(f"{self.name}: not verified: {', '.join(failed) or 'any candidate'}")
        leaf = [row for row in rows if row["workload"] == "leaf"]
        timed = {row["design"] for row in leaf if "void" not in row}
        void = {row["design"] for row in leaf if "void" in row and "peer:" not in row["design"]}
        if lacking := sorted(void | (context["designs"].keys() - timed)):
            raise Problem(f"{self.name}: no time of leaf, or a void one: {', '.join(lacking)}")
