"""The verdict: one line that says whether anything got worse.

The dashboard and `python -m retprobe history changes` show the same line."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from retprobe.history.changes import Change, Changes
from retprobe.history.history import CELL


@dataclass(frozen=True)
class Verdict:
    """The line, and its state.

    `state` is "unknown" if no machine has enough runs to tell a change from noise."""

    state: Literal["worse", "fine", "unknown"]
    line: str


def count(number: int, one: str) -> str:
    many = one if one == "series" else f"{one}s"
    return f"{number:,} {one if number == 1 else many}"


def several(names: Iterable[str], one: str) -> str:
    """Up to two names; of more, only their number."""
    different = list(dict.fromkeys(names))
    return ", ".join(different) if len(different) <= 2 else count(len(different), one)


def size(changes: Sequence[Change]) -> str:
    """The size of a change in percent, or the median of several.

    If there is no percentage, the difference."""
    percentages = [change.percent for change in changes if math.isfinite(change.percent)]
    if not percentages:
        return f"{changes[0].after - changes[0].before:+.4g}"
    return f"{median(percentages):+.1f} %" + (" (median)" if len(percentages) > 1 else "")


def short(commit: str) -> str:
    """A commit with ten of its forty digits. A suffix (+changes) stays."""
    return commit[:10] + commit[40:] if len(commit) >= 40 else commit


def _cells(changes: Iterable[Change]) -> int:
    return len({tuple(getattr(one, name) for name in ("machine", *CELL)) for one in changes})


def verdict_of(found: Changes, lost: int, methods: Mapping[str, Sequence[str]]) -> Verdict:
    """The verdict on what find_changes found.

    lost: the number of series that lost their figure; methods: for each machine, the method of each
    of its runs, in order."""
    runs_needed = 2 * found.options.least_runs
    events = found.events
    worse = [change for change in found.changes if change.kind == "worse"]
    together = [
        event for event in events if event.kind == "worse" and event.everything and event.stands
    ]
    besides = (
        f" {count(lost, 'series')} lost {'its figure' if lost == 1 else 'their figures'}."
        if lost
        else ""
    )
    runs = {machine: Counter(of_it) for machine, of_it in methods.items()}
    longest = max(max(by_method.values()) for by_method in runs.values())
    if longest < runs_needed:
        one_way = (
            " measured in one way,"
            if any(len(by_method) > 1 for by_method in runs.values())
            else ""
        )
        line = (
            f"Too early to say: {count(longest, 'run')} of a machine at most,{one_way} "
            f"and it takes {runs_needed} to tell a change from noise."
        )
        return Verdict("worse" if lost else "unknown", f"{besides.strip()} {line}".strip())
    changed = [
        machine
        for machine, of_it in methods.items()
        if len(runs[machine]) > 1 and runs[machine][of_it[-1]] < runs_needed
    ]
    early = (
        f" Too early to say of the newest runs of {several(changed, 'machine')}: "
        "measured in another way."
    )
    besides += early if changed else ""
    standing = [change for change in worse if change.stands]
    if together:
        newest = max(together, key=lambda event: event.position)
        machines = count(
            len({machine for event in together for machine in event.machines}), "machine"
        )
        line = (
            f"All times got worse on {machines}. Newest: {newest.percent:+.1f} %, "
            f"by commit {short(newest.commit)}."
        )
        cells = _cells(change for change in standing if not events[change.event].everything)
        themselves = "itself" if cells == 1 else "themselves"
        more = f" {count(cells, 'series')} did by {themselves}, too." if cells else ""
        return Verdict("worse", line + more + besides)
    if not standing:
        back = (
            f" {count(len(worse), 'change')} for the worse "
            f"{'was' if len(worse) == 1 else 'were'} taken back."
            if worse
            else ""
        )
        return Verdict(
            "worse" if lost else "fine",
            f"{'' if lost else 'Nothing is worse than it was.'}{besides}{back}".strip(),
        )
    last = max({change.event for change in standing}, key=lambda event: events[event].position)
    members = [change for change in standing if change.event == last]
    designs = several((change.design for change in members), "design")
    where = f"{designs} in {several((change.workload for change in members), 'workload')}"
    machines = count(len({change.machine for change in standing}), "machine")
    series = count(_cells(standing), "series")
    line = (
        f"{series} got worse on {machines}. Newest: {where}, {size(members)}, "
        f"by commit {short(events[last].commit)}.{besides}"
    )
    return Verdict("worse", line)
