"""Exact costs: what a hit executes, from files of `retprobe cost`."""

from retprobe.report.blocks import Section
from retprobe.report.inputs import File, Inputs
from retprobe.report.tables import Cell, Table, table
from retprobe.results import Costs

COMMAND = "retprobe cost --registers scalar --format json --out costs.json"
COLUMNS = (
    ("instructions", "instructions"),
    ("loads", "loads"),
    ("stores", "stores"),
    ("branches", "jumps"),
    ("calls", "calls"),
    ("returns", "returns"),
    ("mispredicted_returns", "mispredicted"),
    ("code_lines", "code lines"),
    ("data_lines", "data lines"),
)


def _table(file: File, document: Costs, usual: bool) -> Table | None:
    """The cells that people ask for first (paired or without a transfer, scalar), or all others."""
    body = []
    for row in document.document["rows"]:
        if (row["transfer"] in ("paired", "-") and row["registers"] == "scalar") != usual:
            continue
        entry, leave = row["entry"], row["exit"]
        counts = [Cell(f"{entry[key] + leave[key]:,}", f"{entry[key]:,} + {leave[key]:,}") for key, _ in COLUMNS]
        body.append([row["name"], *counts, f"{row['unbalanced_returns']:,}"])
    if not body:
        return None
    build = document.document["cost"]
    made = f"{build['compiler']}, {build['build']}, {build['vectors']}{f', {file.letter}' if file.letter else ''}"
    which = "Per hit, entry + exit" if usual else "Other transfers and register sets"
    head = ["design/transfer/registers/tracers", *(title for _, title in COLUMNS), "unbalanced"]
    return table(f"{which} ({made})", head, body)


def costs(inputs: Inputs) -> Section:
    section = Section(
        "costs",
        "Exact costs",
        "What one hit executes, counted by a stepper: the same on each run, whatever else the machine does. Lines are cache lines of "
        "64 bytes; mispredicted are returns that a predictor of 16 entries gets wrong; unbalanced is by how many entries it is off afterwards.",
    )
    for file, document in inputs.costs:
        for usual, tables in ((True, section.tables), (False, section.folded)):
            found = _table(file, document, usual)
            if found is not None:
                tables.append(found)
    if inputs.costs:
        section.command = COMMAND
    else:
        section.missing = COMMAND
    return section
