"""Options of the history's commands. For a number out of range, one line says what the range is."""

import argparse
import math
from collections.abc import Callable
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong use in one line on standard error, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see --help\n")


def real(least: float, below: float = math.inf, *, above: bool = False) -> Callable[[str], float]:
    """The type of an option that is a number from `least` (or above it) to less than `below`."""
    words = f"above {least:g}" if above else f"of {least:g} or more"
    words += f" and below {below:g}" if below < math.inf else ""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value < below or (above and value == least):
            raise argparse.ArgumentTypeError(f"{text!r} is no number {words}")
        return value

    return read
