#!/usr/bin/python3
"""README.md is short, its answer is from a whole run, and docs/README.md lists every page.

That the answer is the one of the result that results/reference/blocks.toml names is what
`tools/refresh --check answer` tests.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES, MOST_BYTES = 130, 8000


def problems() -> list[str]:
    found = []
    text = (ROOT / "README.md").read_bytes()
    lines = text.count(b"\n")
    if lines > MOST_LINES or len(text) > MOST_BYTES:
        found.append(
            f"README.md has {lines} lines and {len(text)} bytes; {MOST_LINES} and {MOST_BYTES} are "
            "the most: move something to docs/"
        )
    blocks = tomllib.loads((ROOT / "results/reference/blocks.toml").read_text(encoding="utf-8"))
    for block in ("answer", "comparison"):
        if "README.md" not in blocks[block]["pages"]:
            found.append(f"results/reference/blocks.toml: README.md is no page of [{block}]")
    if blocks["answer"]["result"] != blocks["comparison"]["result"]:
        found.append("README.md's answer and its table are of two results")
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)#]+\.md)", index))
    for page in sorted(path.name for path in (ROOT / "docs").glob("*.md")):
        if page != "README.md" and page not in linked:
            found.append(f"docs/README.md does not list {page}")
    return found


def main() -> int:
    found = problems()
    for problem in found:
        print(f"readme: {problem}", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
