"""`python -m retprobe merge`: joins the parts of a sweep that `retprobe bench --shard i/n` split.

Only parts that belong together are joined. They are of one sweep, commit, compiler and kind of
machine, and were measured with the same options. Each part is there once, none is missing, and each
has the cases that it announced.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from retprobe.files import ResultError
from retprobe.machine import MACHINE, METHOD
from retprobe.results import Results

SAME = (
    "retprobe", "commit", *METHOD, "processes", "interval_coverage", "verified", *MACHINE, "pmu",
)  # fmt: skip
"""The fields of a context that have to be equal: the build, the options, the machine without its
host's name."""

Part = tuple[str, Results]


def _shard(part: Part) -> dict[str, Any]:
    name, results = part
    if "shard" not in results.context:
        raise ResultError(
            f"{name}: is no part of a sweep; give files of bench --shard i/n --format json"
        )
    shard: dict[str, Any] = results.context["shard"]
    return shard


def _check_complete(parts: Sequence[Part]) -> None:
    first, shard = parts[0][0], _shard(parts[0])
    for part in parts[1:]:
        for field, what in (("plan", "another sweep"), ("count", "another number of parts")):
            if _shard(part)[field] != shard[field]:
                raise ResultError(
                    f"{part[0]}: is of {what} than {first}; run all parts with the same options"
                )
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


def _check_same(parts: Sequence[Part], accepted: Sequence[str]) -> None:
    first, context = parts[0][0], parts[0][1].context
    for name, results in parts[1:]:
        for field in SAME:
            if field not in accepted and results.context.get(field) != context.get(field):
                theirs, ours = (
                    json.dumps(each.context.get(field))[:60] for each in (results, parts[0][1])
                )
                hint = f"measure all parts alike, or say --accept {field}"
                raise ResultError(f"{name}: {field} is {theirs}, and {ours} in {first}; {hint}")


def _check_rows(parts: Sequence[Part]) -> None:
    seen: dict[str, str] = {}
    for name, results in parts:
        own = {row["run_name"] for row in results.rows}
        for run in sorted(own):
            if run in seen:
                raise ResultError(
                    f"{name}: has {run}, and so has {seen[run]}; "
                    "one of the files is not what retprobe wrote"
                )
            seen[run] = name
        cases = sum(not run.endswith("/unprobed/-/-/0") for run in own)
        announced = results.context["shard"]["cases"]
        if cases != announced:
            raise ResultError(
                f"{name}: has {cases} cases of {announced}; it is not whole, so run this part again"
            )
    total, announced = (
        sum(part[1].context["shard"]["cases"] for part in parts),
        _shard(parts[0])["cases_in_all"],
    )
    if total != announced:
        raise ResultError(
            f"the parts have {total} cases, and the sweep {announced}; "
            "run all parts with the same options"
        )


def _verification(parts: Sequence[Part]) -> dict[str, Any]:
    """The verification of all parts together.

    A candidate that several parts verified has the worst of its verdicts, and all reasons."""
    found = [results.context["verification"] for _, results in parts]
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


def _union(parts: Sequence[Part], field: str) -> dict[str, Any]:
    return {
        name: value
        for _, results in parts
        for name, value in results.context.get(field, {}).items()
    }


def joined(parts: Sequence[Part], accepted: Sequence[str] = ()) -> Results:
    """One result from the parts, given as (file's name, part) in any order.

    `accepted`: fields of SAME that may differ. The context is the first part's, except for what the
    parts have together; its `merged` says what differed. Raises ResultError if the parts do not
    belong together, if one is missing or there twice, or if one is incomplete.
    """
    if not parts:
        raise ResultError(
            "there is no part to join; give the files of bench --shard i/n --format json"
        )
    unknown = sorted(set(accepted) - set(SAME))
    if unknown:
        raise ResultError(f"there is no {unknown[0]} to accept; there are {', '.join(SAME)}")
    _check_complete(parts)
    parts = sorted(parts, key=lambda part: _shard(part)["index"])
    _check_same(parts, accepted)
    _check_rows(parts)
    context = {name: value for name, value in parts[0][1].context.items() if name != "shard"}
    machines = list(dict.fromkeys(results.context["machine"] for _, results in parts))
    context["machine"] = "+".join(machines)
    context["verification"] = _verification(parts)
    context["designs"] = _union(parts, "designs")
    if any("peers" in results.context for _, results in parts):
        context["peers"] = _union(parts, "peers")
    context["merged"] = [
        {
            "index": results.context["shard"]["index"],
            **{
                field: results.context[field]
                for field in ("machine", "date", "seed")
                if field in results.context
            },
            "workloads": results.context["shard"]["workloads"],
        }
        for _, results in parts
    ]
    rows = [row for _, results in parts for row in results.rows]
    unprobed = [row for row in rows if row["design"] == "unprobed"]
    return Results(context, (*unprobed, *(row for row in rows if row["design"] != "unprobed")))


def main(argv: list[str]) -> int:
    """`python -m retprobe merge`: exit status 2 if the parts cannot be joined."""
    parser = argparse.ArgumentParser(
        prog="python -m retprobe merge",
        description="Join the parts of a sweep that was split with bench --shard.",
    )
    parser.add_argument(
        "parts",
        nargs="+",
        metavar="PART",
        help="files of bench --shard i/n --format json, in any order",
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="RESULT",
        help="the file to write; it must not exist yet",
    )
    parser.add_argument(
        "--machine", help="a name for all machines together (default: their names, joined by +)"
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
        found = joined([(path, Results.load(path)) for path in options.parts], options.accept)
        if options.machine:
            found = Results({**found.context, "machine": options.machine}, found.rows)
        found.save(options.out)
    except ResultError as error:
        print(f"retprobe merge: {error}", file=sys.stderr)
        return 2
    if found.context["commit"].endswith("+changes") or found.context["commit"] == "unknown":
        print(
            "retprobe merge: the commit does not tell whether all parts are of one build",
            file=sys.stderr,
        )
    print(f"{len(options.parts)} parts, {len(found.rows)} rows: {Path(options.out)}")
    return 0
