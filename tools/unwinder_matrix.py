#!/usr/bin/python3
"""Puts the unwinder matrix into docs/unwinding.md, and a short one into README.md.

usage: unwinder_matrix.py VERDICTS.json

VERDICTS.json is what `retprobe verify --scenario 'unwind_*' --format json` wrote. What stands between the two marker lines of each page is
replaced.
"""

import collections
import sys

import page

BEGIN, END = "<!-- matrix: tools/unwinder_matrix.py -->", "<!-- end of matrix -->"

INSIDE, ALL, GDB, COPIES, BODIES = "all 14", "all 13; 3", "11; 2", "12; 3", "5 bodies; 1"
# Scenario, what a reader knows it by, what it compares, from how many places.
UNWINDERS = [
    ("unwind_backtrace", "glibc `backtrace()`", "addresses", INSIDE),
    ("unwind_libgcc", "libgcc `_Unwind_Backtrace`", "addresses, CFAs", INSIDE),
    ("unwind_libunwind", "libunwind `unw_step`", "addresses, CFAs", INSIDE),
    ("unwind_libunwind_fast", "libunwind `unw_backtrace`", "addresses", INSIDE),
    ("unwind_boost", "`boost::stacktrace`", "addresses", INSIDE),
    ("unwind_std", "`std::stacktrace`", "addresses", INSIDE),
    ("unwind_libdwfl", "elfutils libdwfl, on stopped threads", "addresses, CFAs", ALL),
    ("unwind_eu_stack", "`eu-stack -p`", "addresses, names", ALL),
    ("unwind_gdb", "`gdb -p`", "addresses, CFAs, names", GDB),
    (
        "unwind_gdb_on_trampoline",
        "`gdb -p` in the entry handlers left out above",
        "addresses, CFAs, names",
        "2; 1",
    ),
    ("unwind_lldb", "`lldb -p`", "addresses, CFAs, names", ALL),
    ("unwind_core_gdb", "core file in gdb", "addresses, CFAs, names", GDB),
    ("unwind_core_eu_stack", "core file in eu-stack", "addresses, names", ALL),
    ("unwind_perf_dwarf", "`perf record --call-graph dwarf`", "addresses, names", COPIES),
    (
        "unwind_perf_dwarf_trampolines",
        "`dwarf` again, up to the first T",
        "addresses, names",
        COPIES,
    ),
    ("unwind_perf_fp", "`perf record --call-graph fp`", "addresses, names", BODIES),
    (
        "unwind_perf_fp_trampolines",
        "`fp` again, each probed function's caller shown as T",
        "addresses, names",
        BODIES,
    ),
]


class Notes:
    """Footnotes: one number for one text."""

    def __init__(self):
        self.texts = []

    def mark(self, text):
        # What was seen differs from cell to cell, and names addresses; the reason does not.
        text = text.split(" (seen: ")[0]
        if text not in self.texts:
            self.texts.append(text)
        return f"[{self.texts.index(text) + 1}]"


def cell(rows, notes):
    """What one unwinder's cells in one design come to: a word, or a word for each group of transfers."""
    groups = collections.defaultdict(list)
    for row in rows:
        if row["verdict"] == "pass":
            word = "yes"
        elif row["verdict"] == "fail":
            word = "**FAILS** " + notes.mark(row["detail"])
        elif row["verdict"] == "declared":
            word = "no " + notes.mark("Declared: " + row["detail"])
        else:
            word = "- " + notes.mark("Not available where this was made: " + row["detail"])
        if row["transfer"] not in groups[word]:
            groups[word].append(row["transfer"])
    if len(groups) == 1:
        return next(iter(groups))
    return "; ".join(f"{word} ({', '.join(transfers)})" for word, transfers in groups.items())


def unwinding_rows(verdicts):
    rows = [
        row
        for row in verdicts["results"]
        if row["scenario"].startswith("unwind_") and row["design"] != "none"
    ]
    known = {scenario for scenario, *_ in UNWINDERS}
    unknown = sorted({row["scenario"] for row in rows} - known)
    if unknown:
        raise ValueError("no line in UNWINDERS for " + ", ".join(unknown) + "; add one")
    missing = sorted(known - {row["scenario"] for row in rows})
    if missing:
        raise ValueError(
            "no verdicts of " + ", ".join(missing) + "; run verify with --scenario 'unwind_*'"
        )
    return rows


def table(rows, columns, notes, details):
    """`columns`: heading -> the designs whose cells it comes to."""
    head = ["unwinder"] + (["compared", "places"] if details else []) + list(columns)
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for scenario, name, compared, places in UNWINDERS:
        cells = [
            cell(
                [row for row in rows if row["scenario"] == scenario and row["design"] in designs],
                notes,
            )
            for designs in columns.values()
        ]
        lines.append(
            "| " + " | ".join([name] + ([compared, places] if details else []) + cells) + " |"
        )
    lines.append("")
    lines += [f"{number}. {text}." for number, text in enumerate(notes.texts, 1)]
    counts = collections.Counter(row["verdict"] for row in rows)
    lines += [
        "",
        f"{len(rows)} cells: "
        + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
        + ".",
    ]
    return "\n".join(lines)


def put_tables(verdicts, _):
    rows = unwinding_rows(verdicts)
    designs = sorted({row["design"] for row in rows})
    framed = [design for design in designs if design == "call_through"]
    page.put(
        "docs/unwinding.md",
        BEGIN,
        END,
        table(rows, {design: [design] for design in designs}, Notes(), True),
    )
    page.put(
        "README.md",
        BEGIN,
        END,
        table(
            rows,
            {
                ", ".join(d for d in designs if d not in framed): set(designs) - set(framed),
                ", ".join(framed): set(framed),
            },
            Notes(),
            False,
        ),
    )


if __name__ == "__main__":
    sys.exit(page.main(__doc__, sys.argv[1:], put_tables))
