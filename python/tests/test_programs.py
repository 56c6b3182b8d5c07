"""tests/programs/run, with a made-up program and a retprobe that says what a test wants."""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Play = Callable[[str], int]


def document(calls: int = 9, **more: Any) -> str:
    about = {"exit_status": 0, "functions_probed": 3, "output_compared": True, "notes": []}
    row: dict[str, Any] = {"design": "bitmask", "transfer": "paired", "difference": "", "missed": 0}
    slowdown = {"slowdown": {"median": 1.5}, "ns_per_call": {"median": 20}}
    row |= {"calls": calls} | slowdown
    return json.dumps({"compare_run": about | more, "rows": [row]})


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Its exit status where retprobe is this script of bash, in which $out is the document."""
    for folder in ("tools", "tests/programs", "harness/kernel/images"):
        monkeypatch.syspath_prepend(str(ROOT / folder))
    loader = importlib.machinery.SourceFileLoader("programs_run", str(ROOT / "tests/programs/run"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    loader.exec_module(module)
    monkeypatch.setattr(module.shutil, "which", lambda name: name)
    monkeypatch.setattr(module, "Sources", lambda folder: None)

    def program(_: Any) -> Any:
        found = sys.modules["programs"].Program(tmp_path / "source")
        found.commands[""] = (["true"], None)
        return found

    monkeypatch.setattr(module, "PROGRAMS", {"made_up": program})
    retprobe = tmp_path / "retprobe"

    def run(script: str) -> int:
        out = tmp_path / "out/made_up.json"
        retprobe.write_text(f"#!/bin/bash\nout={out}\n{script}\n", encoding="utf-8")
        retprobe.chmod(0o755)
        monkeypatch.setattr(sys, "argv", ["run", "--out", str(out.parent), str(retprobe)])
        return int(module.main())

    return run


def says(text: str) -> str:
    return f"echo '{text}' >$out"


def test_the_same_output_is_no_failure(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(says(document())) == 0
    assert "programs: 1 tests, 0 failures, 0 absent" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("kill -SEGV $$", "made_up: retprobe run ended with status -11"),
        ("echo it fell over >&2; exit 2", "retprobe run ended with status 2: it fell over"),
        (says(document(functions_probed=0, notes=["no site"])), "no function was probed: no site"),
        (says(document(calls=0)), "made_up: bitmask, paired: it saw no call"),
        (says(document(output_compared=False)), "its output is not the same each time"),
    ],
)
def test_what_was_not_compared_is_a_failure(
    play: Play, capsys: pytest.CaptureFixture[str], script: str, told: str
) -> None:
    assert play(script) == 1
    said = capsys.readouterr().out
    assert told in said and ", 1 failures, 0 absent" in said


@pytest.mark.parametrize(
    "script", ["echo nothing can be probed >&2; exit 77", says(document(exit_status=3))]
)
def test_what_this_machine_cannot_run_is_absent(
    play: Play, capsys: pytest.CaptureFixture[str], script: str
) -> None:
    assert play(script) == 77
    assert "made_up is absent: " in capsys.readouterr().err


def test_a_part_of_no_program_is_wrong_use() -> None:
    """It ended with 77, as where no program can be had, and without a word."""
    words = ("--program", "lua", "--shard", "1/2", sys.executable)
    done = subprocess.run([ROOT / "tests/programs/run", *words], capture_output=True, text=True)
    assert done.returncode == 2 and "part 1/2 has no program" in done.stderr
