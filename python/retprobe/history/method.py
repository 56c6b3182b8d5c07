"""How a run was measured. Values that were measured in different ways do not form one series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MEASURED_BY = ("quick", "min_time", "visits", "in_turns", "compiler")
"""The fields of a context that make the method. The number of processes is not one of them: more
processes give the same value with a narrower interval."""


def method_of(context: Mapping[str, Any]) -> str:
    """The method in words: `quick, min_time 0.02, visits 5, in_turns, gcc 12`.

    Only the major version of the compiler counts."""
    words = ["quick"] if context.get("quick") is True else []
    words += [
        f"{name} {context[name]:g}"
        for name in ("min_time", "visits")
        if context.get(name) is not None
    ]
    words += ["in_turns"] if context.get("in_turns") is True else []
    words += [str(context["compiler"]).split(".")[0]] if context.get("compiler") is not None else []
    return ", ".join(words)


@dataclass(frozen=True)
class Method:
    """One way in which a machine measured, and its runs. Only these are compared with each
    other."""

    machine: str
    method: str
    runs: int
    first_commit: str
    last_commit: str
    """The last commit of these runs, in the order of commits."""


def methods_of(machine: str, methods: Sequence[str], commits: Sequence[str]) -> list[Method]:
    """The ways in which a machine measured, in the order of their first runs.

    `methods`, `commits`: those of its runs, in order."""
    found: dict[str, list[str]] = {}
    for method, commit in zip(methods, commits, strict=True):
        found.setdefault(method, []).append(commit)
    return [
        Method(machine, method, len(of_it), of_it[0], of_it[-1]) for method, of_it in found.items()
    ]
