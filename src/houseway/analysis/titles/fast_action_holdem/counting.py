"""The counting kernel: for each board, every arrangement of every player's hand against every hand of the dealer.

The argument. Fix a board. Let the player hold the physical cards H = {a, b, c, d} and play p = {a, b}. Ties lose. So p
wins against the hands of the dealer, disjoint from H and the board, whose kept pair has a lower value than p. Consider
the dealer's hands, from the cards not on the board, that hold all cards of S and keep a pair below p. Let M(S) be their
number. By inclusion and exclusion over the cards of H

    wins = sum over S in H of (-1)^|S| M(S) = const(p) - g(c) - g(d) + M(cd) - M(acd) - M(bcd) + M(abcd)
    const(p) = M() - M(a) - M(b) + M(ab)        g(c) = M(c) - M(ac) - M(bc) + M(abc)

The kernel goes through all pairs from the worst to the best on this board. M(S) for up to three cards is stored in
tables that grow as pairs are passed. When the sweep passes pair k, the hands in which the dealer keeps k are added.
Before that, as a pair of the player, k is compared with the pairs passed so far. M(abcd) is one hand: its kept pair is
either below p or not.

With several decks, S still names physical cards, and M depends on their types only. A hand with m(x) cards of type x,
s(x) of them in S, represents prod C(left(x) - s(x), m(x) - s(x)) physical hands.

The tables are m0 = M(), m1[a] = M(a), m2[pair] = M(ab) and m3[a, pair] = M(abc). The last holds three cards under each
of its cards. They fit: M(ab) is at most UNITS x C(cards, 2).

Results are added by class of arrangement (p | q), category i of p, and a column. The column is the category j of q on
the same board. If that is i too and p is at least as good as q, it is one of two more columns. So the win counts of
both hands of a split are known jointly: whenever the worse hand wins, the better one wins too.

A canonical board represents its orbit. All arrangements of a class are added up. So the sum is the size of the class
times the count for one arrangement over all boards. For the same reason, one pair represents all its images under the
symmetries of its board.

Overflow: a class has at most 24 arrangements. For each, a board adds at most (orbit) x prod C(copies, m) x UNITS x
C(cards - 9, 4). The boards of a shard are cut into `runs` whose sum stays below 2^63.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import comb
from time import thread_time
from typing import NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.counts import EXTRA_COLUMNS, LIMB, FastActionCount, dealer_ways
from houseway.analysis.titles.fast_action_holdem.space import (
    BOARD,
    PLACES,
    UNITS,
    DealerTable,
    Space,
    dealer_table,
    space_of,
)
from houseway.games.house_way import HouseWay
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of_ranks, value_of_suited
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, RANK_MASK
from houseway.ranking.lookup import Lookup

P = ParamSpec("P")
R = TypeVar("R")

Integers = NDArray[np.int64]
Numbers = NDArray[np.int32] | NDArray[np.int64]
"""Counts of the dealer's hands: 32 bits are enough if no hand has more against it, and leave room in the cache."""

DISTINCT, ONE_DOUBLE, TWO_TYPES = 0, 1, 2
"""Kinds of the dealer's hands: four types, three types, at most two."""


def compiled(kernel: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that runs without the interpreter's lock."""
    return cast(Callable[P, R], njit(nogil=True, cache=True)(kernel))


class Tables(NamedTuple):
    """The kernel's inputs other than the boards: cards, pairs, the dealer's hands, arrangements, values."""

    copies: Integers
    card_ids: NDArray[np.uint8]
    pair_high: NDArray[np.uint8]
    pair_low: NDArray[np.uint8]
    pair_number: NDArray[np.uint16]
    start: Integers
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    weight: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    types: NDArray[np.uint8]
    times: NDArray[np.uint8]
    own_kept: NDArray[np.uint16]
    tie_start: Integers
    tie_beside: NDArray[np.uint16]
    tie_kept: NDArray[np.uint16]
    tie_weight: NDArray[np.uint8]
    line: NDArray[np.uint32]
    order_class: Integers
    class_of_value: NDArray[np.int8]
    binomial: Integers
    images: NDArray[np.uint8]


def kernel_tables(space: Space, rules: HouseWay, system: str, first_values: Sequence[int]) -> Tables:
    """Return the tables for a deck, a house way, a ranking system and the lowest values of the classes of hands."""
    table = dealer_table(space, rules)
    high, low = space.pairs
    own_kept, tie_start, tie_beside, tie_kept, tie_weight = _own_choices(space, table)
    kind, types, times = _kinds(space, table)
    order = np.lexsort((table.second, table.first, kind, table.kept))
    places = np.arange(len(space.types))
    return Tables(
        copies=space.copies,
        card_ids=np.array(space.types, np.uint8),
        pair_high=high.astype(np.uint8),
        pair_low=low.astype(np.uint8),
        pair_number=space.pair_numbers(places[:, None], places[None, :]).astype(np.uint16),
        start=table.start,
        first=table.first[order].astype(np.uint8),
        second=table.second[order].astype(np.uint8),
        weight=table.weight[order].astype(np.uint8),
        kind=kind[order].astype(np.uint8),
        types=types[order],
        times=times[order].astype(np.uint8),
        own_kept=own_kept,
        tie_start=tie_start,
        tie_beside=tie_beside.astype(np.uint16),
        tie_kept=tie_kept.astype(np.uint16),
        tie_weight=tie_weight.astype(np.uint8),
        line=np.where(space.arrangement_of < 0, space.n_arrangements, space.arrangement_of).astype(np.uint32),
        order_class=_first_lines(space),
        class_of_value=_classes_of_values(system, first_values),
        binomial=np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(space.deck.max_copies + 1)], np.int64),
        images=space.images.astype(np.uint8),
    )


def _kinds(space: Space, table: DealerTable) -> tuple[Integers, NDArray[np.uint8], Integers]:
    """Return each dealer hand's kind, its types with the most frequent first, and how often that one occurs."""
    high, low = space.pairs
    cards = np.sort(np.stack([high[table.kept], low[table.kept], table.first, table.second], axis=1), axis=1)
    times = (cards[:, :, None] == cards[:, None, :]).sum(axis=2)
    is_first = np.column_stack([np.ones(len(cards), np.bool_), cards[:, 1:] != cards[:, :-1]])
    order = np.argsort(-times * is_first, axis=1, kind="stable")[:, :3]
    kinds = np.array([TWO_TYPES, TWO_TYPES, TWO_TYPES, ONE_DOUBLE, DISTINCT])[is_first.sum(axis=1)]
    return kinds, np.take_along_axis(cards, order, axis=1).astype(np.uint8), times.max(axis=1)


def _first_lines(space: Space) -> Integers:
    """Return a number for each pair that keeps pairs of one class together.

    Pairs of a value are visited in this order.
    """
    first = np.where(space.arrangement_of >= 0, space.arrangement_of, space.n_arrangements).min(axis=1)
    ranks: Integers = np.unique(first, return_inverse=True)[1].astype(np.int64)
    return ranks


def _classes_of_values(system: str, first_values: Sequence[int]) -> NDArray[np.int8]:
    values = np.arange(ranking(system).n_values + 1)
    return (np.searchsorted(first_values, values, side="right") - 1).astype(np.int8)


def _own_choices(space: Space, table: DealerTable) -> tuple[NDArray[np.uint16], Integers, Integers, Integers, Integers]:
    """Return the dealer's choice among the player's cards.

    First a table by the two pairs of a hand: the pair that is kept, or a pair beyond all if there are several choices.
    These follow as lists by the first pair: where its list starts, the second pair, the choice, its weight.
    """
    high, low = space.pairs
    cards = np.stack([high[table.kept], low[table.kept], table.first, table.second], axis=1)
    certain = table.weight == UNITS
    own_kept = np.full((space.n_pairs, space.n_pairs), space.n_pairs, np.uint16)
    for one, other in _divisions(space, cards[certain]):
        own_kept[one, other] = table.kept[certain]
    ties = np.concatenate(
        [
            np.stack([one, other, table.kept[~certain], table.weight[~certain]])
            for one, other in _divisions(space, cards[~certain])
        ],
        axis=1,
    )
    one, other, kept, weight = np.unique(ties, axis=1)
    return own_kept, np.searchsorted(one, np.arange(space.n_pairs + 1)), other, kept, weight


def _divisions(space: Space, cards: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yield the numbers of the two pairs of hands, for each of the six ways to divide them."""
    numbers = [space.pair_numbers(cards[:, i], cards[:, j]) for i, j in PLACES]
    yield from zip(numbers, reversed(numbers), strict=True)


_ZERO, _ONE = np.uint64(0), np.uint64(1)


@compiled
def pass_pair(
    t: Tables, k: int, left: Integers, m0: Numbers, m1: Numbers, m2: NDArray[np.int32], m3: NDArray[np.int32]
) -> None:
    """Add the hands in which the dealer keeps pair k."""
    number = t.pair_number
    u, v = np.uint64(t.pair_high[k]), np.uint64(t.pair_low[k])
    n_u, n_v = left[u], left[v]
    beside = np.zeros(left.size, np.int64)
    total = np.int64(0)
    entry, end = np.uint64(t.start[k]), np.uint64(t.start[k + 1])
    m3_u, m3_v = m3[u], m3[v]
    while entry < end and t.kind[entry] == DISTINCT:
        x, y, weight = np.uint64(t.first[entry]), np.uint64(t.second[entry]), np.int64(t.weight[entry])
        n_x, n_y = left[x], left[y]
        entry += _ONE
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
    for z in range(left.size):
        ways = beside[z]
        if ways:
            m1[z] += n_u * n_v * ways
            m2[number[u, z]] += n_v * ways
            m2[number[v, z]] += n_u * ways
            m3_u[number[v, z]] += ways
            m3_v[number[u, z]] += ways
            m3[z, k] += ways
    while entry < end:
        if t.kind[entry] == ONE_DOUBLE:
            pass_one_double(t, entry, left, m0, m1, m2, m3)
        else:
            pass_two_types(t, entry, left, m0, m1, m2, m3)
        entry += _ONE


@compiled
def pass_one_double(
    t: Tables,
    entry: np.uint64,
    left: Integers,
    m0: Numbers,
    m1: Numbers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
) -> None:
    """Add a hand of the types a, a, b, c."""
    number, weight = t.pair_number, np.int64(t.weight[entry])
    a, b, c = np.uint64(t.types[entry, 0]), np.uint64(t.types[entry, 1]), np.uint64(t.types[entry, 2])
    n_a, n_b, n_c = left[a], left[b], left[c]
    if n_a < 2 or n_b == 0 or n_c == 0:
        return
    twice = weight * (n_a * (n_a - 1) >> 1)
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


@compiled
def pass_two_types(
    t: Tables,
    entry: np.uint64,
    left: Integers,
    m0: Numbers,
    m1: Numbers,
    m2: NDArray[np.int32],
    m3: NDArray[np.int32],
) -> None:
    """Add a hand of the types a and b only, or of a alone. Each different part of it is added once."""
    number, weight, times_a = t.pair_number, np.int64(t.weight[entry]), np.int64(t.times[entry])
    a, b = np.uint64(t.types[entry, 0]), np.uint64(t.types[entry, 1])
    times_b = 4 - times_a
    for of_a in range(times_a + 1):
        for of_b in range(times_b + 1):
            free_a, free_b = left[a] - of_a, left[b] - of_b
            if of_a + of_b > 3 or free_a < 0 or free_b < 0:
                continue
            ways = weight * t.binomial[free_a, times_a - of_a] * t.binomial[free_b, times_b - of_b]
            if of_a + of_b == 0:
                m0[0] += ways
            elif of_a + of_b == 1:
                m1[a if of_a else b] += ways
            elif of_a + of_b == 2:
                m2[number[a if of_a else b, b if of_b else a]] += ways
            elif of_a == 3:
                m3[a, number[a, a]] += ways
            elif of_a == 2:
                m3[a, number[a, b]] += ways
                m3[b, number[a, a]] += ways
            elif of_a == 1:
                m3[b, number[a, b]] += ways
                m3[a, number[b, b]] += ways
            else:
                m3[b, number[b, b]] += ways


_RANK_MASK, _FLUSH_BITS = np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_FLUSH_SHIFT = np.uint64(COUNTER_BITS - 1)

NEVER_LESS = 0xFFFF
"""A value above all hands."""

STATES = 21
"""The number of cards that a pair can share with the at most five types of a board: none, one, two."""


@compiled
def pair_values(
    lookup: Lookup, card_ids: NDArray[np.uint8], board: Integers, left: Integers, out: NDArray[np.uint16]
) -> None:
    """Write the value of each pair with a board of places, by the pair's number, or 0 if too few cards are left."""
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
    """Set the number of physical boards in the orbit, by how the player's two pairs meet the board's types."""
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
    """Count, for pair p with each pair q beside it, the hands passed so far that leave the player's cards alone."""
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
    """Return how many pairs p represents under the symmetries that fix the board, 0 if another pair represents p."""
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
    """Return the symmetries of the deck that leave the board unchanged."""
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

    `cells` has the shape (categories, columns x lines, 2): wins and boards. A line is a class of arrangements. The last
    line is for impossible sets of cards and has no meaning. `numbers` is empty; its type holds M(S).
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


SAMPLED_BOARDS = 96
"""The number of boards timed to estimate the time of all."""


def count_some_boards(job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """Return the counts of some boards in runs that fit in 64 bits. High limbs exist only if one run is too few."""
    space, n_classes = space_of(job.deck), len(job.first_values)
    tables, lookup = tables_of(job), ranking(job.system).lookup
    n_lines = space.n_arrangements + 1
    cells = np.zeros((n_classes, (n_classes + EXTRA_COLUMNS) * n_lines, 2), np.int64)
    small = dealer_ways(job.deck) < 2**31
    numbers: Numbers = np.empty(0, np.int32) if small else np.empty(0, np.int64)
    limbs: list[Integers] = []
    for first, last in runs(job, boards, orbits):
        cells[..., 0] = 0
        count_boards(tables, lookup, boards[first:last], orbits[first:last], numbers, cells)
        run_limbs = [cells[..., 0] & (2**LIMB - 1), cells[..., 0] >> LIMB] if needs_limbs(job) else [cells[..., 0]]
        limbs = [total + part for total, part in zip(limbs, run_limbs, strict=True)] if limbs else run_limbs
    shape = n_classes, n_classes + EXTRA_COLUMNS, n_lines
    return {
        "wins": np.stack([limb.reshape(shape)[..., :-1] for limb in limbs]),
        "boards": cells[..., 1].reshape(shape)[..., :-1].copy(),
    }


def measured_seconds(job: FastActionCount) -> float:
    """Return the CPU time of all shards: a fixed time per shard, and a time per board.

    The first board compiles the kernel.
    """
    boards, orbits = space_of(job.deck).boards
    count_some_boards(job, boards[:1], orbits[:1])
    taken = []
    for some in (slice(0, 1), slice(0, 1), slice(0, None, max(1, len(boards) // SAMPLED_BOARDS))):
        started = thread_time()
        count_some_boards(job, boards[some], orbits[some])
        taken.append(thread_time() - started)
    of_one, n_some = min(taken[:2]), len(boards[some])
    a_board = max(0.0, taken[2] - of_one) / max(1, n_some - 1)
    return a_board * len(boards) + of_one * len(job.shards())


@lru_cache(maxsize=4)
def tables_of(job: FastActionCount) -> Tables:
    """Return the arrays that the kernel reads for a job, cached for the next shard."""
    return kernel_tables(space_of(job.deck), job.rules, job.system, job.first_values)


def needs_limbs(job: FastActionCount) -> bool:
    """Return whether the sum over all boards may exceed 64 bits, so that win counts have a high part."""
    return comb(job.deck.size, BOARD) * dealer_ways(job.deck) * len(space_of(job.deck).images) >= 2**63


def runs(job: FastActionCount, boards: Integers, orbits: Integers) -> list[tuple[int, int]]:
    """Cut boards into runs none of which can add 2^63 to a count."""
    space = space_of(job.deck)
    return cut_into_runs(space, boards, orbits, (2**63 - 1) // (dealer_ways(job.deck) * len(space.images)))


def cut_into_runs(space: Space, boards: Integers, orbits: Integers, most: int) -> list[tuple[int, int]]:
    """Return runs of boards that represent at most `most` physical boards each.

    No runs if one board represents more.
    """
    cuts, weight = [0], 0
    for row, physical in enumerate(_physical_boards(space, boards, orbits)):
        if physical > most:
            return []
        if weight + physical > most:
            cuts.append(row)
            weight = 0
        weight += physical
    return list(zip(cuts, [*cuts[1:], len(boards)], strict=True))


def _physical_boards(space: Space, boards: Integers, orbits: Integers) -> list[int]:
    """Return each board's orbit times the ways to pick its cards among the copies."""
    ways = orbits.copy()
    times = np.ones(len(boards), np.int64)
    for place in range(BOARD):
        same = boards[:, place] == boards[:, place - 1] if place else np.zeros(len(boards), np.bool_)
        times = np.where(same, times + 1, 1)
        ways = ways * (space.copies[boards[:, place]] - times + 1) // times
    found: list[int] = ways.tolist()
    return found
