"""Rules for the cards to hold in Five Card HoldOut, by name, for computer players and for opponents in an analysis.

A rule takes the five cards of a hand and returns those that it holds, at least one (FCH-3c), from high to low. It uses
nothing else. So hands that differ only in the names of suits are held alike.
"""

from collections.abc import Callable, Sequence

from houseway.cards.card import Card, rank_of, suit_of
from houseway.games.engine.action import descending
from houseway.ranking.category import Category
from houseway.ranking.natural import category_and_tiebreak

HoldRule = Callable[[Sequence[Card]], tuple[Card, ...]]

PAT_HANDS = frozenset(
    {
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.FOUR_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
        Category.ROYAL_FLUSH,
    }
)
"""Hands that play alone: straights and better."""


def hold_all(hole: Sequence[Card]) -> tuple[Card, ...]:
    """Return all five cards, whatever they are."""
    return descending(hole)


def hold_highest(hole: Sequence[Card]) -> tuple[Card, ...]:
    """Return the highest card alone, so that the whole board plays."""
    return descending(hole)[:1]


def hold_two_highest(hole: Sequence[Card]) -> tuple[Card, ...]:
    """Return the two highest cards, as a hold'em hand with three of four board cards."""
    return descending(hole)[:2]


def hold_pairs(hole: Sequence[Card]) -> tuple[Card, ...]:
    """Return a straight or better as dealt, else all paired cards, or the two highest.

    >>> from houseway.cards import format_cards, parse_cards
    >>> format_cards(hold_pairs(parse_cards("9s 9h 4d 4c As")))
    '9s 9h 4d 4c'
    """
    return _pat(hole) or _matched(hole) or hold_two_highest(hole)


def hold_best(hole: Sequence[Card]) -> tuple[Card, ...]:
    """Return the same as `hold_pairs`, but prefer four to a flush, then three, to the two highest of unpaired cards.

    >>> from houseway.cards import format_cards, parse_cards
    >>> format_cards(hold_best(parse_cards("Ks 9s 7s 2s Ah"))), format_cards(hold_best(parse_cards("Ks 9s 7h 2d Ah")))
    ('Ks 9s 7s 2s', 'Ah Ks')
    """
    return _pat(hole) or _matched(hole) or _suited(hole) or hold_two_highest(hole)


def _pat(hole: Sequence[Card]) -> tuple[Card, ...]:
    return descending(hole) if category_and_tiebreak(hole)[0] in PAT_HANDS else ()


def _matched(hole: Sequence[Card]) -> tuple[Card, ...]:
    ranks = [rank_of(card) for card in hole]
    return descending(card for card in hole if ranks.count(rank_of(card)) > 1)


def _suited(hole: Sequence[Card], at_least: int = 3) -> tuple[Card, ...]:
    suits = [suit_of(card) for card in hole]
    return descending(card for card in hole if suits.count(suit_of(card)) >= at_least)


HOLD_RULES: dict[str, HoldRule] = {
    "hold-best": hold_best,
    "hold-pairs": hold_pairs,
    "hold-two-highest": hold_two_highest,
    "hold-highest": hold_highest,
    "hold-all": hold_all,
}
