"""The data that the dashboard shows: runs, series, figures, and changes of their levels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from retprobe.history.linux import Linux
from retprobe.history.verdict import Verdict

Kind = Literal["worse", "better", "machine"]
Figures = NDArray[np.float32]


@dataclass(frozen=True)
class Series:
    """One metric of one cell over all runs: `leaf/counted_shadow/paired/scalar/1 added_ns`."""

    workload: str
    design: str
    transfer: str
    registers: str
    tracers: int
    metric: str

    def __str__(self) -> str:
        return (
            f"{self.workload}/{self.design}/{self.transfer}/{self.registers}/{self.tracers} "
            f"{self.metric}"
        )


@dataclass(frozen=True)
class Run:
    """One result of a machine. `context` is an index into History.contexts.

    `load`: under which load it was measured (machine.load_words); empty if the machine was idle.
    `name`: the store's name of the run."""

    time: datetime
    commit: str
    context: int
    passed: int = 0
    failed: int = 0
    source: str = ""
    load: str = ""
    name: str = ""


@dataclass(frozen=True)
class Void:
    """A series without a figure in a run, and the reason. `run` is an index of the machine's
    runs."""

    run: int
    series: int
    reason: str


@dataclass(frozen=True)
class Machine:
    """A machine's runs by one method, oldest first, and their figures.

    `name` is the page's name of both. `machine` is the machine's own, empty if that is the same.
    The figures have the shape [series, run, 3]: median, low, high. A figure that is absent is
    NaN."""

    name: str
    runs: Sequence[Run]
    figures: Figures
    voids: Sequence[Void] = ()
    machine: str = ""


@dataclass(frozen=True)
class Change:
    """A change of a series' level, at the machine's run `run`, or at one from `earliest` to
    `latest`.

    `before` and `after`: the measured levels, in the metric's unit. `percent`: the change without
    the part that all times of the machine have in common. `stands`: False if a later change took it
    back. `event`: an index into History.events.
    """

    machine: int
    series: int
    run: int
    earliest: int
    latest: int
    before: float
    after: float
    percent: float
    kind: Kind
    event: int
    stands: bool = True

    @property
    def alone(self) -> float:
        """The level after the change if the machine had not changed: `before` plus `percent`."""
        if self.before > 0 and math.isfinite(self.percent):
            return self.before * (1 + self.percent / 100)
        return self.after


@dataclass(frozen=True)
class Event:
    """Changes that one commit explains, or one change of a machine.

    Commits are indices into History.commits. `candidates`: the possible commits, in order;
    `commit`: the most likely one. `percent`: the median over its changes. `everything`: all times
    of `machines` changed. If the event then has no Change, they changed together.
    """

    kind: Kind
    commit: int
    candidates: Sequence[int]
    percent: float
    machines: Sequence[int]
    everything: bool = False
    stands: bool = True


@dataclass(frozen=True)
class Lost:
    """A series that had figures and is void in the machine's latest 3 runs.

    It is void since the first run of commit `commit`."""

    machine: int
    series: int
    commit: int
    reason: str


@dataclass(frozen=True)
class Answer:
    """The decisions of a run: `table` is its head, then a line for each. `heading`: how they were
    measured."""

    machine: int
    run: int
    heading: str
    table: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Commit:
    """A commit of the history. `subject` is empty if no repository that has it was given."""

    name: str
    subject: str = ""


@dataclass(frozen=True)
class History:
    """All data of the site.

    `answer`: that of the newest run, if there are too few runs to tell a change from noise.

    `commits` are in the order of the history. `designs` are (name, whether it is a floor), in the
    order of their colours."""

    verdict: Verdict
    machines: Sequence[Machine]
    series: Sequence[Series]
    commits: Sequence[Commit]
    designs: Sequence[tuple[str, bool]]
    contexts: Sequence[dict[str, Any]]
    changes: Sequence[Change] = ()
    events: Sequence[Event] = ()
    lost: Sequence[Lost] = ()
    source: str = ""
    notes: Sequence[str] = field(default_factory=tuple)
    answer: Answer | None = None
    linux: Linux | None = None
