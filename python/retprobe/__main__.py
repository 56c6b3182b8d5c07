"""`python -m retprobe SUBCOMMAND`. Exit status: 0; 1 where a subcommand found what it looks for; 2 for wrong use."""

import sys
from importlib import import_module

from retprobe.commands import COMMANDS


def usage() -> str:
    width = max((len(name) for name in COMMANDS), default=0)
    lines = [f"  {name:<{width}}  {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join(["usage: python -m retprobe SUBCOMMAND …; SUBCOMMAND --help tells more", "", *lines])


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage(), file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    name, *rest = arguments
    if name not in COMMANDS:
        print(f"retprobe: unknown subcommand {name!r}; see python -m retprobe --help", file=sys.stderr)
        return 2
    module, function = COMMANDS[name][0].split(":")
    status: int = getattr(import_module(module), function)(rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
