"""The top of the page: which design suits what, what failed, what is void, what got worse."""

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from retprobe.charts.figures import figure_number
from retprobe.conclusions import Answer, Decision, measured_words, where
from retprobe.machine import processor_name
from retprobe.program import command_of
from retprobe.report import verdicts
from retprobe.report.inputs import Bench, Inputs
from retprobe.report.measured import goals_of
from retprobe.report.tables import Cell, Table, table, void_reason
from retprobe.results import (
    Costs,
    Kernels,
    LinuxRegressions,
    LinuxVerdicts,
    ProgramComparison,
    ProgramRun,
    Regressions,
    Verdicts,
)

MOST_SHOWN = 4


@dataclass(frozen=True)
class Line:
    """A line: a term, a text on it, and whether it is bad news."""

    term: str
    text: str
    bad: bool = False


@dataclass(frozen=True)
class Verdict:
    """The top of the page.

    `decided_by`: the measurements that `decisions` are from; `voids`: (reason, rows)."""

    headline: str
    decided_by: str
    lines: tuple[Line, ...]
    decisions: Table | None
    failures: tuple[tuple[str, str], ...]
    void_rows: int
    voids: tuple[tuple[str, str], ...]


def plural(count: int, one: str) -> str:
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def _decisions(inputs: Inputs) -> list[tuple[Bench, Decision]]:
    """The decisions. The file with the most candidates for a need decides it.

    Files of an idle machine come first."""
    found: dict[int, tuple[Bench, Decision]] = {}

    def rank(bench: Bench, decision: Decision) -> tuple[bool, int]:
        return not bench.load, len(decision.answers)

    for bench in inputs.benches:
        for one in bench.decisions:
            if one.number not in found or rank(bench, one) > rank(*found[one.number]):
                found[one.number] = bench, one
    return [found[number] for number in sorted(found)]


def _answer(answer: Answer, unit: str) -> Cell:
    spread = (
        f"{figure_number(answer.low)}\N{EN DASH}{figure_number(answer.high)}"
        if answer.low != answer.high
        else ""
    )
    return Cell(f"{figure_number(answer.value)} {unit}", spread)


def _next(answer: Answer, unit: str) -> Cell:
    value = _answer(answer, unit)
    return Cell(
        answer.candidate.text, f"{value.text}, {value.spread}" if value.spread else value.text
    )


def equals(names: Sequence[str]) -> str:
    """The names, joined by " = ". Of many names, the first ones and the number of the others."""
    more = [f"{len(names) - MOST_SHOWN} more"] if len(names) > MOST_SHOWN else []
    return " = ".join([*names[:MOST_SHOWN], *more])


def _where(bench: Bench, decision: Decision, told: str) -> str:
    """The rows that a decision is from: "leaf, 8 tracers, B". `told`: how they were measured."""
    parts = [where(decision), bench.file.letter, told]
    return ", ".join(part for part in parts if part)


def _decision_table(decided: list[tuple[Bench, Decision]]) -> Table:
    # If all rows were measured in the same way, the caption says so once.
    ways = {bench.file.name: measured_words(bench.view.context) for bench, _ in decided}
    alike = len(set(ways.values())) == 1
    rows = []
    for bench, decision in decided:
        following = decision.next
        rows.append(
            [
                Cell(
                    decision.need, _where(bench, decision, "" if alike else ways[bench.file.name])
                ),
                Cell(equals(decision.chosen), tone="chosen"),
                _answer(decision.best, decision.unit),
                Cell("") if following is None else _next(following, decision.unit),
            ]
        )
    files = dict.fromkeys(bench.file.name for bench, _ in decided)
    # The command line decides by one file, so no command makes a table from several files.
    command = f"retprobe compare {shlex.quote(*files)}" if len(files) == 1 else ""
    head = ["need", "choose", "its cost", "next"]
    caption = (
        f"Which design for what: {next(iter(ways.values()))}" if alike else "Which design for what"
    )
    return table(caption, head, rows, numeric=False, cards=True, command=command)


def _headline(decided: list[tuple[Bench, Decision]]) -> str:
    if not decided:
        return "These files do not say which design to choose."
    counted = Counter(
        design
        for _, decision in decided
        for design in {name.split("/")[0] for name in decision.chosen}
    )
    most = max(counted.values())
    best = sorted(name for name, count in counted.items() if count == most)
    several = " and ".join([", ".join(best[:-1]), best[-1]] if len(best) > 1 else best)
    verb = "are each" if len(best) > 1 else "is"
    return (
        f"{several} {verb} the best choice, or level with it, for {most} of "
        f"{plural(len(decided), 'need')}."
    )


def _decided_by(decided: list[tuple[Bench, Decision]]) -> str:
    """ "A, 2026-11-20, commit 678da0b774ab, Intel Xeon". The file with most decisions is first."""
    counted = Counter(bench.file.letter for bench, _ in decided)
    benches = {bench.file.letter: bench for bench, _ in decided}
    told = [
        ", ".join(
            word
            for word in (
                letter,
                benches[letter].stamp,
                processor_name(benches[letter].view.context),
                benches[letter].load,
            )
            if word
        )
        for letter, _ in counted.most_common()
    ]
    return "; ".join(told)


def _verification(inputs: Inputs) -> tuple[list[Line], list[tuple[str, str]]]:
    lines, failed = [], []
    if inputs.has(Verdicts):
        rows = verdicts.joined(document.rows for _, document in inputs.of_kind(Verdicts))
        counts = verdicts.totals(rows)
        failed += verdicts.failures(rows)
        text = (
            f"{plural(counts['pass'], 'cell')} pass, {counts['fail']:,} fail, "
            f"{counts['declared']:,} declared, "
        )
        lines.append(
            Line("Verification", f"{text}{counts['unavailable']:,} unavailable", counts["fail"] > 0)
        )
    for bench in sorted(inputs.benches, key=lambda bench: bench.file.letter):
        of = bench.file.named(" of {}")
        verification = bench.view.context["verification"]
        candidates = verification.get("candidates", {})
        wrong = [(name, text) for name, one in candidates.items() for text in one["failures"]]
        failed += [(f"{name}, before the measurement{of}", text) for name, text in wrong]
        if not verification["ran"]:
            lines.append(
                Line(f"Candidates{of}", "nobody verified them before they were measured", True)
            )
        elif not inputs.has(Verdicts) or wrong:
            cells = sum(one["pass"] for one in candidates.values())
            left = plural(len(verification.get("left_out", [])), "scenario")
            failing = sum(one["fail"] for one in candidates.values())
            text = f"{plural(cells, 'cell')} pass, {failing:,} fail; {left} left out"
            lines.append(Line(f"Candidates{of}", text, bool(wrong)))
    return lines, failed


def _matrix_headline(inputs: Inputs) -> str:
    counts = verdicts.totals(
        verdicts.joined(document.rows for _, document in inputs.of_kind(Verdicts))
    )
    if counts["fail"]:
        verb = "fails" if counts["fail"] == 1 else "fail"
        return f"{plural(counts['fail'], 'cell')} of the matrix {verb}."
    if counts["unavailable"]:
        return f"No cell of the matrix fails; {counts['unavailable']:,} could not be run."
    return "Every scenario passes or is declared."


def _voids(inputs: Inputs) -> tuple[int, tuple[tuple[str, str], ...]]:
    """The number of rows without a number, and (reason, rows) for each reason.

    Rows are written as "A: row, row; B: row"."""
    reasons: dict[str, dict[str, list[str]]] = {}
    count = 0
    for bench in sorted(inputs.benches, key=lambda bench: bench.file.letter):
        for row in [*bench.view.rows, *bench.view.peer_rows]:
            if "void" in row:
                count += 1
                rows = reasons.setdefault(void_reason(str(row["void"])), {})
                rows.setdefault(bench.file.letter, []).append(row["run_name"])
    return count, tuple(
        (
            why,
            "; ".join(
                (f"{letter}: " if letter else "") + ", ".join(rows)
                for letter, rows in files.items()
            ),
        )
        for why, files in reasons.items()
    )


def _goals(inputs: Inputs) -> list[Line]:
    found = goals_of(inputs)
    if found is None:
        return []
    bench, goals, _ = found
    return [Line(f"Goals{bench.file.named(' in {}')}", goals["summary"])]


def _regressions(inputs: Inputs) -> list[Line]:
    lines = []
    for file, document in inputs.of_kind(Regressions):
        told = document.document["regress"]
        worse = [
            f"{told['slower']:,} slower",
            f"{told['memory_rises']:,} with more memory",
            f"{told['lost']:,} without their time",
        ]
        text = (
            f"{told['verdict']}: {', '.join(worse)}; {told['faster']:,} faster, {told['alike']:,} "
            "alike"
        )
        text += "".join(f"; {line}" for line in told.get("unlike", ()))
        bad = told["verdict"] == "regression"
        lines.append(Line(f"Compared{file.named(' in {}')}", text, bad))
    for file, counted in inputs.of_kind(LinuxRegressions):
        told = counted.context
        text = (
            f"{told['verdict']}: {plural(told['rises'], 'count')} of instructions and returns "
            f"higher, {told['falls']:,} lower; {plural(told['lost'], 'row')} without figures "
            "that had some"
        )
        bad = told["verdict"] == "regression"
        lines.append(Line(f"Linux{file.named(' in {}')}", text, bad))
    return lines


def _programs(inputs: Inputs) -> list[Line]:
    lines = []
    for file, document in inputs.of_kind(ProgramComparison):
        different = [row["design"] for row in document.rows if row["difference"]]
        text = document.answer.removeprefix("for this program: ")
        if different:
            text += f"; not the same with {', '.join(different)}"
        name = f"{command_of(document.context)}{file.named(' in {}')}"
        lines.append(Line(name, text, bool(different)))
    return lines


def _program_headline(inputs: Inputs) -> str:
    if len(inputs.of_kind(ProgramComparison)) > 1:
        return f"Which design for each of {len(inputs.of_kind(ProgramComparison))} programs."
    _, document = inputs.of_kind(ProgramComparison)[0]
    program = document.context["command"][0]
    if not document.take:
        return f"No design has a figure for {program}."
    return f"{' or '.join(document.take)} for {program}."


def verdict(inputs: Inputs) -> Verdict:
    decided = _decisions(inputs)
    checked, failures = _verification(inputs)
    void_rows, voids = _voids(inputs)
    listed = f"{void_rows:,}, listed below with the reasons" if void_rows else "none"
    void_lines = [Line("Void rows", listed)] if inputs.benches else []
    compared = _regressions(inputs)
    if decided or inputs.benches:
        headline = _headline(decided)
    elif inputs.has(Regressions, LinuxRegressions):
        worse = any(line.bad for line in compared)
        headline = "Something got worse." if worse else "Nothing got worse."
    elif inputs.has(Verdicts):
        headline = _matrix_headline(inputs)
    elif inputs.has(ProgramComparison):
        headline = _program_headline(inputs)
    elif inputs.has(Costs, Kernels):
        headline = "What a hit executes, counted."
    elif inputs.has(ProgramRun):
        headline = "How often a program called its functions."
    elif inputs.has(LinuxVerdicts):
        headline = "What Linux's own return probes tell their users."
    else:
        headline = "What tracers tell their users."
    lines = [*checked, *void_lines, *_goals(inputs), *compared]
    lines += _programs(inputs)
    table_of_decisions = _decision_table(decided) if decided else None
    decided_by = _decided_by(decided)
    return Verdict(
        headline, decided_by, tuple(lines), table_of_decisions, tuple(failures), void_rows, voids
    )
