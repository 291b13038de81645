"""The readable ranker of three cards, where a straight beats a flush (P2-15)."""

from collections.abc import Sequence

from houseway.cards.card import QUEEN, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength, ranks_by_frequency, straight_high


def three_card_category_and_tiebreak(cards: Sequence[int]) -> tuple[Category, Strength]:
    """The category of three natural cards and the ranks that break ties inside it."""
    ranks = [rank_of(card_id) for card_id in cards]
    suited = len({suit_of(card_id) for card_id in cards}) == 1
    groups = ranks_by_frequency(ranks)
    tiebreak = tuple(rank for _, rank in groups)
    high = straight_high(ranks)
    if high is not None:
        if suited and min(ranks) == QUEEN:
            return Category.SUITED_ACE_KING_QUEEN, (high,)
        return (Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT), (high,)
    if len(groups) == 1:
        return Category.THREE_OF_A_KIND, tiebreak
    if suited:
        return Category.FLUSH, tiebreak
    return (Category.PAIR if len(groups) == 2 else Category.HIGH_CARD), tiebreak
