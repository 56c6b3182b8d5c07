"""tests/tracers.py: which verdicts differ from the stored ones."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tracers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tracers", ROOT / "tests/tracers.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def document(**verdicts: str) -> dict[str, Any]:
    """Of one tracer, with two users."""
    cell = {"tracer": "xray", "variant": "-", "users": 2, "detail": ""}
    rows = [{**cell, "scenario": name, "verdict": said} for name, said in verdicts.items()]
    about = {"name": "xray", "version": "14", "path": "/tracers/xray"}
    return {"tracers": [about], "tracer_verdicts": rows}


@pytest.mark.parametrize(
    ("again", "differs"),
    [
        (["pass"], 0),  # at times only
        (["fail", "fail", "pass"], 0),
        (["fail", "fail", "fail"], 1),
        (["unavailable", "fail", "fail"], 1),  # a busy machine says nothing
        (["unavailable", "unavailable", "unavailable"], 1),
    ],
)
def test_what_differs_each_time(
    tracers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: list[str], differs: int
) -> None:
    stored = document(order="pass", stack="fail")
    now = document(order="fail", stack="fail")
    turns = iter(again)
    monkeypatch.setattr(tracers, "judged", lambda *_: document(order=next(turns)))
    assert tracers.compare_tracer(stored, now, now["tracers"][0], tmp_path) == differs


def test_what_a_busy_machine_could_not_try_differs_in_nothing(
    tracers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracers, "judged", lambda *_: pytest.fail("it is asked again"))
    stored, tracer = document(order="pass", stack="fail"), {"name": "xray", "version": "14"}
    some = document(order="unavailable", stack="fail")
    some["tracer_verdicts"].append({**some["tracer_verdicts"][0], "users": 3, "verdict": "pass"})
    stored["tracer_verdicts"].append(some["tracer_verdicts"][-1])
    assert tracers.compare_tracer(stored, some, tracer, tmp_path) == 0
    # None of its cells has a verdict.
    none = document(order="unavailable", stack="fail")
    stored = document(order="pass", stack="fail")
    assert tracers.compare_tracer(stored, none, tracer, tmp_path) == 1
