"""Finds change points in many series at once.

The method is seeded binary segmentation (Kovács, Bühlmann, Li and Munk, Biometrika 110, 2023). A
statistic for "one change of level, here" is computed on a fixed set of intervals of all lengths.
The strongest change is taken, the intervals that contain it are left out, and so on. The method
finds changes that cancel each other, which plain binary segmentation misses. It takes a few array
operations for all series together.

The statistic is the maximally selected difference of means. Its probability without a change is
Miller and Siegmund's (Biometrics 38, 1982), summed over the intervals. Benjamini and Hochberg's
correction is made over the series. docs/history.md says what this guarantees.

Against heavy tails and outliers, values far from the running median are moved nearer to it. Against
drift from run to run, the scale is that of means over several runs. Both are estimated from
differences, which a change of level hardly affects. In a series with many outliers, several can
follow each other, and the running median follows them. Each change therefore has to show in the
ranks of the values, too (ranks.py).
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
    """What the search finds and reports."""

    false_alarms: float = 0.05
    """The probability of finding any change in a history in which nothing has changed."""
    least_percent: float = 1.0
    """Smaller changes are not reported, even if they are certain."""
    least_runs: int = 5
    """The least number of runs before and after a change. Fewer runs count as outliers."""


@dataclass(frozen=True)
class Step:
    """A change of level in one series."""

    at: int
    """The index of the first point after the change."""
    first: int
    last: int
    """`first` and `last`: the first and the last point with at least a hundredth of the likelihood
    of `at`. The change may be at any point between them."""
    before: float
    after: float
    """`before` and `after`: medians of the values between this change and its neighbours."""
    statistic: float
    """The difference of means, in standard errors."""
    chance: float
    """The probability of such a result anywhere in a series without a change.

    It is the larger one of two: of so large a difference, and of so different ranks."""
    earliest: int
    likelihoods: Array
    """The log likelihoods of the points from `earliest` on, minus that of `at`.

    They begin and end with the first and the last one above WIDE."""


CLIP = 2.5  # values farther from the level, in standard deviations, are clipped to this distance
SHOWN = 2 / 3  # a run shows a change if it has at least this part of it
LIKELIHOOD = float(np.log(100))
WIDE = -8.0
MEDIAN_OF_CHI2 = 0.4549364  # with one degree of freedom
CHUNK = 128  # series at a time, so that their data fit into a processor's cache


@cache
def seeded_intervals(points: int, shortest: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(length, starts) of the intervals of every scale.

    Lengths fall by a factor of the square root of two. Neighbours overlap by half."""
    scales = []
    step = 0
    while (length := int(np.ceil(points * 2 ** (-step / 2)))) >= shortest:
        count = 2 * int(np.ceil(2 ** (step / 2))) - 1
        starts = tuple(sorted({round(start) for start in np.linspace(0, points - length, count)}))
        scales.append((length, starts))
        step += 1
    return tuple(scales)


def chance(statistic: Array | float, points: int, least_runs: int) -> Array:
    """The probability that a series without a change has such a statistic on any interval.

    At most 1."""
    b = np.maximum(np.asarray(statistic, dtype=np.float64), 1.0)
    # The scale is estimated from differences, about half as many as there are points.
    return _chance_of_normal(
        stats.norm.isf(stats.t.sf(np.minimum(b, 35.0), max(points / 2, 3))), points, least_runs
    )


def _chance_of_normal(b: Array, points: int, least_runs: int) -> Array:
    """As `chance`, for a statistic whose scale is known. It may exceed 1.0."""
    density = np.exp(-b * b / 2) / np.sqrt(2 * np.pi)
    total = np.zeros_like(b)
    for length, starts in seeded_intervals(points, 2 * least_runs):
        trimmed = least_runs / length
        total += len(starts) * density * ((b - 1 / b) * 2 * np.log((1 - trimmed) / trimmed) + 4 / b)
    found: Array = np.minimum(total, 1.0)
    return found


def prepared(values: Array, least_runs: int) -> tuple[Array, Array]:
    """Series x points, ready for the search, and the factor by which drift widens each scale.

    Outliers are clipped. Each series is divided by its scale, so that a mean of k points has the
    standard deviation 1 / sqrt(k)."""
    level = _level(values, least_runs)
    differences = np.diff(values, axis=1)
    single = 1.4826 * np.median(np.abs(differences), axis=1, keepdims=True) / np.sqrt(2)
    clipped = level + np.clip(values - level, -CLIP * single, CLIP * single)
    # Counts rarely differ from run to run, so the median of their differences is 0.
    steps = np.diff(clipped, axis=1)
    scale = np.where(single > 0, single, np.sqrt(np.mean(steps * steps, axis=1, keepdims=True) / 2))
    of_means = _scale_of_means(clipped)
    # From few differences, the estimate for a single series is often too small. The median over all
    # series is not.
    usual = np.median(of_means[scale > 0] / scale[scale > 0]) if (scale > 0).any() else 1.0
    scale = np.maximum(scale * max(1.0, float(usual)), of_means)
    centred = clipped - np.median(clipped, axis=1, keepdims=True)
    divided: Array = np.divide(centred, scale, out=np.zeros_like(centred), where=scale > 0)
    spread = np.std(clipped - level, axis=1, keepdims=True)
    drift = np.divide(scale, spread, out=np.ones_like(scale), where=(single > 0) & (spread > 0))
    return divided, np.maximum(drift[:, 0], 1.0)


def _level(values: Array, least_runs: int) -> Array:
    """The running median.

    Its window is so wide that fewer than `least_runs` outliers are never the majority. Points at
    the ends have the median of the first or the last whole window."""
    half = least_runs - 1
    level: Array = ndimage.median_filter(values, size=(1, 2 * half + 1))
    level[:, :half] = level[:, half : half + 1]
    level[:, len(level[0]) - half :] = level[:, -half - 1 : len(level[0]) - half]
    return level


def _scale_of_means(values: Array) -> Array:
    """The scale of means, from differences of the means of neighbouring blocks (Wu and Zhao, 2007).

    It includes drift that lasts for several runs."""
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
    """The statistic of a change before each of the points least_runs … length - least_runs.

    sums: the running sums (…, length + 1) of an interval."""
    length = sums.shape[-1] - 1
    k = np.arange(least_runs, length - least_runs + 1)
    whole = sums[..., -1:] - sums[..., :1]
    left = sums[..., least_runs : length - least_runs + 1] - sums[..., :1]
    found: Array = np.abs(left - whole * (k / length)) * np.sqrt(length / (k * (length - k)))
    return found


@dataclass(frozen=True)
class _Strongest:
    """The bounds of each interval, and for each series its largest statistic and the place of
    it."""

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
    """The places at which one series changes.

    They are taken greedily, the strongest first. Then each is placed again between its
    neighbours."""
    statistics = np.where(strongest.statistics[row] > threshold, strongest.statistics[row], 0.0)
    found: list[int] = []
    while statistics.any():
        best = int(np.argmax(statistics))
        place = int(strongest.places[row, best])
        found.append(place)
        statistics[(strongest.starts < place) & (place < strongest.ends)] = 0.0
    # Two changes near each other can lie in the same intervals, so only one of them is found so
    # far. Search again between the changes that were found, and place each of them again.
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
    """The places in order, without those nearer than `least_runs` to a stronger one.

    Places can be so near because each was placed between neighbours that moved afterwards."""
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
    """The level at each point: the median of the values between the changes around it."""
    bounds = [0, *places, len(values)]
    medians = [np.median(values[begin:end]) for begin, end in pairwise(bounds)]
    return np.repeat(medians, np.diff(bounds))


def _shown(before: Array, after: Array, least_runs: int) -> bool:
    """Whether enough runs show a change.

    At least `least_runs` runs before it have at most a third of it, and as many after it have at
    least two thirds."""
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
    """Series of one length, with the result of the scan of their intervals.

    `steps` finds the changes in it."""

    values: Array
    prepared: Array
    drift: Array
    """For each series, the factor by which drift makes means more uncertain."""
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
            # Several outliers in a row were taken for a level. Drop this change, and place the
            # others again without it.
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
        # With few runs even complete separation is not improbable enough. More cannot be asked of
        # them.
        if separated(before, after):
            return 0.0
        statistic = np.maximum(rank_statistic(before, after) / drift, 1.0)
        return float(_chance_of_normal(statistic, self.values.shape[1], self.least_runs))


@cache
def threshold_of(points: int, least_runs: int, accepted: float) -> float:
    """The smallest statistic whose chance is at most `accepted`."""
    grid = np.linspace(1.0, 34.0, 3301)
    allowed = np.flatnonzero(chance(grid, points, least_runs) <= accepted)
    return float(grid[allowed[0]]) if len(allowed) else float("inf")


def scan(values: Array, least_runs: int) -> Scanned:
    """Searches series x points for changes, in one thread. All values have to be finite.

    Raises ValueError if there are fewer points than a change needs."""
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
    # numpy releases the interpreter lock in its loops, so threads are enough.
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return list(pool.map(lambda block: scan(block, least_runs), blocks))


def accepted_chance(chances: Array, false_alarms: float) -> float:
    """The largest chance that counts as a finding, by Benjamini and Hochberg; 0.0 if none does."""
    ordered = np.sort(chances)
    limits = false_alarms * np.arange(1, len(ordered) + 1) / max(len(ordered), 1)
    within = np.flatnonzero(ordered <= limits)
    return float(limits[within[-1]]) if len(within) else 0.0


def found_steps(
    scanned: Sequence[Scanned], false_alarms: float
) -> tuple[float, list[dict[int, list[Step]]]]:
    """The largest chance that counts, and for each scanned block its rows with changes.

    The ranks are tested only in series that would count without that test. The result is then part
    of these series' chance.
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
