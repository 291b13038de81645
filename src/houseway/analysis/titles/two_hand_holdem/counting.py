"""Exact counts after a flop, for every pair of hands and every hole at once.

The value of a card on a board depends on its rank and on whether it has the board's flush suit: its *kind*. At most one
suit can have three cards on a board of five, so at most one suit can make flushes there. Two *worlds* follow. In the
rank world flushes do not exist and a card is its rank. In the world of a suit, a card is its rank and whether it has
that suit. Cards of one kind are interchangeable: every count depends only on how many cards of each kind are where.

A kind is a number, 16 x flag + rank, where the flag says that the card has the suit. A pair of kinds is a place in one
or two squares of 13 rows and 16 columns. Three columns stay empty so that a row fills a vector register:

* first square, column <= row: two cards without the suit; column > row: two cards of the suit;
* second square: the row is the rank of the card with the suit, the column that of the card without it.

The rank world has the first square only. There a pair of ranks is at (high, low), and again at (low, high).

Dealer triples that lose to a hand are counted for every hole at once. On a full board each pair of the other cards has
a value. The dealer's three cards have the best of their three pairs (2HH-9b). So the triples whose value is below r are
the triangles of the graph whose edges are the pairs with values below r. Let t(x, y, ..) be the number of triangles
that contain the cards x, y, .., and T the number of all triangles. The number that avoid a hole {a, b, c, d} is, by
inclusion and exclusion,

    T - t(a) - .. - t(d) + t(a, b) + .. + t(c, d) - t(a, b, c) - .. - t(b, c, d)
      = A - B(c) - B(d) + t(c, d) - t(a, c, d) - t(b, c, d)
    A = T - t(a) - t(b) + t(a, b),   B(x) = t(x) - t(a, x) - t(b, x) + t(a, b, x).

A hand p = {a, b} of value r wins against the triples of the graph of pairs below r. It does not lose to those of the
graph of pairs up to r. As r ascends, the graph only grows. So one sweep over the pairs in order of value meets every
graph that is needed. Each graph serves all partners q = {c, d} of the hands p at once: a row of the result.

Edges join kinds. For two different cards of kinds k and l, t(k, l) = e(k, l) (common(k, l) - e(k, k) - e(l, l)). Here
common(k, l) counts the cards that are joined to both kinds.

All counts fit into 16 bits: there are at most C(47,3) = 16,215 triangles.

Over all boards of a flop, every (turn, river) adds these rows. Each row is weighted by the number of real turn and
river cards that the hole leaves of those kinds. The joint result of two hands needs nothing else: the triples that lose
to both are those that lose to the lower one. So a row is added to the sums of all boards. It is added again to the sums
of the boards where p is below q, and of those where p equals q. Sums are at most C(45,2) x C(43,3) < 2^24, so 32 bits
hold them.

After a flop, these sums are stored in *parts*. There is one for the rank world and one for each suit that may have
three cards on the board. A real hole is looked up in every part by the kinds of its cards there, and the parts add up.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_RANKS, N_SUITS, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.games.titles.two_hand_holdem import DEALER_CARDS, HOLE_CARDS, LAST_CARDS
from houseway.ranking import ranking
from houseway.ranking.kernels import leaf, value_of_ranks
from houseway.ranking.keys import RANK_KEYS
from houseway.ranking.lookup import Lookup

Array = NDArray[Any]
Flop = tuple[int, int, int]

COLUMNS = 16
N_KINDS = 2 * COLUMNS
SQUARE = N_RANKS * COLUMNS
N_PAIRS = 2 * SQUARE

RANK_WORLD = -1
"""The marker for no suit."""


@numba.njit(nogil=True, cache=True)
def kind_of(card_id: int, suit: int) -> int:
    """Return the kind of a card in the world of a suit."""
    flagged = COLUMNS if card_id % N_SUITS == suit else 0
    return card_id // N_SUITS + flagged


@numba.njit(nogil=True, cache=True)
def pair_place(one: int, other: int) -> int:
    """Return the place of a pair of kinds."""
    if (one >= COLUMNS) != (other >= COLUMNS):
        suited, plain = max(one, other) - COLUMNS, min(one, other)
        return SQUARE + suited * COLUMNS + plain
    if one >= COLUMNS:
        return (min(one, other) - COLUMNS) * COLUMNS + max(one, other) - COLUMNS
    return max(one, other) * COLUMNS + min(one, other)


@numba.njit(nogil=True, cache=True)
def pair_places(cards: Array, suit: int) -> Array:
    """Return the place of every pair of some cards, by their positions."""
    places = np.zeros((cards.size, cards.size), np.int64)
    for one in range(cards.size):
        for other in range(cards.size):
            if one != other:
                places[one, other] = pair_place(kind_of(cards[one], suit), kind_of(cards[other], suit))
    return places


def kind_counts(cards: Array, suit: int) -> Array:
    """Return how many of some cards are of each kind."""
    counts = np.zeros(N_KINDS, np.int64)
    for card_id in cards.tolist():
        counts[kind_of(card_id, suit)] += 1
    return counts


FLUSH_CARDS = 5
BIAS = 1 << 14
LANES = 4
"""The number of 16-bit counts that are handled as one 64-bit number."""
WORDS = COLUMNS // LANES
ADDED_KEYS = np.array(RANK_KEYS, np.uint64)
"""The amount that a card of each rank adds to the key of a hand."""
_EVERY_LANE = np.uint64(0x0001000100010001)
_BIASES = np.uint64(BIAS) * _EVERY_LANE
_EVERY_BIT = np.uint64(2**64 - 1)

_ABOVE = np.array([[-(column > high) for column in range(COLUMNS)] for high in range(N_RANKS)], np.int16).view(
    np.uint64
)
"""For each row of a square, all bits of the places whose column is higher."""

_compiled = numba.njit(nogil=True, cache=True)


FourWords = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


class Graph(NamedTuple):
    """Kinds of cards and the edges between them, with the counts that follow from the edges.

    The arrays whose names end in `four` are the same numbers, four to a 64-bit number. `minus` is a buffer for B(x).
    """

    left: Array
    edges: Array
    loops: Array
    common: Array
    through_two: Array
    through_one: Array
    minus: Array
    edges_four: Array
    through_two_four: Array
    through_one_four: Array
    minus_four: Array


@_compiled
def graph_of(left: Array) -> Graph:
    """Return the graph without edges of the cards that are left of each kind."""
    edges, common = np.zeros((N_KINDS, N_KINDS), np.int16), np.zeros((N_KINDS, N_KINDS), np.int16)
    two, one = np.zeros((N_KINDS, N_KINDS), np.int16), np.zeros(N_KINDS, np.int16)
    minus, loops = np.zeros(N_KINDS, np.int16), np.zeros(N_KINDS, np.int16)
    fours = edges.view(np.uint64), two.view(np.uint64), one.view(np.uint64), minus.view(np.uint64)
    return Graph(left.astype(np.int16), edges, loops, common, two, one, minus, *fours)


@_compiled
def pair_values(
    lookup: Lookup, left: Array, squares: int, board_key: np.uint64, board_mask: int, values: Array
) -> None:
    """Write the value of every pair of kinds with the board, or zero if too few cards are left for the pair.

    The key of the board is the sum of its rank keys. The mask holds the ranks of its cards of the suit.
    """
    by_mask = lookup.mask_values
    on_board = 0
    for rank in range(N_RANKS):
        on_board += (board_mask >> rank) & 1
    for place in range(squares * SQUARE):
        values[place] = 0
        row, column = (place % SQUARE) // COLUMNS, place % COLUMNS
        if column >= N_RANKS:
            continue
        one, other = place_kinds(place, squares)
        if left[one] < 1 or left[other] < 1 + (one == other):
            continue
        value = value_of_ranks(lookup, board_key + ADDED_KEYS[row] + ADDED_KEYS[column])
        suited = (one >= COLUMNS) + (other >= COLUMNS)
        if on_board + suited >= FLUSH_CARDS:
            mask = board_mask
            if one >= COLUMNS:
                mask |= 1 << (one - COLUMNS)
            if other >= COLUMNS:
                mask |= 1 << (other - COLUMNS)
            value = max(value, by_mask[mask])
        values[place] = value


@leaf
def place_kinds(place: int, squares: int) -> tuple[int, int]:
    """Return the two kinds of a place. The first one is that of the row."""
    row, column = (place % SQUARE) // COLUMNS, place % COLUMNS
    if place >= SQUARE:
        return row + COLUMNS, column
    if squares == 2 and column > row:
        return row + COLUMNS, column + COLUMNS
    return row, column


@leaf
def _join(one: int, other: int, graph: Graph) -> None:
    """Add an edge between two kinds, and the common neighbors that it makes."""
    left, edges, common = graph.left, graph.edges, graph.common
    if edges[one, other]:
        return
    for kind in range(N_KINDS):
        if edges[kind, other] and kind != one:
            common[one, kind] += left[other]
            common[kind, one] += left[other]
    common[one, one] += left[other]
    if one != other:
        for kind in range(N_KINDS):
            if edges[kind, one] and kind != other:
                common[other, kind] += left[one]
                common[kind, other] += left[one]
        common[other, other] += left[one]
    edges[one, other] = 1
    edges[other, one] = 1


@leaf
def join_places(places: Array, squares: int, graph: Graph) -> int:
    """Add the edges of some places, and count: all triangles, and those through one and two cards of each kind.

    No count here exceeds 16 bits.
    """
    for place in places:
        one, other = place_kinds(place, squares)
        _join(one, other, graph)
    n_kinds, left, loops, total = squares * COLUMNS, graph.left, graph.loops, 0
    for kind in range(n_kinds):
        loops[kind] = graph.edges[kind, kind]
    for one in range(n_kinds):
        through, loop = np.int16(0), loops[one]
        edges_of, common_of, two_of = graph.edges[one], graph.common[one], graph.through_two[one]
        for other in range(n_kinds):
            both = np.int16(edges_of[other] * np.int16(np.int16(common_of[other] - loop) - loops[other]))
            two_of[other] = both
            through = np.int16(through + np.int16(left[other] * both))
        graph.through_one[one] = (through - two_of[one]) // 2
        total += left[one] * graph.through_one[one]
    return total // 3


@leaf
def fill_row(place: int, squares: int, triangles: int, graph: Graph, row_4: Array) -> None:
    """Write, for one hand p, the triangles that avoid p and q, for every place of q, raised by BIAS.

    Four counts of 16 bits are handled as one number of 64. Stored numbers are raised by BIAS, because nothing may be
    borrowed across counts. At places that no hole can have, A - B(c) - B(d) may be negative, though not below -2 x
    C(47,2).
    """
    a, b = place_kinds(place, squares)
    edges, minus, edges_4, two_4 = graph.edges, graph.minus, graph.edges_four, graph.through_two_four
    start = 3 * BIAS + triangles - graph.through_one[a] - graph.through_one[b] + graph.through_two[a, b]
    joined = np.uint64(edges[a, b]) * _EVERY_BIT
    for word in range(N_KINDS // LANES):
        three = joined & edges_4[a, word] & edges_4[b, word]
        graph.minus_four[word] = _BIASES + graph.through_one_four[word] + three - two_4[a, word] - two_4[b, word]
    plain, of_suit = _four(graph.minus_four, 0), _four(graph.minus_four, WORDS)
    a_plain, a_of_suit = _four(edges_4[a], 0), _four(edges_4[a], WORDS)
    b_plain, b_of_suit = _four(edges_4[b], 0), _four(edges_4[b], WORDS)
    for high in range(N_RANKS):
        base = np.uint64(start - minus[high]) * _EVERY_LANE
        with_a, with_b = np.uint64(edges[a, high]) * _EVERY_BIT, np.uint64(edges[b, high]) * _EVERY_BIT
        words = _sixteen(base, plain, a_plain, b_plain, with_a, with_b, edges_4[high], two_4[high], 0)
        if squares == 2:
            kind = high + COLUMNS
            joins, pairs = edges_4[kind], two_4[kind]
            base = np.uint64(start - minus[kind]) * _EVERY_LANE
            with_a, with_b = np.uint64(edges[a, kind]) * _EVERY_BIT, np.uint64(edges[b, kind]) * _EVERY_BIT
            mixed = _sixteen(base, plain, a_plain, b_plain, with_a, with_b, joins, pairs, 0)
            suited = _sixteen(base, of_suit, a_of_suit, b_of_suit, with_a, with_b, joins, pairs, WORDS)
            words = _chosen(words, suited, _four(_ABOVE[high], 0))
            _store(row_4, (N_RANKS + high) * WORDS, mixed)
        _store(row_4, high * WORDS, words)


@leaf
def _sixteen(
    base: np.uint64,
    minus: FourWords,
    of_a: FourWords,
    of_b: FourWords,
    with_a: np.uint64,
    with_b: np.uint64,
    joins: Array,
    pairs: Array,
    first: int,
) -> FourWords:
    """Compute sixteen places of a row.

    There q has one kind c, and the other kind runs over the words from `first` on.
    """
    joined, through = _four(joins, first), _four(pairs, first)
    return (
        base - minus[0] + through[0] - (joined[0] & of_a[0] & with_a) - (joined[0] & of_b[0] & with_b),
        base - minus[1] + through[1] - (joined[1] & of_a[1] & with_a) - (joined[1] & of_b[1] & with_b),
        base - minus[2] + through[2] - (joined[2] & of_a[2] & with_a) - (joined[2] & of_b[2] & with_b),
        base - minus[3] + through[3] - (joined[3] & of_a[3] & with_a) - (joined[3] & of_b[3] & with_b),
    )


@leaf
def _four(words: Array, at: int) -> FourWords:
    return words[at], words[at + 1], words[at + 2], words[at + 3]


@leaf
def _chosen(these: FourWords, those: FourWords, where: FourWords) -> FourWords:
    """Return bits of `those` where `where` has ones, and bits of `these` elsewhere."""
    return (
        these[0] ^ (these[0] ^ those[0]) & where[0],
        these[1] ^ (these[1] ^ those[1]) & where[1],
        these[2] ^ (these[2] ^ those[2]) & where[2],
        these[3] ^ (these[3] ^ those[3]) & where[3],
    )


@leaf
def _store(row_4: Array, at: int, words: FourWords) -> None:
    row_4[at], row_4[at + 1], row_4[at + 2], row_4[at + 3] = words


@_compiled
def in_order(values: Array) -> tuple[Array, Array, Array]:
    """Return the places of hands in order of value, and the start and end of each place's equal hands."""
    order = np.argsort(values)
    starts, ends = np.zeros(values.size, np.int64), np.zeros(values.size, np.int64)
    start = 0
    while start < order.size:
        end = start
        while end < order.size and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            starts[place], ends[place] = start, end
        start = end
    return order, starts, ends


@_compiled
def losing_triples(left: Array, values: Array, order: Array, ends: Array, below: Array, up_to: Array) -> None:
    """Count, in the rank world, the dealer triples below p, and up to p, that avoid p and q, for every pair p, q."""
    graph, triangles, start = graph_of(left), 0, 0
    below_4, up_to_4 = below.view(np.uint64), up_to.view(np.uint64)
    while start < order.size:
        end = ends[order[start]]
        if values[order[start]]:
            for place in order[start:end]:
                fill_row(place, 1, triangles, graph, below_4[place])
            triangles = join_places(order[start:end], 1, graph)
            for place in order[start:end]:
                fill_row(place, 1, triangles, graph, up_to_4[place])
        start = end


WIN, NOT_LOSE, LOWER_WIN, LOWER_NOT_LOSE, EQUAL_WIN, EQUAL_NOT_LOSE = range(6)
LOWER, EQUAL = LOWER_WIN, EQUAL_WIN
"""The start of the sums of WIN and NOT_LOSE over the boards where p is lower, and over those where p is equal."""
N_SUMS = 6
FLUSH_ON_BOARD = 3
"""The number of board cards of a suit that makes a flush possible: two more come from the hand."""
MOST_HELD = 2
"""The most cards of a kind that a hand holds."""


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
    """Add one hand's row on one board to its sums of WIN or of NOT_LOSE. Few hands are equal, so they are listed."""
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
    """Add one hand's row on one board and subtract that of its ranks, in one pass over the sums."""
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
    """Write how many turn and river cards of two kinds a hole {p, q} leaves.

    The numbers go by how many cards of each kind p holds, for every q. `holds[kind, place]` is the number of cards of a
    kind that a pair holds.
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
    """Add every board's rows in the rank world. `counts` are the cards of each kind that the flop leaves."""
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
    """Return empty buffers for the rows of a board."""
    below, up_to = np.zeros((SQUARE, SQUARE), np.int16), np.zeros((SQUARE, SQUARE), np.int16)
    return RankRows(np.zeros(SQUARE, np.int32), below, up_to)


@_compiled
def fill_rank_rows(lookup: Lookup, left: Array, key: np.uint64, ranks: RankRows) -> tuple[Array, Array, Array]:
    """Compute the rows of a board in the rank world, and return its hands in order of value."""
    pair_values(lookup, left, 1, key, 0, ranks.values)
    order, starts, ends = in_order(ranks.values)
    losing_triples(left, ranks.values, order, ends, ranks.below, ranks.up_to)
    return order, starts, ends


@_compiled
def count_suit_world(
    lookup: Lookup, counts: Array, flop_key: np.uint64, flop_mask: int, in_flop: int, holds: Array, sums: Array
) -> None:
    """Add the changes for boards with three or more cards of the suit: its rows less those of the rank world.

    The rank world counts every board. Here each board with a possible flush is recounted, and its rank-world count is
    subtracted. The rows of the rank world depend on the ranks of turn and river alone, so they serve all boards of two
    ranks.
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
    """Add the rows of one board in the world of a suit and subtract those of its ranks."""
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


FIRST_WINS, FIRST_NOT_LOSES, SECOND_WINS, SECOND_NOT_LOSES = range(4)
BOTH_WIN, FIRST_WINS_SECOND_NOT_LOSES, FIRST_NOT_LOSES_SECOND_WINS, BOTH_NOT_LOSE = range(4, 8)
N_JOINT = 8


@dataclass(frozen=True, slots=True)
class FlopTables:
    """All counts of the rounds that follow a flop.

    `places[part, i, j]` is the place of the pair of the i-th and j-th card of `cards` in a part. `edges[part, p, q]`
    holds for hands p and q the sums of WIN and NOT_LOSE of p, then of q. `joint[part, p, q]` holds the eight counts
    FIRST_WINS to BOTH_NOT_LOSE. `deals` is the number of ways to complete a board and the dealer's hand after a flop
    and a hole.
    """

    flop: Flop
    cards: Array
    places: Array
    edges: Array
    joint: Array
    deals: int


def flop_tables(deck: Deck, flop: Flop) -> FlopTables:
    """Count everything that can follow a flop."""
    cards = np.array(deck.without(flop).cards, np.int64)
    worlds = worlds_of(flop)
    joint = np.zeros((len(worlds), N_PAIRS, N_PAIRS, N_JOINT), np.int32)
    edges = np.zeros((len(worlds), N_PAIRS, N_PAIRS, 2), np.int32)
    for part, suit in enumerate(worlds):
        _combine(_sums(cards, flop, suit), joint[part], edges[part])
    places = np.stack([pair_places(cards, suit) for suit in worlds])
    return FlopTables(flop, cards, places, edges, joint, completions(cards.size))


def worlds_of(flop: Flop) -> list[int]:
    """Return the rank world, and the suits that may make a flush on the board."""
    suited = [sum(suit_of(each) == suit for each in flop) for suit in range(N_SUITS)]
    return [RANK_WORLD, *(suit for suit in range(N_SUITS) if suited[suit] + LAST_CARDS >= FLUSH_ON_BOARD)]


def completions(n_cards: int) -> int:
    """Return the number of ways to complete a round after a flop, which leaves `n_cards` cards, and a hole."""
    left = n_cards - HOLE_CARDS
    return comb(left, LAST_CARDS) * comb(left - LAST_CARDS, DEALER_CARDS)


def _sums(cards: Array, flop: Flop, suit: int) -> Array:
    """Return the six sums of every pair of places in one world."""
    lookup, counts = ranking("standard").lookup, kind_counts(cards, suit)
    flop_key = np.uint64(sum(RANK_KEYS[rank_of(each)] for each in flop))
    if suit == RANK_WORLD:
        sums = np.zeros((SQUARE, N_SUMS, SQUARE), np.int32)
        count_rank_world(lookup, counts, flop_key, _holds(1), sums)
        return sums
    suited = [rank_of(each) for each in flop if suit_of(each) == suit]
    mask = sum(1 << rank for rank in suited)
    sums = np.zeros((N_PAIRS, N_SUMS, N_PAIRS), np.int32)
    count_suit_world(lookup, counts, flop_key, mask, len(suited), _holds(2), sums)
    return sums


@cache
def _holds(squares: int) -> Array:
    """Return how many cards of each kind the pair at each place holds."""
    holds = np.zeros((N_KINDS, squares * SQUARE), np.int32)
    for place in range(squares * SQUARE):
        if place % COLUMNS < N_RANKS:
            for kind in place_kinds(place, squares):
                holds[kind, place] += 1
    return holds


@numba.njit(nogil=True, cache=True)
def _combine(sums: Array, joint: Array, edges: Array) -> None:
    """Compute the joint counts of two hands from the sums of p with q and of q with p."""
    for p in range(sums.shape[0]):
        for q in range(sums.shape[0]):
            one, other, both = sums[p, :, q], sums[q, :, p], joint[p, q]
            both[FIRST_WINS], both[FIRST_NOT_LOSES] = one[WIN], one[NOT_LOSE]
            both[SECOND_WINS], both[SECOND_NOT_LOSES] = other[WIN], other[NOT_LOSE]
            both[BOTH_WIN] = one[LOWER_WIN] + other[LOWER_WIN] + one[EQUAL_WIN]
            both[BOTH_NOT_LOSE] = one[LOWER_NOT_LOSE] + other[LOWER_NOT_LOSE] + one[EQUAL_NOT_LOSE]
            both[FIRST_WINS_SECOND_NOT_LOSES] = one[LOWER_WIN] + one[EQUAL_WIN] + other[LOWER_NOT_LOSE]
            both[FIRST_NOT_LOSES_SECOND_WINS] = one[LOWER_NOT_LOSE] + other[LOWER_WIN] + one[EQUAL_WIN]
            edges[p, q, 0] = one[WIN] + one[NOT_LOSE]
            edges[p, q, 1] = other[WIN] + other[NOT_LOSE]
