"""tools/*.py on files that cannot be used, and what the scripts in bash are asked for."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from report_files import BENCH, ROOT


def run(tool: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "tools" / tool, *words]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read: Expecting"),
        ("3", "3 is not of type 'object'"),
        ("", "cannot be read"),
    ],
)
def test_a_file_behind_a_damaged_one_is_validated(tmp_path: Path, text: str, said: str) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text(text)
    schema = ROOT / "results/schema.json"
    done = run("validate_results.py", schema, tmp_path / "missing", damaged, BENCH)
    missing, first, second = done.stdout.splitlines()
    assert done.returncode == 1 and done.stderr == ""
    assert "missing: cannot be read" in missing and said in first
    assert second.startswith(f"{BENCH}: as the schema says")


def test_a_trimmed_result_keeps_medians_and_reasons(tmp_path: Path) -> None:
    result = json.loads(BENCH.read_text())
    candidates = result["context"]["verification"]["candidates"].values()
    for candidate in candidates:
        candidate["declarations"] = ["a: why (seen: 1)", "a: why (seen: 2)", "b: other"]
    (tmp_path / "whole.json").write_text(json.dumps(result))
    done = run("trim_result.py", tmp_path / "whole.json", tmp_path / "out.json")
    assert done.returncode == 0 and done.stderr == ""
    for candidate in candidates:
        candidate["declarations"] = ["a: why", "b: other"]
    result["benchmarks"] = [
        row for row in result["benchmarks"] if row["run_type"] == "aggregate" or "void" in row
    ]
    assert candidates and json.loads((tmp_path / "out.json").read_text()) == result


def test_what_cannot_be_trimmed_is_told_in_a_line(tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('{"benchmarks": [1]}')
    for result, out, said in (
        (odd, tmp_path / "out", "odd.json is not a result of"),
        (BENCH, tmp_path / "no" / "out", "out cannot be written: "),
    ):
        done = run("trim_result.py", result, out)
        assert done.returncode == 2
        assert said in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("--candidates", "1"), ("--slow", "0"), ("--cases", "0"), ("--processes", "0")]
)
def test_a_simulation_of_nothing_is_wrong_use(words: tuple[str, str]) -> None:
    done = run("two_speeds.py", *words)
    assert done.returncode == 2 and done.stdout == "" and f"error: {words[0]}" in done.stderr


def test_a_summary_without_a_file_is_wrong_use() -> None:
    done = run("summarise_verdicts.py")
    assert done.returncode == 1 and done.stderr == "usage: summarise_verdicts.py FILE\n"


def test_soak_plays_the_file_that_the_caller_names(tmp_path: Path) -> None:
    tree, bin_folder, retprobe = tmp_path / "tree", tmp_path / "bin", "build/check/retprobe"
    for name in ("tests/soak", "tools/setup.sh"):
        (tree / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, tree / name)
    for program, text in ((bin_folder / "cmake", "exit 0"), (tree / retprobe, 'cat "$3"')):
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/bash\n{text}\n")
        program.chmod(0o755)
    (tmp_path / "program").write_text("design bitmask\n")
    done = subprocess.run(
        [tree / "tests/soak", "--program", "program"],
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{bin_folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "design bitmask\n"), done.stderr


@pytest.mark.parametrize("limit", ["1h", "0", "-1"])
def test_a_limit_of_stages_is_a_number(limit: str) -> None:
    done = subprocess.run(
        ["bash", "-c", ". tools/setup.sh; stage it sleep 100"],
        cwd=ROOT,
        env=os.environ | {"RETPROBE_STAGE_LIMIT": limit},
        capture_output=True,
        text=True,
    )
    said = f"bash: RETPROBE_STAGE_LIMIT={limit} is no number of seconds\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.parametrize("test", ["denied_calls.py", "under_load.py"])
def test_where_nothing_can_be_probed_a_test_is_left_out(tmp_path: Path, test: str) -> None:
    retprobe = tmp_path / "retprobe"
    retprobe.write_text("#!/bin/sh\nexit 77\n")
    retprobe.chmod(0o755)
    done = subprocess.run([ROOT / "tests" / test, retprobe], capture_output=True)
    assert done.returncode == 77
