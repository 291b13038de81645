"""The information that one seat has of a round and of a decision, and the hands that are read out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.cards.card import Card
from houseway.games.engine.action import Action
from houseway.games.engine.event import HIDDEN, Event, Settlement, visible_text
from houseway.games.engine.money import Cents
from houseway.ranking import ranking
from houseway.ranking.category import HandValue


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in one place: a seat's hole cards, a set hand, the board, the dealer's cards, discards.

    `seat` is None for the dealer's and the common piles. Only the seats in `seen_by` see the cards; None: everyone.
    """

    name: str
    cards: tuple[Card, ...]
    seat: int | None = None
    seen_by: tuple[int, ...] | None = None

    def seen_from(self, seat: int | None) -> "Pile":
        """Return the pile as a seat (None: a spectator) may know it."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        return Pile(self.name, (HIDDEN,) * len(self.cards), self.seat, self.seen_by)

    def __str__(self) -> str:
        owner = "" if self.seat is None else f"seat {self.seat} "
        return f"{owner}{self.name}: {visible_text(self.cards)}"


@dataclass(frozen=True, slots=True)
class View:
    """A round as one seat sees it (seat None: a spectator). It has no state, so it cannot leak any."""

    seat: int | None
    actor: "int | str | None"
    piles: tuple[Pile, ...]
    wagers: tuple[tuple[tuple[str, Cents], ...], ...]
    legal_actions: tuple[Action, ...]
    events: tuple[Event, ...]
    settlements: tuple[Settlement, ...]

    def cards(self, name: str, seat: int | None = None) -> tuple[Card, ...]:
        """Return the visible cards of a pile, empty if there is no such pile."""
        for pile in self.piles:
            if pile.name == name and pile.seat == seat:
                return pile.cards
        return ()

    @property
    def own_piles(self) -> tuple[Pile, ...]:
        """Return the viewer's piles."""
        return tuple(pile for pile in self.piles if pile.seat is not None and pile.seat == self.seat)


@dataclass(frozen=True, slots=True)
class Situation:
    """The information of a seat: its cards, the other `known` facts, and its `stakes` other than one unit each.

    Cards are texts and stakes fractions of the first wager, so that it can be sent unchanged. If values do not apply to
    the bets that are made, `without_value` gives the reason.
    """

    cards: str
    known: Mapping[str, Any] = field(default_factory=dict)
    stakes: Mapping[str, str] = field(default_factory=dict)
    without_value: str = ""


def in_units(view: View, wager: str, unit: str) -> str:
    """Return the seat's bet on a wager, as a fraction of another."""
    assert view.seat is not None, "a spectator has no bet"
    wagers = dict(view.wagers[view.seat])
    return str(Fraction(wagers.get(wager, 0), wagers[unit]))


HAND_OF = "the hand of "
"""The article before the name of a hand that belongs to no seat."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand on the table: its seat, its cards, and its name in the game. `seat` None is the dealer.

    The cards may be more than play: the four of which the house way keeps two, the five of which three count. If not
    all of them may play together, `plays_from` are those that may. `note` gives other important facts about the hand,
    such as that it does not qualify. `meets_seats` marks a hand that is compared with those of the other seats.
    `given_up` marks one that was folded and is open only for a side bet. It is not compared.
    """

    seat: int | None
    title: str
    cards: tuple[Card, ...]
    value: HandValue
    clause: str
    plays_from: tuple[Card, ...] = ()
    note: str = ""
    meets_seats: bool = False
    given_up: bool = False


def described(system: str, cards: tuple[Card, ...]) -> HandValue:
    """Return the name of cards in a ranking system."""
    ranked = ranking(system)
    return ranked.describe(ranked.value(cards))
