"""Reads JSON files, and writes files that appear whole or not at all.

A file is written over an existing one only where the caller asks for that."""

import json
import math
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from retprobe.errors import Error


class ResultError(Error):
    """A result file cannot be used. The message: which file, what is wrong, what to do."""


@contextmanager
def written_whole(path: str | Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Yields a path to write to, in the folder of `path`. At the end that file becomes `path`.

    If writing fails, nothing is left behind. Raises ResultError if `path` exists and `overwrite` is
    false, or if its folder cannot be written to.
    """
    target = Path(path)
    if not overwrite and os.path.lexists(target):
        raise ResultError(f"{target}: is there already; choose another name, or remove it")
    try:
        descriptor, name = tempfile.mkstemp(
            prefix=f".{target.name}.", suffix=".part", dir=target.parent
        )
    except OSError as error:
        raise ResultError(
            f"{target}: cannot be written: {error.strerror}; make the folder, or choose another"
        ) from error
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
        part.chmod(0o666 & ~_umask())
        if overwrite:
            _kept(part, target)
            part.replace(target)
        else:
            _put(part, target)
    except OSError as error:
        raise ResultError(
            f"{target}: cannot be written: {error.strerror or error}; nothing was changed"
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _kept(part: Path, target: Path) -> None:
    # A file that replaces another is flushed to the disk first: after a power failure, one of the
    # two is whole.
    if target.exists():
        with part.open("rb") as file:
            os.fsync(file.fileno())


def _put(part: Path, target: Path) -> None:
    # A link fails if a file of that name has appeared meanwhile, and so does making it. A rename
    # would replace that file.
    try:
        try:
            target.hardlink_to(part)
        except FileExistsError:
            raise
        except OSError:  # the file system may have no links
            target.touch(exist_ok=False)
            part.replace(target)
    except FileExistsError as error:
        raise ResultError(f"{target}: has appeared meanwhile; choose another name") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")


def _whole(text: str) -> int:
    number = int(text)
    if not -(2**63) <= number < 2**64:
        raise ValueError(f"{text[:30]} is too large")
    return number


def _real(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:30]} is too large")
    return number


def _loaded(text: str) -> Any:
    """JSON as the core reads it: numbers of 64 bits, and texts that UTF-8 has."""
    document = json.loads(
        text, parse_constant=_refuse_constant, parse_int=_whole, parse_float=_real
    )
    if re.search(r"\\u[dD][89a-fA-F]", text):
        json.dumps(document, ensure_ascii=False).encode()
    return document


def read_json(path: str | Path) -> Any:
    """A JSON file's content. Raises ResultError if it is missing, empty, cut off or malformed."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ResultError(
            f"{path}: cannot be read: {error.strerror}; give a file that retprobe wrote"
        ) from error
    except UnicodeDecodeError as error:
        raise ResultError(
            f"{path}: is not text, so not JSON; give a file that retprobe wrote"
        ) from error
    if not text.strip():
        raise ResultError(
            f"{path}: is empty; the run that should have written it did not end, so run it again"
        )
    try:
        return _loaded(text)
    except json.JSONDecodeError as error:
        if not text[error.pos :].strip() or error.msg.startswith("Unterminated"):
            raise ResultError(
                f"{path}: is cut off in line {error.lineno}; copy it again, or run again"
            ) from error
        raise ResultError(
            f"{path}: is not JSON: {error.msg} in line {error.lineno}; "
            "give a file that retprobe wrote"
        ) from error
    except (ValueError, RecursionError) as error:
        raise ResultError(
            f"{path}: is not JSON that can be read: {error}; give a file that retprobe wrote"
        ) from error


def write_json(document: Any, path: str | Path, *, overwrite: bool = False) -> None:
    """Writes a document as the command line does: indented by one space, with a newline at the end.

    Raises ResultError."""
    text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    with written_whole(path, overwrite=overwrite) as part:
        part.write_text(text, encoding="utf-8")
