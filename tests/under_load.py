#!/usr/bin/python3
"""Tests that load makes no scenario fail: those that wait run beside forty busy processes.

usage: under_load.py [--selection] RETPROBE

--selection runs the whole selection of `./check` instead, half an hour on two processors.

A scenario that gets too little of the processors ends as `unavailable: the machine was too busy`.
This is no failure; their number is printed. The whole verification under load takes hours:
docs/robustness.md."""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

BUSY = 40
NOT_PERMITTED = 77  # exit status of retprobe
SCENARIOS = [
    "detach_stuck_handler",
    "detach_waits_for_handlers",
    "flips_parked_*",
    "flips_redirected",
    "flips_slow_thread",
    "signals_storm_poked",
    "stop_*",
    "threads_come_and_go",
]
CELLS = ["--transfer", "paired,-", "--registers", "scalar", "--tracers", "1,2"]


@contextlib.contextmanager
def busy_processes():
    """They end with this process, however it ends."""
    loop = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
    processes = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("retprobe", metavar="RETPROBE")
    parser.add_argument("--selection", action="store_true", help="the selection of ./check")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, busy_processes():
        document = pathlib.Path(folder) / "verify.json"
        # More cells at a time than processors: each of them gets little anyway.
        cells = ["--selection"] if asked.selection else [*CELLS, "--scenario", ",".join(SCENARIOS)]
        command = [asked.retprobe, "verify", *cells]
        status = subprocess.run([*command, "--jobs", "8", "--format", "json", "--out", document])
        if status.returncode == NOT_PERMITTED:
            return NOT_PERMITTED
        if status.returncode not in (0, 1):
            print(f"under_load: FAILED: verify ended with status {status.returncode}")
            return 1
        rows = json.loads(document.read_text(encoding="utf-8"))["results"]
    verdicts = collections.Counter(row["verdict"] for row in rows)
    for row in rows:
        if row["verdict"] == "fail":
            cell = "/".join(str(row[k]) for k in ("design", "transfer", "registers", "tracers"))
            print(f"under_load: FAILED: {row['scenario']} in {cell}: {row['detail']}")
    print(
        f"under_load: beside {BUSY} busy processes "
        + ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    )
    return 1 if verdicts["fail"] or not verdicts["pass"] else 0


if __name__ == "__main__":
    sys.exit(main())
