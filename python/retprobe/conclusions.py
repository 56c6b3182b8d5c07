"""The conclusions from a result: which design suits which need, and which goals are met.

The extension computes them, with the code of `retprobe compare` (harness/judging/decisions.h and
goals.h).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from retprobe.errors import Error
from retprobe.machine import interval_words, load_words, processor_name, share


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
    - `need`: the need in words; `common`: whether it is one of those that most people have.
    - `workload`, `registers`, `tracers`: those of the rows that decide; `unit`: of their values.
    - `chosen`: the best candidate, and those that this result cannot tell from it.
    - `answers`: all candidates that were measured, the best first.
    - `next`: the best of the candidates that are not chosen; None if there is none.
    """

    number: int
    need: str
    common: bool
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


def where(decision: Decision) -> str:
    """The rows that a decision is from: "leaf, 8 tracers"."""
    tracers = "1 tracer" if decision.tracers == 1 else f"{decision.tracers} tracers"
    parts = [decision.workload, tracers]
    parts += [f"{decision.registers} registers"] if decision.registers != "scalar" else []
    return ", ".join(parts)


SURE = 0.95
"""The coverage of the intervals of a whole run, at least."""


def measured_words(context: Mapping[str, Any]) -> str:
    """What decisions rest on: "75 % interval of 3 processes, which is below 95 %, measured while
    other work kept 1.8 of 2 processors busy"."""
    parts = [interval_words(context)]
    parts += [f"which is below {share(SURE)}"] if context["interval_coverage"] < SURE else []
    parts += [f"measured {load}"] if (load := load_words(context)) else []
    return ", ".join(parts)


class Decisions(list[Decision]):
    """The decisions of a result, which print as a table."""

    def __init__(self, decisions: Iterable[Decision], heading: str) -> None:
        super().__init__(decisions)
        self.heading = heading

    def cells(self) -> list[list[str]]:
        """The table: its head, then a line for each decision."""
        lines = [["need", "choose", "its cost", "next"]]
        for one in self:
            following = (
                f"{one.next.candidate.text}: {_figure(one.next, one.unit)}" if one.next else ""
            )
            figure = _figure(one.best, one.unit)
            need = f"{one.need} ({where(one)})"
            lines.append([need, " = ".join(one.chosen), figure, following])
        return lines

    def __str__(self) -> str:
        cells = [[_shortened(text) for text in line] for line in self.cells()]
        widths = [max(len(line[column]) for line in cells) for column in range(4)]
        lines = (
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
            for line in cells
        )
        return "\n".join([self.heading, *lines])

    def _repr_html_(self) -> str:
        from retprobe.html import table

        head, *rows = self.cells()
        return table(head, rows, self.heading)


def _shortened(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else f"{text[: longest - 2]} …"


def _figure(answer: Answer, unit: str) -> str:
    """ "9.2 ns [9.1, 9.4]"."""
    interval = f" [{answer.low:,.1f}, {answer.high:,.1f}]" if answer.low != answer.high else ""
    return f"{answer.value:,.1f} {unit}{interval}" if interval else f"{answer.value:,.6g} {unit}"


def _extension() -> ModuleType:
    """The extension, which results can be read without."""
    try:
        from retprobe import _core
    except ImportError as error:
        raise Error(
            f"decisions and goals need the extension: {error}; pip install . builds it"
        ) from error
    return _core


Context = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]


def _text(context: Context, rows: Rows) -> str:
    return json.dumps({"context": context, "benchmarks": rows})


def _answer(told: dict[str, Any]) -> Answer:
    candidate = Candidate(told.pop("design"), told.pop("transfer"), told.pop("floor"))
    return Answer(candidate, **told)


def decisions(context: Context, rows: Rows, name: str = "this") -> Decisions:
    """The decisions that follow from a result of `retprobe bench`.

    Raises Error, which has `name`, if this is no such result."""
    found = [
        Decision(
            **told
            | {
                "chosen": tuple(told["chosen"]),
                "answers": tuple(_answer(one) for one in told["answers"]),
                "next": _answer(told["next"]) if "next" in told else None,
            }
        )
        for told in json.loads(_extension().decisions(_text(context, rows), name))
    ]
    return Decisions(found, f"{processor_name(context)}: {measured_words(context)}")


Goals = dict[str, Any]
"""What `retprobe compare --goals --format json` says: `summary`, and `goals` with their cells. A
cell's `low` or `high` is missing where it is infinite."""


def goals(context: Context, rows: Rows, name: str = "this") -> Goals:
    """How the candidates of a result of `retprobe bench` do by the goals of the hot path.

    Raises Error, which has `name`, if this is no such result."""
    found: Goals = json.loads(_extension().goals(_text(context, rows), name))
    return found


def judged(goals: Goals) -> int:
    """The number of cells that were compared with a limit."""
    decided = ("met", "not met", "undecided")
    return sum(cell["state"] in decided for row in goals["goals"] for cell in row["cells"])
