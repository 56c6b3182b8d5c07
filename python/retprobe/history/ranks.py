"""Whether two sets of values differ in their ranks: Mann and Whitney's test, far out in its tails.

A rank does not know how far away an outlier is, so that some outliers that come together are no
more than so many large values of a series that has more of them elsewhere. Nothing is assumed of
how the values are distributed.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats


def separated(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether all values of the one are below all of the other, or above."""
    return bool(one.max() < other.min() or other.max() < one.min())


def rank_statistic(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """A standard normal number that is as improbable as Mann and Whitney's U of the two sets if
    they do not differ, and 0 or above.

    The normal approximation allows no small probabilities where one set has few values. This is the
    saddlepoint approximation r* (Barndorff-Nielsen 1986) with a correction for U's being an
    integer. U's generating function is a product, in which ranks that are shared count as their
    mean.
    """
    few, many = sorted((len(one), len(other)))
    u = (
        float(stats.rankdata(np.concatenate([one, other]))[: len(one)].sum())
        - len(one) * (len(one) + 1) / 2
    )
    x = max(u, few * many - u) - 0.5
    normal = float((x - few * many / 2) / np.sqrt(few * many * (few + many + 1) / 12))
    if normal < 0.5:
        return max(normal, 0.0)
    small = np.arange(1.0, few + 1)
    large = small + many

    def slope(t: float) -> float:
        return float(np.sum(large / -np.expm1(-large * t) - small / -np.expm1(-small * t))) - x

    # At 2, the mean is less than half below the largest U that there is.
    t = float(optimize.brentq(slope, 1e-7, 2.0))
    logarithm = np.sum(
        many * t + np.log(-np.expm1(-large * t) / large) - np.log(-np.expm1(-small * t) / small)
    )
    curvature = np.sum(
        (small / (2 * np.sinh(small * t / 2))) ** 2 - (large / (2 * np.sinh(large * t / 2))) ** 2
    )
    r = np.sqrt(2 * (t * x - logarithm))
    return float(r + np.log(2 * np.sinh(t / 2) * np.sqrt(curvature) / r) / r)
