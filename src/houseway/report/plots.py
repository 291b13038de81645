"""Plots as SVG, the same bytes for the same numbers on every run."""

import math
from io import StringIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from houseway.report.libraries import needed
from houseway.report.model import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT, GRID = "#1d2b25", "#5c6b64", "#d9e0dc"
COLORS = ("#1d4e3f", "#c05a1f", "#2f6fa8", "#8a5aa8")
DASHES = ("-", "--", "-.", ":")
SIZE = (6.6, 2.15)
"""In inches: the width of a page's text."""
MOST_TICKS, MOST_LEVEL_TICKS = 24, 16
"""Values that a bar plot names, and those that it names without turning them."""

STYLE: dict[Any, Any] = {
    "svg.hashsalt": "houseway",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
}
"""Names of elements follow from a fixed salt, and letters are drawn as shapes of the library's own font."""

_drawing = Lock()


def draw(plot: Plot) -> str:
    """A plot as an SVG element. Settings are the library's, not the user's; they are global, so one draws at a time."""
    matplotlib = needed("matplotlib")
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    text = StringIO()
    with _drawing, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        figure = Figure(figsize=SIZE, layout="constrained")
        _fill(figure.add_subplot(), plot)
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(text, metadata={"Date": None, "Creator": None, "Title": plot.caption})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def _fill(axes: "Axes", plot: Plot) -> None:
    for number, series in enumerate(plot.series):
        xs, ys = zip(*series.points, strict=True)
        color = COLORS[number % len(COLORS)]
        if plot.bars:
            axes.bar(range(len(xs)), ys, width=0.8, color=color, label=series.name)
        else:
            axes.plot(xs, ys, DASHES[number % len(DASHES)], color=color, label=series.name, linewidth=1.4)
    if plot.bars:
        _name_bars(axes, [x for x, _ in plot.series[0].points])
    else:
        axes.xaxis.set_major_formatter(lambda x, _: _number(x))
    if "y" in plot.logarithmic:
        axes.set_yscale("log")
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)
    axes.grid(axis="y" if plot.bars else "both", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if len(plot.series) > 1:
        axes.legend(frameon=False)


def _name_bars(axes: "Axes", values: list[float]) -> None:
    """Values are not evenly spaced, bars are; each bar is named as far as there is room."""
    step = math.ceil(len(values) / MOST_TICKS)
    places = range(0, len(values), step)
    axes.set_xticks(list(places), [_number(values[place]) for place in places])
    if len(values) > MOST_LEVEL_TICKS:
        axes.tick_params(axis="x", rotation=60, labelsize=7)


def _number(value: float) -> str:
    return f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")
