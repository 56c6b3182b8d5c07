"""A history of results as Parquet files, laid out so that DuckDB, Spark and Trino read the same files as they are.

    STORE/runs/date=2026-11-20/machine=vm/0f3a….parquet      one row per run: RUNS
    STORE/points/date=2026-11-20/machine=vm/0f3a….parquet    one row per metric of a run: POINTS
    STORE/commits.parquet                                    if a repository was asked: COMMITS

`date` and `machine` are in the folders' names only, as Hive has it. A run's name is a hash of what is in its file, so
that adding a file twice changes nothing. A run counts when its row in `runs` is there, which is written last.
"""

import hashlib
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq

from retprobe.files import ResultError, read_json, written_whole
from retprobe.results import Results, from_document
from retprobe.schema import kind_of

TIME = pa.timestamp("us", tz="UTC")

RUNS = pa.schema(
    [
        ("run", pa.string()),
        ("time", TIME),
        ("commit", pa.string()),
        ("source", pa.string()),  # the file's name
        ("cpu", pa.string()),
        ("kernel", pa.string()),
        ("compiler", pa.string()),
        ("quick", pa.bool_()),
        ("processes", pa.int32()),
        ("points", pa.int32()),
        ("voids", pa.int32()),
        ("passed", pa.int32()),  # verdicts of the verification before it; null where it was left out
        ("failed", pa.int32()),
        ("declared", pa.int32()),
        ("unavailable", pa.int32()),
        ("context", pa.string()),  # JSON, without what the verification said of each candidate
    ]
)
POINTS = pa.schema(
    [
        ("run", pa.string()),
        ("workload", pa.string()),
        ("design", pa.string()),
        ("transfer", pa.string()),
        ("registers", pa.string()),
        ("tracers", pa.int32()),
        ("metric", pa.string()),
        ("value", pa.float64()),  # null where it is void
        ("low", pa.float64()),
        ("high", pa.float64()),
        ("processes", pa.int32()),
        ("void", pa.string()),  # why there is no value
    ]
)
COMMITS = pa.schema([("commit", pa.string()), ("time", TIME), ("author", pa.string()), ("subject", pa.string())])

METRICS = (
    "added_ns",
    "ns_per_call",
    "ratio_to_call_through",
    "bytes_per_frame",
    "stack_bytes_per_frame",
    "bytes_per_thread",
)
"""What is kept of a median row; of an experiment each figure, as figures.NAME."""


@dataclass(frozen=True)
class Run:
    """One result file on its way into a store."""

    name: str
    time: datetime
    machine: str
    row: dict[str, Any]
    points: list[dict[str, Any]]


def _points(run: str, row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    cell = {name: row[name] for name in ("workload", "design", "transfer", "registers", "tracers")}
    if "void" in row:
        yield {"run": run, **cell, "metric": "added_ns", "void": row["void"]}
        return
    if row["run_type"] != "aggregate":
        return
    processes = row.get("repetitions")
    for name, figure in row.get("figures", {}).items():
        interval = {"low": figure["low"], "high": figure["high"]}
        yield {
            "run": run,
            **cell,
            "metric": f"figures.{name}",
            "value": figure["median"],
            **interval,
            "processes": processes,
        }
    for name in METRICS:
        if name in row:
            interval = {"low": row.get(f"{name}_low"), "high": row.get(f"{name}_high")}
            yield {"run": run, **cell, "metric": name, "value": row[name], **interval, "processes": processes}


def _verdicts(context: Mapping[str, Any]) -> dict[str, int]:
    candidates = context["verification"].get("candidates")
    if not context["verified"] or candidates is None:
        return {}
    names = {"pass": "passed", "fail": "failed", "declared": "declared", "unavailable": "unavailable"}
    return {name: sum(candidate[theirs] for candidate in candidates.values()) for theirs, name in names.items()}


def _without_candidates(verification: Mapping[str, Any]) -> dict[str, Any]:
    """What each candidate declares is half a megabyte of a result, the same in each: not for a row of each run."""
    return {name: value for name, value in verification.items() if name != "candidates"}


def run_of(results: Results, source: str, machine: str | None = None) -> Run:
    """A result as a run; `machine` stands for the name that the result has. ResultError where it is a part, or has no
    time."""
    context = results.context
    if "shard" in context:
        shard = context["shard"]
        raise ResultError(
            f"{source}: is part {shard['index']} of {shard['count']}; join the parts first: python -m retprobe merge"
        )
    try:
        time = datetime.fromisoformat(context["date"]).astimezone(UTC)
    except (KeyError, TypeError, ValueError) as error:
        raise ResultError(f"{source}: its context has no date that can be read; run again") from error
    content = json.dumps({"context": context, "benchmarks": results.rows}, sort_keys=True)
    name = hashlib.sha256(content.encode()).hexdigest()[:16]
    points = [point for row in results.rows for point in _points(name, row)]
    row = {
        "run": name,
        "time": time,
        "commit": context["commit"],
        "source": source,
        **{field: context[field] for field in ("cpu", "kernel", "compiler", "quick", "processes")},
        "points": sum("void" not in point for point in points),
        "voids": sum("void" in point for point in points),
        **_verdicts(context),
        "context": json.dumps({**context, "verification": _without_candidates(context["verification"])}),
    }
    return Run(name, time, machine or context["machine"], row, points)


def partition(time: datetime, machine: str) -> str:
    """The folders of a run: date=…/machine=…, what cannot be in a folder's name percent-encoded."""
    return f"date={time.date().isoformat()}/machine={quote(machine, safe='')}"


def write_rows(
    store: Path, table: str, where: str, name: str, rows: Iterable[Mapping[str, Any]], schema: pa.Schema
) -> None:
    """Writes one Parquet file of a partition. ResultError where it cannot be written."""
    folder = store / table / where
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(f"{folder}: cannot be made: {error.strerror}; choose another store") from error
    with written_whole(folder / f"{name}.parquet", overwrite=True) as part:
        pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), part, compression="zstd")


def add(store: str | Path, runs: Sequence[Run]) -> int:
    """Adds runs to a store, which is made where there is none; how many were new. ResultError where it cannot be
    written."""
    root = Path(store)
    added = 0
    for run in runs:
        where = partition(run.time, run.machine)
        if (root / "runs" / where / f"{run.name}.parquet").exists():
            continue
        write_rows(root, "points", where, run.name, run.points, POINTS)
        write_rows(root, "runs", where, run.name, [run.row], RUNS)
        added += 1
    return added


def read_runs(paths: Iterable[str | Path], machine: str | None = None) -> tuple[list[Run], list[str]]:
    """The runs in files and folders (their *.json, at any depth), and lines on what was passed over.

    Passed over are other files of retprobe's and, in folders, JSON that is no result. Raises ResultError at the first
    file that cannot be used.
    """
    runs, passed_over = [], []
    for path in map(Path, paths):
        searched = path.is_dir()
        files = sorted(path.rglob("*.json")) if searched else [path]
        if not files:
            raise ResultError(
                f"{path}: has no *.json in it; give folders that ./compare wrote, or files of bench --format json"
            )
        others = []
        for file in files:
            document = read_json(file)
            if searched and kind_of(document) is None:
                others.append(file)
                continue
            found = from_document(document, str(file))
            if isinstance(found, Results):
                runs.append(run_of(found, str(file), machine))
            else:
                passed_over.append(f"{file}: has {type(found).__name__}, which name no commit: passed over")
        if others:
            are = "1 file is" if len(others) == 1 else f"{len(others)} files are"
            passed_over.append(f"{path}: {are} JSON, but no result: passed over, {others[0].relative_to(path)} first")
    return runs, passed_over


def add_commits(store: str | Path, repository: str | Path) -> int:
    """Keeps the commits that a git repository knows, for their order, authors and subjects; how many. Raises
    ResultError."""
    form = "--format=%H%x1f%cI%x1f%an%x1f%s%x1e"
    try:
        done = subprocess.run(
            ["git", "-C", str(repository), "log", "--all", form],
            capture_output=True,
            text=True,
            check=True,
            errors="replace",
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ResultError(f"{repository}: its commits cannot be read; give the folder of a git repository") from error
    rows = []
    for record in filter(None, (record.strip("\n") for record in done.stdout.split("\x1e"))):
        commit, time, author, subject = re.split("\x1f", record, maxsplit=3)
        rows.append({"commit": commit, "time": datetime.fromisoformat(time), "author": author, "subject": subject})
    root = Path(store)
    root.mkdir(parents=True, exist_ok=True)
    with written_whole(root / "commits.parquet", overwrite=True) as part:
        pq.write_table(pa.Table.from_pylist(rows, schema=COMMITS), part)
    return len(rows)
