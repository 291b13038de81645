"""The counting kernel: for each board, every arrangement of every player's hand against every hand of the dealer.

The argument. Fix a board, and let the player hold the physical cards H = {a, b, c, d} and play p = {a, b}. Ties lose, so
p wins against the hands of the dealer, disjoint from H and the board, whose kept pair is worth less than p. Let M(S) be
the number of hands of the dealer, from the cards that are not on the board, that hold all cards of S and keep a pair
worth less than p. By inclusion and exclusion over the cards of H

    wins = sum over S in H of (-1)^|S| M(S) = const(p) - g(c) - g(d) + M(cd) - M(acd) - M(bcd) + M(abcd)
    const(p) = M() - M(a) - M(b) + M(ab)        g(c) = M(c) - M(ac) - M(bc) + M(abc)

The kernel goes through all pairs from the worst to the best on this board. M(S) for up to three cards is kept in tables
that grow as pairs are passed: when the sweep passes pair k, the hands in which the dealer keeps k are added. Before
that, as a pair of the player, k is set against what has been passed so far. M(abcd) is one hand: its kept pair is either
worth less than p or not. With several decks S still names physical cards, so M depends on the types of S only: a hand with
m(x) cards of type x, s(x) of them in S, stands for prod C(left(x) - s(x), m(x) - s(x)) physical hands.

Results are added by class of arrangement (p | q), category i of p, and a column: the category j of q on the same
board, or, if that is i too and p is the better of the two, the last column. So the win counts of both hands of a split are
known jointly: whenever the worse hand wins, the better one wins too. A canonical board stands for its orbit; because all
arrangements of a class are added up, the sum is the size of the class times the count for one arrangement over all
boards.

Overflow: a board adds at most (orbit) x prod C(copies, m) x UNITS x C(cards - 9, 4) for each of the at most 24
arrangements of a class; `counting` cuts boards into runs whose sum stays below 2^63.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.fast_action_holdem.dealer import UNITS
from houseway.ranking.hashing import ROW_SHIFT
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, RANK_BITS, RANK_MASK
from houseway.ranking.lookup import Lookup

Integers = NDArray[np.int64]

_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_FLUSH_SHIFT = np.uint64(COUNTER_BITS - 1)
_FIRST_COUNTER = np.uint64(RANK_BITS)
_ZERO, _ONE = np.uint64(0), np.uint64(1)

STATES = 21
"""How a pair can meet the at most five types of a board: not at all, in one card, in two."""

DISTINCT, ONE_DOUBLE, OTHER = 0, 1, 2
"""Kinds of the dealer's hands: four types, three types, fewer."""


class Tables(NamedTuple):
    """What the kernel reads besides the boards: cards, pairs, the dealer's hands, arrangements, values."""

    copies: Integers
    card_ids: NDArray[np.uint8]
    pair_high: NDArray[np.uint8]
    pair_low: NDArray[np.uint8]
    pair_number: NDArray[np.int16]
    start: Integers
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    weight: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    own_kept: NDArray[np.int16]
    tie_kept: NDArray[np.int16]
    tie_weight: NDArray[np.int64]
    arrangement: NDArray[np.int32]
    order_class: Integers
    class_of_value: NDArray[np.int8]
    binomial: Integers


_compiled: Any = njit(nogil=True, cache=True)


@_compiled
def pair_values(lookup: Lookup, card_ids: NDArray[np.uint8], board: Integers, out: Integers) -> None:
    """The value of each pair with a board of places, by the number of the pair."""
    start, card_keys = lookup.start, lookup.card_keys
    offsets, values = lookup.offsets, lookup.values
    suited_offsets, suited_values = lookup.suited_offsets, lookup.suited_values
    base = start
    for place in board:
        base += card_keys[card_ids[place]]
    number = 0
    for high in range(card_ids.size):
        high_key = card_keys[card_ids[high]]
        for low in range(high + 1):
            low_key = card_keys[card_ids[low]]
            total = base + high_key + low_key
            ranks = total & _RANK_MASK
            value = values[ranks + np.uint64(offsets[ranks >> _ROW_SHIFT])]
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
                value = max(value, suited_values[suited + np.uint64(suited_offsets[suited >> _ROW_SHIFT])])
            out[number] = value
            number += 1


@_compiled
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


@_compiled
def pass_pair(
    t: Tables, k: int, left: Integers, m0: Integers, m1: Integers, m2: NDArray[np.int32], m3: NDArray[np.int32]
) -> None:
    """Add the hands in which the dealer keeps pair k."""
    number = t.pair_number
    u, v = np.int64(t.pair_high[k]), np.int64(t.pair_low[k])
    n_u, n_v = left[u], left[v]
    n_types = left.size
    beside = np.zeros(n_types, np.int64)
    total = 0
    entry, end = t.start[k], t.start[k + 1]
    m3_u, m3_v = m3[u], m3[v]
    while entry < end and t.kind[entry] == DISTINCT:
        x, y, weight = np.int64(t.first[entry]), np.int64(t.second[entry]), np.int64(t.weight[entry])
        n_x, n_y = left[x], left[y]
        entry += 1
        if n_x == 0 or n_y == 0:
            continue
        total += weight * n_x * n_y
        beside[x] += weight * n_y
        beside[y] += weight * n_x
        xy = number[x, y]
        m2[xy] += weight * n_u * n_v
        by_u, by_v = weight * n_v, weight * n_u
        m3_u[xy] += by_u
        m3[x, number[u, y]] += by_u
        m3[y, number[u, x]] += by_u
        m3_v[xy] += by_v
        m3[x, number[v, y]] += by_v
        m3[y, number[v, x]] += by_v
    m0[0] += n_u * n_v * total
    m1[u] += n_v * total
    m1[v] += n_u * total
    m2[k] += total
    for x in range(n_types):
        ways = beside[x]
        if ways:
            m1[x] += n_u * n_v * ways
            m2[number[u, x]] += n_v * ways
            m2[number[v, x]] += n_u * ways
            m3_u[number[v, x]] += ways
            m3_v[number[u, x]] += ways
            m3[x, k] += ways
    while entry < end:
        x, y, weight = np.int64(t.first[entry]), np.int64(t.second[entry]), np.int64(t.weight[entry])
        if t.kind[entry] == ONE_DOUBLE:
            pass_one_double(t, u, v, x, y, weight, left, m0, m1, m2, m3)
        else:
            pass_any(t, u, v, x, y, weight, left, m0, m1, m2, m3)
        entry += 1


@_compiled
def pass_one_double(
    t: Tables,
    u: int,
    v: int,
    x: int,
    y: int,
    weight: int,
    left: Integers,
    m0: Integers,
    m1: Integers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
) -> None:
    """Add a hand of the types a, a, b, c."""
    if u == v:
        a, b, c = u, x, y
    elif x == y:
        a, b, c = x, u, v
    elif u == x:
        a, b, c = u, v, y
    elif u == y:
        a, b, c = u, v, x
    elif v == x:
        a, b, c = v, u, y
    else:
        a, b, c = v, u, x
    number = t.pair_number
    n_a, n_b, n_c = left[a], left[b], left[c]
    if n_a < 2 or n_b == 0 or n_c == 0:
        return
    twice = weight * n_a * (n_a - 1) // 2
    once = weight * (n_a - 1)
    aa, ab, ac, bc = number[a, a], number[a, b], number[a, c], number[b, c]
    m0[0] += twice * n_b * n_c
    m1[a] += once * n_b * n_c
    m1[b] += twice * n_c
    m1[c] += twice * n_b
    m2[aa] += weight * n_b * n_c
    m2[ab] += once * n_c
    m2[ac] += once * n_b
    m2[bc] += twice
    m3[a, ab] += weight * n_c
    m3[b, aa] += weight * n_c
    m3[a, ac] += weight * n_b
    m3[c, aa] += weight * n_b
    m3[a, bc] += once
    m3[b, ac] += once
    m3[c, ab] += once


@_compiled
def pass_any(
    t: Tables,
    u: int,
    v: int,
    x: int,
    y: int,
    weight: int,
    left: Integers,
    m0: Integers,
    m1: Integers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
) -> None:
    """Add a hand of any types: each different part of it once."""
    types = np.full(4, -1, np.int64)
    times = np.zeros(4, np.int64)
    for each in (u, v, x, y):
        slot = 0
        while types[slot] != each and types[slot] >= 0:
            slot += 1
        types[slot] = each
        times[slot] += 1
    part = np.zeros(3, np.int64)
    for code in range((times[0] + 1) * (times[1] + 1) * (times[2] + 1) * (times[3] + 1)):
        rest, size, ways = code, 0, weight
        for slot in range(4):
            if types[slot] < 0:
                continue
            chosen = rest % (times[slot] + 1)
            rest //= times[slot] + 1
            for _ in range(chosen):
                if size < 3:
                    part[size] = types[slot]
                size += 1
            free = left[types[slot]] - chosen
            ways *= t.binomial[free, times[slot] - chosen] if free >= 0 else 0
        if size == 0:
            m0[0] += ways
        elif size == 1:
            m1[part[0]] += ways
        elif size == 2:
            m2[t.pair_number[part[0], part[1]]] += ways
        elif size == 3:
            one, two, three = part[0], part[1], part[2]
            m3[one, t.pair_number[two, three]] += ways
            if two != one:
                m3[two, t.pair_number[one, three]] += ways
            if three != two and three != one:
                m3[three, t.pair_number[one, two]] += ways


@_compiled
def visit_pair(
    t: Tables,
    p: int,
    values: Integers,
    positions: Integers,
    categories: NDArray[np.int8],
    live: NDArray[np.int16],
    states: Integers,
    weights: Integers,
    m0: Integers,
    m1: Integers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
    wins: Integers,
    boards: Integers,
) -> None:
    """Set pair p, with every two cards beside it, against the hands passed so far."""
    number = t.pair_number
    a, b = np.int64(t.pair_high[p]), np.int64(t.pair_low[p])
    const = m0[0] - m1[a] - m1[b] + m2[p]
    g = np.empty(m1.size, np.int64)
    for c in range(m1.size):
        g[c] = m1[c] - m2[number[a, c]] - m2[number[b, c]] + m3[a, number[b, c]]
    m3_a, m3_b, weight_of = m3[a], m3[b], weights[states[p]]
    arrangement, own_kept = t.arrangement[p], t.own_kept[p]
    category, value, position = categories[p], values[p], positions[p]
    row_wins, row_boards = wins[category], boards[category]
    last = wins.shape[0]
    for q in live:
        line = arrangement[q]
        ways = weight_of[states[q]]
        if line < 0 or ways == 0:
            continue
        count = const - g[t.pair_high[q]] - g[t.pair_low[q]] + m2[q] - m3_a[q] - m3_b[q]
        own = own_kept[q]
        if own >= 0:
            if values[own] < value:
                count += UNITS
        else:
            for choice in range(UNITS):
                own_pair = t.tie_kept[-1 - own, choice]
                if own_pair >= 0 and values[own_pair] < value:
                    count += t.tie_weight[-1 - own, choice]
        column = np.int64(categories[q])
        if column == category and positions[q] < position:
            column = last
        row_wins[line, column] += ways * count
        row_boards[line, column] += ways


@_compiled
def count_boards(
    t: Tables, lookup: Lookup, boards: Integers, orbits: Integers, wins: Integers, board_counts: Integers
) -> None:
    """Add the counts of some boards; `wins` and `board_counts` have the shape (categories, arrangements, columns)."""
    n_types, n_pairs = t.copies.size, t.pair_high.size
    values = np.empty(n_pairs, np.int64)
    categories = np.empty(n_pairs, np.int8)
    positions = np.empty(n_pairs, np.int64)
    states = np.empty(n_pairs, np.int64)
    on_board = np.empty(n_types, np.int64)
    weights = np.empty((STATES, STATES), np.int64)
    live = np.empty(n_pairs, np.int16)
    for row in range(boards.shape[0]):
        board = boards[row]
        pair_values(lookup, t.card_ids, board, values)
        board_weights(t, board, orbits[row], on_board, weights)
        left = t.copies.copy()
        for place in board:
            left[place] -= 1
        n_live = 0
        for pair in range(n_pairs):
            high, low = t.pair_high[pair], t.pair_low[pair]
            categories[pair] = t.class_of_value[values[pair]]
            met = (max(on_board[high], on_board[low]), min(on_board[high], on_board[low]))
            states[pair] = met[0] * (met[0] + 1) // 2 + met[1]
            if left[high] > (high == low) and left[low] > 0:
                live[n_live] = pair
                n_live += 1
        alive = live[:n_live]
        keys = np.empty(n_live, np.int64)
        for place in range(n_live):
            keys[place] = values[alive[place]] * n_pairs + t.order_class[alive[place]]
        order = np.argsort(keys)
        for place in range(n_live):
            positions[alive[order[place]]] = place
        m0 = np.zeros(1, np.int64)
        m1 = np.zeros(n_types, np.int64)
        m2 = np.zeros(n_pairs, np.int32)
        m3 = np.zeros((n_types, n_pairs), np.int32)
        done = 0
        while done < n_live:
            group = done
            value = values[alive[order[done]]]
            while group < n_live and values[alive[order[group]]] == value:
                p = alive[order[group]]
                visit_pair(
                    t, p, values, positions, categories, alive, states, weights, m0, m1, m2, m3, wins, board_counts
                )
                group += 1
            for place in range(done, group):
                pass_pair(t, alive[order[place]], left, m0, m1, m2, m3)
            done = group
