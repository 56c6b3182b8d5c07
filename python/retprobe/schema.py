"""Checks documents against results/schema.json, which describes all that retprobe writes.

The package has a copy beside this file (python/CMakeLists.txt installs it). A checkout has it in
results/.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema

FORMAT = 1
"""The format's version that this package reads: `context.retprobe` of a result."""

Document = dict[str, Any]

# Kind of document -> (the top-level field that only this kind has, the field that has the rows).
KINDS = {
    "benchmarks": ("benchmarks", "benchmarks"),
    "verdicts": ("totals", "results"),
    "costs": ("cost", "rows"),
    "regressions": ("regress", "rows"),
    "kernels": ("linux", "rows"),
    "linux_verdicts": ("linux_verdicts", "linux_verdicts"),
    "linux_regressions": ("regress_linux", "rows"),
    "tracer_verdicts": ("tracer_verdicts", "tracer_verdicts"),
    "prices": ("prices", "rows"),
    "runs": ("run", "rows"),
    "run_comparisons": ("compare_run", "rows"),
}


@cache
def schema() -> Document:
    """The schema. If it is missing, FileNotFoundError says where it was looked for."""
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
    """The one of the schema's ten kinds of rows of a bench file that this row has to match.

    A validator that checks all ten at once can only say that none fits.
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
    """The kind of a document, a key of KINDS; None for another."""
    if not isinstance(document, dict):
        return None
    return next((kind for kind, (mark, _) in KINDS.items() if mark in document), None)


def violation(document: Document, kind: str) -> str | None:
    """Why a document does not match the schema of its kind; None if it does."""
    return (
        _benchmarks_violation(document)
        if kind == "benchmarks"
        else _violation(f"{kind}_file", document, "it")
    )
