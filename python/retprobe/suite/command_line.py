"""Finds the bundled command line, and runs it as a child that leaves no process behind."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from retprobe.errors import Error
from retprobe.program import how_it_ended

Step = Callable[[str, int, int, str], None]
"""Is called at each step with: the stage, steps done, steps in all, what is being done."""

# Seconds that an interrupted command line has to end by itself before it is killed.
_PATIENCE = 3.0


def command_line() -> Path:
    """The path of the bundled `retprobe`, or what RETPROBE_COMMAND names, such as a build folder's.

    Raises Error if it is no program."""
    chosen = os.environ.get("RETPROBE_COMMAND")
    path = Path(chosen) if chosen else Path(__file__).parents[1] / "bin" / "retprobe"
    if os.path.isfile(path) and os.access(path, os.X_OK):
        return path.absolute()  # a name without "/" would be looked for in PATH
    what = "RETPROBE_COMMAND names no program" if chosen else "the command line is not installed"
    raise Error(
        f"{what}: {path}; pip install . builds it, "
        "or let RETPROBE_COMMAND name a build folder's retprobe",
        "not_found",
    )


def _session_members(session: int) -> list[int]:
    """The living processes of a session; zombies do not count."""
    members = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            text = Path("/proc", entry, "stat").read_text()
        except OSError:
            continue  # it ended after it was listed
        state, _, _, its_session = text[text.rindex(")") + 2 :].split()[:4]
        if int(its_session) == session and state != "Z":
            members.append(int(entry))
    return members


def _end(
    process: subprocess.Popen[str],
    patience: float | None = None,
    by: signal.Signals = signal.SIGINT,
) -> None:
    """Ends the command line and everything that it started.

    All of these are in one session, even where their process groups differ."""
    if process.poll() is None:
        process.send_signal(by)
        try:
            process.wait(_PATIENCE if patience is None else patience)
        except subprocess.TimeoutExpired:
            process.kill()
    # Look again until none is left: a process may start another one meanwhile.
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


@contextlib.contextmanager
def _command(
    arguments: Sequence[str], end_by: signal.Signals, **streams: Any
) -> Iterator[subprocess.Popen[str]]:
    """Starts `retprobe ARGUMENTS…`. At the end of the scope, ends it and all that it started."""
    # It has a session of its own, so a terminal's Ctrl-C reaches only this process, which then ends
    # the whole session.
    program = command_line()
    try:
        process = subprocess.Popen(
            [program, *arguments],
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
            **streams,
        )
    except OSError as error:
        raise Error(f"{program}: cannot be started: {error.strerror}") from error
    try:
        yield process
    finally:
        try:
            _end(process, by=end_by)
        except KeyboardInterrupt:
            # At a second Ctrl-C, do not wait any more, but still leave no process behind.
            _end(process, patience=0)
            raise
        if process.stderr is not None:
            process.stderr.close()


def _read_steps(lines: Iterable[str], step: Step | None, said: list[str]) -> None:
    """Reads standard error. Progress goes to `step`, every other line to `said`."""
    for line in lines:
        if not line.startswith('{"stage"'):
            said.append(line.rstrip("\n"))
        elif step is not None:
            at = json.loads(line)
            step(at["stage"], at["done"], at["total"], at["detail"])


def run_command(
    arguments: Sequence[str],
    step: Step | None = None,
    accepts: Sequence[int] = (0,),
    end_by: signal.Signals = signal.SIGINT,
) -> tuple[int, str]:
    """Runs `retprobe ARGUMENTS…` to its end. Returns (exit status, standard output).

    On an exception (KeyboardInterrupt, or what `step` raises), the command line and everything that
    it started are ended first, with the signal `end_by`. Raises Error with the command line's own
    message if the exit status is not in `accepts`.
    """
    said: list[str] = []
    # A file, so that only one pipe has to be read.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.PIPE}
        with _command(arguments, end_by, **streams) as process:
            assert process.stderr is not None
            _read_steps(process.stderr, step, said)
            status = process.wait()
        output.seek(0)
        text = output.read()
    if status in accepts:
        return status, text
    raise Error(_message(arguments, status, said))


def told(arguments: Sequence[str], accepts: Sequence[int] = (0,)) -> Any:
    """The JSON that `retprobe ARGUMENTS…` writes to standard output. Raises Error, also if it is
    none."""
    _, text = run_command(arguments, accepts=accepts)
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise Error(
            f"{command_line()} {arguments[0]}: wrote no JSON; let RETPROBE_COMMAND name a build "
            "folder's retprobe"
        ) from None


# `retprobe run` leaves SIGINT to its program, and passes SIGTERM on.
END_PROGRAM_BY = signal.SIGTERM


def _pass_on(lines: Iterable[str], said: list[str]) -> None:
    """Writes what the program writes to standard error. The command line's messages go to
    `said`.

    Reads on where this process's standard error cannot be written or is None: the program would
    wait for room in the pipe."""
    for line in lines:
        if line.startswith("retprobe run: "):
            said.append(line.rstrip("\n"))
        else:
            with contextlib.suppress(OSError, ValueError, AttributeError):
                sys.stderr.write(line)


def run_program(arguments: Sequence[str], input: str | Path, written: Path) -> None:
    """Runs `retprobe run ARGUMENTS…` to its program's end, with a file as its standard input.

    The program's standard output is this process's, and what it writes to standard error appears in
    `sys.stderr`. Its exit status is no matter: raises Error with the command line's own message if
    there is no file `written` then. On an exception, the program is ended first; what it leaves
    behind is ended in any case.
    """
    try:
        opened = open(input, "rb")  # noqa: SIM115
    except OSError as error:
        raise Error(f"input: {input}: {error.strerror}", "system") from None
    sys.stdout.flush()
    said: list[str] = []
    with opened:
        ours, the_programs = os.pipe()
        with open(the_programs, "wb") as its_end:
            errors = open(ours, encoding="utf-8", errors="replace")  # noqa: SIM115
            reader = threading.Thread(target=_pass_on, args=(errors, said), daemon=True)
            # Before the program: an interrupt within start() leaves a thread that one cannot join.
            reader.start()
            try:
                with _command(arguments, END_PROGRAM_BY, stdin=opened, stderr=its_end) as process:
                    process.wait()
            finally:
                its_end.close()
                reader.join(_PATIENCE)
                # The other end is open as long as a process has it that left the session.
                if not reader.is_alive():
                    errors.close()
    if not written.exists():
        raise Error(_message(arguments, process.returncode, said))


# The command line's options have singular names, the parameters in Python plural ones.
_PLURALS = ("design", "scenario", "transfer", "variant", "workload")


def _in_python(message: str) -> str:
    """The command line's message, with Python's parameter and function names for its own."""

    def parameter(option: re.Match[str]) -> str:
        name = option[1].replace("-", "_")
        return name + "s" if name in _PLURALS else name

    message = re.sub(r"; see 'retprobe \S+ --help'$", "", message)
    message = message.replace("see 'retprobe list'", "retprobe.workloads() lists them")
    message = message.replace("'retprobe list' names", "retprobe.scenarios() has")
    message = re.sub(r"--([a-z][a-z-]*)", parameter, message)
    # CLI11 2.3 writes "LOW to HIGH", CLI11 2.4 "[LOW - HIGH]".
    of_whole = r"Value (\S+) not in range \[?(\S+) (?:to|-) ([^]\s]+)\]?"
    of_real = r"'(\S+)' is no number from (\S+) to (\S+)"
    for form in (of_whole, of_real):
        if bounds := re.fullmatch(rf"(\w+): {form}", message):
            name, value, low, high = bounds.groups()
            return f"{name} is {value}; it may be {float(low):.10g} to {float(high):.10g}"
    return message


def _message(arguments: Sequence[str], status: int, said: list[str]) -> str:
    last = next((line for line in reversed(said) if line), "")
    prefix = f"retprobe {arguments[0]}: " if arguments else "retprobe: "
    if last:
        return _in_python(last.removeprefix(prefix))
    how = (
        f"was {how_it_ended({'signal': -status})}"
        if status < 0
        else f"ended with exit status {status}"
    )
    return f"retprobe {' '.join(arguments)} {how} and said nothing"
