"""Results over time: a store of them, what changed in it and when, and histories that were made up
to test that."""

from retprobe.history.history import CELL, SERIES, History, Matrix

__all__ = ["CELL", "SERIES", "History", "Matrix"]
