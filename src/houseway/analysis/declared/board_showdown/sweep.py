"""One full board: how every own hand fares against all hands of the dealer that share no card with it.

Value all pairs of the cards that are not on the board, and go through them from the worst to the best. Let N be the
number of pairs passed and N(a) that of those with card a. Of the pairs worth less than {a, b} those that leave both
cards alone number

    below = N - N(a) - N(b)

because no pair but {a, b} itself holds both. Once all pairs of the same value are passed too, the same sum is one too
small, for {a, b} was taken off twice, and gives what is not better. Where some dealers do not qualify, N and N(a) as
they stand when the sweep meets the first that does give their number in the same way.

All numbers are at most C(50, 2) = 1,225.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.ranking.kernels import leaf, value_of
from houseway.ranking.lookup import Lookup

_compiled = numba.njit(nogil=True, cache=True)

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


@_compiled
def value_pairs(
    lookup: Lookup,
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    board: NDArray[np.uint8],
    taken: NDArray[np.uint8],
    values: NDArray[np.uint16],
) -> None:
    """The value of every hand with a board of places, 0 where they share a card; `taken` is room to work in."""
    taken[:] = 0
    key, mask = lookup.start, np.uint64(0)
    for place in board:
        taken[place] = 1
        key += lookup.card_keys[cards[place]]
        mask |= lookup.card_masks[cards[place]]
    for hand in range(hands.shape[0]):
        one, other = hands[hand, 0], hands[hand, 1]
        if taken[one] or taken[other]:
            values[hand] = 0
            continue
        one, other = cards[one], cards[other]
        with_hand = key + lookup.card_keys[one] + lookup.card_keys[other]
        values[hand] = value_of(lookup, with_hand, mask | lookup.card_masks[one] | lookup.card_masks[other])


@_compiled
def order_by_value(values: NDArray[np.uint16], starts: Small, order: Small) -> int:
    """The hands that have a value, the worst first; gives their number. `starts` has a place for every value."""
    starts[:] = 0
    for hand in range(values.size):
        starts[values[hand]] += 1
    n_ordered = 0
    for value in range(1, starts.size):
        times = starts[value]
        starts[value] = n_ordered
        n_ordered += times
    for hand in range(values.size):
        if values[hand]:
            order[starts[values[hand]]] = hand
            starts[values[hand]] += 1
    return n_ordered


@_compiled
def sweep(
    values: NDArray[np.uint16],
    hands: NDArray[np.uint8],
    order: Small,
    n_ordered: int,
    least: int,
    passed: Small,
    unqualified: Small,
    found: Small,
) -> None:
    """For every hand: the dealers below it, those not above it, and those that do not qualify.

    `passed` and `unqualified` are room for a number for each card and one for all.
    """
    total = passed.size - 1
    passed[:] = 0
    unqualified[:] = 0
    start = 0
    met = False
    while start < n_ordered:
        value = values[order[start]]
        if not met and value >= least:
            met = True
            unqualified[:] = passed
        end = start
        while end < n_ordered and values[order[end]] == value:
            hand = order[end]
            found[hand, 0] = passed[total] - passed[hands[hand, 0]] - passed[hands[hand, 1]]
            end += 1
        for place in range(start, end):
            passed[hands[order[place], 0]] += 1
            passed[hands[order[place], 1]] += 1
        passed[total] += end - start
        for place in range(start, end):
            hand = order[place]
            found[hand, 1] = passed[total] - passed[hands[hand, 0]] - passed[hands[hand, 1]] + 1
        start = end
    if not met:
        unqualified[:] = passed
    for place in range(n_ordered):
        hand = order[place]
        mine = unqualified[total] - unqualified[hands[hand, 0]] - unqualified[hands[hand, 1]]
        found[hand, 2] = mine + (1 if values[hand] < least else 0)


@leaf
def outcomes(below: int, not_above: int, unqualified: int, dealers: int, qualifies: bool, out: Numbers) -> None:
    """Won, tied, lost against qualified dealers, then against the others; `qualifies`: the hand itself would."""
    if qualifies:
        out[0] = below - unqualified
        out[1] = not_above - below
        out[2] = dealers - not_above
        out[3] = unqualified
        out[4] = 0
        out[5] = 0
    else:
        out[0] = 0
        out[1] = 0
        out[2] = dealers - unqualified
        out[3] = below
        out[4] = not_above - below
        out[5] = unqualified - not_above
