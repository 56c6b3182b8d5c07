"""The code of a probed function, and the code its jump leads to, up to the design's hooks."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from retprobe import _core
from retprobe.listing import Named
from retprobe.live.arguments import word


@dataclass(frozen=True)
class Instruction:
    """One instruction, in AT&T syntax.

    `executed`: how often one warm hit executes it; None if that was not counted."""

    address: int
    code: bytes
    text: str
    target: str
    note: str
    executed: int | None = None


@dataclass(frozen=True)
class Section:
    """One part of the code: the site before or after patching, the island, the block, a trampoline,
    or a hook of the design."""

    title: str
    address: int
    instructions: tuple[Instruction, ...]

    @property
    def executed(self) -> int | None:
        """Instructions of this part that one warm hit executes; None if that was not counted."""
        counts = [i.executed for i in self.instructions if i.executed is not None]
        return sum(counts) if counts else None


@dataclass(frozen=True, repr=False)
class Disassembly:
    """The code of one function in one cell: design, transfer, register set, tracers.

    `elsewhere`: the functions that a warm hit executes and that have no section, such as handlers,
    each with its number of instructions. Empty if no hit was counted."""

    function: str
    cell: str
    sections: tuple[Section, ...]
    elsewhere: tuple[tuple[str, int], ...] = ()

    @property
    def executed(self) -> int | None:
        """Instructions of one warm hit, those of `elsewhere` included, as in `retprobe.cost`; None
        if they were not counted."""
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


# Colours have a contrast of at least 4.5. The table sets its own background, because a notebook's
# theme may differ from the system's.
_STYLE = """
.retprobe-code{background:#fff;color:#1a1a1a;padding:8px}
.retprobe-code table{border-collapse:collapse;
font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:12px}
.retprobe-code td,.retprobe-code th{text-align:left!important;padding:1px 8px!important}
.retprobe-code .call,.retprobe-code .jmp{color:#b04400;font-weight:bold}
.retprobe-code .ret{color:#a1006b;font-weight:bold}
.retprobe-code .reg{color:#005f99}
.retprobe-code .note{color:#5c5c5c}
.retprobe-code .run{background:#e6f5ef}
@media (prefers-color-scheme:dark){.retprobe-code{background:#181818;color:#f2f2f2}
.retprobe-code .call,.retprobe-code .jmp{color:#f0a35e}
.retprobe-code .ret{color:#f08ac9}
.retprobe-code .reg{color:#7cc4f0}
.retprobe-code .note{color:#b0b0b0}
.retprobe-code .run{background:#10372b}}
""".replace("\n", "")


def _text_html(text: str) -> str:
    """An instruction's text, with marks for colours: the kind of mnemonic, and the registers."""
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


def disassemble_live(
    function: str | Named, registers: str, tracers: int | None = None
) -> Disassembly:
    """The code as it is now. Raises Error."""
    function = word("a function", function)
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
