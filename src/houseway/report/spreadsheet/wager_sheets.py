"""The sheets of wagers and pay tables, with pays that can be changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.particulars import particulars
from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Analysis, NotBet, PayCell, PaysByRow, ReturnRow, RowPays
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PayRow, PayTable, note_of, shown_rows
from houseway.ranking.category import Category
from houseway.report.spreadsheet.cells import (
    NOT_EXACT,
    PROBABILITY,
    column_sum,
    count_cells,
    count_width,
    figure,
    is_exact,
    total_cells,
)
from houseway.report.spreadsheet.grid import Cell, Grid, address, column_letter

PAY_TABLES = "Pay tables"
HAND, PAID, POSTED = 0, 1, 2
ODDS = "odds"
BONUS = "Bonus"


@dataclass(frozen=True, slots=True)
class Pays:
    """The sheet, the addresses of its live pays by table and row, the posted ones, and the number of changed ones."""

    grid: Grid
    live: Mapping[PayCell, str]
    posted: Mapping[PayCell, Fraction]
    changed: str

    def cells(self, follows: Mapping[PayCell, Fraction]) -> list[Cell]:
        """Return the contribution of each of the odds to a net result."""
        return [
            Cell(float(times * self.posted[cell]), "net", f"{_factor(times)}{self.live[cell]}")
            for cell, times in follows.items()
        ]

    def sum_of(self, follows: Mapping[PayCell, Fraction], net: Fraction) -> str:
        """Return a net result as a formula over the odds that it follows. It is empty if it follows none."""
        if not follows:
            return ""
        fixed = net - sum((times * self.posted[cell] for cell, times in follows.items()), Fraction(0))
        terms = [f"{_factor(times)}{self.live[cell]}" for cell, times in follows.items()]
        return f"{'+'.join(terms)}{_signed(fixed)}"


def _factor(times: Fraction) -> str:
    return "" if times == 1 else f"{times}*" if times.denominator == 1 else f"({times})*"


def _signed(number: Fraction) -> str:
    """Return a term of a sum, or an empty text for zero.

    >>> _signed(Fraction(-3, 2)), _signed(Fraction(2)), _signed(Fraction(0))
    ('-3/2', '+2', '')
    """
    return f"{'+' if number > 0 else '-'}{abs(number)}" if number else ""


def pays_by_row(game: Game, analysis: Analysis, left_out: Sequence[NotBet]) -> PaysByRow:
    """Return the odds that the return tables follow, from the game or from the names of the rows."""
    known = particulars(game).pays_by_row(game, analysis)
    if known is not None:
        return known
    forms = _forms(game)
    wagers = {table.wager: by_words(game, table.rows, forms) for table in analysis.wager_tables}
    joint = joint_table(game)
    followed = {form for table in wagers.values() for form in table.forms}
    if joint is None:
        of_round = RowPays(tuple({} for _ in analysis.return_table), frozenset(followed))
    else:
        form = joint.form.name
        named = [paid_rows(row.outcome, joint) for row in analysis.return_table]
        of_round = RowPays(tuple({(form, each.label): Fraction(rows.count(each)) for each in rows} for rows in named))
    return PaysByRow(of_round, wagers, tuple(by_words(game, each.rows, each.forms[:1]) for each in left_out))


def joint_table(game: Game) -> PayTable | None:
    """Return the only pay table with odds, whose hands name the outcomes of a round."""
    tables = [] if game.pay_set is None else list(game.pay_set.tables.values())
    odds = [table for table in tables if table.form.kind == ODDS]
    return odds[0] if len(odds) == 1 else None


def _forms(game: Game) -> tuple[str, ...]:
    """Return the tables whose pays add up. There are none if only the larger of two is paid."""
    if game.pay_set is None or not game.pays_add_up:
        return ()
    return tuple(form for form, table in game.pay_set.tables.items() if table.form.kind == ODDS)


def by_words(game: Game, listed: Sequence[ReturnRow], forms: Sequence[str]) -> RowPays:
    """Return the pay table rows of each outcome of one wager. There are none if the payout is not their sum.

    The outcomes name hands of one table, or hands of several with the cards: `five cards: flush`.
    """
    tables = {} if game.pay_set is None else {form: game.pay_set[form] for form in forms}
    named = {form.replace("-card", " cards: "): (form, table) for form, table in tables.items()}
    ways = [{"": (form, table)} for form, table in tables.items()] + [named]
    for way in ways:
        paid = [tuple(each for name in row.outcome.split(" and ") for each in _named(name, way)) for row in listed]
        sums = [sum((each.pays for _, each in rows), Fraction(0)) for rows in paid]
        if any(paid) and all(not rows or of == row.pays for rows, of, row in zip(paid, sums, listed, strict=True)):
            return RowPays(tuple(_counted(rows) for rows in paid))
    return RowPays(tuple({} for _ in listed))


def _counted(rows: Sequence[tuple[str, PayRow]]) -> dict[PayCell, Fraction]:
    found: dict[PayCell, Fraction] = {}
    for form, row in rows:
        found[form, row.label] = found.get((form, row.label), Fraction(0)) + 1
    return found


def _named(name: str, way: Mapping[str, tuple[str, PayTable]]) -> tuple[tuple[str, PayRow], ...]:
    """Return the row that a part of an outcome names, among tables keyed by their prefixes."""
    for before, (form, table) in way.items():
        if name.startswith(before):
            return tuple((form, row) for row in paid_rows(name.removeprefix(before), table))
    return ()


def paid_rows(outcome: str, table: PayTable) -> tuple[PayRow, ...]:
    """Return the pay table rows that pay an outcome of a round, from its words after "Bonus" or from all of them.

    An outcome that names no row, such as one that states its payout, gives none.
    """
    named = outcome.rpartition(BONUS)[2].lstrip(": ").split(" and ")
    rows = [_row_called(name, table) for name in named]
    return tuple(row for row in rows if row is not None)


def _row_called(name: str, table: PayTable) -> PayRow | None:
    for row in table.rows:
        if row.label == name:
            return row
    try:
        return table.row_of(Category(table.form.also_named.get(name, name)))
    except ValueError:
        return None


def pays_sheet(game: Game, live_forms: set[str]) -> Pays | None:
    """Return the sheet of pay tables in force. Those of `live_forms` can be changed."""
    chosen = game.pay_set
    if chosen is None:
        return None
    others = [pay_set for name, pay_set in game.sheet.pay_sets.items() if name != chosen.name]
    grid = Grid(PAY_TABLES, [30.0, 14.0, 14.0, *[14.0] * len(others)])
    grid.title(f"{game.title}: pay table {chosen.name}")
    grid.text(
        "You may change the yellow cells. Every figure that depends on them follows, for a fixed strategy. Payouts are "
        "to 1; 0 is a push. A hand without a row loses. Rows cannot be added here."
        if live_forms
        else "No figure of this workbook depends on these payouts."
    )
    changed = grid.row
    grid.row += 1 if live_forms else 0
    live: dict[PayCell, str] = {}
    posted: dict[PayCell, Fraction] = {}
    compared = []
    for form, table in chosen.tables.items():
        odds = table.form.kind == ODDS
        grid.heading(f"{table.form.title}, {'to 1' if odds else 'fixed sums'}")
        grid.head("Hand", "Payout", "As posted", *[f"Letter: {pay_set.name}" for pay_set in others])
        elsewhere = dict(shown_rows(form, [chosen, *others]))
        first = grid.row
        for row in table.rows:
            amount = float(row.pays) if odds else float(row.pays) / 100
            look = "odds" if odds else "money"
            is_live = form in live_forms
            beside = [figure(text) for text in elsewhere[row.label][1:]]
            place = grid.line(
                [Cell(row.label), Cell(amount, f"input {look}" if is_live else look), Cell(amount, look), *beside]
            )
            if is_live:
                live[form, row.label], posted[form, row.label] = grid.at(place, PAID), row.pays
        if form in live_forms and table.rows:
            last = grid.row - 1
            compared.append(
                f"({address(first, PAID)}:{address(last, PAID)}<>{address(first, POSTED)}:{address(last, POSTED)})"
            )
        grid.text(
            note_of(table)
            if form in live_forms
            else f"{note_of(table)} Not an input: no figure here depends on these cells."
        )
    count = "+".join(f"SUMPRODUCT(--{each})" for each in compared) or "0"
    if live_forms:
        grid.cells[changed, HAND] = Cell("Payouts changed here", "marked text")
        grid.cells[changed, PAID] = Cell(0, "marked whole", count)
    return Pays(grid, live, posted, grid.at(changed, PAID))


WAGERS = "Wagers"
AMOUNT, VALUE, EDGE = 1, 2, 3
PAYS, RETURN = PROBABILITY + 1, PROBABILITY + 2


@dataclass(frozen=True, slots=True)
class Wagers:
    """The sheet, and the address of the value of all wagers together."""

    grid: Grid
    value: str


def wagers_sheet(analysis: Analysis, pays: Pays | None, follows: PaysByRow, left_out: Sequence[NotBet]) -> Wagers:
    """Return the sheet of wagers: amounts and values, then a return table for each."""
    totals = [table.total for table in analysis.wager_tables] or [0]
    grid = Grid(WAGERS, [60.0, count_width(max(totals)), 16.0, 16.0, 16.0])
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
    """Return the standard deviation of one wager, from its pays and probabilities."""
    net = Distribution.of([(row.pays, row.combinations) for row in listed])
    chances, odds = (f"{address(rows[0], column)}:{address(rows[1], column)}" for column in (PROBABILITY, PAYS))
    return Cell(net.standard_deviation, "square", f"SQRT(SUMPRODUCT({chances},({odds}-{value})^2))")


def _summary_head(grid: Grid) -> int:
    grid.heading("All wagers")
    grid.head("Wager", "Average amount", "Expected net", "Edge on its amount")
    return grid.row


def _fill_summary(grid: Grid, analysis: Analysis, first: int, values: Mapping[str, str]) -> str:
    """Write the summary after the tables have their places. Return the address of the value of all wagers."""
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
    """Write one wager, and return the address of its value."""
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
