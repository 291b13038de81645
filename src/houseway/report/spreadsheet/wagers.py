"""The return table of every wager by itself: its pays are those of the sheet of pay tables where a table pays it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.not_bet import NotBet
from houseway.analysis.results.result import Analysis
from houseway.analysis.results.return_table import ReturnRow
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PayTable
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
from houseway.report.spreadsheet.pays import Paid, Pays, paid_rows

NAME = "Wagers"
AMOUNT, VALUE, EDGE = 1, 2, 3
PAYS, RETURN = PROBABILITY + 1, PROBABILITY + 2


@dataclass(frozen=True, slots=True)
class Wagers:
    """The sheet, and the address of what all wagers together are worth."""

    grid: Grid
    value: str


def paid_by(game: Game, listed: Sequence[ReturnRow], forms: Sequence[str]) -> list[Paid]:
    """For each outcome of one wager, the rows of pay tables that pay it; none at all where that is not just their sum.

    The outcomes name hands of one table, or hands of several with the cards: `five cards: flush`.
    """
    tables = {} if game.pay_set is None else {form: game.pay_set[form] for form in forms}
    named = {form.replace("-card", " cards: "): (form, table) for form, table in tables.items()}
    ways = [{"": (form, table)} for form, table in tables.items()] + [named]
    for way in ways:
        paid = [tuple(each for name in row.outcome.split(" and ") for each in _named(name, way)) for row in listed]
        sums = [sum((each.pays for _, each in rows), Fraction(0)) for rows in paid]
        if any(paid) and all(not rows or of == row.pays for rows, of, row in zip(paid, sums, listed, strict=True)):
            return paid
    return [()] * len(listed)


def _named(name: str, way: Mapping[str, tuple[str, PayTable]]) -> Paid:
    """The row that a part of an outcome names, among tables by what stands before the names of their hands."""
    for before, (form, table) in way.items():
        if name.startswith(before):
            return tuple((form, row) for row in paid_rows(name.removeprefix(before), table))
    return ()


def live_forms(game: Game, analysis: Analysis, left_out: Sequence[NotBet]) -> set[str]:
    """The pay tables that wagers are paid by row by row, so that their pays may be changed."""
    forms = _forms(game)
    paid = [rows for table in analysis.wager_tables for rows in paid_by(game, table.rows, forms)]
    return {form for rows in paid for form, _ in rows} | {form for each in left_out for form in each.forms[:1]}


def _forms(game: Game) -> tuple[str, ...]:
    """The tables whose pays add up: not where the larger of two is paid, as another one may be after a change."""
    if game.pay_set is None or not game.pays_add_up:
        return ()
    return tuple(form for form, table in game.pay_set.tables.items() if table.form.kind == "odds")


def wagers_sheet(game: Game, analysis: Analysis, pays: Pays | None, left_out: Sequence[NotBet]) -> Wagers:
    """What is bet on each wager and what it is worth, then a table for each."""
    totals = [table.total for table in analysis.wager_tables] or [0]
    grid = Grid(NAME, [60.0, count_width(max(totals)), 16.0, 16.0, 16.0])
    grid.title("Wagers")
    exact = "" if is_exact(max(totals)) else NOT_EXACT
    grid.text(
        f"Every wager of a round by itself where {analysis.subject.player}, in {analysis.units}. "
        f"Combinations are those of the cards that a wager depends on. {exact}".rstrip()
    )
    first = _summary_head(grid)
    grid.row += len(analysis.wagers) + 1
    values: dict[str, str] = {}
    for table in analysis.wager_tables:
        title = analysis.subject.wager_title(table.wager)
        values[table.wager] = _table(grid, game, pays, title, table.rows, _forms(game))
    for each in left_out:
        named = f"{each.title}, not bet in the round: one unit on it"
        value = _table(grid, game, pays, named, each.rows, each.forms[:1])
        edge = Cell(float(each.edge), "total edge 4", f"-{value}")
        grid.line([Cell("house edge on its amount", "total text"), *[Cell("", "total text")] * 3, edge])
    return Wagers(grid, _fill_summary(grid, analysis, first, values))


def _summary_head(grid: Grid) -> int:
    grid.heading("All wagers")
    grid.head("Wager", "Average amount", "Expected net", "Edge on amount")
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


def _table(
    grid: Grid, game: Game, pays: Pays | None, title: str, listed: Sequence[ReturnRow], forms: Sequence[str]
) -> str:
    """One wager; the address of what it is worth."""
    total = sum(row.combinations for row in listed)
    grid.heading(title)
    grid.head("Hand or outcome", "Combinations", "Probability", "Pays", "Return")
    rows = grid.row, grid.row + len(listed) - 1
    chance, odds = column_letter(PROBABILITY), column_letter(PAYS)
    for row, paid in zip(listed, paid_by(game, listed, forms), strict=True):
        here = grid.row
        grid.line(
            [
                Cell(row.outcome),
                *count_cells(row.combinations, total, here, rows[1] + 1),
                Cell(float(row.pays), "net", pays.sum_of(paid) if pays is not None else ""),
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
