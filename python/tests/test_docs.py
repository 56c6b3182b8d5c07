"""The documentation's examples of continuous integration, which readers will copy. The help of
Python's functions, where the command line's says it, too."""

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from retprobe import Error, bench, verify
from retprobe.suite.command_line import command_line, run_command

ROOT = Path(__file__).resolve().parents[2]
yaml = pytest.importorskip("yaml")


def blocks() -> list[Any]:
    found: list[Any] = []
    for path in sorted(
        [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "python").glob("*.md")]
    ):
        for text in re.findall(
            r"^```yaml\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            found.append(pytest.param(text, id=f"{path.stem}-{len(found)}"))
    return found


BLOCKS = blocks()


def jobs() -> list[Any]:
    parsed = [(block.id, yaml.safe_load(block.values[0])) for block in BLOCKS]
    return [
        pytest.param(job, id=f"{where}-{name}")
        for where, document in parsed
        for name, job in document.get("jobs", {}).items()
    ]


def runs(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job["steps"])


@pytest.mark.parametrize("text", BLOCKS)
def test_yaml_is_a_whole_document(text: str) -> None:
    document = yaml.safe_load(text)
    # YAML 1.1 reads the key `on` as true.
    workflow = {"jobs", True} <= set(document)
    assert workflow or {"apiVersion", "kind", "spec"} <= set(document)


@pytest.mark.parametrize("job", jobs())
def test_a_job_installs_what_it_compiles_with(job: dict[str, Any]) -> None:
    assert job["runs-on"]
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step)
        for line in step.get("run", "").splitlines():
            shlex.split(line)
    told = runs(job)
    compiles = [told.find(what) for what in ("pip install .", "cmake --preset") if what in told]
    if compiles:
        setup = told.find(". tools/setup.sh; install_missing")
        assert 0 <= setup < min(compiles)
        assert "pip install ." not in told or "python3-dev" in told


def test_what_adds_to_a_history_restores_it_first_and_keeps_it() -> None:
    adding = [job.values[0] for job in jobs() if "history add" in runs(job.values[0])]
    assert adding
    for job in adding:
        order = [step.get("uses", step.get("run", "")).split("@")[0] for step in job["steps"]]
        restore, save = order.index("actions/cache/restore"), order.index("actions/cache/save")
        add = next(i for i, word in enumerate(order) if "history add" in word)
        assert restore < add < save
        paths = {job["steps"][i]["with"]["path"] for i in (restore, save)}
        assert paths == {"store"} and "history add store " in order[add]
        # A cache is never replaced. So each run saves under a name of its own, and the newest is
        # found by the beginning of the name.
        assert "run_id" in job["steps"][save]["with"]["key"]
        assert job["steps"][save]["with"]["key"].startswith(
            job["steps"][restore]["with"]["restore-keys"]
        )


def recipes() -> list[Any]:
    """What docs/sweeps.md has each worker run, where the number of the part is 2."""
    page = (ROOT / "docs/sweeps.md").read_text(encoding="utf-8")
    slurm = re.search(r"^```bash\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    texts = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    kubernetes, github = map(yaml.safe_load, texts)
    pod = kubernetes["spec"]["template"]["spec"]["containers"][0]["command"]
    steps = [step.get("run", "") for step in github["jobs"]["part"]["steps"]]
    bench = next(step for step in steps if "bench --shard" in step)
    assert slurm
    return [
        pytest.param(["bash", "-c", slurm[1]], "parts/2.json", id="slurm"),
        pytest.param([*pod[:2], pod[2].replace("/parts", ".")], "2.json", id="kubernetes"),
        # The shell of a step is `bash -e`.
        pytest.param(
            ["bash", "-ec", bench.replace("${{ matrix.shard }}", "2")], "2.json", id="github"
        ),
    ]


@pytest.mark.parametrize(("command", "part"), recipes())
def test_a_part_in_which_a_candidate_fails_is_kept(
    command: list[str], part: str, tmp_path: Path
) -> None:
    """Such a run writes its part and has exit status 1. With status 2 there is none."""
    program = tmp_path / "build/release/retprobe"
    program.parent.mkdir(parents=True)
    environment = {
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "SLURM_ARRAY_TASK_ID": "2",
        "SLURM_ARRAY_TASK_COUNT": "8",
        "JOB_COMPLETION_INDEX": "2",
    }
    for status, whole in ((1, True), (2, False), (0, True)):
        program.write_text(f'#!/bin/bash\necho part >"${{@: -1}}" && exit {status}\nexit 3\n')
        program.chmod(0o755)
        done = subprocess.run(command, cwd=tmp_path, env=environment, check=False)
        assert (done.returncode == 0) == whole
        assert (tmp_path / part).read_text() == "part\n"


def test_help_has_the_command_lines_defaults() -> None:
    try:
        command_line()
    except Error as error:
        pytest.skip(str(error))
    helps = {name: run_command([name, "--help"])[1] for name in ("bench", "verify")}
    for parameter in ("processes", "min_time"):
        option = "--" + parameter.replace("_", "-")
        told = re.search(rf"{option} [^(]*\(([^)]*)\)", helps["bench"])
        ours = re.search(rf"`{parameter}`: [^(]*\(([^)]*)\)", bench.__doc__ or "")
        assert told and ours and ours[1] == told[1].removesuffix("; goals: 9")
    jobs = re.search(r"--jobs .*(?:=|\[)(\d+)", helps["verify"])  # CLI11 2.4: [3]
    assert jobs and int(jobs[1]) == len(os.sched_getaffinity(0)) + 1
    assert "`jobs`: cells at a time (the number of processors, plus 1)" in (verify.__doc__ or "")
