"""Cards as kinds: what a card is worth on a board depends on its rank and on whether it has the board's flush suit.

At most one suit can have three cards on a board of five, so at most one suit can make flushes there. Two *worlds*
follow. In the rank world flushes do not exist and a card is its rank; in the world of a suit a card is its rank and
whether it has that suit. Cards of one kind are interchangeable: whatever is counted depends only on how many cards of
each kind are where.

A kind is a number, 16 x flag + rank, where the flag says that the card has the suit. A pair of kinds is a place in one
or two squares of 13 rows and 16 columns, of which three columns stay empty so that a row fills a vector register:

* first square, column <= row: two cards without the suit; column > row: two cards of the suit;
* second square: the row is the rank of the card that has the suit, the column that of the card that has not.

The rank world has the first square only; there a pair of ranks stands at (high, low), and again at (low, high).
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_RANKS, N_SUITS

Array = NDArray[Any]
Flop = tuple[int, int, int]

COLUMNS = 16
N_KINDS = 2 * COLUMNS
SQUARE = N_RANKS * COLUMNS
N_PAIRS = 2 * SQUARE

RANK_WORLD = -1
"""Stands for the suit where there is none."""


@numba.njit(nogil=True, cache=True)
def kind_of(card_id: int, suit: int) -> int:
    """The kind of a card in the world of a suit."""
    flagged = COLUMNS if card_id % N_SUITS == suit else 0
    return card_id // N_SUITS + flagged


@numba.njit(nogil=True, cache=True)
def pair_place(one: int, other: int) -> int:
    """The place of a pair of kinds."""
    if (one >= COLUMNS) != (other >= COLUMNS):
        suited, plain = max(one, other) - COLUMNS, min(one, other)
        return SQUARE + suited * COLUMNS + plain
    if one >= COLUMNS:
        return (min(one, other) - COLUMNS) * COLUMNS + max(one, other) - COLUMNS
    return max(one, other) * COLUMNS + min(one, other)


@numba.njit(nogil=True, cache=True)
def pair_places(cards: Array, suit: int) -> Array:
    """The place of every pair of some cards, by their positions."""
    places = np.zeros((cards.size, cards.size), np.int64)
    for one in range(cards.size):
        for other in range(cards.size):
            if one != other:
                places[one, other] = pair_place(kind_of(cards[one], suit), kind_of(cards[other], suit))
    return places


def kind_counts(cards: Array, suit: int) -> Array:
    """How many of some cards are of each kind."""
    counts = np.zeros(N_KINDS, np.int64)
    for card_id in cards.tolist():
        counts[kind_of(card_id, suit)] += 1
    return counts
