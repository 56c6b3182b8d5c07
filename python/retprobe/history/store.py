"""A store: a history of results as Parquet files, which DuckDB, Spark and Trino can read directly.

    STORE/runs/date=2026-11-20/machine=vm/all.parquet      one row per run: RUNS
    STORE/points/date=2026-11-20/machine=vm/all.parquet    one row per metric of a run: POINTS
    STORE/commits.parquet                                  if a repository was read: COMMITS
    STORE/linux_counts/all.parquet                         one row per count of Linux: LINUX_COUNTS
    STORE/linux_verdicts/all.parquet                       LINUX_VERDICTS

`date` and `machine` are only in the folders' names, as in Hive. A run's name is a hash of its
file's content, so adding a file twice changes nothing. A run counts once its row is in `runs`,
which is written last.

Each table has one file per day and machine, because the number of files, not of rows, makes reading
slow. To add rows, the whole file is replaced. Only one process adds at a time (STORE/.lock);
readers never wait.
"""

import fcntl
import hashlib
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from retprobe.files import ResultError, read_json, written_whole
from retprobe.results import (
    Kernels,
    LinuxVerdicts,
    ProgramComparison,
    ProgramRun,
    Results,
    from_document,
)
from retprobe.schema import kind_of
from retprobe.values import counts, values

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
        (
            "passed",
            pa.int32(),
        ),  # verdicts of the verification before it; null where it was left out
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
COMMITS = pa.schema(
    [("commit", pa.string()), ("time", TIME), ("author", pa.string()), ("subject", pa.string())]
)

# Of one kernel, not of one commit of retprobe. Later results come last.
_OF_KERNEL = [
    ("result", pa.string()),  # as `run` above
    ("source", pa.string()),
    ("kernel", pa.string()),
    ("release", pa.string()),
    ("mechanism", pa.string()),
]
LINUX_COUNTS = pa.schema(
    [
        *_OF_KERNEL,
        ("mitigations", pa.string()),
        ("users", pa.int32()),
        ("metric", pa.string()),
        ("value", pa.float64()),  # null where it is void
        ("void", pa.string()),  # absent, refused or failed, and why
    ]
)
LINUX_VERDICTS = pa.schema(
    [*_OF_KERNEL, *((name, pa.string()) for name in ("scenario", "verdict", "detail"))]
)
LINUX = {"linux_counts": LINUX_COUNTS, "linux_verdicts": LINUX_VERDICTS}

FILE = "all.parquet"


@dataclass(frozen=True)
class Run:
    """One result file that is to be added to a store."""

    name: str
    time: datetime
    machine: str
    row: pa.Table  # of RUNS
    points: pa.Table  # of POINTS


@dataclass(frozen=True)
class LinuxResult:
    """One file of `retprobe kernel` or of `retprobe verify --kernel`, as rows of a table of
    LINUX."""

    name: str
    table: str
    rows: pa.Table


class Found(NamedTuple):
    """What was read from files and folders. `notes`: lines on what was left out."""

    runs: list[Run]
    linux: list[LinuxResult]
    notes: list[str]


def _points(run: str, results: Results) -> Iterator[dict[str, Any]]:
    def point(row: Mapping[str, Any], **what: Any) -> dict[str, Any]:
        cell = {
            name: row[name] for name in ("workload", "design", "transfer", "registers", "tracers")
        }
        return {"run": run, **cell, **what}

    for row in results.rows:
        if "void" in row:
            yield point(row, metric="added_ns", void=row["void"])
    for one in values(results):
        interval = {"low": one.low, "high": one.high}
        yield point(
            one.row,
            metric=one.metric,
            value=one.value,
            **interval,
            processes=one.row.get("repetitions"),
        )


def _verdicts(context: Mapping[str, Any]) -> dict[str, int]:
    candidates = context["verification"].get("candidates")
    if not context["verified"] or candidates is None:
        return {}
    names = {
        "pass": "passed",
        "fail": "failed",
        "declared": "declared",
        "unavailable": "unavailable",
    }
    return {
        name: sum(candidate[theirs] for candidate in candidates.values())
        for theirs, name in names.items()
    }


def _without_candidates(verification: Mapping[str, Any]) -> dict[str, Any]:
    """The verification without `candidates`.

    What candidates declare is half a megabyte, the same in each result: too much for each run's
    row."""
    return {name: value for name, value in verification.items() if name != "candidates"}


def run_of(results: Results, source: str, machine: str | None = None) -> Run:
    """A result as a run. `machine`, if given, replaces the machine's name in the result.

    Raises ResultError if the result is a part of a sweep, or has no time."""
    context = results.context
    if "shard" in context:
        shard = context["shard"]
        raise ResultError(
            f"{source}: is part {shard['index']} of {shard['count']}; join the parts first: "
            "python -m retprobe merge"
        )
    try:
        time = datetime.fromisoformat(context["date"]).astimezone(UTC)
    except (KeyError, TypeError, ValueError) as error:
        raise ResultError(
            f"{source}: its context has no date that can be read; run again"
        ) from error
    name = _name_of({"context": context, "benchmarks": results.rows})
    points = _table(_points(name, results), POINTS, source)
    voids = len(points) - points["void"].null_count
    row = {
        "run": name,
        "time": time,
        "commit": context["commit"],
        "source": source,
        **{field: context[field] for field in ("cpu", "kernel", "compiler", "quick", "processes")},
        "points": len(points) - voids,
        "voids": voids,
        **_verdicts(context),
        "context": json.dumps(
            {**context, "verification": _without_candidates(context["verification"])}
        ),
    }
    return Run(name, time, machine or context["machine"], _table([row], RUNS, source), points)


def _table(rows: Iterable[dict[str, Any]], schema: pa.Schema, source: str) -> pa.Table:
    try:
        return pa.Table.from_pylist(list(rows), schema=schema)
    except (pa.ArrowException, OverflowError) as error:
        raise ResultError(
            f"{source}: has a number that is too large for a store; run again"
        ) from error


def _name_of(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def linux_of(document: Kernels | LinuxVerdicts, source: str) -> LinuxResult:
    """A result on Linux. Rows of a kernel that was absent have no release, and are left out."""
    name = _name_of(document.document)
    where = {"result": name, "source": source}
    if isinstance(document, LinuxVerdicts):
        rows = [{**where, **row} for row in document.rows if "release" in row]
        return LinuxResult(name, "linux_verdicts", _table(rows, LINUX_VERDICTS, source))
    releases = {kernel["name"]: kernel.get("release") for kernel in document.context}

    def count(row: Mapping[str, Any], **what: Any) -> dict[str, Any]:
        cell = {name: row[name] for name in ("kernel", "mechanism", "mitigations", "users")}
        return {**where, "release": releases.get(row["kernel"]), **cell, **what}

    rows = []
    for row in document.rows:
        if "why" in row:
            why = f"{row['state']}: {row['why']}"
            rows.append(count(row, metric="added_instructions", void=why))
        rows += [count(row, metric=metric, value=value) for metric, value in counts(row).items()]
    rows = [row for row in rows if row["release"]]
    return LinuxResult(name, "linux_counts", _table(rows, LINUX_COUNTS, source))


def partition(time: datetime, machine: str) -> str:
    """The folders of a run: date=…/machine=…, percent-encoded where a folder's name needs it."""
    return f"date={time.date().isoformat()}/machine={quote(machine, safe='')}"


def write_rows(store: Path, table: str, where: str, rows: pa.Table) -> None:
    """Writes a table's file of a partition, and replaces the one that is there.

    Raises ResultError if it cannot be written."""
    folder = store / table / where
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultError(
            f"{folder}: cannot be made: {error.strerror}; choose another store"
        ) from error
    for left in folder.glob(f".{FILE}.*.part"):
        left.unlink()  # a process that was killed left it
    with written_whole(folder / FILE, overwrite=True) as part:
        pq.write_table(rows, part, compression="zstd")


def _rows_there(file: Path, schema: pa.Schema) -> pa.Table:
    if not file.exists():
        return schema.empty_table()
    try:
        with pq.ParquetFile(file) as there:
            return there.read(schema.names).cast(schema)
    except (OSError, pa.ArrowException) as error:
        raise ResultError(
            f"{file}: cannot be read: {str(error).splitlines()[0]}; move it away, "
            "and add its results again"
        ) from error


@contextmanager
def _alone(store: Path) -> Iterator[None]:
    """Holds the store's lock, so that no other process adds to it.

    The kernel releases the lock when the process ends, however it ends."""
    lock = store / ".lock"
    with ExitStack() as opened:
        try:
            store.mkdir(parents=True, exist_ok=True)
            file = opened.enter_context(lock.open("a"))
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError as error:
            raise ResultError(
                f"{lock}: cannot be locked: {error.strerror}; choose another store"
            ) from error
        yield


def check_name(store: Path) -> None:
    """Raises ResultError for a name that DuckDB would take for a pattern."""
    if set(str(store)) & set("*?[]{}"):
        raise ResultError(f"{store}: has a character of * ? [ ] {{ }} in its name; rename it")


def add(store: str | Path, runs: Sequence[Run]) -> int:
    """Adds runs to a store, and makes the store if it is missing. Returns how many were new.

    Raises ResultError if the store cannot be written, or has a name that History refuses."""
    root = Path(store)
    places: dict[str, dict[str, Run]] = {}
    for run in runs:
        places.setdefault(partition(run.time, run.machine), {}).setdefault(run.name, run)
    if not places:
        return 0
    check_name(root)
    with _alone(root):
        return sum(_add_to(root, where, named) for where, named in places.items())


def _add_to(root: Path, where: str, named: Mapping[str, Run]) -> int:
    there = _rows_there(root / "runs" / where / FILE, RUNS)
    known = set(there["run"].to_pylist())
    # Older stores have one file per run.
    known |= {file.stem for file in (root / "runs" / where).glob("*.parquet")}
    new = [run for name, run in named.items() if name not in known]
    if not new:
        return 0
    points = _rows_there(root / "points" / where / FILE, POINTS)
    # Points of a run without a row are from a process that was killed while it added them.
    points = points.filter(pc.is_in(points["run"], there["run"]))
    write_rows(root, "points", where, pa.concat_tables([points, *(run.points for run in new)]))
    write_rows(root, "runs", where, pa.concat_tables([there, *(run.row for run in new)]))
    return len(new)


def add_linux(store: str | Path, results: Sequence[LinuxResult]) -> int:
    """As `add`, for results on Linux."""
    root = Path(store)
    if not results:
        return 0
    added = 0
    with _alone(root):
        for table in LINUX:
            there = linux_rows(root, table)
            known = set(there["result"].to_pylist())
            new = {one.name: one for one in results if one.table == table and one.name not in known}
            if new:
                rows = [there, *(one.rows for one in new.values())]
                write_rows(root, table, ".", pa.concat_tables(rows))
            added += len(new)
    return added


def linux_rows(store: Path, table: str) -> pa.Table:
    """A table of LINUX, empty where the store has none."""
    return _rows_there(store / table / FILE, LINUX[table])


def read_runs(paths: Iterable[str | Path], machine: str | None = None) -> Found:
    """The results in files and folders (their *.json, at any depth), in that order.

    Left out are retprobe's files of other kinds and, in folders, JSON files that are no result.
    Raises ResultError at the first file that cannot be used.
    """
    runs, linux, passed_over = [], [], []
    for path in map(Path, paths):
        searched = path.is_dir()
        files = sorted(path.rglob("*.json")) if searched else [path]
        if not files:
            raise ResultError(
                f"{path}: has no *.json in it; give folders that ./compare wrote, "
                "or files of bench --format json"
            )
        others = []
        for file in files:
            document = read_json(file)
            if searched and kind_of(document) is None:
                # results/schema.json is beside the results.
                if not (isinstance(document, dict) and "$schema" in document):
                    others.append(file)
                continue
            found = from_document(document, str(file))
            if isinstance(found, Results):
                runs.append(run_of(found, str(file), machine))
            elif isinstance(found, Kernels) and found.document["linux"]["handlers"] != "empty":
                passed_over.append(
                    f"{file}: has Kernels, whose handlers are not empty: passed over"
                )
            elif isinstance(found, Kernels | LinuxVerdicts):
                result = linux_of(found, str(file))
                if len(result.rows):
                    linux.append(result)
                else:
                    passed_over.append(f"{file}: has no kernel that was there: passed over")
            else:
                # The commit of a ProgramComparison is that of the retprobe that compared.
                of_program = isinstance(found, ProgramRun | ProgramComparison)
                why = "which is of another program" if of_program else "which name no commit"
                passed_over.append(f"{file}: has {type(found).__name__}, {why}: passed over")
        if others:
            are = "1 file is" if len(others) == 1 else f"{len(others)} files are"
            passed_over.append(
                f"{path}: {are} JSON, but no result: passed over, "
                f"{others[0].relative_to(path)} first"
            )
    return Found(runs, linux, passed_over)


def add_commits(store: str | Path, repository: str | Path) -> int:
    """Stores all commits of a git repository, for their order, authors and subjects.

    Returns their number. Raises ResultError."""
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
        raise ResultError(
            f"{repository}: its commits cannot be read; give the folder of a git repository"
        ) from error
    rows = []
    for record in filter(None, (record.strip("\n") for record in done.stdout.split("\x1e"))):
        commit, time, author, subject = re.split("\x1f", record, maxsplit=3)
        rows.append(
            {
                "commit": commit,
                "time": datetime.fromisoformat(time),
                "author": author,
                "subject": subject,
            }
        )
    root = Path(store)
    with _alone(root), written_whole(root / "commits.parquet", overwrite=True) as part:
        pq.write_table(pa.Table.from_pylist(rows, schema=COMMITS), part)
    return len(rows)
