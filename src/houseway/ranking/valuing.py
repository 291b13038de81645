"""The one look-up of hand values, for kernels to call.

A helper of a kernel that takes arrays counts references to each of them at every call, which makes it a hundred times
slower than the same lines written out. A `leaf` counts none, so LLVM can set its lines where it is called: it is as
quick as lines written out (`houseway bench ranking` holds the two beside each other).
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core.options import DefaultOptions

from houseway.ranking.bits import trailing_zeros
from houseway.ranking.hashing import ROW_SHIFT
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, JOKER_MASK, MASK_BITS, RANK_BITS, RANK_MASK, SUIT_MASK
from houseway.ranking.lookup import Lookup

P = ParamSpec("P")
R = TypeVar("R")

NO_REFERENCES = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
"""Numba's own option for functions that neither make nor keep arrays. It is not documented: a version without it
compiles leaves as any other helper, with the same results at a fraction of the speed."""

_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_SUIT_MASK, _MASK_BITS, _COUNTER_BITS = np.uint64(SUIT_MASK), np.uint64(MASK_BITS), np.uint64(COUNTER_BITS)
_JOKER_MASK = np.uint64(JOKER_MASK)
_FIRST_FLUSH_BIT = np.uint64(RANK_BITS + COUNTER_BITS - 1)


def leaf(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a helper of kernels that reads and writes the arrays it is given, makes none and returns none."""
    options: dict[str, Any] = {"nogil": True, "cache": True, **NO_REFERENCES}
    return cast(Callable[P, R], numba.njit(**options)(function))


@leaf
def value_of_ranks(lookup: Lookup, ranks: np.uint64) -> np.uint16:
    """The value of a hand from the sum of its rank keys, flushes left aside."""
    value: np.uint16 = lookup.values[ranks + np.uint64(lookup.offsets[ranks >> _ROW_SHIFT])]
    return value


@leaf
def value_of_suited(lookup: Lookup, ranks: np.uint64) -> np.uint16:
    """The value of cards of one suit from the sum of their rank keys; cards may have copies."""
    value: np.uint16 = lookup.suited_values[ranks + np.uint64(lookup.suited_offsets[ranks >> _ROW_SHIFT])]
    return value


@leaf
def value_of_flush(lookup: Lookup, flush: np.uint64, mask: np.uint64) -> np.uint16:
    """The value of the flush that the flush bits of a key tell of, from the union of the cards' masks."""
    suit = (trailing_zeros(flush) - _FIRST_FLUSH_BIT) // _COUNTER_BITS
    value: np.uint16 = lookup.mask_values[(mask >> (suit * _MASK_BITS)) & _SUIT_MASK | mask & _JOKER_MASK]
    return value


@leaf
def value_of(lookup: Lookup, key: np.uint64, mask: np.uint64) -> np.uint16:
    """The value of a hand in which no card has a copy.

    `key` is the sum of `lookup.start` and its `card_keys`, `mask` the union of its `card_masks`.
    """
    value = value_of_ranks(lookup, key & _RANK_MASK)
    flush = key & _FLUSH_BITS
    return max(value, value_of_flush(lookup, flush, mask)) if flush else value
