"""The joint return table, as formulas over counts and pays."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.result import Analysis, RowPays
from houseway.report.spreadsheet.counts import (
    NOT_EXACT,
    PROBABILITY,
    column_sum,
    count_cells,
    count_width,
    is_exact,
    total_cells,
)
from houseway.report.spreadsheet.grid import Cell, Grid, column_letter
from houseway.report.spreadsheet.pays import Pays

NAME = "Returns"
FIXED = PROBABILITY + 1
"""The column of what an outcome brings besides its pays; the pays follow it."""
DIGITS = 9
"""To which net results are rounded, so that equal ones are equal in a spreadsheet."""


@dataclass(frozen=True, slots=True)
class Returns:
    """The sheet, the rows of its outcomes, and the column of their net results, which may follow the pays."""

    grid: Grid
    rows: tuple[int, int]
    net: int
    live: bool

    def column(self, column: int) -> str:
        """A column of the outcomes, for formulas of other sheets."""
        return self.grid.span(self.rows, column)


def returns_sheet(analysis: Analysis, pays: Pays | None, follows: RowPays) -> Returns:
    """Every joint outcome; its net result follows the pays that are part of it."""
    paid = [pays.cells(each) for each in follows.rows] if pays is not None else [[] for _ in follows.rows]
    most, total = max(map(len, paid)), analysis.net.total
    net = FIXED + most + 1 if most else FIXED
    grid = Grid(NAME, [68.0, count_width(total), 15.0, *[13.0] * (net - FIXED), 13.0, 16.0])
    _heading(grid, analysis, most)
    rows = grid.row, grid.row + len(paid) - 1
    for outcome, shown in zip(analysis.return_table, paid, strict=True):
        here = grid.row
        fixed = float(outcome.pays) - sum(float(each.shows) for each in shown)
        parts = [Cell(round(fixed, DIGITS), "net"), *shown, *[None] * (most - len(shown))] if most else []
        first, last, chance = column_letter(FIXED), column_letter(net - 1), column_letter(PROBABILITY)
        net_formula = f"ROUND(SUM({first}{here + 1}:{last}{here + 1}),{DIGITS})"
        grid.line(
            [
                Cell(outcome.outcome),
                *count_cells(outcome.combinations, total, here, rows[1] + 1),
                *parts,
                Cell(float(outcome.pays), "net", net_formula if most else ""),
                Cell(
                    float(outcome.pays * Fraction(outcome.combinations, total)),
                    "antes",
                    f"{chance}{here + 1}*{column_letter(net)}{here + 1}",
                ),
            ]
        )
    value = Cell(float(analysis.value), "total antes", column_sum(rows, net + 1))
    empty = [Cell("", "total text")] * (net - PROBABILITY)
    grid.line([Cell("total", "total text"), *total_cells(total, rows), *empty, value])
    return Returns(grid, rows, net, bool(most))


def _heading(grid: Grid, analysis: Analysis, most: int) -> None:
    grid.title("Return table of the round")
    how = (
        "The net result is a fixed part, plus each payout that is part of the outcome times the units bet on it."
        if most
        else "The net results are fixed numbers. They do not depend on the sheet Pay tables."
    )
    exact = "" if is_exact(analysis.net.total) else NOT_EXACT
    grid.text(
        f"Every outcome of a round where {analysis.subject.player}, all wagers together, in "
        f"{analysis.units}. {how} {exact}".rstrip()
    )
    pays = [f"Payout {number}" if most > 1 else "Payout" for number in range(1, most + 1)]
    grid.head(
        "Outcome", "Combinations", "Probability", *(["Fixed part", *pays] if most else []), "Net result", "Contribution"
    )
    grid.freeze()
