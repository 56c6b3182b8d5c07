#!/usr/bin/python3
"""Tests that a denied system call makes scenarios unavailable, without a failure or a crash.

usage: denied_calls.py RETPROBE

Each system call that core and harness make, and libc's ordinary work does not, is denied by a
seccomp filter (EPERM), one at a time, as containers do it. A scenario that needs the call must be
unavailable and name the call. Every other scenario must pass.
"""

import ctypes
import errno
import itertools
import json
import multiprocessing
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

NUMBERS = {
    "membarrier": 324,
    "process_vm_readv": 310,
    "ptrace": 101,
    "perf_event_open": 298,
    "memfd_create": 319,
    "timer_create": 222,
    "seccomp": 317,
    "prctl": 157,
    "pidfd_open": 434,
    "pidfd_getfd": 438,
    "sched_setaffinity": 203,
    "capset": 126,
    "setpgid": 109,
}
# Scenarios that need it.
TOOLS = ["unwind_eu_stack", "unwind_gdb", "unwind_perf_fp"]
STEPPED = ["every_instruction_signal"]
FAILING = ["memory_fails_make"]
NEED = {
    "process_vm_readv": STEPPED,
    "ptrace": [*STEPPED, "unwind_eu_stack", "unwind_gdb"],
    "perf_event_open": ["unwind_perf_fp", "unwind_perf_fp_trampolines"],
    "memfd_create": TOOLS,
    "timer_create": ["signals_storm", "stress_flips"],
    "seccomp": FAILING,
    "prctl": FAILING,
    "pidfd_open": FAILING,
    "pidfd_getfd": FAILING,
    "capset": ["memory_locked"],
}
# Scenarios that might use one of the calls, but do not need it.
ALWAYS = [
    "order_nested",
    "detach_waits_for_handlers",
    "stacks_walk_bodies",
    "stacks_walk_stopped",
    "unwind_libdwfl",
]
CELLS = "--design counted_shadow,call_through --transfer paired,- --registers scalar --tracers 1"
NO_PROBES = "unavailable: nothing can be probed: membarrier"

NOT_PERMITTED = 77

libc = ctypes.CDLL(None, use_errno=True)


def deny(call):
    """Denies the call to the calling process and all its descendants."""
    load, equal, end = 0x20, 0x15, 0x06
    code = [
        struct.pack("HBBI", load, 0, 0, 0),
        struct.pack("HBBI", equal, 0, 1, NUMBERS[call]),
        struct.pack("HBBI", end, 0, 0, 0x00050000 | errno.EPERM),
        struct.pack("HBBI", end, 0, 0, 0x7FFF0000),
    ]
    text = ctypes.create_string_buffer(b"".join(code))
    program = struct.pack("HxxxxxxP", len(code), ctypes.addressof(text))
    no_new_privileges, set_filter = (38, 1, 0, 0, 0), (22, 2, program, 0, 0)
    for arguments in no_new_privileges, set_filter:
        if libc.prctl(*arguments) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


def run(call, *words):
    """Runs retprobe with these words and `call` denied; without a call, nothing is denied."""
    denying = (lambda: deny(call)) if call else None
    return subprocess.run([retprobe, *words], preexec_fn=denying, capture_output=True, text=True)


def verify(call, scenarios):
    chosen = "--scenario=" + ",".join(scenarios)
    return run(call, "verify", *CELLS.split(), "--retry", "--format=json", chosen)


def objections(call, ran):
    """What tests/unavailable.py says of the verdicts where `call` is denied to it, too."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(ran.stdout)
        file.flush()
        build = str(Path(retprobe).parent)
        words = [str(Path(__file__).with_name("unavailable.py")), file.name, build]
        denying = (lambda: deny(call)) if call else None
        done = subprocess.run(words, preexec_fn=denying, capture_output=True, text=True)
    return [line for line in done.stderr.splitlines() if line.split()[0] not in lacking]


def rows_of(ran):
    return json.loads(ran.stdout)["results"] if ran.stdout else []


def trouble_of_verify(call):
    ran = verify(call, ALWAYS + NEED.get(call, []))
    if call == "membarrier":
        lines = ran.stderr.splitlines()
        if (
            ran.returncode != NOT_PERMITTED
            or len(lines) != 1
            or NO_PROBES not in lines[0]
            or ran.stdout
        ):
            yield f"exit status {ran.returncode}, {lines}, not one line: … {NO_PROBES}"
        return
    if not ran.stdout:
        yield f"exit status {ran.returncode}: {ran.stderr}"
    for row in rows_of(ran):
        what = f"{row['scenario']} in {row['design']}: {row['verdict']}: {row['detail']}"
        needs = row["scenario"] in NEED.get(call, [])
        if row["verdict"] == "fail":
            yield what
        elif row["scenario"] in lacking or row.get("lacks") == "time":
            continue
        elif row["verdict"] == "unavailable" and call not in row["detail"]:
            yield f"{what}: that does not say what is missing"
        elif needs != (row["verdict"] == "unavailable"):
            yield f"{what}: it should {'' if needs else 'not '}be unavailable"
        elif needs and row["lacks"] != "permission":
            yield f"{what}: it lacks a permission, and says {row['lacks']}"
    if not ran.stdout:
        return
    # Where the call is denied, that is accepted as a reason. Where it is not, it is not.
    for line in objections(call, ran):
        yield f"not accepted as unavailable: {line}"
    denied = {row["scenario"] for row in rows_of(ran) if row.get("lacks") == "permission"}
    named = {line.split()[0] for line in objections(None, ran)}
    for scenario in sorted((denied - lacking) ^ (named & denied)):
        yield f"{scenario}: accepted as unavailable although nothing is denied"


def trouble_of_others(call):
    """Errors in the commands that probe by themselves: what they print, and their exit status."""
    unprobed = {"membarrier": (NOT_PERMITTED, NO_PROBES)}
    stepped = {call: (NOT_PERMITTED, call) for call in ("ptrace", "process_vm_readv")}
    for words, denied in (
        (["cost", *CELLS.split()], unprobed | stepped),
        (["prices", "--skeleton"] if call in stepped else ["prices"], stepped),
        (["inspect", "--stack"], {"membarrier": (2, "membarrier")}),
        (["list"], {}),
    ):
        ran = run(call, *words)
        status, text = denied.get(call, (0, ""))
        if words[0] in lacking and ran.returncode == NOT_PERMITTED:
            continue
        if ran.returncode != status or text not in ran.stderr or (status and ran.stdout):
            yield f"{words[0]}: exit status {ran.returncode}, not {status}: {ran.stderr}"


if len(sys.argv) != 2:
    sys.exit(__doc__)
if platform.machine() != "x86_64":
    sys.exit("denied_calls.py knows the system calls of x86-64 only")
retprobe = shutil.which(sys.argv[1])
if not retprobe:
    sys.exit(f"{sys.argv[1]} is no program: build it")
plain = verify(None, sorted({scenario for needed in NEED.values() for scenario in needed}))
if plain.returncode == NOT_PERMITTED:
    print(f"nothing to deny: {plain.stderr}", end="")
    sys.exit(NOT_PERMITTED)
# What this machine lacks in any case: a tool that is not installed, a call that a sandbox denies.
lacking = {row["scenario"] for row in rows_of(plain) if row["verdict"] == "unavailable"}
if run(None, "cost", *CELLS.split()).returncode == NOT_PERMITTED:
    lacking |= {"cost", "prices"}


def trouble_of(call):
    return [
        f"{call} denied: {trouble}"
        for trouble in [*trouble_of_verify(call), *trouble_of_others(call)]
    ]


failures = 0
with multiprocessing.Pool() as pool:  # forked: it has what is lacking
    for line in itertools.chain.from_iterable(pool.imap(trouble_of, NUMBERS, chunksize=1)):
        failures += 1
        print(line, file=sys.stderr)
print(f"{len(NUMBERS)} system calls denied, one at a time: {failures} failures")
if lacking:
    print("not here anyway: " + ", ".join(sorted(lacking)))
sys.exit(failures != 0)
