"""`python -m retprobe dashboard`: makes a static site of a history of results."""

import argparse
import sys
from pathlib import Path

from retprobe.errors import Error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m retprobe dashboard",
        description="Makes a static site from a history of results: what got worse, by which "
        "commit, on which machine. "
        "It needs no server and no network; open index.html from the disk, or publish the folder.",
    )
    parser.add_argument(
        "history",
        metavar="DIR",
        type=Path,
        help="results/<date>/<machine>/*.json, or a Parquet store of them",
    )
    parser.add_argument(
        "--out",
        metavar="SITE",
        type=Path,
        default=Path("build/dashboard"),
        help="default: %(default)s",
    )
    parser.add_argument(
        "--repository",
        metavar="PATH",
        type=Path,
        help="git repository that has the commits, for their order and subjects",
    )
    return parser


def main(argv: list[str]) -> int:
    """Exit status 0 if the site was made, 2 for input that cannot be used."""
    options = _parser().parse_args(argv)
    from retprobe.dashboard.reading import read
    from retprobe.dashboard.site import check_place, write
    from retprobe.dashboard.verdict import extent

    try:
        check_place(options.out)
        history = read(options.history, options.repository)
        write(history, options.out)
    except Error as error:
        print(f"retprobe: {error}", file=sys.stderr)
        return 2
    print(f"{history.verdict.line}\n{extent(history)}")
    for note in history.notes:
        print(f"retprobe: {note}", file=sys.stderr)
    print(f"{options.out / 'index.html'}")
    return 0
