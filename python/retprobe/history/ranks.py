"""Mann and Whitney's test, exact enough for very small probabilities: do two sets differ in ranks?

A rank does not depend on how far away an outlier is. Several outliers in a row therefore count only
as some large values, of which the series has more elsewhere. The test assumes nothing of the
values' distribution.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats


def separated(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether all values of one set are below all values of the other."""
    return bool(one.max() < other.min() or other.max() < one.min())


def rank_statistic(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Mann and Whitney's U of the two sets, as a standard normal number, 0 or above.

    That number is as improbable as U is if the sets do not differ. If one set has few values, the
    usual normal approximation is wrong for small probabilities. This is the saddlepoint
    approximation r* (Barndorff-Nielsen 1986), with a correction because U is an integer. U's
    generating function is a product; tied values have their mean rank in it.
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

    # At 2, the mean is less than 0.5 below the largest possible U.
    t = float(optimize.brentq(slope, 1e-7, 2.0))
    logarithm = np.sum(
        many * t + np.log(-np.expm1(-large * t) / large) - np.log(-np.expm1(-small * t) / small)
    )
    curvature = np.sum(
        (small / (2 * np.sinh(small * t / 2))) ** 2 - (large / (2 * np.sinh(large * t / 2))) ** 2
    )
    r = np.sqrt(2 * (t * x - logarithm))
    return float(r + np.log(2 * np.sinh(t / 2) * np.sqrt(curvature) / r) / r)
