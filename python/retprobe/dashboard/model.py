"""What the dashboard shows: runs, series, their figures, and where their levels changed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["worse", "better", "machine"]
Figures = NDArray[np.float32]


@dataclass(frozen=True)
class Series:
    """One metric of one case, the same in every run: `leaf/counted_shadow/paired/scalar/1
    added_ns`."""

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
    """One result of one machine. `context` is an index into History.contexts."""

    time: datetime
    commit: str
    context: int
    passed: int = 0
    failed: int = 0
    source: str = ""


@dataclass(frozen=True)
class Void:
    """A series that has no figure in a run, and why. `run` counts the machine's runs."""

    run: int
    series: int
    reason: str


@dataclass(frozen=True)
class Machine:
    """A machine's runs, oldest first, and its figures: [series, run, 3] of median, low, high; NaN
    where absent."""

    name: str
    runs: Sequence[Run]
    figures: Figures
    voids: Sequence[Void] = ()


@dataclass(frozen=True)
class Change:
    """The level of a series moved with the machine's run `run`, or one from `earliest` to `latest`.

    `before` and `after` are the levels as measured, in its metric's unit; `percent` is without what
    the whole machine did meanwhile. `stands` is False where a later change took it back. `event` is
    an index into History.events.
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
        """The level after it, had the whole machine not moved: what `percent` leads to."""
        if self.before > 0 and math.isfinite(self.percent):
            return self.before * (1 + self.percent / 100)
        return self.after


@dataclass(frozen=True)
class Event:
    """Changes that one commit explains, or one change of a machine. Commits are indices into
    History.commits.

    `candidates` are the commits that it may be, in order; `commit` is the likeliest. `percent` is
    the median of its changes. `everything`: all times of `machines` moved; where none of them is a
    Change of this event, they did so together.
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
    """A series that had a figure and is void in the machine's latest 3 runs: since the first run of
    commit `commit`."""

    machine: int
    series: int
    commit: int
    reason: str


@dataclass(frozen=True)
class Commit:
    """A commit of the history; `subject` is empty where no repository was given that knows it."""

    name: str
    subject: str = ""


@dataclass(frozen=True)
class History:
    """All of it. `commits` are in their order, `designs` in the order of their colours, as (name,
    floor)."""

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
