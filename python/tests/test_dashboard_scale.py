"""A bounded history through the whole dashboard, with times; dashboard_scale.py does so with ten million figures."""

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from dashboard_scale import build, history, measured
from playwright.sync_api import Page, expect, sync_playwright

COMMITS, MACHINES, METRICS = 200, 4, 100
CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scale")
    history(folder / "store", COMMITS, MACHINES, METRICS)
    build(folder / "store", folder / "site")
    return folder / "site"


@pytest.fixture
def page() -> Iterator[Page]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium here: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser.new_page()
        browser.close()


def test_the_planted_regression_is_the_one_line(made: Path, page: Page) -> None:
    page.goto(f"{made.as_uri()}/index.html")
    commit = str(page.evaluate("retprobe.model.commits.name[150]"))
    expect(page.locator("h1")).to_contain_text("Newest: counted_shadow in ")
    expect(page.locator("h1")).to_contain_text(f"by commit {commit[:10]}")
    first = page.locator(".groups > details").first
    expect(first.locator("summary")).to_contain_text("counted_shadow")
    expect(first.locator("summary")).to_contain_text("4 machines")


def test_opens_and_answers_in_time(made: Path, page: Page) -> None:
    times = asdict(measured(page, made))
    print(times)
    # An order of magnitude above what an idle machine of two cores takes, but for the first: tests share their machine.
    limits = {"interactive": 2000, "first_trend": 3000, "side_by_side": 4000}
    late = {name: value for name, value in times.items() if value > limits.get(name, 1500)}
    assert not late
