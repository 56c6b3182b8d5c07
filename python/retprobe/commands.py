"""The subcommands of `python -m retprobe`: name, where its `main(argv) -> int` is, what it is for."""

COMMANDS: dict[str, tuple[str, str]] = {}
