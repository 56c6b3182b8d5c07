"""The HTML of verdicts: what each field says, and that a document's text cannot become markup."""

from html.parser import HTMLParser
from itertools import permutations

import pytest

from retprobe import Verdicts
from retprobe.matrix import VERDICTS, worst
from retprobe.report.verdicts import failures, joined


def row(
    scenario: str, design: str, verdict: str, detail: str = "", tracers: int = 1
) -> dict[str, object]:
    return {
        "scenario": scenario,
        "design": design,
        "transfer": "paired",
        "registers": "scalar",
        "tracers": tracers,
        "verdict": verdict,
        "detail": detail,
    }


class Fields(HTMLParser):
    """The text of each field, in rows."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.notes: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = "field"
        if tag == "li":
            self.notes.append("")
            self.inside = "note"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "li"):
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "field":
            self.rows[-1][-1] += data
        if self.inside == "note":
            self.notes[-1] += data


def test_fields_and_notes() -> None:
    rows = (
        row("exits", "first", "pass"),
        row("exits", "first", "pass", tracers=2),
        row("exits", "second", "pass"),
        row("exits", "second", "fail", "lost <script>alert(1)</script>", tracers=2),
        row("depth", "second", "declared", "by design"),
    )
    page = Fields()
    page.feed(Verdicts(rows, {"pass": 3, "fail": 1, "declared": 1, "unavailable": 0})._repr_html_())
    assert page.rows == [
        ["scenario", "first", "second"],
        ["depth", "", "○ declared 1 1"],
        ["exits", "✓ pass 2", "✗ fail 1 of 2 2"],
    ]
    assert page.notes == ["declared: by design", "fail: lost <script>alert(1)</script>"]


def test_totals_and_injections_are_in_the_caption() -> None:
    text = Verdicts(
        (row("a", "b", "pass"),), {"pass": 1, "injection_points": 12345, "injection_failures": 0}
    )._repr_html_()
    assert (
        "1 pass, 0 fail, 0 declared, 0 unavailable; 12,345 injection points, 0 injection failures"
        in text
    )


def test_peers_are_columns_of_their_variants_and_counted_apart() -> None:
    def peer(variant: str, verdict: str) -> dict[str, object]:
        return row("exits", "peer:uftrace", verdict, "" if verdict == "pass" else "lost one") | {
            "transfer": variant,
            "registers": "-",
        }

    found = Verdicts(
        (
            row("exits", "first", "pass"),
            row("depth", "first", "pass"),
            peer("pg", "pass"),
            peer("patched", "fail"),
        ),
        {"pass": 2},
        peer_totals={"pass": 1, "fail": 1},
    )
    page = Fields()
    page.feed(found._repr_html_())
    assert page.rows == [
        ["scenario", "first", "peer:uftrace/pg", "peer:uftrace/patched"],
        ["depth", "✓ pass 1", "", ""],
        ["exits", "✓ pass 1", "✓ pass 1", "✗ fail 1 1"],
    ]
    assert page.notes == ["fail: lost one"]
    assert "2 pass, 0 fail, 0 declared, 0 unavailable; peers: 1 pass, 1 fail" in found._repr_html_()
    # Totals, and the failures of a report, count the designs and not the peers.
    selected = found.select(scenario="exits")
    assert selected.totals["pass"] == 1 and selected.totals["fail"] == 0
    counts = {"fail": 1, "declared": 0, "pass": 1, "unavailable": 0, "too_busy": 0}
    assert selected.peer_totals == counts
    assert found.select(scenario="depth").peer_totals == {}
    assert failures(joined([found.rows])) == []


def test_a_failure_outweighs_everything_and_nothing_run_is_said() -> None:
    assert worst(["pass", "unavailable", "declared", "fail"]) == "fail"
    assert worst(["pass", "declared"]) == "declared"
    assert worst(["pass", "unavailable"]) == "pass"
    assert worst(["unavailable"]) == "unavailable"


@pytest.mark.parametrize("pair", list(permutations(VERDICTS, 2)), ids="-".join)
def test_one_order_of_verdicts_everywhere(pair: tuple[str, str]) -> None:
    """The same verdict wins in the HTML, in the table of the same verdicts, and in a report of two
    files that have the cell."""
    rows = [
        row("exits", "first", verdict, tracers=number) for number, verdict in enumerate(pair, 1)
    ]
    found = Verdicts(tuple(rows), {})
    assert f'<td class="{worst(pair)}"' in found._repr_html_()
    assert found.matrix().loc["exits", "first/paired"] == worst(pair)
    (both,) = joined([row("exits", "first", verdict)] for verdict in pair)
    assert both["verdict"] == worst(pair)
