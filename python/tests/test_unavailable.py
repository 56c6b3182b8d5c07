"""tests/unavailable.py and tools/summarise_verdicts.py, which ./check runs over its verdicts."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Row = dict[str, Any]


@pytest.fixture(scope="module")
def unavailable() -> ModuleType:
    spec = importlib.util.spec_from_file_location("unavailable", ROOT / "tests" / "unavailable.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Machine:
    """One that has all of it, or nothing."""

    def __init__(self, has: bool) -> None:
        self.has = has

    def has_package(self, name: str) -> bool:
        return self.has

    permits = has_instruction = has_package

    def has_stacktrace(self) -> bool:
        return self.has


def row(verdict: str = "pass", detail: str = "", **more: Any) -> Row:
    cell = {"design": "bitmask", "transfer": "paired", "registers": "scalar", "tracers": 1}
    return {"scenario": "unwind_gdb", **cell, "verdict": verdict, "detail": detail, **more}


def lacking(kind: str, detail: str, **more: Any) -> Row:
    return row("unavailable", detail, lacks=kind, **more)


REASONS = {
    "package": "gdb is not installed (Debian package gdb)",
    "permission": "gdb is not permitted; see kernel.yama.ptrace_scope",
    "hardware": "this CPU has no XRSTOR (it comes with AVX)",
    "toolchain": "the C++ library that this was built with has no std::stacktrace",
}


@pytest.mark.parametrize("kind", REASONS)
def test_a_reason_holds_where_the_machine_lacks_it(unavailable: ModuleType, kind: str) -> None:
    rows = [row(), lacking(kind, REASONS[kind], tracers=2)]
    assert list(unavailable.objections(rows, Machine(has=False))) == []
    (said,) = unavailable.objections(rows, Machine(has=True))
    assert said.startswith("unwind_gdb was unavailable in 1 cell: " + REASONS[kind])


@pytest.mark.parametrize("kind", [*REASONS, "of a new kind"])
def test_a_reason_that_names_nothing_is_none(unavailable: ModuleType, kind: str) -> None:
    rows = [row(), lacking(kind, "it did not work")]
    assert len(list(unavailable.objections(rows, Machine(has=False)))) == 1


def test_a_scenario_is_tried_in_some_cell(unavailable: ModuleType) -> None:
    busy = lacking("time", "the machine was too busy: no end after 200 s")
    assert list(unavailable.objections([row(), busy], Machine(has=True))) == []
    (said,) = unavailable.objections([busy, busy], Machine(has=True))
    assert said.startswith("unwind_gdb was not verified: the machine was too busy")


def test_a_scenario_is_tried_with_each_design(unavailable: ModuleType) -> None:
    busy = lacking("time", "the machine was too busy: no end after 200 s", design="bitmask")
    other = row(design="counted_shadow")
    (said,) = unavailable.objections([busy, other], Machine(has=True))
    assert said.endswith("in bitmask")


def test_where_to_look_is_not_what_is_denied(unavailable: ModuleType) -> None:
    class NoSeccomp(Machine):
        def permits(self, name: str) -> bool:
            return name != "seccomp"

    why = "no process can be stepped here (needs ptrace: see the container's seccomp profile)"
    (said,) = unavailable.objections([lacking("permission", why)], NoSeccomp(has=True))
    assert said.endswith("ptrace is permitted here")


def test_peers_are_not_ours(unavailable: ModuleType) -> None:
    peer = lacking("package", "no such program", design="peer:xray", transfer="counting")
    assert list(unavailable.objections([peer], Machine(has=True))) == []


def test_names_and_reasons_are_printed(tmp_path: Path) -> None:
    rows = [
        row(),
        lacking("package", REASONS["package"], tracers=2),
        lacking("package", REASONS["package"], tracers=8),
        lacking("time", "the machine was too busy: no end after 200 s"),
        lacking("time", "the machine was too busy: no end after 203 s", tracers=2),
    ]
    totals = {"pass": 1, "unavailable": 4, "too_busy": 2}
    file = tmp_path / "verdicts.json"
    file.write_text(json.dumps({"results": rows, "totals": totals}), encoding="utf-8")
    tool = ROOT / "tools" / "summarise_verdicts.py"
    done = subprocess.run([sys.executable, tool, file], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == [
        "UNAVAILABLE (package) unwind_gdb in 2 cells (bitmask/paired/scalar/2, …): "
        + REASONS["package"],
        "TOO BUSY unwind_gdb in 2 cells (bitmask/paired/scalar/1, …): "
        "the machine was too busy: no end after 200 s",
        "1 pass, 4 unavailable, 2 too busy",
    ]
