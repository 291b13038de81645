"""Numba kernels that evaluate arrays of hands and check them on the way.

A kernel is made for a number of cards, so that its inner loop unrolls, and for one or several decks, which differ in
how a flush is looked up and in whether a card may repeat. A repeated card shows in a wrong number of different
cards, a card that is not in the deck in a sum of keys beyond all hands.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.ranking.bits import population_count
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, NO_CARD_KEY, RANK_MASK
from houseway.ranking.lookup import Lookup
from houseway.ranking.valuing import value_of_flush, value_of_ranks, value_of_suited

BatchKernel = Callable[[Lookup, NDArray[np.uint8], NDArray[np.uint16]], int]
"""Takes the look-up, hands and an array for their values; gives the row of the first bad hand, or -1."""

_RANK_MASK = np.uint64(RANK_MASK)
_FLUSH_BITS = np.uint64(FLUSH_BITS)
_COUNTER_BITS = np.uint64(COUNTER_BITS)
_LEGAL_SUMS = np.uint64(NO_CARD_KEY - 1)
_LAST_SHIFT = np.uint64(63)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

_compiled = numba.njit(nogil=True, cache=True)


@cache
def batch_kernel(n_cards: int, several_decks: bool) -> BatchKernel:
    """The kernel that evaluates rows of so many cards."""
    kernel: BatchKernel = _several_decks_kernel(n_cards) if several_decks else _one_deck_kernel(n_cards)
    return kernel


def _one_deck_kernel(n_cards: int) -> Any:
    n_distinct = np.uint64(n_cards)

    def evaluate_one_deck(lookup: Lookup, hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> int:
        start, card_keys, card_masks = lookup.start, lookup.card_keys, lookup.card_masks
        for row in range(hands.shape[0]):
            total = start
            seen = _ZERO
            for column in range(n_cards):
                card_id = hands[row, column]
                total += card_keys[card_id]
                seen |= _ONE << (np.uint64(card_id) & _LAST_SHIFT)
            if total > _LEGAL_SUMS or population_count(seen) != n_distinct:
                return row
            value = value_of_ranks(lookup, total & _RANK_MASK)
            flush = total & _FLUSH_BITS
            if flush:
                mask = _ZERO
                for column in range(n_cards):
                    mask |= card_masks[hands[row, column]]
                value = max(value, value_of_flush(lookup, flush, mask))
            out[row] = value
        return -1

    return _compiled(evaluate_one_deck)


def _several_decks_kernel(n_cards: int) -> Any:
    def evaluate_several_decks(lookup: Lookup, hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> int:
        start, card_keys = lookup.start, lookup.card_keys
        for row in range(hands.shape[0]):
            total = start
            for column in range(n_cards):
                total += card_keys[hands[row, column]]
            if total > _LEGAL_SUMS:
                return row
            value = value_of_ranks(lookup, total & _RANK_MASK)
            flush = total & _FLUSH_BITS
            if flush:
                # A natural card's counter is the bit three below the flush bit of its suit.
                counter = flush >> (_COUNTER_BITS - _ONE)
                ranks = _ZERO
                for column in range(n_cards):
                    key = card_keys[hands[row, column]]
                    if key & counter:
                        ranks += key & _RANK_MASK
                value = max(value, value_of_suited(lookup, ranks))
            out[row] = value
        return -1

    return _compiled(evaluate_several_decks)
