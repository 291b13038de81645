"""The return table of every wager by itself: its pays are those of the sheet of pay tables where a table pays it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis, NotBet, PaysByRow, ReturnRow, RowPays
from houseway.report.spreadsheet.counts import (
    NOT_EXACT,
    PROBABILITY,
    column_sum,
    count_cells,
    count_width,
    is_exact,
    total_cells,
)
from houseway.report.spreadsheet.grid import Cell, Grid, address, column_letter
from houseway.report.spreadsheet.pays import Pays

NAME = "Wagers"
AMOUNT, VALUE, EDGE = 1, 2, 3
PAYS, RETURN = PROBABILITY + 1, PROBABILITY + 2


@dataclass(frozen=True, slots=True)
class Wagers:
    """The sheet, and the address of what all wagers together are worth."""

    grid: Grid
    value: str


def wagers_sheet(analysis: Analysis, pays: Pays | None, follows: PaysByRow, left_out: Sequence[NotBet]) -> Wagers:
    """What is bet on each wager and what it is worth, then a table for each."""
    totals = [table.total for table in analysis.wager_tables] or [0]
    grid = Grid(NAME, [60.0, count_width(max(totals)), 16.0, 16.0, 16.0])
    grid.title("Wagers")
    exact = "" if is_exact(max(totals)) else NOT_EXACT
    grid.text(
        f"Each wager of a round by itself where {analysis.subject.player}, in {analysis.units}. "
        f"Combinations are those of the cards that decide the wager. {exact}".rstrip()
    )
    first = _summary_head(grid)
    grid.row += len(analysis.wagers) + 1
    values: dict[str, str] = {}
    for table in analysis.wager_tables:
        title = analysis.subject.wager_title(table.wager)
        values[table.wager] = _table(grid, pays, title, table.rows, follows.wagers[table.wager])
    for each, followed in zip(left_out, follows.left_out, strict=True):
        named = f"{each.title}, one unit (not part of the round)"
        first_row = grid.row + 3
        value = _table(grid, pays, named, each.rows, followed)
        edge = Cell(float(each.edge), "total edge 4", f"-{value}")
        grid.line([Cell("house edge on its amount", "total text"), *[Cell("", "total text")] * 3, edge])
        rows = first_row, first_row + len(each.rows) - 1
        grid.line([Cell("standard deviation per unit"), *[None] * 3, _deviation(each.rows, rows, value)])
    return Wagers(grid, _fill_summary(grid, analysis, first, values))


def _deviation(listed: Sequence[ReturnRow], rows: tuple[int, int], value: str) -> Cell:
    """The standard deviation of a wager by itself, from its pays and probabilities."""
    net = Distribution.of([(row.pays, row.combinations) for row in listed])
    chances, odds = (f"{address(rows[0], column)}:{address(rows[1], column)}" for column in (PROBABILITY, PAYS))
    return Cell(net.standard_deviation, "square", f"SQRT(SUMPRODUCT({chances},({odds}-{value})^2))")


def _summary_head(grid: Grid) -> int:
    grid.heading("All wagers")
    grid.head("Wager", "Average amount", "Expected net", "Edge on its amount")
    return grid.row


def _fill_summary(grid: Grid, analysis: Analysis, first: int, values: Mapping[str, str]) -> str:
    """Write the summary, now that it is known where the tables stand; the address of the value of all wagers."""
    below, grid.row = grid.row, first
    for wager in analysis.wagers:
        row = grid.row
        edge = float(-wager.value / wager.staked) if wager.staked else 0.0
        grid.line(
            [
                Cell(analysis.subject.wager_title(wager.wager)),
                Cell(float(wager.staked), "square"),
                Cell(float(wager.value), "antes", values.get(wager.wager, "")),
                Cell(edge, "edge 4", f"-{address(row, VALUE)}/{address(row, AMOUNT)}" if wager.staked else ""),
            ]
        )
    rows = first, grid.row - 1
    staked = float(sum((wager.staked for wager in analysis.wagers), Fraction(0)))
    last = grid.line(
        [
            Cell("all", "total text"),
            Cell(staked, "total square", column_sum(rows, AMOUNT)),
            Cell(float(analysis.value), "total antes", column_sum(rows, VALUE)),
            Cell(
                float(analysis.house_edge("unit bet")),
                "total edge 4",
                f"-{address(grid.row, VALUE)}/{address(grid.row, AMOUNT)}",
            ),
        ]
    )
    grid.row = below
    return grid.at(last, VALUE)


def _table(grid: Grid, pays: Pays | None, title: str, listed: Sequence[ReturnRow], follows: RowPays) -> str:
    """One wager; the address of what it is worth."""
    total = sum(row.combinations for row in listed)
    grid.heading(title)
    grid.head("Hand or outcome", "Combinations", "Probability", "Net result", "Contribution")
    rows = grid.row, grid.row + len(listed) - 1
    chance, odds = column_letter(PROBABILITY), column_letter(PAYS)
    for row, followed in zip(listed, follows.rows, strict=True):
        here = grid.row
        grid.line(
            [
                Cell(row.outcome),
                *count_cells(row.combinations, total, here, rows[1] + 1),
                Cell(float(row.pays), "net", pays.sum_of(followed, row.pays) if pays is not None else ""),
                Cell(
                    float(row.pays * Fraction(row.combinations, total)),
                    "antes",
                    f"{chance}{here + 1}*{odds}{here + 1}",
                ),
            ]
        )
    value = float(Fraction(sum((row.pays * row.combinations for row in listed), Fraction(0)), total))
    empty, worth = Cell("", "total text"), Cell(value, "total antes", column_sum(rows, RETURN))
    last = grid.line([Cell("total", "total text"), *total_cells(total, rows), empty, worth])
    return address(last, RETURN)
