"""The one line: did anything get worse?"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from retprobe.dashboard.model import Change, History


@dataclass(frozen=True)
class Verdict:
    """`state` is "unknown" where no series has the runs that it takes to tell a change from noise."""

    state: Literal["worse", "fine", "unknown"]
    line: str
    extent: str


def count(number: int, one: str) -> str:
    many = one if one == "series" else f"{one}s"
    return f"{number:,} {one if number == 1 else many}"


def several(names: Iterable[str], one: str) -> str:
    """Up to two names, else how many."""
    different = list(dict.fromkeys(names))
    return ", ".join(different) if len(different) <= 2 else count(len(different), one)


def size(changes: Sequence[Change]) -> str:
    """How large a change is, or the median of several; the difference where there is no percentage."""
    percentages = [change.percent for change in changes if math.isfinite(change.percent)]
    if not percentages:
        return f"{changes[0].after - changes[0].before:+.4g}"
    return f"{median(percentages):+.1f} %" + (" (median)" if len(percentages) > 1 else "")


def short(commit: str) -> str:
    """Ten digits of a commit's forty; what follows them (+changes) stays."""
    return commit[:10] + commit[40:] if len(commit) >= 40 else commit


def verdict(history: History, runs_needed: int = 0) -> Verdict:
    """What stands now; runs_needed: how many runs a series needs before changes are looked for in it."""
    runs = sum(len(machine.runs) for machine in history.machines)
    times = [run.time for machine in history.machines for run in machine.runs]
    extent = (
        f"{count(len(history.commits), 'commit')}, {count(len(history.machines), 'machine')}, {count(runs, 'run')}, "
        f"{count(len(history.series), 'series')}; {min(times):%Y-%m-%d} to {max(times):%Y-%m-%d}."
    )
    longest = max(len(machine.runs) for machine in history.machines)
    if longest < runs_needed:
        line = (
            f"Too early to say: {count(longest, 'run')} of a machine at most, "
            f"and it takes {runs_needed} to tell a change from noise."
        )
        return Verdict("unknown", line, extent)
    worse = [change for change in history.changes if change.kind == "worse"]
    standing = [change for change in worse if change.stands]
    lost = (
        f" {count(len(history.lost), 'series')} lost {'its figure' if len(history.lost) == 1 else 'their figures'}."
        if history.lost
        else ""
    )
    together = [event for event in history.events if event.kind == "worse" and event.everything and event.stands]
    if together:
        newest_of_all = max(together, key=lambda event: event.commit)
        machines = count(len({machine for event in together for machine in event.machines}), "machine")
        line = (
            f"All times got worse on {machines}. Newest: {newest_of_all.percent:+.1f} %, by commit "
            f"{short(history.commits[newest_of_all.commit].name)}."
        )
        more = (
            f" {count(len({change.series for change in standing}), 'series')} did by themselves, too."
            if standing
            else ""
        )
        return Verdict("worse", line + more + lost, extent)
    if not standing:
        back = (
            f" {count(len(worse), 'change')} for the worse {'was' if len(worse) == 1 else 'were'} taken back."
            if worse
            else ""
        )
        return Verdict("worse" if lost else "fine", f"{lost.strip() or 'Nothing is worse than it was.'}{back}", extent)
    newest = max((change.event for change in standing), key=lambda event: history.events[event].commit)
    members = [change for change in standing if change.event == newest]
    of = [history.series[change.series] for change in members]
    where = f"{several([m.design for m in of], 'design')} in {several([m.workload for m in of], 'workload')}"
    series = len({change.series for change in standing})
    machines = count(len({change.machine for change in standing}), "machine")
    commit = short(history.commits[history.events[newest].commit].name)
    line = (
        f"{count(series, 'series')} got worse on {machines}. Newest: {where}, {size(members)}, "
        f"by commit {commit}.{lost}"
    )
    return Verdict("worse", line, extent)
