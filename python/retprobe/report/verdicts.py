"""Tables from files of `retprobe verify`.

They are: scenarios, unwinders, injections, the model of return predictors."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from retprobe.matrix import VERDICTS
from retprobe.report.selection import cell_options, scenario_option
from retprobe.report.tables import Cell, Notes, Table, table
from retprobe.report.view import View
from retprobe.table import is_peer

Row = dict[str, Any]
UNWINDERS = "unwind_"
COUNTS = ("pass", "fail", "declared", "unavailable")
MOST_SHOWN = 3
# The most instructions of a cell at which a run without --exhaustive interferes.
MOST_SAMPLED = 300


def command_of(files: Sequence[Sequence[Row]], name: str) -> str:
    """The commands that run exactly the cells of these files again, one for each file.

    A file does not say whether its run was exhaustive; the number of instructions at which
    something interfered shows it.
    """
    commands: list[str] = []
    for rows in files:
        exhaustive = any(
            row.get("injection_points", 0) > MOST_SAMPLED and not _is_default(row) for row in rows
        )
        out = name if len(files) == 1 else name.replace(".", f"-{len(commands) + 1}.")
        options = (
            f"{scenario_option(rows)}{cell_options(rows)}{' --exhaustive' if exhaustive else ''}"
        )
        commands.append(f"retprobe verify{options} --format json --out {out}")
    return " && ".join(commands)


def _is_default(row: Row) -> bool:
    """Whether the row is of the default configuration, in which no run takes a sample
    (harness/scenarios/every_instruction/every_instruction_walk.cc)."""
    cell = (row["design"], row["transfer"], row["registers"], row["tracers"])
    return cell == ("counted_shadow", "paired", "scalar", 1)


def own(rows: Iterable[Row]) -> list[Row]:
    """The rows of designs, without those of peers."""
    return [row for row in rows if not is_peer(row)]


def of_unwinders(rows: Iterable[Row]) -> list[Row]:
    return [row for row in own(rows) if row["scenario"].startswith(UNWINDERS)]


def of_injections(rows: Iterable[Row]) -> list[Row]:
    return [row for row in own(rows) if "injection_points" in row]


def joined(files: Iterable[Sequence[Row]]) -> list[Row]:
    """The cells of several files, without peers.

    A cell that is in more than one file has the worst of its verdicts."""
    cells: dict[tuple[Any, ...], Row] = {}
    for rows in files:
        for row in own(rows):
            key = tuple(
                row[name] for name in ("scenario", "design", "transfer", "registers", "tracers")
            )
            if key not in cells or VERDICTS.index(row["verdict"]) < VERDICTS.index(
                cells[key]["verdict"]
            ):
                cells[key] = row
    return list(cells.values())


def _reason(detail: str) -> str:
    """The reason, without what was observed, which has addresses and differs between cells."""
    return detail.split(" (seen: ")[0]


def cell_name(row: Row) -> str:
    return (
        f"{row['scenario']} in "
        f"{row['design']}/{row['transfer']}/{row['registers']}/{row['tracers']}"
    )


def failures(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """(cell, what was observed) of each cell that failed."""
    return [(cell_name(row), row["detail"]) for row in rows if row["verdict"] == "fail"]


def totals(rows: Iterable[Row]) -> dict[str, int]:
    rows = list(rows)
    return {verdict: sum(row["verdict"] == verdict for row in rows) for verdict in COUNTS}


def by_design(counted: Sequence[tuple[str, dict[str, int]]]) -> Table:
    """A table of the number of cells with each verdict, with a line for each name."""
    lines: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTS, 0))
    for name, counts in counted:
        for verdict in COUNTS:
            lines[name][verdict] += counts[verdict]
    body: list[list[Cell | str]] = [
        [
            name,
            *(
                Cell(f"{counts[v]:,}", tone="fail" if v == "fail" and counts[v] else "")
                for v in COUNTS
            ),
        ]
        for name, counts in sorted(lines.items())
    ]
    return table(
        "Cells of the matrix of scenarios and candidates",
        ["design", "pass", "fail", "declared", "unavailable"],
        body,
    )


def scenario_table(rows: Sequence[Row]) -> Table:
    return by_design(
        [(row["design"], {v: int(row["verdict"] == v) for v in COUNTS}) for row in rows]
    )


def command_of_context(view: View) -> str:
    """The command of the verification before a measurement.

    It ran all scenarios except those that a quick run leaves out."""
    names = [name.split("/") for name in view.context["verification"]["candidates"]]
    cells = [{"design": d, "transfer": t, "registers": r} for d, t, r in names]
    return f"retprobe verify{cell_options(cells)}"


def context_table(view: View) -> Table | None:
    """The table of the verification before a measurement, from the bench file's context."""
    candidates = view.context["verification"].get("candidates", {})
    if not candidates:
        return None
    return by_design([(name.split("/")[0], counts) for name, counts in candidates.items()])


def declarations(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """(scenarios, reason) of what designs declare that they cannot do, most cells first."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["verdict"] == "declared":
            found[_reason(row["detail"])].append(row)
    told = []
    for why, cells in sorted(found.items(), key=lambda one: -len(one[1])):
        scenarios = list(dict.fromkeys(row["scenario"] for row in cells))
        names = (
            ", ".join(scenarios)
            if len(scenarios) <= MOST_SHOWN
            else f"{len(scenarios):,} scenarios"
        )
        designs = ", ".join(dict.fromkeys(row["design"] for row in cells))
        told.append(
            (names, f"{why} ({designs}: {len(cells):,} {'cell' if len(cells) == 1 else 'cells'})")
        )
    return told


def _word(row: Row, notes: Notes) -> Cell:
    if row["verdict"] == "pass":
        return Cell("yes")
    if row["verdict"] == "fail":
        return Cell("fails", note=notes.mark(_reason(row["detail"])), tone="fail")
    if row["verdict"] == "declared":
        return Cell("no", note=notes.mark("Declared: " + _reason(row["detail"])), tone="void")
    return Cell(
        "not available",
        note=notes.mark("Not available where this was made: " + _reason(row["detail"])),
        tone="void",
    )


def _unwinder_cell(rows: Sequence[Row], notes: Notes) -> Cell:
    """One word, or a word for each group of transfers."""
    groups: dict[Cell, list[str]] = defaultdict(list)
    for row in rows:
        transfers = groups[_word(row, notes)]
        if row["transfer"] not in transfers:
            transfers.append(row["transfer"])
    if not groups:
        return Cell("")
    if len(groups) == 1:
        return next(iter(groups))
    text = "; ".join(
        f"{cell.text}{f' [{cell.note}]' if cell.note else ''} ({', '.join(transfers)})"
        for cell, transfers in groups.items()
    )
    worst = "fail" if any(cell.tone == "fail" for cell in groups) else "void"
    return Cell(text, tone=worst)


def unwinder_table(rows: Sequence[Row]) -> Table | None:
    """Which unwinders see through probed calls. `rows`: those of `of_unwinders`."""
    if not rows:
        return None
    notes = Notes()
    designs = sorted({row["design"] for row in rows})
    body = []
    for scenario in dict.fromkeys(row["scenario"] for row in rows):
        line = [Cell(scenario.removeprefix(UNWINDERS))]
        for design in designs:
            line.append(
                _unwinder_cell(
                    [r for r in rows if (r["scenario"], r["design"]) == (scenario, design)], notes
                )
            )
        body.append(line)
    return table(
        "Unwinders that see the callers of probed calls", ["unwinder", *designs], body, False, notes
    )


def injection_table(rows: Sequence[Row]) -> Table | None:
    """The number of instructions at which something interfered, and of failures there."""
    points: dict[tuple[str, str], int] = defaultdict(int)
    wrong: dict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        if "injection_points" in row:
            points[row["scenario"], row["design"]] += row["injection_points"]
            wrong[row["scenario"], row["design"]] += row.get("injection_failures", 0)
    if not points:
        return None
    designs = sorted({design for _, design in points})
    body = []
    for scenario in dict.fromkeys(scenario for scenario, _ in points):
        line = [Cell(scenario)]
        for key in ((scenario, design) for design in designs):
            failed = wrong[key]
            text = f"{points[key]:,}" if key in points else ""
            line.append(
                Cell(text, f"{failed:,} failed" if failed else "", tone="fail" if failed else "")
            )
        body.append(line)
    total = [Cell("all", tone="total")]
    total += [
        Cell(f"{sum(n for (_, d), n in points.items() if d == design):,}", tone="total")
        for design in designs
    ]
    return table(
        "Injection points, each a single instruction", ["scenario", *designs], [*body, total]
    )


def predictor_table(models: Iterable[Row]) -> Table | None:
    """Mispredicted returns, by the software model of a predictor."""
    models = list(models)
    if not models:
        return None
    sizes = list(dict.fromkeys(size for model in models for size in model["mispredicted"]))
    body = [
        [
            f"{model['design']}/{model['transfer']}/{model['registers']}/{model['tracers']}, "
            f"{model['shape']}",
            f"{model['calls']:,}",
            f"{model['returns']:,}",
            *(f"{model['mispredicted'].get(size, 0):,}" for size in sizes),
            f"{model['cet_violations']:,}",
        ]
        for model in models
    ]
    head = [
        "candidate, shape of the calls",
        "probed calls",
        "returns",
        *(f"wrong, {size} entries" for size in sizes),
        "refused by CET",
    ]
    of = ("every_instruction_returns", "every_instruction_returns_of_many")
    cells = [{**model, "scenario": of[model["tracers"] > 1]} for model in models]
    command = command_of([cells], "returns.json")
    return table("Returns in a model of return predictors", head, body, command=command)
