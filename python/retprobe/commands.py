"""The subcommands of `python -m retprobe`: name, where its `main(argv) -> int` is, what it is for."""

COMMANDS: dict[str, tuple[str, str]] = {
    "report": ("retprobe.report.command:main", "one HTML page from result files: which design for what, and why"),
    "plot": ("retprobe.plot:main", "one chart of a result as SVG or PNG"),
}
