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

import numba
import numpy as np

from houseway.analysis.two_hand_holdem.kinds import COLUMNS, N_KINDS, SQUARE, Array
from houseway.cards.card import N_RANKS
from houseway.ranking.keys import RANK_KEYS
from houseway.ranking.lookup import Lookup
from houseway.ranking.valuing import value_of_ranks

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

_compiled = numba.njit(nogil=True, cache=True)


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


@_compiled
def place_kinds(place: int, squares: int) -> tuple[int, int]:
    """The two kinds of a place; the first one is that of the row."""
    row, column = (place % SQUARE) // COLUMNS, place % COLUMNS
    if place >= SQUARE:
        return row + COLUMNS, column
    if squares == 2 and column > row:
        return row + COLUMNS, column + COLUMNS
    return row, column


@_compiled
def _join(one: int, other: int, left: Array, edges: Array, common: Array) -> None:
    """Add an edge between two kinds, and the common neighbours that it makes."""
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


@_compiled
def _count_triangles(left: Array, edges: Array, common: Array, through_two: Array, through_one: Array) -> int:
    """All triangles; and those through one card and through two cards of each kind."""
    total = 0
    for one in range(N_KINDS):
        through = 0
        loop = edges[one, one]
        for other in range(N_KINDS):
            both = edges[one, other] * (common[one, other] - loop - edges[other, other])
            through_two[one, other] = both
            through += left[other] * both
        through -= through_two[one, one]
        through_one[one] = through // 2
        total += left[one] * (through // 2)
    return total // 3


@_compiled
def _fill_row(
    place: int, squares: int, triangles: int, edges: Array, through_two: Array, through_one: Array, row: Array
) -> None:
    """For one hand p, the triangles that avoid p and q, for every place of q, raised by BIAS.

    Four counts of 16 bits are handled as one number of 64. What is kept is raised by BIAS, because at places that no
    hole can have A - B(c) - B(d) may be negative, though not below -2 x C(47,2), and nothing may be borrowed across.
    """
    a, b = place_kinds(place, squares)
    start = 3 * BIAS + triangles - through_one[a] - through_one[b] + through_two[a, b]
    row_4, edges_4 = row.view(np.uint64), edges.view(np.uint64)
    two_4, one_4 = through_two.view(np.uint64), through_one.view(np.uint64)
    minus = np.empty(N_KINDS, np.int16)
    minus_4 = minus.view(np.uint64)
    joined = np.uint64(edges[a, b]) * _EVERY_BIT
    for word in range(N_KINDS // LANES):
        three = joined & edges_4[a, word] & edges_4[b, word]
        minus_4[word] = _BIASES + one_4[word] + three - two_4[a, word] - two_4[b, word]
    suited = np.empty(COLUMNS, np.int16)
    suited_4 = suited.view(np.uint64)
    for high in range(N_RANKS):
        _fill_part(row_4, high * WORDS, start, high, 0, a, b, minus, minus_4, edges, edges_4, two_4)
        if squares == 2:
            kind = high + COLUMNS
            _fill_part(row_4, (N_RANKS + high) * WORDS, start, kind, 0, a, b, minus, minus_4, edges, edges_4, two_4)
            _fill_part(suited_4, 0, start, kind, WORDS, a, b, minus, minus_4, edges, edges_4, two_4)
            for column in range(high + 1, N_RANKS):
                row[high * COLUMNS + column] = suited[column]


@_compiled
def _fill_part(
    row_4: Array,
    at: int,
    start: int,
    c: int,
    first: int,
    a: int,
    b: int,
    minus: Array,
    minus_4: Array,
    edges: Array,
    edges_4: Array,
    two_4: Array,
) -> None:
    """Sixteen places of a row, in which q has one kind c and the other kind runs over the words from `first` on."""
    base = np.uint64(start - minus[c]) * _EVERY_LANE
    with_a, with_b = np.uint64(edges[a, c]) * _EVERY_BIT, np.uint64(edges[b, c]) * _EVERY_BIT
    for word in range(WORDS):
        d = first + word
        three = (edges_4[c, d] & edges_4[a, d] & with_a) + (edges_4[c, d] & edges_4[b, d] & with_b)
        row_4[at + word] = base - minus_4[d] + two_4[c, d] - three


@_compiled
def losing_triples(left: Array, values: Array, squares: int, below: Array, up_to: Array) -> tuple[Array, Array, Array]:
    """For every hand p (row) and partner q: the dealer triples below p, and those up to p, that avoid both.

    Returns the places in order of value, and where in it the hands that are equal to each one start and end.
    """
    starts, ends = np.zeros(squares * SQUARE, np.int64), np.zeros(squares * SQUARE, np.int64)
    edges = np.zeros((N_KINDS, N_KINDS), np.int16)
    common = np.zeros((N_KINDS, N_KINDS), np.int16)
    through_two = np.zeros((N_KINDS, N_KINDS), np.int16)
    through_one = np.zeros(N_KINDS, np.int16)
    triangles = 0
    order = np.argsort(values[: squares * SQUARE])
    start = 0
    while start < order.size and values[order[start]] == 0:
        start += 1
    while start < order.size:
        end = start
        while end < order.size and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            starts[place], ends[place] = start, end
            _fill_row(place, squares, triangles, edges, through_two, through_one, below[place])
        for place in order[start:end]:
            one, other = place_kinds(place, squares)
            _join(one, other, left, edges, common)
        triangles = _count_triangles(left, edges, common, through_two, through_one)
        for place in order[start:end]:
            _fill_row(place, squares, triangles, edges, through_two, through_one, up_to[place])
        start = end
    return order, starts, ends
