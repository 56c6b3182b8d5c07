"""Rows of JSON as a table with typed columns.

A table has the same columns and types for every file, even if the file's rows lack some of them."""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from numbers import Number
from typing import Any

import numpy as np
import pandas as pd

from retprobe.listing import Named, each_of

Row = Mapping[str, Any]

Globs = str | float | Named | Iterable[str | float | Named]
"""What selects rows by a field: a glob, a number, an entry with a name, or several of these."""


def natural(text: str) -> list[tuple[int, int | str]]:
    """A key that sorts leaf_9 before leaf_10."""
    return [(0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", text)]


def is_peer(row: Row) -> bool:
    """Whether the row is of a peer, which is a tool of others, and not of a design."""
    return str(row["design"]).startswith("peer:")


def frame(
    rows: Sequence[Row],
    *,
    texts: Sequence[str],
    integers: Sequence[str] = (),
    numbers: Sequence[str] = (),
) -> pd.DataFrame:
    """A table of `rows`: the named columns, in this order, then the rows' other fields.

    texts: str, missing where absent; integers: int64, which every row has; numbers: float64, NaN
    where absent. In other fields, numbers become float64, text becomes str, and lists of numbers
    become arrays of float64 (None where there is none).
    """
    named = {*texts, *integers, *numbers}
    others: dict[str, Any] = {}
    for row in rows:
        for field, value in row.items():
            if field not in named:
                others.setdefault(field, value)
    columns: dict[str, Any] = {field: _text(rows, field) for field in texts}
    columns |= {field: np.array([row[field] for row in rows], dtype=np.int64) for field in integers}
    columns |= {field: _number(rows, field) for field in numbers}
    for field, example in others.items():
        if isinstance(example, str):
            columns[field] = _text(rows, field)
        elif isinstance(example, bool | int | float):
            columns[field] = _number(rows, field)
        elif isinstance(example, list):
            columns[field] = pd.Series([_array(row.get(field)) for row in rows], dtype=object)
    return pd.DataFrame(columns)


def _text(rows: Sequence[Row], field: str) -> pd.Series:
    return pd.Series([row.get(field) for row in rows], dtype="str")


def _number(rows: Sequence[Row], field: str) -> Any:
    values = (row.get(field) for row in rows)
    return np.array(
        [float(v) if isinstance(v, int | float) else math.nan for v in values], dtype=np.float64
    )


def _array(value: Any) -> Any:
    numbers = isinstance(value, list) and all(isinstance(one, int | float) for one in value)
    return np.array(value, dtype=np.float64) if numbers else None


def selected(
    rows: Iterable[Row],
    globs: Mapping[str, Globs],
    flat: Callable[[Row], Row],
    known: Collection[str],
) -> list[Row]:
    """The rows whose fields match, such as `{"design": "c*", "tracers": [1, 8]}`.

    Text is matched by globs, numbers also by their value. `flat` turns a row into the fields of its
    table. `known`: the fields that a table has even if no row has them. Raises TypeError for other
    fields, and for fields that hold lists of numbers.
    """
    pairs = [(row, flat(row)) for row in rows]
    wanted = {field: each_of(value) for field, value in globs.items()}
    there = {
        *known,
        *(
            field
            for _, fields in pairs
            for field, value in fields.items()
            if not isinstance(value, list)
        ),
    }
    for field in wanted:
        if pairs and field not in there:
            names = sorted(
                {name.partition(".")[0] + ".NAME" if "." in name else name for name in there}
            )
            raise TypeError(f"no row has a field {field!r}; there are {', '.join(names)}")

    def matches(fields: Row, field: str, patterns: list[Any]) -> bool:
        value = fields.get(field)
        return value is not None and any(_matches(value, pattern) for pattern in patterns)

    return [
        row
        for row, fields in pairs
        if all(matches(fields, field, patterns) for field, patterns in wanted.items())
    ]


def _matches(value: Any, pattern: Any) -> bool:
    if isinstance(pattern, Number) and isinstance(value, Number):
        return value == pattern
    return fnmatchcase(str(value), str(pattern))
