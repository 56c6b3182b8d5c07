"""Copies of the tree that are patched and built beside it, for tests/mutants/run and
tools/candidates/run."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Trouble(Exception):
    """Something that says nothing about what is tried: told, and the run ends."""


def need_tools():
    for tool in ("cmake", "ninja", "patch"):
        if not shutil.which(tool):
            raise Trouble(
                f"'{tool}' is missing; install Debian's package "
                f"{tool.replace('ninja', 'ninja-build')}"
            )


def copy_sources(tree):
    """Into `tree`: what git knows of and does not ignore, or without git all but build/; only what
    differs, so that little is built anew."""
    try:
        listed = subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            check=True,
            capture_output=True,
        ).stdout.decode()
        names = [name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [
            str(path.relative_to(ROOT))
            for path in ROOT.rglob("*")
            if path.is_file() and path.relative_to(ROOT).parts[0] not in ("build", ".git")
        ]
    wanted = {name for name in names if (ROOT / name).is_file()}
    for name in wanted:
        source, copy = ROOT / name, tree / name
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
        env.setdefault("CCACHE_BASEDIR", "/")  # what other build folders compiled serves here, too
        env.setdefault("CCACHE_NOHASHDIR", "1")
    return env


def call(command, log, cwd=None, timeout=None):
    """The exit status. In a session of its own, of which nothing is left afterwards: what a mutant
    breaks may leave processes that hang, and scenarios have process groups of their own."""
    with open(log, "wb") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=environment(),
            cwd=cwd,
            start_new_session=True,
        )
        try:
            return process.wait(timeout)
        finally:
            end_session(process)


def end_session(leader):
    """Kills whatever is left of it; twice nothing to be seen means that nothing has been forked
    meanwhile."""
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
    """Its session; None when it has ended."""
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
    """Whether it still applies."""
    return (
        call(["patch", "-p1", "--batch", "--forward", "-r", "-", "-i", patch], log, cwd=tree) == 0
    )
