"""What `retprobe bench`, `verify`, `cost` and `regress` write as JSON (results/schema.json), as Python objects."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pandas as pd

from retprobe import matrix


class ResultError(Exception):
    """A result file cannot be used. One line: which file, what is wrong with it, what to do."""


def _kind(row: dict[str, Any]) -> str:
    if "void" in row:
        return "void"
    return "median" if row.get("run_type") == "aggregate" else "process"


@dataclass(frozen=True)
class Results:
    """One file of `retprobe bench`."""

    context: dict[str, Any]
    rows: tuple[dict[str, Any], ...]

    def to_pandas(self) -> pd.DataFrame:
        """One row per row of the file; nanoseconds where a column's name has `ns`, NaN where the file has no figure."""
        return pd.DataFrame([{"kind": _kind(row), **row} for row in self.rows])

    def select(self, **globs: str | int | Iterable[str | int]) -> "Results":
        """The rows whose fields match the globs: select(workload="leaf", design="c*", tracers=[1, 8])."""

        def matches(row: dict[str, Any], field: str, wanted: str | int | Iterable[str | int]) -> bool:
            patterns = [wanted] if isinstance(wanted, str | int) else list(wanted)
            return any(fnmatchcase(str(row[field]), str(pattern)) for pattern in patterns)

        return Results(self.context, tuple(r for r in self.rows if all(matches(r, f, w) for f, w in globs.items())))


@dataclass(frozen=True)
class Verdicts:
    """One file of `retprobe verify`."""

    rows: tuple[dict[str, Any], ...]
    totals: dict[str, int]

    def _repr_html_(self) -> str:
        return matrix.html(self.rows, self.totals)


@dataclass(frozen=True)
class Costs:
    """One file of `retprobe cost`."""

    document: dict[str, Any]


@dataclass(frozen=True)
class Regressions:
    """One file of `retprobe regress`."""

    document: dict[str, Any]


def load(path: str | Path) -> Results | Verdicts | Costs | Regressions:
    """Reads a result file, whichever kind it is. Raises ResultError."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResultError(f"{path}: cannot be read as JSON: {error}; give a file that retprobe wrote") from error
    if "benchmarks" in document:
        return Results(document["context"], tuple(document["benchmarks"]))
    if "totals" in document:
        return Verdicts(tuple(document["results"]), document["totals"])
    return Costs(document) if "costs" in document else Regressions(document)
