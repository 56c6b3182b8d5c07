"""The sections of the page, in their order.

Each section says what it shows. If no file has its data, it names the command that writes them.
"""

from collections.abc import Callable, Iterable

from retprobe.charts.figures import COMMANDS
from retprobe.report import verdicts
from retprobe.report.blocks import Section, absent, chart, everything, void_notes
from retprobe.report.costs import costs
from retprobe.report.inputs import Inputs
from retprobe.report.linux import linux
from retprobe.report.measured import (
    attaching,
    goals_section,
    handlers,
    machine,
    peers,
    regressions,
)
from retprobe.report.programs import programs
from retprobe.report.tracers import tracers
from retprobe.results import Verdicts

# Name of the chart -> (title of its section, what it is about).
CHARTS = {
    "overhead": (
        "Overhead",
        "Processor time that a probe adds to a call, in nanoseconds. There is one tracer, and its "
        "handlers do nothing.",
    ),
    "scaling": (
        "Scaling over tracers",
        "The same on one small function, with more and more tracers on it.",
    ),
    "depth": (
        "Depth",
        "A function that calls itself: every call is in flight until the deepest one returns.",
    ),
    "functions": (
        "Functions",
        "Different functions, called in a fixed random order: "
        "what the caches and predictors of the processor hold.",
    ),
    "threads": (
        "Threads",
        "Several threads call the function at once; "
        "times are processor time per call of one thread.",
    ),
    "data_size": (
        "Entry data",
        "Bytes that an entry handler may store for the exit handler of the same call.",
    ),
    "registers": (
        "Register sets",
        "Added time if handlers may use vector registers, or see and change all registers.",
    ),
    "callers": (
        "Callers",
        "A probed call under twelve unprobed callers; the time is for the whole nest. If a return "
        "transfer confuses the processor's return predictor, these callers pay.",
    ),
    "memory": (
        "Memory",
        "Shadow stack per call in flight (of a floor: machine stack), "
        "and what a thread takes after its first hit.",
    ),
}


def _charted(name: str) -> Callable[[Inputs], Section]:
    title, intro = CHARTS[name]

    def build(inputs: Inputs) -> Section:
        section = Section(name.replace("_", "-"), title, intro)
        found = inputs.figure(name)
        if found is None:
            section.missing = absent(COMMANDS[name], f"{name}.json")
            return section
        bench, figure, others = found
        section.charts.append(chart(figure, bench, others))
        section.notes += void_notes(figure)
        if name == "callers":
            _add_predictor(section, inputs)
        if name == "overhead":
            section.folded.append(everything(bench))
        return section

    return build


def _add_predictor(section: Section, inputs: Inputs) -> None:
    models = [model for _, document in inputs.of_kind(Verdicts) for model in document.predictor]
    found = verdicts.predictor_table(models)
    if found is not None:
        section.folded.append(found)


def _verify_again(
    inputs: Inputs, of: Callable[[Iterable[verdicts.Row]], list[verdicts.Row]], name: str
) -> str:
    files = [of(document.rows) for _, document in inputs.of_kind(Verdicts)]
    return verdicts.command_of([rows for rows in files if rows], name)


def _scenarios(inputs: Inputs) -> Section:
    section = Section(
        "scenarios",
        "Scenarios",
        "What each design has to do right, and what it declares that it cannot do.",
    )
    if inputs.has(Verdicts):
        rows = verdicts.joined(document.rows for _, document in inputs.of_kind(Verdicts))
        section.tables.append(verdicts.scenario_table(rows))
        section.facts = verdicts.declarations(rows)
        section.command = _verify_again(inputs, verdicts.own, "verdicts.json")
        return section
    found = inputs.fullest(
        lambda bench: verdicts.context_table(bench.view),
        lambda counted: len(counted.rows),
        timed=False,
    )
    command = "retprobe verify"
    if found is None:
        section.missing = absent(command, "verdicts.json")
        return section
    bench, counted, _ = found
    section.tables.append(counted)
    left = bench.view.context["verification"].get("left_out", [])
    section.notes.append(f"The verification before the measurement{bench.file.named(' of {}')}.")
    if left:
        section.notes.append(f"A quick run leaves out, and verify does not: {', '.join(left)}.")
    section.command = verdicts.command_of_context(bench.view)
    return section


def _unwinders(inputs: Inputs) -> Section:
    section = Section(
        "unwinders",
        "Unwinders",
        "Debuggers, profilers and exception handling that know nothing of return probes.",
    )
    rows = verdicts.joined(document.rows for _, document in inputs.of_kind(Verdicts))
    found = verdicts.unwinder_table(verdicts.of_unwinders(rows))
    if found is None:
        section.missing = absent("retprobe verify --scenario 'unwind_*'", "unwinders.json")
    else:
        section.tables.append(found)
        section.command = _verify_again(inputs, verdicts.of_unwinders, "unwinders.json")
    return section


def _injections(inputs: Inputs) -> Section:
    section = Section(
        "injections",
        "Injections",
        "Something interferes at a single instruction of a probed call: a signal, "
        "an exception, a jump out, a fork, "
        "an unwinder. A run that is not exhaustive takes a sample of the instructions.",
    )
    found = verdicts.injection_table(
        verdicts.joined(document.rows for _, document in inputs.of_kind(Verdicts))
    )
    if found is None:
        section.missing = absent(
            "retprobe verify --scenario 'every_instruction*'", "injections.json"
        )
    else:
        section.tables.append(found)
        section.command = _verify_again(inputs, verdicts.of_injections, "injections.json")
    return section


BUILDERS: tuple[Callable[[Inputs], Section], ...] = (
    programs,
    *(
        _charted(name)
        for name in (
            "overhead",
            "scaling",
            "depth",
            "functions",
            "threads",
            "data_size",
            "registers",
            "callers",
        )
    ),
    _scenarios,
    _unwinders,
    _injections,
    _charted("memory"),
    costs,
    linux,
    tracers,
    goals_section,
    handlers,
    peers,
    attaching,
    regressions,
    machine,
)


def sections(inputs: Inputs) -> list[Section]:
    return [build(inputs) for build in BUILDERS]
