#!/usr/bin/python3
"""Judges the tracers that could be built, and compares with results/reference/tracers.json.

usage: tracers.py BUILD_FOLDER [--accept]

Each verdict has to be the stored one. Some mistakes happen at times only: a tracer that has
failures in the stored result is asked again, and its verdict differs if it does so each time. A
tracer of another version than the stored one is not compared, except for our own. The document is
left in the build folder. --accept stores it, with the stored verdicts of tracers that could not be
built here. Exit status 1 where verdicts differ, where a tracer has none in any cell of a scenario,
or where a tracer is absent that is built everywhere."""

import collections
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
STORED = ROOT / "results/reference/tracers.json"
LONGEST = 400  # text of a verdict; the whole is in the documents
TIMES = 3  # that a tracer is asked again
NOTHING = {"verdict": "no such cell", "detail": ""}
# In these, what another thread does at the time decides whether a mistake shows.
RACES = {"threads_attach_beside_noise"}
OWN = "retprobe"  # its version is that of the tree: a release is compared with the one before
EVERYWHERE = (OWN, "first_tracer", "finstrument_functions")
KEY = ("tracer", "variant", "scenario", "users")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def judged(folder, document, *options):
    """What verify writes into the document."""
    document.unlink(missing_ok=True)
    command = [folder / "retprobe", "verify", "--retry", *options]
    ran = subprocess.run([*command, "--format", "json", "--out", document])
    if ran.returncode > 1 or not document.exists():
        sys.exit(f"tracers: retprobe verify --tracer ended with status {ran.returncode}")
    return read(document)


def all_judged(folder):
    """What verify writes of all tracers in the folder, once it is as the schema says."""
    paths = (folder / "tracers/all").read_text(encoding="utf-8").split("\n")
    document = folder / "tracers.json"
    found = judged(folder, document, "--tracer", ",".join(filter(None, paths)))
    schema = ROOT / "results/schema.json"
    subprocess.run([ROOT / "tools/validate_results.py", schema, document], check=True)
    return found


def versions(document):
    return {tracer["name"]: tracer["version"] for tracer in document["tracers"]}


def verdicts(document, tracer):
    rows = (row for row in document["tracer_verdicts"] if row["tracer"] == tracer)
    return {tuple(row[key] for key in KEY): row for row in rows}


def told(row):
    text = f"{row['verdict']}: {row['detail']}".removesuffix(": ")
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def name_of(cell):
    tracer, variant, scenario, users = cell
    return f"{tracer}{'' if variant == '-' else '/' + variant} in {scenario} with {users} users"


def has_failures(rows):
    return any(row["verdict"] == "fail" for row in rows.values())


def different(before, after):
    """The cells whose verdicts differ. No verdict, on a busy machine, is no other one; nor is what
    a race shows at times, of a tracer that has stored failures."""
    odd = []
    fails = has_failures(before)
    for cell in {**before, **after}:
        old, new = (rows.get(cell, NOTHING)["verdict"] for rows in (before, after))
        races = fails and cell[2] in RACES and {old, new} == {"fail", "pass"}
        if new not in (old, "unavailable") and not races:
            odd.append(cell)
    return odd


def without_verdict(rows):
    """The scenarios that are unavailable in each of their cells."""
    seen = collections.defaultdict(set)
    for row in rows.values():
        seen[row["scenario"]].add(row["verdict"])
    return [scenario for scenario, found in seen.items() if found == {"unavailable"}]


def compare_tracer(stored, now, tracer, folder):
    """The number of cells that differ, and of scenarios that have no verdict."""
    before, after = verdicts(stored, tracer["name"]), verdicts(now, tracer["name"])
    odd = different(before, after)
    for _ in range(TIMES if has_failures(before) else 0):
        # A scenario that is new, or gone, is not asked again.
        cells = [cell for cell in odd if cell in before and cell in after]
        if not cells:
            break
        scenarios = ",".join(dict.fromkeys(cell[2] for cell in cells))
        options = ["--tracer", tracer["path"], "--scenario", scenarios]
        document = judged(folder, folder / "tracers_again.json", *options)
        again = verdicts(document, tracer["name"])
        still = different(before, again)
        for cell in cells:
            if cell not in still and again[cell]["verdict"] != "unavailable":
                print(f"tracers: {name_of(cell)}: at times, {told(after[cell])}")
                odd.remove(cell)
    for cell in odd:
        print(f"tracers: {name_of(cell)} differs")
        print(f"  stored  {told(before.get(cell, NOTHING))}")
        print(f"  now     {told(after.get(cell, NOTHING))}")
    busy = sum(row["verdict"] == "unavailable" for row in after.values())
    print(
        f"tracers: {tracer['name']} {tracer['version']}: {len(after)} cells, {len(odd)} differ "
        "from what is stored"
        + (f", {busy} without a verdict, since the machine was too busy" if busy else "")
    )
    lacking = without_verdict(after)
    for scenario in lacking:
        print(f"tracers: {tracer['name']} has no verdict in {scenario}, in none of its cells")
    return len(odd) + len(lacking)


def compare(stored, now, folder):
    known, here = versions(stored), versions(now)
    count = 0
    for name in {*known, *EVERYWHERE} - here.keys():
        print(f"tracers: {name} is absent: it could not be built here")
        count += name in EVERYWHERE
    for tracer in now["tracers"]:
        name, version = tracer["name"], tracer["version"]
        if name not in known:
            print(f"tracers: {name} {version} is not compared: nothing is stored of it")
        elif known[name] != version and name != OWN:
            print(f"tracers: {name} {version} is not compared: what is stored is of {known[name]}")
        else:
            count += compare_tracer(stored, now, tracer, folder)
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
    now = all_judged(folder)
    stored = read(STORED) if STORED.exists() else {"tracers": [], "tracer_verdicts": []}
    if sys.argv[2:]:
        accept(stored, now, folder)
    elif compare(stored, now, folder):
        sys.exit(1)


if __name__ == "__main__":
    main()
