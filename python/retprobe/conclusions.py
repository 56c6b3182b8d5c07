"""The conclusions from a result: which design suits which need, and which goals are met.

The extension computes them, with the code of `retprobe compare` (harness/judging/decisions.h and
goals.h).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retprobe import _core


@dataclass(frozen=True)
class Candidate:
    """A design and a return transfer.

    A floor (`floor`) answers no need: it runs no handlers, or cannot run every function.
    """

    design: str
    transfer: str
    floor: bool

    @property
    def text(self) -> str:
        return self.design if self.transfer == "-" else f"{self.design}/{self.transfer}"


@dataclass(frozen=True)
class Answer:
    """A candidate's value for a need, with its interval. `row`: the name of the row it is from."""

    candidate: Candidate
    row: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Decision:
    """Which candidates suit a need.

    - `number`: the number of the need, the same in all results.
    - `need`: the need in words; `note`: a remark, mostly empty.
    - `workload`, `registers`, `tracers`: those of the rows that decide; `unit`: of their values.
    - `chosen`: the best candidate, and those that this result cannot tell from it.
    - `answers`: all candidates that were measured, the best first.
    - `next`: the best of the candidates that are not chosen; None if there is none.
    """

    number: int
    need: str
    note: str
    workload: str
    registers: str
    tracers: int
    unit: str
    chosen: tuple[str, ...]
    answers: tuple[Answer, ...]
    next: Answer | None

    @property
    def best(self) -> Answer:
        return self.answers[0]


@dataclass(frozen=True)
class Spread:
    """A median and the ends of its interval of 95 %. An end may be infinite."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class GoalCell:
    """How a candidate does by a goal.

    `state`: "met", "not met", "undecided", "shown" (the goal has no limit), "too few processes" or
    "not measured". `note`: why it was not measured; empty if the goal does not apply to it."""

    candidate: str
    state: str
    value: Spread | None
    note: str


@dataclass(frozen=True)
class GoalRow:
    """A goal, and how each candidate does. `limit`: "≤ 1.15"; empty if values are only shown."""

    goal: str
    limit: str
    cells: tuple[GoalCell, ...]


@dataclass(frozen=True)
class Goals:
    """All goals. `summary`: how many cells have which state, in words."""

    summary: str
    rows: tuple[GoalRow, ...]

    @property
    def judged(self) -> int:
        """The number of cells that were compared with a limit."""
        decided = ("met", "not met", "undecided")
        return sum(cell.state in decided for row in self.rows for cell in row.cells)


Context = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]


def _text(context: Context, rows: Rows) -> str:
    return json.dumps({"context": context, "benchmarks": rows})


def _answer(told: dict[str, Any]) -> Answer:
    candidate = Candidate(told.pop("design"), told.pop("transfer"), told.pop("floor"))
    return Answer(candidate, **told)


def decisions(context: Context, rows: Rows, name: str = "this") -> list[Decision]:
    """The decisions that follow from a result of `retprobe bench`.

    Raises Error, which has `name`, if this is no such result."""
    return [
        Decision(
            **told
            | {
                "chosen": tuple(told["chosen"]),
                "answers": tuple(_answer(one) for one in told["answers"]),
                "next": _answer(told["next"]) if "next" in told else None,
            }
        )
        for told in json.loads(_core.decisions(_text(context, rows), name))
    ]


def _cell(told: dict[str, Any]) -> GoalCell:
    value = None
    if "value" in told:
        # JSON has no infinite numbers: a missing end is infinite.
        low, high = (told.get(end, float("inf")) for end in ("low", "high"))
        value = Spread(told["value"], low, high)
    return GoalCell(told["candidate"], told["state"], value, told.get("note", ""))


def goals(context: Context, rows: Rows, name: str = "this") -> Goals:
    """How the candidates of a result of `retprobe bench` do by the goals of the hot path.

    Raises Error, which has `name`, if this is no such result."""
    told = json.loads(_core.goals(_text(context, rows), name))
    return Goals(
        told["summary"],
        tuple(
            GoalRow(row["goal"], row["limit"], tuple(_cell(cell) for cell in row["cells"]))
            for row in told["goals"]
        ),
    )
