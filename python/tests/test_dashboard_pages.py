"""The dashboard in a real browser, opened from the disk: what it draws, says and loads, by mouse and by keyboard."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest
from conftest import PATIENCE
from dashboard_history import HOSTILE, commit_name, history, planted
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from retprobe.dashboard import site

SCREENSHOTS = Path(__file__).parents[2] / "build/screenshots"

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    changes, events = planted()
    out = tmp_path_factory.mktemp("dashboard") / "site"
    site.write(history(changes=changes, events=events), out)
    return out


@pytest.fixture
def opened(browser: Browser, place: Path) -> Iterator[Open]:
    """Opens an address; afterwards no page may have complained, or asked for anything but the site's files."""
    wrong: list[str] = []
    contexts = []

    def open_page(
        address: str = "#/", folder: Path = place, scheme: Literal["light", "dark"] = "light", width: int = 1280
    ) -> Page:
        size: ViewportSize = {"width": width, "height": 900}
        context = browser.new_context(color_scheme=scheme, viewport=size)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        root = folder.as_uri()
        page.on(
            "request", lambda ask: None if ask.url.startswith((root, "data:")) else wrong.append(f"asked for {ask.url}")
        )
        page.goto(f"{root}/index.html{address}")
        page.wait_for_function("document.documentElement.dataset.ready")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong


def control(page: Page, name: str) -> Locator:
    """A filter, which has to have a label."""
    found = page.locator(f"#filter-{name}")
    expect(page.locator(f"label[for=filter-{name}]")).to_be_visible()
    return found


# What a chart has drawn that is longer than a point.
LINES = "[...document.querySelectorAll('.chart svg path')].filter((p) => p.getTotalLength() > 100)"


def expect_lines(page: Page, least: int) -> None:
    page.wait_for_function(f"{LINES}.length >= {least}")


def test_the_overview_begins_with_the_one_line_and_draws_the_newest_change(opened: Open) -> None:
    page = opened()
    expect(page.locator("h1")).to_contain_text("3 series got worse on 3 machines.")
    expect(page.locator("h1")).to_contain_text(commit_name(40)[:10])
    expect(page.locator(".groups > details")).to_have_count(1)
    expect(page.locator(".groups .inside li")).to_have_text(
        [f"{commit_name(n)[:10]} Commit {n}{' the likeliest' if n == 40 else ''}" for n in (41, 40, 39)]
    )
    expect(page.locator(".groups figure svg")).to_be_visible()
    expect_lines(page, 3)
    expect(page.locator("main")).to_contain_text("missed 4 calls")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "dashboard_overview.png", full_page=True)


def test_filters_are_in_the_address_and_the_back_button_undoes_them(opened: Open) -> None:
    page = opened()
    control(page, "show").select_option("all")
    page.wait_for_url("**#/?show=all")
    expect(page.locator(".groups > details")).to_have_count(5)
    control(page, "design").select_option("call_through")
    page.wait_for_url("**#/?show=all&design=call_through")
    expect(page.locator(".count")).to_contain_text("2 events with 8 changes")
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
    expect(page.locator("figure")).to_have_attribute("aria-label", re.compile("60 figures, 1 change"))


def test_another_series_is_drawn_and_a_combination_that_nobody_measured_leads_to_one_that_exists(opened: Open) -> None:
    page = opened(
        "#/trend?workload=leaf&design=bitmask&metric=added_ns&transfer=push_ret&registers=scalar&tracers=8&machine=m00"
    )
    control(page, "design").select_option("instance_pool")
    expect(page.locator("h1")).to_contain_text("instance_pool")
    control(page, "tracers").select_option("256")  # push_ret was not measured with so many
    page.wait_for_url("**tracers=256**")
    expect(control(page, "transfer")).to_have_value("paired")
    expect(control(page, "design")).to_have_value("instance_pool")


def test_machines_stand_side_by_side_with_a_colour_per_design(opened: Open) -> None:
    page = opened("#/trend?workload=leaf&design=*&metric=added_ns&transfer=paired&registers=scalar&tracers=1&machine=*")
    expect(page.locator("figure svg")).to_contain_text("m02")
    for colour in ("#0072B2", "#D55E00", "#009E73"):
        page.wait_for_function(f"{LINES}.some((p) => p.getAttribute('stroke') === '{colour}')")
    expect(page.locator(".legend .design")).to_have_text(["bitmask", "counted_shadow", "instance_pool", "call_through"])
    page.screenshot(path=SCREENSHOTS / "dashboard_machines.png", full_page=True)


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
    expect(rows.filter(has_text="instance_pool paired, scalar, 1 tracer")).to_have_count(1)  # 20 % are out of any noise
    expect(rows).not_to_have_count(24)
    higher = page.locator(".under").inner_text().split()
    page.get_by_role("button", name="Swap A and B").click()
    expect(page.locator(".under")).to_contain_text(f"{higher[higher.index('are') - 1]} lower")


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
    # A new page begins at its beginning; the address changes a moment earlier.
    expect(page.locator("#main")).to_be_focused()


def test_light_and_dark(opened: Open) -> None:
    page = opened(scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Change between light and dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    page = opened("#/trend?design=counted_shadow&tracers=1", scheme="dark")
    expect(page.locator("figure svg")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "dashboard_dark.png", full_page=True)


@pytest.mark.parametrize("address", ["#/", "#/trend", "#/runs", "#/compare", "#/machines", "#/trend?machine=*"])
def test_a_narrow_page_does_not_scroll_sideways(opened: Open, address: str) -> None:
    page = opened(address, width=390)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it is laid out
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(
        path=SCREENSHOTS / f"dashboard_narrow_{quote(address[2:], safe='') or 'overview'}.png", full_page=True
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


def test_a_site_that_is_not_complete_says_which_file_is_missing(browser: Browser, place: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    shutil.copytree(place, out)
    (out / "data/series/1.js").unlink()
    page = browser.new_page()
    page.goto(f"{out.as_uri()}/index.html#/trend?workload=leaf&design=counted_shadow&tracers=1")
    expect(page.get_by_role("alert")).to_contain_text("data/series/1.js cannot be loaded: the site is not complete")
    page.close()
