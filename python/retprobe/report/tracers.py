"""The section on tracers that are not ours, from files of `retprobe verify --tracer`."""

import shlex
from collections.abc import Sequence
from typing import Any

from retprobe.matrix import TRACER_WORDS, tracer_cell, tracer_column
from retprobe.report.blocks import Section, absent
from retprobe.report.inputs import File, Inputs
from retprobe.report.selection import scenario_option
from retprobe.report.tables import Cell, Notes, Table, table
from retprobe.results import TracerVerdicts

COMMAND = "retprobe verify --tracer"

Row = dict[str, Any]


def _cell(rows: Sequence[Row], notes: Notes) -> Cell:
    if not rows:
        return Cell("")
    verdict, count, seen = tracer_cell(rows)
    tone = {"fail": "fail", "not asked": "void", "unavailable": "void"}.get(verdict, "")
    return Cell(TRACER_WORDS[verdict], count.strip(), notes.mark(seen) if seen else 0, tone)


def _verdicts_table(file: File, document: TracerVerdicts) -> Table:
    places: dict[tuple[str, str], list[Row]] = {}
    for row in document.rows:
        places.setdefault((row["scenario"], tracer_column(row)), []).append(row)
    notes = Notes()
    columns = list(document.totals)
    body = [
        [Cell(scenario), *(_cell(places.get((scenario, column), []), notes) for column in columns)]
        for scenario in dict.fromkeys(row["scenario"] for row in document.rows)
    ]
    paths = shlex.quote(",".join(tracer["path"] for tracer in document.context))
    command = f"{COMMAND} {paths}{scenario_option(document.rows)}"
    return table(
        f"What tracers tell their users{file.named(' ({})')}",
        ["scenario", *columns],
        body,
        numeric=False,
        notes=notes,
        command=f"{command} --format json --out tracers.json",
    )


def _totals_table(file: File, document: TracerVerdicts) -> Table:
    totals = document.totals
    body = [
        [Cell(column), *(Cell(f"{count:,}") for count in counts.values())]
        for column, counts in totals.items()
    ]
    words = next(iter(totals.values()))
    return table(f"Cells of each tracer{file.named(' ({})')}", ["tracer", *words], body)


def tracers(inputs: Inputs) -> Section:
    section = Section(
        "tracers",
        "Tracers",
        "What tracers that are not ours tell their users. A scenario is played with several "
        "numbers of users, and the worst verdict stands for all. What a tracer says that it cannot "
        "do is not asked.",
    )
    for file, document in inputs.of_kind(TracerVerdicts):
        section.tables += [_totals_table(file, document), _verdicts_table(file, document)]
        section.facts += [(one["name"], one["version"]) for one in document.context]
    if not inputs.has(TracerVerdicts):
        section.missing = absent(f"{COMMAND} ./mine.so", "tracers.json")
    return section
