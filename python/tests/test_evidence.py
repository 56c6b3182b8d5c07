"""tools/evidence, in a small repository with steps of its own; and tools/try_release."""

import contextlib
import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
STEPS = r"""
[counted]
about = "numbers of three parts"
parts = 3
command = "test ! -e $out/../../stop || sleep 1000; echo \"$((part + 1)),000 pass, 0 fail\""
says = '(?P<passed>[\d,]+) pass, (?P<failed>0) fail'
result = "{passed} pass, {failed} fail"

[kept]
about = "a file"
unit_tests = true
command = "cat core/it >$out/it && echo it is kept after 7205 s"
says = "it is kept after (?P<seconds>[0-9]+) s"
result = "kept"
stores = { "it" = "results/it" }
"""
SETUP = """
packages_to_build=(a) packages_to_check=(b)
install_missing() { touch installed; }
use_ccache() { [ -e installed ]; }
"""
Tool = Callable[..., subprocess.CompletedProcess[str]]


def git(tree: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    subprocess.run(["git", "-C", tree, *who, *arguments], check=True, capture_output=True)


def commit(tree: Path, name: str, text: str) -> None:
    path = tree / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", "a change")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "tools/refresh_blocks", tree / "tools/refresh_blocks")
    shutil.copy(ROOT / "tools/evidence", tree / "tools")
    (tree / "tools/setup.sh").write_text(SETUP, encoding="utf-8")
    (tree / ".gitignore").write_text("build/\n__pycache__/\n", encoding="utf-8")
    (tree / "tools/evidence.toml").write_text(STEPS, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", tree], check=True)
    commit(tree, "core/it", "first\n")
    return tree


@pytest.fixture
def tool(tree: Path) -> Tool:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(tree / "tools/evidence"), *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)

    return run


def document(tree: Path, step: str) -> Any:
    return json.loads((tree / f"results/evidence/{step}.json").read_text(encoding="utf-8"))


def states(tool: Tool) -> dict[str, str]:
    shown = tool("--status").stdout.splitlines()
    return {line.split()[0]: line for line in shown if line.split()[0] in ("counted", "kept")}


def test_steps_become_fresh_and_stale_with_the_sources(tree: Path, tool: Tool) -> None:
    assert tool("--status").returncode == 1
    assert "missing" in states(tool)["counted"]
    made = tool()
    assert made.returncode == 0, made.stderr
    assert document(tree, "counted")["result"] == "6,000 pass, 0 fail"
    assert (tree / "results/it").read_text(encoding="utf-8") == "first\n"
    assert all("fresh" in line for line in states(tool).values())

    commit(tree, "docs/page.md", "a page makes nothing stale\n")
    commit(tree, "core/page.md", "also beside sources\n")
    (tree / "core/page.md").write_text("not committed\n", encoding="utf-8")
    shown = tool("--status")
    assert shown.returncode == 0 and "uncommitted" not in shown.stdout
    git(tree, "checkout", "--quiet", "core/page.md")

    commit(tree, "core/it_test.cc", "a unit test\n")
    assert "fresh" in states(tool)["counted"] and "stale" in states(tool)["kept"]
    assert tool("kept").returncode == 0

    commit(tree, "core/it", "second\n")
    shown = tool("--status")
    assert shown.returncode == 1 and "0 of 2 steps are fresh" in shown.stdout
    assert tool("kept").returncode == 0
    assert document(tree, "kept")["seconds"] == 7205 and "2.0 h" in states(tool)["kept"]
    assert (tree / "results/it").read_text(encoding="utf-8") == "second\n"
    assert "stale" in states(tool)["counted"] and "fresh" in states(tool)["kept"]


def test_what_a_step_names_as_its_input_makes_it_alone_stale(tree: Path, tool: Tool) -> None:
    changed = STEPS.replace("unit_tests = true", 'unit_tests = true\ninputs = ["tests/*.patch"]')
    commit(tree, "tools/evidence.toml", changed)
    commit(tree, "tests/1.patch", "one mutant\n")
    assert tool().returncode == 0
    commit(tree, "tests/notes", "no patch\n")
    assert tool("--status").returncode == 0
    commit(tree, "tests/2.patch", "another\n")
    assert "stale" in states(tool)["kept"] and "fresh" in states(tool)["counted"]
    # Of documents that are older than this question nothing is known.
    old = document(tree, "kept")
    del old["inputs"]
    (tree / "results/evidence/kept.json").write_text(json.dumps(old), encoding="utf-8")
    assert tool("--status").returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        ("part + 1)),000", "part + 1)),001", "6,003 pass, 0 fail"),
        ("parts = 3", "parts = 4", "10,000 pass, 0 fail"),
        ("parts = 3", 'parts = 3\ninputs = ["tests/*"]', "6,000 pass, 0 fail"),
    ],
)
def test_parts_that_were_made_otherwise_are_no_parts(
    tree: Path, tool: Tool, old: str, new: str, result: str
) -> None:
    """Each part is a share of the whole: shares of two lists lose some of it, and repeat some."""
    assert tool("counted").returncode == 0
    (tree / "results/evidence/counted.json").unlink()
    commit(tree, "tests/list", "longer\n")
    assert "begun: 3 of 3 parts" in states(tool)["counted"]
    commit(tree, "tools/evidence.toml", STEPS.replace(old, new, 1))
    assert "begun: 0 of" in states(tool)["counted"]
    done = tool("counted")
    assert done.returncode == 0 and "part 0 of" in done.stderr
    assert document(tree, "counted")["result"] == result


def test_it_is_of_the_commit_and_says_what_is_left_out(tree: Path, tool: Tool) -> None:
    (tree / "core/it").write_text("not committed\n", encoding="utf-8")
    assert "uncommitted changes, such as core/it" in tool("--status").stdout
    assert tool("kept").returncode == 0
    assert document(tree, "kept")["seconds"] == 7205 and "2.0 h" in states(tool)["kept"]
    assert (tree / "results/it").read_text(encoding="utf-8") == "first\n"


def test_an_interrupted_run_goes_on_where_it_was(tree: Path, tool: Tool) -> None:
    assert tool("counted").returncode == 0
    (folder,) = (tree / "build/evidence").glob("*/counted")
    (folder / "part-2.json").unlink()
    (tree / "results/evidence/counted.json").unlink()
    stop = tree / "build/evidence/stop"
    stop.touch()
    log = folder / "part-2.log"
    before = log.stat().st_mtime_ns
    assert tool("--background", "counted").returncode == 0
    while "under way" not in tool("--status").stdout or log.stat().st_mtime_ns == before:
        time.sleep(0.05)
    assert "begun: 2 of 3 parts" in states(tool)["counted"]
    assert "a run is under way" in tool("kept").stderr
    assert tool("--stop").returncode == 0
    while "under way" in tool("--status").stdout:
        time.sleep(0.05)
    stop.unlink()
    done = tool("counted")
    assert done.returncode == 0
    assert "part 2 of 3" in done.stderr and "part 1 of 3" not in done.stderr
    assert document(tree, "counted")["result"] == "6,000 pass, 0 fail"
    assert "in 2 runs" in states(tool)["counted"]


def test_an_interrupted_run_again_goes_on_where_it_was(tree: Path, tool: Tool) -> None:
    changed = STEPS.replace("$out/../../stop ", "$out/../../stop-$part ")
    commit(tree, "tools/evidence.toml", changed)
    assert tool("counted").returncode == 0
    stop = tree / "build/evidence/stop-2"
    stop.touch()
    (folder,) = (tree / "build/evidence").glob("*/counted")
    assert tool("--background", "--again", "counted").returncode == 0
    while (folder / "part-2.json").exists() or not (folder / "part-2.log").exists():
        time.sleep(0.05)
    assert "fresh, begun: 2 of 3 parts" in states(tool)["counted"]
    assert tool("--stop").returncode == 0
    stop.unlink()
    done = tool("--again", "counted")
    assert "part 2 of 3" in done.stderr and "part 1 of 3" not in done.stderr
    assert "fresh; --again makes it anew" in tool("counted").stderr
    assert "part 0 of 3" in tool("--again", "counted").stderr


def test_an_interrupted_run_again_repeats_no_step(tree: Path, tool: Tool) -> None:
    wait = "while test -e $out/../../wait; do sleep 0.1; done; cat core/it"
    commit(tree, "tools/evidence.toml", STEPS.replace("cat core/it", wait))
    assert tool().returncode == 0
    stop = tree / "build/evidence/wait"
    stop.touch()
    assert tool("--background", "--again").returncode == 0
    log = tree / "build/evidence/log"
    while "kept" not in log.read_text(encoding="utf-8"):
        time.sleep(0.05)
    assert "part 0 of 3" in log.read_text(encoding="utf-8")
    assert tool("--stop").returncode == 0
    stop.unlink()
    done = tool("--again")
    assert done.returncode == 0 and "part" not in done.stderr
    assert "counted was made again before this run was interrupted" in done.stderr
    assert "part 0 of 3" in tool("--again").stderr


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("echo no kernel here; exit 77", "cannot be done on this machine: no kernel here"),
        ("echo it broke; exit 3", "status 3: it broke"),
        ("echo nothing of that", "it ended without the line"),
    ],
)
def test_what_did_not_work_is_said(tree: Path, tool: Tool, command: str, told: str) -> None:
    steps = (tree / "tools/evidence.toml").read_text(encoding="utf-8")
    changed = steps.replace("cat core/it >$out/it && echo it is kept after 7205 s", command)
    commit(tree, "tools/evidence.toml", changed)
    done = tool()
    assert done.returncode == 1
    assert told in done.stderr and "not done: kept" in done.stderr
    assert told in states(tool)["kept"] and "fresh" in states(tool)["counted"]
    assert not (tree / "results/evidence/kept.json").exists()


def started(tree: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A run whose step sleeps, and the group of the step, as soon as that is there."""
    (tree / "build/evidence").mkdir(parents=True)
    (tree / "build/evidence/stop").touch()
    process = subprocess.Popen(
        [sys.executable, str(tree / "tools/evidence"), "counted"], stderr=subprocess.DEVNULL
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while True:
        for child in children.read_text(encoding="ascii").split():
            # The children before the step, which are git, may end at any time.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                if Path(f"/proc/{child}/comm").read_text(encoding="utf-8") == "bash\n":
                    return process, int(child)


def test_it_ends_with_its_processes(tree: Path) -> None:
    process, child = started(tree)
    process.send_signal(signal.SIGTERM)
    assert process.wait() == 143
    with contextlib.suppress(ProcessLookupError):
        while True:  # what has ended is there until its new parent has taken note
            os.killpg(child, 0)
            time.sleep(0.05)


def test_what_a_killed_run_left_keeps_others_out_of_the_clone(tree: Path, tool: Tool) -> None:
    process, child = started(tree)
    process.kill()
    process.wait()
    try:
        assert "a run is under way" in tool("kept").stderr
        assert "tools/evidence --stop ends that" in tool("--status").stdout
        assert tool("--stop").returncode == 0
        assert tool("kept").returncode == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)


def test_a_git_that_was_killed_harms_no_later_run(
    tree: Path, tool: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "core/it").write_text("not committed\n", encoding="utf-8")
    program = tmp_path / "bin/git"
    program.parent.mkdir()
    killed = 'case " $* " in *" clone "*) mkdir -p "${@: -1}/.git"; kill -KILL $$ ;; esac'
    program.write_text(f'#!/bin/bash\n{killed}\nexec {shutil.which("git")} "$@"\n')
    program.chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
        assert "git clone failed" in tool("kept").stderr
    assert tool("kept").returncode == 0
    # What git did with the half clone, it did here.
    assert (tree / "core/it").read_text(encoding="utf-8") == "not committed\n"

    (tree / "build/evidence/clone/.git/index.lock").touch()
    commit(tree, "core/it", "second\n")
    done = tool("kept")
    assert done.returncode == 0, done.stderr


def test_what_is_stored_lies_with_the_parts() -> None:
    """In the clone, a later run would find what the commit has in the place of the result."""
    known = tomllib.loads((ROOT / "tools/evidence.toml").read_text(encoding="utf-8"))
    for step in known.values():
        assert all("/" not in name for name in step.get("stores", {}))
        assert "$out" in step["command"] or not step.get("stores")


def test_who_looks_at_the_lock_keeps_no_run_away(tree: Path, tool: Tool) -> None:
    path = tree / "build/evidence/lock"
    path.parent.mkdir(parents=True)
    path.write_text("1", encoding="ascii")
    with open(path, "a", encoding="ascii") as looking:
        fcntl.flock(looking, fcntl.LOCK_SH)
        assert "under way" not in tool("--status").stdout
        threading.Timer(0.7, lambda: fcntl.flock(looking, fcntl.LOCK_UN)).start()
        done = tool("kept")
        assert done.returncode == 0, done.stderr
    # A run that has just begun has not written yet who it is.
    path.write_text("", encoding="ascii")
    with open(path, "a", encoding="ascii") as begun:
        fcntl.flock(begun, fcntl.LOCK_EX)
        threading.Timer(0.7, lambda: path.write_text("1", encoding="ascii")).start()
        assert "a run is under way: process 1," in tool("--status").stdout


def test_half_an_option_starts_nothing(tree: Path, tool: Tool) -> None:
    """What went into the background would find it again, and go there again, for ever."""
    try:
        assert tool("--backgr", "kept").returncode == 2
        assert not (tree / "build/evidence/log").exists()
    finally:
        (tree / "tools/evidence").unlink()


def test_wrong_arguments(tool: Tool, tree: Path) -> None:
    assert "there is no step 'nothing'; there are counted, kept" in tool("nothing").stderr
    assert "no run is under way" in tool("--stop").stderr
    shutil.rmtree(tree / ".git")
    done = tool()
    assert done.returncode == 2 and "not a git repository" in done.stderr


def test_a_document_that_is_damaged_is_named(tool: Tool, tree: Path) -> None:
    stored = tree / "results/evidence/kept.json"
    stored.parent.mkdir(parents=True)
    stored.write_text("<<<<<<< HEAD\n", encoding="utf-8")
    done = tool("--status")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f"{stored} is no JSON document" in done.stderr


def test_a_second_trial_of_a_release_leaves_the_system_to_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would replace the sources, and the first would say that it has tried them."""
    called = tmp_path / "called"
    debootstrap = tmp_path / "bin/debootstrap"
    debootstrap.parent.mkdir()
    debootstrap.write_text(f"#!/bin/bash\ntouch {shlex.quote(str(called))}\nexit 1\n")
    debootstrap.chmod(0o755)
    monkeypatch.setenv("PATH", f"{debootstrap.parent}:{os.environ['PATH']}")
    with open(tmp_path / "bookworm.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            [ROOT / "tools/try_release", "bookworm", tmp_path],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 2 and "is in use by another run" in done.stderr
    assert not called.exists()
