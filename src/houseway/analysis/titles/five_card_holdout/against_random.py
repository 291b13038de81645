"""Hands against every opponent and every board, by inclusion and exclusion over the board.

An opponent's hand is its kept cards, K, and its discards. On a board B it makes v(K, B), the best value over the board
cards that complete K: a maximum of a few table rows. The number of hands that keep K and do not overlap B is

    sum over S in B of (-1)^|S| (hands that keep K and throw S away),      0 where K and B share a card,

again a few table rows added up, for all K at once. Counted by value, this gives the opponents below and at any value
for each board. Opponents that keep all five cards have a value that the board does not change. Of those

    sum over S in B of (-1)^|S| (hands that contain S and lie below r)

do not overlap B and are below r: cumulative counts for up to two cards of the board, sorted lists for three and four.
There are at most C(47,4) = 178,365 boards and C(43,5) = 962,598 opponents on each. So a board's counts fit in 32 bits
and all sums in 64.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, set_numbers
from houseway.analysis.titles.five_card_holdout.held import Holds, Opponents, boards_of
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS
from houseway.ranking import ranking

_compiled = numba.njit(nogil=True, cache=True)

SHARES = 8


def compare_with_all(opponents: Opponents, values: NDArray[np.uint16], threads: int) -> tuple[Array, Array]:
    """Return how many opponents are below each row of values, which is by board number, and how many are at it."""
    boards = boards_of(opponents.n_cards)
    whole = WholeHands.of(opponents)
    subsets = np.array([[sum(1 << place for place in chosen), len(chosen)] for chosen in _board_subsets()])

    def share(number: int) -> tuple[Array, Array]:
        part = slice(len(boards) * number // SHARES, len(boards) * (number + 1) // SHARES)
        below, at = np.zeros((2, len(values)), np.int64)
        own = np.ascontiguousarray(values[:, part].T)
        _count_parts(boards[part], own, opponents.parts, subsets, PLACES, ranking(RANKING).n_values, below, at)
        _count_whole(boards[part], own, subsets, PLACES, *whole.tables, below, at)
        return below, at

    with ThreadPoolExecutor(threads) as pool:
        counts = list(pool.map(share, range(SHARES)))
    below, at = np.sum(counts, axis=0)
    return below, at


def _board_subsets() -> list[tuple[int, ...]]:
    """Return the subsets of the four places of a board, the empty one first."""
    places = range(BOARD_CARDS)
    return [chosen for size in range(BOARD_CARDS + 1) for chosen in combinations(places, size)]


@dataclass(frozen=True)
class WholeHands:
    """Hands that keep all five cards: cumulative counts by the sets of up to two cards, value lists by larger sets."""

    tables: tuple[Array, Array, Array, Array, Array, Array]

    @classmethod
    def of(cls, opponents: Opponents) -> "WholeHands":
        """Return the tables of these opponents."""
        n_cards, hands, values = opponents.n_cards, opponents.whole, opponents.whole_values
        starts = np.cumsum([0, *(comb(n_cards, size) for size in range(3))])
        below = np.zeros((starts[-1], ranking(RANKING).n_values + 2), np.int32)
        for size in range(3):
            for chosen in combinations(range(hands.shape[1]), size):
                np.add.at(below, (starts[size] + set_numbers(hands[:, list(chosen)]), values.astype(np.intp) + 1), 1)
        np.cumsum(below, axis=1, out=below)
        return cls((below, starts, *_listed(n_cards, hands, values, 3), *_listed(n_cards, hands, values, 4)))


def _listed(n_cards: int, hands: Array, values: Array, size: int) -> tuple[Array, Array]:
    """Return the ascending values of the hands that contain each set of cards, concatenated, and where each begins."""
    numbers = np.concatenate(
        [set_numbers(hands[:, list(chosen)]) for chosen in combinations(range(hands.shape[1]), size)]
    )
    repeated = np.tile(values, comb(hands.shape[1], size))
    order = np.lexsort((repeated, numbers))
    lengths = np.bincount(numbers, minlength=comb(n_cards, size))
    return repeated[order], np.concatenate([[0], np.cumsum(lengths)])


@_compiled
def _subset_numbers(board: Array, subsets: Array, places: Array, numbers: Array) -> None:
    """Write the numbers of all subsets of a board."""
    for which in range(subsets.shape[0]):
        number = 0
        place = 0
        for card in range(board.size):
            if (subsets[which, 0] >> card) & 1:
                number += places[board[card], place]
                place += 1
        numbers[which] = number


@_compiled
def _count_parts(
    boards: Array,
    own: Array,
    parts: tuple[Holds, Holds, Holds, Holds],
    subsets: Array,
    places: Array,
    n_values: int,
    below: Array,
    at: Array,
) -> None:
    numbers = np.empty(subsets.shape[0], np.int64)
    up_to = np.empty(n_values + 1, np.int64)
    for row in range(boards.shape[0]):
        _subset_numbers(boards[row], subsets, places, numbers)
        up_to[:] = 0
        for part in parts:
            _count_by_value(boards[row], part, subsets, numbers, up_to)
        for value in range(1, up_to.size):
            up_to[value] += up_to[value - 1]
        for which in range(own.shape[1]):
            value = own[row, which]
            below[which] += up_to[value - 1]
            at[which] += up_to[value] - up_to[value - 1]


@_compiled
def _count_by_value(board: Array, part: Holds, subsets: Array, numbers: Array, counts: Array) -> None:
    """Add the opponents of one size of hold on one board, by value."""
    n_sets = part.hands.shape[1]
    if n_sets == 0:
        return
    missing = 5 - part.size
    hands = part.hands[0].copy()
    values = np.zeros(n_sets, np.uint16)
    for which in range(1, subsets.shape[0]):
        size = subsets[which, 1]
        if size > missing:
            break
        term = part.hands[part.starts[size] + numbers[which]]
        if size % 2:
            for column in range(n_sets):
                hands[column] -= term[column]
        else:
            for column in range(n_sets):
                hands[column] += term[column]
        if size == missing:
            made = part.values[numbers[which]]
            for column in range(n_sets):
                values[column] = max(values[column], made[column])
    for card in board:
        apart = part.apart[card]
        for column in range(n_sets):
            hands[column] &= apart[column]
    for column in range(n_sets):
        counts[values[column]] += hands[column]


@_compiled
def _count_whole(
    boards: Array,
    own: Array,
    subsets: Array,
    places: Array,
    cumulative: Array,
    starts: Array,
    threes: Array,
    three_starts: Array,
    fours: Array,
    four_starts: Array,
    below: Array,
    at: Array,
) -> None:
    numbers = np.empty(subsets.shape[0], np.int64)
    for row in range(boards.shape[0]):
        _subset_numbers(boards[row], subsets, places, numbers)
        for which in range(own.shape[1]):
            value = own[row, which]
            less, more = 0, 0
            for subset in range(subsets.shape[0]):
                size, number = subsets[subset, 1], numbers[subset]
                sign = 1 - 2 * (size % 2)
                if size <= 2:
                    less += sign * cumulative[starts[size] + number, value]
                    more += sign * cumulative[starts[size] + number, value + 1]
                else:
                    listed = threes[three_starts[number] : three_starts[number + 1]]
                    if size == 4:
                        listed = fours[four_starts[number] : four_starts[number + 1]]
                    less += sign * np.searchsorted(listed, value)
                    more += sign * np.searchsorted(listed, value, side="right")
            below[which] += less
            at[which] += more - less
