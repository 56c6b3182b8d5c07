"""Measure, verify, count: the bundled command line as functions.

They run it as a child process, since the harness measures in fresh processes. Progress is shown by tqdm, in a
terminal and in a notebook; Ctrl-C ends the child and everything that it started.
"""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tqdm.auto import tqdm

from retprobe.errors import Error
from retprobe.results import Costs, Results, Verdicts, load
from retprobe.suite.command_line import Step, run_command

Selected = str | int | Iterable[str | int] | None
"""A glob, a number, several of them, or None for everything."""

Peers = bool | str | Iterable[str] | None
"""True for all of them, or a glob or several of them; False or None for none."""


def _listed(option: str, selected: Selected) -> list[str]:
    if selected is None:
        return []
    words = [selected] if isinstance(selected, str | int) else list(selected)
    if not words:
        raise Error(f"{option[2:]}: an empty selection; leave it out to select everything", "usage")
    return [option, ",".join(str(word) for word in words)]


def _with_peers(peers: Peers) -> list[str]:
    if peers is None or isinstance(peers, bool):
        return ["--peers"] if peers else []
    return ["=".join(_listed("--peers", peers))]


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


def _run(arguments: list[str], progress: bool) -> Results | Verdicts | Costs:
    """The document that the command line writes. Status 1 (a failed verification) has one, too."""
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder, _shown(progress) as step:
        out = Path(folder, arguments[0] + ".json")
        run_command([*arguments, "--format", "json", "--progress", "json", "--out", str(out)], step, accepts=(0, 1))
        document = load(out)
    if not isinstance(document, Results | Verdicts | Costs):
        raise Error(f"retprobe {arguments[0]} wrote a document of another kind: {type(document).__name__}")
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

    `designs`, `workloads`, … take globs ("c*") or lists; `tracers` numbers. `quick` is what the comparison table
    shows, in minutes; everything takes hours. `processes`: fresh ones per candidate (5; quick: 3). `min_time`:
    seconds of each timing, at least (0.1; quick: 0.02). `verify=False` measures what nobody checked, and the result
    says so. `seed`: of the order. A candidate that fails its verification has no number, and a run that missed calls
    is void: `kind` is "void" there, with the reason. Raises Error with the command line's message.
    """
    arguments = ["bench"]
    for option, selected in (
        ("--design", designs),
        ("--workload", workloads),
        ("--transfer", transfers),
        ("--tracers", tracers),
        ("--registers", registers),
    ):
        arguments += _listed(option, selected)
    for word, wanted in (("--quick", quick), ("--no-verify", not verify)):
        arguments += [word] if wanted else []
    for option, number in (("--processes", processes), ("--min-time", min_time), ("--seed", seed)):
        arguments += [] if number is None else [option, str(number)]
    arguments += _with_peers(peers)
    document = _run(arguments, progress)
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
    """Runs the selected scenarios in every selected cell: design x transfer x register set x tracers.

    `jobs`: cells at a time (as many as there are processors). `exhaustive` interferes at every instruction where
    otherwise a sample is taken. `peers` (True, or globs) run those of the scenarios `way_out_*` that are selected; the
    designs, too, run these alone unless `scenarios` says more. Failures are verdicts and no exception. Raises Error
    with the command line's message.
    """
    arguments = ["verify"]
    for option, selected in (
        ("--scenario", scenarios),
        ("--design", designs),
        ("--transfer", transfers),
        ("--tracers", tracers),
        ("--registers", registers),
    ):
        arguments += _listed(option, selected)
    arguments += ["--exhaustive"] if exhaustive else []
    arguments += [] if jobs is None else ["--jobs", str(jobs)]
    arguments += _with_peers(peers)
    document = _run(arguments, progress)
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
    """Counts what one warm hit executes: instructions, loads, stores, returns that a predictor gets wrong. No clock,
    so the same each time.

    Needs ptrace. Raises Error with the command line's message, also where this machine does not permit ptrace.
    """
    arguments = ["cost"]
    for option, selected in (
        ("--design", designs),
        ("--transfer", transfers),
        ("--tracers", tracers),
        ("--registers", registers),
    ):
        arguments += _listed(option, selected)
    document = _run(arguments, progress)
    assert isinstance(document, Costs)
    return document
