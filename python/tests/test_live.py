"""Live probes: under every design, in several threads, and with callbacks that change values,
decline calls, raise and are interrupted."""

import gc
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import retprobe

HOOKED = [design for design in retprobe.designs() if design.name != "none"]
FIVE: Any = 5  # Any, since mypy would refuse the wrong types
HALF: Any = 1.5
WORD: Any = "print"
CELLS = [
    (d.name, t) for d in HOOKED for t in (retprobe.transfers() if d.has_transfers else ["paired"])
]


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def fib_calls(n: int) -> int:
    return 1 if n < 2 else 1 + fib_calls(n - 1) + fib_calls(n - 2)


@pytest.fixture
def unraisable(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException | None]]:
    seen: list[BaseException | None] = []

    def take(report: object) -> None:
        assert isinstance(report, SimpleNamespace) or hasattr(report, "exc_value")
        seen.append(getattr(report, "exc_value", None))

    monkeypatch.setattr(sys, "unraisablehook", take)
    yield seen


@pytest.mark.parametrize(("design", "transfer"), CELLS)
def test_each_design_and_transfer_notifies_of_calls_and_returns(design: str, transfer: str) -> None:
    events: list[tuple[str, int]] = []
    with retprobe.probe(
        "fib",
        design=design,
        transfer=transfer,
        on_entry=lambda call: events.append(("enter", call.arguments[0])),
        on_return=lambda call: events.append(("leave", call.return_value)),
    ) as p:
        assert retprobe.configured() == {"design": design, "transfer": transfer}
        assert p.call(4) == fib(4)
        missed = p.missed
    entered = [n for what, n in events if what == "enter"]
    assert len(entered) + missed == fib_calls(4)
    assert missed == 0
    assert events[0] == ("enter", 4) and events[-1] == ("leave", 3)
    assert entered == [4, 3, 2, 1, 0, 1, 2, 1, 0]
    assert not p.attached


def test_a_design_without_hooks_changes_nothing_and_takes_no_callbacks() -> None:
    with retprobe.probe("fib", design="none") as p:
        assert p.call(5) == 5
        # The probe has the design of the one that is attached. It learns of it when it attaches.
        with pytest.raises(retprobe.Error, match="the design none has no hooks"):
            retprobe.probe("leaf", on_entry=lambda call: None).attach()
        with retprobe.probe("leaf") as other:
            other.run(1)
    for wanted in ({"on_entry": print}, {"on_return": print}, {"record": 5}):
        with pytest.raises(retprobe.Error, match="the design none has no hooks"):
            retprobe.probe("fib", design="none", **wanted)


def test_the_return_value_can_be_changed_and_arguments_too() -> None:
    def double_argument(call: retprobe.Call) -> None:
        call.set_register("rdi", 2 * call.arguments[0])

    def add_one(call: retprobe.Call) -> None:
        call.return_value += 1

    with retprobe.probe(
        ["wl_leaf"],
        design="counted_shadow",
        transfer="paired",
        on_entry=double_argument,
        on_return=add_one,
    ) as p:
        assert p.call(10) == 3 * 20 + 1 + 1
    with retprobe.probe(["wl_leaf"]) as p:
        assert p.call(10) == 31


def test_a_declined_call_has_no_return() -> None:
    returned: list[int] = []
    with retprobe.probe(
        "fib",
        on_entry=lambda call: call.arguments[0] >= 2,
        on_return=lambda call: returned.append(call.return_value),
    ) as p:
        assert p.call(5) == 5
    assert sorted(returned) == [1, 1, 1, 2, 2, 3, 5]


def test_entry_data_is_each_calls_own() -> None:
    pairs: list[tuple[int, int]] = []

    def enter(call: retprobe.Call) -> None:
        call.entry_data = call.arguments[0].to_bytes(8, "little")

    def leave(call: retprobe.Call) -> None:
        pairs.append((int.from_bytes(call.entry_data, "little"), call.return_value))

    with retprobe.probe("fib", entry_data_bytes=16, on_entry=enter, on_return=leave) as p:
        p.call(7)
    assert len(pairs) == fib_calls(7) and all(value == fib(n) for n, value in pairs)


def test_entry_data_that_is_too_long_is_refused(unraisable: list[BaseException | None]) -> None:
    def enter(call: retprobe.Call) -> None:
        call.entry_data = bytes(9)

    with retprobe.probe(["wl_leaf"], entry_data_bytes=8, on_entry=enter) as p:
        assert p.call(1) == 4
    assert len(unraisable) == 1 and "entry_data_bytes=8" in str(unraisable[0])


@pytest.mark.parametrize("design", [design.name for design in HOOKED])
def test_callbacks_that_raise_are_reported_and_calls_go_on(
    design: str, unraisable: list[BaseException | None]
) -> None:
    def enter(call: retprobe.Call) -> None:
        raise ValueError("at entry")

    def leave(call: retprobe.Call) -> None:
        raise KeyError("at return")

    with retprobe.probe("fib", design=design, on_entry=enter, on_return=leave) as p:
        assert p.call(4) == fib(4)
    assert [type(error) for error in unraisable].count(ValueError) == fib_calls(4)
    assert [type(error) for error in unraisable].count(KeyError) == fib_calls(4)
    with retprobe.probe("fib", on_return=lambda call: None) as p:
        assert p.call(10) == 55


def test_an_interrupt_in_a_callback_is_raised_after_the_call() -> None:
    heard: list[int] = []

    def enter(call: retprobe.Call) -> None:
        heard.append(call.arguments[0])
        if len(heard) == 3:
            raise KeyboardInterrupt

    with retprobe.probe("fib", on_entry=enter) as p:
        with pytest.raises(KeyboardInterrupt):
            p.call(12)
        assert len(heard) == 3
        assert p.call(1) == 1
        assert len(heard) == 4


def test_an_interrupt_in_another_probes_callback_is_raised_and_all_are_heard_again() -> None:
    heard: list[str] = []

    def interrupt(call: retprobe.Call) -> None:
        heard.append("interrupted")
        raise KeyboardInterrupt

    def go_on(call: retprobe.Call) -> None:
        heard.append("heard")

    other = retprobe.probe("leaf")
    for make_call in (lambda: other.call(1), lambda: other.run(1)):
        with retprobe.probe("leaf", on_entry=interrupt), retprobe.probe("leaf", on_entry=go_on):
            for _ in range(2):
                with pytest.raises(KeyboardInterrupt):
                    make_call()
        with retprobe.probe("leaf", on_entry=go_on):
            make_call()
    assert heard == ["interrupted", "interrupted", "heard"] * 2


@pytest.mark.parametrize("bottom", [lambda: None, lambda: 1 // 0])
def test_an_interrupt_in_a_callback_is_raised_after_the_nest(
    bottom: Callable[[], object],
) -> None:
    heard: list[str] = []

    def interrupt(call: retprobe.Call) -> None:
        heard.append(call.function)
        if len(heard) == 2:
            raise KeyboardInterrupt

    with retprobe.probe("nest", on_entry=interrupt):
        with pytest.raises(KeyboardInterrupt):
            retprobe.nest(3, bottom)
        assert len(heard) == 2
        retprobe.nest(3, lambda: None)
    assert len(heard) == 5


def test_an_interrupt_ends_a_long_run_between_two_slices() -> None:
    # A process that `nohup … &` starts has SIGINT ignored, and Python leaves it ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with retprobe.probe("leaf") as p:
            threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
            with pytest.raises(KeyboardInterrupt):
                p.run(10**12)  # takes hours: without the interrupt the test would time out
            assert p.run(1).calls > 0
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_run_in_slices_is_as_long_and_the_same_each_time() -> None:
    with retprobe.probe("fib") as p:
        one = p.run(1).calls
        runs = {(run.calls, run.checksum) for run in (p.run(100), p.run(100))}
        assert [calls for calls, _ in runs] == [100 * one]


def test_a_call_is_of_no_use_after_its_callback() -> None:
    kept: list[retprobe.Call] = []
    with retprobe.probe(["wl_leaf"], on_entry=lambda call: kept.append(call)) as p:
        p.call(1)
    with pytest.raises(retprobe.Error, match="is over"):
        _ = kept[0].arguments


def test_what_a_call_says_of_itself() -> None:
    seen: dict[str, object] = {}

    def enter(call: retprobe.Call) -> None:
        seen["entry"] = (
            call.function,
            call.reason,
            call.registers["rdi"],
            len(call.xmm(0)),
            call.slot % 8,
        )
        seen["from"] = call.return_address
        with pytest.raises(retprobe.Error, match="return value"):
            _ = call.return_value
        with pytest.raises(retprobe.Error, match="no register 'rsp'"):
            call.set_register("rsp", 0)

    def leave(call: retprobe.Call) -> None:
        seen["return"] = (call.reason, call.registers["rax"], call.return_address == seen["from"])
        with pytest.raises(retprobe.Error, match="at entry"):
            _ = call.arguments

    with retprobe.probe(["wl_leaf"], registers="full", on_entry=enter, on_return=leave) as p:
        assert p.call(5) == 16
    assert seen["entry"] == ("wl_leaf", "entered", 5, 16, 0)
    assert seen["return"] == ("returned", 16, True)


def test_two_probes_bracket_each_other() -> None:
    order: list[str] = []

    def named(name: str) -> retprobe.Probe:
        return retprobe.probe(
            ["wl_leaf"],
            name=name,
            on_entry=lambda _: order.append(name + ">"),
            on_return=lambda _: order.append("<" + name),
        )

    with named("A") as first, named("B"):
        first.call(1)
    assert order == ["A>", "B>", "<B", "<A"]


def test_what_a_callback_calls_is_not_probed_and_counts_as_missed() -> None:
    inner: list[int] = []

    def enter(call: retprobe.Call) -> None:
        inner.append(p.call(3))

    with retprobe.probe("fib", on_entry=enter) as p:
        assert p.call(1) == 1
        assert p.missed == fib_calls(3)
        assert p.reset_missed() == fib_calls(3)
        assert p.missed == p.reset_missed() == 0
    assert inner == [2]


def test_threads_are_heard_each_on_its_own() -> None:
    values: dict[int, list[int]] = {}
    with retprobe.probe(
        "fib",
        on_return=lambda call: values.setdefault(threading.get_ident(), []).append(
            call.return_value
        ),
    ) as p:
        together = threading.Barrier(3)

        def work(n: int) -> None:
            together.wait()
            p.call(n)
            together.wait()  # otherwise a later thread could get the number of an earlier one

        threads = [threading.Thread(target=work, args=(n,)) for n in (8, 9, 10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(values_of[-1] for values_of in values.values()) == [21, 34, 55]
    assert sum(len(values_of) for values_of in values.values()) == fib_calls(8) + fib_calls(
        9
    ) + fib_calls(10)


def test_a_run_counts_its_calls_and_gives_the_same_probed_or_not() -> None:
    with retprobe.probe("leaf", record=10) as p:
        probed = p.run(1000)
        assert (probed.calls, p.latencies().shape, p.lost, p.missed) == (1000, (10,), 990, 0)
    with retprobe.probe("leaf", design="none") as p:
        assert p.run(1000) == probed


def test_recorded_hits_are_views_of_one_memory() -> None:
    with retprobe.probe("functions_16", design="counted_shadow", record=1000) as p:
        p.run(10)
        hits, again = p.hits(), p.hits()
    assert {name: array.dtype for name, array in hits.items()} == {
        "begin_ns": np.int64,
        "duration_ns": np.int64,
        "function": np.uint32,
        "thread": np.int32,
    }
    assert all(array.shape == (160,) for array in hits.values())
    assert (
        np.shares_memory(hits["duration_ns"], again["duration_ns"])
        and not hits["duration_ns"].flags.owndata
    )
    with pytest.raises(ValueError, match="read-only"):
        hits["duration_ns"][0] = 1
    counts = np.bincount(hits["function"], minlength=len(p.functions))
    assert len(p.functions) == 16 and (counts == 10).all()
    # In order; a clock may say the same twice.
    assert (hits["duration_ns"] >= 0).all() and (np.diff(hits["begin_ns"]) >= 0).all()
    assert hits["duration_ns"].sum() > 0
    histogram, edges = p.histogram(20)
    assert histogram.sum() == 160 and edges.shape == (21,)
    alive = weakref.ref(p)
    del p
    gc.collect()
    assert alive() is None and int(hits["thread"][0]) == threading.get_native_id()


def test_hits_are_whole_while_calls_still_return() -> None:
    with retprobe.probe("fib", record=2_000_000) as p:
        callers = [threading.Thread(target=p.run, args=(300,)) for _ in range(2)]
        for caller in callers:
            caller.start()
        looks = []
        while any(caller.is_alive() for caller in callers):
            hits = p.hits()
            looks.append(({array.size for array in hits.values()}, int(hits["thread"][-1:].sum())))
        for caller in callers:
            caller.join()
        numbers = {caller.native_id for caller in callers}
        assert all(len(sizes) == 1 for sizes, _ in looks)
        assert all(last in numbers for (size,), last in looks if size)
        hits = p.hits()
    assert {array.size for array in hits.values()} == {2_000_000 if p.lost else hits["thread"].size}
    assert set(hits["thread"].tolist()) == numbers


def test_the_child_of_a_fork_records_its_own_number() -> None:
    said = said_by("""
        import os, threading

        with retprobe.probe(["wl_leaf"], record=10) as p:
            p.call(1)
            child = os.fork()
            if child == 0:
                p.call(1)
                print(p.hits()["thread"][1] == threading.get_native_id(), flush=True)
                os._exit(0)
            os.waitpid(child, 0)
    """)
    assert said == "True\n"


def test_nested_calls_lie_within_those_that_made_them() -> None:
    with retprobe.probe("recursion_10", record=100) as p:
        p.run(3)
        hits = p.hits()
    begins = hits["begin_ns"].reshape(3, 10)
    ends = begins + hits["duration_ns"].reshape(3, 10)
    # In the order of the returns, the innermost first.
    assert (np.diff(begins, axis=1) <= 0).all() and (np.diff(ends, axis=1) >= 0).all()
    assert (begins[1:, -1] >= ends[:-1, -1]).all()


def test_a_deep_workload_has_the_stack_that_it_needs() -> None:
    with retprobe.probe("recursion_100000", design="counted_shadow", record=200_000) as p:
        assert p.run(1).calls == 100_000
        assert p.latencies().shape == (100_000,) and p.missed == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: retprobe.probe("nonsense"), "nonsense"),
        (
            lambda: retprobe.probe("fib", design="nonsense"),
            "no design 'nonsense'; there are bitmask",
        ),
        (
            lambda: retprobe.probe("fib", transfer="nonsense"),
            "no return transfer 'nonsense'; there are ",
        ),
        (lambda: retprobe.probe("fib", design=FIVE), "design is 5"),
        (lambda: retprobe.probe("fib", on_entry=FIVE), "on_entry is 5; it has to be a function"),
        (lambda: retprobe.probe("fib", on_return=WORD), "on_return is 'print'"),
        (lambda: retprobe.probe([]), "no function to probe"),
        (lambda: retprobe.probe(FIVE), "5 is nothing to probe"),
        (
            lambda: retprobe.probe("fib", record=HALF),
            r"record is 1\.5; it has to be a whole number",
        ),
        (lambda: retprobe.probe("fib", record=10**15), "half of this machine's memory"),
        (lambda: retprobe.probe("fib", maxactive=1 << 70), "maxactive is "),
        (lambda: retprobe.probe("fib").call(HALF), r"argument 1 of wl_fib is 1\.5"),
        (lambda: retprobe.nest(1, FIVE), "bottom is 5"),
        (lambda: retprobe.nest(HALF, print), r"depth is 1\.5"),
        (lambda: retprobe.unwind(0), "1 to 10000"),
        (lambda: retprobe.probe("fib", record=1).histogram(0), "bins is 0; it may be 1 to"),
        (lambda: retprobe.probe("fib", record=1).histogram(), "no call is recorded yet"),
        (lambda: retprobe.probe("fib", registers="scalar", on_entry=print), "vector or the full"),
        (lambda: retprobe.probe("fib", registers="scalar", record=1), "vector or the full"),
        (lambda: retprobe.probe("fib", registers="nonsense"), "there are scalar, vector, full"),
        (lambda: retprobe.probe("fib", entry_data_bytes=5000), "at most 4096"),
        (
            lambda: retprobe.probe("fib", entry_data_bytes=2**64 - 16, record=10),
            "bytes of entry data; at most 4096",
        ),
        (lambda: retprobe.probe("fib", record=-1), "record is -1; it may be 0 to"),
        (lambda: retprobe.probe("fib").latencies(), "record=N"),
        (lambda: retprobe.probe("fib").call(1, 2), "takes 1 arguments"),
        (
            lambda: retprobe.probe("fib").call(-1),
            r"argument 1 of wl_fib is -1; it may be 0 to 2\*\*64 - 1",
        ),
        (lambda: retprobe.probe("fib").call(1000), "0 to 40"),
        (lambda: retprobe.probe(["wl_recurse"]).call(0, 1), "1 to 1000000"),
        (lambda: retprobe.probe(["wl_two_doubles"]).call(1), "run its workload"),
        (lambda: retprobe.probe(["wl_fib"]).run(), "which workload"),
        (lambda: retprobe.probe("fib").run(0), "iterations is 0; it may be 1 to"),
        (lambda: retprobe.probe("functions_16").call(1), "which one"),
        (lambda: retprobe.nest(0, print), "1 to 1000"),
        (lambda: retprobe.probe("fib").disassemble(FIVE), "a function is 5; it has to be a name"),
    ],
)
def test_wrong_use_is_one_line(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(retprobe.Error, match=message) as raised:
        make()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda call: setattr(call, "return_value", -1),
            r"-1 is no unsigned 64-bit integer.*write value % 2\*\*64",
        ),
        (lambda call: setattr(call, "return_value", 5.5), r"5\.5 is no unsigned 64-bit integer"),
        (lambda call: setattr(call, "entry_data", "text"), "entry data is bytes, and not str"),
        (lambda call: call.set_register("rax", None), "None is no unsigned"),
        (lambda call: call.xmm(-1), "-1 is no unsigned"),
        (lambda call: call.xmm(2), "no xmm2 here; there are 2"),
    ],
)
def test_what_a_call_is_given_is_checked_in_one_line(
    change: Callable[[retprobe.Call], None], message: str, unraisable: list[BaseException | None]
) -> None:
    with retprobe.probe(["wl_leaf"], entry_data_bytes=8, on_return=change) as p:
        assert p.call(1) == 4
    (error,) = unraisable
    assert isinstance(error, retprobe.Error) and error.code == "usage"
    assert re.search(message, str(error)) and "\n" not in str(error)


def test_calls_and_probes_say_what_they_are() -> None:
    said: list[str] = []
    kept: list[retprobe.Call] = []

    def enter(call: retprobe.Call) -> None:
        said.append(repr(call))
        kept.append(call)

    p = retprobe.probe(
        "fib",
        design="bitmask",
        on_entry=enter,
        on_return=lambda call: said.append(repr(call)),
        entry_data_bytes=8,
    )
    assert repr(p) == "<Probe 'fib' on wl_fib: bitmask/any transfer/vector, not attached>"
    with p:
        p.call(1)
        assert repr(p) == "<Probe 'fib' on wl_fib: bitmask/paired/vector, attached, 0 missed>"
    assert said == [
        "<Call of wl_fib: entered, rdi=1>",
        "<Call of wl_fib: returned, return_value=1>",
    ]
    assert repr(kept[0]) == "<Call: the callback that it was for is over>"
    assert "wl_functions_16_" in repr(retprobe.probe("functions_16"))
    assert "and 15 others" in repr(retprobe.probe("functions_16"))
    assert " and 1 other: " in repr(retprobe.probe(["wl_leaf", "wl_fib"]))


def test_what_is_listed_can_be_probed() -> None:
    with retprobe.probe(retprobe.workloads()["fib"], design=retprobe.designs()["bitmask"]) as p:
        assert p.call(5) == 5 and p.name == "fib" and p.run(1).calls > 1
        assert p.run(1, retprobe.workloads()["leaf"]).calls > 0
        assert retprobe.configured()["design"] == "bitmask"
    both = retprobe.probe([retprobe.workloads()["fib"], "wl_leaf"])
    assert sorted(both.functions) == ["wl_fib", "wl_leaf"]
    with pytest.raises(retprobe.Error, match="no site is called 'bitmask'"):
        retprobe.probe(["wl_leaf", retprobe.designs()["bitmask"]])


def test_one_choice_of_design_at_a_time() -> None:
    with (
        retprobe.probe("fib", design="counted_shadow"),
        pytest.raises(retprobe.Error) as raised,
        retprobe.probe("leaf", design="bitmask"),
    ):
        pass
    assert raised.value.code == "busy"
    with retprobe.probe("leaf", design="bitmask") as p:
        p.call(1)


def test_closing_from_a_callback_is_refused_and_closing_twice_is_not(
    unraisable: list[BaseException | None],
) -> None:
    with retprobe.probe(["wl_leaf"], on_entry=lambda call: p.close()) as p:
        assert p.call(1) == 4
        assert len(unraisable) == 1 and isinstance(unraisable[0], retprobe.Error)
        assert p.attached
    p.close()
    assert not p.attached


def said_by(program: str) -> str:
    """What a process of its own prints that runs `program` after `import retprobe`.

    Freed memory is overwritten there, so that whoever uses it crashes. What the allocator keeps for
    the thread would stay as it was."""
    overwritten = "glibc.malloc.perturb=170:glibc.malloc.tcache_count=0"
    ended = subprocess.run(
        [sys.executable, "-c", "import retprobe\n" + textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
        env=os.environ | {"GLIBC_TUNABLES": overwritten},
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_the_interpreter_may_end_with_a_probe_attached() -> None:
    said = said_by("""
        p = retprobe.probe("fib", on_entry=lambda call: None).attach()
        print(p.call(10))
    """)
    assert said == "55\n"


def test_the_interpreter_may_end_while_a_daemon_thread_runs_a_workload() -> None:
    said = said_by("""
        import threading

        def first_call(call):
            begun.set()
            return False

        begun = threading.Event()
        p = retprobe.probe("leaf", on_entry=first_call).attach()
        threading.Thread(target=p.run, args=(10**12,), daemon=True).start()
        begun.wait()
        print("ends")
    """)
    assert said == "ends\n"


def test_a_probe_may_drop_the_last_reference_to_itself() -> None:
    said = said_by("""
        import weakref

        class Forget:
            def __call__(self, call):
                heard.append(call.return_value)
                held.clear()

        heard, forget = [], Forget()
        held = [retprobe.probe("fib", on_return=forget, design="bitmask").attach()]
        forgotten = weakref.ref(forget)
        del forget
        other = retprobe.probe("leaf", design="counted_shadow")
        print(other.call(10, function="wl_fib"), heard, forgotten())
        with other:  # would be refused if the first probe were still attached
            print(other.call(1))
    """)
    assert said == "55 [1] None\n4\n"


def test_a_probe_may_be_collected_in_the_callback_of_another() -> None:
    said = said_by("""
        import gc

        class Session:
            def __init__(self):
                self.itself = self
                self.probe = retprobe.probe("fib", on_return=heard.append).attach()

        heard = []
        with retprobe.probe(["wl_leaf"], on_entry=lambda call: gc.collect()) as p:
            Session()
            print(p.call(1), p.call(10, function="wl_fib"), heard)
    """)
    assert said == "4 55 []\n"


def test_a_probe_that_a_slow_callback_kept_busy_may_be_dropped() -> None:
    said = said_by("""
        import gc, sys, threading

        class Slow:
            def __call__(self, call):
                begun.set()
                dropped.wait()
                raise KeyError

        sys.unraisablehook = lambda report: print(type(report.object).__name__)

        begun, dropped = threading.Event(), threading.Event()
        other = retprobe.probe("fib")
        p = retprobe.probe("leaf", on_return=Slow()).attach()
        caller = threading.Thread(target=lambda: print(other.call(1, function="wl_leaf")))
        caller.start()
        begun.wait()
        try:
            p.close()
        except retprobe.Error as error:
            print(error.code, p.attached)
        del p
        gc.collect()
        dropped.set()
        caller.join()
        with other:
            print(other.call(10))
    """)
    assert said == "busy False\nSlow\n4\n55\n"


def test_a_probe_that_nobody_holds_detaches() -> None:
    p = retprobe.probe("fib", design="counted_shadow", on_entry=lambda call: None).attach()
    del p
    gc.collect()
    with retprobe.probe(
        "fib", design="bitmask"
    ) as other:  # would be refused if the first probe were still attached
        assert other.call(5) == 5
