"""`python -m retprobe merge`: joins the parts of a sweep that `retprobe bench --shard i/n` or
`retprobe verify --shard i/n` split.

Only parts that belong together are joined. They are of one sweep, commit, compiler and kind of
machine, and were made with the same options. Each part is there once, none is missing, and each
has the cases or cells that it announced.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from retprobe.files import ResultError
from retprobe.machine import MACHINE, METHOD
from retprobe.results import CELL, Results, Verdicts, load
from retprobe.table import is_peer

SAME = (
    "retprobe", "commit", *METHOD, "processes", "interval_coverage", "verified", "exhaustive",
    *MACHINE, "pmu",
)  # fmt: skip
"""The fields of a context that have to be equal: the build, the options, the machine without its
host's name."""

Part = tuple[str, Results | Verdicts]
"""A file's name, or another name for messages, and what it has."""


def _shard(part: Part) -> dict[str, Any]:
    name, document = part
    place = document.context if isinstance(document, Results) else document.choice
    if "shard" not in place:
        raise ResultError(
            f"{name}: is no part of a sweep; give files of bench or verify --shard i/n "
            "--format json"
        )
    shard: dict[str, Any] = place["shard"]
    return shard


def _context(part: Part) -> Any:
    """The build, the machine and the options of a part."""
    if isinstance(part[1], Results):
        return part[1].context
    shard = _shard(part)
    return {**shard["context"], "exhaustive": shard["exhaustive"]}


def _runs(part: Part) -> list[str]:
    """A name for each of its cases or cells."""
    if isinstance(part[1], Results):
        # The rows of a case's processes have one name.
        runs = {row["run_name"] for row in part[1].rows}
        return sorted(run for run in runs if not run.endswith("/unprobed/-/-/0"))
    fields = ("scenario", "design", "transfer", "registers", "tracers")
    return [" ".join(str(row[field]) for field in fields) for row in part[1].rows]


def _unit(part: Part) -> str:
    return "cases" if isinstance(part[1], Results) else "cells"


def check_part(part: Part, first: Part, accepted: Sequence[str] = ()) -> None:
    """Raises ResultError if a part does not belong to the first one's sweep, commit, options or
    kind of machine, or if it is not whole."""
    shard, context = _shard(part), _context(part)
    if type(part[1]) is not type(first[1]):
        raise ResultError(
            f"{part[0]}: is of {part[1].command}, and {first[0]} of {first[1].command}; "
            "give the files of one sweep"
        )
    for field, what in (("plan", "another sweep"), ("count", "another number of parts")):
        if shard[field] != _shard(first)[field]:
            raise ResultError(
                f"{part[0]}: is of {what} than {first[0]}; run all parts with the same options"
            )
    for field in SAME:
        theirs, ours = context.get(field), _context(first).get(field)
        if field not in accepted and theirs != ours:
            told, known = (json.dumps(value)[:60] for value in (theirs, ours))
            raise ResultError(
                f"{part[0]}: {field} is {told}, and {known} in {first[0]}; "
                f"run all parts alike, or say --accept {field}"
            )
    unit, has = _unit(part), len(_runs(part))
    if has != shard[unit]:
        raise ResultError(
            f"{part[0]}: has {has} {unit} of {shard[unit]}; it is not whole, so run this part again"
        )


def _check_complete(parts: Sequence[Part]) -> None:
    shard = _shard(parts[0])
    seen: dict[int, str] = {}
    for part in parts:
        index = _shard(part)["index"]
        if index in seen:
            raise ResultError(
                f"{part[0]}: is part {index}, and so is {seen[index]}; give one of them"
            )
        seen[index] = part[0]
    missing = [str(index) for index in range(shard["count"]) if index not in seen]
    if missing:
        raise ResultError(
            f"part {', '.join(missing)} of {shard['count']} is missing; "
            "give all files of the sweep in one call"
        )


def _check_rows(parts: Sequence[Part]) -> None:
    seen: dict[str, str] = {}
    for part in parts:
        for run in _runs(part):
            if run in seen:
                raise ResultError(
                    f"{part[0]}: has {run}, and so has {seen[run]}; "
                    "one of the files is not what retprobe wrote"
                )
            seen[run] = part[0]
    unit = _unit(parts[0])
    announced = _shard(parts[0])[f"{unit}_in_all"]
    if len(seen) != announced:
        raise ResultError(
            f"the parts have {len(seen)} {unit}, and the sweep {announced}; "
            "run all parts with the same options"
        )


def _verification(parts: Sequence[Results]) -> dict[str, Any]:
    """The verification of all parts together.

    A candidate that several parts verified has the worst of its verdicts, and all reasons."""
    found = [results.context["verification"] for results in parts]
    if not found[0]["ran"]:
        return {"ran": False}
    candidates: dict[str, dict[str, Any]] = {}
    for verification in found:
        for name, candidate in verification.get("candidates", {}).items():
            known = candidates.setdefault(name, candidate)
            worse = candidate if candidate["fail"] > known["fail"] else known
            reasons = {
                field: sorted({*known[field], *candidate[field]})
                if known[field] != candidate[field]
                else known[field]
                for field in ("failures", "declarations")
            }
            candidates[name] = {**worse, **reasons}
    left_out = {
        scenario: None for verification in found for scenario in verification.get("left_out", ())
    }
    return {"ran": True, "left_out": list(left_out), "candidates": candidates}


def _refusals(verification: dict[str, Any]) -> dict[str, str]:
    """Why candidates get no number, as harness/session/verification.cc says it."""
    found = {}
    for name, candidate in verification.get("candidates", {}).items():
        if failures := candidate["failures"]:
            more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
            found[name] = f"failed verification: {failures[0]}{more}"
    return found


def _void_row(row: dict[str, Any], why: str) -> dict[str, Any]:
    """Of a case, from one of its rows; as harness/session/rows.cc writes it."""
    return {
        "name": row["run_name"],
        "run_name": row["run_name"],
        "run_type": "iteration",
        **{field: row[field] for field in (*CELL, "tracers", "handlers") if field in row},
        "error_occurred": True,
        "error_message": why,
        "void": why,
    }


def _without_refused(
    rows: Iterable[dict[str, Any]], refusals: dict[str, str]
) -> Iterator[dict[str, Any]]:
    """The rows, but of each case whose candidate failed in any part a single void row."""
    done = set()
    for row in rows:
        why = refusals.get(f"{row['design']}/{row['transfer']}/{row['registers']}")
        if why is not None and "void" not in row:
            if row["run_name"] not in done:
                done.add(row["run_name"])
                yield _void_row(row, why)
            continue
        # Peers are compared with it in scalar registers.
        registers = "scalar" if is_peer(row) else row["registers"]
        if f"call_through/-/{registers}" in refusals:
            row = {name: row[name] for name in row if name != "ratio_to_call_through"}
        yield row


def _union(parts: Sequence[Results], field: str) -> dict[str, Any]:
    return {
        name: value for results in parts for name, value in results.context.get(field, {}).items()
    }


def _loads(parts: Sequence[Results]) -> dict[str, Any]:
    """The load of the busiest machine, where any part knows it."""
    found: dict[str, Any] = {}
    contexts = [results.context for results in parts]
    if others := [each["other_processors"] for each in contexts if "other_processors" in each]:
        found["other_processors"] = max(others)
    if loads := [each["load_avg"] for each in contexts if each.get("load_avg")]:
        found["load_avg"] = [max(each) for each in zip(*loads, strict=True)]
    return found


def _joined_results(parts: Sequence[Results]) -> Results:
    context = {name: value for name, value in parts[0].context.items() if name != "shard"}
    machines = list(dict.fromkeys(results.context["machine"] for results in parts))
    context["machine"] = "+".join(machines)
    context |= _loads(parts)
    context["verification"] = _verification(parts)
    context["designs"] = _union(parts, "designs")
    if any("peers" in results.context for results in parts):
        context["peers"] = _union(parts, "peers")
    context["merged"] = [
        {
            "index": results.context["shard"]["index"],
            **{
                field: results.context[field]
                for field in ("machine", "date", "seed", "other_processors", "load_avg")
                if field in results.context
            },
            "workloads": results.context["shard"]["workloads"],
        }
        for results in parts
    ]
    measured = (row for results in parts for row in results.rows)
    rows = list(_without_refused(measured, _refusals(context["verification"])))
    unprobed = [row for row in rows if row["design"] == "unprobed"]
    return Results(context, (*unprobed, *(row for row in rows if row["design"] != "unprobed")))


def _joined_verdicts(parts: Sequence[Verdicts]) -> Verdicts:
    choice = {name: value for name, value in parts[0].choice.items() if name != "shard"}
    shards = [verdicts.choice["shard"] for verdicts in parts]
    choice["merged"] = [
        {
            "index": shard["index"],
            **{field: shard["context"][field] for field in ("machine", "commit")},
            "cells": shard["cells"],
        }
        for shard in shards
    ]
    return Verdicts(
        tuple(row for verdicts in parts for row in verdicts.rows),
        {name: sum(verdicts.totals[name] for verdicts in parts) for name in parts[0].totals},
        tuple(model for verdicts in parts for model in verdicts.predictor),
        choice=choice,
    )


def joined(parts: Sequence[Part], accepted: Sequence[str] = ()) -> Results | Verdicts:
    """One document from the parts, given as (file's name, part) in any order.

    `accepted`: fields of SAME that may differ. The context is the first part's, except for what the
    parts have together; `merged` says what differed. Raises ResultError if the parts do not
    belong together, if one is missing or there twice, or if one is incomplete.
    """
    if not parts:
        raise ResultError(
            "there is no part to join; give the files of bench or verify --shard i/n --format json"
        )
    unknown = sorted(set(accepted) - set(SAME))
    if unknown:
        raise ResultError(f"there is no {unknown[0]} to accept; there are {', '.join(SAME)}")
    for part in parts:
        check_part(part, parts[0], accepted)
    _check_complete(parts)
    parts = sorted(parts, key=lambda part: _shard(part)["index"])
    _check_rows(parts)
    documents = [document for _, document in parts]
    results = [document for document in documents if isinstance(document, Results)]
    if results:
        return _joined_results(results)
    return _joined_verdicts([document for document in documents if isinstance(document, Verdicts)])


def read_part(path: str) -> Part:
    """A part of a sweep from its file. Raises ResultError if the file is something else."""
    document = load(path)
    if not isinstance(document, Results | Verdicts):
        raise ResultError(
            f"{path}: is of retprobe {document.command}, which is not split; "
            "give files of bench or verify --shard i/n --format json"
        )
    return path, document


def main(argv: list[str]) -> int:
    """`python -m retprobe merge`: exit status 2 if the parts cannot be joined."""
    parser = argparse.ArgumentParser(
        prog="python -m retprobe merge",
        description="Join the parts of a sweep that bench or verify split with --shard.",
    )
    parser.add_argument(
        "parts",
        nargs="+",
        metavar="PART",
        help="files of bench or verify --shard i/n --format json, in any order",
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="RESULT",
        help="the file to write; it must not exist yet",
    )
    parser.add_argument(
        "--machine",
        help="for bench: a name for all machines together (default: their names, joined by +)",
    )
    parser.add_argument(
        "--accept",
        action="append",
        default=[],
        metavar="FIELD",
        help="a field of the context that may differ between the parts; repeatable",
    )
    options = parser.parse_args(argv)
    try:
        found = joined([read_part(path) for path in options.parts], options.accept)
        if options.machine:
            if not isinstance(found, Results):
                raise ResultError("--machine is for parts of bench; leave it out")
            found = Results({**found.context, "machine": options.machine}, found.rows)
        found.save(options.out)
    except ResultError as error:
        print(f"retprobe merge: {error}", file=sys.stderr)
        return 2
    commit = (
        found.context["commit"]
        if isinstance(found, Results)
        else found.choice["merged"][0]["commit"]
    )
    if commit.endswith("+changes") or commit == "unknown":
        print(
            "retprobe merge: the commit does not tell whether all parts are of one build",
            file=sys.stderr,
        )
    print(f"{len(options.parts)} parts, {len(found.rows)} rows: {Path(options.out)}")
    return 0
