#!/usr/bin/python3
"""Puts the ways out of a function, in the designs and in the peers, into docs/peers.md.

usage: ways_out_table.py VERDICTS.json

VERDICTS.json is what `retprobe verify --peers --format json` wrote. What stands between the two marker lines is replaced.
"""

import collections
import sys

import page
from unwinder_matrix import Notes

BEGIN, END = "<!-- ways out: tools/ways_out_table.py -->", "<!-- end of ways out -->"
SCENARIOS = "way_out_"
WORST_FIRST = ["fail", "declared", "pass", "unavailable"]


def column(row):
    """A design, or a peer's variant."""
    peer = row["design"].removeprefix("peer:")
    return row["design"] if peer == row["design"] else f"{peer}/{row['transfer']}"


def cell(rows, notes):
    if not rows:
        return ""
    verdict = min((row["verdict"] for row in rows), key=WORST_FIRST.index)
    same = [row for row in rows if row["verdict"] == verdict]
    text = verdict if len(same) == len(rows) else f"{verdict} {len(same)} of {len(rows)}"
    return text if verdict == "pass" else f"{text} {notes.mark(same[0]['detail'])}"


def counted(whose, rows):
    counts = collections.Counter(row["verdict"] for row in rows)
    return f"{whose}: {len(rows)} cells, " + ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in ("pass", "fail", "declared", "unavailable")
    )


def put_table(verdicts, path):
    rows = [row for row in verdicts["results"] if row["scenario"].startswith(SCENARIOS)]
    peers = [row for row in rows if row["design"].startswith("peer:")]
    ours = [row for row in rows if row not in peers]
    if not peers or not ours:
        raise ValueError(
            f"{path} has no {SCENARIOS}* of {'peers' if ours else 'the designs'}; make it with: retprobe verify --peers --format json"
        )
    columns = list(dict.fromkeys(column(row) for row in ours)) + list(
        dict.fromkeys(column(row) for row in peers)
    )
    notes = Notes()
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for scenario in dict.fromkeys(row["scenario"] for row in rows):
        cells = [
            cell([row for row in rows if (row["scenario"], column(row)) == (scenario, name)], notes)
            for name in columns
        ]
        lines.append("| " + " | ".join([scenario.removeprefix(SCENARIOS), *cells]) + " |")
    lines += ["", *(f"{number}. {text}" for number, text in enumerate(notes.texts, 1))]
    lines += ["", counted("The designs", ours) + ". " + counted("The peers", peers) + "."]
    page.put("docs/peers.md", BEGIN, END, "\n".join(lines))


if __name__ == "__main__":
    sys.exit(page.main(__doc__, sys.argv[1:], put_table))
