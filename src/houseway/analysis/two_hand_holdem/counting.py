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

For the joint result of two hands nothing else is needed: the triples that lose to both are those that lose to the
lower one. So a row is added to the sums under all boards, and again to the sums under the boards where p is below q and
where p equals q. Each sum is weighted by the number of real turn and river cards that the hole leaves for the board.
All counts fit: there are at most C(47,3) = 16,215 triangles, and sums over boards are at most C(45,2) x C(43,3) < 2^24.
"""

import numba
import numpy as np

from houseway.analysis.two_hand_holdem.kinds import COLUMNS, N_KINDS, N_PAIRS, SQUARE, Array
from houseway.cards.card import N_RANKS
from houseway.ranking.hashing import ROW_SHIFT
from houseway.ranking.lookup import Lookup

WIN, NOT_LOSE, LOWER_WIN, LOWER_NOT_LOSE, EQUAL_WIN, EQUAL_NOT_LOSE = range(6)
N_SUMS = 6
FLUSH_CARDS = 5
_ROW_SHIFT = np.uint64(ROW_SHIFT)

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def pair_values(lookup: Lookup, left: Array, squares: int, board_key: int, board_mask: int, values: Array) -> None:
    """The value of every pair of kinds with the board; zero where too few cards are left for the pair.

    The key of the board is the sum of its rank keys; the mask holds the ranks of its cards of the suit.
    """
    card_keys, offsets, by_key, by_mask = lookup.card_keys, lookup.offsets, lookup.values, lookup.mask_values
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
        keys = (card_keys[4 * row] + card_keys[4 * column]) & np.uint64(0xFFFFFFFF)
        total = np.uint64(board_key) + keys
        value = by_key[total + np.uint64(offsets[total >> _ROW_SHIFT])]
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
    """For one hand p, the triangles that avoid p and q, for every place of q."""
    a, b = place_kinds(place, squares)
    start = triangles - through_one[a] - through_one[b] + through_two[a, b]
    minus, of_a, of_b = np.empty(N_KINDS, np.int16), edges[a], edges[b]
    for kind in range(N_KINDS):
        three = edges[a, b] * of_a[kind] * of_b[kind]
        minus[kind] = through_one[kind] - through_two[a, kind] - through_two[b, kind] + three
    for high in range(N_RANKS):
        _fill_part(row, high * COLUMNS, high, 0, start, minus, of_a, of_b, edges[high], through_two[high])
    if squares == 2:
        suited_part = np.empty(COLUMNS, np.int16)
        for high in range(N_RANKS):
            c = high + COLUMNS
            _fill_part(row, SQUARE + high * COLUMNS, c, 0, start, minus, of_a, of_b, edges[c], through_two[c])
            _fill_part(suited_part, 0, c, COLUMNS, start, minus, of_a, of_b, edges[c], through_two[c])
            for column in range(high + 1, COLUMNS):
                row[high * COLUMNS + column] = suited_part[column]


@_compiled
def _fill_part(
    row: Array,
    at: int,
    c: int,
    first: int,
    start: int,
    minus: Array,
    of_a: Array,
    of_b: Array,
    of_c: Array,
    two: Array,
) -> None:
    """Sixteen places of a row, in which q has one kind c and the other kind d runs from `first` on."""
    base = np.int16(start - minus[c])
    with_a, with_b = of_a[c], of_b[c]
    at, first = np.uint64(at), np.uint64(first)
    for column in range(COLUMNS):
        d = first + np.uint64(column)
        three = of_c[d] * (with_a * of_a[d] + with_b * of_b[d])
        row[at + np.uint64(column)] = base - minus[d] + two[d] - three


@_compiled
def losing_triples(left: Array, values: Array, squares: int, below: Array, up_to: Array) -> None:
    """For every hand p (row) and partner q: the dealer triples below p, and those up to p, that avoid both."""
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
            _fill_row(place, squares, triangles, edges, through_two, through_one, below[place])
        for place in order[start:end]:
            one, other = place_kinds(place, squares)
            _join(one, other, left, edges, common)
        triangles = _count_triangles(left, edges, common, through_two, through_one)
        for place in order[start:end]:
            _fill_row(place, squares, triangles, edges, through_two, through_one, up_to[place])
        start = end


@_compiled
def add_row(
    sums: Array, weights: Array, below: Array, up_to: Array, value: int, values: Array, sign: int
) -> None:
    """Add one hand's row on one board to its six sums."""
    win, not_lose = sums[WIN], sums[NOT_LOSE]
    lower_win, lower_not_lose = sums[LOWER_WIN], sums[LOWER_NOT_LOSE]
    equal_win, equal_not_lose = sums[EQUAL_WIN], sums[EQUAL_NOT_LOSE]
    for q in range(weights.size):
        weight = np.int32(sign * weights[q])
        wins, not_loses = np.int32(weight * below[q]), np.int32(weight * up_to[q])
        lower, equal = value < values[q], value == values[q]
        win[q] += wins
        not_lose[q] += not_loses
        lower_win[q] += wins if lower else 0
        lower_not_lose[q] += not_loses if lower else 0
        equal_win[q] += wins if equal else 0
        equal_not_lose[q] += not_loses if equal else 0


@_compiled
def board_weights(
    p: int, turn: int, river: int, counts: Array, holds: Array, weights: Array
) -> None:
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
def count_rank_world(lookup: Lookup, counts: Array, flop_key: int, holds: Array, sums: Array) -> None:
    """Add every board's rows in the rank world; `counts` are the cards of each kind that the flop leaves."""
    card_keys = lookup.card_keys
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
            key = flop_key + ((card_keys[4 * turn] + card_keys[4 * river]) & np.uint64(0xFFFFFFFF))
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
    lookup: Lookup, counts: Array, flop_key: int, flop_mask: int, in_flop: int, holds: Array, sums: Array
) -> None:
    """Add what changes where the suit has three cards or more on the board: its own rows less those of the rank world.

    The rank world counts every board; here each board with a possible flush is counted anew and taken back there.
    """
    card_keys = lookup.card_keys
    values, rank_values = np.zeros(N_PAIRS, np.int32), np.zeros(SQUARE, np.int32)
    below, up_to = np.zeros((N_PAIRS, N_PAIRS), np.int16), np.zeros((N_PAIRS, N_PAIRS), np.int16)
    rank_below, rank_up_to = np.zeros((SQUARE, SQUARE), np.int16), np.zeros((SQUARE, SQUARE), np.int16)
    weights = np.zeros(N_PAIRS, np.int32)
    left, by_rank = counts.copy(), np.zeros(N_KINDS, counts.dtype)
    for turn in range(N_KINDS):
        for river in range(turn + 1):
            suited = (turn >= COLUMNS) + (river >= COLUMNS)
            if in_flop + suited < 3 or counts[turn] < 1 or counts[river] < 1 + (turn == river):
                continue
            left[turn] -= 1
            left[river] -= 1
            for rank in range(N_RANKS):
                by_rank[rank] = left[rank] + left[COLUMNS + rank]
            keys = card_keys[4 * (turn % COLUMNS)] + card_keys[4 * (river % COLUMNS)]
            key = flop_key + (keys & np.uint64(0xFFFFFFFF))
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
