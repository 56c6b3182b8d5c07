"""The two kinds of panels in charts: `dots` has a line per candidate, `lines` has a curve.

Both take rows with the columns series, label, value, low and high; `lines` needs x, too. low and
high are the ends of the interval.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import altair as alt
import pandas as pd

from retprobe.charts.theme import Style, scales

# If the largest value is this many times the median, a linear axis would show the smaller half of
# the values as one heap.
WIDE = 20
TICKS = [0, *(digit * 10**power for power in range(8) for digit in (1, 3))]
ROW = 24
DRAWN = ("series", "label", "value", "low", "high")
NUMBER = ",~f"


def _value_axis(
    values: Sequence[float], unit: str, logarithmic: bool = False
) -> tuple[alt.Scale, alt.Axis, str]:
    """The scale, axis and title of values: linear from zero by default.

    With `logarithmic`, or if the values differ much in size, the scale is logarithmic above 1 and
    linear below, so that zero has a place. The title then says so."""
    top = max(values, default=1.0)
    if not logarithmic and top < WIDE * max(median(values or [top]), 1.0):
        return alt.Scale(zero=True, nice=True), alt.Axis(format=NUMBER, tickCount=5), unit
    ticks = [tick for tick in TICKS if tick <= top]
    scale = alt.Scale(type="symlog", constant=1, domain=[min(0.0, *values), top * 1.08], nice=False)
    axis = alt.Axis(
        values=ticks, tickCount=len(ticks), format=NUMBER, labelOverlap="greedy", labelSeparation=6
    )
    return scale, axis, f"{unit}, log scale"


def _encodings(rows: pd.DataFrame, styles: Mapping[str, Style]) -> dict[str, Any]:
    colour, shape = scales(dict.fromkeys(rows["series"]), styles)
    return {
        "color": alt.Color("series:N", scale=alt.Scale(**colour), title=None),
        "shape": alt.Shape("series:N", scale=alt.Scale(**shape), title=None),
    }


def _tooltip(rows: pd.DataFrame, unit: str, x_title: str | None = None) -> list[alt.Tooltip]:
    tooltip = [alt.Tooltip("label:N", title="candidate")]
    if x_title is not None:
        tooltip.append(alt.Tooltip("x:Q", title=x_title, format=NUMBER))
    tooltip.append(alt.Tooltip("value:Q", title=unit, format=",.4~r"))
    if (rows["low"] != rows["high"]).any():
        tooltip += [
            alt.Tooltip("low:Q", title="from", format=",.4~r"),
            alt.Tooltip("high:Q", title="to", format=",.4~r"),
        ]
    return tooltip


def dots(
    rows: pd.DataFrame,
    unit: str,
    styles: Mapping[str, Style],
    legend: bool = False,
    logarithmic: bool = False,
) -> alt.LayerChart:
    """A line with a dot and its interval for each label, the smallest value first.

    The line of a row without a value (NaN) says `void`.
    """
    rows = rows[list(DRAWN)]
    shown = rows[rows["value"].notna()]
    order = [
        *shown.sort_values("value", kind="stable")["label"],
        *rows[rows["value"].isna()]["label"],
    ]
    scale, axis, title = _value_axis(
        [*shown["value"], *shown["low"], *shown["high"]], unit, logarithmic
    )
    y = alt.Y(
        "label:N",
        sort=order,
        title=None,
        scale=alt.Scale(domain=order),
        axis=alt.Axis(labelLimit=260),
    )
    looks = _encodings(rows, styles)
    if not legend:
        looks["color"].legend = looks["shape"].legend = None
    base = alt.Chart(shown).encode(y=y, tooltip=_tooltip(shown, unit))
    x = alt.X("value:Q", scale=scale, axis=axis, title=title)
    layers: list[Any] = [
        base.mark_rule(strokeWidth=2.5, opacity=0.7).encode(
            x=alt.X("low:Q", title=title), x2="high:Q", color=looks["color"]
        ),
        base.mark_point(filled=True, size=75, opacity=1).encode(x=x, **looks),
    ]
    void = rows[rows["value"].isna()]
    if len(void):
        text = alt.Chart(void[["label"]]).mark_text(
            align="left", dx=4, fontStyle="italic", fontSize=12
        )
        layers.append(text.encode(y=y, x=alt.value(0), text=alt.value("void")))
    return alt.LayerChart(layer=layers, height=ROW * len(order))


def _place(x: float, lowest: float) -> float:
    """A number's place on an axis on which each doubling is one step.

    Zero is two steps before the smallest number."""
    return math.log2(x) if x > 0 else math.log2(lowest) - 2


def lines(
    rows: pd.DataFrame, unit: str, x_title: str, styles: Mapping[str, Style], legend: bool = False
) -> alt.LayerChart:
    """A curve with intervals for each series, over x, which is not negative.

    Each doubling of x is one step. Points with the same x are slightly apart, so that none hides
    another.
    """
    rows = rows[[*DRAWN, "x"]]
    lowest = min((x for x in rows["x"] if x > 0), default=1.0)
    places = {x: _place(x, lowest) for x in sorted(rows["x"].unique())}
    span = max(places.values()) - min(places.values()) or 1.0
    series = list(dict.fromkeys(rows["series"]))
    apart = 0.012 * span
    drawn = rows.assign(
        at=[
            places[x] + (series.index(name) - (len(series) - 1) / 2) * apart
            for x, name in zip(rows["x"], rows["series"], strict=True)
        ]
    )
    scale, axis, title = _value_axis([*rows["value"], *rows["low"], *rows["high"]], unit)
    margin = apart * (len(series) / 2 + 0.5)
    names = " : ".join(
        f"abs(datum.value - {place!r}) < 1e-6 ? '{x:,.0f}'" for x, place in places.items()
    )
    x = alt.X(
        "at:Q",
        title=x_title,
        scale=alt.Scale(
            domain=[min(places.values()) - margin, max(places.values()) + margin],
            nice=False,
            zero=False,
        ),
        axis=alt.Axis(
            values=list(places.values()),
            labelExpr=f"{names} : ''",
            grid=False,
            labelOverlap="greedy",
        ),
    )
    y = alt.Y("value:Q", title=title, scale=scale, axis=axis)
    looks = _encodings(rows, styles)
    if not legend:
        looks["color"].legend = looks["shape"].legend = None
    base = alt.Chart(drawn).encode(x=x)
    bars = base.mark_rule(strokeWidth=2.5, opacity=0.7)
    points = base.mark_point(filled=True, size=60, opacity=1)
    layers: list[Any] = [
        base.mark_line(strokeWidth=1.75, opacity=0.8).encode(y=y, color=looks["color"]),
        bars.encode(y=alt.Y("low:Q", title=title), y2="high:Q", color=looks["color"]),
        points.encode(y=y, tooltip=_tooltip(rows, unit, x_title), **looks),
    ]
    return alt.LayerChart(layer=layers, height=260)
