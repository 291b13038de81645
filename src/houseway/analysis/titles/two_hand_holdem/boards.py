"""Sums over all boards of a flop, for every pair of hands.

Every (turn, river) adds the rows of `counting`, each weighted by the number of real turn and river cards that the hole
leaves of those kinds. For the joint result of two hands nothing else is needed: the triples that lose to both are those
that lose to the lower one. So a row is added to the sums of all boards, and again to the sums of the boards where p is
below q and of those where p equals q. Sums are at most C(45,2) x C(43,3) < 2^24, so 32 bits hold them.
"""

from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.titles.two_hand_holdem.counting import (
    ADDED_KEYS,
    BIAS,
    fill_row,
    graph_of,
    in_order,
    join_places,
    losing_triples,
    pair_values,
)
from houseway.analysis.titles.two_hand_holdem.kinds import COLUMNS, N_KINDS, N_PAIRS, SQUARE, Array
from houseway.cards.card import N_RANKS
from houseway.ranking.kernels import leaf
from houseway.ranking.lookup import Lookup

WIN, NOT_LOSE, LOWER_WIN, LOWER_NOT_LOSE, EQUAL_WIN, EQUAL_NOT_LOSE = range(6)
LOWER, EQUAL = LOWER_WIN, EQUAL_WIN
"""Where the sums of WIN and NOT_LOSE over the boards where p is lower start, and over those where p is equal."""
N_SUMS = 6
FLUSH_ON_BOARD = 3
"""So many board cards of a suit make a flush possible: two come from the hand."""
MOST_HELD = 2
"""A hand holds at most so many cards of a kind."""

_compiled = numba.njit(nogil=True, cache=True)


class RankRows(NamedTuple):
    """The values of all pairs of ranks on a board, and their rows of triples below them and up to them."""

    values: Array
    below: Array
    up_to: Array


class RankRow(NamedTuple):
    """One of these rows, the value of its hand, all values, and the places of hands that are equal."""

    row: Array
    value: int
    values: Array
    equal: Array


@leaf
def add_row(sums: Array, result: int, weights: Array, row: Array, value: int, values: Array, equal: Array) -> None:
    """Add one hand's row on one board to its sums of WIN or of NOT_LOSE. Few hands are equal: they are listed."""
    of_all, of_lower, of_equal = sums[result], sums[LOWER + result], sums[EQUAL + result]
    for q in range(weights.size):
        ways = np.int32(weights[q] * (row[q] - BIAS))
        of_all[q] += ways
        of_lower[q] += ways * np.int32(value < values[q])
    for q in equal:
        of_equal[q] += np.int32(weights[q] * (row[q] - BIAS))


@leaf
def exchange_row(
    sums: Array, result: int, weights: Array, row: Array, value: int, values: Array, equal: Array, rank: RankRow
) -> None:
    """Add one hand's own row on one board and take that of its ranks off, in one go over the sums."""
    of_all, of_lower, of_equal = sums[result], sums[LOWER + result], sums[EQUAL + result]
    taken, rank_value, rank_values = rank.row, rank.value, rank.values
    for first in (0, SQUARE):
        for place in range(SQUARE):
            q = first + place
            ways, fewer = np.int32(weights[q] * (row[q] - BIAS)), np.int32(weights[q] * (taken[place] - BIAS))
            lower, was_lower = np.int32(value < values[q]), np.int32(rank_value < rank_values[place])
            of_all[q] += ways - fewer
            of_lower[q] += ways * lower - fewer * was_lower
        for place in rank.equal:
            of_equal[first + place] -= np.int32(weights[first + place] * (taken[place] - BIAS))
    for q in equal:
        of_equal[q] += np.int32(weights[q] * (row[q] - BIAS))


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
    ranks = rank_rows()
    weights = np.zeros((MOST_HELD + 1, MOST_HELD + 1, SQUARE), np.int32)
    left = counts.copy()
    for turn in range(N_RANKS):
        for river in range(turn + 1):
            if counts[turn] < 1 or counts[river] < 1 + (turn == river):
                continue
            left[turn] -= 1
            left[river] -= 1
            order, starts, ends = fill_rank_rows(lookup, left, flop_key + ADDED_KEYS[turn] + ADDED_KEYS[river], ranks)
            left[turn] += 1
            left[river] += 1
            board_weights(turn, river, counts, holds, weights)
            for p in range(SQUARE):
                value, values = ranks.values[p], ranks.values
                if value and p // COLUMNS >= p % COLUMNS:
                    of_p, equal = weights[holds[turn, p], holds[river, p]], order[starts[p] : ends[p]]
                    add_row(sums[p], WIN, of_p, ranks.below[p], value, values, equal)
                    add_row(sums[p], NOT_LOSE, of_p, ranks.up_to[p], value, values, equal)


@_compiled
def rank_rows() -> RankRows:
    """Room for the rows of a board."""
    below, up_to = np.zeros((SQUARE, SQUARE), np.int16), np.zeros((SQUARE, SQUARE), np.int16)
    return RankRows(np.zeros(SQUARE, np.int32), below, up_to)


@_compiled
def fill_rank_rows(lookup: Lookup, left: Array, key: np.uint64, ranks: RankRows) -> tuple[Array, Array, Array]:
    """The rows of a board in the rank world, and its hands in order of value."""
    pair_values(lookup, left, 1, key, 0, ranks.values)
    order, starts, ends = in_order(ranks.values)
    losing_triples(left, ranks.values, order, ends, ranks.below, ranks.up_to)
    return order, starts, ends


@_compiled
def count_suit_world(
    lookup: Lookup, counts: Array, flop_key: np.uint64, flop_mask: int, in_flop: int, holds: Array, sums: Array
) -> None:
    """Add what changes where the suit has three cards or more on the board: its own rows less those of the rank world.

    The rank world counts every board; here each board with a possible flush is counted anew and taken back there. The
    rows of the rank world depend on the ranks of turn and river alone, so they serve all boards of two ranks.
    """
    values, ranks = np.zeros(N_PAIRS, np.int32), rank_rows()
    weights = np.zeros((MOST_HELD + 1, MOST_HELD + 1, N_PAIRS), np.int32)
    left, by_rank = counts.copy(), np.zeros(N_KINDS, counts.dtype)
    for high in range(N_RANKS):
        for low in range(high + 1):
            key = flop_key + ADDED_KEYS[high] + ADDED_KEYS[low]
            for rank in range(N_RANKS):
                by_rank[rank] = counts[rank] + counts[COLUMNS + rank] - (rank == high) - (rank == low)
            if by_rank[high] < 0 or by_rank[low] < 0:
                continue
            rank_order = fill_rank_rows(lookup, by_rank, key, ranks)
            for suits in range(4):
                turn, river = high + COLUMNS * (suits & 1), low + COLUMNS * (suits >> 1)
                suited = (turn >= COLUMNS) + (river >= COLUMNS)
                if in_flop + suited < FLUSH_ON_BOARD or counts[turn] < 1 or counts[river] < 1 + (turn == river):
                    continue
                if high == low and river > turn:
                    continue
                mask = flop_mask
                if turn >= COLUMNS:
                    mask |= 1 << high
                if river >= COLUMNS:
                    mask |= 1 << low
                left[turn] -= 1
                left[river] -= 1
                pair_values(lookup, left, 2, key, mask, values)
                board_weights(turn, river, counts, holds, weights)
                exchange_board(left, values, weights, holds[turn], holds[river], ranks, rank_order, sums)
                left[turn] += 1
                left[river] += 1


@_compiled
def exchange_board(
    left: Array,
    values: Array,
    weights: Array,
    of_turn: Array,
    of_river: Array,
    ranks: RankRows,
    rank_order: tuple[Array, Array, Array],
    sums: Array,
) -> None:
    """Add the rows of one board in the world of a suit and take those of its ranks off."""
    order, _, ends = in_order(values)
    by_rank, rank_starts, rank_ends = rank_order
    graph, triangles, start = graph_of(left), 0, 0
    row = np.empty(N_PAIRS, np.int16)
    row_4 = row.view(np.uint64)
    while start < order.size:
        end = ends[order[start]]
        value, places = values[order[start]], order[start:end]
        if value:
            for result, rank_row in ((WIN, ranks.below), (NOT_LOSE, ranks.up_to)):
                if result == NOT_LOSE:
                    triangles = join_places(places, 2, graph)
                for p in places:
                    of_p, r = weights[of_turn[p], of_river[p]], p % SQUARE
                    equal = by_rank[rank_starts[r] : rank_ends[r]]
                    fill_row(p, 2, triangles, graph, row_4)
                    taken = RankRow(rank_row[r], ranks.values[r], ranks.values, equal)
                    exchange_row(sums[p], result, of_p, row, value, values, places, taken)
        start = end
