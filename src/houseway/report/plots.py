"""Plots as SVG, the same bytes for the same numbers on every run."""

import math
from io import StringIO

from houseway.report.model import Plot

SALT = "houseway"
INK, SOFT, GRID = "#1d2b25", "#5c6b64", "#d9e0dc"
COLOURS = ("#1d4e3f", "#c05a1f", "#2f6fa8", "#8a5aa8")
DASHES = ("-", "--", "-.", ":")
SIZE = (6.6, 2.15)
"""In inches: the width of a page's text."""

STYLE = {
    "svg.hashsalt": SALT,
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "axes.unicode_minus": True,
}


def draw(plot: Plot) -> str:
    """A plot as the text of an SVG file."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.add_subplot()
        _fill(axes, plot)
        text = StringIO()
        FigureCanvasSVG(figure).print_svg(text, metadata={"Date": None, "Creator": None, "Title": plot.caption})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def _fill(axes: "object", plot: Plot) -> None:
    from matplotlib.axes import Axes

    assert isinstance(axes, Axes)
    for number, series in enumerate(plot.series):
        xs, ys = zip(*series.points, strict=True)
        colour = COLOURS[number % len(COLOURS)]
        if plot.bars:
            axes.bar(range(len(xs)), ys, width=0.8, color=colour, label=series.name)
        else:
            axes.plot(xs, ys, DASHES[number % len(DASHES)], color=colour, label=series.name, linewidth=1.4)
    if plot.bars:
        _label_bars(axes, [x for x, _ in plot.series[0].points])
    if "y" in plot.logarithmic:
        axes.set_yscale("log")
    if "x" in plot.logarithmic:
        axes.set_xscale("log")
    axes.set_xlabel(plot.x)
    axes.set_ylabel(plot.y)
    axes.grid(axis="y" if plot.bars else "both", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if len(plot.series) > 1:
        axes.legend(frameon=False)


def _label_bars(axes: "object", values: list[float]) -> None:
    """A bar for each value, named as far as there is room."""
    from matplotlib.axes import Axes

    assert isinstance(axes, Axes)
    step = math.ceil(len(values) / 24)
    places = range(0, len(values), step)
    axes.set_xticks(list(places), [f"{values[place]:,g}".replace("-", "\N{MINUS SIGN}") for place in places])
    if step > 1 or len(values) > 16:
        axes.tick_params(axis="x", rotation=60, labelsize=7)
