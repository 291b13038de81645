"""The terms of a declared title, and their values from its sheet under the readings in force."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, TypeVar

from houseway.games.engine.bet import Envy
from houseway.games.engine.declared.steps import Show
from houseway.games.engine.declared.vocabulary import (
    Compare,
    Discards,
    EnvyBonus,
    Hand,
    Opening,
    Owner,
    Paid,
    Term,
    holds,
)
from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents
from houseway.games.engine.paytable import PayTable
from houseway.games.engine.procedure import Lap

SEATS_LOOKED_AT = {"own": 0, "one-seat": 1, "two-seats": 2}
"""The choices of a reading about open hands: how many other seats' cards a player uses."""
TermKind = TypeVar("TermKind", bound=Term)


@cache
def _by_hand(discards: tuple[Discards, ...]) -> Mapping[Hand, tuple[Discards, ...]]:
    return {
        hand: tuple(each for each in discards if each.of is hand)
        for hand in dict.fromkeys(each.of for each in discards)
    }


@dataclass(frozen=True)
class Declaration(Game):
    """A declared title's terms, with the readings in force."""

    procedure: ClassVar[tuple[Lap, ...]]
    terms: ClassVar[tuple[Term, ...]] = ()
    terms_by_kind: ClassVar[dict[type[Term], Any]] = {}
    """The terms of each requested kind, cached because a round requests them at every step."""

    @classmethod
    def every(cls, kind: type[TermKind]) -> tuple[TermKind, ...]:
        """Return all terms of a kind, in the order of the declaration."""
        found: tuple[TermKind, ...] | None = cls.terms_by_kind.get(kind)
        if found is None:
            found = cls.terms_by_kind[kind] = tuple(term for term in cls.terms if isinstance(term, kind))
        return found

    @classmethod
    def unit(cls) -> Opening:
        """Return the unit of all values, which is the first wager."""
        return cls.every(Opening)[0]

    @classmethod
    def drawn_to(cls) -> Mapping[Hand, tuple[Discards, ...]]:
        """Return the hands in which cards are replaced, each with its possible discards, draw by draw."""
        return _by_hand(cls.every(Discards))

    @classmethod
    def packets(cls, hand: Hand) -> tuple[int, ...]:
        """Return the cards of a hand in the parts that become known together: those dealt face up, then show by show.

        Each part is dealt separately, so that the face-down cards of one are independent of the shown cards of another.
        """
        shows = [
            step.cards for lap in cls.procedure for step in lap.steps if isinstance(step, Show) and step.hand is hand
        ]
        parts = [hand.up, *(cards or 0 for cards in shows)]
        return tuple(part for part in (*parts, hand.cards - sum(parts)) if part)

    def table(self, paid: Paid) -> PayTable:
        """Return the table by which a hand is paid, with hands ranked by the readings in force."""
        return self._tables[paid.table]

    @cached_property
    def _tables(self) -> Mapping[str, PayTable]:
        assert self.pay_set is not None, "a title with paid hands has pay tables"
        return {form: table.ranked_by(self.ranked_as(table.form.system)) for form, table in self.pay_set.tables.items()}

    def pays_fixed(self, form: str) -> PayTable:
        """Return a table of fixed sums, with hands ranked by the readings in force."""
        return self._tables[form]

    @property
    def envy(self) -> Envy | None:
        """Return the Envy Bonus, if the title declares one."""
        for term in self.every(EnvyBonus):
            return Envy(term.clause, term.on.clause, term.on.name, Cents(term.least), term.table, hands=1, readings=())
        return None

    def system(self, term: Compare) -> str:
        """Return the ranking system of a comparison under the readings in force."""
        found = self._systems.get(term)
        return self._systems.setdefault(term, self.ranked_as(term.system)) if found is None else found

    @cached_property
    def _systems(self) -> dict[Compare, str]:
        return {}

    def deals(self, hand: Hand) -> bool:
        """Return whether a hand is dealt under the readings in force."""
        return holds(self, hand.when)

    @cached_property
    def others(self) -> Hand | None:
        """Return the cards of other seats that a player uses, as one hand.

        There are some only if players' hands are open. The sheet's reading about open hands gives the number of seats
        used.
        """
        hand = next((each for each in self.every(Hand) if each.is_own), None)
        seats = sum(SEATS_LOOKED_AT[choice] for choice in self.read_about("open hands"))
        if hand is None or not seats or hand.up_at(self) < hand.cards:
            return None
        return Hand("other seats' hands", hand.clause, cards=seats * hand.cards, owner=Owner.TABLE)

    @property
    def smaller_on_ties(self) -> bool:
        """Return whether optimal strategy takes the smaller of equally good choices, by the sheet's reading."""
        return "smaller" in self.read_about("ties")

    def read_about(self, subject: str) -> list[str]:
        """Return the choices in force of the sheet's readings about a subject that all titles share."""
        return [self.reading(reading.id) for reading in self.sheet.readings.values() if reading.about == subject]
