"""The single values of a result, for the history's store and for other dashboards."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from retprobe.results import Results

METRICS = (
    "added_ns",
    "ns_per_call",
    "ratio_to_call_through",
    "bytes_per_frame",
    "stack_bytes_per_frame",
    "bytes_per_thread",
)
"""The counters of a median row that become values."""

COUNTS = (
    "added_instructions",
    "mispredicted_returns",
    "unbalanced_returns",
    "callers12_mispredicted",
    "stack_bytes",
)
"""The counts of a row of Kernels that become values."""

FIGURES = "figures."
"""The prefix of the names of an experiment's figures."""

BESIDE = re.compile(re.escape(FIGURES) + "(unprobed|clock|bare|first_bare|six_syncs)_")
"""Figures of experiments that belong to no probe, but to what it is compared with."""


@dataclass(frozen=True)
class Value:
    """One metric of one median row, with bounds if it has an interval."""

    row: dict[str, Any]
    metric: str
    value: float
    low: float | None
    high: float | None


def values(results: Results) -> Iterator[Value]:
    """The medians of a result: METRICS of its rows, and the figures of experiments.

    A void row has no values."""
    for row in results.rows:
        if "void" in row or row["run_type"] != "aggregate":
            continue
        for metric in METRICS:
            if metric in row:
                yield Value(
                    row, metric, row[metric], row.get(f"{metric}_low"), row.get(f"{metric}_high")
                )
        for name, figure in row.get("figures", {}).items():
            yield Value(row, FIGURES + name, figure["median"], figure["low"], figure["high"])


def counts(row: Mapping[str, Any]) -> dict[str, float]:
    """COUNTS of a row of Kernels, as far as it has them: count -> value."""
    known = dict(row)
    if "entry" in row:
        known["mispredicted_returns"] = sum(
            row[side]["mispredicted_returns"] for side in ("entry", "exit")
        )
    return {metric: float(known[metric]) for metric in COUNTS if metric in known}
