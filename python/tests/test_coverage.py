"""tests/coverage, without its builds and runs."""

import argparse
import fcntl
import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def coverage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    loader = importlib.machinery.SourceFileLoader("coverage_tool", str(ROOT / "tests/coverage"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "build").mkdir()
    monkeypatch.setattr(module, "BUILD", tmp_path / "build")
    monkeypatch.setattr(module, "COUNTERS", tmp_path / "build/counters")
    monkeypatch.setattr(module, "BEGAN", tmp_path / "build/began", raising=False)
    monkeypatch.setattr(module, "REASONS", tmp_path / "none.toml")
    return module


@pytest.mark.parametrize(
    ("tests", "scenarios", "done"), [(0, 0, True), (8, 1, True), (8, 2, False), (1, 0, False)]
)
def test_what_was_not_run_is_not_taken_for_unreached(
    coverage: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tests: int,
    scenarios: int,
    done: bool,
) -> None:
    """What fails is of no matter, since the counters change verdicts."""
    for path, status in ((tmp_path / "ctest", tests), (tmp_path / "build/retprobe", scenarios)):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/bash\nexit {status}\n", encoding="utf-8")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    arguments = argparse.Namespace(jobs=1, all=False, scenario=None, transfer=None, registers=None)
    if done:
        coverage.measure(arguments)
    else:
        with pytest.raises(coverage.Trouble, match="ended with status"):
            coverage.measure(arguments)


def test_a_tool_that_fails_is_no_unreached_line(
    coverage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counters that a full disk has cut off, for instance: status 2, and not 1."""
    monkeypatch.setattr(coverage, "tool", lambda name: "false")
    monkeypatch.setattr(coverage, "exported", lambda: ("merged", "first", [], []))
    with pytest.raises(coverage.Trouble, match="'false' ended with status 1"):
        coverage.reached_lines()


def test_counters_are_not_read_with_lines_of_another_time(
    coverage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "core/a.cc"
    source.parent.mkdir()
    source.write_text("int a();\nint b();\n", encoding="utf-8")
    monkeypatch.setattr(coverage, "run", lambda *_, **__: None)
    coverage.build(1)
    began = (tmp_path / "build/began").stat().st_mtime_ns
    os.utime(source, ns=(began, began))
    assert coverage.judge({"core/a.cc": {1: 1, 2: 1}}, {}) == 0
    source.write_text("int c();\nint a();\nint b();\n", encoding="utf-8")
    os.utime(source, ns=(began + 1, began + 1))
    with pytest.raises(coverage.Trouble, match=r"core/a\.cc has changed since the build began"):
        coverage.judge({"core/a.cc": {1: 1, 2: 1}}, {})


def test_two_runs_at_once_are_refused(coverage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "tool", lambda name: name)
    monkeypatch.setattr(coverage, "build", lambda jobs: pytest.fail("it builds"))
    monkeypatch.setattr(sys, "argv", ["tests/coverage"])
    with open(coverage.BUILD / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(coverage.Trouble, match=r"another run is at work in .*build"):
            coverage.main()


def test_a_line_is_reached_if_one_instance_of_its_template_reaches_it(
    coverage: Any, tmp_path: Path
) -> None:
    """`if constexpr (early) return {};` takes an instance's later lines away."""
    path = str(tmp_path / "core/a.h")

    def function(*regions: list[int]) -> dict[str, Any]:
        return {"filenames": [path, "/usr/include/b.h"], "regions": list(regions)}

    code, skipped, gap = 0, 2, 3
    data = {
        # [line, column, to line, to column, count, file, expanded file, kind]
        "functions": [
            function(
                [1, 8, 9, 2, 7, 0, 0, code],
                [4, 9, 6, 4, 0, 0, 0, code],
                [7, 1, 8, 5, 0, 0, 0, skipped],
                [2, 1, 9, 1, 9, 1, 0, code],
            ),
            function([1, 8, 9, 2, 5, 0, 0, code], [3, 1, 9, 1, 0, 0, 0, gap]),
        ],
        "files": [{"filename": path, "segments": []}],
    }
    lines, _ = coverage.counts_of(data)
    assert lines == {"core/a.h": {1: 7, 2: 7, 3: 7, 4: 7, 5: 0, 6: 0, 7: 7, 8: 0, 9: 7}}
