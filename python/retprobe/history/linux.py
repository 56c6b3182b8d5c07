"""Linux's own return probes over the versions of the kernel: counts, verdicts, what changed.

A *series* is one count of a mechanism with so many users and one setting of the mitigations. A
count is exact, so a changed one is a change. `retprobe regress` says whether two counts differ, as
it knows which of them differ from boot to boot (docs/regress.md). Of two results of one version the
later one counts: in files, the later name; in a store, what was added later.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import pyarrow as pa

from retprobe.history.store import LINUX, LinuxResult, linux_rows, read_runs
from retprobe.history.verdict import count
from retprobe.matrix import worst
from retprobe.suite.command_line import told
from retprobe.table import natural

CELL = ("mitigations", "mechanism", "users")
VERDICT_CELL = ("mechanism", "scenario")
FIGURES = {
    "added_instructions": "added_instructions",
    "mispredicted_returns": "mispredicted_returns",
    "imbalance": "unbalanced_returns",
    "callers12_mispredicted": "callers12_mispredicted",
}
"""The figures of `retprobe regress`, and the names of these counts here."""

Kind = Literal["worse", "better"]
Cell = tuple[str, str, int]
Steps = Iterable[tuple[str, pd.DataFrame]]
"""Rows of one version or of one result after the other, each with its name."""


@dataclass(frozen=True)
class CountChange:
    """A count that is another one in `later` than in `earlier`, the last version before it that
    has one."""

    mitigations: str
    mechanism: str
    users: int
    metric: str
    kind: Kind
    before: float
    after: float
    earlier: str
    later: str

    @property
    def values(self) -> str:
        return f"{self.before:,.10g} → {self.after:,.10g}"

    @property
    def name(self) -> str:
        return f"{self.mitigations}/{self.mechanism}/{self.users} {self.metric}"

    def __str__(self) -> str:
        what = f"{self.mechanism}, {count(self.users, 'user')}"
        return f"{what}: {self.values} from {self.earlier} to {self.later}"


@dataclass(frozen=True)
class VerdictChange:
    """A verdict that is another one."""

    mechanism: str
    scenario: str
    kind: Kind
    before: str
    after: str
    earlier: str
    later: str

    @property
    def values(self) -> str:
        return f"{self.before} → {self.after}"

    @property
    def name(self) -> str:
        return f"{self.mechanism}, {self.scenario.replace('_', ' ')}"

    def __str__(self) -> str:
        return f"{self.name}: {self.values} from {self.earlier} to {self.later}"


def version(release: str) -> str:
    """6.12.95+deb12-cloud-amd64 without what the distribution adds."""
    return re.split("[+-]", release)[0]


def _order(release: str) -> tuple[Any, ...]:
    """A key that sorts 6.9 before 6.12, and 6.13.0-rc2 before 6.13.0-1."""
    return natural(version(release)), "-rc" not in release, natural(release)


class Linux:
    """The results on Linux of a history.

    `counts`: a table with one row per count, or with `void`, why there is none: LINUX_COUNTS.
    `verdicts`: LINUX_VERDICTS. Where a version has several results, these are of the later one.
    `versions`: in the order of their numbers."""

    def __init__(self, counts: pa.Table, verdicts: pa.Table) -> None:
        releases = {*counts["release"].to_pylist(), *verdicts["release"].to_pylist()}
        same = Counter(map(version, releases))
        labels = {
            one: version(one) if same[version(one)] == 1 else one
            for one in sorted(releases, key=_order)
        }
        self.versions = list(labels.values())
        self._all_counts, self._all_verdicts = (
            table.to_pandas().assign(version=lambda rows: rows["release"].map(labels))
            for table in (counts, verdicts)
        )
        self.counts = _latest(self._all_counts, CELL)
        self.verdicts = _latest(self._all_verdicts, VERDICT_CELL)

    @classmethod
    def of_results(cls, results: Iterable[LinuxResult]) -> "Linux":
        rows = {table: [schema.empty_table()] for table, schema in LINUX.items()}
        for result in results:
            rows[result.table].append(result.rows)
        return cls(*(pa.concat_tables(rows[table]) for table in LINUX))

    @classmethod
    def of_files(cls, *paths: str | Path) -> "Linux":
        """The results on Linux in files and folders. Raises ResultError as store.read_runs."""
        return cls.of_results(read_runs(paths).linux)

    @classmethod
    def of_store(cls, store: str | Path) -> "Linux":
        """Those of a store. Raises ResultError if it cannot be read."""
        return cls(*(linux_rows(Path(store), table) for table in LINUX))

    def table(self, metric: str = "added_instructions") -> pd.DataFrame:
        """One count: CELL x version. A cell is missing where there is no count."""
        of = self.counts[(self.counts["metric"] == metric) & self.counts["void"].isna()]
        made = of.pivot_table(index=list(CELL), columns="version", values="value", sort=False)
        return made[[one for one in self.versions if one in made.columns]]

    @cached_property
    def changes(self) -> tuple[CountChange, ...]:
        """The counts that changed, in the order of the versions.

        Raises Error if `retprobe regress` cannot run."""
        return tuple(_count_changes(self._by_version(self.counts)))

    @cached_property
    def verdict_changes(self) -> tuple[VerdictChange, ...]:
        """The verdicts that changed. Of an unavailable scenario, the version before counts."""
        return tuple(_verdict_changes(self._by_version(self.verdicts)))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """A line for each two results of one version that disagree. Raises Error as `changes`."""
        lines = []
        for found, rows in (
            (_count_changes, self._all_counts),
            (_verdict_changes, self._all_verdicts),
        ):
            for version, of in self._by_version(rows):
                pairs: dict[tuple[str, str], list[CountChange | VerdictChange]] = {}
                for change in found(_by_result(of)):
                    pairs.setdefault((change.earlier, change.later), []).append(change)
                lines += [
                    f"{version} was read twice, and {count(len(changes), 'result')} changed from "
                    f"{earlier} to {later}. The later one counts. "
                    f"The first: {changes[0].name}: {changes[0].values}."
                    for (earlier, later), changes in pairs.items()
                ]
        return tuple(lines)

    def _by_version(self, rows: pd.DataFrame) -> Steps:
        steps = ((version, rows[rows["version"] == version]) for version in self.versions)
        return [(version, of) for version, of in steps if len(of)]


def _latest(rows: pd.DataFrame, cell: tuple[str, ...]) -> pd.DataFrame:
    """Of the rows of a version and cell, those of the last result and kernel."""
    number = rows.groupby(["result", "kernel"], sort=False).ngroup()
    latest = number.groupby([rows[name] for name in ("release", *cell)]).transform("max")
    return rows[number == latest].reset_index(drop=True)


def _by_result(rows: pd.DataFrame) -> Steps:
    for (_, kernel), of in rows.groupby(["result", "kernel"], sort=False):
        yield f"kernel {kernel} of {of['source'].iloc[0]}", of


def _count_changes(steps: Steps) -> Iterator[CountChange]:
    earlier: dict[Cell, tuple[str, dict[str, float]]] = {}
    for name, rows in steps:
        cells: dict[Cell, dict[str, float]] = {}
        for row in rows[rows["void"].isna()].to_dict("records"):
            cell = row["mitigations"], row["mechanism"], int(row["users"])
            cells.setdefault(cell, {})[row["metric"]] = row["value"]
        both = [cell for cell in cells if cell in earlier]
        base, new = [earlier[cell][1] for cell in both], [cells[cell] for cell in both]
        for one in _regressed(both, base, new) if both else ():
            if one["verdict"] != "alike":
                cell = both[int(one["name"])]
                metric = FIGURES[one["figure"]]
                kind: Kind = "worse" if one["verdict"] == "rise" else "better"
                since = earlier[cell][0]
                yield CountChange(*cell, metric, kind, one["base"], one["new"], since, name)
        earlier |= {cell: (name, counts) for cell, counts in cells.items()}


def _verdict_changes(steps: Steps) -> Iterator[VerdictChange]:
    earlier: dict[tuple[str, str], tuple[str, str]] = {}
    for name, rows in steps:
        for row in rows[rows["verdict"] != "unavailable"].to_dict("records"):
            cell = row["mechanism"], row["scenario"]
            since, before = earlier.get(cell, (name, row["verdict"]))
            kind: Kind = "worse" if worst((before, row["verdict"])) == row["verdict"] else "better"
            if before != row["verdict"]:
                yield VerdictChange(*cell, kind, before, row["verdict"], since, name)
            earlier[cell] = name, row["verdict"]


def _regressed(cells: list[Cell], *sides: list[dict[str, float]]) -> list[dict[str, Any]]:
    """What `retprobe regress` says of the counts of these cells in two results."""
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder:
        files = [str(Path(folder, name)) for name in ("base.json", "new.json")]
        for file, side in zip(files, sides, strict=True):
            rows = [_row(str(n), *both) for n, both in enumerate(zip(cells, side, strict=True))]
            whole = {"linux": {"handlers": "empty"}, "kernels": [], "rows": rows, "designs": []}
            Path(file).write_text(json.dumps(whole), encoding="utf-8")
        document = told(["regress", *files, "--format", "json"], accepts=(0, 1))
    found: list[dict[str, Any]] = document["rows"]
    return found


def _row(name: str, cell: Cell, counts: Mapping[str, float]) -> dict[str, Any]:
    """A row of `retprobe kernel` with these counts. A hit's returns are all put at its entry."""
    row = {"name": name, **dict(zip(CELL, cell, strict=True)), **counts}
    if "mispredicted_returns" in row:
        row["entry"] = {"mispredicted_returns": row.pop("mispredicted_returns")}
        row["exit"] = {"mispredicted_returns": 0}
    return row
