"""Live probes on the built-in workloads, with Python callbacks.

    with retprobe.probe("fib", on_return=lambda call: print(call.return_value)) as p:
        p.call(5)

Callbacks run in the thread that called the function, in the middle of the call. What they call is
not probed: a probed function that a callback calls runs unprobed and counts as missed. A callback
that raises is reported to `sys.unraisablehook`, and the call goes on as if it had returned None. A
KeyboardInterrupt in a callback is raised again by `run` or `call`, once the call has come to its
end, during which no callback runs any more.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from retprobe import _core
from retprobe.errors import Error
from retprobe.listing import Named
from retprobe.live.arguments import callback, whole, word
from retprobe.live.disassembly import Disassembly, disassemble_live
from retprobe.live.stacks import ShadowStack, shadow_stack

Call = _core.Call
OnEntry = Callable[[Call], bool | None]
OnReturn = Callable[[Call], None]


@dataclass(frozen=True)
class Run:
    """What a run of a workload did. The same iterations give the same Run, probed or not."""

    calls: int
    checksum: int


Probed = str | Named | Iterable[str | Named]
"""A workload, or functions by name or glob."""

_RECORDED_BYTES = 24  # of a call's times


def _patterns_of(what: Probed) -> tuple[str, list[str]]:
    """The workload that is meant ("" for functions), and what find_sites() takes."""
    if isinstance(what, str | Named):
        name = str(what)
        if name == "nest":
            return "", [_core.nest_function]
        patterns = _core.probed_by(name)
        return (name, patterns) if patterns else ("", [name])
    if not isinstance(what, Iterable):
        raise Error(
            f"{what!r} is nothing to probe: name a workload, or functions in a list", "usage"
        )
    patterns = []
    for each in what:
        name = word("a function to probe", each)
        patterns += (_core.probed_by(name) if isinstance(each, Named) else []) or [name]
    return "", patterns


def _check_record(record: int) -> None:
    """Error where there is no room, which is all taken at once."""
    room = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2 // _RECORDED_BYTES
    if record > room:
        raise Error(
            f"record is {record}; it may be {room} at most, which takes half of this machine's "
            "memory",
            "usage",
        )


class Probe:
    """A tracer on a workload's functions. Attached from `with` (or `attach`) to its end (or
    `close`)."""

    def __init__(
        self,
        what: Probed,
        *,
        design: str | Named | None,
        transfer: str | None,
        registers: str,
        entry_data_bytes: int,
        record: int,
        maxactive: int,
        name: str | None,
        on_entry: OnEntry | None,
        on_return: OnReturn | None,
    ) -> None:
        self._workload, patterns = _patterns_of(what)
        self.name = word("name", name) or (str(what) if isinstance(what, str | Named) else "probe")
        self._chosen = (word("design", design), word("transfer", transfer))
        self._registers = word("registers", registers)
        record = whole("record", record)
        _check_record(record)
        self._probe = _core.Probe(
            name=self.name,
            patterns=patterns,
            design=self._chosen[0],
            transfer=self._chosen[1],
            registers=self._registers,
            entry_data_bytes=whole("entry_data_bytes", entry_data_bytes),
            record=record,
            maxactive=whole("maxactive", maxactive),
            on_entry=callback("on_entry", on_entry),
            on_return=callback("on_return", on_return),
        )

    def __repr__(self) -> str:
        first, others = self.functions[0], len(self.functions) - 1
        more = f" and {others} others" if others else ""
        design, transfer = configured().values() if self.attached else self._chosen
        cell = f"{design or 'any design'}/{transfer or 'any transfer'}/{self._registers}"
        state = f"attached, {self.missed} missed" if self.attached else "not attached"
        return f"<Probe {self.name!r} on {first}{more}: {cell}, {state}>"

    def attach(self) -> Self:
        """Every call that begins from now on, in any thread, is heard of. Raises Error, and then
        nothing is attached."""
        self._probe.attach()
        return self

    def close(self) -> None:
        """Detaches. No callback runs afterwards; calls in flight return correctly. Raises Error
        from a callback of its own."""
        self._probe.detach()

    def __enter__(self) -> Self:
        return self.attach()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def attached(self) -> bool:
        """Whether calls are heard of."""
        return self._probe.attached

    @property
    def functions(self) -> list[str]:
        """The probed functions' names. `hits()["function"]` counts in this list."""
        return self._probe.functions

    @property
    def missed(self) -> int:
        """Calls that it should have heard of and did not: entries + missed = calls. Read it before
        `close`. The design "none" has no hooks, so nobody counts there."""
        return self._probe.missed

    def run(self, iterations: int = 1, workload: str | Named | None = None) -> Run:
        """Runs the probe's workload, or another one, without Python's lock. Raises Error.

        Ctrl-C ends it (KeyboardInterrupt) after a slice: a millisecond of unprobed work, seconds
        with callbacks.
        """
        name = word("workload", workload) or self._workload
        if not name:
            raise Error(
                "the probe is on functions and not on a workload: say which workload to run",
                "usage",
            )
        return Run(*self._probe.run(name, whole("iterations", iterations, least=1)))

    def call(self, *arguments: int, function: str | None = None) -> int:
        """Calls the probed function, or another one, with unsigned 64-bit integers; what it
        returns, after callbacks changed it.

        Only for functions that take and return integers; bounds keep arguments out that would not
        come to an end. Raises Error.
        """
        if function is None:
            if len(self.functions) != 1:
                raise Error(
                    f"the probe is on {len(self.functions)} functions: say which one to call",
                    "usage",
                )
            function = self.functions[0]
        numbers = [
            whole(f"argument {n} of {function}", value) for n, value in enumerate(arguments, 1)
        ]
        return self._probe.call(word("function", function), numbers)

    def hits(self) -> dict[str, npt.NDArray[Any]]:
        """One element per recorded call, in the order of the returns. Views of the probe's own
        memory, not to be written to; no copies.

        Each has the shape (calls,): `begin_ns` (int64, nanoseconds since the probe was made),
        `duration_ns` (int64, nanoseconds between the end of the entry handler and the beginning of
        the exit handler: the design's own work beneath them, and one reading of the clock, are in
        it), `function` (uint32, index into `functions`), `thread` (int32, the kernel's number).
        Raises Error without `record`.
        """
        begin_ns, duration_ns, function, thread = self._probe.hits()
        return {
            "begin_ns": begin_ns,
            "duration_ns": duration_ns,
            "function": function,
            "thread": thread,
        }

    def latencies(self) -> npt.NDArray[np.int64]:
        """`hits()["duration_ns"]`: nanoseconds per call, int64, shape (calls,); a view."""
        return self._probe.hits()[1]

    @property
    def lost(self) -> int:
        """Calls that were not recorded because `record` had no room for more."""
        return self._probe.lost

    def histogram(self, bins: int = 60) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Counts, shape (bins,), and edges in nanoseconds, shape (bins + 1,), evenly spaced on a
        logarithmic scale."""
        bins = whole("bins", bins, 1, 100_000)
        latencies = self.latencies()
        if latencies.size == 0:
            raise Error("no call is recorded yet", "usage")
        low, high = max(1, int(latencies.min())), max(2, int(latencies.max()))
        edges = np.geomspace(low, high + 1, bins + 1)
        counts, _ = np.histogram(np.maximum(latencies, low), edges)
        return counts, edges

    def shadow_stack(self) -> ShadowStack:
        """The calling thread's shadow stack now: from a callback, with the calls that are in flight
        around it."""
        return shadow_stack()

    def disassemble(self, function: str | None = None) -> Disassembly:
        """The probed function's code as it is now, and all that its jump leads to."""
        return disassemble_live(function or self.functions[0], self._registers)


def probe(
    what: Probed,
    *,
    design: str | Named | None = None,
    transfer: str | None = None,
    registers: str = "vector",
    on_entry: OnEntry | None = None,
    on_return: OnReturn | None = None,
    entry_data_bytes: int = 0,
    record: int = 0,
    maxactive: int = 0,
    name: str | None = None,
) -> Probe:
    """A probe on a workload's functions, to be used with `with`.

    `what`: a workload ("fib"), "nest" (see `nest`), or functions by name or glob (["wl_leaf",
    "wl_functions_16_*"]). `design`, `transfer`: as `designs()` and `transfers()` list them; left
    out, what attached probes use, or the library's default. There is one choice at a time for the
    whole process, so that probes that are attached together have to agree. `registers`: "vector" or
    "full": what callbacks see and may change, and what is saved around them. `on_entry(call)`: what
    returns False declines the call, and its return is not heard of. `on_return(call)` may change
    `call.return_value`. `entry_data_bytes`: up to 4096 bytes per call, written at entry and read at
    the return. `record`: how many calls to keep the times of (`hits`, `latencies`), with callbacks
    or without. A probe with neither has handlers that accept every call and do nothing, which may
    have the "scalar" registers, too. `maxactive`: instances per function, where a design has pools
    of them. Several probes on a function: entry handlers run in the order of attaching, exit
    handlers in reverse. The design "none" patches and has no hooks: it takes no callbacks and no
    `record`. Raises Error: no such function, design or transfer; the function must not be probed;
    and from `attach`, another choice is in use.
    """
    return Probe(
        what,
        design=design,
        transfer=transfer,
        registers=registers,
        entry_data_bytes=entry_data_bytes,
        record=record,
        maxactive=maxactive,
        name=name,
        on_entry=on_entry,
        on_return=on_return,
    )


def nest(depth: int, bottom: Callable[[], object]) -> None:
    """Calls a function that calls itself, and `bottom()` at its bottom, where `depth` calls of it
    are in flight.

    Probe "nest" to look at shadow stacks and unwinders from inside probed calls, outside of any
    handler. `depth`: 1 to 1,000. What `bottom` raises is raised here, when the calls have returned.
    """
    if not callable(bottom):
        raise Error(f"bottom is {bottom!r}; it has to be a function without arguments", "usage")
    _core.nest(whole("depth", depth, 1, 1000), bottom)


def configured() -> dict[str, str]:
    """The process's design and transfer now: {"design": …, "transfer": …}."""
    return _core.configured()
