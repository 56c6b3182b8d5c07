"""The result model: what is read is what was written, a wrong file is refused with the reason, and
no file is overwritten."""

import errno
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_files import (
    BENCH,
    COST,
    GOALS,
    KERNELS,
    LINUX_VERDICTS,
    PRICES,
    PROGRAM_COMPARISON,
    PROGRAM_RUN,
    TRACER_VERDICTS,
    hostile_programs,
    killed_program,
    linux_regressions,
    regressions,
)

import retprobe
from retprobe import schema
from retprobe.results import (
    COUNTERS,
    Costs,
    LinuxRegressions,
    LinuxVerdicts,
    Prices,
    ProgramComparison,
    ProgramRun,
    Regressions,
    ResultError,
    Results,
    TracerVerdicts,
    Verdicts,
    from_document,
)
from retprobe.suite.catalogue import Design

usual = settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
names = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
times = st.floats(min_value=1e-3, max_value=1e9)
numbers = st.floats(min_value=-1e6, max_value=1e9)
counts = st.integers(min_value=1, max_value=10**9)


@st.composite
def cells(draw: st.DrawFn) -> dict[str, Any]:
    cell = {
        "workload": draw(st.sampled_from(["leaf", "fib", "leaf+data64", "callers12"])),
        "design": draw(names.filter(lambda name: name != "unprobed")),
        "transfer": draw(st.sampled_from(["paired", "push_ret", "call_ret", "jump", "trap", "-"])),
        "registers": draw(st.sampled_from(["scalar", "vector", "full"])),
        "tracers": draw(st.integers(min_value=1, max_value=4096)),
    }
    name = "/".join(str(value) for value in cell.values())
    return {"name": name, "run_name": name, "run_type": "iteration", **cell}


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    row = draw(cells())
    kind = draw(st.sampled_from(["void", "process", "median", "experiment"]))
    if kind == "void":
        why = draw(st.text(min_size=1, max_size=30))
        return row | {"error_occurred": True, "error_message": why, "void": why}
    if kind == "experiment":
        samples = draw(st.lists(times, min_size=1, max_size=5))
        figure = {
            "median": draw(times),
            "low": draw(times),
            "high": draw(times),
            "samples": samples,
        }
        return row | {
            "name": row["run_name"] + "_median",
            "run_type": "aggregate",
            "aggregate_name": "median",
            "repetitions": len(samples),
            "missed": 0,
            "figures": {draw(names): figure},
        }
    row |= {
        "repetitions": draw(counts),
        "threads": 1,
        "iterations": draw(counts),
        "real_time": draw(times),
        "cpu_time": draw(times),
        "time_unit": "ns",
        "ns_per_call": draw(times),
        "added_ns": draw(numbers),
        "missed": 0,
        "bytes_per_frame": draw(st.integers(0, 4096)),
        "stack_bytes_per_frame": draw(numbers),
        "bytes_per_thread": draw(numbers),
    }
    if draw(st.booleans()):
        row["ratio_to_call_through"] = draw(numbers)
    if kind == "process":
        return row | {"repetition_index": draw(st.integers(0, 100))}
    row |= {
        "name": row["run_name"] + "_median",
        "run_type": "aggregate",
        "aggregate_name": "median",
        "calls_per_run": draw(times),
    }
    row |= {
        name: draw(numbers)
        for name in ("added_ns_low", "added_ns_high", "ns_per_call_low", "ns_per_call_high")
    }
    return row | {"added_ns_samples": draw(st.lists(numbers, min_size=1, max_size=5))}


@pytest.fixture(scope="module")
def context() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(BENCH.read_text())["context"]
    return found


def read_rest(path: Path) -> Any:
    """What a Parquet file has beside its table."""
    return json.loads(pq.read_schema(path).metadata[b"retprobe"])


files = st.lists(rows(), min_size=1, max_size=8)


@usual
@given(content=files)
def test_saved_is_loaded_again(
    content: list[dict[str, Any]], context: dict[str, Any], tmp_path: Path
) -> None:
    results = Results(context, tuple(content))
    path = tmp_path / "result.json"
    results.save(path, overwrite=True)
    assert retprobe.load(path) == results
    assert Results.load(path) == results


@usual
@given(content=files)
def test_table_has_every_number(content: list[dict[str, Any]], context: dict[str, Any]) -> None:
    table = Results(context, tuple(content)).to_pandas()
    assert len(table) == len(content)
    assert table["tracers"].dtype == np.int64
    for name in COUNTERS:
        assert table[name].dtype == np.float64
        wanted = [row.get(name, math.nan) for row in content]
        np.testing.assert_array_equal(table[name].to_numpy(), np.array(wanted, dtype=float))
    voids = ["void" in row for row in content]
    assert list(table["kind"] == "void") == voids
    assert list(table["void"].notna()) == voids
    assert table.loc[table["kind"] == "void", list(COUNTERS[:7])].isna().all(axis=None)


@usual
@given(content=files)
def test_parquet_has_the_same_table(
    content: list[dict[str, Any]], context: dict[str, Any], tmp_path: Path
) -> None:
    results = Results(context, tuple(content))
    path = tmp_path / "result.parquet"
    results.to_parquet(path, overwrite=True)
    back, table = pd.read_parquet(path), results.to_pandas()
    assert read_rest(path) == {"context": context}
    assert set(back.columns) == {*table.columns, "machine", "method"}
    for name in table.columns:
        if table[name].dtype == np.float64:
            np.testing.assert_array_equal(back[name], table[name])
        elif name.endswith("_samples"):
            assert [None if v is None else list(v) for v in back[name]] == [
                None if v is None else list(v) for v in table[name]
            ]
        else:
            assert back[name].fillna("").tolist() == table[name].fillna("").tolist()


@usual
@given(content=files, data=st.data())
def test_selection_is_a_filter(
    content: list[dict[str, Any]], context: dict[str, Any], data: st.DataObject
) -> None:
    results = Results(context, tuple(content))
    field = data.draw(st.sampled_from(["workload", "design", "transfer", "registers", "tracers"]))
    value = data.draw(st.sampled_from([row[field] for row in content]))
    chosen = results.select(**{field: value})
    assert chosen.rows == tuple(row for row in content if row[field] == value)
    assert results.select(**{field: "*"}) == results
    assert chosen.select(**{field: value}) == chosen
    others = results.select(
        **{field: [other for other in {row[field] for row in content} if other != value]}
    )
    assert len(chosen.rows) + len(others.rows) == len(content)
    assert results.select(design="no such design").rows == ()


@usual
@given(row=rows(), data=st.data())
def test_alternatives_are_told_apart_as_the_schema_does(
    row: dict[str, Any], context: dict[str, Any], data: st.DataObject
) -> None:
    """The schema tries all alternatives; row_definition picks one of them by the row's fields.
    Both must come to the same verdict, also for wrong rows."""
    changed = dict(row)
    field = data.draw(st.sampled_from(sorted(row)))
    if data.draw(st.booleans()):
        changed.pop(field)
    else:
        changed[field] = data.draw(st.sampled_from([None, "x", -1, 3, True, [], {}]))
    document = {"context": context, "benchmarks": [changed]}
    assert (schema._violation("benchmarks_file", document, "it") is None) == (
        schema.violation(document, "benchmarks") is None
    )


def test_real_files() -> None:
    bench, goals, cost = retprobe.load(BENCH), retprobe.load(GOALS), retprobe.load(COST)
    assert isinstance(bench, Results) and isinstance(goals, Results) and isinstance(cost, Costs)
    leaf = bench.select(
        workload="leaf", design="call_through", tracers=1, registers="scalar"
    ).to_pandas()
    assert leaf["added_ns"].notna().all() and len(leaf) == 1
    assert bench.select(workload=["fib", "leaf"], tracers=[1, 8]).rows
    with pytest.raises(TypeError, match=r"no row has a field 'colour'; there are .*design"):
        bench.select(colour="red")
    figures = goals.select(workload="latency").to_pandas()
    assert {
        "figures.clock_p50_ns",
        "figures.clock_p50_ns_low",
        "figures.clock_p50_ns_samples",
    } <= set(figures.columns)
    counts = cost.to_pandas()
    assert (counts["entry.instructions"] > 0).all()
    assert (counts["pairs"] == counts["entry.calls"] + counts["exit.calls"]).all()
    assert len(cost.select(pairs=3).rows) > 0
    assert cost.select(tracers=1).rows and len(cost.select(tracers=1).rows) < len(cost.rows)
    for shown in (bench, goals, cost, Prices.load(PRICES)):
        assert "<table" in shown._repr_html_()


def test_prices_have_variants_or_none(tmp_path: Path) -> None:
    prices = Prices.load(PRICES)
    assert prices.prices == {one["what"]: one["cycles"] for one in prices.document["prices"]}
    assert {"a call and its return", "a store"} < set(prices.prices)
    table = prices.to_pandas().set_index("name")
    assert table.at["whole/3", "ratio"] == 1
    calls = dict(table["hit.calls"])
    assert calls["whole/7"] == calls["whole/3"] + 4 == 7
    assert (table["cycles_low"] <= table["cycles"]).all()
    assert (table["copies_low"] <= table["copies_high"]).all()
    assert {row["change"] for row in prices.select(pairs=4).rows} == {"whole"}
    plain = {"prices": prices.document["prices"]}
    (tmp_path / "plain.json").write_text(json.dumps(plain))
    without = Prices.load(tmp_path / "plain.json")
    assert without.rows == () and without.context == {} and len(without.to_pandas()) == 0
    assert without.select(pairs=3) == without and "a taken jump" in without._repr_html_()
    half = plain | {"rows": prices.document["rows"]}
    with pytest.raises(ResultError, match="skeleton"):
        from_document(half, "here")


def test_each_column_of_a_table_can_be_selected_by() -> None:
    for document in (
        retprobe.load(GOALS),
        retprobe.load(COST),
        retprobe.load(PRICES),
        from_document(verdicts(), "here"),
        from_document(regressions(), "here"),
        retprobe.load(KERNELS),
        retprobe.load(LINUX_VERDICTS),
        retprobe.load(TRACER_VERDICTS),
        from_document(linux_regressions(), "here"),
        retprobe.load(PROGRAM_COMPARISON),
        from_document(killed_program(), "here"),
    ):
        table = document.to_pandas()
        for name in table.columns:
            if name.endswith("_samples"):
                with pytest.raises(TypeError, match="no row has a field"):
                    document.select(**{name: 1})
                continue
            there = table[name].dropna()
            found = document.select(**{name: there.iloc[0]} if len(there) else {name: "*"})
            assert len(found.rows) == ((table[name] == there.iloc[0]).sum() if len(there) else 0), (
                name
            )


def test_kinds_numbers_and_named_things_select() -> None:
    bench = Results.load(BENCH)
    medians = bench.select(kind="median")
    assert medians.rows and len(medians.rows) == (bench.to_pandas()["kind"] == "median").sum()
    assert bench.select(bytes_per_frame=32).rows == bench.select(bytes_per_frame=32.0).rows != ()
    design = Design("bitmask", "", "", "", True, ())
    assert (
        bench.select(design=design)
        == bench.select(design="bitmask")
        == bench.select(design=[design])
    )


def test_what_a_prompt_shows_is_a_line() -> None:
    bench = Results.load(BENCH)
    line = repr(bench)
    assert line.startswith(f"<Results: {len(bench.rows)} rows of 6 designs in ")
    assert bench.context["date"][:10] in line and bench.context["commit"][:12] in line
    assert repr(bench.select(design="bitmask", workload="leaf")).startswith("<Results: ")
    lines = [line, repr(retprobe.load(COST)), repr(from_document(regressions(), "here"))]
    found = from_document(verdicts(), "here")
    lines += [repr(found), repr(Verdicts((), {}))]
    assert all("\n" not in line and len(line) < 200 for line in lines)
    assert lines[2] == (
        "<Regressions: regression: 1 row, 1 slower, 0 faster, 0 alike; new.json against base.json>"
    )
    assert repr(found) == (
        "<Verdicts: 4 cells of 1 design in 2 scenarios: 1 fail, 1 declared, 2 pass, 0 unavailable>"
    )


def test_one_core_and_one_process_are_not_several(context: dict[str, Any]) -> None:
    row = Results.load(BENCH).rows[-1]
    alone = Results({**context, "cores": 1, "processes": 1}, (row,))
    assert ", 1 core, " in repr(alone) and repr(alone).endswith(", 1 process>")
    assert ", 1 core, " in alone._repr_html_()


def test_decisions_follow_from_the_rows() -> None:
    pytest.importorskip("retprobe._core")
    bench = Results.load(BENCH)
    found = bench.decisions()
    lines = str(found).splitlines()
    assert len(lines) == len(found) + 2 and "interval of" in lines[0]
    assert lines[1].split() == ["need", "choose", "its", "cost", "next"]
    assert all(one.need[:40] in line for one, line in zip(found, lines[2:], strict=True))
    assert all(one.chosen[0] in line for one, line in zip(found, lines[2:], strict=True))
    cell = f"<td>{found[0].chosen[0]}"
    assert found._repr_html_().count("<tr>") == len(found) + 1 and cell in found._repr_html_()
    first = found[0]
    row = next(row for row in bench.rows if row["run_name"] == first.best.row)
    assert (first.workload, first.registers, first.tracers) == (
        row["workload"],
        row["registers"],
        row["tracers"],
    )
    assert first.best.value == min(answer.value for answer in first.answers)
    assert first.chosen[0] == first.best.candidate.text
    leaf = bench.select(workload="leaf", design=first.best.candidate.design).decisions()
    assert {answer.candidate.design for answer in leaf[0].answers} == {first.best.candidate.design}


def test_decisions_of_what_is_no_result_are_an_error() -> None:
    pytest.importorskip("retprobe._core")
    with pytest.raises(retprobe.Error, match="no result of 'retprobe bench'"):
        Results({}, ()).decisions()
    bench = Results.load(BENCH)
    with pytest.raises(retprobe.Error, match="NaN"):
        Results({**bench.context, "min_time": float("nan")}, bench.rows).decisions()


def test_parquet_is_an_export_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "result.parquet"
    Results.load(BENCH).to_parquet(path)
    with pytest.raises(ResultError, match=r"is Parquet, an export that pandas\.read_parquet reads"):
        retprobe.load(path)


def test_only_what_is_public_is_listed() -> None:
    pytest.importorskip("retprobe._core")
    listed = [name for name in dir(retprobe) if not name.startswith("__")]
    assert listed == sorted(retprobe.__all__)
    assert "history" in listed and all(hasattr(retprobe, name) for name in listed)


def verdicts() -> dict[str, Any]:
    def row(scenario: str, transfer: str, verdict: str) -> dict[str, Any]:
        cell = {"design": "bitmask", "transfer": transfer, "registers": "scalar", "tracers": 1}
        return {
            "scenario": scenario,
            **cell,
            "verdict": verdict,
            "detail": "" if verdict == "pass" else "<b>why</b>",
        }

    results = [
        row("depth", "paired", "pass"),
        row("depth", "trap", "fail"),
        row("depth", "trap", "pass"),
        row("fork", "trap", "declared"),
    ]
    totals = {
        "pass": 2,
        "fail": 1,
        "declared": 1,
        "unavailable": 0,
        "too_busy": 0,
        "injection_points": 0,
        "injection_failures": 0,
    }
    return {"results": results, "totals": totals}


def test_verdicts_with_peers(tmp_path: Path) -> None:
    document = verdicts()
    document["results"].append(
        document["results"][0] | {"design": "peer:xray", "transfer": "counting", "registers": "-"}
    )
    with pytest.raises(ResultError, match="peer_totals"):
        from_document(document, "here")
    document["peer_totals"] = {"pass": 1, "fail": 0, "declared": 0, "unavailable": 0, "too_busy": 0}
    found = from_document(document, "here")
    assert isinstance(found, Verdicts)
    assert found.matrix().loc["depth", "peer:xray/counting"] == "pass"
    found.save(tmp_path / "verdicts.json")
    assert Verdicts.load(tmp_path / "verdicts.json") == found


def test_a_selection_of_verdicts(tmp_path: Path) -> None:
    document = verdicts() | {"selection": {"seed": 1, "cells": 4, "of": 60}}
    path = tmp_path / "verdicts.json"
    found = from_document(document, "here")
    assert isinstance(found, Verdicts)
    assert found.choice == {"selection": {"seed": 1, "cells": 4, "of": 60}}
    assert found.select(verdict="pass").choice == found.choice
    found.save(path)
    assert Verdicts.load(path) == found


def test_verdicts() -> None:
    found = from_document(verdicts(), "here")
    assert isinstance(found, Verdicts)
    matrix = found.matrix()
    assert matrix.loc["depth", "bitmask/trap"] == "fail"
    assert matrix.loc["depth", "bitmask/paired"] == "pass"
    assert matrix.isna().loc["fork", "bitmask/paired"]
    assert '<td class="fail"' in found._repr_html_()
    assert found.select(scenario="fork").totals["declared"] == 1
    assert found.select(scenario="fork").totals["too_busy"] == 0
    assert found.select(scenario="fork").totals["pass"] == 0
    assert found.select(scenario="no*").matrix().empty


def test_regressions() -> None:
    found = from_document(regressions(), "here")
    assert isinstance(found, Regressions)
    table = found.to_pandas()
    assert table["shift_percent"].tolist() == [20.0] and table["base.median"].tolist() == [11.0]
    assert "1 slower" in found._repr_html_()
    nothing = found.select(verdict="alike")
    assert not nothing.rows and "0 rows, 0 slower" in repr(nothing)
    assert "0 slower" in nothing._repr_html_()


def test_linux_verdicts(tmp_path: Path) -> None:
    found = retprobe.load(LINUX_VERDICTS)
    assert isinstance(found, LinuxVerdicts)
    matrix = found.matrix()
    assert matrix.loc["replaced", "newest/fgraph"] == "fail"
    assert matrix.loc["depth", "6.1/kretprobe"] == "declared"
    assert list(matrix.index) == list(dict.fromkeys(row["scenario"] for row in found.rows))
    fgraph = found.select(kernel="newest", mechanism="fgraph")
    assert len(fgraph.rows) == len(matrix) and fgraph.select(verdict="nothing").matrix().empty
    assert fgraph.matrix()["newest/fgraph"].equals(matrix["newest/fgraph"])
    found.save(tmp_path / "verdicts.json")
    assert LinuxVerdicts.load(tmp_path / "verdicts.json") == found
    seen = [row["verdict"] for row in found.rows]
    assert repr(found) == (
        f"<LinuxVerdicts: 20 scenarios of 10 mechanisms in 3 kernels: {seen.count('fail')} fail, "
        f"{seen.count('declared')} declared, {seen.count('pass')} pass, "
        f"{seen.count('unavailable')} unavailable>"
    )


def test_linux_verdicts_have_what_was_seen_as_footnotes() -> None:
    row = {"kernel": "6.1", "mechanism": "fgraph", "scenario": "order", "release": "6.1.0-50"}
    seen = [
        row | {"verdict": "fail", "detail": "<b>one</b>"},
        row | {"mechanism": "fprobe", "verdict": "fail", "detail": "<b>one</b>"},
        row | {"mechanism": "kretprobe", "verdict": "pass", "detail": ""},
        row | {"scenario": "depth", "verdict": "declared", "detail": "two"},
    ]
    shown = LinuxVerdicts({"linux_verdicts": seen})._repr_html_()
    assert re.findall("<li>(.*?)</li>", shown) == [
        "fail: &lt;b&gt;one&lt;/b&gt;",
        "declared: two",
    ]
    cells = re.findall(r'<td(?: class="(\w+)" title="([^"]*)")?>(.*?)</td>', shown)
    assert [(kind, title, re.findall("<sup>(.)</sup>", cell)) for kind, title, cell in cells] == [
        ("fail", "6.1.0-50", ["1"]),
        ("fail", "6.1.0-50", ["1"]),
        ("pass", "6.1.0-50", []),
        ("declared", "6.1.0-50", ["2"]),
        ("", "", []),
        ("", "", []),
    ]


def test_tracer_verdicts(tmp_path: Path) -> None:
    found = retprobe.load(TRACER_VERDICTS)
    assert isinstance(found, TracerVerdicts)
    matrix = found.matrix()
    assert matrix.loc["jumps_caught", "xray"] == "fail"
    assert matrix.loc["jumps_caught", "retprobe/call_through"] == "declared"
    assert matrix.loc["stop_deep", "xray"] == "not asked"
    assert list(matrix.columns) == list(found.totals)
    names = [one["name"] for one in found.context]
    assert list(dict.fromkeys(column.partition("/")[0] for column in matrix.columns)) == names
    assert not any("/" in one["path"] for one in found.context)
    xray = found.select(tracer="xray")
    assert [one["name"] for one in xray.context] == ["xray"] and list(xray.totals) == ["xray"]
    counts = xray.totals["xray"]
    assert counts["asked"] == counts["passed"] + counts["failed"] + counts["declared"]
    assert counts["asked"] + counts["not asked"] == len(xray.rows)
    assert found.select(verdict="nothing").matrix().empty
    table = found.to_pandas()
    assert str(table["users"].dtype) == "int64" and (table["seconds"] >= 0).all()
    found.save(tmp_path / "tracers.json")
    assert TracerVerdicts.load(tmp_path / "tracers.json") == found
    found.to_parquet(tmp_path / "tracers.parquet")
    assert len(pd.read_parquet(tmp_path / "tracers.parquet")) == len(found.rows)
    assert re.fullmatch(
        r"<TracerVerdicts: \d+ scenarios of \d+ tracers: \d+ failed, 0 no verdict, \d+ declared, "
        r"\d+ passed, \d+ not asked>",
        repr(found),
    )


def tracer_verdicts() -> dict[str, Any]:
    """Two tracers, of which one has two variants, and each of the five verdicts."""
    row = {"scenario": "jumps", "tracer": "mine", "variant": "-", "users": 1, "seconds": 0.1}
    theirs = row | {"tracer": "theirs", "variant": "fast"}
    script = "+* " + "f(g(h)) " * 20 + " ; +* f -*"
    return {
        "tracers": [
            {"name": "mine", "version": "<b>1</b>", "path": "./mine.so"},
            {"name": "theirs", "version": "2.0", "path": "./theirs"},
        ],
        "tracer_verdicts": [
            theirs | {"verdict": "not asked", "detail": "it has one user"},
            row | {"verdict": "pass", "detail": ""},
            row
            | {
                "users": 2,
                "verdict": "fail",
                "detail": f'user B was told of <g>: expected "", seen ""; by hand: x \'{script}\'',
            },
            theirs
            | {"variant": "slow", "verdict": "declared", "detail": "its manual (seen: +A f: it)"},
            theirs
            | {
                "variant": "slow",
                "scenario": "order",
                "verdict": "unavailable",
                "detail": "the machine is busy",
            },
        ],
    }


def test_tracer_verdicts_have_five_words_and_totals() -> None:
    found = from_document(tracer_verdicts(), "here")
    assert isinstance(found, TracerVerdicts)
    assert found.matrix().loc["jumps"].to_dict() == {
        "mine": "fail",
        "theirs/fast": "not asked",
        "theirs/slow": "declared",
    }
    shown = found._repr_html_()
    assert re.findall("<caption>(.*?)</caption>", shown) == [
        "mine &lt;b&gt;1&lt;/b&gt;, theirs 2.0"
    ]
    assert re.findall('<th scope="col">(.*?)</th>', shown) == [
        "scenario",
        "mine",
        "theirs/fast",
        "theirs/slow",
    ]
    notes = re.findall("<li>(.*?)</li>", shown)
    assert notes[0].startswith("failed: user B was told of &lt;g&gt;, in +* f(g(h)) ")
    assert notes[0].endswith("…") and len(notes[0]) < 130
    assert notes[1:] == [
        "not asked: it has one user",
        "declared: its manual",
        "no verdict: the machine is busy",
    ]
    cells = re.findall(r'<td class="([\w-]+)" title="[^"]*">(.*?)</td>', shown)
    assert [(kind, re.sub("<.*?>", "", cell)) for kind, cell in cells] == [
        ("fail", "✗ failed 1 of 2 1"),
        ("not-asked", "not asked 2"),
        ("declared", "○ declared 3"),
        ("unavailable", "- no verdict 4"),
    ]
    foot = re.findall(r'<tr><th scope="row">([a-z ]+)</th>((?:<td>\d+</td>)+)</tr>', shown)
    assert {word: re.findall(r"\d+", counts) for word, counts in foot} == {
        "asked": ["2", "0", "1"],
        "passed": ["1", "0", "0"],
        "failed": ["1", "0", "0"],
        "declared": ["0", "0", "1"],
        "not asked": ["0", "1", "0"],
        "no verdict": ["0", "0", "1"],
    }
    empty = found.select(tracer="nobody")
    assert empty.totals == {} and "<table>" in empty._repr_html_()


def test_linux_regressions(tmp_path: Path) -> None:
    found = from_document(linux_regressions(), "here")
    assert isinstance(found, LinuxRegressions)
    assert [row["verdict"] for row in found.changed] == ["rise", "fall", "fall"]
    table = found.to_pandas()
    assert table["base"].tolist() == [171, 272, 287, 2]
    assert table["new"].tolist() == [170, 271, 288, 2] and table["new"].dtype == "float64"
    some = found.select(figure="mis*")
    assert [row["name"] for row in some.rows] == ["newest/off/fgraph/1"]
    assert "1 count, 0 rose, 0 fell" in repr(some)
    assert "0 of 1 counts rose, 0 fell" in some._repr_html_()
    assert repr(found) == (
        "<LinuxRegressions: regression: 4 counts, 1 rose, 2 fell; the new.json against base.json>"
    )
    shown = found._repr_html_()
    assert "regression: 1 of 4 counts rose, 2 fell" in shown
    assert shown.index("<td>288</td>") < shown.index("<td>170</td>")
    assert "mispredicted" not in shown
    found.save(tmp_path / "regress.json")
    assert LinuxRegressions.load(tmp_path / "regress.json") == found


def test_every_row_of_linux_may_have_lost_its_figures() -> None:
    found = from_document(linux_regressions() | {"rows": []}, "here")
    assert isinstance(found, LinuxRegressions) and found.changed == ()
    assert len(found.to_pandas()) == 0 and "of 0 counts" in found._repr_html_()


def test_a_run_of_a_program(tmp_path: Path) -> None:
    found = retprobe.load(PROGRAM_RUN)
    assert isinstance(found, ProgramRun)
    table = found.to_pandas()
    assert table["calls"].dtype == "int64" and (table["missed"] == 0).all()
    most = found.functions[0]
    assert most.calls == table["calls"].max() and "_M_realloc_insert" in most.name
    collect = found.select(name="*::collect(*")
    assert [one.calls for one in collect.functions] == [544_500]
    assert repr(collect) == (
        "<ProgramRun: ./grammar: exit status 0; 544,500 calls of 1 function in 1 process; "
        "counted_shadow, paired>"
    )
    shown = found._repr_html_()
    assert "./grammar 300: exit status 0; 65 functions probed" in shown
    assert (
        "<td>2,025,000</td>" in shown and ">(anonymous namespace)::collect(\u2026)</span>" in shown
    )
    found.save(tmp_path / "run.json")
    assert ProgramRun.load(tmp_path / "run.json") == found
    found.to_parquet(tmp_path / "run.parquet")
    assert len(pd.read_parquet(tmp_path / "run.parquet")) == len(found.rows)
    assert read_rest(tmp_path / "run.parquet")["run"] == found.context
    nothing = from_document(found.document | {"rows": []}, "here")
    assert "0 calls of 0 functions" in repr(nothing) and len(nothing.to_pandas()) == 0


def test_functions_of_one_name_in_two_modules_are_two() -> None:
    found = retprobe.load(PROGRAM_RUN)
    assert isinstance(found, ProgramRun)
    row = found.rows[0]
    both = from_document(found.document | {"rows": [row, row | {"module": "lib.so"}]}, "here")
    assert isinstance(both, ProgramRun)
    assert len(both.functions) == 2 and "calls of 2 functions in" in repr(both)


def test_what_a_killed_process_missed_is_not_known() -> None:
    found = from_document(killed_program(), "here")
    assert isinstance(found, ProgramRun)
    assert found.to_pandas()["missed"].isna().sum() == 1
    assert [one.missed for one in found.functions[:2]] == [None, 0]
    assert found.functions[0].calls == 2_025_001
    assert "killed by SIGSEGV" in repr(found) and "in 3 processes" in repr(found)
    assert found._repr_html_().count("<td>?</td>") == 1


def test_a_comparison_of_designs_in_a_program(tmp_path: Path) -> None:
    found = retprobe.load(PROGRAM_COMPARISON)
    assert isinstance(found, ProgramComparison)
    assert found.take[0] in ("counted_shadow", "bitmask", "chained_trampolines")
    assert found.answer.startswith(f"for this program: {' or '.join(found.take)} (")
    table = found.to_pandas().set_index("design")
    pool, best = table.loc["instance_pool"], table.loc[found.take[0]]
    assert pool["missed"] > 0 and pool[["slowdown", "ns_per_call"]].isna().all()
    assert best["slowdown_low"] <= best["slowdown"] <= best["slowdown_high"]
    assert best["processor_seconds"] == np.median(best["processor_seconds_samples"])
    assert len(best["attach_seconds_samples"]) == found.context["rounds"]
    assert [row["design"] for row in found.select(missed=0, design="c*").rows] == [
        "chained_trampolines",
        "counted_shadow",
    ]
    assert repr(found) == f"<ProgramComparison: ./grammar: 4 designs, 12 rounds; {found.answer}>"
    shown = found._repr_html_()
    figure = f"{best['ns_per_call']:.1f} [{best['ns_per_call_low']:.1f}, "
    assert figure in shown and shown.count("<td>the same</td>") == 4 and "<td>void</td>" in shown
    found.save(tmp_path / "comparison.json")
    assert ProgramComparison.load(tmp_path / "comparison.json") == found
    with pytest.raises(ResultError, match=r"has ProgramComparison, not ProgramRun"):
        ProgramRun.load(PROGRAM_COMPARISON)


def test_texts_of_programs_are_escaped() -> None:
    for document in hostile_programs():
        shown = from_document(document, "here")._repr_html_()
        assert "<script" not in shown and "<img" not in shown and "&lt;script&gt;" in shown


def test_what_comes_from_files_is_escaped(context: dict[str, Any]) -> None:
    row = json.loads(BENCH.read_text())["benchmarks"][-1]
    void = {
        key: row[key]
        for key in ("name", "run_name", "workload", "design", "transfer", "registers", "tracers")
    }
    hostile = "<script>alert(1)</script>"
    made = Results(
        {**context, "cpu": hostile}, ({**void, "run_type": "iteration", "void": hostile},)
    )
    assert "<script>" not in made._repr_html_()


WRONG = {
    "empty": ("", "is empty"),
    "blank": ("\n \n", "is empty"),
    "cut off": (BENCH.read_text()[:70_000], "is cut off in line"),
    "cut off in a text": ('{"context": "abc', "is cut off in line 1"),
    "another language": ("hello: world", "is not JSON: Expecting value in line 1"),
    "a list": ("[1, 2]", "is JSON, but no result"),
    "another document": ('{"numbers": [1]}', "is JSON, but no result"),
    "not a number": ('{"benchmarks": [NaN]}', "NaN is no number in JSON"),
    "no context": ('{"benchmarks": []}', "it has no context"),
    "infinite": ('{"benchmarks": [1e999]}', "1e999 is too large"),
    "a number of 80 bits": (f'{{"benchmarks": [{2**80}]}}', f"{2**80} is too large"),
    "half a character": ('{"benchmarks": ["\\ud800"]}', "surrogates not allowed"),
    "deep": ("[" * 200_000, "is not JSON that can be read"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files_are_told_in_one_line(case: str, tmp_path: Path) -> None:
    content, said = WRONG[case]
    path = tmp_path / "result.json"
    path.write_text(content)
    with pytest.raises(ResultError) as caught:
        retprobe.load(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ") and said in text and "\n" not in text and ";" in text


def test_a_wrong_file_is_an_error_of_the_package(tmp_path: Path) -> None:
    with pytest.raises(retprobe.Error, match="cannot be read") as caught:
        retprobe.load(tmp_path / "nothing.json")
    assert isinstance(caught.value, ResultError) and caught.value.code == "system"


def median(document: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in document["benchmarks"] if "added_ns_low" in row)
    return row


def changed(change: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(BENCH.read_text())
    change(document)
    return document


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d["context"].update(retprobe=2), "its format is 2, and this package knows 1"),
        (lambda d: d["context"].pop("commit"), "commit"),
        (lambda d: d.update(extra=1), "'extra'"),
        (lambda d: d["benchmarks"].clear(), "it has no rows"),
        (lambda d: d["benchmarks"].append(3), "must be object"),
        (lambda d: median(d).update(added_ns="fast"), "leaf/"),
        (lambda d: median(d).pop("added_ns_low"), "added_ns_low"),
    ],
)
def test_what_the_schema_refuses_is_named(change: Any, said: str) -> None:
    with pytest.raises(ResultError, match=r"^here: ") as caught:
        from_document(changed(change), "here")
    assert said in str(caught.value)


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match=r"no such file\.json: cannot be read: No such file"):
        retprobe.load(tmp_path / "no such file.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ResultError, match="is not text"):
        retprobe.load(tmp_path / "binary")
    with pytest.raises(
        ResultError, match=r"has Costs, not Results; read it with retprobe\.Costs\.load"
    ):
        Results.load(COST)


def test_a_file_system_may_have_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(target: Path, source: Path) -> None:
        if meanwhile:
            target.write_text("theirs")
        raise PermissionError(errno.EPERM, "Operation not permitted")

    results, path, meanwhile = Results.load(BENCH), tmp_path / "kept.json", False
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    results.save(path)
    assert retprobe.load(path) == results
    path.unlink()
    meanwhile = True
    with pytest.raises(ResultError, match="has appeared meanwhile"):
        results.save(path)
    assert [child.name for child in tmp_path.iterdir()] == ["kept.json"]
    assert path.read_text() == "theirs"


def test_a_list_without_numbers_is_no_array() -> None:
    """A later version may write fields that this one does not know."""
    bench = Results.load(BENCH)
    row = {**bench.rows[-1], "notes": ["slow"]}
    assert Results(bench.context, (row,)).to_pandas()["notes"].tolist() == [None]


def test_nothing_is_overwritten_or_left_behind(tmp_path: Path) -> None:
    results, path = Results.load(BENCH), tmp_path / "kept.json"
    path.write_text("mine")
    for write in (results.save, results.to_parquet):
        with pytest.raises(ResultError, match=r"kept\.json: is there already"):
            write(path)
    assert path.read_text() == "mine"
    with pytest.raises(ResultError, match="cannot be written: No such file"):
        results.save(tmp_path / "no" / "folder.json")
    with pytest.raises(ResultError, match="cannot be written: File name too long"):
        results.save(tmp_path / ("a" * 300))
    link = tmp_path / "link.json"
    link.symlink_to("nowhere")
    with pytest.raises(ResultError, match=r"link\.json: is there already"):
        results.save(link)
    link.unlink()
    broken = Results({**results.context, "load": math.nan}, results.rows)
    with pytest.raises(ValueError, match="nan"):
        broken.save(path, overwrite=True)
    assert path.read_text() == "mine"
    results.save(path, overwrite=True)
    assert retprobe.load(path) == results
    assert [child.name for child in tmp_path.iterdir()] == ["kept.json"]
