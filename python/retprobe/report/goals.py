"""The goals of the hot path, held against a result, by the meaning of harness/judging/goals.cc.

A goal is met when the whole interval keeps the limit, not met when none of it does, and undecided in between; fewer
than nine processes decide nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from retprobe.report.goal_table import GOALS, Goal
from retprobe.report.spread import Spread, ratio_of_medians, ratio_of_pairs
from retprobe.report.view import Candidate, Row, View, is_void

PROCESSES = 9
MEASURE_ALL = "retprobe bench --goals measures it"
MEASURE_PEERS = "./compare --peers measures it"


@dataclass
class GoalCell:
    """state: met, not met, undecided, shown (no limit), too few processes, not measured (`note` says why, or the goal
    is no question here)."""

    candidate: Candidate
    state: str = "not measured"
    value: Spread | None = None
    note: str = ""
    rows: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class GoalRow:
    goal: Goal
    cells: tuple[GoalCell, ...]


@dataclass(frozen=True)
class _Samples:
    values: list[float]
    why: str = ""


def _value(row: Row, key: str) -> Any:
    if key.startswith("figures/"):
        return row.get("figures", {}).get(key.removeprefix("figures/"))
    return row.get(key)


def _samples_of(view: View, row_name: str, key: str) -> _Samples:
    """What the processes said: the samples of the median row, or the rows of the single processes where it has none."""
    single: list[float] = []
    for row in view.all_rows:
        if row["design"] == "unprobed" or row["run_name"] != row_name:
            continue
        if is_void(row):
            return _Samples([], f"void: {row['void']}")
        median = row["run_type"] == "aggregate"
        value = _value(row, f"{key}_samples" if median and not key.startswith("figures/") else key)
        if not median and isinstance(value, int | float):
            single.append(float(value))
        listed = value.get("samples") if isinstance(value, dict) else value
        if median and isinstance(listed, list) and listed:
            return _Samples([float(one) for one in listed])
    return _Samples(single, "" if single else "not in this result")


class Evaluation:
    """One goal of one candidate."""

    def __init__(self, view: View, goal: Goal, candidate: Candidate) -> None:
        self.view, self.goal, self.cell = view, goal, GoalCell(candidate)

    def run(self) -> GoalCell:
        goal = self.goal
        own = self.row(goal.workload)
        if goal.kind == "floor":
            self.divide("added_ns", own, f"{goal.workload}/{goal.other}/-/scalar/{goal.tracers}")
        elif goal.kind == "peer":
            self.divide("added_ns", own, f"{goal.workload}/{goal.other}/-/1", MEASURE_PEERS)
        elif goal.kind == "workload":
            self.pair(self.get(own, "added_ns"), self.get(self.row(goal.other), "added_ns"))
        elif goal.kind == "unprobed":
            everything = self.get(own, "ns_per_call")
            self.pair(everything, self.unprobed(everything, self.get(own, "added_ns")))
        elif goal.kind == "scaling":
            self.scale()
        elif goal.kind == "figures" and goal.peer:
            below = f"{goal.workload}/{goal.peer}/-/1"
            self.divide(
                f"figures/{goal.figure}", own, below, MEASURE_PEERS, f"figures/{goal.other}"
            )
        elif goal.kind == "figures":
            self.pair(
                self.get(own, f"figures/{goal.figure}"), self.get(own, f"figures/{goal.other}")
            )
        else:
            self.amount(own)
        return self.cell

    def row(self, workload: str) -> str:
        return f"{workload}/{self.cell.candidate.design}/{self.cell.candidate.transfer}/scalar/{self.goal.tracers}"

    def get(self, row_name: str, key: str, remedy: str = MEASURE_ALL) -> list[float]:
        samples = _samples_of(self.view, row_name, key)
        if row_name not in self.cell.rows:
            self.cell.rows.append(row_name)
        if samples.why and not self.cell.note:
            again = "" if samples.why.startswith("void") else f"; {remedy}"
            self.cell.note = f"{row_name}: {samples.why}{again}"
        return samples.values

    @staticmethod
    def unprobed(everything: Sequence[float], added: Sequence[float]) -> list[float]:
        """The unprobed run of the same process is the difference of two counters of a row."""
        return [one - more for one, more in zip(everything, added, strict=False)]

    def divide(
        self, key: str, above: str, below: str, remedy: str = MEASURE_ALL, other_key: str = ""
    ) -> None:
        dividends, divisors = self.get(above, key), self.get(below, other_key or key, remedy)
        self.judge(ratio_of_medians(dividends, divisors), min(len(dividends), len(divisors)))

    def pair(self, dividends: Sequence[float], divisors: Sequence[float]) -> None:
        self.judge(ratio_of_pairs(dividends, divisors), len(dividends))

    def scale(self) -> None:
        """1 where probes do not change how much longer a call takes with two threads than with one."""
        two, one = self.row(self.goal.workload), self.row(self.goal.other)
        two_all, two_added = self.get(two, "ns_per_call"), self.get(two, "added_ns")
        one_all, one_added = self.get(one, "ns_per_call"), self.get(one, "added_ns")
        if len({len(values) for values in (two_all, two_added, one_all, one_added)}) != 1:
            self.cell.note = self.cell.note or "its rows are of different processes"
            return
        above = [a * b for a, b in zip(self.unprobed(two_all, two_added), one_all, strict=True)]
        below = [a * b for a, b in zip(self.unprobed(one_all, one_added), two_all, strict=True)]
        self.pair(above, below)

    def amount(self, name: str) -> None:
        for row in self.view.rows:
            if row["run_name"] == name and not is_void(row):
                self.cell.rows = [name]
                value = float(row[self.goal.other])
                # Exact: one process would do.
                return self.judge(Spread(value, value, value), PROCESSES)
        self.get(name, self.goal.other)
        return None

    def judge(self, value: Spread | None, processes: int) -> None:
        cell, limit = self.cell, self.goal.limit
        if cell.note:
            return
        if value is None:
            cell.note = f"{cell.rows[-1]}: what is divided by is not above zero in each process, or its processes are others"
            return
        cell.value = value
        if limit == 0:
            cell.state = "shown"
        elif processes < PROCESSES:
            cell.state = "too few processes"
        else:
            kept = [
                end >= limit if self.goal.at_least else end <= limit
                for end in (value.low, value.high)
            ]
            cell.state = "met" if all(kept) else "undecided" if any(kept) else "not met"


def judged(view: View) -> list[Candidate]:
    """The designs that have a shadow stack, in the transfer `paired`: a frame of the others takes nothing of it."""
    without = {
        row["design"] for row in view.rows if not is_void(row) and row["bytes_per_frame"] == 0
    }
    return [
        c
        for c in view.candidates
        if not c.floor and c.transfer == "paired" and c.design not in without
    ]


def evaluate(view: View) -> list[GoalRow]:
    """Each goal, with a cell for each design that is judged and, last, one for the floor, which is only shown."""
    candidates = judged(view)
    floors = [c for c in view.candidates if c.design == "call_through"] if candidates else []
    rows = []
    for goal in GOALS:
        cells = [Evaluation(view, goal, candidate).run() for candidate in candidates]
        for floor in floors:
            cell = (
                GoalCell(floor, "shown")
                if goal.kind == "floor"
                else Evaluation(view, goal, floor).run()
            )
            if cell.value is not None:
                cell.state = "shown"
            cells.append(cell)
        rows.append(GoalRow(goal, tuple(cells)))
    return rows


@dataclass(frozen=True)
class Counts:
    """How the cells of the designs came out. What too few processes measured is undecided."""

    met: int
    not_met: int
    undecided: int
    not_measured: int

    @property
    def text(self) -> str:
        told = f"{self.met:,} met, {self.not_met:,} not met, {self.undecided:,} undecided"
        return f"{told}, {self.not_measured:,} not measured" if self.not_measured else told


def counts(rows: Sequence[GoalRow]) -> Counts:
    states = [cell.state for row in rows for cell in row.cells if not cell.candidate.floor]
    undecided = states.count("undecided") + states.count("too few processes")
    return Counts(
        states.count("met"), states.count("not met"), undecided, states.count("not measured")
    )


def judged_cells(rows: Sequence[GoalRow]) -> int:
    """How many cells were held against their limits: a file that has more of them says more."""
    return sum(cell.state in ("met", "not met", "undecided") for row in rows for cell in row.cells)
