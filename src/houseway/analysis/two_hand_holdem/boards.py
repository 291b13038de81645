"""Sums over all boards of a flop, for every pair of hands.

Every (turn, river) adds the rows of `counting`, each weighted by the number of real turn and river cards that the hole
leaves of those kinds. For the joint result of two hands nothing else is needed: the triples that lose to both are those
that lose to the lower one. So a row is added to the sums of all boards, and again to the sums of the boards where p is
below q and of those where p equals q. Sums are at most C(45,2) x C(43,3) < 2^24, so 32 bits hold them.
"""

import numba
import numpy as np

from houseway.analysis.two_hand_holdem.counting import ADDED_KEYS, BIAS, losing_triples, pair_values
from houseway.analysis.two_hand_holdem.kinds import COLUMNS, N_KINDS, N_PAIRS, SQUARE, Array
from houseway.cards.card import N_RANKS
from houseway.ranking.lookup import Lookup

WIN, NOT_LOSE, LOWER_WIN, LOWER_NOT_LOSE, EQUAL_WIN, EQUAL_NOT_LOSE = range(6)
N_SUMS = 6
FLUSH_ON_BOARD = 3
"""So many board cards of a suit make a flush possible: two come from the hand."""

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def add_row(sums: Array, weights: Array, below: Array, up_to: Array, value: int, values: Array, sign: int) -> None:
    """Add one hand's row on one board to its six sums."""
    win, not_lose = sums[WIN], sums[NOT_LOSE]
    lower_win, lower_not_lose = sums[LOWER_WIN], sums[LOWER_NOT_LOSE]
    equal_win, equal_not_lose = sums[EQUAL_WIN], sums[EQUAL_NOT_LOSE]
    for q in range(weights.size):
        weight = np.int32(sign * weights[q])
        wins, not_loses = np.int32(weight * (below[q] - BIAS)), np.int32(weight * (up_to[q] - BIAS))
        lower, equal = value < values[q], value == values[q]
        win[q] += wins
        not_lose[q] += not_loses
        lower_win[q] += wins if lower else 0
        lower_not_lose[q] += not_loses if lower else 0
        equal_win[q] += wins if equal else 0
        equal_not_lose[q] += not_loses if equal else 0


@_compiled
def board_weights(p: int, turn: int, river: int, counts: Array, holds: Array, weights: Array) -> None:
    """How many turn and river cards of two kinds the hole {p, q} leaves, for every q.

    `holds[kind, place]` says how many cards of a kind a pair holds.
    """
    turns, rivers = counts[turn] - holds[turn, p], counts[river] - holds[river, p]
    of_turn, of_river = holds[turn], holds[river]
    if turn == river:
        for q in range(weights.size):
            n = turns - of_turn[q]
            weights[q] = n * (n - 1) // 2
    else:
        for q in range(weights.size):
            weights[q] = (turns - of_turn[q]) * (rivers - of_river[q])


@_compiled
def count_rank_world(lookup: Lookup, counts: Array, flop_key: np.uint64, holds: Array, sums: Array) -> None:
    """Add every board's rows in the rank world; `counts` are the cards of each kind that the flop leaves."""
    values = np.zeros(SQUARE, np.int32)
    below, up_to = np.zeros((SQUARE, SQUARE), np.int16), np.zeros((SQUARE, SQUARE), np.int16)
    weights = np.zeros(SQUARE, np.int32)
    left = counts.copy()
    for turn in range(N_RANKS):
        for river in range(turn + 1):
            if counts[turn] < 1 or counts[river] < 1 + (turn == river):
                continue
            left[turn] -= 1
            left[river] -= 1
            key = flop_key + ADDED_KEYS[turn] + ADDED_KEYS[river]
            pair_values(lookup, left, 1, key, 0, values)
            losing_triples(left, values, 1, below, up_to)
            for p in range(SQUARE):
                if values[p] and p // COLUMNS >= p % COLUMNS:
                    board_weights(p, turn, river, counts, holds, weights)
                    add_row(sums[p, :, :SQUARE], weights, below[p], up_to[p], values[p], values, 1)
            left[turn] += 1
            left[river] += 1


@_compiled
def count_suit_world(
    lookup: Lookup, counts: Array, flop_key: np.uint64, flop_mask: int, in_flop: int, holds: Array, sums: Array
) -> None:
    """Add what changes where the suit has three cards or more on the board: its own rows less those of the rank world.

    The rank world counts every board; here each board with a possible flush is counted anew and taken back there.
    """
    values, rank_values = np.zeros(N_PAIRS, np.int32), np.zeros(SQUARE, np.int32)
    below, up_to = np.zeros((N_PAIRS, N_PAIRS), np.int16), np.zeros((N_PAIRS, N_PAIRS), np.int16)
    rank_below, rank_up_to = np.zeros((SQUARE, SQUARE), np.int16), np.zeros((SQUARE, SQUARE), np.int16)
    weights = np.zeros(N_PAIRS, np.int32)
    left, by_rank = counts.copy(), np.zeros(N_KINDS, counts.dtype)
    for turn in range(N_KINDS):
        for river in range(turn + 1):
            suited = (turn >= COLUMNS) + (river >= COLUMNS)
            if in_flop + suited < FLUSH_ON_BOARD or counts[turn] < 1 or counts[river] < 1 + (turn == river):
                continue
            left[turn] -= 1
            left[river] -= 1
            for rank in range(N_RANKS):
                by_rank[rank] = left[rank] + left[COLUMNS + rank]
            key = flop_key + ADDED_KEYS[turn % COLUMNS] + ADDED_KEYS[river % COLUMNS]
            mask = flop_mask
            if turn >= COLUMNS:
                mask |= 1 << (turn - COLUMNS)
            if river >= COLUMNS:
                mask |= 1 << (river - COLUMNS)
            pair_values(lookup, by_rank, 1, key, 0, rank_values)
            losing_triples(by_rank, rank_values, 1, rank_below, rank_up_to)
            pair_values(lookup, left, 2, key, mask, values)
            losing_triples(left, values, 2, below, up_to)
            for p in range(N_PAIRS):
                if values[p]:
                    board_weights(p, turn, river, counts, holds, weights)
                    add_row(sums[p], weights, below[p], up_to[p], values[p], values, 1)
                    ranks = p % SQUARE
                    value, minus_below, minus_up_to = rank_values[ranks], rank_below[ranks], rank_up_to[ranks]
                    for square in range(2):
                        part = slice(square * SQUARE, (square + 1) * SQUARE)
                        add_row(sums[p, :, part], weights[part], minus_below, minus_up_to, value, rank_values, -1)
            left[turn] += 1
            left[river] += 1
