"""Change points in many series at once.

The method is seeded binary segmentation (Kovács, Bühlmann, Li and Munk, Biometrika 110, 2023): a
statistic for "one change of level, here" is computed on a fixed set of intervals of all lengths,
the strongest is taken, and intervals that contain it are left out from then on. It finds changes
that cancel each other, which plain binary segmentation misses, and is a handful of array operations
for all series together. The statistic is the maximally selected difference of means. Its
probability without a change is Miller and Siegmund's (Biometrics 38, 1982), summed over the
intervals; Benjamini and Hochberg's correction is made over the series. docs/history.md says what
that promises, and of what.

What is robust about it: values far from the running median count as if they were nearer (heavy
tails, outliers), and the scale is that of means over several runs (drift from run to run). Both
come from differences, which a change of level hardly touches. Where a series has many outliers,
some of them come together, and the running median goes with them: so each change that was found has
to be in the ranks of the values as well (ranks.py).
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage, stats

from retprobe.history.ranks import rank_statistic, separated

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Options:
    """What is found and told."""

    false_alarms: float = 0.05
    """Probability that anything at all is found in a history in which nothing has changed."""
    least_percent: float = 1.0
    """Changes of less are not told, however certain they are."""
    least_runs: int = 5
    """Runs before a change and after it, at least: fewer are taken for outliers."""


@dataclass(frozen=True)
class Step:
    """A change of level in one series."""

    at: int
    """The index of the first point after it."""
    first: int
    last: int
    """Where it may be as well: the points whose likelihood is not below that of `at` by a factor of
    100."""
    before: float
    after: float
    """Medians of the values between this change and the next ones."""
    statistic: float
    """The difference of means in its standard errors."""
    chance: float
    """Of a difference so large, or of ranks so different, anywhere in a series without a change:
    the larger of the two."""
    earliest: int
    likelihoods: Array
    """Logarithms of the likelihood of `earliest` and the next indices, less that of `at`: all that
    are above WIDE."""


CLIP = 2.5  # standard deviations beyond which a value counts as if it were there
SHOWN = 2 / 3  # the part of a change that a run has which shows it
LIKELIHOOD = float(np.log(100))
WIDE = -8.0
MEDIAN_OF_CHI2 = 0.4549364  # with one degree of freedom
CHUNK = 128  # series at a time: what they need then fits into a processor's cache


@cache
def seeded_intervals(points: int, shortest: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(length, starts) of the intervals of every scale: lengths fall by the square root of two,
    neighbours overlap by half."""
    scales = []
    step = 0
    while (length := int(np.ceil(points * 2 ** (-step / 2)))) >= shortest:
        count = 2 * int(np.ceil(2 ** (step / 2))) - 1
        starts = tuple(sorted({round(start) for start in np.linspace(0, points - length, count)}))
        scales.append((length, starts))
        step += 1
    return tuple(scales)


def chance(statistic: Array | float, points: int, least_runs: int) -> Array:
    """The probability that the statistic of a series without a change reaches this on any of its
    intervals; at most 1."""
    b = np.maximum(np.asarray(statistic, dtype=np.float64), 1.0)
    # The scale was estimated from about half as many differences as there are points.
    return _chance_of_normal(
        stats.norm.isf(stats.t.sf(np.minimum(b, 35.0), max(points / 2, 3))), points, least_runs
    )


def _chance_of_normal(b: Array, points: int, least_runs: int) -> Array:
    """The same of a statistic whose scale is known; 1.0 and above."""
    density = np.exp(-b * b / 2) / np.sqrt(2 * np.pi)
    total = np.zeros_like(b)
    for length, starts in seeded_intervals(points, 2 * least_runs):
        trimmed = least_runs / length
        total += len(starts) * density * ((b - 1 / b) * 2 * np.log((1 - trimmed) / trimmed) + 4 / b)
    found: Array = np.minimum(total, 1.0)
    return found


def prepared(values: Array, least_runs: int) -> tuple[Array, Array]:
    """Series x points, each with outliers clipped and divided by its scale, so that a mean of k
    points has the standard deviation 1 / sqrt(k); and by what factor, in each series, that is more
    than it would be without drift."""
    level = _level(values, least_runs)
    differences = np.diff(values, axis=1)
    single = 1.4826 * np.median(np.abs(differences), axis=1, keepdims=True) / np.sqrt(2)
    clipped = level + np.clip(values - level, -CLIP * single, CLIP * single)
    # Counts are the same from run to run but for a few: there the median of the differences is 0.
    steps = np.diff(clipped, axis=1)
    scale = np.where(single > 0, single, np.sqrt(np.mean(steps * steps, axis=1, keepdims=True) / 2))
    of_means = _scale_of_means(clipped)
    # Estimated from few differences, the scale of means is often too small in one series; what all
    # have in common is not.
    usual = np.median(of_means[scale > 0] / scale[scale > 0]) if (scale > 0).any() else 1.0
    scale = np.maximum(scale * max(1.0, float(usual)), of_means)
    centred = clipped - np.median(clipped, axis=1, keepdims=True)
    divided: Array = np.divide(centred, scale, out=np.zeros_like(centred), where=scale > 0)
    spread = np.std(clipped - level, axis=1, keepdims=True)
    drift = np.divide(scale, spread, out=np.ones_like(scale), where=(single > 0) & (spread > 0))
    return divided, np.maximum(drift[:, 0], 1.0)


def _level(values: Array, least_runs: int) -> Array:
    """The running median of so many points that fewer than `least_runs` outliers are never most of
    them. The points at the ends have that of the first and of the last whole window."""
    half = least_runs - 1
    level: Array = ndimage.median_filter(values, size=(1, 2 * half + 1))
    level[:, :half] = level[:, half : half + 1]
    level[:, len(level[0]) - half :] = level[:, -half - 1 : len(level[0]) - half]
    return level


def _scale_of_means(values: Array) -> Array:
    """From differences of the means of neighbouring blocks: drift that lasts for some runs is in it
    (Wu and Zhao, 2007)."""
    points = values.shape[1]
    size = max(2, round(points ** (1 / 3)))
    blocks = points // size
    if blocks < 4:
        return np.zeros((len(values), 1))
    means = values[:, : blocks * size].reshape(len(values), blocks, size).mean(axis=2)
    squares = np.diff(means, axis=1) ** 2
    found: Array = np.sqrt(size * np.median(squares, axis=1, keepdims=True) / (2 * MEDIAN_OF_CHI2))
    return found


def _profile(sums: Array, least_runs: int) -> Array:
    """From running sums (…, length + 1) of an interval: the statistic of a change before each point
    least_runs … length
    - least_runs."""
    length = sums.shape[-1] - 1
    k = np.arange(least_runs, length - least_runs + 1)
    whole = sums[..., -1:] - sums[..., :1]
    left = sums[..., least_runs : length - least_runs + 1] - sums[..., :1]
    found: Array = np.abs(left - whole * (k / length)) * np.sqrt(length / (k * (length - k)))
    return found


@dataclass(frozen=True)
class _Strongest:
    """Of each interval: its bounds, and where its statistic is the largest, by series."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    statistics: Array  # series x intervals
    places: NDArray[np.int64]  # series x intervals


def _scan(sums: Array, least_runs: int) -> _Strongest:
    points = sums.shape[1] - 1
    starts, ends, statistics, places = [], [], [], []
    for length, begins in seeded_intervals(points, 2 * least_runs):
        windows = np.lib.stride_tricks.sliding_window_view(sums, length + 1, axis=1)
        for begin in begins:
            profile = _profile(windows[:, begin], least_runs)
            best = np.argmax(profile, axis=1)
            statistics.append(profile[np.arange(len(profile)), best])
            places.append(begin + least_runs + best)
            starts.append(begin)
            ends.append(begin + length)
    return _Strongest(
        np.array(starts), np.array(ends), np.stack(statistics, axis=1), np.stack(places, axis=1)
    )


def _sums(series: Array) -> Array:
    return np.concatenate([np.zeros((*series.shape[:-1], 1)), np.cumsum(series, axis=-1)], axis=-1)


def _segmentation(
    sums: Array, strongest: _Strongest, row: int, threshold: float, least_runs: int
) -> list[int]:
    """Where one series changes: greedily the strongest first, then each place again between its
    neighbours."""
    statistics = np.where(strongest.statistics[row] > threshold, strongest.statistics[row], 0.0)
    found: list[int] = []
    while statistics.any():
        best = int(np.argmax(statistics))
        place = int(strongest.places[row, best])
        found.append(place)
        statistics[(strongest.starts < place) & (place < strongest.ends)] = 0.0
    # Two changes near each other can share all intervals: look again between those that were found,
    # and place each anew.
    found.sort()
    for _ in range(len(sums) // least_runs):
        places = {
            place for place, statistic in _refined(sums, found, least_runs) if statistic > threshold
        }
        places |= {
            place
            for place, statistic in _further(sums, sorted(places), least_runs)
            if statistic > threshold
        }
        if sorted(places) == found:
            break
        found = sorted(places)
    placed = [
        (place, statistic)
        for place, statistic in _refined(sums, found, least_runs)
        if statistic > threshold
    ]
    return _apart(placed, least_runs)


def _apart(placed: Sequence[tuple[int, float]], least_runs: int) -> list[int]:
    """In order, without those that are nearer than `least_runs` to a stronger one: each was placed
    between neighbours that have moved since."""
    kept: list[int] = []
    for place, _ in sorted(placed, key=lambda one: -one[1]):
        if all(abs(place - other) >= least_runs for other in kept):
            kept.append(place)
    return sorted(kept)


def _strongest_between(
    sums: Array, begin: int, end: int, least_runs: int
) -> Iterator[tuple[int, float]]:
    if end - begin >= 2 * least_runs:
        profile = _profile(sums[begin : end + 1], least_runs)
        best = int(np.argmax(profile))
        yield begin + least_runs + best, float(profile[best])


def _further(sums: Array, found: Sequence[int], least_runs: int) -> Iterator[tuple[int, float]]:
    for begin, end in pairwise([0, *found, len(sums) - 1]):
        yield from _strongest_between(sums, begin, end, least_runs)


def _between(found: Sequence[int], points: int) -> Iterator[tuple[int, int, int]]:
    bounds = [0, *found, points]
    for (begin, place), end in zip(pairwise(bounds[:-1]), bounds[2:], strict=True):
        yield begin, place, end


def _refined(sums: Array, found: Sequence[int], least_runs: int) -> Iterator[tuple[int, float]]:
    for begin, _, end in _between(found, len(sums) - 1):
        yield from _strongest_between(sums, begin, end, least_runs)


def _levels(values: Array, places: Sequence[int]) -> Array:
    """By point: the median of the values between the changes beside it."""
    bounds = [0, *places, len(values)]
    medians = [np.median(values[begin:end]) for begin, end in pairwise(bounds)]
    return np.repeat(medians, np.diff(bounds))


def _shown(before: Array, after: Array, least_runs: int) -> bool:
    """Whether at least so many runs before a change have at most a third of it, and as many after
    it two thirds."""
    old, new = np.median(before), np.median(after)
    if old == new:
        return False
    fewest = min(
        np.count_nonzero((before - old) / (new - old) < 1 - SHOWN),
        np.count_nonzero((after - old) / (new - old) > SHOWN),
    )
    return bool(fewest >= least_runs)


@dataclass(frozen=True)
class Scanned:
    """Series of one length, and what the scan of their intervals said; `steps` reads the changes
    from it."""

    values: Array
    prepared: Array
    drift: Array
    """By series: the factor by which drift makes means more uncertain."""
    sums: Array
    strongest: _Strongest
    chances: Array
    least_runs: int

    def steps(self, row: int, accepted: float) -> list[Step]:
        """The changes of one series whose chance is at most `accepted`, in order."""
        threshold = threshold_of(self.values.shape[1], self.least_runs, accepted)
        sums = self.sums[row]
        places = _segmentation(sums, self.strongest, row, threshold, self.least_runs)
        while places:
            found = [self._step(row, sums, *between) for between in _between(places, len(sums) - 1)]
            weakest = max(found, key=lambda step: step.chance)
            if weakest.chance <= accepted:
                return found
            # What was taken for a level are outliers that came together: those that are left are
            # placed without them.
            places.remove(weakest.at)
            level = _levels(self.prepared[row], places)
            sums = _sums(level + np.clip(self.prepared[row] - level, -CLIP, CLIP))
            places = _apart(list(_refined(sums, places, self.least_runs)), self.least_runs)
        return []

    def _step(self, row: int, sums: Array, begin: int, place: int, end: int) -> Step:
        before, after = self.values[row, begin:place], self.values[row, place:end]
        profile = _profile(sums[begin : end + 1], self.least_runs)
        at = place - begin - self.least_runs
        likelihoods = (profile**2 - profile[at] ** 2) / 2
        likely, wide = (
            np.flatnonzero(likelihoods >= -LIKELIHOOD),
            np.flatnonzero(likelihoods >= WIDE),
        )
        earliest = begin + self.least_runs
        return Step(
            at=place,
            first=earliest + int(likely[0]),
            last=earliest + int(likely[-1]),
            before=float(np.median(before)),
            after=float(np.median(after)),
            statistic=float(profile[at]),
            chance=max(
                float(chance(profile[at], len(sums) - 1, self.least_runs)),
                self._chance_of_ranks(before, after, float(self.drift[row])),
            ),
            earliest=earliest + int(wide[0]),
            likelihoods=likelihoods[wide[0] : wide[-1] + 1],
        )

    def _chance_of_ranks(self, before: Array, after: Array, drift: float) -> float:
        if not _shown(before, after, self.least_runs):
            return 1.0
        if separated(
            before, after
        ):  # of few runs that is not improbable enough, and there is no more to ask of them
            return 0.0
        statistic = np.maximum(rank_statistic(before, after) / drift, 1.0)
        return float(_chance_of_normal(statistic, self.values.shape[1], self.least_runs))


@cache
def threshold_of(points: int, least_runs: int, accepted: float) -> float:
    """The least statistic whose chance is at most `accepted`."""
    grid = np.linspace(1.0, 34.0, 3301)
    allowed = np.flatnonzero(chance(grid, points, least_runs) <= accepted)
    return float(grid[allowed[0]]) if len(allowed) else float("inf")


def scan(values: Array, least_runs: int) -> Scanned:
    """Looks for changes in series x points, finite values, in one thread. ValueError where there
    are fewer points than a change needs."""
    if values.shape[1] < 2 * least_runs:
        raise ValueError(
            f"{values.shape[1]} points: a change needs {least_runs} before it and "
            f"{least_runs} after it"
        )
    ready, drift = prepared(values, least_runs)
    sums = _sums(ready)
    strongest = _scan(sums, least_runs)
    chances = chance(strongest.statistics.max(axis=1), values.shape[1], least_runs)
    return Scanned(values, ready, drift, sums, strongest, chances, least_runs)


def scan_all(blocks: Sequence[Array], least_runs: int) -> list[Scanned]:
    """`scan` of blocks of series x points, on all processors."""
    # numpy lets go of the interpreter in its loops, so threads are enough.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda block: scan(block, least_runs), blocks))


def accepted_chance(chances: Array, false_alarms: float) -> float:
    """Benjamini and Hochberg: the largest chance that still counts as a finding; 0.0 where none
    does."""
    ordered = np.sort(chances)
    limits = false_alarms * np.arange(1, len(ordered) + 1) / max(len(ordered), 1)
    within = np.flatnonzero(ordered <= limits)
    return float(limits[within[-1]]) if len(within) else 0.0


def found_steps(
    scanned: Sequence[Scanned], false_alarms: float
) -> tuple[float, list[dict[int, list[Step]]]]:
    """Of blocks that were scanned: the largest chance that counts, and the changes by row where
    there are any.

    What the ranks say is asked of those series only that would count without it, and is then a part
    of their chance.
    """
    chances = [block.chances.copy() for block in scanned]
    first = accepted_chance(np.concatenate(chances), false_alarms) if chances else 0.0
    found: list[dict[int, list[Step]]] = []
    for block, corrected in zip(scanned, chances, strict=True):
        rows = {
            int(row): block.steps(int(row), first) for row in np.flatnonzero(corrected <= first)
        }
        for row, steps in rows.items():
            corrected[row] = min((step.chance for step in steps), default=1.0)
        found.append({row: steps for row, steps in rows.items() if steps})
    accepted = accepted_chance(np.concatenate(chances), false_alarms) if chances else 0.0
    for block, rows in zip(scanned, found, strict=True):
        for row, steps in list(rows.items()):
            if any(step.chance > accepted for step in steps):
                rows[row] = block.steps(row, accepted)
    return accepted, found
