"""The joint return table, as formulas over counts and pays."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.result import Analysis
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PayRow, PayTable
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
from houseway.report.spreadsheet.pays import ODDS, Pays, paid_rows

NAME = "Returns"
FIXED = PROBABILITY + 1
"""The column of what an outcome brings besides its pays; the pays follow it."""


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


def joint_table(game: Game) -> PayTable | None:
    """The pay table whose hands the outcomes of a round are named by: the only one that pays odds."""
    tables = [] if game.pay_set is None else list(game.pay_set.tables.values())
    odds = [table for table in tables if table.form.kind == ODDS]
    return odds[0] if len(odds) == 1 else None


def paid_by(game: Game, analysis: Analysis) -> list[tuple[PayRow, ...]]:
    """For each outcome of a round, the rows of the pay table that pay it."""
    table = joint_table(game)
    return [() if table is None else paid_rows(row.outcome, table) for row in analysis.return_table]


def returns_sheet(game: Game, analysis: Analysis, pays: Pays | None) -> Returns:
    """Every joint outcome; its net result follows the pays that it names."""
    table = joint_table(game)
    is_live = pays is not None and table is not None and pays.has(table.form.name)
    paid = paid_by(game, analysis) if is_live else [()] * len(analysis.return_table)
    most, total = max(map(len, paid)), analysis.net.total
    net = FIXED + most + 1 if most else FIXED
    grid = Grid(NAME, [68.0, count_width(total), 15.0, *[13.0] * (net - FIXED), 13.0, 16.0])
    _heading(grid, analysis, most)
    rows = grid.row, grid.row + len(paid) - 1
    for outcome, pay_rows in zip(analysis.return_table, paid, strict=True):
        here = grid.row
        fixed = outcome.pays - sum((each.pays for each in pay_rows), Fraction(0))
        shown = [pays.cell_of(table.form.name, each) for each in pay_rows] if pays and table else []
        parts = [Cell(float(fixed), "net"), *shown, *[None] * (most - len(shown))] if most else []
        first, last, chance = column_letter(FIXED), column_letter(net - 1), column_letter(PROBABILITY)
        grid.line(
            [
                Cell(outcome.outcome),
                *count_cells(outcome.combinations, total, here, rows[1] + 1),
                *parts,
                Cell(float(outcome.pays), "net", f"SUM({first}{here + 1}:{last}{here + 1})" if most else ""),
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
        "Net is what the other wagers bring, and a Bonus that loses, plus the pays of the hands that the outcome names."
        if most
        else "The net results are numbers: they do not follow the sheet of pay tables."
    )
    exact = "" if is_exact(analysis.net.total) else NOT_EXACT
    grid.text(
        f"Every outcome of a round where {analysis.subject.player}, all wagers together, in "
        f"{analysis.units}. {how} {exact}".rstrip()
    )
    pays = [f"Pay {number}" if most > 1 else "Pay" for number in range(1, most + 1)]
    grid.head("Outcome", "Combinations", "Probability", *(["Besides pays", *pays] if most else []), "Net", "Return")
    grid.freeze()
