"""The dashboard in a real browser, opened from the disk: what it draws, says and loads. The tests
use the mouse and the keyboard."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import pytest
from conftest import PATIENCE
from dashboard_history import HOSTILE, commit_name, history, planted
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from report_files import BENCH, KERNELS, LINUX_VERDICTS

import retprobe
from retprobe.dashboard import reading, site
from retprobe.dashboard.model import Change, Event, History

SCREENSHOTS = Path(__file__).parents[2] / "build/screenshots"

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    changes, events = planted()
    out = tmp_path_factory.mktemp("dashboard") / "site"
    site.write(history(changes=changes, events=events), out)
    return out


MINUS = "\N{MINUS SIGN}"
MILLISECONDS = 8  # the series whose times are a million times as long


@pytest.fixture(scope="module")
def unlike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """m00 moved against a regression. m01 moved by itself; it was measured less, and in another
    way."""
    events = [
        Event("worse", 30, [30], 3.2, [0]),
        Event("worse", 45, [45], 12.5, [0, 2], everything=True),
        Event("machine", 50, [50], -4.2, [1], everything=True),
    ]
    made = history(changes=[Change(0, 1, 30, 30, 30, 11.14, 11.09, 3.2, "worse", 0)], events=events)
    for machine in made.machines:
        machine.figures[MILLISECONDS] *= 1e6
    made.machines[1].figures[20:] = float("nan")
    contexts = [dict(one, quick=False, processes=9) for one in made.contexts]
    contexts[1] |= {"quick": True, "min_time": 0.02}
    out = tmp_path_factory.mktemp("unlike") / "site"
    site.write(History(**{**vars(made), "contexts": contexts}), out)
    return out


CHANGES: tuple[dict[str, Any], ...] = (
    {}, {}, {"microcode": "0x2"}, {"other_processors": 1.8},
)  # fmt: skip


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three quick runs of one machine and a run of another; the newest was made under load."""
    folder = tmp_path_factory.mktemp("few")
    document = json.loads(BENCH.read_text(encoding="utf-8"))
    three = {"quick": True, "processes": 3, "interval_coverage": 0.75}
    for number, changed in enumerate(CHANGES):
        load = {"other_processors": 0.0, "date": f"2026-03-0{number + 1}T10:00:00+00:00"}
        context = {**document["context"], **three, **load, "commit": f"{number}" * 40, **changed}
        text = json.dumps({**document, "context": context})
        (folder / f"{number}.json").write_text(text, encoding="utf-8")
    out = folder / "site"
    site.write(reading.read(folder), out)
    return out


@pytest.fixture
def opened(browser: Browser, place: Path) -> Iterator[Open]:
    """Opens an address. At the end no page may have logged an error, or have requested anything but
    the site's files."""
    wrong: list[str] = []
    contexts = []

    def open_page(
        address: str = "#/",
        folder: Path = place,
        scheme: Literal["light", "dark"] = "light",
        width: int = 1280,
    ) -> Page:
        size: ViewportSize = {"width": width, "height": 900}
        context = browser.new_context(color_scheme=scheme, viewport=size)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on(
            "console",
            lambda message: (
                wrong.append(message.text) if message.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        root = folder.as_uri()
        page.on(
            "request",
            lambda ask: (
                None
                if ask.url.startswith((root, "data:"))
                else wrong.append(f"asked for {ask.url}")
            ),
        )
        page.goto(f"{root}/index.html{address}")
        page.wait_for_function("document.documentElement.dataset.ready")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


def control(page: Page, name: str) -> Locator:
    """The filter of this name. It must have a visible label."""
    found = page.locator(f"#filter-{name}")
    expect(page.locator(f"label[for=filter-{name}]")).to_be_visible()
    return found


# The paths in charts that are lines: a point's path is shorter.
LINES = "[...document.querySelectorAll('.chart svg path')].filter((p) => p.getTotalLength() > 100)"


def expect_lines(page: Page, least: int) -> None:
    page.wait_for_function(f"{LINES}.length >= {least}")


@pytest.mark.slow
def test_the_overview_begins_with_the_one_line_and_draws_the_newest_change(opened: Open) -> None:
    page = opened()
    expect(page.locator("h1")).to_contain_text("9 series got worse on 3 machines.")
    expect(page.locator("h1")).to_contain_text(commit_name(40)[:10])
    expect(page.locator(".groups > details")).to_have_count(1)
    expect(page.locator(".groups .inside li")).to_have_text(
        [
            f"{commit_name(n)[:10]} Commit {n}{' the likeliest' if n == 40 else ''}"
            for n in (41, 40, 39)
        ]
    )
    expect(page.locator(".groups figure svg")).to_be_visible()
    expect_lines(page, 3)
    expect(page.locator("main")).to_contain_text("missed 4 calls")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "dashboard_overview.png", full_page=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_few_runs_show_the_newest_answer_and_points(
    opened: Open, few: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    page = opened("#/", folder=few, scheme=scheme, width=width)
    expect(page.locator("h1")).to_contain_text("Too early to say")
    expect(page.locator("form.filters")).to_have_count(0)
    under = page.locator("main .under").nth(1)
    expect(under).to_contain_text("75 % interval of 3 processes, which is below 95 %")
    expect(under).to_contain_text("1.8 of 2 processors")
    expect(under).to_contain_text("3" * 10)
    told = retprobe.Results.load(BENCH).decisions().cells()
    rows = page.locator("main table").first.locator("tbody tr")
    expect(rows).to_have_count(len(told) - 1)
    for column, text in enumerate(told[1]):
        expect(rows.first.locator("th, td").nth(column)).to_have_text(text)
    # Each machine has a picture of its own, and nothing in it is a line.
    expect(page.locator("figure.runs svg")).to_have_count(2)
    expect(page.locator("main h3").nth(0)).to_contain_text("microcode 0x1000065")
    expect(page.locator("main h3").nth(1)).to_contain_text("microcode 0x2")
    designs = page.locator("main .legend").first.locator(".design").count()
    points = page.locator("figure.runs").first.locator(".mark-symbol path")
    expect(points).to_have_count(3 * designs)
    assert designs > 3 and page.locator("figure.runs .mark-line").count() == 0
    expect(page.locator("main .note").first).to_have_text("Bars: 75 % interval of 3 processes.")
    expect(page.locator("main .note").nth(1)).to_contain_text("was measured while other work")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    name = f"dashboard_few_{scheme}_{width}.png"
    page.screenshot(path=SCREENSHOTS / name, full_page=True)


@pytest.mark.parametrize(
    ("address", "selector"),
    [
        ("#/runs", "tbody tr:first-child"),
        (f"#/run?machine={{}}&commit={'3' * 40}", ".under"),
        (f"#/compare?b_machine={{}}&b_commit={'3' * 40}", "[role=status].under"),
    ],
)
def test_each_page_says_that_a_run_was_made_under_load(
    opened: Open, few: Path, address: str, selector: str
) -> None:
    page = opened(folder=few)
    name = page.evaluate("retprobe.model.machines.find((m) => Object.keys(m.load).length).name")
    page = opened(address.format(quote(name)), folder=few)
    expect(page.locator(f"main {selector}").first).to_contain_text("1.8 of 2 processors")


def test_an_event_has_the_median_of_its_series_and_its_largest_change(opened: Open) -> None:
    summary = opened().locator(".groups summary").first
    expect(summary).to_contain_text("+8.0 % median")
    expect(summary).to_contain_text("9 series on 3 machines, up to +20.0 %")


def test_levels_beside_a_percentage_agree_with_it(opened: Open, unlike: Path) -> None:
    page = opened("#/?workload=leaf", folder=unlike)
    row = page.locator(".groups tbody tr")
    expect(row.locator("td")).to_have_text(
        ["m00", "11.14", "11.50", "ns", "▲ worse: +3.2 %", "11.09", commit_name(30)[:10], ""]
    )
    expect(page.locator(".groups thead th").nth(6)).to_have_text("measured after")


def test_machines_count_events_in_which_all_times_moved(opened: Open, unlike: Path) -> None:
    page = opened("#/machines", folder=unlike)
    rows = page.locator("tbody tr")
    for row, (worse, better, machine) in enumerate(
        [("2", "0", "0"), ("0", "0", "1"), ("1", "0", "0")]
    ):
        expect(rows.nth(row).locator("td.number").nth(1)).to_have_text(worse)
        expect(rows.nth(row).locator("td.number").nth(2)).to_have_text(better)
        expect(rows.nth(row).locator("td.number").nth(3)).to_have_text(machine)
    rows.nth(0).get_by_role(
        "link", name="2", exact=True
    ).click()  # the link leads to the groups that it counts
    expect(page.locator(".groups > details")).to_have_count(2)


def test_a_point_of_a_trend_tells_its_run_and_leads_to_it(opened: Open) -> None:
    page = opened(
        "#/trend?workload=leaf&design=counted_shadow&metric=added_ns&tracers=1&machine=m01"
    )
    drawing = page.locator("figure svg")
    expect_lines(page, 2)
    drawing.hover(position={"x": 600, "y": 150})
    told = page.locator("#vg-tooltip-element")
    expect(told).to_be_visible()
    rows = dict(
        zip(
            told.locator("td.key").all_inner_texts(),
            told.locator("td.value").all_inner_texts(),
            strict=True,
        )
    )
    number = int(rows["subject"].removeprefix("Commit "))
    assert (rows["design"], rows["machine"]) == ("counted_shadow", "m01")
    assert rows["commit"] == commit_name(number)[:10]
    assert re.fullmatch(r"\d+\.\d+ ns", rows["median"])
    drawing.click(position={"x": 600, "y": 150})
    page.wait_for_url(f"**#/run?machine=m01&commit={commit_name(number)}")


def test_a_trend_opens_with_what_is_wanted_first(opened: Open, tmp_path: Path) -> None:
    page = opened("#/trend")
    expect(page.locator("h1")).to_have_text(
        "leaf · instance_pool"
    )  # the largest change of the newest regression
    expect(page.locator("figure svg")).to_contain_text("▲ +20.0 %")
    out = tmp_path / "site"
    site.write(history(), out)
    page = opened("#/trend", folder=out)
    expect(page.locator("h1")).to_have_text("leaf · bitmask")
    expect(page.locator(".under")).to_have_text(
        "time added per call, ns; m02; 59 figures, 0 changes"
    )


def test_figures_have_a_unit_of_their_size(opened: Open, unlike: Path) -> None:
    page = opened(
        "#/trend?workload=leaf&design=bitmask&transfer=paired&tracers=64&machine=m00", folder=unlike
    )
    expect(page.locator(".under")).to_contain_text("time added per call, ms;")
    ticks = page.locator("figure svg .role-axis-label text").filter(has_text="ms")
    expect(ticks.first).to_have_text(re.compile(r"^\d+(\.\d+)? ms$"))
    expect(page.locator("thead").first).to_contain_text("level, ms")
    expect(page.locator("tbody .number").first).to_have_text(re.compile(r"^\d\d?\.\d\d$"))


@pytest.mark.parametrize(
    ("address", "says", "shows"),
    [
        (
            "#/?show=all&machine=q&design=nosuch",
            "Unknown here: Machine “q”, Design “nosuch”; everything is shown instead.",
            "5 events",
        ),
        ("#/runs?machine=q", "Unknown here: Machine “q”; everything is shown instead.", "180 runs"),
        (
            "#/compare?metric=q",
            "Unknown here: Metric “q”; everything is shown instead.",
            "24 series",
        ),
        (
            "#/trend?workload=q&tracers=8",
            "Unknown here: Workload “q”; another series is shown.",
            "8 tracers",
        ),
    ],
)
def test_a_filter_that_the_address_names_and_nothing_has_is_told(
    opened: Open, address: str, says: str, shows: str
) -> None:
    page = opened(address)
    expect(page.locator("main .note").first).to_have_text(says)
    if "trend" in address:
        expect(control(page, "tracers")).to_have_value("8")
    else:
        expect(page.locator(".count")).to_contain_text(shows)


# [text, its contrast with its background by WCAG 2], for each text that the page shows.
CONTRASTS = """() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], below, opacity) =>
    [r, g, b].map((one, i) => one * a * opacity + below[i] * (1 - a * opacity));
  const luminance = (colour) => colour.map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    const colour = channels(getComputedStyle(element).backgroundColor);
    return colour[3] === 0 ? behind(element.parentElement) : colour.slice(0, 3);
  };
  const opacity = (element) =>
    element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
  const own = ({ childNodes }) =>
    [...childNodes].map((node) => (node.nodeType === 3 ? node.data : "")).join("").trim();
  const shown = (element) =>
    element.checkVisibility() && opacity(element) && !element.closest("option, .hidden, .skip");
  return [...document.body.querySelectorAll("*")]
    .filter((element) => own(element) && shown(element))
    .map((element) => {
      const style = getComputedStyle(element);
      const svg = element instanceof SVGElement;
      const paper = behind(element);
      const colour = channels(svg ? style.fill : style.color);
      const ink = over(colour, paper, opacity(element) * (svg ? style.fillOpacity : 1));
      const [low, high] = [luminance(ink), luminance(paper)].sort((a, b) => a - b);
      return [own(element), (high + 0.05) / (low + 0.05)];
    });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address",
    [
        "#/?show=all",
        "#/trend?workload=leaf&design=bitmask&machine=m01",
        "#/trend?machine=*",
        "#/compare",
    ],
)
def test_every_text_stands_out_from_what_is_behind_it(
    opened: Open, unlike: Path, address: str, scheme: Literal["light", "dark"]
) -> None:
    page = opened(address, folder=unlike, scheme=scheme)
    expect(page.locator("figure svg text").first).to_be_visible()
    seen = page.evaluate(CONTRASTS)
    texts = {text for text, _ in seen}
    assert any(re.search(r"\d (ns|ms)$|^\+\d", text) for text in texts), (
        "those of the chart are among them"
    )
    assert "bitmask" not in address or f"◆ {MINUS}4.2 %" in texts
    assert [(text, ratio) for text, ratio in seen if ratio < 4.5] == []


@pytest.fixture(scope="module")
def linux(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The accepted results on Linux, and nothing else."""
    folder = tmp_path_factory.mktemp("linux")
    for file in (KERNELS, LINUX_VERDICTS):
        (folder / file.name).write_bytes(file.read_bytes())
    again = json.loads(KERNELS.read_text(encoding="utf-8"))
    again["rows"][0]["added_instructions"] += 1
    (folder / "later.json").write_text(json.dumps(again), encoding="utf-8")
    site.write(reading.read(folder), folder / "site")
    return folder / "site"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_linux_has_a_chart_for_each_mechanism_and_its_changes_in_words(
    opened: Open, linux: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    page = opened("#/", folder=linux, scheme=scheme, width=width)
    expect(page.locator("nav a")).to_have_text(["Linux"])
    names = list(dict.fromkeys(row["mechanism"] for row in retprobe.Kernels.load(KERNELS).rows))
    expect(page.locator(".small-charts h3")).to_have_text(names)
    expect(page.locator("figure.linux svg")).to_have_count(len(names))
    label = page.locator("figure.linux").nth(names.index("fprobe"))
    expect(label).to_have_attribute("aria-label", re.compile("2 users: . in 6.1.0, 884 in 6.12.95"))
    expect(page.locator("main")).to_contain_text("fprobe, 2 users: 884 → 747 from 6.12.95 to 7.3.4")
    expect(page.locator("main")).to_contain_text("fprobe, order: pass → fail from 6.12.95 to 7.3.4")
    expect(page.locator("main .note").first).to_contain_text("The later one counts.")
    for summary in page.locator("main summary").all():
        summary.click()
    expect(page.locator("main")).to_contain_text("absent: attach: Operation not supported")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [(text, ratio) for text, ratio in page.evaluate(CONTRASTS) if ratio < 4.5] == []
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"dashboard_linux_{scheme}_{width}.png", full_page=True)


def test_linux_shows_the_count_that_the_address_names(opened: Open, linux: Path) -> None:
    page = opened("#/linux?count=stack_bytes&mitigations=default", folder=linux)
    expect(control(page, "mitigations")).to_have_value("default")
    expect(page.locator("main")).to_contain_text("is not compared")
    control(page, "count").select_option("mispredicted_returns")
    page.wait_for_url("**count=mispredicted_returns**")
    expect(page.locator("main")).to_contain_text("kprobe.session, 8 users: 50 → 34")
    page.locator("figure.linux svg .mark-symbol path").first.hover()
    expect(page.locator("#vg-tooltip-element")).to_contain_text("kernel")


def test_a_history_without_linux_says_what_makes_it(opened: Open) -> None:
    expect(opened("#/linux").locator("main")).to_contain_text("./compare --kernel makes one")


@pytest.mark.slow
def test_filters_are_in_the_address_and_the_back_button_undoes_them(opened: Open) -> None:
    page = opened()
    control(page, "show").select_option("all")
    page.wait_for_url("**#/?show=all")
    expect(page.locator(".groups > details")).to_have_count(5)
    control(page, "design").select_option("call_through")
    page.wait_for_url("**#/?show=all&design=call_through")
    expect(page.locator(".count")).to_contain_text("1 event with 3 changes")
    page.go_back()
    expect(page.locator(".groups > details")).to_have_count(5)
    expect(control(page, "design")).to_have_value("")
    page.go_back()
    expect(control(page, "show")).to_have_value("")
    expect(page.locator(".groups > details")).to_have_count(1)


def test_an_address_that_was_shared_shows_the_same(opened: Open) -> None:
    page = opened("#/?show=worse&machine=m01&search=counted")
    expect(control(page, "machine")).to_have_value("m01")
    expect(control(page, "search")).to_have_value("counted")
    expect(page.locator(".count")).to_contain_text("1 event with 2 changes")


def test_a_trend_has_its_changes_levels_and_a_table(opened: Open) -> None:
    page = opened(
        "#/trend?workload=leaf&design=counted_shadow&metric=added_ns"
        "&transfer=paired&registers=scalar&tracers=1&machine=m01"
    )
    expect(page.locator("h1")).to_contain_text("counted_shadow")
    expect(page.locator(".under")).to_contain_text("60 figures, 1 change")
    expect(page.locator("figure svg")).to_contain_text("▲ +3.1 %")
    expect_lines(page, 2)
    rows = page.locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text(commit_name(40)[:10])
    expect(rows.nth(1)).to_contain_text(commit_name(39)[:10])
    page.get_by_text("All figures as a table").click()
    expect(page.locator("details.figures tbody tr")).to_have_count(60)
    expect(page.locator("figure")).to_have_attribute(
        "aria-label", re.compile("60 figures, 1 change")
    )


def test_another_series_is_drawn_and_a_combination_that_nobody_measured_leads_to_one_that_exists(
    opened: Open,
) -> None:
    page = opened(
        "#/trend?workload=leaf&design=bitmask&metric=added_ns&transfer=push_ret"
        "&registers=scalar&tracers=8&machine=m00"
    )
    control(page, "design").select_option("instance_pool")
    expect(page.locator("h1")).to_contain_text("instance_pool")
    control(page, "tracers").select_option("256")  # push_ret was not measured with 256 tracers
    page.wait_for_url("**tracers=256**")
    expect(control(page, "transfer")).to_have_value("paired")
    expect(control(page, "design")).to_have_value("instance_pool")


def test_machines_stand_side_by_side_with_a_colour_per_design(opened: Open) -> None:
    page = opened(
        "#/trend?workload=leaf&design=*&metric=added_ns&transfer=paired"
        "&registers=scalar&tracers=1&machine=*"
    )
    expect(page.locator("figure svg")).to_contain_text("m02")
    for colour in ("#0072B2", "#D55E00", "#009E73"):
        page.wait_for_function(f"{LINES}.some((p) => p.getAttribute('stroke') === '{colour}')")
    expect(page.locator(".legend .design")).to_have_text(
        ["bitmask", "counted_shadow", "instance_pool", "call_through"]
    )
    page.screenshot(path=SCREENSHOTS / "dashboard_machines.png", full_page=True)


@pytest.mark.parametrize("width", [390, 1280])
def test_names_of_machines_keep_apart(opened: Open, few: Path, width: int) -> None:
    page = opened("#/trend?machine=*", folder=few, width=width)
    titles = page.locator("figure .role-title-text text")
    expect(titles).to_have_count(2)
    expect(titles.nth(0)).to_contain_text("0x1000065")
    boxes = [title.bounding_box() for title in titles.all()]
    one, other = (box for box in boxes if box is not None)
    beside = one["x"] + one["width"] < other["x"]
    assert beside or one["y"] + one["height"] < other["y"]
    assert other["x"] + other["width"] <= width
    # A long name leaves the table its other columns.
    if width == 1280:
        table = page.locator("main .scroll").first
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_run_has_its_figures_changes_and_context(opened: Open) -> None:
    page = opened(f"#/run?machine=m01&commit={commit_name(40)}")
    expect(page.locator("main")).to_contain_text("3 series got worse")
    expect(page.locator("tbody tr")).to_have_count(24)
    page.get_by_role("button", name="change", exact=True).click()
    expect(page.locator("tbody tr").first).to_contain_text("instance_pool")
    page.wait_for_url("**sort=-change**")
    page.get_by_text("Machine, compiler, options").click()
    expect(page.locator("dl")).to_contain_text("gcc 12.2.0")
    page.get_by_role("link", name="next run →").click()
    page.wait_for_url(f"**{commit_name(41)}**")
    expect(page.locator("h1")).to_contain_text("m01")
    page = opened(f"#/run?machine=m01&commit={commit_name(5)}&only=void")
    expect(page.locator("tbody td.number").nth(1)).to_have_text("void: missed 4 calls")
    expect(page.locator("tbody td").nth(3)).to_have_text("ns")


def test_a_run_says_that_the_whole_machine_moved(opened: Open) -> None:
    page = opened(f"#/run?machine=m00&commit={commit_name(50)}")
    expect(page.locator("main")).to_contain_text("+10.0 % all times of the machine, together")
    page = opened("#/trend?workload=leaf&design=bitmask&tracers=1&metric=added_ns&machine=m00")
    expect(page.locator("figure svg")).to_contain_text("◆ +10.0 %")


def test_two_runs_are_chosen_and_compared(opened: Open) -> None:
    page = opened("#/runs?machine=m02")
    expect(page.locator(".count")).to_have_text("60 runs")
    boxes = page.get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(30).check()
    page.get_by_role("link", name="Compare m02").click()
    page.wait_for_url("**#/compare?**")
    expect(page.locator(".under")).to_contain_text("Of 24 series that both have,")
    expect(page.locator("figure svg")).to_be_visible()
    control(page, "only").select_option("apart")
    rows = page.locator("tbody tr")
    expect(rows.filter(has_text="instance_pool paired, scalar, 1 tracer")).to_have_count(
        1
    )  # 20 % is more than any noise
    expect(rows).not_to_have_count(24)
    higher = page.locator(".under").inner_text().split()
    page.get_by_role("button", name="Swap A and B").click()
    expect(page.locator(".under")).to_contain_text(f"{higher[higher.index('are') - 1]} lower")


def test_a_comparison_begins_with_the_largest_difference(opened: Open) -> None:
    page = opened(
        f"#/compare?a_machine=m01&a_commit={commit_name(39)}"
        f"&b_machine=m01&b_commit={commit_name(40)}"
    )
    expect(page.locator("main tbody tr").first).to_contain_text(
        "instance_pool paired, scalar, 1 tracer"
    )
    expect(page.locator(".warning")).to_have_count(0)
    expect(page.locator("details.one-sided")).to_be_hidden()
    percent = page.locator("figure svg .role-axis").filter(has_text="+")
    ticks = percent.locator(".role-axis-label text").all_text_contents()
    assert "+10" in ticks
    assert [tick for tick in ticks if not re.fullmatch(rf"0|[+{MINUS}]\d[\d,.]*", tick)] == []


def test_two_runs_that_were_made_differently_are_told_apart(opened: Open, unlike: Path) -> None:
    page = opened("#/compare?a_machine=m00&b_machine=m01", folder=unlike)
    expect(page.locator(".warning")).to_contain_text("A and B were not made in the same way.")
    expect(page.locator(".warning li")).to_have_text(
        ["machine m00 → m01", "quick false → true", "min_time unknown → 0.02"]
    )
    expect(page.locator(".under")).to_contain_text("Of 20 series that both have,")
    expect(page.locator("main > .list tbody tr")).to_have_count(20)
    rest = page.locator("details.one-sided")
    expect(rest.locator("summary")).to_have_text("4 series that cannot be compared: 4 in A only")
    expect(rest.locator("tbody tr").first).to_be_hidden()
    rest.locator("summary").click()
    expect(rest.locator("tbody tr")).to_have_count(4)
    expect(rest.locator("tbody tr").first).to_be_visible()


def test_all_of_it_works_by_keyboard(opened: Open) -> None:
    page = opened()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#filter-show")).to_be_focused()
    page.keyboard.type("every")
    page.wait_for_url("**#/?show=all")
    expect(page.locator(".groups > details")).to_have_count(5)
    expect(page.locator("#filter-show")).to_be_focused()  # a filter keeps the focus
    page.locator(".groups summary").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".groups > details").nth(1)).to_have_attribute("open", "")
    link = page.locator(".groups > details").nth(1).locator("table a").first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#/trend?**")
    # The focus moves to the start of the new page, a moment after the address changes.
    expect(page.locator("#main")).to_be_focused()


def test_light_and_dark(opened: Open) -> None:
    page = opened(scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Change between light and dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    page = opened("#/trend?design=counted_shadow&tracers=1", scheme="dark")
    expect(page.locator("figure svg")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "dashboard_dark.png", full_page=True)


@pytest.mark.parametrize(
    "address", ["#/", "#/trend", "#/runs", "#/compare", "#/machines", "#/trend?machine=*"]
)
def test_a_narrow_page_does_not_scroll_sideways(opened: Open, address: str) -> None:
    page = opened(address, width=390)
    page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )  # waits for the layout
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(
        path=SCREENSHOTS / f"dashboard_narrow_{quote(address[2:], safe='') or 'overview'}.png",
        full_page=True,
    )


def test_print_has_the_line_and_no_controls(opened: Open) -> None:
    page = opened(scheme="dark")
    page.emulate_media(media="print")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".filters")).to_be_hidden()
    expect(page.locator("nav")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("#/nowhere", 'there is no page "nowhere"'),
        ("#/run?machine=m01&commit=abc", "there is no run of commit abc on machine m01"),
        ("#/compare?a_machine=m01&a_commit=abc", "there is no run of commit abc on machine m01"),
        ("#/%E0%A4%A", "there is no page"),
    ],
)
def test_an_address_that_leads_nowhere_says_so(opened: Open, address: str, says: str) -> None:
    page = opened(address)
    expect(page.get_by_role("alert")).to_contain_text(says)
    page.get_by_role("link", name="Runs").click()
    expect(page.locator("h1")).to_have_text("Runs")


@pytest.mark.slow
def test_what_files_say_stays_text(opened: Open, tmp_path: Path) -> None:
    changes, events = planted()
    out = tmp_path / "site"
    site.write(history(changes=changes, events=events, hostile=True), out)
    where = f"machine={quote('m01' + HOSTILE)}"
    for address in (
        "#/?show=all",
        f"#/trend?{where}",
        "#/trend?machine=*",
        f"#/run?{where}&commit={commit_name(40)}",
        "#/runs",
        "#/compare",
        "#/machines",
    ):
        page = opened(address, folder=out)
        expect(page.locator("main")).to_contain_text(HOSTILE)
        assert page.locator("main img").count() == 0
        assert page.locator("main script").count() == 0


def test_a_site_that_is_not_complete_says_which_file_is_missing(
    browser: Browser, place: Path, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    shutil.copytree(place, out)
    (out / "data/series/1.js").unlink()
    page = browser.new_page()
    page.goto(f"{out.as_uri()}/index.html#/trend?workload=leaf&design=counted_shadow&tracers=1")
    expect(page.get_by_role("alert")).to_contain_text(
        "data/series/1.js cannot be loaded: the site is not complete"
    )
    page.close()
