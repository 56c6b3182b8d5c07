"""The matrix scenario x design as HTML: how notebooks display verdicts."""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from retprobe.table import is_peer

Row = Mapping[str, Any]

# Each colour comes with a word and a sign, so readers do not need to tell colours apart. The
# colours are Okabe and Ito's green, vermilion, orange and grey, lightened or darkened to a contrast
# of 4.5 with the text.
_SIGNS = {"pass": "✓", "fail": "✗", "declared": "○", "unavailable": "-", "not asked": ""}
_LONGEST_SCRIPT = 80
_ASKED = ("pass", "fail", "declared")
_COUNTED = ("pass", "fail", "declared", "unavailable")
_STYLE = """
.retprobe-matrix table{border-collapse:collapse}
.retprobe-matrix caption{text-align:left;font-weight:bold;padding:4px 0}
.retprobe-matrix th,.retprobe-matrix td{text-align:left!important;padding:2px 10px!important;
border:1px solid #8888}
.retprobe-matrix td{white-space:nowrap}
.retprobe-matrix .pass{background:#d5efe6;color:#00402e}
.retprobe-matrix .fail{background:#8f2f00;color:#fff;font-weight:bold}
.retprobe-matrix .declared{background:#fbecc8;color:#4d3500}
.retprobe-matrix .unavailable{background:#e8e8e8;color:#333}
.retprobe-matrix .not-asked{color:#666}
@media (prefers-color-scheme:dark){.retprobe-matrix .pass{background:#00402e;color:#d5efe6}
.retprobe-matrix .fail{background:#ffb08a;color:#401500}
.retprobe-matrix .declared{background:#4d3500;color:#fbecc8}
.retprobe-matrix .unavailable{background:#3a3a3a;color:#e8e8e8}
.retprobe-matrix .not-asked{color:#aaa}}
""".replace("\n", "")


VERDICTS = ("fail", "declared", "pass", "unavailable")
"""Verdicts, the worst first. "unavailable" says nothing of a design, so it comes last."""


TRACER_WORDS = {
    "fail": "failed",
    "unavailable": "no verdict",
    "declared": "declared",
    "pass": "passed",
    "not asked": "not asked",
}
"""What verdicts on tracers are called, the worst first."""


def worst(verdicts: Iterable[str], order: Iterable[str] = VERDICTS) -> str:
    """The worst verdict of several cells. Raises ValueError if there are none."""
    return min(verdicts, key=tuple(order).index)


def _field(
    verdict: str, count: str, title: str, notes: list[str], seen: str, word: str = ""
) -> str:
    """A cell of the table. `seen`, unless it is empty, becomes a footnote, each text once. `word`:
    what the verdict is called."""
    reference = ""
    if seen:
        note = f"{word or verdict}: {seen}"
        if note not in notes:
            notes.append(note)
        reference = f" <sup>{notes.index(note) + 1}</sup>"
    sign = f'<span aria-hidden="true">{_SIGNS[verdict]}</span> ' if _SIGNS[verdict] else ""
    kind = verdict.replace(" ", "-")
    return (
        f'<td class="{kind}" title="{escape(title)}">{sign}{word or verdict}{count}{reference}</td>'
    )


def _cell(rows: Sequence[Row], notes: list[str]) -> str:
    if not rows:
        return "<td></td>"
    verdict = worst(row["verdict"] for row in rows)
    same = [row for row in rows if row["verdict"] == verdict]
    count = f" {len(same)}" if len(same) == len(rows) else f" {len(same)} of {len(rows)}"
    details = list(dict.fromkeys(row["detail"] for row in same if row["detail"]))
    seen = ""
    if verdict != "pass" and details:
        seen = details[0] + (f" (and {len(details) - 1} others)" if len(details) > 1 else "")
    cells = "\n".join(f"{row['transfer']}/{row['registers']}/{row['tracers']}" for row in same[:40])
    return _field(verdict, count, cells, notes, seen)


def _table(
    summary: str, head: Sequence[str], lines: Iterable[str], notes: Sequence[str], foot: str = ""
) -> str:
    """`summary`, `lines` and `foot` are HTML."""
    titles = "".join(f'<th scope="col">{escape(title)}</th>' for title in head)
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return (
        f'<div class="retprobe-matrix"><style>{_STYLE}</style><table><caption>{summary}</caption>'
        f"<thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody>"
        + (f"<tfoot>{foot}</tfoot></table>" if foot else "</table>")
        + (f"<ol>{listed}</ol>" if notes else "")
        + "</div>"
    )


def _counted(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{totals.get(verdict, 0)} {verdict}" for verdict in _COUNTED)


def html(
    rows: Iterable[Row], totals: Mapping[str, int], peer_totals: Mapping[str, int] | None = None
) -> str:
    """A table of scenarios x designs, with the variants of peers in the last columns.

    Each field says how many of its cells (transfer/register set/tracers) have the verdict. `rows`
    are those of a verify document: scenario, design, transfer, registers, tracers, verdict, detail.
    """
    by_place: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        column = f"{row['design']}/{row['transfer']}" if is_peer(row) else row["design"]
        by_place.setdefault((row["scenario"], column), []).append(row)
    columns = list(dict.fromkeys(column for _, column in by_place))
    notes: list[str] = []
    lines = [
        f'<tr><th scope="row">{escape(scenario)}</th>'
        + "".join(_cell(by_place.get((scenario, column), []), notes) for column in columns)
        + "</tr>"
        for scenario in sorted({scenario for scenario, _ in by_place})
    ]
    summary = _counted(totals)
    if totals.get("injection_points"):
        failures = totals.get("injection_failures", 0)
        summary += (
            f"; {totals['injection_points']:,} injection points, {failures:,} injection failures"
        )
    if peer_totals:
        summary += f"; peers: {_counted(peer_totals)}"
    return _table(summary, ["scenario", *columns], lines, notes)


def linux_html(rows: Iterable[Row]) -> str:
    """A table of scenarios x kernel/mechanism, with what was seen as footnotes.

    `rows` are those of a document of `verify --kernel`."""
    played = list(rows)
    places = {(row["scenario"], f"{row['kernel']}/{row['mechanism']}"): row for row in played}
    scenarios, columns = (list(dict.fromkeys(place[i] for place in places)) for i in (0, 1))
    notes: list[str] = []

    def cell(row: Row | None) -> str:
        if row is None:
            return "<td></td>"
        return _field(row["verdict"], "", row.get("release", ""), notes, row["detail"])

    lines = [
        f'<tr><th scope="row">{escape(scenario)}</th>'
        + "".join(cell(places.get((scenario, column))) for column in columns)
        + "</tr>"
        for scenario in scenarios
    ]
    verdicts = [row["verdict"] for row in played]
    summary = _counted({verdict: verdicts.count(verdict) for verdict in VERDICTS})
    return _table(summary, ["scenario", *columns], lines, notes)


def tracer_column(row: Row) -> str:
    """The name of a row's column: tracer/variant, or the tracer alone if it has one variant."""
    return str(row["tracer"]) if row["variant"] == "-" else f"{row['tracer']}/{row['variant']}"


def what_was_seen(row: Row) -> str:
    """What was seen of a verdict on a tracer, in few words: of a failure what went wrong and the
    script's beginning, without histories; of a declared one the reason, which many cells share."""
    detail: str = row["detail"]
    if row["verdict"] == "declared":
        return detail.partition(" (seen: ")[0]
    words, _, command = detail.partition("; by hand: ")
    script = _script_of(command)
    if len(script) > _LONGEST_SCRIPT:
        script = script[:_LONGEST_SCRIPT] + "…"
    wrong = re.split(": (?:expected|seen) ", words, maxsplit=1)[0]
    return f"{wrong}, in {script}" if script else wrong


def _script_of(command: str) -> str:
    """Of a command that plays a script by hand, without the end that each script is given."""
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    return words[-1].rpartition(" ; ")[0].strip() if words else ""


def tracer_cell(rows: Sequence[Row]) -> tuple[str, str, str]:
    """A scenario is played with several numbers of users, and the worst verdict stands for all: the
    verdict, " 1 of 2" where it is not that of all, and what was seen first."""
    verdict = worst((row["verdict"] for row in rows), TRACER_WORDS)
    same = [row for row in rows if row["verdict"] == verdict]
    count = "" if len(same) == len(rows) else f" {len(same)} of {len(rows)}"
    return verdict, count, what_was_seen(same[0])


def in_order_of(tracers: Iterable[Row], rows: Iterable[Row]) -> list[Row]:
    """The rows of the first tracer, then those of the second, …"""
    place = {tracer["name"]: number for number, tracer in enumerate(tracers)}
    return sorted(rows, key=lambda row: place.get(row["tracer"], len(place)))


def tracer_totals(tracers: Iterable[Row], rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """For each column how many cells were asked, and how many of those passed, failed, …; and "no
    verdict" only where there is one. The columns are in the order of the tracers."""
    columns: dict[str, list[str]] = {}
    for row in in_order_of(tracers, rows):
        columns.setdefault(tracer_column(row), []).append(row["verdict"])
    busy = any("unavailable" in verdicts for verdicts in columns.values())
    shown = ("pass", "fail", "declared", "not asked", *(("unavailable",) if busy else ()))
    return {
        column: {"asked": sum(verdict in _ASKED for verdict in verdicts)}
        | {TRACER_WORDS[verdict]: verdicts.count(verdict) for verdict in shown}
        for column, verdicts in columns.items()
    }


def tracers_html(tracers: Iterable[Row], rows: Iterable[Row]) -> str:
    """A table of scenarios x tracer/variant, with what was seen as footnotes, and each column's
    totals below it.

    Both are of a document of `verify --tracer`."""
    asked, played = list(tracers), list(rows)
    places: dict[tuple[str, str], list[Row]] = {}
    for row in played:
        places.setdefault((row["scenario"], tracer_column(row)), []).append(row)
    scenarios = dict.fromkeys(scenario for scenario, _ in places)
    totals = tracer_totals(asked, played)
    notes: list[str] = []

    def cell(of: Sequence[Row]) -> str:
        if not of:
            return "<td></td>"
        verdict, count, seen = tracer_cell(of)
        title = "\n".join(f"{row['users']}: {TRACER_WORDS[row['verdict']]}" for row in of)
        return _field(verdict, count, title, notes, seen, TRACER_WORDS[verdict])

    lines = [
        f'<tr><th scope="row">{escape(scenario)}</th>'
        + "".join(cell(places.get((scenario, column), [])) for column in totals)
        + "</tr>"
        for scenario in scenarios
    ]
    words = list(next(iter(totals.values()), {}))
    foot = "".join(
        f'<tr><th scope="row">{word}</th>'
        + "".join(f"<td>{counted[word]}</td>" for counted in totals.values())
        + "</tr>"
        for word in words
    )
    versions = ", ".join(f"{tracer['name']} {tracer['version']}" for tracer in asked)
    return _table(escape(versions), ["scenario", *totals], lines, notes, foot)
