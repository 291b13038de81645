"""Boards of a profile settled at once: which classes of the dealer's pairs each of a hand's six pairs beats or ties."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.groups import (
    BOTH_SUITED,
    N_RANK_PAIRS,
    NUMBER_PARTS,
    ONE_SUITED,
    Groups,
)
from houseway.analysis.titles.fast_action_holdem.jobs import LIMB
from houseway.analysis.titles.fast_action_holdem.space import BOARD, PLACES, Integers
from houseway.analysis.titles.fast_action_holdem.tables import compiled
from houseway.cards.card import N_RANKS, N_SUITS, Card
from houseway.ranking.kernels import value_of_ranks, value_of_suited
from houseway.ranking.keys import RANK_KEYS
from houseway.ranking.lookup import Lookup

N_SLOTS = len(PLACES)
FLUSH = 5
WINS, TIES = 0, 1
N_BOARD_RANKS = 6188
"""Multisets of five ranks."""
_KEYS = np.array(RANK_KEYS[:N_RANKS], np.uint64)
_LOW = 2**LIMB - 1


class Values(NamedTuple):
    """What seven cards are worth: without a flush by five ranks and the class of the other two, and with one.

    `copies` goes by card id and says how many copies the whole deck has: more cannot come, and the look-up does not
    know what they are worth.
    """

    by_ranks: Integers
    copies: Integers
    lookup: Lookup
    class_of_value: NDArray[np.int8]


class Hand(NamedTuple):
    """The six pairs of a hand: their class by ranks, how many cards are of the suit, and the sum of their keys."""

    rank_class: Integers
    n_suited: Integers
    suited_keys: NDArray[np.uint64]


class Flushes(NamedTuple):
    """What flushes are worth with the cards of the suit on a board: by two more cards, by one more, and by none.

    Then how many cards of the suit are on the board, and the sum of their keys. Impossible flushes are worth 0.
    """

    both: Integers
    one: Integers
    none: Integers
    n_suited: Integers
    key: NDArray[np.uint64]


class Sums(NamedTuple):
    """Wins and ties of each pair in a low and a high part; boards by pair and class of hand."""

    dealers: Integers
    boards: Integers


def hand_of(cards: tuple[Card, ...], suit: int) -> Hand:
    """The six pairs of four cards in the order of PLACES."""
    pairs = np.array([[cards[i], cards[j]] for i, j in PLACES], np.int64)
    low, high = np.sort(pairs // N_SUITS, axis=1).T
    suited = pairs % N_SUITS == suit
    keys = np.where(suited, _KEYS[pairs // N_SUITS], np.uint64(0))
    return Hand(high * (high + 1) // 2 + low, suited.sum(axis=1), keys.sum(axis=1, dtype=np.uint64))


def no_sums(n_classes: int) -> Sums:
    """Nothing counted yet."""
    return Sums(np.zeros((2, N_SLOTS, 2), np.int64), np.zeros((N_SLOTS, n_classes), np.int64))


@compiled
def values_by_ranks(lookup: Lookup, most: Integers) -> Integers:
    """A row for each five ranks, a column for each two more: the value, 0 where `most` says that there are too many."""
    found = np.zeros((N_BOARD_RANKS, N_RANK_PAIRS), np.int64)
    left = most.copy()
    row = 0
    for e in range(N_RANKS):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        key, possible, column = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e], True, 0
                        for rank in (a, b, c, d, e):
                            left[rank] -= 1
                            possible = possible and left[rank] >= 0
                        for high in range(N_RANKS):
                            for low in range(high + 1):
                                if possible and left[low] and left[high] > (high == low):
                                    found[row, column] = value_of_ranks(lookup, key + _KEYS[high] + _KEYS[low])
                                column += 1
                        for rank in (a, b, c, d, e):
                            left[rank] += 1
                        row += 1
    return found


@compiled
def row_of(groups: Groups, board: Integers, ranks: Integers) -> int:
    """The row of `values_by_ranks` for a board; `ranks` is room to sort in."""
    row = 0
    for place in range(BOARD):
        rank, spot = groups.ranks[board[place]], place
        while spot and ranks[spot - 1] > rank:
            ranks[spot] = ranks[spot - 1]
            spot -= 1
        ranks[spot] = rank
    for place in range(BOARD):
        row += NUMBER_PARTS[place, ranks[place]]
    return row


@compiled
def no_flushes() -> Flushes:
    """Room for the values of flushes."""
    none, n_suited, key = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1, np.uint64)
    return Flushes(np.zeros(N_RANK_PAIRS, np.int64), np.zeros(N_RANKS, np.int64), none, n_suited, key)


@compiled
def set_flushes(values: Values, suit: int, board: Integers, flushes: Flushes) -> None:
    """Find what flushes are worth on a board of which groups below N_RANKS are cards of the suit."""
    left, key, n_suited = np.empty(N_RANKS, np.int64), np.uint64(0), 0
    for rank in range(N_RANKS):
        left[rank] = values.copies[rank * N_SUITS + suit]
    for group in board:
        if group < N_RANKS:
            left[group] -= 1
            key += _KEYS[group]
            n_suited += 1
    column = 0
    for high in range(N_RANKS):
        with_high = key + _KEYS[high]
        flushes.one[high] = value_of_suited(values.lookup, with_high) if n_suited + 1 >= FLUSH and left[high] else 0
        for low in range(high + 1):
            possible = left[high] > (high == low) and left[low]
            flushes.both[column] = value_of_suited(values.lookup, with_high + _KEYS[low]) if possible else 0
            column += 1
    flushes.none[0] = value_of_suited(values.lookup, key) if n_suited >= FLUSH else 0
    flushes.n_suited[0], flushes.key[0] = n_suited, key


@compiled
def weigh(known: Integers, ways: Integers, own: int) -> tuple[int, int]:
    """The ways to values below one's own, and to values equal to it."""
    below, equal = 0, 0
    for each in range(ways.size):
        below += ways[each] * (known[each] < own)
        equal += ways[each] * (known[each] == own)
    return below, equal


@compiled
def add(sums: Sums, slot: int, below: int, equal: int) -> None:
    """Add to the wins and ties of a pair."""
    sums.dealers[WINS, slot, 0] += below & _LOW
    sums.dealers[WINS, slot, 1] += below >> LIMB
    sums.dealers[TIES, slot, 0] += equal & _LOW
    sums.dealers[TIES, slot, 1] += equal >> LIMB


@compiled
def settle_ranks(values: Values, hand: Hand, known: Integers, ways: Integers, physical: int, sums: Sums) -> None:
    """Add the boards of a profile as if there were no flushes; `known` has the values of the classes by ranks."""
    for slot in range(N_SLOTS):
        own = known[hand.rank_class[slot]]
        below, equal = weigh(known, ways, own)
        add(sums, slot, below, equal)
        sums.boards[slot, values.class_of_value[own]] += physical


@compiled
def settle_suit(
    values: Values,
    hand: Hand,
    known: Integers,
    ways: Integers,
    physical: int,
    flushes: Flushes,
    room: Integers,
    sums: Sums,
) -> None:
    """Correct the boards of a profile with three or more cards of the suit.

    A class of the suit is worth its flush but was counted within its class by ranks. That one is worth at least the
    flush that lies on the board, if there is one.
    """
    plain, true = room[0], room[1]
    on_board = flushes.none[0]
    for each in range(N_RANK_PAIRS):
        plain[each] = max(known[each], on_board)
        plain[BOTH_SUITED + each] = plain[each]
        true[BOTH_SUITED + each] = max(known[each], flushes.both[each])
    if ways.size > ONE_SUITED:
        each = ONE_SUITED
        for rank in range(N_RANKS):
            for other in range(N_RANKS):
                high, low = max(rank, other), min(rank, other)
                plain[each] = plain[high * (high + 1) // 2 + low]
                true[each] = max(plain[each], flushes.one[rank])
                each += 1
    for slot in range(N_SLOTS):
        before = known[hand.rank_class[slot]]
        own = before
        if flushes.n_suited[0] + hand.n_suited[slot] >= FLUSH:
            own = max(own, value_of_suited(values.lookup, flushes.key[0] + hand.suited_keys[slot]))
        if own != before or on_board:
            below, equal = weigh(plain[:N_RANK_PAIRS], ways[:N_RANK_PAIRS], own)
            below_before, equal_before = weigh(known, ways[:N_RANK_PAIRS], before)
            add(sums, slot, below - below_before, equal - equal_before)
            sums.boards[slot, values.class_of_value[own]] += physical
            sums.boards[slot, values.class_of_value[before]] -= physical
        below, equal = weigh(true[BOTH_SUITED:], ways[BOTH_SUITED:], own)
        below_plain, equal_plain = weigh(plain[BOTH_SUITED:], ways[BOTH_SUITED:], own)
        add(sums, slot, below - below_plain, equal - equal_plain)
