"""How hands of Pick 2 Poker are read: all five cards (P2-14), the best three (P2-15), the qualifier (P2-8)."""

from functools import cache, lru_cache
from itertools import combinations

from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.engine.action import descending
from houseway.ranking import ranking

Cards = tuple[Card, ...]

HAND_CARDS, SET_CARDS = 5, 3
FIVE_CARDS, THREE_CARDS = "standard", "three-card"
"""The ranking systems of P2-14 and P2-15."""

LOWEST_QUALIFYING = parse_cards("Ac Kd 4c 3c 2c")


@lru_cache(maxsize=64)
def best_three(cards: Cards) -> Cards:
    """The best three of some cards by P2-15: what the dealer pushes up (P2-6); the first of several equal ones."""
    return max(combinations(descending(cards), SET_CARDS), key=ranking(THREE_CARDS).value)


def qualifies(dealer: Cards) -> bool:
    """Whether the dealer's five cards are ace-king or better (P2-8)."""
    value = ranking(FIVE_CARDS).value
    return value(dealer) >= value(LOWEST_QUALIFYING)


def five_value(cards: Cards) -> int:
    """The value of five cards (P2-14)."""
    return ranking(FIVE_CARDS).value(cards)


def three_value(cards: Cards) -> int:
    """The value of three cards (P2-15)."""
    return ranking(THREE_CARDS).value(cards)


def hand_name(cards: Cards) -> str:
    """Five or three cards in words."""
    system = FIVE_CARDS if len(cards) == HAND_CARDS else THREE_CARDS
    return _name(system, ranking(system).value(cards))


@cache
def _name(system: str, value: int) -> str:
    return ranking(system).describe(value).name
