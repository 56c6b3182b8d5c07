"""Lists of named entries: they display as tables, and find an entry by its name."""

from dataclasses import dataclass, fields
from html import escape
from numbers import Number
from typing import Any, Generic, SupportsIndex, TypeVar, overload

from retprobe.errors import Error

WIDTH = 110
"""Characters per line of the text. Longer lines are cut there, but not in the HTML."""


@dataclass(frozen=True)
class Named:
    """An entry with a name. Every selection takes the entry or its name."""

    name: str

    def __str__(self) -> str:
        return self.name


N = TypeVar("N", bound=Named)


def each_of(selected: Any) -> list[Any]:
    """A selection as a list, also if it is a single entry. A number may be one of numpy's."""
    return [selected] if isinstance(selected, str | Number | Named) else list(selected)


def words_of(selected: Any) -> list[str]:
    """As `each_of`, as text."""
    return [str(word) for word in each_of(selected)]


class Listing(tuple[N, ...], Generic[N]):
    """A tuple of entries that prints as a table.

    `listing["name"]` is the entry of that name, `"name" in listing` says whether there is one, and
    a slice (`listing[:3]`) is a Listing, too."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex | str) -> N: ...
    @overload
    def __getitem__(self, key: slice) -> "Listing[N]": ...
    def __getitem__(self, key: SupportsIndex | str | slice) -> "N | Listing[N]":
        """An entry, by its number or name. Raises Error if no entry has that name."""
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
        """One line per entry: its name, and what it is."""
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
