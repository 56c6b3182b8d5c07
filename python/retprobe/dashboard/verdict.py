"""The site's verdict: the line of history.verdict, and how much data it is from."""

from dataclasses import dataclass

from retprobe.dashboard.model import History
from retprobe.history import verdict as shared
from retprobe.history.method import method_of
from retprobe.history.verdict import count


@dataclass(frozen=True)
class Verdict(shared.Verdict):
    extent: str


def verdict(history: History, runs_needed: int = 0) -> Verdict:
    """The verdict on the latest state.

    runs_needed: the number of runs that a machine needs for a search for changes."""
    runs = sum(len(machine.runs) for machine in history.machines)
    times = [run.time for machine in history.machines for run in machine.runs]
    extent = (
        f"{count(len(history.commits), 'commit')}, {count(len(history.machines), 'machine')}, "
        f"{count(runs, 'run')}, "
        f"{count(len(history.series), 'series')}; {min(times):%Y-%m-%d} to {max(times):%Y-%m-%d}."
    )
    worse = []
    for change in history.changes:
        if change.kind == "worse":
            series, position = history.series[change.series], history.events[change.event].commit
            worse.append(
                shared.Worse(
                    machine=history.machines[change.machine].name,
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
            [history.machines[machine].name for machine in event.machines],
        )
        for event in history.events
        if event.kind == "worse" and event.everything and event.stands
    ]
    methods = {
        machine.name: [method_of(history.contexts[run.context]) for run in machine.runs]
        for machine in history.machines
    }
    found = shared.verdict(worse, together, len(history.lost), methods, runs_needed)
    return Verdict(found.state, found.line, extent)
