"""The shadow stack and the machine stack of the calling thread, as data and as pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from retprobe import _core
from retprobe.live.arguments import whole

# SVG units: a row's height, a letter's width, where meanings begin.
_ROW, _LETTER, _MEANING = (22, 7.4, 500)
_DATA_COLUMNS = 16  # bytes of entry data per row


@dataclass(frozen=True)
class ShadowWord:
    """A word of a frame: its address, its value, and what it means.

    Or an area of entry data: `data` has its bytes, and `value` is 0."""

    address: int
    value: int
    meaning: str
    data: bytes

    @property
    def role(self) -> str:
        """The word's kind, for its colour: "data", "original", "slot", or "own" for the design's
        own bookkeeping."""
        if self.data:
            return "data"
        first = self.meaning.partition(" ")[0]
        return first if first in ("original", "slot") else "own"


@dataclass(frozen=True)
class ShadowFrame:
    """The frame of one call in flight, or in some designs of one call and one tracer.

    Its words are in the order in which a return reads them."""

    function: str
    words: tuple[ShadowWord, ...]


@dataclass(frozen=True, repr=False)
class ShadowStack:
    """A thread's shadow stack, newest frame first.

    It is empty if no call is in flight, or if the design has no shadow stack. `low`, `high`: the
    bounds of the machine stack that the calls run on; 0 if there is no call."""

    design: str
    low: int
    high: int
    frames: tuple[ShadowFrame, ...]

    def __repr__(self) -> str:
        words = sum(len(frame.words) for frame in self.frames)
        return (
            f"<ShadowStack of {self.design}: {_frames(len(self.frames))}, {words} words; "
            "print() shows them>"
        )

    def __str__(self) -> str:
        return "\n".join([self._title(), *self._lines()])

    def _title(self) -> str:
        if not self.frames:
            return f"{self.design}: nothing on a shadow stack"
        bounds = f"{self.low:#x} … {self.high:#x}"
        return (
            f"{self.design}: shadow stack of the calls on the machine stack {bounds}, newest first"
        )

    def _lines(self) -> Iterator[str]:
        for frame in self.frames:
            function = f"  ({frame.function})"
            for word in frame.words:
                content = word.data.hex(" ", 8) if word.data else f"{word.value:#018x}"
                yield f"  {word.address:#x} | {content} | {word.meaning}{function}"
                function = ""

    def svg(self) -> str:
        """The picture: one row per word, one group per frame, areas of entry data with their bytes.
        Light and dark."""
        meanings = [word.meaning for frame in self.frames for word in frame.words]
        letters = max((len(meaning) for meaning in meanings), default=0)
        width = round(max(_MEANING + letters * _LETTER, len(self._title()) * _LETTER) + 20)
        parts: list[str] = []
        y = 34
        for frame in self.frames:
            top = y
            parts.append(
                '<text class="function" x="14" y="'
                f'{y + 15}">{escape(frame.function or "(its tracer is gone)")}</text>'
            )
            y += _ROW
            for word in frame.words:
                y = _draw_word(parts, word, y)
            parts.append(
                f'<rect class="frame" x="6" y="{top}" width="{width - 12}" '
                f'height="{y - top + 6}" rx="5"/>'
            )
            y += 16
        if not self.frames:
            y += 6
        title = escape(self._title())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="retprobe-stack" role="img" '
            f'viewBox="0 0 {width} {y}" width="{width}" height="{y}"><title>{title}</title>'
            f"<desc>{len(self.frames)} frames, {len(meanings)} words</desc><style>{_STYLE}</style>"
            f'<rect class="page" width="{width}" height="{y}"/>'
            f'<text class="title" x="8" y="20">{title}</text>' + "".join(parts) + "</svg>"
        )

    def _repr_svg_(self) -> str:
        return self.svg()


# Okabe and Ito's colours. Text on them has a contrast of at least 4.5.
_STYLE = """
.retprobe-stack text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;fill:#1a1a1a}
.retprobe-stack .page{fill:#fff}.retprobe-stack .title,.retprobe-stack .function{font-weight:bold}
.retprobe-stack .frame{fill:none;stroke:#666;stroke-width:1.5}
.retprobe-stack .word{stroke:#888;stroke-width:.6}
.retprobe-stack .original{fill:#9fd3f5}.retprobe-stack .slot{fill:#f3d08a}
.retprobe-stack .data{fill:#a8e0cd}.retprobe-stack .own{fill:#ececec}
@media (prefers-color-scheme:dark){.retprobe-stack text{fill:#f2f2f2}
.retprobe-stack .page{fill:#181818}.retprobe-stack .frame{stroke:#aaa}
.retprobe-stack .original{fill:#0b4f78}.retprobe-stack .slot{fill:#6b4c00}
.retprobe-stack .data{fill:#00513c}.retprobe-stack .own{fill:#333}}
""".replace("\n", "")


def _draw_word(parts: list[str], word: ShadowWord, y: int) -> int:
    """Appends one word, or one area of data. Returns the y at which the next one goes."""
    lines = [word.data[at : at + _DATA_COLUMNS] for at in range(0, len(word.data), _DATA_COLUMNS)]
    rows = [line.hex(" ") for line in lines] or [f"{word.value:#018x}"]
    height = _ROW * len(rows)
    parts.append(f'<rect class="word {word.role}" x="130" y="{y}" width="360" height="{height}"/>')
    parts.append(f'<text x="14" y="{y + 15}">{word.address:#x}</text>')
    parts.append(f'<text x="{_MEANING}" y="{y + 15}">{escape(word.meaning)}</text>')
    parts += [
        f'<text x="138" y="{y + 15 + _ROW * row}">{text}</text>' for row, text in enumerate(rows)
    ]
    return y + height


def shadow_stack() -> ShadowStack:
    """The calling thread's shadow stack now.

    It has frames in a callback and at the bottom of `nest`, where calls are in flight."""
    low, size, calls = _core.shadow_stack()
    frames = tuple(
        ShadowFrame(function, tuple(ShadowWord(*word) for word in words))
        for function, words in calls
    )
    return ShadowStack(_core.configured()["design"], low, low + size, frames)


@dataclass(frozen=True)
class StackFrame:
    """A return address (in the innermost frame, where the thread is) and its name.

    A name is "symbol+0x12", or "T of wl_fib" for a return trampoline. `own`: the address is in
    retprobe's extension, but not in a function that is probed."""

    address: int
    name: str
    own: bool = False

    @property
    def is_trampoline(self) -> bool:
        """Whether this is a return trampoline, through which the unwinder may have found the
        caller or not."""
        return self.name.startswith("T of ")


def _folded(frames: Sequence[StackFrame]) -> Iterator[tuple[str, StackFrame | None]]:
    """The rows of a picture: frames, with each run of the extension's own frames as one row that
    has their number.

    The frames that asked for the trace, at the innermost end, are one such run, the callback's
    included: they are many, and of no interest to the reader.
    """
    first = next((n for n, frame in enumerate(frames) if frame.is_trampoline or _is_nest(frame)), 0)
    asking = max((n + 1 for n, frame in enumerate(frames[:first]) if frame.own), default=0)
    if asking:
        yield f"({_frames(asking)} of unwind() and what called it)", None
    for own, run in groupby(frames[asking:], lambda frame: frame.own):
        rows = list(run)
        if own:
            yield f"({_frames(len(rows))} of retprobe's extension)", None
        else:
            yield from ((frame.name, frame) for frame in rows)


def _frames(count: int) -> str:
    return f"{count} frame{'' if count == 1 else 's'}"


def _is_nest(frame: StackFrame) -> bool:
    return frame.name.startswith(_core.nest_function)


@dataclass(frozen=True, repr=False)
class StackTrace:
    """A stack as one unwinder sees it, innermost frame first.

    `unavailable`: why there is no trace, or "". `frames` has all frames; text and table fold those
    of retprobe's extension."""

    unwinder: str
    unavailable: str
    frames: tuple[StackFrame, ...]

    def __repr__(self) -> str:
        trampolines = sum(frame.is_trampoline for frame in self.frames)
        seen = (
            self.unavailable
            or f"{_frames(len(self.frames))}, {trampolines} of them return trampolines"
        )
        return f"<StackTrace of {self.unwinder}: {seen}>"

    def __str__(self) -> str:
        lines = [self.unwinder + (f": {self.unavailable}" if self.unavailable else "")]
        for name, frame in _folded(self.frames):
            lines.append(f"  {'' if frame is None else f'{frame.address:#014x}':14} {name}")
        return "\n".join(lines)


class StackTraces(tuple[StackTrace, ...]):
    """One stack as each unwinder sees it. A notebook shows the traces side by side."""

    def __repr__(self) -> str:
        seen = ", ".join(f"{_frames(len(trace.frames))} by {trace.unwinder}" for trace in self)
        return f"<StackTraces: {seen}; print() shows them>"

    def __str__(self) -> str:
        return "\n".join(str(trace) for trace in self)

    def _repr_html_(self) -> str:
        def cell(name: str, frame: StackFrame | None) -> str:
            if frame is None:
                return f'<td style="text-align:left"><em>{escape(name)}</em></td>'
            text = f"<strong>{escape(name)}</strong>" if frame.is_trampoline else escape(name)
            return (
                '<td style="text-align:left;font-family:monospace" '
                f'title="{frame.address:#x}">{text}</td>'
            )

        columns = [list(_folded(trace.frames)) for trace in self]
        depth = max((len(column) for column in columns), default=0)
        head = "".join(
            f'<th scope="col" style="text-align:left">{escape(trace.unwinder)}</th>'
            for trace in self
        )
        rows = "".join(
            f'<tr><th scope="row">{row}</th>'
            + "".join(
                cell(*column[row]) if row < len(column) else "<td></td>" for column in columns
            )
            + "</tr>"
            for row in range(depth)
        )
        notes = "".join(
            f"<p>{escape(t.unwinder)}: {escape(t.unavailable)}</p>" for t in self if t.unavailable
        )
        caption = (
            "<caption>The stack as each unwinder sees it, innermost first; "
            "return trampolines in bold</caption>"
        )
        head = f'<thead><tr><th scope="col">row</th>{head}</tr></thead>'
        return f"<table>{caption}{head}<tbody>{rows}</tbody></table>{notes}"


def unwind(most: int = 64) -> StackTraces:
    """The calling thread's stack, as libgcc, glibc's backtrace(), libunwind (if there) and the
    core's walker of frame pointers see it.

    `most`: frames from each, 1 to 10,000. The walker ends where a function has no frame pointer,
    which most have not.
    """
    most = whole("most", most, 1, 10_000)
    return StackTraces(
        StackTrace(unwinder, unavailable, tuple(StackFrame(*frame) for frame in frames))
        for unwinder, unavailable, frames in _core.unwind(most)
    )
