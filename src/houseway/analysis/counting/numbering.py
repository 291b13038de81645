"""Numbers of many sets of cards, and columns of many rounds, by kernels."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES
from houseway.ranking.kernels import leaf, trailing_zeros

Word = Any
"""A 64-bit number in a kernel: Numba and mypy do not have the same name for it."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@leaf
def number_of(bits: Word, size: int, places: NDArray[np.int64]) -> Word:
    """Return the number of a set of `size` cards that is given as bits; `places` is `card_sets.PLACES`."""
    number = np.int64(0)
    for place in range(size):
        number += places[trailing_zeros(bits), np.uint64(place)]
        bits &= bits - _ONE
    return number


@numba.njit(nogil=True, cache=True)
def _number_rows(rows: NDArray[np.uint8], size: int, places: NDArray[np.int64], numbers: NDArray[np.int64]) -> None:
    for row in range(rows.shape[0]):
        bits = _ZERO
        for place in range(size):
            bits |= _ONE << np.uint64(rows[row, place])
        numbers[row] = number_of(bits, size, places)


def numbers_of(rows: NDArray[np.uint8], size: int | None = None) -> NDArray[np.int64]:
    """Return the numbers of the sets formed by the first cards of each row, or by all of them if no size is given.

    >>> numbers_of(np.array([[2, 1, 0], [0, 3, 1]], np.uint8)).tolist()
    [0, 1]
    """
    numbers = np.empty(len(rows), np.int64)
    _number_rows(rows, rows.shape[1] if size is None else size, PLACES, numbers)
    return numbers


Cards = NDArray[np.uint8]


def columns(dealt: Cards, places: Sequence[int]) -> Cards:
    """Return these columns in this order, as a new array.

    >>> columns(np.array([[1, 2, 3], [4, 5, 6]], np.uint8), (2, 0)).tolist()
    [[3, 1], [6, 4]]
    """
    taken = np.empty((len(dealt), len(places)), np.uint8)
    _take(dealt, np.array(places, np.int64), taken)
    return taken


@numba.njit(nogil=True, cache=True)
def _take(dealt: Cards, places: NDArray[np.int64], taken: Cards) -> None:
    for row in range(dealt.shape[0]):
        for column in range(places.size):
            taken[row, column] = dealt[row, np.uint64(places[column])]
