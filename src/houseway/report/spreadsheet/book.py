"""The workbook of a game against the house: which sheets there are, and what follows what."""

from collections.abc import Iterator, Mapping, Sequence

from houseway.analysis.operations.exposure import Exposure
from houseway.analysis.particulars import particulars
from houseway.analysis.results.result import Analysis, PaysByRow
from houseway.games.engine.game import Game
from houseway.report.model import Section, Table
from houseway.report.spreadsheet.distribution import distribution_sheet
from houseway.report.spreadsheet.grid import Cell, Grid, Sheet
from houseway.report.spreadsheet.par import Moving, par_sheet
from houseway.report.spreadsheet.pays import pays_by_row, pays_sheet
from houseway.report.spreadsheet.returns import returns_sheet
from houseway.report.spreadsheet.texts import sheet_of, write_table
from houseway.report.spreadsheet.wagers import wagers_sheet


def workbook(
    game: Game,
    analysis: Analysis,
    skills: Mapping[str, Analysis | None],
    most: Exposure | None,
    *,
    command: str,
    facts: Sequence[tuple[str, str]],
    strategy: Section,
    rules: Sequence[Section],
    provenance: Section,
) -> tuple[Sheet, ...]:
    """All sheets, the par sheet first. `command` analyses a table of one's own; sections are what stands in words."""
    left_out = particulars(game).not_bet(game, analysis)
    every = pays_by_row(game, analysis, left_out)
    live = every.live
    follows = PaysByRow(
        every.joint.only(live),
        {wager: table.only(live) for wager, table in every.wagers.items()},
        tuple(table.only(live) for table in every.left_out),
    )
    pays = pays_sheet(game, live)
    wagers = wagers_sheet(analysis, pays, follows, left_out)
    returns = returns_sheet(analysis, pays, follows.joint)
    spread = distribution_sheet(analysis.net, analysis.units, returns, pays)
    moving = Moving(spread.mean if returns.live else wagers.value, bool(live))
    par = par_sheet(analysis, skills, most, spread, pays, moving, command)
    return (
        par.sheet(one_page=True),
        wagers.grid.sheet(one_page=True),
        returns.grid.sheet(),
        spread.grid.sheet(spread.used),
        *([pays.grid.sheet(one_page=True)] if pays is not None else []),
        *strategy_sheets(strategy),
        sheet_of("Readings and clauses", rules),
        about_sheet(facts, command, moving, provenance),
    )


def strategy_sheets(strategy: Section) -> Iterator[Sheet]:
    """Best play by kind of hand, a long table, and the rule list: a sheet each; one where neither is known."""
    names = ("Strategy", "Simplified strategy") if strategy.parts else ("Strategy",)
    for name, part in zip(names, strategy.parts or (strategy,), strict=True):
        yield sheet_of(name, [part], title=part.title, repeats=True)


def about_sheet(facts: Sequence[tuple[str, str]], command: str, moving: Moving, provenance: Section) -> Sheet:
    """What the workbook is of, how to read it, and what determines its figures."""
    grid = Grid("About", [26.0, 110.0])
    grid.title("About this workbook")
    for name, value in facts:
        grid.line([Cell(name, "note"), Cell(value, "wrapped")])
    grid.heading("How to read it")
    for text in _reading(command, moving):
        grid.text(text, "paragraph")
    for block in provenance.blocks:
        if isinstance(block, Table):
            write_table(grid, block)
    return grid.sheet()


def _reading(command: str, moving: Moving) -> Sequence[str]:
    counted = (
        "Counts are exact whole numbers. All other figures are formulas over other cells, shown with their exact "
        "values. A spreadsheet program that recalculates gets the same values, up to its rounding.",
    )
    if not moving.pays:
        return (*counted, f"This workbook has no payouts to change. For another pay table, run: {command}")
    return (
        *counted,
        "You may change the yellow cells of the sheet Pay tables. Counts do not depend on payouts as long as the "
        "strategy stays the same. So with a fixed strategy, every figure that depends on a payout follows it "
        "exactly: edges, element of risk, variance, standard deviation, volatility index, confidence limits, and the "
        "edge and standard deviation of each side bet. A note marks the figures that do not follow.",
        f"A changed payout may change the optimal strategy and lower the edge. To find it, run: {command}",
    )
