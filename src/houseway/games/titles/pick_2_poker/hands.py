"""The values of Pick 2 Poker hands: all five cards (P2-14), the best three (P2-15)."""

from functools import lru_cache
from itertools import combinations

from houseway.cards.card import Card
from houseway.games.engine.action import descending
from houseway.ranking import ranking

Cards = tuple[Card, ...]

SLUG = "pick-2-poker"
FOLD, FIVE, THREE = "fold", "five", "three"
"""The options: fold, play all cards, play three of them."""

HAND_CARDS, SET_CARDS = 5, 3
FIVE_CARDS, THREE_CARDS = "standard", "three-card"
"""The ranking systems of P2-14 and P2-15."""


@lru_cache(maxsize=64)
def best_three(cards: Cards) -> Cards:
    """Return the best three of some cards by P2-15, which the dealer pushes up (P2-6).

    Of several equal choices, return the first.
    """
    return max(combinations(descending(cards), SET_CARDS), key=ranking(THREE_CARDS).value)


def five_value(cards: Cards) -> int:
    """Return the value of five cards (P2-14)."""
    return ranking(FIVE_CARDS).value(cards)


def three_value(cards: Cards) -> int:
    """Return the value of three cards (P2-15)."""
    return ranking(THREE_CARDS).value(cards)
