"""The section on Linux's own return probes, from files of `retprobe kernel`, of `retprobe verify
--kernel`, and of `retprobe regress` on two of the former."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from retprobe.matrix import worst
from retprobe.report.blocks import Missing, Section
from retprobe.report.inputs import File, Inputs
from retprobe.report.linux_scenarios import asks_the_same, named_alike
from retprobe.report.selection import scenario_option
from retprobe.report.tables import Cell, Notes, Table, table
from retprobe.report.verdicts import joined
from retprobe.results import Kernels, LinuxRegressions, LinuxVerdicts

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


def _judged(verdict: str, spread: str, details: Iterable[str], notes: Notes) -> Cell:
    seen = list(dict.fromkeys(detail for detail in details if detail))
    more = f" (and {len(seen) - 1} others)" if len(seen) > 1 else ""
    note = notes.mark(seen[0] + more) if seen else 0
    return Cell(verdict, spread, note, "fail" if verdict == "fail" else "")


def _of_design(rows: Sequence[Row], notes: Notes) -> Cell:
    """The worst verdict of a design's cells, and how many have it."""
    if not rows:
        return Cell("")
    verdict = worst(row["verdict"] for row in rows)
    same = [row for row in rows if row["verdict"] == verdict]
    count = f"{len(same)}" if len(same) == len(rows) else f"{len(same)} of {len(rows)}"
    details = [] if verdict == "pass" else [row["detail"] for row in same]
    return _judged(verdict, count, details, notes)


def _verdicts_table(file: File, document: LinuxVerdicts, ours: Sequence[Row]) -> Table:
    """A line for each mechanism of each kernel, then one for each design; a column for each
    scenario."""
    notes = Notes()
    scenarios = list(dict.fromkeys(row["scenario"] for row in document.rows))
    lines: dict[str, dict[str, Cell]] = {}
    for row in document.rows:
        name = f"{row['mechanism']}, {row.get('release', row['kernel'])}"
        cell = _judged(row["verdict"], "", [row["detail"]], notes)
        lines.setdefault(name, {})[row["scenario"]] = cell
    alike = {
        scenario: [row for row in ours if asks_the_same(scenario)(row)] for scenario in scenarios
    }
    designs = sorted({row["design"] for rows in alike.values() for row in rows})
    for design in designs:
        lines[f"{design}, retprobe"] = {
            scenario: _of_design([row for row in rows if row["design"] == design], notes)
            for scenario, rows in alike.items()
        }
    body = [
        [Cell(name), *(cells.get(scenario, Cell("")) for scenario in scenarios)]
        for name, cells in sorted(lines.items(), key=lambda line: line[0].endswith(", retprobe"))
    ]
    caption = "What the mechanisms tell their users"
    if file.letter:
        caption += f" ({file.letter})"
    command = f"retprobe verify --kernel{scenario_option(document.rows)}"
    head = ["mechanism", *(scenario.replace("_", " ") for scenario in scenarios)]
    return table(
        caption,
        head,
        body,
        numeric=False,
        notes=notes,
        command=f"{command} --format json --out linux-verdicts.json",
    )


def _changed_table(file: File, document: LinuxRegressions) -> Table | None:
    changed = [
        row for verdict in ("rise", "fall") for row in document.rows if row["verdict"] == verdict
    ]
    if not changed:
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
        for row in changed
    ]
    caption = f"Counts that changed{f' ({file.letter})' if file.letter else ''}"
    command = REGRESS.format(shlex.quote(base), shlex.quote(new))
    return table(caption, ["row", "count", "base", "new", "verdict"], body, command=command)


def _add_regressions(section: Section, inputs: Inputs) -> None:
    for file, document in inputs.linux_regressions:
        told = document.context
        name = f"{file.letter}: " if file.letter else ""
        section.notes.append(
            f"{name}{told['new']['file']} against {told['base']['file']}: {told['verdict']}."
        )
        if (changed := _changed_table(file, document)) is not None:
            section.tables.append(changed)
        section.facts += [
            (row["name"], row.get("why", "it had figures, and has none"))
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
    for file, document in inputs.kernels:
        section.tables.append(_added_table(file, document))
        if (walked := _walked_table(file, document)) is not None:
            section.folded.append(walked)
        for kernel in document.context:
            if "absent" in kernel:
                section.notes.append(f"{kernel['what']} is {kernel['absent']}.")
        section.command = COMMAND
    ours = joined(document.rows for _, document in inputs.verdicts)
    for file, judged in inputs.linux_verdicts:
        section.tables.append(_verdicts_table(file, judged, ours))
    if inputs.linux_verdicts and (named := named_alike(ours)):
        section.notes.append(
            "Of retprobe's designs, the worst verdict of their cells on what asks the same: "
            f"{named}."
        )
    _add_regressions(section, inputs)
    if not (inputs.kernels or inputs.linux_verdicts or inputs.linux_regressions):
        section.missing = Missing(COMMAND, "results/*/*/kernel-*.json")
    return section
