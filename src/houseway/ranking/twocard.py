"""The readable ranker of two cards, for a poker game made small enough to be solved whole.

No letter ranks two cards. Suits do not count and there are no straights: a pair beats two ranks, then the higher rank
wins, then the other.
"""

from collections.abc import Sequence

from houseway.cards.card import rank_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength, ranks_by_frequency


def two_card_category_and_tiebreak(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The category of two natural cards and the ranks that break ties inside it."""
    groups = ranks_by_frequency([rank_of(card_id) for card_id in cards])
    return (Category.PAIR if len(groups) == 1 else Category.HIGH_CARD), tuple(rank for _, rank in groups)
