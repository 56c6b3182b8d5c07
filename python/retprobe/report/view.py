"""Finds the median and void rows of a bench file by their cell."""

from typing import Any

from retprobe.conclusions import Candidate
from retprobe.results import Results
from retprobe.table import is_peer

Row = dict[str, Any]


def is_void(row: Row) -> bool:
    return "void" in row


class View:
    """One bench file. `candidates` are in the order of the file."""

    def __init__(self, results: Results) -> None:
        self.context = results.context
        self.all_rows: tuple[Row, ...] = tuple(results.rows)
        designs = results.context["designs"]
        self.candidates = list(
            dict.fromkeys(
                Candidate(
                    row["design"],
                    row["transfer"],
                    bool(designs.get(row["design"], {}).get("floor")),
                )
                for row in self.all_rows
                if row["design"] != "unprobed" and not is_peer(row)
            )
        )
        stand = [row for row in self.all_rows if row["design"] != "unprobed"]
        self.rows = [
            row
            for row in stand
            if not is_peer(row)
            and (is_void(row) or (row["run_type"] == "aggregate" and "figures" not in row))
        ]
        self.peer_rows = [
            row
            for row in stand
            if is_peer(row) and (is_void(row) or row["run_type"] == "aggregate")
        ]
        self.experiments = [
            row for row in stand if row["run_type"] == "aggregate" and "figures" in row
        ]
        self._by_name = {row["run_name"]: row for row in reversed(self.rows)}

    def row(
        self, workload: str, candidate: Candidate, registers: str = "scalar", tracers: int = 1
    ) -> Row | None:
        """The cell's median row, or its void row, or None."""
        return self._by_name.get(
            f"{workload}/{candidate.design}/{candidate.transfer}/{registers}/{tracers}"
        )
