#!/usr/bin/python3
"""Tests the format of all sources, and that no line has over 100 columns. usage: format.py

Every C++ file must be as clang-format makes it, every Python file as ruff makes it. Both tools come
from PyPI in the versions that pyproject.toml pins, because those of Debian 12 and 13 differ. They
are installed into build/format-venv once, which needs the network; later runs do not."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
VENV = ROOT / "build/format-venv"
COLUMNS = 100
SKIPPED = {"build", "results"}  # what is made
CXX = {".c", ".cc", ".h"}
LINES = CXX | {
    *(".S", ".inc", ".py", ".pyi", ".js", ".css", ".html", ".sh", ".cmake", ".txt", ".md"),
}
# Of a page, all but tables, links, and what tools/refresh makes.
FREE = re.compile(r"^\|.*$|\]\(\S*\)|https?://\S+", re.MULTILINE)
MADE = re.compile(r"^<!-- (\S+): tools/refresh.*?^<!-- end of \1", re.MULTILINE | re.DOTALL)


def files():
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in ROOT.iterdir():
        if folder.name in SKIPPED or (folder.name[0] == "." and folder.name != ".ci"):
            continue
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def interpreter(path):
    """The interpreter of a script without an extension: "python", "bash", or ""."""
    if path.suffix or path.stat().st_size == 0:
        return ""
    with path.open("rb") as file:
        found = re.match(rb"#!.*\b(python|bash|sh)", file.readline())
    return found[1].decode() if found else ""


def pins():
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["optional-dependencies"]["test"]
    return sorted(pin for pin in wanted if re.match(r"(clang-format|ruff)==", pin))


def make_venv():
    done, wanted = VENV / "complete", " ".join(pins())
    if done.exists() and done.read_text() == wanted:
        return
    pip = [VENV / "bin/pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([*pip, *pins()], check=True)
    except (OSError, subprocess.CalledProcessError):
        sys.exit(f"format: {wanted} cannot be installed into {VENV} (the reason is above)")
    done.write_text(wanted)


def complaints(command, paths):
    """The command's complaints about these files. Runs on several files on each processor."""
    parts = [paths[i : i + 20] for i in range(0, len(paths), 20)]

    def run(part):
        ran = subprocess.run([*command, *part], capture_output=True, text=True, cwd=ROOT)
        if ran.returncode and not (ran.stdout + ran.stderr):
            return [f"{command[0]}: exit status {ran.returncode}"]
        return (ran.stdout + ran.stderr).splitlines() if ran.returncode else []

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [line for lines in pool.map(run, parts) for line in lines]


def unformatted(paths):
    cxx = [path.relative_to(ROOT) for path in paths if path.suffix in CXX]
    python = [
        path.relative_to(ROOT)
        for path in paths
        if path.suffix in {".py", ".pyi"} or interpreter(path) == "python"
    ]
    said = complaints([VENV / "bin/clang-format", "--dry-run", "-Werror"], cxx)
    named = sorted({line.split(":")[0] for line in said if ": error: " in line})
    yield from (f"{name}: not as clang-format makes it" for name in named)
    if said and not named:
        yield from said
    for line in complaints(
        [VENV / "bin/ruff", "format", "--check", "--output-format", "concise"], python
    ):
        if not re.match(r"\d+ files? ", line):
            yield line


def long_lines(paths):
    for path in paths:
        if path.suffix not in LINES and not interpreter(path):
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            text = FREE.sub("", MADE.sub(lambda made: "\n" * made[0].count("\n"), text))
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > COLUMNS:
                yield f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"


def main():
    make_venv()
    paths = list(files())
    found = [*unformatted(paths), *long_lines(paths)]
    for line in found:
        print(line)
    mend = "" if not found else "; build/format-venv/bin has clang-format (-i FILE) and ruff"
    print(f"format: {len(paths)} files, {len(found)} complaints{mend}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
