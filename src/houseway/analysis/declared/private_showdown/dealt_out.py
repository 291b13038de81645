"""One own hand against every hand that the dealer can have of the cards left, dealt out one by one and never held."""

import numba
import numpy as np

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.declared.private_showdown.counting import N_OUTCOMES, Cards, Comparison, Numbers
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup

_compiled = numba.njit(nogil=True, cache=True)


def deal_out(own: Cards, up: Cards, left: Cards, hidden: int, told: Comparison) -> Numbers:
    """Of all dealer's hands with these cards up and so many hidden ones, one at least, how many end in each outcome."""
    lookup = ranking(told.system).lookup
    mine = int(told.values(own[None, :])[0])
    key = np.uint64(lookup.start + lookup.card_keys[up].sum(dtype=np.uint64))
    mask = np.bitwise_or.reduce(lookup.card_masks[up], initial=np.uint64(0))
    counts = np.zeros(2 * N_OUTCOMES, np.int64)
    _deal(left, hidden, lookup, key, mask, mine, told.least if mine < told.always else 0, counts)
    return counts[: told.n_codes]


@_compiled
def _deal(
    left: Array,
    hidden: int,
    lookup: Lookup,
    key: np.uint64,
    mask: np.uint64,
    mine: int,
    least: int,
    counts: Array,
) -> None:
    """Go through the sets of cards in order, with the sums of keys and masks of all cards but the last."""
    keys, masks = np.full(hidden, key), np.full(hidden, mask)
    places = np.zeros(hidden, np.int64)
    depth = 0
    while depth >= 0:
        if depth == hidden - 1:
            for last in range(places[depth], left.size):
                card = left[last]
                value = np.int64(
                    value_of(lookup, keys[depth] + lookup.card_keys[card], masks[depth] | lookup.card_masks[card])
                )
                code = 1 + np.int64(mine < value) - np.int64(mine > value)
                counts[code + N_OUTCOMES * np.int64(value < least)] += 1
        elif places[depth] <= left.size - (hidden - depth):
            card = left[places[depth]]
            keys[depth + 1] = keys[depth] + lookup.card_keys[card]
            masks[depth + 1] = masks[depth] | lookup.card_masks[card]
            places[depth + 1] = places[depth] + 1
            depth += 1
            continue
        depth -= 1
        if depth >= 0:
            places[depth] += 1
