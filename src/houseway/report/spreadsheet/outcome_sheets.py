"""The sheets of outcomes: the return table, and the distribution of the net result.

If net results follow the pays, so does the list of distinct ones. Each is the lowest that is above the one before it.
There may be as many distinct results as outcomes, so there is a row for each outcome, and unneeded rows are empty.
"""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis, RowPays
from houseway.report.formats import OPEN, whole
from houseway.report.spreadsheet.cells import (
    COUNT,
    NOT_EXACT,
    PROBABILITY,
    column_sum,
    count_cells,
    count_width,
    is_exact,
    total_cells,
)
from houseway.report.spreadsheet.grid import Cell, Grid, address, column_letter
from houseway.report.spreadsheet.wager_sheets import Pays

RETURNS = "Returns"
FIXED = PROBABILITY + 1
"""The column of the net result without its pays. The pays follow it."""
DIGITS = 9
"""The precision to which net results are rounded, so that equal ones are equal in a spreadsheet."""


@dataclass(frozen=True, slots=True)
class Returns:
    """The sheet, the rows of its outcomes, and the column of their net results, which may follow the pays."""

    grid: Grid
    rows: tuple[int, int]
    net: int
    live: bool

    def column(self, column: int) -> str:
        """Return a column of the outcomes, for formulas on other sheets."""
        return self.grid.span(self.rows, column)


def returns_sheet(analysis: Analysis, pays: Pays | None, follows: RowPays) -> Returns:
    """Return the sheet of joint outcomes, whose net results follow the pays."""
    paid = [pays.cells(each) for each in follows.rows] if pays is not None else [[] for _ in follows.rows]
    most, total = max(map(len, paid)), analysis.net.total
    net = FIXED + most + 1 if most else FIXED
    grid = Grid(RETURNS, [68.0, count_width(total), 15.0, *[13.0] * (net - FIXED), 13.0, 16.0])
    _returns_heading(grid, analysis, most)
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


def _returns_heading(grid: Grid, analysis: Analysis, most: int) -> None:
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


DISTRIBUTION = "Distribution"
NET, RETURN, SQUARE = 0, 3, 4


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution sheet, with the addresses of its mean, standard deviation, net results and probabilities."""

    grid: Grid
    used: int
    mean: str
    deviation: str
    nets: str
    probabilities: str


def distribution_sheet(net: Distribution, units: str, returns: Returns, pays: Pays | None) -> Spread:
    """Return the sheet of the distribution."""
    grid = Grid(DISTRIBUTION, [22.0, count_width(net.total), 18.0, 18.0, 22.0])
    n_rows = returns.rows[1] - returns.rows[0] + 1 if returns.live else len(net.weights)
    mean_row = _distribution_heading(grid, net, units, n_rows)
    rows = grid.row, grid.row + n_rows - 1
    listed: list[tuple[Fraction, int] | None] = [*net.weights.items()]
    for value in [*listed, *[None] * (n_rows - len(listed))]:
        live = _live_cells(net, value, grid.row, rows[0], returns, pays) if returns.live and pays else None
        named = live or _fixed_cells(net, value, grid.row, rows[1] + 1)
        grid.line([*named, *_moments(net, value, grid.row, mean_row)])
    used = rows[0] + len(listed)
    if not returns.live:
        grid.line([Cell("total", "total text"), *total_cells(net.total, rows)])
        used = grid.row
    return Spread(
        grid,
        used,
        grid.at(mean_row, 1),
        grid.at(mean_row + 2, 1),
        grid.span(rows, NET),
        grid.span(rows, PROBABILITY),
    )


def _distribution_heading(grid: Grid, net: Distribution, units: str, n_rows: int) -> int:
    """Write the heading and the sums, and return the row of the mean."""
    grid.title("Distribution of the net result of a round")
    grid.text(
        f"Every net result of a round in {units}, lowest first, with its probability. The mean is the sum of net "
        "results times probabilities. The variance is the sum of squared distances from the mean times probabilities. "
        + ("" if is_exact(net.total) else NOT_EXACT)
    )
    mean_row = grid.row
    rows = mean_row + 4, mean_row + 3 + n_rows
    grid.line([Cell("Mean"), Cell(float(net.mean), "antes", column_sum(rows, RETURN))])
    grid.line([Cell("Variance"), Cell(float(net.variance), "square", column_sum(rows, SQUARE))])
    root = f"SQRT({address(mean_row + 1, 1)})"
    grid.line([Cell("Standard deviation"), Cell(net.standard_deviation, "square", root)])
    grid.head("Net result", "Combinations", "Probability", "Contribution", "Squared distance", figures=0)
    grid.freeze()
    return mean_row


def _fixed_cells(net: Distribution, value: tuple[Fraction, int] | None, row: int, total_row: int) -> list[Cell]:
    """Return a net result that does not follow the pays."""
    assert value is not None, "rows beyond the net results are only for those that follow the pays"
    return [Cell(float(value[0]), "net"), *count_cells(value[1], net.total, row, total_row)]


def _live_cells(
    net: Distribution, value: tuple[Fraction, int] | None, row: int, first: int, returns: Returns, pays: Pays
) -> list[Cell]:
    """Return the next higher net result with its combinations and probability."""
    nets, here, before = returns.column(returns.net), f"A{row + 1}", f"A{row}"
    after = f"SMALL({nets},SUMPRODUCT(--({nets}<={before}))+1)"
    lowest = f"MIN({nets})" if row == first else f'IF({before}="","",IF({before}>=MAX({nets}),"",{after}))'
    text = OPEN if value is None else whole(value[1])
    if is_exact(net.total):
        counted = f"SUMPRODUCT(({nets}={here})*{returns.column(COUNT)})"
        count = Cell("" if value is None else value[1], "whole", f'IF({here}="","",{counted})')
    else:
        stays = f'IF({pays.changed}=0,"{text}","{OPEN}")'
        count = Cell("" if value is None else text, "right", f'IF({here}="","",{stays})')
    share = "" if value is None else float(Fraction(value[1], net.total))
    likely = f"SUMPRODUCT(({nets}={here})*{returns.column(PROBABILITY)})"
    return [
        Cell("" if value is None else float(value[0]), "net", lowest),
        count,
        Cell(share, "probability", f'IF({here}="","",{likely})'),
    ]


def _moments(net: Distribution, value: tuple[Fraction, int] | None, row: int, mean_row: int) -> list[Cell]:
    """Return the contribution of a net result to the mean and to the variance."""
    here, chance, mean = f"A{row + 1}", f"C{row + 1}", address(mean_row, 1)
    if value is None:
        back: float | str = ""
        square: float | str = ""
    else:
        share = Fraction(value[1], net.total)
        back, square = float(value[0] * share), float((value[0] - net.mean) ** 2 * share)
    return [
        Cell(back, "antes", f'IF({here}="","",{here}*{chance})'),
        Cell(square, "square", f'IF({here}="","",({here}-{mean})^2*{chance})'),
    ]
