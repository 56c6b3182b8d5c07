"""Rows of JSON as a table with typed columns: the same columns and types whichever of them a file has."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
import pandas as pd

Row = Mapping[str, Any]


def is_peer(row: Row) -> bool:
    """Whether it is of what people would otherwise pick, and not of a design."""
    return str(row["design"]).startswith("peer:")


def frame(
    rows: Sequence[Row], *, texts: Sequence[str], integers: Sequence[str] = (), numbers: Sequence[str] = ()
) -> pd.DataFrame:
    """A table of `rows` with at least the named columns, in this order; then what else the rows have.

    texts: str, missing where absent; integers: int64, and every row has them; numbers: float64, NaN where absent. Of
    other fields numbers become float64, text becomes str, and lists of numbers arrays of float64 (None where absent).
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
    return np.array([float(v) if isinstance(v, int | float) else math.nan for v in values], dtype=np.float64)


def _array(value: Any) -> Any:
    return None if value is None else np.array(value, dtype=np.float64)


def selected(rows: Iterable[Row], globs: Mapping[str, str | int | Iterable[str | int]]) -> list[Row]:
    """The rows whose fields match: `{"design": "c*", "tracers": [1, 8]}`. TypeError for a field that no row has."""
    rows = list(rows)
    wanted = {
        field: [str(glob) for glob in ([value] if isinstance(value, str | int) else value)]
        for field, value in globs.items()
    }
    for field in wanted:
        if rows and not any(field in row for row in rows):
            fields = sorted({field for row in rows for field, value in row.items() if isinstance(value, str | int)})
            raise TypeError(f"no row has a field {field!r}; there are {', '.join(fields)}")

    def matches(row: Row, field: str, patterns: list[str]) -> bool:
        return field in row and any(fnmatchcase(str(row[field]), pattern) for pattern in patterns)

    return [row for row in rows if all(matches(row, field, patterns) for field, patterns in wanted.items())]
