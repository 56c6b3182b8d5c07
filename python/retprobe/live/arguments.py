"""Checks arguments before the extension gets them. An Error has one line that says what is
wrong."""

import operator
from typing import Any

from retprobe.errors import Error
from retprobe.listing import Named

MOST = (1 << 64) - 1


def whole(name: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number from `least` to `most`. Raises Error."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{name} is {value!r}; it has to be a whole number", "usage") from None
    if not least <= number <= most:
        bounds = f"{least} to {'2**64 - 1' if most == MOST else most}"
        raise Error(f"{name} is {number}; it may be {bounds}", "usage")
    return number


def word(name: str, value: Any) -> str:
    """The name that `value` is or has; "" for None. Raises Error."""
    if value is None or isinstance(value, str | Named):
        return str(value or "")
    raise Error(f"{name} is {value!r}; it has to be a name", "usage")


def callback(name: str, value: Any) -> Any:
    """`value`, if it is a callable or None. Raises Error."""
    if value is None or callable(value):
        return value
    raise Error(
        f"{name} is {value!r}; it has to be a function of one argument, the call, or None", "usage"
    )
