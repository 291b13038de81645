"""The counting kernel: for each board, every arrangement of every player's hand against every hand of the dealer.

The argument. Fix a board, and let the player hold the physical cards H = {a, b, c, d} and play p = {a, b}. Ties lose,
so p wins against the hands of the dealer, disjoint from H and the board, whose kept pair is worth less than p. Let
M(S) be the number of hands of the dealer, from the cards that are not on the board, that hold all cards of S and keep
a pair worth less than p. By inclusion and exclusion over the cards of H

    wins = sum over S in H of (-1)^|S| M(S) = const(p) - g(c) - g(d) + M(cd) - M(acd) - M(bcd) + M(abcd)
    const(p) = M() - M(a) - M(b) + M(ab)        g(c) = M(c) - M(ac) - M(bc) + M(abc)

The kernel goes through all pairs from the worst to the best on this board. M(S) for up to three cards is kept in tables
that grow as pairs are passed: when the sweep passes pair k, the hands in which the dealer keeps k are added. Before
that, as a pair of the player, k is set against what has been passed so far. M(abcd) is one hand: its kept pair is
either worth less than p or not. With several decks S still names physical cards, and M depends on their types only: a
hand with m(x) cards of type x, s(x) of them in S, stands for prod C(left(x) - s(x), m(x) - s(x)) physical hands.

Results are added by class of arrangement (p | q), category i of p, and a column: the category j of q on the same
board, or, if that is i too and p is as good as q or better, one of two more columns. So the win counts of both hands of
a split are known jointly: whenever the worse hand wins, the better one wins too. A canonical board stands for its
orbit; because all arrangements of a class are added up, the sum is the size of the class times the count for one
arrangement over all boards. For the same reason one pair stands for all that the symmetries of its board take it to.

Overflow: a board adds at most (orbit) x prod C(copies, m) x UNITS x C(cards - 9, 4) for each of the at most 24
arrangements of a class; `counting` cuts boards into runs whose sum stays below 2^63.
"""

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.dealer import UNITS
from houseway.analysis.titles.fast_action_holdem.passing import pass_pair
from houseway.analysis.titles.fast_action_holdem.tables import Integers, Numbers, Tables, compiled
from houseway.ranking.kernels import value_of_ranks, value_of_suited
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, RANK_MASK
from houseway.ranking.lookup import Lookup

_RANK_MASK, _FLUSH_BITS = np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_FLUSH_SHIFT = np.uint64(COUNTER_BITS - 1)
_ZERO, _ONE = np.uint64(0), np.uint64(1)

NEVER_LESS = 0xFFFF
"""A value above all hands."""

STATES = 21
"""How a pair can meet the at most five types of a board: not at all, in one card, in two."""


@compiled
def pair_values(
    lookup: Lookup, card_ids: NDArray[np.uint8], board: Integers, left: Integers, out: NDArray[np.uint16]
) -> None:
    """The value of each pair with a board of places, by the number of the pair; 0 where too few cards are left."""
    card_keys = lookup.card_keys
    base = lookup.start
    for place in board:
        base += card_keys[card_ids[place]]
    number = 0
    for high in range(card_ids.size):
        high_key = card_keys[card_ids[high]]
        for low in range(high + 1):
            out[number] = 0
            number += 1
            if left[low] == 0 or left[high] <= (high == low):
                continue
            low_key = card_keys[card_ids[low]]
            total = base + high_key + low_key
            value = value_of_ranks(lookup, total & _RANK_MASK)
            flush = total & _FLUSH_BITS
            if flush:
                counter = flush >> _FLUSH_SHIFT
                suited = _ZERO
                for place in board:
                    if card_keys[card_ids[place]] & counter:
                        suited += card_keys[card_ids[place]] & _RANK_MASK
                if high_key & counter:
                    suited += high_key & _RANK_MASK
                if low_key & counter:
                    suited += low_key & _RANK_MASK
                value = max(value, value_of_suited(lookup, suited))
            out[number - 1] = value


@compiled
def board_weights(t: Tables, board: Integers, orbit: int, on_board: Integers, weights: Integers) -> None:
    """How many physical boards the orbit stands for, by how the player's two pairs meet the board's types."""
    types = np.zeros(5, np.int64)
    times = np.zeros(5, np.int64)
    n_types = 0
    on_board[:] = 0
    for place in board:
        if on_board[place] == 0:
            types[n_types] = place
            n_types += 1
            on_board[place] = n_types
        times[on_board[place] - 1] += 1
    for high_1 in range(6):
        for low_1 in range(high_1 + 1):
            for high_2 in range(6):
                for low_2 in range(high_2 + 1):
                    ways = orbit
                    for place in range(n_types):
                        held = 0
                        for met in (high_1, low_1, high_2, low_2):
                            held += met == place + 1
                        free = t.copies[types[place]] - held
                        ways *= t.binomial[free, times[place]] if free >= 0 else 0
                    weights[high_1 * (high_1 + 1) // 2 + low_1, high_2 * (high_2 + 1) // 2 + low_2] = ways


@compiled
def wins_of_pair(
    t: Tables,
    p: int,
    values: NDArray[np.uint16],
    m0: Numbers,
    m1: Numbers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
    counts: Numbers,
) -> None:
    """For pair p with each pair q beside it, how many of the hands passed so far leave the player's cards alone."""
    number = t.pair_number
    a, b = np.uint64(t.pair_high[p]), np.uint64(t.pair_low[p])
    n_types = np.uint64(m1.size)
    g = np.empty(m1.size, m1.dtype)
    for c in range(m1.size):
        g[c] = m1[c] - m2[number[a, c]] - m2[number[b, c]] + m3[a, number[b, c]]
    const = m0[0] - m1[a] - m1[b] + m2[p]
    m3_a, m3_b = m3[a], m3[b]
    first = _ZERO
    for high in range(n_types):
        row = const - g[high]
        for low in range(high + _ONE):
            q = first + low
            counts[q] = row - g[low] + m2[q] - m3_a[q] - m3_b[q]
        first += high + _ONE
    value = values[p]
    for entry in range(t.tie_start[p], t.tie_start[p + 1]):
        if values[t.tie_kept[entry]] < value:
            counts[t.tie_beside[entry]] += t.tie_weight[entry]


@compiled
def add_row(
    t: Tables,
    p: int,
    values: NDArray[np.uint16],
    live: NDArray[np.uint16],
    states: NDArray[np.uint8],
    ways: Integers,
    columns: NDArray[np.uint32],
    counts: Numbers,
    cells: Integers,
) -> None:
    """Add the counts of pair p with each live pair beside it to the cells of p's category."""
    lines, own_kept, value = t.line[p], t.own_kept[p], values[p]
    for q in live:
        cell = columns[q] + lines[q]
        boards = ways[states[q]]
        cells[cell, 0] += boards * (counts[q] + UNITS * (values[own_kept[q]] < value))
        cells[cell, 1] += boards


@compiled
def times_in_orbit(t: Tables, p: int, fixing: NDArray[np.uint8]) -> int:
    """How many pairs p stands for under the symmetries that fix the board, 0 where another pair stands for p."""
    a, b = t.pair_high[p], t.pair_low[p]
    same = 0
    for symmetry in fixing:
        image = t.pair_number[t.images[symmetry, a], t.images[symmetry, b]]
        if image < p:
            return 0
        same += image == p
    return fixing.size // same


@compiled
def symmetries_of(t: Tables, board: Integers) -> NDArray[np.uint8]:
    """The symmetries of the deck that leave the board as it is."""
    found = np.empty(t.images.shape[0], np.uint8)
    n_found = 0
    for symmetry in range(t.images.shape[0]):
        image = np.sort(t.images[symmetry][board])
        if (image == board).all():
            found[n_found] = symmetry
            n_found += 1
    return found[:n_found]


@compiled
def count_boards(
    t: Tables, lookup: Lookup, boards: Integers, orbits: Integers, numbers: Numbers, cells: Integers
) -> None:
    """Add the counts of some boards.

    `cells` has the shape (categories, columns x lines, 2): wins and boards. A line is a class of arrangements; the last
    one is for cards that cannot lie together and means nothing. `numbers` is empty; its type holds M(S).
    """
    n_types, n_pairs, n_categories = t.copies.size, t.pair_high.size, cells.shape[0]
    n_lines = cells.shape[1] // (n_categories + 2)
    equal, better = n_categories * n_lines, (n_categories + 1) * n_lines
    values = np.empty(n_pairs + 1, np.uint16)
    values[n_pairs] = NEVER_LESS
    columns = np.empty(n_pairs, np.uint32)
    states = np.empty(n_pairs, np.uint8)
    on_board = np.empty(n_types, np.int64)
    weights = np.empty((STATES, STATES), np.int64)
    live = np.empty(n_pairs, np.uint16)
    counts = np.empty(n_pairs, numbers.dtype)
    m0 = np.empty(1, numbers.dtype)
    m1 = np.empty(n_types, numbers.dtype)
    m2 = np.empty(n_pairs, np.int32)
    m3 = np.empty((n_types, n_pairs), np.int32)
    for row in range(boards.shape[0]):
        board = boards[row]
        left = t.copies.copy()
        for place in board:
            left[place] -= 1
        pair_values(lookup, t.card_ids, board, left, values)
        board_weights(t, board, orbits[row], on_board, weights)
        fixing = symmetries_of(t, board)
        n_live = 0
        for pair in range(n_pairs):
            met = on_board[t.pair_high[pair]], on_board[t.pair_low[pair]]
            states[pair] = max(met) * (max(met) + 1) // 2 + min(met)
            columns[pair] = t.class_of_value[values[pair]] * n_lines
            if values[pair]:
                live[n_live] = pair
                n_live += 1
        keys = np.empty(n_live, np.int64)
        for place in range(n_live):
            keys[place] = (np.int64(values[live[place]]) * n_pairs + t.order_class[live[place]]) * n_pairs + live[place]
        order = np.sort(keys) % n_pairs
        m0[:], m1[:], m2[:], m3[:] = 0, 0, 0, 0
        start, first_of_category, category = 0, 0, np.int64(-1)
        while start < n_live:
            value = values[order[start]]
            end = start
            while end < n_live and values[order[end]] == value:
                columns[order[end]] = equal
                end += 1
            if t.class_of_value[value] != category:
                for p in order[first_of_category:start]:
                    columns[p] = category * n_lines
                category, first_of_category = np.int64(t.class_of_value[value]), start
            for p in order[start:end]:
                times = times_in_orbit(t, p, fixing)
                if times:
                    wins_of_pair(t, p, values, m0, m1, m2, m3, counts)
                    ways = weights[states[p]] * times
                    add_row(t, p, values, live[:n_live], states, ways, columns, counts, cells[category])
            for p in order[start:end]:
                columns[p] = better
                pass_pair(t, p, left, m0, m1, m2, m3)
            start = end
