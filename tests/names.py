#!/usr/bin/python3
"""Checks that the source files that comments and pages name exist, by path or by bare name.

It also checks that nothing refers to the sections of a retired design document ("Semantics" and a
number), and that the source still has the lines that tests/unreached.toml quotes.
usage: names.py"""

import fnmatch
import io
import pathlib
import re
import sys
import tokenize
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
EXTENSIONS = "cc|h|S|inc|py|pyi|sh|cmake|pml|j2|md|ipynb"
NAME = re.compile(rf"(?<![\w/.*<$}}-])[\w*][\w/.*-]*\.(?:{EXTENSIONS})(?![\w/>*-]|\.\w)")
# Names of files outside of this tree: headers and sources of Linux, glibc and LLVM, Google
# Benchmark's script, and files that the reader makes.
OUTSIDE = re.compile(
    r"(arch|linux|sys|sysdeps|xray)/.*|ftrace_64\.S|alternative\.h|compare\.py|sweep\.sh"
    r"|(designs/)?my_design[./].*|my_(adapter|hooks)\.(cc|h)"
)
SLASHES = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)


def known():
    """The paths of all files, relative to the root."""
    paths = {path.name for path in ROOT.iterdir() if path.is_file()}
    for folder in ROOT.iterdir():
        if folder.name == "build" or (folder.name[0] == "." and folder.name != ".ci"):
            continue
        paths |= {
            str(path.relative_to(ROOT))
            for path in folder.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
    return paths


def python_words(text):
    """Comments and docstrings, with the numbers of their first lines."""
    fresh = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and fresh):
            yield token.start[0], token.string
        if token.type not in {tokenize.COMMENT, tokenize.NL}:
            fresh = token.type in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def words(path):
    """The comments of a source file, or the whole text of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield 1, text
    elif path.suffix in {".cc", ".h", ".S", ".inc"}:
        for comment in SLASHES.finditer(text):
            yield text.count("\n", 0, comment.start()) + 1, comment[0]
    elif path.suffix in {".py", ".pyi"} or re.match(r"#!.*python", text):
        yield from python_words(text)
    elif path.suffix in {".sh", ".cmake"} or path.name == "CMakeLists.txt" or text[:2] == "#!":
        for number, line in enumerate(text.splitlines(), 1):
            if comment := re.search(r"(?:^|\s)#(.*)", line):
                yield number, comment[1]


def is_there(name, beside, paths, names):
    parts = name.split("/")
    if OUTSIDE.fullmatch(name):
        return True
    if any(part.split(".")[0].isupper() and part not in names for part in parts):
        return True  # placeholders such as NAME.h and FILE.md
    if "*" in name:
        return any(fnmatch.fnmatchcase(path, f"*{name}") for path in paths)
    if "/" not in name:
        return name in names
    near = (beside / name).resolve()
    return near.is_file() or name in paths or any(path.endswith(f"/{name}") for path in paths)


def stale(path, paths, names):
    for first, text in words(path):
        plain = re.sub(r"https?://\S+", lambda found: " " * len(found[0]), text)
        for found in NAME.finditer(plain):
            if not is_there(found[0], path.parent, paths, names):
                line = first + plain.count("\n", 0, found.start())
                yield f"{path.relative_to(ROOT)}:{line}: there is no {found[0]}"
        for found in re.finditer(r"\bSemantics \d+", plain):
            line = first + plain.count("\n", 0, found.start())
            yield f"{path.relative_to(ROOT)}:{line}: '{found[0]}' is of no document here"


def lost_quotations():
    name = "tests/unreached.toml"
    for entry in tomllib.loads((ROOT / name).read_text(encoding="utf-8"))["unreached"]:
        path = ROOT / entry["file"]
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        lines = set(map(str.strip, text.splitlines()))
        for quotation in map(str.strip, entry["lines"]):
            if quotation not in lines:
                yield f"{name}: {entry['file']} has no line '{quotation}'"


def main():
    paths = known()
    names = {path.rsplit("/", 1)[-1] for path in paths}
    read = []
    for name in sorted(paths):
        path = ROOT / name
        sources = {".md", ".cc", ".h", ".S", ".inc", ".py", ".pyi", ".sh", ".cmake"}
        if path.suffix in sources or path.name == "CMakeLists.txt":
            read.append(path)
        elif not path.suffix:
            with path.open("rb") as file:
                if file.read(2) == b"#!":
                    read.append(path)
    found = [line for path in read for line in stale(path, paths, names)]
    found += lost_quotations()
    for line in found:
        print(line)
    print(f"names: {len(read)} files, {len(found)} complaints")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
