"""The points of every hand after every flop in one table, for simulation: a look-up instead of a reading.

Points depend on the ranks of hand and flop and, of the suits, only on a few situations. The table is filled by the
rules themselves, with cards that stand for each situation.
"""

from functools import cache
from itertools import combinations_with_replacement, product

import numba
import numpy as np

from houseway.analysis.titles.two_hand_holdem.kinds import Array
from houseway.analysis.titles.two_hand_holdem.reading import DRAWS, read_hand
from houseway.analysis.titles.two_hand_holdem.rule_list import points_of
from houseway.cards.card import N_RANKS, N_SUITS

STANDING_SUITS = (
    ((0, 1), (0, 1, 2)),
    ((0, 0), (0, 1, 2)),
    ((0, 0), (0, 0, 1)),
    ((0, 1), (2, 2, 2)),
    ((0, 1), (0, 0, 0)),
    ((0, 0), (0, 0, 0)),
)
"""Suits of hand and flop that stand for: no draw; two suited with one; four to a flush; then a flop of one suit with
which the hand has no card, one card, two cards."""
NO_DRAW, SUITED_WITH_ONE, FOUR_TO_FLUSH, ONE_SUIT_FLOP = range(4)
N_SITUATIONS = len(STANDING_SUITS)
N_RANK_PAIRS = N_RANKS * (N_RANKS + 1) // 2
RANK_TRIPLES = tuple(combinations_with_replacement(range(N_RANKS), 3))
N_RANK_TRIPLES = len(RANK_TRIPLES)
FLOP_PLACES = np.array(
    [RANK_TRIPLES.index(tuple(sorted(ranks))) for ranks in product(range(N_RANKS), repeat=3)],
    np.uint64,
)
"""Where a flop's points begin, by its three ranks in any order; so small a table stays in a core's own cache."""

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def suit_situation(one: int, other: int, flop_0: int, flop_1: int, flop_2: int) -> int:
    """The situation of five suits."""
    of_one = int(one == flop_0) + int(one == flop_1) + int(one == flop_2)
    of_other = int(other == flop_0) + int(other == flop_1) + int(other == flop_2)
    if flop_0 == flop_1 == flop_2:
        return ONE_SUIT_FLOP + (of_one + of_other) // 3
    four = int(one == other) & int(of_one == 2)
    with_one = int(one == other) & int(of_one == 1)
    return FOUR_TO_FLUSH * four + SUITED_WITH_ONE * with_one


@_compiled
def table_place(situation: int, flop_ranks: int, one_rank: int, other_rank: int) -> int:
    """Where the points of a hand stand; `flop_ranks` is a number in base 13. All hands after a flop stand together."""
    high, low = max(one_rank, other_rank), min(one_rank, other_rank)
    return (int(FLOP_PLACES[flop_ranks]) * N_SITUATIONS + situation) * N_RANK_PAIRS + high * (high + 1) // 2 + low


@cache
def point_table() -> Array:
    """The points by `table_place`; ranks may stand in any order."""
    table = np.zeros(N_RANK_TRIPLES * N_SITUATIONS * N_RANK_PAIRS, np.int8)
    for situation, (hand, flop) in enumerate(STANDING_SUITS):
        _fill(table, situation, *hand, flop, DRAWS)
    return table


@_compiled
def _fill(table: Array, situation: int, one: int, other: int, flop: tuple[int, int, int], draws: Array) -> None:
    for flop_ranks in range(N_RANKS**3):
        ranks = (flop_ranks // N_RANKS**2, flop_ranks // N_RANKS % N_RANKS, flop_ranks % N_RANKS)
        cards = (
            N_SUITS * ranks[0] + flop[0],
            N_SUITS * ranks[1] + flop[1],
            N_SUITS * ranks[2] + flop[2],
        )
        for one_rank in range(N_RANKS):
            for other_rank in range(one_rank + 1):
                reading = read_hand(N_SUITS * one_rank + one, N_SUITS * other_rank + other, cards, draws)
                table[table_place(situation, flop_ranks, one_rank, other_rank)] = points_of(reading)
