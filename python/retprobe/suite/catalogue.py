"""What there is to select: designs, workloads, scenarios, as the bundled command line lists them.

Frozen dataclasses and no tables: they have names to complete and types to check;
`pandas.DataFrame(retprobe.designs())` is the table.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from retprobe.suite.command_line import run_command


@dataclass(frozen=True)
class Design:
    """A way to remember which tracers want to hear of a return. `declared`: (scenario glob, why) of what it says it
    cannot do."""

    name: str
    idea: str
    proposed_by: str
    wiring: str
    has_transfers: bool
    declared: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Workload:
    """Code whose functions are probed and timed. `probed`: the functions' names, or globs of them."""

    name: str
    what: str
    probed: tuple[str, ...]


@dataclass(frozen=True)
class Scenario:
    """A check of behaviour, run with each of these numbers of tracers."""

    name: str
    what: str
    tracers: tuple[int, ...]


@cache
def _listed() -> dict[str, Any]:
    _, text = run_command(["list", "--format", "json"])
    listed: dict[str, Any] = json.loads(text)
    return listed


def designs() -> list[Design]:
    """All designs of this build. Raises Error."""
    return [
        Design(
            d["name"],
            d["idea"],
            d["proposed_by"],
            d["wiring"],
            d["transfers"],
            tuple((i["scenario"], i["why"]) for i in d["declared"]),
        )
        for d in _listed()["designs"]
    ]


def workloads() -> list[Workload]:
    """All workloads that can be probed, in the order of the tables. Raises Error."""
    return [Workload(w["name"], w["what"], tuple(w["probed"])) for w in _listed()["workloads"]]


def scenarios() -> list[Scenario]:
    """All scenarios of `verify`. Raises Error."""
    return [Scenario(s["name"], s["what"], tuple(s["tracers"])) for s in _listed()["scenarios"]]


def transfers() -> list[str]:
    """The return transfers, the default one first. Raises Error."""
    return list(_listed()["transfers"])


def register_sets() -> list[str]:
    """The register sets, the smallest first. Raises Error."""
    return list(_listed()["registers"])
