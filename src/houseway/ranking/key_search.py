"""The search that found the rank keys: the smallest next number that keeps all sums of up to seven keys different.

Let S(m) be the sums of at most m keys found so far. A new key x makes two sums equal exactly if d copies of x bridge a
gap between them: d * x = t - s for some d from 1 to 7, t in S(7) and s in S(7 - d). So all such x are struck off, and
the smallest number left is the next key.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.ranking.keys import MOST_CARDS

WINDOW = 1 << 22


def find_rank_keys(count: int) -> tuple[int, ...]:
    """Return the first `count` keys.

    >>> find_rank_keys(5)
    (1, 8, 57, 256, 1153)
    """
    keys: list[int] = []
    while len(keys) < count:
        keys.append(_next_key(keys))
    return tuple(keys)


def sums_of_at_most(keys: list[int], most: int) -> list[NDArray[np.int64]]:
    """Return for each m from 0 to `most` the different sums of at most m keys, ascending."""
    sums = [np.zeros(1, np.int64)]
    for _ in range(most):
        sums.append(np.unique(np.concatenate([sums[-1], *(sums[-1] + key for key in keys)])))
    return sums


def _next_key(keys: list[int]) -> int:
    sums = sums_of_at_most(keys, MOST_CARDS)
    low = keys[-1] + 1 if keys else 1
    while True:
        struck = np.zeros(WINDOW, np.bool_)
        for copies in range(1, MOST_CARDS + 1):
            _strike(struck, low, sums[MOST_CARDS], sums[MOST_CARDS - copies], copies)
        if not struck.all():
            return low + int(np.argmin(struck))
        low += WINDOW


@numba.njit(nogil=True, cache=True)
def _strike(
    struck: NDArray[np.bool_], low: int, larger: NDArray[np.int64], smaller: NDArray[np.int64], copies: int
) -> None:
    """Strike off every x from `low` on for which copies * x is a difference of two sums."""
    for s in smaller:
        first = np.searchsorted(larger, s + copies * low)
        for t in larger[first:]:
            gap = t - s
            if gap >= copies * (low + struck.size):
                break
            if gap % copies == 0:
                struck[gap // copies - low] = True
