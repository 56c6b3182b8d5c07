"""Patches and builds copies of the tree, for tests/mutants/run and tools/candidates/run."""

import argparse
import contextlib
import fcntl
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Trouble(Exception):
    """A problem of the run itself, which says nothing about what is tried. It ends the run."""


@contextlib.contextmanager
def alone(folder):
    """One run at a time in this folder: another would patch and build in the same copies.

    The lock is also that of the processes that `call` starts. They go on where a run is killed."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "lock"
    with open(path, "w", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Trouble(
                f"{path} is locked: a run is under way, or what a killed one left; wait for it, "
                f"or end what `fuser {path}` lists"
            ) from None
        os.set_inheritable(lock.fileno(), True)
        yield


def write_whole(path, text):
    """Leaves no file that is cut off, also when the disk is full or the run is killed."""
    half = path.with_name(f"{path.name}.half")
    half.write_text(text, encoding="utf-8")
    half.replace(path)


def shard(text):
    """An argument I/N, as two numbers."""
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"'{text}' is no part I/N with I below N, such as 0/2")
    return int(match[1]), int(match[2])


def need_tools():
    for tool in ("cmake", "ninja", "patch"):
        if not shutil.which(tool):
            raise Trouble(
                f"'{tool}' is missing; install Debian's package "
                f"{tool.replace('ninja', 'ninja-build')}"
            )


def names_of_sources():
    """The files that git does not ignore, or without git all but build/."""
    try:
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            check=True,
            capture_output=True,
        ).stdout.decode()
        return [name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        return [
            str(path.relative_to(ROOT))
            for path in ROOT.rglob("*")
            if path.is_file() and path.relative_to(ROOT).parts[0] not in ("build", ".git")
        ]


def copy_sources(tree):
    copy_files(ROOT, names_of_sources(), tree)


def copy_commit(commit, tree):
    """Copies the sources of a commit to `tree`."""
    with tempfile.TemporaryDirectory() as folder:
        command = f"git -C {shlex.quote(str(ROOT))} archive {shlex.quote(commit)} | tar -x"
        got = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=folder, capture_output=True, text=True
        )
        if got.returncode:
            raise Trouble(f"no sources of '{commit}': {got.stderr.strip().splitlines()[0]}")
        source = pathlib.Path(folder)
        names = [str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()]
        copy_files(source, names, tree)


def copy_files(folder, names, tree):
    """Makes `tree` have these files of `folder` and no others.

    Only files that differ are copied, so that little has to be built again."""
    wanted = {name for name in names if (folder / name).is_file()}
    for name in wanted:
        source, copy = folder / name, tree / name
        if copy.is_file() and copy.read_bytes() == source.read_bytes():
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, copy)
    for path in list(tree.rglob("*")):
        relative = path.relative_to(tree)
        if path.is_file() and relative.parts[0] != "build" and str(relative) not in wanted:
            path.unlink()


def environment():
    env = dict(os.environ)
    if shutil.which("ccache"):
        env.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
        env.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        # So that ccache finds what other build folders compiled.
        env.setdefault("CCACHE_BASEDIR", "/")
        env.setdefault("CCACHE_NOHASHDIR", "1")
    return env


def call(command, log, cwd=None, timeout=None, variables=None):
    """Runs a command in a session of its own, ends that session, and returns the exit status.

    A mutant may leave processes that hang, and scenarios have process groups of their own."""
    with open(log, "wb") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=environment() | (variables or {}),
            cwd=cwd,
            start_new_session=True,
            close_fds=False,  # for the lock (alone)
        )
        try:
            return process.wait(timeout)
        finally:
            end_session(process)


def end_session(leader):
    """Kills all processes of the session.

    It looks twice, because a process may fork while the list is read."""
    quiet = 0
    while quiet < 2:
        left = [pid for pid in running_processes() if session_of(pid) == leader.pid]
        quiet = 0 if left else quiet + 1
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        leader.poll()
        if left:
            time.sleep(0.01)


def running_processes():
    return [int(entry.name) for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit()]


def session_of(pid):
    """The process's session; None if the process has ended."""
    try:
        fields = (
            pathlib.Path(f"/proc/{pid}/stat")
            .read_text(encoding="utf-8", errors="replace")
            .rpartition(")")[2]
            .split()
        )
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else int(fields[3])


def apply(patch, tree, log):
    """Applies a patch. Returns whether it still applies."""
    return (
        call(["patch", "-p1", "--batch", "--forward", "-r", "-", "-i", patch], log, cwd=tree) == 0
    )
