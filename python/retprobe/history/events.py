"""Groups changes of single series by the commit that explains as many of them as possible."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retprobe.history.detect import LIKELIHOOD, WIDE, Array, Step

ELSEWHERE = WIDE - 1
"""The log likelihood that a series gives to a commit outside its possible range."""

NEAR = 10
"""The most commits by which noise may misplace a series' change."""
MANY = 20
"""An event needs this many series for each one that is misplaced by NEAR commits; fewer for a
smaller distance."""


@dataclass(frozen=True)
class Placed:
    """A change of a series, with the commits that it may be."""

    first: int
    """The position of the first possible commit."""
    likelihoods: Array
    """The log likelihoods of that commit and the next ones.

    -inf if an earlier run is of the same commit."""
    statistic: float
    worse: bool

    @property
    def last(self) -> int:
        return self.first + len(self.likelihoods) - 1

    def at(self, positions: NDArray[np.int64]) -> Array:
        """The log likelihoods of the commits at these positions."""
        inside = (positions >= self.first) & (positions <= self.last)
        found = np.full(len(positions), ELSEWHERE)
        found[inside] = np.maximum(self.likelihoods[positions[inside] - self.first], ELSEWHERE)
        return found


def placed(step: Step, positions: NDArray[np.int64], worse: bool) -> Placed | None:
    """A step of a series as a Placed; None if all runs at which it may be are of one commit.

    `positions`: those of the points' commits. A change between two runs may be any commit after the
    first run's, up to the second run's: the machine has not measured the commits between.
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
    """Indices of the grouped changes."""
    position: int
    candidates: tuple[int, ...]
    """The positions with a likelihood of at least a hundredth of that of `position`."""


def grouped(changes: Sequence[Placed]) -> list[Group]:
    """Groups changes in one direction by commit.

    The strongest commit comes first. Its group has all changes for which that commit is
    possible."""
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
    """Merges small groups near a large one into it.

    If one commit changes many series, noise misplaces a few of these changes by some runs. Alone
    they would be events of their own."""
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
