"""The parts of the page's sections: texts, tables and drawings, ready for the templates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import altair as alt

from retprobe.charts.figures import Figure
from retprobe.charts.theme import Style, style_of, theme
from retprobe.machine import interval_words
from retprobe.report.inputs import Bench, File
from retprobe.report.selection import cell_options, workload_option
from retprobe.report.tables import Cell, Notes, Table, number_cell, table, tables_of, void_reason
from retprobe.table import is_peer


@dataclass(frozen=True)
class Key:
    """One entry of the legend above a chart."""

    name: str
    colour: str
    shape: str


@dataclass(frozen=True)
class Drawing:
    """One pair of axes. `spec` is a Vega-Lite specification; the page sets its width."""

    id: str
    title: str
    description: str
    spec: dict[str, Any]


@dataclass(frozen=True)
class Chart:
    """A figure: its key, its drawings, the files they are made from, and the same data as
    tables."""

    id: str
    title: str
    keys: tuple[Key, ...]
    drawings: tuple[Drawing, ...]
    caption: str
    command: str
    tables: tuple[Table, ...]


@dataclass(frozen=True)
class Missing:
    """Results that the report lacks: `command` writes `files`, which have them."""

    command: str
    files: str


def absent(command: str, name: str) -> Missing:
    """The missing results of one subcommand of retprobe."""
    return Missing(f"{command} --format json --out {name}", name)


@dataclass
class Section:
    """A section of the page.

    `missing`: if no file has the section's data, the command that writes them. `warnings`: reasons
    to trust its figures less."""

    id: str
    title: str
    intro: str = ""
    charts: list[Chart] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    folded: list[Table] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    missing: Missing | None = None
    command: str = ""


def made_from(bench: Bench, others: Iterable[File], exact: bool = False) -> str:
    """Which files the figures are from, what their intervals cover, and the machine's load."""
    context = bench.view.context
    sentences = []
    if not exact:
        sentences.append(f"Medians over fresh processes, each with the {interval_words(context)}.")
    if bench.load:
        sentences.append(f"Measured {bench.load}.")
    if bench.file.letter:
        sentences.append(f"From {bench.file.letter}, {bench.stamp}.")
    letters = [file.letter for file in others]
    if letters:
        sentences.append(f"The rows of {', '.join(letters)} are not shown.")
    if not context["verified"]:
        sentences.append("Nobody verified these candidates.")
    return " ".join(sentences)


def _keys(figure: Figure, styles: Mapping[str, Style]) -> tuple[Key, ...]:
    designs = [name for name in figure.series if not name.startswith("peer:")]
    return tuple(
        Key(name, style_of(name, styles).colour, style_of(name, styles).shape) for name in designs
    )


def drawn(
    figure: Figure,
    styles: Mapping[str, Style],
    caption: str,
    command: str,
    tables: Sequence[Table] | None = None,
) -> Chart:
    """A figure, ready for the page. Unless the caller gives tables, they show the same values."""
    # A panel of dots has the names on its axis, so only curves need a key.
    keyed = any(panel.x_title for panel in figure.panels)
    drawings = []
    for index, panel in enumerate(figure.panels):
        wide = panel.draw(False).properties(
            width="container",
            description=figure.description,
            autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
        )
        # The check against Vega-Lite's schema takes long. The tests of charts make it.
        spec = wide.configure(**theme("page")).to_dict(validate=False)
        drawings.append(Drawing(f"{figure.name}-{index}", panel.title, figure.description, spec))
    return Chart(
        figure.name,
        figure.title,
        _keys(figure, styles) if keyed else (),
        tuple(drawings),
        caption,
        command,
        tuple(tables_of(figure.title, figure.panels) if tables is None else tables),
    )


def bench_command(bench: Bench, rows: Iterable[Mapping[str, Any]]) -> str:
    """The command that measures exactly these cells again."""
    rows = list(rows)
    own = [row for row in rows if not is_peer(row)]
    peers_too = " --peers '*'" if len(own) < len(rows) else ""
    return bench.command(f"retprobe bench{workload_option(rows)}{cell_options(own)}{peers_too}")


def chart(figure: Figure, bench: Bench, others: Sequence[File]) -> Chart:
    """The chart of a figure of a bench file, with its source, spread and command."""
    caption = made_from(bench, others, exact=figure.name == "memory")
    tables = [
        replace(one, caption=bench.told(one.caption))
        for one in tables_of(figure.title, figure.panels)
    ]
    return drawn(figure, bench.plot.styles, caption, bench_command(bench, figure.cells), tables)


def void_notes(figure: Figure) -> list[str]:
    """One sentence for each reason why rows of the figure have no number."""
    rows: dict[str, list[str]] = {}
    for name, why in figure.voids:
        rows.setdefault(void_reason(why), []).append(name)
    return [f"Void: {'; '.join(names)}. {reason}" for reason, names in rows.items()]


def everything(bench: Bench) -> Table:
    """A table of all that was measured in the usual transfer.

    It has a line for each workload, register set and number of tracers."""
    rows = bench.plot.rows_of_usual_transfer()
    notes = Notes()
    designs = list(dict.fromkeys(rows["design"]))
    body = []
    for (workload, registers, tracers), cells in rows.groupby(
        ["workload", "registers", "tracers"], sort=False
    ):
        found = {row["design"]: row for row in cells.to_dict("records")}
        line = [Cell(f"{workload}, {registers}, {tracers}")]
        for design in designs:
            row = found.get(design)
            if row is None:
                line.append(Cell(""))
            elif row["kind"] == "void":
                line.append(
                    Cell("void", note=notes.mark(void_reason(str(row["void"]))), tone="void")
                )
            else:
                line.append(number_cell(row["added_ns"], row["added_ns_low"], row["added_ns_high"]))
        body.append(line)
    command = bench.command("retprobe bench --transfer paired,-")
    head = ["workload, registers, tracers", *designs]
    return table(
        bench.told("All workloads: added ns per call (callers12: per nest)"),
        head,
        body,
        notes=notes,
        command=command,
    )
