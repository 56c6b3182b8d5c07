"""The exception of this package."""


class Error(Exception):
    """An error, in one line: what went wrong, where, and what to do.

    `code` is the kind of error, by the name that the core has for it."""

    def __init__(self, message: str, code: str = "system") -> None:
        super().__init__(message)
        self.code = code
