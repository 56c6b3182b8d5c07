#!/usr/bin/python3
"""Puts what the model of returns counted into docs/every_instruction.md, and the short of it into README.md.

usage: predictor_table.py VERDICTS.json

VERDICTS.json is what `retprobe verify --scenario 'every_instruction_returns*' --format json` wrote. What stands between the two marker
lines of each page is replaced.
"""
import json
import pathlib
import sys

BEGIN, END = "<!-- returns: tools/predictor_table.py -->", "<!-- end of returns -->"
TRANSFERS = ["-", "paired", "push_ret", "call_ret", "jump", "trap"]
SHAPES = ["leaf", "nested", "recursion 5", "recursion 12", "recursion 24", "recursion 40"]


def figures(row):
    counted = row["mispredicted"]
    same = len(set(counted.values())) == 1
    text = str(counted["16"]) if same else " / ".join(str(counted[size]) for size in ("16", "32", "64"))
    return f"{text}; {row['cet_violations']}"


def lines_of(rows, tracers, shapes):
    """A line for each transfer, or several where designs differ."""
    for transfer in TRANSFERS:
        groups = {}
        chosen = [row for row in rows if row["transfer"] == transfer and row["tracers"] == tracers]
        for design in sorted({row["design"] for row in chosen}):
            cells = tuple(figures(row) for shape in shapes for row in chosen if (row["design"], row["shape"]) == (design, shape))
            groups.setdefault(cells, []).append(design)
        for cells, designs in groups.items():
            name = "" if transfer == "-" else f"`{transfer}`" if len(groups) == 1 else f"`{transfer}`: " + ", ".join(designs)
            yield [name or ", ".join(designs), *cells]


def table(rows, tracers, shapes):
    calls = {row["shape"]: row["calls"] for row in rows}
    head = [f"{tracers} tracer" + "s" * (tracers > 1)]
    head += [f"{shape} ({calls[shape]} call{'s' * (calls[shape] > 1)})" for shape in shapes]
    lines = [head, ["---"] * len(head), *lines_of(rows, tracers, shapes)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def put(page, text_of_table):
    text = page.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"{page} must have the lines '{BEGIN}' and '{END}' once each")
    before, rest = text.split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{text_of_table}\n\n{END}{rest.split(END)[1]}", encoding="utf-8")


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(__file__).resolve().parent.parent
    try:
        rows = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8")).get("predictor", [])
        if not rows:
            raise ValueError(f"{arguments[0]} has no 'predictor': run verify with --scenario 'every_instruction_returns*'")
        shapes = [shape for shape in SHAPES if any(row["shape"] == shape for row in rows)]
        tracers = sorted({row["tracers"] for row in rows})
        put(root / "docs" / "every_instruction.md", "\n\n".join(table(rows, count, shapes) for count in tracers))
        put(root / "README.md", table(rows, tracers[0], ["leaf", "recursion 5", "recursion 40"]))
    except (OSError, ValueError, KeyError) as error:
        print(f"predictor_table: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
