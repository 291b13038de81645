"""A joker that is an ace in every flush that it completes, also where the flush has one already."""

from collections.abc import Callable, Sequence

from houseway.cards.card import ACE, is_joker, rank_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Strength

Judged = tuple[Category, Strength]


def with_aces_in_flushes(cards: Sequence[int], judge: Callable[[Sequence[int]], Judged]) -> Judged:
    """What a judge makes of five cards, the ranks of a flush read anew: A-K-9-7 and a joker are A-A-K-9-7."""
    category, tiebreak = judge(cards)
    if category is not Category.FLUSH or not any(map(is_joker, cards)):
        return category, tiebreak
    return category, tuple(sorted((ACE if is_joker(each) else rank_of(each) for each in cards), reverse=True))
