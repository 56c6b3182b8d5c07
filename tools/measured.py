#!/usr/bin/python3
"""Writes what a result says of each design into its README: measured.py [RESULT.json]

Replaces the paragraph that begins with **Measured** in designs/*/README.md. Without a file, of the newest in results/reference.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def paragraph(rows, design, source):
    transfer = "paired" if f"leaf/{design}/paired/scalar/1" in rows else "-"

    def row(workload, tracers=1, transfer=transfer):
        found = rows.get(f"{workload}/{design}/{transfer}/scalar/{tracers}", {})
        return None if "void" in found else found

    def added(workload, tracers=1, transfer=transfer):
        found = row(workload, tracers, transfer)
        return found.get("added_ns") if found else None

    said = []
    one, ratio = added("leaf"), (row("leaf") or {}).get("ratio_to_call_through")
    if one is not None:
        others = [
            f"{number(added('leaf', n))} with {n}" for n in (8, 64) if added("leaf", n) is not None
        ]
        floor = "" if ratio is None or abs(ratio - 1) < 1e-9 else f" ({ratio:.2f} x the floor)"
        said.append(", ".join([f"{number(one)} ns added with one tracer{floor}"] + others))
    callers, unbalanced = added("callers12"), added("callers12", transfer="push_ret")
    if callers is not None:
        said.append(
            f"{number(callers)} ns for twelve unprobed callers"
            + (f", where `push_ret` takes {number(unbalanced)}" if unbalanced is not None else "")
        )
    for workload, words in (
        ("fib", "ns per call of fib"),
        ("json", "ns per call of the JSON program"),
    ):
        if added(workload) is not None:
            said.append(f"{number(added(workload))} {words}")
        elif row(workload) is None:
            said.append(
                f"{workload} is void: {rows[f'{workload}/{design}/{transfer}/scalar/1']['void']}"
            )
    for tracers in (1, 64):
        found = row("leaf", tracers) or {}
        frame = found.get("bytes_per_frame", 0) + found.get("stack_bytes_per_frame", 0)
        if frame:
            said.append(
                f"{frame:.0f} bytes per call in flight"
                + (" with 64 tracers" if tracers > 1 else "")
            )
    how = "`paired`; " if transfer == "paired" else ""
    return (
        f"**Measured** ({how}`./compare`, {source}, put here by `tools/measured.py`): "
        + "; ".join(said)
        + ".\n"
    )


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    found = sys.argv[1:] or [
        str(path) for path in sorted((ROOT / "results/reference").glob("20*/*.json"))[-1:]
    ]
    if not found:
        print("measured: no result in results/reference", file=sys.stderr)
        return 2
    path = pathlib.Path(found[0]).resolve()
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
        # A row without a number says why in its `void`; of the others the medians over processes count.
        rows = {
            row["run_name"]: row
            for row in result["benchmarks"]
            if row["run_type"] == "aggregate" or "void" in row
        }
    except (OSError, ValueError, KeyError, TypeError) as problem:
        print(
            f"measured: {path} is not a result of 'retprobe bench --format json': {problem!r}",
            file=sys.stderr,
        )
        return 2
    source = f"`{path.relative_to(ROOT)}`" if path.is_relative_to(ROOT) else path.name
    for readme in sorted((ROOT / "designs").glob("*/README.md")):
        parts = readme.read_text(encoding="utf-8").split("**Measured**")
        if len(parts) != 2:
            print(
                f"measured: {readme} has no paragraph that begins with **Measured**",
                file=sys.stderr,
            )
            return 2
        rest = parts[1].split("\n\n", 1)
        text = (
            parts[0]
            + paragraph(rows, readme.parent.name, source)
            + ("\n" + rest[1] if len(rest) > 1 else "")
        )
        readme.write_text(text, encoding="utf-8")
    return 0


sys.exit(main())
