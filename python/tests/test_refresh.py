"""tools/refresh, in a copy of the pages and of the reference results; no build is needed."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TAKEN_FROM = "results/reference/blocks.toml"
WHOLE = "results/reference/answer.json"
GOALS = "results/reference/goals.json"
PLAYED = "harness/scenarios/played"
WITHOUT_A_BUILD = ("measured", "cost", "tracers")

Tool = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for page in ("README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / page, tmp_path)
    for folder in ("designs", "docs", "results", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copytree(ROOT / PLAYED, tmp_path / PLAYED)
    return tmp_path


@pytest.fixture
def tool(tree: Path) -> Tool:
    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(tree / "tools/refresh"), *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", **options)

    return run


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def contents(tree: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in tree.rglob("*.md")}


def verdicts() -> dict[str, Any]:
    """The verdicts of every scenario in the matrix, for two designs. One of them fails with gdb."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from refresh_blocks.verdicts import UNWINDERS
    finally:
        sys.path.pop(0)
    names = ["unwind_" + line.split("|")[0] for line in UNWINDERS.splitlines()]
    rows = [
        {"scenario": name, "design": design, "transfer": transfer, "verdict": "pass", "detail": ""}
        for name in names
        for design, transfer in (("bitmask", "paired"), ("call_through", "-"))
    ]
    rows[names.index("unwind_gdb") * 2] |= {"verdict": "declared", "detail": "it is lost"}
    return {"results": rows, "totals": {"fail": 0}}


def test_what_is_committed_is_fresh(tool: Tool) -> None:
    done = tool("--check", *WITHOUT_A_BUILD)
    assert (done.returncode, done.stdout) == (0, "")


def test_kernels_stand_in_the_order_of_their_releases(tool: Tool, tree: Path) -> None:
    path = tree / "results/reference/linux.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["kernels"].append(document["kernels"].pop(0))
    path.write_text(json.dumps(document), encoding="utf-8")
    done = tool("--check", "linux")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_list_names_each_block_and_what_it_is_made_from(tool: Tool) -> None:
    done = tool()
    assert done.returncode == 0
    assert f"goals\n  in    docs/goals.md, docs/peers.md\n  from  {GOALS}\n" in done.stdout
    assert "  from  retprobe verify --retry --scenario 'unwind_*'\n" in done.stdout


def test_a_stale_block_is_shown_and_made_fresh(tree: Path, tool: Tool) -> None:
    before = contents(tree)
    page = tree / "designs/bitmask/README.md"
    replace(page, "ns per call of fib", "ns per call of fab")
    replace(tree / "docs/cost.md", "bitmask/paired/scalar/8", "bitmask/paired/scalar/9")
    done = tool("--check", *WITHOUT_A_BUILD)
    assert done.returncode == 1
    line = page.read_text(encoding="utf-8").split("<!-- measured").pop(0).count("\n") + 1
    assert f"designs/bitmask/README.md:{line}: stale, run tools/refresh --write measured" in (
        done.stdout
    )
    assert "  - bitmask/paired/scalar/9 " in done.stdout
    assert "  + bitmask/paired/scalar/8 " in done.stdout
    assert done.stdout.count("stale") == 2
    done = tool("--write", *WITHOUT_A_BUILD)
    assert done.returncode == 0
    assert done.stdout == (
        "designs/bitmask/README.md: measured written anew\ndocs/cost.md: cost written anew\n"
    )
    assert contents(tree) == before
    # Writing again changes nothing.
    assert tool("--write", *WITHOUT_A_BUILD).stdout == ""
    assert contents(tree) == before


def test_it_may_be_called_from_any_folder(tree: Path, tool: Tool) -> None:
    """A block of all mutants was one of none."""
    folder = tree / "tests/mutants"
    folder.mkdir(parents=True)
    shutil.copy(next((ROOT / "tests/mutants").glob("*.patch")), folder)
    replace(tree / "docs/mutants.md", "\nThere are ", "\nThere were ")
    assert tool("--write", "mutants", cwd=tree / "docs").returncode == 0
    assert "\nThere are 1.\n" in (tree / "docs/mutants.md").read_text(encoding="utf-8")


def test_a_block_that_nobody_knows(tool: Tool) -> None:
    done = tool("--write", "cots")
    assert done.returncode == 2
    assert done.stderr.startswith("refresh: no block 'cots'; there are answer, comparison, ")


@pytest.mark.parametrize("mark", ["<!-- cost: tools/refresh -->", "<!-- end of cost -->"])
def test_a_page_without_a_mark(tree: Path, tool: Tool, mark: str) -> None:
    replace(tree / "docs/cost.md", mark + "\n", "")
    before = contents(tree)
    done = tool("--write", *WITHOUT_A_BUILD)
    assert done.returncode == 2
    assert "cost: docs/cost.md must have the lines" in done.stderr and mark in done.stderr
    assert contents(tree) == before


def test_the_block_of_tracers(tree: Path, tool: Tool) -> None:
    page, stored = tree / "docs/tracers.md", tree / "results/reference/tracers.json"
    document = json.loads(stored.read_text(encoding="utf-8"))
    rows = (row for row in document["tracer_verdicts"] if row["scenario"] == "order_nested")
    changed = next(row for row in rows if row["verdict"] == "pass")
    changed |= {
        "verdict": "fail",
        "detail": 'user A was told of f twice: expected ">Af", seen ""; by hand: x \'+* f ; +* g\'',
    }
    stored.write_text(json.dumps(document), encoding="utf-8")
    assert tool("--check", "tracers").returncode == 1
    assert tool("--write", "tracers").returncode == 0
    text = page.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "[order_nested](" in line)
    (note,) = re.findall(r"\n(\d+)\. user A was told of f twice, in `\+\* f`\n", text)
    assert line.startswith("| nested, repeated and recursive calls ([order_nested](../harness/")
    assert re.search(rf"\*\*failed\*\* 1 of \d \[{note}\]", line)
    # A scenario that is new, and has no verdicts yet.
    with (tree / PLAYED / "order.txt").open("a", encoding="utf-8") as file:
        file.write("\nscenario order_new\nholds    all\nscript   +* f\n")
    done = tool("--check", "tracers")
    assert (
        done.returncode == 2 and "do not both have order_new: run tests/tracers.py" in done.stderr
    )


def test_the_blocks_of_prices(tree: Path, tool: Tool) -> None:
    """A figure that is not the result's is stale; a result without a skeleton makes no table."""
    assert tool("--check", "prices", "skeleton").stdout == ""
    replace(tree / "docs/cost.md", "| the whole hit | ", "| the whole hit | 1")
    done = tool("--check", "prices", "skeleton")
    assert done.returncode == 1 and "  - | the whole hit | 1" in done.stdout
    assert done.stdout.count("stale") == 1
    assert tool("--write", "skeleton").returncode == 0
    assert tool("--check", "skeleton").returncode == 0
    result = tree / "results/reference/prices.json"
    document = json.loads(result.read_text(encoding="utf-8"))
    result.write_text(json.dumps({"prices": document["prices"]}), encoding="utf-8")
    done = tool("--check", "prices", "skeleton")
    assert done.returncode == 2
    assert "has no skeleton: make it with retprobe prices --skeleton" in done.stderr


def changed(row: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {key: value for key, value in row.items() if "added" not in key} | fields


def quick(document: dict[str, Any]) -> None:
    document["context"]["quick"] = True


def failing(document: dict[str, Any]) -> None:
    document["context"]["verification"]["candidates"]["bitmask/paired/scalar"]["fail"] = 1


def void(document: dict[str, Any]) -> None:
    rows = document["benchmarks"]
    rows[:] = [
        changed(row, void="missed 3 calls") if row["run_name"].startswith("leaf/bitmask/") else row
        for row in rows
    ]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (quick, "is no whole run of 6 processes"),
        (failing, "not verified: bitmask/paired/scalar"),
        (void, "no time of leaf, or a void one: bitmask"),
    ],
)
def test_a_result_that_is_refused(
    tree: Path, tool: Tool, spoil: Callable[[dict[str, Any]], None], why: str
) -> None:
    document = json.loads((tree / WHOLE).read_text(encoding="utf-8"))
    spoil(document)
    (tree / WHOLE).write_text(json.dumps(document), encoding="utf-8")
    before = contents(tree)
    done = tool("--write", "comparison")
    assert done.returncode == 2
    assert f"comparison: {WHOLE}" in done.stderr and why in done.stderr
    assert contents(tree) == before


def pretend(tree: Path, script: str) -> None:
    """A retprobe that says what the script says."""
    retprobe = tree / "build/check/retprobe"
    retprobe.parent.mkdir(parents=True, exist_ok=True)
    retprobe.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    retprobe.chmod(0o755)


def test_a_result_that_was_made_under_load_is_refused(tree: Path, tool: Tool) -> None:
    assert tool("--check", "measured").returncode == 0
    pretend(tree, "echo vm; echo 'Measured at load 39 on 2 cores.'")
    done = tool("--check", "measured")
    assert done.returncode == 2
    assert "was made at load 39 on 2 cores: measure again on an idle machine" in done.stderr


def test_what_else_is_wrong_is_said_in_a_line(tree: Path, tool: Tool) -> None:
    (tree / WHOLE).write_text("{", encoding="utf-8")
    done = tool("--check", "comparison", "cost", "goals")
    assert done.returncode == 2
    assert "is no JSON document" in done.stderr
    assert "goals: no retprobe in build/release or build/check" in done.stderr
    assert len(done.stderr.splitlines()) == 2
    replace(tree / TAKEN_FROM, "[cost]", "[costs]")
    done = tool("--check")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "cost, costs" in done.stderr


def test_a_retprobe_that_is_killed_has_said_nothing(tree: Path, tool: Tool) -> None:
    before = contents(tree)
    pretend(tree, "echo half of it; kill -SEGV $$")
    done = tool("--write", "comparison", "measured")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("status -11") == 2
    assert contents(tree) == before


def test_a_blank_line_less_is_stale(tree: Path, tool: Tool) -> None:
    replace(tree / "docs/cost.md", "\n\n<!-- end of cost", "\n<!-- end of cost")
    done = tool("--check", "cost")
    assert (done.returncode, done.stderr) == (1, "")
    assert "docs/cost.md:" in done.stdout and "  - (no line)\n" in done.stdout


def test_a_file_that_is_missing_is_said_in_a_line(tree: Path, tool: Tool) -> None:
    row: dict[str, Any] = {"step": "bookworm", "about": "a", "commit": "c", "date": "d"}
    row |= {"result": "r", "machines": [{"processors": 2}]}
    (tree / "results/evidence/bookworm.json").write_text(json.dumps(row), encoding="utf-8")
    (tree / "results/evidence/bookworm.txt").unlink(missing_ok=True)
    done = tool("--check", "release", "cost")
    assert done.returncode == 2
    (told,) = done.stderr.splitlines()
    assert told.startswith("refresh: release: ") and "bookworm.txt" in told


def test_plots_without_the_dependencies(tree: Path, tool: Tool) -> None:
    bare = tree / "bare-python"
    bare.write_text(
        "#!/bin/sh\necho \"E: No module named 'altair'\" >&2; exit 1\n", encoding="utf-8"
    )
    bare.chmod(0o755)
    done = tool("--check", "plots", "cost", env={"PYTHON": str(bare)})
    assert (done.returncode, done.stdout) == (2, "")
    told = done.stderr.splitlines()[-1]
    assert told.startswith("refresh: plots: left out: ") and "altair" in told


@pytest.fixture
def unwinders(tree: Path, tool: Tool) -> Iterator[Callable[[dict[str, Any]], str]]:
    path = tree / "verdicts.json"

    def check(document: dict[str, Any]) -> str:
        path.write_text(json.dumps(document), encoding="utf-8")
        done = tool("--check", "--verify", str(path), "unwinders")
        assert done.returncode == (2 if done.stderr else int(bool(done.stdout)))
        return done.stdout + done.stderr

    path.write_text(json.dumps(verdicts()), encoding="utf-8")
    assert tool("--write", "--verify", str(path), "unwinders").returncode == 0
    yield check


def test_an_unwinder_that_this_machine_lacks_makes_nothing_stale(
    unwinders: Callable[[dict[str, Any]], str],
) -> None:
    document = verdicts()
    assert unwinders(document) == ""
    for row in document["results"]:
        if row["scenario"] in ("unwind_backtrace", "unwind_lldb"):
            row |= {"verdict": "unavailable", "detail": "not here", "lacks": "package"}
    assert unwinders(document) == ""


def test_an_unwinder_that_sees_less_makes_the_matrix_stale(
    unwinders: Callable[[dict[str, Any]], str],
) -> None:
    document = verdicts()
    document["results"][0] |= {"verdict": "declared", "detail": "it is lost, too"}
    told = unwinders(document)
    assert told.count("stale, run tools/refresh --write unwinders") == 1
    assert "no Declared: it is lost, too" in told
    document["totals"]["fail"] = 1
    document["results"][0]["verdict"] = "fail"
    assert "cells fail, so this is no result: unwind_backtrace" in unwinders(document)
    del document["results"][:2]
    document["totals"]["fail"] = 0
    assert "unwind_backtrace: no verdicts of it" in unwinders(document)
    document = verdicts() | {"selection": {"seed": 1, "cells": 1, "of": 2}}
    assert "has some cells only" in unwinders(document)


def test_a_block_that_takes_a_run_is_made_when_it_is_named(tree: Path, tool: Tool) -> None:
    (tree / "verdicts.json").write_text(json.dumps(verdicts()), encoding="utf-8")
    pretend(tree, 'case $1 in verify) echo "$*" >ran && cp verdicts.json "$8" ;; esac')
    done = tool("--check", *WITHOUT_A_BUILD, "unwinders")
    assert (done.returncode, done.stdout.count("stale")) == (1, 1)
    ran = (tree / "ran").read_text(encoding="utf-8")
    assert ran.startswith("verify --retry --scenario unwind_* --format json --out /")
    (tree / "ran").unlink()
    # No block is named, so unwinders is left out and nothing is run. This retprobe says nothing.
    done = tool("--check")
    assert done.returncode == 2 and not (tree / "ran").exists()
    assert f"comparison: retprobe compare {WHOLE} does not name the processor" in done.stderr
    assert f"goals: {GOALS} has not measured what all goals need" in done.stderr
    pretend(tree, "exit 3")
    done = tool("--write", "unwinders")
    assert (done.returncode, done.stdout) == (2, "") and ": status 3\n" in done.stderr
