"""Result files for tests: real ones from results/reference, and made-up ones that have what those
have not."""

import copy
import itertools
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "results" / "reference"
# What a browser would run, what ends a script, what a template language would evaluate.
HOSTILE = (
    "</script><script>window.hurt=1</script><img src=x onerror='window.hurt=1'>{{ 7*7 }} \u2028\"'&"
)

Document = dict[str, Any]


def reference(pattern: str) -> Path:
    """The newest file of results/reference that matches."""
    return sorted(REFERENCE.glob(pattern))[-1]


BENCH = reference("answer.json")
GOALS = reference("goals.json")
GOALS_OF_ZEN_3 = reference("goals-zen-3.json")  # another machine than BENCH's
COST = reference("cost/*.json")
KERNELS = reference("linux.json")
LINUX_VERDICTS = reference("linux_verdicts.json")
TRACER_VERDICTS = reference("tracers.json")
PRICES = reference("prices.json")
PROGRAM_RUN = reference("programs/*-run.json")
PROGRAM_COMPARISON = reference("programs/*-comparison.json")


def read(path: Path) -> Document:
    document: Document = json.loads(path.read_text(encoding="utf-8"))
    return document


def write(path: Path, document: Document) -> Path:
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def _median(row: Document, workload: str, factor: float, registers: str = "scalar") -> Document:
    """A row as if it had been measured: another workload, times multiplied."""
    made = copy.deepcopy(row)
    candidate = f"{made['design']}/{made['transfer']}/{registers}/{made['tracers']}"
    made |= {"workload": workload, "registers": registers, "run_name": f"{workload}/{candidate}"}
    made["name"] = f"{made['run_name']}_median"
    if (variant := workload.partition("+")[2]) in ("counting", "recording"):
        made["handlers"] = variant
    for name in (
        "added_ns",
        "added_ns_low",
        "added_ns_high",
        "ns_per_call",
        "ns_per_call_low",
        "ns_per_call_high",
    ):
        made[name] *= factor
    for name in ("added_ns_samples", "ns_per_call_samples"):
        made[name] = [sample * factor for sample in made[name]]
    return made


def wide() -> Document:
    """The reference result with all workloads that charts know: what it lacks is made up, by
    factors of real times."""
    document = read(BENCH)
    rows = document["benchmarks"]
    leaf = [row for row in rows if _is_leaf(row)]
    factors: dict[tuple[str, str], float] = {
        (f"leaf+data{n}", "scalar"): 1 + n / 2048 for n in (8, 64, 512, 4096)
    }
    factors |= {(f"leaf+threads{n}", "scalar"): 1 + n / 50 for n in (1, 2, 4)}
    factors |= {(f"recursion_{10**n}", "scalar"): 1 + n / 5 for n in range(1, 7)}
    factors |= {(f"functions_{n}", "scalar"): 1 + n / 1500 for n in (1, 16, 256, 1000, 4000)}
    factors |= {
        ("json", "scalar"): 1.4,
        ("grammar", "scalar"): 1.7,
        ("leaf", "vector"): 2.1,
        ("leaf", "full"): 6.5,
        ("leaf+counting", "scalar"): 1.1,
        ("leaf+recording", "scalar"): 2.0,
    }
    there = {(row["workload"], row["registers"]) for row in rows}
    missing = {what: factor for what, factor in factors.items() if what not in there}
    rows += [
        _median(row, workload, factor, registers)
        for (workload, registers), factor in missing.items()
        for row in leaf
    ]
    return document


def with_handlers() -> Document:
    """The reference result with rows whose handlers count and record, by factors of real times, and
    a peer with two kinds of its own."""
    document = read(BENCH)
    rows = document["benchmarks"]
    for workload in "leaf", "fib":
        of = [
            row
            for row in rows
            if row["run_type"] == "aggregate"
            and "void" not in row
            and row["workload"] == workload
            and row["design"] != "unprobed"
            and row["registers"] == "scalar"
            and row["tracers"] == 1
        ]
        for kind, factor in ("counting", 2.0), ("recording", 4.0):
            rows += [_median(row, f"{workload}+{kind}", factor) for row in of]
    peer = next(
        row
        for row in read(GOALS)["benchmarks"]
        if row["run_name"] == "leaf/peer:xray/counting/-/1" and row["run_type"] == "aggregate"
    )
    for variant, kind in ("noop", "empty"), ("counting", "counting"):
        name = f"leaf/peer:xray/{variant}/-/1"
        made = copy.deepcopy(peer)
        rows.append(
            made
            | {
                "name": f"{name}_median",
                "run_name": name,
                "transfer": variant,
                "handlers": kind,
            }
        )
    document["context"]["peers"] = read(GOALS)["context"]["peers"]
    return document


def _is_leaf(row: Document) -> bool:
    median = row["run_type"] == "aggregate" and "void" not in row and row["design"] != "unprobed"
    return bool(
        median
        and row["workload"] == "leaf"
        and row["registers"] == "scalar"
        and row["tracers"] == 1
    )


def verdicts(fails: bool = False) -> Document:
    """Verdicts of a few scenarios in several cells; one of them fails where that is asked for."""
    unwinders = {
        "unwind_libgcc": ("pass", ""),
        "unwind_gdb": ("pass", ""),
        "unwind_std": ("unavailable", "the C++ library has no std::stacktrace"),
        "unwind_perf_dwarf": (
            "declared",
            "perf unwinds copies of stacks later (seen: frame 2 of 11 is missing)",
        ),
    }
    rows: list[Document] = []
    for design in ("bitmask", "call_through", "chained_trampolines", "counted_shadow"):
        for transfer in ("-",) if design == "call_through" else ("paired", "push_ret"):
            cell = {"design": design, "transfer": transfer, "registers": "scalar", "tracers": 1}
            for scenario, (verdict, detail) in unwinders.items():
                framed = verdict == "declared" and transfer == "-"
                told = (
                    {"verdict": "pass", "detail": ""}
                    if framed
                    else {"verdict": verdict, "detail": detail}
                )
                if told["verdict"] == "unavailable":
                    told["lacks"] = "toolchain"
                rows.append({"scenario": scenario, **cell, **told, "seconds": 0.5})
            for scenario, points in (
                ("every_instruction_signal", 1200),
                ("every_instruction_throw", 860),
            ):
                counted = {"injection_points": points, "injection_failures": 0}
                rows.append(
                    {"scenario": scenario, **cell, "verdict": "pass", "detail": "", **counted}
                )
    if fails:
        rows[0] |= {"verdict": "fail", "detail": "frame 3 of 14 is missing"}
        rows[4] |= {"verdict": "fail", "detail": "a return was lost", "injection_failures": 7}
    totals: dict[str, int] = {
        verdict: sum(int(row["verdict"] == verdict) for row in rows)
        for verdict in ("pass", "fail", "declared", "unavailable")
    }
    totals["too_busy"] = sum(row.get("lacks") == "time" for row in rows)
    totals |= {
        name: sum(row.get(name, 0) for row in rows)
        for name in ("injection_points", "injection_failures")
    }
    model = {
        "design": "bitmask",
        "transfer": "push_ret",
        "registers": "scalar",
        "tracers": 1,
        "shape": "a nest of 12",
        "calls": 12,
        "returns": 61,
        "mispredicted": {"16": 12, "32": 12, "64": 12},
        "cet_violations": 12,
    }
    return {"results": rows, "totals": totals, "predictor": [model]}


def regressions(worse: bool = True) -> Document:
    """A comparison in which one row is slower, one has lost its time and one takes more memory; or
    nothing of that."""

    def estimate(value: float, of: float | None = None) -> Document:
        made = {"estimate": value, "low": value * 0.7, "high": value * 1.3}
        return made if of is None else made | {"of_ns": of}

    row = {
        "name": "leaf/bitmask/paired/scalar/1",
        "workload": "leaf",
        "design": "bitmask",
        "transfer": "paired",
        "registers": "scalar",
        "tracers": 1,
        "figure": "added_ns",
        "base": {"processes": 9, "median": 11.0},
        "new": {"processes": 9, "median": 13.2 if worse else 11.0},
        "shift_ns": estimate(2.2 if worse else 0.0),
        "shift_percent": estimate(20.0 if worse else 0.0, 11.0),
        "coverage": 0.96,
        "cliffs_delta": 0.9,
        "exact": True,
        "p_slower": 0.0004,
        "p_faster": 0.99,
        "p_slower_corrected": 0.004,
        "p_faster_corrected": 1.0,
        "verdict": "slower" if worse else "alike",
    }
    side = {"commit": "678da0b774abb95b362328cc8409836e890e540d", "machine": "vm"}
    count = int(worse)
    return {
        "regress": {
            "verdict": "regression" if worse else "no regression",
            "base": {"file": "base.json", **side},
            "new": {"file": "new.json", **side},
            "test": "Mann-Whitney, exact",
            "correction": "Benjamini-Hochberg",
            "alpha": 0.05,
            "threshold_percent": 5.0,
            "confidence": 0.95,
            "slower": count,
            "faster": 0,
            "alike": 1 - count,
            "too_few": 0,
            "memory_rises": count,
            "lost": count,
            "found_together": 1,
        },
        "rows": [row],
        "controls": [],
        "memory": [
            {
                "cell": "leaf/bitmask/paired/scalar/1",
                "counter": "bytes_per_frame",
                "base": 32,
                "new": 48,
            }
        ]
        if worse
        else [],
        "not_compared": [
            {"name": "fib/bitmask/paired/scalar/1", "state": "lost", "why": "missed 3 calls"}
        ]
        if worse
        else [],
        "context_differences": [{"what": "kernel", "base": "Linux 6.1", "new": "Linux 6.18"}],
    }


def linux_regressions(worse: bool = True) -> Document:
    """A comparison of two files of `retprobe kernel` in which one count has risen, two have
    fallen and one row has lost its figures; or nothing of that."""
    count = int(worse)
    side = {"handlers": "empty", "releases": {"newest": "7.3.4"}}
    counts = (
        ("newest/off/fexit/1", "added_instructions", 171, 171 - count, "fall"),
        ("newest/off/fexit/2", "added_instructions", 272, 272 - count, "fall"),
        ("newest/off/fgraph/1", "added_instructions", 287, 287 + count, "rise"),
        ("newest/off/fgraph/1", "mispredicted_returns", 2, 2, "alike"),
    )
    return {
        "regress_linux": {
            "verdict": "regression" if worse else "no regression",
            "base": {"file": "base.json", **side},
            "new": {"file": "the new.json", **side, "releases": {"newest": "7.4.1"}},
            "rises": count,
            "falls": 2 * count,
            "lost": count,
        },
        "rows": [
            {
                "name": name,
                "figure": figure,
                "base": was,
                "new": now,
                "verdict": verdict if worse else "alike",
            }
            for name, figure, was, now, verdict in counts
        ],
        "not_compared": [
            {"name": "newest/off/fprobe/1", "state": "lost", "why": "failed: the guest hangs"}
        ]
        if worse
        else [],
        "context_differences": [{"what": "kernel newest", "base": "7.3.4", "new": "7.4.1"}],
    }


def changed_program() -> Document:
    """A comparison in which a design changes what the program does, and which limits say much."""
    document = read(PROGRAM_COMPARISON)
    row = next(row for row in document["rows"] if row["design"] == "bitmask")
    row["difference"] = "standard output differs from byte 17 on"
    for name in ("slowdown", "ns_per_call"):
        del row[name]
    told = document["compare_run"]
    told["output_compared"] = told["calls_compared"] = False
    told["notes"] = ["modules that are opened later are not seen"]
    told["functions"], told["excluded"] = ["parse_*", "write it"], ["*::get"]
    return document


def killed_program() -> Document:
    """A run of three processes, of which one was killed."""
    document = read(PROGRAM_RUN)
    told = document["run"]
    del told["exit_status"]
    first, *_ = told["processes"]
    told |= {
        "signal": 11,
        "functions_refused": 1,
        "functions_left_out": 2,
        "processes_left_out": 3,
        "notes": ["no site matches 'nonsense'"],
        "processes": [
            first,
            {"id": 7, "parent": first["id"], "ending": "killed"},
            {"id": 8, "parent": first["id"], "ending": "still_running"},
        ],
    }
    most = copy.deepcopy(max(document["rows"], key=lambda row: row["calls"]))
    del most["missed"]
    document["rows"].append(most | {"process": 7, "calls": 1})
    return document


def hostile_programs() -> tuple[Document, Document]:
    """A comparison and a run whose free texts are what an attacker would write."""
    compared, run = changed_program(), killed_program()
    compared["rows"][0]["difference"] = HOSTILE
    for told in (compared["compare_run"], run["run"]):
        told["command"] = told["functions"] = told["excluded"] = told["notes"] = [HOSTILE]
    compared["compare_run"] |= {"answer": HOSTILE, "input": HOSTILE}
    compared["compare_run"]["context"] |= {"cpu": HOSTILE, "date": HOSTILE}
    # A long name is shortened, and may lose what hurts.
    for row, name in zip(run["rows"], itertools.cycle([HOSTILE, "<img src=x>"])):
        row["name"] = row["module"] = name
    return compared, run


def hostile() -> Document:
    """A result whose free texts are what an attacker would write."""
    document = read(BENCH)
    document["benchmarks"] = [
        row for row in document["benchmarks"] if row["workload"] in ("leaf", "fib")
    ]
    context = document["context"]
    for name in (
        "machine",
        "cpu",
        "cpu_id",
        "kernel",
        "compiler",
        "hypervisor",
        "governor",
        "aslr",
        "microcode",
        "date",
    ):
        context[name] = HOSTILE
    context["mitigations"] = {HOSTILE: HOSTILE}
    for design in context["designs"].values():
        design["idea"] = design["proposed_by"] = HOSTILE
    context["verification"]["left_out"] = [HOSTILE]
    for row in document["benchmarks"]:
        if "void" in row:
            row["void"] = row["error_message"] = HOSTILE
    peer = next(
        row
        for row in read(GOALS)["benchmarks"]
        if row["design"].startswith("peer:") and row["run_type"] == "aggregate"
    )
    document["benchmarks"].append(peer)
    context["peers"] = {
        name: {"what": HOSTILE, "kind": HOSTILE, "variants": {variant: {"what": HOSTILE}}}
        for name, variant in (
            (HOSTILE, HOSTILE),
            (peer["design"].removeprefix("peer:"), peer["transfer"]),
        )
    }
    return document
