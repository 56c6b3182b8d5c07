"""Live probes on the built-in workloads, with Python callbacks.

    with retprobe.probe("fib", on_return=lambda call: print(call.return_value)) as p:
        p.call(5)

Callbacks run in the thread that called the function, in the middle of the call. A probed function
that a callback calls runs unprobed and counts as missed. If a callback raises, the exception goes
to `sys.unraisablehook`, and the call goes on as if the callback had returned None. A
KeyboardInterrupt in a callback stops the callbacks of all probes; the next `run`, `call` or `nest`
that ends raises it again, in any thread.
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
    """The outcome of running a workload. The same iterations give the same Run, probed or not."""

    calls: int
    checksum: int


Probed = str | Named | Iterable[str | Named]
"""A workload, or functions by name or glob."""

_RECORDED_BYTES = 24  # per recorded call


def _patterns_of(what: Probed) -> tuple[str, list[str]]:
    """The workload's name ("" for functions), and the patterns for find_sites()."""
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
    """Raises Error if there is no memory for so many calls: it is all allocated at once."""
    room = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2 // _RECORDED_BYTES
    if record > room:
        raise Error(
            f"record is {record}; it may be {room} at most, which takes half of this machine's "
            "memory",
            "usage",
        )


class Probe:
    """A tracer on a workload's functions.

    It is attached within a `with` block, or from `attach` to `close`."""

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
        more = f" and {others} other{'' if others == 1 else 's'}" if others else ""
        design, transfer = configured().values() if self.attached else self._chosen
        cell = f"{design or 'any design'}/{transfer or 'any transfer'}/{self._registers}"
        state = f"attached, {self.missed} missed" if self.attached else "not attached"
        return f"<Probe {self.name!r} on {first}{more}: {cell}, {state}>"

    def attach(self) -> Self:
        """Attaches: every call that begins from now on, in any thread, notifies the probe.

        Raises Error, and then nothing is attached."""
        self._probe.attach()
        return self

    def close(self) -> None:
        """Detaches. No callback runs afterwards; calls in flight return correctly.

        Raises Error if a callback calls it, and if a callback runs for longer than this waits. In
        the second case the probe is detached, and that callback still runs."""
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
        """Whether calls notify the probe."""
        return self._probe.attached

    @property
    def functions(self) -> list[str]:
        """The probed functions' names. `hits()["function"]` counts in this list."""
        return self._probe.functions

    @property
    def missed(self) -> int:
        """Calls that did not notify the probe although they should have: entries + missed = calls.

        Read it before `close`. The design "none" has no hooks, so it counts nothing."""
        return self._probe.missed

    def reset_missed(self) -> int:
        """Sets `missed` to 0, and returns what it was."""
        return self._probe.reset_missed()

    def run(self, iterations: int = 1, workload: str | Named | None = None) -> Run:
        """Runs the probe's workload, or another one, without the interpreter lock. Raises Error.

        Work is done in slices, and Ctrl-C (KeyboardInterrupt) ends it after the current one. A
        slice takes about a millisecond without probes and up to seconds with callbacks.
        """
        name = word("workload", workload) or self._workload
        if not name:
            raise Error(
                "the probe is on functions and not on a workload: say which workload to run",
                "usage",
            )
        return Run(*self._probe.run(name, whole("iterations", iterations, least=1)))

    def call(self, *arguments: int, function: str | None = None) -> int:
        """Calls the probed function, or another one, with unsigned 64-bit integers. Returns its
        return value, as callbacks changed it.

        Only for functions that take and return integers. Arguments with which the function would
        run for too long are refused. Raises Error.
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
        """The recorded calls, in the order of their returns: four arrays of shape (calls,).

        - `begin_ns`: int64, nanoseconds since the probe was made.
        - `duration_ns`: int64, nanoseconds from the end of the entry handler to the beginning of
          the exit handler. They include the design's own work and one reading of the clock.
        - `function`: uint32, index into `functions`.
        - `thread`: int32, the kernel's thread id.

        The arrays are read-only views of the probe's own memory, no copies. While calls still
        return, they end before the first call that is not wholly recorded. Raises Error without
        `record`.
        """
        begin_ns, duration_ns, function, thread = self._probe.hits()
        return {
            "begin_ns": begin_ns,
            "duration_ns": duration_ns,
            "function": function,
            "thread": thread,
        }

    def latencies(self) -> npt.NDArray[np.int64]:
        """`hits()["duration_ns"]`: nanoseconds per call; int64, shape (calls,), a view."""
        return self._probe.hits()[1]

    @property
    def lost(self) -> int:
        """Calls that were not recorded because `record` had no room for more."""
        return self._probe.lost

    def histogram(self, bins: int = 60) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Counts, of shape (bins,), and edges in nanoseconds, of shape (bins + 1,).

        The edges are evenly spaced on a logarithmic scale. Raises Error if no call is recorded."""
        bins = whole("bins", bins, 1, 100_000)
        latencies = self.latencies()
        if latencies.size == 0:
            raise Error("no call is recorded yet", "usage")
        low, high = max(1, int(latencies.min())), max(2, int(latencies.max()))
        edges = np.geomspace(low, high + 1, bins + 1)
        counts, _ = np.histogram(np.maximum(latencies, low), edges)
        return counts, edges

    def shadow_stack(self) -> ShadowStack:
        """The calling thread's shadow stack now. In a callback it has the calls in flight."""
        return shadow_stack()

    def disassemble(self, function: str | None = None) -> Disassembly:
        """The probed function's code as it is now, and the code that its jump leads to."""
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

    - `what`: a workload ("fib"), "nest" (see `nest`), or functions by name or glob (["wl_leaf",
      "wl_functions_16_*"]).
    - `design`, `transfer`: as `designs()` and `transfers()` list them. By default, those that
      attached probes use, or the library's default. The whole process has one choice at a time, so
      probes that are attached at the same time have to agree.
    - `registers`: the registers that are saved around callbacks, and that these see and may change:
      "vector" or "full". A probe without callbacks and `record` may have "scalar", too.
    - `on_entry(call)`: if it returns False it declines the call: its return does not notify.
    - `on_return(call)`: may change `call.return_value`.
    - `entry_data_bytes`: up to 4096 bytes per call, written at entry and read at the return.
    - `record`: how many calls to keep the times of (`hits`, `latencies`), with or without
      callbacks.
    - `maxactive`: instances per function, for designs that have pools of them.
    - `name`: the tracer's name; by default, `what`.

    A probe without callbacks and `record` has handlers that accept every call and do nothing. If
    several probes are on a function, entry handlers run in the order of attaching, exit handlers in
    reverse. The design "none" patches the function but has no hooks: it takes no callbacks and no
    `record`.

    Raises Error if there is no such function, design or transfer, or if the function must not be
    probed. `attach` raises Error if another choice is in use.
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
    """Calls a function that calls itself; calls `bottom()` while `depth` calls of it are in flight.

    Probe "nest" to look at shadow stacks and unwinders from inside probed calls, outside of any
    handler. `depth`: 1 to 1,000. If `bottom` raises, `nest` raises the same when the calls have
    returned.
    """
    if not callable(bottom):
        raise Error(f"bottom is {bottom!r}; it has to be a function without arguments", "usage")
    _core.nest(whole("depth", depth, 1, 1000), bottom)


def configured() -> dict[str, str]:
    """The design and the transfer that this process uses now: {"design": …, "transfer": …}."""
    return _core.configured()
