"""Hands as sets of cards, and the subsets by which card removal is counted.

Two hands can be dealt together if they share no card. For weights w of the other player's hands and a hand h,

    sum of w(g) over g without a card of h  =  sum over the subsets S of h of (-1)^|S| * W(S),

where W(S) is the sum of w(g) over the hands g that contain S. Subsets larger than the other hands never occur.

Suppose both lists have hands of one size, each once. Then the only hand that contains all cards of h is its twin in the
other list. The twin ties with h, so it adds nothing to wins less losses. It is handled separately, and no sum is stored
for it.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers


@dataclass(frozen=True)
class Subsets:
    """For two lists of hands, the subsets that both use, numbered without gaps.

    `own[i]` are the numbers of the subsets of hand i of the reading list, `signs` their signs. `other[i]` are those of
    hand i of the summed list. The number 0 is the empty set; the last number is unused. `twins[i]` is the place of hand
    i in the other list, or -1.
    """

    size: int
    own: NDArray[np.int32]
    signs: NDArray[np.float64]
    other: NDArray[np.int32]
    twins: NDArray[np.int32]
    twin_sign: float


def common_subsets(own: NDArray[np.uint8], other: NDArray[np.uint8]) -> Subsets:
    """Return the subsets of the hands of two lists (ascending rows) that occur in both."""
    twins = _twins(own, other)
    largest = min(own.shape[1], other.shape[1]) - (twins is not None)
    own_parts = _subsets(own, largest)
    other_parts = _subsets(other, largest)
    own_numbers, other_numbers, signs, size = [], [], [], 0
    for cards in range(largest + 1):
        mine = [part for part in own_parts if part.shape[1] == cards]
        theirs = [part for part in other_parts if part.shape[1] == cards]
        mine_ids = np.stack([set_numbers(part) for part in mine], axis=1)
        theirs_ids = np.stack([set_numbers(part) for part in theirs], axis=1)
        shared = _there(mine_ids, theirs_ids)
        places = np.where(shared, size - 1 + np.cumsum(shared), -1)
        own_numbers.append(places[mine_ids])
        other_numbers.append(places[theirs_ids])
        signs += [(-1.0) ** cards] * len(mine)
        size += int(shared.sum())
    return Subsets(
        size + 1,
        _numbered(own_numbers, size),
        np.array(signs),
        _numbered(other_numbers, size),
        np.full(len(own), -1, np.int32) if twins is None else twins,
        (-1.0) ** own.shape[1],
    )


def _twins(own: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """Return the place of each hand in the other list, or None if sizes differ or a list has a duplicate."""
    if own.shape[1] != other.shape[1]:
        return None
    mine, theirs = set_numbers(own), set_numbers(other)
    if any(np.bincount(each).max(initial=0) > 1 for each in (mine, theirs)):
        return None
    where = np.full(1 + max(mine.max(initial=-1), theirs.max(initial=-1)), -1, np.int32)
    where[theirs] = np.arange(len(theirs))
    found: NDArray[np.int32] = where[mine]
    return found


def _subsets(hands: NDArray[np.uint8], largest: int) -> list[NDArray[np.uint8]]:
    places = range(hands.shape[1])
    return [hands[:, list(chosen)] for cards in range(largest + 1) for chosen in combinations(places, cards)]


def _there(*lists: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of the numbers from 0 on are in every list."""
    found = np.zeros((len(lists), 1 + max(int(each.max(initial=-1)) for each in lists)), np.bool_)
    for row, each in zip(found, lists, strict=True):
        row[each] = True
    everywhere: NDArray[np.bool_] = np.logical_and.reduce(found)
    return everywhere


def _numbered(parts: list[NDArray[np.int64]], nobody: int) -> NDArray[np.int32]:
    numbers = np.concatenate(parts, axis=1)
    return np.where(numbers < 0, nobody, numbers).astype(np.int32)
