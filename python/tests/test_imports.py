"""Imports run one way: no module imports itself through others, and no folder does."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import retprobe

PACKAGE = Path(retprobe.__file__).parent


def module_of(path: Path) -> str:
    names = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


MODULES = {module_of(path): path for path in PACKAGE.rglob("*.py")}
# A facade has the public names of the modules below it, and imports a module only when a name of it
# is used. So its imports make no circle.
FACADES = {"retprobe"}


def imported(path: Path) -> set[str]:
    """The package's modules that are imported anywhere in a file, also in functions and for
    types."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            # `from retprobe import html` is a module, and `from retprobe.html import page` is not.
            inner = {f"{node.module}.{name.name}" for name in node.names}
            found |= inner & MODULES.keys() or {str(node.module)}
    return found & MODULES.keys()


@pytest.mark.parametrize("depth", [None, 2], ids=["modules", "folders"])
def test_no_circle(depth: int | None) -> None:
    needs: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if module in FACADES:
            continue
        room = ".".join(module.split(".")[:depth])
        others = {".".join(other.split(".")[:depth]) for other in imported(path) - FACADES}
        needs.setdefault(room, set()).update(others - {room})
    assert needs["retprobe.results"]
    TopologicalSorter(needs).prepare()  # raises CycleError, which names the circle
