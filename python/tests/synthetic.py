"""Histories that were never measured, with noise like that of real ones, and planted regressions.

    python python/tests/synthetic.py STORE --commits 1000 --plant commit=700,percent=3

makes a store of one. What a run's value is made of, each part as a logarithm:

- its cell's level, which planted changes move;
- the machine's state, the same for all times of a run: drift that lasts for some runs, and now and
  then a step that stays;
- the state of the processes that share a design and a return transfer, drawn anew in each run;
- noise of its own with heavy tails (Student's t);
- now and then the other one of a virtual machine's two speeds, for one value and in one run.

A few values are void. Numbers depend on the seed and nothing else. Machines are independent of each
other, so that a history with more of them has the same first ones.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from retprobe.files import ResultError, written_whole
from retprobe.history.detect import Array
from retprobe.history.history import CELL, Matrix
from retprobe.history.options import Parser
from retprobe.history.store import FILE, POINTS, RUNS, partition, write_rows

START = datetime(2024, 1, 1, 6, tzinfo=UTC)
PROCESSES = 9
# What differs in each row is noise, which is only slower to write where a dictionary or a
# compressor looks at it first.
_NOISE = ("value", "low", "high")
_TEXTS = [name for name in POINTS.names if name not in _NOISE]
_COMPRESSION = {name: "none" if name in _NOISE else "zstd" for name in POINTS.names}
VOID = "missed 12 calls"

WORKLOADS = (
    "leaf",
    "fib",
    "callers12",
    "functions_1000",
    "json",
    "recursion_10000",
    "leaf+data64",
    "functions_16",
)
CANDIDATES = (
    ("call_through", "-"),
    ("none", "-"),
    *(
        (d, t)
        for t in ("paired", "push_ret")
        for d in ("bitmask", "chained_trampolines", "counted_shadow", "instance_pool")
    ),
)
TRACERS = (1, 8, 64, 2, 4, 16)


@dataclass(frozen=True)
class Noise:
    """The noise of a history. Standard deviations are relative to the value: 0.01 is one
    percent."""

    own: float = 0.012
    degrees: float = 4.0
    """Degrees of freedom of Student's t. The smaller, the heavier the tails."""
    drift: float = 0.01
    drift_correlation: float = 0.6
    """Between a run and the next one."""
    processes: float = 0.005
    steps: float = 1 / 250
    """Of a machine, per run."""
    step: float = 0.05
    voids: float = 0.003
    slow: float = 0.02
    """The probability that a time was measured at the lower of two speeds."""
    slower: float = 0.35
    """By how much, as a part of the value."""
    own_correlation: float = 0.0
    """Of a series' own noise between a run and the next one."""


@dataclass(frozen=True)
class Planted:
    """A change of the cells that match, by `percent`, from the commit of this index on."""

    commit: int
    percent: float
    globs: Mapping[str, str] = field(default_factory=dict)
    """By column of CELL, or `machine`: {"design": "counted_shadow", "machine": "*"}; what is not
    named matches."""


def cells(count: int) -> pd.DataFrame:
    """The first `count` of all series of a machine: CELL. A workload's unprobed run comes before
    what is compared with it. ValueError where there are not so many."""

    def all_of_them() -> Iterator[tuple[Any, ...]]:
        for tracers in TRACERS:
            for workload in WORKLOADS:
                if tracers == 1:
                    yield workload, "unprobed", "-", "-", 0, "ns_per_call"
                for design, transfer in CANDIDATES:
                    yield workload, design, transfer, "scalar", tracers, "added_ns"
        for metric in ("bytes_per_frame", "bytes_per_thread"):
            for design, transfer in CANDIDATES:
                yield "leaf", design, transfer, "scalar", 1, metric

    found = list(islice(all_of_them(), count))
    if len(found) < count:
        raise ValueError(f"{count} metrics: there are {len(found)} at most")
    return pd.DataFrame(found, columns=list(CELL))


@dataclass(frozen=True)
class Synthetic:
    """A history. The arrays of a machine are made when they are asked for, always the same."""

    commits: int = 1000
    machines: int = 20
    metrics: int = 500
    seed: int = 1
    planted: Sequence[Planted] = ()
    noise: Noise = Noise()
    per_day: int = 10
    """Commits of one day: one file has the runs of a day and machine."""

    def machine_name(self, number: int) -> str:
        return f"machine{number + 1:02}"

    def commit(self, number: int) -> str:
        return hashlib.sha1(f"{self.seed} {number}".encode()).hexdigest()

    def time(self, commit: int, machine: int) -> datetime:
        day, slot = divmod(commit, self.per_day)
        return START + timedelta(
            days=day, minutes=slot * (900 // self.per_day), seconds=machine * 20
        )

    def machine_steps(self, machine: int) -> NDArray[np.float64]:
        """By run: by what the machine's state moved before it and stayed, as a logarithm; 0 nearly
        everywhere."""
        random = np.random.default_rng([self.seed, machine, 1])
        happened = random.random(self.commits) < self.noise.steps
        happened[0] = False
        return np.where(happened, random.normal(0, self.noise.step, self.commits), 0.0)

    def values(self, machine: int) -> Array:
        """Series x commits, nanoseconds or bytes; NaN where void."""
        noise, series = self.noise, cells(self.metrics)
        random = np.random.default_rng([self.seed, machine, 2])
        shape = (len(series), self.commits)
        spread = np.sqrt(noise.degrees / (noise.degrees - 2))
        logarithms = noise.own / spread * random.standard_t(noise.degrees, shape)
        _correlate(logarithms, noise.own_correlation)
        state = np.cumsum(self.machine_steps(machine)) + self._drift(random)
        group = series.groupby(["design", "transfer"], sort=False).ngroup().to_numpy()
        processes = random.normal(0, noise.processes, (int(group.max()) + 1, self.commits))
        logarithms += processes[group] + state
        level = np.exp(random.normal(0, 0.2)) * self._levels(series)
        counts = ~series["metric"].str.endswith(("_ns", "ns_per_call")).to_numpy(dtype=bool)
        logarithms[counts] = 0.0
        level = np.where(counts, self._levels(series), level)
        for planted in self.planted:
            if fnmatchcase(self.machine_name(machine), planted.globs.get("machine", "*")):
                logarithms[_matching(series, planted.globs), planted.commit :] += np.log1p(
                    planted.percent / 100
                )
        # Drawn apart from the rest, which is then the same with any number of slow values.
        slow = np.random.default_rng([self.seed, machine, 4]).random(shape) < noise.slow
        logarithms[slow & ~counts[:, None]] += np.log1p(noise.slower)
        found: Array = level[:, None] * np.exp(logarithms)
        found[(random.random(shape) < noise.voids) & ~counts[:, None]] = np.nan
        return found

    def _drift(self, random: np.random.Generator) -> Array:
        drift: Array = random.normal(0, self.noise.drift, self.commits)
        _correlate(drift[None], self.noise.drift_correlation)
        return drift

    def _levels(self, series: pd.DataFrame) -> Array:
        """The approximate value of a real cell, the same on all machines."""
        names = series["workload"] + series["design"] + series["transfer"]
        spread = np.array(
            [int(hashlib.sha1(name.encode()).hexdigest()[:6], 16) / 0xFFFFFF for name in names]
        )
        times = (2 + 30 * spread) * np.maximum(series["tracers"].to_numpy(), 1) ** 0.8
        fixed = (
            series["metric"]
            .map({"bytes_per_frame": 32.0, "bytes_per_thread": 4096.0})
            .to_numpy(dtype=np.float64)
        )
        return np.where(np.isnan(fixed), times, fixed)

    def matrix(self, machine: int) -> Matrix:
        """The Matrix that History.matrix would give, without a store."""
        values = self.values(machine)
        numbers = range(self.commits)
        runs = pd.DataFrame(
            {
                "run": [self._run(number, machine) for number in numbers],
                "time": pd.to_datetime(
                    [self.time(number, machine) for number in numbers], utc=True
                ),
                "commit": [self.commit(number) for number in numbers],
                "position": np.arange(self.commits),
            }
        )
        low, high = self._intervals(values, machine)
        return Matrix(cells(self.metrics), runs, values, low, high)

    def _intervals(self, values: Array, machine: int) -> tuple[Array, Array]:
        random = np.random.default_rng([self.seed, machine, 3])
        half = np.abs(random.normal(0, 1.5 * self.noise.own, (2, *values.shape)))
        return values * (1 - half[0]), values * (1 + half[1])

    def _run(self, commit: int, machine: int) -> str:
        return hashlib.sha256(f"{self.seed} {commit} {machine}".encode()).hexdigest()[:16]

    def context(self, commit: int, machine: int) -> dict[str, Any]:
        """The context of a result of this run."""
        name = self.machine_name(machine)
        floors = ("call_through", "none")
        designs = {design for design, _ in CANDIDATES}
        return {
            "date": self.time(commit, machine).isoformat(),
            "machine": name,
            "kernel": "Linux 6.12.0",
            "cpu": f"Synthetic CPU {machine % 4 + 1}",
            "cpu_id": "",
            "microcode": "0x1",
            "cores": 2,
            "hypervisor": "none",
            "governor": "performance",
            "mitigations": {},
            "aslr": "on",
            "pmu": "available",
            "compiler": "gcc 12.2.0",
            "commit": self.commit(commit),
            "retprobe": 1,
            "quick": False,
            "processes": PROCESSES,
            "min_time": 0.05,
            "seed": self.seed,
            "interval_coverage": 0.9609375,
            "verified": True,
            "verification": {"ran": True, "left_out": [], "candidates": {}},
            "designs": {
                d: {"idea": "synthetic", "proposed_by": "", "floor": d in floors}
                for d in sorted(designs)
            },
        }

    def write(self, store: str | Path) -> None:
        """Writes all of it as a store. Raises ResultError where something is there already, or it
        cannot be written."""
        root = Path(store)
        if root.exists() and any(root.iterdir()):
            raise ResultError(f"{store}: is there already; choose another name")
        # Making numbers and writing files releases the interpreter lock.
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            list(threads.map(partial(self._write_machine, root), range(self.machines)))

    def _write_machine(self, root: Path, machine: int) -> None:
        matrix = self.matrix(machine)
        names = {
            name: pa.array(matrix.series[name]).dictionary_encode()
            for name in CELL
            if name != "tracers"
        }
        tracers = pa.array(matrix.series["tracers"], type=pa.int32())
        rows = np.arange(len(matrix.series))
        for begin in range(0, self.commits, self.per_day):
            end = min(begin + self.per_day, self.commits)
            which = np.tile(rows, end - begin)
            values, low, high = (
                part[:, begin:end].T.ravel() for part in (matrix.values, matrix.low, matrix.high)
            )
            void = np.isnan(values)
            columns = {
                name: _coded(codes.dictionary, codes.indices.take(pa.array(which)))
                for name, codes in names.items()
            }
            columns["run"] = _coded(
                matrix.runs["run"][begin:end], np.repeat(np.arange(end - begin), len(rows))
            )
            columns["tracers"] = tracers.take(pa.array(which))
            columns |= {
                name: pa.array(part, mask=void)
                for name, part in (("value", values), ("low", low), ("high", high))
            }
            columns["processes"] = pa.array(np.full(len(which), PROCESSES, dtype=np.int32))
            columns["void"] = _coded(
                [VOID], pa.array(np.zeros(len(which), dtype=np.int8), mask=~void)
            )
            table = pa.table({name: columns[name] for name in POINTS.names})
            where = partition(self.time(begin, machine), self.machine_name(machine))
            folder = root / "points" / where
            folder.mkdir(parents=True, exist_ok=True)
            with written_whole(folder / FILE) as part:
                pq.write_table(
                    table, part, use_dictionary=_TEXTS, compression=_COMPRESSION, store_schema=False
                )
            runs = [
                self._run_row(number, machine, void.reshape(end - begin, -1)[number - begin])
                for number in range(begin, end)
            ]
            write_rows(root, "runs", where, pa.Table.from_pylist(runs, schema=RUNS))

    def _run_row(self, commit: int, machine: int, void: NDArray[np.bool_]) -> dict[str, Any]:
        context = self.context(commit, machine)
        return {
            "run": self._run(commit, machine),
            "time": self.time(commit, machine),
            "source": "synthetic",
            **{
                name: context[name]
                for name in ("commit", "cpu", "kernel", "compiler", "quick", "processes")
            },
            "points": int(np.count_nonzero(~void)),
            "voids": int(np.count_nonzero(void)),
            "passed": 0,
            "failed": 0,
            "declared": 0,
            "unavailable": 0,
            "context": json.dumps(context),
        }


def _correlate(values: Array, kept: float) -> None:
    """In place: makes each column of independent values keep so much of the one before it; their
    deviation stays."""
    for run in range(1, values.shape[1]) if kept else ():
        values[:, run] = kept * values[:, run - 1] + np.sqrt(1 - kept * kept) * values[:, run]


def _coded(dictionary: Any, codes: Any) -> pa.Array:
    """A column of few different texts, which takes much less memory and space."""
    return pa.DictionaryArray.from_arrays(codes, pa.array(dictionary, type=pa.string()))


def _matching(series: pd.DataFrame, globs: Mapping[str, str]) -> NDArray[np.bool_]:
    """Which series match. Unprobed runs and counts match only if they are named."""
    wanted = {"design": "[!u]*", "metric": "*_ns", **globs}
    found = np.ones(len(series), dtype=bool)
    for name in CELL:
        if name in wanted:
            found &= np.array(
                [fnmatchcase(str(value), wanted[name]) for value in series[name]], dtype=bool
            )
    return found


def planted(text: str) -> Planted:
    """`commit=700,percent=3,design=counted_shadow`: what has to be there, then globs for machine or
    columns of CELL."""
    globs = dict(part.split("=", 1) for part in text.split(","))
    return Planted(int(globs.pop("commit")), float(globs.pop("percent")), globs)


def main(argv: list[str]) -> int:
    """Exit status 2 where the store cannot be written."""
    parser = Parser(prog="synthetic.py", description="Make a store of a synthetic history.")
    parser.add_argument("store", metavar="STORE", help="the folder to make")
    parser.add_argument("--commits", type=int, default=1000)
    parser.add_argument("--machines", type=int, default=20)
    parser.add_argument("--metrics", type=int, default=500, help="per machine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--plant",
        type=planted,
        action="append",
        default=[],
        metavar="CHANGE",
        help="commit=700,percent=3,design=counted_shadow; repeatable",
    )
    options = parser.parse_args(argv)
    changes = options.plant
    history = Synthetic(options.commits, options.machines, options.metrics, options.seed, changes)
    try:
        history.write(options.store)
    except ResultError as error:
        print(f"synthetic.py: {error}", file=sys.stderr)
        return 2
    points = options.commits * options.machines * options.metrics
    print(
        f"{options.store}: {points:,} points of {options.commits} commits, {options.machines} "
        "machines"
    )
    for change in changes:
        what = (
            ", ".join(f"{name} {glob}" for name, glob in change.globs.items())
            or "everything that is probed"
        )
        print(f"planted: {change.percent:+g} % of {what}, since {history.commit(change.commit)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
