"""The readable rankers by suit and by color.

By suit, each suit of a hand is judged by itself, and the best suit is the hand's value. In the longest flush, more
cards of one suit win, then the ranks from the top, so A-7-3 < 5-4-3-2 < A-K-Q-J. In the longest suited run, more
consecutive cards of one suit win, then the highest of them, so 9-8 < 4-3-2 < A-K-Q.
"""

from collections.abc import Callable, Sequence

from houseway.cards.card import ACE, N_SUITS, is_red, rank_of, suit_of
from houseway.ranking.category import Category
from houseway.ranking.natural import Judged

FLUSHES = (
    Category.NO_FLUSH,
    Category.FLUSH_OF_TWO,
    Category.FLUSH_OF_THREE,
    Category.FLUSH_OF_FOUR,
    Category.FLUSH_OF_FIVE,
    Category.FLUSH_OF_SIX,
    Category.FLUSH_OF_SEVEN,
)
RUNS = (
    Category.NO_RUN,
    Category.RUN_OF_TWO,
    Category.RUN_OF_THREE,
    Category.RUN_OF_FOUR,
    Category.RUN_OF_FIVE,
    Category.RUN_OF_SIX,
    Category.RUN_OF_SEVEN,
)
MOST_CARDS = len(FLUSHES)
BELOW_THE_DEUCE = -1

JudgeOfSuit = Callable[[Sequence[int]], Judged]
"""The judge of the ranks of one suit, of which there is at least one."""


def flush_of(ranks: Sequence[int]) -> Judged:
    """Judge all cards of the suit."""
    return FLUSHES[len(ranks) - 1], tuple(sorted(ranks, reverse=True))


def run_of(ranks: Sequence[int], low_ace: bool = True) -> Judged:
    """Judge the longest run in the suit, the highest of several.

    An ace is above the king or, if it may be, below the deuce.

    >>> str(run_of([12, 0, 1, 5])[0]), str(run_of([12, 0, 1, 5], low_ace=False)[0])
    ('three-card straight flush', 'two-card straight flush')
    """
    there = {*ranks, BELOW_THE_DEUCE} if low_ace and ACE in ranks else set(ranks)
    lengths = {high: _length_below(high, there) for high in ranks}
    high = max(ranks, key=lambda rank: (lengths[rank], rank))
    return RUNS[lengths[high] - 1], (high,)


def _length_below(high: int, there: set[int]) -> int:
    length = 1
    while high - length in there:
        length += 1
    return length


def best_suit(cards: Sequence[int], judge: JudgeOfSuit, order: Sequence[Category]) -> Judged:
    """Return the best strength among the suits."""
    suits = [[rank_of(card) for card in cards if suit_of(card) == suit] for suit in range(N_SUITS)]
    return max(map(judge, filter(None, suits)), key=lambda judged: (order.index(judged[0]), judged[1]))


COLORS = (Category.BOTH_COLORS, Category.ONE_COLOR)


def colors_of(cards: Sequence[int]) -> Judged:
    """Judge any number of cards: all of one color, or of both. Nothing breaks ties."""
    return COLORS[len({is_red(each) for each in cards}) == 1], ()
