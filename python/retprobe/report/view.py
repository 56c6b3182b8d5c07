"""The rows of a bench file that a report shows: median and void rows."""

from typing import Any

from retprobe.results import Results
from retprobe.table import is_peer

Row = dict[str, Any]


class View:
    """One bench file."""

    def __init__(self, results: Results) -> None:
        self.context = results.context
        self.all_rows: tuple[Row, ...] = tuple(results.rows)
        shown = [
            row
            for row in self.all_rows
            if row["design"] != "unprobed" and ("void" in row or row["run_type"] == "aggregate")
        ]
        self.peer_rows = [row for row in shown if is_peer(row)]
        self.rows = [row for row in shown if not is_peer(row) and "figures" not in row]
        self.experiments = [row for row in shown if "figures" in row]
