"""Puts templates, style sheet and script together into one HTML file that loads nothing else."""

from collections.abc import Sequence
from functools import cache

import altair as alt
import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined

from retprobe.report.inputs import Inputs
from retprobe.report.sections import sections
from retprobe.report.verdict import verdict
from retprobe.results import Document

# Vega's symbols by name, as SVG paths in a square of 12 x 12.
SHAPES = {
    "circle": "M6 1.2a4.8 4.8 0 1 0 .01 0z",
    "square": "M1.8 1.8h8.4v8.4H1.8z",
    "triangle-up": "M6 1.2L11 10.4H1z",
    "triangle-down": "M6 10.8L1 1.6h10z",
    "triangle-right": "M10.8 6L1.6 11V1z",
    "triangle-left": "M1.2 6l9.2-5v10z",
    "diamond": "M6 .6L10.8 6 6 11.4 1.2 6z",
    "cross": "M4.3 1h3.4v3.3H11v3.4H7.7V11H4.3V7.7H1V4.3h3.3z",
    "wedge": "M6 .8l2.6 10.4H3.4z",
}


@cache
def chart_library() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script, in the version that Altair's output needs."""
    version = ".".join(alt.SCHEMA_VERSION.split(".")[:2])
    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", version)
    # "</script" would end the page's script element.
    return script.replace("</script", "<\\/script")


def page(documents: Sequence[tuple[str, Document]], command: str) -> str:
    """The report on these files, given as (name, document).

    `command`: the command line that the page names as its origin."""
    inputs = Inputs.of(documents)
    environment = Environment(
        loader=PackageLoader("retprobe.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    source = environment.loader
    assert source is not None  # it was given above
    parts = {name: source.get_source(environment, name)[0] for name in ("style.css", "page.js")}
    listed = [(file.letter, file.document.command, file.name) for file in inputs.files]
    return environment.get_template("page.html.j2").render(
        verdict=verdict(inputs),
        sections=sections(inputs),
        files=listed,
        stamps={bench.file.letter: bench.stamp for bench in inputs.benches},
        command=command,
        shapes=SHAPES,
        style=parts["style.css"],
        script=parts["page.js"],
        library=chart_library(),
    )
