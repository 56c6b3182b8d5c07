"""The methods by which a machine measured (machine.py), with their runs."""

from collections.abc import Sequence
from dataclasses import dataclass


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
