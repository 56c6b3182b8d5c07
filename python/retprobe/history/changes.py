"""What changed in a history, when, and whether it was the code: change points of all series, put
together into events.

Runs that were measured in different ways (method.py) are series of their own: what came with a new
compiler or another number of visits is not a commit's. What all times of a machine do together is
taken out of each of them first (common_part.py) and searched by itself: it is the machine's, unless
the unprobed runs had no part in it. A change of code is seen in several series and on several
machines at one commit: their likelihoods are added (events.py), which names the commit better than
any of them does alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from retprobe.history.common_part import MachineSeries, machine_series
from retprobe.history.detect import CHUNK, Array, Options, Step, found_steps, scan, scan_all
from retprobe.history.events import Group, grouped, placed
from retprobe.history.history import CELL, History

Kind = Literal["worse", "better", "machine"]

DERIVED = ("ratio_to_call_through",)
"""Metrics that follow from others: changes are not looked for in them again."""

COMMON = -1  # in the place of a row of a machine's series: what is common to its times

NEAR = 50  # runs on each side of a change whose median is the level that is told


@dataclass(frozen=True)
class Change:
    """A change of level in one series."""

    machine: str
    workload: str
    design: str
    transfer: str
    registers: str
    tracers: int
    metric: str
    kind: Kind
    """`machine` where the series is of an unprobed run, or where all runs that it may lie between
    are of one commit."""
    run: str
    """The first run after it."""
    place: int
    """Its index among the machine's runs (Matrix.runs); it may as well be any from `earliest` to
    `latest`."""
    earliest: int
    latest: int
    before: float
    after: float
    """Medians of up to 50 runs on each side, in the metric's unit."""
    percent: float
    """Of the level before, without what the machine's other times did meanwhile."""
    statistic: float
    """The difference in standard errors."""
    stands: bool
    """It was not taken back since: more than half of it is in the latest level."""
    event: int
    """The index of its event in Changes.events."""


@dataclass(frozen=True)
class Event:
    """What one commit did to one or many series; or one change of a machine."""

    kind: Kind
    commit: str
    """The first commit with it, as far as the data say."""
    position: int
    """Of `commit` in History.commits."""
    previous: str
    """The measured commit before `commit`; "" where it is the first."""
    candidates: tuple[str, ...]
    """All measured commits that it may be, in order; `commit` is one. The others' likelihood is
    above a hundredth of its."""
    percent: float
    """The median over its series."""
    series: int
    """How many changed."""
    machines: tuple[str, ...]
    workloads: tuple[str, ...]
    designs: tuple[str, ...]
    metrics: tuple[str, ...]
    everything: bool
    """All probed times of these machines moved; with kind `machine` the unprobed runs, too, or
    there are none to ask."""
    statistic: float
    """The largest of its series."""
    stands: bool
    """True while any of its changes stands."""


@dataclass(frozen=True)
class Changes:
    """All that was found."""

    changes: tuple[Change, ...]
    events: tuple[Event, ...]
    """In the order of commits, the latest first."""
    series: int
    """How many were searched, one for each method that a machine measured with; others have too few
    points, or are the same in every run."""
    accepted: float
    """The probability below which a series' finding counts, after the correction for so many
    series."""
    options: Options

    def to_pandas(self) -> pd.DataFrame:
        """One row per Change, columns as its fields."""
        return pd.DataFrame(
            [asdict(change) for change in self.changes], columns=list(Change.__dataclass_fields__)
        )

    def events_to_pandas(self) -> pd.DataFrame:
        """One row per Event, columns as its fields."""
        return pd.DataFrame(
            [asdict(event) for event in self.events], columns=list(Event.__dataclass_fields__)
        )


@dataclass(frozen=True)
class _Block:
    """Series with equally many points, of any machines."""

    owners: list[tuple[int, int]]  # machine, row
    places: list[NDArray[np.int64]]  # of the points among the machine's runs
    values: Array


@dataclass(frozen=True)
class _Finding:
    machine: MachineSeries
    row: int
    step: Step
    places: NDArray[np.int64]
    stands: bool
    bounds: tuple[int, int]  # of the levels beside it, as indices of points

    @property
    def common(self) -> bool:
        return self.row == COMMON

    @cached_property
    def unprobed(self) -> bool:
        return (
            not self.common and str(self.machine.matrix.series.at[self.row, "design"]) == "unprobed"
        )

    @property
    def percent(self) -> float:
        difference = self.step.after - self.step.before
        return (
            float(np.expm1(difference)) * 100
            if self.common
            else self.machine.percent(self.row, difference)
        )

    @cached_property
    def metric(self) -> str:
        return "*" if self.common else str(self.machine.matrix.series.at[self.row, "metric"])

    @property
    def worse(self) -> bool:
        return (self.percent > 0) != self.metric.endswith("_per_second")


def _blocks(machines: Sequence[MachineSeries], least_runs: int) -> list[_Block]:
    by_points: dict[int, list[tuple[int, int, NDArray[np.int64], Array]]] = defaultdict(list)
    for number, machine in enumerate(machines):
        for row, values in enumerate(machine.rest):
            places = np.flatnonzero(np.isfinite(values))
            if len(places) >= 2 * least_runs and np.ptp(values[places]) > 0:
                by_points[len(places)].append((number, row, places, values[places]))
    blocks = []
    for series in by_points.values():
        for begin in range(0, len(series), CHUNK):
            part = series[begin : begin + CHUNK]
            owners = [(number, row) for number, row, _, _ in part]
            blocks.append(
                _Block(
                    owners,
                    [places for _, _, places, _ in part],
                    np.array([values for *_, values in part]),
                )
            )
    return blocks


def _findings(
    machines: Sequence[MachineSeries],
    blocks: Sequence[_Block],
    found: Sequence[dict[int, list[Step]]],
    options: Options,
) -> Iterator[_Finding]:
    for block, rows in zip(blocks, found, strict=True):
        for index, steps in rows.items():
            number, row = block.owners[index]
            bounds = [0, *(step.at for step in steps), block.values.shape[1]]
            for which, step in enumerate(steps):
                difference = step.after - step.before
                stands = (steps[-1].after - step.before) * np.sign(difference) > abs(difference) / 2
                around = (bounds[which], bounds[which + 2])
                finding = _Finding(
                    machines[number], row, step, block.places[index], bool(stands), around
                )
                if abs(finding.percent) >= options.least_percent:
                    yield finding


def _control_moved(finding: _Finding) -> bool | None:
    """Whether the unprobed runs took at least half of a common step; None where there are none."""
    controls = finding.machine.controls[finding.places]
    begin, end = finding.bounds
    before, after = controls[begin : finding.step.at], controls[finding.step.at : end]
    if np.isnan(before).all() or np.isnan(after).all():
        return None
    moved = float(np.nanmedian(after) - np.nanmedian(before))
    step = finding.step.after - finding.step.before
    return bool(moved / step > 0.5)


def _change(finding: _Finding, kind: Kind, event: int) -> Change:
    machine, step, places = finding.machine, finding.step, finding.places
    among_all = machine.places[places]
    values = machine.matrix.values[finding.row, places]
    begin, end = finding.bounds
    cell: dict[str, Any] = {name: machine.matrix.series.at[finding.row, name] for name in CELL}
    return Change(
        machine=machine.name,
        **cell | {"tracers": int(cell["tracers"])},
        kind=kind,
        run=str(machine.matrix.runs.at[int(places[step.at]), "run"]),
        place=int(among_all[step.at]),
        earliest=int(among_all[step.first]),
        latest=int(among_all[step.last]),
        before=float(np.median(values[max(begin, step.at - NEAR) : step.at])),
        after=float(np.median(values[step.at : min(end, step.at + NEAR)])),
        percent=finding.percent,
        statistic=step.statistic,
        stands=finding.stands,
        event=event,
    )


def _positions(finding: _Finding) -> NDArray[np.int64]:
    found: NDArray[np.int64] = finding.machine.matrix.runs["position"].to_numpy(dtype=np.int64)[
        finding.places
    ]
    return found


def _together(findings: Sequence[_Finding], among: int) -> float:
    """Simes' probability of an event without a change, by the best of its series among all that
    were searched.

    Where a commit changes many series, Benjamini and Hochberg's correction allows some false ones
    among them; they stand alone, at other commits, and would be as many events.
    """
    ordered = np.sort([finding.step.chance for finding in findings])
    return float(np.min(among * ordered / np.arange(1, len(ordered) + 1)))


def _everything(findings: Sequence[_Finding]) -> bool:
    if any(finding.common for finding in findings):
        return True
    moved = {(finding.machine.name, finding.machine.method, finding.row) for finding in findings}
    machines = {
        (finding.machine.name, finding.machine.method): finding.machine for finding in findings
    }.values()
    probed = {
        (machine.name, machine.method, int(row))
        for machine in machines
        for row in np.flatnonzero(
            machine.times & (machine.matrix.series["design"] != "unprobed").to_numpy()
        )
    }
    return len(probed & moved) > 0.9 * len(probed)


def _sorted(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(set(values)))


class _Events:
    """Collects events and the changes that belong to them."""

    def __init__(self, commits: Sequence[str]) -> None:
        self.commits = commits
        self.events: list[Event] = []
        self.changes: list[list[Change]] = []

    def add(self, kind: Kind, group: Group, findings: Sequence[_Finding]) -> None:
        single = [finding for finding in findings if not finding.common]
        series = [finding.machine.matrix.series.loc[finding.row] for finding in single]
        self.events.append(
            Event(
                kind=kind,
                commit=self.commits[group.position],
                position=group.position,
                previous=self.commits[group.position - 1] if group.position else "",
                candidates=tuple(self.commits[position] for position in group.candidates),
                percent=float(np.median([finding.percent for finding in findings])),
                series=len(single),
                machines=_sorted(finding.machine.name for finding in findings),
                workloads=_sorted(each["workload"] for each in series),
                designs=_sorted(each["design"] for each in series),
                metrics=_sorted(each["metric"] for each in series),
                everything=_everything(findings),
                statistic=max(finding.step.statistic for finding in findings),
                stands=any(finding.stands for finding in findings),
            )
        )
        self.changes.append([_change(finding, kind, 0) for finding in single])

    def add_groups(
        self, kind: Kind | None, findings: Sequence[_Finding], among: int = 1, allowed: float = 1.0
    ) -> None:
        """Groups findings by commit; kind None: worse or better, as they are. Those within one
        commit are the machine's, each by itself."""
        known, on_commits = [], []
        for finding in findings:
            positions = _positions(finding)
            where = placed(finding.step, positions, finding.worse)
            if where is None:
                position = int(positions[finding.step.at])
                if _together([finding], among) <= allowed:
                    self.add("machine", Group((0,), position, (position,)), [finding])
            else:
                known.append(finding)
                on_commits.append(where)
        for group in grouped(on_commits):
            members = [known[index] for index in group.members]
            if _together(members, among) > allowed:
                continue
            self.add(kind or ("worse" if members[0].worse else "better"), group, members)

    def done(self) -> tuple[tuple[Change, ...], tuple[Event, ...]]:
        order = sorted(
            range(len(self.events)),
            key=lambda index: (-self.events[index].position, -self.events[index].series),
        )
        changes = [
            replace(change, event=number)
            for number, index in enumerate(order)
            for change in self.changes[index]
        ]
        return tuple(changes), tuple(self.events[index] for index in order)


def find_changes(history: History, options: Options | None = None) -> Changes:
    """Searches all series, the runs of each method by themselves. 10,000 of 1,000 points take 20 s
    of processor time, 14 s of it to read them."""
    options = options or Options()
    machines = [
        part for name in history.machines() for part in machine_series(history, name, DERIVED)
    ]
    return changes_of(machines, list(history.commits()["commit"]), options)


def changes_of(
    machines: Sequence[MachineSeries], commits: Sequence[str], options: Options
) -> Changes:
    """The same, of series that are in memory; `commits` in order, as the machines' runs' positions
    number them."""
    collected = _Events(commits)
    machines = [_without_code(machine, collected, len(machines), options) for machine in machines]
    blocks = _blocks(machines, options.least_runs)
    scanned = scan_all([block.values for block in blocks], options.least_runs)
    searched = sum(len(block.values) for block in blocks)
    accepted, found = found_steps(scanned, options.false_alarms / 2)
    findings = list(_findings(machines, blocks, found, options))
    for name in sorted({finding.machine.name for finding in findings}):
        own = [finding for finding in findings if finding.unprobed and finding.machine.name == name]
        collected.add_groups("machine", own, searched, options.false_alarms / 2)
    probed = [finding for finding in findings if not finding.unprobed]
    collected.add_groups(None, probed, searched, options.false_alarms / 2)
    changes, events = collected.done()
    return Changes(changes, events, searched, accepted, options)


def _without_code(
    machine: MachineSeries, collected: _Events, machines: int, options: Options
) -> MachineSeries:
    """Tells changes of the machine from changes of code that are in everything that is probed: the
    first are told, and the others given back to the series."""
    places = np.flatnonzero(np.isfinite(machine.common))
    if len(places) < 2 * options.least_runs:
        return machine
    scanned = scan(machine.common[None, places], options.least_runs)
    _, steps_found = found_steps([scanned], options.false_alarms / 2 / machines)
    block = _Block([(0, COMMON)], [places], scanned.values)
    found = list(_findings([machine], [block], steps_found, options))
    code = [finding for finding in found if _control_moved(finding) is False]
    collected.add_groups("machine", [finding for finding in found if finding not in code])
    steps = np.zeros(len(machine.common))
    for finding in code:
        steps[finding.places[finding.step.at] :] += finding.step.after - finding.step.before
    rest = machine.rest.copy()
    rest[machine.times] += steps
    return replace(machine, rest=rest, common=machine.common - steps)
