"""The suite as functions: what they return, what they say when used wrongly, and that an interrupt
leaves no process behind."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import retprobe
from retprobe.suite import command_line

OF_ONE_CELL: dict[str, Any] = {
    "designs": "counted_shadow",
    "transfers": "paired",
    "registers": "scalar",
    "tracers": 1,
}
SHORT: dict[str, Any] = {
    "designs": "call_through",
    "workloads": "leaf",
    "registers": "scalar",
    "verify": False,
    "min_time": 0.001,
    "progress": False,
}


def test_designs_workloads_and_scenarios_are_the_librarys() -> None:
    designs = retprobe.designs()
    assert {design.name for design in designs} >= {
        "counted_shadow",
        "bitmask",
        "call_through",
        "none",
    }
    assert all(design.idea and design.proposed_by for design in designs)
    assert next(w for w in retprobe.workloads() if w.name == "fib").probed == ("wl_fib",)
    assert all(scenario.what and scenario.tracers for scenario in retprobe.scenarios())
    assert "paired" in retprobe.transfers() and retprobe.register_sets() == [
        "scalar",
        "vector",
        "full",
    ]
    table = pd.DataFrame(designs)
    assert list(table["name"]) == [design.name for design in designs]


def test_lists_are_tables_with_a_lookup_by_name() -> None:
    designs, workloads, scenarios = retprobe.designs(), retprobe.workloads(), retprobe.scenarios()
    bitmask: object = "bitmask"
    nonsense: object = "nonsense"
    assert (
        designs["bitmask"].proposed_by
        and designs[0].name == designs.names[0]
        and bitmask in designs
    )
    assert (
        designs["bitmask"] in designs
        and nonsense not in designs
        and designs[0] is next(iter(designs))
    )
    with pytest.raises(
        retprobe.Error, match=r"nothing here is named 'nonsense'; there are bitmask, "
    ) as raised:
        designs["nonsense"]
    assert raised.value.code == "not_found"
    for listing in (designs, workloads, scenarios, designs[:2]):
        head, *lines = repr(listing).splitlines()
        assert head.startswith("name ") and [line.split()[0] for line in lines] == listing.names
        assert max(map(len, lines)) <= 110
        html = listing._repr_html_()
        assert html.count("<tr>") == len(listing) + 1 and "<script" not in html
        assert repr(listing[:0]) == "(none)" and all(len(repr(each)) < 400 for each in listing)
    assert type(designs[:2]) is type(designs) and str(designs["bitmask"]) == "bitmask"
    assert designs._ipython_key_completions_() == designs.names  # for designs["<tab>


def test_what_is_listed_selects() -> None:
    listed = {
        "scenarios": retprobe.scenarios()["order_brackets"],
        "designs": retprobe.designs()[:1],
    }
    found = retprobe.verify(**OF_ONE_CELL | listed, progress=False)
    assert {row["design"] for row in found.rows} == {retprobe.designs()[0].name}
    assert {row["scenario"] for row in found.rows} == {"order_brackets"}


def test_what_is_named_and_cannot_be_had_is_said() -> None:
    def verify(**selected: Any) -> retprobe.Verdicts:
        scenario = {"scenarios": "order_brackets"}
        found = retprobe.verify(**OF_ONE_CELL | scenario | selected, progress=False)
        assert isinstance(found, retprobe.Verdicts)
        return found

    with pytest.raises(
        retprobe.Error, match=r"call_through: no return transfers .* add '-' to transfers"
    ) as raised:
        verify(designs=["counted_shadow", "call_through"])
    assert raised.value.code == "usage"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        both = verify(designs=["counted_shadow", "call_through"], transfers=["paired", "-"])
        assert len(both.rows) == 2
        assert len(verify(designs="c*").rows) == 2  # a glob takes what exists
    with pytest.warns(
        UserWarning, match="transfers: nothing was run for '-': it stands for designs that"
    ) as said:
        verify(transfers=iter(["paired", "-"]))
    assert [warning.filename for warning in said] == [__file__]
    with pytest.warns(
        UserWarning,
        match=r"scenarios: nothing was run for 'depth_exhausted': it runs with .* tracers",
    ):
        verify(scenarios=["order_brackets", "depth_exhausted"], tracers=64)


def test_bench_gives_results() -> None:
    results = retprobe.bench(**SHORT, tracers=[1, 2], processes=2)
    table = results.to_pandas()
    table = table[table["tracers"].astype(int) > 0]  # the unprobed run has rows, too
    medians = table[table["kind"] == "median"]
    assert sorted(medians["tracers"].astype(int)) == [1, 2]
    assert (medians["ns_per_call"] > 0).all()
    assert (table["kind"] == "process").sum() == 4


def test_bench_with_kinds_of_handlers() -> None:
    kinds = ["counting", "empty"]
    results = retprobe.bench(**SHORT, tracers=1, processes=1, handlers=kinds)
    table = results.select(kind="median", design="call_through").to_pandas()
    assert dict(zip(table["workload"], table["handlers"], strict=True)) == {
        "leaf": "empty",
        "leaf+counting": "counting",
    }


def test_verify_gives_verdicts_and_shows_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = retprobe.verify(scenarios="order_*", **OF_ONE_CELL)
    assert verdicts.rows and {row["verdict"] for row in verdicts.rows} == {"pass"}
    assert "verify: 100%" in capsys.readouterr().err


def test_verify_has_peers_where_they_are_asked_for() -> None:
    verdicts = retprobe.verify(
        peers=["finstr*"], scenarios="way_out_l*", progress=False, **OF_ONE_CELL
    )
    ours, peers = verdicts.rows
    assert (ours["design"], ours["verdict"]) == ("counted_shadow", "pass")
    # The peer's verdict depends on whether its program was built.
    assert peers["design"] == "peer:finstrument_functions" and peers["verdict"] in (
        "fail",
        "unavailable",
    )
    assert verdicts.totals["pass"] == 1 and verdicts.totals["fail"] == 0
    assert sum(verdicts.peer_totals.values()) == 1
    with pytest.raises(
        retprobe.Error, match="none of the selected scenarios is one that peers run"
    ):
        retprobe.verify(peers=True, scenarios="order_nested", progress=False)


def test_verify_judges_a_tracer_that_is_not_ours() -> None:
    player = Path(__file__).resolve().parents[2] / "build/check/tracers/finstrument_functions"
    if not player.exists():
        pytest.skip(f"{player} is not built: cmake --build build/check -t retprobe_tracers_all")
    found = retprobe.verify(
        tracer=player, scenarios=["jumps_caught", "order_nested", "stop_deep"], progress=False
    )
    assert isinstance(found, retprobe.TracerVerdicts)
    assert found.matrix()["finstrument_functions"].to_dict() == {
        "jumps_caught": "fail",
        "order_nested": "pass",
        "stop_deep": "not asked",
    }
    assert found.context[0]["path"] == str(player)
    assert retprobe.verify(tracer=[str(player)], scenarios="order_nested", progress=False).rows


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"tracer": "./no_such.so"}, r"^\./no_such\.so: No such file or directory$"),
        ({"tracer": []}, "^tracer: an empty list$"),
        ({"tracer": "a,b"}, "^tracer: a,b: the command line splits paths at commas$"),
        (
            {"tracer": "a", "designs": "bitmask"},
            "^(tracer excludes designs|designs excludes tracer)$",
        ),
        ({"variants": "fast"}, "^variants requires tracer$"),
    ],
)
def test_a_tracer_that_cannot_be_asked(given: dict[str, Any], what: str) -> None:
    with pytest.raises(retprobe.Error, match=what):
        retprobe.verify(**given, progress=False)


def test_steps_are_told_in_order_and_to_their_end() -> None:
    steps: list[tuple[str, int, int, str]] = []
    arguments = [
        "verify",
        "--scenario",
        "order_*",
        "--design",
        "counted_shadow",
        "--transfer",
        "paired",
        "--registers",
        "scalar",
    ]
    command_line.run_command([*arguments, "--progress", "json"], lambda *step: steps.append(step))
    total = steps[-1][2]
    assert [(stage, done, of) for stage, done, of, _ in steps] == [
        ("verify", i + 1, total) for i in range(total)
    ]
    assert all("counted_shadow" in detail for *_, detail in steps)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: retprobe.bench(designs="nonsense", progress=False), "nonsense"),
        (
            lambda: retprobe.bench(workloads="nonsense", progress=False),
            r"no such workload; retprobe\.workloads\(\) ",
        ),
        (
            lambda: retprobe.verify(scenarios="nonsense", progress=False),
            "no scenario matches 'nonsense'",
        ),
        (lambda: retprobe.verify(jobs=0, progress=False), r"^jobs is 0; it may be 1 to 1024$"),
        (
            lambda: retprobe.bench(min_time=-1.0, progress=False),
            r"^min_time is -1\.0; it may be 0\.0001 to 30$",
        ),
        (lambda: retprobe.bench(designs=[], progress=False), "designs: an empty selection"),
        (
            lambda: retprobe.cost(tracers=3, designs="counted_shadow", progress=False),
            "there are 1, 2, 8",
        ),
    ],
)
def test_wrong_use_is_one_line_of_what_is_wrong(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(retprobe.Error, match=message) as raised:
        call()
    assert "\n" not in str(raised.value) and not str(raised.value).startswith("retprobe")
    assert "--" not in str(raised.value) and "'retprobe " not in str(raised.value)


def test_a_missing_command_line_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETPROBE_COMMAND", "/nowhere/retprobe")
    with pytest.raises(retprobe.Error, match="/nowhere/retprobe"):
        command_line.run_command(["list"])


def test_what_is_no_program_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RETPROBE_COMMAND", str(tmp_path))
    with pytest.raises(retprobe.Error, match="RETPROBE_COMMAND names no program"):
        command_line.run_command(["list"])
    text = tmp_path / "text"
    text.write_text("no program\n")
    text.chmod(0o755)
    monkeypatch.setenv("RETPROBE_COMMAND", str(text))
    with pytest.raises(retprobe.Error, match="text: cannot be started: Exec format error"):
        command_line.run_command(["list"])


def test_a_name_without_a_folder_is_that_of_a_file_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "my-retprobe"
    program.write_text("#!/bin/sh\necho here\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETPROBE_COMMAND", program.name)
    assert command_line.run_command(["list"]) == (0, "here\n")


@pytest.mark.parametrize(("number", "name"), [("SEGV", "SIGSEGV"), ("36", "signal 36")])
def test_a_command_line_that_dies_is_an_error(
    number: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "retprobe"
    program.write_text(f"#!/bin/sh\nkill -{number} $$\n")
    program.chmod(0o755)
    monkeypatch.setenv("RETPROBE_COMMAND", str(program))
    with pytest.raises(retprobe.Error, match=f"was killed by {name} and said nothing"):
        command_line.run_command(["list"])


# A shell starts a command in the background with SIGINT ignored, and the command's children inherit
# that. So the program sets its own handler.
INTERRUPTED = """
import retprobe, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
try:
    retprobe.{}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def members_of(session: int) -> list[int]:
    return command_line._session_members(session)


def children_of(process: int) -> list[int]:
    children = []
    for task in Path(f"/proc/{process}/task").iterdir():
        # A thread may end meanwhile. Its children are another thread's then.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            children += [int(child) for child in (task / "children").read_text().split()]
    return children


def interrupt(program: str, begun: Callable[[list[int]], bool]) -> None:
    """Runs `program`, made of INTERRUPTED, and interrupts it once `begun` says of its children that
    their work has begun. No process must be left."""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as python:
        assert python.stdout is not None and python.stdout.readline() == "begun\n"
        deadline = time.monotonic() + 300
        while not begun(found := children_of(python.pid)):
            assert time.monotonic() < deadline and python.poll() is None, "no work was begun"
            time.sleep(0.05)
        os.kill(python.pid, signal.SIGINT)
        assert python.stdout.readline() == "interrupted\n"
        assert python.wait(300) == 0
    assert members_of(found[0]) == []


# The kinds of processes that an interrupt must end: children that trace other children
# (every_instruction_*), children with many threads (stress_*), a child that is timed (bench).
@pytest.mark.parametrize(
    "work",
    [
        "verify(scenarios='every_instruction_*', progress=False)",
        "verify(scenarios='stress_*', progress=False)",
        "bench(workloads='leaf', verify=False, min_time=10, progress=False)",
    ],
)
def test_interrupted_work_leaves_no_process_behind(work: str) -> None:
    interrupt(INTERRUPTED.format(work), lambda found: bool(found) and len(members_of(found[0])) > 1)


def test_an_interrupt_before_the_program_starts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    before = set(children_of(os.getpid()))
    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command_line.run_program(["run", "sleep", "60"], "/dev/null", tmp_path / "none")
    assert set(children_of(os.getpid())) == before


def test_a_step_that_raises_ends_the_work() -> None:
    class Enough(Exception):
        pass

    def step(*_: object) -> None:
        raise Enough

    before = set(children_of(os.getpid()))
    with pytest.raises(Enough):
        command_line.run_command(["verify", "--scenario", "order_*", "--progress", "json"], step)
    assert set(children_of(os.getpid())) == before
