"""The parts of a split sweep: joined, they are the sweep. Parts that do not belong together are
refused."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_files import BENCH

from retprobe.merge import SAME, main
from retprobe.merge import joined as joined_parts
from retprobe.results import ResultError, Results

ROOT = Path(__file__).resolve().parents[2]
WHOLE = Results.load(BENCH)
WORKLOADS = sorted({row["workload"] for row in WHOLE.rows})


def split(workloads: list[list[str]], **context: Any) -> list[tuple[str, Results]]:
    """The reference result in parts, as --shard would have measured it."""
    cases = [row for row in WHOLE.rows if row["design"] != "unprobed"]
    parts = []
    for index, own in enumerate(workloads):
        rows = tuple(row for row in WHOLE.rows if row["workload"] in own)
        shard = {
            "index": index,
            "count": len(workloads),
            "plan": "0123456789abcdef",
            "cases": sum(row["workload"] in own for row in cases),
            "cases_in_all": len(cases),
            "workloads": own,
        }
        parts.append((f"{index}.json", Results({**WHOLE.context, "shard": shard, **context}, rows)))
    return parts


def joined(parts: Sequence[tuple[str, Results]], accepted: Sequence[str] = ()) -> Results:
    found = joined_parts(parts, accepted)
    assert isinstance(found, Results)
    return found


def halves(**context: Any) -> list[tuple[str, Results]]:
    return split([WORKLOADS[:2], WORKLOADS[2:]], **context)


def changed(part: tuple[str, Results], **context: Any) -> tuple[str, Results]:
    return part[0], Results({**part[1].context, **context}, part[1].rows)


@settings(deadline=None, max_examples=25)
@given(
    owners=st.lists(st.integers(0, 3), min_size=len(WORKLOADS), max_size=len(WORKLOADS)),
    order=st.randoms(),
)
def test_joined_parts_are_the_sweep(owners: list[int], order: Any) -> None:
    groups = [
        [w for w, owner in zip(WORKLOADS, owners, strict=True) if owner == n]
        for n in sorted(set(owners))
    ]
    parts = split(groups)
    order.shuffle(parts)
    found = joined(parts)
    by_name = {row["name"]: row for row in WHOLE.rows}
    assert {row["name"]: row for row in found.rows} == by_name and len(found.rows) == len(by_name)
    kinds = [row["design"] == "unprobed" for row in found.rows]
    assert kinds == sorted(kinds, reverse=True)
    told = {name: value for name, value in found.context.items() if name != "merged"}
    assert told == WHOLE.context
    assert [part["workloads"] for part in found.context["merged"]] == groups


def test_joined_parts_are_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = []
    for name, part in (
        changed(part, machine=f"node{n}", seed=n) for n, part in enumerate(halves())
    ):
        part.save(tmp_path / name)
        names.append(str(tmp_path / name))
    out = tmp_path / "whole.json"
    assert main([*names, "--out", str(out)]) == 0
    assert "2 parts, " in capsys.readouterr().out
    found = Results.load(out)
    assert found.context["machine"] == "node0+node1"
    assert [part["seed"] for part in found.context["merged"]] == [0, 1]
    assert main([*names, "--out", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main([*names, "--out", str(tmp_path / "named.json"), "--machine", "cluster"]) == 0
    assert Results.load(tmp_path / "named.json").context["machine"] == "cluster"
    assert main([names[0], "--out", str(tmp_path / "half.json")]) == 2
    assert "part 1 of 2 is missing" in capsys.readouterr().err
    assert not (tmp_path / "half.json").exists()


def without_row(part: tuple[str, Results]) -> tuple[str, Results]:
    return part[0], Results(part[1].context, part[1].rows[:-1])


def in_shard(part: tuple[str, Results], **fields: Any) -> tuple[str, Results]:
    return changed(part, shard={**part[1].context["shard"], **fields})


REFUSED: dict[str, tuple[Callable[[list[tuple[str, Results]]], list[tuple[str, Results]]], str]] = {
    "nothing": (lambda p: [], "there is no part"),
    "no part": (lambda p: [p[0], ("whole.json", WHOLE)], "whole.json: is no part of a sweep"),
    "missing": (lambda p: p[:1], "part 1 of 2 is missing"),
    "double": (lambda p: [*p, ("again.json", p[1][1])], "again.json: is part 1, and so is 1.json"),
    "another sweep": (
        lambda p: [p[0], in_shard(p[1], plan="f" * 16)],
        "1.json: is of another sweep than 0.json",
    ),
    "another count": (lambda p: [p[0], in_shard(p[1], count=3)], "another number of parts"),
    "a row is gone": (lambda p: [p[0], without_row(p[1])], "1.json: has "),
    "rows of another part": (
        lambda p: [p[0], in_shard((p[1][0], p[0][1]), index=1)],
        "and so has 0.json",
    ),
    "too few in all": (
        lambda p: [in_shard(part, cases_in_all=9999) for part in p],
        "and the sweep 9999",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_belong_together(case: str) -> None:
    change, said = REFUSED[case]
    with pytest.raises(ResultError) as caught:
        joined(change(halves()))
    assert said in str(caught.value)


@pytest.mark.parametrize("field", SAME)
def test_other_builds_options_and_machines(field: str) -> None:
    first, second = halves()
    parts = [first, changed(second, **{field: "other"})]
    with pytest.raises(
        ResultError, match=rf'^1\.json: {field} is "other", and .* in 0\.json; .*--accept {field}$'
    ):
        joined(parts)
    assert joined(parts, [field]).context.get(field) == WHOLE.context.get(field)


def test_verdicts_are_the_worst_of_all_parts() -> None:
    first, second = halves()
    name, candidate = next(iter(WHOLE.context["verification"]["candidates"].items()))
    failing = {**candidate, "fail": 1, "failures": ["fork: lost"]}
    verification = {
        "ran": True,
        "left_out": ["other"],
        "candidates": {name: failing, "new/paired/scalar": candidate},
    }
    found = joined([changed(second, verification=verification), first]).context["verification"]
    assert found["candidates"][name]["fail"] == 1 and found["candidates"][name]["failures"] == [
        "fork: lost"
    ]
    assert "new/paired/scalar" in found["candidates"] and "other" in found["left_out"]
    assert set(WHOLE.context["verification"]["candidates"]) < set(found["candidates"])
    with pytest.raises(ResultError, match="there is no colour to accept"):
        joined([first, second], ["colour"])


def test_who_fails_in_one_part_has_no_number_in_the_whole(tmp_path: Path) -> None:
    """A candidate that fails a scenario gets no number, also where another part saw it pass."""
    name = "call_through/-/scalar"
    known = WHOLE.context["verification"]
    failing = {**known["candidates"][name], "fail": 2, "failures": ["fork: lost", "order: wrong"]}
    verification = {**known, "candidates": {**known["candidates"], name: failing}}
    first, second = halves()
    found = joined([first, changed(second, verification=verification)])
    found.save(tmp_path / "whole.json")
    found = Results.load(tmp_path / "whole.json")  # it is as the schema says

    def is_of(row: dict[str, Any]) -> bool:
        return "/".join((row["design"], row["transfer"], row["registers"])) == name

    why = "failed verification: fork: lost and 1 more"
    # What it cannot run at all has that reason, as in a single run.
    reasons = {row["run_name"]: row.get("void", why) for row in WHOLE.rows if is_of(row)}
    own = [row for row in found.rows if is_of(row)]
    assert {row["name"]: row["void"] for row in own} == reasons and len(own) == len(reasons)
    assert all(row["error_message"] == row["void"] for row in own) and why in reasons.values()
    # Nothing is compared with a candidate that has no number.
    compared = {row["registers"] for row in found.rows if "ratio_to_call_through" in row}
    assert not compared & {"scalar", "-"}
    kept = {row["name"] for row in WHOLE.rows if not is_of(row)}
    assert kept == {row["name"] for row in found.rows if not is_of(row)}


def test_the_load_is_that_of_the_busiest_machine(tmp_path: Path) -> None:
    first, second = halves()
    loads = ([0.1, 0.5, 0.2], [39.0, 0.1, 0.3])
    idle = changed(first, other_processors=0.0, load_avg=loads[0])
    busy = changed(second, other_processors=1.8, load_avg=loads[1])
    joined([idle, busy]).save(tmp_path / "whole.json")
    context = Results.load(tmp_path / "whole.json").context
    assert (context["other_processors"], context["load_avg"]) == (1.8, [39.0, 0.5, 0.3])
    assert [part["other_processors"] for part in context["merged"]] == [0.0, 1.8]
    assert [part["load_avg"] for part in context["merged"]] == list(loads)
    # What one part does not know, another may.
    unknown = changed(second, load_avg=None)
    unknown[1].context.pop("other_processors", None)
    assert joined([idle, unknown]).context["load_avg"] == loads[0]
    if retprobe := built():
        told = subprocess.run(
            [str(retprobe), "compare", str(tmp_path / "whole.json")],
            capture_output=True,
            text=True,
            check=True,
            timeout=500,
        )
        assert "Measured while other work kept 1.8 of " in told.stdout


def built() -> Path | None:
    """The program retprobe: $RETPROBE, or the one that ./check or ./compare built."""
    places = [
        os.environ.get("RETPROBE", ""),
        *(str(ROOT / "build" / name / "retprobe") for name in ("check", "release")),
    ]
    return next((Path(place) for place in places if place and Path(place).is_file()), None)


@pytest.mark.skipif(
    built() is None, reason="build/check/retprobe is not built, and RETPROBE names no other"
)
def test_several_processes(tmp_path: Path) -> None:
    """A sweep in three processes at once, as an array job runs it, has the same cases as in one
    process. merge takes its parts."""
    retprobe = str(built())
    sweep = [
        "bench",
        "--no-verify",
        "--processes",
        "1",
        "--min-time",
        "0.0001",
        "--design",
        "call_through,none",
        "--tracers",
        "1",
    ]
    sweep += [
        "--registers",
        "scalar",
        "--workload",
        "leaf,fib,callers12,functions_16,latency",
        "--format",
        "json",
    ]
    command = [retprobe, *sweep, "--out"]
    whole, names = tmp_path / "whole.json", [str(tmp_path / f"{index}.json") for index in range(3)]
    running = [
        subprocess.Popen([*command, name, "--shard", f"{index}/3"])
        for index, name in enumerate(names)
    ]
    assert [process.wait(timeout=500) for process in running] == [0, 0, 0]
    subprocess.run([*command, str(whole)], check=True, timeout=500)
    merged = tmp_path / "merged.json"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    merge = [sys.executable, "-m", "retprobe", "merge", *reversed(names), "--out", str(merged)]
    subprocess.run(merge, check=True, env=environment, timeout=500)
    one, three = Results.load(whole), Results.load(merged)
    assert {row["name"] for row in one.rows} == {row["name"] for row in three.rows}
    assert len(three.rows) == len(
        {(row["name"], row.get("repetition_index")) for row in three.rows}
    )
    shards = [json.loads(Path(name).read_text())["context"]["shard"] for name in names]
    assert sorted(workload for shard in shards for workload in shard["workloads"]) == [
        "callers12",
        "fib",
        "functions_16",
        "latency",
        "leaf",
    ]
    told = subprocess.run(
        [retprobe, "compare", str(merged)], capture_output=True, text=True, check=True, timeout=500
    )
    assert "none (floor)" in told.stdout
    for arguments, said in (
        (["--shard", "3/3"], "counted from 0"),
        (["--shard", "0/9"], "--shard i/5 at most"),
        (["--shard", "one"], "is not of the form i/n"),
        (["--shard", "0/2", "--goals"], "excludes"),
    ):
        refused = subprocess.run(
            [retprobe, *sweep, *arguments], capture_output=True, text=True, check=False, timeout=500
        )
        assert refused.returncode == 2 and said in refused.stderr, refused.stderr
