"""The subcommands of `python -m retprobe`: name -> (its `main(argv) -> int`, what it is for)."""

COMMANDS: dict[str, tuple[str, str]] = {
    "report": (
        "retprobe.report.command:main",
        "one HTML page from result files: which design for what, and why",
    ),
    "plot": ("retprobe.plot_command:main", "one chart of a result as SVG or PNG"),
    "dashboard": (
        "retprobe.dashboard.command:main",
        "a static site from a history of results: what got worse, and when",
    ),
    "history": (
        "retprobe.history.command:main",
        "keep results in a store; list runs, series and changes",
    ),
    "merge": ("retprobe.merge:main", "join the parts of a sweep that --shard split"),
    "export": ("retprobe.export:main", "write a result in the format of another dashboard"),
}
