"""A sweep whose parts run on the workers of an executor: Dask's, in processes of their own, and a
process pool.

The workers' command line is a script that starts the real one, and interferes where a test says so
with a file in its folder: it kills the worker, or changes what the part says of its machine.
"""

import shlex
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import wraps
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import Client, LocalCluster
from test_merge import WORKLOADS, split

from retprobe import Error, Results, Verdicts, sweep, verify
from retprobe.suite import subcommands
from retprobe.suite.command_line import command_line

BENCH: dict[str, Any] = {
    "designs": ["call_through", "none"],
    "workloads": ["leaf", "fib", "latency"],
    "tracers": 1,
    "registers": "scalar",
    "processes": 1,
    "min_time": 0.0001,
    "verify": False,
}
VERIFY: dict[str, Any] = {
    "scenarios": "order_n*",
    "designs": "call_through",
    "registers": "scalar",
}

# $1 … are the words of `retprobe`. A file "kill-1" is for part 1, and works once; "cpu_id-1" has
# the value that the part's cpu_id gets.
SCRIPT = """#!/bin/bash
cd {folder} || exit 2
part= out= last=
for word in "$@"; do
  case $last in --shard) part=${{word%/*}} ;; --out) out=$word ;; esac
  last=$word
done
echo "$part" >>runs
if rm "kill-$part" 2>/dev/null; then kill -KILL $PPID; exit 1; fi
{retprobe} "$@" || exit
for field in commit cpu_id; do
  [ ! -e "$field-$part" ] ||
    sed -i "s/\\"$field\\": \\"[^\\"]*\\"/\\"$field\\": \\"$(cat "$field-$part")\\"/" "$out"
done
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Executor]]:
    """The folder of the script, and an executor of two workers."""
    try:
        retprobe = command_line()
    except Error as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("workers")
    script = folder / "retprobe"
    script.write_text(
        SCRIPT.format(folder=shlex.quote(str(folder)), retprobe=shlex.quote(str(retprobe)))
    )
    script.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETPROBE_COMMAND", str(script))
        settings = {
            # Dask runs what a dead worker had to do again by itself. Here, the sweep has to.
            "distributed.scheduler.allowed-failures": 0,
            "distributed.comm.timeouts.connect": "600s",
        }
        with (
            dask.config.set(settings),
            LocalCluster(
                n_workers=2,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                local_directory=str(folder / "dask"),
            ) as workers,
            Client(workers, timeout=600) as client,
        ):
            yield folder, client.get_executor()


@pytest.fixture
def workers(cluster: tuple[Path, Executor]) -> tuple[Path, Executor]:
    folder, _ = cluster
    for file in folder.iterdir():
        if file.name != "retprobe" and file.is_file():
            file.unlink()
    return cluster


def runs(folder: Path) -> list[int]:
    """Which part each start of the command line was for, in the order of the parts."""
    return sorted(map(int, (folder / "runs").read_text().split()))


@pytest.mark.slow
def test_a_worker_that_dies_costs_its_part(
    workers: tuple[Path, Executor], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, executor = workers
    (folder / "kill-1").touch()
    found = sweep("bench", tmp_path / "parts", executor=executor, parts=3, **BENCH)
    assert isinstance(found, Results)
    assert {row["workload"] for row in found.rows} == {"leaf", "fib", "latency"}
    assert [part["index"] for part in found.context["merged"]] == [0, 1, 2]
    started = runs(folder)
    assert started.count(1) >= 2 and set(started) == {0, 1, 2}
    told = capsys.readouterr().err.splitlines()
    assert any("part 1 was lost: KilledWorker: " in line for line in told)
    assert "bench in " in told[0] and "(0 of 3 parts are there)" in told[0]
    assert told[-1].endswith("(3 of 3 parts are there)")

    # Taken up again: a part that is there is not run again.
    (folder / "runs").unlink()
    (tmp_path / "parts" / "2-of-3.json").unlink()
    again = sweep("bench", tmp_path / "parts", executor=executor, parts=3, **BENCH)
    assert runs(folder) == [2]
    assert {row["name"] for row in again.rows} == {row["name"] for row in found.rows}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "other"), [("commit", "0" * 40), ("cpu_id", "GenuineIntel family 6 model 207")]
)
def test_a_part_of_another_commit_or_machine(
    workers: tuple[Path, Executor], tmp_path: Path, field: str, other: str
) -> None:
    folder, executor = workers
    parts = tmp_path / "parts"
    sweep_of_two: dict[str, Any] = {"executor": executor, "parts": 2, "progress": False, **BENCH}
    first = sweep("bench", parts, **sweep_of_two)
    (parts / "1-of-2.json").unlink()
    (folder / f"{field}-1").write_text(other)
    with pytest.raises(Error) as caught:
        sweep("bench", parts, **sweep_of_two)
    said = str(caught.value)
    assert said.startswith("part 1 of ") and "\n" not in said
    assert f': {field} is "{other}", and "{first.context[field]}" in ' in said
    assert "0-of-2.json; " in said and "1 of 2 parts are in" in said
    assert not (parts / "1-of-2.json").exists()


def cell(row: dict[str, Any]) -> tuple[str, ...]:
    fields = ("scenario", "design", "transfer", "registers", "tracers", "verdict")
    return tuple(str(row[field]) for field in fields)


@pytest.mark.slow
def test_verdicts(workers: tuple[Path, Executor], tmp_path: Path) -> None:
    folder, executor = workers
    (folder / "kill-0").touch()
    found = sweep(
        "verify", tmp_path / "parts", executor=executor, parts=2, progress=False, **VERIFY
    )
    assert isinstance(found, Verdicts)
    cells = [part["cells"] for part in found.choice["merged"]]
    assert len(cells) == 2 and sum(cells) == len(found.rows) == found.totals["pass"]
    whole = verify(progress=False, **VERIFY)
    assert sorted(map(cell, found.rows)) == sorted(map(cell, whole.rows))
    assert found.totals == whole.totals
    found.save(tmp_path / "whole.json")
    assert Verdicts.load(tmp_path / "whole.json").rows == found.rows


@pytest.mark.slow
def test_what_cannot_be(workers: tuple[Path, Executor], tmp_path: Path) -> None:
    folder, executor = workers
    asked: dict[str, Any] = {"executor": executor, "parts": 2, "progress": False}
    with pytest.raises(Error, match=r"^part \d: .*leef.* \(and 1 more\); 0 of 2 parts are in"):
        sweep("bench", tmp_path / "misspelt", **asked, workloads="leef")
    # Nothing was measured, so the folder is free. The number that is said to be possible is.
    leaf: dict[str, Any] = {**BENCH, "workloads": "leaf"}
    with pytest.raises(Error, match=r"^part \d: .*; use shard i/1 at most \(and 1 more\)"):
        sweep("bench", tmp_path / "misspelt", **asked, **leaf)
    asked["parts"] = 1
    found = sweep("bench", tmp_path / "misspelt", **asked, **leaf)
    assert {row["workload"] for row in found.rows} == {"leaf"}
    with pytest.raises(Error, match=r"sweep\.json: is of another sweep: its options is "):
        sweep("bench", tmp_path / "misspelt", **asked, **{**leaf, "workloads": "fib"})
    with pytest.raises(Error, match="say 2 parts"):
        sweep("verify", tmp_path / "one", **asked)
    asked["parts"] = 2
    (folder / "kill-0").touch()
    with pytest.raises(Error, match=r"^part \d was lost: KilledWorker: .*; it was run 1 times"):
        sweep("verify", tmp_path / "lost", **asked, tries=1, **VERIFY)


@pytest.mark.slow
def test_a_process_pool(
    workers: tuple[Path, Executor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool ends when a process of it dies. Another takes up what is not there."""
    folder, _ = workers
    monkeypatch.setenv("RETPROBE_COMMAND", str(folder / "retprobe"))
    (folder / "kill-1").touch()

    def verdicts() -> Verdicts:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return sweep(
                "verify", tmp_path / "parts", executor=pool, parts=2, progress=False, **VERIFY
            )

    with pytest.raises(Error, match=r"^part 1: the executor has ended: .*; 1 of 2 parts are in"):
        verdicts()
    assert len(verdicts().choice["merged"]) == 2
    assert runs(folder) == [0, 1, 1]


class _Job:
    def __init__(self, run: Callable[[], Any]) -> None:
        self.result = run

    def done(self) -> bool:
        return True

    def cancel(self) -> None:
        pass


class _InTurn:
    """An executor that runs each part when the sweep asks for its result."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _Job:
        return _Job(lambda: function(*arguments))


Played = Callable[[Callable[[int], None]], list[int]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Parts of the reference result in the place of what `bench` would measure. A function is
    called within each part, with its number. Returns the list of parts that were run."""
    parts = [part for _, part in split([[name] for name in WORKLOADS[:2]] + [WORKLOADS[2:]])]

    def play(meanwhile: Callable[[int], None]) -> list[int]:
        ran: list[int] = []

        @wraps(subcommands.bench)
        def bench(*, shard: str, **_: Any) -> Results:
            index = int(shard.partition("/")[0])
            ran.append(index)
            meanwhile(index)
            return parts[index]

        monkeypatch.setattr(subcommands, "bench", bench)
        return ran

    return play


OF_THREE: dict[str, Any] = {"executor": _InTurn(), "parts": 3, "progress": False}


def test_a_part_that_cannot_be_saved_costs_no_other(played: Played, tmp_path: Path) -> None:
    folder = tmp_path / "parts"

    def removed(index: int) -> None:
        """The folder goes while part 1 runs. Until part 2 has run, none can be made."""
        if index == 1:
            shutil.rmtree(folder)
            folder.touch()

    ran = played(removed)
    with pytest.warns(UserWarning, match=r"not all are saved: .*/parts: .* \(and 2 more\)$"):
        found = sweep("bench", folder, **OF_THREE)
    assert ran == [0, 1, 2] and {row["workload"] for row in found.rows} == set(WORKLOADS)

    folder.unlink()

    def back(index: int) -> None:
        removed(index)
        if index == 2:
            folder.unlink()

    ran = played(back)
    sweep("bench", folder, **OF_THREE)
    names = [f"{index}-of-3.json" for index in range(3)]
    assert sorted(path.name for path in folder.iterdir()) == [*names, "sweep.json"]
    sweep("bench", folder, **OF_THREE)
    assert ran == [0, 1, 2]


def test_a_wrong_option_is_said_at_once_and_leaves_the_folder_free(
    played: Played, tmp_path: Path
) -> None:
    folder = tmp_path / "parts"
    wrong: list[Exception] = [Error("min_time is 0"), TypeError("it is no selection")]

    def refused(index: int) -> None:
        raise wrong[index % 2]

    class Wraps(_InTurn):
        """As submitit, it raises an exception of its own."""

        def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _Job:
            def run() -> Any:
                try:
                    return function(*arguments)
                except Exception as error:
                    raise RuntimeError("the job failed") from error

            return _Job(run)

    ran = played(refused)
    for name in ("workload", "shard"):
        with pytest.raises(Error, match=f"^{name}: is no option of a sweep of bench; there are "):
            sweep("bench", folder, **{**OF_THREE, name: "leaf"})
    assert not ran and not folder.exists()
    with pytest.raises(Error, match=r"^part 0: min_time is 0 \(and 2 more\); 0 of 3 parts"):
        sweep("bench", folder, **{**OF_THREE, "executor": Wraps()}, min_time=0)
    assert ran == [0, 1, 2]

    ran = played(lambda index: None)
    sweep("bench", folder, **OF_THREE, min_time=0.1)
    # These say what holds without them, so it is the same sweep.
    sweep("bench", folder, **OF_THREE, min_time=0.1, transfers=None, quick=False)
    assert ran == [0, 1, 2]


def test_a_part_that_the_executor_does_not_take_costs_no_other(
    played: Played, tmp_path: Path
) -> None:
    class Full(_InTurn):
        def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _Job:
            if arguments[2] == "1/3":
                raise RuntimeError("the queue is full")
            return super().submit(function, *arguments)

    played(lambda index: None)
    with pytest.raises(Error, match=r"^part 1: .*: the queue is full; 2 of 3 parts are in"):
        sweep("bench", tmp_path / "parts", **{**OF_THREE, "executor": Full()})


def test_a_plan_that_is_no_plan_is_told(tmp_path: Path) -> None:
    (tmp_path / "sweep.json").write_text("[1]")
    (tmp_path / "0-of-2.json").write_text("{}")
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(Error, match=r"sweep\.json: is of another sweep: its command is None"),
    ):
        sweep("verify", tmp_path, executor=executor, parts=2, progress=False)
