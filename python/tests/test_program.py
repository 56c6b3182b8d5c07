"""retprobe.run with real programs: Python itself, with a library of patchable functions opened in
it. And what its documents say in few words."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from test_run import INTERRUPTED, interrupt

import retprobe
from retprobe.program import MOST, by_function, how_it_ended, short_name, total

LIBRARY = Path(retprobe.__file__).parent / "lib" / "libretprobe_workloads.so"
FIB_10_CALLS = 177


def calls_fib(n: int, rest: str = "") -> list[str]:
    """A program that calls wl_fib(n), and then does the rest."""
    code = f"import ctypes, os, sys; fib = ctypes.CDLL({str(LIBRARY)!r}).wl_fib; fib({n}); {rest}"
    return [sys.executable, "-c", code]


@pytest.mark.installed
def test_a_program_is_run_and_its_calls_are_counted(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given = tmp_path / "given.txt"
    given.write_text("what it reads\n")
    rest = "print(sys.stdin.read()); print('what it says', file=sys.stderr); sys.exit(2)"
    found = retprobe.run(calls_fib(10, rest), functions="wl_fib", input=given)
    # 2 is also what the command line ends with where it cannot start the program.
    assert found.context["exit_status"] == 2
    (fib,) = found.functions
    assert (fib.name, fib.calls, fib.missed) == ("wl_fib", FIB_10_CALLS, 0)
    assert Path(fib.module).samefile(LIBRARY)
    said = capfd.readouterr()
    assert said.out == "what it reads\n\n" and said.err == "what it says\n"
    assert repr(found) == (
        f"<ProgramRun: {sys.executable}: exit status 2; 177 calls of 1 function in 1 process; "
        "counted_shadow, paired>"
    )


class _Unwritable:
    def write(self, text: str) -> None:
        raise BrokenPipeError


@pytest.mark.installed
@pytest.mark.parametrize("errors", [None, _Unwritable()])
def test_a_program_ends_where_standard_error_cannot_be_written(
    errors: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", errors)
    # More than a pipe holds.
    rest = "print('what it says\\n' * 100_000, file=sys.stderr); sys.exit(2)"
    found = retprobe.run(calls_fib(10, rest), functions="wl_fib", progress=False)
    assert found.context["exit_status"] == 2


def test_each_word_arrives_as_it_is(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["[1,2]", "[a-z]", "[]", "--", "--help", "", os.fsdecode(bytes(range(1, 256)))]
    with pytest.warns(UserWarning, match="no function was probed"):
        retprobe.run(["printf", "%s\\0", *words])
    assert capfdbinary.readouterr().out == b"".join(os.fsencode(word) + b"\0" for word in words)


@pytest.mark.installed
def test_design_functions_and_what_is_left_out_are_selected() -> None:
    found = retprobe.run(
        calls_fib(10),
        design=retprobe.designs()["bitmask"],
        transfer="push_ret",
        functions=["wl_f*", "wl_leaf"],
        exclude="wl_fi?",
    )
    told = found.context
    assert (told["design"], told["transfer"]) == ("bitmask", "push_ret")
    assert (told["functions"], told["excluded"]) == (["wl_f*", "wl_leaf"], ["wl_fi?"])
    assert told["functions_probed"] > 0 and found.rows == ()


def test_a_comma_in_a_name_does_not_split_it() -> None:
    with pytest.warns(UserWarning, match="no function was probed"):
        found = retprobe.run(["true"], functions="f(int, char)")
    assert found.context["functions"] == ["f(int? char)"]


@pytest.mark.installed
def test_a_program_that_is_killed_is_a_result() -> None:
    found = retprobe.run(calls_fib(10, "os.kill(os.getpid(), 9)"), functions="wl_fib")
    assert found.context["signal"] == signal.SIGKILL
    assert found.functions[0].missed is None and found.to_pandas()["missed"].isna().all()
    assert "killed by SIGKILL" in repr(found) and "<td>?</td>" in found._repr_html_()


@pytest.mark.installed
def test_designs_are_compared() -> None:
    designs = ["bitmask", "counted_shadow"]
    found = retprobe.run(calls_fib(16), design=designs, functions="wl_fib", compare=True, rounds=2)
    assert [row["design"] for row in found.rows] == designs
    assert found.context["rounds"] == 2 and found.context["output_compared"]
    table = found.to_pandas()
    assert len(table["processor_seconds_samples"][0]) == 2 and table["missed"].tolist() == [0, 0]
    assert set(found.take) <= set(designs) and found.take and "for this program" in found.answer


@pytest.mark.installed
def test_a_design_that_changes_the_program_is_a_result() -> None:
    # LD_PRELOAD is gone before main, but the agent is still mapped.
    rest = "print('retprobe_agent' in open('/proc/self/maps').read())"
    found = retprobe.run(
        calls_fib(10, rest), design="bitmask", functions="wl_fib", compare=True, rounds=1
    )
    (row,) = found.rows
    assert row["difference"] == "standard output differs from byte 0 on" and found.take == []
    assert "DIFFERENT: standard output differs" in found._repr_html_()


def test_steps_of_a_comparison_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    retprobe.run(calls_fib(1), design="bitmask", functions="wl_fib", compare=True, rounds=1)
    assert "run --compare: 100%" in capsys.readouterr().err


@pytest.mark.parametrize("compare", [False, True])
def test_a_program_without_such_functions_is_warned_of(compare: Any) -> None:
    with pytest.warns(UserWarning, match="^no function was probed: neither true nor") as said:
        retprobe.run(["true"], compare=compare, rounds=1 if compare else None, progress=False)
    assert [warning.filename for warning in said] == [__file__]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"command": "./server --port 1"}, r"^command: a list of words, such as \["),
        ({"command": []}, "^command: a list of words"),
        ({"command": ["/nowhere/server"]}, "^/nowhere/server: No such file or directory$"),
        ({"command": ["true"], "input": "/nowhere"}, "^input: /nowhere: No such file"),
        ({"command": ["true"], "rounds": 3}, "^rounds requires compare$"),
        ({"command": ["true"], "design": "c*"}, "name one design and one transfer, or say compare"),
        ({"command": ["true"], "design": "nix"}, "^no design matches 'nix'"),
        ({"command": ["true"], "functions": []}, "^functions: an empty selection"),
        ({"command": ["/nowhere/server"], "compare": True}, "^/nowhere/server: No such file"),
        ({"command": ["true"], "compare": True, "input": "/nowhere"}, "^input /nowhere: No such"),
    ],
)
def test_wrong_use_is_one_line(
    wrong: dict[str, Any], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(retprobe.Error, match=message) as raised:
        retprobe.run(**wrong, progress=False)
    assert "\n" not in str(raised.value) and "--" not in str(raised.value)
    assert capfd.readouterr().err == ""  # the message is the exception's alone


SLEEPS = """
import os, signal, time

def asked(number, _):
    open({asked!r}, "w").close()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)

signal.signal(signal.SIGTERM, asked)
if {ignored}:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
open({begun!r}, "w").close()
time.sleep(1000)
"""


# A program that ignores SIGINT, one that does not, and the runs of a comparison.
@pytest.mark.parametrize("more", ["", ", compare=True, progress=False"])
@pytest.mark.parametrize("ignored", [True, False])
def test_an_interrupt_asks_the_program_to_end(more: str, ignored: bool, tmp_path: Path) -> None:
    begun, asked = tmp_path / "begun", tmp_path / "asked"
    sleeps = SLEEPS.format(begun=str(begun), asked=str(asked), ignored=ignored)
    # A busy machine may take longer to end it than people would wait.
    program = "from retprobe.suite import command_line; command_line._PATIENCE = 300\n"
    program += INTERRUPTED.format(f"run({[sys.executable, '-c', sleeps]!r}{more})")
    interrupt(program, lambda _: begun.exists())
    assert asked.exists(), "it was killed, and not asked to end"


@pytest.mark.installed
def test_what_a_program_leaves_behind_is_ended(tmp_path: Path) -> None:
    left = tmp_path / "left"
    # The child says when it has begun; before that, it may not be counted.
    rest = (
        "import time; begun, begins = os.pipe(); child = os.fork(); "
        f"child and open({str(left)!r}, 'w').write(str(child)); "
        "os.read(begun, 1) if child else (os.write(begins, b'x'), time.sleep(1000))"
    )
    found = retprobe.run(calls_fib(10, rest), functions="wl_fib")
    # A run that waited for the child would have seen its end.
    endings = [process["ending"] for process in found.context["processes"]]
    assert endings == ["exited", "still_running"]
    assert found.functions[0].calls == FIB_10_CALLS and "in 2 processes" in repr(found)
    stat = Path(f"/proc/{left.read_text()}/stat")
    assert not stat.exists() or stat.read_text().rpartition(") ")[2].startswith("Z")


# What documents say in few words.


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("f(int)", "f(int)"),
        ("x" * MOST, "x" * MOST),
        ("x" * (MOST + 1), "x" * (MOST - 1) + "…"),
        (f"{'n' * 50}::f<a, b>(int, char, unsigned long)", f"{'n' * 50}::f<a, …>(…)"),
        (f"{'n' * 50}::map<k<a, b>, c>::f(int, char, int)", f"{'n' * 50}::map<k<a, …>, …>::f(…)"),
        (
            f"{'n' * 50}::f<map<vector<string<char, traits>>>>()",
            f"{'n' * 50}::f<map<vector<…>>>()",
        ),
        (
            f"(anonymous namespace)::{'n' * 40}::operator<(long const&, long const&)",
            f"(anonymous namespace)::{'n' * 40}::operator<(…)",
        ),
        (
            f"{'n' * 50}::operator()(unsigned long, unsigned long)",
            f"{'n' * 50}::operator()(…)",
        ),
        (">" * 90, ">" * (MOST - 1) + "…"),
        ("f(" * 50_000, "f(" * (MOST // 2 - 1) + "f…"),
    ],
)
def test_names_are_shortened_from_the_inside(name: str, short: str) -> None:
    assert short_name(name) == short and len(short) <= MOST


def _row(name: str, calls: int, **more: int) -> dict[str, Any]:
    row = {"name": name, "module": "m", "calls": calls, "unwound": 1, "abandoned": 2}
    return row | {"missed": 3} | more


def test_functions_are_those_of_all_processes() -> None:
    unknown = _row("b", 1)
    del unknown["missed"]
    rows = [_row("a", 5), _row("b", 6), _row("a", 7), _row("a", 1, missed=0), unknown]
    rows.append(_row("a", 100) | {"module": "another"})
    found = by_function(rows)
    assert [(one.name, one.module, one.calls, one.missed) for one in found] == [
        ("a", "another", 100, 3),
        ("a", "m", 13, 6),
        ("b", "m", 7, None),
    ]
    of_all = total(found)
    assert (of_all.calls, of_all.missed, of_all.unwound, of_all.abandoned) == (120, None, 6, 12)
    assert total(found[:2]).missed == 9 and total([]).calls == 0


def test_how_a_program_ended() -> None:
    assert how_it_ended({"exit_status": 3}) == "exit status 3"
    assert how_it_ended({"signal": 11}) == "killed by SIGSEGV"
    assert how_it_ended({"signal": 40}) == "killed by signal 40"
