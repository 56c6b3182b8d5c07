#!/usr/bin/env python3
"""Simulates how the order of timings in a session helps on a machine that changes between two
speeds (harness/session/visitor.h).

    tools/two_speeds.py [--candidates 13] [--cases 15] [--processes 3] [--slow 0.62] [--factor 1.29]

An idle virtual machine ran a loop at 15.7 or at 20.3 ns, in stretches of 20 ms to 2.3 s. It spent
62 % of the time at the slower speed. The simulation has candidates that cost the same. Each case is
timed for 8 ms at five visits in each process. The fastest visit is the process's sample, and the
result is the median over processes. The output is the number of ratios to the first candidate that
are wrong by more than 5 %.
"""

import argparse
import bisect
import random
import statistics
from collections.abc import Iterator

VISIT_S = 0.008
VISITS = 5
SHORTEST_S, LONGEST_S = 0.02, 2.3
SESSIONS = 40


class Machine:
    """A machine that changes between two speeds. `at`: how many times slower it is at a moment."""

    def __init__(self, seconds: float, slow: float, factor: float, chance: random.Random) -> None:
        self.starts: list[float] = []
        self.factors: list[float] = []
        now, is_slow = 0.0, chance.random() < slow
        while now < seconds:
            self.starts.append(now)
            self.factors.append(factor if is_slow else 1.0)
            stretch = SHORTEST_S * (LONGEST_S / SHORTEST_S) ** chance.random()
            now += stretch if is_slow else stretch * (1 - slow) / slow
            is_slow = not is_slow

    def at(self, moment: float) -> float:
        return self.factors[bisect.bisect_right(self.starts, moment) - 1]


def by_itself(candidates: int, cases: int, chance: random.Random) -> Iterator[tuple[int, int]]:
    for candidate in chance.sample(range(candidates), candidates):
        for _ in range(VISITS):
            yield from ((candidate, case) for case in range(cases))


def in_turns(candidates: int, cases: int, chance: random.Random) -> Iterator[tuple[int, int]]:
    for _ in range(VISITS):
        for case in range(cases):
            yield from (
                (candidate, case) for candidate in chance.sample(range(candidates), candidates)
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, value in (("--candidates", 13), ("--cases", 15), ("--processes", 3)):
        parser.add_argument(name, type=int, default=value)
    for name, factor in (("--slow", 0.62), ("--factor", 1.29)):
        parser.add_argument(name, type=float, default=factor)
    options = parser.parse_args()
    for name, least in (("candidates", 2), ("cases", 1), ("processes", 1)):
        if getattr(options, name) < least:
            parser.error(f"--{name} is {getattr(options, name)}; it may be {least} or more")
    if not 0 < options.slow <= 1:
        parser.error(f"--slow is {options.slow}; it may be above 0, and 1 at most")
    chance = random.Random(1)
    for order in (by_itself, in_turns):
        wrong = total = 0
        for _ in range(SESSIONS):
            visits = options.candidates * options.cases * VISITS * options.processes
            machine = Machine(VISIT_S * visits, options.slow, options.factor, chance)
            now = 0.0
            samples: dict[tuple[int, int], list[float]] = {}
            for _ in range(options.processes):
                fastest: dict[tuple[int, int], float] = {}
                for which in order(options.candidates, options.cases, chance):
                    fastest[which] = min(fastest.get(which, options.factor), machine.at(now))
                    now += VISIT_S
                for which, sample in fastest.items():
                    samples.setdefault(which, []).append(sample)
            medians = {which: statistics.median(each) for which, each in samples.items()}
            ratios = [
                median / medians[0, case]
                for (candidate, case), median in medians.items()
                if candidate
            ]
            wrong += sum(abs(ratio - 1) > 0.05 for ratio in ratios)
            total += len(ratios)
        name = order.__name__.replace("_", " ")
        print(f"{name:10} {100 * wrong / total:4.1f} % of the ratios are wrong by more than 5 %")


if __name__ == "__main__":
    main()
