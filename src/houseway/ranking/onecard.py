"""The readable ranker of a single card: the higher rank wins, the ace is high, suits count for nothing."""

from collections.abc import Sequence

from houseway.cards.card import rank_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength


def one_card_category_and_tiebreak(cards: Sequence[int]) -> tuple[Category, Strength]:
    """A high card, and its rank."""
    return Category.HIGH_CARD, (rank_of(cards[0]),)
