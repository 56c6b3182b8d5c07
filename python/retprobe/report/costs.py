"""The section on exact costs: what a hit executes, from files of `retprobe cost`."""

from typing import Any

import pandas as pd

from retprobe.charts.figures import Figure, curves
from retprobe.charts.theme import design_styles
from retprobe.report.blocks import Missing, Section, drawn
from retprobe.report.inputs import File, Inputs
from retprobe.report.tables import Table, count_cells, table
from retprobe.results import Costs

COMMAND = "retprobe cost --transfer paired,- --registers scalar --format json --out costs.json"
ALL = "retprobe cost --format json --out costs.json"
FIRST = (
    ("instructions", "instructions"),
    ("loads", "loads"),
    ("stores", "stores"),
    ("data_lines", "data lines"),
    ("calls", "pairs"),
    ("mispredicted_returns", "mispredicted"),
)
REST = (
    *FIRST,
    ("branches", "jumps"),
    ("indirect_branches", "indirect"),
    ("returns", "returns"),
    ("code_lines", "code lines"),
)
# Of the hit, not of its sides.
WHOLE = (
    ("unbalanced_returns", "unbalanced"),
    ("callers12_mispredicted", "callers12"),
    ("stack_bytes", "stack B"),
)


def _is_usual(row: dict[str, Any]) -> bool:
    """Whether the row has the library's default transfer and register set."""
    return row["transfer"] in ("paired", "-") and row["registers"] == "scalar"


def _made(file: File, document: Costs) -> str:
    build = document.document["cost"]
    return f"{build['compiler']}, {build['build']}, {build['vectors']}{file.named(', {}')}"


def _table(file: File, document: Costs, usual: bool) -> Table | None:
    columns = FIRST if usual else REST
    body = []
    for row in document.document["rows"]:
        if usual and not _is_usual(row):
            continue
        counts = count_cells(row, (key for key, _ in columns))
        whole = (row.get(key) for key, _ in WHOLE)
        texts = ("" if value is None else f"{value:,}" for value in whole)
        body.append([row["name"], *counts, *texts])
    if not body:
        return None
    which = "What a hit executes, entry + exit" if usual else "All candidates and all counts"
    head = ["design/transfer/registers/tracers", *(title for _, title in (*columns, *WHOLE))]
    return table(f"{which} ({_made(file, document)})", head, body, command="" if usual else ALL)


def _figure(index: int, inputs: Inputs, document: Costs) -> Figure:
    rows = [row for row in document.document["rows"] if _is_usual(row)]
    # Only files of bench say which designs are floors; files of cost do not.
    designs: dict[str, dict[str, Any]] = {row["design"]: {} for row in document.document["rows"]}
    for bench in reversed(inputs.benches):
        designs |= bench.view.context["designs"]
    counts = [float(row["entry"]["instructions"] + row["exit"]["instructions"]) for row in rows]
    frame = pd.DataFrame(
        {
            "series": [row["design"] for row in rows],
            "label": [row["design"] for row in rows],
            "x": [float(row["tracers"]) for row in rows],
            "value": counts,
            "low": counts,
            "high": counts,
            "void": None,
        }
    )
    panel = curves(
        "",
        frame,
        "instructions per hit",
        "tracers on the function",
        design_styles(dict(sorted(designs.items()))),
    )
    told = "; ".join(
        f"{row['design']} {count:,.0f} with {row['tracers']}"
        for row, count in zip(rows, counts, strict=True)
    )
    series = tuple(dict.fromkeys(frame["series"]))
    return Figure(
        f"costs-{index}",
        "Instructions of a hit",
        f"Instructions per hit by tracers: {told}.",
        (panel,),
        series,
        (),
    )


def costs(inputs: Inputs) -> Section:
    section = Section(
        "costs",
        "Exact costs",
        "What one hit executes, counted by a stepper: the same on each run, "
        "whatever else the machine does. "
        "Lines are cache lines of 64 bytes; mispredicted are returns that a predictor of 16 "
        "entries gets wrong; "
        "pairs are calls with their returns, that of the body too; "
        "unbalanced is by how many entries it is off afterwards; "
        "callers12 are mispredicted returns of twelve unprobed callers above a hit; "
        "stack B are bytes of stack below the return address.",
    )
    for index, (file, document) in enumerate(inputs.of_kind(Costs)):
        first = _table(file, document, usual=True)
        if first is not None:
            figure = _figure(index, inputs, document)
            styles = figure.panels[0].styles
            section.charts.append(
                drawn(figure, styles, f"Exact, {_made(file, document)}.", COMMAND, (first,))
            )
        everything = _table(file, document, usual=False)
        if everything is not None:
            section.folded.append(everything)
    if not inputs.has(Costs):
        section.missing = Missing(COMMAND, "costs.json")
    return section
