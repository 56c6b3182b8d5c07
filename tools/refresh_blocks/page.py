"""Finds a block in a page, and writes Markdown."""

from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Problem(Exception):
    """A block cannot be made, or has no place: what is wrong, where, and what to do."""


class Missing(Exception):
    """This machine lacks what is needed to make the block."""


def parts(page: str, block: str, command: str = "tools/refresh") -> tuple[str, str, str]:
    """The text before the block, the block's text, and the text after it."""
    path = ROOT / page
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Problem(f"{page} cannot be read: {error.strerror}") from error
    if path.suffix != ".md":
        return "", text, ""
    begin, end = f"<!-- {block}: {command} -->\n", f"<!-- end of {block} -->\n"
    before, begins, rest = text.partition(begin)
    old, ends, behind = rest.partition(end)
    if not (begins and ends) or text.count(begin) + text.count(end) > 2:
        raise Problem(
            f"{page} must have the lines '{begin.strip()}' and '{end.strip()}' once each, in this "
            "order; put them where the block is to stand"
        )
    return before + begin, old, end + behind


def markdown(lines: Iterable[Sequence[str]]) -> str:
    head, *rest = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([head, "|---" * (head.count(" | ") + 1) + "|", *rest])


class Notes:
    """Footnotes. Equal texts have one number."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def mark(self, text: str) -> str:
        # The part after "(seen: " has addresses and differs from cell to cell; the reason does not.
        text = text.split(" (seen: ")[0]
        if text not in self.texts:
            self.texts.append(text)
        return f"[{self.texts.index(text) + 1}]"
