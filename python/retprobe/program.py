"""What documents of `retprobe run` have in them: the functions that a program called, in few words
and together for all of its processes."""

import shlex
import signal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]

MOST = 80
"""The most characters of a function's name in a table."""


@dataclass
class Function:
    """A function, and its counts in all processes. `missed` is None where a process that called it
    could not say so."""

    name: str
    module: str
    calls: int = 0
    missed: int | None = 0
    unwound: int = 0
    abandoned: int = 0


def by_function(rows: Iterable[Row]) -> list[Function]:
    """The functions, most called first."""
    found: dict[tuple[str, str], Function] = {}
    for row in rows:
        key = row["name"], row["module"]
        one = found.setdefault(key, Function(*key))
        one.calls += row["calls"]
        one.unwound += row["unwound"]
        one.abandoned += row["abandoned"]
        if "missed" not in row:
            one.missed = None
        elif one.missed is not None:
            one.missed += row["missed"]
    return sorted(found.values(), key=lambda one: one.calls + (one.missed or 0), reverse=True)


def total(functions: Iterable[Function]) -> Function:
    of = list(functions)
    missed = [one.missed for one in of]
    return Function(
        "",
        "",
        sum(one.calls for one in of),
        None if None in missed else sum(n for n in missed if n is not None),
        sum(one.unwound for one in of),
        sum(one.abandoned for one in of),
    )


def command_of(context: Mapping[str, Any]) -> str:
    """The program's command line."""
    return shlex.join(context["command"])


def how_it_ended(context: Mapping[str, Any]) -> str:
    """ "exit status 0", "killed by SIGSEGV"."""
    if "exit_status" in context:
        return f"exit status {context['exit_status']}"
    number = context["signal"]
    names = {one.value: one.name for one in signal.Signals}
    return f"killed by {names.get(number, f'signal {number}')}"


# Brackets that are part of a name.
_WHOLE = (
    "(anonymous namespace)",
    *(
        f"operator{sign}"
        for sign in ("()", "<<=", ">>=", "<=>", "<<", ">>", "<=", ">=", "->*", "->", "<", ">")
    ),
)
_MOST_BRACKETS = 400  # each level of brackets is one of Python's stack
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def _shortened(name: str, at: int, most: int, all_of_it: bool = False) -> tuple[str, int]:
    """What follows in `name`, up to the bracket that closes it, and the place of that bracket.

    Of a template's arguments only the first remains, and that only `most` brackets deep. None
    remain of a function's."""
    made = ""
    first = None
    while at < len(name) and name[at] not in ">)":
        if whole := next((word for word in _WHOLE if name.startswith(word, at)), ""):
            made += whole
            at += len(whole)
        elif name[at] in "<(":
            inner, end = _shortened(name, at + 1, most - 1)
            if inner and (name[at] == "(" or most == 0):
                inner = _ELLIPSIS
            made += name[at] + inner + name[end : end + 1]
            at = end + 1
        else:
            if first is None and name[at] == ",":
                first = made
            made += name[at]
            at += 1
    return made if all_of_it or first is None else f"{first}, {_ELLIPSIS}", at


def short_name(name: str) -> str:
    """The name in at most MOST characters. What is left of it says the most."""
    if len(name) <= MOST:
        return name
    if name.count("<") + name.count("(") > _MOST_BRACKETS:
        return name[: MOST - 1] + _ELLIPSIS
    for most in (2, 1, 0):
        shorter, end = _shortened(name, 0, most, all_of_it=True)
        if end < len(name):  # a bracket that nothing opens
            return name[: MOST - 1] + _ELLIPSIS
        if len(shorter) <= MOST:
            return shorter
    return shorter[: MOST - 1] + _ELLIPSIS
