"""Histories for the dashboard's tests, made up to a known truth."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from retprobe.dashboard.model import (
    Change,
    Commit,
    Event,
    History,
    Lost,
    Machine,
    Run,
    Series,
    Void,
)
from retprobe.history.verdict import Verdict

DESIGNS = (
    ("bitmask", False),
    ("counted_shadow", False),
    ("instance_pool", False),
    ("call_through", True),
)
HOSTILE = "</script><img src=x onerror=alert(1)>"


def series(count: int) -> list[Series]:
    """`count` series of some workloads, designs, tracers and metrics."""
    found = [
        Series(workload, design, transfer, "scalar", tracers, metric)
        for workload in ("leaf", "fib", "callers12", "recursion_9", "recursion_10")
        for metric in ("added_ns", "ns_per_call", "ratio_to_call_through", "bytes_per_frame")
        for transfer in ("paired", "push_ret")
        for tracers in (1, 8, 64, 256)
        for design, _ in DESIGNS
    ]
    return found[:count]


def commit_name(number: int) -> str:
    return hashlib.sha1(str(number).encode()).hexdigest()


def history(
    *,
    commits: int = 60,
    machines: int = 3,
    series_count: int = 24,
    seed: int = 1,
    changes: Sequence[Change] = (),
    events: Sequence[Event] = (),
    hostile: bool = False,
) -> History:
    """Levels near 10 with 1 % noise, moved by `changes`. `hostile`: every text holds markup."""
    chance = np.random.default_rng(seed)
    bad = HOSTILE if hostile else ""
    names = [Commit(commit_name(n), f"Commit {n}{bad}") for n in range(commits)]
    all_series = [
        Series(m.workload + bad, m.design + bad, m.transfer, m.registers, m.tracers, m.metric)
        for m in series(series_count)
    ]
    start = datetime(2026, 1, 1, tzinfo=UTC)
    found = []
    for number in range(machines):
        level = chance.uniform(5, 50, (len(all_series), 1)) * np.ones((1, commits))
        for change in changes:
            if change.machine == number and change.before:
                level[change.series, change.run :] *= change.after / change.before
        median = level * chance.normal(1, 0.01, level.shape)
        figures = np.stack([median, median * 0.98, median * 1.02], axis=2).astype(np.float32)
        figures[0, 5 % commits] = np.nan
        runs = [
            Run(start + timedelta(hours=8 * n + number), names[n].name, number, passed=120)
            for n in range(commits)
        ]
        found.append(
            Machine(
                f"m{number:02d}{bad}", runs, figures, [Void(5 % commits, 0, f"missed 4 calls{bad}")]
            )
        )
    line = f"9 series got worse on 3 machines. Newest: counted_shadow, by {commit_name(40)[:10]}."
    return History(
        verdict=Verdict("worse", line + bad),
        machines=found,
        series=all_series,
        commits=names,
        designs=[(name + bad, floor) for name, floor in DESIGNS],
        contexts=[
            {
                "machine": f"m{n:02d}",
                "cpu": f"A processor{bad}",
                "compiler": "gcc 12.2.0",
                "quick": "no",
            }
            for n in range(machines)
        ],
        changes=list(changes),
        events=list(events),
        lost=[Lost(0, 0, 5, f"missed 4 calls{bad}")] if changes else [],
        source=f"made for a test{bad}",
    )


def planted(machines: int = 3) -> tuple[list[Change], list[Event]]:
    """Worse everywhere at run 40, better at 20, worse at 25 but taken back at 30; at 50 all times
    of a machine move together, which is no change of a single series."""
    every = range(machines)
    events = [
        Event("worse", 40, [39, 40, 41], 8.0, every), Event("better", 20, [20], -10.0, every),
        Event("worse", 25, [25], 20.0, every, stands=False),
        Event("better", 30, [30], -16.7, every),
        Event("machine", 50, [50], 10.0, [0], everything=True),
    ]  # fmt: skip
    kinds = [event.kind for event in events]
    found = []

    def add(
        machine: int, series: int, run: int, ratio: float, event: int, stands: bool = True
    ) -> None:
        levels = {"before": 10.0, "after": 10.0 * ratio, "percent": (ratio - 1) * 100}
        found.append(
            Change(
                machine,
                series,
                run,
                run,
                run,
                **levels,
                kind=kinds[event],
                event=event,
                stands=stands,
            )
        )

    for machine in range(machines):
        for series, ratio in ((1, 1.031), (2, 1.2), (5, 1.08)):
            add(machine, series, 40, ratio, 0)
        add(machine, 3, 20, 0.9, 1)
        add(machine, 4, 25, 1.2, 2, stands=False)
        add(machine, 4, 30, 1 / 1.2, 3)
    return found, events
