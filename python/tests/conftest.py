"""Without the installed package (tests/python.sh), only tests of pure Python run."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect, sync_playwright

COMPILED = find_spec("retprobe._core") is not None
collect_ignore = (
    []
    if COMPILED
    else [
        f"test_{name}.py"
        for name in ("live", "perfetto", "report", "report_browser", "run", "stacks", "stub")
    ]
)

PATIENCE = 180_000  # milliseconds: machines that measure at the same time are slow
expect.set_options(timeout=PATIENCE)
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What opens a browser takes long. A few of these tests are marked slow themselves."""
    for item in items:
        opens = isinstance(item, pytest.Function) and "browser" in item.fixturenames
        if opens and item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.whole)


def pytest_report_header() -> str:
    return "retprobe: " + (
        "installed" if COMPILED else f"sources only, left out: {', '.join(collect_ignore)}"
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real browser."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium here: apt install chromium, or set CHROMIUM")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"], timeout=PATIENCE
        )
        yield launched
        launched.close()
