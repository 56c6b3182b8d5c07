"""The report in a real browser: charts, keyboard, themes, narrow screens and print. It requests
nothing from the network.

Screenshots stay in build/screenshots, for people to look at.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import report_files as files
from conftest import PATIENCE
from playwright.sync_api import Browser, Page, expect

import retprobe
from retprobe.report.page import page as make_page

SCREENSHOTS = files.ROOT / "build" / "screenshots"


@pytest.fixture(scope="session")
def report_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page in which every section has data."""
    folder = tmp_path_factory.mktemp("report")
    regressions = files.regressions()
    regressions["regress"]["unlike"] = ["TWO MACHINES: the base was measured on another one"]
    made = {
        "wide.json": files.wide(),
        "verify.json": files.verdicts(fails=True),
        "regress.json": regressions,
        "linux-regress.json": files.linux_regressions(),
        "changed.json": files.changed_program(),
        "killed.json": files.killed_program(),
    }
    paths = [files.write(folder / name, document) for name, document in made.items()]
    paths += [files.GOALS, files.COST, files.KERNELS, files.LINUX_VERDICTS, files.TRACER_VERDICTS]
    paths += [files.PROGRAM_COMPARISON, files.PROGRAM_RUN]
    out = folder / "report.html"
    documents = [(path.name, retprobe.load(path)) for path in paths]
    out.write_text(make_page(documents, "python -m retprobe report …"), encoding="utf-8")
    return out


@pytest.fixture(scope="session")
def hostile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    documents = (files.hostile(), *files.hostile_programs())
    paths = [files.write(folder / f"{i}.json", each) for i, each in enumerate(documents)]
    out = folder / "report.html"
    out.write_text(
        make_page([(files.HOSTILE, retprobe.load(path)) for path in paths], files.HOSTILE),
        encoding="utf-8",
    )
    return out


class Visit:
    """A page that has drawn its charts, with its complaints and its requests."""

    def __init__(self, browser: Browser, file: Path, **context: Any) -> None:
        self.context = browser.new_context(**context)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_function("document.documentElement.dataset.charts === 'drawn'")

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def screenshot(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(
            path=SCREENSHOTS / f"report-{name}.png", full_page=True, timeout=PATIENCE
        )


def colour(page: Page, selector: str, what: str) -> tuple[int, ...]:
    text = page.evaluate(
        "([s, w]) => getComputedStyle(document.querySelector(s))[w]", [selector, what]
    )
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def is_dark(page: Page) -> bool:
    return sum(colour(page, "body", "backgroundColor")) < sum(colour(page, "body", "color"))


@pytest.mark.slow
def test_every_chart_is_drawn_without_a_complaint_or_a_request(
    browser: Browser, report_file: Path
) -> None:
    with Visit(browser, report_file, viewport={"width": 1200, "height": 900}) as visit:
        drawn = visit.page.evaluate(
            """() => [...document.querySelectorAll(".chart")].map((chart) => ({
                 marks: chart.querySelectorAll("svg .mark-symbol path").length, bars:
                 chart.querySelectorAll("svg .mark-rule line").length, label:
                 chart.parentElement.querySelector("[role=graphics-document]")
                   .getAttribute("aria-label"),
                 wide: chart.querySelector("svg")?.getBoundingClientRect().width ?? 0,
               }))"""
        )
        assert len(drawn) == visit.page.locator("script[data-chart]").count() >= 15
        for chart in drawn:
            assert chart["marks"] >= 3 and chart["bars"] >= 3
            assert chart["label"].endswith(".")
            assert chart["wide"] > 700
        assert visit.complaints == []
        assert [url for url in visit.requests if not url.startswith(("file:", "data:"))] == []
        visit.screenshot("light")


def test_dark_by_preference_and_by_the_switch(browser: Browser, report_file: Path) -> None:
    with Visit(
        browser, report_file, color_scheme="dark", viewport={"width": 1200, "height": 900}
    ) as visit:
        assert is_dark(visit.page)
        # Axis labels take the page's colour.
        label = colour(visit.page, ".chart svg .role-axis-label text", "fill")
        assert sum(label) > 500
        visit.screenshot("dark")
        visit.page.get_by_role("radio", name="Light").check()
        assert not is_dark(visit.page)
        assert sum(colour(visit.page, ".chart svg .role-axis-label text", "fill")) < 200
        visit.page.reload()
        visit.page.wait_for_function("document.documentElement.dataset.charts === 'drawn'")
        assert not is_dark(visit.page)  # the choice is remembered
        visit.page.get_by_role("radio", name="Auto").check()
        assert is_dark(visit.page)


@pytest.mark.slow
def test_keyboard_alone(browser: Browser, report_file: Path) -> None:
    with Visit(browser, report_file) as visit:
        page = visit.page
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the verdict")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url("**#verdict")
        page.keyboard.press("Tab")
        seen = set()
        for _ in range(60):
            seen.add(
                page.evaluate("document.activeElement.closest('nav, details, .scroll')?.tagName")
            )
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none" or page.evaluate("document.activeElement.type === 'radio'")
            if page.evaluate("document.activeElement.matches('figure summary')"):
                break
            page.keyboard.press("Tab")
        assert {"DIV", "NAV"} <= seen
        page.keyboard.press("Enter")
        opened = page.locator("figure details[open] table")
        expect(opened).to_have_count(1)
        assert opened.locator("tbody tr").count() >= 4


def test_screen_readers_find_headings_tables_and_names(browser: Browser, report_file: Path) -> None:
    with Visit(browser, report_file) as visit:
        page = visit.page
        levels = page.evaluate(
            "[...document.querySelectorAll('h1, h2, h3')].map((h) => Number(h.tagName[1]))"
        )
        assert levels.count(1) == 1 and levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll("[aria-labelledby]")]
                 .map((element) => document.getElementById(element.getAttribute("aria-labelledby")))
                 .filter((name) => !name?.textContent.trim()).length"""
        )
        assert unnamed == 0
        assert (
            page.locator("figure").count()
            == page.locator("figure:has(details table caption)").count()
        )
        bare = page.evaluate(
            "[...document.querySelectorAll('tbody tr')].filter((row) => "
            "!row.querySelector('th[scope=row]')).length"
        )
        assert bare == 0
        assert page.get_by_role("navigation", name="Sections").get_by_role("link").count() >= 19
        links = page.evaluate(
            "[...document.querySelectorAll('nav a')].filter((a) => "
            "!document.querySelector(a.hash)).length"
        )
        assert links == 0


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The contrast ratio of two colours by WCAG."""

    def light(colour: tuple[int, ...]) -> float:
        linear = [
            c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(browser: Browser, report_file: Path, scheme: Any) -> None:
    with Visit(browser, report_file, color_scheme=scheme) as visit:
        paper = colour(visit.page, "body", "backgroundColor")
        for selector in (
            "body",
            "caption",
            "figcaption",
            ".spread",
            "td.void",
            "td.missed",
            ".warning",
            ".bad dd",
            "nav a",
            "summary",
        ):
            assert contrast(colour(visit.page, selector, "color"), paper) >= 4.5, selector


def test_a_telephone_scrolls_in_one_direction(browser: Browser, report_file: Path) -> None:
    with Visit(browser, report_file, viewport={"width": 390, "height": 844}) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") == 390
        widest = visit.page.evaluate(
            "Math.max(...[...document.querySelectorAll('.chart svg')].map((svg) => "
            "svg.getBoundingClientRect().width))"
        )
        assert 300 < widest <= 390
        # No figure of the decisions and goals is outside of the screen. Each has its design's name
        # beside it.
        for place in ("#verdict", "#goals", "#your-program"):
            cells = visit.page.locator(f"{place} table.cards td:not(:empty)")
            assert cells.count() > 20
            beyond = cells.evaluate_all(
                "all => all.filter((cell) => cell.getBoundingClientRect().right > 390).length"
            )
            assert beyond == 0
        # Names of functions have no blanks to break at.
        names = visit.page.locator("table.cards tbody th")
        too_wide = "all => all.filter((name) => name.scrollWidth > name.clientWidth).length"
        assert names.count() > 40 and names.evaluate_all(too_wide) == 0
        named = visit.page.locator("#goals td.missed").first
        title = named.evaluate("cell => getComputedStyle(cell, '::before').content")
        assert title.strip('"') == f"{named.get_attribute('data-title')}: "
        # A table that is wider than the screen has a shade at its side.
        wide = visit.page.locator("#unwinders .scroll")
        assert wide.evaluate("box => box.scrollWidth > box.clientWidth")
        assert "linear-gradient" in wide.evaluate("box => getComputedStyle(box).backgroundImage")
        visit.screenshot("phone")


def test_no_text_of_a_chart_is_cut_off(browser: Browser, report_file: Path) -> None:
    for width in (390, 1280):
        with Visit(browser, report_file, viewport={"width": width, "height": 844}) as visit:
            outside = visit.page.evaluate(
                """() => [...document.querySelectorAll(".chart svg text")].filter((text) => {
                     const box = text.getBoundingClientRect();
                     return box.left < 0 || box.right > innerWidth;
                   }).map((text) => text.textContent)"""
            )
            assert outside == []


def test_print(browser: Browser, report_file: Path) -> None:
    with Visit(browser, report_file, color_scheme="dark") as visit:
        visit.page.emulate_media(media="print")
        # A printed page is dark on white, also when the screen shows the dark theme.
        assert not is_dark(visit.page)
        assert sum(colour(visit.page, ".chart svg .role-axis-label text", "fill")) < 200
        for selector in (".theme", "nav", "figure details"):
            assert not visit.page.locator(selector).first.is_visible()
        # Print shows the list that "listed below" speaks of. Afterwards the screen is as it was.
        listed = visit.page.locator("details.printed dl")
        visit.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert listed.is_visible() and "instance_pool" in listed.inner_text()
        visit.page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert not listed.is_visible()
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        pdf = visit.page.pdf(path=SCREENSHOTS / "report-print.pdf", format="A4")
        assert pdf.startswith(b"%PDF") and 6 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 40


@pytest.mark.slow
def test_hostile_strings_stay_text(browser: Browser, hostile_file: Path) -> None:
    with Visit(browser, hostile_file) as visit:
        assert visit.page.evaluate("window.hurt") is None
        assert visit.page.locator("img").count() == 0
        assert "window.hurt=1" in visit.page.locator("main").inner_text()
        assert visit.complaints == []
        # The tooltip of a mark is made by a script. It must show the strings as text, too.
        visit.page.locator(".chart svg .mark-symbol path").first.hover()
        visit.page.wait_for_selector("#vg-tooltip-element.visible")
        assert visit.page.evaluate("window.hurt") is None
        visit.screenshot("hostile")


def test_without_scripts_the_tables_remain(browser: Browser, report_file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report_file.as_uri(), timeout=PATIENCE)
    assert page.locator("noscript").count() == page.locator("figure").count()
    page.locator("figure summary").first.click()
    expect(page.locator("figure details[open] table").first).to_be_visible()
    context.close()
