"""Numba kernels that evaluate arrays of hands, and the parts that other kernels call: bit operations and one look-up.

A kernel's helper that takes arrays counts references to each of them at every call. That makes it a hundred times
slower than the same lines written inline. A `leaf` counts none, so LLVM can inline it, and it is as quick as inline
lines (`houseway bench ranking` times both).

A batch kernel is compiled for a number of cards, so that its inner loop unrolls, and for one or several decks. These
differ in how a flush is looked up and in whether a card may repeat. With one deck, too few different cards reveal a
card that repeats or is not in the deck. With several decks, a card that is not in the deck makes the sum of keys larger
than any hand's. A hand with more cards than count may have one joker, whose bit is next to those of the suited ranks.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.options import DefaultOptions
from numba.extending import intrinsic
from numpy.typing import NDArray

from houseway.ranking.keys import (
    COUNTER_BITS,
    FLUSH_BITS,
    JOKER_MASK,
    MASK_BITS,
    NO_CARD_KEY,
    RANK_BITS,
    RANK_MASK,
    SUIT_MASK,
)
from houseway.ranking.lookup import ROW_SHIFT, Lookup


def _population_count(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), generate


def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], never_zero)

    return bits(bits), generate


def _sums_of_rows(typing_context: Any, pairs: Any, rows: Any, row: Any, length: Any) -> Any:
    contiguous = getattr(pairs, "layout", None) == getattr(rows, "layout", None) == "C"
    if not (contiguous and pairs.dtype == types.uint64 and rows.dtype == types.uint8):
        return None
    if not isinstance(length, types.IntegerLiteral):
        return None
    word, byte = ir.IntType(64), ir.IntType(8)
    two_words = ir.VectorType(word, 2)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, array = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args[:2], arguments[:2], strict=True)
        )
        table = builder.bitcast(table, two_words.as_pointer())
        first = builder.mul(arguments[2], word(length.literal_value))
        total = two_words([0, 0])
        for place in range(length.literal_value):
            index = builder.load(builder.gep(array, [builder.add(first, word(place))]))
            pair = builder.load(builder.gep(table, [builder.zext(index, word)]), align=word.width // byte.width)
            total = builder.add(total, pair)
        both = [builder.extract_element(total, ir.IntType(32)(place)) for place in range(2)]
        return context.make_tuple(builder, signature.return_type, both)

    two: Any = types.UniTuple
    return two(types.uint64, 2)(pairs, rows, types.int64, length), generate


population_count: Any = intrinsic(_population_count)
"""The number of one bits in a number."""
trailing_zeros: Any = intrinsic(_trailing_zeros)
"""The place of the lowest one bit of a number other than 0."""
sums_of_rows: Any = intrinsic(prefer_literal=True)(_sums_of_rows)
"""For `pairs` (n x 2), `rows` of this many bytes and the number of a row: the sums of both columns of `pairs`, over the
entries that the bytes of that row name. Both sums take one vector addition per byte, which LLVM does not find by
itself. The length must be a constant of the kernel.
"""


P = ParamSpec("P")
R = TypeVar("R")

NO_REFERENCES = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
"""Numba's internal option for functions that neither make nor keep arrays. It is not documented. A version without it
compiles leaves like other helpers, with the same results at a fraction of the speed.
"""

_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_SUIT_MASK, _MASK_BITS, _COUNTER_BITS = np.uint64(SUIT_MASK), np.uint64(MASK_BITS), np.uint64(COUNTER_BITS)
_JOKER_MASK = np.uint64(JOKER_MASK)
_FIRST_FLUSH_BIT = np.uint64(RANK_BITS + COUNTER_BITS - 1)


def leaf(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a helper of kernels that reads and writes the arrays it is given, but makes and returns none."""
    options: dict[str, Any] = {"nogil": True, "cache": True, **NO_REFERENCES}
    return cast(Callable[P, R], numba.njit(**options)(function))


@leaf
def value_of_ranks(lookup: Lookup, ranks: np.uint64) -> np.uint16:
    """Return the value of a hand from the sum of its rank keys, without flushes."""
    value: np.uint16 = lookup.values[ranks + np.uint64(lookup.offsets[ranks >> _ROW_SHIFT])]
    return value


@leaf
def value_of_suited(lookup: Lookup, ranks: np.uint64) -> np.uint16:
    """Return the value of cards of one suit from the sum of their rank keys. Cards may have copies."""
    value: np.uint16 = lookup.suited_values[ranks + np.uint64(lookup.suited_offsets[ranks >> _ROW_SHIFT])]
    return value


@leaf
def value_of_flush(lookup: Lookup, flush: np.uint64, mask: np.uint64) -> np.uint16:
    """Return the value of the flush that the flush bits of a key mark, from the union of the cards' masks."""
    suit = (trailing_zeros(flush) - _FIRST_FLUSH_BIT) // _COUNTER_BITS
    value: np.uint16 = lookup.mask_values[(mask >> (suit * _MASK_BITS)) & _SUIT_MASK | mask & _JOKER_MASK]
    return value


@leaf
def value_of(lookup: Lookup, key: np.uint64, mask: np.uint64) -> np.uint16:
    """Return the value of a hand in which no card has a copy.

    `key` is the sum of `lookup.start` and its `card_keys`, `mask` the union of its `card_masks`.
    """
    value = value_of_ranks(lookup, key & _RANK_MASK)
    flush = key & _FLUSH_BITS
    return max(value, value_of_flush(lookup, flush, mask)) if flush else value


BatchKernel = Callable[[Lookup, NDArray[np.uint8], NDArray[np.uint16]], int]
"""The type of a batch kernel. It takes the look-up, hands and an array for their values, and returns the row of the
first bad hand, or -1.
"""

_LEGAL_SUMS = np.uint64(NO_CARD_KEY - 1)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

_compiled = numba.njit(nogil=True, cache=True)


@cache
def batch_kernel(n_cards: int, several_decks: bool) -> BatchKernel:
    """Return the kernel that evaluates rows of this many cards."""
    kernel: BatchKernel = _several_decks_kernel(n_cards) if several_decks else _one_deck_kernel(n_cards)
    return kernel


def _one_deck_kernel(n_cards: int) -> Any:
    """Evaluate four hands at a time, so that one test serves four. From a bad hand on, go hand by hand."""

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
    """Return the number of bytes minus the number of different cards of the deck, from the sum of their masks.

    A sum of powers of two has one bit per summand only if they all differ. A card that repeats carries into another
    bit, and a byte that is not a card of the deck adds none.
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
