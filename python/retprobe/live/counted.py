"""Disassembles a probed function, and counts how often a warm hit executes each instruction."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace

from retprobe import _core
from retprobe.listing import Named
from retprobe.live.arguments import whole
from retprobe.live.disassembly import Disassembly, Section, disassemble_live
from retprobe.live.probe import probe
from retprobe.suite.catalogue import designs
from retprobe.suite.command_line import told


def disassemble(
    function: str,
    *,
    design: str | Named | None = None,
    transfer: str | None = None,
    registers: str = "scalar",
    tracers: int = 1,
    costs: bool = False,
) -> Disassembly:
    """Probes a function with `tracers` tracers that do nothing, and disassembles it.

    The function's jump leads to the block, to the trampolines, and to the design's hooks, which the
    trampolines call; all of these are disassembled, too. Functions that a hook calls (handlers, and
    functions for rare cases) are named but not shown.

    With `costs=True`, `retprobe cost` steps through one warm hit of the same cell with ptrace. The
    result then says how often each instruction is executed, and how many are executed in functions
    that are not shown. `tracers` must then be a number that `cost` takes. Raises Error.
    """
    tracers = whole("tracers", tracers, 1, 4096)
    with ExitStack() as probes:
        for number in range(tracers):
            name = f"tracer {number + 1}"
            probes.enter_context(
                probe([function], design=design, transfer=transfer, registers=registers, name=name)
            )
        code = disassemble_live(function, registers, tracers)
        configured = _core.configured()
    return _with_costs(code, configured, registers, tracers) if costs else code


_BLOCK_BYTES = 32  # all blocks of a pool have the same code


def _with_costs(
    code: Disassembly, configured: dict[str, str], registers: str, tracers: int
) -> Disassembly:
    arguments = [
        "cost",
        "--path",
        "--format",
        "json",
        "--design",
        configured["design"],
        "--registers",
        registers,
        "--tracers",
        str(tracers),
    ]
    if any(design.name == configured["design"] and design.has_transfers for design in designs()):
        arguments += ["--transfer", configured["transfer"]]
    paths = told(arguments)["paths"][0]
    path = [line for part in ("entry", "exit") for line in paths[part]]
    # It begins with the jump of the function that `cost` probes. That of any other one is the same.
    probed = path[0]["function"]
    path = [
        line | {"function": code.function} if line["function"] == probed else line for line in path
    ]
    sections = tuple(_counted(section, path, code.function) for section in code.sections)
    shown = {_executed_as(section, code.function) for section in code.sections}
    elsewhere = Counter(function for line in path if (function := _function_of(line)) not in shown)
    return replace(code, sections=sections, elsewhere=tuple(elsewhere.most_common()))


_BLOCK = "block"
_POOLS = ("retprobe_return_trampolines", "retprobe_call_through")


def _executed_as(section: Section, function: str) -> str:
    """The name under which the path lists a section's instructions; "" if none is executed."""
    if section.title.startswith("before"):
        return ""
    if section.title.startswith("after"):
        return function
    return _BLOCK if section.title.startswith("block") else section.title.rpartition(" ")[2]


def _function_of(line: dict[str, str | int]) -> str:
    function = str(line["function"])
    return _BLOCK if function.startswith(_POOLS) else function


def _counted(section: Section, path: list[dict[str, str | int]], function: str) -> Section:
    """The section with how often the path has each of its instructions.

    An instruction is found by its offset in the function or in the block."""
    name = _executed_as(section, function)
    size = _BLOCK_BYTES if name == _BLOCK else 1 << 64
    counts = Counter(int(line["offset"]) % size for line in path if _function_of(line) == name)
    if not counts:
        return section
    instructions = tuple(
        replace(i, executed=counts[i.address - section.address]) for i in section.instructions
    )
    return replace(section, instructions=instructions)
