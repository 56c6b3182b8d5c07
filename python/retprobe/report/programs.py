"""The section on programs of one's own, from files of `retprobe run`."""

import shlex
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from retprobe.machine import core_words, load_words, processor_name, share
from retprobe.program import Function, command_of, how_it_ended, short_name, total
from retprobe.report.blocks import Missing, Section
from retprobe.report.inputs import File, Inputs
from retprobe.report.tables import Cell, Notes, Table, table
from retprobe.results import ProgramComparison, ProgramRun

MOST_FUNCTIONS = 20

Row = Mapping[str, Any]


def _again(context: Row, options: Sequence[str], name: str) -> str:
    """The command that ran the program."""
    words = ["retprobe", "run", *options]
    for option, globs in (("functions", context["functions"]), ("exclude", context["excluded"])):
        if globs not in ([], ["*"]):
            words += [f"--{option}", ",".join(globs)]
    words += ["--format", "json", "--out", name, "--", *context["command"]]
    return shlex.join(words)


def _figure(row: Row, name: str, digits: int) -> Cell:
    figure = row[name]
    shown = {part: f"{figure[part]:,.{digits}f}" for part in ("median", "low", "high")}
    return Cell(shown["median"], f"[{shown['low']}, {shown['high']}]")


def _compared(row: Row, notes: Notes) -> list[Cell]:
    """A line of the table of designs."""
    name = row["design"] if row["transfer"] == "-" else f"{row['design']}, {row['transfer']}"
    line = [Cell(name), Cell("yes")]
    if row["difference"]:
        line[1] = Cell("no", note=notes.mark(f"{row['design']}: {row['difference']}."), tone="fail")
    line.append(Cell(f"{row['missed']:,}"))
    if "slowdown" in row:
        line += [_figure(row, "slowdown", 2), _figure(row, "ns_per_call", 1)]
    else:
        why = (
            "A program that is not the same gets no figures."
            if row["difference"]
            else "Calls were missed; a time that leaves calls out is none."
            if row["missed"]
            else "No call was seen."
        )
        line += [Cell("void", note=notes.mark(why), tone="void"), Cell("")]
    return [*line, Cell(f"{1000 * median(row['attach_seconds']):.1f}")]


def _designs_table(file: File, document: ProgramComparison) -> Table:
    notes = Notes()
    told = document.context
    load = load_words(told["context"])
    design = ["--design", ",".join(dict.fromkeys(row["design"] for row in document.rows))]
    options = ["--compare", "--rounds", str(told["rounds"]), *design, "--input", told["input"]]
    answer = document.answer.removeprefix("for this program: ")
    return table(
        f"{command_of(told)}: {answer}{file.named(' ({})')}{f'; measured {load}' if load else ''}",
        ["design", "same", "missed", "slowdown", "ns per call", "attach ms"],
        [_compared(row, notes) for row in document.rows],
        notes=notes,
        cards=True,
        command=_again(told, options, "comparison.json"),
    )


def _comparison_notes(file: File, document: ProgramComparison) -> list[str]:
    told, name = document.context, file.named("{}: ")
    machine = told["context"]
    load = load_words(machine)
    calls = max(row["calls"] for row in document.rows)
    found = [
        f"{name}{processor_name(machine)}, {core_words(machine)}, {machine['date'][:10]}"
        f"{f', {load}' if load else ''}. Unprobed: "
        f"{how_it_ended(told)}, {median(told['processor_seconds']):.3f} s of processor time. "
        f"{calls:,} calls of {told['functions_probed']:,} probed functions. Medians of "
        f"{told['rounds']} rounds, with intervals of {share(machine['interval_coverage'])}.",
    ]
    if not told["output_compared"]:
        found.append(
            f"{name}Unprobed, the program does not write the same each time: output was not "
            "compared."
        )
    if not told["calls_compared"]:
        found.append(
            f"{name}The program does not make the same calls each time: they were not compared."
        )
    return found + [f"{name}{note}" for note in told["notes"]]


def _counts(name: str, one: Function) -> list[Cell]:
    counts = (one.calls, one.missed, one.unwound, one.abandoned)
    return [Cell(name), *(Cell("?" if count is None else f"{count:,}") for count in counts)]


def _functions_table(file: File, document: ProgramRun) -> Table:
    told, functions = document.context, document.functions
    body = [_counts(short_name(one.name), one) for one in functions[:MOST_FUNCTIONS]]
    body.append(_counts(f"all {len(functions):,} functions that were called", total(functions)))
    options = ["--design", told["design"], "--transfer", told["transfer"]]
    return table(
        f"{command_of(told)}: how often its functions were called{file.named(' ({})')}",
        ["function", "calls", "missed", "unwound", "abandoned"],
        body,
        cards=True,
        command=_again(told, options, "run.json"),
    )


def _run_notes(file: File, document: ProgramRun) -> list[str]:
    told, name = document.context, file.named("{}: ")
    processes = sum(process.get("processes", 1) for process in told["processes"])
    of_all = f" The counts are those of {processes:,} processes together." if processes > 1 else ""
    ended = how_it_ended(told)
    found = [
        f"{name}{ended[0].upper()}{ended[1:]}, {told['seconds']:.3f} s; "
        f"{told['design']}, {told['transfer']}; {told['functions_probed']:,} functions "
        f"probed.{of_all}"
    ]
    for count, what in (
        (told["functions_refused"], "functions were left out, because they must not be probed."),
        (told["functions_left_out"], "functions had no room, and were not probed."),
        (told["processes_left_out"], "processes had no room, and were not counted."),
    ):
        found += [f"{name}{count:,} {what}"] if count else []
    if any("missed" not in row for row in document.rows):
        found.append(f"{name}?: not known, because a process was killed before it could report it.")
    return found + [f"{name}{note}" for note in told["notes"]]


def programs(inputs: Inputs) -> Section:
    intro = []
    if inputs.has(ProgramComparison):
        intro.append(
            "Your program, unprobed and under each design, in turns. Handlers count calls. The "
            "slowdown is in processor time, without attaching. ns per call is what a probe adds to "
            "a call."
        )
    if inputs.has(ProgramRun):
        intro.append("Functions are those of all of the program's processes, most called first.")
    section = Section("your-program", "Your program", " ".join(intro))
    for file, compared in inputs.of_kind(ProgramComparison):
        section.tables.append(_designs_table(file, compared))
        section.notes += _comparison_notes(file, compared)
    for file, run in inputs.of_kind(ProgramRun):
        section.tables.append(_functions_table(file, run))
        section.notes += _run_notes(file, run)
    if not section.tables:
        section.missing = Missing(
            "retprobe run --compare --format json --out comparison.json -- ./PROGRAM",
            "comparison.json",
        )
    return section
