"""Puts the site together, in a temporary folder that replaces the wanted one when it is
complete."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

import vl_convert

from retprobe.dashboard import encode
from retprobe.dashboard.chart_specs import specifications
from retprobe.dashboard.model import History
from retprobe.dashboard.verdict import extent
from retprobe.results import ResultError

MARKER = "retprobe-dashboard.json"
SCRIPTS = (
    "registry.js", "dom.js", "format.js", "address.js", "model.js", "filters.js", "table.js",
    "marks.js", "chart.js", "theme.js",
    "trend_rows.js", "pair_rows.js", "overview.js", "trend.js", "run.js", "runs.js",
    "compare.js", "machines.js", "linux.js", "main.js",
)  # fmt: skip
_ENTRIES = {MARKER, "index.html", "style.css", "vega.js", "data", *SCRIPTS}


def check_place(out: Path) -> None:
    """Raises ResultError unless the site may be written to `out`.

    `out` has to be missing, an empty folder, or a site that this program made."""
    if not out.exists() and not out.is_symlink():
        return
    if not out.is_dir():
        raise ResultError(
            f"{out}: is no folder; give --out a folder that is new, empty or an older dashboard"
        )
    entries = {entry.name for entry in out.iterdir()}
    if entries and MARKER not in entries:
        raise ResultError(
            f"{out}: holds files, and no dashboard; give --out a folder that is new, "
            "empty or an older dashboard"
        )
    if strangers := sorted(entries - _ENTRIES):
        raise ResultError(
            f"{out}: holds {strangers[0]}, which no dashboard has; move it away, "
            "or give --out another folder"
        )


@contextmanager
def _replaced(out: Path) -> Iterator[Path]:
    """Yields a new folder beside `out`.

    It replaces `out` at the end of the block; if the block raises, it is removed."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out = out.resolve()
    made = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        made.chmod(0o755)
        yield made
        if out.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{out.name}-old-", dir=out.parent))
            os.rename(out, old / "site")
            try:
                os.rename(made, out)
            except OSError:
                os.rename(old / "site", out)
                raise
            shutil.rmtree(old)
        else:
            os.rename(made, out)
    finally:
        if made.exists():
            shutil.rmtree(made)


def write(history: History, out: Path) -> None:
    """Writes the site to `out`.

    Raises ResultError as check_place does, and if the files cannot be written."""
    check_place(out)
    try:
        with _replaced(out) as place, ThreadPoolExecutor(1) as beside:
            bundle = beside.submit(_vega)  # takes seconds, without the interpreter lock
            _write_data(history, place / "data")
            static = files("retprobe.dashboard") / "static"
            for name in ("style.css", *SCRIPTS):
                (place / name).write_bytes((static / name).read_bytes())
            page = Template((static / "index.html").read_text(encoding="utf-8"))
            (place / "index.html").write_text(_page(page, history), encoding="utf-8")
            (place / MARKER).write_text(
                json.dumps({"format": encode.FORMAT}) + "\n", encoding="utf-8"
            )
            (place / "vega.js").write_text(bundle.result(), encoding="utf-8")
    except OSError as error:
        raise ResultError(
            f"{out}: cannot be written: {error.strerror or error}; give --out another folder"
        ) from error


def _vega() -> str:
    """vl-convert's bundle of Vega and Vega-Embed.

    It is in a scope of its own, since its short names could clash with others."""
    # vl_convert's stub demands a snippet; the function does not.
    bundle: str = vl_convert.javascript_bundle()  # type: ignore[call-arg]
    return f"(() => {{{bundle}\n}})();\n"


def _write_data(history: History, place: Path) -> None:
    place.mkdir()
    designs = [name for name, _ in history.designs]
    _script(place, "index", encode.index(history))
    _script(place, "contexts", list(history.contexts))
    _script(place, "charts", specifications(history.designs, designs))
    _script(place, "linux", encode.linux(history.linux))
    for name, value in encode.series_files(history):
        _script(place, name, value)
    for name, value in encode.run_blocks(history):
        _script(place, name, value)


def _script(place: Path, name: str, value: object) -> None:
    path = place / f"{name}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(encode.script(name, value), encoding="ascii")


def _page(page: Template, history: History) -> str:
    lines = [
        f'<h1 class="verdict {history.verdict.state}">{escape(history.verdict.line)}</h1>',
        f'<p class="under">{escape(extent(history))}</p>',
    ]
    lines += [f'<p class="note">{escape(note)}</p>' for note in history.notes]
    made_from = (
        f"<p>Made by <code>python -m retprobe dashboard</code> from {escape(history.source)}.</p>"
    )
    method = (
        "<p>A change is named only where it stands out of the noise between runs; "
        "docs/history.md says how, and how often that is wrong.</p>"
    )
    scripts = "\n".join(f'<script src="{name}" defer></script>' for name in SCRIPTS)
    return page.substitute(
        scripts=scripts, verdict="\n".join(lines), footer=f"{made_from}\n{method}"
    )
