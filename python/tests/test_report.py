"""The report: its decisions and goals are those of the command line, its page says what the files
say, and bad files are refused."""

import json
import re
import shlex
from collections.abc import Callable
from fnmatch import fnmatch
from html.parser import HTMLParser
from pathlib import Path

import pytest
import report_files as files

import retprobe
from retprobe.conclusions import Goals, goals
from retprobe.machine import interval_words, load_words
from retprobe.report import command, measured, tables, verdict, verdicts
from retprobe.report.blocks import Section
from retprobe.report.costs import costs
from retprobe.report.inputs import Inputs
from retprobe.report.linux import linux
from retprobe.report.linux_scenarios import SAME
from retprobe.report.page import page
from retprobe.report.programs import programs
from retprobe.report.sections import sections
from retprobe.report.tracers import tracers

Document = files.Document
Make = Callable[[str, Document], Path]
VOID_ELEMENTS = {"meta", "input", "wbr", "path", "img"}


def goals_of(path: Path) -> Goals:
    results = retprobe.Results.load(path)
    return goals(results.context, results.rows)


class Text(HTMLParser):
    """The words and elements of a page, without scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID_ELEMENTS:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))


def report(*paths: Path) -> Text:
    return Text(
        page([(path.name, retprobe.load(path)) for path in paths], "python -m retprobe report")
    )


@pytest.fixture
def made(tmp_path: Path) -> Make:
    return lambda name, document: files.write(tmp_path / name, document)


# Decisions and goals.


def _page_of_goals() -> str:
    return (files.ROOT / "docs/goals.md").read_text(encoding="utf-8")


def _goals_of_the_page() -> list[list[str]]:
    text = _page_of_goals()
    block = text[text.index("<!-- goals:") : text.index("<!-- end of goals")]
    table, *_ = block.strip().partition("\n\n")[2].partition("\n\n")
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _number(value: float) -> str:
    return f"{value:.{0 if value >= 100 else 4 if value < 0.1 else 2}f}"


def test_goals_come_out_as_on_their_page() -> None:
    """The first table has each value, interval and judgement of the newest result of goals."""
    head, *lines = _goals_of_the_page()
    rows = goals_of(files.GOALS)["goals"]
    assert [cell["candidate"].removesuffix("/-") for cell in rows[0]["cells"]] == [
        title.removesuffix(" (floor)") for title in head[2:]
    ]
    for line, row in zip(lines, rows, strict=True):
        assert line[:2] == [row["goal"], row["limit"]]
        for told, cell in zip(line[2:], row["cells"], strict=True):
            told = re.sub(r" \[\d+\]$", "", told.replace("**", ""))
            if "value" not in cell:
                assert told == ("not measured" if cell.get("note") else "")
                continue
            value, low, high = cell["value"], cell["low"], cell["high"]
            state = cell["state"] if cell["state"] in ("met", "not met", "undecided") else ""
            text = f"{_number(value)} [{_number(low)}, {_number(high)}]"
            if low == high:
                text = f"{value:.0f}"
            assert told == f"{text} {state}".strip(), row["goal"]


def test_undecided_goals_are_counted_and_are_no_misses(made: Make) -> None:
    # Made-up times: the first goal's limit is 1.15, and every other process keeps it.
    document = files.read(files.GOALS)
    for row in document["benchmarks"]:
        if row["run_name"] == "leaf/call_through/-/scalar/1" and "added_ns_samples" in row:
            row["added_ns_samples"] = [10.0] * len(row["added_ns_samples"])
        if row["run_name"] == "leaf/counted_shadow/paired/scalar/1" and "added_ns_samples" in row:
            processes = len(row["added_ns_samples"])
            row["added_ns_samples"] = [13.0 if n % 2 else 10.0 for n in range(processes)]
    path = made("goals.json", document)
    found = goals_of(path)
    first, *_ = rows = found["goals"]
    states = {cell["candidate"]: cell["state"] for cell in first["cells"]}
    assert states["counted_shadow/paired"] == "undecided"
    undecided = sum(cell["state"] == "undecided" for row in rows for cell in row["cells"])
    assert f", {undecided} undecided" in found["summary"]
    told = report(path).text
    assert found["summary"] in told
    assert told.count(" undecided ") >= undecided


def test_an_interval_without_an_end_is_infinite() -> None:
    # One process more than the others have, so that nothing is compared in pairs.
    document = files.read(files.GOALS)
    for row in document["benchmarks"]:
        if row["run_name"] == "leaf/call_through/-/scalar/1" and "added_ns_samples" in row:
            row["added_ns_samples"] = [-1.0] * 4 + [10.0] * 6
    cell = goals(document["context"], document["benchmarks"])["goals"][0]["cells"][0]
    shown = measured._goal_cell(cell, tables.Notes())
    assert shown.spread.endswith("\N{EN DASH}∞") and "∞" not in shown.text


def test_decisions_of_the_reference_result(made: Make) -> None:
    found = retprobe.Results.load(files.BENCH).decisions()
    shown = verdict.verdict(Inputs.of([("bench", retprobe.load(files.BENCH))])).decisions
    assert shown is not None and len(found) >= 10
    for decision, row in zip(found, shown.rows, strict=True):
        assert row[0].text == decision.need
        assert row[1].text == verdict.equals(decision.chosen)
        values = [answer.value for answer in decision.answers]
        assert len(values) >= 2 and decision.best.value == values[0]
        assert decision.next is None or decision.next.low > decision.best.high


# Verdicts.


def test_of_a_cell_in_several_files_the_worst_verdict_counts() -> None:
    good, bad = files.verdicts()["results"], files.verdicts(fails=True)["results"]
    for both in ([good, bad], [bad, good]):
        joined = verdicts.joined(both)
        assert len(joined) == len(good)
        assert verdicts.totals(joined)["fail"] == 2


def test_unwinders_differ_by_transfer() -> None:
    found = verdicts.unwinder_table(files.verdicts(fails=True)["results"])
    assert found is not None
    words = {row[0].text: [cell.text for cell in row[1:]] for row in found.rows}
    assert words["libgcc"] == ["fails [1] (paired); yes (push_ret)", "yes", "yes", "yes"]
    assert words["perf_dwarf"] == ["no", "yes", "no", "no"]
    assert not any("seen:" in note for note in found.notes)


def test_injections_are_added_up() -> None:
    found = verdicts.injection_table(files.verdicts(fails=True)["results"])
    assert found is not None
    assert [cell.text for cell in found.rows[-1]] == ["all", "4,120", "2,060", "4,120", "4,120"]
    assert found.rows[0][1].spread == "7 failed"


# The page.


def test_a_mix_of_files(made: Make) -> None:
    wide, verify = made("wide.json", files.wide()), made("verify.json", files.verdicts(fails=True))
    regress = made("regress.json", files.regressions())
    others = files.COST, files.KERNELS, files.TRACER_VERDICTS, files.PROGRAM_COMPARISON
    told = report(wide, files.GOALS, verify, regress, *others)
    assert "27 cells pass, 2 fail, 6 declared, 7 unavailable" in told.text
    counted = re.search(r"\d+ met, \d+ not met, \d+ undecided", _page_of_goals())
    assert counted is not None and counted[0] in told.text
    assert "regression: 1 slower, 1 with more memory, 1 without their time" in told.text
    assert "Not in these files" not in told.text
    assert re.search(
        r"From A, [0-9-]{10}, commit [0-9a-f]{12}\. The rows of B are not shown\.", told.text
    )
    assert len(told.ids) == len(set(told.ids))
    assert told.open == [] or set(told.open) <= {"html", "body"}


def test_what_makes_a_table_again_stands_below_it(made: Make) -> None:
    told = report(files.GOALS, files.COST, made("regress.json", files.regressions())).text
    for workload in ("attach_one", "attach_40000"):
        assert re.search(
            rf"Again: retprobe bench --workload {workload} --design \S+ .*?--processes 9 ", told
        )
    assert "Again: retprobe regress base.json new.json --format json --out regressions.json" in told
    assert "Again: retprobe cost --format json --out costs.json" in told
    assert f"Again: retprobe compare {files.GOALS.name}" in told


def _programs(*inputs: Path) -> Section:
    return programs(Inputs.of([(path.name, retprobe.load(path)) for path in inputs]))


def _texts(one: tables.Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in one.rows]


def test_which_design_for_a_program() -> None:
    found = retprobe.load(files.PROGRAM_COMPARISON)
    assert isinstance(found, retprobe.ProgramComparison)
    (designs,) = _programs(files.PROGRAM_COMPARISON).tables
    answer = found.answer.removeprefix("for this program: ")
    assert designs.caption == f"./grammar 300: {answer}"
    assert designs.head == ("design", "same", "missed", "slowdown", "ns per call", "attach ms")
    for row, line in zip(found.rows, designs.rows, strict=True):
        assert line[0].text == f"{row['design']}, paired" and line[1].text == "yes"
        assert line[2].text == f"{row['missed']:,}"
        if "slowdown" not in row:
            assert (line[3].text, line[3].tone, line[4].text) == ("void", "void", "")
            continue
        for cell, name, digits in ((line[3], "slowdown", 2), (line[4], "ns_per_call", 1)):
            median, low, high = (f"{row[name][p]:.{digits}f}" for p in ("median", "low", "high"))
            assert (cell.text, cell.spread) == (median, f"[{low}, {high}]")
    assert designs.notes == ("Calls were missed; a time that leaves calls out is none.",)
    told = report(files.PROGRAM_COMPARISON).text
    assert f"{' or '.join(found.take)} for ./grammar." in told
    assert re.search(rf"\./grammar 300 ?{re.escape(answer)} ?Your program", told)  # the verdict
    assert re.search(
        r"AMD EPYC.*?, 2 cores, 2026-11-24\. Unprobed: exit status 0, 0\.\d{3} s of "
        r"processor time\. 12,\d{3},\d{3} calls of 120 probed functions\. Medians of 12 rounds, "
        r"with intervals of 96(\.\d)?\s%\.",
        told,
    )
    assert (
        "Again: retprobe run --compare --rounds 12 --design "
        "bitmask,chained_trampolines,counted_shadow,instance_pool --input "
        "/usr/share/iso-codes/json/iso_4217.json --format json --out comparison.json -- ./grammar "
        "300" in told
    )


def test_a_design_that_changes_a_program(made: Make) -> None:
    changed = made("changed.json", files.changed_program())
    (designs,) = _programs(changed).tables
    line = next(row for row in designs.rows if row[0].text.startswith("bitmask"))
    assert [cell.text for cell in line[1:5]] == ["no", "0", "void", ""] and line[1].tone == "fail"
    assert designs.notes[:2] == (
        "bitmask: standard output differs from byte 17 on.",
        "A program that is not the same gets no figures.",
    )
    page_told = report(changed)
    for sentence in (
        "27.1 ns per call; not the same with bitmask",
        "does not write the same each time: output was not compared.",
        "does not make the same calls each time: they were not compared.",
        "modules that are opened later are not seen",
        "--functions 'parse_*,write it' --exclude '*::get' --format json",
    ):
        assert sentence in page_told.text, sentence


def test_several_programs_have_a_table_each(made: Make) -> None:
    changed = made("changed.json", files.changed_program())
    found = _programs(files.PROGRAM_COMPARISON, files.PROGRAM_RUN, changed)
    assert [one.caption[-3:] for one in found.tables] == ["(A)", "(C)", "(B)"]
    assert {note[:3] for note in found.notes} == {"A: ", "B: ", "C: "}
    told = report(files.PROGRAM_COMPARISON, files.PROGRAM_RUN, changed).text
    assert "Which design for each of 2 programs." in told and "./grammar 300 in C" in told


def test_no_design_has_a_figure(made: Make) -> None:
    document = files.read(files.PROGRAM_COMPARISON)
    for row in document["rows"]:
        row.pop("slowdown", None), row.pop("ns_per_call", None)
        row |= {"calls": 0, "missed": 0}
    answer = "no design has a figure for this program"
    document["compare_run"] |= {"take": [], "answer": answer}
    path = made("nothing.json", document)
    assert _programs(path).tables[0].notes == ("No call was seen.",)
    assert "No design has a figure for ./grammar." in report(path).text


def test_functions_of_a_program(made: Make) -> None:
    (functions,) = _programs(files.PROGRAM_RUN).tables
    rows = _texts(functions)
    assert len(rows) == 21 and functions.caption == (
        "./grammar 300: how often its functions were called"
    )
    assert rows[0][0].startswith("void std::vector<") and rows[0][1:] == ["2,025,000", *"000"]
    assert [int(row[1].replace(",", "")) for row in rows[:20]] == sorted(
        (int(row[1].replace(",", "")) for row in rows[:20]), reverse=True
    )
    document = files.read(files.PROGRAM_RUN)
    calls = sum(row["calls"] for row in document["rows"])
    unwound = sum(row["unwound"] for row in document["rows"])
    assert unwound > 0
    assert rows[20] == ["all 49 functions that were called", f"{calls:,}", "0", f"{unwound:,}", "0"]
    told = report(files.PROGRAM_RUN).text
    assert "How often a program called its functions." in told
    assert "counted_shadow, paired; 65 functions probed." in told
    assert (
        "Again: retprobe run --design counted_shadow --transfer paired --exclude "
        "'*pegtl::internal*' --format json --out run.json -- ./grammar 300" in told
    )


def test_a_program_that_was_killed(made: Make) -> None:
    found = _programs(made("killed.json", files.killed_program()))
    rows = _texts(found.tables[0])
    assert [row[2] for row in (rows[0], rows[1], rows[-1])] == ["?", "0", "?"]
    told = " ".join(found.notes)
    for sentence in (
        "Killed by SIGSEGV, ",
        "The counts are those of 3 processes together.",
        "1 functions were left out, because they must not be probed.",
        "2 functions had no room, and were not probed.",
        "3 processes had no room, and were not counted.",
        "?: not known, because a process was killed",
        "no site matches 'nonsense'",
    ):
        assert sentence in told, sentence


def test_linux_beside_the_designs() -> None:
    document = files.read(files.KERNELS)
    told = report(files.KERNELS).text
    measured = next(row for row in document["rows"] if row["state"] == "measured")
    void = next(row for row in document["rows"] if row["state"] != "measured")
    release = next(
        kernel["release"] for kernel in document["kernels"] if kernel["name"] == measured["kernel"]
    )
    assert f"{measured['mechanism']}, {release}, mitigations {measured['mitigations']}" in told
    assert void["why"] in told
    assert "counted_shadow/paired, retprobe" in told
    assert "Again: ./compare --kernel" in told


def test_a_kernel_that_is_absent_says_why(made: Make) -> None:
    document = files.read(files.KERNELS)
    kernel = document["kernels"][0]
    document["kernels"][0] = {
        "name": kernel["name"],
        "what": kernel["what"],
        "absent": "absent: no network",
    }
    assert f"{kernel['what']} is absent: no network." in report(made("kernels.json", document)).text


def _linux(*inputs: Path) -> Section:
    return linux(Inputs.of([(path.name, retprobe.load(path)) for path in inputs]))


def _linux_verdicts(*inputs: Path) -> tuple[tables.Table, str]:
    """The table of what Linux's mechanisms tell their users, and the section's notes."""
    section = _linux(*inputs)
    found = next(one for one in section.tables if one.caption.startswith("What the mechanisms of"))
    return found, " ".join(section.notes)


def _line(table: tables.Table, name: str) -> dict[str, tables.Cell]:
    cells = next(row for row in table.rows if row[0].text == name)
    return dict(zip(table.head, cells, strict=True))


def test_what_linux_tells_its_users() -> None:
    document = files.read(files.LINUX_VERDICTS)["linux_verdicts"]
    found, notes = _linux_verdicts(files.LINUX_VERDICTS)
    scenarios = dict.fromkeys(row["scenario"] for row in document)
    assert found.head[1:] == tuple(scenario.replace("_", " ") for scenario in scenarios)
    played = {(re.split("[+-]", row["release"])[0], row["mechanism"]): None for row in document}
    assert [row[0].text for row in found.rows] == [
        f"{mechanism}, {version}" for version, mechanism in played
    ]
    for row in document:
        cell = _line(found, f"{row['mechanism']}, {re.split('[+-]', row['release'])[0]}")[
            row["scenario"].replace("_", " ")
        ]
        absent = row["verdict"] == "unavailable"
        assert cell.text == ("-" if absent else row["verdict"])
        assert (cell.tone == "fail") == (row["verdict"] == "fail")
        seen = f"unavailable: {row['detail']}" if absent else row["detail"]
        assert (found.notes[cell.note - 1] if cell.note else "") == seen
    assert len(found.notes) == len(set(found.notes)) and notes == ""
    told = report(files.LINUX_VERDICTS).text
    assert "What Linux's own return probes tell their users." in told
    assert re.search(r"Again: retprobe verify --kernel --scenario \S+ --format json", told)
    assert f"{document[-1]['release']} tell their users" in told


def test_a_kernel_that_could_not_be_played_is_named(made: Make) -> None:
    row = {"kernel": "newest", "mechanism": "fgraph", "scenario": "order"}
    row |= {"verdict": "unavailable", "detail": "no network"}
    found, _ = _linux_verdicts(made("absent.json", {"linux_verdicts": [row]}))
    assert [cell.text for cell in found.rows[0]] == ["fgraph, newest", "-"]
    assert found.notes == ("unavailable: no network",)


def test_designs_stand_beside_linux(made: Make) -> None:
    document = files.verdicts()
    cell = {"registers": "scalar", "tracers": 1, "verdict": "pass", "detail": "", "seconds": 0.5}
    document["results"] = [
        cell | {"scenario": scenario, "design": design, "transfer": transfer, **more}
        for scenario, design, transfer, more in (
            ("order_brackets", "bitmask", "paired", {}),
            ("order_brackets", "bitmask", "trap", {"verdict": "fail", "detail": "x0,e0"}),
            ("order_brackets", "none", "-", {"verdict": "declared", "detail": "it has no hook"}),
            ("depth_100000", "bitmask", "paired", {}),
            ("depth_100000", "bitmask", "trap", {}),
            ("depth_100000", "bitmask", "paired", {"tracers": 2, "verdict": "fail", "detail": "-"}),
            ("fork", "call_through", "-", {}),
        )
    ]
    verify = made("verify.json", document)
    assert _linux(verify).notes == [] and _linux(verify).missing is not None
    found, notes = _linux_verdicts(files.LINUX_VERDICTS, verify)
    names = [row[0].text for row in found.rows]
    assert [name for name in names if name.endswith(", retprobe")] == ["bitmask, retprobe"]
    ours = _line(found, "bitmask, retprobe")
    order = ours["order"]
    assert (order.text, order.spread, order.tone) == ("fail", "1 of 2", "fail")
    assert found.notes[order.note - 1] == "x0,e0"
    assert (ours["depth"].text, ours["depth"].spread) == ("pass", "2")
    assert (ours["depth of two"].text, ours["depth of two"].spread) == ("fail", "1")
    assert ours["users"].text == ""
    assert notes.endswith(
        "Scenarios that ask the same: order is order_brackets, depth is depth_100000, "
        "depth_of_two is depth_100000."
    )


def test_our_scenarios_that_ask_the_same_as_linux_are_there() -> None:
    theirs = {row["scenario"] for row in files.read(files.LINUX_VERDICTS)["linux_verdicts"]}
    assert set(SAME) <= theirs
    assert {ours for ours, _ in SAME.values()} <= {one.name for one in retprobe.scenarios()}


def test_what_tracers_tell_their_users() -> None:
    document = retprobe.load(files.TRACER_VERDICTS)
    assert isinstance(document, retprobe.TracerVerdicts)
    section = tracers(Inputs.of([("tracers.json", document)]))
    counted, found = section.tables
    assert [row[0].text for row in counted.rows] == list(document.totals)
    assert counted.head == ("tracer", "asked", "passed", "failed", "declared", "not asked")
    assert found.head == ("scenario", *document.totals)
    cell = _line(found, "jumps_caught")["xray"]
    assert (cell.text, cell.tone) == ("failed", "fail")
    assert found.notes[cell.note - 1].startswith("user A was not told of f's exit, in +* #f(@) f")
    cell = _line(found, "stop_deep")["xray"]
    assert (cell.text, found.notes[cell.note - 1]) == (
        "not asked",
        "the contract has no stop switch",
    )
    told = report(files.TRACER_VERDICTS).text
    assert "What tracers tell their users." in told
    assert re.search(r"Again: retprobe verify --tracer \S*xray\S* --scenario \S+ --format", told)
    assert tracers(Inputs.of([])).missing is not None


def test_a_row_of_a_kernel_that_is_not_listed_has_its_name(made: Make) -> None:
    document = files.read(files.KERNELS)
    document["rows"][0]["kernel"] = "mine"
    first = _linux(made("linux.json", document)).tables[0].rows[0][0]
    assert ", mine, mitigations" in first.text


def test_counts_of_linux_that_changed(made: Make) -> None:
    worse = made("regress.json", files.linux_regressions())
    changed = _linux(worse).tables[0]
    assert [row[-1].tone for row in changed.rows] == ["fail", "", ""]
    told = report(worse).text
    assert "Something got worse." in told
    assert (
        "regression: 1 count of instructions and returns higher, 2 lower; "
        "1 row without figures that had some"
    ) in told
    assert "the new.json against base.json: regression." in told
    assert re.search(r"newest/off/fgraph/1 ?added instructions ?287 ?288 ?rise", told)
    assert "mispredicted returns" not in told
    assert re.search("newest/off/fprobe/1 ?had figures, has none: failed: the guest hangs", told)
    assert "kernel newest differs: 7.3.4, then 7.4.1." in told
    assert "Again: retprobe regress base.json 'the new.json' --format json" in told
    calm = report(made("calm.json", files.linux_regressions(worse=False))).text
    assert "Nothing got worse." in calm and "Counts that changed" not in calm


def test_one_file_has_no_letter() -> None:
    told = report(files.BENCH)
    assert "From A" not in told.text
    peers = "./compare --peers writes results/*/*/goals-peers-*.json; give them to the report, too."
    assert f"Not in these files: {peers}" in told.text
    command = "retprobe verify --scenario 'unwind_*' --format json --out unwinders.json"
    assert (
        f"Not in these files: {command} writes unwinders.json; give it to the report, too."
        in told.text
    )


def test_the_header_names_what_decided(made: Make) -> None:
    # The newer file has fewer designs.
    old, new = files.read(files.BENCH), files.read(files.BENCH)
    new["context"]["date"] = "2026-12-24T00:00:00+00:00"
    few = ("bitmask", "call_through", "unprobed")
    new["benchmarks"] = [row for row in new["benchmarks"] if row["design"] in few]
    for document, name in ((old, "the old processor"), (new, "the new one")):
        document["context"] |= {"cpu": name, "cpu_id": "", "load_avg": [1.0, 1.0, 1.0]}
    paths = made("new.json", new), made("old.json", old)
    found = verdict.verdict(Inputs.of([(path.name, retprobe.load(path)) for path in paths]))
    assert found.decisions is not None
    assert all("B" in row[0].spread.split(", ") for row in found.decisions.rows)
    stamp = f"{old['context']['date'][:10]}, commit {old['context']['commit'][:12]}"
    assert found.decided_by == f"B, {stamp}, the old processor"
    assert f"decided by B, {stamp}, the old processor Theme" in report(*paths).text
    # Two files decide some needs each. Both are named, first the one that decides more.
    leaf = made(
        "leaf.json",
        old | {"benchmarks": [row for row in old["benchmarks"] if row["workload"] == "leaf"]},
    )
    both = verdict.verdict(
        Inputs.of([(path.name, retprobe.load(path)) for path in (paths[0], leaf)])
    ).decided_by
    assert [part.split(",")[0] for part in both.split("; ")] == ["B", "A"]


def _selected(command: str, rows: list[Document]) -> list[Document]:
    """The rows of a matrix that the options of `command` select."""
    words = shlex.split(command)
    fields = {
        name: words[words.index(f"--{name}") + 1].split(",")
        for name in ("design", "transfer", "tracers")
    }
    fields |= {
        name: words[words.index(f"--{name}") + 1].split(",") for name in ("scenario", "registers")
    }
    return [
        row
        for row in rows
        if all(any(fnmatch(str(row[f]), g) for g in globs) for f, globs in fields.items())
    ]


def test_verify_again_selects_what_the_file_has_and_no_more() -> None:
    scenarios = [
        f"{family}_{i}" for family in ("tail_call", "unwind", "fork") for i in range(6)
    ] + ["alone_here"]
    matrix = [
        {
            "scenario": scenario,
            "design": design,
            "transfer": transfer,
            "registers": registers,
            "tracers": tracers,
        }
        for scenario in [*scenarios, "exit_handlers"]
        for design in ("bitmask", "counted_shadow", "call_through")
        for transfer in (("-",) if design == "call_through" else ("paired", "trap"))
        for registers in ("scalar", "full")
        for tracers in (1, 2, 8)
    ]
    for part in (
        [
            row
            for row in matrix
            if row["scenario"] in ("unwind_1", "fork_3") and row["registers"] == "full"
        ],
        [row for row in matrix if row["scenario"] in scenarios and row["transfer"] != "trap"],
        [row for row in matrix if row["design"] == "call_through" and row["tracers"] == 2],
    ):
        command = verdicts.command_of([part], "again.json")
        assert _selected(command, matrix) == part
        assert command.startswith("retprobe verify --scenario ") and command.endswith(
            " --format json --out again.json"
        )
        assert "--exhaustive" not in command
    assert "'alone_here,fork_*,tail_call_*,unwind_*'" in verdicts.command_of(
        [matrix[: 19 * 30]], "again.json"
    )
    two = verdicts.command_of([matrix[:3], matrix[3:6]], "again.json").split(" && ")
    assert [command.split()[-1] for command in two] == ["again-1.json", "again-2.json"]


def test_an_exhaustive_run_is_told_by_its_injection_points() -> None:
    cell = {"scenario": "every_instruction_signal", "registers": "scalar", "tracers": 1}
    default = {**cell, "design": "counted_shadow", "transfer": "paired", "injection_points": 700}
    sampled = {**cell, "design": "bitmask", "transfer": "paired", "injection_points": 60}
    assert "--exhaustive" not in verdicts.command_of([[default, sampled]], "again.json")
    assert "--exhaustive" in verdicts.command_of(
        [[default, sampled | {"injection_points": 720}]], "again.json"
    )


def test_scenarios_say_how_their_own_cells_are_run_again(made: Make) -> None:
    told = report(made("verify.json", files.verdicts())).text
    cells = (
        "--design bitmask,call_through,chained_trampolines,counted_shadow --transfer "
        "paired,push_ret,-"
    )
    every = "every_instruction_signal,every_instruction_throw"
    unwinders = "unwind_gdb,unwind_libgcc,unwind_perf_dwarf,unwind_std"
    for scenarios, more, name in (
        (f"{every},{unwinders}", " --exhaustive", "verdicts.json"),
        (unwinders, "", "unwinders.json"),
        (every, " --exhaustive", "injections.json"),
    ):
        command = (
            f"retprobe verify --scenario {scenarios} {cells} --registers scalar --tracers 1{more}"
        )
        assert f"Again: {command} --format json --out {name}" in told


def test_charts_say_how_their_own_cells_are_measured_again() -> None:
    told = report(files.GOALS).text
    designs = "bitmask,call_through,chained_trampolines,counted_shadow"
    again = (
        f"Again: retprobe bench --workload leaf,fib,json,grammar --design {designs} "
        "--transfer paired,- --registers scalar"
    )
    assert f"{again} --tracers 1 --processes 9" in told


def test_a_busy_machine_is_marked(made: Make) -> None:
    document = files.read(files.BENCH)
    document["context"] |= {"load_avg": [1.9, 20.0, 39.3], "other_processors": 1.8, "cores": 2}
    words = load_words(document["context"])
    found = Inputs.of(
        [("busy", retprobe.Results(document["context"], tuple(document["benchmarks"])))]
    )
    assert words and "1.8 of 2" in words
    shown = verdict.verdict(found)
    assert shown.decisions is not None and words in shown.decisions.caption
    assert words in shown.decided_by
    timed = 0
    for section in sections(found):
        captions = [one.caption for one in (*section.tables, *section.folded)]
        captions += [one.caption for chart in section.charts for one in chart.tables]
        captions += [chart.caption for chart in section.charts]
        if section.id not in ("scenarios", "machine"):
            timed += len(captions)
            assert [caption for caption in captions if words not in caption] == []
        if section.id == "machine":
            assert any(words in warning for warning in section.warnings)
    assert timed > 10
    document["context"]["other_processors"] = 0.0
    told = report(made("idle.json", document)).text
    assert "measured while" not in told.lower()
    assert "load when it began 1.9, 20.0, 39.3, 0.00 processors busy" in told


def test_an_idle_run_comes_before_a_busy_one(made: Make) -> None:
    document = files.read(files.BENCH)
    rows = document["benchmarks"]
    idle = {**document["context"], "other_processors": 0.0, "date": "2026-01-01T00:00:00+00:00"}
    busy = {**idle, "other_processors": 1.8, "date": "2026-02-02T00:00:00+00:00"}
    few = [row for row in rows if row["workload"] == "leaf"]
    for order in ([0, 1], [1, 0]):
        two = [
            ("busy", retprobe.Results(busy, tuple(rows))),
            ("idle", retprobe.Results(idle, tuple(few))),
        ]
        found = Inputs.of([two[number] for number in order])
        first = next(chart for section in sections(found) for chart in section.charts)
        assert "2026-01-01" in first.caption and "easured while" not in first.caption
    # Where no other file has it, the busy one is shown.
    alone = Inputs.of([two[0]])
    assert "easured while" in next(c for s in sections(alone) for c in s.charts).caption


def test_decisions_say_what_their_intervals_cover() -> None:
    document = files.read(files.BENCH)
    for coverage, processes, short in ((0.75, 3, True), (0.96875, 6, False)):
        context = {
            **document["context"], "interval_coverage": coverage, "processes": processes,
            "other_processors": 0.0,
        }  # fmt: skip
        found = Inputs.of([("bench", retprobe.Results(context, tuple(document["benchmarks"])))])
        shown = verdict.verdict(found).decisions
        assert shown is not None and interval_words(context) in shown.caption
        assert ("which is below 95" in shown.caption) == short


def test_void_rows_stand_with_their_reason_each_once() -> None:
    found = verdict.verdict(Inputs.of([("bench", retprobe.load(files.BENCH))]))
    listed = [name for _, names in found.voids for name in names.split(", ")]
    assert len(listed) == len(set(listed)) == found.void_rows > 10
    reasons = [why for why, _ in found.voids]
    assert len(reasons) == len(set(reasons)) < found.void_rows
    assert "call_through cannot call functions that take arguments on the stack." in reasons


def available(document: Document) -> Document:
    rows = [row for row in document["results"] if row["verdict"] != "unavailable"]
    return document | {"results": rows}


@pytest.mark.parametrize(
    ("document", "headline"),
    [
        (files.verdicts(), "No cell of the matrix fails; 7 could not be run."),
        (available(files.verdicts()), "Every scenario passes or is declared."),
        (files.verdicts(fails=True), "2 cells of the matrix fail."),
        (files.regressions(), "Something got worse."),
        (files.regressions(worse=False), "Nothing got worse."),
        (files.read(files.COST), "What a hit executes, counted."),
    ],
)
def test_files_of_one_kind(document: Document, headline: str, made: Make) -> None:
    assert headline in report(made("one.json", document)).text


def test_costs_have_the_pairs_of_a_hit() -> None:
    """One tracer, nothing rare: the calls of the entry handler, the body and the exit handler."""
    found = costs(Inputs.of([("cost", retprobe.load(files.COST))])).charts[0].tables[0]
    pairs = found.head.index("pairs")
    row = next(row for row in found.rows if row[0].text == "counted_shadow/paired/scalar/1")
    assert (row[pairs].text, row[pairs].spread) == ("3", "2 + 1")
    assert row[found.head.index("callers12")].text == "0"
    assert int(row[found.head.index("stack B")].text) > 0


def test_handlers_stand_beside_each_other(made: Make) -> None:
    path = made("handlers.json", files.with_handlers())
    section = measured.handlers(Inputs.of([("handlers", retprobe.load(path))]))
    (shown,) = section.tables
    kinds = ("empty", "counting", "recording")
    assert shown.head == ("handlers", *(f"{w}, {k}" for w in ("leaf", "fib") for k in kinds))
    lines = {row[0].text: [cell.text for cell in row[1:]] for row in shown.rows}
    empty, counting, recording = (float(text) for text in lines["counted_shadow"][:3])
    assert counting == pytest.approx(2 * empty, rel=0.01)
    assert recording == pytest.approx(4 * empty, rel=0.01)
    xray = lines["xray"]
    assert xray[0] == xray[1] != "" and xray[2:] == [""] * 4
    assert "--workload leaf,fib,leaf+counting,leaf+recording,fib+counting" in section.command
    told = report(path).text
    assert "Handlers" in told and "A peer has only the kinds that it supports." in told


def test_handlers_of_an_older_file_are_missing_and_empty(made: Make) -> None:
    document = files.read(files.BENCH)
    rows = document["benchmarks"]
    document["benchmarks"] = [row for row in rows if row.get("handlers", "empty") == "empty"]
    assert len(document["benchmarks"]) < len(rows)
    for row in document["benchmarks"]:
        row.pop("handlers", None)
    found = retprobe.load(made("old.json", document))
    assert isinstance(found, retprobe.Results)
    section = measured.handlers(Inputs.of([("old", found)]))
    assert section.missing is not None and "--handlers" in section.missing.command
    table = found.to_pandas()
    own = table["design"] != "unprobed"
    assert (table.loc[own, "handlers"] == "empty").all() and table.loc[
        ~own, "handlers"
    ].isna().all()


def test_an_unverified_result_says_so(made: Make) -> None:
    document = files.read(files.BENCH)
    document["context"] |= {"verified": False, "verification": {"ran": False}}
    told = report(made("unverified.json", document)).text
    assert "nobody verified them before they were measured" in told
    assert "Nobody verified these candidates." in told


def test_many_equals_are_counted() -> None:
    names = [f"design{i}/paired" for i in range(6)]
    assert verdict.equals(names[:4]) == " = ".join(names[:4])
    assert verdict.equals(names).endswith("design3/paired = 2 more")


def test_a_result_of_which_all_rows_are_void(made: Make) -> None:
    document = files.read(files.BENCH)
    document["benchmarks"] = [row for row in document["benchmarks"] if "void" in row]
    told = report(made("void.json", document)).text
    assert "These files do not say which design to choose." in told
    assert "Calls were missed" in told or "missed " in told


def test_what_comes_from_a_file_is_text(made: Make) -> None:
    verify, regress = files.verdicts(fails=True), files.regressions()
    for row in verify["results"]:
        row["detail"] = row["detail"] and files.HOSTILE
    verify["predictor"][0]["shape"] = files.HOSTILE
    regress["regress"]["base"]["file"] = regress["regress"]["test"] = files.HOSTILE
    regress["not_compared"][0]["why"] = regress["memory"][0]["cell"] = regress["rows"][0][
        "name"
    ] = files.HOSTILE
    cost = files.read(files.COST)
    cost["cost"]["build"] = files.HOSTILE
    names = ("hostile.json", "verify.json", "regress.json", "cost.json")
    documents = (files.hostile(), verify, regress, cost)
    paths = [made(name, document) for name, document in zip(names, documents, strict=True)]
    html = page([(files.HOSTILE, retprobe.load(path)) for path in paths], files.HOSTILE)
    found = Text(html)
    # The page has the scripts of a harmless page and no image. The strings are text in it.
    assert "img" not in found.tags
    assert found.tags.count("script") == 2 + html.count('type="application/json"')
    assert "window.hurt=1</script>" in found.text and "{{ 7*7 }}" in found.text
    assert html.count("<script>window.hurt") == 0


# The command.


def test_writes_the_page_and_replaces_the_last_one(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    out.write_text("the last one")
    assert command.main([str(files.PROGRAM_RUN), "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert list(tmp_path.iterdir()) == [out]


def _cut(document: Document) -> str:
    return json.dumps(document)[:5000]


def _peerless(document: Document) -> str:
    del document["context"]["peers"]
    return json.dumps(document)


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        (_cut, "is cut off"),
        (_peerless, "no result of 'retprobe bench': context has no peers"),
    ],
)
def test_bad_files_are_told_of_in_one_line(
    spoiled: Callable[[Document], str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, bad = tmp_path / "report.html", tmp_path / "bad.json"
    out.write_text("kept")
    bad.write_text(spoiled(files.read(files.GOALS)))
    assert command.main([str(files.BENCH), str(bad), "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"retprobe report: {bad}") and told.count("\n") == 1
    assert says in told
    assert out.read_text() == "kept"


def test_a_result_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = files.write(tmp_path / "result.json", files.read(files.BENCH))
    before = path.read_bytes()
    assert command.main([str(path), "--out", str(tmp_path / "." / "result.json")]) == 2
    assert "is one of the results" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_prices_have_no_place_in_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    assert command.main([str(files.BENCH), str(files.PRICES), "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert f"{files.PRICES}: has Prices, which no report shows; leave it out" in told
    assert not out.exists()


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "no" / "report.html"
    assert command.main([str(files.PROGRAM_RUN), "--out", str(out)]) == 2
    assert "cannot be written" in capsys.readouterr().err
