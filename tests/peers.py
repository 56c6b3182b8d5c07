#!/usr/bin/python3
"""What ./check expects of the peers that it runs. usage: peers.py BENCH_FILE VERIFY_FILE"""
import json
import sys

bench, verify = (json.load(open(path)) for path in sys.argv[1:3])
# -finstrument-functions needs nothing but GCC: it is never absent, and its numbers stand for right counts.
rows = [row for row in bench["benchmarks"] if row["design"] == "peer:finstrument_functions" and row["run_type"] == "aggregate"]
wrong = []
if sorted(row["workload"] for row in rows) != ["fib", "functions_1000", "leaf"]:
    wrong.append(f"finstrument_functions has no number for each workload: {[row['run_name'] for row in rows]}")
# 40,000 functions, patched at once: the time stands for a right count, too.
patching = [row for row in bench["benchmarks"] if row["run_name"] == "attach_40000/peer:xray/counting/-/1"]
if not any("first_attach_ns" in row.get("figures", {}) or row.get("void", "").startswith("absent: ") for row in patching):
    wrong.append(f"no time of __xray_patch: {patching}")
for row in bench["benchmarks"]:
    if row["design"].startswith("peer:") and "void" in row and not row["void"].startswith("absent: "):
        wrong.append(f"{row['run_name']}: {row['void']}")
    if row["design"].startswith("peer:") and row.get("added_ns", 1) <= 0:
        wrong.append(f"{row['run_name']} costs nothing")
# Facts of the two, which do not hang on the machine: GCC's hooks are told of a frame that an exception leaves, XRay's are not.
seen = {(row["scenario"], row["design"]): row for row in verify["results"]}
# One matrix: what peers run, ours run, too.
for scenario, design in seen:
    if not design.startswith("peer:") and (scenario, "peer:finstrument_functions") not in seen:
        wrong.append(f"{scenario} was run in {design} and not in finstrument_functions")
if verify["totals"]["fail"] or verify["totals"]["pass"] == 0 or sum(verify["peer_totals"].values()) != 12:
    wrong.append(f"totals of ours {verify['totals']}, of two peers with six ways out each {verify['peer_totals']}")
for design, verdicts in {"peer:finstrument_functions": ("pass",), "peer:xray": ("fail", "unavailable")}.items():
    row = seen["way_out_exception", design]
    if row["verdict"] not in verdicts:
        wrong.append(f"way_out_exception in {design}: {row['verdict']}: {row['detail']}")
for line in wrong:
    print(line, file=sys.stderr)
sys.exit(bool(wrong))
