"""What follows from a result: which design for which need, and which goals are met.

C++ concludes it, as for `retprobe compare` (harness/judging/decisions.h, goals.h). This needs the
extension.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retprobe import _core


@dataclass(frozen=True)
class Candidate:
    """A design and a return transfer.

    A floor answers no need: it runs no handlers, or cannot run every function.
    """

    design: str
    transfer: str
    floor: bool

    @property
    def text(self) -> str:
        return self.design if self.transfer == "-" else f"{self.design}/{self.transfer}"


@dataclass(frozen=True)
class Answer:
    """`row`: the name of the row that has `value` and its interval."""

    candidate: Candidate
    row: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Decision:
    """`chosen`: this result cannot tell them apart. `answers`: all that were measured, the best
    first. `next`: the best of those that are worse. `workload`, `registers` and `tracers`: of the
    rows that decide. `number`: the need's, the same in all results. `note`: mostly empty."""

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
    """state: met, not met, undecided, shown (no limit), too few processes, not measured (`note`
    says why; it is empty where the goal does not apply)."""

    candidate: str
    state: str
    value: Spread | None
    note: str


@dataclass(frozen=True)
class GoalRow:
    """`limit`: "≤ 1.15"; empty where the value is only shown."""

    goal: str
    limit: str
    cells: tuple[GoalCell, ...]


@dataclass(frozen=True)
class Goals:
    """`summary`: how many cells came out how."""

    summary: str
    rows: tuple[GoalRow, ...]

    @property
    def judged(self) -> int:
        """How many cells were held against their limits."""
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
    """Those of a result of `retprobe bench`. Raises Error, with the name, where it is none."""
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
        # JSON has no number for what is not finite.
        low, high = (told.get(end, float("inf")) for end in ("low", "high"))
        value = Spread(told["value"], low, high)
    return GoalCell(told["candidate"], told["state"], value, told.get("note", ""))


def goals(context: Context, rows: Rows, name: str = "this") -> Goals:
    """The goals of the hot path, held against a result of `retprobe bench`. Raises Error, with the
    name, where it is none."""
    told = json.loads(_core.goals(_text(context, rows), name))
    return Goals(
        told["summary"],
        tuple(
            GoalRow(row["goal"], row["limit"], tuple(_cell(cell) for cell in row["cells"]))
            for row in told["goals"]
        ),
    )
