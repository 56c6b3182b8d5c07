"""Tests of what is compiled need the installed package (tests/python.sh); without it, those of pure Python are run."""

from importlib.util import find_spec

COMPILED = find_spec("retprobe._core") is not None
collect_ignore = [] if COMPILED else ["test_live.py", "test_run.py", "test_stacks.py", "test_stub.py"]


def pytest_report_header() -> str:
    return "retprobe: " + ("installed" if COMPILED else f"sources only, left out: {', '.join(collect_ignore)}")
