"""What a person looks at in a few cards: what they have made, high cards, how many are of a suit, gaps in a straight.

Together these make the *sign* of the cards, a number below N_SIGNS. Whether a rank is high is for the pay table to say:
a card counts 2 *points* if a pair of its rank wins, 1 if that pair gets the money back.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.conditions import LOW_PAIR, NOTHING, THREE_OR_MORE, TWO_PAIR
from houseway.cards.card import ACE, N_RANKS, N_SUITS
from houseway.games.engine.declared.vocabulary import Paid
from houseway.games.engine.paytable import PayTable
from houseway.ranking.category import Category
from houseway.ranking.system import ranking_system

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]

N_MADE, MOST_POINTS, MOST_SUITED, NO_STRAIGHT = 6, 14, 7, 4
SHAPE = (N_MADE, MOST_POINTS + 1, MOST_SUITED + 1, NO_STRAIGHT + 1)
N_SIGNS = int(np.prod(SHAPE))
LONGEST_STRAIGHT = 5


def facts_of(signs: int | Numbers) -> dict[str, Any]:
    """What signs say, by name: made, points, suited, gaps."""
    return dict(zip(("made", "points", "suited", "gaps"), np.unravel_index(signs, SHAPE), strict=True))


def points_by_rank(table: PayTable) -> tuple[int, ...]:
    """The points of a card of each rank; none where the ranking knows no pairs."""
    if Category.PAIR not in ranking_system(table.form.system).order:
        return (0,) * N_RANKS
    rows = [table.row_of(Category.PAIR, (rank,)) for rank in range(N_RANKS)]
    return tuple(0 if row is None else 2 if row.pays else 1 for row in rows)


def deciding_table(features: tuple[object, ...]) -> Paid:
    """The paid hand with the most cards, by whose table points are counted."""
    paid = [term for term in features if isinstance(term, Paid)]
    return max(paid, key=lambda term: sum(hand.cards for hand in term.hands))


@dataclass(frozen=True)
class Signs:
    """The signs of cards where ranks have these points."""

    points: tuple[int, ...]

    def of(self, cards: Cards) -> Numbers:
        """The sign of every row of cards."""
        ranks, suits, rows = cards // N_SUITS, cards % N_SUITS, np.arange(len(cards))
        times, of_suit = np.zeros((len(cards), N_RANKS), np.int8), np.zeros((len(cards), N_SUITS), np.int8)
        for column in range(cards.shape[1]):
            times[rows, ranks[:, column]] += 1
            of_suit[rows, suits[:, column]] += 1
        points = np.array(self.points)
        parts = (self._made(times), points[ranks].sum(axis=1), of_suit.max(axis=1), self._gaps(ranks, times))
        return np.ravel_multi_index(parts, SHAPE)

    def _made(self, times: NDArray[np.int8]) -> Numbers:
        """By rank alone, a pair by what it is paid."""
        pair_of = np.where(times == 2, np.array(self.points) + LOW_PAIR, NOTHING).max(axis=1)
        made = np.where((times == 2).sum(axis=1) > 1, TWO_PAIR, pair_of)
        return np.where(times.max(axis=1) > 2, THREE_OR_MORE, made).astype(np.int64)

    def _gaps(self, ranks: Cards, times: NDArray[np.int8]) -> Numbers:
        """The ranks missing inside a straight that all cards belong to, an ace high or low."""
        high = ranks.astype(np.int64)
        low = np.where(high == ACE, -1, high)
        spans = [each.max(axis=1) - each.min(axis=1) + 1 for each in (high, low)]
        span = np.minimum(*spans)
        fits = (times.max(axis=1) == 1) & (span <= LONGEST_STRAIGHT)
        return np.where(fits, np.minimum(span - ranks.shape[1], NO_STRAIGHT - 1), NO_STRAIGHT)
