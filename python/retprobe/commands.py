"""The subcommands of `python -m retprobe`: name, where its `main(argv) -> int` is, what it is for."""

COMMANDS: dict[str, tuple[str, str]] = {
    "dashboard": (
        "retprobe.dashboard.command:main",
        "a static site over a history of results: what got worse, and by which commit",
    ),
}
