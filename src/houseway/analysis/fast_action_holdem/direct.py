"""One hand, counted directly board by board: needs no counts on disk and takes any dead cards out exactly.

The argument. Let L(x) be the copies of card x that are neither in the hand, nor dead, nor on the board. The dealer
keeps the pair k = {u, v} of {u, v, x, y} with weight f(k; x, y). If x and y differ from u and v, such hands number

    L(u) L(v) Q,   Q = sum of f(k; x, y) L(x) L(y) over x < y, plus f(k; x, x) C(L(x), 2) over x

and those that hold u or v once more follow from R(u) = sum of f(k; u, y) L(y). One physical card z on the board takes
q(z) from Q, the number of discards that hold it, and every further card y takes f(k; z, y) from q(z). So the loops
over five board cards keep Q and R for all k as vectors, and each step costs a few additions per pair.

Most boards make no flush, and then pairs of the same ranks are worth the same: their hands are added up first. The
kernel counts the boards that begin with two given cards, so that its 64-bit sums cannot overflow: these are less than
1 in 100 of all boards of a full shoe.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.fast_action_holdem.counting import FastActionCount
from houseway.analysis.fast_action_holdem.dealer import dealer_table
from houseway.analysis.fast_action_holdem.space import PLACES, Integers, Space, space_of
from houseway.analysis.fast_action_holdem.tables import compiled
from houseway.cards.card import N_SUITS, Card
from houseway.ranking import ranking
from houseway.ranking.hashing import ROW_SHIFT
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, RANK_MASK
from houseway.ranking.lookup import Lookup

_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_FLUSH_SHIFT = np.uint64(COUNTER_BITS - 1)
_ZERO = np.uint64(0)
WINS, TIES, BOARDS = 0, 1, 2


class Discards(NamedTuple):
    """The house way as weights f(k; x, y), for the pairs k that can be dealt, in the order of their ranks.

    `apart` holds f where x and y differ from both cards of k, `with_u` and `with_v` where x is one of them, by the
    other card y; `uu`, `vv` and `uv` where both are. `free` says whether a card is not in k. `rank_start` parts
    the pairs by their ranks, `suited_start` the list `suited` by suit and by how many cards of k are of it, two or one.
    """

    u: NDArray[np.uint8]
    v: NDArray[np.uint8]
    rank_of: NDArray[np.uint8]
    rank_start: Integers
    suited: Integers
    suited_start: Integers
    free: NDArray[np.uint8]
    apart: NDArray[np.uint8]
    with_u: NDArray[np.int64]
    with_v: NDArray[np.int64]
    uu: Integers
    vv: Integers
    uv: Integers
    pair_number: Integers
    card_keys: NDArray[np.uint64]
    suits: Integers
    class_of_value: NDArray[np.int8]


@lru_cache(maxsize=2)
def discards_of(job: FastActionCount) -> Discards:
    """The weights of a deck and a house way."""
    space = space_of(job.deck)
    table = dealer_table(space, job.rules)
    ids = np.array(space.types, np.int64)
    high, low = space.pairs
    rank_pair = space.pair_numbers(ids[high] // N_SUITS, ids[low] // N_SUITS)
    order = np.argsort(rank_pair, kind="stable")
    order = order[(high != low)[order] | (space.copies[high] > 1)[order]]
    place = np.full(space.n_pairs, -1)
    place[order] = np.arange(len(order))
    rows = place[table.kept] >= 0
    dense = np.zeros((space.n_pairs, len(order)), np.uint8)
    dense[space.pair_numbers(table.first, table.second)[rows], place[table.kept[rows]]] = table.weight[rows]
    u, v, columns, types = high[order], low[order], np.arange(len(order)), np.arange(len(ids))
    number = space.pair_numbers(types[:, None], types[None, :])
    inside = (types[:, None] == u) | (types[:, None] == v)
    with_u, with_v = (np.where(inside, 0, dense[number[:, card], columns]).astype(np.int64) for card in (u, v))
    uu, vv, uv = (dense[space.pair_numbers(*pair), columns].astype(np.int64) for pair in ((u, u), (v, v), (u, v)))
    different, rank_of = np.unique(rank_pair[order], return_inverse=True)
    suited, suited_start = _suited_lists(ids[u] % N_SUITS, ids[v] % N_SUITS)
    values = np.arange(ranking(job.system).n_values + 1)
    return Discards(
        u=u.astype(np.uint8),
        v=v.astype(np.uint8),
        rank_of=rank_of.astype(np.uint8),
        rank_start=np.searchsorted(rank_of, np.arange(len(different) + 1)),
        suited=suited,
        suited_start=suited_start,
        free=(~inside).astype(np.uint8),
        apart=np.where(inside[high] | inside[low], 0, dense).astype(np.uint8),
        with_u=with_u,
        with_v=with_v,
        uu=uu,
        vv=vv,
        uv=uv,
        pair_number=number,
        card_keys=ranking(job.system).lookup.card_keys[ids],
        suits=ids % N_SUITS,
        class_of_value=(np.searchsorted(job.first_values, values, side="right") - 1).astype(np.int8),
    )


def _suited_lists(suit_u: Integers, suit_v: Integers) -> tuple[Integers, Integers]:
    parts = []
    for suit in range(N_SUITS):
        of_suit = (suit_u == suit).astype(np.int64) + (suit_v == suit)
        parts += [np.flatnonzero(of_suit == 2), np.flatnonzero(of_suit == 1)]
    return np.concatenate(parts), np.cumsum([0, *map(len, parts)])


@compiled
def seven_value(lookup: Lookup, keys: NDArray[np.uint64], board: Integers, one: np.uint64, other: np.uint64) -> int:
    """The value of two cards, given by their keys, with five board cards, given by place."""
    total = lookup.start + one + other
    for place in board:
        total += keys[place]
    ranks = total & _RANK_MASK
    value = lookup.values[ranks + np.uint64(lookup.offsets[ranks >> _ROW_SHIFT])]
    flush = total & _FLUSH_BITS
    if flush:
        counter = flush >> _FLUSH_SHIFT
        suited = _ZERO
        for place in board:
            suited += keys[place] & _RANK_MASK if keys[place] & counter else _ZERO
        suited += one & _RANK_MASK if one & counter else _ZERO
        suited += other & _RANK_MASK if other & counter else _ZERO
        value = max(value, lookup.suited_values[suited + np.uint64(lookup.suited_offsets[suited >> _ROW_SHIFT])])
    return int(value)


@compiled
def ways_of_kept(
    d: Discards, left: Integers, q: NDArray[np.int32], r_u: Integers, r_v: Integers, ways: Integers
) -> None:
    """The weighted number of hands in which the dealer keeps each pair, from the copies that are left."""
    for k in range(q.size):
        n_u, n_v = left[d.u[k]], left[d.v[k]]
        pairs_u, pairs_v = n_u * (n_u - 1) // 2, n_v * (n_v - 1) // 2
        triples_u, triples_v = pairs_u * (n_u - 2) // 3, pairs_v * (n_v - 2) // 3
        if d.u[k] == d.v[k]:
            ways[k] = pairs_u * q[k] + triples_u * r_u[k] + triples_u * (n_u - 3) // 4 * d.uu[k]
        else:
            apart = n_u * n_v * q[k] + pairs_u * n_v * r_u[k] + n_u * pairs_v * r_v[k]
            ways[k] = apart + triples_u * n_v * d.uu[k] + n_u * triples_v * d.vv[k] + pairs_u * pairs_v * d.uv[k]


@compiled
def take(
    d: Discards,
    several: bool,
    board: Integers,
    place: int,
    level: int,
    apart_of: NDArray[np.int32],
    q: NDArray[np.int32],
    r: Integers,
    alive: NDArray[np.uint8],
) -> None:
    """Put a card on the board at `level`: the vectors of the next level follow from those of this one."""
    before, after, own = q[level], q[level + 1], apart_of[place]
    for k in range(after.size):
        after[k] = before[k] - own[k]
    for earlier in range(level):
        row = d.apart[d.pair_number[place, board[earlier]]]
        for k in range(after.size):
            after[k] += row[k]
    was, now, free = alive[level], alive[level + 1], d.free[place]
    for k in range(after.size):
        now[k] = was[k] & free[k]
    if several:
        r[0, level + 1] = r[0, level] - d.with_u[place]
        r[1, level + 1] = r[1, level] - d.with_v[place]
    board[level] = place


@compiled
def count_from(
    d: Discards,
    lookup: Lookup,
    copies: Integers,
    apart_of: NDArray[np.int32],
    start: tuple[Integers, Integers, Integers],
    hand: Integers,
    first: int,
    second: int,
    out: Integers,
) -> None:
    """Add the boards whose two lowest cards are given, for the six pairs of a hand, to `out`: wins, ties, boards."""
    n_types, n_pairs = copies.size, d.u.size
    q = np.empty((6, n_pairs), np.int32)
    r = np.empty((2, 6, n_pairs), np.int64)
    alive = np.ones((6, n_pairs), np.uint8)
    q[0], r[0, 0], r[1, 0] = start[0], start[1], start[2]
    for k in range(n_pairs):
        alive[0, k] = copies[d.u[k]] > 0 and copies[d.v[k]] > 0
    board = np.empty(5, np.int64)
    several = copies.max() > 1
    ways = np.empty(n_pairs, np.int64)
    entry_ways = np.zeros(d.rank_start.size + n_pairs, np.int64)
    entry_values = np.zeros(d.rank_start.size + n_pairs, np.int64)
    left = copies.copy()
    take(d, several, board, first, 0, apart_of, q, r, alive)
    take(d, several, board, second, 1, apart_of, q, r, alive)
    left[first] -= 1
    left[second] -= 1
    for third in range(second, n_types):
        if left[third] == 0:
            continue
        take(d, several, board, third, 2, apart_of, q, r, alive)
        left[third] -= 1
        for fourth in range(third, n_types):
            if left[fourth] == 0:
                continue
            take(d, several, board, fourth, 3, apart_of, q, r, alive)
            left[fourth] -= 1
            for fifth in range(fourth, n_types):
                if left[fifth] == 0:
                    continue
                take(d, several, board, fifth, 4, apart_of, q, r, alive)
                left[fifth] -= 1
                if several:
                    ways_of_kept(d, left, q[5], r[0, 5], r[1, 5], ways)
                else:
                    for k in range(n_pairs):
                        ways[k] = q[5, k] * alive[5, k]
                count_board(d, lookup, copies, board, ways, hand, entry_ways, entry_values, out)
                left[fifth] += 1
            left[fourth] += 1
        left[third] += 1


@compiled
def count_board(
    d: Discards,
    lookup: Lookup,
    copies: Integers,
    board: Integers,
    ways: Integers,
    hand: Integers,
    entry_ways: Integers,
    entry_values: Integers,
    out: Integers,
) -> None:
    """Add one board, from the number of hands in which the dealer keeps each pair.

    An entry is a value of the dealer and the number of hands that have it: one for the pairs of the same ranks that
    make no flush, then one for each pair that does.
    """
    keys = d.card_keys
    base = lookup.start
    in_suit = np.zeros(4, np.int64)
    for place in board:
        base += keys[place]
        in_suit[d.suits[place]] += 1
    own, below, equal = np.empty(6, np.int64), np.empty(6, np.int64), np.empty(6, np.int64)
    slot = 0
    for i in range(4):
        for j in range(i + 1, 4):
            own[slot] = seven_value(lookup, keys, board, keys[hand[i]], keys[hand[j]])
            slot += 1
    n_ranks = d.rank_start.size - 1
    n_entries = n_ranks
    for rank in range(n_ranks):
        total = np.int64(0)
        for k in range(d.rank_start[rank], d.rank_start[rank + 1]):
            total += ways[k]
        entry_ways[rank] = total
        if total:
            k = d.rank_start[rank]
            ranks = (base + keys[d.u[k]] + keys[d.v[k]]) & _RANK_MASK
            entry_values[rank] = lookup.values[ranks + np.uint64(lookup.offsets[ranks >> _ROW_SHIFT])]
    suit = np.argmax(in_suit)
    if in_suit[suit] >= 3:
        on_board = _ZERO
        for place in board:
            on_board += keys[place] & _RANK_MASK if d.suits[place] == suit else _ZERO
        first, last = d.suited_start[2 * suit], d.suited_start[2 * suit + (1 if in_suit[suit] == 3 else 2)]
        everything = in_suit[suit] == 5
        for entry in range(0 if everything else first, ways.size if everything else last):
            k = entry if everything else d.suited[entry]
            if ways[k] == 0:
                continue
            u, v, rank = d.u[k], d.v[k], d.rank_of[k]
            suited = on_board
            suited += keys[u] & _RANK_MASK if d.suits[u] == suit else _ZERO
            suited += keys[v] & _RANK_MASK if d.suits[v] == suit else _ZERO
            flush = np.int64(lookup.suited_values[suited + np.uint64(lookup.suited_offsets[suited >> _ROW_SHIFT])])
            entry_ways[rank] -= ways[k]
            entry_ways[n_entries] = ways[k]
            entry_values[n_entries] = max(flush, entry_values[rank])
            n_entries += 1
    for s in range(6):
        value, below_s, equal_s = own[s], np.int64(0), np.int64(0)
        for entry in range(n_entries):
            below_s += entry_ways[entry] * (entry_values[entry] < value)
            equal_s += entry_ways[entry] * (entry_values[entry] == value)
        below[s], equal[s] = below_s, equal_s
    physical = np.int64(1)
    for place in range(5):
        times = 1
        for earlier in range(place):
            times += board[earlier] == board[place]
        physical = physical * (copies[board[place]] - times + 1) // times
    for s in range(6):
        made = d.class_of_value[own[s]]
        out[WINS, s, made] += physical * below[s]
        out[TIES, s, made] += physical * equal[s]
        out[BOARDS, s, made] += physical


@dataclass(frozen=True)
class HandCount:
    """For the six pairs of a hand in the order of PLACES, by class of hand: wins, ties, boards as Python integers."""

    wins: tuple[tuple[int, ...], ...]
    ties: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]


def count_hand(job: FastActionCount, hand: tuple[Card, ...], dead: tuple[Card, ...], threads: int) -> HandCount:
    """Count one hand, cards ascending, with some cards dead."""
    space, d, lookup = space_of(job.deck), discards_of(job), ranking(job.system).lookup
    copies = space.copies.copy()
    np.subtract.at(copies, space.place_of[[*hand, *dead]], 1)
    apart_of, start = _starting(space, d, copies)
    places = space.place_of[list(hand)]

    def count(cards: tuple[int, int]) -> Integers:
        out = np.zeros((3, len(PLACES), len(job.first_values)), np.int64)
        count_from(d, lookup, copies, apart_of, start, places, *cards, out)
        return out

    with ThreadPoolExecutor(threads) as pool:
        parts = [part.astype(object) for part in pool.map(count, _first_cards(copies))]
    wins, ties, boards = (tuple(map(tuple, rows)) for rows in np.sum(parts, axis=0).tolist())
    return HandCount(wins, ties, boards)


def _first_cards(copies: Integers) -> Iterator[tuple[int, int]]:
    for first in np.flatnonzero(copies).tolist():
        for second in range(first, len(copies)):
            if copies[second] > (first == second):
                yield first, second


def _starting(
    space: Space, d: Discards, copies: Integers
) -> tuple[NDArray[np.int32], tuple[Integers, Integers, Integers]]:
    """Q and R before the board, and q(z) for each card z."""
    high, low = space.pairs
    apart_of = np.zeros((len(copies), len(d.u)), np.int32)
    for place in range(len(copies)):
        partners = copies.copy()
        partners[place] -= 1
        apart_of[place] = partners @ d.apart[d.pair_number[place]].astype(np.int64)
    chosen = np.where(high == low, copies[high] * (copies[high] - 1) // 2, copies[high] * copies[low])
    q: Integers = chosen @ d.apart.astype(np.int64)
    return apart_of, (q, copies @ d.with_u, copies @ d.with_v)
