"""What all times of a machine do together, and what is left of each series without it.

Times move together when the machine does: another clock rate, another kernel, a neighbour. The
common part of a run is the median over designs of the median over a design's series, each series
relative to its own level, so that a change in one design is not common, however many series it has.
The unprobed runs, in which there is no probe, count as a design.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retprobe.history.detect import Array
from retprobe.history.history import History, Matrix

LEAST_DESIGNS = 3
"""With fewer, a change of one design could not be told from a change of the machine."""


@dataclass(frozen=True)
class MachineSeries:
    """The series of one machine that were measured in one way, ready to be searched."""

    name: str
    method: str
    matrix: Matrix
    places: NDArray[np.int64]
    """By run: its index among all runs of the machine."""
    rest: Array
    """Series x runs, without the common part: logarithms where all of a series' values are
    positive, else parts of its level."""
    logarithmic: NDArray[np.bool_]
    times: NDArray[np.bool_]
    """Which series are times that have a part in what is common."""
    common: Array
    """By run, as a logarithm; NaN where too few designs were measured."""
    controls: Array
    """The same of the unprobed runs alone."""

    def percent(self, row: int, difference: float) -> float:
        """A difference of levels in `rest`, in percent of the first."""
        return float(np.expm1(difference) if self.logarithmic[row] else difference) * 100


def is_time(metric: str) -> bool:
    """Nanoseconds, by the metric's name."""
    return metric.endswith(("_ns", "ns_per_call"))


def _median(rows: Array, axis: int) -> Array:
    """Along an axis, without NaN; NaN where there is nothing else."""
    found = np.full(rows.shape[1 - axis], np.nan)
    known = ~np.isnan(rows).all(axis=axis)
    kept = rows[:, known] if axis == 0 else rows[known]
    if kept.size:
        found[known] = np.nanmedian(kept, axis=axis)
    return found


def _without(matrix: Matrix, probed_metric: str) -> Matrix:
    """Without the series of a metric but those of the unprobed runs, which have no other."""
    rows = np.flatnonzero(
        (
            (matrix.series["metric"] != probed_metric) | (matrix.series["design"] == "unprobed")
        ).to_numpy()
    )
    series = matrix.series.iloc[rows].reset_index(drop=True)
    return Matrix(series, matrix.runs, matrix.values[rows], matrix.low[rows], matrix.high[rows])


def machine_series(history: History, name: str, leave_out: Iterable[str]) -> list[MachineSeries]:
    """Reads a machine's series but those of `leave_out`, by the method that its runs were measured
    with; and of ns_per_call the unprobed runs' only: of the others it follows from added_ns."""
    matrix = _without(history.matrix(name, leave_out), "ns_per_call")
    methods = history.methods(name)
    found = []
    for method in dict.fromkeys(methods):
        places = np.flatnonzero([each == method for each in methods])
        found.append(separated(name, _of_runs(matrix, places), method, places))
    return found


def _of_runs(matrix: Matrix, places: NDArray[np.int64]) -> Matrix:
    """Some of the runs, and the series that have a value in them."""
    if len(places) == len(matrix.runs):
        return matrix
    rows = np.flatnonzero(np.isfinite(matrix.values[:, places]).any(axis=1))
    part = np.ix_(rows, places)
    series, runs = matrix.series.iloc[rows], matrix.runs.iloc[places]
    return Matrix(
        series.reset_index(drop=True),
        runs.reset_index(drop=True),
        matrix.values[part],
        matrix.low[part],
        matrix.high[part],
    )


def separated(
    name: str, matrix: Matrix, method: str = "", places: NDArray[np.int64] | None = None
) -> MachineSeries:
    """Takes what is common out of a machine's series. Without `places` its runs are all that the
    machine has."""
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
    places = np.arange(values.shape[1]) if places is None else places
    return MachineSeries(name, method, matrix, places, rest, logarithmic, times, common, controls)
