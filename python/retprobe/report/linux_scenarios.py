"""Which of retprobe's scenarios ask the same as those of `retprobe verify --kernel`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

# Linux's scenario (harness/kernel/scenarios.h) -> (ours, the number of tracers that is alike; 0 for
# any). Ours ask for more: more tracers, more places to be used again, a hundred times the depth.
SAME = {
    "order": ("order_brackets", 0),
    "declined": ("declining_phantom_exit", 0),
    "detached": ("detach_in_flight", 0),
    "attached": ("many_tracers_come_again_in_flight", 0),
    "replaced": ("detach_epochs", 0),
    "depth": ("depth_100000", 1),
    "depth_of_two": ("depth_100000", 2),
    "users": ("used_up_places", 0),
}


def asks_the_same(scenario: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a row of a verify document answers what this scenario of Linux's asks."""
    ours, tracers = SAME.get(scenario, ("", 0))
    return lambda row: row["scenario"] == ours and tracers in (0, row["tracers"])


def named_alike(rows: Iterable[Mapping[str, Any]]) -> str:
    """The pairs of SAME whose second scenario is in the rows: "order is order_brackets …"."""
    there = {row["scenario"] for row in rows}
    return ", ".join(f"{theirs} is {ours}" for theirs, (ours, _) in SAME.items() if ours in there)
