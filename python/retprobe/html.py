"""How notebooks display results: small HTML tables. Every text from a file is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from markupsafe import Markup, escape

from retprobe.machine import core_words, interval_words, load_words, processor_name
from retprobe.program import Function, short_name

SHOWN = 60
"""The most rows that a table shows. A line below it says how many are left out."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table as HTML, of texts. The first cell of each row is the row's heading."""
    left = iter(rows)
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in islice(left, SHOWN)
    )
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    more = sum(1 for _ in left)
    return (
        '<table style="font-variant-numeric:tabular-nums">'
        f'<caption style="text-align:left">{escape(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        + (f"<p>{more} more rows: to_pandas() has them.</p>" if more else "")
    )


def _number(row: Mapping[str, Any], field: str, digits: int = 0) -> str:
    value = row.get(field)
    return "" if value is None else f"{value:,.{digits}f}"


def results(context: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """Medians with half of their interval's width, and void rows with the reason.

    The caption says what the interval covers, and under which load it was measured."""
    cells = []
    for row in rows:
        if "void" in row:
            cells.append([row["run_name"], f"void: {row['void']}", "", "", ""])
        elif row["run_type"] == "aggregate" and "added_ns" in row:
            half = (row["added_ns_high"] - row["added_ns_low"]) / 2
            added = f"{row['added_ns']:,.1f} ±{half:,.1f}"
            ratio, frame = _number(row, "ratio_to_call_through", 2), _number(row, "bytes_per_frame")
            cells.append([row["run_name"], added, ratio, frame, _number(row, "bytes_per_thread")])
    told = (
        processor_name(context),
        core_words(context),
        context.get("date", "no date"),
        f"commit {context['commit'][:12]}",
        load_words(context) and f"measured {load_words(context)}",
        f"± is half the {interval_words(context)}: {len(rows)} rows",
    )
    caption = ", ".join(word for word in told if word)
    head = ("run", "added ns per call", "x floor", "B/frame", "B/thread")
    return table(head, cells, caption)


def costs(context: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """Instructions, loads, stores and mispredicted returns of a hit: entry and exit together."""
    counts = ("instructions", "loads", "stores", "mispredicted_returns")
    cells = [
        [row["name"], *(f"{row['entry'][name] + row['exit'][name]:,}" for name in counts)]
        for row in rows
    ]
    caption = (
        f"What a hit executes: {context['compiler']}, {context['build']}, {context['vectors']}"
    )
    return table(("cell", *(name.replace("_", " ") for name in counts)), cells, caption)


def prices(one: Mapping[str, float], rows: Sequence[Mapping[str, Any]]) -> str:
    """The variants of a hit's skeleton; where there are none, what single instructions cost."""
    if not rows:
        cells = [[what, f"{cycles:.1f}"] for what, cycles in one.items()]
        return table(("many in turn, one of them", "cycles"), cells, "What it costs, in cycles")
    cells = [
        [
            row["what"],
            *(f"{row['hit'][name]:,}" for name in ("calls", "instructions", "stores")),
            f"{row['cycles']['median']:.1f}",
            f"{row['ratio']['median']:.2f}",
        ]
        for row in rows
    ]
    return table(
        ("the skeleton of a hit", "calls", "instructions", "stores", "cycles", "ratio"),
        cells,
        "Cycles beyond a plain call, and their ratio to the whole hit's with three pairs",
    )


def kernels(rows: Sequence[Mapping[str, Any]]) -> str:
    """Added instructions of each row, or why it has none."""
    cells = [
        [
            row["name"],
            f"{row['added_instructions']:,.4g}"
            if row["state"] == "measured"
            else f"{row['state']}: {row['why']}",
        ]
        for row in rows
    ]
    caption = "Instructions that Linux's own mechanisms add to a call"
    head = ("kernel/mitigations/mechanism/users", "added instructions")
    return table(head, cells, caption)


def linux_regressions(
    context: Mapping[str, Any], changed: Sequence[Mapping[str, Any]], compared: int
) -> str:
    """The counts that changed. The caption has the number of all that were compared."""
    cells = [
        [
            row["name"],
            row["figure"].replace("_", " "),
            f"{row['base']:,.10g}",
            f"{row['new']:,.10g}",
            row["verdict"],
        ]
        for row in changed
    ]
    caption = (
        f"{context['verdict']}: {context['rises']} of {compared} counts rose, "
        f"{context['falls']} fell"
    )
    head = ("row", "count", "base", "new", "")
    return table(head, cells, caption)


def program_run(caption: str, functions: Sequence[Function]) -> str:
    """The functions that were called, with their counts in all processes."""
    cells = [
        [
            Markup('<span title="{}">{}</span>').format(one.name, short_name(one.name)),
            f"{one.calls:,}",
            "?" if one.missed is None else f"{one.missed:,}",
            f"{one.unwound:,}",
            f"{one.abandoned:,}",
        ]
        for one in functions
    ]
    head = ("function", "calls", "missed", "unwound", "abandoned")
    return table(head, cells, caption)


def program_comparison(
    command: str, answer: str, measured: str, rows: Sequence[Mapping[str, Any]]
) -> str:
    """A row for each design. The caption says which one to take, and how it was measured."""
    cells = []
    for row in rows:
        name = row["design"] if row["transfer"] == "-" else f"{row['design']}, {row['transfer']}"
        same = "the same" if not row["difference"] else f"DIFFERENT: {row['difference']}"
        costs = [interval(row.get("slowdown"), 2) or "void", interval(row.get("ns_per_call"), 1)]
        cells.append([name, same, f"{row['missed']:,}", *costs])
    head = ("design", "program", "missed", "slowdown", "ns per call")
    return table(head, cells, f"{command}: {answer}; {measured}")


def interval(figure: Mapping[str, float] | None, digits: int) -> str:
    """ "2.38 [2.24, 2.42]"; nothing where there is no figure."""
    if figure is None:
        return ""
    median, low, high = (f"{figure[part]:,.{digits}f}" for part in ("median", "low", "high"))
    return f"{median} [{low}, {high}]"


def regressions(context: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """The compared rows, slower ones first, then faster ones."""
    ordered = sorted(
        rows,
        key=lambda row: (
            ("slower", "faster").index(row["verdict"])
            if row["verdict"] in ("slower", "faster")
            else 2
        ),
    )
    cells = []
    for row in ordered:
        shift = row["shift_percent"]
        interval = f"{shift['estimate']:+.1f} % [{shift['low']:+.1f}, {shift['high']:+.1f}]"
        cells.append(
            [
                row["name"],
                f"{row['base']['median']:,.1f}",
                f"{row['new']['median']:,.1f}",
                interval,
                row["verdict"],
            ]
        )
    caption = (
        f"{context['verdict']}: {context['slower']} slower, {context['faster']} faster, "
        f"{context['alike']} alike" + "".join(f"; {line}" for line in context.get("unlike", ()))
    )
    return table(("row", "base ns", "new ns", "shift", "verdict"), cells, caption)
