"""Some columns of the cards of many rounds, side by side: several times as fast as NumPy takes narrow columns."""

from collections.abc import Sequence

import numba
import numpy as np
from numpy.typing import NDArray

Cards = NDArray[np.uint8]


def columns(dealt: Cards, places: Sequence[int]) -> Cards:
    """These columns in this order, as an array of its own.

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
