"""Counts how often a change is found in histories in which nothing has changed.

    python python/tests/false_alarms.py --histories 1000

What docs/history.md states comes from this command. Each history is synthetic (synthetic.py), with
machines that drift and step, and no change planted.
"""

import json
import sys
from dataclasses import asdict, dataclass, replace

from scipy import stats
from synthetic import Noise, Synthetic
from tqdm import tqdm

from retprobe.history.changes import changes_of
from retprobe.history.common_part import separated
from retprobe.history.detect import Options
from retprobe.history.options import Parser, real


@dataclass(frozen=True)
class FalseAlarms:
    """The number of clean histories, and of those with at least one event `worse` or `better`."""

    histories: int
    alarmed: int
    events: int
    series: int
    """Searched, in all of them."""

    def interval(self, coverage: float = 0.95) -> tuple[float, float]:
        """The interval of the rate, by Clopper and Pearson."""
        tail, n, k = (1 - coverage) / 2, self.histories, self.alarmed
        low = float(stats.beta.ppf(tail, k, n - k + 1)) if k else 0.0
        return low, float(stats.beta.isf(tail, k + 1, n - k)) if k < n else 1.0


def simulate(
    model: Synthetic, histories: int, options: Options, *, progress: bool = False
) -> FalseAlarms:
    """Searches `histories` histories like `model`, with the seeds that follow its own."""
    alarmed = events = series = 0
    for seed in tqdm(
        range(model.seed, model.seed + histories), disable=not progress, unit="history"
    ):
        history = replace(model, seed=seed)
        machines = [
            separated(history.machine_name(number), history.matrix(number))
            for number in range(model.machines)
        ]
        found = changes_of(
            machines, [history.commit(number) for number in range(model.commits)], options
        )
        alarms = sum(event.kind != "machine" for event in found.events)
        alarmed, events, series = alarmed + bool(alarms), events + alarms, series + found.series
    return FalseAlarms(histories, alarmed, events, series)


def main(argv: list[str]) -> int:
    """Exit status 1 if the rate is certainly above the promised one."""
    parser = Parser(prog="false_alarms.py", description=__doc__.splitlines()[0])
    parser.add_argument("--histories", type=int, default=1000)
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--machines", type=int, default=3)
    parser.add_argument("--metrics", type=int, default=60, help="per machine")
    parser.add_argument("--seed", type=int, default=1, help="of the first history")
    parser.add_argument(
        "--drift", type=real(0), default=Noise.drift, help="of the machine, a part of a value"
    )
    parser.add_argument(
        "--degrees",
        type=real(2, above=True),
        default=Noise.degrees,
        help="of freedom of the noise's tails",
    )
    parser.add_argument(
        "--own-correlation",
        type=real(0, 1),
        default=Noise.own_correlation,
        help="of a series' noise, from run to run",
    )
    parser.add_argument(
        "--slow", type=real(0, 1), default=Noise.slow, help="probability of the lower of two speeds"
    )
    parser.add_argument(
        "--slower", type=real(0), default=Noise.slower, help="by what part of a value"
    )
    parser.add_argument(
        "--false-alarms",
        type=real(0, 1, above=True),
        default=Options.false_alarms,
        help="the rate that is promised",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(argv)
    noise = Noise(
        drift=options.drift,
        degrees=options.degrees,
        own_correlation=options.own_correlation,
        slow=options.slow,
        slower=options.slower,
    )
    try:
        model = Synthetic(
            options.commits, options.machines, options.metrics, options.seed, noise=noise
        )
        found = simulate(
            model, options.histories, Options(options.false_alarms), progress=sys.stderr.isatty()
        )
    except ValueError as error:
        print(f"false_alarms.py: {error}; see --help", file=sys.stderr)
        return 2
    low, high = found.interval()
    if options.json:
        print(
            json.dumps(
                {**asdict(found), "rate": found.alarmed / found.histories, "low": low, "high": high}
            )
        )
    else:
        rate = (
            f"a rate of {found.alarmed / found.histories:.3f} [{low:.3f}, {high:.3f}]; promised: "
            f"{options.false_alarms}"
        )
        size = f"{model.machines} machines x {model.metrics} metrics x {model.commits} commits"
        print(
            f"{found.histories} clean histories of {size}: {found.alarmed} with a false alarm, "
            f"{rate}"
        )
    return int(low > options.false_alarms)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
