"""Dealer triples that lose to a hand, counted for every hole at once.

On a full board each pair of the other cards has a value, and the dealer's three cards have the best of their three
pairs (2HH-9b). So the triples whose value is below r are the triangles of the graph whose edges are the pairs with
values below r. With t(x, y, ..) the number of triangles that contain the cards x, y, .., and T that of all triangles,
those that avoid a hole {a, b, c, d} number, by inclusion and exclusion,

    T - t(a) - .. - t(d) + t(a, b) + .. + t(c, d) - t(a, b, c) - .. - t(b, c, d)
      = A - B(c) - B(d) + t(c, d) - t(a, c, d) - t(b, c, d)
    A = T - t(a) - t(b) + t(a, b),   B(x) = t(x) - t(a, x) - t(b, x) + t(a, b, x).

A hand p = {a, b} of value r wins against the triples of the graph of pairs below r, and does not lose to those of the
graph of pairs up to r. As r ascends the graph only grows, so one sweep over the pairs in order of value meets every
graph that is needed, and each one serves all partners q = {c, d} of the hands p at once: a row of the result.

Cards are kinds here (see `kinds`), edges join kinds, and t(k, l) = e(k, l) (common(k, l) - e(k, k) - e(l, l)) for two
different cards of kinds k and l, where common(k, l) counts the cards that are joined to both kinds.

All counts fit into 16 bits: there are at most C(47,3) = 16,215 triangles.
"""

from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.titles.two_hand_holdem.kinds import COLUMNS, N_KINDS, SQUARE, Array
from houseway.cards.card import N_RANKS
from houseway.ranking.kernels import leaf, value_of_ranks
from houseway.ranking.keys import RANK_KEYS
from houseway.ranking.lookup import Lookup

FLUSH_CARDS = 5
BIAS = 1 << 14
LANES = 4
"""How many 16-bit counts are handled as one 64-bit number."""
WORDS = COLUMNS // LANES
ADDED_KEYS = np.array(RANK_KEYS, np.uint64)
"""What a card of each rank adds to the key of a hand."""
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

    The arrays whose names end in `four` are the same numbers, four to a 64-bit number; `minus` is room for B(x).
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
    """The graph without edges of the cards that are left of each kind."""
    edges, common = np.zeros((N_KINDS, N_KINDS), np.int16), np.zeros((N_KINDS, N_KINDS), np.int16)
    two, one = np.zeros((N_KINDS, N_KINDS), np.int16), np.zeros(N_KINDS, np.int16)
    minus, loops = np.zeros(N_KINDS, np.int16), np.zeros(N_KINDS, np.int16)
    fours = edges.view(np.uint64), two.view(np.uint64), one.view(np.uint64), minus.view(np.uint64)
    return Graph(left.astype(np.int16), edges, loops, common, two, one, minus, *fours)


@_compiled
def pair_values(
    lookup: Lookup, left: Array, squares: int, board_key: np.uint64, board_mask: int, values: Array
) -> None:
    """The value of every pair of kinds with the board; zero where too few cards are left for the pair.

    The key of the board is the sum of its rank keys; the mask holds the ranks of its cards of the suit.
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
    """The two kinds of a place; the first one is that of the row."""
    row, column = (place % SQUARE) // COLUMNS, place % COLUMNS
    if place >= SQUARE:
        return row + COLUMNS, column
    if squares == 2 and column > row:
        return row + COLUMNS, column + COLUMNS
    return row, column


@leaf
def _join(one: int, other: int, graph: Graph) -> None:
    """Add an edge between two kinds, and the common neighbours that it makes."""
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

    Nothing that is counted here passes 16 bits.
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
    """For one hand p, the triangles that avoid p and q, for every place of q, raised by BIAS.

    Four counts of 16 bits are handled as one number of 64. What is kept is raised by BIAS, because at places that no
    hole can have A - B(c) - B(d) may be negative, though not below -2 x C(47,2), and nothing may be borrowed across.
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
    """Sixteen places of a row, in which q has one kind c and the other kind runs over the words from `first` on."""
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
    """Those bits where `where` has ones, these elsewhere."""
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
    """The places of hands in order of value, and for each place where the hands that are equal to it start and end."""
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
    """In the rank world, for every hand p and partner q: the dealer triples below p, and up to p, that avoid both."""
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
