"""`python -m retprobe synthetic STORE`: a store of a history that was never measured."""

import math
import sys

from retprobe.files import ResultError
from retprobe.history.history import CELL
from retprobe.history.options import Parser, whole
from retprobe.history.synthetic import Planted, Synthetic


def planted(text: str) -> Planted:
    """`commit=700,percent=3,design=counted_shadow`: what has to be there, then globs. ValueError where it is not of
    this form."""
    parts = dict(part.split("=", 1) for part in text.split(","))
    known = {"commit", "percent", "machine", *CELL}
    if not {"commit", "percent"} <= set(parts) <= known:
        raise ValueError(
            f"{text!r} is not of the form commit=700,percent=3,design=GLOB; globs may be for machine, {', '.join(CELL)}"
        )
    globs = {name: glob for name, glob in parts.items() if name not in ("commit", "percent")}
    change = Planted(int(parts["commit"]), float(parts["percent"]), globs)
    if change.commit < 0 or not -100 < change.percent < math.inf:
        raise ValueError(f"{text!r}: its commit is below 0, or its percent not above -100")
    return change


def main(argv: list[str]) -> int:
    """Exit status 2 where the options make no sense or the store cannot be written."""
    parser = Parser(
        prog="python -m retprobe synthetic", description="Make a store of a synthetic history."
    )
    parser.add_argument("store", metavar="STORE", help="the folder to make")
    parser.add_argument("--commits", type=whole(1), default=1000)
    parser.add_argument("--machines", type=whole(1), default=20)
    parser.add_argument("--metrics", type=whole(1), default=500, help="per machine")
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument(
        "--plant",
        action="append",
        default=[],
        metavar="CHANGE",
        help="commit=700,percent=3,design=counted_shadow; repeatable",
    )
    options = parser.parse_args(argv)
    try:
        changes = [planted(text) for text in options.plant]
        if too_late := [change.commit for change in changes if change.commit >= options.commits]:
            raise ValueError(
                f"a change at commit {too_late[0]}, where the last is {options.commits - 1}"
            )
        history = Synthetic(
            options.commits, options.machines, options.metrics, options.seed, changes
        )
        history.write(options.store)
    except (ResultError, ValueError) as error:
        print(f"retprobe synthetic: {error}", file=sys.stderr)
        return 2
    points = options.commits * options.machines * options.metrics
    print(
        f"{options.store}: {points:,} points of {options.commits} commits, {options.machines} machines"
    )
    for change in changes:
        what = (
            ", ".join(f"{name} {glob}" for name, glob in change.globs.items())
            or "everything that is probed"
        )
        print(f"planted: {change.percent:+g} % of {what}, since {history.commit(change.commit)}")
    return 0
