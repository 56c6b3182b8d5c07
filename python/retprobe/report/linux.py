"""The section on Linux's own return probes, from files of `retprobe kernel`."""

from collections.abc import Iterable, Mapping
from typing import Any

from retprobe.report.blocks import Missing, Section
from retprobe.report.inputs import File, Inputs
from retprobe.report.tables import Cell, Notes, Table, table
from retprobe.results import Kernels

COMMAND = "./compare --kernel"
NOBODY = "-"

Row = Mapping[str, Any]

# Of a walked hit: the key in both sides, and the column's title.
COUNTS = (
    ("instructions", "instructions"),
    ("loads", "loads"),
    ("stores", "stores"),
    ("calls", "calls"),
    ("returns", "returns"),
    ("mispredicted_returns", "mispredicted"),
)


def _added(row: Row | None, notes: Notes) -> Cell:
    if row is None:
        return Cell("")
    if "added_instructions" in row:
        return Cell(f"{row['added_instructions']:,.6g}")
    return Cell(row["state"], note=notes.mark(row["why"]), tone="void")


def _lines(rows: Iterable[Row], key: tuple[str, ...], count: str) -> dict[tuple[str, ...], Any]:
    """The rows of each line of a table, by their number of users or tracers."""
    lines: dict[tuple[str, ...], dict[int, Row]] = {}
    for row in rows:
        lines.setdefault(tuple(row[name] for name in key), {})[row[count]] = row
    return lines


def _releases(document: Kernels) -> dict[str, str]:
    return {kernel["name"]: kernel.get("release", kernel["name"]) for kernel in document.context}


def _added_table(file: File, document: Kernels) -> Table:
    users = sorted({row["users"] for row in document.rows})
    notes = Notes()
    releases = _releases(document)
    body = []
    kernel_key = ("kernel", "mitigations", "mechanism")
    for (kernel, mitigations, mechanism), line in _lines(
        document.rows, kernel_key, "users"
    ).items():
        name = f"{mechanism}, {releases[kernel]}, mitigations {mitigations}"
        body.append([Cell(name), *(_added(line.get(n), notes) for n in users)])
    for (design, transfer), line in _lines(
        document.designs, ("design", "transfer"), "tracers"
    ).items():
        name = design if transfer == NOBODY else f"{design}/{transfer}"
        body.append([Cell(f"{name}, retprobe"), *(_added(line.get(n), notes) for n in users)])
    caption = "Added instructions per call, by users on the function"
    if file.letter:
        caption += f" ({file.letter})"
    head = ["mechanism", *(str(n) for n in users)]
    return table(caption, head, body, notes=notes)


def _walked_table(file: File, document: Kernels) -> Table | None:
    body = []
    for row in (*document.rows, *document.designs):
        if "entry" not in row:
            continue
        counts = [
            Cell(
                f"{row['entry'][key] + row['exit'][key]:,}",
                f"{row['entry'][key]:,} + {row['exit'][key]:,}",
            )
            for key, _ in COUNTS
        ]
        rest = (row.get("callers12_mispredicted"), row.get("stack_bytes"))
        more = [Cell("" if value is None else f"{value:,}") for value in rest]
        body.append([Cell(row["name"]), *counts, Cell(f"{row['unbalanced_returns']:,}"), *more])
    if not body:
        return None
    caption = f"What a hit executes, entry + exit{f' ({file.letter})' if file.letter else ''}"
    head = ["kernel/mitigations/mechanism/users", *(title for _, title in COUNTS)]
    return table(caption, [*head, "unbalanced", "callers12", "stack B"], body)


def linux(inputs: Inputs) -> Section:
    section = Section(
        "linux",
        "Linux",
        "The kernel's own return probes, in stock Debian kernels under an emulator whose clock "
        "ticks once for each instruction, and retprobe's designs, walked in the same way. "
        "Handlers do nothing. callers12: returns of twelve unprobed callers above a hit that a "
        "predictor of 16 entries gets wrong.",
    )
    for file, document in inputs.kernels:
        section.tables.append(_added_table(file, document))
        if (walked := _walked_table(file, document)) is not None:
            section.folded.append(walked)
        for kernel in document.context:
            if "absent" in kernel:
                section.notes.append(f"{kernel['what']} is {kernel['absent']}.")
        section.command = COMMAND
    if not inputs.kernels:
        section.missing = Missing(COMMAND, "results/*/*/kernel-*.json")
    return section
