"""Counts on a sheet: numbers where a spreadsheet keeps them whole, and else text beside the nearest probability."""

from fractions import Fraction

from houseway.report.formats import whole
from houseway.report.spreadsheet.grid import LARGEST_EXACT, Cell, address, column_letter

COUNT, PROBABILITY = 1, 2
"""The columns of every table of counts, after what is counted."""
NOT_EXACT = (
    "Combinations above 2^53, the largest whole number that a spreadsheet keeps exactly, are shown as text to the last "
    "digit. The probability beside them is their exact share, rounded."
)
NUMBER_WIDTH, TEXT_WIDTH = 24.0, 38.0


def is_exact(total: int) -> bool:
    """Whether a spreadsheet keeps all counts up to a total whole."""
    return total <= LARGEST_EXACT


def count_width(total: int) -> float:
    """How wide a column of counts is."""
    return NUMBER_WIDTH if is_exact(total) else TEXT_WIDTH


def count_cells(count: int, total: int, row: int, total_row: int) -> list[Cell]:
    """A count and its probability, which is a formula where both numbers are whole."""
    share = float(Fraction(count, total))
    if not is_exact(total):
        return [Cell(whole(count), "right"), Cell(share, "probability")]
    formula = f"{column_letter(COUNT)}{row + 1}/{address(total_row, COUNT)}"
    return [Cell(count, "whole"), Cell(share, "probability", formula)]


def total_cells(total: int, rows: tuple[int, int]) -> list[Cell]:
    """The sums of the counts and of the probabilities of some rows."""
    summed = Cell(total, "total whole", column_sum(rows, COUNT))
    return [
        summed if is_exact(total) else Cell(whole(total), "total right"),
        Cell(1.0, "total probability", column_sum(rows, PROBABILITY)),
    ]


def column_sum(rows: tuple[int, int], column: int) -> str:
    """The sum of a column from a first to a last row."""
    return f"SUM({address(rows[0], column)}:{address(rows[1], column)})"
