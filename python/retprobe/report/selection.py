"""Makes command-line options that select exactly the cells of given rows."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

TRANSFERS = ("paired", "push_ret", "call_ret", "jump", "trap", "-")
REGISTERS = ("scalar", "vector", "full")
# The most names in an option. More names become globs of families, such as 'unwind_*'.
MOST_NAMED = 12

Row = Mapping[str, Any]


def _families(names: Iterable[str]) -> list[str]:
    """A glob ("unwind_*") for names that begin with the same word; a name itself if it is alone."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.split("_")[0], []).append(name)
    return [
        f"{_common(members)}_*" if len(members) > 1 else members[0] for members in found.values()
    ]


def _common(names: Sequence[str]) -> str:
    """The beginning that all names share, in whole words."""
    alike = takewhile(
        lambda words: len(set(words)) == 1, zip(*(name.split("_") for name in names), strict=False)
    )
    return "_".join(words[0] for words in alike)


def _option(name: str, values: Sequence[Any]) -> str:
    return (
        "" if not values else f" --{name} {shlex.quote(','.join(str(value) for value in values))}"
    )


def cell_options(rows: Sequence[Row]) -> str:
    """ " --design a,b --transfer paired …": an option for each dimension of the rows."""
    options = _option("design", sorted({row["design"] for row in rows}))
    options += _option("transfer", sorted({row["transfer"] for row in rows}, key=TRANSFERS.index))
    options += _option("registers", sorted({row["registers"] for row in rows}, key=REGISTERS.index))
    return options + _option(
        "tracers", sorted({int(row["tracers"]) for row in rows if "tracers" in row})
    )


def scenario_option(rows: Iterable[Row]) -> str:
    names = sorted({row["scenario"] for row in rows})
    return _option("scenario", names if len(names) <= MOST_NAMED else _families(names))


def workload_option(rows: Iterable[Row]) -> str:
    return _option("workload", list(dict.fromkeys(row["workload"] for row in rows)))
