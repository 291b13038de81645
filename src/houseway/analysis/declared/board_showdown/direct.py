"""One situation by plain enumeration: every rest of the common cards, every hand of the dealer.

Nothing is assumed of the deck but that its cards are different, so known cards are simply left out. It shares nothing
but the look-up with the passes, which it checks.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.levels import kinds
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.street_play import with_fewer
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]


def path_values(layout: Layout, payoffs: Payoffs, own: Bytes, board: Bytes, left: Bytes) -> Numbers:
    """The value of every path, over all dealers and what is hidden, by the set of common cards at the last stage."""
    n_hidden, last = layout.streets.board.cards - len(board), layout.streets.stages[-1].shown - len(board)
    values = np.zeros((len(payoffs.paths), len(all_sets(len(left), n_hidden))), np.int64)
    _add_up(
        ranking(layout.system).lookup,
        own,
        board,
        left,
        all_sets(len(left), n_hidden),
        layout.least,
        kinds(layout.system)[0],
        layout.net(payoffs),
        values,
    )
    return with_fewer(values, len(left), n_hidden, last)


@numba.njit(nogil=True, cache=True)
def _add_up(
    lookup: Lookup,
    own: Bytes,
    board: Bytes,
    left: Bytes,
    rests: Bytes,
    least: int,
    kind_by_value: Numbers,
    net: Numbers,
    values: Numbers,
) -> None:
    """For every rest of the board the outcomes against every dealer, times what each path makes of them."""
    card_keys, card_masks = lookup.card_keys, lookup.card_masks
    start_key, start_mask = lookup.start, np.uint64(0)
    for card in board:
        start_key += card_keys[card]
        start_mask |= card_masks[card]
    own_key, own_mask = np.uint64(0), np.uint64(0)
    for card in own:
        own_key += card_keys[card]
        own_mask |= card_masks[card]
    taken = np.zeros(left.size, np.uint8)
    outcomes = np.zeros(6, np.int64)
    for row in range(rests.shape[0]):
        key, mask = start_key, start_mask
        taken[:] = 0
        for place in rests[row]:
            taken[place] = 1
            key += card_keys[left[place]]
            mask |= card_masks[left[place]]
        mine = value_of(lookup, key + own_key, mask | own_mask)
        outcomes[:] = 0
        for high in range(left.size):
            if taken[high]:
                continue
            high_key, high_mask = key + card_keys[left[high]], mask | card_masks[left[high]]
            for low in range(high):
                if taken[low]:
                    continue
                theirs = value_of(lookup, high_key + card_keys[left[low]], high_mask | card_masks[left[low]])
                outcomes[1 + (mine < theirs) - (mine > theirs) + 3 * (theirs < least)] += 1
        for path in range(net.shape[0]):
            for outcome in range(6):
                values[path, row] += net[path, kind_by_value[mine], outcome] * outcomes[outcome]
