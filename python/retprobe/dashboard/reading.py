"""Reads a history for the dashboard, from a store of results or from result files."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from retprobe import history
from retprobe.charts.figures import NUMBERS
from retprobe.conclusions import decisions
from retprobe.dashboard.model import (
    Answer,
    Change,
    Commit,
    Event,
    History,
    Lost,
    Machine,
    Run,
    Series,
    Void,
)
from retprobe.errors import Error
from retprobe.history import changes, store
from retprobe.history.detect import Options
from retprobe.history.linux import Linux
from retprobe.history.verdict import Verdict, count, verdict_of
from retprobe.machine import interval_words, load_words
from retprobe.results import ResultError
from retprobe.table import is_peer

Line = tuple[str, str]
"""A machine and a method."""

# Fields of a context that differ from run to run anyway, or that the page shows elsewhere.
_NOT_SHOWN = {
    "date",
    "seed",
    "commit",
    "machine",
    "host_name",
    "executable",
    "retprobe",
    "num_cpus",
    "other_processors",
}


class _Once(history.History):
    """Reads each machine's figures only once, for the search for changes and for the site."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._read: dict[Line, history.Matrix] = {}

    def matrix(self, machine: str, method: str, leave_out: Iterable[str] = ()) -> history.Matrix:
        if (machine, method) not in self._read:
            self._read[machine, method] = super().matrix(machine, method)
        whole = self._read[machine, method]
        rows = np.flatnonzero(~whole.series["metric"].isin(list(leave_out)).to_numpy())
        if len(rows) == len(whole.series):
            return whole
        return history.Matrix(
            whole.series.iloc[rows].reset_index(drop=True),
            whole.runs,
            whole.values[rows],
            whole.low[rows],
            whole.high[rows],
        )


def read(path: Path, repository: Path | None = None) -> History:
    """The history in `path`: a store, or a folder with result files at any depth.

    Raises ResultError if there is nothing to read, or if a file cannot be used."""
    if not path.is_dir():
        raise ResultError(
            f"{path}: is no folder; give results/<date>/<machine>/ with files of bench, "
            "or a store of them"
        )
    if (path / "runs").is_dir() and any((path / "runs").glob("date=*")):
        if repository is not None:
            raise ResultError(f"{path}: is a store; add the repository's commits to the store")
        return _read_store(path, str(path), Linux.of_store(path), ())
    if any((path / table).is_dir() for table in store.LINUX):
        return _linux_alone(Linux.of_store(path), str(path), ())
    runs, linux, passed_over = store.read_runs([path])
    if not runs and not linux:
        raise ResultError(
            f"{path}: has no *.json in it that is a result of bench or of kernel; "
            "give a folder that ./compare wrote"
        )
    if not runs:
        return _linux_alone(Linux.of_results(linux), str(path), passed_over)
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder:
        store.add(folder, runs)
        if repository is not None:
            store.add_commits(folder, repository)
        more = f", and {len(passed_over) - 1} more" if len(passed_over) > 1 else ""
        return _read_store(
            Path(folder),
            str(path),
            Linux.of_results(linux),
            [line + more for line in passed_over[:1]],
        )


def _linux_alone(linux: Linux, source: str, notes: Iterable[str]) -> History:
    line = f"Linux's own return probes in {count(len(linux.versions), 'version')} of the kernel."
    return History(
        Verdict("unknown", line), [], [], [], [], [], source=source, notes=tuple(notes), linux=linux
    )


def _read_store(folder: Path, source: str, linux: Linux, notes: Iterable[str]) -> History:
    opened = _Once(folder)
    options = Options()
    found = changes.find_changes(opened, options)
    lines = opened.lines()
    cells = list(history.CELL)
    series = (
        pd.concat([opened.matrix(*line).series[cells] for line in lines])
        .drop_duplicates()
        .sort_values(cells, ignore_index=True)
    )
    numbers = {
        cell: number for number, cell in enumerate(series.itertuples(index=False, name=None))
    }
    commits = opened.commits()
    positions = {str(name): number for number, name in enumerate(commits["commit"])}
    contexts = _Contexts()
    voids = _voids(opened, numbers)
    methods = Counter(machine for machine, _ in lines)
    machines = [
        _machine(
            opened,
            line,
            line[0] if methods[line[0]] == 1 else "; ".join(line),
            numbers,
            contexts,
            voids.get(line, []),
        )
        for line in lines
    ]
    line_numbers = {line: number for number, line in enumerate(lines)}

    def number_of(row: Any) -> int:
        return numbers[tuple(getattr(row, column) for column in cells)]

    listed = [
        Change(
            machine=line_numbers[change.machine, change.method],
            series=number_of(change),
            run=change.place,
            earliest=change.earliest,
            latest=change.latest,
            before=change.before,
            after=change.after,
            percent=change.percent,
            kind=change.kind,
            event=change.event,
            stands=change.stands,
        )
        for change in found.changes
    ]
    events = [
        Event(
            event.kind, event.position, [positions[commit] for commit in event.candidates],
            event.percent, [line_numbers[line] for line in event.lines], event.everything,
            event.stands,
        )
        for event in found.events
    ]  # fmt: skip
    left_out = list(notes)
    try:
        answer = _answer(opened, machines, 2 * options.least_runs)
    except Error as error:  # the extension may be missing, or what decisions are made of
        answer = None
        left_out.append(f"The answer of the newest run is left out: {error}")
    lost = opened.lost()
    methods_of = {name: opened.methods(name) for name in opened.machines()}
    return History(
        verdict=verdict_of(found, len(lost), methods_of),
        machines=machines,
        series=[Series(*cell) for cell in numbers],
        commits=[
            Commit(str(row.commit), _text(row.subject)) for row in commits.itertuples(index=False)
        ],
        designs=contexts.designs(series["design"]),
        contexts=contexts.list,
        changes=listed,
        events=events,
        lost=[
            Lost(
                line_numbers[row["machine"], row["method"]],
                numbers[tuple(row[column] for column in cells)],
                positions[row["first_commit"]],
                row["void"],
            )
            for row in lost.to_dict("records")
        ],
        source=source,
        notes=tuple(left_out),
        answer=answer,
        linux=linux,
    )


def _answer(opened: _Once, machines: Sequence[Machine], runs_needed: int) -> Answer | None:
    """What the newest run says, if no machine has enough runs for a search for changes.

    Raises Error if nothing follows from it."""
    if max(len(machine.runs) for machine in machines) >= runs_needed:
        return None
    _, number, place, run = max(
        (run.time, number, place, run.name)
        for number, machine in enumerate(machines)
        for place, run in enumerate(machine.runs)
    )
    context = opened.context(run)
    # What the verification said of each candidate is not in a store.
    context["verification"] = {"ran": False}
    found = decisions(context, _median_rows(opened.run(run)), run)
    return Answer(number, place, found.heading, found.cells()) if found else None


def _median_rows(points: pd.DataFrame) -> list[dict[str, Any]]:
    """The median and void rows of a run's candidates, as in its file."""
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for point in points.to_dict("records"):
        cell = {name: point[name] for name in history.CELL[:-1]}
        if cell["design"] == "unprobed" or is_peer(cell):
            continue
        name = "/".join(map(str, cell.values()))
        made = {"name": name, "run_name": name, "run_type": "aggregate", **cell}
        row = rows.setdefault(tuple(cell.values()), made)
        if isinstance(point["void"], str):
            row["void"] = point["void"]
        else:
            row[point["metric"]] = point["value"]
            for end in ("low", "high"):
                if np.isfinite(point[end]):
                    row[f"{point['metric']}_{end}"] = point[end]
    # Experiments have none of these, and a made-up store may lack some.
    wanted = {*NUMBERS, "ns_per_call"}
    return [row for row in rows.values() if "void" in row or wanted <= set(row)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


class _Contexts:
    """The different contexts of runs (machine, compiler, options), each once."""

    def __init__(self) -> None:
        self.list: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}
        self._designs: dict[str, bool] = {}

    def number(self, text: str) -> int:
        context = json.loads(text)
        # The newest run comes last, so its order of designs, which sets their colours, wins.
        known = {
            name: bool(facts.get("floor")) for name, facts in context.get("designs", {}).items()
        }
        self._designs = {
            **known,
            **{name: floor for name, floor in self._designs.items() if name not in known},
        }
        shown = {
            name: value
            for name, value in context.items()
            if isinstance(value, str | int | float) and name not in _NOT_SHOWN
        }
        shown["interval"] = interval_words(context)
        mitigations = context.get("mitigations")
        if isinstance(mitigations, dict):
            shown["mitigations"] = "; ".join(
                f"{name}: {value}" for name, value in sorted(mitigations.items())
            )
        key = json.dumps(shown, sort_keys=True)
        if key not in self._numbers:
            self._numbers[key] = len(self.list)
            self.list.append(shown)
        return self._numbers[key]

    def designs(self, names: Iterable[str]) -> list[tuple[str, bool]]:
        """The designs that have figures, in the order of the contexts.

        A design that no context lists comes last, and is grey."""
        present = set(names)
        listed = [(name, floor) for name, floor in self._designs.items() if name in present]
        return listed + [(name, True) for name in sorted(present - set(self._designs))]


def _voids(opened: _Once, numbers: dict[tuple[Any, ...], int]) -> dict[Line, list[Void]]:
    """The voids of each machine and method, in the order of their runs."""
    rows = opened.voids()
    found: dict[Line, list[Void]] = {}
    for machine, method, place, reason, *cell in rows[
        ["machine", "method", "place", "void", *history.CELL]
    ].itertuples(index=False):
        found.setdefault((machine, method), []).append(Void(place, numbers[tuple(cell)], reason))
    return found


def _machine(
    opened: _Once,
    line: Line,
    name: str,
    numbers: dict[tuple[Any, ...], int],
    contexts: _Contexts,
    voids: list[Void],
) -> Machine:
    matrix = opened.matrix(*line)
    rows = [
        numbers[cell]
        for cell in matrix.series[list(history.CELL)].itertuples(index=False, name=None)
    ]
    figures = np.full((len(numbers), len(matrix.runs), 3), np.nan, dtype=np.float32)
    for layer, values in enumerate((matrix.values, matrix.low, matrix.high)):
        figures[rows, :, layer] = values
    details = opened.connection.execute(
        "SELECT epoch(time), commit, context, passed, failed, source, run "
        "FROM runs WHERE machine = $machine AND method = $method ORDER BY place",
        {"machine": line[0], "method": line[1]},
    ).fetchall()
    runs = [
        Run(
            datetime.fromtimestamp(time, UTC),
            commit,
            contexts.number(context),
            passed or 0,
            failed or 0,
            source or "",
            load_words(json.loads(context)),
            name_of_run,
        )
        for time, commit, context, passed, failed, source, name_of_run in details
    ]
    return Machine(name, runs, figures, voids, line[0])
