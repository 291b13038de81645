"""Optimal play against several up cards by ranks alone, as far as no flush of the dealer's can change it.

If the dealer cannot make a flush, the number of dealer's hands below a value follows from the ranks of the up cards and
of the player's cards. These are few enough for a table: with three up cards and six player's cards 455 x 18,395. It
holds the best path and its *lead*: how many of the dealer's hands could have another outcome before another path were
better. A sight with no more flushes than that is decided. The rest, and player's flushes, are left to another player.

Far down in the order of player hands one path is best with any ranks, and far up another. *Cuts* mark both limits, by
the up ranks and by how many flushes there may be. Few sights are between them. Only these are looked up in the table,
which is too large for the caches of a processor.

The table is counted as `bounded` counts, with ranks in place of cards. For each multiset of up ranks the hidden ones
are passed once in the order of the hands that they make. `below[T]` is how many of the hands passed contain certain
cards with the ranks T. A player's hand reads the sets of its cards when the hands below its value have been passed.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.counting.numbering import Word
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.bounded import dealers_gains
from houseway.analysis.declared.private_showdown.counting import ABOVE_ALL, Numbers
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.situations import by_commitment, pays_by_value
from houseway.cards.card import N_RANKS, N_SUITS, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Compare, Hand
from houseway.ranking import ranking
from houseway.ranking.kernels import leaf, value_of_ranks
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, RANK_BITS, RANK_KEYS, RANK_MASK
from houseway.ranking.lookup import ROW_SHIFT, Lookup

MOST_ENTRIES = 1 << 24
ENTRY_BITS = 16
UNDECIDED = -1
_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_RANK_BITS, _COUNTER_BITS, _COUNTER = np.uint64(RANK_BITS), np.uint64(COUNTER_BITS), np.uint64((1 << COUNTER_BITS) - 1)
_SUITS, _RANKS, _ONE = np.uint64(N_SUITS), np.uint64(N_RANKS), np.uint64(1)
_compiled = numba.njit(nogil=True, cache=True)

Ranks = tuple[int, ...]


def decides_by_ranks(layout: Layout, payoffs: Payoffs) -> bool:
    """Return whether suits matter to flushes only, and the table is not too large."""
    deck, system = payoffs.game.deck, ranking(payoffs.game.system(payoffs.game.every(Compare)[0])).system
    entries = len(multisets(deck, layout.up)) * len(multisets(deck, layout.own.cards))
    return deck.max_copies == 1 and not system.wild_ranks and entries <= MOST_ENTRIES


@dataclass(frozen=True)
class RankPlayer(Player):
    """A player who looks up a sight by its ranks, and asks `rest` about those that flushes may decide.

    `table[up, own]` holds a lead and, in its last `path_bits`, a path. `up_number` numbers up ranks in any order as
    digits, `own_number` the places of player's ranks in the look-up. `flushes` is how many flushes of a suit the dealer
    can have, by the up cards and the player's cards of that suit. `cuts[level, up]` holds the value below which the
    path after it is best, and the value from which on the last one is. It applies if there are no more flushes than
    `levels[level]`.
    """

    layout: Layout
    lookup: Lookup
    hand_size: int
    up_number: NDArray[np.int64]
    own_number: NDArray[np.int32]
    table: NDArray[np.uint16]
    path_bits: int
    flushes: NDArray[np.int64]
    levels: NDArray[np.int64]
    cuts: NDArray[np.int32]
    rest: Player

    @classmethod
    def of(cls, layout: Layout, payoffs: Payoffs, rest: Player) -> "RankPlayer":
        """Return the best player of a title."""
        deck, (told, pays) = payoffs.game.deck, pays_by_value(payoffs)
        ranked = ranking(told.system)
        n_own, hidden = layout.own.cards, layout.dealer.cards - layout.up
        ups, owns = multisets(deck, layout.up), multisets(deck, n_own)
        copies = np.bincount([rank_of(card) for card in deck.cards], minlength=N_RANKS)
        parts = [part for size in range(hidden + 1) for part in combinations_with_replacement(range(N_RANKS), size)]
        number = {part: place for place, part in enumerate(parts)}
        own_parts = np.array(
            [[number[part] for size in range(hidden + 1) for part in combinations(own, size)] for own in owns], np.int64
        )
        signs = np.repeat((-1) ** np.arange(hidden + 1), [comb(n_own, size) for size in range(hidden + 1)])
        sums = np.array([sum(RANK_KEYS[rank] for rank in own) for own in owns], np.uint64)
        slots = (sums + ranked.lookup.offsets[sums >> _ROW_SHIFT].astype(np.uint64)).astype(np.int64)
        values = ranked.lookup.values[slots].astype(np.int64)
        in_order = np.argsort(values, kind="stable")
        rest_cards = deck.size - layout.up - n_own
        path_bits = max(1, (len(payoffs.paths) - 1).bit_length())
        table = np.zeros((len(ups), len(owns)), np.uint16)
        tabulate(
            np.array(ups, np.int64),
            copies,
            Passing.of(deck, hidden, number),
            np.array([[comb(n, k) for k in range(hidden + 1)] for n in range(N_SUITS + 1)]),
            ranked.lookup,
            told.least,
            in_order,
            values,
            own_parts,
            signs,
            np.zeros((3, len(parts)), np.int64),
            comb(rest_cards, hidden),
            dealers_gains(pays, told.least),
            swings(pays),
            by_commitment(payoffs)[:: 1 if payoffs.game.smaller_on_ties else -1].astype(np.int64),
            path_bits,
            table,
        )
        own_number = np.zeros(len(ranked.lookup.values), np.int32)
        own_number[slots] = np.arange(len(owns))
        hand_size = ranked.system.hand_size
        flushes = _flushes(deck, layout.up, n_own, hidden, hand_size)
        levels = _levels(flushes, layout.up)
        cuts = np.zeros((len(levels), len(ups), 4), np.int32)
        _cut(table, path_bits, in_order, values, _left_by(ups, copies), _times(owns), levels, cuts)
        return cls(
            layout=layout,
            lookup=ranked.lookup,
            hand_size=hand_size,
            up_number=_any_order(ups, layout.up),
            own_number=own_number,
            table=table,
            path_bits=path_bits,
            flushes=flushes,
            levels=levels,
            cuts=cuts,
            rest=rest,
        )

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the best path of each round."""
        own, theirs = cards[self.layout.own], cards[self.layout.dealer]
        paths = np.empty(len(own), np.int64)
        _decide_by_ranks(
            own,
            theirs,
            self.layout.up,
            self.lookup,
            self.hand_size,
            self.up_number,
            self.own_number,
            self.table,
            self.path_bits,
            self.flushes,
            self.levels,
            self.cuts,
            paths,
        )
        left = np.flatnonzero(paths == UNDECIDED)
        if len(left):
            paths[left] = self.rest.paths({hand: dealt[left] for hand, dealt in cards.items()})
        return paths


def _any_order(ups: list[Ranks], up: int) -> NDArray[np.int64]:
    """Return the number of up ranks in any order, which are the digits of the place."""
    places = np.arange(N_RANKS**up)[:, None] // N_RANKS ** np.arange(up) % N_RANKS
    number = {ranks: place for place, ranks in enumerate(ups)}
    return np.array([number.get(tuple(sorted(ranks)), 0) for ranks in places.tolist()], np.int64)


def _flushes(deck: Deck, up: int, n_own: int, hidden: int, hand_size: int) -> NDArray[np.int64]:
    """Return how many flushes of a suit there can be at most, by the up cards and the player's cards of that suit."""
    suited = max(Counter(suit_of(card) for card in deck.cards).values())
    rest = deck.size - up - n_own
    most = np.zeros((up + 1, n_own + 1), np.int64)
    for shown, held in np.ndindex(most.shape):
        left = min(max(0, suited - shown - held), rest)
        drawn = range(max(0, hand_size - shown), hidden + 1)
        most[shown, held] = sum(comb(left, number) * comb(rest - left, hidden - number) for number in drawn)
    return most


def _levels(flushes: NDArray[np.int64], up: int) -> NDArray[np.int64]:
    """Return numbers of flushes, ascending: the maximums that up cards leave by their suits."""
    suits = combinations_with_replacement(range(N_SUITS), up)
    return np.unique([sum(flushes[shown.count(suit), 0] for suit in range(N_SUITS)) for shown in suits])


def _times(hands: list[Ranks]) -> NDArray[np.int64]:
    """Return how often each rank is in each hand."""
    return np.array([[ranks.count(rank) for rank in range(N_RANKS)] for ranks in hands], np.int64)


def _left_by(ups: list[Ranks], copies: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many cards of each rank up cards leave."""
    return copies - _times(ups)


@leaf
def _holds_too_many(held: Array, own: Word, left: Array, up: Word) -> bool:
    """Return whether player's ranks are impossible beside up ranks."""
    too_many = 0
    for rank in range(N_RANKS):
        too_many += held[own, rank] > left[up, rank]
    return too_many > 0


@_compiled
def _cut(
    table: Array,
    path_bits: int,
    in_order: Array,
    own_values: Array,
    left: Array,
    held: Array,
    levels: Array,
    cuts: Array,
) -> None:
    """Find how far from both ends of the order of player hands the same path is best with a lead of each level."""
    path_mask = (1 << path_bits) - 1
    for up in range(table.shape[0]):
        for level in range(levels.size):
            for end in range(2):
                path, cut = np.int64(-1), 0 if end else ABOVE_ALL
                for place in range(in_order.size):
                    own = in_order[in_order.size - 1 - place if end else place]
                    entry = np.int64(table[up, own])
                    if entry >> path_bits >= levels[level] and entry & path_mask == path:
                        continue
                    if _holds_too_many(held, own, left, up):
                        continue
                    if path >= 0 or entry >> path_bits < levels[level]:
                        cut = own_values[own] + end
                        break
                    path = entry & path_mask
                cuts[level, up, 2 * end], cuts[level, up, 2 * end + 1] = cut, path


@_compiled
def _decide_by_ranks(
    own: Array,
    theirs: Array,
    up: int,
    lookup: Lookup,
    hand_size: int,
    up_number: Array,
    own_number: Array,
    table: Array,
    path_bits: int,
    flushes: Array,
    levels: Array,
    cuts: Array,
    paths: Numbers,
) -> None:
    """Find the best path of each row, or mark it as undecided."""
    bits = np.uint64(path_bits)
    path_mask = (_ONE << bits) - _ONE
    start = np.uint64(8 - hand_size)
    for row in range(own.shape[0]):
        key, up_key, up_place = lookup.start, lookup.start, np.uint64(0)
        for column in range(own.shape[1]):
            key += lookup.card_keys[own[row, column]]
        for column in range(up):
            card = theirs[row, column]
            up_key += lookup.card_keys[card]
            up_place = up_place * _RANKS + np.uint64(card) // _SUITS
        ranks = key & _RANK_MASK
        slot = ranks + np.uint64(lookup.offsets[ranks >> _ROW_SHIFT])
        value, up_ranks = np.int64(lookup.values[slot]), np.uint64(up_number[up_place])
        most = np.int64(0)
        held, shown = key >> _RANK_BITS, up_key >> _RANK_BITS
        for _ in range(N_SUITS):
            most += flushes[(shown & _COUNTER) - start, (held & _COUNTER) - start]
            held, shown = held >> _COUNTER_BITS, shown >> _COUNTER_BITS
        level = np.uint64(0)
        for each in range(levels.size - 1):
            level += np.uint64(levels[each] < most)
        if key & _FLUSH_BITS:
            paths[row] = UNDECIDED
        elif value < cuts[level, up_ranks, 0]:
            paths[row] = cuts[level, up_ranks, 1]
        elif value >= cuts[level, up_ranks, 2]:
            paths[row] = cuts[level, up_ranks, 3]
        else:
            entry = np.uint64(table[up_ranks, np.uint64(own_number[slot])])
            paths[row] = np.int64(entry & path_mask) if most <= np.int64(entry >> bits) else UNDECIDED


def multisets(deck: Deck, size: int) -> list[Ranks]:
    """Return the ranks of `size` cards, ascending, as far as the deck has them."""
    copies = Counter(rank_of(card) for card in deck.cards)
    ranks = combinations_with_replacement(sorted(copies), size)
    return [each for each in ranks if all(times <= copies[rank] for rank, times in Counter(each).items())]


class Passing(NamedTuple):
    """Hidden ranks, one row each, and the sets of ranks in them: those of row m are from `first[m]` to `first[m + 1]`.

    A hand with certain cards of set `part` has, for each rank of the row, `more` cards in addition to the `taken` of
    the set.
    """

    hidden: NDArray[np.int64]
    first: NDArray[np.int64]
    part: NDArray[np.int64]
    rank: NDArray[np.int64]
    taken: NDArray[np.int64]
    more: NDArray[np.int64]

    @classmethod
    def of(cls, deck: Deck, hidden: int, number: Mapping[Ranks, int]) -> "Passing":
        """Return all hidden ranks of a deck; `number` numbers the sets."""
        rows = multisets(deck, hidden)
        first, told = [0], list[tuple[int, list[tuple[int, int, int]]]]()
        for row in rows:
            for size in range(hidden + 1):
                for part in sorted(set(combinations(row, size))):
                    ranks = [(rank, part.count(rank), row.count(rank) - part.count(rank)) for rank in sorted(set(row))]
                    told.append((number[part], ranks + [(row[0], 0, 0)] * (hidden - len(ranks))))
            first.append(len(told))
        rank, taken, more = np.moveaxis(np.array([ranks for _, ranks in told], np.int64), 2, 0)
        parts = np.array([part for part, _ in told], np.int64)
        return cls(np.array(rows, np.int64), np.array(first), parts, rank.copy(), taken.copy(), more.copy())


def swings(pays: Numbers) -> Numbers:
    """Return, by player's value, how much one dealer's hand can shift the distance between two paths."""
    apart = pays[:, None] - pays[None, :]
    return np.ascontiguousarray(np.moveaxis(apart.max(axis=3) - apart.min(axis=3), 2, 0))


@leaf
def _pass(row: Word, passing: Passing, left: Array, choose: Array, sums: Array, which: int) -> None:
    """Add the hands of a row of hidden ranks to the sums of all sets of ranks in it."""
    for told in range(passing.first[row], passing.first[row + 1]):
        hands = np.int64(1)
        for place in range(passing.rank.shape[1]):
            there = left[passing.rank[told, place]] - passing.taken[told, place]
            hands *= choose[max(there, 0), passing.more[told, place]]
        sums[which, passing.part[told]] += hands


@_compiled
def tabulate(
    ups: Array,
    copies: Array,
    passing: Passing,
    choose: Array,
    lookup: Lookup,
    least: int,
    in_order: Array,
    own_values: Array,
    own_parts: Array,
    signs: Array,
    sums: Array,
    hands: int,
    gains: Array,
    swings: Array,
    order: Array,
    path_bits: int,
    table: Array,
) -> None:
    """Compute lead and best path of all up and player's ranks. `sums` has rows for below, up to, and unqualified."""
    n_rows, most_lead = passing.hidden.shape[0], (1 << (ENTRY_BITS - path_bits)) - 1
    values, left = np.zeros(n_rows, np.int64), copies.copy()
    numbers = np.array([0, 0, 0, hands])
    worth = np.zeros(order.size, np.int64)
    for up in range(ups.shape[0]):
        left[:] = copies
        sums[:] = 0
        up_ranks = np.uint64(0)
        for rank in ups[up]:
            left[rank] -= 1
            up_ranks += np.uint64(RANK_KEYS[rank])
        for row in range(n_rows):
            ranks, there = up_ranks, True
            for rank in passing.hidden[row]:
                ranks += np.uint64(RANK_KEYS[rank])
                left[rank] -= 1
                there &= left[rank] >= 0
            for rank in passing.hidden[row]:
                left[rank] += 1
            values[row] = value_of_ranks(lookup, ranks) if there else 0
            if values[row] < least:
                _pass(row, passing, left, choose, sums, 2)
        rows = np.argsort(values)
        below = up_to = 0
        for own in in_order:
            value = own_values[own]
            while below < n_rows and values[rows[below]] < value:
                _pass(rows[below], passing, left, choose, sums, 0)
                below += 1
            while up_to < n_rows and values[rows[up_to]] <= value:
                _pass(rows[up_to], passing, left, choose, sums, 1)
                up_to += 1
            numbers[0] = numbers[1] = numbers[2] = 0
            for place in range(signs.size):
                part, sign = np.uint64(own_parts[own, place]), signs[place]
                numbers[0] += sign * sums[0, part]
                numbers[1] += sign * sums[1, part]
                numbers[2] += sign * sums[2, part]
            best = order[0]
            for path in order:
                worth[path] = (gains[path, value] * numbers).sum()
                if worth[path] > worth[best]:
                    best = path
            lead = most_lead
            for path in order:
                if swings[value, best, path]:
                    lead = min(lead, max(0, worth[best] - worth[path] - 1) // swings[value, best, path])
            table[up, own] = lead << path_bits | best
