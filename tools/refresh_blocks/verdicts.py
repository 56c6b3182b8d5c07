"""The blocks that are made from `retprobe verify --format json`."""

import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterator

from refresh_blocks.page import ROOT, Notes, Problem, markdown
from refresh_blocks.source import Row, Source

# The scenario unwind_…, its name for readers, what it compares, and from how many places.
UNWINDERS = """\
backtrace|glibc `backtrace()`|addresses|all 14
libgcc|libgcc `_Unwind_Backtrace`|addresses, CFAs|all 14
libgcc_registers|libgcc again, CFAs counted from registers|addresses, CFAs|both handlers; 6 callers
libunwind|libunwind `unw_step`|addresses, CFAs|all 14
libunwind_fast|libunwind `unw_backtrace`|addresses|all 14
boost|`boost::stacktrace`|addresses|all 14
std|`std::stacktrace`|addresses|all 14
libdwfl|elfutils libdwfl, on stopped threads|addresses, CFAs|all 13; 3
eu_stack|`eu-stack -p`|addresses, names|all 13; 3
gdb|`gdb -p`|addresses, CFAs, names|11; 2
gdb_on_trampoline|`gdb -p` in the entry handlers left out above|addresses, CFAs, names|2; 1
lldb|`lldb -p`|addresses, CFAs, names|all 13; 3
core_gdb|core file in gdb|addresses, CFAs, names|11; 2
core_eu_stack|core file in eu-stack|addresses, names|all 13; 3
perf_dwarf|`perf record --call-graph dwarf`|addresses, names|12; 3
perf_dwarf_trampolines|`dwarf` again, up to the first T|addresses, names|12; 3
perf_fp|`perf record --call-graph fp`|addresses, names|5 bodies; 1
perf_fp_trampolines|`fp` again, each probed function's caller shown as T|\
addresses, names|5 bodies; 1
"""


def _unwinder_cell(rows: list[Row], notes: Notes) -> str:
    """One word, or one word for each group of transfers."""
    groups: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row["verdict"] == "pass":
            word = "yes"
        elif row["verdict"] == "declared":
            word = "no " + notes.mark("Declared: " + row["detail"])
        else:
            word = "- " + notes.mark("Not available where this was made: " + row["detail"])
        if row["transfer"] not in groups[word]:
            groups[word].append(row["transfer"])
    if len(groups) == 1:
        return next(iter(groups))
    return "; ".join(f"{word} ({', '.join(transfers)})" for word, transfers in groups.items())


def unwinders(document: Row, page: str, source: Source) -> str:
    rows = [row for row in document["results"] if row["scenario"].startswith("unwind_")]
    rows = [row for row in rows if row["design"] != "none"]
    known = [line.split("|") for line in UNWINDERS.splitlines()]
    if strange := {row["scenario"] for row in rows} ^ {"unwind_" + name for name, *_ in known}:
        raise Problem(
            f"{source.name}: {', '.join(sorted(strange))}: no verdicts of it, or no line in "
            "UNWINDERS in tools/refresh_blocks/verdicts.py"
        )
    designs = sorted({row["design"] for row in rows})
    head = ["unwinder", "compared", "places"]
    notes = Notes()
    lines = [[*head, *designs]]
    for scenario, *words in known:
        of_it = [row for row in rows if row["scenario"] == "unwind_" + scenario]
        cells = [[row for row in of_it if row["design"] == design] for design in designs]
        lines.append([*words, *(_unwinder_cell(each, notes) for each in cells)])
    texts = "\n".join(f"{number}. {text}." for number, text in enumerate(notes.texts, 1))
    counts = sorted(Counter(row["verdict"] for row in rows).items())
    counted = ", ".join(f"{count} {verdict}" for verdict, count in counts)
    return f"{markdown(lines)}\n\n{texts}\n\n{len(rows)} cells: {counted}."


def tried_in_both(*tables: str) -> list[str]:
    """Both tables with their notes in full, without rows that one of them could not try."""
    read = []
    for text in tables:
        for number, note in re.findall(r"^(\d+)\. (.*)$", text, re.MULTILINE):
            text = text.replace(f"[{number}]", note)
        lines = [line for line in text.splitlines() if line.startswith("|")]
        read.append({line.split("|")[1]: line for line in lines})
    missing = {name for lines in read for name in lines if "Not available" in lines[name]}
    return ["\n".join(each[name] for name in each if name not in missing) for each in read]


TRANSFERS = ["-", "paired", "push_ret", "call_ret", "jump", "trap"]
SHAPES = ["leaf", "nested", "recursion 5", "recursion 12", "recursion 24", "recursion 40"]


def _returns(row: Row) -> str:
    wrong = [str(row["mispredicted"][size]) for size in ("16", "32", "64")]
    text = wrong[0] if len(set(wrong)) == 1 else " / ".join(wrong)
    return f"{text}; {row['cet_violations']}"


def _lines_of_returns(rows: list[Row], tracers: int, source: Source) -> Iterator[list[str]]:
    """A line for each transfer, or several lines where designs differ."""
    for transfer in TRANSFERS:
        cells = {
            (row["design"], row["shape"]): _returns(row)
            for row in rows
            if row["transfer"] == transfer and row["tracers"] == tracers
        }
        groups: dict[tuple[str, ...], list[str]] = {}
        for design in sorted({design for design, _ in cells}):
            if lacking := [shape for shape in SHAPES if (design, shape) not in cells]:
                raise Problem(
                    f"{source.name} has no {lacking[0]} of {design} with {tracers} tracers: make "
                    "it with verify --exhaustive --scenario 'every_instruction_returns*'"
                )
            groups.setdefault(tuple(cells[design, shape] for shape in SHAPES), []).append(design)
        for line, designs in groups.items():
            name = ", ".join(designs)
            if transfer != "-":
                name = f"`{transfer}`" + (f": {name}" if len(groups) > 1 else "")
            yield [name, *line]


def returns(document: Row, page: str, source: Source) -> str:
    rows = document.get("predictor")
    if not rows:
        raise Problem(f"{source.name} is not of the scenarios every_instruction_returns*")
    calls = {row["shape"]: row["calls"] for row in rows}
    tables = []
    for tracers in sorted({row["tracers"] for row in rows}):
        head = [f"{tracers} tracer" + "s" * (tracers > 1)]
        head += [f"{shape} ({calls[shape]} call{'s' * (calls[shape] > 1)})" for shape in SHAPES]
        tables.append(markdown([head, *_lines_of_returns(rows, tracers, source)]))
    return "\n\n".join(tables)


WORST_FIRST = ["fail", "declared", "pass", "unavailable"]


def _way_out_cell(rows: list[Row], notes: Notes) -> str:
    if not rows:
        return ""
    verdict = min((row["verdict"] for row in rows), key=WORST_FIRST.index)
    same = [row for row in rows if row["verdict"] == verdict]
    text = verdict if len(same) == len(rows) else f"{verdict} {len(same)} of {len(rows)}"
    # The signal that ends a program is not the same each time.
    detail = re.sub(r"by signal: .*", "by a signal", same[0]["detail"])
    return text if verdict == "pass" else f"{text} {notes.mark(detail)}"


def ways_out(document: Row, page: str, source: Source) -> str:
    cells: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    counts: dict[str, Counter[str]] = {"The designs": Counter(), "The peers": Counter()}
    columns = []
    for row in document["results"]:
        if row["scenario"].startswith("way_out_"):
            peer = row["design"].removeprefix("peer:")
            is_peer = peer != row["design"]
            column = f"{peer}/{row['transfer']}" if is_peer else peer
            columns.append((is_peer, column))
            cells[row["scenario"].removeprefix("way_out_")][column].append(row)
            counts["The peers" if is_peer else "The designs"][row["verdict"]] += 1
    for whose, counted in counts.items():
        if not counted:
            raise Problem(f"{source.name}: {whose.lower()} have no way_out_*: run verify --peers")
    names = [name for _, name in sorted(dict.fromkeys(columns), key=lambda column: column[0])]
    notes = Notes()
    lines = [
        [way, *(_way_out_cell(of[name], notes) for name in names)] for way, of in cells.items()
    ]
    texts = "\n".join(f"{number}. {text}" for number, text in enumerate(notes.texts, 1))
    said = []
    for whose, of in counts.items():
        words = [f"{of[word]} {word}" for word in ("pass", "fail", "declared", "unavailable")]
        said.append(f"{whose}: {of.total()} cells, {', '.join(words)}.")
    return f"{markdown([['', *names], *lines])}\n\n{texts}\n\n{' '.join(said)}"


PLAYED = "harness/scenarios/played"
# The words for a verdict on a tracer, the worst first.
TRACER_WORDS = {
    "fail": "**failed**",
    "unavailable": "no verdict",
    "declared": "declared",
    "pass": "passed",
    "not asked": "not asked",
}
LONGEST_SCRIPT = 70


def _played(page: str) -> dict[str, tuple[str, str, str]]:
    """Scenario -> its topic, a link to its file, and what must hold. In the order of the files."""
    found: dict[str, tuple[str, str, str]] = {}
    for path in sorted((ROOT / PLAYED).glob("*.txt")):
        link = "../" * page.count("/") + f"{PLAYED}/{path.name}"
        names: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            word, _, text = line.partition(" ")
            if word == "scenario":
                # One with a * stands for two (harness/verify/played.h).
                kinds = ("context", "switch") if "*" in text else ("",)
                names = [text.strip().replace("*", kind) for kind in kinds]
                found |= dict.fromkeys(names, (path.stem, link, ""))
            elif word == "holds":
                for name in names:
                    found[name] = (path.stem, link, f"{found[name][2]} {text.strip()}".strip())
    return found


def _tracer_columns(document: Row) -> dict[str, list[Row]]:
    """Tracer/variant -> its rows. In the order of the tracers, then of their variants."""
    found: dict[str, list[Row]] = {}
    for tracer in document["tracers"]:
        for row in document["tracer_verdicts"]:
            if row["tracer"] == tracer["name"]:
                variant = "" if row["variant"] == "-" else f"/{row['variant']}"
                found.setdefault(tracer["name"] + variant, []).append(row)
    return found


def _words_of(detail: str) -> str:
    """What went wrong, without the histories and what the process said."""
    words = detail.partition("; by hand: ")[0]
    return re.split(": (?:expected|seen) |; it said", words, maxsplit=1)[0]


def _seen(row: Row) -> str:
    """Of a failure what went wrong, without histories, and the beginning of the script."""
    if row["verdict"] != "fail":
        return str(row["detail"])
    wrong, command = _words_of(row["detail"]), row["detail"].partition("; by hand: ")[2]
    # Each script is given an end of its own, behind the last semicolon.
    script = shlex.split(command)[-1].rpartition(" ; ")[0].strip() if command else ""
    more = "…" if len(script) > LONGEST_SCRIPT else ""
    return f"{wrong}, in `{script[:LONGEST_SCRIPT]}{more}`" if script else wrong


def _tracer_cell(rows: list[Row], notes: Notes) -> str:
    """A scenario is played with several numbers of users, and the worst verdict stands for all."""
    if not rows:
        return ""
    verdict = min((row["verdict"] for row in rows), key=list(TRACER_WORDS).index)
    same = [row for row in rows if row["verdict"] == verdict]
    text = TRACER_WORDS[verdict]
    if len(same) < len(rows):
        text += f" {len(same)} of {len(rows)}"
    return f"{text} {notes.mark(_seen(same[0]))}" if same[0]["detail"] else text


def _tracer_totals(document: Row, columns: dict[str, list[Row]]) -> str:
    versions = {tracer["name"]: tracer["version"] for tracer in document["tracers"]}
    lines = [["tracer", "version", "asked", "passed", "failed", "declared", "not asked"]]
    for name, rows in columns.items():
        counts = Counter(row["verdict"] for row in rows)
        asked = counts["pass"] + counts["fail"] + counts["declared"]
        cells = [asked, *(counts[word] for word in ("pass", "fail", "declared", "not asked"))]
        lines.append([name, versions[rows[0]["tracer"]], *map(str, cells)])
    return markdown(lines)


def _tables_of_topics(
    columns: dict[str, list[Row]], known: dict[str, tuple[str, str, str]], notes: Notes
) -> Iterator[str]:
    for topic in dict.fromkeys(topic for topic, *_ in known.values()):
        lines = [[topic.replace("_", " "), *(name.replace("/", "/<br>") for name in columns)]]
        for name, (of, link, holds) in known.items():
            if of == topic:
                of_it = [
                    [row for row in all if row["scenario"] == name] for all in columns.values()
                ]
                cells = (_tracer_cell(rows, notes) for rows in of_it)
                lines.append([f"{holds} ([{name}]({link}))", *cells])
        yield markdown(lines)


def tracers(document: Row, page: str, source: Source) -> str:
    rows = document["tracer_verdicts"]
    known = _played(page)
    if strange := {row["scenario"] for row in rows} ^ known.keys():
        raise Problem(
            f"{source.name} and {PLAYED} do not both have {', '.join(sorted(strange))}: run "
            "tests/tracers.py BUILD_FOLDER --accept"
        )
    columns = _tracer_columns(document)
    asked = {row["scenario"] for row in rows if row["verdict"] != "not asked"}
    reasons: dict[str, list[str]] = {}
    for row in next(iter(columns.values())):
        if row["scenario"] not in asked:
            reasons.setdefault(row["detail"], []).append(row["scenario"])
    unasked = [
        f"Asked of none, since {why}: {', '.join(f'[{name}]({known[name][1]})' for name in names)}."
        for why, names in ((why, dict.fromkeys(names)) for why, names in reasons.items())
    ]
    notes = Notes()
    tables = _tables_of_topics(
        columns, {name: known[name] for name in known if name in asked}, notes
    )
    parts = [_tracer_totals(document, columns), *tables, *unasked]
    texts = "\n".join(f"{number}. {text}" for number, text in enumerate(notes.texts, 1))
    return "\n\n".join([*parts, texts])


def first_tracer(document: Row, page: str, source: Source) -> str:
    """By topic of the scenarios, with what was wrong most often."""
    topics: dict[str, list[Row]] = defaultdict(list)
    for row in document["tracer_verdicts"]:
        if row["tracer"] == "first_tracer":
            topics[row["scenario"].split("_")[0]].append(row)
    if not topics:
        raise Problem(f"{source.name} has no first_tracer: run tests/tracers.py BUILD --accept")
    lines = [["scenarios", "asked", "passed", "failed", "what was wrong most often"]]
    total: Counter[str] = Counter()
    for topic, cells in topics.items():
        count = Counter(cell["verdict"] for cell in cells)
        total += count
        asked = count["pass"] + count["fail"]
        words = [_words_of(cell["detail"]) for cell in cells if cell["verdict"] == "fail"]
        text = f"not asked: {cells[0]['detail']}" if not asked else ""
        if words:
            # Which user and which function it was makes no difference.
            kinds = [re.sub(r"user [A-Z]|\b[fghku]\b|'[a-z]+'", "?", each) for each in words]
            text = words[kinds.index(Counter(kinds).most_common(1)[0][0])]
        lines.append(
            [f"`{topic}_*`", str(asked), str(count["pass"]), str(count["fail"] or ""), text]
        )
    asked = total["pass"] + total["fail"]
    lines.append(["all", str(asked), str(total["pass"]), str(total["fail"]), ""])
    return markdown(lines)
