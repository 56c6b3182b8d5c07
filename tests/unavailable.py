#!/usr/bin/python3
"""Tests that what `retprobe verify` called unavailable is not available on this machine.

usage: unavailable.py VERDICTS BUILD_FOLDER

VERDICTS is the output of `retprobe verify --format json`. Each reason in it is tried here without
retprobe: is the package installed, is the call denied, has the compiler of BUILD_FOLDER no such
library? A scenario for which the machine was too busy in every cell of a design counts as not
verified.
"""

import collections
import ctypes
import errno
import json
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

# Numbers of x86-64.
PTRACE, CAPGET, CAPSET, PERF_EVENT_OPEN, PROCESS_VM_READV = 101, 125, 126, 298, 310
SECCOMP, PIDFD_OPEN, PIDFD_GETFD = 317, 434, 438
SET_NO_NEW_PRIVILEGES, SET_PTRACER = 38, 0x59616D61
SEIZE = 0x4206  # of ptrace


def call(number, *arguments):
    """A system call. OSError where the kernel refuses it."""
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_ulong, arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def checked(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def seize_a_child():
    child = os.fork()
    if child == 0:
        libc.prctl(SET_PTRACER, ctypes.c_ulong(2**64 - 1), 0, 0, 0)
        time.sleep(60)
        os._exit(0)
    try:
        call(PTRACE, SEIZE, child, 0, 0)
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


def open_perf_event():
    software, cpu_clock, not_in_the_kernel = 1, 0, 1 << 5
    size = 128
    attributes = struct.pack("IIQQQQQ", software, size, cpu_clock, 0, 0, 0, not_in_the_kernel)
    buffer = ctypes.create_string_buffer(attributes, size)
    call(PERF_EVENT_OPEN, ctypes.addressof(buffer), 0, 2**64 - 1, 2**64 - 1, 0)


def read_own_memory():
    source, target = ctypes.create_string_buffer(b"words"), ctypes.create_string_buffer(8)
    local = struct.pack("PN", ctypes.addressof(target), 5)
    remote = struct.pack("PN", ctypes.addressof(source), 5)
    vectors = [ctypes.create_string_buffer(vector) for vector in (local, remote)]
    words = [word for vector in vectors for word in (ctypes.addressof(vector), 1)]
    call(PROCESS_VM_READV, os.getpid(), *words, 0)


def listen_to_calls():
    checked(libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    allow = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(allow)))
    set_filter, new_listener = 1, 1 << 3
    call(SECCOMP, set_filter, new_listener, ctypes.addressof(program))


def make_timer():
    timer = ctypes.c_void_p()
    checked(libc.timer_create(1, None, ctypes.byref(timer)))


def take_a_descriptor():
    call(PIDFD_GETFD, call(PIDFD_OPEN, os.getpid(), 0), 0, 0)


def give_up_lock_right():
    header = ctypes.create_string_buffer(struct.pack("II", 0x20080522, 0))
    data = ctypes.create_string_buffer(24)
    call(CAPGET, ctypes.addressof(header), ctypes.addressof(data))
    effective, permitted, *rest = struct.unpack("6I", data.raw)
    keep = ~(1 << 14)
    data = ctypes.create_string_buffer(struct.pack("6I", effective & keep, permitted, *rest), 24)
    call(CAPSET, ctypes.addressof(header), ctypes.addressof(data))


def lock_future_memory():
    give_up_lock_right()
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (4 << 20, 4 << 20))
    checked(libc.mlockall(2))


# A word of a reason, and what tries it. A reason may have several.
CALLS = {
    "ptrace": seize_a_child,
    "perf_event": open_perf_event,
    "process_vm_readv": read_own_memory,
    "memfd_create": lambda: os.memfd_create("tried"),
    "timer_create": make_timer,
    "seccomp": listen_to_calls,
    "pidfd_open": lambda: call(PIDFD_OPEN, os.getpid(), 0),
    "pidfd_getfd": take_a_descriptor,
    "capset": give_up_lock_right,
    "mlockall": lock_future_memory,
}
INSTRUCTIONS = {"XRSTOR": "xsave"}  # and the flag in /proc/cpuinfo


class Machine:
    """What this machine has."""

    def __init__(self, build):
        self.build = build

    def has_package(self, name):
        """None: nobody here knows Debian's names."""
        if not shutil.which("dpkg-query"):
            return None
        query = ["dpkg-query", "-W", "-f", "${db:Status-Status}", name]
        return subprocess.run(query, capture_output=True, text=True).stdout == "installed"

    def permits(self, name):
        """Whether the call works, in a process of its own."""
        child = os.fork()
        if child == 0:
            try:
                CALLS[name]()
            except OSError as error:
                os._exit(error.errno or errno.EIO)
            except BaseException:
                os._exit(255)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status in (255, errno.EFAULT, errno.EINVAL):
            sys.exit(f"unavailable.py cannot try {name}: its own call is wrong (status {status})")
        return status == 0

    def has_instruction(self, name):
        flags = re.search(r"^flags\s*:(.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        return flags is not None and INSTRUCTIONS[name] in flags[1].split()

    def version_of_lldb(self):
        said = subprocess.run(["lldb", "--version"], capture_output=True, text=True).stdout
        return int(re.search(r"version (\d+)", said)[1])

    def has_stacktrace(self):
        cache = (Path(self.build) / "CMakeCache.txt").read_text()
        compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)", cache, re.MULTILINE)[1]
        program = "#include <stacktrace>\nint main() { return std::stacktrace::current().empty(); }"
        command = [compiler, "-std=c++23", "-x", "c++", "-", "-o", "/dev/null"]
        return any(
            subprocess.run(
                [*command, "-l" + library], input=program.encode(), capture_output=True
            ).returncode
            == 0
            for library in ("stdc++exp", "stdc++_libbacktrace")
        )


def objection(row, machine):
    """Why the row's reason does not hold on this machine; None where it holds."""
    kind, detail = row["lacks"], row["detail"]
    if kind == "package":
        names = re.findall(r"Debian package ([a-z0-9][a-z0-9+.-]*)", detail)
        if not names:
            return "no package is said to be missing"
        here = [name for name in names if machine.has_package(name)]
        return f"{', '.join(here)} is installed" if here else None
    if kind == "permission":
        detail = re.sub(r"\bsee [^()]*\)", ")", detail)  # where to look is not what is denied
        named = [name for name in CALLS if name in detail]
        if not named:
            return "it does not name a call that is denied"
        if all(machine.permits(name) for name in named):
            return f"{', '.join(named)} is permitted here"
        return None
    if kind == "hardware":
        named = [name for name in INSTRUCTIONS if name in detail]
        if not named:
            return "it does not name an instruction"
        return f"{named[0]} is here" if machine.has_instruction(named[0]) else None
    if kind == "toolchain":
        if "lldb 19" in detail:
            version = machine.version_of_lldb()
            return f"lldb is version {version} here" if version < 19 else None
        if "std::stacktrace" not in detail:
            return "it names neither a library nor a debugger"
        return "this compiler has std::stacktrace" if machine.has_stacktrace() else None
    return f"nobody here knows how to try what lacks {kind}"


def objections(rows, machine):
    """Lines about what should have been available, one for each scenario and reason."""
    reasons = collections.defaultdict(list)
    scenarios = collections.defaultdict(list)
    for row in rows:
        if row["design"].startswith("peer:"):
            continue
        if row["verdict"] == "unavailable" and row["lacks"] != "time":
            reasons[row["scenario"], row["lacks"], row["detail"]].append(row)
        scenarios[row["scenario"], row["design"]].append(row.get("lacks") == "time")
    for (scenario, _, detail), cells in reasons.items():
        if said := objection(cells[0], machine):
            count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            yield f"{scenario} was unavailable in {count}: {detail}: but {said}"
    for (scenario, design), busy in scenarios.items():
        if all(busy):
            yield (
                f"{scenario} was not verified: the machine was too busy for each of its cells "
                f"in {design}"
            )


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = json.load(file)["results"]
    found = list(objections(rows, Machine(sys.argv[2])))
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
