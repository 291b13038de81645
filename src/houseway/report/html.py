"""A report as one HTML file that needs nothing else: no script, no other host, plots inside."""

from collections.abc import Iterator
from html import escape

import houseway
from houseway.report.model import Block, Formula, Listing, Model, Paragraph, Plot, Points, Section, Table
from houseway.report.plots import draw

STYLE = """
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
    """The whole file."""
    title = escape(f"{model.title}: {model.subtitle}")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(_Writer().document(model))
    page = f'<!doctype html>\n<html lang="en"><head>{head}<style>\n{STYLE}\n</style></head>\n<body><main>\n{body}\n'
    return f"{page}</main></body></html>\n".encode()


class _Writer:
    """Writes a model from top to bottom and numbers its tables and figures as it goes."""

    def __init__(self) -> None:
        self.tables = 0
        self.figures = 0

    def document(self, model: Model) -> Iterator[str]:
        """The parts of the page."""
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
        """A heading with its blocks and parts."""
        yield f'<h{level} id="section-{number}">{number} {escape(section.title)}</h{level}>'
        for block in section.blocks:
            yield self.block(block)
        for place, part in enumerate(section.parts, 1):
            yield from self.section(part, f"{number}.{place}", level + 1)

    def block(self, block: Block) -> str:
        """One block."""
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
        """A table with its number, its sums and what is in force."""
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
