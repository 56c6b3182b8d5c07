"""How charts look: each design's colour and shape, and the light and the dark theme."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

# Okabe and Ito's colours, which colour-blind people can tell apart. First come those that show well
# on white and on black.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442")
GREYS = ("#6B7178", "#8F959C")
SHAPES = (
    "circle",
    "square",
    "triangle-up",
    "diamond",
    "triangle-down",
    "triangle-right",
    "triangle-left",
)
FLOOR_SHAPES = ("cross", "wedge")

FONT = (
    "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', "
    "'DejaVu Sans', sans-serif"
)


@dataclass(frozen=True)
class Style:
    """How all charts draw a design. `shape` is the name of one of Vega's symbols."""

    colour: str
    shape: str


# All peers have the same style: their names are on the axis.
PEER_STYLE = Style("#8F959C", "circle")


def design_styles(designs: Mapping[str, Mapping[str, Any]]) -> dict[str, Style]:
    """Design -> style, by the order of a context's `designs`. Floors are grey.

    A new design needs no line here."""
    floors = [name for name, facts in designs.items() if facts.get("floor")]
    others = [name for name in designs if name not in floors]
    styles = {
        name: Style(PALETTE[index % len(PALETTE)], SHAPES[index % len(SHAPES)])
        for index, name in enumerate(others)
    }
    for index, name in enumerate(floors):
        styles[name] = Style(GREYS[index % len(GREYS)], FLOOR_SHAPES[index % len(FLOOR_SHAPES)])
    return styles


def style_of(series: str, styles: Mapping[str, Style]) -> Style:
    """The style of a design. Peers, and designs that the context does not list, share a style."""
    return styles.get(series, PEER_STYLE)


def scales(
    series: Iterable[str], styles: Mapping[str, Style]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The scales of colour and shape for these series, as Vega-Lite has them."""
    names = list(series)
    chosen = [style_of(name, styles) for name in names]
    return (
        {"domain": names, "range": [style.colour for style in chosen]},
        {"domain": names, "range": [style.shape for style in chosen]},
    )


def theme(name: str) -> dict[str, Any]:
    """The Vega-Lite config of a theme: "light" or "dark" for files, "page" for HTML pages.

    With "page", the page's CSS sets the colours. Raises ValueError for another name."""
    inks = {"light": ("#1b1d20", "#5c6369", "#ffffff"), "dark": ("#e8e6e1", "#a3a8ad", "#16181b")}
    if name == "page":
        # In a page, an SVG takes the colour of the text around it, so it suits the page's theme and
        # print.
        ink, soft, paper, faint = "currentColor", "currentColor", "transparent", 0.72
    elif name in inks:
        ink, soft, paper, faint = *inks[name], 1.0
    else:
        raise ValueError(f"no theme '{name}'; there are light, dark and page")
    label = {
        "labelColor": soft,
        "labelFontSize": 12,
        "titleColor": soft,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    }
    return {
        "background": paper,
        "font": FONT,
        "padding": 0 if name == "page" else 16,
        "view": {"stroke": None},
        "axis": {
            **label,
            "grid": True,
            "gridColor": soft,
            "gridOpacity": 0.18,
            "domain": False,
            "ticks": False,
            "labelPadding": 6,
            "labelFlush": False,
            "labelOpacity": faint,
            "titleOpacity": faint,
            "titlePadding": 10,
        },
        "axisYQuantitative": {
            "titleAngle": 0,
            "titleAlign": "left",
            "titleAnchor": "end",
            "titleY": -14,
            "titleX": 0,
        },
        "axisBand": {"grid": False, "labelColor": ink, "labelOpacity": 1, "labelPadding": 10},
        "legend": {
            **label,
            "labelColor": ink,
            "orient": "bottom",
            "title": None,
            "symbolSize": 70,
            "columnPadding": 18,
            "offset": 12,
        },
        "title": {"color": ink, "fontSize": 13, "fontWeight": 600, "anchor": "start", "offset": 12},
        "text": {"color": soft, "opacity": faint},
        "concat": {"spacing": 28},
    }
