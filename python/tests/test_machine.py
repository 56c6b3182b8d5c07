"""What a machine and a method are, and how results tell them, their load and their intervals."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from report_files import GOALS

import retprobe
from retprobe import export
from retprobe.machine import (
    MACHINE,
    METHOD,
    interval_words,
    load_words,
    machine_label,
    machine_names,
    method_of,
    processor_name,
)
from retprobe.results import Results

RESULTS = Path(__file__).resolve().parents[2] / "results"

CONTEXT: dict[str, Any] = {
    "machine": "vm", "cpu": "AMD EPYC", "cpu_id": "AuthenticAMD family 26 model 2 stepping 1",
    "microcode": "0x1", "cores": 2, "hypervisor": "KVMKVMKVM", "governor": "unknown",
    "kernel": "Linux 6.18", "mitigations": {"mds": "Not affected", "spectre_v2": "Retpolines"},
    "aslr": "on", "compiler": "gcc 12.2.0", "quick": False, "min_time": 0.1, "visits": 5,
    "in_turns": True, "processes": 6, "interval_coverage": 0.96875,
}  # fmt: skip

OTHERWISE: dict[str, Any] = {
    "cpu": "AMD Ryzen", "cpu_id": "AuthenticAMD family 24 model 1 stepping 1",
    "microcode": "0x2", "cores": 4, "hypervisor": "none", "governor": "powersave",
    "kernel": "Linux 6.19", "mitigations": {"mds": "Not affected", "spectre_v2": "Vulnerable"},
    "aslr": "off", "compiler": "gcc 13.1.0", "quick": True, "min_time": 0.5, "visits": 3,
    "in_turns": None,
}  # fmt: skip


def test_the_processor_is_told_so_that_people_know_it() -> None:
    told = processor_name(CONTEXT)
    assert told.startswith("AMD EPYC") and told.endswith("family 26 model 2")


@pytest.mark.parametrize("field", MACHINE)
def test_each_field_of_a_machine_makes_another_one(field: str) -> None:
    other = {**CONTEXT, field: OTHERWISE[field]}
    assert machine_label(other) != machine_label(CONTEXT)
    one, two = machine_names([("vm", CONTEXT), ("vm", other)])
    assert one != two and "vm" in one and "vm" in two
    assert "mds" not in one  # of the mitigations, only what differs


def test_no_field_is_left_out() -> None:
    assert {*MACHINE, *METHOD} == set(OTHERWISE)


def test_a_name_has_no_more_than_it_needs() -> None:
    name = f"{processor_name(CONTEXT)}, 2 cores, KVM, vm"
    assert machine_names([("vm", CONTEXT)]) == [name]
    kernels = [("vm", CONTEXT), ("vm", {**CONTEXT, "kernel": "Linux 6.19"}), ("ci", CONTEXT)]
    host = name.removesuffix("vm")
    assert machine_names(kernels) == [f"{name}, Linux 6.18", f"{name}, Linux 6.19", f"{host}ci"]
    bare = {**CONTEXT, "hypervisor": "none", "cores": 1}
    assert machine_names([("vm", bare)])[0].endswith(", 1 core, no hypervisor, vm")


@pytest.mark.parametrize("field", METHOD)
def test_each_field_of_a_method_makes_another_one(field: str) -> None:
    assert method_of({**CONTEXT, field: OTHERWISE[field]}) != method_of(CONTEXT)
    assert method_of({**CONTEXT, "processes": 9, "seed": 1}) == method_of(CONTEXT)


@pytest.mark.parametrize("field", [*MACHINE, *METHOD, "machine", "processes"])
@pytest.mark.installed
def test_regress_knows_the_same_machines_and_methods(field: str, tmp_path: Path) -> None:
    """harness/regress has a list of its own, in C++."""
    row = {
        "name": "leaf/bitmask/paired/scalar/1", "run_name": "leaf/bitmask/paired/scalar/1",
        "run_type": "iteration", "workload": "leaf", "design": "bitmask", "transfer": "paired",
        "registers": "scalar", "tracers": 1, "ns_per_call": 9, "bytes_per_frame": 32,
        "stack_bytes_per_frame": 0, "bytes_per_thread": 4096,
    }  # fmt: skip
    context = json.loads(GOALS.read_text(encoding="utf-8"))["context"]
    rows = [{**row, "added_ns": added} for added in (7, 8, 9, 10)]
    document = {"context": context, "benchmarks": rows}
    otherwise = {**OTHERWISE, "machine": "ci", "processes": 8}
    other = {**context, field: otherwise[field]}
    if other[field] is None:
        del other[field]
    files = [tmp_path / name for name in ("base.json", "new.json", "regress.json")]
    files[0].write_text(json.dumps(document), encoding="utf-8")
    files[1].write_text(json.dumps({**document, "context": other}), encoding="utf-8")
    program = Path(retprobe.__file__).parent / "bin/retprobe"
    command: list[str | Path] = [program, "regress", *files[:2]]
    command += ["--format", "json", "--out", files[2]]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = retprobe.Regressions.load(files[2])
    unlike = [line.split("):")[0] for line in told.context.get("unlike", [])]
    what = "METHODS" if field in METHOD else "MACHINES"
    assert unlike == ([] if field == "processes" else [f"TWO {what} ({field}"])


@pytest.mark.installed
def test_a_load_is_told_only_where_there_was_one() -> None:
    busy = load_words({**CONTEXT, "other_processors": 1.8})
    assert "1.8 of 2" in busy
    assert load_words({**CONTEXT, "other_processors": 0.0}) == ""
    # The measured load counts, and not the one before.
    assert load_words({**CONTEXT, "other_processors": 0.0, "load_avg": [39.0, 1.0, 1.0]}) == ""
    assert "39" in load_words({**CONTEXT, "load_avg": [39.3, 1.0, 1.0]})
    for load in ([0.1, 39.0, 39.0], None):
        assert load_words({**CONTEXT, "load_avg": load}) == ""
    assert load_words(CONTEXT) == ""


def test_an_interval_is_told_with_what_it_covers() -> None:
    told = [
        interval_words({"processes": n, "interval_coverage": c}).replace("\N{NO-BREAK SPACE}", " ")
        for n, c in ((3, 0.75), (5, 0.9375), (6, 0.96875), (1, 0.0))
    ]
    assert told == [
        "75 % interval of 3 processes",
        "93.8 % interval of 5 processes",
        "96.9 % interval of 6 processes",
        "0 % interval of 1 process",
    ]


def test_exports_of_two_machines_or_methods_have_no_name_in_common(tmp_path: Path) -> None:
    base = Results.load(GOALS).select(workload="leaf", design="c*", tracers=1)
    changed = ({"cpu_id": CONTEXT["cpu_id"]}, {"quick": not base.context["quick"]})
    others = [Results({**base.context, **change}, base.rows) for change in changed]

    def names(results: Results) -> list[set[str]]:
        metrics = export.openmetrics(results).splitlines()
        return [
            {entry["name"] for entry in json.loads(export.github(results))},
            set(json.loads(export.bencher(results))),
            {line.split("} ")[0] for line in metrics if not line.startswith("#")},
        ]

    for other in others:
        for one, two in zip(names(base), names(other), strict=True):
            assert one and two and not one & two
    tables = []
    for number, results in enumerate((base, *others)):
        results.to_parquet(tmp_path / f"{number}.parquet")
        tables.append(pd.read_parquet(tmp_path / f"{number}.parquet"))
    together = pd.concat(tables).groupby(["machine", "method"]).size()
    assert together.tolist() == [len(base.rows)] * 3
