"""Splits each series into the part that all times of a machine have in common, and the rest.

All times change together if the machine changes: its clock rate, its kernel, other load. To find
the common part of a run, each series is taken relative to its own level. The common part is the
median over designs of the median over a design's series. A change in one design is therefore never
common, even if it has many series. The unprobed runs count as a design.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retprobe.history.detect import Array
from retprobe.history.history import History, Matrix

LEAST_DESIGNS = 3
"""With fewer designs, a change of one would look like a change of the machine."""


@dataclass(frozen=True)
class MachineSeries:
    """The series of one machine that were measured in one way, ready for the search."""

    name: str
    method: str
    matrix: Matrix
    rest: Array
    """Series x runs, without the common part. If all values of a series are positive, these are
    logarithms, else fractions of the series' level."""
    logarithmic: NDArray[np.bool_]
    times: NDArray[np.bool_]
    """Which series are times and contribute to the common part."""
    common: Array
    """The common part of each run, as a logarithm; NaN if too few designs were measured."""
    controls: Array
    """As `common`, of the unprobed runs alone."""

    @property
    def line(self) -> tuple[str, str]:
        return self.name, self.method

    def percent(self, row: int, before: float, after: float) -> float:
        """The difference of two levels in `rest`, in percent of the first; infinite unless that is
        positive."""
        difference = after - before
        if self.logarithmic[row]:
            return float(np.expm1(difference)) * 100
        return difference / before * 100 if before > 0 else math.copysign(math.inf, difference)


def is_time(metric: str) -> bool:
    """Whether a metric is in nanoseconds, by its name."""
    return metric.endswith(("_ns", "ns_per_call"))


def _median(rows: Array, axis: int) -> Array:
    """The median along an axis without NaN; NaN if there is nothing else."""
    found = np.full(rows.shape[1 - axis], np.nan)
    known = ~np.isnan(rows).all(axis=axis)
    kept = rows[:, known] if axis == 0 else rows[known]
    if kept.size:
        found[known] = np.nanmedian(kept, axis=axis)
    return found


def _without(matrix: Matrix, probed_metric: str) -> Matrix:
    """The matrix without a metric's series, except those of the unprobed runs, which have no other
    metric."""
    rows = np.flatnonzero(
        (
            (matrix.series["metric"] != probed_metric) | (matrix.series["design"] == "unprobed")
        ).to_numpy()
    )
    series = matrix.series.iloc[rows].reset_index(drop=True)
    return Matrix(series, matrix.runs, matrix.values[rows], matrix.low[rows], matrix.high[rows])


def machine_series(
    history: History, name: str, method: str, leave_out: Iterable[str]
) -> MachineSeries:
    """Reads the series of a machine and method, without the metrics of `leave_out`.

    Of ns_per_call it reads only the unprobed runs' series. The others follow from added_ns."""
    matrix = history.matrix(name, method, leave_out)
    return separated(name, _without(matrix, "ns_per_call"), method)


def separated(name: str, matrix: Matrix, method: str = "") -> MachineSeries:
    """Removes the common part from a machine's series."""
    values = matrix.values
    logarithmic: NDArray[np.bool_] = np.asarray(~(values <= 0).any(axis=1))
    size = _median(np.abs(values), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = values / np.where(size > 0, size, 1.0)[:, None]
        rest = np.where(logarithmic[:, None], np.log(values), relative)
    designs = matrix.series["design"].to_numpy()
    times = logarithmic & np.array(
        [is_time(metric) for metric in matrix.series["metric"]], dtype=bool
    )
    centred = rest - _median(rest, axis=1)[:, None]
    nothing = np.full(values.shape[1], np.nan)
    present = sorted(set(designs[times]))
    by_design = np.array(
        [_median(centred[times & (designs == design)], axis=0) for design in present]
    )
    common = nothing
    if len(present) >= LEAST_DESIGNS:
        known = np.count_nonzero(~np.isnan(by_design), axis=0) >= LEAST_DESIGNS
        common = np.where(known, _median(by_design, axis=0), np.nan)
    rest[times] -= np.nan_to_num(common)
    unprobed = times & (designs == "unprobed")
    controls = _median(centred[unprobed], axis=0) if unprobed.any() else nothing
    return MachineSeries(name, method, matrix, rest, logarithmic, times, common, controls)
