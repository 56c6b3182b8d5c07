"""Medians, ratios and their intervals: the same figures as `retprobe compare` gives (harness/results/statistics.cc,
ratio.cc).

The bootstrap draws from C++'s mt19937_64, seeded with 1, so that a goal at its limit is judged alike here and there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import median

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

DRAWS = 4000
_N, _M = 312, 156
_UPPER, _LOWER = np.uint64(0xFFFFFFFF80000000), np.uint64(0x7FFFFFFF)
_MATRIX, _1 = np.uint64(0xB5026F5AA96619E9), np.uint64(1)


@dataclass(frozen=True)
class Spread:
    """A median and the ends of its interval of 95 %. An end may be infinite."""

    median: float
    low: float
    high: float


def _trimmed(n: int) -> int:
    """How many samples may be left out at each end: by the chance that so few of n lie below the true median."""

    def below(k: int) -> float:
        return sum(math.comb(n, i) for i in range(k + 1)) / (1 << n)

    k = 0
    while 2 * (k + 1) < n and 2 * below(k + 1) <= 0.05:
        k += 1
    return k


def spread_of(values: Sequence[float]) -> Spread:
    """Of one sample (not empty), by order statistics."""
    ordered = sorted(values)
    k = _trimmed(len(ordered))
    return Spread(median(ordered), ordered[k], ordered[-1 - k])


def ratio_of_pairs(dividends: Sequence[float], divisors: Sequence[float]) -> Spread | None:
    """Of two samples from the same processes: the spread of the pairs' ratios. None where a divisor is not positive or
    the sizes differ."""
    if not dividends or len(dividends) != len(divisors) or min(divisors) <= 0:
        return None
    return spread_of([above / below for above, below in zip(dividends, divisors, strict=True)])


def _mixed(high: Words, low: Words) -> Words:
    mixed = (high & _UPPER) | (low & _LOWER)
    return (mixed >> _1) ^ np.where(mixed & _1, _MATRIX, np.uint64(0))


@cache
def random_words(count: int, seed: int = 1) -> Words:
    """The first `count` words of mt19937_64."""
    seeds = [seed]
    for i in range(1, _N):
        seeds.append((6364136223846793005 * (seeds[-1] ^ (seeds[-1] >> 62)) + i) & ((1 << 64) - 1))
    state = np.array(seeds, dtype=np.uint64)
    blocks = []
    for _ in range(-(-count // _N)):
        # Three steps, as the later words of a block depend on its earlier ones.
        old = state.copy()
        state[:_M] = old[_M:] ^ _mixed(old[:_M], old[1 : _M + 1])
        state[_M:-1] = state[: _M - 1] ^ _mixed(old[_M:-1], old[_M + 1 :])
        state[-1:] = state[_M - 1 : _M] ^ _mixed(old[-1:], state[:1])
        words = state.copy()
        words ^= (words >> np.uint64(29)) & np.uint64(0x5555555555555555)
        words ^= (words << np.uint64(17)) & np.uint64(0x71D67FFFEDA60000)
        words ^= (words << np.uint64(37)) & np.uint64(0xFFF7EEE000000000)
        blocks.append(words ^ (words >> np.uint64(43)))
    return np.concatenate(blocks)[:count]


def ratio_of_medians(dividends: Sequence[float], divisors: Sequence[float]) -> Spread | None:
    """Of two samples from different processes: the medians' ratio, and 95 % of those that samples drawn from these
    have.

    None where a sample is empty or the divisor's median is not positive.
    """
    if not dividends or not divisors:
        return None
    n, m = len(dividends), len(divisors)
    divisor = spread_of(divisors).median
    if divisor <= 0:
        return None
    # One draw of each side in turn, as the C++ does it.
    words = random_words(DRAWS * (n + m)).reshape(DRAWS, n + m)
    above = np.median(np.asarray(dividends)[words[:, :n] % np.uint64(n)], axis=1)
    below = np.median(np.asarray(divisors)[words[:, n:] % np.uint64(m)], axis=1)
    ratios = np.sort(np.divide(above, below, out=np.full(DRAWS, np.inf), where=below > 0))
    low, high = ratios[DRAWS // 40], ratios[DRAWS - 1 - DRAWS // 40]
    return Spread(spread_of(dividends).median / divisor, float(low), float(high))
