"""The workbook of a game against the house: which sheets there are, and what follows what."""

from collections.abc import Mapping, Sequence

from houseway.analysis.exposure import Exposure
from houseway.analysis.result import Analysis
from houseway.games.engine.game import Game
from houseway.report.model import Section
from houseway.report.spreadsheet.distribution import distribution_sheet
from houseway.report.spreadsheet.grid import Cell, Grid, Sheet
from houseway.report.spreadsheet.par import par_sheet
from houseway.report.spreadsheet.pays import pays_sheet
from houseway.report.spreadsheet.returns import joint_table, paid_by, returns_sheet
from houseway.report.spreadsheet.texts import sheet_of


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
) -> tuple[Sheet, ...]:
    """All sheets, the par sheet first. `command` analyses a table of one's own; sections are what stands in words."""
    table = joint_table(game)
    live_forms = {table.form.name} if table is not None and any(paid_by(game, analysis)) else set()
    pays = pays_sheet(game, live_forms)
    returns = returns_sheet(game, analysis, pays)
    spread = distribution_sheet(analysis.net, returns, pays)
    stays = (
        "Edge and deviation are at the strategy of this report; the best play may now be another one, and what is "
        f"marked as of the posted pays stays. For the best play: {command}"
    )
    par = par_sheet(analysis, skills, most, spread, pays, stays)
    return (
        par.sheet(one_page=True),
        returns.grid.sheet(),
        spread.grid.sheet(spread.used),
        *([pays.grid.sheet(one_page=True)] if pays is not None else []),
        sheet_of("Strategy", list(reversed(strategy.parts)) or [strategy], title=strategy.title, repeats=True),
        sheet_of("Readings and clauses", rules),
        about_sheet(facts, command, bool(live_forms)),
    )


def about_sheet(facts: Sequence[tuple[str, str]], command: str, live: bool) -> Sheet:
    """What the workbook is of, and how to read it."""
    grid = Grid("About", [26.0, 110.0])
    grid.title("About this workbook")
    for name, value in facts:
        grid.line([Cell(name, "note"), Cell(value, "wrapped")])
    grid.heading("How to read it")
    for text in _reading(command, live):
        grid.text(text, "paragraph")
    return grid.sheet()


def _reading(command: str, live: bool) -> Sequence[str]:
    counted = (
        "Counts are exact whole numbers. Everything that follows from them is a formula over other cells, shown with "
        "the value of the exact result; a program that recalculates gets the same, to the digits that a number in a "
        "spreadsheet has.",
    )
    if not live:
        return (*counted, "No pay of this workbook changes the edge: for a table of your own, " + command)
    return (
        *counted,
        "Yellow cells of the sheet Pay tables may be changed. Counts do not depend on pays as long as everybody plays "
        "as before: so edge, deviation and all other formulas are exact for the strategy of this report.",
        f"Another pay may make another play the best one, with a lower edge: {command} finds it.",
    )
