"""The best path of every up and own ranks, where the dealer cannot make a flush, and by how much it leads.

It is counted as `bounded` counts, ranks in place of cards: for each multiset of up ranks the hidden ones are
passed once in the order of the hands that they make. `below[T]` is how many of the hands passed contain certain cards
with the ranks T; an own hand reads the sets of its cards when the hands below its value have been passed.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.counting.numbering import Word
from houseway.analysis.declared.private_showdown.counting import Numbers
from houseway.cards.card import rank_of
from houseway.cards.deck import Deck
from houseway.ranking.kernels import leaf, value_of_ranks
from houseway.ranking.keys import RANK_KEYS
from houseway.ranking.lookup import Lookup

ENTRY_BITS = 16
_compiled = numba.njit(nogil=True, cache=True)

Ranks = tuple[int, ...]


def multisets(deck: Deck, size: int) -> list[Ranks]:
    """The ranks of so many cards, ascending, as far as the deck has them."""
    copies = Counter(rank_of(card) for card in deck.cards)
    ranks = combinations_with_replacement(sorted(copies), size)
    return [each for each in ranks if all(times <= copies[rank] for rank, times in Counter(each).items())]


class Passing(NamedTuple):
    """Hidden ranks, a row each, and the sets of ranks in them: those of row m stand from `first[m]` to `first[m + 1]`.

    A hand with certain cards of set `part` has for each rank of the row `more` cards besides the `taken` of the set.
    """

    hidden: NDArray[np.int64]
    first: NDArray[np.int64]
    part: NDArray[np.int64]
    rank: NDArray[np.int64]
    taken: NDArray[np.int64]
    more: NDArray[np.int64]

    @classmethod
    def of(cls, deck: Deck, hidden: int, number: Mapping[Ranks, int]) -> "Passing":
        """All that a deck has; `number` numbers the sets."""
        rows = multisets(deck, hidden)
        first, told = [0], list[tuple[int, list[tuple[int, int, int]]]]()
        for row in rows:
            for size in range(hidden + 1):
                for part in sorted(set(combinations(row, size))):
                    ranks = [(rank, part.count(rank), row.count(rank) - part.count(rank)) for rank in sorted(set(row))]
                    told.append((number[part], ranks + [(row[0], 0, 0)] * (hidden - len(ranks))))
            first.append(len(told))
        rank, taken, more = np.moveaxis(np.array([ranks for _, ranks in told], np.int64), 2, 0)
        parts = np.array([part for part, _ in told], np.int64)
        return cls(np.array(rows, np.int64), np.array(first), parts, rank.copy(), taken.copy(), more.copy())


def swings(pays: Numbers) -> Numbers:
    """By own value how much one dealer's hand can shift the distance between two paths."""
    apart = pays[:, None] - pays[None, :]
    return np.ascontiguousarray(np.moveaxis(apart.max(axis=3) - apart.min(axis=3), 2, 0))


@leaf
def _pass(row: Word, passing: Passing, left: Array, choose: Array, sums: Array, which: int) -> None:
    """Add the hands of a row of hidden ranks to the sums of all sets of ranks in it."""
    for told in range(passing.first[row], passing.first[row + 1]):
        hands = np.int64(1)
        for place in range(passing.rank.shape[1]):
            there = left[passing.rank[told, place]] - passing.taken[told, place]
            hands *= choose[max(there, 0), passing.more[told, place]]
        sums[which, passing.part[told]] += hands


@_compiled
def tabulate(
    ups: Array,
    copies: Array,
    passing: Passing,
    choose: Array,
    lookup: Lookup,
    least: int,
    in_order: Array,
    own_values: Array,
    own_parts: Array,
    signs: Array,
    sums: Array,
    hands: int,
    gains: Array,
    swings: Array,
    order: Array,
    path_bits: int,
    table: Array,
) -> None:
    """Lead and best path of all up and own ranks. `sums` has a row each for hands below, up to, and unqualified."""
    n_rows, most_lead = passing.hidden.shape[0], (1 << (ENTRY_BITS - path_bits)) - 1
    values, left = np.zeros(n_rows, np.int64), copies.copy()
    numbers = np.array([0, 0, 0, hands])
    worth = np.zeros(order.size, np.int64)
    for up in range(ups.shape[0]):
        left[:] = copies
        sums[:] = 0
        up_ranks = np.uint64(0)
        for rank in ups[up]:
            left[rank] -= 1
            up_ranks += np.uint64(RANK_KEYS[rank])
        for row in range(n_rows):
            ranks, there = up_ranks, True
            for rank in passing.hidden[row]:
                ranks += np.uint64(RANK_KEYS[rank])
                left[rank] -= 1
                there &= left[rank] >= 0
            for rank in passing.hidden[row]:
                left[rank] += 1
            values[row] = value_of_ranks(lookup, ranks) if there else 0
            if values[row] < least:
                _pass(row, passing, left, choose, sums, 2)
        rows = np.argsort(values)
        below = up_to = 0
        for own in in_order:
            value = own_values[own]
            while below < n_rows and values[rows[below]] < value:
                _pass(rows[below], passing, left, choose, sums, 0)
                below += 1
            while up_to < n_rows and values[rows[up_to]] <= value:
                _pass(rows[up_to], passing, left, choose, sums, 1)
                up_to += 1
            numbers[0] = numbers[1] = numbers[2] = 0
            for place in range(signs.size):
                part, sign = np.uint64(own_parts[own, place]), signs[place]
                numbers[0] += sign * sums[0, part]
                numbers[1] += sign * sums[1, part]
                numbers[2] += sign * sums[2, part]
            best = order[0]
            for path in order:
                worth[path] = (gains[path, value] * numbers).sum()
                if worth[path] > worth[best]:
                    best = path
            lead = most_lead
            for path in order:
                if swings[value, best, path]:
                    lead = min(lead, max(0, worth[best] - worth[path] - 1) // swings[value, best, path])
            table[up, own] = lead << path_bits | best
