"""The pay tables as cells that may be changed, and which of them an outcome is paid by."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.games.engine.game import Game
from houseway.games.engine.payshown import note_of, shown_rows
from houseway.games.engine.paytable import PayRow, PayTable
from houseway.ranking.category import Category
from houseway.report.spreadsheet.grid import Cell, Grid, address
from houseway.report.spreadsheet.texts import figure

NAME = "Pay tables"
HAND, PAYS, POSTED = 0, 1, 2
ODDS = "odds"
BONUS = "Bonus"


Paid = tuple[tuple[str, PayRow], ...]
"""Rows with the names of the tables in which they stand."""


@dataclass(frozen=True, slots=True)
class Pays:
    """The sheet, the addresses of its live pays by table and hand, and that of the number of changed ones."""

    grid: Grid
    live: Mapping[tuple[str, str], str]
    changed: str

    def has(self, form: str) -> bool:
        """Whether the pays of a table are live."""
        return any(each == form for each, _ in self.live)

    def sum_of(self, paid: Paid) -> str:
        """The sum of some pays as a formula; empty where one of them is not live."""
        places = [self.live.get((form, row.label), "") for form, row in paid]
        return "+".join(places) if all(places) else ""

    def cell_of(self, form: str, row: PayRow) -> Cell | None:
        """A cell that shows a pay of this table wherever it stands; None where the pay is not live."""
        where = self.live.get((form, row.label))
        return None if where is None else Cell(float(row.pays), "net", where)


def paid_rows(outcome: str, table: PayTable) -> tuple[PayRow, ...]:
    """The rows of a pay table that an outcome of a round is paid by: what it says after the word Bonus, or all it says.

    An outcome that names no row, such as one that says what it pays, gives none.
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
    """Every pay table in force; those of `live_forms` are for the reader to change."""
    chosen = game.pay_set
    if chosen is None:
        return None
    others = [pay_set for name, pay_set in game.sheet.pay_sets.items() if name != chosen.name]
    grid = Grid(NAME, [30.0, 14.0, 14.0, *[14.0] * len(others)])
    grid.title(f"{game.title}: pay table {chosen.name}")
    grid.text(
        "Yellow cells may be changed: figures that are formulas follow. Pays are to 1; 0 is a push. "
        "A hand without a row loses, and no row can be added here."
        if live_forms
        else "No figure of this workbook follows these pays."
    )
    changed = grid.row
    grid.row += 1 if live_forms else 0
    live: dict[tuple[str, str], str] = {}
    compared = []
    for form, table in chosen.tables.items():
        odds = table.form.kind == ODDS
        grid.heading(f"{table.form.title}, {'to 1' if odds else 'fixed sums'}")
        grid.head("Hand", "Pays", "As posted", *[f"Letter: {pay_set.name}" for pay_set in others])
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
                live[form, row.label] = grid.at(place, PAYS)
        if form in live_forms and table.rows:
            last = grid.row - 1
            compared.append(
                f"({address(first, PAYS)}:{address(last, PAYS)}<>{address(first, POSTED)}:{address(last, POSTED)})"
            )
        grid.text(note_of(table) if form in live_forms else f"{note_of(table)} No figure here follows these cells.")
    count = "+".join(f"SUMPRODUCT(--{each})" for each in compared) or "0"
    if live_forms:
        grid.cells[changed, HAND] = Cell("Pays changed here", "marked text")
        grid.cells[changed, PAYS] = Cell(0, "marked whole", count)
    return Pays(grid, live, grid.at(changed, PAYS))
