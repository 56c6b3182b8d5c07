"""A probed function's code, and what its jump leads to, up to and with the design's hooks; with what each instruction
costs where `retprobe cost` counted it."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from html import escape

from retprobe import _core
from retprobe.listing import Named
from retprobe.live.arguments import whole
from retprobe.suite.command_line import run_command


@dataclass(frozen=True)
class Instruction:
    """One instruction, in AT&T syntax. `executed`: how often one warm hit executes it; None where nobody counted."""

    address: int
    code: bytes
    text: str
    target: str
    note: str
    executed: int | None = None


@dataclass(frozen=True)
class Section:
    """A part of what is executed: the site before and after, the island, the block, the trampolines, the design's
    hooks."""

    title: str
    address: int
    instructions: tuple[Instruction, ...]

    @property
    def executed(self) -> int | None:
        """Instructions of this part that one warm hit executes; None where nobody counted."""
        counts = [i.executed for i in self.instructions if i.executed is not None]
        return sum(counts) if counts else None


@dataclass(frozen=True, repr=False)
class Disassembly:
    """The code of one function in one cell: design, transfer, register set, tracers. `elsewhere`: where a warm hit was
    counted, the functions that it executes and no section has (the handlers, what several tracers need), and how many
    instructions of them."""

    function: str
    cell: str
    sections: tuple[Section, ...]
    elsewhere: tuple[tuple[str, int], ...] = ()

    @property
    def executed(self) -> int | None:
        """Instructions of one warm hit, those elsewhere too, as `retprobe.cost` has them; None where nobody counted."""
        counts = [section.executed for section in self.sections if section.executed is not None]
        return sum(counts) + sum(count for _, count in self.elsewhere) if counts else None

    def __repr__(self) -> str:
        lines = sum(len(section.instructions) for section in self.sections)
        hit = "" if self.executed is None else f", {self.executed} executed by a warm hit"
        parts = f"{len(self.sections)} sections, {lines} instructions{hit}"
        return f"<Disassembly of {self.function} in {self.cell}: {parts}; print() shows them>"

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for section in self.sections:
            yield section.title
            for i in section.instructions:
                executed = "" if i.executed is None else f"{i.executed:>3}x"
                behind = "".join(f"   # {word}" for word in (i.target, i.note) if word)
                yield f"  {i.address:012x} {executed:>4}  {i.code.hex(' '):<31} {i.text}{behind}"
        if self.executed is not None:
            yield self._total()

    def _total(self) -> str:
        elsewhere = "".join(
            f"; {count} elsewhere, in {function}" for function, count in self.elsewhere
        )
        return f"{self.executed} instructions per warm hit{elsewhere}"

    def _repr_html_(self) -> str:
        sections = "".join(_section_html(section) for section in self.sections)
        title = f"<p>{escape(self.function)} in {escape(self.cell)}</p>"
        total = "" if self.executed is None else f"<p>{escape(self._total())}</p>"
        return f'<div class="retprobe-code"><style>{_STYLE}</style>{title}{sections}{total}</div>'


# Colours with a contrast of 4.5 at least. The background is its own, since a notebook's theme need not be the system's.
_STYLE = """
.retprobe-code{background:#fff;color:#1a1a1a;padding:8px}
.retprobe-code table{border-collapse:collapse;font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:12px}
.retprobe-code td,.retprobe-code th{text-align:left!important;padding:1px 8px!important}
.retprobe-code .call,.retprobe-code .jmp{color:#b04400;font-weight:bold}
.retprobe-code .ret{color:#a1006b;font-weight:bold}
.retprobe-code .reg{color:#005f99}.retprobe-code .note{color:#5c5c5c}.retprobe-code .run{background:#e6f5ef}
@media (prefers-color-scheme:dark){.retprobe-code{background:#181818;color:#f2f2f2}
.retprobe-code .call,.retprobe-code .jmp{color:#f0a35e}
.retprobe-code .ret{color:#f08ac9}
.retprobe-code .reg{color:#7cc4f0}.retprobe-code .note{color:#b0b0b0}.retprobe-code .run{background:#10372b}}
""".replace("\n", "")


def _text_html(text: str) -> str:
    """The mnemonic by its kind, registers in a colour of their own."""
    mnemonic, _, operands = text.partition(" ")
    kind = (
        "ret"
        if mnemonic.startswith("ret")
        else "call"
        if mnemonic.startswith("call")
        else "jmp"
        if mnemonic.startswith("j")
        else ""
    )
    parts = []
    for number, part in enumerate(operands.split("%")):
        if number == 0:
            parts.append(escape(part))
            continue
        length = next((at for at, letter in enumerate(part) if not letter.isalnum()), len(part))
        parts.append(f'<span class="reg">%{escape(part[:length])}</span>{escape(part[length:])}')
    return f'<span class="{kind}">{escape(mnemonic)}</span> {"".join(parts)}'


def _section_html(section: Section) -> str:
    rows = []
    for i in section.instructions:
        executed = "" if i.executed is None else str(i.executed)
        note = " · ".join(word for word in (i.target, i.note) if word)
        run = ' class="run"' if i.executed else ""
        rows.append(
            f"<tr{run}><td>{i.address:012x}</td><td>{executed}</td><td>{i.code.hex(' ')}</td>"
            f'<td>{_text_html(i.text)}</td><td class="note">{escape(note)}</td></tr>'
        )
    total = "" if section.executed is None else f": {section.executed} instructions per warm hit"
    head = "".join(
        f'<th scope="col">{word}</th>'
        for word in ("address", "executed", "bytes", "instruction", "")
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<h4>{escape(section.title + total)}</h4>{table}"


def disassemble_live(function: str, registers: str, tracers: int | None = None) -> Disassembly:
    """The code as it is now. Raises Error."""
    configured = _core.configured()
    words = [configured["design"], configured["transfer"], registers] + (
        [] if tracers is None else [str(tracers)]
    )
    cell = "/".join(words)
    sections = tuple(
        Section(title, address, tuple(Instruction(*line) for line in lines))
        for title, address, lines in _core.code_of(function, cell)
    )
    return Disassembly(function, cell, sections)


def disassemble(
    function: str,
    *,
    design: str | Named | None = None,
    transfer: str | None = None,
    registers: str = "scalar",
    tracers: int = 1,
    costs: bool = False,
) -> Disassembly:
    """Probes a function with `tracers` tracers that do nothing, and disassembles it and what its jump leads to: the
    block, the trampolines, and the design's hooks, which the trampolines call.

    What a hook calls in turn is named there and not shown: the handlers, and functions for what is rare. `costs=True`
    has `retprobe cost` walk one warm hit of the same cell with ptrace (numbers of tracers: as `cost` takes them), says
    how often each instruction is executed, and how many are executed elsewhere, and where. Raises Error.
    """
    tracers = whole("tracers", tracers, 1, 4096)
    from retprobe.live.probe import probe

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
    from retprobe.suite.catalogue import designs

    if any(design.name == configured["design"] and design.has_transfers for design in designs()):
        arguments += ["--transfer", configured["transfer"]]
    _, text = run_command(arguments)
    path = [line for part in ("entry", "exit") for line in json.loads(text)["paths"][0][part]]
    sections = tuple(_counted(section, path, code.function) for section in code.sections)
    shown = {_executed_as(section, code.function) for section in code.sections}
    elsewhere = Counter(function for line in path if (function := _function_of(line)) not in shown)
    return replace(code, sections=sections, elsewhere=tuple(elsewhere.most_common()))


_BLOCK = "block"


def _executed_as(section: Section, function: str) -> str:
    """The function that the path has a section's instructions in; "" where none of them is executed."""
    if section.title.startswith("before"):
        return ""
    if section.title.startswith("after"):
        return function
    return _BLOCK if section.title.startswith("block") else section.title.rpartition(" ")[2]


def _function_of(line: dict[str, str | int]) -> str:
    function = str(line["function"])
    return _BLOCK if function.startswith(_POOLS) else function


def _counted(section: Section, path: list[dict[str, str | int]], function: str) -> Section:
    """How often each instruction is in the path: in a function by its offset, in a block by its place in the block."""
    name = _executed_as(section, function)
    size = _BLOCK_BYTES if name == _BLOCK else 1 << 64
    counts = Counter(int(line["offset"]) % size for line in path if _function_of(line) == name)
    if not counts:
        return section
    instructions = tuple(
        replace(i, executed=counts[i.address - section.address]) for i in section.instructions
    )
    return replace(section, instructions=instructions)


_POOLS = ("retprobe_return_trampolines", "retprobe_call_through")
