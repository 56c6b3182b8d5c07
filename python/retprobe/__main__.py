"""`retprobe SUBCOMMAND`, or `python -m retprobe SUBCOMMAND`.

It runs the subcommands that are written in Python; the bundled command line runs all others. Exit
status: 0; 1 if a subcommand found what it looks for; 2 for wrong use, or if a file cannot be used.
"""

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module

from retprobe.commands import COMMANDS
from retprobe.errors import Error
from retprobe.suite.command_line import command_line


def usage() -> str:
    width = max((len(name) for name in COMMANDS), default=0)
    lines = [f"  {name:<{width}}  {what}" for name, (_, what) in COMMANDS.items()]
    others = (
        "All others (list, verify, bench, compare, regress, cost, prices, inspect, kernel, run, "
        "soak)\nare the bundled command line's."
    )
    return "\n".join(
        ["usage: retprobe SUBCOMMAND …; SUBCOMMAND --help tells more", "", *lines, others]
    )


def _called(name: str, subcommand: Callable[[list[str]], int], arguments: list[str]) -> int:
    try:
        status = subcommand(arguments)
        sys.stdout.flush()
    except OSError as error:
        # What could not be written is not tried again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 128 + signal.SIGPIPE
        what = error.filename or "standard output, or a temporary file"
        print(f"retprobe {name}: {what}: {error.strerror}", file=sys.stderr)
        return 2
    return status


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage(), file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    name, *rest = arguments
    if name in COMMANDS:
        module, function = COMMANDS[name][0].split(":")
        return _called(name, getattr(import_module(module), function), rest)
    try:
        program = command_line()
    except Error as error:
        print(f"retprobe: {name!r} is no subcommand of Python's, and {error}", file=sys.stderr)
        return 2
    sys.stdout.flush()
    try:
        return os.execv(program, ["retprobe", *arguments])
    except OSError as error:
        print(f"retprobe: {program}: cannot be started: {error.strerror}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
