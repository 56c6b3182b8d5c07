"""The dashboard from real result files: what it finds in them, and which commits it names."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from report_files import BENCH, ROOT

import retprobe
from retprobe.dashboard import command, reading
from retprobe.dashboard.model import History
from retprobe.history.store import add, add_commits, read_runs

RUNS, WORSE_FROM = 16, 9


def git(repository: Path, *arguments: str, date: str = "") -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(repository), *identity, *arguments]
    environment = {**os.environ, **({"GIT_COMMITTER_DATE": date} if date else {})}
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment
    ).stdout.strip()


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("repository")
    git(place, "init", "-q")
    for number in range(RUNS):
        git(
            place,
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            f"Step {number} <b>",
            date=f"2026-01-{number + 1:02d}T00:00Z",
        )
    return place


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    """The reference result once for each commit, with 1 % of noise. From one commit on, one design
    is slower."""
    place = tmp_path_factory.mktemp("results")
    chance = np.random.default_rng(5)
    whole = json.loads(BENCH.read_text(encoding="utf-8"))
    for number, commit in enumerate(reversed(git(repository, "log", "--format=%H").split())):
        day = f"2026-02-{number + 1:02d}"
        context = {
            **whole["context"],
            "date": f"{day}T10:00:00+00:00",
            "commit": commit,
            "machine": "box",
        }
        rows = [
            _moved(row, float(chance.normal(1, 0.01)), number >= WORSE_FROM)
            for row in whole["benchmarks"]
        ]
        file = place / day / "box" / "quick.json"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps({"context": context, "benchmarks": rows}), encoding="utf-8")
    return place


def _moved(row: dict[str, Any], noise: float, slower: bool) -> dict[str, Any]:
    factor = noise * (
        1.3 if slower and row["design"] == "bitmask" and row["transfer"] == "paired" else 1
    )
    return {
        **row,
        **{
            name: row[name] * factor
            for name in ("added_ns", "added_ns_low", "added_ns_high")
            if name in row
        },
    }


@pytest.fixture(scope="module")
def from_files(results: Path, repository: Path) -> History:
    return reading.read(results, repository)


def test_a_regression_in_result_files_is_named_with_its_commit(
    from_files: History,
) -> None:
    found = from_files
    assert [commit.subject for commit in found.commits] == [
        f"Step {number} <b>" for number in range(RUNS)
    ]
    assert [machine.name.split(", ")[-1] for machine in found.machines] == ["box"]
    assert len(found.machines[0].runs) == RUNS
    standing = [change for change in found.changes if change.kind == "worse" and change.stands]
    assert {found.series[change.series].design for change in standing} == {"bitmask"}
    assert {found.series[change.series].transfer for change in standing} == {"paired"}
    assert {found.events[change.event].commit for change in standing} == {WORSE_FROM}
    assert found.verdict.state == "worse"
    assert "got worse on 1 machine. Newest: bitmask in " in found.verdict.line


def test_an_answer_that_cannot_be_made_is_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bench.json").write_bytes(BENCH.read_bytes())
    monkeypatch.setitem(sys.modules, "retprobe._core", None)  # as if it were not installed
    monkeypatch.delattr(retprobe, "_core", raising=False)
    found = reading.read(tmp_path)
    assert found.answer is None
    assert found.notes == (
        "The answer of the newest run is left out: "
        "decisions and goals need the extension: import of retprobe._core halted; None in "
        "sys.modules; pip install . builds it",
    )


def test_figures_voids_designs_and_contexts_are_those_of_the_file(
    from_files: History,
) -> None:
    found = from_files
    whole = json.loads(BENCH.read_text(encoding="utf-8"))
    machine = found.machines[0]
    [series] = [
        number
        for number, one in enumerate(found.series)
        if str(one) == "leaf/call_through/-/scalar/1 bytes_per_frame"
    ]  # fmt: skip
    [row] = [r for r in whole["benchmarks"] if r["name"] == "leaf/call_through/-/scalar/1_median"]
    assert (machine.figures[series, :, 0] == np.float32(row["bytes_per_frame"])).all()
    void = next(r for r in whole["benchmarks"] if "void" in r)
    assert {
        one.reason for one in machine.voids if found.series[one.series].workload == void["workload"]
    } >= {void["void"]}
    listed = [
        name for name in whole["context"]["designs"] if any(m.design == name for m in found.series)
    ]
    assert [name for name, _ in found.designs][: len(listed)] == listed
    assert dict(found.designs)["call_through"] is True
    assert len(found.contexts) == 1, "what differs is the date and the commit only"
    assert found.contexts[0]["cpu"] == whole["context"]["cpu"]


def test_a_series_is_lost_after_three_void_runs(tmp_path: Path) -> None:
    whole = json.loads(BENCH.read_text(encoding="utf-8"))
    name = "leaf/bitmask/paired/scalar/1"
    for number in range(8):
        context = {
            **whole["context"],
            "date": f"2026-03-{number + 1:02d}T10:00:00+00:00",
            "commit": f"{number:040x}",
        }
        for machine, void_from in (("lost", 5), ("blinked", 7)):
            rows = [
                _void(row) if number >= void_from and row["run_name"] == name else row
                for row in whole["benchmarks"]
            ]
            file = tmp_path / f"{number}-{machine}.json"
            file.write_text(
                json.dumps({"context": {**context, "machine": machine}, "benchmarks": rows}),
                encoding="utf-8",
            )
    found = reading.read(tmp_path)
    assert [
        (
            found.machines[one.machine].name.split(", ")[-1],
            str(found.series[one.series]),
            found.commits[one.commit].name,
            one.reason,
        )
        for one in found.lost
    ] == [("lost", f"{name} added_ns", f"{5:040x}", "missed 4 calls")]


def _void(row: dict[str, Any]) -> dict[str, Any]:
    kept = ("run_name", "workload", "design", "transfer", "registers", "tracers")
    missed = {
        "error_occurred": True,
        "error_message": "missed 4 calls",
        "void": "missed 4 calls",
        "missed": 4,
    }
    return {
        "name": row["run_name"],
        "run_type": "iteration",
        **{field: row[field] for field in kept},
        **missed,
    }


def test_a_store_shows_the_same_as_its_files(
    from_files: History, results: Path, repository: Path, tmp_path: Path
) -> None:
    runs, _, _ = read_runs([results])
    add(tmp_path / "store", runs)
    add_commits(tmp_path / "store", repository)
    of_files = from_files
    from_store = reading.read(tmp_path / "store")
    assert from_store.changes == of_files.changes
    assert from_store.series == of_files.series
    assert from_store.commits == of_files.commits
    np.testing.assert_array_equal(from_store.machines[0].figures, of_files.machines[0].figures)


def test_the_results_of_the_checkout_make_a_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "site"
    assert command.main([str(ROOT / "results"), "--out", str(out)]) == 0
    told = capsys.readouterr()
    first, *_, last = told.out.splitlines()
    assert "Too early to say" in first and last == str(out / "index.html")
    page = (out / "index.html").read_text(encoding="utf-8")
    for text in (told.out, told.err, page):
        assert "schema.json" not in text
    notes = [line.removeprefix("retprobe: ") for line in told.err.splitlines()]
    passed_over = r"/reference/cost/.*: has Costs, which .*: passed over, and \d+ more$"
    assert re.search(passed_over, notes[0])
    assert all(f'<p class="note">{note}</p>' in page for note in notes)


def test_json_of_something_else_is_counted_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text('{"mine": 1}', encoding="utf-8")
    assert command.main([str(tmp_path), "--out", str(tmp_path / "site")]) == 2
    assert "has no *.json in it that is a result of bench or of kernel" in capsys.readouterr().err
    (tmp_path / "one.json").write_bytes(BENCH.read_bytes())
    assert command.main([str(tmp_path), "--out", str(tmp_path / "site")]) == 0
    told = capsys.readouterr()
    assert "2 files are JSON, but no result: passed over, a.json first\n" in told.err
    assert told.out.startswith("Too early to say: 1 run of a machine at most, and it takes 10")


def test_one_damaged_file_among_good_ones_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = BENCH.read_text(encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/good.json").write_text(text, encoding="utf-8")
    (tmp_path / "in/cut.json").write_text(text[: len(text) // 2], encoding="utf-8")
    assert command.main([str(tmp_path / "in"), "--out", str(tmp_path / "site")]) == 2
    error = capsys.readouterr().err
    assert "cut.json" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "site").exists()
