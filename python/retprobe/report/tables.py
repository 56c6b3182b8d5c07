"""Tables for the page. Their texts are not HTML; the templates escape them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from retprobe.charts.figures import Panel, figure_number


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    `spread` is shown smaller, after the text; `note` is a footnote's number; `tone` is a class of
    the style sheet."""

    text: str
    spread: str = ""
    note: int = 0
    tone: str = ""


@dataclass
class Notes:
    """Footnotes. Each different text has one number."""

    texts: list[str] = field(default_factory=list)

    def mark(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1


@dataclass(frozen=True)
class Table:
    """A table. The first column names the row.

    - `numeric`: the other columns are numbers, aligned to the right.
    - `cards`: spreads are below the numbers, and on a narrow screen each row is a list.
    - `command`: measures the table's figures again, if the section's command does not.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numeric: bool = True
    notes: tuple[str, ...] = ()
    cards: bool = False
    command: str = ""


def table(
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[Cell | str]],
    numeric: bool = True,
    notes: Notes | None = None,
    cards: bool = False,
    command: str = "",
) -> Table:
    cells = tuple(tuple(one if isinstance(one, Cell) else Cell(one) for one in row) for row in rows)
    return Table(
        caption, tuple(head), cells, numeric, tuple(notes.texts) if notes else (), cards, command
    )


def number_cell(value: float, low: float, high: float) -> Cell:
    """A median with its interval, or an exact number without one."""
    if value != value:
        return Cell("")
    return Cell(
        figure_number(value),
        "" if low == high else f"{figure_number(low)}\N{EN DASH}{figure_number(high)}",
    )


def count_cells(row: Mapping[str, Any], keys: Iterable[str]) -> list[Cell]:
    """What a walked hit executes: the sum, and entry + exit beside it."""
    of = [(row["entry"][key], row["exit"][key]) for key in keys]
    return [Cell(f"{entry + leave:,}", f"{entry:,} + {leave:,}") for entry, leave in of]


def void_reason(why: str) -> str:
    """A void row's reason as a sentence, without the number of missed calls.

    That number differs from row to row, and rows with the same reason share a footnote."""
    if why.startswith("failed verification:"):
        return (
            "A candidate that fails verification gets no number: "
            f"{why.removeprefix('failed verification:').strip()}."
        )
    if why.startswith("missed "):
        return "Calls were missed; a time that leaves calls out is none."
    # A first word with "_" is the name of a design or a peer, and stays as it is.
    first = why if "_" in why.split(" ")[0] else why[:1].upper() + why[1:]
    return first.rstrip(".") + "."


def tables_of(title: str, panels: Sequence[Panel]) -> list[Table]:
    """The data of charts as tables.

    All panels of dots become one table with a column each; a panel of curves becomes a table."""
    tables = []
    dots = [panel for panel in panels if "x" not in panel.rows.columns]
    if dots:
        # If units differ, each column's head has its own.
        units = {panel.unit for panel in dots}
        columns = [
            (_head(panel, len(units) > 1), {row.label: row for row in panel.rows.itertuples()})
            for panel in dots
        ]
        tables.append(_table(f"{title}: {dots[0].unit}" if len(units) == 1 else title, columns))
    for panel in panels:
        if "x" in panel.rows.columns:
            steps = sorted(panel.rows["x"].unique())
            columns = [
                (
                    f"{x:,.0f}",
                    {row.label: row for row in panel.rows[panel.rows["x"] == x].itertuples()},
                )
                for x in steps
            ]
            tables.append(
                _table(f"{panel.title or title}: {panel.unit}, over {panel.x_title}", columns)
            )
    return tables


def _head(panel: Panel, with_unit: bool) -> str:
    if not panel.title:
        return panel.unit
    return f"{panel.title}, {panel.unit}" if with_unit else panel.title


def _table(caption: str, columns: Sequence[tuple[str, dict]]) -> Table:  # type: ignore[type-arg]
    notes = Notes()
    labels = list(dict.fromkeys(label for _, rows in columns for label in rows))
    body = []
    for label in labels:
        line = [Cell(label)]
        for _, rows in columns:
            row = rows.get(label)
            if row is None:
                line.append(Cell(""))
            elif isinstance(row.void, str):
                line.append(Cell("void", note=notes.mark(void_reason(row.void)), tone="void"))
            else:
                line.append(number_cell(row.value, row.low, row.high))
        body.append(line)
    return table(caption, ["candidate", *(title for title, _ in columns)], body, notes=notes)
