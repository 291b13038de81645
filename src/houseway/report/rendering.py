"""A report as a file: PDF by Typst, HTML, XLSX or JSON, with plots as SVG."""

import json
import math
from collections.abc import Callable, Iterator
from html import escape
from importlib.resources import files
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import houseway
from houseway.errors import BadReport, unknown
from houseway.report.libraries import needed
from houseway.report.model import Block, Formula, Listing, Model, Paragraph, Plot, Points, Section, Table
from houseway.report.spreadsheet.write import to_xlsx

if TYPE_CHECKING:
    from matplotlib.axes import Axes


INK, SOFT, GRID = "#1d2b25", "#5c6b64", "#d9e0dc"
COLORS = ("#1d4e3f", "#c05a1f", "#2f6fa8", "#8a5aa8")
DASHES = ("-", "--", "-.", ":")
SIZE = (6.6, 2.15)
"""The size of a plot in inches, as wide as a page's text."""
MOST_TICKS, MOST_LEVEL_TICKS = 24, 16
"""Number of values that a bar plot labels, and number that it labels without turning them."""

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
"""Names of elements follow from a fixed salt, and letters are drawn as shapes of the library's font."""

_drawing = Lock()


def draw(plot: Plot) -> str:
    """Return a plot as an SVG element. The library's settings are global, so one plot is drawn at a time."""
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
    """Label the bars as far as there is room. Values are not evenly spaced, but bars are."""
    step = math.ceil(len(values) / MOST_TICKS)
    places = range(0, len(values), step)
    axes.set_xticks(list(places), [_number(values[place]) for place in places])
    if len(values) > MOST_LEVEL_TICKS:
        axes.tick_params(axis="x", rotation=60, labelsize=7)


def _number(value: float) -> str:
    return f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")


PAGE_STYLE = """
:root { --accent: #1d4e3f; --soft: #56645d; --line: #c9d3ce; --band: #eef3f0; }
body { font: 16px/1.5 Georgia, 'Times New Roman', serif; color: #1d2b25; background: #fff; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3 { color: var(--accent); line-height: 1.2; }
h1 { font-size: 2.3rem; margin: .2rem 0; }
h2 { border-bottom: 1px solid var(--accent); padding-bottom: .2rem; margin-top: 2.6rem; }
.kind { color: var(--soft); letter-spacing: .08em; text-transform: uppercase; border-top: 3px solid var(--accent);
  padding-top: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.5rem; }
dt, .note, footer { color: var(--soft); } dd { margin: 0; }
.headline { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.5rem 0; }
.headline div { flex: 1 1 12rem; background: var(--band); border-left: 4px solid var(--accent); padding: .6rem .9rem; }
.headline span { display: block; color: var(--soft); font-size: .85rem; }
.headline b { color: var(--accent); font-size: 1.35rem; }
.table { overflow-x: auto; margin: 1.2rem 0; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums lining-nums;
  border-bottom: 2px solid var(--accent); min-width: 50%; }
caption, figcaption { text-align: left; padding-bottom: .4rem; }
caption b, figcaption b { color: var(--accent); }
thead { border-top: 2px solid var(--accent); border-bottom: 1px solid var(--accent); }
th, td { text-align: left; vertical-align: top; padding: .2rem .7rem .2rem .2rem; }
.figures { text-align: right; white-space: nowrap; }
tr.marked { background: var(--band); font-weight: bold; }
tr.total { font-weight: bold; } tr.total.first { border-top: 1px solid var(--accent); }
.strong { background: var(--band); border-left: 4px solid var(--accent); padding: .6rem .9rem; }
.formula { font-style: italic; margin: .8rem 0 .8rem 2rem; white-space: pre-wrap; }
pre { background: var(--band); padding: .8rem; overflow-x: auto; font-size: .8rem; }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; }
nav ol { columns: 2; } @media (max-width: 40rem) { nav ol { columns: 1; } }
@media print { h2, h3, caption { break-after: avoid; } tr { break-inside: avoid; } }
""".strip()


def to_html(model: Model) -> bytes:
    """Return the whole file."""
    title = escape(f"{model.title}: {model.subtitle}")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(_Writer().document(model))
    page = (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>\n{PAGE_STYLE}\n</style></head>\n<body><main>\n{body}\n'
    )
    return f"{page}</main></body></html>\n".encode()


class _Writer:
    """A writer of a model from top to bottom, which numbers tables and figures as it goes."""

    def __init__(self) -> None:
        self.tables = 0
        self.figures = 0

    def document(self, model: Model) -> Iterator[str]:
        """Yield the parts of the page."""
        yield f'<p class="kind">{escape(model.kind)}</p><h1>{escape(model.title)}</h1><p>{escape(model.subtitle)}</p>'
        facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in model.facts)
        yield f"<dl>{facts}</dl>"
        boxes = "".join(
            f"<div><span>{escape(name)}</span><b>{escape(value)}</b></div>" for name, value in model.headline
        )
        yield f'<div class="headline">{boxes}</div>'
        entries = "".join(
            f'<li><a href="#section-{number}">{escape(section.title)}</a></li>'
            for number, section in enumerate(model.sections, 1)
        )
        yield f'<nav aria-label="Contents"><ol>{entries}</ol></nav>'
        for number, section in enumerate(model.sections, 1):
            yield from self.section(section, str(number), 2)
        yield f"<footer>houseway {escape(houseway.__version__)}</footer>"

    def section(self, section: Section, number: str, level: int) -> Iterator[str]:
        """Yield a heading with its blocks and parts."""
        yield f'<h{level} id="section-{number}">{number} {escape(section.title)}</h{level}>'
        for block in section.blocks:
            yield self.block(block)
        for place, part in enumerate(section.parts, 1):
            yield from self.section(part, f"{number}.{place}", level + 1)

    def block(self, block: Block) -> str:
        """Return one block."""
        match block:
            case Paragraph(text, strong):
                return f'<p class="strong">{escape(text)}</p>' if strong else f"<p>{escape(text)}</p>"
            case Points(items, numbered):
                tag = "ol" if numbered else "ul"
                return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>"
            case Formula(_, plain):
                return f'<p class="formula">{escape(plain)}</p>'
            case Listing(text):
                return f"<pre>{escape(text)}</pre>"
            case Table():
                return self.table(block)
            case Plot():
                self.figures += 1
                caption = f"<b>Figure {self.figures}.</b> {escape(block.caption)}"
                return f"<figure>{draw(block)}<figcaption>{caption}</figcaption></figure>"

    def table(self, table: Table) -> str:
        """Return a table with its number, its totals and its marked rows."""
        self.tables += 1
        classes = [' class="figures"' if column.figures else "" for column in table.columns]
        titles = zip(table.columns, classes, strict=True)
        head = "".join(f'<th scope="col"{css}>{escape(column.title)}</th>' for column, css in titles)
        rows = "".join(self._row(table, number, classes) for number in range(len(table.rows)))
        note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
        caption = f"<caption><b>Table {self.tables}.</b> {escape(table.caption)}</caption>"
        body = f"{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
        return f'<div class="table"><table>{body}</table></div>{note}'

    @staticmethod
    def _row(table: Table, number: int, classes: list[str]) -> str:
        first_total = len(table.rows) - table.totals
        names = ["marked"] * (number in table.marked) + ["total"] * (number >= first_total)
        names += ["first"] * (number == first_total)
        css = f' class="{" ".join(names)}"' if names else ""
        cells = "".join(f"<td{css}>{escape(cell)}</td>" for cell, css in zip(table.rows[number], classes, strict=True))
        return f"<tr{css}>{cells}</tr>"


TEMPLATE = "template.typ"
STANDARD = ["a-2a"]
"""PDF/A for archives, with the structure that screen readers follow."""
SUSPECTS = b"/Suspects false"
"""An entry that is redundant and that poppler takes for an error. Blanks in its place leave every offset unchanged."""
NO_TIME = 0
"""The compile time that the document sees, always the same."""


def to_pdf(model: Model) -> bytes:
    """Return the PDF. The same model gives the same bytes: no clock, system font or network is used."""
    typst = needed("typst")
    drawn: list[str] = []
    plain = {
        "kind": model.kind,
        "day": [model.day.year, model.day.month, model.day.day],
        "title": model.title,
        "subtitle": model.subtitle,
        "facts": model.facts,
        "headline": model.headline,
        "signatures": model.signatures,
        "version": houseway.__version__,
        "sections": [_section(section, drawn) for section in model.sections],
    }
    source = files("houseway.report").joinpath(TEMPLATE).read_bytes()
    inputs = {"model": json.dumps(plain), "plots": json.dumps(drawn)}
    try:
        compiled = typst.Compiler(ignore_system_fonts=True).compile(
            input=source, sys_inputs=inputs, timestamp=NO_TIME, pdf_standards=STANDARD
        )
    except typst.TypstError as error:
        raise BadReport(f"Typst could not typeset the report: {error}. Try another format, such as .html.") from error
    if not isinstance(compiled, bytes):
        raise BadReport("Typst did not produce one PDF document. Try another format, such as .html.")
    return compiled.replace(SUSPECTS, b" " * len(SUSPECTS))


def _section(section: Section, drawn: list[str]) -> dict[str, Any]:
    """Return a section for the template. Each plot has the number of its picture."""
    blocks = []
    for block in section.blocks:
        plain = block.to_dict()
        if isinstance(block, Plot):
            plain = {"block": "plot", "caption": block.caption, "picture": len(drawn)}
            drawn.append(draw(block))
        blocks.append(plain)
    parts = [_section(part, drawn) for part in section.parts]
    return {"title": section.title, "alone": section.alone, "blocks": blocks, "parts": parts}


def to_json(model: Model) -> bytes:
    """Return the data of the model as one JSON object."""
    return (json.dumps(model.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()


FORMS: dict[str, Callable[[Model], bytes]] = {"pdf": to_pdf, "html": to_html, "xlsx": to_xlsx, "json": to_json}
"""The file formats of a report."""


def render(model: Model, form: str) -> bytes:
    """Return a report as `pdf`, `html`, `xlsx` or `json`. The same model gives the same bytes."""
    if form not in FORMS:
        raise unknown("report format", form, FORMS)
    return FORMS[form](model)


def form_of(path: Path) -> str:
    """Return the format of a file name. Refuse a file that cannot be written before any work is done.

    >>> form_of(Path("pick-2.PDF"))
    'pdf'
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        endings = ", ".join(f".{name}" for name in FORMS)
        raise BadReport(f"A report's file name must end in one of {endings}; got {str(path)!r}.")
    if not path.parent.is_dir():
        raise BadReport(f"The report's folder {str(path.parent)!r} does not exist. Create it, or choose another one.")
    return form


def write_report(model: Model, path: str | Path) -> None:
    """Write a report in the format that the file's ending names."""
    target = Path(path)
    content = render(model, form_of(target))
    try:
        target.write_bytes(content)
    except OSError as error:
        raise BadReport(f"The report cannot be written to {target}: {error.strerror or error}.") from None
