"""Numba kernels that evaluate arrays of hands and check them on the way.

A kernel is made for a number of cards, so that its inner loop unrolls, and for one or several decks, which differ in
how a flush is looked up and in whether a card may repeat. Of one deck, a card that repeats or is not in the
deck shows in too few different cards; of several, one that is not in the deck in a sum of keys beyond all hands. A
hand with more cards than count may hold one joker, whose bit stands beside those of the suited ranks.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.ranking.bits import population_count, sums_of_rows
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, NO_CARD_KEY, RANK_MASK
from houseway.ranking.lookup import Lookup
from houseway.ranking.valuing import leaf, value_of, value_of_ranks, value_of_suited

BatchKernel = Callable[[Lookup, NDArray[np.uint8], NDArray[np.uint16]], int]
"""Takes the look-up, hands and an array for their values; gives the row of the first bad hand, or -1."""

_RANK_MASK = np.uint64(RANK_MASK)
_FLUSH_BITS = np.uint64(FLUSH_BITS)
_COUNTER_BITS = np.uint64(COUNTER_BITS)
_LEGAL_SUMS = np.uint64(NO_CARD_KEY - 1)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

_compiled = numba.njit(nogil=True, cache=True)


@cache
def batch_kernel(n_cards: int, several_decks: bool) -> BatchKernel:
    """The kernel that evaluates rows of so many cards."""
    kernel: BatchKernel = _several_decks_kernel(n_cards) if several_decks else _one_deck_kernel(n_cards)
    return kernel


def _one_deck_kernel(n_cards: int) -> Any:
    """Four hands at a time, so that one test serves four; from where one of them is bad, hand by hand."""

    def evaluate_one_deck(lookup: Lookup, hands: NDArray[np.uint8], out: NDArray[np.uint16]) -> int:
        n_hands, done, start, cards = hands.shape[0], 0, lookup.start, lookup.keys_and_masks
        while done + 4 <= n_hands:
            key_0, mask_0 = sums_of_rows(cards, hands, done, n_cards)
            key_1, mask_1 = sums_of_rows(cards, hands, done + 1, n_cards)
            key_2, mask_2 = sums_of_rows(cards, hands, done + 2, n_cards)
            key_3, mask_3 = sums_of_rows(cards, hands, done + 3, n_cards)
            wrong = _missing(mask_0, n_cards) | _missing(mask_1, n_cards)
            if wrong | _missing(mask_2, n_cards) | _missing(mask_3, n_cards):
                break
            out[done] = value_of(lookup, start + key_0, mask_0)
            out[done + 1] = value_of(lookup, start + key_1, mask_1)
            out[done + 2] = value_of(lookup, start + key_2, mask_2)
            out[done + 3] = value_of(lookup, start + key_3, mask_3)
            done += 4
        for row in range(done, n_hands):
            key, mask = sums_of_rows(cards, hands, row, n_cards)
            if _missing(mask, n_cards):
                return row
            out[row] = value_of(lookup, start + key, mask)
        return -1

    return _compiled(evaluate_one_deck)


@leaf
def _missing(mask: np.uint64, n_cards: int) -> int:
    """How many different cards of the deck the sum of the masks of so many bytes is short of them.

    A sum of powers of two has as many bits as summands only if they all differ: a card that repeats carries into
    another bit, and what is no card of the deck adds none.
    """
    return n_cards - int(population_count(mask))


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
