#!/usr/bin/python3
"""Puts what the model of returns counted into docs/every_instruction.md, and the short of it into README.md.

usage: predictor_table.py VERDICTS.json

VERDICTS.json is what `retprobe verify --scenario 'every_instruction_returns*' --format json` wrote. What stands between the two marker
lines of each page is replaced.
"""

import sys

import page

BEGIN, END = "<!-- returns: tools/predictor_table.py -->", "<!-- end of returns -->"
TRANSFERS = ["-", "paired", "push_ret", "call_ret", "jump", "trap"]
SHAPES = ["leaf", "nested", "recursion 5", "recursion 12", "recursion 24", "recursion 40"]


def figures(row):
    counted = row["mispredicted"]
    same = len(set(counted.values())) == 1
    text = (
        str(counted["16"])
        if same
        else " / ".join(str(counted[size]) for size in ("16", "32", "64"))
    )
    return f"{text}; {row['cet_violations']}"


def lines_of(rows, tracers, shapes):
    """A line for each transfer, or several where designs differ."""
    for transfer in TRANSFERS:
        groups = {}
        chosen = [row for row in rows if row["transfer"] == transfer and row["tracers"] == tracers]
        for design in sorted({row["design"] for row in chosen}):
            cells = tuple(
                figures(row)
                for shape in shapes
                for row in chosen
                if (row["design"], row["shape"]) == (design, shape)
            )
            groups.setdefault(cells, []).append(design)
        for cells, designs in groups.items():
            name = (
                ""
                if transfer == "-"
                else f"`{transfer}`"
                if len(groups) == 1
                else f"`{transfer}`: " + ", ".join(designs)
            )
            yield [name or ", ".join(designs), *cells]


def table(rows, tracers, shapes):
    calls = {row["shape"]: row["calls"] for row in rows}
    head = [f"{tracers} tracer" + "s" * (tracers > 1)]
    head += [f"{shape} ({calls[shape]} call{'s' * (calls[shape] > 1)})" for shape in shapes]
    lines = [head, ["---"] * len(head), *lines_of(rows, tracers, shapes)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def put_tables(verdicts, path):
    rows = verdicts.get("predictor", [])
    if not rows:
        raise ValueError(
            f"{path} has no 'predictor': run verify with --scenario 'every_instruction_returns*'"
        )
    shapes = [shape for shape in SHAPES if any(row["shape"] == shape for row in rows)]
    tracers = sorted({row["tracers"] for row in rows})
    page.put(
        "docs/every_instruction.md",
        BEGIN,
        END,
        "\n\n".join(table(rows, count, shapes) for count in tracers),
    )
    page.put(
        "README.md", BEGIN, END, table(rows, tracers[0], ["leaf", "recursion 5", "recursion 40"])
    )


if __name__ == "__main__":
    sys.exit(page.main(__doc__, sys.argv[1:], put_tables))
