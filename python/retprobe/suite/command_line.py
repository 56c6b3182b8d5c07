"""The bundled command line: where it is, and how it is run as a child that leaves nothing
behind."""

import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from retprobe.errors import Error

Step = Callable[[str, int, int, str], None]
"""Told of each step: stage, steps done, steps in all, what is being done."""

# How long an interrupted command line is given to end by itself before it is killed, in seconds.
_PATIENCE = 3.0


def command_line() -> Path:
    """The bundled `retprobe`, or what RETPROBE_COMMAND names (for a build folder). Raises Error."""
    chosen = os.environ.get("RETPROBE_COMMAND")
    path = Path(chosen) if chosen else Path(__file__).parents[1] / "bin" / "retprobe"
    if os.access(path, os.X_OK):
        return path
    what = "RETPROBE_COMMAND names no program" if chosen else "the command line is not installed"
    raise Error(
        f"{what}: {path}; pip install . builds it, "
        "or let RETPROBE_COMMAND name a build folder's retprobe",
        "not_found",
    )


def _session_members(session: int) -> list[int]:
    """The processes of a session that are still there, zombies aside."""
    members = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            text = Path("/proc", entry, "stat").read_text()
        except OSError:
            continue  # it has ended meanwhile
        state, _, _, its_session = text[text.rindex(")") + 2 :].split()[:4]
        if int(its_session) == session and state != "Z":
            members.append(int(entry))
    return members


def _end(process: subprocess.Popen[str], patience: float = _PATIENCE) -> None:
    """Ends the command line and everything that it started: all of them are one session, whatever
    their process groups."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    # A process may start another one while we look.
    for _ in range(100):
        members = _session_members(process.pid)
        if not members:
            break
        for member in members:
            try:
                os.kill(member, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(0.02)
    process.wait()


def _read_steps(process: subprocess.Popen[str], step: Step | None, said: list[str]) -> None:
    """Progress goes to `step`, all else that the command line says to `said`."""
    assert process.stderr is not None
    for line in process.stderr:
        if not line.startswith('{"stage"'):
            said.append(line.rstrip("\n"))
        elif step is not None:
            at = json.loads(line)
            step(at["stage"], at["done"], at["total"], at["detail"])


def run_command(
    arguments: Sequence[str], step: Step | None = None, accepts: Sequence[int] = (0,)
) -> tuple[int, str]:
    """Runs `retprobe ARGUMENTS…` to its end; (exit status, standard output).

    An interrupt (KeyboardInterrupt, or whatever `step` raises) ends it and all that it started
    before it is raised again. Raises Error with the command line's own message where the exit
    status is not one of `accepts`.
    """
    # A session of its own: a terminal's Ctrl-C reaches this process alone, which then ends the
    # whole session.
    process = subprocess.Popen(
        [command_line(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    output: list[str] = []
    said: list[str] = []
    assert process.stdout is not None
    # Both pipes have to be emptied. Progress stays in this thread, where notebooks want their
    # widgets changed.
    reader = threading.Thread(
        target=lambda stream: output.append(stream.read()), args=(process.stdout,), daemon=True
    )
    try:
        reader.start()
        _read_steps(process, step, said)
        status = process.wait()
        reader.join()
    finally:
        try:
            _end(process)
        except (
            KeyboardInterrupt
        ):  # a second Ctrl-C: no more patience, but nothing is left behind either
            _end(process, patience=0)
            raise
        reader.join(_PATIENCE)
        process.stdout.close()
        if process.stderr is not None:
            process.stderr.close()
    if status in accepts:
        return status, output[0]
    raise Error(_message(arguments, status, said))


# Selections are one word on the command line, and several in Python.
_PLURALS = ("design", "scenario", "transfer", "workload")


def _in_python(message: str) -> str:
    """The command line's message in words of the functions that call it."""

    def parameter(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        return name + "s" if name in _PLURALS else name

    message = re.sub(r"; see 'retprobe \S+ --help'$", "", message)
    message = message.replace("see 'retprobe list'", "retprobe.workloads() lists them")
    message = message.replace("'retprobe list' names", "retprobe.scenarios() has")
    message = re.sub(r"--([a-z][a-z-]*)", parameter, message)
    # CLI11 2.3 says "LOW to HIGH", and 2.4 "[LOW - HIGH]".
    bounds = re.fullmatch(
        r"(\w+): Value (\S+) not in range \[?(\S+) (?:to|-) ([^]\s]+)\]?", message
    )
    if bounds is None:
        return message
    name, value, low, high = bounds.groups()
    return f"{name} is {value}; it may be {float(low):.10g} to {float(high):.10g}"


def _message(arguments: Sequence[str], status: int, said: list[str]) -> str:
    last = next((line for line in reversed(said) if line), "")
    prefix = f"retprobe {arguments[0]}: " if arguments else "retprobe: "
    if last:
        return _in_python(last.removeprefix(prefix))
    how = (
        f"was killed by {signal.Signals(-status).name}"
        if status < 0
        else f"ended with exit status {status}"
    )
    return f"retprobe {' '.join(arguments)} {how} and said nothing"
