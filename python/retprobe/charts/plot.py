"""The charts of one result, as Altair charts.

`Results.plot`, `python -m retprobe plot`, the report and the notebooks use them. Times are the
processor time that a probed call takes more than the unprobed one, in nanoseconds. They are medians
over fresh processes; bars show their intervals. A design has the same colour in all charts
(theme.PALETTE, by the order of the result's designs).
"""

from pathlib import Path
from typing import Any, Protocol

import altair as alt
import pandas as pd

from retprobe.charts.figures import FIGURES, Figure, Rows, figure_of, one_transfer, usual_transfer
from retprobe.charts.theme import design_styles, theme
from retprobe.files import written_whole
from retprobe.machine import interval_words, load_words

Chart = alt.LayerChart | alt.VConcatChart
"""A chart of one panel, or of several panels below each other."""


class Measured(Protocol):
    """What charts need of a result. `retprobe.Results` is one."""

    @property
    def context(self) -> dict[str, Any]: ...

    def to_pandas(self) -> pd.DataFrame: ...


class Plot:
    """The charts of a result. `theme`: "light" or "dark"; `width`: of the axes, in pixels.

    A method raises NothingToDraw if the result has no rows for its chart. The message has the
    command that measures them.
    """

    def __init__(self, results: Measured, theme: str = "light", width: int = 560) -> None:
        designs = results.context["designs"]
        self.styles = design_styles(designs)
        self._rows = Rows(results.to_pandas(), designs)
        self._theme, self._width = theme, width
        self._context = results.context

    def __repr__(self) -> str:
        return f"<Plot of {len(self._rows.all) + len(self._rows.peers)} rows: {', '.join(FIGURES)}>"

    def overhead(self) -> Chart:
        """Added ns per call of each candidate with one tracer: a hot leaf, recursion, real
        programs."""
        return self.chart("overhead")

    def scaling(self) -> Chart:
        """Added ns per call of `leaf` over the number of tracers on the function."""
        return self.chart("scaling")

    def depth(self) -> Chart:
        """Added ns per call over the number of calls in flight."""
        return self.chart("depth")

    def functions(self) -> Chart:
        """Added ns per call over the number of different functions that are called in turn."""
        return self.chart("functions")

    def threads(self) -> Chart:
        """Added ns per call of one thread over the number of threads."""
        return self.chart("threads")

    def data_size(self) -> Chart:
        """Added ns per call of `leaf` over the bytes of entry data that the tracer asks for."""
        return self.chart("data_size")

    def registers(self) -> Chart:
        """Added ns per call of `leaf` with each register set."""
        return self.chart("registers")

    def callers(self) -> Chart:
        """Added ns per nest of twelve unprobed callers around one probed call, with each return
        transfer."""
        return self.chart("callers")

    def memory(self) -> Chart:
        """Bytes per call in flight over the number of tracers, and bytes per thread."""
        return self.chart("memory")

    def peers(self) -> Chart:
        """Added ns per call of the designs, and of peers: other tools that people could use."""
        return self.chart("peers")

    @property
    def usual_transfer(self) -> str:
        """The transfer of charts that show only one."""
        return usual_transfer(self._rows.all)

    def rows_of_usual_transfer(self) -> pd.DataFrame:
        """The median and void rows from which most charts choose, floors included.

        The columns are those of `Results.to_pandas`."""
        return one_transfer(self._rows.all)

    def figure(self, name: str) -> Figure:
        """The rows and words of a chart, for callers with a layout of their own.

        Raises ValueError for an unknown name."""
        if name not in FIGURES:
            raise ValueError(f"no chart '{name}'; there are {', '.join(FIGURES)}")
        return figure_of(name, self._rows, self.styles)

    def chart(self, name: str) -> Chart:
        """A chart by its name. Its panels are below each other; curves have a legend above."""
        figure = self.figure(name)
        charts = [
            panel.draw("x" in panel.rows.columns).properties(
                width=self._width, **({"title": panel.title} if panel.title else {})
            )
            for panel in figure.panels
        ]
        if words := self.measured(name):
            title = alt.TitleParams(figure.panels[0].title, subtitle=words, anchor="start")
            charts[0] = charts[0].properties(title=title)
        together: Chart = (
            charts[0]
            if len(charts) == 1
            else alt.vconcat(*charts).resolve_scale(color="independent", shape="independent")
        )
        together.description = figure.description
        configured: Chart = together.configure(**theme(self._theme))
        return configured

    def measured(self, name: str) -> str:
        """What the bars of a chart are, and under which load it was measured."""
        # Memory is exact.
        bars = "" if name == "memory" else f"bars: {interval_words(self._context)}"
        load = load_words(self._context)
        return "; ".join(part for part in (bars, load and f"measured {load}") if part)

    def save(self, name: str, path: str | Path) -> None:
        """Writes a chart as SVG or PNG, by the file's ending. An existing file is replaced.

        A PNG has twice as many pixels in each direction. Raises ValueError for another ending, and
        ResultError if the file cannot be written; no file is changed then.
        """
        kind = Path(path).suffix
        if kind not in (".svg", ".png"):
            raise ValueError(f"{path}: a chart is written as .svg or .png; name it so")
        chart = self.chart(name)
        with written_whole(path, overwrite=True) as part:
            if kind == ".svg":
                chart.save(str(part), format="svg")
            else:
                chart.save(str(part), format="png", scale_factor=2)
