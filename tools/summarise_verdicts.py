#!/usr/bin/python3
"""Summarises the output of `retprobe verify --format json` in a few lines.

usage: summarise_verdicts.py FILE"""

import collections
import json
import sys


def main():
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
            cell = "/".join(str(row[key]) for key in ("design", "transfer", "registers", "tracers"))
            print(f"FAIL {row['scenario']} in {cell}: {row['detail']}")
    print(
        ", ".join(f"{count} {what.replace('_', ' ')}" for what, count in verdicts["totals"].items())
    )


if __name__ == "__main__":
    main()
