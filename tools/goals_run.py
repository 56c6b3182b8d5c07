#!/usr/bin/python3
"""Puts what a run of ./compare --peers measured beside the goals into two pages: the peers' costs into docs/peers.md, single hits into
docs/goals.md.

usage: goals_run.py RESULT.json

RESULT.json is what `retprobe bench --goals --peers --format json` wrote. What stands between the two marker lines of each page is
replaced. tools/update_goals.sh calls it.
"""

import sys

import page

BEGIN, END = "<!-- made by tools/goals_run.py -->", "<!-- end of that -->"

WORKLOADS = ("callers12", "fib", "recursion_10000", "functions_1000", "json")
DESIGN = "counted_shadow"
# Line, its figures, those of the same without a probe.
SINGLE_HITS = (
    ("a warm hit", "hit", "unprobed_call"),
    ("the first hit of a thread", "first_hit", "unprobed_first_call"),
    ("a thread's start and end, with one hit", "thread", "unprobed_thread"),
    ("a hit while the shadow stack grows", "growing_descent", "unprobed_descent"),
    ("a hit when it has grown", "grown_descent", "unprobed_descent"),
)


def number(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def markdown(lines):
    head, *rest = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([head, "|---" * len(lines[0]) + "|", *rest])


def cost(row):
    if row is None or "void" in row:
        return "–"
    return f"{number(row['added_ns'])} ±{number((row['added_ns_high'] - row['added_ns_low']) / 2)}"


def peers(rows):
    medians = {
        (row["workload"], row["design"], row["transfer"]): row
        for row in rows
        if row["run_type"] == "aggregate" or "void" in row
    }
    variants = {
        key[1:]: row
        for key, row in medians.items()
        if key[0] == "leaf" and key[1].startswith("peer:") and "void" not in row
    }
    lines = [["peer", "leaf, added ns", "x call_through", *WORKLOADS]]
    for (peer, variant), leaf in sorted(variants.items(), key=lambda item: item[1]["added_ns"]):
        others = [cost(medians.get((workload, peer, variant))) for workload in WORKLOADS]
        lines.append(
            [
                f"{peer.removeprefix('peer:')}/{variant}",
                cost(leaf),
                number(leaf["ratio_to_call_through"]),
                *others,
            ]
        )
    if len(lines) == 1:
        raise ValueError("no peer has a time of leaf in it")
    return markdown(lines)


def attaching(rows):
    lines = [
        ["40,000 functions, processor time in ms", "attach, the first time", "again", "detach"]
    ]
    for row in rows:
        if (
            row["workload"] == "attach_40000"
            and row["run_type"] == "aggregate"
            and (row["transfer"] in ("paired", "-") or "peer:" in row["design"])
        ):
            name = row["design"].removeprefix("peer:") + (
                f"/{row['transfer']}" if row["transfer"] != "-" else ""
            )
            figures = (
                row["figures"][figure]["median"]
                for figure in ("first_attach_ns", "attach_ns", "detach_ns")
            )
            lines.append([name, *(number(figure / 1e6) for figure in figures)])
    return markdown(lines)


def duration(nanoseconds):
    for factor, unit in ((1e6, " ms"), (1e3, " µs")):
        if nanoseconds >= factor:
            return f"{nanoseconds / factor:.3g}{unit}"
    return f"{nanoseconds:.0f}"


def single_hits(rows):
    found = [
        row
        for row in rows
        if row["workload"] == "latency"
        and row["design"] == DESIGN
        and row["run_type"] == "aggregate"
    ]
    if len(found) != 1:
        raise ValueError(f"it has {len(found)} rows of latency with {DESIGN}, and not one")
    figures = {name: figure["median"] for name, figure in found[0]["figures"].items()}
    lines = [["", "p50", "p99", "longest", "mean", "the same without a probe"]]
    for what, name, unprobed in SINGLE_HITS:
        cells = [
            [
                duration(figures[f"{of}_{figure}_ns"]) if f"{of}_{figure}_ns" in figures else ""
                for figure in ("p50", "p99", "max", "mean")
            ]
            for of in (name, unprobed)
        ]
        lines.append(
            [
                what,
                *cells[0],
                " / ".join(cells[1][:3]) + (f", mean {cells[1][3]}" if cells[1][3] else ""),
            ]
        )
    return markdown(lines)


def put_tables(result, path):
    rows = result["benchmarks"]
    context = result["context"]
    try:
        tables = f"{peers(rows)}\n\n{attaching(rows)}", single_hits(rows)
    except ValueError as error:
        raise ValueError(f"{path}: {error}; run ./compare --peers") from error
    made = f"Commit {context['commit'][:12]}, {context['date'][:10]}, {context['cpu']}, {context['cores']} cores, {context['processes']} processes of each."
    for where, text in zip(("docs/peers.md", "docs/goals.md"), tables):
        page.put(where, BEGIN, END, f"{text}\n\n{made}")


if __name__ == "__main__":
    sys.exit(page.main(__doc__, sys.argv[1:], put_tables))
