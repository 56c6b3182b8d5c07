"""The dashboard's builder: what it writes, and what it refuses."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dashboard_history import HOSTILE, history, planted
from numpy.typing import NDArray

from retprobe.dashboard import command, encode, site
from retprobe.dashboard.chart_specs import KIND_COLOURS
from retprobe.dashboard.model import Change, Event
from retprobe.results import ResultError


def registered(path: Path) -> Any:
    """The value that a script in data/ registers."""
    text = path.read_text(encoding="ascii")
    assert text.startswith("retprobe.data(")
    assert text.endswith(");\n")
    name, value = json.loads(f"[{text[len('retprobe.data(') : -3]}]")
    assert path.as_posix().endswith(f"data/{name}.js")
    return value


def floats(text: str) -> NDArray[np.float32]:
    return np.frombuffer(base64.b64decode(text), dtype="<f4")


@pytest.fixture
def quick_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out the bundle and the charts. They take seconds, and the browser's tests make
    them."""
    monkeypatch.setattr(site, "_vega", lambda: "")
    monkeypatch.setattr(site, "specifications", lambda *_: {})


def test_series_and_runs_hold_the_same_figures() -> None:
    made = history(series_count=40)
    index = encode.index(made)
    files = dict(encode.series_files(made))
    blocks = dict(encode.run_blocks(made))
    for machine in range(3):
        for series in (0, 7, 39):
            value = files[f"series/{series}"]
            median, low, high = floats(value["figures"][value["machines"].index(machine)]).reshape(
                3, 60
            )
            np.testing.assert_array_equal(median, made.machines[machine].figures[series, :, 0])
            np.testing.assert_array_equal(high, made.machines[machine].figures[series, :, 2])
            for run in (0, 5, 59):
                block = blocks[f"runs/{machine}/{run // index['runs_per_block']}"]
                of_run = floats(block["figures"]).reshape(block["count"], 3, 40)[
                    run - block["first"]
                ]
                np.testing.assert_array_equal(of_run[:, series], [median[run], low[run], high[run]])


def test_a_void_figure_keeps_its_reason() -> None:
    made = history()
    value = dict(encode.series_files(made))["series/0"]
    assert [
        [machine, run, value["reasons"][reason]] for machine, run, reason in value["voids"]
    ] == [[machine, 5, "missed 4 calls"] for machine in range(3)]
    assert np.isnan(floats(value["figures"][0])[5])


def test_runs_are_in_blocks_of_bounded_size() -> None:
    made = history(commits=100, series_count=160)
    sizes = [value["count"] * 160 for _, value in encode.run_blocks(made)]
    assert max(sizes) <= 16_000
    assert sum(sizes) == 3 * 100 * 160


def test_the_page_begins_with_the_one_line(quick_charts: None, tmp_path: Path) -> None:
    made = history()
    site.write(made, tmp_path / "site")
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert f'<h1 class="verdict worse">{made.verdict.line}</h1>' in page
    assert "60 commits, 3 machines, 180 runs, 24 series; 2026-01-01 to 2026-01-20." in page


def test_memory_that_began_at_nothing_has_no_percentage(quick_charts: None, tmp_path: Path) -> None:
    change = Change(0, 1, 40, 40, 40, 0.0, 32.0, float("inf"), "worse", 0)
    made = history(changes=[change], events=[Event("worse", 40, [40], float("nan"), [0])])
    site.write(made, tmp_path / "site")
    assert registered(tmp_path / "site/data/index.js")["changes"]["percent"] == [None]


@pytest.mark.parametrize(
    ("change", "alone"),
    [
        (Change(0, 1, 40, 40, 40, 11.14, 11.09, 3.2, "worse", 0), 11.49648),
        (Change(0, 1, 40, 40, 40, 0.0, 32.0, float("inf"), "worse", 0), 32.0),
    ],
)
def test_the_level_after_a_change_agrees_with_its_percentage(change: Change, alone: float) -> None:
    index = encode.index(
        history(changes=[change], events=[Event("worse", 40, [40], change.percent, [0])])
    )
    assert index["changes"]["alone"] == [pytest.approx(alone, rel=1e-5)]
    assert index["changes"]["after"] == [change.after]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (#rrggbb) by WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_in_every_colour_of_the_palette() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    style = (Path(site.__file__).with_name("static") / "style.css").read_text(encoding="utf-8")
    found = dict(re.findall(r"--(\w+): (light-dark\(#\w{6}, #\w{6}\))", style))
    palette = {name: re.findall(r"#\w{6}", both) for name, both in found.items()}
    texts = {"ink", "soft", "link", "worse", "better"}
    assert texts | {"paper", "tint", "line"} == palette.keys()
    for name in texts:
        for paper in ("paper", "tint"):
            for scheme in (0, 1):
                assert contrast(palette[name][scheme], palette[paper][scheme]) >= 4.5, (
                    name,
                    paper,
                    scheme,
                )
    assert {f"var(--{name})" for name in texts} >= set(KIND_COLOURS.values())


def test_the_site_takes_the_place_of_an_older_one(quick_charts: None, tmp_path: Path) -> None:
    out = tmp_path / "site"
    site.write(history(series_count=30), out)
    assert (out / "data/series/29.js").exists()
    site.write(history(series_count=8), out)
    assert not (out / "data/series/29.js").exists(), "nothing of the older one stays"
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"], "nothing is left beside it"
    assert registered(out / "data/index.js")["format"] == encode.FORMAT


def test_every_script_of_the_page_is_there(quick_charts: None, tmp_path: Path) -> None:
    site.write(history(), tmp_path / "site")
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    static = {path.name for path in Path(site.__file__).with_name("static").iterdir()}
    assert static == {*site.SCRIPTS, "style.css", "index.html"}
    for name in site.SCRIPTS:
        assert f'src="{name}"' in page
        assert (tmp_path / "site" / name).stat().st_size > 0


@pytest.mark.parametrize("there", ["notes.txt", "index.html"])
def test_a_folder_with_other_files_is_refused(
    quick_charts: None, tmp_path: Path, there: str
) -> None:
    (tmp_path / there).write_text("mine")
    with pytest.raises(ResultError, match="holds files, and no dashboard"):
        site.write(history(), tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_an_older_site_with_other_files_in_it_is_refused(
    quick_charts: None, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    site.write(history(), out)
    (out / "notes.txt").write_text("mine")
    with pytest.raises(ResultError, match=r"holds notes\.txt, which no dashboard has"):
        site.write(history(), out)
    assert (out / "notes.txt").read_text() == "mine"


def test_a_file_in_the_place_is_refused(quick_charts: None, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with pytest.raises(ResultError, match="is no folder"):
        site.write(history(), tmp_path / "site")
    assert (tmp_path / "site").read_text() == "mine"


def test_a_site_that_cannot_be_made_leaves_the_older_one(
    quick_charts: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    site.write(history(), out)
    before = (out / "data/index.js").read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(site, "_write_data", full)
    with pytest.raises(ResultError, match="No space left on device"):
        site.write(history(series_count=3), out)
    assert (out / "data/index.js").read_text() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


def test_what_files_say_is_escaped_in_the_page(quick_charts: None, tmp_path: Path) -> None:
    changes, events = planted()
    site.write(history(changes=changes, events=events, hostile=True), tmp_path / "site")
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert HOSTILE not in page
    assert "&lt;img src=x" in page


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "has no *.json in it"),
        ({"2026-01-01/vm/a.json": "{"}, "a.json"),
        ({"2026-01-01/vm/a.json": ""}, "a.json"),
        ({"2026-01-01/vm/a.json": '{"context": {}, "benchmarks": []}'}, "a.json"),
        ({"2026-01-01/vm/a.json": '{"context": {"retprobe": 99}, "benchmarks": []}'}, "a.json"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], says: str
) -> None:
    (tmp_path / "results").mkdir()
    for name, text in files.items():
        path = tmp_path / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert command.main([str(tmp_path / "results"), "--out", str(tmp_path / "site")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("retprobe: ")
    assert error.count("\n") == 1
    assert says in error
    assert not (tmp_path / "site").exists()


def test_no_folder_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "nowhere"), "--out", str(tmp_path / "site")]) == 2
    assert "nowhere: is no folder" in capsys.readouterr().err
