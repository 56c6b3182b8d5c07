"""How long the dashboard takes: to build, to open, to show another series, to filter its list; what
it loads, and how much of its code it executes.

    python python/tests/dashboard_scale.py FOLDER [--commits 1000] [--machines 20] [--metrics 500]

makes a synthetic history in FOLDER/store (once), the site in FOLDER/site, and opens it from the
disk in Chromium.
"""

import argparse
import json
import shutil
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from playwright.sync_api import Page, sync_playwright
from synthetic import Planted, Synthetic

from retprobe.dashboard import command

# From the change of a control to the moment when the new state has been painted, as seen by the
# page itself.
_CHANGE = """([control, value]) => new Promise((done) => {
  const before = performance.now();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - before)));
  });
  observer.observe(document.documentElement, {attributes: true, attributeFilter: ["data-drawn"]});
  const element = document.getElementById("filter-" + control);
  element.value = value;
  element.dispatchEvent(new Event(element.tagName === "SELECT" ? "change" : "input"));
})"""


@dataclass(frozen=True)
class Steps:
    """Of each step, milliseconds or executed blocks. Where there are several: the median, but of a
    list's filters the most, since they show more or less."""

    interactive: float
    first_trend: float
    another_series: float
    side_by_side: float
    filter_list: float
    filter_runs: float
    run_page: float


@dataclass(frozen=True)
class Loaded:
    """Bytes of the files that a page asks for, beyond those that are there already."""

    overview: int
    trend: int
    run_page: int


def history(store: Path, commits: int, machines: int, metrics: int) -> float:
    """A synthetic history with a regression of 3 % in one design, fifty commits a day; how many
    seconds it took."""
    begin = time.monotonic()
    planted = [Planted(commits * 3 // 4, 3.0, {"design": "counted_shadow"})]
    Synthetic(
        commits=commits, machines=machines, metrics=metrics, planted=planted, per_day=50
    ).write(store)
    return time.monotonic() - begin


def build(store: Path, out: Path) -> float:
    """Seconds."""
    begin = time.monotonic()
    if command.main([str(store), "--out", str(out)]) != 0:
        raise RuntimeError(f"the site of {store} was not made")
    return time.monotonic() - begin


def _change(page: Page, control: str, value: str) -> float:
    return float(page.evaluate(_CHANGE, [control, value]))


def _goto(page: Page, address: str) -> float:
    script = """(address) => new Promise((done) => {
      const before = performance.now();
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - before)));
      });
      observer.observe(document.documentElement,
        {attributes: true, attributeFilter: ["data-drawn"]});
      location.hash = address;
    })"""
    return float(page.evaluate(script, address))


class Executed:
    """Counts what a page executes: blocks of its JavaScript, each time that one is entered. That
    takes no clock, and makes the page slower."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Profiler.enable")
        self._session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

    def since_the_last_look(self) -> float:
        scripts = self._session.send("Profiler.takePreciseCoverage")["result"]
        return float(
            sum(
                block["count"]
                for script in scripts
                for function in script["functions"]
                for block in function["ranges"]
            )
        )


def measured(page: Page, site: Path, count: bool = False) -> tuple[Steps, Loaded]:
    """Opens the site in a new page, and goes where a reader goes. With `count`, the steps are
    executed blocks, and else milliseconds."""
    asked: list[Path] = []
    executed = Executed(page) if count else None

    def step(milliseconds: float) -> float:
        return milliseconds if executed is None else executed.since_the_last_look()

    def change(control: str, value: str) -> float:
        return step(_change(page, control, value))

    def goto(address: str) -> float:
        return step(_goto(page, address))

    page.on("request", lambda request: asked.append(Path(unquote(urlsplit(request.url).path))))

    def loaded() -> int:
        sizes = [path.stat().st_size for path in asked]
        asked.clear()
        return sum(sizes)

    page.goto(f"{site.as_uri()}/index.html")
    page.wait_for_function("document.documentElement.dataset.ready")
    interactive = step(
        page.evaluate("performance.getEntriesByName('retprobe-interactive')[0].startTime")
    )
    overview = loaded()
    filters = [change("show", value) for value in ("all", "worse", "machine", "")]
    filters += [change("search", text) for text in ("leaf", "leaf shadow", "nothing like this")]
    asked.clear()
    first_trend = goto("#/trend?workload=fib&design=counted_shadow&tracers=1&metric=added_ns")
    trend = loaded()
    designs = page.evaluate(
        "[...document.getElementById('filter-design').options].map((o) => o.value)"
    )
    another = [
        change("design", design)
        for design in designs
        if design not in ("*", "counted_shadow", "unprobed")
    ]
    side = change("machine", "*")
    goto("#/runs")
    commit = str(page.evaluate("retprobe.model.commits.name[7]"))
    runs = [change("search", text) for text in (commit[:4], commit[:10], "")]
    asked.clear()
    names = page.evaluate("retprobe.model.machines.map((m) => m.name)")
    run = [goto(f"#/run?machine={quote(name)}&commit={commit}") for name in names[:2]]
    pages = Loaded(overview, trend, loaded() // len(run))
    median = statistics.median
    return Steps(
        interactive, first_trend, median(another), side, max(filters), max(runs), median(run)
    ), pages


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--commits", type=int, default=1000)
    parser.add_argument("--machines", type=int, default=20)
    parser.add_argument("--metrics", type=int, default=500)
    options = parser.parse_args()
    store, site = options.folder / "store", options.folder / "site"
    if not store.exists():
        print(
            f"history: {history(store, options.commits, options.machines, options.metrics):.1f} s"
        )
    processor = time.process_time()
    print(
        f"build: {build(store, site):.1f} s, of which {time.process_time() - processor:.1f} s on "
        "processors"
    )
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(
        f"site: {size / 1e6:.0f} MB; index {(site / 'data/index.js').stat().st_size / 1e6:.2f} MB"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        times, pages = measured(browser.new_page(), site)
        print(json.dumps({"milliseconds": asdict(times), "bytes": asdict(pages)}, indent=1))
        browser.close()


if __name__ == "__main__":
    main()
