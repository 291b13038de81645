"""The readable ranker of four cards, where three of a kind beats a flush, a flush beats a straight, and four of a kind
beats everything (C4P-15, 4CP-12).

The house-defined Bonus of 2 Hand Hold 'Em (2HH-R1) borrows the order: nothing in its letter ranks four cards.
"""

from collections.abc import Sequence

from houseway.cards.card import rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength, ranks_by_frequency, straight_high

FOUR_CARD_KINDS: dict[tuple[int, ...], Category] = {
    (1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (4,): Category.FOUR_OF_A_KIND,
}


def four_card_category_and_tiebreak(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The category of four natural cards and the ranks that break ties inside it; A-2-3-4 is the lowest straight."""
    ranks = [rank_of(card_id) for card_id in cards]
    suited = len({suit_of(card_id) for card_id in cards}) == 1
    high = straight_high(ranks)
    if high is not None:
        return (Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT), (high,)
    groups = ranks_by_frequency(ranks)
    kind = Category.FLUSH if suited else FOUR_CARD_KINDS[tuple([times for times, _ in groups])]
    return kind, tuple([rank for _, rank in groups])
