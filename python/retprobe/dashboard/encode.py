"""Writes the site's data as small scripts that register themselves; data.md has the format."""

import base64
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from retprobe.charts.theme import PALETTE, design_styles, style_of
from retprobe.dashboard.metrics import described
from retprobe.dashboard.model import Answer, Figures, History, Machine
from retprobe.history.linux import (
    CELL,
    FIGURES,
    CountChange,
    Linux,
    VerdictChange,
)
from retprobe.machine import MACHINE, METHOD
from retprobe.table import natural
from retprobe.values import COUNTS

FORMAT = 4
KINDS = ("worse", "better", "machine")
COLUMNS = ("workload", "design", "transfer", "registers", "tracers", "metric")
# Figures in one block of a run: about 250 KB of text, which a browser reads and draws in well under
# a tenth of a second.
_BLOCK_FIGURES = 16_000


def script(name: str, value: Any) -> str:
    """The JavaScript statement that registers `value`.

    The value is written as JSON. Raises ValueError for NaN and infinity, which JSON lacks."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False, ensure_ascii=True)
    return f"retprobe.data({json.dumps(name)},{text});\n"


def packed(figures: Figures) -> str:
    return base64.b64encode(np.ascontiguousarray(figures, dtype="<f4").tobytes()).decode("ascii")


def runs_per_block(series: int) -> int:
    return max(1, _BLOCK_FIGURES // max(1, series))


def index(history: History) -> dict[str, Any]:
    words = _words(history)
    numbers = {
        column: {text: number for number, text in enumerate(texts)}
        for column, texts in words.items()
    }
    styles = design_styles({name: {"floor": floor} for name, floor in history.designs})
    return {
        "format": FORMAT,
        "source": history.source,
        "notes": list(history.notes),
        "commits": _columns(history.commits, "name", "subject"),
        "machines": [
            {
                "name": m.name,
                "runs": _runs(m, history),
                "load": {str(place): run.load for place, run in enumerate(m.runs) if run.load},
            }
            for m in history.machines
        ],
        "answer": _answer(history.answer),
        "series": {
            c: [numbers[c][str(getattr(series, c))] for series in history.series] for c in COLUMNS
        },
        "words": words,
        "designs": [
            {"name": n, "floor": f, "colour": style_of(n, styles).colour}
            for n, f in history.designs
        ],
        "metrics": {name: described(name) for name in words["metric"]},
        "changes": _columns(history.changes, *CHANGE),
        "events": _columns(history.events, *EVENT),
        "lost": _columns(history.lost, "machine", "series", "commit", "reason"),
        "kinds": KINDS,
        "conditions": ["machine", *MACHINE, *METHOD, "processes", "verified"],
        "runs_per_block": runs_per_block(len(history.series)),
    }


def _answer(answer: Answer | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    head, *rows = answer.table
    return {
        "machine": answer.machine,
        "run": answer.run,
        "heading": answer.heading,
        "head": list(head),
        "rows": [list(row) for row in rows],
    }


def _words(history: History) -> dict[str, list[str]]:
    """The different texts of each column: designs in the order of their colours, others sorted."""
    words = {c: sorted({str(getattr(m, c)) for m in history.series}, key=natural) for c in COLUMNS}
    order = {name: number for number, (name, _) in enumerate(history.designs)}
    words["design"].sort(key=lambda name: order.get(name, len(order)))
    return words


def _runs(machine: Machine, history: History) -> dict[str, list[int]]:
    numbers = {commit.name: number for number, commit in enumerate(history.commits)}
    voids = [0] * len(machine.runs)
    for void in machine.voids:
        voids[void.run] += 1
    return {
        "time": [int(run.time.timestamp()) for run in machine.runs],
        "commit": [numbers[run.commit] for run in machine.runs],
        "void": voids,
        **_columns(machine.runs, "context", "passed", "failed"),
    }


CHANGE = (
    "machine", "series", "run", "earliest", "latest", "before", "after", "alone", "percent", "kind",
    "stands", "event",
)  # fmt: skip
EVENT = ("kind", "commit", "candidates", "percent", "machines", "everything", "stands")


def linux(found: Linux | None) -> dict[str, Any] | None:
    """What the page on Linux shows; None if there is nothing of Linux."""
    if found is None or not found.versions:
        return None
    place = {version: number for number, version in enumerate(found.versions)}
    counts = found.counts
    gaps = counts[counts["void"].notna()]
    users = sorted({int(number) for number in counts["users"]})
    return {
        "versions": found.versions,
        "mechanisms": list(dict.fromkeys(counts["mechanism"])),
        "mitigations": list(dict.fromkeys(counts["mitigations"])),
        "users": [
            {"users": number, "colour": PALETTE[index % len(PALETTE)]}
            for index, number in enumerate(users)
        ],
        "metrics": [
            {"name": metric, **described(metric), "compared": metric in FIGURES.values()}
            for metric in COUNTS
            if (counts["metric"] == metric).any()
        ],
        "series": [
            {
                **dict(zip((*CELL, "metric"), map(_plain, cell), strict=True)),
                "values": _along(place, rows, "value"),
            }
            for cell, rows in counts[counts["void"].isna()].groupby([*CELL, "metric"], sort=False)
        ],
        "gaps": [
            {**{name: _plain(row[name]) for name in CELL}, "at": place[row["version"]],
             "reason": row["void"]}
            for row in gaps.to_dict("records")
        ],
        "changes": [_told(change) for change in found.changes],
        "verdicts": [
            {
                "mechanism": mechanism,
                "scenario": scenario,
                "verdicts": _along(place, rows, "verdict"),
                "details": _along(place, rows, "detail"),
            }
            for (mechanism, scenario), rows in found.verdicts.groupby(
                ["mechanism", "scenario"], sort=False
            )
        ],
        "verdict_changes": [_told(change) for change in found.verdict_changes],
        "notes": list(found.notes),
    }  # fmt: skip


def _along(place: Mapping[str, int], rows: pd.DataFrame, column: str) -> list[Any]:
    """The column's value at each version; None where it has none."""
    values: list[Any] = [None] * len(place)
    for version, value in zip(rows["version"], rows[column], strict=True):
        values[place[version]] = value
    return values


def _plain(value: Any) -> str | int:
    return value if isinstance(value, str) else int(value)


def _told(change: CountChange | VerdictChange) -> dict[str, Any]:
    return {**vars(change), "words": str(change)}


def _columns(items: Sequence[Any], *names: str) -> dict[str, list[Any]]:
    """A list of each attribute. A kind is an index of KINDS, and a truth value is 0 or 1."""

    def plain(name: str, value: Any) -> Any:
        if name == "kind":
            return KINDS.index(value)
        if isinstance(value, float):
            return _digits(value)
        if isinstance(value, bool):
            return int(value)
        return value if isinstance(value, int | str) else list(value)

    return {name: [plain(name, getattr(item, name)) for item in items] for name in names}


def _digits(value: float) -> float | None:
    """A number with six significant digits; None, in JSON null, for NaN."""
    return float(f"{value:.6g}") if math.isfinite(value) else None


def series_files(history: History) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, value) of one script per series."""
    voids: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for number, machine in enumerate(history.machines):
        for void in machine.voids:
            voids[void.series].append((number, void.run, void.reason))
    for series in range(len(history.series)):
        here = {machine for machine, _, _ in voids[series]}
        present = [
            n
            for n, machine in enumerate(history.machines)
            if n in here or not np.isnan(machine.figures[series, :, 0]).all()
        ]
        value = {
            "machines": present,
            "figures": [packed(history.machines[n].figures[series].T) for n in present],
            **_voids(voids[series]),
        }
        yield f"series/{series}", value


def run_blocks(history: History) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, value) of one script per block of a machine's runs."""
    size = runs_per_block(len(history.series))
    for number, machine in enumerate(history.machines):
        voids: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
        for void in machine.voids:
            voids[void.run // size].append((void.run, void.series, void.reason))
        for block, first in enumerate(range(0, len(machine.runs), size)):
            part = machine.figures[:, first : first + size]
            value = {
                "first": first,
                "count": part.shape[1],
                "figures": packed(part.transpose(1, 2, 0)),
                **_voids(voids[block]),
            }
            yield f"runs/{number}/{block}", value


def _voids(voids: Iterable[tuple[int, int, str]]) -> dict[str, Any]:
    reasons: dict[str, int] = {}
    rows = [[a, b, reasons.setdefault(reason, len(reasons))] for a, b, reason in voids]
    return {"voids": rows, "reasons": list(reasons)}
