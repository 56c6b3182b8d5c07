"""Holds documents against results/schema.json, the one description of what retprobe writes.

The schema is installed into the package, beside this file (python/CMakeLists.txt); in a checkout it
is found in results/.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema

FORMAT = 1
"""The version of the format that this package knows: `context.retprobe` of a result."""

Document = dict[str, Any]

# The field that only documents of this kind have at the top, and the one that has their rows.
KINDS = {
    "benchmarks": ("benchmarks", "benchmarks"),
    "verdicts": ("totals", "results"),
    "costs": ("cost", "rows"),
    "regressions": ("regress", "rows"),
}


@cache
def schema() -> Document:
    """The schema itself. FileNotFoundError says where it was looked for."""
    here = Path(__file__).resolve().parent
    places = (here / "schema.json", here.parents[1] / "results" / "schema.json")
    for place in places:
        if place.is_file():
            found: Document = json.loads(place.read_text(encoding="utf-8"))
            return found
    raise FileNotFoundError(
        f"no schema.json in {places[0].parent} or {places[1].parent}; install retprobe again"
    )


@cache
def _validator(definition: str) -> Callable[[Any], Any]:
    made: Callable[[Any], Any] = fastjsonschema.compile(
        {"definitions": schema()["definitions"], "$ref": f"#/definitions/{definition}"}
    )
    return made


def _violation(definition: str, value: Any, name: str) -> str | None:
    try:
        _validator(definition)(value)
    except fastjsonschema.JsonSchemaValueException as error:
        return str(error).replace("data", name, 1)[:300]
    return None


def row_definition(row: Document) -> str:
    """Which of the schema's alternatives for a row of a bench file this row has to satisfy.

    Asked of all ten at once, a validator can only say that none fits.
    """
    design = str(row.get("design"))
    whose = "unprobed_" if design == "unprobed" else "peer_" if design.startswith("peer:") else ""
    if "void" in row:
        return "peer_void_row" if whose == "peer_" else "void_row"
    if "figures" in row and not whose:
        whose = "experiment_"
    return whose + ("median_row" if row.get("run_type") == "aggregate" else "process_row")


def _benchmarks_violation(document: Document) -> str | None:
    unknown = sorted(set(document) - {"context", "benchmarks"})
    if unknown:
        return f"it has {unknown[0]!r} beside context and benchmarks"
    if "context" not in document:
        return "it has no context"
    context, rows = document["context"], document["benchmarks"]
    version = context.get("retprobe") if isinstance(context, dict) else None
    if isinstance(version, int) and version != FORMAT:
        return f"its format is {version}, and this package knows {FORMAT}"
    if (found := _violation("context", context, "context")) is not None:
        return found
    if not isinstance(rows, list) or not rows:
        return "it has no rows"
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            return f"benchmarks[{index}] must be object"
        if (found := _violation(row_definition(row), row, f"benchmarks[{index}]")) is not None:
            return f"{row.get('name', 'a row without a name')}: {found}"
    return None


def kind_of(document: Any) -> str | None:
    """`benchmarks`, `verdicts`, `costs` or `regressions`; None where it is none of them."""
    if not isinstance(document, dict):
        return None
    return next((kind for kind, (mark, _) in KINDS.items() if mark in document), None)


def violation(document: Document, kind: str) -> str | None:
    """Why a document is not what the schema says of its kind; None when it is."""
    return (
        _benchmarks_violation(document)
        if kind == "benchmarks"
        else _violation(f"{kind}_file", document, "it")
    )
