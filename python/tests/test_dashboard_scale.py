"""The whole dashboard with ten million figures, compared with a thousandth of them in the same run.

The times and sizes are written to build/dashboard-scale.json, for people to read. No time is a
limit by itself, since other tests run at the same time.
"""

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from conftest import PATIENCE
from dashboard_scale import Loaded, Times, build, history, measured
from playwright.sync_api import Browser, Page, expect

FIGURES = Path(__file__).parents[2] / "build" / "dashboard-scale.json"

VISITS = 5
AT_MOST = 8
"""How many times as long a page may take with a thousand times the figures. Idle, it is one to
three."""


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


def visited(browser: Browser, site: Site, best: dict[str, float]) -> Loaded:
    """Visits all pages once. `best` keeps the shortest time of all visits for each step."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        times, loaded = measured(page, site.folder)
    best |= {name: min(value, best.get(name, value)) for name, value in asdict(times).items()}
    return loaded


def test_opens_and_answers_as_a_small_one_does(full: Site, small: Site, browser: Browser) -> None:
    """The best of some visits counts: a page that is really slow is slow in every visit."""
    most = dict.fromkeys(Times.__dataclass_fields__, float(AT_MOST))
    # That page draws a chart for each machine.
    most["side_by_side"] *= full.machines / small.machines
    times: dict[Path, dict[str, float]] = {full.folder: {}, small.folder: {}}
    for _ in range(VISITS):
        loaded = {site.folder: visited(browser, site, times[site.folder]) for site in (full, small)}
        slow = {
            name
            for name in most
            if times[full.folder][name] > most[name] * times[small.folder][name]
        }
        if not slow:
            break
    told = {
        f"{site.commits} commits, {site.machines} machines, {site.metrics} metrics": {
            "history_seconds": site.history_seconds,
            "build_seconds": site.build_seconds,
            "site_bytes": site.size,
            "milliseconds": times[site.folder],
            "bytes_loaded": asdict(loaded[site.folder]),
        }
        for site in (full, small)
    }
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(told, indent=1) + "\n")
    assert not slow, told
    # Nearly all of the site's bytes are figures, and a page loads very few of them.
    assert 100 * max(asdict(loaded[full.folder]).values()) < full.size, told
