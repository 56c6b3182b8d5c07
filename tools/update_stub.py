"""Makes python/retprobe/_core.pyi from the extension that is installed for this interpreter.

    build/python-venv/bin/python tools/update_stub.py            writes it
    build/python-venv/bin/python tools/update_stub.py --check    shows how it would differ; exit
                                                                 status 1 where it would

pybind11-stubgen makes the stub from pybind11's docstrings. Types come from the C++ signatures in
python/src/, texts from the bindings. This script changes only what pybind11 cannot express.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from difflib import unified_diff
from inspect import isclass
from pathlib import Path
from textwrap import fill

from retprobe import _core

ROOT = Path(__file__).resolve().parents[1]
STUB = ROOT / "python" / "retprobe" / "_core.pyi"
HEAD = "# Made by tools/update_stub.py from python/src/; live/ describes what is behind it.\n"
COLUMNS = 100

_BASETYPE = 1 << 10  # of a type's flags: it may be derived from


def _as_meant(text: str) -> str:
    # For a C++ integer, pybind11 also takes what converts to one. In an editor that would hide the
    # simple type.
    text = text.replace("typing.SupportsInt | typing.SupportsIndex", "int")
    # py::is_final() shows only in a type's flags, not in its docstring.
    for name, thing in vars(_core).items():
        if isclass(thing) and not thing.__flags__ & _BASETYPE:
            text = re.sub(rf"^class {name}\b", r"@typing.final\n\g<0>", text, flags=re.MULTILINE)
    # Puts a docstring of one line on one line.
    return re.sub(r'"""\n *(.*)\n *"""', r'"""\1"""', text)


def _wrapped(line: str) -> str:
    # ruff format leaves docstrings as long as they are.
    indent = line[: len(line) - len(line.lstrip())]
    if len(line.rstrip()) <= COLUMNS or not line.lstrip().startswith('"""'):
        return line
    return fill(line.strip(), COLUMNS, initial_indent=indent, subsequent_indent=indent) + "\n"


def _ruff(text: str, *command: str) -> str:
    arguments = [
        sys.executable,
        "-m",
        "ruff",
        *command,
        "--quiet",
        "--stdin-filename",
        str(STUB),
        "-",
    ]
    return subprocess.run(
        arguments, input=text, capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout


def generated() -> str:
    """The stub of the installed extension."""
    with tempfile.TemporaryDirectory(prefix="retprobe-") as folder:
        command = [
            sys.executable,
            "-m",
            "pybind11_stubgen",
            "--exit-code",
            "-o",
            folder,
            _core.__name__,
        ]
        subprocess.run(command, check=True, cwd=folder)
        text = Path(folder, "retprobe", STUB.name).read_text(encoding="utf-8")
    text = _ruff(_ruff(HEAD + _as_meant(text), "check", "--fix", "--exit-zero"), "format")
    return "".join(_wrapped(line) for line in text.splitlines(keepends=True))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    made = generated()
    if not check:
        STUB.write_text(made, encoding="utf-8")
        return 0
    there = STUB.read_text(encoding="utf-8")
    name = STUB.relative_to(ROOT)
    lines = list(
        unified_diff(
            there.splitlines(True), made.splitlines(True), f"{name}, as it is", f"{name}, generated"
        )
    )
    sys.stdout.writelines(lines)
    if lines:
        print(
            f"{name} is not what the extension says; run: {sys.executable} {sys.argv[0]}",
            file=sys.stderr,
        )
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
