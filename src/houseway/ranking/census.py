"""A census of hands: how many have each value, counted over every hand of a deck.

A hand is written from its highest card down. All but the two lowest cards turn like the wheels of an odometer, and each
wheel keeps the sum of the keys so far. The two lowest cards come from one list of pairs, ordered so that the pairs
below any card are at its beginning. So a hand costs one addition, one look-up and one count. Neighbors often have the
same value, so that a count would wait for the one before it. Therefore two tallies take turns.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_SUITS
from houseway.cards.deck import Deck
from houseway.errors import BadCards
from houseway.ranking.batch import thread_count
from houseway.ranking.kernels import trailing_zeros, value_of_ranks, value_of_suited
from houseway.ranking.keys import (
    COUNTER_BITS,
    FLUSH_BITS,
    RANK_BITS,
    RANK_MASK,
    in_every_counter,
    keys_with_wild_ranks,
)
from houseway.ranking.lookup import Lookup
from houseway.ranking.system import RankingSystem

_RANK_MASK = np.uint64(RANK_MASK)
_FLUSH_BITS = np.uint64(FLUSH_BITS)
_FIRST_FLUSH_BIT = np.uint64(RANK_BITS + COUNTER_BITS - 1)
_COUNTER_BITS = np.uint64(COUNTER_BITS)
_TWO_OF_EVERY_SUIT = np.uint64(in_every_counter(2))
_ONE = np.uint64(1)
_COUNT = np.uint32(1)


SHARES_PER_THREAD = 4
FEWEST_CARDS = 3
"""A pair and at least one wheel above it."""


class Sums(NamedTuple):
    """Keys of single cards and of pairs: for all their cards, and for each suit of the cards that count for it.

    The first `pairs_below[card]` pairs of the list may be below a card.
    """

    card_keys: NDArray[np.uint64]
    card_suited: NDArray[np.uint64]
    pair_keys: NDArray[np.uint64]
    pair_suited: NDArray[np.uint64]
    pairs_below: NDArray[np.int64]


def census(
    system: RankingSystem, lookup: Lookup, n_values: int, n_cards: int, threads: int | None
) -> NDArray[np.int64]:
    """Return the number of hands of `n_cards` cards with each value. Value 0 has none.

    If cards have copies, hands that look the same count once.
    """
    if n_cards not in system.sizes:
        raise BadCards(f"{system.name} takes {system.sizes[0]} to {system.sizes[-1]} cards; got {n_cards}")
    copies = system.deck.max_copies > 1
    n_ids = len(system.deck.distinct)
    sums = _sums(n_ids, copies, system.wild_ranks)

    n_threads = thread_count(threads)
    n_shares = 1 if n_threads == 1 else SHARES_PER_THREAD * n_threads

    def count(share: int) -> NDArray[np.int64]:
        tallies = np.zeros((n_values + 1, 2), np.uint32)
        for highest in range(share, n_ids, n_shares):
            _count_hands(lookup, sums, n_cards, highest, int(copies), tallies.ravel())
        counts: NDArray[np.int64] = tallies.sum(axis=1, dtype=np.int64)
        return counts

    with ThreadPoolExecutor(n_threads) as pool:
        total: NDArray[np.int64] = np.sum(list(pool.map(count, range(n_shares))), axis=0)
    return total


def census_laid_out(
    deck: Deck, evaluate: Callable[[NDArray[np.int64]], NDArray[np.uint16]], n_values: int, n_cards: int
) -> NDArray[np.int64]:
    """Return the same for hands of so few cards that all of them are listed in memory."""
    choose = combinations_with_replacement if deck.max_copies > 1 else combinations
    hands = np.array(list(choose(deck.distinct, n_cards)))
    return np.bincount(evaluate(hands), minlength=n_values + 1).astype(np.int64)


@cache
def _sums(n_ids: int, copies: bool, wild_ranks: tuple[int, ...]) -> Sums:
    choose = combinations_with_replacement if copies else combinations
    high, low = np.array(sorted((max(pair), min(pair)) for pair in choose(range(n_ids), 2))).T
    card_keys, suited_keys = keys_with_wild_ranks(wild_ranks)
    keys = np.array(card_keys, np.uint64)
    suited = np.array(suited_keys, np.uint64).T.copy()
    below = np.searchsorted(high, np.arange(n_ids), side="right" if copies else "left")
    return Sums(keys, suited, keys[high] + keys[low], suited[high] + suited[low], below)


@numba.njit(nogil=True, cache=True)
def _count_hands(
    lookup: Lookup, sums: Sums, n_cards: int, highest: int, copies: int, tallies: NDArray[np.uint32]
) -> None:
    """Count the hands with this highest card; `copies` is 1 if a card may repeat, else 0."""
    pair_keys, pair_suited = sums.pair_keys, sums.pair_suited
    last = n_cards - 2
    cards = np.zeros(last + 1, np.int64)
    totals = np.zeros(last + 1, np.uint64)
    suited = np.zeros((last + 1, N_SUITS), np.uint64)
    totals[0] = lookup.start
    cards[1] = highest + 1
    wheel = 1
    while wheel:
        cards[wheel] -= 1
        if cards[wheel] < (highest if wheel == 1 else 0):
            wheel -= 1
            continue
        totals[wheel] = totals[wheel - 1] + sums.card_keys[cards[wheel]]
        for suit in range(N_SUITS):
            suited[wheel, suit] = suited[wheel - 1, suit] + sums.card_suited[cards[wheel], suit]
        if wheel < last:
            wheel += 1
            cards[wheel] = cards[wheel - 1] + copies
            continue
        total = totals[last]
        n_pairs = sums.pairs_below[cards[last]]
        if not (total + _TWO_OF_EVERY_SUIT) & _FLUSH_BITS:
            for pair in range(n_pairs):
                value = np.uint64(value_of_ranks(lookup, (total + pair_keys[pair]) & _RANK_MASK))
                tallies[value << _ONE | np.uint64(pair) & _ONE] += _COUNT
            continue
        for pair in range(n_pairs):
            key = total + pair_keys[pair]
            value = np.uint64(value_of_ranks(lookup, key & _RANK_MASK))
            flush = key & _FLUSH_BITS
            if flush:
                flush_suit = (trailing_zeros(flush) - _FIRST_FLUSH_BIT) // _COUNTER_BITS
                ranks = suited[last, flush_suit] + pair_suited[pair, flush_suit]
                value = max(value, np.uint64(value_of_suited(lookup, ranks)))
            tallies[value << _ONE | np.uint64(pair) & _ONE] += _COUNT
