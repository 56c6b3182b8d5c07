# Made by tools/update_stub.py from python/src/; live/ describes what is behind it.
"""retprobe in this process: live probes, and what follows from a result."""

from __future__ import annotations

import collections.abc
import typing

import numpy
import numpy.typing

__all__: list[str] = [
    "Call",
    "Probe",
    "code_of",
    "configured",
    "decisions",
    "goals",
    "load_words",
    "nest",
    "nest_function",
    "probed_by",
    "processor_name",
    "shadow_stack",
    "unwind",
]

@typing.final
class Call:
    """A probed call, as callbacks get it. Valid while the callback runs."""
    def __repr__(self) -> str: ...
    def set_register(self, name: str, value: int) -> None:
        """Changes an argument at entry, or a part of the return value at the return."""
    def xmm(self, number: int) -> bytes:
        """The low 16 bytes of a vector register."""
    @property
    def address(self) -> int:
        """Where the function begins."""
    @property
    def arguments(self) -> tuple[int, int, int, int, int, int]:
        """At entry: the six integer argument registers, rdi to r9, as unsigned 64-bit integers."""
    @property
    def entry_data(self) -> bytes:
        """This call's own bytes, entry_data_bytes of them: written at entry, read at the return."""
    @entry_data.setter
    def entry_data(self, arg1: bytes) -> None: ...
    @property
    def function(self) -> str:
        """The probed function's name."""
    @property
    def reason(self) -> str:
        """'entered'; at the return 'returned', 'unwound' or 'abandoned'."""
    @property
    def registers(self) -> dict[str, int]:
        """Name to unsigned 64-bit integer, of the registers that the probe's set has here."""
    @property
    def return_address(self) -> int:
        """Where the call goes back to."""
    @property
    def return_value(self) -> int:
        """At the return: rax, as an unsigned 64-bit integer. May be changed."""
    @return_value.setter
    def return_value(self, arg1: int) -> None: ...
    @property
    def slot(self) -> int:
        """At entry: the address of the return slot."""

@typing.final
class Probe:
    """A tracer with Python's callbacks; see retprobe.probe()."""
    def __init__(
        self,
        *,
        name: str,
        patterns: collections.abc.Sequence[str],
        design: str,
        transfer: str,
        registers: str,
        entry_data_bytes: int,
        record: int,
        maxactive: int,
        on_entry: collections.abc.Callable[[Call], typing.Any] | None,
        on_return: collections.abc.Callable[[Call], typing.Any] | None,
    ) -> None: ...
    def attach(self) -> None:
        """Attaches to all of its functions or to none."""
    def call(self, function: str, arguments: collections.abc.Sequence[int]) -> int:
        """What a workload's function returns."""
    def detach(self) -> None:
        """Returns when no callback runs any more."""
    def hits(
        self,
    ) -> tuple[
        numpy.typing.NDArray[numpy.int64],
        numpy.typing.NDArray[numpy.int64],
        numpy.typing.NDArray[numpy.uint32],
        numpy.typing.NDArray[numpy.int32],
    ]:
        """(begin_ns, duration_ns, function, thread), an element per recorded call each; views, no
        copies."""
    def reset_missed(self) -> int:
        """Sets missed to 0. Returns what it was."""
    def run(self, workload: str, iterations: int) -> tuple[int, int]:
        """(calls, checksum) of iterations of a workload."""
    @property
    def attached(self) -> bool:
        """Whether calls are heard of."""
    @property
    def functions(self) -> list[str]:
        """Names of the probed functions; hits()['function'] counts in it."""
    @property
    def lost(self) -> int:
        """Calls for which record had no room."""
    @property
    def missed(self) -> int:
        """Calls that it should have seen and did not."""

def code_of(
    function: str, what: str
) -> list[tuple[str, int, list[tuple[int, bytes, str, str, str]]]]:
    """[(title, address, [(address, bytes, text, target, note)])] of a site and all that its jump
    leads to."""

def configured() -> dict[str, str]:
    """{design, transfer} of this process."""

def decisions(result: str, name: str) -> str:
    """Which design for which need: JSON, from a result's JSON."""

def goals(result: str, name: str) -> str:
    """Which goals are met: JSON, from a result's JSON."""

def load_words(context: str) -> str:
    """How much other work the machine did: "" for an idle one."""

def nest(depth: int, bottom: collections.abc.Callable[[], typing.Any]) -> None:
    """Calls the site retprobe_bench_nest, depth of them in flight when bottom() runs."""

def probed_by(workload: str) -> list[str]:
    """The patterns that a workload is probed by; [] for no workload."""

def processor_name(context: str) -> str:
    """ "AMD EPYC, Zen 5, family 26 model 2", from the JSON of a result's context."""

def shadow_stack() -> tuple[int, int, list[tuple[str, list[tuple[int, int, str, bytes]]]]]:
    """(low, bytes, [(function, [(address, value, meaning, data)])]) of the calling thread."""

def unwind(most: int) -> list[tuple[str, str, list[tuple[int, str, bool]]]]:
    """[(unwinder, why there is nothing, [(address, name, whether it is of this extension)])] of the
    calling thread."""

nest_function: str = "retprobe_bench_nest"
