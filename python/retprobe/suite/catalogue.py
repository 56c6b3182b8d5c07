"""The designs, workloads and scenarios that can be selected, as the bundled command line lists
them.

Each is a frozen dataclass, in a Listing, which prints as a table and finds an entry by its name.
`pandas.DataFrame(retprobe.designs())` makes a data frame of a listing.
"""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from retprobe.listing import Listing, Named
from retprobe.suite.command_line import command_line, told


@dataclass(frozen=True)
class Design(Named):
    """A way to remember which tracers a return has to notify.

    `declared`: what the design says it cannot do, as pairs of a scenario glob and a reason."""

    idea: str
    proposed_by: str
    wiring: str
    has_transfers: bool
    declared: tuple[tuple[str, str], ...] = field(repr=False)


@dataclass(frozen=True)
class Workload(Named):
    """Code whose functions are probed and timed.

    `probed`: the functions' names, or globs that match them."""

    what: str
    probed: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class Scenario(Named):
    """A check of a design's behaviour. `tracers`: the numbers of tracers that it runs with."""

    what: str
    tracers: tuple[int, ...]


def _listed() -> dict[str, Any]:
    return _listed_by(command_line())


# The command line is the cache's key, because RETPROBE_COMMAND may name another one later.
@cache
def _listed_by(command: Path) -> dict[str, Any]:
    listed: dict[str, Any] = told(["list", "--format", "json"])
    return listed


def designs() -> Listing[Design]:
    """All designs of this build. Raises Error."""
    return Listing(
        Design(
            d["name"],
            d["idea"],
            d["proposed_by"],
            d["wiring"],
            d["transfers"],
            tuple((i["scenario"], i["why"]) for i in d["declared"]),
        )
        for d in _listed()["designs"]
    )


def workloads() -> Listing[Workload]:
    """All workloads that can be probed, in the order in which tables show them. Raises Error."""
    return Listing(
        Workload(w["name"], w["what"], tuple(w["probed"])) for w in _listed()["workloads"]
    )


def scenarios() -> Listing[Scenario]:
    """All scenarios of `verify`. Raises Error."""
    return Listing(
        Scenario(s["name"], s["what"], tuple(s["tracers"])) for s in _listed()["scenarios"]
    )


def transfers() -> list[str]:
    """The return transfers, the default one first. Raises Error."""
    return list(_listed()["transfers"])


def register_sets() -> list[str]:
    """The register sets, the smallest first. Raises Error."""
    return list(_listed()["registers"])
