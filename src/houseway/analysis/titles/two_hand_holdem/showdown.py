"""One hole after a flop, by plain enumeration: every turn and river, every three cards of the dealer.

This is the way of a single situation: nothing is assumed of the deck but that its cards are different, so known cards
are simply left out. It shares nothing but the look-up with `counting`, which it checks.
"""

import numba
import numpy as np

from houseway.analysis.titles.two_hand_holdem.kinds import Array
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup

WINS, PUSHES, LOSES = range(3)
ARRANGEMENTS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to set four cards as two hands, by position: the first two are one hand."""

_ARRANGEMENTS = np.array(ARRANGEMENTS)

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def joint_outcomes(lookup: Lookup, flop: Array, hole: Array, rest: Array) -> Array:
    """For each arrangement, how many completions of the round give each result of the first and the second hand.

    `rest` holds the cards that turn, river and dealer may still be. The result is an array (3, 3, 3) by arrangement
    and the outcomes WINS, PUSHES, LOSES of the hands.
    """
    card_keys, card_masks = lookup.card_keys, lookup.card_masks
    outcomes = np.zeros((3, 3, 3), np.int64)
    values = np.zeros((rest.size, rest.size), np.int64)
    hands = np.zeros((3, 2), np.int64)
    live = np.zeros(rest.size, np.int64)
    for turn in range(rest.size):
        for river in range(turn):
            key, mask = lookup.start, np.uint64(0)
            for card_id in (flop[0], flop[1], flop[2], rest[turn], rest[river]):
                key += card_keys[card_id]
                mask |= card_masks[card_id]
            for way in range(3):
                for hand in range(2):
                    one, other = hole[_ARRANGEMENTS[way, 2 * hand]], hole[_ARRANGEMENTS[way, 2 * hand + 1]]
                    two_keys, two_masks = card_keys[one] + card_keys[other], card_masks[one] | card_masks[other]
                    hands[way, hand] = value_of(lookup, key + two_keys, mask | two_masks)
            size = 0
            for card in range(rest.size):
                if card not in (turn, river):
                    live[size] = rest[card]
                    size += 1
            for i in range(size):
                for j in range(i):
                    two_keys = card_keys[live[i]] + card_keys[live[j]]
                    value = value_of(lookup, key + two_keys, mask | card_masks[live[i]] | card_masks[live[j]])
                    values[i, j] = value
            for i in range(size):
                for j in range(i):
                    for k in range(j):
                        dealer = max(values[i, j], values[i, k], values[j, k])
                        for way in range(3):
                            first = 1 - (hands[way, 0] > dealer) + (hands[way, 0] < dealer)
                            second = 1 - (hands[way, 1] > dealer) + (hands[way, 1] < dealer)
                            outcomes[way, first, second] += 1
    return outcomes
