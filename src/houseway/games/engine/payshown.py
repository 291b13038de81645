"""How pay tables are shown, everywhere alike: a dash is a hand that gets nothing, and means nothing else."""

from collections.abc import Sequence

from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PayRow, PaySet, PayTable

DASH, AS = "-", "as "
NOTE = (
    "A dash means that a hand loses. A hand without a row that is paid by the row of another hand shows that hand's "
    "name."
)
FIXED_NOTE = "A dash means that a hand earns nothing."


def shown_rows(form: str, sets: Sequence[PaySet]) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of one form, with what each pay set pays for them."""
    rows: dict[str, PayRow] = {}
    for pay_set in sets:
        for row in pay_set[form].rows:
            rows.setdefault(row.label, row)
    return [(label, tuple(_cell(pay_set[form], row) for pay_set in sets)) for label, row in rows.items()]


def pays_words(table: PayTable, row: PayRow) -> str:
    """What a row pays: odds to one, or a sum of money."""
    return row.pays_text if table.form.kind == "odds" else dollars(int(row.pays))


def note_of(table: PayTable) -> str:
    """What a dash means in this table."""
    return NOTE if table.form.kind == "odds" else FIXED_NOTE


def is_explained(cell: str) -> bool:
    """Whether the note of a table is about such a cell."""
    return cell == DASH or cell.startswith(AS)


def _cell(table: PayTable, row: PayRow) -> str:
    paid_by = table.row_of(row.category, (row.least_rank or 0,))
    if paid_by is None:
        return DASH
    return pays_words(table, paid_by) if paid_by.category is row.category else f"{AS}{paid_by.label}"
