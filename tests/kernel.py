#!/usr/bin/env python3
"""Tests `retprobe kernel` on one kernel: two boots give the same figures, each breakdown adds up,
one instruction more in a handler is seen, and so are planted mistakes and what small programs show.
usage: kernel.py RETPROBE IMAGES FOLDER

The documents are left in FOLDER. Exit status 77 where no guest can be run here."""

import concurrent.futures
import json
import pathlib
import subprocess
import sys

NOT_PERMITTED = 77
KERNEL = "6.12"
MECHANISMS = "kretprobe,fgraph,fexit"
USERS = "1,2"
HANDLERS_AT_ENTRY = {"kretprobe": 1, "fgraph": 1}  # programs of BPF have no nop


class NoGuest(Exception):
    """No guest can be run here."""


def run(retprobe, images, out, *options):
    out.unlink(missing_ok=True)
    command = [retprobe, "kernel", "--images", images, "--kernel", KERNEL, "--users", USERS]
    command += ["--mitigations", "off", "--no-designs", "--format", "json", "--out", out]
    ran = subprocess.run([*command, *options], stderr=subprocess.PIPE, text=True)
    if ran.returncode == NOT_PERMITTED:
        raise NoGuest(ran.stderr.strip())
    if not out.exists():
        sys.exit(f"kernel.py: retprobe kernel wrote nothing: {ran.stderr.strip()}")
    return {row["name"]: row for row in json.loads(out.read_text())["rows"]}


def measured(rows):
    return [
        f"{name} is {row['state']}: {row['why']}"
        for name, row in rows.items()
        if row["state"] != "measured"
    ]


def exact(row):
    """Its figures that do not depend on where the kernel's heap has put something."""
    figures = dict(row)
    for side in ("entry", "exit"):
        counts = {key: count for key, count in figures.pop(side).items() if key != "data_lines"}
        figures |= {f"{side}.{key}": count for key, count in counts.items()}
    return figures


def differences(first, second):
    complaints = []
    for name, row in first.items():
        one, other = exact(row), exact(second[name])
        complaints += [
            f"{name}: {key} is {one[key]}, and {other[key]} in a second boot"
            for key in one
            if one[key] != other[key]
        ]
    return complaints


def sums(rows):
    complaints = []
    for name, row in rows.items():
        walked = row["entry"]["instructions"] + row["exit"]["instructions"] - 1
        if walked + row["not_walked"] != row["added_instructions"]:
            complaints.append(f"{name}: {walked} walked, {row['not_walked']} not, and no such sum")
    return complaints


def nops(rows, with_nops):
    complaints = []
    for name, row in with_nops.items():
        more = row["added_instructions"] - rows[name]["added_instructions"]
        expected = row["users"] * HANDLERS_AT_ENTRY[row["mechanism"]]
        if more != expected:
            complaints.append(f"{name}: {expected} planted instructions, {more} seen")
    return complaints


# A mistake that is planted into what users are told, and scenarios that must see it.
PLANTED = {
    "silent": "order,detached,stack",
    "lost_exit": "attached,attached_to_one",
    "exit_twice": "attached",
    "newcomer": "detached_of_two",
    "value": "data",
    "frame": "stack",
}


def play(retprobe, images, out, *options):
    """What `verify --kernel` says: rows of scenario, mechanism, verdict, detail."""
    command = [retprobe, "verify", "--images", images, "--kernel", KERNEL, *options]
    subprocess.run([*command, "--format", "json", "--out", out], check=True)
    return json.loads(out.read_text())["linux_verdicts"]


def judged(retprobe, images, folder):
    """Complaints of the judge of what Linux tells: nothing planted is missed."""
    complaints, cells = [], 0
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = {
            mistake: pool.submit(
                play,
                retprobe,
                images,
                folder / f"{mistake}.json",
                *("--plant", mistake, "--scenario", scenarios),
            )
            for mistake, scenarios in PLANTED.items()
        }
    for mistake, ran in runs.items():
        rows = ran.result()
        tried = [row for row in rows if row["verdict"] != "unavailable"]
        if not tried:
            why = rows[0]["detail"] if rows else "there is no cell"
            complaints.append(f"the planted mistake {mistake} cannot be tried: {why}")
        cells += len(tried)
        for row in tried:
            if row["verdict"] != "fail":
                complaints.append(
                    f"{row['scenario']} of {row['mechanism']} does not see the planted mistake "
                    f"{mistake}: {row['verdict']} {row['detail']}"
                )
    print(f"kernel: {cells} cells with a planted mistake, {len(complaints)} missed")
    return complaints


# Which cell of `verify --kernel` fails where a reproducer shows its finding.
SHOWN_BY = {
    "fexit_lost_exit": ("attached_to_one", "fexit"),
    "fexit_missing_frame": ("stack", "fentry_fexit"),
    "fgraph_exit_order": ("order", "fgraph"),
    "fgraph_phantom_exit": ("replaced", "fgraph"),
    "fprobe_phantom_exit": ("replaced", "fprobe"),
    "fprobe_too_many": ("users", "fprobe"),
    "fprobe_uncounted": ("depth_of_two", "fprobe"),
}


def reproduced(retprobe, images, kernel, folder):
    """Complaints where a small program and the scenario of its finding disagree."""
    command = [retprobe, "verify", "--images", images, "--kernel", kernel, "--format", "json"]
    out = folder / "reproducers.json"
    ended = subprocess.run([*command, "--reproducers", "--out", out]).returncode
    if ended:
        return [f"the reproducers were not tried: exit status {ended}"]
    rows = json.loads(out.read_text())["linux_reproducers"]
    tried = {row["reproducer"]: row for row in rows if row["state"] != "cannot be tried"}
    scenarios = ",".join({SHOWN_BY[name][0] for name in tried})
    out = folder / "reproduced.json"
    subprocess.run([*command, "--scenario", scenarios, "--out", out], check=True)
    verdicts = {
        (row["scenario"], row["mechanism"]): row
        for row in json.loads(out.read_text())["linux_verdicts"]
    }
    complaints = [
        f"{name} is {row['state']} ({row['detail']}), and {SHOWN_BY[name]} {verdict['verdict']}"
        for name, row in tried.items()
        for verdict in [verdicts[SHOWN_BY[name]]]
        if (row["state"] == "shown") != (verdict["verdict"] == "fail")
    ]
    if {row["reproducer"] for row in rows} != set(SHOWN_BY):
        complaints.append(f"the guest has other reproducers: {rows}")
    print(f"kernel: {len(tried)} of {len(rows)} reproducers, {len(complaints)} disagree")
    return complaints


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: kernel.py RETPROBE IMAGES FOLDER")
    retprobe, images, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    planted = ",".join(HANDLERS_AT_ENTRY)
    boots = {
        "first": ("--mechanism", MECHANISMS),
        "second": ("--mechanism", MECHANISMS),
        "nops": ("--mechanism", planted, "--handlers", "nop", "--no-walks"),
    }
    # Side by side, because a guest has one processor. Instructions are counted, and no time.
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = {
            name: pool.submit(run, retprobe, images, folder / f"{name}.json", *options)
            for name, options in boots.items()
        }
    try:
        rows, again, with_nops = (runs[name].result() for name in boots)
    except NoGuest as reason:
        print(reason)
        sys.exit(NOT_PERMITTED)
    complaints = [complaint for each in (rows, again, with_nops) for complaint in measured(each)]
    if not complaints:
        complaints = nops(rows, with_nops) + differences(rows, again) + sums(rows)
    complaints += judged(retprobe, images, folder)
    complaints += reproduced(retprobe, images, KERNEL, folder)
    print(*complaints, sep="\n", end="\n" if complaints else "")
    print(f"kernel: {len(rows)} rows in two boots, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
