"""The evidence of one commit, and the score of the sampled mutants."""

import tomllib
from collections.abc import Iterator

from refresh_blocks.page import ROOT, Notes, markdown
from refresh_blocks.source import Row, Source, read


def _documents(source: Source) -> Iterator[Row]:
    for path in sorted((ROOT / source.name).glob("*.json")):
        yield read(path)


def took(row: Row) -> str:
    """How long the step took, and in how many runs, if it was interrupted and taken up again."""
    seconds = row["seconds"]
    if seconds < 120:
        text = f"{seconds} s"
    elif seconds < 7200:
        text = f"{seconds // 60} min"
    else:
        text = f"{seconds / 3600:.1f} h"
    return text + (f" in {row['runs']} runs" if row["runs"] > 1 else "")


def evidence(_document: Row, _page: str, source: Source) -> str:
    """A line for each step of tools/evidence."""
    machines = Notes()
    lines = [["step", "what", "result", "sources", "commit", "day", "took", "on"]]
    rows = {row["step"]: row for row in _documents(source)}
    order = tomllib.loads((ROOT / "tools/evidence.toml").read_text(encoding="utf-8"))
    for row in (rows[step] for step in order if step in rows):
        lines.append(
            [
                f"`{row['step']}`",
                *(row[field] for field in ("about", "result", "sources")),
                row["commit"][:12],
                row["date"],
                took(row),
                " ".join(machines.mark(_machine(one)) for one in row["machines"]),
            ]
        )
    if len(lines) == 1:
        return "No step has been recorded yet."
    texts = "\n".join(f"{number}. {text}" for number, text in enumerate(machines.texts, 1))
    return f"{markdown(lines)}\n\n{texts}"


def _machine(one: Row) -> str:
    return (
        f"{one['processor']}, {one['processors']} processors, {one['system']}, kernel "
        f"{one['kernel']}"
    )


def sampled(_document: Row, _page: str, source: Source) -> str:
    """A line for each seed that has a score."""
    head = ["seed", "mutants", "killed", "equivalent, not counted", "score", "95 %", "day"]
    fields = ("seed", "mutants", "killed", "equivalent", "score", "interval", "date")
    rows = sorted(_documents(source), key=lambda row: int(row["seed"]))
    if not rows:
        return "No score has been recorded yet."
    return markdown([head, *([str(row[field]) for field in fields] for row in rows)])


def release(_document: Row, _page: str, source: Source) -> str:
    """The bare systems in which the source archive was tried, and what was said there."""
    lines = [["system", "commit", "day", "what was tried, and what it took", "processors"]]
    logs = ""
    for row in _documents(source):
        if row["step"] in ("bookworm", "trixie"):
            cells = (row["about"], row["commit"][:12], row["date"], row["result"])
            lines.append([*cells, str(row["machines"][0]["processors"])])
            log = (ROOT / source.name / f"{row['step']}.txt").read_text(encoding="utf-8")
            logs += f"\n\n`{row['step']}`, at the end of each trial:\n\n```\n{log}```"
    return markdown(lines) + logs if logs else "No trial has been recorded yet."
