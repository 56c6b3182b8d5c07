"""The site's verdict: the line of history.verdict, and how much data it is from."""

from collections import defaultdict
from dataclasses import dataclass

from retprobe.dashboard.model import History
from retprobe.history import verdict as shared
from retprobe.history.verdict import count
from retprobe.machine import method_of


@dataclass(frozen=True)
class Verdict(shared.Verdict):
    extent: str


def verdict(history: History, runs_needed: int = 0) -> Verdict:
    """The verdict on the latest state.

    runs_needed: the number of runs that a machine needs for a search for changes."""
    runs = sum(len(machine.runs) for machine in history.machines)
    times = [run.time for machine in history.machines for run in machine.runs]
    names = [machine.machine or machine.name for machine in history.machines]
    extent = (
        f"{count(len(history.commits), 'commit')}, {count(len(set(names)), 'machine')}, "
        f"{count(runs, 'run')}, "
        f"{count(len(history.series), 'series')}; {min(times):%Y-%m-%d} to {max(times):%Y-%m-%d}."
    )
    worse = []
    for change in history.changes:
        if change.kind == "worse":
            series, position = history.series[change.series], history.events[change.event].commit
            worse.append(
                shared.Worse(
                    machine=names[change.machine],
                    series=str(series),
                    design=series.design,
                    workload=series.workload,
                    before=change.before,
                    after=change.after,
                    percent=change.percent,
                    stands=change.stands,
                    event=change.event,
                    commit=history.commits[position].name,
                    position=position,
                )
            )
    together = [
        shared.Together(
            history.commits[event.commit].name,
            event.commit,
            event.percent,
            [names[machine] for machine in event.machines],
        )
        for event in history.events
        if event.kind == "worse" and event.everything and event.stands
    ]
    places = {commit.name: place for place, commit in enumerate(history.commits)}
    runs_of = defaultdict(list)
    for name, machine in zip(names, history.machines, strict=True):
        for run in machine.runs:
            method = method_of(history.contexts[run.context])
            runs_of[name].append((places[run.commit], run.time, method))
    methods = {name: [method for *_, method in sorted(runs)] for name, runs in runs_of.items()}
    found = shared.verdict(worse, together, len(history.lost), methods, runs_needed)
    return Verdict(found.state, found.line, extent)
