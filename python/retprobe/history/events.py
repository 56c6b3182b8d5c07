"""Changes of single series put together: one commit is looked for that explains as many of them as
it can."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retprobe.history.detect import LIKELIHOOD, WIDE, Array, Step

ELSEWHERE = WIDE - 1
"""What a series says, in logarithms, of a commit outside the range that it thinks possible."""

NEAR = 10
"""Commits by which a series may be misplaced."""
MANY = 20
"""How many series of an event it takes for each that is misplaced by so much; fewer where it is by
less."""


@dataclass(frozen=True)
class Placed:
    """A change of a series, on the scale of commits."""

    first: int
    """The position of the first commit that it may be."""
    likelihoods: Array
    """Of that commit and the next ones; -inf where a run of the same commit lies before."""
    statistic: float
    worse: bool

    @property
    def last(self) -> int:
        return self.first + len(self.likelihoods) - 1

    def at(self, positions: NDArray[np.int64]) -> Array:
        """Likelihoods of these commits."""
        inside = (positions >= self.first) & (positions <= self.last)
        found = np.full(len(positions), ELSEWHERE)
        found[inside] = np.maximum(self.likelihoods[positions[inside] - self.first], ELSEWHERE)
        return found


def placed(step: Step, positions: NDArray[np.int64], worse: bool) -> Placed | None:
    """A step of a series whose points are of the commits at `positions`; None where all that it may
    lie between are of one.

    A change between two runs may be any commit after the one and up to the other: the machine has
    not measured those between.
    """
    latest = step.earliest + len(step.likelihoods) - 1
    first, last = int(positions[step.earliest - 1]) + 1, int(positions[latest])
    if int(positions[step.first - 1]) + 1 > int(positions[step.last]):
        return None
    likelihoods = np.full(last - first + 1, -np.inf)
    for index, likelihood in zip(range(step.earliest, latest + 1), step.likelihoods, strict=True):
        between = slice(int(positions[index - 1]) + 1 - first, int(positions[index]) - first + 1)
        likelihoods[between] = np.maximum(likelihoods[between], likelihood)
    return Placed(first, likelihoods, step.statistic, worse)


@dataclass(frozen=True)
class Group:
    """Changes that one commit explains."""

    members: tuple[int, ...]
    """Indices of what was grouped."""
    position: int
    candidates: tuple[int, ...]
    """Positions whose likelihood is not below that of `position` by a factor of 100."""


def grouped(changes: Sequence[Placed]) -> list[Group]:
    """Groups changes in one direction by commit: the strongest first, and with it all that think
    its commit possible."""
    left = sorted(range(len(changes)), key=lambda index: -changes[index].statistic)
    groups = []
    while left:
        lead = changes[left[0]]
        near = [
            index
            for index in left
            if changes[index].worse == lead.worse
            and changes[index].first <= lead.last
            and changes[index].last >= lead.first
        ]
        positions = np.arange(lead.first, lead.last + 1)
        total = np.sum([changes[index].at(positions) for index in near], axis=0)
        best = int(np.argmax(total))
        members = tuple(
            i
            for i in near
            if i == left[0] or changes[i].at(positions[best : best + 1])[0] > ELSEWHERE
        )
        candidates = tuple(int(p) for p in positions[total >= total[best] - LIKELIHOOD])
        groups.append(Group(members, int(positions[best]), candidates))
        gone = set(members)
        left = [index for index in left if index not in gone]
    return _absorbed(groups, changes)


def _absorbed(groups: Sequence[Group], changes: Sequence[Placed]) -> list[Group]:
    """Of many series that one commit changes, noise misplaces a few by some runs; by themselves
    they would be further events."""
    found: list[Group] = []
    for group in sorted(groups, key=lambda group: -len(group.members)):
        for index, large in enumerate(found):
            distance = abs(large.position - group.position)
            alike = changes[large.members[0]].worse == changes[group.members[0]].worse
            enough = len(large.members) * NEAR >= MANY * len(group.members) * distance
            if distance <= NEAR and alike and enough:
                found[index] = Group(
                    (*large.members, *group.members), large.position, large.candidates
                )
                break
        else:
            found.append(group)
    return found
