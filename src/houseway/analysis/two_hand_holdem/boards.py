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
MOST_HELD = 2
"""A hand holds at most so many cards of a kind."""

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def add_row(sums: Array, weights: Array, below: Array, up_to: Array, value: int, values: Array) -> None:
    """Add one hand's row on one board to its sums, those of equal hands left aside."""
    win, not_lose, lower_win, lower_not_lose = sums[WIN], sums[NOT_LOSE], sums[LOWER_WIN], sums[LOWER_NOT_LOSE]
    for q in range(weights.size):
        weight, lower = weights[q], np.int32(value < values[q])
        wins, not_loses = np.int32(weight * (below[q] - BIAS)), np.int32(weight * (up_to[q] - BIAS))
        win[q] += wins
        not_lose[q] += not_loses
        lower_win[q] += wins * lower
        lower_not_lose[q] += not_loses * lower


@_compiled
def exchange_row(
    sums: Array,
    weights: Array,
    own: tuple[Array, Array],
    value: int,
    values: Array,
    others: tuple[Array, Array],
    other_value: int,
    other_values: Array,
) -> None:
    """Add one hand's own row on one board and take another one off, in one go over the sums.

    A row is the triples below the hand and those up to it. The other values are those of the same ranks elsewhere.
    """
    win, not_lose, lower_win, lower_not_lose = sums[WIN], sums[NOT_LOSE], sums[LOWER_WIN], sums[LOWER_NOT_LOSE]
    below, up_to = own
    other_below, other_up_to = others
    for q in range(weights.size):
        weight, lower, was_lower = weights[q], np.int32(value < values[q]), np.int32(other_value < other_values[q])
        wins, won = np.int32(weight * (below[q] - BIAS)), np.int32(weight * (other_below[q] - BIAS))
        not_loses, did_not_lose = np.int32(weight * (up_to[q] - BIAS)), np.int32(weight * (other_up_to[q] - BIAS))
        win[q] += wins - won
        not_lose[q] += not_loses - did_not_lose
        lower_win[q] += wins * lower - won * was_lower
        lower_not_lose[q] += not_loses * lower - did_not_lose * was_lower


@_compiled
def add_equal(sums: Array, weights: Array, below: Array, up_to: Array, equal: Array, first: int, sign: int) -> None:
    """Add the counts of one hand beside each equal one; few are, so they are listed. Rows may begin at a square."""
    equal_win, equal_not_lose = sums[EQUAL_WIN], sums[EQUAL_NOT_LOSE]
    for place in equal:
        q = first + place
        weight = np.int32(sign) * weights[q]
        equal_win[q] += weight * (np.int32(below[place]) - BIAS)
        equal_not_lose[q] += weight * (np.int32(up_to[place]) - BIAS)


@_compiled
def board_weights(turn: int, river: int, counts: Array, holds: Array, weights: Array) -> None:
    """How many turn and river cards of two kinds a hole {p, q} leaves: by what p holds of each kind, for every q.

    `holds[kind, place]` says how many cards of a kind a pair holds.
    """
    of_turn, of_river = holds[turn], holds[river]
    for held_turn in range(MOST_HELD + 1):
        for held_river in range(MOST_HELD + 1):
            turns, rivers = counts[turn] - held_turn, counts[river] - held_river
            row = weights[held_turn, held_river]
            if turn == river:
                for q in range(row.size):
                    n = turns - of_turn[q]
                    row[q] = n * (n - 1) // 2
            else:
                for q in range(row.size):
                    row[q] = (turns - of_turn[q]) * (rivers - of_river[q])


@_compiled
def count_rank_world(lookup: Lookup, counts: Array, flop_key: np.uint64, holds: Array, sums: Array) -> None:
    """Add every board's rows in the rank world; `counts` are the cards of each kind that the flop leaves."""
    values = np.zeros(SQUARE, np.int32)
    below, up_to = np.zeros((SQUARE, SQUARE), np.int16), np.zeros((SQUARE, SQUARE), np.int16)
    weights = np.zeros((MOST_HELD + 1, MOST_HELD + 1, SQUARE), np.int32)
    left = counts.copy()
    for turn in range(N_RANKS):
        for river in range(turn + 1):
            if counts[turn] < 1 or counts[river] < 1 + (turn == river):
                continue
            left[turn] -= 1
            left[river] -= 1
            key = flop_key + ADDED_KEYS[turn] + ADDED_KEYS[river]
            pair_values(lookup, left, 1, key, 0, values)
            order, starts, ends = losing_triples(left, values, 1, below, up_to)
            board_weights(turn, river, counts, holds, weights)
            for p in range(SQUARE):
                if values[p] and p // COLUMNS >= p % COLUMNS:
                    of_p = weights[holds[turn, p], holds[river, p]]
                    add_row(sums[p], of_p, below[p], up_to[p], values[p], values)
                    add_equal(sums[p], of_p, below[p], up_to[p], order[starts[p] : ends[p]], 0, 1)
            left[turn] += 1
            left[river] += 1


@_compiled
def count_suit_world(
    lookup: Lookup, counts: Array, flop_key: np.uint64, flop_mask: int, in_flop: int, holds: Array, sums: Array
) -> None:
    """Add what changes where the suit has three cards or more on the board: its own rows less those of the rank world.

    The rank world counts every board; here each board with a possible flush is counted anew and taken back there.
    """
    values, rank_values = np.zeros(N_PAIRS, np.int32), np.zeros(N_PAIRS, np.int32)
    below, up_to = np.zeros((N_PAIRS, N_PAIRS), np.int16), np.zeros((N_PAIRS, N_PAIRS), np.int16)
    rank_below, rank_up_to = np.zeros((SQUARE, N_PAIRS), np.int16), np.zeros((SQUARE, N_PAIRS), np.int16)
    weights = np.zeros((MOST_HELD + 1, MOST_HELD + 1, N_PAIRS), np.int32)
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
            rank_values[SQUARE:] = rank_values[:SQUARE]
            rank_order, rank_starts, rank_ends = losing_triples(by_rank, rank_values, 1, rank_below, rank_up_to)
            rank_below[:, SQUARE:] = rank_below[:, :SQUARE]
            rank_up_to[:, SQUARE:] = rank_up_to[:, :SQUARE]
            pair_values(lookup, left, 2, key, mask, values)
            order, starts, ends = losing_triples(left, values, 2, below, up_to)
            board_weights(turn, river, counts, holds, weights)
            for p in range(N_PAIRS):
                if values[p]:
                    of_p, ranks = weights[holds[turn, p], holds[river, p]], p % SQUARE
                    own, others = (below[p], up_to[p]), (rank_below[ranks], rank_up_to[ranks])
                    exchange_row(sums[p], of_p, own, values[p], values, others, rank_values[ranks], rank_values)
                    add_equal(sums[p], of_p, below[p], up_to[p], order[starts[p] : ends[p]], 0, 1)
                    equal = rank_order[rank_starts[ranks] : rank_ends[ranks]]
                    for first in (0, SQUARE):
                        add_equal(sums[p], of_p, rank_below[ranks], rank_up_to[ranks], equal, first, -1)
            left[turn] += 1
            left[river] += 1
