"""A hand that a dealer reads at the end of a round."""

from dataclasses import dataclass

from houseway.cards.card import Card
from houseway.ranking import ranking
from houseway.ranking.category import HandValue

HAND_OF = "the hand of "
"""Before the name of a hand that is nobody's own."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand on the table: whose, of which cards, and what the game says it is. `seat` None is the dealer.

    The cards may be more than play: the four of which the house way keeps two, the five of which three count. Where not
    any of them may play together, `plays_from` are those that may. `note` says what else matters about the hand, such
    as that it does not qualify. `meets_seats` is a hand that is compared with those of the other seats, `given_up` one
    that was folded and lies open for the sake of a side bet: it meets none.
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
    """What cards are in a ranking system."""
    ranked = ranking(system)
    return ranked.describe(ranked.value(cards))
