"""The notebooks, as they are committed, and as a shorter run with the installed package makes
them."""

import importlib.util
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "python" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

# Smaller numbers for the cells of parameters. The code is the same; the figures mean nothing.
SHORT = {
    "1": {"PROCESSES": "1", "MIN_TIME": "0.0005"},
    "2": {"TRACERS": "3"},
    "3": {"PROCESSES": "1", "MIN_TIME": "0.0005"},
    "4": {
        "PROCESSES": "1",
        "MIN_TIME": "0.0005",
        "SCENARIOS": "['order_brackets']",
        "CHECKOUT": repr(str(ROOT)),
    },
    "5": {
        "CHECKOUT": repr(str(ROOT)),
        "MIN_TIME": "0.0005",
        "COMMITS": "150",
        "PLANTED_AT": "100",
        "METRICS": "60",
        "CLEAN": "2",
    },
    "6": {"CHECKOUT": repr(str(ROOT))},
}

installed = pytest.mark.skipif(
    find_spec("retprobe._core") is None, reason="the package is not installed"
)


@pytest.fixture(scope="module")
def execute() -> ModuleType:
    """The module python/notebooks/execute.py, which is in no package."""
    specification = importlib.util.spec_from_file_location("execute", FOLDER / "execute.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def kinds(cell: Any) -> list[str]:
    """The types of a cell's outputs: "stdout", "text/html", "image/svg+xml" …"""
    return [
        kind
        for output in cell.outputs
        for kind in (
            [output.name]
            if output.output_type == "stream"
            else sorted(output.get("data", {"error": ""}))
        )
    ]


def counted(notebook: Any) -> dict[str, list[str]]:
    """The outputs of the cells with the tag "counted". They are counted and not measured, so they
    are the same each time."""
    return {
        cell.id: [output.data["text/html"] for output in cell.outputs]
        for cell in code_cells(notebook)
        if "counted" in cell.metadata.get("tags", [])
    }


def is_counted(path: Path) -> bool:
    return bool(counted(nbformat.read(path, as_version=4)))


def same_compiler() -> bool:
    """Whether g++ has the version that compiled the package behind the committed outputs. The
    reference of costs is of the same version."""
    compiler = shutil.which("g++")
    if compiler is None:
        return False
    version = subprocess.run(
        [compiler, "-dumpfullversion"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return any((ROOT / "results" / "reference" / "cost").glob(f"gcc-{version}-*.json"))


def test_there_are_six() -> None:
    assert [path.name.partition("_")[0] for path in NOTEBOOKS] == list(SHORT)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_as_executed_without_errors(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    shown = [kind for cell in cells for kind in kinds(cell)]
    assert "error" not in shown and "stderr" not in shown
    assert shown.count("image/svg+xml") >= 1 and len(shown) > len(cells) / 2
    assert sum("parameters" in cell.metadata.get("tags", []) for cell in cells) == 1
    assert path.stat().st_size < 500_000
    assert {cell.id for cell in notebook.cells}.isdisjoint({"injected-parameters"})


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_outputs_name_no_folder_of_somebody(path: Path) -> None:
    outputs = [
        output for cell in code_cells(nbformat.read(path, as_version=4)) for output in cell.outputs
    ]
    assert not re.findall(r"/(?:tmp|home|root|work)/[\w./-]+", str(outputs))


@installed
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=mark, id=path.stem)
        for path in NOTEBOOKS
        # What is counted changes with the hot path: `./check` without --all has to see it.
        for mark in [pytest.mark.slow if is_counted(path) else pytest.mark.whole]
    ],
)
def test_executed_anew_it_shows_what_the_committed_one_shows(
    path: Path, execute: ModuleType, tmp_path: Path
) -> None:
    number = path.name.partition("_")[0]
    missing = [tool for tool in ("cmake", "ninja", "c++") if shutil.which(tool) is None]
    if number == "4" and missing:
        pytest.skip(f"nothing to compile a design with: no {', '.join(missing)}")
    try:
        notebook = execute.executed(path, SHORT[number], tmp_path)
    except CellExecutionError as error:
        if "ptrace" in str(error):
            pytest.skip("ptrace is not permitted here, and this notebook counts instructions")
        raise
    committed = {cell.id: kinds(cell) for cell in code_cells(nbformat.read(path, as_version=4))}
    # The number of pictures depends on what is measured or found. Their types must be the same.
    fresh = {cell.id: kinds(cell) for cell in code_cells(notebook)}
    assert {name: set(shown) for name, shown in fresh.items()} == {
        name: set(shown) for name, shown in committed.items()
    }
    if same_compiler():
        assert counted(notebook) == counted(nbformat.read(path, as_version=4))
    assert list(tmp_path.iterdir()) == []  # a notebook leaves nothing where it is run


@installed
@pytest.mark.parametrize("path", NOTEBOOKS[3:], ids=lambda path: path.stem)
@pytest.mark.slow
def test_without_a_checkout_it_says_so(path: Path, execute: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(CellExecutionError) as raised:
        execute.executed(path, {}, tmp_path)
    assert raised.value.ename == "SystemExit"
    assert raised.value.evalue.startswith(f"No checkout of retprobe in {tmp_path} or above it: ")


def notebook_of(*sources: str, tags: tuple[str, ...] = ("parameters",)) -> Any:
    cells = [
        nbformat.v4.new_code_cell(source, id=f"cell-{number}")
        for number, source in enumerate(sources)
    ]
    cells[0].metadata["tags"] = list(tags)
    return nbformat.v4.new_notebook(cells=cells)


def test_parameters_are_set_where_a_notebook_has_them(execute: ModuleType) -> None:
    made = execute.with_parameters(
        notebook_of("A = 1  # first\nAB = 2", "print(A)"), {"A": "3", "B": "4"}
    )
    assert [cell.source for cell in made.cells] == ["A = 1  # first\nAB = 2", "A = 3", "print(A)"]
    with pytest.raises(ValueError, match="0 cells are tagged parameters"):
        execute.with_parameters(notebook_of("A = 1", tags=()), {"A": "3"})


@pytest.mark.slow
def test_what_differs_between_runs_is_not_kept(execute: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "9_small.ipynb"
    sources = (
        "A = 1",
        "from tqdm import tqdm\nfor _ in tqdm(range(3), desc='verify'):\n    pass\nprint(A)",
        "from IPython.display import HTML\nHTML('<b>x</b>')",
    )
    nbformat.write(notebook_of(*sources), path)
    done = execute.executed(path, {"A": "7"}, tmp_path)
    assert [cell.source for cell in done.cells] == list(sources)
    assert [kinds(cell) for cell in done.cells] == [[], ["stdout"], ["text/html"]]
    assert done.cells[1].outputs[0].text == "7\n"
    assert (
        all("execution" not in cell.metadata for cell in done.cells)
        and "widgets" not in done.metadata
    )


@pytest.mark.slow
def test_a_warning_is_kept(execute: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "9_warning.ipynb"
    nbformat.write(notebook_of("A = 1", "import warnings\nwarnings.warn('look here')"), path)
    done = execute.executed(path, {}, tmp_path)
    assert kinds(done.cells[1]) == ["stderr"] and "look here" in done.cells[1].outputs[0].text


@installed
@pytest.mark.slow
def test_progress_is_shown_without_a_warning_whether_or_not_there_are_widgets(
    execute: ModuleType, tmp_path: Path
) -> None:
    path = tmp_path / "9_progress.ipynb"
    work = (
        "retprobe.verify(scenarios='order_brackets', designs='counted_shadow', transfers='paired', "
        "tracers=1).totals"
    )
    nbformat.write(notebook_of("A = 1", f"import retprobe\n{work}"), path)
    assert kinds(execute.executed(path, {}, tmp_path).cells[1]) == ["text/plain"]


@pytest.mark.slow
def test_a_notebook_that_fails_is_left_as_it_was(
    execute: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "1_wrong.ipynb"
    nbformat.write(notebook_of("A = 1", "A / 0"), path)
    before = path.read_bytes()
    monkeypatch.setattr(execute, "FOLDER", tmp_path)
    assert execute.main(["--out", str(tmp_path), "1"]) == 1
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    assert "division by zero" in capsys.readouterr().err


@pytest.mark.slow
def test_a_notebook_behind_one_that_ends_its_kernel_is_executed(
    execute: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong, right = tmp_path / "1_wrong.ipynb", tmp_path / "2_right.ipynb"
    nbformat.write(notebook_of("A = 1", "import os; os._exit(3)"), wrong)
    nbformat.write(notebook_of("A = 1", "A + 1"), right)
    before = wrong.read_bytes()
    monkeypatch.setattr(execute, "FOLDER", tmp_path)
    assert execute.main(["--out", str(tmp_path)]) == 1
    assert wrong.read_bytes() == before
    assert nbformat.read(right, as_version=4).cells[1].outputs
    assert "1_wrong.ipynb: a cell failed" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--set", "PROCESSES"], ["--set", "PROCESES=1"], ["77"]])
def test_wrong_use_is_one_line(
    arguments: list[str], execute: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute.main(arguments) == 2
    said = capsys.readouterr().err
    assert arguments[-1].partition("=")[0] in said and said.count("\n") == 1
