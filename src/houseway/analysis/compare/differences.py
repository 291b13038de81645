"""Differences between two versions of a game, clause by clause. A commission reads these first (GEN-1)."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from houseway.games.engine.game import Game
from houseway.games.engine.limits import Limit, Limits
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PayRow, PaySet
from houseway.games.files.gamefile import table_settings
from houseway.games.house_way_lines import house_way_of
from houseway.games.telling.words import choice_words, pay_table_words
from houseway.plain import Plain

ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Difference(Plain):
    """One difference: its kind, its subject, the clauses it is about, before and after."""

    kind: str
    what: str
    clauses: tuple[str, ...]
    base: str
    changed: str
    words: str = ""


def differences(base: Game, changed: Game) -> tuple[Difference, ...]:
    """Return all differences between two versions of a game, in the order of a rule sheet.

    A new name alone is not a difference: a pay table with the same rows, or limits of another day with the same effect.
    """
    return (
        *_clauses(base, changed),
        *_readings(base, changed),
        *_decks(base, changed),
        *_house_ways(base, changed),
        *_pay_tables(base, changed),
        *_settings(base, changed),
        *_limits(base.limits, changed.limits),
    )


def _clauses(base: Game, changed: Game) -> Iterator[Difference]:
    """Yield the clauses that only one sheet has, or whose text differs: two sheets of one letter."""
    before, after = base.sheet.clauses, changed.sheet.clauses
    for clause in dict.fromkeys((*before, *after)):
        if before.get(clause) != after.get(clause):
            texts = before.get(clause, ABSENT), after.get(clause, ABSENT)
            yield Difference("clause", clause, (clause,), *texts)


def _readings(base: Game, changed: Game) -> Iterator[Difference]:
    for reading_id in dict.fromkeys((*base.readings, *changed.readings)):
        before, after = base.readings.get(reading_id), changed.readings.get(reading_id)
        if before == after:
            continue
        sheet = (base if reading_id in base.readings else changed).sheet
        reading = sheet.readings[reading_id]
        meaning = reading.choices[after] if after is not None else reading.question
        base_words = ABSENT if before is None else choice_words(reading, before)
        changed_words = ABSENT if after is None else choice_words(reading, after)
        yield Difference("reading", reading_id, reading.clauses, base_words, changed_words, meaning)


def _decks(base: Game, changed: Game) -> Iterator[Difference]:
    if base.deck != changed.deck:
        decks = _deck_words(base), _deck_words(changed)
        yield Difference("deck", "cards", changed.sheet.deck_clauses, *decks)


def _deck_words(game: Game) -> str:
    deck = game.deck
    copies = {count for count in deck.copies if count}
    return f"{deck.size} cards" + (f", {deck.max_copies} of each" if len(copies) == 1 and deck.max_copies > 1 else "")


def _house_ways(base: Game, changed: Game) -> Iterator[Difference]:
    before, after = house_way_of(base), house_way_of(changed)
    if before is None or after is None:
        return
    if before.compare != after.compare:
        what = "which of two pairs of cards goes first"
        yield Difference("house way", what, (after.clause,), before.compare, after.compare)
    for number in sorted({*before.by_number, *after.by_number}):
        old, new = before.by_number.get(number), after.by_number.get(number)
        if old is None or new is None:
            words = [ABSENT if line is None else line.words for line in (old, new)]
            yield Difference("house way", f"line {number}", (after.clause,), *words)
        elif old != new:
            fields_changed = [f.name for f in fields(old) if getattr(old, f.name) != getattr(new, f.name)]
            texts = [", ".join(f"{name}={getattr(line, name)}" for name in fields_changed) for line in (old, new)]
            yield Difference("house way", f"line {number}", (after.clause,), texts[0], texts[1], new.words)


def _pay_tables(base: Game, changed: Game) -> Iterator[Difference]:
    before, after = base.pay_set, changed.pay_set
    if before is None or after is None:
        if offered := before or after:
            clauses = tuple(clause for table in offered.tables.values() for clause in table.form.clauses)
            yield Difference("pay table", "a Bonus is offered", clauses, _offered(before), _offered(after))
        return
    if before.equal_bets != after.equal_bets:
        terms = ("any within the limits", "all equal")
        yield Difference("pay table", "opening bets", (), terms[before.equal_bets], terms[after.equal_bets])
    for form in dict.fromkeys((*before.tables, *after.tables)):
        yield from _rows(form, before, after)


def _offered(pay_set: PaySet | None) -> str:
    return "no" if pay_set is None else f"yes, by {pay_table_words(pay_set.name)}"


def _rows(form: str, before: PaySet, after: PaySet) -> Iterator[Difference]:
    old, new = ({_row_key(row): row for row in each[form].rows} for each in (before, after))
    facts = after[form].form
    for key in dict.fromkeys((*old, *new)):
        pays = tuple(_pays(rows.get(key), facts.kind == "fixed") for rows in (old, new))
        if pays[0] != pays[1]:
            label = (new.get(key) or old[key]).label
            yield Difference("pay table row", f"{facts.title}: {label}", facts.clauses, *pays)


def _row_key(row: PayRow) -> tuple[str, int]:
    return str(row.category), row.least_rank or 0


def _pays(row: PayRow | None, fixed: bool) -> str:
    if row is None:
        return "no row"
    if fixed:
        return dollars(int(row.pays))
    return row.pays_text if not row.pays else f"{row.pays} to 1"


def _settings(base: Game, changed: Game) -> Iterator[Difference]:
    names = dict.fromkeys((*table_settings(type(base)), *table_settings(type(changed))))
    for name in names:
        before, after = (_setting(game, name) for game in (base, changed))
        if before != after:
            clauses = changed.sheet.setting_clauses.get(name, ())
            yield Difference("table setting", name.replace("_", " "), clauses, before, after)


def _setting(game: Game, name: str) -> str:
    value = getattr(game, name, ABSENT)
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return dollars(value) if name.endswith("limit") and isinstance(value, int) else str(value)


def _limits(before: Limits, after: Limits) -> Iterator[Difference]:
    for field in fields(Limits):
        if field.name in ("jurisdiction", "on"):
            continue
        old, new = getattr(before, field.name), getattr(after, field.name)
        if (old and old.value) != (new and new.value):
            words = f"{before.jurisdiction} on {before.on}; {after.jurisdiction} on {after.on}"
            what = field.name.replace("_", " ")
            yield Difference("limit", what, ("GEN-5",), _limit(old), _limit(new), words)


def _limit(limit: Limit | None) -> str:
    if limit is None:
        return "none"
    return limit.words
