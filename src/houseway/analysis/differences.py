"""Where two versions of a game differ, clause by clause: what a commission reads first (GEN-1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from houseway.games.engine.game import Game
from houseway.games.engine.limits import Limit, Limits
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PayRow, PaySet
from houseway.games.fast_action_holdem import FastActionGame
from houseway.games.gamefile import table_settings

CLAUSES_OF_READINGS: Mapping[str, tuple[str, ...]] = {
    "2HH-R1": ("2HH-1",),
    "2HH-R2": ("2HH-7",),
    "P2-R1": ("P2-7", "P2-8"),
    "P2-R2": ("P2-1",),
    "P2-R3": ("P2-9",),
    "P2-R4": ("P2-5", "P2-9"),
    "P2-R5": ("P2-9", "P2-10"),
    "P2-R6": ("P2-11",),
    "P2-R7": ("P2-3", "P2-9"),
    "DD-R1": ("DD-0b",),
    "DD-R2": ("DD-3",),
    "DD-R3": (),
    "DD-R4": ("DD-8a", "DD-8b"),
    "FA-R1": ("FA-15",),
    "FA-R2": ("FA-7a",),
    "FA-R3": ("FA-7a",),
    "FA-R4": ("FA-9",),
    "FA-R5": ("FA-9",),
    "FA-R6": ("FA-9",),
    "FA-R7": ("FA-12", "FA-13"),
    "FA-R8": ("FA-4",),
    "FA-R9": ("FA-16",),
    "FA-R10": ("FA-5", "FA-6"),
    "FA-R11": ("FA-9",),
}
"""The clauses that a reading interprets; DD-R3 is about a published figure only. A reading not listed names none."""

CLAUSES_OF_TABLES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("two-hand-holdem", "bonus"): ("2HH-1",),
    ("double-draw-poker", "bonus"): ("DD-8b",),
    ("pick-2-poker", "five-card"): ("P2-9",),
    ("pick-2-poker", "three-card"): ("P2-9",),
    ("pick-2-poker", "five-card-only"): ("P2-10",),
    ("fast-action-holdem", "bonus"): ("FA-15",),
    ("fast-action-holdem", "envy"): ("FA-16",),
    ("fast-action-holdem-multi", "bonus"): ("FA-15",),
    ("fast-action-holdem-multi", "envy"): ("FA-16",),
}
"""The clause that pays by a table."""

CLAUSES_OF_SETTINGS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("pick-2-poker", "shuffler"): ("P2-13",),
    ("pick-2-poker", "tips"): ("P2-16",),
    ("fast-action-holdem", "shuffler"): ("FA-1",),
    ("fast-action-holdem", "aggregate_limit"): ("FA-15i",),
    ("fast-action-holdem", "aggregate_scope"): ("FA-15i",),
    ("fast-action-holdem-multi", "aggregate_limit"): ("FA-15i",),
    ("fast-action-holdem-multi", "aggregate_scope"): ("FA-15i",),
}
DECK_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "two-hand-holdem": ("2HH-2",),
    "double-draw-poker": ("DD-3",),
    "pick-2-poker": ("P2-2",),
    "fast-action-holdem": ("FA-4", "FA-5"),
    "fast-action-holdem-multi": ("FA-4", "FA-5"),
}
ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same: of what kind, what it is, the clauses it is about, before and after."""

    kind: str
    what: str
    clauses: tuple[str, ...]
    approved: str
    modified: str
    words: str = ""

    def to_dict(self) -> dict[str, object]:
        """A plain form for JSON."""
        return {
            "kind": self.kind,
            "what": self.what,
            "clauses": list(self.clauses),
            "approved": self.approved,
            "modified": self.modified,
            "words": self.words,
        }


def differences(approved: Game, modified: Game) -> tuple[Difference, ...]:
    """Everything that is not the same in two versions of a game, in the order of a rule sheet.

    What only has another name, such as a pay table with the same rows, is no difference; nor are limits of another day
    that come to the same.
    """
    return (
        *_clauses(approved, modified),
        *_readings(approved, modified),
        *_decks(approved, modified),
        *_house_ways(approved, modified),
        *_pay_tables(approved, modified),
        *_settings(approved, modified),
        *_limits(approved.limits, modified.limits),
    )


def _clauses(approved: Game, modified: Game) -> Iterator[Difference]:
    """Clauses that only one sheet has, or that read otherwise: two sheets of one letter."""
    before, after = approved.sheet.clauses, modified.sheet.clauses
    for clause in dict.fromkeys((*before, *after)):
        if before.get(clause) != after.get(clause):
            texts = before.get(clause, ABSENT), after.get(clause, ABSENT)
            yield Difference("clause", clause, (clause,), *texts)


def _readings(approved: Game, modified: Game) -> Iterator[Difference]:
    for reading_id in dict.fromkeys((*approved.readings, *modified.readings)):
        before, after = approved.readings.get(reading_id), modified.readings.get(reading_id)
        if before == after:
            continue
        sheet = (approved if reading_id in approved.readings else modified).sheet
        reading = sheet.readings[reading_id]
        meaning = reading.choices[after] if after is not None else reading.question
        clauses = CLAUSES_OF_READINGS.get(reading_id, ())
        yield Difference("reading", reading_id, clauses, before or ABSENT, after or ABSENT, meaning)


def _decks(approved: Game, modified: Game) -> Iterator[Difference]:
    if approved.deck != modified.deck:
        clauses = DECK_CLAUSES.get(modified.slug, ())
        yield Difference("deck", "cards", clauses, _deck_words(approved), _deck_words(modified))


def _deck_words(game: Game) -> str:
    deck = game.deck
    copies = {count for count in deck.copies if count}
    return f"{deck.size} cards" + (f", {deck.max_copies} of each" if len(copies) == 1 and deck.max_copies > 1 else "")


def _house_ways(approved: Game, modified: Game) -> Iterator[Difference]:
    if not isinstance(approved, FastActionGame) or not isinstance(modified, FastActionGame):
        return
    before, after = approved.house_way, modified.house_way
    if before.compare != after.compare:
        what = "which of two pairs of cards goes first"
        yield Difference("house way", what, (after.clause,), before.compare, after.compare)
    for old, new in zip(before.lines, after.lines, strict=True):
        if old != new:
            changed = [f.name for f in fields(old) if getattr(old, f.name) != getattr(new, f.name)]
            texts = [", ".join(f"{name}={getattr(line, name)}" for name in changed) for line in (old, new)]
            yield Difference("house way", f"line {new.number}", (after.clause,), texts[0], texts[1], new.words)


def _pay_tables(approved: Game, modified: Game) -> Iterator[Difference]:
    before, after = approved.pay_set, modified.pay_set
    if before is None or after is None:
        if before is not after:
            clauses = CLAUSES_OF_TABLES.get((modified.slug, "bonus"), ())
            yield Difference("pay table", "a Bonus is offered", clauses, _offered(before), _offered(after))
        return
    if before.equal_bets != after.equal_bets:
        terms = ("any within the limits", "all equal")
        yield Difference("pay table", "opening bets", (), terms[before.equal_bets], terms[after.equal_bets])
    for form in dict.fromkeys((*before.tables, *after.tables)):
        yield from _rows(modified.slug, form, before, after)


def _offered(pay_set: PaySet | None) -> str:
    return "no" if pay_set is None else f"yes, by pay table {pay_set.name}"


def _rows(slug: str, form: str, before: PaySet, after: PaySet) -> Iterator[Difference]:
    old, new = ({_row_key(row): row for row in each[form].rows} for each in (before, after))
    title = after[form].form.title
    fixed = after[form].form.kind == "fixed"
    for key in dict.fromkeys((*old, *new)):
        pays = tuple(_pays(rows.get(key), fixed) for rows in (old, new))
        if pays[0] != pays[1]:
            label = (new.get(key) or old[key]).label
            yield Difference("pay table row", f"{title}: {label}", CLAUSES_OF_TABLES.get((slug, form), ()), *pays)


def _row_key(row: PayRow) -> tuple[str, int]:
    return str(row.category), row.least_rank or 0


def _pays(row: PayRow | None, fixed: bool) -> str:
    if row is None:
        return "no row"
    if fixed:
        return dollars(int(row.pays))
    return row.pays_text if not row.pays else f"{row.pays} to 1"


def _settings(approved: Game, modified: Game) -> Iterator[Difference]:
    names = dict.fromkeys((*table_settings(type(approved)), *table_settings(type(modified))))
    for name in names:
        before, after = (_setting(game, name) for game in (approved, modified))
        if before != after:
            clauses = CLAUSES_OF_SETTINGS.get((modified.slug, name), ())
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
            yield Difference("limit", what, ("GEN-5",), _limit(field.name, old), _limit(field.name, new), words)


def _limit(name: str, limit: Limit | None) -> str:
    if limit is None:
        return "none"
    amount = dollars(limit.value) if name in ("largest_wager", "largest_poker_wager", "large_wager_above") else None
    return f"{amount or limit.value} ({limit.rule})"
