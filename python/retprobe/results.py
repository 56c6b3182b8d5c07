"""The results of `retprobe bench`, `verify`, `cost`, `regress`, `kernel`, `prices` and `run` as
objects.

The commands write them as JSON; results/schema.json is the format. `load` reads a file of any of
the eleven kinds and returns an object of that kind: Results, Verdicts, Costs, Regressions, Kernels,
LinuxVerdicts, LinuxRegressions, TracerVerdicts, Prices, ProgramRun or ProgramComparison. Each has
`to_pandas`, `to_parquet`, `save` and `select`, and displays itself in notebooks. The objects are
immutable; `select` returns a new one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, ClassVar, Self

import pandas as pd

from retprobe import html, schema
from retprobe.files import ResultError, read_json, write_json
from retprobe.machine import (
    core_words,
    load_words,
    machine_label,
    method_of,
    process_words,
    processor_name,
    share,
)
from retprobe.matrix import (
    TRACER_WORDS,
    VERDICTS,
    linux_html,
    tracer_column,
    tracer_totals,
    tracers_html,
    worst,
)
from retprobe.matrix import html as matrix_html
from retprobe.parquet import is_parquet, write_parquet
from retprobe.program import Function, by_function, command_of, how_it_ended, total
from retprobe.table import Globs, Row, frame, is_peer, selected

if TYPE_CHECKING:
    from retprobe.charts.plot import Plot
    from retprobe.conclusions import Decisions

__all__ = [
    "Costs",
    "Kernels",
    "LinuxRegressions",
    "LinuxVerdicts",
    "Prices",
    "ProgramComparison",
    "ProgramRun",
    "Regressions",
    "ResultError",
    "Results",
    "TracerVerdicts",
    "Verdicts",
    "load",
]

CELL = ("workload", "design", "transfer", "registers")

COUNTERS = (
    "ns_per_call",
    "ns_per_call_low",
    "ns_per_call_high",
    "added_ns",
    "added_ns_low",
    "added_ns_high",
    "ratio_to_call_through",
    "missed",
    "bytes_per_frame",
    "stack_bytes_per_frame",
    "bytes_per_thread",
    "flips_per_second",
    "calls_per_run",
    "hits_counted",
    "real_time",
    "cpu_time",
    "iterations",
    "repetitions",
    "repetition_index",
    "threads",
)
"""The counters of a row of a bench file. results/schema.json explains them. Those with `ns` or
`time` in their names are in nanoseconds."""


Rows = tuple[dict[str, Any], ...]


def _kind(row: Row) -> str:
    if "void" in row:
        return "void"
    return "median" if row["run_type"] == "aggregate" else "process"


def _counted(rows: Iterable[Row]) -> dict[str, int]:
    of = list(rows)
    verdicts = [row["verdict"] for row in of]
    counts = {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    return counts | {"too_busy": sum(row.get("lacks") == "time" for row in of)}


def _flat(row: Row, within: str = "") -> dict[str, Any]:
    """A row without nesting: `entry.loads`. A figure with an interval is its median, and has its
    ends beside it: `cycles`, `cycles_low`. An estimate is a number, too: `shift_ns`,
    `shift_ns.low`."""
    flat: dict[str, Any] = {}
    for field_name, value in row.items():
        name = within + field_name
        if not isinstance(value, Mapping):
            flat[name] = value
        elif "median" in value and "low" in value:
            flat[name] = value["median"]
            flat |= {f"{name}_{part}": of for part, of in value.items() if part != "median"}
        else:
            parts = dict(value)
            if "estimate" in parts:
                flat[name] = parts.pop("estimate")
            flat |= _flat(parts, f"{name}.")
    return flat


def _flat_bench(row: Row) -> dict[str, Any]:
    # Files from before there were other handlers do not say that candidates' are empty.
    empty = {} if row["design"] == "unprobed" or is_peer(row) else {"handlers": "empty"}
    return {"kind": _kind(row), **empty, **_flat(row)}


def _flat_cost(row: Row) -> dict[str, Any]:
    flat = _flat({name: value for name, value in row.items() if name != "functions"})
    walked = "entry" in row
    return flat | ({"pairs": flat["entry.calls"] + flat["exit.calls"]} if walked else {})


def _flat_price(row: Row) -> dict[str, Any]:
    flat = _flat(row)
    copies = flat.pop("copies")
    return flat | {"copies_low": min(copies), "copies_high": max(copies)}


def _flat_design_cost(row: Row) -> dict[str, Any]:
    flat = _flat(row)
    rounds = {name: value for name, value in flat.items() if isinstance(value, list)}
    flat |= {name: median(value) for name, value in rounds.items()}
    return flat | {f"{name}_samples": value for name, value in rounds.items()}


def _number_of(rows: Iterable[Row], field: str, what: str) -> str:
    """The number of different values of a field, in words: "6 designs"."""
    return _count(len({row[field] for row in rows}), what)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _matrix(
    table: pd.DataFrame, columns: pd.Series, order: tuple[str, ...] = VERDICTS
) -> pd.DataFrame:
    """`columns`: the column of each row. `order`: of the verdicts, the worst first."""
    if table.empty:
        return pd.DataFrame()
    return table.assign(of=columns).pivot_table(
        index="scenario",
        columns="of",
        values="verdict",
        aggfunc=lambda verdicts: worst(verdicts, order),
        sort=False,
    )


class Document:
    """What the eleven kinds have in common. A table of a kind has the columns that the class names,
    even where no row has a value."""

    command: ClassVar[str]
    """The subcommand of retprobe that writes such files."""
    _kind: ClassVar[str]
    _texts: ClassVar[tuple[str, ...]]
    _integers: ClassVar[tuple[str, ...]] = ("tracers",)
    _numbers: ClassVar[tuple[str, ...]] = ()

    @staticmethod
    def _flat(row: Row) -> dict[str, Any]:
        return _flat(row)

    if TYPE_CHECKING:

        @property
        def rows(self) -> Rows: ...

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Self:
        raise NotImplementedError

    def _whole(self) -> dict[str, Any]:
        raise NotImplementedError

    def _with(self, rows: Rows) -> Self:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def to_pandas(self) -> pd.DataFrame:
        """The rows as a table with typed columns, which the class describes."""
        return frame(
            [self._flat(row) for row in self.rows],
            texts=self._texts,
            integers=self._integers,
            numbers=self._numbers,
        )

    def select(self, **globs: Globs) -> Self:
        """The rows whose fields match the globs: select(workload="leaf", design="c*", tracers=[1,
        8]).

        Any column of `to_pandas` can be selected by, except those that hold arrays.
        """
        known = {*self._texts, *self._integers, *self._numbers}
        found = selected(self.rows, globs, self._flat, known)
        return self._with(tuple(dict(row) for row in found))

    def save(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Writes the JSON that `load` reads. The file appears whole or not at all.

        Raises ResultError if it cannot be written, or if it exists and `overwrite` is false.
        """
        write_json(self._whole(), path, overwrite=overwrite)

    def to_parquet(self, path: str | Path, *, overwrite: bool = False) -> None:
        """Exports the table of `to_pandas` as Parquet, for programs such as DuckDB.

        A table of Results also has the columns machine and method (machine.py).

        The rest of the document is JSON in the file's metadata, under the key `retprobe`. `load`
        does not read Parquet; it reads the JSON that `save` writes. Raises ResultError as `save`
        does.
        """
        rows = schema.KINDS[self._kind][1]
        rest = {name: value for name, value in self._whole().items() if name != rows}
        write_parquet(self._exported(), rest, path, overwrite=overwrite)

    def _exported(self) -> pd.DataFrame:
        return self.to_pandas()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """As `retprobe.load`. Raises ResultError also if the file is of another kind."""
        found = load(path)
        if not isinstance(found, cls):
            kind = type(found).__name__
            raise ResultError(
                f"{path}: has {kind}, not {cls.__name__}; read it with retprobe.{kind}.load"
            )
        return found


@dataclass(frozen=True, repr=False)
class Results(Document):
    """One file of `retprobe bench`: where and how it was measured, and its rows as they are in the
    file.

    The table: kind (median, process, void), name, workload, design, transfer, registers: str;
    handlers (empty, counting, recording; missing where a row has none of these): str; tracers:
    int64; COUNTERS: float64, NaN where the file has none (times in nanoseconds); void: str, the
    reason why there is no number; added_ns_samples and ns_per_call_samples: arrays with one number
    per process. An experiment's figures are columns figures.NAME, with _low, _high and _samples."""

    context: dict[str, Any]
    rows: Rows
    command = "bench"
    _kind = "benchmarks"
    _texts = ("kind", "name", "run_name", *CELL, "handlers", "void")
    _numbers = COUNTERS
    _flat = staticmethod(_flat_bench)

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Self:
        return cls(document["context"], tuple(document["benchmarks"]))

    def _with(self, rows: Rows) -> Self:
        return type(self)(self.context, rows)

    def _whole(self) -> dict[str, Any]:
        return {"context": self.context, "benchmarks": list(self.rows)}

    def _exported(self) -> pd.DataFrame:
        # Several files can be read as one table: these columns tell their rows apart.
        return self.to_pandas().assign(
            machine=machine_label(self.context), method=method_of(self.context)
        )

    def decisions(self) -> "Decisions":
        """Which design suits which need, as in the report (retprobe.conclusions).

        A list of Decision that prints as a table."""
        from retprobe.conclusions import decisions

        return decisions(self.context, self.rows)

    @property
    def plot(self) -> "Plot":
        """Charts of this result: plot.overhead(), plot.scaling() … (retprobe.charts)."""
        from retprobe.charts.plot import Plot

        return Plot(self)

    def __repr__(self) -> str:
        context = self.context
        designs = _number_of(
            (r for r in self.rows if r["design"] != "unprobed" and not is_peer(r)),
            "design",
            "design",
        )
        workloads = _number_of(self.rows, "workload", "workload")
        what = f"{_count(len(self.rows), 'row')} of {designs} in {workloads}"
        where = (
            f"{processor_name(context)}, {core_words(context)}, "
            f"{context.get('date', 'no date')[:10]}"
        )
        made = f"commit {context.get('commit', 'unknown')[:12]}, {process_words(context)}"
        return f"<Results: {what}; {where}, {made}>"

    def _repr_html_(self) -> str:
        return html.results(self.context, self.rows)


@dataclass(frozen=True, repr=False)
class Verdicts(Document):
    """One file of `retprobe verify`: the verdict of each scenario on each cell and each peer.

    `totals` counts the verdicts on cells, `peer_totals` those on peers. `choice` says which cells
    were run, where it was not all: its `selection` has a seed, its `shard` an index and a count.
    Its `merged` says which parts the file was joined from.

    The table has one row per scenario and cell: scenario, design, transfer, registers, verdict
    (pass, fail, declared, unavailable), detail: str; tracers: int64; seconds, processor_seconds,
    injection_points, injection_failures: float64, NaN where the file has none. What is selected has
    totals of its own."""

    rows: Rows
    totals: dict[str, int]
    predictor: Rows = ()
    peer_totals: dict[str, int] = field(default_factory=dict)
    choice: dict[str, Any] = field(default_factory=dict)
    command = "verify"
    _kind = "verdicts"
    _texts = ("scenario", "design", "transfer", "registers", "verdict", "detail")
    _numbers = ("seconds", "processor_seconds", "injection_points", "injection_failures")

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Self:
        return cls(
            tuple(document["results"]),
            document["totals"],
            tuple(document.get("predictor", ())),
            document.get("peer_totals", {}),
            {key: document[key] for key in ("selection", "shard", "merged") if key in document},
        )

    def _with(self, rows: Rows) -> Self:
        peers = [row for row in rows if is_peer(row)]
        totals = _counted(row for row in rows if not is_peer(row))
        for count in ("injection_points", "injection_failures"):
            totals[count] = sum(row.get(count, 0) for row in rows)
        cells = {(row["design"], row["transfer"]) for row in rows}
        models = tuple(
            model for model in self.predictor if (model["design"], model["transfer"]) in cells
        )
        return type(self)(rows, totals, models, _counted(peers) if peers else {}, self.choice)

    def _whole(self) -> dict[str, Any]:
        found: dict[str, Any] = {"results": list(self.rows), "totals": self.totals}
        if self.peer_totals:
            found["peer_totals"] = self.peer_totals
        if self.predictor:
            found["predictor"] = list(self.predictor)
        return found | self.choice

    def matrix(self) -> pd.DataFrame:
        """A table of scenarios x design/transfer.

        A cell has the worst verdict over register sets and numbers of tracers. It is missing where
        the scenario was not run."""
        table = self.to_pandas()
        return _matrix(table, table["design"] + "/" + table["transfer"])

    def __repr__(self) -> str:
        cells = [row for row in self.rows if not is_peer(row)]
        what = f"{_count(len(cells), 'cell')} of {_number_of(cells, 'design', 'design')}"
        counts = ", ".join(f"{self.totals.get(verdict, 0)} {verdict}" for verdict in VERDICTS)
        peers = f"; {len(self.rows) - len(cells)} of peers" if len(self.rows) > len(cells) else ""
        return (
            f"<Verdicts: {what} in {_number_of(self.rows, 'scenario', 'scenario')}: "
            f"{counts}{peers}>"
        )

    def _repr_html_(self) -> str:
        return matrix_html(self.rows, self.totals, self.peer_totals)


@dataclass(frozen=True, repr=False)
class _Whole(Document):
    """A kind that keeps its document as it is."""

    document: dict[str, Any]

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Self:
        return cls(document)

    def _whole(self) -> dict[str, Any]:
        return self.document

    _counts: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Counts of `context`, and the verdict of the rows that each counts."""

    def _with(self, rows: Rows) -> Self:
        context, place = schema.KINDS[self._kind]
        found = {**self.document, place: list(rows)}
        if self._counts:
            verdicts = [row["verdict"] for row in rows]
            counts = {name: verdicts.count(verdict) for name, verdict in self._counts}
            found[context] = {**found[context], **counts}
        return type(self)(found)

    @property
    def context(self) -> Any:
        return self.document[schema.KINDS[self._kind][0]]

    @property
    def rows(self) -> Rows:
        return tuple(self.document.get(schema.KINDS[self._kind][1], ()))


@dataclass(frozen=True, repr=False)
class Costs(_Whole):
    """One file of `retprobe cost`: exact counts of what a hit executes.

    `context` is what the counts depend on: compiler, build, vectors, xsave_bytes. The table has one
    row per cell: name, design, transfer, registers: str; tracers: int64; pairs (calls of the whole
    hit, with their returns), unbalanced_returns, stack_bytes, callers12_mispredicted: float64; and
    the counts of each side of a hit, entry.instructions … exit.data_lines: float64."""

    command = "cost"
    _kind = "costs"
    _texts = ("name", "design", "transfer", "registers")
    _numbers = (
        "pairs",
        "unbalanced_returns",
        "stack_bytes",
        "callers12_mispredicted",
        "entry.instructions",
        "exit.instructions",
    )
    _flat = staticmethod(_flat_cost)

    def __repr__(self) -> str:
        built = f"{self.context['compiler']}, {self.context['build']}, {self.context['vectors']}"
        return (
            f"<Costs: {_count(len(self.rows), 'cell')} of "
            f"{_number_of(self.rows, 'design', 'design')}; {built}>"
        )

    def _repr_html_(self) -> str:
        return html.costs(self.context, self.rows)


@dataclass(frozen=True, repr=False)
class Regressions(_Whole):
    """One file of `retprobe regress`: which rows of a later result are worse.

    `context` is the verdict, which files were compared, and how. The table has one row per compared
    row: name, workload, design, transfer, registers, figure, verdict: str; tracers: int64;
    base.median, new.median, shift_ns (with .low, .high): float64 in nanoseconds; shift_percent
    likewise; p_slower, p_faster …: float64. What is selected has its own counts of slower, faster,
    alike and too few; its verdict is that of the whole."""

    command = "regress"
    _kind = "regressions"
    _counts = tuple((name, name) for name in ("slower", "faster", "alike", "too_few"))
    _texts = ("name", *CELL, "figure", "verdict")
    _numbers = (
        "base.median",
        "new.median",
        "shift_ns",
        "shift_percent",
        "p_slower",
        "p_faster",
    )

    def __repr__(self) -> str:
        c = self.context
        counts = (
            f"{_count(len(self.rows), 'row')}, {c['slower']} slower, {c['faster']} faster, "
            f"{c['alike']} alike"
        )
        return (
            f"<Regressions: {c['verdict']}: {counts}; {c['new']['file']} against "
            f"{c['base']['file']}>"
        )

    def _repr_html_(self) -> str:
        return html.regressions(self.context, self.rows)


@dataclass(frozen=True, repr=False)
class Kernels(_Whole):
    """One file of `retprobe kernel`: what Linux's own return probes execute, in instructions.

    `context` is the kernels: name, what, and release with mitigations, or absent with the reason.
    The table has one row per kernel, setting of its mitigations, mechanism and number of users:
    name, kernel, mitigations, mechanism, state, why: str; users: int64; added_instructions, pairs,
    unbalanced_returns, not_walked, stack_bytes, callers12_mispredicted and the counts of each side
    of a hit, entry.instructions … exit.data_lines: float64, NaN where nothing was walked."""

    command = "kernel"
    _kind = "kernels"
    _texts = ("name", "kernel", "mitigations", "mechanism", "state", "why")
    _integers = ("users",)
    _numbers = (
        "added_instructions",
        "pairs",
        "unbalanced_returns",
        "not_walked",
        "stack_bytes",
        "callers12_mispredicted",
    )
    _flat = staticmethod(_flat_cost)

    @property
    def context(self) -> Any:
        return self.document["kernels"]

    @property
    def designs(self) -> Rows:
        """retprobe's own designs, counted in the same way."""
        return tuple(self.document["designs"])

    def __repr__(self) -> str:
        releases = [kernel.get("release", "absent") for kernel in self.context]
        what = _number_of(self.rows, "mechanism", "mechanism")
        return f"<Kernels: {_count(len(self.rows), 'row')} of {what} in {', '.join(releases)}>"

    def _repr_html_(self) -> str:
        return html.kernels(self.rows)


@dataclass(frozen=True, repr=False)
class LinuxVerdicts(_Whole):
    """One file of `retprobe verify --kernel`: the verdict of each scenario on Linux's own
    mechanisms.

    The table has one row per scenario, kernel and mechanism: scenario, kernel, release (missing
    where the kernel is absent), mechanism, verdict (pass, fail, declared, unavailable), detail
    (what was seen): str."""

    command = "verify --kernel"
    _kind = "linux_verdicts"
    _texts = ("scenario", "kernel", "release", "mechanism", "verdict", "detail")
    _integers = ()

    def matrix(self) -> pd.DataFrame:
        """A table of scenarios x kernel/mechanism. A cell is missing where nothing was played."""
        table = self.to_pandas()
        return _matrix(table, table["kernel"] + "/" + table["mechanism"])

    def __repr__(self) -> str:
        verdicts = [row["verdict"] for row in self.rows]
        counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in VERDICTS)
        what = _number_of(self.rows, "scenario", "scenario")
        where = _number_of(self.rows, "kernel", "kernel")
        of = _number_of(self.rows, "mechanism", "mechanism")
        return f"<LinuxVerdicts: {what} of {of} in {where}: {counts}>"

    def _repr_html_(self) -> str:
        return linux_html(self.rows)


@dataclass(frozen=True, repr=False)
class LinuxRegressions(_Whole):
    """One file of `retprobe regress` on two files of `retprobe kernel`: which counts are
    others.

    `context` is the verdict, which files and kernels were compared, and how many counts rose. The
    table has one row per compared count: name (of the row in both files), figure, verdict (rise,
    fall, alike): str; base, new: float64. What is selected has its own counts of rises and falls;
    its verdict is that of the whole."""

    command = "regress"
    _kind = "linux_regressions"
    _counts = (("rises", "rise"), ("falls", "fall"))
    _texts = ("name", "figure", "verdict")
    _integers = ()
    _numbers = ("base", "new")

    @property
    def changed(self) -> Rows:
        """The counts that rose, then those that fell."""
        return tuple(
            row for verdict in ("rise", "fall") for row in self.rows if row["verdict"] == verdict
        )

    def __repr__(self) -> str:
        c = self.context
        counts = f"{_count(len(self.rows), 'count')}, {c['rises']} rose, {c['falls']} fell"
        return (
            f"<LinuxRegressions: {c['verdict']}: {counts}; {c['new']['file']} against "
            f"{c['base']['file']}>"
        )

    def _repr_html_(self) -> str:
        return html.linux_regressions(self.context, self.changed, len(self.rows))


@dataclass(frozen=True, repr=False)
class TracerVerdicts(_Whole):
    """One file of `retprobe verify --tracer`: the verdict of each scenario on tracers that are not
    ours.

    `context` is the tracers: name, version, path. The table has one row per scenario, tracer,
    variant and number of users: scenario, tracer, variant, verdict (pass, fail, declared, not
    asked, unavailable), detail (what was seen, or why it was not asked): str; users: int64;
    seconds: float64."""

    command = "verify --tracer"
    _kind = "tracer_verdicts"
    _texts = ("scenario", "tracer", "variant", "verdict", "detail")
    _integers = ("users",)
    _numbers = ("seconds",)

    @property
    def context(self) -> Any:
        return self.document["tracers"]

    def _with(self, rows: Rows) -> Self:
        named = {row["tracer"] for row in rows}
        tracers = [tracer for tracer in self.context if tracer["name"] in named]
        return type(self)({"tracers": tracers, "tracer_verdicts": list(rows)})

    @property
    def totals(self) -> dict[str, dict[str, int]]:
        """The counts of each tracer/variant: asked, passed, failed, declared, not asked; and no
        verdict, if there is one."""
        return tracer_totals(self.context, self.rows)

    def matrix(self) -> pd.DataFrame:
        """A table of scenarios x tracer/variant. A tracer that has one variant is named alone.

        A cell has the worst verdict over the numbers of users."""
        columns = pd.Series([tracer_column(row) for row in self.rows], dtype="str")
        found = _matrix(self.to_pandas(), columns, tuple(TRACER_WORDS))
        return found if found.empty else found[list(self.totals)]

    def __repr__(self) -> str:
        verdicts = [row["verdict"] for row in self.rows]
        counts = ", ".join(
            f"{verdicts.count(verdict)} {word}" for verdict, word in TRACER_WORDS.items()
        )
        what = _number_of(self.rows, "scenario", "scenario")
        return f"<TracerVerdicts: {what} of {_number_of(self.rows, 'tracer', 'tracer')}: {counts}>"

    def _repr_html_(self) -> str:
        return tracers_html(self.context, self.rows)


@dataclass(frozen=True, repr=False)
class Prices(_Whole):
    """One file of `retprobe prices`: what the parts of a hit cost on a processor, in cycles.

    `rows` are the variants of a hit's skeleton; a file without --skeleton has none. `context` is
    where and how the skeleton was timed; empty without --skeleton.

    The table: name, change, what: str; pairs: int64; cycles (beyond a plain call of the function)
    and ratio (to the whole hit's with three pairs), each with _low and _high: float64; copies_low
    and copies_high, the cycles of the variant's fastest and slowest copy: float64; and what its hit
    executes, hit.instructions … hit.returns: float64."""

    command = "prices"
    _kind = "prices"
    _texts = ("name", "change", "what")
    _integers = ("pairs",)
    _numbers = (
        "cycles",
        "cycles_low",
        "cycles_high",
        "ratio",
        "ratio_low",
        "ratio_high",
        "copies_low",
        "copies_high",
    )
    _flat = staticmethod(_flat_price)

    def _with(self, rows: Rows) -> Self:
        return super()._with(rows) if "rows" in self.document else self

    @property
    def context(self) -> Any:
        return self.document.get("skeleton", {})

    @property
    def prices(self) -> dict[str, float]:
        """What one of many in turn costs: {"a taken jump": 1.5, …}, in cycles."""
        return {price["what"]: price["cycles"] for price in self.document["prices"]}

    def __repr__(self) -> str:
        variants = _count(len(self.rows), "variant")
        what = f"{_count(len(self.prices), 'price')}, {variants} of the skeleton"
        return f"<Prices: {what}; {self.context.get('cpu', 'unknown processor')}>"

    def _repr_html_(self) -> str:
        return html.prices(self.prices, self.rows)


@dataclass(frozen=True, repr=False)
class ProgramRun(_Whole):
    """One file of `retprobe run`: how often each process of a program called each function.

    `context` is the command, how it ended, design and transfer, what was probed, and the processes.
    The table has one row per process and function that it called: name, module: str; process,
    calls, returned, unwound, abandoned: int64; missed: float64, NaN where it is not known, since
    the process was killed."""

    command = "run"
    _kind = "runs"
    _texts = ("name", "module")
    _integers = ("process", "calls", "returned", "unwound", "abandoned")
    _numbers = ("missed",)

    @property
    def functions(self) -> list[Function]:
        """The functions with their counts in all processes, most called first."""
        return by_function(self.rows)

    def __repr__(self) -> str:
        c = self.context
        functions = self.functions
        calls = total(functions).calls
        processes = sum(process.get("processes", 1) for process in c["processes"])
        return (
            f"<ProgramRun: {c['command'][0]}: {how_it_ended(c)}; {calls:,} calls of "
            f"{len(functions):,} function{'' if len(functions) == 1 else 's'} in {processes} "
            f"process{'' if processes == 1 else 'es'}; {c['design']}, {c['transfer']}>"
        )

    def _repr_html_(self) -> str:
        c = self.context
        what = f"{command_of(c)}: {how_it_ended(c)}; {c['functions_probed']:,} functions probed"
        return html.program_run(what, self.functions)


@dataclass(frozen=True, repr=False)
class ProgramComparison(_Whole):
    """One file of `retprobe run --compare`: which design to take for a program.

    `context` is the command, the rounds, how the program ended unprobed, and in `context` the
    machine. The table has one row per design: design, transfer, difference (from the unprobed
    program; empty: it is the same): str; calls (in the first round), missed (in all rounds): int64;
    slowdown and ns_per_call, each with _low and _high, NaN where they are void: float64;
    processor_seconds and attach_seconds, the medians: float64; and of these two arrays with one
    number per round, with _samples."""

    command = "run --compare"
    _kind = "run_comparisons"
    _texts = ("design", "transfer", "difference")
    _integers = ("calls", "missed")
    _numbers = (
        "slowdown",
        "slowdown_low",
        "slowdown_high",
        "ns_per_call",
        "ns_per_call_low",
        "ns_per_call_high",
        "processor_seconds",
        "attach_seconds",
    )
    _flat = staticmethod(_flat_design_cost)

    @property
    def take(self) -> list[str]:
        """The cheapest design, then those that cannot be told from it. Empty where none has a
        figure."""
        names: list[str] = self.context["take"]
        return names

    @property
    def answer(self) -> str:
        """The command line's sentence on which design to take."""
        sentence: str = self.context["answer"]
        return sentence

    def __repr__(self) -> str:
        c = self.context
        what = f"{_number_of(self.rows, 'design', 'design')}, {_count(c['rounds'], 'round')}"
        return f"<ProgramComparison: {c['command'][0]}: {what}; {self.answer}>"

    def _repr_html_(self) -> str:
        c = self.context
        rounds = _count(c["rounds"], "round")
        told = f"{share(c['context']['interval_coverage'])} intervals of {rounds}"
        load = load_words(c["context"])
        measured = f"{told}, measured {load}" if load else told
        return html.program_comparison(command_of(c), self.answer, measured, self.rows)


_CLASSES: dict[str, type[Document]] = {
    one._kind: one
    for one in [*Document.__subclasses__(), *_Whole.__subclasses__()]
    if one is not _Whole
}


def load(path: str | Path) -> Document:
    """Reads a result file of any kind and checks it against results/schema.json.

    Raises ResultError if the file is missing, empty, cut off, of another version of the format, or
    does not match the schema, and if it is Parquet, which `to_parquet` exports for other programs.
    """
    if is_parquet(path):
        raise ResultError(
            f"{path}: is Parquet, an export that pandas.read_parquet reads; load what `save` or "
            "the command line wrote"
        )
    return from_document(read_json(path), str(path))


def from_document(document: Any, what: str) -> Document:
    """As `load`, for a document that is already read. `what` names it in a ResultError."""
    kind = schema.kind_of(document)
    if kind is None:
        raise ResultError(
            f"{what}: is JSON, but no result; give what bench, verify, cost, regress, kernel, "
            "prices or run wrote with --format json"
        )
    if (why := schema.violation(document, kind)) is not None:
        raise ResultError(
            f"{what}: {why}; read it with the version of retprobe that wrote it, or run again"
        )
    return _CLASSES[kind]._of(document)
