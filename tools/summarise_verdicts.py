#!/usr/bin/python3
"""Summarises the output of `retprobe verify --format json` in a few lines.

usage: summarise_verdicts.py FILE"""

import collections
import json
import sys


def cell_of(row):
    return "/".join(str(row[key]) for key in ("design", "transfer", "registers", "tracers"))


def lacks(rows):
    """What was not available, and why: a line for each scenario and reason."""
    reasons = collections.defaultdict(list)
    for row in rows:
        if row["verdict"] == "unavailable":
            # The reason for a lack of time has the times of its cell.
            reason = "" if row["lacks"] == "time" else row["detail"]
            reasons[row["lacks"], row["scenario"], reason].append(row)
    for (kind, scenario, _), cells in sorted(reasons.items()):
        what = "TOO BUSY" if kind == "time" else f"UNAVAILABLE ({kind})"
        which = cell_of(cells[0]) + (", …" if len(cells) > 1 else "")
        count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
        yield f"{what} {scenario} in {count} ({which}): {cells[0]['detail']}"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: summarise_verdicts.py FILE")
    with open(sys.argv[1], encoding="utf-8") as file:
        verdicts = json.load(file)
    designs = collections.defaultdict(collections.Counter)
    for row in verdicts["results"]:
        designs[row["design"]][row["verdict"]] += 1
    for design, counts in designs.items():
        print(
            f"{design:22}",
            ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())),
        )
    for row in verdicts["results"]:
        if row["verdict"] == "fail":
            print(f"FAIL {row['scenario']} in {cell_of(row)}: {row['detail']}")
    for line in lacks(verdicts["results"]):
        print(line)
    if "selection" in verdicts:
        print("selection of seed {seed}: {cells} of {of} cells".format(**verdicts["selection"]))
    print(
        ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in verdicts["totals"].items())
    )


if __name__ == "__main__":
    main()
