"""Cells of a workbook: figures, exact counts, and text sheets from sections."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from houseway.report.formats import MINUS, whole
from houseway.report.model import Block, Formula, Listing, Model, Paragraph, Plot, Points, Section, Table
from houseway.report.spreadsheet.grid import LARGEST_EXACT, Cell, Grid, Sheet, address, column_letter

COUNT, PROBABILITY = 1, 2
"""The columns of every table of counts, after the label."""
NOT_EXACT = (
    "Combinations above 2^53, the largest whole number that a spreadsheet keeps exactly, are shown as text to the last "
    "digit. The probability beside them is their exact share, rounded."
)
NUMBER_WIDTH, TEXT_WIDTH = 24.0, 38.0


def is_exact(total: int) -> bool:
    """Return whether a spreadsheet stores all counts up to a total exactly."""
    return total <= LARGEST_EXACT


def count_width(total: int) -> float:
    """Return the width of a column of counts."""
    return NUMBER_WIDTH if is_exact(total) else TEXT_WIDTH


def count_cells(count: int, total: int, row: int, total_row: int) -> list[Cell]:
    """Return a count and its probability, a formula if both numbers are stored exactly."""
    share = float(Fraction(count, total))
    if not is_exact(total):
        return [Cell(whole(count), "right"), Cell(share, "probability")]
    formula = f"{column_letter(COUNT)}{row + 1}/{address(total_row, COUNT)}"
    return [Cell(count, "whole"), Cell(share, "probability", formula)]


def total_cells(total: int, rows: tuple[int, int]) -> list[Cell]:
    """Return the sums of the counts and of the probabilities of some rows."""
    summed = Cell(total, "total whole", column_sum(rows, COUNT))
    return [
        summed if is_exact(total) else Cell(whole(total), "total right"),
        Cell(1.0, "total probability", column_sum(rows, PROBABILITY)),
    ]


def column_sum(rows: tuple[int, int], column: int) -> str:
    """Return the sum of a column from a first to a last row."""
    return f"SUM({address(rows[0], column)}:{address(rows[1], column)})"


LONGEST_NAME = 31
FIGURE = re.compile(rf"([+{MINUS}-]?)(\$?)(\d[\d,]*)(\.\d+)?(%?)")
MOST_DIGITS = 15
"""The number of digits that a spreadsheet stores."""
NARROWEST, WIDEST, WORDS = 10.0, 44.0, 58.0


def figure(text: str, kind: str = "") -> Cell:
    """Return a figure as a number with the same digits, or as text if a number would lose some.

    >>> figure("+1,234.50"), figure("12.3456%").shows, figure("1 / 3").shows
    (Cell(shows=1234.5, style='figure +2', formula='', across=1), 0.123456, '1 / 3')
    """
    found = FIGURE.fullmatch(text)
    before = f"{kind} " if kind else ""
    if found is None or len(found[3].replace(",", "") + (found[4] or "")) > MOST_DIGITS:
        return Cell(text, f"{before}right")
    sign, dollar, whole, decimals, per_cent = found.groups()
    digits = len(decimals or ".") - 1
    number = float(f"{whole.replace(',', '')}{decimals or ''}") * (-1 if sign in (MINUS, "-") else 1)
    if per_cent:
        return Cell(round(number / 100, digits + 2), f"{before}percent {digits}")
    if dollar:
        return Cell(number, f"{before}money")
    return Cell(number if digits else int(number), f"{before}figure {'+' if sign else ''}{digits}")


def sheet_of(name: str, sections: Sequence[Section], *, title: str = "", repeats: bool = False) -> Sheet:
    """Return a sheet with sections one below the other, in columns wide enough for all tables.

    `repeats` means that there is one long table, whose titles are printed on every page.
    """
    tables = [block for section in sections for block in _blocks(section) if isinstance(block, Table)]
    grid = Grid(name, _widths(tables))
    grid.title(title or name)
    for section in sections:
        _write(grid, section, heading=len(sections) > 1 or section.title != (title or name))
    if not repeats:
        grid.repeated = None
    return grid.sheet()


def sheets_of(model: Model) -> tuple[Sheet, ...]:
    """Return a sheet for each section of a report, after its title page."""
    names = ["Summary"]
    for section in model.sections:
        names.append(_sheet_name(section.title, names))
    named = zip(names[1:], model.sections, strict=True)
    return (_summary(model), *(sheet_of(name, [section], title=section.title) for name, section in named))


def _summary(model: Model) -> Sheet:
    grid = Grid("Summary", [40.0, 90.0])
    grid.title(f"{model.title}, {model.subtitle}")
    grid.text(model.kind)
    grid.heading("Figures")
    for name, value in model.headline:
        grid.line([Cell(name), Cell(value, "total wrapped")])
    grid.heading("Facts")
    for name, value in model.facts:
        grid.line([Cell(name), Cell(value, "wrapped")])
    return grid.sheet()


def _sheet_name(title: str, taken: Sequence[str]) -> str:
    """Return a unique, short sheet name without characters that addresses use."""
    plain = " ".join(re.sub(r"[\[\]:*?/\\']", " ", title).split())
    while len(plain) > LONGEST_NAME:
        plain = plain.rpartition(" ")[0] or plain[:LONGEST_NAME]
    return plain if plain not in taken else f"{plain[: LONGEST_NAME - 3]} {len(taken)}"


def _blocks(section: Section) -> Iterable[Block]:
    yield from section.blocks
    for part in section.parts:
        yield from _blocks(part)


def _widths(tables: Sequence[Table]) -> list[float]:
    """Return the widths of columns. Columns of sentences are broken into lines."""
    n_columns = max((len(table.columns) for table in tables), default=1)
    widths = [NARROWEST] * n_columns
    for table in tables:
        for place, column in enumerate(table.columns):
            letters = max(len(text) for text in (column.title, *(row[place] for row in table.rows)))
            limit = WORDS if column.wide else WIDEST
            widths[place] = max(widths[place], min(letters + 2.0, limit))
    widths[-1] += max(0.0, 100.0 - sum(widths)) if not tables else 0.0
    return widths


def _write(grid: Grid, section: Section, heading: bool = True) -> None:
    if heading:
        grid.heading(section.title)
    for block in section.blocks:
        _write_block(grid, block)
    for part in section.parts:
        _write(grid, part)


def _write_block(grid: Grid, block: Block) -> None:
    match block:
        case Paragraph(text, strong):
            grid.text(text, "strong" if strong else "paragraph")
        case Points(items, numbered):
            for number, item in enumerate(items, 1):
                grid.text(f"{number}. {item}" if numbered else f"\N{EN DASH} {item}", "paragraph")
        case Formula(_, plain):
            grid.text(plain, "paragraph")
        case Listing(text):
            for row in text.splitlines():
                grid.text(row, "code")
        case Table():
            write_table(grid, block)
        case Plot():
            pass


def write_table(grid: Grid, table: Table) -> None:
    """Write a table with its caption and note. Figures become numbers."""
    grid.row += 1
    grid.text(table.caption, "caption")
    titles = [Cell(column.title, "head figures" if column.figures else "head") for column in table.columns]
    grid.repeated = grid.line(titles)
    first_total = len(table.rows) - table.totals
    for number, row in enumerate(table.rows):
        kind = "total" if number >= first_total else "marked" if number in table.marked else "top"
        grid.line(
            figure(text, f"top {kind}") if column.figures else Cell(text, f"{kind} wrapped")
            for column, text in zip(table.columns, row, strict=True)
        )
    if table.note:
        grid.text(table.note)
