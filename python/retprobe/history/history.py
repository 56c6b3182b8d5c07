"""Reads a store of results (store.py) with DuckDB: runs, series over commits, comparisons of runs.

A *series* is one metric of one cell on one machine, measured by one method; its key is SERIES. A
machine is more than its host's name (machine.py). Its points are in the order of their commits.
Commits are in the order of their own times if the store has their repository, else in the order in
which any machine first measured them. Runs of one commit are in the order of their times.
`position` is a commit's number in that order, over the whole store.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from retprobe.files import ResultError
from retprobe.history.store import LINUX, check_name
from retprobe.listing import Named, words_of
from retprobe.machine import MACHINE, METHOD, machine_names, method_of

CELL = ("workload", "design", "transfer", "registers", "tracers", "metric")
SERIES = ("machine", "method", *CELL)

Selection = str | int | Named | Iterable[str | int | Named]

# What names a run's machine and method: those fields of its context, as JSON.
_TOLD = f"json_extract(context, {[f'$.{name}' for name in (*MACHINE, *METHOD)]})"

# A commit that the repository does not have is placed by the time of its first run. "NAME+changes"
# is placed by the time of NAME.
_COMMITS = """
CREATE TABLE commits AS
SELECT commit, row_number() OVER (ORDER BY time, commit)::INTEGER - 1 AS position, time, author,
       subject
FROM (SELECT measured.commit, coalesce(known.time, measured.time) AS time, known.author,
             known.subject
      FROM (SELECT commit, min(time) AS time FROM stored_runs GROUP BY commit) AS measured
      LEFT JOIN known_commits AS known ON known.commit = split_part(measured.commit, '+', 1));
CREATE TABLE runs AS
SELECT stored_runs.* EXCLUDE (machine), stored_runs.machine AS host, named.machine, named.method,
       commits.position,
       row_number() OVER (
           PARTITION BY named.machine, named.method
           ORDER BY commits.position, stored_runs.time, run
       )::INTEGER - 1 AS place
FROM stored_runs JOIN commits USING (commit)
JOIN named ON named.host = stored_runs.machine AND named.told = {told};
CREATE VIEW points AS
SELECT stored_points.* EXCLUDE (machine), stored_points.machine AS host, runs.machine, runs.method
FROM stored_points JOIN runs USING (run);
"""


@dataclass(frozen=True)
class Matrix:
    """All series of one machine and method, for the search for change points."""

    series: pd.DataFrame
    """One row per series: CELL."""
    runs: pd.DataFrame
    """One row per run, in order: run, time, commit, position."""
    values: NDArray[np.float64]
    """Series x runs; NaN if a run has no value (void, or not measured)."""
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    """`low` and `high`: the bounds of the values' intervals, in the same shape; NaN also if a
    metric has none."""


class History:
    """A store that is open for reading. `connection` has the tables `runs`, `points`, `commits`."""

    def __init__(self, store: str | Path) -> None:
        """Opens a store. Raises ResultError if it is missing, empty, or cannot be read."""
        self.store = Path(store)
        if not (self.store / "runs").is_dir():
            if any((self.store / table).is_dir() for table in LINUX):
                raise ResultError(
                    f"{store}: has results on Linux alone; python -m retprobe dashboard {store} "
                    "shows them, and retprobe.history.Linux.of_store reads them"
                )
            raise ResultError(
                f"{store}: is no store of results; make one with python -m retprobe history "
                "add STORE RESULTS…"
            )
        check_name(self.store)
        self.connection = duckdb.connect()
        self.connection.execute("SET preserve_insertion_order = false")
        with self._readable():
            self._open()

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except duckdb.Error as error:
            raise ResultError(
                f"{self.store}: cannot be read: {_line(error)}; make it again from the results"
            ) from error

    def _open(self) -> None:
        for name, table in (("stored_runs", "runs"), ("stored_points", "points")):
            files = _quoted(f"{self.store}/{table}/*/*/*.parquet")
            self.connection.execute(
                f"CREATE VIEW {name} AS SELECT * FROM read_parquet({files}, "
                "hive_partitioning = true, "
                "hive_types = {'date': DATE, 'machine': VARCHAR})"
            )
        known = self.store / "commits.parquet"
        columns = '"commit", time, author, subject'
        empty = (
            "''::VARCHAR AS \"commit\", NULL::TIMESTAMPTZ AS time, ''::VARCHAR AS author, "
            "''::VARCHAR AS subject"
        )
        nothing = f"SELECT {empty} WHERE false"
        chosen = (
            f"SELECT {columns} FROM read_parquet({_quoted(str(known))})"
            if known.is_file()
            else nothing
        )
        self.connection.execute(f"CREATE VIEW known_commits AS {chosen}")
        self.connection.register("named", self._named())
        self.connection.execute(_COMMITS.format(told=f"{_TOLD}::VARCHAR"))
        self._hosts: dict[str, str] = dict(
            self.connection.execute("SELECT DISTINCT machine, host FROM runs").fetchall()
        )

    def _named(self) -> pd.DataFrame:
        """The name of each machine and method of the store's runs: host, told, machine, method."""
        rows = self.connection.execute(
            f"""SELECT host, told::VARCHAR, told FROM (
                SELECT DISTINCT machine AS host, {_TOLD} AS told FROM stored_runs
            ) ORDER BY 1, 2"""
        ).fetchall()
        fields = (*MACHINE, *METHOD)
        contexts = [
            dict(zip(fields, (None if v is None else json.loads(v) for v in values), strict=True))
            for *_, values in rows
        ]
        keys = [
            (host, json.dumps([context[field] for field in MACHINE], sort_keys=True))
            for (host, *_), context in zip(rows, contexts, strict=True)
        ]
        machines = {key: (key[0], context) for key, context in zip(keys, contexts, strict=True)}
        names = dict(zip(machines, machine_names(list(machines.values())), strict=True))
        return pd.DataFrame(
            {
                "host": [host for host, *_ in rows],
                "told": [told for _, told, _ in rows],
                "machine": [names[key] for key in keys],
                "method": [method_of(context) for context in contexts],
            }
        )

    def _table(self, query: str, **values: Any) -> pd.DataFrame:
        with self._readable():
            return self.connection.execute(query, values).df()

    def runs(self) -> pd.DataFrame:
        """One row per run, newest last: run, machine, method, host, date, time, commit, position,
        source, cpu, kernel, compiler, quick, processes, points, voids, passed, failed, declared,
        unavailable (the numbers of verdicts; missing if it was not verified)."""
        return self._table("SELECT * EXCLUDE (context, place) FROM runs ORDER BY time, run")

    def commits(self) -> pd.DataFrame:
        """The commits that were measured, in order: commit, position, time, author, subject.

        Author and subject are missing if no repository has the commit."""
        return self._table("SELECT * FROM commits ORDER BY position")

    def machines(self) -> list[str]:
        """The names of the machines, sorted."""
        return sorted(self._hosts)

    def lines(self) -> list[tuple[str, str]]:
        """The machines with their methods, sorted. Only runs of one of them are compared."""
        query = "SELECT DISTINCT machine, method FROM runs ORDER BY ALL"
        return [(str(one), str(two)) for one, two in self.connection.execute(query).fetchall()]

    def metrics(self, **globs: Selection) -> pd.DataFrame:
        """One row per series that matches (metrics(machine="*vm", design="c*")): SERIES, points,
        voids, first and last (time), run (the latest), value, low, high, void (of the latest)."""
        wanted, values = _where(globs)
        latest = ", ".join(
            f"latest.{name} AS {name}" for name in ("run", "value", "low", "high", "void")
        )
        key = ", ".join(SERIES)
        return self._table(
            f"""
            SELECT {key}, points, voids, first, last, {latest}
            FROM (
                SELECT {key}, count(value) AS points, count(void) AS voids,
                    min(time) AS first, max(time) AS last,
                    arg_max({{run: run, value: value, low: low, high: high, void: void}}, place)
                        AS latest
                FROM points JOIN (SELECT run, time, place FROM runs) USING (run)
                WHERE {wanted} GROUP BY {key}
            ) ORDER BY {key}""",
            **values,
        )

    def series(self, **key: str | int) -> pd.DataFrame:
        """The points of one series, in order: run, time, commit, position, value (NaN: void), low,
        high, processes, void.

        key: all fields of SERIES. Raises ResultError if one is missing, or if there is no such
        series.
        """
        if set(key) != set(SERIES):
            raise ResultError(
                f"a series is named by {', '.join(SERIES)}; these were given: "
                f"{', '.join(sorted(key)) or 'none'}"
            )
        wanted = " AND ".join(f"points.{name} = ${name}" for name in SERIES)
        found = self._table(
            f"""SELECT run, runs.time, runs.commit, position, value, low, high, points.processes,
                void
            FROM points JOIN runs USING (run) WHERE {wanted} ORDER BY place""",
            **key,
        )
        if found.empty:
            raise ResultError(
                f"{self.store}: has no series {'/'.join(str(key[name]) for name in SERIES)}; "
                "metrics() lists them"
            )
        return found

    def context(self, run: str) -> dict[str, Any]:
        """The context of a run's file: where and how it was measured.

        What the verification said of each candidate is left out. Raises ResultError if there is no
        such run.
        """
        found = self.connection.execute(
            "SELECT context FROM runs WHERE run = $run", {"run": run}
        ).fetchone()
        if found is None:
            raise ResultError(f"{self.store}: has no run {run}; runs() lists them")
        context: dict[str, Any] = json.loads(found[0])
        return context

    def run_commits(self, machine: str) -> list[str]:
        """The commit of each of a machine's runs, in the order of the runs."""
        return self._of_runs(machine, "commit")

    def methods(self, machine: str) -> list[str]:
        """The method (machine.method_of) of each of a machine's runs, in the order of the runs."""
        return self._of_runs(machine, "method")

    def _of_runs(self, machine: str, column: str) -> list[str]:
        query = f"SELECT {column} FROM runs WHERE machine = $machine ORDER BY position, time, run"
        rows = self.connection.execute(query, {"machine": machine}).fetchall()
        return [str(value) for (value,) in rows]

    def run(self, run: str) -> pd.DataFrame:
        """All points of one run: CELL, value, low, high, processes, void."""
        self.context(run)
        return self._table(
            f"SELECT {', '.join(CELL)}, value, low, high, processes, void "
            "FROM points WHERE run = $run ORDER BY ALL",
            run=run,
        )

    def compare(self, base: str, new: str) -> pd.DataFrame:
        """Two runs side by side, of any machines: CELL, base, new (values), percent (of base),
        base_void, new_void. A value that is absent is NaN."""
        one, two = self.run(base), self.run(new)
        both = one.merge(two, on=list(CELL), how="outer", suffixes=("_base", "_new"))
        both["percent"] = (both["value_new"] / both["value_base"] - 1) * 100
        names = {
            "value_base": "base",
            "value_new": "new",
            "void_base": "base_void",
            "void_new": "new_void",
        }
        return both.rename(columns=names)[
            [*CELL, "base", "new", "percent", "base_void", "new_void"]
        ]

    def voids(self) -> pd.DataFrame:
        """The points that have no value: SERIES, run, commit, position, place (among the runs of
        this machine and method), void (the reason); in the order of these runs."""
        key = ", ".join(f"points.{name}" for name in SERIES)
        return self._table(
            f"""SELECT {key}, run, runs.commit, position, place, void
            FROM points JOIN runs USING (run)
            WHERE void IS NOT NULL ORDER BY points.machine, points.method, place"""
        )

    def lost(self, runs: int = 3) -> pd.DataFrame:
        """Cells that had values, but are void in the latest `runs` runs of their machine and
        method.

        SERIES (metric: the void row's), void (the latest reason), last_commit (the last with a
        value) and first_commit (the first without). A lost cell counts as worse; a single void does
        not."""
        line = ("machine", "method")
        cell = (*line, *CELL[:-1])
        key, of_points, of_cells = (
            ", ".join(f"{table}{name}" for name in cell) for table in ("", "points.", "cells.")
        )
        same_before, same_after = (
            " AND ".join(f"{table}.{name} = valued.{name}" for name in line)
            for table in ("before", "after")
        )
        # Finding the few void cells first is faster: all other points need no grouping.
        return self._table(
            f"""
            WITH newest AS (
                SELECT machine, method, max(place) AS latest FROM runs GROUP BY machine, method
            ), cells AS (
                SELECT {of_points}, arg_max(void, place) AS void, arg_max(metric, place) AS metric,
                    any_value(latest) AS latest
                FROM points JOIN (SELECT run, place FROM runs) USING (run)
                JOIN newest USING (machine, method)
                WHERE void IS NOT NULL AND place > latest - $runs
                GROUP BY {of_points} HAVING count(DISTINCT place) = $runs
            ), valued AS (
                SELECT {of_cells}, cells.metric, cells.void, latest, max(place) AS last
                FROM cells JOIN points USING ({key}) JOIN (SELECT run, place FROM runs) USING (run)
                WHERE value IS NOT NULL GROUP BY ALL
            )
            SELECT valued.* EXCLUDE (latest, last),
                before.commit AS last_commit, after.commit AS first_commit
            FROM valued
            JOIN runs AS before ON {same_before} AND before.place = last
            JOIN runs AS after ON {same_after} AND after.place = last + 1
            WHERE last <= latest - $runs ORDER BY ALL""",
            runs=runs,
        )

    def matrix(self, machine: str, method: str, leave_out: Iterable[str] = ()) -> Matrix:
        """All series of a machine and method, except those of the metrics in `leave_out`."""
        runs = self._table(
            "SELECT run, time, commit, position FROM runs "
            "WHERE machine = $machine AND method = $method ORDER BY place",
            machine=machine,
            method=method,
        )
        cells = ", ".join(CELL)
        # The host is in the names of the store's folders: only that machine's files are read.
        chosen = (
            "host = $host AND machine = $machine AND method = $method "
            "AND NOT list_contains($leave_out, metric)"
        )
        values = {
            "host": self._hosts[machine],
            "machine": machine,
            "method": method,
            "leave_out": list(leave_out),
        }
        series = self._table(
            f"SELECT DISTINCT {cells} FROM points WHERE {chosen} ORDER BY ALL", **values
        )
        self.connection.register("series_of_machine", series.assign(number=np.arange(len(series))))
        try:
            with self._readable():
                found = self.connection.execute(
                    f"""SELECT number, place, value, low, high
                    FROM (SELECT run, {cells}, value, low, high FROM points WHERE {chosen})
                    JOIN series_of_machine USING ({cells})
                    JOIN (SELECT run, place FROM runs) USING (run)""",
                    values,
                ).fetchnumpy()
        finally:
            self.connection.unregister("series_of_machine")
        where = (np.ma.getdata(found["number"]), np.ma.getdata(found["place"]))
        tables = []
        for name in ("value", "low", "high"):
            tables.append(np.full((len(series), len(runs)), np.nan))
            tables[-1][where] = np.ma.filled(np.ma.asarray(found[name], dtype=np.float64), np.nan)
        return Matrix(series, runs, *tables)


def _line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _where(globs: dict[str, Selection]) -> tuple[str, dict[str, Any]]:
    conditions: list[str] = ["true"]
    values: dict[str, Any] = {}
    for name, wanted in globs.items():
        if name not in SERIES:
            raise TypeError(f"a series has no {name!r}; there are {', '.join(SERIES)}")
        patterns = words_of(wanted)
        named = {f"{name}{number}": pattern for number, pattern in enumerate(patterns)}
        conditions.append(
            "(" + " OR ".join(f"{name}::VARCHAR GLOB ${each}" for each in named) + ")"
            if named
            else "false"
        )
        values |= named
    return " AND ".join(conditions), values
