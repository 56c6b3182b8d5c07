"""What the package raises when something cannot be done."""


class Error(Exception):
    """One line: what went wrong, where, and what to do. `code` says of which kind it is, in the
    core's words."""

    def __init__(self, message: str, code: str = "system") -> None:
        super().__init__(message)
        self.code = code
