"""Chooses the rows of a result that each chart shows, and describes the chart in words."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import altair as alt
import pandas as pd

from retprobe.charts.marks import dots, lines
from retprobe.charts.theme import Style
from retprobe.errors import Error

ADDED = "added ns per call"
CELL = ("workload", "design", "transfer", "registers", "tracers")


def added(workload: str) -> str:
    """The unit of a workload's time.

    `callers12` is timed per nest of thirteen calls, of which one is probed."""
    return "added ns per nest" if workload == "callers12" else ADDED


NUMBERS = (
    "added_ns",
    "added_ns_low",
    "added_ns_high",
    "bytes_per_frame",
    "stack_bytes_per_frame",
    "bytes_per_thread",
)


class NothingToDraw(Error, ValueError):
    """The result has no rows for a chart.

    The message names the chart, and the command that measures its rows."""


@dataclass(frozen=True)
class Panel:
    """One pair of axes.

    `draw(legend)` makes its chart, without width and theme: the caller sets both.
    """

    title: str
    unit: str
    rows: pd.DataFrame
    styles: Mapping[str, Style]
    draw: Callable[[bool], alt.LayerChart]
    x_title: str = ""


@dataclass(frozen=True)
class Figure:
    """The content of one chart.

    `series`: its designs and peers; `voids`: its rows without a number, each with the reason."""

    name: str
    title: str
    description: str
    panels: tuple[Panel, ...]
    series: tuple[str, ...]
    voids: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The cells that it shows, each once: workload, design, transfer, registers, tracers."""
        rows = pd.concat(
            [panel.rows[list(CELL)] for panel in self.panels if "workload" in panel.rows.columns]
        )
        return [
            {str(name): value for name, value in row.items()}
            for row in rows.drop_duplicates().to_dict("records")
        ]


class Rows:
    """The median and void rows of a result."""

    def __init__(self, table: pd.DataFrame, designs: Mapping[str, Mapping[str, Any]]) -> None:
        missing = [name for name in (*NUMBERS, "void") if name not in table.columns]
        table = table.reindex(columns=[*table.columns, *missing])
        table = table[table["design"] != "unprobed"].assign(tracers=table["tracers"].astype(int))
        self.floors = {name for name, facts in designs.items() if facts.get("floor")}
        peer = table["design"].str.startswith("peer:")
        shown = table["kind"].eq("void") | (table["kind"].eq("median") & table["added_ns"].notna())
        self.all = table[shown & ~peer]
        self.peers = table[shown & peer]

    def of(self, workload: str, registers: str = "scalar", tracers: int | None = 1) -> pd.DataFrame:
        """The rows whose workload matches the regular expression.

        If the expression has a group, the group's text becomes the column x."""
        rows = self.all[
            (self.all["registers"] == registers) & self.all["workload"].str.fullmatch(workload)
        ]
        if tracers is not None:
            rows = rows[rows["tracers"] == tracers]
        if re.compile(workload).groups:
            return rows.assign(x=rows["workload"].str.extract(workload, expand=False).astype(float))
        return rows


Styles = Mapping[str, Style]
Panels = Callable[[Rows, Styles], list[Panel]]
"""Makes a chart's panels; those without a number are not drawn."""


def usual_transfer(rows: pd.DataFrame) -> str:
    """The transfer of charts that show only one.

    It is `paired`, the library's default, or else the first one of the rows."""
    transfers = [name for name in rows["transfer"].unique() if name != "-"]
    return "paired" if "paired" in transfers or not transfers else str(transfers[0])


def one_transfer(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["transfer"].isin([usual_transfer(rows), "-"])]


def candidate(design: str, transfer: str) -> str:
    return design if transfer == "-" else f"{design}/{transfer}"


def tidy(rows: pd.DataFrame, column: str = "added_ns", full_labels: bool = False) -> pd.DataFrame:
    """The rows with the columns that marks.py needs.

    A label has the transfer only if the rows have more than one."""
    interval = column == "added_ns"
    several = full_labels or rows.loc[rows["transfer"] != "-", "transfer"].nunique() > 1
    labels = [
        candidate(design, transfer) if several else design
        for design, transfer in zip(rows["design"], rows["transfer"], strict=True)
    ]
    void = rows["kind"] == "void"
    frame = pd.DataFrame(
        {
            "series": rows["design"],
            "label": labels,
            "value": rows[column].astype(float).mask(void),
            "low": rows[f"{column}_low" if interval else column].astype(float).mask(void),
            "high": rows[f"{column}_high" if interval else column].astype(float).mask(void),
            "void": rows["void"].where(void),
            **{name: rows[name] for name in CELL},
        }
    )
    if "x" in rows.columns:
        frame["x"] = rows["x"].astype(float)
    return frame.reset_index(drop=True)


def figure_number(value: float) -> str:
    """A number as tables and descriptions show it; empty for NaN.

    Whole numbers, and numbers from 1,000 on, have no fraction."""
    if value != value:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 or value == int(value) else f"{value:,.1f}"


def _dots(
    title: str,
    rows: pd.DataFrame,
    unit: str,
    styles: Mapping[str, Style],
    logarithmic: bool = False,
) -> Panel:
    return Panel(
        title, unit, rows, styles, lambda legend: dots(rows, unit, styles, legend, logarithmic)
    )


def curves(
    title: str, rows: pd.DataFrame, unit: str, x_title: str, styles: Mapping[str, Style]
) -> Panel:
    numbers = (
        rows[rows["value"].notna()]
        .sort_values(["series", "x"], kind="stable")
        .reset_index(drop=True)
    )
    return Panel(
        title,
        unit,
        rows,
        styles,
        lambda legend: lines(numbers, unit, x_title, styles, legend),
        x_title,
    )


def _told(panel: Panel) -> str:
    """A panel in words: the value of each dot, and the values at both ends of each curve."""
    parts = []
    for label, rows in panel.rows.groupby("label", sort=False):
        numbers = rows[rows["value"].notna()]
        if numbers.empty:
            parts.append(f"{label} void")
        elif "x" in rows.columns and len(numbers) > 1:
            ends = numbers.sort_values("x").iloc[[0, -1]]
            parts.append(
                f"{label} "
                + " to ".join(
                    f"{figure_number(v)} at {x:,.0f}"
                    for v, x in zip(ends["value"], ends["x"], strict=True)
                )
            )
        else:
            parts.append(f"{label} {figure_number(numbers['value'].iloc[0])}")
    return (f"{panel.title}, " if panel.title else "") + f"{panel.unit}: " + "; ".join(parts) + "."


def figure_of(name: str, rows: Rows, styles: Styles) -> Figure:
    title, panels = FIGURES[name]
    drawn = tuple(panel for panel in panels(rows, styles) if panel.rows["value"].notna().any())
    if not drawn:
        raise NothingToDraw(
            f"this result has no rows for the chart '{name}'; measure them: {COMMANDS[name]}",
            "not_found",
        )
    series = tuple(dict.fromkeys(one for panel in drawn for one in panel.rows["series"]))
    voids = {
        (f"{panel.title}, {label}" if panel.title else label)
        + (f", {x:,.0f}" if x == x else ""): str(why)
        for panel in drawn
        for label, why, x in zip(
            panel.rows["label"],
            panel.rows["void"],
            panel.rows.get("x", pd.Series(float("nan"), panel.rows.index)),
            strict=True,
        )
        if isinstance(why, str)
    }
    description = f"{title}. " + " ".join(_told(panel) for panel in drawn)
    return Figure(name, title, description, drawn, series, tuple(voids.items()))


def _overhead(rows: Rows, styles: Styles) -> list[Panel]:
    titles = {
        "leaf": "leaf: a function of one instruction",
        "fib": "fib: 21,891 recursive calls",
        "json": "json: parse, query and write documents",
        "grammar": "grammar: parse trees",
    }
    return [
        _dots(title, tidy(one_transfer(rows.of(workload))), ADDED, styles)
        for workload, title in titles.items()
    ]


def _over(x_title: str, pattern: str) -> Panels:
    """A curve over a number that is in the workload's name."""
    return lambda rows, styles: [
        curves("", tidy(one_transfer(rows.of(pattern))), ADDED, x_title, styles)
    ]


def _scaling(rows: Rows, styles: Styles) -> list[Panel]:
    leaf = one_transfer(rows.of("leaf", tracers=None))
    over = tidy(leaf.assign(x=leaf["tracers"]))
    return [curves("", over, ADDED, "tracers on the function", styles)]


def _data_size(rows: Rows, styles: Styles) -> list[Panel]:
    sizes = rows.of(r"leaf\+data(\d+)")
    if not sizes.empty:
        sizes = pd.concat([rows.of("leaf").assign(x=0.0), sizes])
    return [curves("", tidy(one_transfer(sizes)), ADDED, "bytes of entry data", styles)]


def _registers(rows: Rows, styles: Styles) -> list[Panel]:
    panels = [
        _dots(
            f"{registers} registers", tidy(one_transfer(rows.of("leaf", registers))), ADDED, styles
        )
        for registers in ("scalar", "vector", "full")
        if registers == "scalar" or not rows.of("leaf", registers).empty
    ]
    return panels if len(panels) > 1 else []


def _callers(rows: Rows, styles: Styles) -> list[Panel]:
    nest = tidy(rows.of("callers12"), full_labels=True)
    return [_dots("", nest, added("callers12"), styles)]


def _memory(rows: Rows, styles: Styles) -> list[Panel]:
    leaf = one_transfer(rows.of("leaf", tracers=None))
    # A floor has no shadow stack; its frame is on the machine stack.
    floor = leaf["design"].isin(rows.floors)
    frames = leaf.assign(
        x=leaf["tracers"],
        bytes_per_frame=leaf["bytes_per_frame"] + leaf["stack_bytes_per_frame"].where(floor, 0.0),
    )
    in_flight = tidy(frames, "bytes_per_frame")
    of_thread = tidy(leaf[leaf["tracers"] == 1], "bytes_per_thread")
    return [
        curves("Per call in flight", in_flight, "bytes", "tracers on the function", styles),
        _dots("Per thread, after its first hit", of_thread, "bytes", styles),
    ]


def _peers(rows: Rows, styles: Styles) -> list[Panel]:
    panels = []
    for workload in dict.fromkeys(rows.peers["workload"]):
        peers = rows.peers[rows.peers["workload"] == workload]
        own = tidy(one_transfer(rows.of(re.escape(workload))), full_labels=True)
        other = tidy(peers, full_labels=True)
        # A peer that has no number anywhere is named in a list, and gets no line in the panels.
        measured = other[other["value"].notna()]
        if not measured.empty and own["value"].notna().any():
            measured = measured.assign(label=measured["label"].str.removeprefix("peer:"))
            beside = pd.concat([own, measured], ignore_index=True)
            # Peers cost up to a hundred times as much as designs, so all panels have a logarithmic
            # axis.
            panels.append(_dots(workload, beside, added(workload), styles, logarithmic=True))
    return panels


# Commands that measure exactly what each chart shows: the library's default transfer and the
# floors. Only the chart that compares transfers needs more.
_USUAL = "--transfer paired,-"
_ONE = f"--tracers 1 --registers scalar {_USUAL}"
COMMANDS = {
    "overhead": f"retprobe bench --workload leaf,fib,json,grammar {_ONE}",
    "scaling": f"retprobe bench --workload leaf --registers scalar {_USUAL}",
    "depth": f"retprobe bench --workload 'recursion_*' {_ONE}",
    "functions": f"retprobe bench --workload 'functions_*' {_ONE}",
    "threads": f"retprobe bench --workload 'leaf+threads*' {_ONE}",
    "data_size": f"retprobe bench --workload 'leaf,leaf+data*' {_ONE}",
    "registers": "retprobe bench --workload leaf --tracers 1 "
    f"--registers scalar,vector,full {_USUAL}",
    "callers": "retprobe bench --workload callers12 --tracers 1 --registers scalar",
    "memory": f"retprobe bench --workload leaf --registers scalar {_USUAL}",
    "peers": f"retprobe bench --workload leaf,fib {_ONE} --peers '*'",
}

FIGURES: dict[str, tuple[str, Panels]] = {
    "overhead": ("What a probed call costs more, one tracer", _overhead),
    "scaling": ("What more tracers on one function cost", _scaling),
    "depth": ("What depth costs", _over("calls in flight", r"recursion_(\d+)")),
    "functions": (
        "What many different functions cost",
        _over("different functions, called in turn", r"functions_(\d+)"),
    ),
    "threads": (
        "What threads cost each other",
        _over("threads that call the function at once", r"leaf\+threads(\d+)"),
    ),
    "data_size": ("What entry data costs", _data_size),
    "registers": ("What the register sets cost", _registers),
    "callers": ("What a probed call costs with the twelve unprobed callers around it", _callers),
    "memory": ("Memory", _memory),
    "peers": ("Beside what people would otherwise pick", _peers),
}
