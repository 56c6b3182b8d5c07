"""`python -m retprobe report RESULT…`."""

import argparse
import shlex
import sys
from pathlib import Path

from retprobe.errors import Error
from retprobe.files import ResultError, written_whole
from retprobe.results import Prices, load

DESCRIPTION = """\
One HTML page from any mix of files that bench, verify, cost, regress, kernel and run wrote with
--format json: which design for what, what failed, what is void, then each measurement with its
spread. The page needs no network. If several files of bench have rows for a section, it names the
file that it shows."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m retprobe report",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit status: 0, or 2 if a file cannot be used; then nothing is written.",
    )
    made.add_argument("results", nargs="+", metavar="RESULT", help="a result file")
    made.add_argument(
        "--out", metavar="FILE", help="write the page to this file instead of standard output"
    )
    return made


def main(argv: list[str]) -> int:
    arguments = parser().parse_args(argv)
    try:
        out = Path(arguments.out) if arguments.out else None
        if out and any(out.resolve() == Path(name).resolve() for name in arguments.results):
            raise ResultError(f"{out}: is one of the results; choose another name for the page")
        documents = [(name, load(name)) for name in dict.fromkeys(arguments.results)]
        for name, document in documents:
            if isinstance(document, Prices):
                raise ResultError(f"{name}: has Prices, which no report shows; leave it out")
        # Loaded only now: chart libraries take a second, and a bad file should be reported at once.
        from retprobe.report.page import page

        text = page(documents, shlex.join(["python", "-m", "retprobe", "report", *argv]))
        if out is None:
            sys.stdout.write(text)
        else:
            with written_whole(out, overwrite=True) as part:
                part.write_text(text, encoding="utf-8")
    except Error as error:
        print(f"retprobe report: {error}", file=sys.stderr)
        return 2
    return 0
