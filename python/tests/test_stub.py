"""The stub agrees with the extension. mypy and editors know the extension only through the stub."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import retprobe

ROOT = Path(__file__).resolve().parents[2]


def test_the_stub_is_what_is_generated() -> None:
    command = [sys.executable, str(ROOT / "tools" / "update_stub.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_public_is_documented() -> None:
    for name in retprobe.__all__:
        thing = getattr(retprobe, name)
        if callable(thing):
            assert inspect.getdoc(thing), name


PURE = ["results", "matrix", "errors", "suite.subcommands", "suite.catalogue", "suite.command_line"]


@pytest.mark.parametrize("module", PURE)
def test_the_pure_parts_need_no_extension(module: str) -> None:
    program = f"import sys; sys.modules['retprobe._core'] = None; import retprobe.{module}"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=500)
