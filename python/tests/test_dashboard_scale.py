"""The whole dashboard with ten million figures, compared with a thousandth of them in the same run:
what it executes and what it loads. No time is a limit.

Times, counts and sizes are written to build/dashboard-scale.json, for people to read.
"""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from conftest import PATIENCE
from dashboard_scale import Loaded, Steps, build, history, measured
from playwright.sync_api import Browser, Page, expect

FIGURES = Path(__file__).parents[2] / "build" / "dashboard-scale.json"

AT_MOST = 8
"""How many times as much a step may execute with a thousand times the figures, if it shows no
more."""


@dataclass(frozen=True)
class Site:
    commits: int
    machines: int
    metrics: int
    folder: Path
    history_seconds: float
    build_seconds: float

    @property
    def size(self) -> int:
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())


def made(folder: Path, commits: int, machines: int, metrics: int) -> Site:
    wrote = history(folder / "store", commits, machines, metrics)
    built = build(folder / "store", folder / "site")
    shutil.rmtree(folder / "store")
    return Site(commits, machines, metrics, folder / "site", wrote, built)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("full")
    yield made(folder, 1000, 20, 500)
    shutil.rmtree(folder)  # 300 MB; pytest would keep the folders of its last three runs


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return made(tmp_path_factory.mktemp("small"), 100, 2, 50)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        yield page


def test_the_planted_regression_is_the_one_line(full: Site, page: Page) -> None:
    page.goto(f"{full.folder.as_uri()}/index.html")
    commit = str(page.evaluate("retprobe.model.commits.name[750]"))
    expect(page.locator("h1")).to_contain_text("Newest: counted_shadow in ")
    expect(page.locator("h1")).to_contain_text(f"by commit {commit[:10]}")
    first = page.locator(".groups > details").first
    expect(first.locator("summary")).to_contain_text("counted_shadow")
    expect(first.locator("summary")).to_contain_text("20 machines")


def visited(browser: Browser, site: Site, count: bool) -> tuple[Steps, Loaded]:
    """Visits all pages once."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return measured(page, site.folder, count)


def test_executes_and_loads_as_a_small_one_does(full: Site, small: Site, browser: Browser) -> None:
    commits, machines = full.commits / small.commits, full.machines / small.machines
    most = dict.fromkeys(Steps.__dataclass_fields__, float(AT_MOST))
    # It shows each commit.
    most["another_series"] = 1.25 * commits
    # It draws a chart for each machine.
    most["side_by_side"] *= machines
    sites = full, small
    executed = {site.folder: asdict(visited(browser, site, count=True)[0]) for site in sites}
    timed = {site.folder: visited(browser, site, count=False) for site in sites}
    told = {
        f"{site.commits} commits, {site.machines} machines, {site.metrics} metrics": {
            "history_seconds": site.history_seconds,
            "build_seconds": site.build_seconds,
            "site_bytes": site.size,
            "blocks_executed": executed[site.folder],
            "milliseconds": asdict(timed[site.folder][0]),
            "bytes_loaded": asdict(timed[site.folder][1]),
        }
        for site in sites
    }
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(told, indent=1) + "\n")
    for name, limit in most.items():
        assert 0 < executed[full.folder][name] <= limit * executed[small.folder][name], told
    # Nearly all of the site's bytes are figures, and a page loads very few of them.
    assert 100 * max(asdict(timed[full.folder][1]).values()) < full.size, told
