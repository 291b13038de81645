"""The readable ranker of five natural cards: short, obvious, slow, and the specification.

A *strength* is a tuple whose order is the order of hands: first the place of the category in the system, then the
ranks that break ties, those that occur most often first. AAKKQ is (two pair, ace, king, queen).
"""

from collections.abc import Sequence
from functools import cache

from houseway.cards.card import ACE, rank_of, suit_of
from houseway.ranking.category import Category

Strength = tuple[int, ...]

KINDS: dict[tuple[int, ...], Category] = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_OF_A_KIND,
}


def ranks_by_frequency(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs (how often, rank), the most frequent and then the highest first."""
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def straight_high(ranks: Sequence[int], low_straight: bool = True) -> int | None:
    """The highest rank of a straight, None where there is none; an ace may stand below the deuce.

    >>> straight_high([12, 0, 1, 2, 3]), straight_high([12, 0, 1]), straight_high([12, 11, 0])
    (3, 1, None)
    """
    distinct = set(ranks)
    if len(distinct) != len(ranks):
        return None
    if max(distinct) - min(distinct) == len(ranks) - 1:
        return max(distinct)
    low_ranks = range(len(ranks) - 1)
    return low_ranks[-1] if low_straight and distinct == {ACE, *low_ranks} else None


def category_and_tiebreak(cards: Sequence[int], wheel: bool = True) -> tuple[Category, Strength]:
    """The category of five natural cards, copies allowed, and the ranks that break ties inside it."""
    ranks = sorted([rank_of(card_id) for card_id in cards], reverse=True)
    suited = len({suit_of(card_id) for card_id in cards}) == 1
    return _judge(tuple(ranks), suited, wheel)


@cache
def _judge(ranks: tuple[int, ...], suited: bool, wheel: bool) -> tuple[Category, Strength]:
    """The same for descending ranks: of the suits it matters only whether there is more than one."""
    groups = ranks_by_frequency(ranks)
    kind = KINDS[tuple(times for times, _ in groups)]
    tiebreak = tuple(rank for _, rank in groups)
    high = straight_high(ranks, wheel)
    if high is not None:
        if suited:
            return (Category.ROYAL_FLUSH if high == ACE else Category.STRAIGHT_FLUSH), (high,)
        return Category.STRAIGHT, (high,)
    if suited and kind is Category.FIVE_OF_A_KIND:
        return Category.SUITED_FIVE_OF_A_KIND, tiebreak
    if suited and kind not in (Category.FULL_HOUSE, Category.FOUR_OF_A_KIND):
        return Category.FLUSH, ranks
    return kind, tiebreak
