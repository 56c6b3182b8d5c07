"""Which candidate answers which need, as the rows of a result say: the decisions of `retprobe compare`
(harness/judging/decisions.cc)."""

from dataclasses import dataclass

from retprobe.report.view import Candidate, Row, View, is_void


@dataclass(frozen=True)
class Need:
    """`counter` is added_ns, which has an interval, or a number of bytes, which is exact."""

    need: str
    workload: str
    tracers: int
    counter: str = "added_ns"
    registers: str = "scalar"


NEEDS = (
    Need("one tracer, hot small functions", "leaf", 1),
    Need("one tracer, recursive code", "fib", 1),
    Need("callers that must not pay", "callers12", 1),
    Need("8 tracers on a function", "leaf", 8),
    Need("64 tracers on a function", "leaf", 64),
    Need("256 tracers on a function", "leaf", 256),
    Need("handlers that use vector registers", "leaf", 1, registers="vector"),
    Need("all registers, redirected calls", "leaf", 1, registers="full"),
    Need("64 bytes of entry data", "leaf+data64", 1),
    Need("4096 bytes of entry data", "leaf+data4096", 1),
    Need("64 tracers, half of them decline", "leaf+declining", 64),
    Need("tracers that come and go", "leaf+churn", 1),
    Need("a thousand different functions", "functions_1000", 1),
    Need("a JSON program, every function", "json", 1),
    Need("a grammar program, every function", "grammar", 1),
    Need("a million calls in flight", "recursion_1000000", 1),
    Need("least memory per call in flight", "leaf", 1, "bytes_per_frame"),
    Need("the same with 64 tracers", "leaf", 64, "bytes_per_frame"),
    Need("least memory per thread", "leaf", 1, "bytes_per_thread"),
)


@dataclass(frozen=True)
class Answer:
    candidate: Candidate
    row: Row
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Decision:
    """`chosen` cannot be told apart by this result; `answers` are all that were measured, the best first."""

    need: str
    chosen: tuple[str, ...]
    best: Answer
    next: Answer | None
    unit: str
    answers: tuple[Answer, ...]


def _ranked(view: View, need: Need) -> list[Answer]:
    answers = []
    for candidate in view.candidates:
        row = view.row(need.workload, candidate, need.registers, need.tracers)
        if candidate.floor or row is None or is_void(row):
            continue
        value = float(row[need.counter])
        if need.counter == "added_ns":
            answers.append(
                Answer(
                    candidate, row, value, float(row["added_ns_low"]), float(row["added_ns_high"])
                )
            )
        elif value != 0:
            # Zero: the memory was taken when the tracer was attached, and is not in this figure.
            answers.append(Answer(candidate, row, value, value, value))
    return sorted(answers, key=lambda answer: answer.value)


def decide(view: View, need: Need) -> Decision | None:
    """None where fewer than two candidates were measured: there is nothing to choose between."""
    answers = _ranked(view, need)
    if len(answers) < 2:
        return None
    time = need.counter == "added_ns"
    # Memory belongs to the design, whatever the transfer.
    names = [answer.candidate.text if time else answer.candidate.design for answer in answers]
    chosen: list[str] = []
    following = None
    for answer, name in zip(answers, names, strict=True):
        if answer.low <= answers[0].high:
            if name not in chosen:
                chosen.append(name)
        elif following is None and name != names[0]:
            following = answer
    return Decision(
        need.need, tuple(chosen), answers[0], following, "ns" if time else "B", tuple(answers)
    )


def floor_decision(view: View) -> Decision | None:
    """What is lost by not taking the cheapest floor that calls handlers, where no function takes stack arguments."""
    answers = _ranked(view, NEEDS[0])
    for candidate in view.candidates:
        row = view.row("leaf", candidate)
        if (
            not candidate.floor
            or candidate.design != "call_through"
            or row is None
            or is_void(row)
            or not answers
        ):
            continue
        floor = Answer(
            candidate,
            row,
            *(float(row[name]) for name in ("added_ns", "added_ns_low", "added_ns_high")),
        )
        cheaper = floor.high < answers[0].low
        best, following = (floor, answers[0]) if cheaper else (answers[0], floor)
        need = "no function takes stack arguments" + (
            "" if cheaper else f", where {candidate.text} is no cheaper"
        )
        return Decision(need, (best.candidate.text,), best, following, "ns", (floor, *answers))
    return None


def decisions(view: View) -> list[Decision]:
    found = [decide(view, need) for need in NEEDS] + [floor_decision(view)]
    return [decision for decision in found if decision is not None]
