"""`sweep`: the parts of one long `bench` or `verify`, run by an executor on many machines.

A part is complete in itself: what is compared with one unprobed run is in one part, and the harness
times it in turns on one machine. A part that is there is a file of the sweep's folder, so a sweep
that was interrupted goes on with the others.
"""

import fcntl
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, nullcontext
from inspect import signature
from pathlib import Path
from platform import node
from textwrap import shorten
from typing import Any, Literal, Protocol, overload
from uuid import uuid4

from retprobe.errors import Error
from retprobe.files import ResultError, read_json, write_json
from retprobe.listing import words_of
from retprobe.merge import Part, check_part, joined, read_part
from retprobe.results import Results, Verdicts
from retprobe.suite import subcommands

Command = Literal["bench", "verify"]

_PAUSE = 0.2  # seconds between two looks at the parts that run


class Executor(Protocol):
    """Any of concurrent.futures, and submitit's, whose jobs are no futures but have `done`,
    `result` and `cancel`, too."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any: ...


@contextmanager
def _alone() -> Iterator[None]:
    """One part of `bench` at a time on a machine. Two would disturb each other's times."""
    path = Path(tempfile.gettempdir(), f"retprobe-sweep-{os.getuid()}.lock")
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _run_part(
    command: Command, options: dict[str, Any], shard: str, once: str
) -> tuple[str, float, Results | Verdicts | str]:
    """What a worker does. Returns its machine's name, the seconds it took, and the document, or why
    there would be none at another try, either. That is no exception: some executors raise another
    one in its place, as for a worker that dies.

    `once` is another text at each call. Dask takes equal calls for one, and gives the result, or
    the failure, of the first to all."""
    run = getattr(subcommands, command)
    with nullcontext() if command == "verify" else _alone():
        begin = time.monotonic()
        document: Results | Verdicts | str
        try:
            document = run(**options, shard=shard, progress=False)
        except (Error, TypeError) as error:
            document = str(error)
    return node(), time.monotonic() - begin, document


def _plain(option: Any) -> Any:
    """An option as JSON has it. Selections may be entries of `retprobe.designs()`, or iterators."""
    if option is None or isinstance(option, bool | int | float | str):
        return option
    return words_of(option)


def _checked(command: Command, options: dict[str, Any]) -> dict[str, Any]:
    """The options as JSON has them, without those that say what holds without them."""
    known = signature(getattr(subcommands, command)).parameters
    own = ("shard", "progress", "tracer", "variants")
    if unknown := [name for name in options if name not in known or name in own]:
        there = ", ".join(name for name in known if name not in own)
        raise Error(
            f"{unknown[0]}: is no option of a sweep of {command}; there are {there}", "usage"
        )
    plain = {name: _plain(option) for name, option in options.items()}
    return {name: option for name, option in plain.items() if option != known[name].default}


def _first(whys: list[str]) -> str:
    return whys[0] + (f" (and {len(whys) - 1} more)" if len(whys) > 1 else "")


class _Sweep:
    def __init__(
        self,
        command: Command,
        folder: Path,
        parts: int,
        tries: int,
        say: Callable[[str], None],
        options: dict[str, Any],
    ) -> None:
        self.command = command
        self.folder = folder
        self.count = parts
        self.tries = tries
        self.options = options
        self._say = say
        self.there: dict[int, Part] = {}
        self.refused: dict[int, str] = {}
        """Why parts are not there."""
        self.unsaved: dict[int, str] = {}
        """Why parts that are there have no file."""
        self._tried = dict.fromkeys(range(parts), 0)
        self._running: dict[int, Any] = {}

    def say(self, what: str) -> None:
        self._say(f"{what} ({len(self.there)} of {self.count} parts are there)")

    def _save(self, index: int) -> None:
        self.unsaved.pop(index, None)
        try:
            self._claim()
            self.there[index][1].save(self._path(index))
        except ResultError as error:
            self.unsaved[index] = str(error)

    def _path(self, index: int) -> Path:
        return self.folder / f"{index}-of-{self.count}.json"

    def _claim(self) -> None:
        """Makes the folder this sweep's. Raises ResultError if it is another's."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ResultError(
                f"{self.folder}: cannot be made: {error.strerror}; choose another folder"
            ) from error
        plan = {"command": self.command, "parts": self.count, "options": self.options}
        path = self.folder / "sweep.json"
        found = read_json(path) if path.exists() else None
        if found == plan:
            return
        if found is None or not any(self.folder.glob("*-of-*.json")):  # nothing is lost
            write_json(plan, path, overwrite=True)
        else:
            theirs = found if isinstance(found, dict) else {}
            differs = next((name for name in plan if theirs.get(name) != plan[name]), "content")
            raise ResultError(
                f"{path}: is of another sweep: its {differs} is {theirs.get(differs)}, and this "
                f"one's {plan.get(differs)}; choose another folder, or say the same"
            )

    def take_up(self) -> None:
        """Reads what an earlier call left. Raises ResultError if it was another sweep."""
        self._claim()
        for index in range(self.count):
            if self._path(index).exists():
                self._accept(index, read_part(str(self._path(index))))

    def _accept(self, index: int, part: Part) -> None:
        """Raises ResultError if the part does not belong to those that are there."""
        check_part(part, next(iter(self.there.values()), part))
        self.there[index] = part

    def _submit(self, executor: Executor, index: int) -> None:
        self._tried[index] += 1
        try:
            self._running[index] = executor.submit(
                _run_part, self.command, self.options, f"{index}/{self.count}", uuid4().hex
            )
        except BrokenExecutor as error:
            self._refuse(index, f"part {index}: the executor has ended: {error}")
        except Exception as error:  # What the others do is not lost.
            what = f"{type(error).__name__}: {error}"
            self._refuse(index, f"part {index}: the executor did not take it: {what}")

    def _refuse(self, index: int, why: str) -> None:
        self.refused[index] = why
        self.say(f"not kept: {why}")

    def run(self, executor: Executor) -> None:
        """Returns when each part is there or refused."""
        try:
            for index in range(self.count):
                if index not in self.there:
                    self._submit(executor, index)
            while self._running:
                done = [index for index, job in self._running.items() if job.done()]
                for index in done:
                    self._take(executor, index, self._running.pop(index))
                if not done:
                    time.sleep(_PAUSE)
        finally:
            for job in self._running.values():
                job.cancel()
            # A folder that was full may have room now, and one that was removed can be made again.
            for index in self.there:
                if index in self.unsaved or not os.path.exists(self._path(index)):
                    self._save(index)

    def _take(self, executor: Executor, index: int, job: Any) -> None:
        try:
            machine, seconds, found = job.result()
        except BrokenExecutor as error:
            self._refuse(index, f"part {index}: the executor has ended: {error}")
        except Exception as error:
            why = shorten(str(error), 200, placeholder=" …")
            what = f"part {index} was lost: {type(error).__name__}: {why}"
            if self._tried[index] < self.tries:
                self.say(f"{what}; it runs again")
                self._submit(executor, index)
            else:
                self._refuse(index, f"{what}; it was run {self.tries} times")
        else:
            if isinstance(found, str):
                self._refuse(index, f"part {index}: {found}")
                return
            name = f"part {index} of {machine}"
            try:
                self._accept(index, (name, found))
            except ResultError as error:
                self._refuse(index, str(error))
                return
            self._save(index)
            why = f", but not saved: {self.unsaved[index]}" if index in self.unsaved else ""
            self.say(f"{name}: {seconds:.0f} s{why}")


@overload
def sweep(
    command: Literal["bench"],
    folder: str | os.PathLike[str],
    *,
    executor: Executor,
    parts: int,
    tries: int = 3,
    progress: bool = True,
    **options: Any,
) -> Results: ...
@overload
def sweep(
    command: Literal["verify"],
    folder: str | os.PathLike[str],
    *,
    executor: Executor,
    parts: int,
    tries: int = 3,
    progress: bool = True,
    **options: Any,
) -> Verdicts: ...
def sweep(
    command: Command,
    folder: str | os.PathLike[str],
    *,
    executor: Executor,
    parts: int,
    tries: int = 3,
    progress: bool = True,
    **options: Any,
) -> Results | Verdicts:
    """Runs `bench` or `verify` in parts on the workers of an executor, and joins the parts.

    - `executor`: any of concurrent.futures, such as Dask's `client.get_executor()`, mpi4py's or a
      process pool; or submitit's. Its workers need this package.
    - `parts`: in how many parts it is split.
    - `folder`: keeps the parts. A sweep that was interrupted is taken up where it was: parts that
      are in the folder are not run again.
    - `tries`: how often a part is run whose worker dies.
    - `options`: those of `bench` or `verify`.
    - `progress`: writes a line to standard error for each part.

    A part of another commit, other options or another kind of machine than the first that was there
    is not kept. The other parts go on, and then Error says which it was and why. So it is with what
    the command line refuses, and with an executor that ends, as a process pool does when a process
    of it dies. A part that cannot be saved (a full disk) is joined all the same, with a warning.
    docs/sweeps.md has more.
    """
    least = 1 if command == "bench" else 2  # a whole run of verify is no part
    if parts < least or tries < 1:
        raise Error(
            f"parts is {parts} and tries {tries}; say {least} parts and 1 try at least", "usage"
        )

    def say(line: str) -> None:
        if progress:
            print(f"retprobe sweep: {line}", file=sys.stderr, flush=True)

    running = _Sweep(command, Path(folder), parts, tries, say, _checked(command, options))
    running.take_up()
    running.say(f"{command} in {folder}")
    running.run(executor)
    whys = [*running.refused.values(), *running.unsaved.values()]
    if running.refused:
        saved = len(running.there) - len(running.unsaved)
        raise ResultError(
            f"{_first(whys)}; {saved} of {parts} parts are in {folder}, and another call of sweep "
            "runs the others"
        )
    if whys:
        warnings.warn(f"all parts are joined, but not all are saved: {_first(whys)}", stacklevel=2)
    return joined(list(running.there.values()))
