"""Sheets as plain data: cells with their value, their style and, if they are live, their formula.

The value of a formula is stored beside it, from the exact result. So a viewer that does not recalculate shows
the right figures, and a program that does can be checked against them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

LINE_HEIGHT = 13.5
"""The height of one line of text, in points."""
ROOM = 0.88
"""The share of a line that words fill on average, since words are not broken."""
BROKEN = ("paragraph", "note", "strong", "code")
"""Styles of texts that are broken into lines."""
LARGEST_EXACT = 2**53
"""The largest whole number up to which a spreadsheet stores all whole numbers exactly."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's value, style and formula (without its `=`), and the number of columns that it spans."""

    shows: str | float | int
    style: str = "text"
    formula: str = ""
    across: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: cells by row and column from 0, widths of its columns in letters, and how it is printed.

    The first `frozen` rows stay in view. The row `repeated` is printed on every page. Rows from `printed` on are not
    printed.
    """

    name: str
    cells: Mapping[tuple[int, int], Cell]
    widths: tuple[float, ...]
    heights: Mapping[int, float]
    frozen: int = 0
    repeated: int | None = None
    printed: int = 0
    one_page: bool = False


def column_letter(column: int) -> str:
    """Return the letters of a column.

    >>> column_letter(0), column_letter(27)
    ('A', 'AB')
    """
    return column_letter(column // 26 - 1) + chr(65 + column % 26) if column >= 26 else chr(65 + column)


def address(row: int, column: int) -> str:
    """Return the absolute address of a cell on its sheet.

    >>> address(0, 2)
    '$C$1'
    """
    return f"${column_letter(column)}${row + 1}"


def _lines(text: str, letters: float) -> int:
    """Return the number of lines that a text takes in a column of a given width."""
    return 1 if len(text) <= letters else ceil(len(text) / (ROOM * letters))


@dataclass
class Grid:
    """A sheet that is being written, from top to bottom."""

    name: str
    widths: Sequence[float]
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)
    row: int = 0
    frozen: int = 0
    repeated: int | None = None

    def line(self, cells: Iterable[Cell | None], *, start: int = 0) -> int:
        """Write one row and go to the next. Return its number, from 0."""
        written = self.row
        for place, cell in enumerate(cells, start):
            if cell is None:
                continue
            self.cells[written, place] = cell
            if cell.style.endswith("wrapped"):
                self._make_room(_lines(str(cell.shows), self.widths[place]))
        self.row += 1
        return written

    def text(self, text: str, style: str = "note", formula: str = "", *, lines: int = 1) -> int:
        """Write a text over all columns. `lines` is its height if a formula may show a longer one."""
        if style in BROKEN:
            self._make_room(max(lines, _lines(text, sum(self.widths))))
        return self.line([Cell(text, style, formula, across=len(self.widths))])

    def _make_room(self, lines: int) -> None:
        """Make the current row at least this high, because programs do not always do that automatically."""
        if lines > 1:
            self.heights[self.row] = max(self.heights.get(self.row, 0.0), LINE_HEIGHT * lines + 2)

    def title(self, text: str) -> int:
        """Write the title of the sheet."""
        self.heights[self.row] = 2 * LINE_HEIGHT
        return self.text(text, "title")

    def heading(self, text: str) -> int:
        """Write a heading after an empty row."""
        self.row += 1
        return self.text(text, "heading")

    def head(self, *titles: str, figures: int = 1) -> int:
        """Write the titles of columns. Those from the column `figures` on are above figures."""
        return self.line(
            Cell(title, "head" if place < figures else "head figures") for place, title in enumerate(titles)
        )

    def freeze(self) -> None:
        """Keep the rows written so far in view, and print the last of them, the column titles, on every page."""
        self.frozen, self.repeated = self.row, self.row - 1

    def at(self, row: int, column: int) -> str:
        """Return the address of a cell for a formula on another sheet."""
        return f"'{self.name}'!{address(row, column)}"

    def span(self, rows: tuple[int, int], column: int) -> str:
        """Return the address of a column of rows for a formula on another sheet."""
        return f"{self.at(rows[0], column)}:{address(rows[1], column)}"

    def sheet(self, printed: int | None = None, *, one_page: bool = False) -> Sheet:
        """Return the sheet. With `one_page` it prints on one upright page."""
        return Sheet(
            self.name,
            dict(self.cells),
            tuple(self.widths),
            dict(self.heights),
            self.frozen,
            self.repeated,
            self.row if printed is None else printed,
            one_page,
        )
