"""Dealer's hands by their longest flush, against player hands that are listed suit by suit.

A hand is four sets of ranks, one per suit, and its value is that of the best of them. Sets of ranks are in order of
their length and then as binary numbers. Consider the dealer's hands of d cards below a set m of L ranks, from r(s)
ranks left in each suit s. Their number is the coefficient of x^d in a product over the suits:

    product over s of ( sum over k < L of C(|r(s)|, k) x^k + c(r(s), m) x^L ),

where c(r, m) is how many sets of L ranks of r come before m. A set comes before m if it agrees with m from the top down
to some rank of m and lacks that rank. With b(i) the i-th highest rank of m,

    c(r, m) = sum over i of C(ranks of r below b(i), L - i), as long as all of m above b(i) is in r.

Player hands are listed up to renaming of suits, by going through the sets of ranks suit by suit in descending order:
some six million for seven cards. For each of them three such products (below the player's value, up to it, below the
qualifier) give every outcome, and the best option follows. The job stores the deals by player's value, path and cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.cards.card import N_RANKS, N_SUITS
from houseway.cards.deck import Deck
from houseway.ranking.kernels import leaf, population_count
from houseway.ranking.keys import SUIT_MASK

N_SHARDS = 16
N_CODES = 6
"""Won, tied, lost against a qualified dealer, then against a dealer who does not qualify: the order of the levels."""
MOST_CARDS = 7
BINOMIALS = np.array([[comb(n, k) for k in range(MOST_CARDS + 2)] for n in range(N_RANKS + 1)], np.int64)
FACTORIALS = np.array([factorial(n) for n in range(N_SUITS + 1)], np.int64)

Numbers = NDArray[np.int64]
Masks = NDArray[np.int64]
Word = Any
"""A 64-bit number in a kernel: Numba and mypy do not have the same name for it."""


class Decided(NamedTuple):
    """The data by which a kernel decides. `flush_values` is by set of ranks, `masks` the set of ranks of a value.

    `own_values` and `own_cells` are those of the pay tables on the player's cards: the value by set of ranks, and the
    amount that a value adds to the cell. `offsets` is the amount that an outcome adds to it. `net` is by path and cell.
    `order` lists the paths, the preferred of equals first. `least` is the lowest player's value that may take each,
    `closed_from` the first above it that may not.
    """

    flush_values: Numbers
    masks: Masks
    qualifier: int
    own_values: Numbers
    own_cells: Numbers
    offsets: Numbers
    net: Numbers
    order: Numbers
    least: Numbers
    closed_from: Numbers

    def is_open(self, values: int | Numbers) -> NDArray[np.bool_]:
        """Return whether player hands of these values (last axis, if there are several) may take each path."""
        asked = np.asarray(values)
        rows = (slice(None), *[None] * asked.ndim)
        return np.asarray((self.least[rows] <= asked) & (asked < self.closed_from[rows]), np.bool_)


@leaf
def _length(mask: Word) -> Word:
    return np.int64(population_count(np.uint64(mask)))


@leaf
def _before(left: Word, mask: Word, length: Word, binomials: Numbers) -> Word:
    """Return how many sets of `length` of the ranks left come before a set of the same length."""
    found, needed = np.int64(0), length
    for rank in range(N_RANKS - 1, -1, -1):
        if mask >> rank & 1:
            below = _length(left & ((1 << rank) - 1))
            found += binomials[below, needed]
            if not left >> rank & 1:
                break
            needed -= 1
    return found


@leaf
def _below(left: Masks, value: int, masks: Masks, cards: int, binomials: Numbers, work: Numbers) -> Word:
    """Return the hands of `cards` of the cards left, suit by suit, whose value is below `value`."""
    mask = masks[value] if value < masks.size else np.int64(0)
    length = _length(mask) if value < masks.size else np.int64(cards + 1)
    work[0, 0] = 1
    for size in range(1, cards + 1):
        work[0, size] = 0
    now = 0
    for suit in range(N_SUITS):
        ranks = _length(left[suit])
        last = _before(left[suit], mask, length, binomials) if length <= cards else np.int64(0)
        for size in range(cards + 1):
            total = np.int64(0)
            for held in range(min(size, length) + 1):
                ways = binomials[ranks, held] if held < length else last
                total += work[now, size - held] * ways
            work[1 - now, size] = total
        now = 1 - now
    return work[now, cards]


@leaf
def _codes(
    left: Masks, value: int, decided: Decided, cards: int, binomials: Numbers, work: Numbers, codes: Numbers
) -> None:
    """Count the dealer's hands by their outcome against a player's value."""
    size = 0
    for suit in range(N_SUITS):
        size += _length(left[suit])
    every = 1
    for card in range(cards):
        every = every * (size - card) // (card + 1)
    less = _below(left, value, decided.masks, cards, binomials, work)
    up_to = _below(left, value + 1, decided.masks, cards, binomials, work)
    unqualified = (
        _below(left, decided.qualifier, decided.masks, cards, binomials, work) if decided.qualifier else np.int64(0)
    )
    codes[3] = min(less, unqualified)
    codes[4] = up_to - less if value < decided.qualifier else 0
    codes[5] = max(unqualified - up_to, 0)
    codes[0] = less - codes[3]
    codes[1] = up_to - less - codes[4]
    codes[2] = every - up_to - codes[5]


@leaf
def _best_path(own: Masks, codes: Numbers, value: int, decided: Decided) -> tuple[int, int]:
    """Return the best path that the hand may take, and the part of the cell that the player's cards decide."""
    base = 0
    for table in range(decided.own_values.shape[0]):
        paid = 0
        for suit in range(N_SUITS):
            paid = max(paid, decided.own_values[table, own[suit]])
        base += decided.own_cells[table, paid]
    best, highest = -1, np.int64(0)
    for path in decided.order:
        if decided.least[path] <= value < decided.closed_from[path]:
            worth = np.int64(0)
            for code in range(decided.offsets.size):
                worth += codes[code] * decided.net[path, base + decided.offsets[code]]
            if best < 0 or worth > highest:
                best, highest = path, worth
    return best, base


@leaf
def _value(own: Masks, flush_values: Numbers) -> int:
    best = 0
    for suit in range(N_SUITS):
        best = max(best, flush_values[own[suit]])
    return best


@numba.njit(nogil=True, cache=True)
def _count(
    deck: Masks, sets: Masks, first: Numbers, own_cards: int, cards: int, shard: int, decided: Decided,
    binomials: Numbers, factorials: Numbers, counts: Numbers,
) -> None:  # fmt: skip
    """Go through player hands, suit by suit; suits with the same ranks are in descending order of their sets.

    `sets` lists the sets of ranks of each suit by their number of ranks; those of k begin at `first[suit, k]`.
    """
    own, left = np.zeros(N_SUITS, np.int64), np.zeros(N_SUITS, np.int64)
    codes, work = np.zeros(N_CODES, np.int64), np.zeros((2, cards + 1), np.int64)
    for one in range(first[0, own_cards + 1]):
        own[0] = sets[0, one]
        if one % N_SHARDS != shard:
            continue
        room_1 = own_cards - _length(own[0])
        for two in range(first[1, room_1 + 1]):
            own[1] = sets[1, two]
            if deck[1] == deck[0] and two > one:
                break
            room_2 = room_1 - _length(own[1])
            for three in range(first[2, room_2 + 1]):
                own[2] = sets[2, three]
                if deck[2] == deck[1] and three > two:
                    break
                room_3 = room_2 - _length(own[2])
                for four in range(first[3, room_3], first[3, room_3 + 1]):
                    own[3] = sets[3, four]
                    if deck[3] == deck[2] and four > three:
                        break
                    for suit in range(N_SUITS):
                        left[suit] = deck[suit] & ~own[suit]
                    value = _value(own, decided.flush_values)
                    _codes(left, value, decided, cards, binomials, work, codes)
                    path, base = _best_path(own, codes, value, decided)
                    weight = _weight(deck, own, factorials)
                    for code in range(decided.offsets.size):
                        counts[value, path, base + decided.offsets[code]] += weight * codes[code]


@leaf
def _weight(deck: Masks, own: Masks, factorials: Numbers) -> int:
    """Return how many hands a renaming of suits with the same ranks makes of one."""
    weight, alike, same = 1, 1, 1
    for suit in range(1, N_SUITS):
        alike = alike + 1 if deck[suit] == deck[suit - 1] else 1
        same = same + 1 if alike > 1 and own[suit] == own[suit - 1] else 1
        weight = weight * alike // same
    return weight


@numba.njit(nogil=True, cache=True)
def _choose(
    deck: Masks, hands: NDArray[np.uint8], cards: int, decided: Decided, binomials: Numbers, paths: Numbers
) -> None:
    """Find the best path of each row of player's cards."""
    own, left = np.zeros(N_SUITS, np.int64), np.zeros(N_SUITS, np.int64)
    codes, work = np.zeros(N_CODES, np.int64), np.zeros((2, cards + 1), np.int64)
    for row in range(hands.shape[0]):
        own[:] = 0
        for card in hands[row]:
            own[card % N_SUITS] |= 1 << (card // N_SUITS)
        for suit in range(N_SUITS):
            left[suit] = deck[suit] & ~own[suit]
        value = _value(own, decided.flush_values)
        _codes(left, value, decided, cards, binomials, work, codes)
        paths[row] = _best_path(own, codes, value, decided)[0]


@dataclass(frozen=True)
class SuitCounts:
    """A job over all player hands of a deck: deals by player's value, path and cell, each hand on its best path."""

    copies: tuple[int, ...]
    own: int
    dealer: int
    decided: Decided
    told: str

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return f"suits-{self.own}-{self.dealer}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the cards, the pay tables, and the preference among equals."""
        decided = {name: np.asarray(each).tolist() for name, each in self.decided._asdict().items() if name in DECIDING}
        return {"copies": list(self.copies), "cards": [self.own, self.dealer], "told": self.told, **decided}

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code and the rankings by suit."""
        return (__name__, "houseway.ranking.suits", "houseway.ranking.special_rankings", "houseway.ranking.system")

    def shards(self) -> Sequence[int]:
        """Return parts of the sets of ranks in the first suit."""
        return range(N_SHARDS)

    def run(self, shard: int) -> Counts:
        """Return the deals of one part."""
        decided = self.decided
        counts = np.zeros((len(decided.masks), *decided.net.shape), np.int64)
        deck = deck_masks(Deck(self.copies))
        sets, first = _sets_of_ranks(deck, self.own)
        arrays = np.array(deck, np.int64), sets, first
        _count(*arrays, self.own, self.dealer, shard, decided, BINOMIALS, FACTORIALS, counts)
        return {"counts": counts}


DECIDING = ("qualifier", "offsets", "net", "order", "least", "closed_from")
"""The fields of `Decided` that do not follow from the names of the ranking systems."""


def deck_masks(deck: Deck) -> tuple[int, ...]:
    """Return the ranks of each suit of a deck as bits, with suits of the same ranks side by side."""
    suits = [sum(1 << rank for rank in range(N_RANKS) if deck.copies[N_SUITS * rank + suit]) for suit in range(N_SUITS)]
    return tuple(sorted(suits, reverse=True))


@lru_cache(maxsize=4)
def _sets_of_ranks(deck: tuple[int, ...], most: int) -> tuple[Masks, Numbers]:
    """Return, for every suit, its sets of up to `most` ranks, the shorter first, and the first place of each length."""
    of_suit = [
        sorted(
            (mask for mask in range(SUIT_MASK + 1) if not mask & ~ranks and mask.bit_count() <= most),
            key=lambda mask: (mask.bit_count(), mask),
        )
        for ranks in deck
    ]
    sets = np.zeros((N_SUITS, max(map(len, of_suit))), np.int64)
    first = np.zeros((N_SUITS, most + 2), np.int64)
    for suit, masks in enumerate(of_suit):
        sets[suit, : len(masks)] = masks
        lengths = [mask.bit_count() for mask in masks]
        first[suit] = [sum(length < size for length in lengths) for size in range(most + 2)]
    return sets, first


def best_paths(deck: Deck, hands: NDArray[np.uint8], dealer: int, decided: Decided) -> Numbers:
    """Return the path that each player's hand takes."""
    paths = np.empty(len(hands), np.int64)
    _choose(_in_suit_order(deck), hands, dealer, decided, BINOMIALS, paths)
    return paths


def outcomes(left: Deck, value: int, dealer: int, decided: Decided) -> list[int]:
    """Return the dealer's hands of the cards left by their outcome against a player's value."""
    codes, work = np.zeros(N_CODES, np.int64), np.zeros((2, dealer + 1), np.int64)
    _codes(_in_suit_order(left), value, decided, dealer, BINOMIALS, work, codes)
    return [int(code) for code in codes[: len(decided.offsets)]]


def _in_suit_order(deck: Deck) -> Masks:
    return np.array(
        [sum(1 << rank for rank in range(N_RANKS) if deck.copies[N_SUITS * rank + suit]) for suit in range(N_SUITS)],
        np.int64,
    )


def n_classes(deck: Deck, cards: int) -> int:
    """Return how many player hands there are, up to renaming of suits with the same ranks."""
    ways = [1] + [0] * cards
    masks = deck_masks(deck)
    for ranks in dict.fromkeys(masks):
        ways = _with_suits(ways, masks.count(ranks), ranks.bit_count(), cards)
    return ways[cards]


def _with_suits(ways: list[int], suits: int, ranks: int, cards: int) -> list[int]:
    """Return ways by cards, with `suits` more suits of `ranks` ranks, whose order makes no difference."""
    by_suits = {(0, size): way for size, way in enumerate(ways)}
    for length in range(min(ranks, cards) + 1):
        longer: dict[tuple[int, int], int] = {}
        for (used, size), way in by_suits.items():
            for more in range(suits - used + 1):
                if size + more * length <= cards:
                    key, sets = (used + more, size + more * length), comb(ranks, length)
                    longer[key] = longer.get(key, 0) + way * comb(sets + more - 1, more)
        by_suits = longer
    return [by_suits.get((suits, size), 0) for size in range(cards + 1)]
