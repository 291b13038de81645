"""The effect of one change on a game's value: another reading, a pay table row one unit up or down, other decks.

Every change is made alone, and the optimal strategy is recomputed for it. Values come from the results that ship with
the package if they exist, and from a count if not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from houseway.analysis import value_of
from houseway.analysis.counting.shards import Job, Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.result import OPTIMAL
from houseway.errors import BadPayTable, HousewayError, UnknownName
from houseway.games.engine.game import Game
from houseway.games.engine.paytable import PUSH, PayRow, PaySet, PayTable
from houseway.games.engine.sheet import Reading

ODDS = "odds"


@dataclass(frozen=True, slots=True)
class Effect:
    """One change of a game: the old and new setting in words, and the value of a round after it, in Antes.

    `changed` is the id of a reading, or the table and row of a pay table. Without a value, `why_not` says why. If
    `as_before` is true, the optimal strategy for the change is not counted. The value is then that of the old strategy,
    a lower bound.
    """

    changed: str
    to: str
    words: str
    before: Fraction
    value: Fraction | None
    why_not: str = ""
    as_before: bool = False

    @property
    def difference(self) -> Fraction | None:
        """Return the player's gain from the change, in Antes per round."""
        return None if self.value is None else self.value - self.before

    @property
    def touches_value(self) -> bool:
        """Return whether the change makes a difference. A reading about procedure alone makes none."""
        return bool(self.difference)


@dataclass(frozen=True)
class Change:
    """A change before it is valued: the changed game, or why there is none."""

    changed: str
    to: str
    words: str
    game: Game | None
    why_not: str = ""


def reading_effects(
    game: Game, *, runner: Runner | None = None, strategy: str = OPTIMAL, quick: bool = False
) -> tuple[Effect, ...]:
    """Return the effect of each alternative of each reading, one at a time.

    `quick` leaves out values that do not ship and need a count.
    """
    return _effects(game, reading_changes(game), runner, strategy, quick)


def row_effects(game: Game, *, runner: Runner | None = None, quick: bool = False) -> tuple[Effect, ...]:
    """Return the effect of each row of odds paying one unit more, and one unit less, under the optimal strategy for it.

    If that strategy is not counted and the counts of the old one ship, the value is for a player that keeps the old
    strategy.
    """
    effects = _effects(game, row_changes(game), runner, OPTIMAL, quick)
    changed = (change.game for change in row_changes(game))
    return tuple(
        _played_as_before(game, other, effect) if effect.value is None and other is not None else effect
        for effect, other in zip(effects, changed, strict=True)
    )


def _played_as_before(game: Game, changed: Game, effect: Effect) -> Effect:
    from houseway.analysis.particulars import particulars

    value = particulars(game).value_as_before(game, changed)
    return effect if value is None else replace(effect, value=value, why_not="", as_before=True)


def deck_effects(game: Game, *, runner: Runner | None = None, quick: bool = False) -> tuple[Effect, ...]:
    """Return the effect of every other number of decks that the letter allows. Most games have one deck only."""
    return _effects(game, deck_changes(game), runner, OPTIMAL, quick)


def reading_changes(game: Game) -> Iterator[Change]:
    """Yield the game with each alternative of each reading."""
    for reading in game.sheet.readings.values():
        for choice, words in reading.choices.items():
            if choice != game.readings[reading.id]:
                yield _with_reading(game, reading, choice, words)


def deck_changes(game: Game) -> Iterator[Change]:
    """Return the readings that change the deck."""
    return (change for change in reading_changes(game) if change.game is not None and change.game.deck != game.deck)


def row_changes(game: Game) -> Iterator[Change]:
    """Yield the game with each row of odds one unit up and one unit down."""
    if game.pay_set is None:
        return
    for form, table in game.pay_set.tables.items():
        for row in table.rows if table.form.kind == ODDS else ():
            for step in (1, -1):
                to = _odds(row.pays + step)
                words = f"{row.label}: {to} instead of {_odds(row.pays)}"
                changed = replace(game, pay_set=_with_row(game.pay_set, form, row, step))
                yield Change(f"{table.form.title}: {row.label}", to, words, changed)


def _odds(pays: Fraction) -> str:
    return "loses" if pays < 0 else f"{pays} to 1" if pays else PUSH


def _with_reading(game: Game, reading: Reading, choice: str, words: str) -> Change:
    """Return the game with another choice. A pay table or deck that follows from the readings follows the new ones."""
    readings = MappingProxyType({**game.readings, reading.id: choice})
    kind = type(game)
    deck = kind.default_deck(readings) if game.deck == kind.default_deck(game.readings) else game.deck
    try:
        pay_set = kind.choose_pay_set(game.sheet, _chosen_table(game), readings)
    except BadPayTable as error:
        return Change(reading.id, choice, words, None, why_not=str(error))
    except UnknownName:  # a choice that has no place for the table, such as 2HH-R1=none
        pay_set = kind.choose_pay_set(game.sheet, None, readings)
    return Change(reading.id, choice, words, replace(game, readings=readings, pay_set=pay_set, deck=deck))


def _chosen_table(game: Game) -> PaySet | None:
    """Return the requested pay table, or None if it is the one that follows from the readings."""
    try:
        usual = type(game).choose_pay_set(game.sheet, None, game.readings)
    except BadPayTable:
        return game.pay_set
    return None if game.pay_set == usual else game.pay_set


def _with_row(pay_set: PaySet, form: str, row: PayRow, step: int) -> PaySet:
    """Return the pay set with one row changed. A row below a push loses, so it is removed."""
    table = pay_set.tables[form]
    rows = tuple(
        replace(each, pays=each.pays + step) if each is row else each
        for each in table.rows
        if each is not row or row.pays + step >= 0
    )
    tables: Mapping[str, PayTable] = {**pay_set.tables, form: PayTable(table.form, rows)}
    return replace(pay_set, name=f"{pay_set.name} with {row.label} {step:+d} ({form})", tables=MappingProxyType(tables))


LONG_COUNT = 20
"""The most CPU seconds that a quick answer may take."""


class NotCountedError(HousewayError):
    """Raised if the counts that a question needs do not ship with the package."""


@dataclass(frozen=True)
class ShippedCounts(Runner):
    """A runner that answers only from results that ship with the package, and ignores counts made on this machine.

    So the same question always has the same answer, or none.
    """

    count: bool = True

    def begin(self, what: str, seconds: float) -> None:
        """Allow a count of some seconds, and refuse a long one."""
        if seconds > LONG_COUNT:
            raise NotCountedError(f"The count of {what} does not ship and takes minutes.")

    def run(self, job: Job) -> Counts:
        """Refuse the job: counts on disk are not used."""
        raise NotCountedError(f"The counts of {job.name} do not ship.")


def _effects(
    game: Game, changes: Iterator[Change], runner: Runner | None, strategy: str, quick: bool
) -> tuple[Effect, ...]:
    used = ShippedCounts() if quick else runner
    before: Fraction | None = None
    found = []
    for change in changes:
        before = value_of(game, strategy=strategy, runner=runner) if before is None else before
        found.append(_effect(change, before, used, strategy))
    return tuple(found)


def _effect(change: Change, before: Fraction, runner: Runner | None, strategy: str) -> Effect:
    what = change.changed, change.to, change.words, before
    if change.game is None:
        return Effect(*what, None, change.why_not)
    try:
        return Effect(*what, value_of(change.game, strategy=strategy, runner=runner))
    except NotCountedError:
        return Effect(*what, None, _how_to_count(change, change.game))


def _how_to_count(change: Change, changed: Game) -> str:
    """Return why a change has no value here, and how to get it."""
    option = f" --set {change.changed}={change.to}" if change.changed in changed.sheet.readings else ""
    return f"not part of this report; houseway analyze {changed.slug}{option} counts it"
