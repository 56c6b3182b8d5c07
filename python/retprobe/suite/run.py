"""Measure, verify, count: the bundled command line as functions.

They run it as a child process, since the harness measures in fresh processes. Progress is shown by
tqdm, in a terminal and in a notebook; Ctrl-C ends the child and everything that it started.

Selections are globs, numbers, what `retprobe.designs()` and its like list, or several of them. A
glob takes what can be had of what it matches. What is named and cannot be had is said: an Error
before the run where that is known, a warning after it where it is not.
"""

import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path

from retprobe.errors import Error
from retprobe.listing import Named, words_of
from retprobe.results import Costs, Results, Verdicts, load
from retprobe.suite import catalogue
from retprobe.suite.command_line import Step, run_command

# In a notebook tqdm.auto warns where its own bar needs what is not installed, before it takes the
# one of text.
if find_spec("ipywidgets") is not None:
    from tqdm.auto import tqdm
else:
    from tqdm import tqdm

Selected = str | int | Named | Iterable[str | int | Named] | None
"""A glob, a number, a design, workload or scenario, several of them, or None for everything."""

Peers = bool | str | Iterable[str] | None
"""True for all of them, or a glob or several of them; False or None for none."""


# What the command line calls them, and so do the fields of rows.
_OPTIONS = {
    "scenarios": "scenario",
    "designs": "design",
    "workloads": "workload",
    "transfers": "transfer",
    "tracers": "tracers",
    "registers": "registers",
}

Words = Mapping[str, list[str]]
"""What each parameter selects, those that select everything left out."""


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


def _check_transfers(words: Words) -> None:
    """Error where a design is named that has none of the transfers."""
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
    """Warns of what was selected and no row is of."""
    rows = [row for row in document.rows if row["design"] != "unprobed"]
    for name, listed in words.items():
        found = {str(row.get(_OPTIONS[name])) for row in rows}
        for word in listed:
            if not any(fnmatchcase(value, word) for value in found):
                # Told to who called bench, verify or cost.
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
    """One bar per stage, as each begins."""
    bars: list[tuple[str, tqdm[None]]] = []

    def step(stage: str, done: int, total: int, detail: str) -> None:
        if not bars or bars[-1][0] != stage:
            if bars:
                bars[-1][1].close()
            bars.append((stage, tqdm(total=total, desc=stage, disable=not progress)))
        bar = bars[-1][1]
        bar.set_postfix_str(detail, refresh=False)
        bar.update(done - bar.n)

    try:
        yield step
    finally:
        for _, bar in bars:
            bar.close()


def _run(
    command: str, selections: Mapping[str, Selected], options: list[str], progress: bool
) -> Results | Verdicts | Costs:
    """The document that the command line writes. Status 1 (a failed verification) has one, too."""
    words = _words(selections)
    _check_transfers(words)
    arguments = [command, *options]
    for name, listed in words.items():
        arguments += [f"--{_OPTIONS[name]}", ",".join(listed)]
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder, _shown(progress) as step:
        out = Path(folder, command + ".json")
        run_command(
            [*arguments, "--format", "json", "--progress", "json", "--out", str(out)],
            step,
            accepts=(0, 1),
        )
        document = load(out)
    if not isinstance(document, Results | Verdicts | Costs):
        raise Error(
            f"retprobe {command} wrote a document of another kind: {type(document).__name__}"
        )
    _say_left_out(document, words)
    return document


def bench(
    *,
    designs: Selected = None,
    workloads: Selected = None,
    transfers: Selected = None,
    tracers: Selected = None,
    registers: Selected = None,
    quick: bool = False,
    verify: bool = True,
    processes: int | None = None,
    min_time: float | None = None,
    seed: int | None = None,
    peers: Peers = None,
    progress: bool = True,
) -> Results:
    """Verifies the selected candidates, then measures them in fresh processes, in random order.

    `designs`, `workloads`, … take globs ("c*") or lists; `tracers` numbers. `quick` is what the
    comparison table shows, in minutes; everything takes hours. `processes`: fresh ones per
    candidate (5; quick: 3). `min_time`: seconds of each timing, at least (0.1; quick: 0.02).
    `verify=False` measures what nobody checked, and the result says so. `seed`: of the order. A
    candidate that fails its verification has no number, and a run that missed calls is void: `kind`
    is "void" there, with the reason. Raises Error with the command line's message.
    """
    selections = {
        "designs": designs,
        "workloads": workloads,
        "transfers": transfers,
        "tracers": tracers,
        "registers": registers,
    }
    arguments: list[str] = []
    for word, wanted in (("--quick", quick), ("--no-verify", not verify)):
        arguments += [word] if wanted else []
    for option, number in (("--processes", processes), ("--min-time", min_time), ("--seed", seed)):
        arguments += [] if number is None else [option, str(number)]
    arguments += _with_peers(peers)
    document = _run("bench", selections, arguments, progress)
    assert isinstance(document, Results)
    return document


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
    progress: bool = True,
) -> Verdicts:
    """Runs the selected scenarios in every selected cell: design x transfer x register set x
    tracers.

    `jobs`: cells at a time (as many as there are processors). `exhaustive` interferes at every
    instruction where otherwise a sample is taken. `peers` (True, or globs) run those of the
    scenarios `way_out_*` that are selected; the designs, too, run these alone unless `scenarios`
    says more. Failures are verdicts and no exception. Raises Error with the command line's message.
    """
    selections = {
        "scenarios": scenarios,
        "designs": designs,
        "transfers": transfers,
        "tracers": tracers,
        "registers": registers,
    }
    arguments = ["--exhaustive"] if exhaustive else []
    arguments += [] if jobs is None else ["--jobs", str(jobs)]
    arguments += _with_peers(peers)
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
    """Counts what one warm hit executes: instructions, loads, stores, returns that a predictor gets
    wrong. No clock, so the same each time.

    Needs ptrace. Raises Error with the command line's message, also where this machine does not
    permit ptrace.
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
