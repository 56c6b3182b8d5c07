"""How much data the site is from, in a line."""

from retprobe.dashboard.model import History
from retprobe.history.verdict import count


def extent(history: History) -> str:
    runs = sum(len(machine.runs) for machine in history.machines)
    if not runs:
        return "There is no result of bench: the page on Linux is the only one."
    times = [run.time for machine in history.machines for run in machine.runs]
    names = {machine.machine or machine.name for machine in history.machines}
    return (
        f"{count(len(history.commits), 'commit')}, {count(len(names), 'machine')}, "
        f"{count(runs, 'run')}, "
        f"{count(len(history.series), 'series')}; {min(times):%Y-%m-%d} to {max(times):%Y-%m-%d}."
    )
