#!/usr/bin/python3
"""Judges the tracers that could be built, and compares with results/reference/tracers.json.

usage: tracers.py BUILD_FOLDER [--accept]

Each verdict has to be the stored one. A tracer of another version than the stored one is not
compared. The document is left in the build folder. --accept stores it, with the stored verdicts of
tracers that could not be built here. Exit status 1 where verdicts differ."""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
STORED = ROOT / "results/reference/tracers.json"
KEY = ("tracer", "variant", "scenario", "users")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def judged(folder):
    """What verify writes of all tracers in the folder, once it is as the schema says."""
    paths = (folder / "tracers/all").read_text(encoding="utf-8").split("\n")
    document = folder / "tracers.json"
    document.unlink(missing_ok=True)
    command = [folder / "retprobe", "verify", "--tracer", ",".join(filter(None, paths)), "--retry"]
    ran = subprocess.run([*command, "--format", "json", "--out", document])
    if ran.returncode > 1 or not document.exists():
        sys.exit(f"tracers: retprobe verify --tracer ended with status {ran.returncode}")
    schema = ROOT / "results/schema.json"
    subprocess.run([ROOT / "tools/validate_results.py", schema, document], check=True)
    return read(document)


def versions(document):
    return {tracer["name"]: tracer["version"] for tracer in document["tracers"]}


def verdicts(document, tracer):
    rows = (row for row in document["tracer_verdicts"] if row["tracer"] == tracer)
    return {tuple(row[key] for key in KEY): row for row in rows}


def told(row):
    return f"{row['verdict']}: {row['detail']}" if row else "no such cell"


def differences(stored, now, tracer):
    """A text for each verdict that differs, and how many cells the machine was too busy for."""
    before, after = verdicts(stored, tracer), verdicts(now, tracer)
    found, busy = [], 0
    for cell in {**before, **after}:
        old, new = before.get(cell), after.get(cell)
        if new and new["verdict"] == "unavailable":
            busy += 1
        elif not (old and new and old["verdict"] == new["verdict"]):
            variant = "" if cell[1] == "-" else f"/{cell[1]}"
            found.append(
                f"{tracer}{variant} differs in {cell[2]} with {cell[3]} users\n"
                f"  stored  {told(old)}\n  now     {told(new)}"
            )
    return found, busy


def compare(stored, now):
    known, here = versions(stored), versions(now)
    for name in known.keys() - here.keys():
        print(f"tracers: {name} is absent: it could not be built here")
    count = 0
    for name, version in here.items():
        if name not in known:
            print(f"tracers: {name} {version} is not compared: nothing is stored of it")
        elif known[name] != version:
            print(f"tracers: {name} {version} is not compared: what is stored is of {known[name]}")
        else:
            found, busy = differences(stored, now, name)
            print(*found, sep="\n", end="\n" if found else "")
            print(
                f"tracers: {name} {version}: {len(verdicts(now, name))} cells, "
                f"{len(found)} differ from what is stored"
                + (f", {busy} without a verdict, since the machine was too busy" if busy else "")
            )
            count += len(found)
    if count:
        print(
            "tracers: if that is meant, run tests/tracers.py BUILD_FOLDER --accept, then "
            "tools/refresh --write tracers"
        )
    return count


def accept(stored, now, folder):
    here = versions(now)
    kept = [tracer for tracer in stored["tracers"] if tracer["name"] not in here]
    rows = [row for row in stored["tracer_verdicts"] if row["tracer"] not in here]
    now["tracers"] += kept
    now["tracer_verdicts"] = sorted(now["tracer_verdicts"] + rows, key=lambda row: row["scenario"])
    if busy := [row for row in now["tracer_verdicts"] if row["verdict"] == "unavailable"]:
        sys.exit(f"tracers: {len(busy)} cells have no verdict: again, on an idle machine")
    whole = folder / "tracers_accepted.json"
    whole.write_text(json.dumps(now), encoding="utf-8")
    subprocess.run([ROOT / "tools/trim_result.py", whole, STORED], check=True)


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--accept"]):
        sys.exit("usage: tracers.py BUILD_FOLDER [--accept]")
    folder = pathlib.Path(sys.argv[1])
    now = judged(folder)
    stored = read(STORED) if STORED.exists() else {"tracers": [], "tracer_verdicts": []}
    if sys.argv[2:]:
        accept(stored, now, folder)
    elif compare(stored, now):
        sys.exit(1)


if __name__ == "__main__":
    main()
