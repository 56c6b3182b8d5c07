"""Results over time: a store of results, and the search for what changed in it and when."""

from retprobe.history.history import CELL, SERIES, History, Matrix
from retprobe.history.linux import Linux

__all__ = ["CELL", "SERIES", "History", "Linux", "Matrix"]
