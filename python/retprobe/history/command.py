"""`python -m retprobe history`: keeps results in a store, and finds what changed in them."""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pandas as pd

from retprobe.files import ResultError
from retprobe.history.changes import Change, Changes, Event, find_changes
from retprobe.history.detect import Options
from retprobe.history.history import CELL, History
from retprobe.history.method import methods_of
from retprobe.history.options import Parser, real
from retprobe.history.store import add, add_commits, add_linux, read_runs
from retprobe.history.verdict import Verdict, count, verdict_of


def _counted(added: int, given: int, one: str) -> str:
    """ "1 run added, 2 were there already"."""
    there = given - added
    return f"{count(added, one)} added, {there} {'was' if there == 1 else 'were'} there already"


def _add(options: argparse.Namespace) -> int:
    runs, linux, notes = read_runs(options.results, options.machine)
    added = add(options.store, runs)
    linux_added = add_linux(options.store, linux)
    for line in notes:
        print(f"retprobe history: {line}", file=sys.stderr)
    commits = (
        f"; {add_commits(options.store, options.repository):,} commits of {options.repository}"
        if options.repository
        else ""
    )
    of_linux = f"; of Linux: {_counted(linux_added, len(linux), 'result')}" if linux else ""
    print(f"{options.store}: {_counted(added, len(runs), 'run')}{of_linux}{commits}")
    return 0


def _runs(options: argparse.Namespace) -> int:
    for run in History(options.store).runs().to_dict("records"):
        verdicts = "" if pd.isna(run["failed"]) else f", {run['failed']:.0f} failed"
        what = f"{run['points']} points, {run['voids']} void{verdicts}"
        print(
            f"{run['run']}  {run['time']:%Y-%m-%d %H:%M}  {run['commit'][:12]}  {what}  "
            f"{run['machine']}; {run['method']}"
        )
    return 0


def _range(event: Event) -> str:
    others = len(event.candidates) - 1
    if not others:
        return event.commit[:12]
    return (
        f"{event.commit[:12]} (or {'the other' if others == 1 else f'one of {others} others'}, "
        f"{event.candidates[0][:12]} … {event.candidates[-1][:12]})"
    )


def _size(percent: float) -> str:
    return f"{percent:+.1f} %" if math.isfinite(percent) else "from 0"


def sentence(event: Event) -> str:
    """An event in one line."""
    where = (
        ", ".join(event.machines) if len(event.machines) < 4 else f"{len(event.machines)} machines"
    )
    size = _size(event.percent)
    gone = "" if event.stands else ", taken back since"
    own = f"{event.series} series of {', '.join(event.designs)}"
    if event.kind == "machine":
        unprobed = "unprobed runs" if event.designs == ("unprobed",) else own
        moved = "all its times" if event.everything else unprobed
        return f"machine  {size}  {where}: {moved}, at {_range(event)}{gone}"
    what = "everything" if event.everything else own
    return f"{event.kind}  {size}  {what} on {where}, since {_range(event)}{gone}"


def _lines(found: Changes, verdict: Verdict) -> Iterator[str]:
    yield verdict.line
    yield f"{count(len(found.events), 'change')} in {found.series:,} series"
    yield from (sentence(event) for event in found.events)


def _series_of(change: Change) -> str:
    cell = (
        f"{change.workload}/{change.design}/{change.transfer}/{change.registers}/{change.tracers} "
        f"{change.metric}"
    )
    return (
        f"    {_size(change.percent):>8}  {change.before:.2f} -> {change.after:.2f}  "
        f"{change.machine}; {change.method}  {cell}"
    )


def _told(one: Change | Event) -> dict[str, Any]:
    """Its fields for JSON, which has no infinity."""
    return asdict(one) | {"percent": one.percent if math.isfinite(one.percent) else None}


def _changes(options: argparse.Namespace) -> int:
    history = History(options.store)
    found = find_changes(history, Options(options.false_alarms, options.least_percent))
    lost = history.lost()
    methods = {name: history.methods(name) for name in history.machines()}
    verdict = verdict_of(found, len(lost), methods)
    of_machines = [
        methods_of(name, of_it, history.run_commits(name)) for name, of_it in methods.items()
    ]
    if options.json:
        document = {
            "verdict": asdict(verdict),
            "options": asdict(found.options),
            "series": found.series,
            "methods": [asdict(method) for of_one in of_machines for method in of_one],
            "events": [_told(event) for event in found.events],
            "changes": [_told(change) for change in found.changes],
            "lost": lost.to_dict("records"),
        }
        print(json.dumps(document, indent=1, default=str))
    else:
        print("\n".join(_lines(found, verdict)))
        for row in lost.to_dict("records"):
            cell = "/".join(str(row[name]) for name in CELL if name != "metric")
            print(
                f"lost  {cell} on {row['machine']}, since {row['first_commit'][:12]}: {row['void']}"
            )
        for method in (method for of_one in of_machines if len(of_one) > 1 for method in of_one):
            runs = f"{count(method.runs, 'run')} by {method.method}"
            commits = f"{method.first_commit[:12]} … {method.last_commit[:12]}"
            print(f"method  {method.machine}: {runs}, {commits}: not compared with others")
        if options.series:
            for number, event in enumerate(found.events):
                print(f"\n{sentence(event)}")
                print(
                    "\n".join(
                        _series_of(change) for change in found.changes if change.event == number
                    )
                )
    return int(verdict.state == "worse")


def main(argv: list[str]) -> int:
    """Exit status 2 if something cannot be read.

    `changes` exits with 1 if a regression stands or a value was lost, and with 0 if nothing is
    worse or it is too early to say."""
    parser = Parser(
        prog="python -m retprobe history", description="Results over commits and machines."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    adding = commands.add_parser(
        "add", help="add results to a store; makes the store if there is none"
    )
    adding.add_argument("store", metavar="STORE")
    adding.add_argument(
        "results",
        nargs="+",
        metavar="RESULT",
        help="files of bench, kernel or verify --kernel --format json, or folders of them",
    )
    adding.add_argument(
        "--machine", help="the name of the machine, instead of the one in the results"
    )
    adding.add_argument(
        "--repository",
        metavar="DIR",
        help="a git repository: the order, authors and subjects of its commits",
    )
    adding.set_defaults(run=_add)
    runs = commands.add_parser("runs", help="list the runs of a store")
    runs.add_argument("store", metavar="STORE")
    runs.set_defaults(run=_runs)
    changes = commands.add_parser(
        "changes",
        help="find change points: what got worse or better, and since which commit",
        epilog="Exit status 1 if something is worse, 0 if nothing is or it is too early to say, "
        "as the first line says (--json: verdict.state is worse, fine or unknown).",
    )
    changes.add_argument("store", metavar="STORE")
    changes.add_argument(
        "--false-alarms",
        type=real(0, 1, above=True),
        default=Options.false_alarms,
        help="the allowed probability of a false alarm, per history (0.05)",
    )
    changes.add_argument(
        "--least-percent",
        type=real(0),
        default=Options.least_percent,
        help="smaller changes are not reported (1)",
    )
    changes.add_argument(
        "--series", action="store_true", help="list the series of each change, too"
    )
    changes.add_argument("--json", action="store_true")
    changes.set_defaults(run=_changes)
    options = parser.parse_args(argv)
    try:
        status: int = options.run(options)
    except ResultError as error:
        print(f"retprobe history: {error}", file=sys.stderr)
        return 2
    return status
