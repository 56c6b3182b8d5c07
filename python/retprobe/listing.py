"""Lists of named things: tables to look at, in text and in notebooks, with a lookup by name."""

from dataclasses import dataclass, fields
from html import escape
from numbers import Number
from typing import Any, Generic, SupportsIndex, TypeVar, overload

from retprobe.errors import Error

WIDTH = 110
"""Letters of a line of the text; what is longer is cut, and the HTML has it whole."""


@dataclass(frozen=True)
class Named:
    """Something with a name, which stands for it wherever a selection is taken."""

    name: str

    def __str__(self) -> str:
        return self.name


N = TypeVar("N", bound=Named)


def each_of(selected: Any) -> list[Any]:
    """What a selection names: one thing, or several. A number may be numpy's."""
    return [selected] if isinstance(selected, str | Number | Named) else list(selected)


def words_of(selected: Any) -> list[str]:
    """The same as text."""
    return [str(word) for word in each_of(selected)]


class Listing(tuple[N, ...], Generic[N]):
    """A tuple that prints as a table. `listing["name"]` is the one of that name, `"name" in
    listing` whether there is one; a part of it (`listing[:3]`) is a Listing, too."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex | str) -> N: ...
    @overload
    def __getitem__(self, key: slice) -> "Listing[N]": ...
    def __getitem__(self, key: SupportsIndex | str | slice) -> "N | Listing[N]":
        """By number or by name. Raises Error where there is none of that name."""
        if isinstance(key, slice):
            return Listing(super().__getitem__(key))
        if not isinstance(key, str):
            return super().__getitem__(key)
        for named in self:
            if named.name == key:
                return named
        raise Error(
            f"nothing here is named {key!r}; there are {', '.join(self.names) or 'none'}",
            "not_found",
        )

    def __contains__(self, key: object) -> bool:
        return key in self.names if isinstance(key, str) else super().__contains__(key)

    @property
    def names(self) -> list[str]:
        return [named.name for named in self]

    def _ipython_key_completions_(self) -> list[str]:
        return self.names

    def _head(self) -> list[str]:
        return [field.name.replace("_", " ") for field in fields(self[0])] if self else []

    def _cells(self) -> list[list[str]]:
        return [[_text(getattr(named, field.name)) for field in fields(named)] for named in self]

    def __repr__(self) -> str:
        """Names and what they are, a line each."""
        if not self:
            return "(none)"
        (name, what, *_), cells = self._head(), self._cells()
        width = max(len(row[0]) for row in [[name], *cells])
        lines = [
            f"{first:<{width}}  {second}".rstrip() for first, second, *_ in [[name, what], *cells]
        ]
        return "\n".join(line if len(line) <= WIDTH else line[: WIDTH - 1] + "…" for line in lines)

    def _repr_html_(self) -> str:
        head = "".join(
            f'<th scope="col" style="text-align:left">{escape(word)}</th>' for word in self._head()
        )
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left;vertical-align:top">{escape(first)}</th>'
            + "".join(
                f'<td style="text-align:left;vertical-align:top">{escape(cell)}</td>'
                for cell in rest
            )
            + "</tr>"
            for first, *rest in self._cells()
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_text(each[0] if isinstance(each, tuple) else each) for each in value)
    return str(value)
