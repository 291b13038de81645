"""A workbook as XLSX bytes. The same sheets give the same bytes."""

from datetime import UTC, datetime, time
from io import BytesIO
from typing import Any

import houseway
from houseway.report.libraries import needed
from houseway.report.model import Model
from houseway.report.spreadsheet.cells import sheets_of
from houseway.report.spreadsheet.grid import Cell, Sheet

ACCENT, SOFT, BAND, LINE, INPUT = "#1D4E3F", "#56645D", "#EEF3F0", "#C9D3CE", "#FFF6CC"
ROW_HEIGHT = 14.25
"""Row height in points, the same for every row whose text does not need more, so that pages break as intended."""
FONT = {"font_name": "Arial", "font_size": 10, "valign": "vcenter"}
STYLES: dict[str, dict[str, Any]] = {
    "text": {"indent": 1},
    "left": {"align": "left", "indent": 1},
    "right": {"align": "right"},
    "wrapped": {"text_wrap": True, "valign": "top", "indent": 1},
    "paragraph": {"text_wrap": True, "valign": "top"},
    "note": {"text_wrap": True, "valign": "top", "font_color": SOFT},
    "strong": {"text_wrap": True, "valign": "top", "bold": True, "bg_color": BAND},
    "title": {"bold": True, "font_size": 16, "font_color": ACCENT},
    "heading": {"bold": True, "font_size": 12, "font_color": ACCENT, "bottom": 1, "bottom_color": ACCENT},
    "caption": {"bold": True, "font_color": ACCENT},
    "code": {"font_name": "Courier New", "font_size": 9, "text_wrap": True, "valign": "top"},
    "head": {"bold": True, "bg_color": BAND, "top": 1, "bottom": 1, "text_wrap": True, "indent": 1},
    "whole": {"num_format": "#,##0"},
    "probability": {"num_format": "0.0000000000"},
    "antes": {"num_format": "+0.00000000;-0.00000000;0.00000000"},
    "square": {"num_format": "0.00000000"},
    "odds": {"num_format": "General"},
    "net": {"num_format": "+General;-General;0"},
    "money": {"num_format": '"$"#,##0.00'},
}
"""The format of each style. A name may have those of `WITH` before or after it."""
KINDS_OF_FIGURES = {"edge", "figure", "percent"}
"""Styles whose names end in a number of digits."""
WITH: dict[str, dict[str, Any]] = {
    "total": {"bold": True, "top": 1},
    "marked": {"bold": True, "bg_color": BAND},
    "input": {"bg_color": INPUT, "font_color": "#0000C0", "border": 1, "border_color": LINE, "locked": False},
    "figures": {"align": "right", "indent": 0},
    "top": {"valign": "top"},
}


def to_xlsx(model: Model) -> bytes:
    """Return the workbook of a report: its sheets, or one sheet per section."""
    library = needed("xlsxwriter")
    stream = BytesIO()
    book = library.Workbook(stream, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties(
        {
            "title": f"{model.title}: {model.subtitle}",
            "subject": model.kind,
            "comments": f"houseway {houseway.__version__}",
            "created": datetime.combine(model.day, time(), UTC).replace(tzinfo=None),
        }
    )
    book.set_calc_mode("auto")
    formats: dict[str, Any] = {}
    for sheet in model.sheets or sheets_of(model):
        _write_sheet(book, sheet, formats, model)
    book.close()
    return stream.getvalue()


def properties(style: str) -> dict[str, Any]:
    """Return the format of a style: `percent 4` and `figure +2` give the digits, and `+` a sign.

    An `edge` is a house edge in percent, which is labeled as the player's if it is below zero.

    >>> properties("percent 2")["num_format"], properties("total figure +1")["num_format"]
    ('0.00%', '+#,##0.0;-#,##0.0;0.0')
    >>> properties("edge 1")["num_format"]
    '0.0%;"player\\'s "0.0%'
    """
    look = dict(FONT)
    words = style.split()
    for word in words:
        look |= STYLES.get(word, {}) | WITH.get(word, {})
    if KINDS_OF_FIGURES & set(words):
        digits = words[-1].lstrip("+")
        decimals = f".{'0' * int(digits)}" if int(digits) else ""
        plain = f"#,##0{decimals}" if "figure" in words else f"0{decimals}%"
        signed = f"+{plain};-{plain};0{decimals}" if words[-1].startswith("+") else plain
        look["num_format"] = f'{plain};"player\'s "{plain}' if "edge" in words else signed
    return look


def _write_sheet(book: Any, sheet: Sheet, formats: dict[str, Any], model: Model) -> None:
    page = book.add_worksheet(sheet.name)
    for column, width in enumerate(sheet.widths):
        page.set_column(column, column, width)
    for row, height in sheet.heights.items():
        page.set_row(row, height)
    for (row, column), cell in sheet.cells.items():
        if cell.style not in formats:
            formats[cell.style] = book.add_format(properties(cell.style))
        _write_cell(page, row, column, cell, formats[cell.style])
    if sheet.frozen:
        page.freeze_panes(sheet.frozen, 0)
    if sheet.repeated is not None:
        page.repeat_rows(sheet.repeated)
    page.set_default_row(ROW_HEIGHT)
    page.hide_gridlines(2)
    if not sheet.one_page:
        page.set_landscape()
    page.set_paper(1)
    page.set_margins(left=0.5, right=0.5, top=0.75, bottom=0.75)
    page.fit_to_pages(1, 1 if sheet.one_page else 0)
    page.print_area(0, 0, max(sheet.printed, 1) - 1, len(sheet.widths) - 1)
    page.set_header(f"&L&9 {_plain(model.title)}, {_plain(model.subtitle)}&R&9&A")
    page.set_footer(f"&L&9houseway {houseway.__version__}&R&9Page &P of &N")


def _plain(text: str) -> str:
    """Return a text for a page header, with its ampersands escaped."""
    return text.replace("&", "&&")[:100]


def _write_cell(page: Any, row: int, column: int, cell: Cell, look: Any) -> None:
    if cell.across > 1:
        page.merge_range(row, column, row, column + cell.across - 1, "", look)
    if cell.formula:
        page.write_formula(row, column, f"={cell.formula}", look, cell.shows)
    elif isinstance(cell.shows, str):
        page.write_string(row, column, cell.shows, look)
    else:
        page.write_number(row, column, cell.shows, look)
