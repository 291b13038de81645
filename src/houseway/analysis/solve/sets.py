"""Hands as sets of cards, and the subsets by which card removal is counted.

Two hands can be dealt together if they share no card. For weights w of the other player's hands and a hand h,

    sum of w(g) over g without a card of h  =  sum over the subsets S of h of (-1)^|S| * W(S),

where W(S) is the sum of w(g) over the hands g that contain S. Subsets larger than the other hands never occur.

Where both lists have hands of one size, each once, the only hand that contains all cards of h is its twin in the other
list. It is as strong as h, so that it adds nothing to wins less losses; it is told apart, and no sum is kept for it.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers


@dataclass(frozen=True)
class Subsets:
    """For two lists of hands, the subsets that both have a use for, under numbers without gaps.

    `own[i]` are the numbers of the subsets of hand i of the list that reads, `signs` their signs; `other[i]` those of
    hand i of the list that is summed. The number 0 is the empty set; the last number is nobody's. `twins[i]` is where
    the other list has hand i, or -1.
    """

    size: int
    own: NDArray[np.int32]
    signs: NDArray[np.float64]
    other: NDArray[np.int32]
    twins: NDArray[np.int32]
    twin_sign: float


def common_subsets(own: NDArray[np.uint8], other: NDArray[np.uint8]) -> Subsets:
    """The subsets of the hands of two lists (ascending rows) that occur in both."""
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
        shared = np.intersect1d(mine_ids, theirs_ids)
        own_numbers.append(_placed(mine_ids, shared, size))
        other_numbers.append(_placed(theirs_ids, shared, size))
        signs += [(-1.0) ** cards] * len(mine)
        size += len(shared)
    return Subsets(
        size + 1,
        _numbered(own_numbers, size),
        np.array(signs),
        _numbered(other_numbers, size),
        np.full(len(own), -1, np.int32) if twins is None else twins,
        (-1.0) ** own.shape[1],
    )


def _twins(own: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """Where the other list has each hand; None if hands differ in size, or a list has one more than once."""
    if own.shape[1] != other.shape[1]:
        return None
    mine, theirs = set_numbers(own), set_numbers(other)
    if len(np.unique(mine)) < len(mine) or len(np.unique(theirs)) < len(theirs):
        return None
    order = np.argsort(theirs)
    place = np.minimum(np.searchsorted(theirs, mine, sorter=order), len(theirs) - 1)
    return np.where(theirs[order[place]] == mine, order[place], -1).astype(np.int32)


def _subsets(hands: NDArray[np.uint8], largest: int) -> list[NDArray[np.uint8]]:
    places = range(hands.shape[1])
    return [hands[:, list(chosen)] for cards in range(largest + 1) for chosen in combinations(places, cards)]


def _placed(ids: NDArray[np.int64], shared: NDArray[np.int64], first: int) -> NDArray[np.int64]:
    """The new numbers of sets; -1 for one that the other list does not have."""
    if not len(shared):
        return np.full(ids.shape, -1)
    place = np.minimum(np.searchsorted(shared, ids), len(shared) - 1)
    return np.where(shared[place] == ids, first + place, -1)


def _numbered(parts: list[NDArray[np.int64]], nobody: int) -> NDArray[np.int32]:
    numbers = np.concatenate(parts, axis=1)
    return np.where(numbers < 0, nobody, numbers).astype(np.int32)
