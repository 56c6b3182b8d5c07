"""The hand-written stub says what the extension has: mypy checks the rest of the package against the stub alone."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import retprobe
from retprobe import _core

STUB = ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
ONLY_TYPES = {"Shadow"}  # a TypedDict: the shape of a dictionary


def names_in(body: list[ast.stmt]) -> set[str]:
    names = {n.name for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    return names | {n.target.id for n in body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_the_stub_names_what_there_is() -> None:
    assert names_in(STUB.body) - ONLY_TYPES == public(dir(_core))
    for node in STUB.body:
        if isinstance(node, ast.ClassDef) and node.name not in ONLY_TYPES:
            assert names_in(node.body) - {"__init__"} == public(dir(getattr(_core, node.name)))


def test_parameters_have_the_same_names() -> None:
    for node in ast.walk(STUB):
        if not isinstance(node, ast.FunctionDef) or node.decorator_list:
            continue
        owner = next((c for c in STUB.body if isinstance(c, ast.ClassDef) and node in c.body), None)
        if owner is not None and owner.name in ONLY_TYPES:
            continue
        found = getattr(getattr(_core, owner.name), node.name) if owner else getattr(_core, node.name)
        signature = (inspect.getdoc(found) or "").partition("\n")[0]
        for argument in [a for a in (*node.args.args, *node.args.kwonlyargs) if a.arg != "self"]:
            assert f"{argument.arg}:" in signature, (node.name, signature)


def test_everything_public_is_documented() -> None:
    for name in retprobe.__all__:
        thing = getattr(retprobe, name)
        if callable(thing):
            assert inspect.getdoc(thing), name


PURE = ["results", "matrix", "errors", "suite.run", "suite.catalogue", "suite.command_line"]


@pytest.mark.parametrize("module", PURE)
def test_the_pure_parts_need_no_extension(module: str) -> None:
    program = f"import sys; sys.modules['retprobe._core'] = None; import retprobe.{module}"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=500)
