#!/usr/bin/python3
"""Checks the results of the peers that ./check runs.

usage: peers.py BENCH_FILE VERIFY_FILE PEERS_FOLDER"""

import json
import pathlib
import platform
import re
import subprocess
import sys

HANDLERS = "empty", "counting", "recording"
WORKLOADS = ["fib", "functions_1000", "leaf", "recursion_10000"]

if len(sys.argv) != 4:
    sys.exit(__doc__)
bench, verify = (json.loads(pathlib.Path(path).read_text()) for path in sys.argv[1:3])
folder = pathlib.Path(sys.argv[3])
# The wrappers and -finstrument-functions need only GCC, so they are never absent. They have a
# number for a workload only if their counts were right.
wrong = []
for always in (
    *(f"{name}/{kind}" for name in ("wrapper", "wrapper_bare") for kind in HANDLERS),
    "finstrument_functions/counting",
    "finstrument_functions/recording",
):
    peer, variant = always.split("/")
    rows = [
        row
        for row in bench["benchmarks"]
        if row["design"] == f"peer:{peer}"
        and row["transfer"] == variant
        and row["run_type"] == "aggregate"
    ]
    if sorted(row["workload"] for row in rows) != WORKLOADS:
        wrong.append(
            f"{always} has no number for each workload: {[row['run_name'] for row in rows]}"
        )


def not_here(row):
    """Whether this machine lacks what the peer needs: a package, a kernel feature, or a
    permission."""
    why = row.get("void", "")
    old = tuple(map(int, re.findall(r"\d+", platform.release())[:2])) < (6, 13)
    return (
        why.startswith("absent: ")
        or "; it needs root" in why
        or "this kernel takes no uprobe on such an instruction" in why
        or (old and "; it needs Linux 6.13" in why)
    )


# 40,000 functions, attached at once. Here, too, there is a time only if the count was right.
for variant in "xray/counting", "uprobe_session/return_nop5":
    attaching = [
        row for row in bench["benchmarks"] if row["run_name"] == f"attach_40000/peer:{variant}/-/1"
    ]
    if not any("first_attach_ns" in row.get("figures", {}) or not_here(row) for row in attaching):
        wrong.append(f"no time of {variant}'s attaching: {attaching}")
for row in bench["benchmarks"]:
    # The kernel follows 64 calls in flight.
    deep = (row["workload"], row["design"]) == ("recursion_10000", "peer:uprobe_session")
    followed = deep and "10000 entries and 64 exits" in row.get("void", "")
    if row["design"].startswith("peer:") and "void" in row and not (not_here(row) or followed):
        wrong.append(f"{row['run_name']}: {row['void']}")
    # What it costs is no test: measure_test.cc has that it is there while it is timed.
    measured = row["run_type"] == "aggregate" and "void" not in row
    # What a kernel makes of a nop is its own affair. It can make nothing of a push.
    uprobes = row["design"] == "peer:uprobe_session"
    if uprobes and measured and row["optimised"] != "no" and row["transfer"].endswith("_push"):
        wrong.append(f"{row['run_name']}: optimised: {row['optimised']}")
    if row["design"].startswith("peer:") and measured and row["hits_counted"] == 0:
        wrong.append(f"{row['run_name']}: no hit was counted")
# This does not depend on the machine: an exception that leaves a frame notifies GCC's hooks, but
# not XRay's.
seen = {(row["scenario"], row["design"]): row for row in verify["results"]}
# Peers and designs are in one matrix: designs run every scenario that peers run.
for scenario, design in seen:
    if not design.startswith("peer:") and (scenario, "peer:finstrument_functions") not in seen:
        wrong.append(f"{scenario} was run in {design} and not in finstrument_functions")
if (
    verify["totals"]["fail"]
    or verify["totals"]["pass"] == 0
    or sum(verify["peer_totals"].values()) != 12
):
    wrong.append(
        f"totals of ours {verify['totals']}, of two peers with six ways out each "
        f"{verify['peer_totals']}"
    )
for design, verdicts in {
    "peer:finstrument_functions": ("pass",),
    "peer:xray": ("fail", "unavailable"),
}.items():
    row = seen["way_out_exception", design]
    if row["verdict"] not in verdicts:
        wrong.append(f"way_out_exception in {design}: {row['verdict']}: {row['detail']}")
# A uprobe's cost depends on the instruction that it replaces, which is in the names of programs and
# variants. The programs for uprobe and bpftrace are compiled with the same flags.
begin_with = {
    "push %rbp": ["uprobe_session/push"],
    "cs nopw 0x0(%rax,%rax,1)": ["uprobe_session/nop10"],
    "nopl 0x0(%rax,%rax,1)": ["uprobe_session/nop5", "uprobe_session/crowd"],
}
first_instruction = re.compile(
    r"^[0-9a-f]+ <((?:wl|crowd)_\w+)>:\n(?:.*\tendbr64 *\n)?.*?\t(.*)", re.M
)
for instruction, programs in begin_with.items():
    for program in programs:
        command = ["objdump", "-d", "--no-show-raw-insn", folder / program]
        listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        found = first_instruction.findall(listing)
        others = [
            f"{name}: {first}" for name, first in found if first.split() != instruction.split()
        ]
        if len(found) < 5000 or others:
            count = f"{len(others)} of {len(found)} functions"
            wrong.append(f"{program}: {count} do not begin with {instruction}: {others[:3]}")
for line in wrong:
    print(line, file=sys.stderr)
sys.exit(bool(wrong))
