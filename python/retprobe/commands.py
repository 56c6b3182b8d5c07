"""The subcommands of `python -m retprobe`: name, where its `main(argv) -> int` is, what it is for."""

COMMANDS: dict[str, tuple[str, str]] = {
    "dashboard": (
        "retprobe.dashboard.command:main",
        "a static site over a history of results: what got worse, and by which commit",
    ),
    "export": ("retprobe.export:main", "write a result in the format of another dashboard"),
    "false-alarms": ("retprobe.false_alarms:main", "simulate clean histories: how often a change is found in them"),
    "history": ("retprobe.history_command:main", "keep results in a store; list runs, series and changes"),
    "merge": ("retprobe.merge:main", "join the parts of a sweep that was split with bench --shard"),
    "synthetic": ("retprobe.synthetic_command:main", "make a store of a synthetic history"),
}
