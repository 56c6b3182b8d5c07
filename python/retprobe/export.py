"""Results in the formats of other dashboards: `python -m retprobe export --format FORMAT RESULT`.

    google        Google Benchmark's JSON, for its compare.py: the result without the rows that
                  have no time
    github        github-action-benchmark, tool customSmallerIsBetter: a list of name, unit, value,
                  range, extra
    bencher       Bencher Metric Format: benchmark, measure, value with lower_value and upper_value
    openmetrics   OpenMetrics text, for Prometheus and Grafana: seconds and bytes, with the cell as
                  labels

A void cell has no value in any of them; OpenMetrics names the void cells. github-action-benchmark
raises its alarms by ratios. Its file therefore leaves out values that make no sense as a divisor;
standard error says how many.

These tools make a line of what has the same name. So the names (OpenMetrics: the labels) have the
machine and the method (machine.py).
"""

import argparse
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from retprobe.files import ResultError, written_whole
from retprobe.machine import interval_words, load_words, machine_label, method_of
from retprobe.results import Results
from retprobe.values import FIGURES, Value, values

SECOND = 1e-9  # nanoseconds

LABELS = ("workload", "design", "transfer", "registers", "tracers")


DERIVED = "ratio_to_call_through"  # not exported: a dashboard can divide by itself


def _exported(results: Results) -> Iterator[tuple[Value, str]]:
    """Each value with its name. An experiment's figure has the figure's own name."""
    for value in values(results):
        if value.metric != DERIVED:
            yield value, value.metric.removeprefix(FIGURES)


def _unit(name: str) -> str:
    if name.endswith("_ns") or name == "ns_per_call":
        return "ns"
    return "bytes" if "bytes" in name else "1"


def _head(results: Results) -> str:
    context = results.context
    parts = (f"commit {context['commit']}", interval_words(context), load_words(context))
    return ", ".join(part for part in parts if part)


def _where(results: Results) -> str:
    """The end of a name: the machine and the method."""
    return f"on {machine_label(results.context)}, {method_of(results.context)}"


LEAST_NS = 1.0
"""A time below this is mostly noise; even if it doubles, that is no regression."""

WITHOUT_HANDLERS = ("unprobed", "none")
"""Runs that other runs are compared with. They are no candidates."""

BESIDE = re.compile(r"(unprobed|clock|bare|first_bare|six_syncs)_")
"""Figures of experiments that belong to no probe, but to what it is compared with."""


def _why_no_alarm(value: Value, name: str) -> str | None:
    """Why a ratio to this value would say nothing; None if it says something."""
    if value.row["design"] in WITHOUT_HANDLERS or (
        value.metric.startswith(FIGURES) and BESIDE.match(name)
    ):
        return "of runs without handlers"
    if value.value <= 0:
        return "at or below zero"
    if _unit(name) == "ns" and value.value < LEAST_NS:
        return f"below {LEAST_NS:g} ns"
    return None


def left_out_for_github(results: Results) -> str:
    """One line: how many values github() leaves out, and why. Empty if it leaves out none."""
    whole = list(_exported(results))
    counted = Counter(
        why for why in (_why_no_alarm(value, name) for value, name in whole) if why is not None
    )
    if not counted:
        return ""
    reasons = ", ".join(f"{count:,} {why}" for why, count in counted.most_common())
    return (
        f"{counted.total():,} of {len(whole):,} values are left out, "
        f"as alarms are raised by ratios: {reasons}"
    )


def github(results: Results) -> str:
    """JSON for github-action-benchmark, tool customSmallerIsBetter.

    `range` is half of the interval's width."""
    head, where = _head(results), _where(results)
    entries = []
    for value, name in _exported(results):
        if _why_no_alarm(value, name) is not None:
            continue
        entry = {
            "name": f"{value.row['run_name']} {name} {where}",
            "unit": _unit(name),
            "value": value.value,
        }
        if value.low is not None and value.high is not None:
            entry["range"] = f"± {(value.high - value.low) / 2:.4g}"
        entries.append({**entry, "extra": head})
    return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


def bencher(results: Results) -> str:
    """Bencher Metric Format.

    Measures have slugs as names. `added_ns` becomes `latency`, Bencher's own measure, in
    nanoseconds."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    where = _where(results)
    for value, name in _exported(results):
        measure = "latency" if name == "added_ns" else name.replace("_", "-")
        metric = {"value": value.value}
        if value.low is not None and value.high is not None:
            metric |= {"lower_value": value.low, "upper_value": value.high}
        found.setdefault(f"{value.row['run_name']} {where}", {})[measure] = metric
    return json.dumps(found, indent=1) + "\n"


def _label(text: Any) -> str:
    return str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _labels(pairs: dict[str, Any]) -> str:
    return "{" + ",".join(f'{name}="{_label(text)}"' for name, text in pairs.items()) + "}"


def _family(name: str, unit: str, said: str, samples: list[str]) -> list[str]:
    head = [
        f"# TYPE {name} gauge",
        *([f"# UNIT {name} {unit}"] if unit else []),
        f"# HELP {name} {said}",
    ]
    return head + samples


def _number(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else "NaN"


def openmetrics(results: Results) -> str:
    """OpenMetrics text: gauges, in one family per metric, with the unit at the end of its name.

    `low` and `high` are families of their own."""
    context = results.context
    where = {"machine": machine_label(context), "method": method_of(context)}
    told = {name: context[name] for name in ("cpu", "kernel", "compiler", "commit")}
    info = _labels({**where, "host": context["machine"], **told})
    lines = [
        "# TYPE retprobe_run info",
        "# HELP retprobe_run Where and with what it was measured.",
        f"retprobe_run_info{info} 1",
    ]
    families: dict[tuple[str, str], list[str]] = {}
    for value, metric in _exported(results):
        labels = _labels({**where, **{name: value.row[name] for name in LABELS}})
        unit, scale = {"ns": ("seconds", SECOND), "bytes": ("bytes", 1.0), "1": ("", 1.0)}[
            _unit(metric)
        ]
        words = [word for word in metric.split("_") if word not in ("ns", "bytes")]
        for part, number in (("", value.value), ("low", value.low), ("high", value.high)):
            if number is not None:
                name = "_".join(word for word in ("retprobe", *words, part, unit) if word)
                families.setdefault((name, unit), []).append(
                    f"{name}{labels} {_number(number * scale)}"
                )
    said = f"Median over fresh processes, or a bound of its interval: {interval_words(context)}."
    for (name, unit), samples in families.items():
        lines += _family(name, unit, said, samples)
    voids = [
        f"retprobe_void{_labels({**where, **{name: row[name] for name in LABELS}})} 1"
        for row in results.rows
        if "void" in row
    ]
    if voids:
        lines += _family(
            "retprobe_void",
            "",
            "Cells that have no time: calls were missed, or verification failed.",
            voids,
        )
    return "\n".join([*lines, "# EOF"]) + "\n"


def google(results: Results) -> str:
    """Google Benchmark's JSON, for its compare.py.

    compare.py fails at a row without a time, so void rows and experiments are left out."""
    rows = [row for row in results.rows if "real_time" in row]
    return (
        json.dumps({"context": results.context, "benchmarks": rows}, indent=1, ensure_ascii=False)
        + "\n"
    )


FORMATS: dict[str, Callable[[Results], str]] = {
    "google": google,
    "github": github,
    "bencher": bencher,
    "openmetrics": openmetrics,
}


def main(argv: list[str]) -> int:
    """`python -m retprobe export`: exit status 2 if the result cannot be read, or the file cannot
    be written."""
    parser = argparse.ArgumentParser(
        prog="python -m retprobe export",
        description="Write a result of bench in the format of another dashboard.",
    )
    parser.add_argument("result", metavar="RESULT", help="a file of bench --format json")
    parser.add_argument("--format", choices=sorted(FORMATS), required=True)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write to this file instead of standard output; it must not exist yet",
    )
    options = parser.parse_args(argv)
    try:
        results = Results.load(options.result)
        text = FORMATS[options.format](results)
        if options.out is None:
            sys.stdout.write(text)
        else:
            with written_whole(options.out) as part:
                part.write_text(text, encoding="utf-8")
        if options.format == "github" and (left_out := left_out_for_github(results)):
            print(f"retprobe export: {options.result}: {left_out}", file=sys.stderr)
    except ResultError as error:
        print(f"retprobe export: {error}", file=sys.stderr)
        return 2
    return 0
