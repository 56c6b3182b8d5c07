"""The blocks that are made from `retprobe bench`, `cost` and `prices --format json`."""

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from refresh_blocks.page import ROOT, Missing, Problem, markdown
from refresh_blocks.source import Row, Source, read

DASH = "\N{EN DASH}"
ENOUGH_PROCESSES = 6  # with fewer, an interval covers less than 95 %


def number(value: float, whole_from: int = 1000) -> str:
    return f"{value:,.0f}" if value >= whole_from else f"{value:.1f}"


COLUMNS = (("leaf", 1), ("leaf", 8), ("leaf", 64), ("callers12", 1))
FIRST_TABLE = (
    ("counted_shadow", "paired"),
    ("chained_trampolines", "paired"),
    ("bitmask", "paired"),
    ("instance_pool", "paired"),
    ("counted_shadow", "push_ret"),
)


def whole(document: Row, source: Source) -> None:
    """Refuses what is no whole run."""
    context = document["context"]
    if context["quick"] or context["processes"] < ENOUGH_PROCESSES:
        raise Problem(f"{source.name} is no whole run of {ENOUGH_PROCESSES} processes: ./compare")


def answer(document: Row, page: str, source: Source) -> str:
    """Which design to take for which need, as `./compare` prints it at its end."""
    whole(document, source)
    text = source.call("compare", "--answer", "--format", "markdown", source.name).strip()
    made = f"{where(document, source)}: `{source.name}`. `./compare` makes such a result."
    return f"{text}\n\n{textwrap.fill(made, 100, break_long_words=False, break_on_hyphens=False)}"


def where(document: Row, source: Source) -> str:
    """The machine, the date and the commit of a result."""
    context = document["context"]
    cores = f", {context['cores']} cores"
    _, _, said = source.call("compare", source.name).partition("\n")
    processor, found, _ = said.partition("\n")[0].partition(cores)
    if not found:
        raise Problem(f"retprobe compare {source.name} does not name the processor in line 2")
    return f"{processor}{cores}, {context['date'][:10]}, commit {context['commit'][:12]}"


def comparison(document: Row, page: str, source: Source) -> str:
    """The first table for README.md; all that `retprobe compare` shows for docs/."""
    if page != "README.md":
        whole_text, *_ = source.call("compare", source.name).partition("\na = b: ")
        return f"```\n{whole_text.strip()}\n```"
    whole(document, source)
    rows = {
        (row["workload"], row["design"], row["transfer"], row["tracers"]): row
        for row in document["benchmarks"]
        if row["run_type"] == "aggregate" and row.get("registers") == "scalar"
    }
    lines = [
        ["ns that a hit costs more", "1 tracer", "8 tracers", "64 tracers", "under 12 callers"]
    ]
    for design, transfer in FIRST_TABLE:
        cells = [
            _cost(rows.get((workload, design, transfer, tracers), {}))
            for workload, tracers in COLUMNS
        ]
        lines.append([f"`{design}/{transfer}`", *cells])
    said = (
        f"{where(document, source)}. Handlers do nothing. {_interval(document)} "
        "Under 12 callers: a hit and the returns of twelve callers that nobody probes, together."
    )
    text = textwrap.fill(said, 100, break_long_words=False, break_on_hyphens=False)
    return f"{markdown(lines)}\n\n{text}"


def _interval(document: Row) -> str:
    context = document["context"]
    return (
        f"±: half of the {100 * context['interval_coverage']:.3g} % interval of "
        f"{context['processes']} processes."
    )


def _judgement(source: Source, name: str) -> Row:
    said = source.call("compare", "--goals", "--format", "json", name)
    if not said:
        raise Problem(f"retprobe compare --goals {name} says nothing")
    told: Row = json.loads(said)
    return told


def open_goals(document: Row, page: str, source: Source) -> str:
    """The goals that are not met, and by whom."""
    lines = []
    for goal in _judgement(source, source.name)["goals"]:
        missed = [
            f"{cell['candidate'].removesuffix('/paired').removesuffix('/-')} {cell['value']:.2f}"
            for cell in goal["cells"]
            if cell["state"] == "not met"
        ]
        if missed:
            lines.append(f"- {goal['goal']} ({goal['limit']}): {', '.join(missed)}")
    fill = textwrap.TextWrapper(
        100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ).fill
    return "\n".join(map(fill, lines))


def goals(document: Row, page: str, source: Source) -> str:
    """The goals and the values of single hits for docs/goals.md, the peers for docs/peers.md."""
    rows, context = document["benchmarks"], document["context"]
    measured_at = (
        f"Commit {context['commit'][:12]}, {context['date'][:10]}, {context['cpu']}, "
        f"{context['cores']} cores. {_interval(document)}"
    )
    if page == "docs/peers.md":
        return f"{_peers(rows, source)}\n\n{measured_at}"
    table = source.call("compare", "--goals", "--format", "markdown", source.name).strip()
    # A goal that is younger than the result is shown as not measured.
    if " met, " not in table:
        raise Problem(f"{source.name} has not measured what all goals need: ./compare --peers")
    return f"{table}\n\n{_single_hits(rows, source)}\n\n{measured_at}"


def processors(document: Row, page: str, source: Source) -> str:
    """The goals that compare with XRay and with the peer wrapper: a column for each processor."""
    told = [_judgement(source, name) for name in (source.name, *source.entry["earlier"])]
    heads = [f"{each['processor']}, commit {each['commit'][:12]}" for each in told]
    lines = [["goal, and of whom", *heads]]
    for goals_of_each in zip(*(each["goals"] for each in told), strict=True):
        what = goals_of_each[0]["goal"]
        if not goals_of_each[0]["against"].startswith(("peer:xray/counting", "peer:wrapper/")):
            continue
        for cells in zip(*(goal["cells"] for goal in goals_of_each), strict=True):
            if any(cell["state"] in ("met", "not met", "undecided") for cell in cells):
                texts = [
                    _judged(cell, goal["limit"])
                    for cell, goal in zip(cells, goals_of_each, strict=True)
                ]
                lines.append([f"{what}: {cells[0]['candidate'].split('/')[0]}", *texts])
    return markdown(lines)


def _judged(cell: Row, limit: str) -> str:
    if "value" not in cell:
        return DASH
    design = cell["candidate"].split("/")[0]
    own = dict(part.split(" ", 1) for part in limit.split("; ")[1:])
    state = "**not met**" if cell["state"] == "not met" else cell["state"]
    return f"{own.get(design, limit.split('; ')[0])}: {cell['value']:.2f} {state}"


WORKLOADS = ("callers12", "fib", "recursion_10000", "functions_1000", "json")


def _cost(row: Row) -> str:
    if "added_ns" not in row:
        return DASH
    return f"{number(row['added_ns'])} ±{number((row['added_ns_high'] - row['added_ns_low']) / 2)}"


def _peers(rows: list[Row], source: Source) -> str:
    medians = [row for row in rows if row["run_type"] == "aggregate"]
    of = {(row["workload"], row["design"], row["transfer"]): row for row in medians}
    lines = [["peer", "leaf, added ns", "x call_through", *WORKLOADS]]
    leaf = [row for row in medians if row["workload"] == "leaf" and "peer:" in row["design"]]
    for row in sorted(leaf, key=lambda row: row["added_ns"]):
        who = row["design"], row["transfer"]
        others = [_cost(of.get((workload, *who), {})) for workload in WORKLOADS]
        ratio = number(row["ratio_to_call_through"])
        lines.append(["/".join(who).removeprefix("peer:"), _cost(row), ratio, *others])
    if not leaf:
        raise Problem(f"{source.name}: no peer has a time of leaf in it: run ./compare --peers")
    return f"{markdown(lines)}\n\n{_attaching(medians)}"


def _attaching(medians: list[Row]) -> str:
    head = "40,000 functions, processor time in ms|attach, the first time|again|detach"
    lines = [head.split("|")]
    for row in medians:
        peer = row["design"].startswith("peer:")
        if row["workload"] == "attach_40000" and (peer or row["transfer"] in ("paired", "-")):
            name = f"{row['design']}/{row['transfer']}".removeprefix("peer:").removesuffix("/-")
            of = (row["figures"][f"{what}_ns"] for what in ("first_attach", "attach", "detach"))
            lines.append([name, *(number(figure["median"] / 1e6) for figure in of)])
    return markdown(lines)


# The line's name, its figures, and the figures of the same without a probe.
SINGLE_HITS = (
    ("a warm hit", "hit", "unprobed_call"),
    ("the first hit of a thread", "first_hit", "unprobed_first_call"),
    ("a thread's start and end, with one hit", "thread", "unprobed_thread"),
    ("a hit while the shadow stack grows", "growing_descent", "unprobed_descent"),
    ("a hit when it has grown", "grown_descent", "unprobed_descent"),
)


def _duration(nanoseconds: float) -> str:
    for factor, unit in ((1e6, " ms"), (1e3, " µs")):
        if nanoseconds >= factor:
            return f"{nanoseconds / factor:.3g}{unit}"
    return f"{nanoseconds:.0f}"


def _single_hits(rows: list[Row], source: Source) -> str:
    case = ("latency", "counted_shadow", "aggregate")
    of = [row for row in rows if (row["workload"], row["design"], row["run_type"]) == case]
    if len(of) != 1:
        raise Problem(f"{source.name} has {len(of)} rows of latency with counted_shadow, not 1")

    def cells(name: str) -> list[str]:
        found = (
            of[0]["figures"].get(f"{name}_{what}_ns") for what in ("p50", "p99", "max", "mean")
        )
        return [_duration(figure["median"]) if figure else "" for figure in found]

    lines = [["", "p50", "p99", "longest", "mean", "the same without a probe"]]
    for what, name, unprobed in SINGLE_HITS:
        *spread, mean = cells(unprobed)
        lines.append([what, *cells(name), " / ".join(spread) + (f", mean {mean}" if mean else "")])
    return markdown(lines)


def measured(document: Row, page: str, source: Source) -> str:
    """The page's design in a result, in one paragraph."""
    # A row without a number has the reason in `void`. Of the others, the medians are used.
    rows: dict[str, Row] = {
        row["run_name"]: row
        for row in document["benchmarks"]
        if row["run_type"] == "aggregate" or "void" in row
    }
    design = Path(page).parent.name
    default = "paired" if f"leaf/{design}/paired/scalar/1" in rows else "-"

    def row(workload: str, tracers: int = 1, transfer: str = default) -> Row:
        return rows.get(f"{workload}/{design}/{transfer}/scalar/{tracers}", {})

    def added(workload: str, tracers: int = 1, transfer: str = default) -> str:
        found = row(workload, tracers, transfer)
        return number(found["added_ns"], 100) if "added_ns" in found else ""

    if not added("leaf"):
        raise Problem(f"{source.name} has no time of leaf for {design}, which {page} is about")
    ratio = row("leaf")["ratio_to_call_through"]
    floor = "" if abs(ratio - 1) < 1e-9 else f" ({ratio:.2f} x the floor)"
    several = [f"{added('leaf', count)} with {count}" for count in (8, 64) if added("leaf", count)]
    said = [", ".join([f"{added('leaf')} ns added with one tracer{floor}", *several])]
    if callers := added("callers12"):
        unbalanced = added("callers12", transfer="push_ret")
        beside = f", where `push_ret` takes {unbalanced}" if unbalanced else ""
        said.append(f"{callers} ns for twelve unprobed callers{beside}")
    for workload, words in (("fib", "fib"), ("json", "the JSON program")):
        if time := added(workload):
            said.append(f"{time} ns per call of {words}")
        elif "void" in row(workload):
            said.append(f"{workload} is void: {row(workload)['void']}")
    for tracers, words in ((1, ""), (64, " with 64 tracers")):
        found = row("leaf", tracers)
        if frame := found.get("bytes_per_frame", 0) + found.get("stack_bytes_per_frame", 0):
            said.append(f"{frame:.0f} bytes per call in flight{words}")
    how = ["`paired`"] * (default == "paired")
    how.append(f"`{source.name}`")
    text = f"**Measured** ({'; '.join(how)}): {'; '.join(said)}."
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def cost(document: Row, page: str, source: Source) -> str:
    """What `retprobe cost --registers scalar --tracers 1,8 --transfer paired,-` prints."""
    counts = "instr,loads,stores,jumps,indirect,calls,rets,mispred.,code lines,data lines"
    head = ["design/transfer/registers/tracers", "", *counts.split(","), "pairs", "unbalanced"]
    head += ["callers12", "stack B"]
    lines = [head]
    for row in document["rows"]:
        if re.search(r"/(paired|-)/scalar/[18]$", row["name"]):
            lines.append([row["name"], "entry", *map(str, row["entry"].values()), *[""] * 4])
            whole = ("unbalanced_returns", "callers12_mispredicted", "stack_bytes")
            pairs = row["entry"]["calls"] + row["exit"]["calls"]
            counted = (*row["exit"].values(), pairs, *(row[key] for key in whole))
            lines.append(["", "exit", *map(str, counted)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    form = "  ".join(f"{{:{'<>'[place > 1]}{width}}}" for place, width in enumerate(widths))
    return "\n".join(["```", *(form.format(*line).rstrip() for line in lines), "```"])


def count_goals(document: Row, page: str, source: Source) -> str:
    """The goals that need no clock: pairs, instructions, and returns that are mispredicted."""
    designs = ("bitmask", "chained_trampolines", "counted_shadow", "call_through")
    rows: dict[str, Row] = {row["name"]: row for row in document["rows"]}

    def hit(design: str, tracers: int) -> Row:
        transfer = "-" if design == "call_through" else "paired"
        return rows[f"{design}/{transfer}/scalar/{tracers}"]

    def of(row: Row, count: str) -> int:
        return int(row["entry"][count] + row["exit"][count])

    def one(count: str) -> list[int]:
        return [of(hit(design, 1), count) for design in designs]

    def further(count: str) -> list[float]:
        return [(of(hit(design, 8), count) - of(hit(design, 1), count)) / 7 for design in designs]

    # What is counted, its values, and for which designs there is a goal.
    chain, every = {"chained_trampolines"}, set(designs)
    goals = (
        ("pairs, 1 tracer", one("calls"), 3, every),
        ("instructions, 1 tracer", one("instructions"), 125, {"counted_shadow"}),
        ("instructions, 1 tracer", one("instructions"), 110, {"call_through"}),
        ("pairs of a further stage", further("calls"), 3, chain),
        ("instructions of a further stage", further("instructions"), 160, chain),
        ("mispredicted returns, 1 tracer", one("mispredicted_returns"), 0, every),
        ("imbalance, 1 tracer", [abs(hit(d, 1)["unbalanced_returns"]) for d in designs], 0, every),
    )
    lines = [["goal", "at most", *designs]]
    for what, values, limit, judged in goals:
        said = ("met" if value <= limit else "**not met**" for value in values)
        cells = [
            f"{round(value, 1):g} {verdict}" if design in judged else ""
            for design, value, verdict in zip(designs, values, said, strict=True)
        ]
        lines.append([what, str(limit), *cells])
    return markdown(lines)


def _kernels(document: Row) -> list[Row]:
    """In the order of their releases: that of the document is the one they were prepared in."""
    return sorted(
        document["kernels"],
        key=lambda kernel: [int(n) for n in re.findall(r"\d+", kernel["release"])],
    )


def _counts_of_kernels(document: Row) -> str:
    """Added instructions of each mechanism in each kernel, with 1, 2 and 8 users."""
    rows = {row["name"]: row for row in document["rows"]}
    kernels = [kernel["name"] for kernel in _kernels(document)]
    mechanisms = dict.fromkeys(name.split("/")[2] for name in rows)
    releases = (kernel["release"].partition("-")[0] for kernel in _kernels(document))
    lines = [["added instructions, 1 / 2 / 8 users", *releases]]
    for mechanism in mechanisms:
        cells = []
        for kernel in kernels:
            of = (rows.get(f"{kernel}/off/{mechanism}/{users}", {}) for users in (1, 2, 8))
            told = [
                f"{row['added_instructions']:,.0f}" if "added_instructions" in row else DASH
                for row in of
            ]
            cells.append(DASH if set(told) == {DASH} else " / ".join(told))
        lines.append([f"`{mechanism}`", *cells])
    return markdown(lines)


def linux(document: Row, page: str, source: Source) -> str:
    """README.md: the newest kernel's mechanisms beside two of our designs, in one paragraph.
    docs/linux.md: all kernels."""
    if page != "README.md":
        return _counts_of_kernels(document)
    kernel = _kernels(document)[-1]
    rows = {row["name"]: row for row in (*document["rows"], *document["designs"])}

    def added(*names: str) -> str:
        return " and ".join(f"{rows[name]['added_instructions']:,.0f}" for name in names)

    theirs = (
        f"{mechanism} " + added(*(f"{kernel['name']}/off/{mechanism}/{users}" for users in (1, 8)))
        for mechanism in ("fexit", "fgraph", "kretprobe", "fprobe")
    )
    ours = (
        f"`{design}` " + added(*(f"{design}/{transfer}/scalar/{users}" for users in (1, 8)))
        for design, transfer in (("call_through", "-"), ("counted_shadow", "paired"))
    )
    text = (
        f"**Linux's own**, in instructions with 1 and with 8 users, in Debian's "
        f"{kernel['release']} without mitigations: {', '.join(theirs)}. Here: {', '.join(ours)} "
        "([docs/linux.md](docs/linux.md))."
    )
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def _program_cell(row: Row, path: Path) -> str:
    if row["difference"]:
        raise Problem(f"{path}: {row['design']}, {row['transfer']}: {row['difference']}")
    if "slowdown" not in row:
        return f"missed {row['missed']:,}"
    return f"{row['slowdown']['median']:.2f} ({row['ns_per_call']['median']:,.0f} ns)"


def programs(_document: Row, _page: str, source: Source) -> str:
    """Real programs: the slowdown and the time per call of each design and transfer."""
    found = [(path, read(path)) for path in sorted((ROOT / source.name).glob("*.json"))]
    if not found:
        raise Problem(f"{source.name} has no documents: tests/programs/run --out {source.name}")
    cells = {
        path: {(row["transfer"], row["design"]): row for row in document["rows"]}
        for path, document in found
    }
    columns = list(next(iter(cells.values())))
    transfers = list(dict.fromkeys(transfer for transfer, _ in columns))
    designs = list(dict.fromkeys(design for _, design in columns))
    lines = [["program", "functions", "calls", "transfer", *designs]]
    for path, document in found:
        about = document["compare_run"]
        first = [path.stem.replace("--", " -"), f"{about['functions_probed']:,}"]
        first.append(f"{document['rows'][0]['calls']:,}")
        for transfer in transfers:
            rows = [cells[path][transfer, design] for design in designs]
            lines.append([*first, transfer, *(_program_cell(row, path) for row in rows)])
            first = [""] * len(first)
    contexts = [document["compare_run"]["context"] for _, document in found]
    made = {(one["cpu"], one["cpu_id"], one["cores"], one["commit"]) for one in contexts}
    if len(made) > 1:
        raise Problem(f"{source.name}: its documents are of several commits or machines")
    ((processor, kind, cores, commit),) = made
    day = contexts[0]["date"][:10]
    return f"{markdown(lines)}\n\n{processor} ({kind}), {cores} cores, {day}, commit {commit[:12]}."


def prices(document: Row, page: str, source: Source) -> str:
    """The first table that `retprobe prices` prints."""
    head = "many in turn, one of them"
    width = max(len(price["what"]) for price in document["prices"])
    lines = [f"{price['what']:{width}}  {price['cycles']:6.1f}" for price in document["prices"]]
    return "\n".join(["```", f"{head:{width}}  cycles", *lines, "```"])


def skeleton(document: Row, page: str, source: Source) -> str:
    """The variants of `retprobe prices --skeleton`: a line for each change, a column for each
    number of pairs. Then where they were timed."""
    context = document.get("skeleton")
    if context is None:
        raise Problem(f"{source.name} has no skeleton: make it with retprobe prices --skeleton")
    rows, counted = document["rows"], ("instructions", "loads", "stores", "branches")
    of = {(row["change"], row["pairs"]): row for row in rows}
    pairs = sorted({row["pairs"] for row in rows})
    head = ["", *counted[:3], "jumps", *(f"{count} pairs" for count in pairs)]
    lines = [head]
    for change in dict.fromkeys(row["change"] for row in rows):
        first = of[change, pairs[0]]
        cycles = [
            f"{row['cycles']['median']:.1f} ({row['ratio']['median']:.2f})" if row else ""
            for row in (of.get((change, count)) for count in pairs)
        ]
        lines.append([first["what"], *(str(first["hit"][name]) for name in counted), *cycles])
    widest = max(row["cycles"]["high"] - row["cycles"]["low"] for row in rows) / 2
    places = max(max(row["copies"]) - min(row["copies"]) for row in rows) / 2
    load = context["load_avg"]
    said = (
        f"Cycles beyond a plain call of the function, which takes "
        f"{context['plain_cycles']['median']:.1f}; in brackets the ratio to the whole hit with "
        f"three pairs. The counts are those with three pairs. No interval is wider than "
        f"±{widest:.1f}, and the same code at three addresses differs by ±{places:.1f} at most. "
        f"{context['cpu']} ({context['cpu_id']}), hypervisor "
        f"{context['hypervisor']}, {context['cores']} cores, load "
        f"{'unknown' if load is None else format(load[0], '.1f')}, {context['date'][:10]}, commit "
        f"{context['commit'][:12]}. A cycle took {context['cycle_ns']:.3f} ns. The quietest "
        f"{context['quiet_rounds']} of {context['rounds']} rounds count; the median round took "
        f"{context['slowdown']:.2f} times as long."
    )
    text = textwrap.fill(said, 100, break_long_words=False, break_on_hyphens=False)
    return f"{markdown(lines)}\n\n{text}"


def plots(document: Row, page: str, source: Source) -> str:
    """docs/CHART.svg, and docs/CHART-dark.svg for dark pages."""
    chart, _, theme = Path(page).stem.partition("-")
    venv = ROOT / "build/python-venv/bin/python"
    python = os.environ.get("PYTHON") or (str(venv) if venv.exists() else sys.executable)
    with tempfile.TemporaryDirectory(prefix="refresh-") as folder:
        drawn = Path(folder, "plot.svg")
        command = [python, "-m", "retprobe", "plot", str(ROOT / source.name), "--chart", chart]
        done = subprocess.run(
            [*command, "--theme", theme or "light", "--out", drawn],
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        )
        said = done.stderr.strip().rpartition("\n")[2]
        if "No module named" in said:
            raise Missing(f"{python}: {said}: set PYTHON to one with the package's dependencies")
        if done.returncode:
            raise Problem(f"{python} -m retprobe plot: {said}")
        return drawn.read_text(encoding="utf-8")
