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

A result of `retprobe kernel` has its counts in all of them but google. A row's name has the name
of the kernel and not its release: a line goes on with the next release of that kernel.

These tools make a line of what has the same name. So the names (OpenMetrics: the labels) have the
machine and the method (machine.py).
"""

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from retprobe.files import ResultError, written_whole
from retprobe.machine import interval_words, load_words, machine_label, method_of
from retprobe.results import Kernels, Results, load
from retprobe.values import BESIDE, FIGURES, Value, counts, values

SECOND = 1e-9  # nanoseconds

DERIVED = "ratio_to_call_through"  # not exported: a dashboard can divide by itself


Exportable = Results | Kernels


@dataclass(frozen=True)
class _Told:
    """What the formats say of a result.

    `values`: each with its name. `voids`: the rows without any. `where`: the end of a name. `head`:
    what is said of the whole. For OpenMetrics: `prefix` of the names, `cell`: the fields of a row
    that are labels, `labels` that all of them have, `info`: of the result, `said` of the values,
    `void_said` of the voids."""

    values: list[tuple[Value, str]]
    voids: list[dict[str, Any]]
    where: str
    head: str
    prefix: str
    cell: tuple[str, ...]
    labels: dict[str, str]
    info: list[str]
    said: str
    void_said: str


def _told(results: Exportable) -> _Told:
    return _of_kernels(results) if isinstance(results, Kernels) else _of_bench(results)


def _of_bench(results: Results) -> _Told:
    context = results.context
    interval = interval_words(context)
    head = (f"commit {context['commit']}", interval, load_words(context))
    machine, method = machine_label(context), method_of(context)
    labels = {"machine": machine, "method": method}
    told = {name: context[name] for name in ("cpu", "kernel", "compiler", "commit")}
    return _Told(
        # An experiment's figure has the figure's own name.
        values=[
            (value, value.metric.removeprefix(FIGURES))
            for value in values(results)
            if value.metric != DERIVED
        ],
        voids=[row for row in results.rows if "void" in row],
        where=f"on {machine}, {method}",
        head=", ".join(part for part in head if part),
        prefix="retprobe",
        cell=("workload", "design", "transfer", "registers", "tracers"),
        labels=labels,
        info=[
            "# TYPE retprobe_run info",
            "# HELP retprobe_run Where and with what it was measured.",
            f"retprobe_run_info{_labels({**labels, 'host': context['machine'], **told})} 1",
        ],
        said=f"Median over fresh processes, or a bound of its interval: {interval}.",
        void_said="Cells that have no time: calls were missed, or verification failed.",
    )


def _of_kernels(kernels: Kernels) -> _Told:
    releases = {one["name"]: one["release"] for one in kernels.context if "release" in one}
    return _Told(
        values=[
            (Value({**row, "run_name": row["name"]}, metric, value, None, None), metric)
            for row in kernels.rows
            for metric, value in counts(row).items()
        ],
        voids=[row for row in kernels.rows if "why" in row],
        where="in an emulator",
        head=f"Linux {', '.join(releases.values())}",
        prefix="retprobe_linux",
        cell=("kernel", "mitigations", "mechanism", "users"),
        labels={},
        info=[
            "# TYPE retprobe_linux info",
            "# HELP retprobe_linux The release of each kernel.",
            *(
                f"retprobe_linux_info{_labels({'kernel': name, 'release': release})} 1"
                for name, release in releases.items()
            ),
        ],
        said="Of a call that Linux's own mechanism probes, counted in an emulator.",
        void_said="Mechanisms that have no count: absent, refused or failed.",
    )


def _unit(name: str) -> str:
    if name.endswith("_ns") or name == "ns_per_call":
        return "ns"
    return "bytes" if "bytes" in name else "1"


LEAST_NS = 1.0
"""A time below this is mostly noise; even if it doubles, that is no regression."""

WITHOUT_HANDLERS = ("unprobed", "none")
"""Runs that other runs are compared with. They are no candidates."""


def _why_no_alarm(value: Value, name: str) -> str | None:
    """Why a ratio to this value would say nothing; None if it says something."""
    if value.row.get("design") in WITHOUT_HANDLERS or BESIDE.match(value.metric):
        return "of runs without handlers"
    if value.value <= 0:
        return "at or below zero"
    if _unit(name) == "ns" and value.value < LEAST_NS:
        return f"below {LEAST_NS:g} ns"
    return None


def left_out_for_github(results: Exportable) -> str:
    """One line: how many values github() leaves out, and why. Empty if it leaves out none."""
    whole = _told(results).values
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


def github(results: Exportable) -> str:
    """JSON for github-action-benchmark, tool customSmallerIsBetter.

    `range` is half of the interval's width."""
    told = _told(results)
    entries = []
    for value, name in told.values:
        if _why_no_alarm(value, name) is not None:
            continue
        entry = {
            "name": f"{value.row['run_name']} {name} {told.where}",
            "unit": _unit(name),
            "value": value.value,
        }
        if value.low is not None and value.high is not None:
            entry["range"] = f"± {(value.high - value.low) / 2:.4g}"
        entries.append({**entry, "extra": told.head})
    return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


def bencher(results: Exportable) -> str:
    """Bencher Metric Format.

    Measures have slugs as names. `added_ns` becomes `latency`, Bencher's own measure, in
    nanoseconds."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    told = _told(results)
    for value, name in told.values:
        measure = "latency" if name == "added_ns" else name.replace("_", "-")
        metric = {"value": value.value}
        if value.low is not None and value.high is not None:
            metric |= {"lower_value": value.low, "upper_value": value.high}
        found.setdefault(f"{value.row['run_name']} {told.where}", {})[measure] = metric
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


def openmetrics(results: Exportable) -> str:
    """OpenMetrics text: gauges, in one family per metric, with the unit at the end of its name.

    `low` and `high` are families of their own."""
    told = _told(results)

    def labels(row: Mapping[str, Any]) -> str:
        return _labels({**told.labels, **{name: row[name] for name in told.cell}})

    families: dict[tuple[str, str], list[str]] = {}
    for value, metric in told.values:
        unit, scale = {"ns": ("seconds", SECOND), "bytes": ("bytes", 1.0), "1": ("", 1.0)}[
            _unit(metric)
        ]
        words = [word for word in metric.split("_") if word not in ("ns", "bytes")]
        for part, number in (("", value.value), ("low", value.low), ("high", value.high)):
            if number is not None:
                name = "_".join(word for word in (told.prefix, *words, part, unit) if word)
                families.setdefault((name, unit), []).append(
                    f"{name}{labels(value.row)} {_number(number * scale)}"
                )
    lines = list(told.info)
    for (name, unit), samples in families.items():
        lines += _family(name, unit, told.said, samples)
    void = f"{told.prefix}_void"
    if told.voids:
        samples = [f"{void}{labels(row)} 1" for row in told.voids]
        lines += _family(void, "", told.void_said, samples)
    return "\n".join([*lines, "# EOF"]) + "\n"


def google(results: Results) -> str:
    """Google Benchmark's JSON, for its compare.py.

    compare.py fails at a row without a time, so void rows and experiments are left out."""
    rows = [row for row in results.rows if "real_time" in row]
    return (
        json.dumps({"context": results.context, "benchmarks": rows}, indent=1, ensure_ascii=False)
        + "\n"
    )


FORMATS: dict[str, Callable[[Any], str]] = {
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
        description="Write a result of bench or kernel in the format of another dashboard.",
    )
    parser.add_argument("result", metavar="RESULT", help="a file of bench or kernel --format json")
    parser.add_argument("--format", choices=sorted(FORMATS), required=True)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write to this file instead of standard output; it must not exist yet",
    )
    options = parser.parse_args(argv)
    try:
        results = load(options.result)
        kinds = (Results,) if options.format == "google" else (Results, Kernels)
        if not isinstance(results, kinds):
            raise ResultError(
                f"{options.result}: has {type(results).__name__}, which --format {options.format} "
                "cannot say; give a result of " + " or ".join(kind.command for kind in kinds)
            )
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
