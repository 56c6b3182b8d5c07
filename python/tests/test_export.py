"""Exports, compared with what each tool publishes about its format."""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from report_files import BENCH, GOALS

from retprobe.export import FORMATS, main
from retprobe.results import Results

BOTH = [BENCH, GOALS]
COMPARE = Path("/usr/share/benchmark/compare.py")  # Debian's libbenchmark-tools


def median(path: Path, name: str) -> dict[str, Any]:
    return next(row for row in Results.load(path).rows if row["name"] == f"{name}_median")


@pytest.mark.parametrize("path", BOTH)
def test_github(path: Path) -> None:
    """github-action-benchmark reads each entry's name, unit and value, and its range and extra if
    it has them."""
    entries = json.loads(FORMATS["github"](Results.load(path)))
    names = [entry["name"] for entry in entries]
    assert len(set(names)) == len(names) > 50
    for entry in entries:
        assert (
            {"name", "unit", "value"} <= set(entry) <= {"name", "unit", "value", "range", "extra"}
        )
        assert (
            math.isfinite(entry["value"])
            and isinstance(entry["name"], str)
            and entry["unit"] in ("ns", "bytes", "1")
        )
        assert re.fullmatch(r"± [0-9.e+-]+", entry.get("range", "± 1"))
    row = median(path, "leaf/bitmask/paired/scalar/1")
    start = "leaf/bitmask/paired/scalar/1 added_ns on "
    (found,) = (entry for entry in entries if entry["name"].startswith(start))
    assert found["value"] == row["added_ns"] and found["unit"] == "ns"


@pytest.mark.parametrize("path", BOTH)
def test_github_has_no_value_whose_ratio_says_nothing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = Results.load(path)
    entries = json.loads(FORMATS["github"](results))
    assert all(entry["value"] >= (1 if entry["unit"] == "ns" else 1e-9) for entry in entries)
    rows = {entry["name"].split(" ")[0] for entry in entries}
    designs = {name.split("/")[1] for name in rows}
    assert not {"none", "unprobed"} & designs and "call_through" in designs
    figures = {
        entry["name"].split(" ")[1] for entry in entries if entry["name"].startswith("latency/")
    }
    assert "hit_p50_ns" in figures
    assert not any(name.startswith(("unprobed", "clock")) for name in figures)
    # One line counts what is left out.
    assert main([str(path), "--format", "github", "--out", str(tmp_path / "out.json")]) == 0
    told = capsys.readouterr().err
    counted = re.fullmatch(
        rf"retprobe export: {re.escape(str(path))}: ([\d,]+) of ([\d,]+) values are left out, "
        r".*: (.*)\n",
        told,
    )
    assert counted is not None
    left, whole = (int(counted[i].replace(",", "")) for i in (1, 2))
    assert whole - left == len(entries)
    assert sum(int(part.split(" ")[0].replace(",", "")) for part in counted[3].split(", ")) == left
    assert main([str(path), "--format", "bencher"]) == 0
    assert capsys.readouterr().err == ""


# As published at https://bencher.dev/bmf.json: benchmark, measure, metric. Names are limited to
# 1024 and 64 characters.
METRIC = {
    "type": "object",
    "properties": {name: {"type": "number"} for name in ("value", "lower_value", "upper_value")},
    "required": ["value"],
    "additionalProperties": False,
}
MEASURES = {
    "type": "object",
    "patternProperties": {"^[0-9a-z-]{1,64}$": METRIC},
    "additionalProperties": False,
}
BENCHER = {
    "type": "object",
    "patternProperties": {"^.{1,1024}$": MEASURES},
    "additionalProperties": False,
}


@pytest.mark.parametrize("path", BOTH)
def test_bencher(path: Path) -> None:
    found = json.loads(FORMATS["bencher"](Results.load(path)))
    fastjsonschema.compile(BENCHER)(found)
    row = median(path, "leaf/bitmask/paired/scalar/1")
    start = "leaf/bitmask/paired/scalar/1 on "
    (latency,) = (found[name]["latency"] for name in found if name.startswith(start))
    assert latency == {
        "value": row["added_ns"],
        "lower_value": row["added_ns_low"],
        "upper_value": row["added_ns_high"],
    }
    for measures in found.values():
        for metric in measures.values():
            assert (
                metric.get("lower_value", -math.inf)
                <= metric["value"]
                <= metric.get("upper_value", math.inf)
            )


SAMPLE = re.compile(
    r'(?P<name>[a-z][a-z0-9_]*)\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\} (?P<value>\S+)'
)


@pytest.mark.parametrize("path", BOTH)
def test_openmetrics(path: Path) -> None:
    """The rules of the text format: metadata comes before samples, names end in the unit, a family
    is in one piece, `# EOF` is last."""
    results = Results.load(path)
    text = FORMATS["openmetrics"](results)
    lines = text.split("\n")
    assert lines[-2:] == ["# EOF", ""] and text.count("# EOF") == 1
    seen: list[str] = []
    kind = family = ""
    samples: set[str] = set()
    for line in lines[:-2]:
        if line.startswith("# TYPE "):
            family, kind = line.split(" ")[2:]
            assert family not in seen and kind in ("gauge", "info")
            seen.append(family)
        elif line.startswith("# UNIT "):
            assert line.split(" ")[2] == family and family.endswith("_" + line.split(" ")[3])
        elif line.startswith("# HELP "):
            assert line.split(" ")[2] == family
        else:
            match = SAMPLE.fullmatch(line)
            assert match, line
            assert match["name"] == (f"{family}_info" if kind == "info" else family)
            labels = line[: line.rindex(" ")]
            assert labels not in samples
            samples.add(labels)
            float(match["value"])
    row = median(path, "leaf/bitmask/paired/scalar/1")
    cell = 'workload="leaf",design="bitmask",transfer="paired",registers="scalar",tracers="1"'
    value = next(
        line for line in lines if line.startswith("retprobe_added_seconds{") and cell in line
    ).rsplit(" ", 1)[1]
    assert float(value) == pytest.approx(row["added_ns"] * 1e-9)
    voids = [row for row in results.rows if "void" in row]
    assert sum(line.startswith("retprobe_void{") for line in lines) == len(voids) > 0


@pytest.mark.parametrize("path", BOTH)
def test_openmetrics_is_read_by_prometheus_own_parser(path: Path) -> None:
    parser = pytest.importorskip("prometheus_client.openmetrics.parser")
    families = {
        family.name: family
        for family in parser.text_string_to_metric_families(
            FORMATS["openmetrics"](Results.load(path))
        )
    }
    assert (
        families["retprobe_added_seconds"].unit == "seconds"
        and len(families["retprobe_added_seconds"].samples) > 20
    )
    assert families["retprobe_run"].type == "info"


def test_labels_are_escaped() -> None:
    results = Results.load(BENCH)
    hostile = 'a"b\\c\nd'
    text = FORMATS["openmetrics"](Results({**results.context, "cpu": hostile}, results.rows))
    assert 'cpu="a\\"b\\\\c\\nd"' in text
    assert SAMPLE.fullmatch(
        next(line for line in text.split("\n") if line.startswith("retprobe_run_info"))
    )


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.txt"
    assert main([str(BENCH), "--format", "openmetrics", "--out", str(out)]) == 0
    assert main([str(BENCH), "--format", "openmetrics"]) == 0
    assert capsys.readouterr().out == out.read_text()
    assert main([str(BENCH), "--format", "github", "--out", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err and out.read_text().endswith("# EOF\n")
    (tmp_path / "bad.json").write_text("{")
    assert main([str(tmp_path / "bad.json"), "--format", "github"]) == 2
    assert "bad.json: is cut off" in capsys.readouterr().err


@pytest.mark.skipif(
    not COMPARE.is_file() and "COMPARE_PY" not in os.environ,
    reason="no compare.py here: apt install libbenchmark-tools, or set COMPARE_PY",
)
@pytest.mark.parametrize("path", BOTH)
def test_google_benchmarks_own_compare(path: Path, tmp_path: Path) -> None:
    """Google Benchmark's compare.py stops at a row without a time. The export leaves such rows out,
    and no others."""
    assert main([str(path), "--format", "google", "--out", str(tmp_path / "google.json")]) == 0
    rows = json.loads((tmp_path / "google.json").read_text())["benchmarks"]
    assert rows == [
        row for row in Results.load(path).rows if "void" not in row and "figures" not in row
    ]
    compare = os.environ.get("COMPARE_PY", str(COMPARE))
    command = [
        sys.executable,
        compare,
        "--no-color",
        "benchmarks",
        *[str(tmp_path / "google.json")] * 2,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    line = next(
        line for line in done.stdout.splitlines() if line.startswith("leaf/bitmask/paired/scalar/1")
    )
    assert "+0.0000" in line


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (f"export --format openmetrics {BENCH} >/dev/full", 2, "retprobe export: standard output"),
        (f"export --format openmetrics {BENCH} | true", 141, ""),
        (f"history runs {'a' * 300}", 2, "File name too long"),
    ],
)
def test_what_the_system_refuses_is_told_in_a_line(words: str, status: int, said: str) -> None:
    command = f"set -o pipefail; {sys.executable} -m retprobe {words}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == status
    assert said in done.stderr and done.stderr.count("\n") == bool(said)
