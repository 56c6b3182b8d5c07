"""Finds what changed in a history, when, and whether the code or a machine did.

It looks for change points in all series and puts them together into events:

- Runs of different machines, or by different methods (machine.py), are different series. A change
  that came with a new compiler or another number of visits is not a commit's.
- The part that all times of a machine have in common is removed from each of them (common_part.py)
  and searched separately. A change in it is the machine's, unless the unprobed runs did not change.
- A change of code shows in several series and on several machines at one commit. Their likelihoods
  are added up (events.py), which finds the commit better than one series could.
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
from retprobe.values import BESIDE

Kind = Literal["worse", "better", "machine"]

DERIVED = ("ratio_to_call_through",)
"""Metrics that are computed from others. They are not searched for changes again."""

COMMON = -1  # as a row of a machine's series: the part that its times have in common

NEAR = 50  # a level is the median of up to this many runs on that side of the change


@dataclass(frozen=True)
class Change:
    """A change of level in one series."""

    machine: str
    method: str
    workload: str
    design: str
    transfer: str
    registers: str
    tracers: int
    metric: str
    kind: Kind
    """`machine` if the series is of an unprobed run or of what an experiment compares its probe
    with (BESIDE), or if all runs at which the change may be are of one commit."""
    run: str
    """The first run after the change."""
    place: int
    """The index of `run` among the runs of this machine and method (Matrix.runs). The change may
    be at any run from `earliest` to `latest`."""
    earliest: int
    latest: int
    before: float
    after: float
    """Medians of up to 50 runs before and after the change, in the metric's unit."""
    percent: float
    """The change in percent of the level before, without the machine's common part; infinite if
    that level is not positive."""
    statistic: float
    """The difference of the levels, in standard errors."""
    stands: bool
    """Whether it was not taken back: more than half of it is still in the latest level."""
    event: int
    """The index of its event in Changes.events."""


@dataclass(frozen=True)
class Event:
    """The changes of one or many series by one commit, or one change of a machine."""

    kind: Kind
    commit: str
    """The most likely first commit with the change."""
    position: int
    """The index of `commit` in History.commits."""
    previous: str
    """The measured commit before `commit`; "" if `commit` is the first."""
    candidates: tuple[str, ...]
    """All measured commits that it may be, in order, `commit` included. Their likelihoods are above
    a hundredth of that of `commit`."""
    percent: float
    """The median of the changes of its series, in percent; infinite if none has a percentage."""
    series: int
    """The number of series that changed."""
    machines: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    """Those machines, with the methods of the series."""
    workloads: tuple[str, ...]
    designs: tuple[str, ...]
    metrics: tuple[str, ...]
    everything: bool
    """Whether all probed times of these machines changed. With the kind `machine`, the unprobed
    runs changed, too, or there are none."""
    statistic: float
    """The largest statistic of its series."""
    stands: bool
    """Whether any of its changes stands."""


@dataclass(frozen=True)
class Changes:
    """All changes and events that were found."""

    changes: tuple[Change, ...]
    events: tuple[Event, ...]
    """In the order of commits, the latest first."""
    series: int
    """The number of series that were searched, one for each method that a machine measured with.

    Series with too few points, or with the same value in every run, are not searched."""
    accepted: float
    """The largest probability with which a finding counts, after the correction for the number of
    series."""
    options: Options

    def to_pandas(self) -> pd.DataFrame:
        """One row per Change; the columns are its fields."""
        return pd.DataFrame(
            [asdict(change) for change in self.changes], columns=list(Change.__dataclass_fields__)
        )

    def events_to_pandas(self) -> pd.DataFrame:
        """One row per Event; the columns are its fields."""
        return pd.DataFrame(
            [asdict(event) for event in self.events], columns=list(Event.__dataclass_fields__)
        )


@dataclass(frozen=True)
class _Block:
    """Series of any machines, all with the same number of points."""

    owners: list[tuple[int, int]]  # machine, row
    places: list[NDArray[np.int64]]  # of the points among the runs
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
        if self.common:
            return False
        design = str(self.machine.matrix.series.at[self.row, "design"])
        return design == "unprobed" or BESIDE.match(self.metric) is not None

    @property
    def percent(self) -> float:
        before, after = self.step.before, self.step.after
        return (
            float(np.expm1(after - before)) * 100
            if self.common
            else self.machine.percent(self.row, before, after)
        )

    @cached_property
    def metric(self) -> str:
        return "*" if self.common else str(self.machine.matrix.series.at[self.row, "metric"])

    @property
    def worse(self) -> bool:
        return self.percent > 0


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
    """Whether the unprobed runs changed by at least half of a common step; None if there are
    none."""
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
    values = machine.matrix.values[finding.row, places]
    begin, end = finding.bounds
    cell: dict[str, Any] = {name: machine.matrix.series.at[finding.row, name] for name in CELL}
    return Change(
        machine=machine.name,
        method=machine.method,
        **cell | {"tracers": int(cell["tracers"])},
        kind=kind,
        run=str(machine.matrix.runs.at[int(places[step.at]), "run"]),
        place=int(places[step.at]),
        earliest=int(places[step.first]),
        latest=int(places[step.last]),
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
    """The probability of such an event without a change, by Simes' test.

    `among`: the number of series that were searched. If a commit changes many series, Benjamini and
    Hochberg's correction admits some false findings. These are alone at other commits, so without
    this test each would be an event.
    """
    ordered = np.sort([finding.step.chance for finding in findings])
    return float(np.min(among * ordered / np.arange(1, len(ordered) + 1)))


def _everything(findings: Sequence[_Finding]) -> bool:
    if any(finding.common for finding in findings):
        return True
    moved = {(finding.machine.line, finding.row) for finding in findings}
    machines = {finding.machine.line: finding.machine for finding in findings}.values()
    probed = {
        (machine.line, int(row))
        for machine in machines
        for row in np.flatnonzero(
            machine.times & (machine.matrix.series["design"] != "unprobed").to_numpy()
        )
    }
    return len(probed & moved) > 0.9 * len(probed)


def _median(percentages: Sequence[float]) -> float:
    return float(np.median([one for one in percentages if np.isfinite(one)] or percentages[:1]))


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
                percent=_median([finding.percent for finding in findings]),
                series=len(single),
                machines=_sorted(finding.machine.name for finding in findings),
                lines=_sorted(finding.machine.line for finding in findings),
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
        """Groups findings by commit and adds the events.

        With kind None, an event is worse or better, as its changes are. A change between runs of
        one commit is the machine's, and an event of its own."""
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
    """Searches all series for changes, with the runs of each method as series of their own.

    10,000 series of 1,000 points take 20 s of processor time; reading them is 14 s of that."""
    options = options or Options()
    machines = [machine_series(history, *line, DERIVED) for line in history.lines()]
    return changes_of(machines, list(history.commits()["commit"]), options)


def changes_of(
    machines: Sequence[MachineSeries], commits: Sequence[str], options: Options
) -> Changes:
    """As `find_changes`, for series in memory.

    `commits` are in order; the positions of the machines' runs are indices into them."""
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
    """Separates changes of the machine from changes of code that affect everything that is probed.

    Both are in the common part. The machine's become events; the code's go back to the series."""
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
