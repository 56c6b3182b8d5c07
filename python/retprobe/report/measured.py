"""Sections with tables from bench and regress files.

They are: goals, handlers, peers, attaching, regressions, the machine."""

import math
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from retprobe.charts.figures import figure_number
from retprobe.conclusions import Goals, judged
from retprobe.machine import core_words, interval_words, processor_name, share
from retprobe.report.blocks import Missing, Section, absent, bench_command, chart, made_from
from retprobe.report.inputs import Bench, File, Inputs
from retprobe.report.tables import Cell, Notes, Table, number_cell, table, void_reason
from retprobe.results import Regressions

GOALS_COMMAND = "retprobe bench --goals --peers '*'"
PEERS = Missing("./compare --peers", "results/*/*/goals-peers-*.json")


def _ratio(value: float) -> str:
    if value == float("inf"):
        return "∞"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"


def _goal_cell(cell: Mapping[str, Any], notes: Notes) -> Cell:
    if "value" not in cell:
        note = cell.get("note", "")
        return Cell("not measured", note=notes.mark(note), tone="void") if note else Cell("")
    value, low, high = (cell.get(name, math.inf) for name in ("value", "low", "high"))
    exact = low == high
    text = f"{value:,.0f}" if exact and value == int(value) else _ratio(value)
    spread = "" if exact else f"{_ratio(low)}\N{EN DASH}{_ratio(high)}"
    words = {
        "met": " met",
        "not met": " not met",
        "undecided": " undecided",
        "too few processes": " ?",
    }
    tones = {"not met": "missed", "undecided": "undecided"}
    return Cell(text + words.get(cell["state"], ""), spread, tone=tones.get(cell["state"], ""))


def goals_of(inputs: Inputs) -> tuple[Bench, Goals, list[File]] | None:
    """The goals, judged by the file that measured most of them."""
    return inputs.fullest(lambda bench: bench.goals if judged(bench.goals) else None, judged)


def goals_section(inputs: Inputs) -> Section:
    section = Section(
        "goals",
        "Goals",
        "Limits for the cost of a probe. A goal is met if the whole interval of "
        f"{share(0.95)} keeps the limit, and not met if none of it does. Otherwise it is "
        "undecided: measure with more processes (--processes), or on a quieter machine. Fewer "
        "than nine processes decide nothing (?).",
    )

    found = goals_of(inputs)
    if found is None:
        section.missing = absent(GOALS_COMMAND, "goals.json")
        return section
    bench, goals, _ = found
    notes = Notes()
    body: list[list[Cell | str]] = [
        [row["goal"], row["limit"], *(_goal_cell(cell, notes) for cell in row["cells"])]
        for row in goals["goals"]
    ]
    heads = []
    for cell in goals["goals"][0]["cells"]:
        design, transfer = cell["candidate"].rsplit("/", 1)
        heads.append(f"{design} (floor)" if transfer == "-" else design)
    caption = bench.told(f"{goals['summary']}; transfer paired")
    section.tables.append(table(caption, ["goal", "limit", *heads], body, notes=notes, cards=True))
    if bench.file.letter:
        section.notes.append(
            f"From {bench.file.letter}, {bench.stamp}, {bench.view.context['processes']} processes."
        )
    # The command has no --quick, since a quick run cannot decide the goals. It measures peers if
    # this file has them.
    peers_too = " --peers '*'" if bench.view.context.get("peers") else ""
    section.command = bench.command(f"retprobe bench --goals{peers_too}").replace(" --quick", "")
    return section


HANDLERS = ("empty", "counting", "recording")
HANDLERS_COMMAND = (
    f"retprobe bench --handlers {','.join(HANDLERS)} --workload leaf,fib --transfer paired,- "
    "--registers scalar --tracers 1"
)


def _with_handlers(bench: Bench) -> dict[str, dict[tuple[str, str], dict[str, Any]]]:
    """Rows with one tracer on leaf and fib: by who, then by workload and kind of handlers.

    Empty where no candidate has handlers that do something. A peer's variants share a line, unless
    two of them have the same kind."""
    lines: dict[str, dict[tuple[str, str], dict[str, Any]]] = {}
    for row in bench.view.rows:
        workload, _, variant = row["workload"].partition("+")
        kind = row.get("handlers", "empty")
        plain = variant == ("" if kind == "empty" else kind)
        usual = row["transfer"] in ("paired", "-") and row["registers"] == "scalar"
        if plain and usual and row["tracers"] == 1 and workload in ("leaf", "fib"):
            lines.setdefault(row["design"], {})[workload, kind] = row
    lines = {who: line for who, line in lines.items() if any(kind != "empty" for _, kind in line)}
    if not lines:
        return {}
    kinds: dict[str, dict[str, str]] = {}
    told = [row for row in bench.view.peer_rows if "handlers" in row and "figures" not in row]
    for row in told:
        kinds.setdefault(row["design"], {})[row["transfer"]] = row["handlers"]
    for row in told:
        own = list(kinds[row["design"]].values())
        who = row["design"] if len(set(own)) == len(own) else f"{row['design']}/{row['transfer']}"
        if row["workload"] in ("leaf", "fib") and not row.get("void", "").startswith("absent: "):
            lines.setdefault(who, {})[row["workload"], row["handlers"]] = row
    return lines


def handlers(inputs: Inputs) -> Section:
    section = Section(
        "handlers",
        "Handlers",
        "Added ns per call with one tracer, if handlers do nothing (empty), increment a counter "
        "each (counting), or write the time and 32 bytes each into a ring of their thread "
        "(recording). A peer has only the kinds that it supports.",
    )
    found = inputs.fullest(
        lambda bench: _with_handlers(bench) or None, lambda lines: sum(map(len, lines.values()))
    )
    if found is None:
        section.missing = absent(HANDLERS_COMMAND, "handlers.json")
        return section
    bench, lines, _ = found
    columns = [(workload, kind) for workload in ("leaf", "fib") for kind in HANDLERS]
    columns = [column for column in columns if any(column in line for line in lines.values())]
    notes = Notes()
    body = []
    for who, line in lines.items():
        cells: list[Cell | str] = [who.removeprefix("peer:")]
        for column in columns:
            row = line.get(column)
            if row is None:
                cells.append("")
            elif "void" in row:
                why = void_reason(row["void"])
                cells.append(Cell("void", note=notes.mark(why), tone="void"))
            else:
                cells.append(
                    number_cell(row["added_ns"], row["added_ns_low"], row["added_ns_high"])
                )
        body.append(cells)
    head = ["handlers", *(f"{workload}, {kind}" for workload, kind in columns)]
    rows = [row for line in lines.values() for row in line.values()]
    command = bench_command(bench, rows)
    caption = bench.told("Added ns per call")
    section.tables.append(table(caption, head, body, notes=notes, cards=True))
    section.command = command
    section.notes.append(made_from(bench, ()))
    return section


def peers(inputs: Inputs) -> Section:
    section = Section(
        "peers",
        "Peers",
        "Other tools that probe calls, measured in the same session. A time is only shown if the "
        "peer counted exactly the calls that were made.",
    )
    found = inputs.figure("peers")
    if found is None:
        section.missing = PEERS
        return section
    bench, figure, others = found
    section.charts.append(chart(figure, bench, others))
    for name, peer in bench.view.context.get("peers", {}).items():
        for variant, facts in peer["variants"].items():
            section.facts.append((f"{name}/{variant}", f"{peer['what']}; {facts['what']}"))
            if "absent" in facts:
                section.facts[-1] = (f"{name}/{variant}", str(facts["absent"]))
    return section


def _figures(bench: Bench, workload: str, rows: Iterable[dict[str, Any]]) -> Table:
    rows = list(rows)
    columns = [
        row["design"] if row["transfer"] == "-" else f"{row['design']}/{row['transfer']}"
        for row in rows
    ]
    names = list(dict.fromkeys(name for row in rows for name in row["figures"]))
    body = []
    for name in names:
        line: list[Cell | str] = [name.replace("_", " ")]
        for row in rows:
            figure = row["figures"].get(name)
            line.append(
                number_cell(figure["median"], figure["low"], figure["high"]) if figure else ""
            )
        body.append(line)
    head = ["figure", *columns]
    return table(bench.told(workload), head, body, command=bench_command(bench, rows))


def attaching(inputs: Inputs) -> Section:
    section = Section(
        "experiments",
        "Attaching and single hits",
        "Attaching and detaching while threads run, with the bare writes and syncs for "
        "comparison. Single hits: p50, p99 and the longest. Times end in ns, and are processor "
        "time unless they say wall.",
    )
    found = inputs.fullest(lambda bench: bench.view.experiments or None, len)
    if found is None:
        section.missing = absent(
            "retprobe bench --workload attach_one,attach_40000,latency", "experiments.json"
        )
        return section
    bench, rows, _ = found
    for workload in dict.fromkeys(row["workload"] for row in rows):
        section.folded.append(
            _figures(bench, workload, (row for row in rows if row["workload"] == workload))
        )
    section.notes.append(made_from(bench, ()))
    return section


def regressions(inputs: Inputs) -> Section:
    section = Section(
        "regressions", "Regressions", "Whether a later result is worse than an earlier one."
    )
    command = "retprobe regress {} {} --format json --out regressions.json"
    if not inputs.has(Regressions):
        section.missing = Missing(command.format("BASE", "NEW"), "regressions.json")
        return section
    for file, document in inputs.of_kind(Regressions):
        told = document.document["regress"]
        base, new = told["base"], told["new"]
        name = file.named("{}: ")
        again = command.format(shlex.quote(base["file"]), shlex.quote(new["file"]))
        section.notes.append(
            f"{name}{new['file']} (commit {new['commit'][:12]}) against {base['file']} (commit "
            f"{base['commit'][:12]}): {told['verdict']}. {told['test']}, {told['correction']}, "
            f"alpha {told['alpha']:g}, slower by more than {told['threshold_percent']:g} %."
        )
        changed = [
            row for row in document.document["rows"] if row["verdict"] in ("slower", "faster")
        ]
        if changed:
            section.tables.append(_changes(f"{name}rows whose time changed", changed, again))
        memory = document.document["memory"]
        if memory:
            body = [
                [
                    f"{one['cell']}, {one['counter']}",
                    figure_number(one["base"]),
                    figure_number(one["new"]),
                ]
                for one in memory
            ]
            section.tables.append(
                table(f"{name}memory that changed", ["row", "base", "new"], body, command=again)
            )
        lost = [one for one in document.document["not_compared"] if one["state"] == "lost"]
        section.facts += [
            (one["name"], one.get("why", "it had a time, and has none")) for one in lost
        ]
        section.warnings += [f"{name}{line}." for line in told.get("unlike", ())]
        section.notes += [
            f"{name}{one['what']} differs: {one['base']}, then {one['new']}."
            for one in document.document["context_differences"]
        ]
    if not section.tables:
        section.command = again
    return section


def _changes(caption: str, rows: Iterable[dict[str, Any]], command: str) -> Table:
    body = []
    for row in rows:
        shift = row["shift_percent"]
        change = Cell(
            f"{shift['estimate']:+.1f} %", f"{shift['low']:+.1f}\N{EN DASH}{shift['high']:+.1f}"
        )
        p = row["p_slower_corrected" if row["verdict"] == "slower" else "p_faster_corrected"]
        verdict = Cell(row["verdict"], tone="fail" if row["verdict"] == "slower" else "")
        line = [
            row["name"],
            figure_number(row["base"]["median"]),
            figure_number(row["new"]["median"]),
            change,
            f"{p:.2g}",
            verdict,
        ]
        body.append(line)
    head = ["row", "base, ns", "new, ns", "change", "p, corrected", "verdict"]
    return table(caption, head, body, command=command)


def machine(inputs: Inputs) -> Section:
    section = Section("machine", "Machine", "")
    if not inputs.benches:
        section.missing = absent("retprobe bench --quick", "result.json")
        return section
    section.warnings = [
        f"{bench.file.letter or 'Load'}: measured {bench.load}. These are times of a machine that "
        "was shared."
        for bench in sorted(inputs.benches, key=lambda bench: bench.file.letter)
        if bench.load
    ]
    section.notes.append(
        "Load: how many threads ran or waited to, as means of the last 1, 5 and 15 minutes. It "
        "counts the verification before the measurement, too."
    )
    described: list[tuple[tuple[str, str], ...]] = []
    for bench in inputs.benches:
        context = bench.view.context
        kept = [
            f"{name}: {text}"
            for name, text in context["mitigations"].items()
            if text != "Not affected"
        ]
        others = context.get("other_processors")
        rows: tuple[tuple[str, str], ...] = (
            ("machine", str(context["machine"])),
            (
                "processor",
                f"{processor_name(context)}, {core_words(context)}, {context['cpu_id']}, "
                f"microcode {context['microcode']}",
            ),
            ("hypervisor", str(context["hypervisor"])),
            ("governor", str(context["governor"])),
            ("kernel", str(context["kernel"])),
            ("compiler", str(context["compiler"])),
            ("address randomisation", str(context["aslr"])),
            ("performance counters", str(context["pmu"])),
            ("mitigations", "; ".join(kept) or "none in use"),
        )
        run = (
            f"{context['min_time']:g} s per timing, seed {context['seed']}"
            f"{', quick' if context['quick'] else ''}, {interval_words(context)}; load when it "
            "began "
            + (", ".join(f"{load:.1f}" for load in context.get("load_avg") or []) or "unknown")
            + (f", {others:.2f} processors busy with other work" if others is not None else "")
        )
        head = f"{bench.file.letter or 'run'}: {bench.stamp}" if bench.file.letter else bench.stamp
        # A machine is described once, even if several files were measured on it.
        if rows not in described:
            described.append(rows)
            section.facts += rows
        section.facts.append((head, run))
    return section
