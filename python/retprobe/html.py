"""How notebooks display results: small HTML tables. Every text from a file is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from retprobe.machine import interval_words, load_words, processor_name
from retprobe.program import Function, short_name

SHOWN = 60
"""The most rows that a table shows. A line below it says how many are left out."""


def _table(
    head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, left_out: int = 0
) -> str:
    """A table as HTML. `rows` are HTML; the first cell of each row is the row's heading."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{first}</th>'
        + "".join(f"<td>{cell}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    more = f"<p>{left_out} more rows: to_pandas() has them.</p>" if left_out > 0 else ""
    return (
        '<table style="font-variant-numeric:tabular-nums">'
        f'<caption style="text-align:left">{escape(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{more}"
    )


def escaped_table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table as HTML, of texts that are not HTML."""
    return _table(head, [[escape(cell) for cell in row] for row in rows], caption)


def _number(row: Mapping[str, Any], field: str, digits: int = 1) -> str:
    value = row.get(field)
    return "" if value is None else f"{value:,.{digits}f}"


def results(context: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """Medians with half of their interval's width, and void rows with the reason.

    The caption says what the interval covers, and under which load it was measured."""
    shown = [
        row
        for row in rows
        if "void" in row or (row["run_type"] == "aggregate" and "added_ns" in row)
    ]
    cells = []
    for row in shown[:SHOWN]:
        if "void" in row:
            cells.append([escape(row["run_name"]), escape(f"void: {row['void']}"), "", "", ""])
            continue
        half = (row["added_ns_high"] - row["added_ns_low"]) / 2
        added = f"{row['added_ns']:,.1f} ±{half:,.1f}"
        ratio, frame = _number(row, "ratio_to_call_through", 2), _number(row, "bytes_per_frame", 0)
        cells.append(
            [escape(row["run_name"]), added, ratio, frame, _number(row, "bytes_per_thread", 0)]
        )
    told = (
        processor_name(context),
        f"{context['cores']} cores",
        context.get("date", "no date"),
        f"commit {context['commit'][:12]}",
        load_words(context) and f"measured {load_words(context)}",
        f"± is half the {interval_words(context)}: {len(rows)} rows",
    )
    caption = ", ".join(word for word in told if word)
    head = ("run", "added ns per call", "x floor", "B/frame", "B/thread")
    return _table(head, cells, caption, len(shown) - len(cells))


def costs(context: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """Instructions, loads, stores and mispredicted returns of a hit: entry and exit together."""
    counts = ("instructions", "loads", "stores", "mispredicted_returns")
    cells = [
        [escape(row["name"]), *(f"{row['entry'][name] + row['exit'][name]:,}" for name in counts)]
        for row in rows[:SHOWN]
    ]
    caption = (
        f"What a hit executes: {context['compiler']}, {context['build']}, {context['vectors']}"
    )
    return _table(
        ("cell", *(name.replace("_", " ") for name in counts)),
        cells,
        caption,
        len(rows) - len(cells),
    )


def prices(one: Mapping[str, float], rows: Sequence[Mapping[str, Any]]) -> str:
    """The variants of a hit's skeleton; where there are none, what single instructions cost."""
    if not rows:
        cells = [[escape(what), f"{cycles:.1f}"] for what, cycles in one.items()]
        return _table(("many in turn, one of them", "cycles"), cells, "What it costs, in cycles")
    cells = [
        [
            escape(row["what"]),
            *(f"{row['hit'][name]:,}" for name in ("calls", "instructions", "stores")),
            f"{row['cycles']['median']:.1f}",
            f"{row['ratio']['median']:.2f}",
        ]
        for row in rows[:SHOWN]
    ]
    return _table(
        ("the skeleton of a hit", "calls", "instructions", "stores", "cycles", "ratio"),
        cells,
        "Cycles beyond a plain call, and their ratio to the whole hit's with three pairs",
        len(rows) - len(cells),
    )


def kernels(rows: Sequence[Mapping[str, Any]]) -> str:
    """Added instructions of each row, or why it has none."""
    cells = [
        [
            escape(row["name"]),
            f"{row['added_instructions']:,.4g}"
            if row["state"] == "measured"
            else escape(f"{row['state']}: {row['why']}"),
        ]
        for row in rows[:SHOWN]
    ]
    caption = "Instructions that Linux's own mechanisms add to a call"
    head = ("kernel/mitigations/mechanism/users", "added instructions")
    return _table(head, cells, caption, len(rows) - len(cells))


def linux_regressions(
    context: Mapping[str, Any], changed: Sequence[Mapping[str, Any]], compared: int
) -> str:
    """The counts that changed. The caption has the number of all that were compared."""
    cells = [
        [
            escape(row["name"]),
            escape(row["figure"].replace("_", " ")),
            f"{row['base']:,.10g}",
            f"{row['new']:,.10g}",
            escape(row["verdict"]),
        ]
        for row in changed[:SHOWN]
    ]
    caption = (
        f"{context['verdict']}: {context['rises']} of {compared} counts rose, "
        f"{context['falls']} fell"
    )
    head = ("row", "count", "base", "new", "")
    return _table(head, cells, caption, len(changed) - len(cells))


def program_run(caption: str, functions: Sequence[Function]) -> str:
    """The functions that were called, with their counts in all processes."""
    cells = [
        [
            f'<span title="{escape(one.name)}">{escape(short_name(one.name))}</span>',
            f"{one.calls:,}",
            "?" if one.missed is None else f"{one.missed:,}",
            f"{one.unwound:,}",
            f"{one.abandoned:,}",
        ]
        for one in functions[:SHOWN]
    ]
    head = ("function", "calls", "missed", "unwound", "abandoned")
    return _table(head, cells, caption, len(functions) - len(cells))


def program_comparison(
    command: str, answer: str, measured: str, rows: Sequence[Mapping[str, Any]]
) -> str:
    """A row for each design. The caption says which one to take, and how it was measured."""
    cells = []
    for row in rows:
        name = row["design"] if row["transfer"] == "-" else f"{row['design']}, {row['transfer']}"
        same = "the same" if not row["difference"] else f"DIFFERENT: {row['difference']}"
        costs = [interval(row.get("slowdown"), 2) or "void", interval(row.get("ns_per_call"), 1)]
        cells.append([escape(name), escape(same), f"{row['missed']:,}", *costs])
    head = ("design", "program", "missed", "slowdown", "ns per call")
    return _table(head, cells, f"{command}: {answer}; {measured}")


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
    for row in ordered[:SHOWN]:
        shift = row["shift_percent"]
        interval = f"{shift['estimate']:+.1f} % [{shift['low']:+.1f}, {shift['high']:+.1f}]"
        cells.append(
            [
                escape(row["name"]),
                f"{row['base']['median']:,.1f}",
                f"{row['new']['median']:,.1f}",
                interval,
                escape(row["verdict"]),
            ]
        )
    caption = (
        f"{context['verdict']}: {context['slower']} slower, {context['faster']} faster, "
        f"{context['alike']} alike" + "".join(f"; {line}" for line in context.get("unlike", ()))
    )
    return _table(
        ("row", "base ns", "new ns", "shift", "verdict"), cells, caption, len(rows) - len(cells)
    )
