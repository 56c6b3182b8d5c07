"""Executes the notebooks beside this file, each in a fresh kernel of this Python, and stores
outputs.

    python python/notebooks/execute.py        all of them, in place
    python python/notebooks/execute.py --set PROCESSES=1 --out DIR 1 3
                                              two of them, shorter, into DIR

Progress bars, execution times and the kernel's version are not stored: they differ from run to run.
"""

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError

FOLDER = Path(__file__).resolve().parent
# tqdm's progress bar: a widget if ipywidgets are installed, else text.
BAR = "application/vnd.jupyter.widget-view+json"
TEXT_BAR = re.compile(r"[^|]*\d+%\|.*\| *\d+/\d+ \[.*|[^|]*\d+it \[.*")


def notebooks() -> list[Path]:
    """The notebooks, in the order in which they are read."""
    return sorted(FOLDER.glob("*.ipynb"))


def with_parameters(notebook: Any, parameters: Mapping[str, str]) -> Any:
    """The notebook with an extra cell after its cell of parameters, which sets these parameters.

    `parameters`: name -> Python expression. Names that the notebook does not have are left out.
    Raises ValueError unless exactly one cell is tagged "parameters".
    """
    known = parameters_of(notebook)
    lines = [f"{name} = {value}" for name, value in parameters.items() if name in known]
    if lines:
        cell = nbformat.v4.new_code_cell("\n".join(lines), id="injected-parameters")
        cell.metadata["tags"] = ["injected-parameters"]
        notebook.cells.insert(_place_of_parameters(notebook) + 1, cell)
    return notebook


def parameters_of(notebook: Any) -> list[str]:
    """The names that the notebook's cell of parameters sets. Raises as with_parameters."""
    source = notebook.cells[_place_of_parameters(notebook)].source
    return re.findall(r"^(\w+) =", source, re.MULTILINE)


def _place_of_parameters(notebook: Any) -> int:
    places = [
        number
        for number, cell in enumerate(notebook.cells)
        if "parameters" in cell.metadata.get("tags", [])
    ]
    if len(places) != 1:
        raise ValueError(f"{len(places)} cells are tagged parameters; one has to be")
    return places[0]


def executed(path: Path, parameters: Mapping[str, str], folder: Path, timeout: int = 1800) -> Any:
    """The notebook with the outputs of a run in `folder`.

    Raises nbclient's CellControlSignal if a cell fails, or takes longer than `timeout` seconds, and
    DeadKernelError if it ends the kernel."""
    notebook = with_parameters(nbformat.read(path, as_version=4), parameters)
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_name="python3",
        record_timing=False,
        startup_timeout=600,  # on a busy machine, a kernel's imports take minutes
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    return cleaned(notebook)


def cleaned(notebook: Any) -> Any:
    """The notebook without the cell of with_parameters, and without what differs from run to
    run."""
    notebook.cells = [
        cell
        for cell in notebook.cells
        if "injected-parameters" not in cell.metadata.get("tags", [])
    ]
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
        cell.execution_count = number
        cell.outputs = [output for output in cell.outputs if not _is_progress(output)]
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number
            data = output.get("data", {})
            if any(kind != "text/plain" for kind in data):
                data.pop("text/plain", None)  # the same content as text
    return notebook


def _is_progress(output: Any) -> bool:
    """Whether an output is a progress bar of tqdm: a widget, or text on standard error.

    Other text on standard error is a warning, and is kept."""
    if BAR in output.get("data", {}):
        return True
    if output.output_type != "stream" or output.name != "stderr":
        return False
    return all(TEXT_BAR.match(part) for part in re.split(r"[\r\n]+", output.text) if part.strip())


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="execute.py", description="Executes the notebooks and keeps their outputs."
    )
    made.add_argument(
        "numbers",
        metavar="NUMBER",
        type=int,
        nargs="*",
        help="of the notebooks; all, where none is given",
    )
    made.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="DIR",
        help="where they are written (in place)",
    )
    made.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a value of a notebook's cell of parameters",
    )
    return made


def main(argv: Sequence[str]) -> int:
    """Exit status 0; 1 if a cell failed, whose notebook is then left as it was; 2 for wrong use."""
    options = parser().parse_args(argv)
    parameters = dict(word.split("=", 1) for word in options.set if "=" in word)
    wrong = [word for word in options.set if "=" not in word]
    numbers = {path.name.partition("_")[0]: path for path in notebooks()}
    wrong += [str(number) for number in options.numbers if str(number) not in numbers]
    if wrong:
        print(
            f"execute.py: {', '.join(wrong)}: there are notebooks {', '.join(numbers)}; "
            "--set takes NAME=VALUE",
            file=sys.stderr,
        )
        return 2
    chosen = [numbers[str(number)] for number in options.numbers] or list(numbers.values())
    known = {name for path in chosen for name in parameters_of(nbformat.read(path, as_version=4))}
    if unknown := sorted(parameters.keys() - known):
        print(
            f"execute.py: --set {', '.join(unknown)}: these notebooks have the parameters "
            f"{', '.join(sorted(known))}",
            file=sys.stderr,
        )
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    status = 0
    for path in chosen:
        print(path.name, flush=True)
        try:
            notebook = executed(path, parameters, FOLDER)
        except (CellControlSignal, DeadKernelError) as error:
            print(
                f"{path.name}: a cell failed; the notebook is left as it was\n{error}",
                file=sys.stderr,
            )
            status = 1
            continue
        part = options.out / f".{path.name}.part"
        nbformat.write(notebook, part)
        os.replace(part, options.out / path.name)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
