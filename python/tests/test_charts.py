"""Charts: which rows they show, how they draw a design, their text for readers who cannot see them,
and what they refuse."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import report_files as files

import retprobe
from retprobe.charts.figures import COMMANDS, FIGURES, NothingToDraw
from retprobe.charts.marks import dots
from retprobe.charts.plot import Plot
from retprobe.charts.theme import GREYS, PALETTE, design_styles, style_of, theme
from retprobe.plot_command import main


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> retprobe.Results:
    path = files.write(tmp_path_factory.mktemp("results") / "wide.json", files.wide())
    return retprobe.Results.load(path)


@pytest.fixture(scope="module")
def bench() -> retprobe.Results:
    return retprobe.Results.load(files.BENCH)


def marks(chart: dict[str, Any]) -> set[str]:
    own = chart.get("mark", {})
    inner = [*chart.get("layer", []), *chart.get("vconcat", [])]
    return (
        {own["type"]} | set().union(*map(marks, inner)) if own else set().union(*map(marks, inner))
    )


def test_styles_follow_the_order_of_the_designs_and_floors_are_grey() -> None:
    designs = {"b": {"floor": False}, "floor": {"floor": True}, "a": {"floor": False}}
    styles = design_styles(designs)
    assert [styles[name].colour for name in ("b", "a", "floor")] == [
        PALETTE[0],
        PALETTE[1],
        GREYS[0],
    ]
    assert len({style.shape for style in styles.values()}) == 3
    assert style_of("peer:anything", styles) not in styles.values()


def test_more_designs_than_colours_still_have_a_style() -> None:
    assert len(design_styles({f"design{i}": {"floor": False} for i in range(20)})) == 20


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "peers"])
def test_each_chart_shows_intervals_units_and_a_description(
    wide: retprobe.Results, name: str
) -> None:
    chart = getattr(Plot(wide), name)().to_dict()
    text = json.dumps(chart)
    assert "rule" in marks(chart)  # the interval
    assert {"point", "line"} & marks(chart)
    assert "added ns per" in text or '"title": "bytes"' in text
    assert chart["description"].endswith(".")
    assert "counted_shadow" in chart["description"]


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "peers"])
def test_its_command_measures_what_a_chart_shows_and_no_more(
    wide: retprobe.Results, name: str
) -> None:
    program, subcommand, *options = shlex.split(COMMANDS[name])
    assert (program, subcommand) == ("retprobe", "bench")
    globs = {
        option.removeprefix("--"): value.split(",")
        for option, value in zip(options[::2], options[1::2], strict=True)
    }
    chosen = wide.select(**globs)
    shown, all_shown = Plot(chosen).figure(name), Plot(wide).figure(name)
    assert shown.description == all_shown.description
    # Each candidate's cell counts once: the memory chart shows some of its cells in both panels.
    rows = {
        row["run_name"] for row in chosen.rows if row["design"] not in ("unprobed", *_peers(chosen))
    }
    panels = shown.panels[:1] if name == "memory" else shown.panels
    assert len(rows) == sum(len(panel.rows) for panel in panels)


def _peers(results: retprobe.Results) -> set[str]:
    return {row["design"] for row in results.rows if row["design"].startswith("peer:")}


def test_peers_stand_beside_the_designs() -> None:
    figure = Plot(retprobe.Results.load(files.GOALS)).figure("peers")
    labels = set().union(*(panel.rows["label"] for panel in figure.panels))
    assert {"xray/counting", "counted_shadow/paired", "call_through"} <= labels


def test_peers_panels_are_alike_and_say_what_they_count() -> None:
    figure = Plot(retprobe.Results.load(files.GOALS)).figure("peers")
    units = {panel.title: panel.unit for panel in figure.panels}
    assert units["callers12"] == "added ns per nest" and units["leaf"] == "added ns per call"
    for panel in figure.panels:
        axis = panel.draw(False).to_dict()["layer"][1]["encoding"]["x"]
        assert axis["scale"]["type"] == "symlog"
        assert axis["title"] == f"{panel.unit}, log scale"


def test_a_nest_is_the_same_in_each_chart(bench: retprobe.Results) -> None:
    assert Plot(bench).figure("callers").panels[0].unit == "added ns per nest"


def test_cells_of_a_figure_are_its_rows(wide: retprobe.Results) -> None:
    for name in FIGURES:
        if name == "peers":
            continue
        figure = Plot(wide).figure(name)
        cells = figure.cells
        names = {
            "{workload}/{design}/{transfer}/{registers}/{tracers}".format(**cell) for cell in cells
        }
        assert len(names) == len(cells) and names <= {row["run_name"] for row in wide.rows}
        # The specification holds only the fields that are drawn.
        assert "registers" not in figure.panels[0].draw(False).to_dict()["datasets"].popitem()[1][0]


def test_plot_is_short_to_look_at(bench: retprobe.Results) -> None:
    medians = sum(
        "void" in row or row["run_type"] == "aggregate"
        for row in bench.rows
        if row["design"] != "unprobed"
    )
    experiments = sum("figures" in row for row in bench.rows)
    assert repr(bench.plot) == f"<Plot of {medians - experiments} rows: {', '.join(FIGURES)}>"


def test_results_have_their_charts() -> None:
    chart = retprobe.Results.load(files.BENCH).plot.overhead()
    assert chart.to_dict()["description"].startswith("What a probed call costs more")


def test_values_are_those_of_the_file(bench: retprobe.Results) -> None:
    panel = Plot(bench).figure("overhead").panels[0]
    shown = panel.rows.set_index("label")
    row = next(row for row in bench.rows if row["name"] == "leaf/bitmask/paired/scalar/1_median")
    assert [shown.at["bitmask", name] for name in ("value", "low", "high")] == [
        row[name] for name in ("added_ns", "added_ns_low", "added_ns_high")
    ]


def test_overhead_has_one_transfer_and_callers_has_all(bench: retprobe.Results) -> None:
    assert not any("/" in label for label in Plot(bench).figure("overhead").panels[0].rows["label"])
    labels = set(Plot(bench).figure("callers").panels[0].rows["label"])
    assert {"bitmask/paired", "bitmask/push_ret", "bitmask/jump", "call_through"} <= labels


def test_scaling_is_over_tracers(bench: retprobe.Results) -> None:
    leaf = bench.select(
        workload="leaf", registers="scalar", transfer=["paired", "-"], design="[!u]*"
    )
    tracers = {row["tracers"] for row in leaf.rows}
    assert len(tracers) >= 3
    assert set(Plot(bench).figure("scaling").panels[0].rows["x"]) == tracers


def test_data_size_begins_without_data(wide: retprobe.Results) -> None:
    assert sorted(Plot(wide).figure("data_size").panels[0].rows["x"].unique()) == [
        0,
        8,
        64,
        512,
        4096,
    ]


def test_a_floor_keeps_its_frame_on_the_machine_stack(bench: retprobe.Results) -> None:
    frames = Plot(bench).figure("memory").panels[0].rows
    one = frames[frames["x"] == 1].set_index("label")["value"]
    names = {
        "call_through": "leaf/call_through/-/scalar/1_median",
        "bitmask": "leaf/bitmask/paired/scalar/1_median",
    }
    rows = {
        label: next(row for row in bench.rows if row["name"] == name)
        for label, name in names.items()
    }
    assert one["bitmask"] == rows["bitmask"]["bytes_per_frame"] > 0
    assert rows["call_through"]["bytes_per_frame"] == 0
    assert one["call_through"] == rows["call_through"]["stack_bytes_per_frame"] > 0


def test_void_rows_say_so_and_have_no_number(bench: retprobe.Results) -> None:
    figure = Plot(bench).figure("overhead")
    assert "fib: 21,891 recursive calls, instance_pool" in dict(figure.voids)
    fib = next(panel for panel in figure.panels if panel.title.startswith("fib"))
    assert "void" in json.dumps(fib.draw(False).to_dict())
    assert "instance_pool void" in figure.description


def test_values_of_very_different_size_get_a_logarithmic_axis_and_others_one_from_zero() -> None:
    def scale(values: list[float]) -> dict[str, Any]:
        rows = pd.DataFrame(
            {"series": "a", "label": [str(value) for value in values], "value": values}
        )
        drawn = dots(
            rows.assign(low=rows["value"], high=rows["value"]),
            "ns",
            design_styles({"a": {"floor": False}}),
        )
        found: dict[str, Any] = drawn.to_dict()["layer"][1]["encoding"]["x"]["scale"]
        return found

    assert scale([10.0, 11.0, 40.0]) == {"zero": True, "nice": True}
    assert scale([-0.5, 10.0, 2000.0])["type"] == "symlog"
    assert scale([-0.5, 10.0, 2000.0])["domain"][0] == -0.5


def test_what_is_missing_is_said_with_the_command_that_measures_it(bench: retprobe.Results) -> None:
    assert issubclass(NothingToDraw, retprobe.Error)
    with pytest.raises(NothingToDraw, match=f": {re.escape(COMMANDS['functions'])}$"):
        Plot(bench.select(workload="leaf")).functions()
    with pytest.raises(ValueError, match="no chart 'nonsense'; there are overhead, "):
        Plot(bench).chart("nonsense")
    with pytest.raises(ValueError, match="no theme 'pink'; there are light, dark"):
        theme("pink")


def test_a_process_row_is_no_median() -> None:
    document = files.read(files.BENCH)
    row = next(
        row
        for row in document["benchmarks"]
        if row["name"] == "leaf/bitmask/paired/scalar/1_median"
    )
    single = {
        name: value
        for name, value in row.items()
        if not name.endswith(("_samples", "_low", "_high"))
    }
    single |= {
        "name": row["run_name"],
        "run_type": "iteration",
        "repetition_index": 0,
        "added_ns": 999.0,
    }
    document["benchmarks"].append(single)
    results = retprobe.Results(document["context"], tuple(document["benchmarks"]))
    assert 999.0 not in set(Plot(results).figure("overhead").panels[0].rows["value"])


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_pictures(tmp_path: Path, theme_name: str) -> None:
    out = tmp_path / "overhead.svg"
    arguments = [
        str(files.BENCH),
        "--chart",
        "overhead",
        "--out",
        str(out),
        "--theme",
        theme_name,
    ]
    assert main(arguments) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<svg") and "counted_shadow" in text and PALETTE[0] in text
    assert ("#16181b" in text) == (theme_name == "dark")
    assert [path.name for path in tmp_path.iterdir()] == ["overhead.svg"]


def test_png(tmp_path: Path) -> None:
    out = tmp_path / "callers.png"
    assert main([str(files.BENCH), "--chart", "callers", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--chart", "peers", "--out", "x.svg"], "no rows for the chart 'peers'"),
        (["--chart", "overhead", "--out", "x.gif"], "a chart is written as .svg or .png"),
        (["--chart", "overhead", "--out", "nowhere/x.svg"], "cannot be written"),
        (["--chart", "overhead", "--out", "x.svg", "--width", "5"], "give 100 to 4000 pixels"),
    ],
)
def test_refused_with_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.svg").write_text("kept")
    assert main([str(files.BENCH), *arguments]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1
    assert (tmp_path / "x.svg").read_text() == "kept"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(files.COST), "--chart", "overhead", "--out", str(tmp_path / "x.svg")]) == 2
    said = capsys.readouterr().err
    assert "is a result of 'cost'; give what 'retprobe bench --format json' wrote" in said
