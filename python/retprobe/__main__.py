"""`retprobe SUBCOMMAND`, or `python -m retprobe SUBCOMMAND`.

It runs the subcommands that are written in Python; the bundled command line runs all others. Exit
status: 0; 1 if a subcommand found what it looks for; 2 for wrong use.
"""

import os
import sys
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


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage(), file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    name, *rest = arguments
    if name in COMMANDS:
        module, function = COMMANDS[name][0].split(":")
        status: int = getattr(import_module(module), function)(rest)
        return status
    try:
        program = command_line()
    except Error as error:
        print(f"retprobe: {name!r} is no subcommand of Python's, and {error}", file=sys.stderr)
        return 2
    sys.stdout.flush()
    return os.execv(program, ["retprobe", *arguments])


if __name__ == "__main__":
    sys.exit(main())
