"""The store: what is added is what is read, a result added twice counts once, and a wrong file
changes nothing."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from false_alarms import main as false_alarms
from report_files import BENCH, COST, GOALS_OF_ZEN_3
from synthetic import Planted, Synthetic
from synthetic import main as synthetic

import retprobe
from retprobe.dashboard.reading import read
from retprobe.history import CELL, SERIES, History
from retprobe.history.changes import Change, Changes, Event, find_changes
from retprobe.history.command import main, sentence
from retprobe.history.detect import Options
from retprobe.history.store import add, add_commits, partition, read_runs, run_of
from retprobe.history.verdict import verdict_of
from retprobe.listing import Named
from retprobe.machine import machine_names, method_of
from retprobe.results import ResultError, Results

RESULTS = Path(__file__).resolve().parents[2] / "results"

Make = Callable[..., Results]


@pytest.fixture
def make() -> Make:
    """A small result: make(commit="…", date="…", machine="…", factor=1.0, void=False)."""
    base = Results.load(BENCH).select(
        workload="leaf", design=["c*", "unprobed"], tracers=[0, 1], registers=["scalar", "-"]
    )

    def made(*, factor: float = 1.0, void: bool = False, **context: Any) -> Results:
        rows = json.loads(json.dumps(base.rows))
        for row in rows:
            if "added_ns" in row:
                for name in ("added_ns", "added_ns_low", "added_ns_high"):
                    row[name] *= factor
        if void:
            cell = {name: rows[-1][name] for name in ("run_name", *CELL[:-1])}
            rows[-1] = {
                **cell,
                "name": cell["run_name"],
                "run_type": "iteration",
                "void": "missed 3 calls",
            }
        return Results({**base.context, **context}, tuple(rows))

    return made


def commit(number: int) -> str:
    return f"{number:040x}"


def fill(store: Path, make: Make, *many: dict[str, Any]) -> None:
    add(store, [run_of(make(**each), f"{number}.json") for number, each in enumerate(many)])


def day(number: int) -> str:
    return f"2026-03-{number:02}T10:00:00+00:00"


def test_the_history_is_there_after_importing_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(retprobe, "history")  # importing its modules set this attribute
    assert retprobe.history.History is History and "history" in dir(retprobe)


def test_what_is_added_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    for file in (BENCH, GOALS_OF_ZEN_3, COST):
        shutil.copy(file, tmp_path / "in")
    runs, _, passed_over = read_runs([tmp_path / "in"])
    assert len(runs) == 2 and len(passed_over) == 1 and "passed over" in passed_over[0]
    assert add(tmp_path / "store", runs) == 2
    assert main(["add", str(tmp_path / "store"), str(BENCH)]) == 0
    assert ": 0 runs added, 1 was there already" in capsys.readouterr().out
    history = History(tmp_path / "store")
    told = history.runs()
    # Both hosts are called vm.
    assert list(told["host"]) == ["vm", "vm"] and len(history.machines()) == 2
    assert list(told["points"]) == [
        run.points["void"].null_count for run in sorted(runs, key=lambda run: run.time)
    ]
    assert (told["passed"] > 0).all() and (told["failed"] == 0).all()
    real = Results.load(GOALS_OF_ZEN_3).select(run_name="leaf/bitmask/paired/scalar/1").rows[0]
    context = Results.load(GOALS_OF_ZEN_3).context
    (machine,) = machine_names([("vm", context)])
    line = (machine, method_of(context))
    assert line in history.lines() and len(history.lines()) == 2
    cell = (*line, "leaf", "bitmask", "paired", "scalar", 1, "added_ns")
    key: dict[str, str | int] = dict(zip(SERIES, cell, strict=True))
    series = history.series(**key)
    at = series["commit"].tolist().index(Results.load(GOALS_OF_ZEN_3).context["commit"])
    assert series["value"].tolist()[at] == real["added_ns"]
    assert (
        series["low"].tolist()[at] == real["added_ns_low"] and series["processes"].tolist()[at] == 9
    )
    figures = history.metrics(metric="figures.*")
    assert len(figures) and figures["value"].notna().all()
    bench = Results.load(BENCH).context
    measured = told.set_index("commit")["run"]
    del bench["verification"]["candidates"]
    assert history.context(str(measured[bench["commit"]])) == bench
    compared = history.compare(
        measured[bench["commit"]], measured[Results.load(GOALS_OF_ZEN_3).context["commit"]]
    )
    row = compared[
        (compared["workload"] == "leaf")
        & (compared["design"] == "bitmask")
        & (compared["metric"] == "added_ns")
    ]
    row = row[
        (row["transfer"] == "paired") & (row["tracers"] == 1) & (row["registers"] == "scalar")
    ]
    assert row["new"].tolist() == [real["added_ns"]]
    assert compared["base"].isna().any() and compared["new"].isna().any()


def test_layout_is_hive(tmp_path: Path, make: Make) -> None:
    store = tmp_path / "store"
    fill(store, make, {"machine": "a b/../c=d", "date": "2026-03-01T23:30:00-02:00"})
    files = sorted(str(path.relative_to(store).parent) for path in store.rglob("*.parquet"))
    where = "date=2026-03-02/machine=a%20b%2F..%2Fc%3Dd"
    assert files == [f"points/{where}", f"runs/{where}"]
    history = History(store)
    assert [name.split(", ")[-1] for name in history.machines()] == ["a b/../c=d"]
    assert str(history.runs()["date"][0])[:10] == "2026-03-02"
    assert partition(pd.Timestamp("2026-01-02", tz="UTC"), "vm") == "date=2026-01-02/machine=vm"


def counted(store: Path) -> dict[str, int]:
    """The number of points of each run that counts."""
    rows = History(store).connection.execute(
        "SELECT run, count(*) FROM points JOIN runs USING (run) GROUP BY run"
    )
    return dict(rows.fetchall())


def test_a_day_of_a_machine_is_one_file(tmp_path: Path, make: Make) -> None:
    store = tmp_path / "store"
    dates = [f"2026-03-01T{hour:02}:00:00Z" for hour in range(6)]
    runs = [run_of(make(commit=commit(n), date=date), f"{n}.json") for n, date in enumerate(dates)]
    assert [add(store, runs[:2]), add(store, runs[1:4]), add(store, runs), add(store, [])] == [
        2,
        2,
        2,
        0,
    ]
    where = "date=2026-03-01/machine=vm/all.parquet"
    assert sorted(str(file.relative_to(store)) for file in store.rglob("*.parquet")) == [
        f"points/{where}",
        f"runs/{where}",
    ]
    assert counted(store) == {run.name: len(run.points) for run in runs}
    (store / "runs" / where).write_text("nonsense")
    with pytest.raises(ResultError, match=r"all\.parquet: cannot be read: .*; move it away"):
        add(store, [run_of(make(date=dates[0], commit=commit(9)), "9.json")])


def test_a_run_with_a_file_of_its_own_is_there_already(tmp_path: Path, make: Make) -> None:
    """The first stores were written with one file for each run."""
    store, run = tmp_path / "store", run_of(make(), "one.json")
    add(store, [run])
    for file in store.rglob("all.parquet"):
        file.rename(file.with_name(f"{run.name}.parquet"))
    other = run_of(make(commit=commit(1)), "other.json")
    assert add(store, [run, other]) == 1
    assert counted(store) == {one.name: len(one.points) for one in (run, other)}


# Ends the process without a message when the next file is to be moved to its place. The first
# argument is the number of files that are moved before that.
DYING = """
import os, pathlib, sys
from retprobe.history.command import main
left, replace = int(sys.argv[1]), pathlib.Path.replace
def replaced(part, target):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    return replace(part, target)
pathlib.Path.replace = replaced
sys.exit(main(["add", *sys.argv[2:]]))
"""


@pytest.mark.parametrize("after", [0, 1])
def test_killed_half_way(after: int, tmp_path: Path, make: Make) -> None:
    store, file = tmp_path / "store", tmp_path / "next.json"
    dates = [f"2026-03-01T{hour:02}:00:00Z" for hour in range(3)]
    runs = [run_of(make(commit=commit(n), date=date), f"{n}.json") for n, date in enumerate(dates)]
    add(store, runs[:2])
    make(commit=commit(2), date=dates[2]).save(file)
    killed = subprocess.run(
        [sys.executable, "-c", DYING, str(after), str(store), str(file)], timeout=500
    )
    assert killed.returncode == 9
    points = {run.name: len(run.points) for run in runs}
    assert counted(store) == {run.name: points[run.name] for run in runs[:2]}
    assert add(store, runs) == 1
    assert counted(store) == points
    assert not list(store.rglob("*.part"))


def test_many_add_at_once(tmp_path: Path, make: Make) -> None:
    store, expected, adding = tmp_path / "store", {}, []
    for process in range(3):
        folder = tmp_path / f"results{process}"
        folder.mkdir()
        for n in range(4):
            result = make(commit=commit(n), date=f"2026-03-01T{n:02}:{process:02}:00Z")
            result.save(folder / f"{n}.json")
            run = run_of(result, str(folder / f"{n}.json"))
            expected[run.name] = len(run.points)
    # Each process adds file by file, so that the processes take many turns.
    program = (
        "import sys; from retprobe.history.command import main; [main(['add', sys.argv[1], f]) for "
        "f in sys.argv[2:]]"
    )
    for process in range(3):
        files = map(str, sorted((tmp_path / f"results{process}").iterdir()))
        adding.append(subprocess.Popen([sys.executable, "-c", program, str(store), *files]))
    assert [process.wait(timeout=500) for process in adding] == [0] * 3
    assert counted(store) == expected


def test_order_is_that_of_commits(tmp_path: Path, make: Make) -> None:
    """Commit 1 is measured again on day 5, and on another machine before that. It stays the
    first."""
    store = tmp_path / "store"
    fill(
        store,
        make,
        {"commit": commit(1), "date": day(1), "machine": "one"},
        {"commit": commit(2), "date": day(2), "machine": "one"},
        {"commit": commit(1), "date": day(5), "machine": "one"},
        {"commit": commit(2), "date": day(4), "machine": "two"},
    )
    history = History(store)
    assert history.commits()["commit"].tolist() == [commit(1), commit(2)]
    (line,) = (line for line in history.lines() if line[0].endswith(", one"))
    matrix = history.matrix(*line)
    assert matrix.runs["commit"].tolist() == [commit(1), commit(1), commit(2)]
    assert matrix.values.shape == (len(matrix.series), 3) and np.isfinite(matrix.values).all()
    assert len(history.metrics(machine="*two")) == len(matrix.series)


RAPIDS = {"cpu": "Intel(R) Xeon(R) Processor", "cpu_id": "GenuineIntel family 6 model 207"}
ZEN_4 = {"cpu": "AMD EPYC", "cpu_id": "AuthenticAMD family 25 model 17 stepping 1"}
ZEN_5 = {"cpu": "AMD EPYC", "cpu_id": "AuthenticAMD family 26 model 2 stepping 1"}


def test_three_processors_that_are_called_vm_are_three_machines(tmp_path: Path, make: Make) -> None:
    store = tmp_path / "store"
    machines = (RAPIDS, ZEN_4, ZEN_5, {**ZEN_5, "kernel": "Linux 6.19"})
    many = [
        {"commit": commit(day_of), "date": day(day_of), "factor": 10.0**number, **machine}
        for number, machine in enumerate(machines)
        for day_of in (1, 2)
    ]
    # The host's runs of one day are in one file of the store, those of all four machines.
    fill(store, make, *many)
    assert len(list(store.glob("runs/*/*/*.parquet"))) == 2
    history = History(store)
    names = history.machines()
    assert len(names) == 4 and len(set(history.runs()["host"])) == 1
    assert sum("family 26 model 2" in name for name in names) == 2
    assert sum(name.endswith(", vm, Linux 6.19") for name in names) == 1
    for line in history.lines():
        matrix = history.matrix(*line)
        assert matrix.values.shape[1] == 2
        np.testing.assert_array_equal(matrix.values[:, 0], matrix.values[:, 1])
    cells = history.metrics(workload="leaf", design="none", metric="added_ns")
    assert (cells["points"] == 2).all() and len(cells) % 4 == 0
    shown = read(store)
    assert [machine.name for machine in shown.machines] == names
    assert all(len(machine.runs) == 2 for machine in shown.machines)


def test_order_is_that_of_the_repository(tmp_path: Path, make: Make) -> None:
    repository = tmp_path / "repository"
    made = []
    for number in (1, 2):
        date = f"2026-01-0{number}T00:00:00Z"
        who = {"NAME": "A", "EMAIL": "a@b", "DATE": date}
        names = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in who.items()
        }
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), **names}
        if number == 1:
            subprocess.run(["git", "init", "-q", str(repository)], check=True, env=environment)
        command = [
            "git",
            "-C",
            str(repository),
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            f"Change {number}",
        ]
        subprocess.run(command, check=True, env=environment)
        head = subprocess.run(
            ["git", "-C", str(repository), "rev-parse", "HEAD"],
            check=True,
            capture_output=True,
            text=True,
        )
        made.append(head.stdout.strip())
    files = tmp_path / "files"
    files.mkdir()
    make(commit=made[1], date=day(1)).save(files / "newer.json")
    make(commit=made[0], date=day(2)).save(files / "older.json")
    assert main(["add", str(tmp_path / "store"), str(files), "--repository", str(repository)]) == 0
    commits = History(tmp_path / "store").commits()
    assert commits["commit"].tolist() == made and commits["subject"].tolist() == [
        "Change 1",
        "Change 2",
    ]


def test_lost_values(tmp_path: Path, make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "store"
    days = [{"commit": commit(n), "date": day(n)} for n in (1, 2, 3, 4)]
    fill(store, make, days[0], *({**each, "void": True} for each in days[1:]))
    history = History(store)
    lost = history.lost()
    assert len(lost) == 1 and lost["void"].tolist() == ["missed 3 calls"]
    assert (lost["last_commit"][0], lost["first_commit"][0]) == (commit(1), commit(2))
    assert history.voids()["place"].tolist() == [1, 2, 3]
    assert history.lost(runs=4).empty
    latest = history.metrics(design=["c*", "none"])
    assert (
        latest["void"].notna().sum() == 1
        and latest.loc[latest["void"].notna(), "value"].isna().all()
    )
    assert history.metrics(design=[]).empty
    assert main(["changes", str(store)]) == 1
    assert capsys.readouterr().out.startswith(
        "1 series lost its figure. Too early to say: 4 runs of a machine at most"
    )


def test_a_synthetic_store_is_what_the_model_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    plant = "commit=40,percent=6,design=counted_shadow"
    assert (
        synthetic(
            [str(store), "--commits", "60", "--machines", "2", "--metrics", "50", "--plant", plant]
        )
        == 0
    )
    model = Synthetic(60, 2, 50, 1, [Planted(40, 6.0, {"design": "counted_shadow"})])
    assert model.commit(40) in capsys.readouterr().out
    history = History(store)
    matrix, wanted = history.matrix(*history.lines()[1]), model.matrix(1)
    order = wanted.series.sort_values(list(CELL)).index
    pd.testing.assert_frame_equal(
        matrix.series, wanted.series.loc[order].reset_index(drop=True), check_dtype=False
    )
    for name in ("values", "low", "high"):
        np.testing.assert_array_equal(getattr(matrix, name), getattr(wanted, name)[order])
    assert matrix.runs["run"].tolist() == wanted.runs["run"].tolist()
    assert int(history.runs()["voids"].sum()) == sum(
        int(np.isnan(model.matrix(m).values).sum()) for m in (0, 1)
    )
    event = next(event for event in find_changes(history).events if event.kind == "worse")
    assert event.commit == model.commit(40)
    assert main(["changes", str(store), "--series"]) == 1
    said = capsys.readouterr().out
    assert "got worse on 2 machines. Newest: counted_shadow in" in said.splitlines()[0]
    assert model.commit(40)[:12] in said and "/counted_shadow/" in said
    assert synthetic([str(store)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_a_machine_more_leaves_the_others(tmp_path: Path) -> None:
    one, two = Synthetic(30, 1, 40, 5), Synthetic(30, 2, 40, 5)
    np.testing.assert_array_equal(one.values(0), two.values(0))
    assert not np.array_equal(two.values(0), two.values(1))
    assert not np.array_equal(Synthetic(30, 1, 40, 6).values(0), one.values(0))


@pytest.mark.parametrize("percent", [0.0, 8.0])
def test_dashboard_and_command_line_say_the_same(
    percent: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    Synthetic(40, 2, 40, 1, [Planted(20, percent, {"design": "bitmask"})] if percent else []).write(
        store
    )
    status = main(["changes", str(store)])
    said = capsys.readouterr().out.splitlines()[0]
    assert said == read(store).verdict.line and status == int(percent > 0)


def event(position: int, everything: bool = False) -> Event:
    machines = ("one", "two")
    return Event(
        kind="worse", commit=commit(position), position=position, previous="", candidates=(),
        percent=12.5, series=1, everything=everything, statistic=9.0, stands=True,
        machines=machines, lines=(), workloads=(), designs=(), metrics=(),
    )  # fmt: skip


def test_two_commits_are_one_and_the_other() -> None:
    one = replace(event(40), candidates=(commit(39), commit(40)))
    assert f"(or the other, {commit(39)[:12]} … {commit(40)[:12]})" in sentence(one)


def worse(of: int, design: str = "bitmask", percent: float = 3.0, **fields: Any) -> Change:
    """A change of the event of this index."""
    cell = {"workload": "leaf", "design": design, "transfer": "paired", "registers": "scalar"}
    return Change(**{
        "machine": "one", "method": "", **cell, "tracers": 1, "metric": "added_ns",
        "kind": "worse", "run": "", "place": 0, "earliest": 0, "latest": 0, "before": 0.0,
        "after": 32.0, "percent": percent, "statistic": 9.0, "stands": True, "event": of, **fields,
    })  # fmt: skip


@pytest.mark.parametrize(
    ("events", "changes", "lost", "state", "line"),
    [
        ([], [], 0, "fine", "Nothing is worse than it was."),
        ([], [], 1, "worse", "1 series lost its figure."),
        (
            [event(40), event(20)],
            [worse(1, "none"), worse(0), worse(0, "chain", 9.0, machine="two")],
            1,
            "worse",
            "3 series got worse on 2 machines. Newest: bitmask, chain in leaf, +6.0 % (median), by "
            f"commit {commit(40)[:10]}. 1 series lost its figure.",
        ),
        (
            [event(40)],
            [worse(0, stands=False), worse(0, kind="better")],
            0,
            "fine",
            "Nothing is worse than it was. 1 change for the worse was taken back.",
        ),
        (
            [event(30, everything=True), event(20)],
            [worse(0), worse(0, "chain"), worse(1)],
            0,
            "worse",
            f"All times got worse on 2 machines. Newest: +12.5 %, by commit {commit(30)[:10]}. "
            "1 series did by itself, too.",
        ),
        (
            [event(40)],
            [worse(0, percent=np.inf)],
            0,
            "worse",
            f"1 series got worse on 1 machine. Newest: bitmask in leaf, +32, by commit "
            f"{commit(40)[:10]}.",
        ),
    ],
)
def test_the_one_line(
    events: list[Event], changes: list[Change], lost: int, state: str, line: str
) -> None:
    found = Changes(tuple(changes), tuple(events), 9, 0.05, Options())
    told = verdict_of(found, lost, {"one": ["quick"] * 10})
    assert (told.state, told.line) == (state, line)


def test_too_early_to_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nine runs are too few to say that all is fine; ten are enough."""
    for runs, state in ((9, "unknown"), (10, "fine")):
        store = tmp_path / str(runs)
        Synthetic(runs, 2, 40).write(store)
        assert main(["changes", str(store)]) == 0
        early = (
            f"Too early to say: {runs} runs of a machine at most, and it takes 10 to tell a change "
            "from noise."
        )
        said = capsys.readouterr().out.splitlines()[0]
        assert said == (early if state == "unknown" else "Nothing is worse than it was.")
        assert said == read(store).verdict.line
        assert main(["changes", str(store), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["verdict"] == {"state": state, "line": said}


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        (main, ["changes", "x", "--false-alarms", "7"], "'7' is no number above 0 and below 1"),
        (main, ["changes", "x", "--false-alarms", "nan"], "'nan' is no number above 0 and below 1"),
        (main, ["changes", "x", "--least-percent", "-5"], "'-5' is no number of 0 or more"),
        (false_alarms, ["--degrees", "2"], "'2' is no number above 2"),
        (false_alarms, ["--slow", "1"], "'1' is no number of 0 or more and below 1"),
        (false_alarms, ["--own-correlation", "1"], "'1' is no number of 0 or more and below 1"),
    ],
)
def test_numbers_that_make_no_sense(
    command: Callable[[list[str]], int],
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(arguments)
    error = capsys.readouterr().err
    assert said in error and arguments[-2] in error and error.count("\n") == 1


def test_wrong_input_changes_nothing(
    tmp_path: Path, make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    store, files = tmp_path / "store", tmp_path / "files"
    files.mkdir()
    make().save(files / "good.json")
    (files / "z.json").write_text(BENCH.read_text()[:5000])
    assert main(["add", str(store), str(files)]) == 2
    error = capsys.readouterr().err
    assert "z.json: is cut off" in error and error.count("\n") == 1
    assert not store.exists()
    for command in (["runs", str(store)], ["changes", str(files)]):
        assert main(command) == 2
        assert "is no store of results" in capsys.readouterr().err
    large = make()
    large.rows[-1]["tracers"] = 2**40
    large.save(files / "z.json", overwrite=True)
    assert main(["add", str(store), str(files)]) == 2
    assert "z.json: has a number that is too large for a store" in capsys.readouterr().err
    assert not store.exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(ResultError, match=r"has no \*\.json in it"):
        read_runs([tmp_path / "empty"])
    with pytest.raises(ResultError, match="is part 1 of 4"):
        run_of(make(shard={"index": 1, "count": 4}), "here")
    with pytest.raises(ResultError, match="no date"):
        run_of(make(date="yesterday"), "here")
    assert main(["add", str(store), str(files / "good.json"), "--repository", str(files)]) == 2
    assert "its commits cannot be read" in capsys.readouterr().err
    subprocess.run(["git", "init", "-q", files], check=True)
    with pytest.raises(ResultError, match=r"good\.json/\.lock: cannot be locked"):
        add_commits(files / "good.json", files)


def test_a_folder_may_have_other_json_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder is the checkout's results/, which has the schema and costs beside the results."""
    benches = [
        path for path in RESULTS.rglob("*.json") if "benchmarks" in json.loads(path.read_text())
    ]
    assert main(["add", str(tmp_path / "store"), str(RESULTS)]) == 0
    told = capsys.readouterr()
    assert f": {len(benches)} runs added" in told.out
    # What is no result at all (the evidence, for example) is only counted.
    said = [line.partition(": has ")[2] for line in told.err.splitlines() if ": has " in line]
    assert set(said) == {
        f"{kind}: passed over"
        for kind in (
            *(f"{name}, which name no commit" for name in ("Costs", "Prices", "TracerVerdicts")),
            *(f"Program{name}, which is of another program" for name in ("Comparison", "Run")),
        )
    }
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("[]")
    assert read_runs([tmp_path]) == (
        [],
        [],
        [f"{tmp_path}: 2 files are JSON, but no result: passed over, a.json first"],
    )
    assert main(["add", str(tmp_path / "store"), str(RESULTS / "schema.json")]) == 2
    assert "schema.json: is JSON, but no result" in capsys.readouterr().err


def test_a_number_of_a_table_selects_series(tmp_path: Path, make: Make) -> None:
    fill(tmp_path / "store", make, {})
    history = History(tmp_path / "store")
    one = history.metrics(tracers=1)
    number = one["tracers"].unique()[0]
    assert not isinstance(number, int) and history.metrics(tracers=number).equals(one)
    assert history.metrics(design=Named("counted_shadow")).equals(
        history.metrics(design="counted_shadow")
    )


def test_damaged_stores_are_told(tmp_path: Path, make: Make) -> None:
    store = tmp_path / "store"
    fill(store, make, {})
    history = History(store)
    asks: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: history.series(machine="vm"), "a series is named by machine"),
        (
            lambda: history.series(**dict.fromkeys(SERIES[:6], "x"), tracers=1, metric="x"),
            "has no series x/x",
        ),
        (lambda: history.run("nobody"), "has no run nobody"),
    )
    for ask, said in asks:
        with pytest.raises(ResultError, match=said):
            ask()
    with pytest.raises(TypeError, match="a series has no 'colour'"):
        history.metrics(colour="red")
    next(iter((store / "points").rglob("*.parquet"))).write_text("nonsense")
    with pytest.raises(ResultError, match="cannot be read"):
        History(store).metrics()
    odd = tmp_path / "a[b]"
    with pytest.raises(ResultError, match="rename it"):
        fill(odd, make, {})
    assert not odd.exists()
    store.rename(odd)
    with pytest.raises(ResultError, match="rename it"):
        History(odd)


def test_one_damaged_file_of_a_store_is_told(
    tmp_path: Path, make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    fill(store, make, {"date": day(1)}, {"date": day(2)})
    file = sorted((store / "points").rglob("*.parquet"))[-1]
    whole = file.read_bytes()
    for damaged in (
        whole[:-4] + b"NULL",
        b"PAR1" + bytes(len(whole) // 2) + whole[len(whole) // 2 :],
    ):
        file.write_bytes(damaged)
        assert main(["changes", str(store)]) == 2
        error = capsys.readouterr().err
        assert "store: cannot be read: " in error and error.count("\n") == 1


def test_what_was_measured_in_another_way_is_another_series(
    tmp_path: Path, make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the 13th run on everything is a tenth slower. Where those runs were measured in another
    way, they are another series, and nothing is worse. A new minor version of the compiler is not
    another way."""
    store, noise = tmp_path / "store", np.random.default_rng(1).normal(1, 0.01, 24)
    noise[12:] *= 1.1

    def told(runs: range, **after: Any) -> tuple[int, str, dict[str, Any]]:
        shutil.rmtree(store, ignore_errors=True)
        many = [{"commit": commit(n), "date": day(n + 1), "factor": noise[n]} for n in runs]
        fill(
            store,
            make,
            *(each if n < 12 else {**each, **after} for n, each in zip(runs, many, strict=True)),
        )
        status = main(["changes", str(store)])
        said = capsys.readouterr().out
        assert said.splitlines()[0] == read(store).verdict.line
        assert main(["changes", str(store), "--json"]) == status
        return status, said, json.loads(capsys.readouterr().out)

    status, said, document = told(range(24), compiler="gcc 12.9.0")
    (machine,) = History(store).machines()
    assert status == 1 and "method" not in said and len(document["methods"]) == 1
    assert document["series"] > 0 and {event["position"] for event in document["events"]} == {12}
    for after, word in (
        ({"compiler": "gcc 13.2.0"}, "gcc 13"),
        ({"quick": True}, "quick"),
    ):
        status, said, document = told(range(24), **after)
        assert status == 0 and document["events"] == []
        assert [(each["runs"], each["first_commit"]) for each in document["methods"]] == [
            (12, commit(0)),
            (12, commit(12)),
        ]
        assert (
            word in document["methods"][1]["method"]
            and word not in document["methods"][0]["method"]
        )
        assert (
            f"method  {machine}: 12 runs by {document['methods'][1]['method']}, {commit(12)[:12]} …"
            in said
        )
    early = f"Too early to say of the newest runs of {machine}: measured in another way."
    assert early not in said and early in told(range(15), quick=True)[1]
    assert told(range(6, 18), quick=True)[1].startswith(
        "Too early to say: 6 runs of a machine at most, measured in one"
    )


def test_changes_are_found_in_each_way_of_measuring(tmp_path: Path, make: Make) -> None:
    """Every second run is a quick one, and quick runs are slower. The regression's place is counted
    among the runs of one method."""
    noise = np.random.default_rng(1).normal(1, 0.01, 80)
    noise[50:] *= 1.08
    many: list[dict[str, Any]] = [
        {
            "commit": commit(n),
            "date": f"2026-0{n // 28 + 1}-{n % 28 + 1:02}T10:00:00Z",
            "factor": float(noise[n]),
        }
        for n in range(80)
    ]
    slower = [{**each, "factor": each["factor"] * 1.3, "quick": True} for each in many[1::2]]
    fill(tmp_path / "store", make, *many[::2], *slower)
    found = find_changes(History(tmp_path / "store"))
    assert [(event.kind, event.position) for event in found.events] == [("worse", 50)]
    assert {change.place for change in found.changes} == {25}
    assert len({change.method for change in found.changes}) == 2


@pytest.mark.parametrize(("before", "after"), [(0.0, 1.0), (1.0, 0.0)])
def test_a_step_from_zero_has_no_percentage(
    before: float, after: float, tmp_path: Path, make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    """A step to zero is one of -100 %, wherever in the series it is."""
    store = tmp_path / "store"
    fill(
        store,
        make,
        *(
            {"commit": commit(n), "date": day(n + 1), "factor": before if n < 17 else after}
            for n in range(24)
        ),
    )
    main(["changes", str(store), "--json"])
    told = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    percent = None if before == 0 else -100.0
    assert {one["percent"] for one in told["events"] + told["changes"]} == {percent}
    shown = read(store).changes
    assert shown and all(change.alone == pytest.approx(change.after) for change in shown)
    main(["changes", str(store), "--series"])
    lines = capsys.readouterr().out.splitlines()[2:]
    word = "from 0" if before == 0 else "-100.0 %"
    assert lines and all(word in line for line in lines if line)


@pytest.mark.parametrize(
    ("moved", "kind"),
    [
        ("clock_", "machine"),
        ("unprobed_call_", "machine"),
        ("six_syncs_", "machine"),
        ("bare_", "machine"),
        ("first_bare_", "machine"),
        ("attach_detach_", "worse"),
    ],
)
def test_what_experiments_measure_for_comparison_is_the_machines(
    moved: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """These figures are in the rows of each design. No commit makes the machine's clock slower."""
    experiments = Results.load(GOALS_OF_ZEN_3).select(
        workload=["latency", "attach_one", "attach_40000"], design=["bitmask", "counted_shadow"]
    )
    random, runs = np.random.default_rng(1), []
    for number in range(24):
        rows = json.loads(json.dumps(experiments.rows))
        for row in rows:
            for name, figure in row.get("figures", {}).items():
                slower = 1.15 if number >= 12 and name.startswith(moved) else 1.0
                figure["median"] *= slower * random.normal(1, 0.01)
        context = {"commit": commit(number), "date": day(number + 1)}
        made = Results({**experiments.context, **context}, tuple(rows))
        runs.append(run_of(made, f"{number}.json"))
    store = tmp_path / "store"
    add(store, runs)
    found = find_changes(History(store))
    assert found.changes and {change.kind for change in found.changes} == {kind}
    assert all(change.metric.startswith(f"figures.{moved}") for change in found.changes)
    worse = kind == "worse"
    assert main(["changes", str(store)]) == int(worse)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == read(store).verdict.line and ("got worse" in said[0]) == worse
    assert said[2].startswith(kind) and " series of " in said[2]
