#!/usr/bin/python3
"""Tests that the schema refuses documents that are wrong in one point.

usage: bad_results.py SCHEMA BENCH_FILE VERIFY_FILE COST_FILE REGRESS_FILE KERNEL_FILE
       PRICES_FILE LINUX_VERIFY_FILE LINUX_REGRESS_FILE TRACERS_FILE RUN_FILE
       RUN_COMPARISON_FILE

The files are real outputs; each test changes a copy of one.
"""

import copy
import json
import sys
from typing import Any

import jsonschema


def rows(document, wanted):
    found = [row for row in document["benchmarks"] if wanted(row)]
    assert found, "the real output lacks a row of a kind that is to be tested"
    return found


def median(document):
    return rows(
        document, lambda row: row["run_type"] == "aggregate" and row["design"] != "unprobed"
    )[0]


def void(document):
    return rows(document, lambda row: "void" in row)[0]


def process(document):
    return rows(document, lambda row: row["run_type"] == "iteration" and "added_ns" in row)[0]


def experiment(document, run_type):
    return rows(document, lambda row: row["run_type"] == run_type and "figures" in row)[0]


BENCH = {
    "no context": lambda d: d.pop("context"),
    "no rows": lambda d: d["benchmarks"].clear(),
    "a field of the context is gone": lambda d: d["context"].pop("microcode"),
    "a format of the future": lambda d: d["context"].update(retprobe=2),
    "a commit that is none": lambda d: d["context"].update(commit="main"),
    "verified is no truth value": lambda d: d["context"].update(verified="yes"),
    "a median without its interval": lambda d: median(d).pop("added_ns_low"),
    "a time that is text": lambda d: median(d).update(ns_per_call="4.4"),
    "a time in spite of missed calls": lambda d: process(d).update(missed=3),
    "a time in a void row": lambda d: void(d).update(added_ns=4.4),
    "a void row that says no reason": lambda d: void(d).update(void=""),
    "an unknown transfer": lambda d: median(d).update(transfer="sideways"),
    "no tracers": lambda d: median(d).update(tracers=0),
    "a name of another form": lambda d: process(d).update(run_name="leaf"),
    "a key at the top": lambda d: d.update(extra=1),
    "a figure without its processes": lambda d: experiment(d, "aggregate")["figures"][
        "hit_p50_ns"
    ].pop("samples"),
    "a figure of a process that is text": lambda d: experiment(d, "iteration")["figures"].update(
        hit_p50_ns="30"
    ),
    "an experiment without figures": lambda d: experiment(d, "aggregate")["figures"].clear(),
    "an experiment that missed calls": lambda d: experiment(d, "iteration").update(missed=1),
    "an experiment with a time per call": lambda d: experiment(d, "aggregate").update(added_ns=4.4),
}
SHARD: dict[str, Any] = {
    "index": 0,
    "count": 2,
    "plan": "0123456789abcdef",
    "cells": 1,
    "cells_in_all": 2,
    "exhaustive": False,
    "context": dict.fromkeys(
        ("machine", "kernel", "cpu", "cpu_id", "microcode", "hypervisor", "governor", "aslr"), "x"
    )
    | {"cores": 1, "mitigations": {}, "compiler": "gcc 12", "commit": "unknown"},
}
VERIFY = {
    "no totals": lambda d: d.pop("totals"),
    "no results": lambda d: d["results"].clear(),
    "an unknown verdict": lambda d: d["results"][0].update(verdict="maybe"),
    "a failure without detail": lambda d: d["results"][0].update(verdict="fail", detail=""),
    "unavailable for no kind of reason": lambda d: d["results"][0].update(
        verdict="unavailable", detail="it is not here"
    ),
    "a kind of lack that is none": lambda d: d["results"][0].update(
        verdict="unavailable", detail="it is not here", lacks="luck"
    ),
    "a pass that lacks something": lambda d: next(
        row for row in d["results"] if row["verdict"] == "pass"
    ).update(lacks="package"),
    "no count of what was too busy": lambda d: d["totals"].pop("too_busy"),
    "a row without its scenario": lambda d: d["results"][0].pop("scenario"),
    "a key in a row": lambda d: d["results"][0].update(extra=1),
    "no count of injection points": lambda d: d["totals"].pop("injection_points"),
    "a model without a predictor of 32 entries": lambda d: d["predictor"][0]["mispredicted"].pop(
        "32"
    ),
    "a negative total": lambda d: d["totals"].update(fail=-1),
    "a peer that no total counts": lambda d: d["results"][0].update(
        design="peer:xray", transfer="counting", registers="-", tracers=1
    ),
    "a selection of no product": lambda d: d.update(selection={"seed": 1, "cells": 5}),
    "a part of no parts": lambda d: d.update(shard={**SHARD, "count": 0}),
    "a part of no commit": lambda d: d.update(shard={**SHARD, "context": {"machine": "here"}}),
    "a part of no plan": lambda d: d.update(shard={**SHARD, "plan": ""}),
    "no part, merged": lambda d: d.update(merged=[]),
    "totals of no peers": lambda d: d.update(
        peer_totals={"pass": 1, "fail": 0, "declared": 0, "unavailable": 0, "too_busy": 0}
    ),
}
COST = {
    "no rows": lambda d: d["rows"].clear(),
    "a compiler that is none": lambda d: d["cost"].update(compiler="rustc 1.80"),
    "a side without its loads": lambda d: d["rows"][0]["entry"].pop("loads"),
    "a count that is no integer": lambda d: d["rows"][0]["exit"].update(instructions=3.5),
    "a row without functions": lambda d: d["rows"][0]["functions"].clear(),
}
REGRESS = {
    "no verdict": lambda d: d["regress"].pop("verdict"),
    "no rows": lambda d: d["rows"].clear(),
    "a row without its effect": lambda d: d["rows"][0].pop("cliffs_delta"),
    "a percentage of nothing": lambda d: d["rows"][0]["shift_percent"].pop("of_ns"),
    "a p that is none": lambda d: d["rows"][0].update(p_slower=1.5),
    "a verdict without a corrected p": lambda d: d["rows"][0].pop("p_slower_corrected"),
    "a row that is left out for no known reason": lambda d: d["not_compared"].append(
        {"name": "leaf", "state": "tired"}
    ),
}


def kernel_row(document, state):
    return next(row for row in document["rows"] if row["state"] == state)


KERNEL = {
    "no rows": lambda d: d["rows"].clear(),
    "no kernels": lambda d: d["kernels"].clear(),
    "another unit": lambda d: d["linux"].update(unit="ns"),
    "a kernel that is absent for no reason": lambda d: d["kernels"].append(
        {"name": "6.18", "what": "another one", "absent": ""}
    ),
    "a measured row without its figure": lambda d: kernel_row(d, "measured").pop(
        "added_instructions"
    ),
    "a figure of what is absent": lambda d: kernel_row(d, "absent").update(added_instructions=1),
    "absent for no reason": lambda d: kernel_row(d, "absent").update(why=""),
    "a walked entry without its exit": lambda d: kernel_row(d, "measured").pop("exit"),
    "a setting of mitigations that is none": lambda d: d["rows"][0].update(mitigations="some"),
}
LINUX_VERIFY = {
    "no rows": lambda d: d["linux_verdicts"].clear(),
    "a failure without what was seen": lambda d: d["linux_verdicts"][0].update(
        verdict="fail", detail=""
    ),
    "a verdict that is none": lambda d: d["linux_verdicts"][0].update(verdict="maybe"),
    "a verdict on nobody": lambda d: d["linux_verdicts"][0].pop("mechanism"),
}
LINUX_REGRESS = {
    "no verdict": lambda d: d["regress_linux"].pop("verdict"),
    "a file without its kernels": lambda d: d["regress_linux"]["base"].pop("releases"),
    "a count without what it counts": lambda d: d["rows"][0].pop("figure"),
    "a count that is none": lambda d: d["rows"][0].update(figure="added_ns"),
    "a row that is left out for no known reason": lambda d: d["not_compared"].append(
        {"name": "newest/off/fgraph/1", "state": "tired"}
    ),
}
TRACERS = {
    "no tracers": lambda d: d["tracers"].clear(),
    "no rows": lambda d: d["tracer_verdicts"].clear(),
    "a tracer without its version": lambda d: d["tracers"][0].pop("version"),
    "a tracer without a name": lambda d: d["tracers"][0].update(name=""),
    "a failure without what was seen": lambda d: d["tracer_verdicts"][0].update(
        verdict="fail", detail=""
    ),
    "not asked for no reason": lambda d: d["tracer_verdicts"][0].update(
        verdict="not asked", detail=""
    ),
    "a verdict that is none": lambda d: d["tracer_verdicts"][0].update(verdict="maybe"),
    "a verdict on nobody": lambda d: d["tracer_verdicts"][0].pop("tracer"),
    "a scenario without users": lambda d: d["tracer_verdicts"][0].update(users=0),
    "a row without its time": lambda d: d["tracer_verdicts"][0].pop("seconds"),
    "a key in a row": lambda d: d["tracer_verdicts"][0].update(extra=1),
}
PRICES = {
    "no prices": lambda d: d["prices"].clear(),
    "a price below nothing": lambda d: d["prices"][0].update(cycles=-1),
    "variants without their machine": lambda d: d.pop("skeleton"),
    "a machine without variants": lambda d: d.pop("rows"),
    "no load": lambda d: d["skeleton"].pop("load_avg"),
    "a variant without its interval": lambda d: d["rows"][0]["cycles"].pop("low"),
    "a variant without its calls": lambda d: d["rows"][0]["hit"].pop("calls"),
    "a count that is no integer": lambda d: d["rows"][0]["hit"].update(stores=35.5),
    "a variant without one of its copies": lambda d: d["rows"][0]["copies"].pop(),
    "two pairs": lambda d: d["rows"][0].update(pairs=2),
    "quiet rounds that took longer": lambda d: d["skeleton"].update(slowdown=0.9),
}
RUN = {
    "no counts": lambda d: d.pop("rows"),
    "no command": lambda d: d["run"]["command"].clear(),
    "a program that did not end": lambda d: d["run"].pop("exit_status"),
    "a program that ended twice": lambda d: d["run"].update(signal=9),
    "killed by nothing": lambda d: (d["run"].pop("exit_status"), d["run"].update(signal=0)),
    "a process that ended in no known way": lambda d: d["run"]["processes"][0].update(
        ending="tired"
    ),
    "a process without its parent": lambda d: d["run"]["processes"][0].pop("parent"),
    "counts of no process": lambda d: d["rows"][0].pop("process"),
    "a function without a name": lambda d: d["rows"][0].update(name=""),
    "fewer calls than none": lambda d: d["rows"][0].update(calls=-1),
    "missed calls that are text": lambda d: d["rows"][0].update(missed="?"),
    "a key in a row": lambda d: d["rows"][0].update(extra=1),
}
RUN_COMPARISON = {
    "no designs": lambda d: d["rows"].clear(),
    "no rounds": lambda d: d["compare_run"].update(rounds=0),
    "no machine": lambda d: d["compare_run"].pop("context"),
    "no commit": lambda d: d["compare_run"]["context"].pop("commit"),
    "no answer": lambda d: d["compare_run"].update(answer=""),
    "a program that did not end": lambda d: d["compare_run"].pop("exit_status"),
    "a design without its calls": lambda d: d["rows"][0].pop("calls"),
    "a slowdown without a price of a call": lambda d: d["rows"][0].pop("ns_per_call"),
    "a price of a call without a slowdown": lambda d: d["rows"][0].pop("slowdown"),
    "a slowdown without its interval": lambda d: d["rows"][0]["slowdown"].pop("low"),
    "an unknown transfer": lambda d: d["rows"][0].update(transfer="sideways"),
    "a difference that is a truth value": lambda d: d["rows"][0].update(difference=False),
}


def main():
    kinds = (
        BENCH,
        VERIFY,
        COST,
        REGRESS,
        KERNEL,
        PRICES,
        LINUX_VERIFY,
        LINUX_REGRESS,
        TRACERS,
        RUN,
        RUN_COMPARISON,
    )
    if len(sys.argv) != 2 + len(kinds):
        sys.exit(
            "usage: bad_results.py SCHEMA BENCH_FILE VERIFY_FILE COST_FILE REGRESS_FILE "
            "KERNEL_FILE PRICES_FILE LINUX_VERIFY_FILE LINUX_REGRESS_FILE TRACERS_FILE "
            "RUN_FILE RUN_COMPARISON_FILE"
        )
    with open(sys.argv[1], encoding="utf-8") as file:
        validator = jsonschema.Draft7Validator(json.load(file))
    failures = 0
    for path, changes in zip(sys.argv[2:], kinds, strict=True):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        if not validator.is_valid(document):
            print(f"{path} is refused as it is")
            failures += 1
        for what, change in changes.items():
            changed = copy.deepcopy(document)
            change(changed)
            if validator.is_valid(changed):
                print(f"accepted, and should not be: {what}")
                failures += 1
    count = sum(map(len, kinds))
    print(f"{count} wrong documents, {failures} surprises")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
