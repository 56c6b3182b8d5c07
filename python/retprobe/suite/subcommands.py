"""`bench`, `verify`, `cost`, `prices` and `run`: subcommands of the command line as functions.

They run it as a child process, because the harness measures in fresh processes. tqdm shows the
progress, in a terminal and in a notebook. Ctrl-C ends the child and everything that it started.

A selection is a glob, a number, an entry of `retprobe.designs()` and similar listings, or several
of these. A glob selects those of its matches that can be run. If a selection is named exactly and
cannot be run, that is an Error before the run, or a warning after it if it shows only then.
"""

import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, overload

from retprobe.errors import Error
from retprobe.listing import Named, words_of
from retprobe.results import (
    Costs,
    Document,
    Prices,
    ProgramComparison,
    ProgramRun,
    Results,
    TracerVerdicts,
    Verdicts,
    load,
)
from retprobe.suite import catalogue
from retprobe.suite.command_line import END_PROGRAM_BY, Step, run_command, run_program

# In a notebook without ipywidgets, tqdm.auto warns before it falls back to the bar of text.
if find_spec("ipywidgets") is not None:
    from tqdm.auto import tqdm
else:
    from tqdm import tqdm

Selected = str | int | Named | Iterable[str | int | Named] | None
"""A glob, a number, a design, workload or scenario, or several of these; None for everything."""

Peers = bool | str | Iterable[str] | None
"""True for all peers, a glob, or several globs; False or None for no peer."""

Word = str | os.PathLike[str]

# The parameters' names on the command line, which are also the names of the rows' fields.
_OPTIONS = {
    "scenarios": "scenario",
    "designs": "design",
    "workloads": "workload",
    "transfers": "transfer",
    "tracers": "tracers",
    "registers": "registers",
    "handlers": "handlers",
    "variants": "variant",
}

Words = Mapping[str, list[str]]
"""What each parameter selects. A parameter that selects everything is left out."""


def _words(selections: Mapping[str, Selected]) -> Words:
    words = {
        name: words_of(selected) for name, selected in selections.items() if selected is not None
    }
    for name, listed in words.items():
        if not listed:
            raise Error(f"{name}: an empty selection; leave it out to select everything", "usage")
    return words


def _with_peers(peers: Peers) -> list[str]:
    if peers is None or isinstance(peers, bool):
        return ["--peers"] if peers else []
    return [f"--peers={','.join(_words({'peers': peers})['peers'])}"]


def _with_shard(shard: str | None) -> list[str]:
    return [] if shard is None else ["--shard", shard]


def _options_of(words: Words) -> list[str]:
    options: list[str] = []
    for name, listed in words.items():
        options += [f"--{_OPTIONS[name]}", ",".join(listed)]
    return options


def _paths(tracer: Word | Sequence[Word]) -> list[str]:
    paths = [tracer] if isinstance(tracer, str | os.PathLike) else tracer
    names = [os.fspath(path) for path in paths]
    if not names:
        raise Error("tracer: an empty list", "usage")
    if odd := [name for name in names if "," in name]:
        raise Error(f"tracer: {odd[0]}: the command line splits paths at commas", "usage")
    return names


def _check_transfers(words: Words) -> None:
    """Raises Error if a design without return transfers is named, and "-" is not selected."""
    if "designs" not in words or any(
        fnmatchcase("-", glob) for glob in words.get("transfers", ["-"])
    ):
        return
    floors = [design.name for design in catalogue.designs() if not design.has_transfers]
    if named := [word for word in words["designs"] if word in floors]:
        raise Error(
            f"{', '.join(named)}: no return transfers to choose from, and '-' stands for that; "
            "add '-' to transfers, or leave out what has none",
            "usage",
        )


def _say_left_out(document: Results | Verdicts | Costs, words: Words) -> None:
    """Warns of each selection that no row belongs to."""
    rows = [row for row in document.rows if row["design"] != "unprobed"]
    for name, listed in words.items():
        found = {str(row.get(_OPTIONS[name])) for row in rows}
        if name == "workloads" and "handlers" in words:
            # A workload with such handlers is a variant of it: leaf+counting.
            found |= {workload.partition("+")[0] for workload in found}
        for word in listed:
            if not any(fnmatchcase(value, word) for value in found):
                # The warning's place is the call of bench, verify or cost.
                warnings.warn(
                    f"{name}: nothing was run for {word!r}: {_why(name, word, words)}", stacklevel=4
                )


def _why(name: str, word: str, words: Words) -> str:
    if name == "transfers" and word == "-":
        return "it stands for designs that have no return transfers, and none of them is selected"
    known = catalogue.scenarios()
    if name == "scenarios" and word in known.names and "tracers" in words:
        return f"it runs with {', '.join(map(str, known[word].tracers))} tracers"
    return "it does not go together with the rest of the selection"


@contextmanager
def _shown(progress: bool) -> Iterator[Step]:
    """A step function that shows one progress bar per stage, from the stage's beginning."""
    bars: list[tuple[str, tqdm[None]]] = []

    def step(stage: str, done: int, total: int, detail: str) -> None:
        if not bars or bars[-1][0] != stage:
            if bars:
                bars[-1][1].close()
            bars.append((stage, tqdm(total=total, desc=stage, disable=not progress)))
        bar = bars[-1][1]
        bar.total = total  # a comparison knows it only after its first runs
        bar.set_postfix_str(detail, refresh=False)
        bar.update(done - bar.n)

    try:
        yield step
    finally:
        for _, bar in bars:
            bar.close()


def _written_by(arguments: list[str], progress: bool) -> Document:
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder, _shown(progress) as step:
        out = Path(folder, arguments[0] + ".json")
        run_command(
            [*arguments, "--format", "json", "--progress", "json", "--out", str(out)],
            step,
            accepts=(0, 1),
        )
        return load(out)


def _run(
    command: str, selections: Mapping[str, Selected], options: list[str], progress: bool
) -> Results | Verdicts | Costs:
    """Runs the command line and returns the document that it writes.

    It writes one also with exit status 1, a failed verification."""
    words = _words(selections)
    _check_transfers(words)
    document = _written_by([command, *options, *_options_of(words)], progress)
    if not isinstance(document, Results | Verdicts | Costs):
        raise Error(
            f"retprobe {command} wrote a document of another kind: {type(document).__name__}"
        )
    if "--shard" not in options:  # another part may have it
        _say_left_out(document, words)
    return document


def bench(
    *,
    designs: Selected = None,
    workloads: Selected = None,
    transfers: Selected = None,
    tracers: Selected = None,
    registers: Selected = None,
    handlers: Selected = None,
    quick: bool = False,
    verify: bool = True,
    processes: int | None = None,
    min_time: float | None = None,
    seed: int | None = None,
    peers: Peers = None,
    shard: str | None = None,
    progress: bool = True,
) -> Results:
    """Verifies the selected candidates, then measures them in fresh processes, in random order.

    - `designs`, `workloads`, …: globs ("c*") or lists; `tracers`: numbers.
    - `handlers`: what the tracers' handlers do: "empty" (nothing), "counting" (increment a counter
      each), "recording" (write the time and 32 bytes each into the thread's ring), or several. By
      default empty, and on leaf and fib all three, unless `quick` or `workloads` is given.
    - `quick`: only the rows of the comparison table, in minutes. A full run takes hours.
    - `processes`: fresh processes per candidate (6; quick: 3).
    - `min_time`: the seconds for which each process times a case, at least (0.02).
    - `verify=False`: measures without verification, which the result says.
    - `seed`: of the random order.
    - `peers`: other tools to measure as well.
    - `shard`: "i/n" measures only part i of n, counted from 0. `retprobe.sweep` runs all parts.

    A candidate that fails its verification gets no number, nor does a run that missed calls. The
    `kind` of such a row is "void", and its `void` has the reason. Raises Error with the command
    line's message.
    """
    selections = {
        "designs": designs,
        "workloads": workloads,
        "transfers": transfers,
        "tracers": tracers,
        "registers": registers,
        "handlers": handlers,
    }
    arguments: list[str] = []
    for word, wanted in (("--quick", quick), ("--no-verify", not verify)):
        arguments += [word] if wanted else []
    for option, number in (("--processes", processes), ("--min-time", min_time), ("--seed", seed)):
        arguments += [] if number is None else [option, str(number)]
    arguments += _with_peers(peers) + _with_shard(shard)
    document = _run("bench", selections, arguments, progress)
    assert isinstance(document, Results)
    return document


@overload
def verify(
    *,
    scenarios: Selected = None,
    designs: Selected = None,
    transfers: Selected = None,
    tracers: Selected = None,
    registers: Selected = None,
    exhaustive: bool = False,
    jobs: int | None = None,
    peers: Peers = None,
    shard: str | None = None,
    tracer: None = None,
    variants: None = None,
    progress: bool = True,
) -> Verdicts: ...
@overload
def verify(
    *,
    tracer: Word | Sequence[Word],
    variants: Selected = None,
    scenarios: Selected = None,
    jobs: int | None = None,
    progress: bool = True,
) -> TracerVerdicts: ...
def verify(
    *,
    scenarios: Selected = None,
    designs: Selected = None,
    transfers: Selected = None,
    tracers: Selected = None,
    registers: Selected = None,
    exhaustive: bool = False,
    jobs: int | None = None,
    peers: Peers = None,
    shard: str | None = None,
    tracer: Word | Sequence[Word] | None = None,
    variants: Selected = None,
    progress: bool = True,
) -> Verdicts | TracerVerdicts:
    """Runs the selected scenarios in every selected cell: design x transfer x register set x
    tracers.

    - `jobs`: cells at a time (the number of processors, plus 1).
    - `exhaustive`: interferes at every instruction. By default, at a sample of them.
    - `peers` (True, or globs): other tools to check as well. Peers run only the scenarios
      `way_out_*`. With `peers`, designs run only these, too, unless `scenarios` selects more.
    - `shard`: "i/n" runs only part i of n, counted from 0. `retprobe.sweep` runs all parts.

    With `tracer`, tracers that are not ours are judged instead (docs/adapter.md): the path of a
    shared library with an adapter, or of a player that has one compiled in, or several of these.
    `variants`: globs, some of the ways to use them. What selects designs and cells does not go with
    it.

    A failure is a verdict and no exception. Raises Error with the command line's message.
    """
    selections: dict[str, Selected] = {
        "scenarios": scenarios,
        "designs": designs,
        "transfers": transfers,
        "tracers": tracers,
        "registers": registers,
    }
    arguments = ["--exhaustive"] if exhaustive else []
    arguments += [] if jobs is None else ["--jobs", str(jobs)]
    arguments += _with_peers(peers) + _with_shard(shard)
    if tracer is not None or variants is not None:
        arguments += [] if tracer is None else ["--tracer", ",".join(_paths(tracer))]
        arguments += _options_of(_words({**selections, "variants": variants}))
        judged = _written_by(["verify", *arguments], progress)
        assert isinstance(judged, TracerVerdicts)
        return judged
    document = _run("verify", selections, arguments, progress)
    assert isinstance(document, Verdicts)
    return document


def cost(
    *,
    designs: Selected = None,
    transfers: Selected = None,
    tracers: Selected = None,
    registers: Selected = None,
    progress: bool = True,
) -> Costs:
    """Counts what one warm hit executes: instructions, loads, stores, mispredicted returns.

    No clock is read, so each run gives the same counts. Needs ptrace. Raises Error with the command
    line's message, also if this machine does not permit ptrace.
    """
    selections = {
        "designs": designs,
        "transfers": transfers,
        "tracers": tracers,
        "registers": registers,
    }
    document = _run("cost", selections, [], progress)
    assert isinstance(document, Costs)
    return document


def prices() -> Prices:
    """Times what the parts of a hit cost on this processor, in cycles. Takes some seconds.

    `prices` of the result are single instructions, many in turn; its rows are variants of the
    skeleton of a hit. Needs ptrace, because each variant is walked before it is timed. Raises Error
    with the command line's message, also if this machine does not permit ptrace.
    """
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder:
        out = Path(folder, "prices.json")
        run_command(["prices", "--skeleton", "--format", "json", "--out", str(out)])
        return Prices.load(out)


def _said_of_selection(probed: int, notes: Sequence[str]) -> None:
    """Warns if no function was probed."""
    if probed == 0:
        why = "; ".join(notes)
        # The warning's place is the call of run.
        warnings.warn(f"no function was probed: {why}", stacklevel=3)


@overload
def run(
    command: Sequence[Word],
    *,
    design: Selected = None,
    transfer: Selected = None,
    functions: Selected = None,
    exclude: Selected = None,
    input: Word = "/dev/null",
    compare: Literal[False] = False,
    rounds: None = None,
    progress: bool = True,
) -> ProgramRun: ...
@overload
def run(
    command: Sequence[Word],
    *,
    design: Selected = None,
    transfer: Selected = None,
    functions: Selected = None,
    exclude: Selected = None,
    input: Word = "/dev/null",
    compare: Literal[True],
    rounds: int | None = None,
    progress: bool = True,
) -> ProgramComparison: ...
def run(
    command: Sequence[Word],
    *,
    design: Selected = None,
    transfer: Selected = None,
    functions: Selected = None,
    exclude: Selected = None,
    input: Word = "/dev/null",
    compare: bool = False,
    rounds: int | None = None,
    progress: bool = True,
) -> ProgramRun | ProgramComparison:
    """Runs a program with its patchable functions probed: run(["./server", "8080"]).

    - `functions`, `exclude`: names, globs, "module:GLOB" for all of a library; by default all
      functions are probed. docs/run.md says how to compile them.
    - `design`, `transfer`: "counted_shadow" and "paired" by default.
    - `input`: a file, the program's standard input. Its output and its messages are this process's.

    The result says how often each function was called, and in `context` how the program ended. What
    the program leaves running is ended with it.

    `compare=True` runs the program unprobed and with each design, in turns, and says which design
    to take for it. Its output is compared, and not shown. `design` may then name several, and
    `rounds` is the number of turns (by default, as many as fit into a minute, from 6 to 20). A
    program that a design changes is a result, too: the row's `difference` says what is different.

    Warns if no function was probed. Raises Error with the command line's message, for instance if
    the program cannot be started.
    """
    if isinstance(command, str | os.PathLike) or not command:
        raise Error('command: a list of words, such as ["./server", "8080"]', "usage")
    words = _words(
        {"design": design, "transfer": transfer, "functions": functions, "exclude": exclude}
    )
    arguments = ["run", "--format", "json"]
    for name, listed in words.items():
        # The command line splits at commas, which names of template instances have.
        arguments += [f"--{name}", ",".join(word.replace(",", "?") for word in listed)]
    arguments += [] if rounds is None else ["--rounds", str(rounds)]
    program = ["--", *(os.fspath(word) for word in command)]
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder:
        out = Path(folder, "run.json")
        arguments += ["--out", str(out)]
        if not compare:
            run_program([*arguments, *program], os.fspath(input), out)
            counted = ProgramRun.load(out)
            _said_of_selection(counted.context["functions_probed"], counted.context["notes"])
            return counted
        arguments += ["--compare", "--input", os.fspath(input), "--progress", "json"]
        with _shown(progress) as step:
            run_command([*arguments, *program], step, accepts=(0, 1), end_by=END_PROGRAM_BY)
        compared = ProgramComparison.load(out)
        _said_of_selection(compared.context["functions_probed"], compared.context["notes"])
        return compared
