"""tools/stage_times.py: the table of times in CONTRIBUTING.md, and what it says of a run."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("stage_times", ROOT / "tools/stage_times.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "TIMES", tmp_path)
    monkeypatch.setattr(module, "PAGE", tmp_path / "CONTRIBUTING.md")
    (tmp_path / "CONTRIBUTING.md").write_text(f"Before\n{module.OPENING}\n{module.CLOSING}\nEnd\n")
    return module


def test_a_table_is_written_and_read(tool: ModuleType) -> None:
    quick = tool.TIMES / "quick"
    quick.write_text("     1 s  format\n    30 s  build (GCC)\n    31 s  the whole\n")
    whole = "     2 s  format\n    20 s  Linux (beside others)\n    40 s  build (GCC)\n"
    (tool.TIMES / "all").write_text(f"{whole}    62 s  the whole\n")
    tool.write()
    text = tool.PAGE.read_text()
    assert text.startswith("Before\n") and text.endswith("End\n")
    assert [line for line in text.splitlines() if line.startswith("|")] == [
        "| seconds of | `./check --quick` | `./check` | `./check --all` |",
        "|---|---|---|---|",
        "| format | 1 |  | 2 |",
        "| Linux |  |  | 20 |",
        "| build (GCC) | 30 |  | 40 |",
        "| the whole | 31 |  | 62 |",
    ]
    # A level that was not run again keeps its column.
    (tool.TIMES / "all").unlink()
    quick.write_text("     3 s  format\n")
    tool.write()
    assert tool.table() == {
        "quick": {"format": 3},
        "check": {},
        "all": {"format": 2, "Linux": 20, "build (GCC)": 40, "the whole": 62},
    }


def test_a_stage_that_took_twice_its_time_is_named(tool: ModuleType) -> None:
    check = tool.TIMES / "check"
    check.write_text("     2 s  format\n    20 s  build\n    30 s  peers\n")
    tool.write()
    check.write_text("     9 s  format\n    41 s  build\n    60 s  peers\n     1 s  new\n")
    assert list(tool.late("check")) == [
        "'build' took 41 s, where CONTRIBUTING.md has 20 s",
        "'new' is not in the table of CONTRIBUTING.md",
    ]


@pytest.mark.parametrize("line", ["     ? s  format", "made by hand"])
def test_a_line_without_a_time_is_named(tool: ModuleType, line: str) -> None:
    (tool.TIMES / "check").write_text(f"{line}\n")
    with pytest.raises(tool.Trouble, match=r"check has no time of .*; run \./check again"):
        tool.write()


def test_times_of_a_failed_run_are_not_taken(tool: ModuleType) -> None:
    (tool.TIMES / "check").write_text("     2 s  format: FAILED, status 1 (beside others)\n")
    with pytest.raises(tool.Trouble, match="failed in 'format'"):
        tool.write()
