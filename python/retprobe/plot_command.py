"""`python -m retprobe plot RESULT --chart NAME --out FILE`: one chart as a picture."""

import argparse
import sys

from retprobe.charts.figures import FIGURES, NothingToDraw
from retprobe.charts.plot import Plot
from retprobe.files import ResultError
from retprobe.results import Results, load


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m retprobe plot",
        description="One chart of a result of bench as SVG or PNG, by the ending of FILE.",
        epilog=(
            "Exit status: 0, or 2 if the result cannot be used or lacks the rows; then nothing "
            "is written."
        ),
    )
    made.add_argument("result", metavar="RESULT", help="what 'retprobe bench --format json' wrote")
    made.add_argument("--chart", required=True, choices=tuple(FIGURES), help="which one")
    made.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="FILE.svg or FILE.png; an existing picture is replaced",
    )
    made.add_argument("--theme", choices=("light", "dark"), default="light")
    made.add_argument(
        "--width", type=int, default=560, metavar="PIXELS", help="of the axes, 100 to 4000 (560)"
    )
    return made


def main(argv: list[str]) -> int:
    arguments = parser().parse_args(argv)
    try:
        if not 100 <= arguments.width <= 4000:
            raise ValueError(f"--width {arguments.width}: give 100 to 4000 pixels")
        result = load(arguments.result)
        if not isinstance(result, Results):
            raise ResultError(
                f"{arguments.result}: is a result of '{result.command}'; give what 'retprobe bench "
                "--format json' wrote"
            )
        Plot(result, arguments.theme, arguments.width).save(arguments.chart, arguments.out)
    except NothingToDraw as error:
        print(f"retprobe plot: {arguments.result}: {error}", file=sys.stderr)
        return 2
    except (ResultError, ValueError) as error:
        print(f"retprobe plot: {error}", file=sys.stderr)
        return 2
    return 0
