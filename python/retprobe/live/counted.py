"""The code of a function that is probed for it, with what each instruction of a warm hit costs."""

import json
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace

from retprobe import _core
from retprobe.listing import Named
from retprobe.live.arguments import whole
from retprobe.live.disassembly import Disassembly, Section, disassemble_live
from retprobe.live.probe import probe
from retprobe.suite.catalogue import designs
from retprobe.suite.command_line import run_command


def disassemble(
    function: str,
    *,
    design: str | Named | None = None,
    transfer: str | None = None,
    registers: str = "scalar",
    tracers: int = 1,
    costs: bool = False,
) -> Disassembly:
    """Probes a function with `tracers` tracers that do nothing, and disassembles it and what its
    jump leads to: the block, the trampolines, and the design's hooks, which the trampolines call.

    What a hook calls in turn is named there and not shown: the handlers, and functions for what is
    rare. `costs=True` has `retprobe cost` walk one warm hit of the same cell with ptrace (numbers
    of tracers: as `cost` takes them). It says how often each instruction is executed, how many are
    executed elsewhere, and where. Raises Error.
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


_BLOCK_BYTES = 32  # two blocks of a pool differ in nothing but where they are


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
    _, text = run_command(arguments)
    path = [line for part in ("entry", "exit") for line in json.loads(text)["paths"][0][part]]
    sections = tuple(_counted(section, path, code.function) for section in code.sections)
    shown = {_executed_as(section, code.function) for section in code.sections}
    elsewhere = Counter(function for line in path if (function := _function_of(line)) not in shown)
    return replace(code, sections=sections, elsewhere=tuple(elsewhere.most_common()))


_BLOCK = "block"
_POOLS = ("retprobe_return_trampolines", "retprobe_call_through")


def _executed_as(section: Section, function: str) -> str:
    """The function that the path has a section's instructions in; "" where none of them is
    executed."""
    if section.title.startswith("before"):
        return ""
    if section.title.startswith("after"):
        return function
    return _BLOCK if section.title.startswith("block") else section.title.rpartition(" ")[2]


def _function_of(line: dict[str, str | int]) -> str:
    function = str(line["function"])
    return _BLOCK if function.startswith(_POOLS) else function


def _counted(section: Section, path: list[dict[str, str | int]], function: str) -> Section:
    """How often each instruction is in the path: in a function by its offset, in a block by its
    place in the block."""
    name = _executed_as(section, function)
    size = _BLOCK_BYTES if name == _BLOCK else 1 << 64
    counts = Counter(int(line["offset"]) % size for line in path if _function_of(line) == name)
    if not counts:
        return section
    instructions = tuple(
        replace(i, executed=counts[i.address - section.address]) for i in section.instructions
    )
    return replace(section, instructions=instructions)
