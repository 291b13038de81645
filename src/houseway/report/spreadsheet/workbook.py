"""The workbook of a report: its par sheet, and the order of all sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from houseway.analysis.operations.exposure import Exposure
from houseway.analysis.particulars import particulars
from houseway.analysis.results.result import ROUNDS_NOT_LOST, ROUNDS_WON, Analysis, PaysByRow, PublishedCheck
from houseway.games.engine.game import Game
from houseway.games.telling.units import unit_in_words
from houseway.report.formats import OPEN, sentence_case
from houseway.report.model import Section, Table
from houseway.report.par_sheet import CONFIDENCE, HORIZONS, SKILL_TITLES, base_label, main_figures, volatility_index
from houseway.report.spreadsheet.cells import sheet_of, write_table
from houseway.report.spreadsheet.grid import Cell, Grid, Sheet, address
from houseway.report.spreadsheet.outcome_sheets import Spread, distribution_sheet, returns_sheet
from houseway.report.spreadsheet.wager_sheets import Pays, pays_by_row, pays_sheet, wagers_sheet

NAME = "Par sheet"
FIXED = "at the posted payouts"
UNIT = "unit bet"
SIDE = (1 + CONFIDENCE) / 2


@dataclass(frozen=True, slots=True)
class Moving:
    """The address of the expected net result, and whether any pay is live."""

    mean: str
    pays: bool


def par_sheet(
    analysis: Analysis,
    skills: Mapping[str, Analysis | None],
    most: Exposure | None,
    spread: Spread,
    pays: Pays | None,
    moving: Moving,
    command: str,
) -> Grid:
    """Return the sheet. A note explains changed pays and the command that finds the optimal strategy."""
    grid = Grid(NAME, [58.0, 20.0, 20.0, 20.0, 20.0])
    grid.title(f"{analysis.subject.title}: par sheet")
    if pays is not None and moving.pays:
        as_posted = "Payouts as posted: every figure equals that of the report."
        warning = (
            "Fixed strategy: all figures are for the strategy of this report, except those marked as being at the "
            f"posted payouts. Another strategy may now be optimal. To find it, run: {command}"
        )
        grid.text(
            as_posted, "strong", f'IF({pays.changed}=0,"{as_posted}",{pays.changed}&" changed. {warning}")', lines=2
        )
    edges = _returns(grid, analysis, moving.mean)
    unit = edges[UNIT]
    _figures(grid, analysis, most, spread, moving, unit)
    _skills(grid, skills, unit_in_words(analysis.unit), edges)
    _limits(grid, analysis, spread, unit)
    if analysis.published:
        _published(grid, analysis, edges)
    return grid


def _returns(grid: Grid, analysis: Analysis, mean: str) -> dict[str, int]:
    """Write the return and the edge on each base, and return the row of each."""
    grid.heading("Return under the optimal strategy")
    grid.head("Base", f"Average amount, {analysis.units}", "Return (RTP)", "House edge")
    rows = {}
    for base, amount in analysis.bases.items():
        row = rows[base] = grid.row
        edge = analysis.house_edge(base)
        grid.line(
            [
                Cell(base_label(base)),
                Cell(float(amount), "square"),
                Cell(float(1 - edge), "percent 4", f"1-{address(row, 3)}"),
                Cell(float(edge), "edge 4", f"-{mean}/{address(row, 1)}"),
            ]
        )
    return rows


def _figures(grid: Grid, analysis: Analysis, most: Exposure | None, spread: Spread, moving: Moving, unit: int) -> None:
    net, amount = analysis.net, float(analysis.average_wager)
    grid.heading("Rounds won and volatility")
    grid.head("Figure", "Value")

    def line(title: str, shows: float, style: str, formula: str) -> None:
        grid.line([Cell(title), Cell(shows, style, formula)])

    for title, sign, share in (
        (sentence_case(ROUNDS_WON), ">0", analysis.rounds_won),
        (sentence_case(ROUNDS_NOT_LOST), ">=0", analysis.rounds_not_lost),
    ):
        line(title, float(share), "percent 4", f'SUMIF({spread.nets},"{sign}",{spread.probabilities})')
    line(f"Expected net result per round, in {analysis.units}", float(net.mean), "antes", moving.mean)
    line(f"Standard deviation per round, in {analysis.units}", net.standard_deviation, "square", spread.deviation)
    per_unit = f"{spread.deviation}/{address(unit, 1)}"
    line("Standard deviation per unit bet", net.standard_deviation / amount, "square", per_unit)
    line("Volatility index, 90%", volatility_index(analysis), "square", f"NORMSINV({SIDE})*{per_unit}")
    best = float(max(net.weights))
    line(f"Largest net result that occurs in a round, in {analysis.units}", best, "figure 2", f"MAX({spread.nets})")
    if most is not None:
        grid.line(
            [
                Cell("Maximum exposure to one seat, at the limits in force"),
                Cell(most.seat_most / 100, "money"),
                Cell(FIXED, "note"),
            ]
        )


def _skills(grid: Grid, skills: Mapping[str, Analysis | None], unit: str, edges: Mapping[str, int]) -> None:
    grid.heading("Return by strategy")
    grid.head("Strategy", "The player", "Return per unit bet", "Element of risk", f"House edge per {unit}", figures=2)
    for place, (skill, result) in enumerate(skills.items()):
        title = Cell(SKILL_TITLES.get(skill, skill))
        if result is None:
            grid.line([title, *[Cell(OPEN, "right")] * 4])
            continue
        shown = (("unit bet", 2), ("unit bet", 3), (result.unit, 3))
        values = [1 - result.house_edge(UNIT), result.house_edge(UNIT), result.house_edge(result.unit)]
        live = [address(edges[base], column) if not place else "" for base, column in shown]
        styles = ("percent 4", "edge 4", "edge 4")
        figures = [Cell(float(value), style, at) for value, style, at in zip(values, styles, live, strict=True)]
        grid.line([title, Cell(result.subject.plays), *figures])
    grid.text(f"Strategies other than the first: {FIXED}.")


def _limits(grid: Grid, analysis: Analysis, spread: Spread, unit: int) -> None:
    middle, width = 1 - float(analysis.house_edge(UNIT)), volatility_index(analysis)
    grid.heading("90% confidence limits of the return per unit bet, by the normal approximation")
    grid.head("Rounds", "From", "To")
    for rounds in HORIZONS:
        row = grid.row + 1
        reach = f"NORMSINV({SIDE})*{spread.deviation}/{address(unit, 1)}/SQRT($A{row})"
        grid.line(
            [
                Cell(rounds, "left whole"),
                Cell(middle - width / sqrt(rounds), "percent 2", f"{address(unit, 2)}-{reach}"),
                Cell(middle + width / sqrt(rounds), "percent 2", f"{address(unit, 2)}+{reach}"),
            ]
        )


def _published(grid: Grid, analysis: Analysis, edges: Mapping[str, int]) -> None:
    grid.heading("Published figures and ours")
    grid.head("Figure", "Published", "Ours", "Difference", "Verdict")
    for check in main_figures(analysis.published):
        grid.line([Cell(check.figure), *_beside(check, analysis, edges, grid.row)])
    grid.text(
        "A figure is reproduced if ours rounds to it. For all figures, sources and explanations, see the PDF report."
    )


def _beside(check: PublishedCheck, analysis: Analysis, edges: Mapping[str, int], row: int) -> list[Cell]:
    published = float(check.ours - check.difference)
    is_edge = check.base in edges and check.ours == analysis.house_edge(check.base)
    style = "percent 4" if check.published.endswith("%") else "figure 8" if check.ours.denominator > 1 else "whole"
    half = float(check.unit / 2)
    verdict = "reproduced" if check.reproduced else "differs"
    return [
        Cell(published, style),
        Cell(float(check.ours), style, address(edges[check.base], 3) if is_edge else ""),
        Cell(float(check.difference), style, f"{address(row, 2)}-{address(row, 1)}"),
        Cell(verdict, "right", f'IF(ABS({address(row, 3)})<={half!r}*(1+1E-9),"reproduced","differs")'),
    ]


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
    """Return all sheets, the par sheet first. `command` analyzes a custom table. Sections hold the text."""
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
    """Yield the sheets of the optimal strategy and of the rule list, or one sheet if neither is known."""
    names = ("Strategy", "Simplified strategy") if strategy.parts else ("Strategy",)
    for name, part in zip(names, strategy.parts or (strategy,), strict=True):
        yield sheet_of(name, [part], title=part.title, repeats=True)


def about_sheet(facts: Sequence[tuple[str, str]], command: str, moving: Moving, provenance: Section) -> Sheet:
    """Return the sheet about the workbook: its subject, how to read it, and its provenance."""
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
