"""The section on Linux's own return probes, from files of `retprobe kernel`, of `retprobe verify
--kernel`, and of `retprobe regress` on two of the former."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from retprobe.history.linux import version
from retprobe.matrix import worst
from retprobe.report.blocks import Missing, Section
from retprobe.report.inputs import File, Inputs
from retprobe.report.linux_scenarios import asks_the_same, named_alike
from retprobe.report.selection import scenario_option
from retprobe.report.tables import Cell, Notes, Table, count_cells, table
from retprobe.report.verdicts import joined
from retprobe.results import Kernels, LinuxRegressions, LinuxVerdicts, Verdicts

COMMAND = "./compare --kernel"
REGRESS = "retprobe regress {} {} --format json --out linux-regressions.json"
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


def _lines(rows: Iterable[Row], key: tuple[str, ...], column: str) -> dict[tuple[str, ...], Any]:
    """The rows of each line of a table, by the field `column`."""
    lines: dict[tuple[str, ...], dict[Any, Row]] = {}
    for row in rows:
        lines.setdefault(tuple(row[name] for name in key), {})[row[column]] = row
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
        name = f"{mechanism}, {releases.get(kernel, kernel)}, mitigations {mitigations}"
        body.append([Cell(name), *(_added(line.get(n), notes) for n in users)])
    for (design, transfer), line in _lines(
        document.designs, ("design", "transfer"), "tracers"
    ).items():
        name = design if transfer == NOBODY else f"{design}/{transfer}"
        body.append([Cell(f"{name}, retprobe"), *(_added(line.get(n), notes) for n in users)])
    caption = "Added instructions per call, by users on the function"
    caption += file.named(" ({})")
    head = ["mechanism", *(str(n) for n in users)]
    return table(caption, head, body, notes=notes)


def _walked_table(file: File, document: Kernels) -> Table | None:
    body = []
    for row in (*document.rows, *document.designs):
        if "entry" not in row:
            continue
        counts = count_cells(row, (key for key, _ in COUNTS))
        rest = (row.get("callers12_mispredicted"), row.get("stack_bytes"))
        more = [Cell("" if value is None else f"{value:,}") for value in rest]
        body.append([Cell(row["name"]), *counts, Cell(f"{row['unbalanced_returns']:,}"), *more])
    if not body:
        return None
    caption = f"What a hit executes, entry + exit{file.named(' ({})')}"
    head = ["kernel/mitigations/mechanism/users", *(title for _, title in COUNTS)]
    return table(caption, [*head, "unbalanced", "callers12", "stack B"], body)


def _judged(rows: Sequence[Row], notes: Notes, spread: str = "") -> Cell:
    """The verdict that all of the rows have, with what was seen as a footnote."""
    verdict = rows[0]["verdict"]
    seen = list(dict.fromkeys(row["detail"] for row in rows if row["detail"]))
    detail = seen[0] + (f" (and {len(seen) - 1} others)" if len(seen) > 1 else "") if seen else ""
    if verdict == "unavailable":  # the word would be the widest one of each column
        return Cell("-", spread, notes.mark(f"unavailable: {detail}"), "void")
    note = notes.mark(detail) if detail else 0
    return Cell(verdict, spread, note, "fail" if verdict == "fail" else "")


def _of_design(rows: Sequence[Row], notes: Notes) -> Cell:
    """The worst verdict of a design's cells, and how many have it."""
    if not rows:
        return Cell("")
    verdict = worst(row["verdict"] for row in rows)
    same = [row for row in rows if row["verdict"] == verdict]
    count = f"{len(same)}" if len(same) == len(rows) else f"{len(same)} of {len(rows)}"
    if verdict == "pass":
        return Cell(verdict, count)
    return _judged(same, notes, count)


def _verdicts_table(file: File, document: LinuxVerdicts, ours: Sequence[Row]) -> Table:
    """A line for each mechanism of each kernel, then one for each design; a column for each
    scenario."""
    notes = Notes()
    scenarios = list(dict.fromkeys(row["scenario"] for row in document.rows))
    releases: dict[str, str] = {
        row["kernel"]: row["release"] if "release" in row else row["kernel"]
        for row in document.rows
    }
    body = []
    for (mechanism, kernel), line in _lines(
        document.rows, ("mechanism", "kernel"), "scenario"
    ).items():
        cells = [
            _judged([line[scenario]], notes) if scenario in line else Cell("")
            for scenario in scenarios
        ]
        body.append([Cell(f"{mechanism}, {version(releases[kernel])}"), *cells])
    alike = [[row for row in ours if asks_the_same(scenario)(row)] for scenario in scenarios]
    # A design that declares all of it, as one without hooks does, has no line.
    told = {row["design"] for rows in alike for row in rows if row["verdict"] in ("pass", "fail")}
    for design in sorted(told):
        cells = [
            _of_design([row for row in rows if row["design"] == design], notes) for rows in alike
        ]
        body.append([Cell(f"{design}, retprobe"), *cells])
    caption = f"What the mechanisms of {', '.join(releases.values())} tell their users"
    caption += file.named(" ({})")
    head = ["mechanism", *(scenario.replace("_", " ") for scenario in scenarios)]
    command = f"retprobe verify --kernel{scenario_option(document.rows)}"
    return table(
        caption,
        head,
        body,
        numeric=False,
        notes=notes,
        command=f"{command} --format json --out linux-verdicts.json",
    )


def _changed_table(file: File, document: LinuxRegressions) -> Table | None:
    if not document.changed:
        return None
    base, new = (document.context[side]["file"] for side in ("base", "new"))
    body = [
        [
            Cell(row["name"]),
            Cell(row["figure"].replace("_", " ")),
            Cell(f"{row['base']:,.10g}"),
            Cell(f"{row['new']:,.10g}"),
            Cell(row["verdict"], tone="fail" if row["verdict"] == "rise" else ""),
        ]
        for row in document.changed
    ]
    caption = f"Counts that changed{file.named(' ({})')}"
    command = REGRESS.format(shlex.quote(base), shlex.quote(new))
    return table(caption, ["row", "count", "base", "new", "verdict"], body, command=command)


def _add_regressions(section: Section, inputs: Inputs) -> None:
    for file, document in inputs.of_kind(LinuxRegressions):
        told = document.context
        name = file.named("{}: ")
        section.notes.append(
            f"{name}{told['new']['file']} against {told['base']['file']}: {told['verdict']}."
        )
        if (changed := _changed_table(file, document)) is not None:
            section.tables.append(changed)
        section.facts += [
            (row["name"], f"had figures, has none: {row['why']}")
            for row in document.document["not_compared"]
            if row["state"] == "lost"
        ]
        section.notes += [
            f"{name}{one['what']} differs: {one['base']}, then {one['new']}."
            for one in document.document["context_differences"]
        ]


def linux(inputs: Inputs) -> Section:
    section = Section(
        "linux",
        "Linux",
        "The kernel's own return probes, in stock Debian kernels under an emulator whose clock "
        "ticks once for each instruction, and retprobe's designs, walked in the same way. "
        "Handlers do nothing. callers12: returns of twelve unprobed callers above a hit that a "
        "predictor of 16 entries gets wrong.",
    )
    for file, document in inputs.of_kind(Kernels):
        section.tables.append(_added_table(file, document))
        if (walked := _walked_table(file, document)) is not None:
            section.folded.append(walked)
        for kernel in document.context:
            if "absent" in kernel:
                section.notes.append(f"{kernel['what']} is {kernel['absent']}.")
        section.command = COMMAND
    ours = joined(document.rows for _, document in inputs.of_kind(Verdicts))
    for file, judged in inputs.of_kind(LinuxVerdicts):
        section.tables.append(_verdicts_table(file, judged, ours))
    if inputs.has(LinuxVerdicts) and (named := named_alike(ours)):
        section.notes.append(
            "For retprobe's designs: the worst verdict of their cells, and how many cells have it. "
            f"Scenarios that ask the same: {named}."
        )
    _add_regressions(section, inputs)
    if not inputs.has(Kernels, LinuxVerdicts, LinuxRegressions):
        section.missing = Missing(COMMAND, "results/*/*/kernel-*.json")
    return section
