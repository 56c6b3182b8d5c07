"""The charts of the site as Vega specifications without data.

The page fills in the data sets `points`, `levels` and `changes`. The charts are made with Altair
and compiled when the site is built, so the page does not have to compile Vega-Lite.
"""

import re
from collections.abc import Sequence
from typing import Any

import altair as alt
import vl_convert

from retprobe.charts.theme import design_styles, scales, theme

COLUMNS = 4  # the most machines side by side
# The colours of style.css, which have enough contrast for text on a light and on a dark page. Signs
# say the same, so readers do not need to tell colours apart.
KIND_COLOURS = {"worse": "var(--worse)", "better": "var(--better)", "machine": "var(--soft)"}
# Values with a unit come in one that keeps numbers short. Values without a unit may be of any size.
_FIGURE = (
    "format(datum.value, abs(datum.value) < 1e6 ? ',.6~r' : '.4~s') + (units ? ' ' + units : '')"
)


def specifications(
    designs: Sequence[tuple[str, bool]], names: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Chart -> Vega specification.

    `designs`: as in History.designs; `names`: all values of the rows' field `design`."""
    styles = design_styles({name: {"floor": floor} for name, floor in designs})
    domain, _ = scales(names, styles)
    colour = alt.Color("design:N", scale=alt.Scale(**domain), legend=None)
    return {
        "trend": _compiled(_trend(colour).properties(width="container", height=320)),
        "machines": _compiled(_machines(colour)),
        "runs": _compiled(_runs(colour).properties(width="container", height=260)),
        "linux": _compiled(_linux().properties(width="container", height=150)),
        "compare": _compiled(_compare(colour).properties(width="container")),
    }


def _compiled(chart: Any) -> dict[str, Any]:
    specification = chart.configure(
        **theme("page"), autosize=alt.AutoSizeParams(type="fit-x", contains="padding")
    )
    if isinstance(chart, alt.FacetChart):
        specification = chart.configure(**theme("page"))
    compiled: dict[str, Any] = vl_convert.vegalite_to_vega(specification.to_dict(validate=False))
    if "layout" in compiled:
        # All plots have the same size and lie on one grid, even if their axes' labels differ in
        # length.
        compiled["layout"] |= {"bounds": "flush", "padding": {"row": 72, "column": 64}}
        for mark in compiled["marks"]:
            mark.get("title", {})["frame"] = "group"
        # The page sets the number of columns, a signal, by its width.
        compiled["layout"]["columns"] = {"signal": "columns"}
        compiled["signals"].append({"name": "columns", "value": COLUMNS})
        for data in compiled["data"]:
            for step in data.get("transform", ()):
                if step["type"] == "sequence":
                    step["stop"] = {"signal": 'min(length(data("facet_domain")), columns)'}
    _silence(compiled)
    for mark in compiled["marks"]:
        if mark["name"].endswith("_voronoi"):
            _of_the_point(mark)
    return compiled


def _of_the_point(voronoi: dict[str, Any]) -> None:
    """Corrects the tooltip of the area around a point.

    The area's datum is the point, but Vega-Lite writes the tooltip as if it were the row."""
    tooltip = voronoi["encode"]["update"]["tooltip"]
    tooltip["signal"] = re.sub(r"(?<!datum\.)datum\[", "datum.datum[", tooltip["signal"])


def _silence(part: dict[str, Any]) -> None:
    """Hides marks and axes from screen readers, which would read out a thousand points one by one.

    The figure has a label, and the page has the values in tables."""
    for element in (*part.get("marks", ()), *part.get("axes", ())):
        element["aria"] = False
        for values in element.get("encode", {}).values():
            values.pop("description", None)
            values.pop("ariaRoleDescription", None)
        _silence(element)


def _commit_axis(ticks: int) -> alt.X:
    """The axis of commits: numbers at equal distances. `labels` has the texts below them."""
    axis = alt.Axis(
        labelExpr="labels[datum.value] || ''",
        tickMinStep=1,
        labelOverlap="greedy",
        labelSeparation=10,
        labelFlush=True,
        tickCount=ticks,
    )
    return alt.X(
        "commit:Q",
        title=None,
        axis=axis,
        scale=alt.Scale(zero=False, nice=False, domain=alt.ExprRef("period")),
    )


def _params() -> list[alt.Parameter]:
    return [
        alt.param(name="labels", value=[]),
        alt.param(name="period", value=[0, 1]),
        alt.param(name="band", value=0.16),
        alt.param(name="dots", value=0),
        alt.param(name="units", value=""),
    ]


def _figure(field: str) -> alt.Y:
    axis = alt.Axis(tickCount=6, labelExpr=_FIGURE, labelFlush=True)
    return alt.Y(f"{field}:Q", title=None, scale=alt.Scale(zero=False), axis=axis)


def _trend(colour: alt.Color) -> alt.LayerChart:
    points = alt.Chart(alt.NamedData("points"))
    levels = alt.Chart(alt.NamedData("levels"))
    changes = alt.Chart(alt.NamedData("changes"))
    x = _commit_axis(ticks=8)
    band = points.mark_area(line=False, clip=True, opacity=alt.ExprRef("band")).encode(
        x=x, y=_figure("low"), y2="high:Q", color=colour
    )
    line = points.mark_line(
        strokeWidth=1.25, strokeOpacity=0.75, clip=True, strokeJoin="round"
    ).encode(x=x, y=_figure("median"), color=colour)
    level = levels.mark_rule(strokeWidth=2.5, clip=True, strokeCap="round").encode(
        x=x, x2="upto:Q", y=_figure("level"), color=colour
    )
    kind = alt.Color(
        "kind:N",
        scale=alt.Scale(domain=list(KIND_COLOURS), range=list(KIND_COLOURS.values())),
        legend=None,
    )
    rule = changes.mark_rule(strokeWidth=1, strokeDash=[4, 3], clip=True).encode(x=x, color=kind)
    words = changes.mark_text(
        align=alt.ExprRef("datum.left ? 'right' : 'left'"),
        dx=alt.ExprRef("datum.left ? -4 : 4"),
        baseline="top",
        fontSize=12,
        fontWeight=600,
        opacity=1,
    ).encode(x=x, y=alt.value(0), text="words:N", color=kind)
    hovered = alt.selection_point(
        name="hovered", on="pointerover", nearest=True, clear="pointerout", empty=False
    )
    hit = points.mark_circle(clip=True).encode(
        x=x,
        y=_figure("median"),
        color=colour,
        tooltip=[
            alt.Tooltip("design:N"),
            alt.Tooltip("machine:N"),
            alt.Tooltip("name:N", title="commit"),
            alt.Tooltip("subject:N"),
            alt.Tooltip("date:N"),
            alt.Tooltip("value:N", title="median"),
            alt.Tooltip("interval:N"),
            alt.Tooltip("covers:N"),
            alt.Tooltip("load:N"),
        ],
        opacity=alt.condition(hovered, alt.value(1), alt.value(alt.ExprRef("dots"))),
        size=alt.condition(hovered, alt.value(80), alt.value(22)),
    )
    chart: alt.LayerChart = (
        alt.layer(band, line, level, rule, words, hit.add_params(hovered))
        .resolve_scale(color="independent")
        .add_params(*_params())
    )
    return chart


def _machines(colour: alt.Color) -> alt.FacetChart:
    points = alt.Chart().transform_filter("datum.set == 'points'")
    levels = alt.Chart().transform_filter("datum.set == 'levels'")
    x = _commit_axis(ticks=3)
    line = points.mark_line(strokeWidth=1, strokeOpacity=0.55, clip=True).encode(
        x=x, y=_figure("median"), color=colour
    )
    # The round cap shows a machine that has one run as a dot.
    level = levels.mark_rule(strokeWidth=2.5, clip=True, strokeCap="round").encode(
        x=x, x2="upto:Q", y=_figure("median"), color=colour
    )
    inner = alt.layer(line, level).properties(width=240, height=110)
    chart: alt.FacetChart = (
        alt.layer(line, level, data=alt.NamedData("points"))
        .properties(width=inner.width, height=inner.height)
        .facet(
            facet=alt.Facet(
                "machine:N",
                title=None,
                header=alt.Header(
                    labelAnchor="start",
                    labelFontSize=12,
                    labelColor="currentColor",
                    labelExpr="titles[datum.value]",
                ),
            ),
            columns=COLUMNS,
        )
        .resolve_scale(y="independent")
        # The page breaks the machines' names into lines: machine -> lines.
        .add_params(*_params(), alt.param(name="titles", value={}))
    )
    return chart


def _runs(colour: alt.Color) -> Any:
    """Points over the runs of a machine, with their intervals, and no line."""
    x = alt.X(
        "run:Q",
        title=None,
        axis=alt.Axis(
            labelExpr="labels[datum.value] || ''",
            tickMinStep=1,
            labelOverlap="greedy",
            labelSeparation=10,
            grid=False,
        ),
        scale=alt.Scale(zero=False, nice=False, domain=alt.ExprRef("period")),
    )
    points = alt.Chart(alt.NamedData("points"))
    interval = points.mark_rule(strokeWidth=2, opacity=0.6).encode(
        x=x, y=_figure("low"), y2="high:Q", color=colour
    )
    dots = points.mark_point(filled=True, size=60, opacity=1).encode(
        x=x,
        y=_figure("median"),
        color=colour,
        tooltip=[
            alt.Tooltip("design:N"),
            alt.Tooltip("name:N", title="commit"),
            alt.Tooltip("date:N"),
            alt.Tooltip("value:N", title="median"),
            alt.Tooltip("interval:N"),
            alt.Tooltip("covers:N"),
            alt.Tooltip("load:N"),
        ],
    )
    return alt.layer(interval, dots).add_params(*_params())


def _linux() -> Any:
    """The counts of one mechanism over the versions of the kernel, a line for each number of
    users. A version without a count is a gap in the line."""
    colour = alt.Color("colour:N", scale=None)
    x = alt.X(
        "version:Q",
        title=None,
        axis=alt.Axis(
            labelExpr="labels[datum.value] || ''",
            values=alt.ExprRef("sequence(length(labels))"),
            labelOverlap="greedy",
            labelSeparation=10,
            grid=False,
        ),
        scale=alt.Scale(zero=False, nice=False, domain=alt.ExprRef("period")),
    )
    y = alt.Y("value:Q", title=None, axis=alt.Axis(tickCount=4, labelExpr=_FIGURE, labelFlush=True))
    points = alt.Chart(alt.NamedData("points"))
    line = points.mark_line(strokeWidth=1.5, strokeOpacity=0.75).encode(
        x=x, y=y, color=colour, detail="users:N"
    )
    dots = points.mark_point(filled=True, size=50, opacity=1).encode(
        x=x,
        y=y,
        color=colour,
        tooltip=["mechanism:N", "users:N", alt.Tooltip("name:N", title="kernel"), "count:N"],
    )
    return alt.layer(line, dots).add_params(*_params())


def _compare(colour: alt.Color) -> alt.Chart:
    label = "datum.value === 0 ? '0' : format(datum.value, '+,.3~r')"
    percent = alt.X(
        "percent:Q", title="change from A to B, %", axis=alt.Axis(labelExpr=label, tickCount=8)
    )
    chart: alt.Chart = (
        alt.Chart(alt.NamedData("points"), height=alt.Step(24))
        .mark_circle(size=46, opacity=0.75)
        .encode(
            x=percent,
            y=alt.Y("workload:N", title=None),
            color=colour,
            tooltip=["series:N", "a:N", "b:N", alt.Tooltip("percent:Q", format="+.2f")],
        )
    )
    return chart
