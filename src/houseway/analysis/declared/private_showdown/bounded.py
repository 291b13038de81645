"""Optimal play against several up cards, decided sight by sight from bounds that are tightened until they suffice.

The dealer's hands below a value that hold the up cards U and no card of the player's hand H are, by inclusion and
exclusion,

    S(0) - S(1) + S(2) - ..., with S(k) = sum over the sets T of k player's cards of N(U + T),

where N(U + T) is how many hands below the value contain these cards (see `disjoint`). Cut off after a subtracted term,
the sum is too small. Cut off after an added term, it is too large. The error is at most the next term. The value of
every path is linear in three such numbers. So most sights are decided after S(1), by seven look-ups. Only close sights
go on to the end, where nothing is left open. No sight is decided by a guess.

N is looked up in the ascending values of all hands that contain a set, for the sets of every size up to renaming of
suits. For three up cards and three hidden ones there are 57 million values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from threading import Lock
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, all_sets, set_classes
from houseway.analysis.counting.numbering import Word, number_of
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import N_OUTCOMES, Comparison, Numbers
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.situations import by_commitment, pays_by_value
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Hand
from houseway.ranking import ranking
from houseway.ranking.kernels import leaf, trailing_zeros, value_of
from houseway.ranking.lookup import Lookup

MOST_HIDDEN = 3
"""The most hidden cards that leave few enough hands to list them all."""
STEP = 64
SHORT = 64
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_compiled = numba.njit(nogil=True, cache=True)


class SortedHands(NamedTuple):
    """The class of every set by its size and number. By class there are the ascending values of the hands that contain
    it and how many of these do not qualify. Arrays of all sizes, from that of the up cards on, follow one another.
    `marks` is, for every 64th value, how many of a class are below it. A search that begins there meets one or two
    lines of the memory, where one of the whole list would meet ten. Lists of at most `SHORT` values, which are those of
    the last sizes, have no marks.
    """

    classes: NDArray[np.int32]
    first_class: Numbers
    values: NDArray[np.uint16]
    first_value: Numbers
    n_values: Numbers
    unqualified: NDArray[np.uint16]
    first_row: Numbers
    marks: NDArray[np.uint16]

    @classmethod
    def of(cls, deck: Deck, up: int, hidden: int, told: Comparison) -> "SortedHands":
        """Return the sorted hands of a deck."""
        cards, lookup = np.array(deck.distinct, np.uint8), ranking(told.system).lookup
        sets = [set_classes(deck, up + more) for more in range(hidden)]
        listed = []
        for more, found in enumerate(sets):
            rests = all_sets(deck.size - up - more, hidden - more)
            values = np.empty((len(found.members), len(rests)), np.uint16)
            _complete(found.members, cards, rests, lookup, values)
            values.sort(axis=1, kind="stable")
            listed.append(values)
        searched = [values for values in listed if values.shape[1] > SHORT]
        n_marks = len(_bounds(ranking(told.system).n_values))
        return cls(
            classes=np.concatenate([found.class_of for found in sets]),
            first_class=_starts([len(found.class_of) for found in sets]),
            values=np.concatenate([values.ravel() for values in listed]),
            first_value=_starts([values.size for values in listed]),
            n_values=np.array([values.shape[1] for values in listed], np.int64),
            unqualified=np.concatenate([(each < told.least).sum(axis=1) for each in listed]).astype(np.uint16),
            first_row=_starts([len(values) for values in listed]),
            marks=np.concatenate([np.zeros((0, n_marks), np.uint16), *(_marks(each, n_marks) for each in searched)]),
        )


def _bounds(n_values: int) -> range:
    """Return every 64th value, from 0 to beyond all."""
    return range(0, n_values + 2 * STEP, STEP)


def _marks(values: NDArray[np.uint16], n_marks: int) -> NDArray[np.uint16]:
    """Return, for every class, how many values are below each 64th."""
    marks = np.empty((len(values), n_marks), np.uint16)
    _mark(values, STEP, marks)
    return marks


def _starts(lengths: Sequence[int]) -> Numbers:
    """Return the start of each part."""
    return np.cumsum([0, *lengths[:-1]])


_building = Lock()
"""Threads wait for the lists rather than make them twice."""


@lru_cache(maxsize=1)
def _sorted_hands(deck: Deck, up: int, hidden: int, told: Comparison) -> SortedHands:
    return SortedHands.of(deck, up, hidden, told)


@dataclass(frozen=True)
class BoundedPlayer(Player):
    """A player who finds the best path of every sight, with only the terms of the sums that are needed."""

    layout: Layout
    payoffs: Payoffs

    @cached_property
    def _paid(self) -> tuple[Comparison, Numbers]:
        """Return the comparison, and the gains of the paths by it."""
        told, pays = pays_by_value(self.payoffs)
        return told, dealers_gains(pays, told.least)

    @cached_property
    def _hands(self) -> SortedHands:
        with _building:
            hidden = self.layout.dealer.cards - self.layout.up
            return _sorted_hands(self.payoffs.game.deck, self.layout.up, hidden, self._paid[0])

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the best path of each round."""
        told, gains = self._paid
        up, hidden = self.layout.up, self.layout.dealer.cards - self.layout.up
        own, theirs = cards[self.layout.own], cards[self.layout.dealer]
        left = self.payoffs.game.deck.size - up
        n_own = own.shape[1]
        most = [comb(n_own, size) * comb(left - size, hidden - size) for size in range(hidden + 1)]
        paths = np.empty(len(own), np.int64)
        _decide(
            own,
            theirs,
            up,
            ranking(told.system).evaluate(own).astype(np.int64),
            self._hands,
            ranking(told.system).lookup,
            PLACES,
            told.least,
            comb(left - n_own, hidden),
            np.array([*most, 0], np.int64),
            *_subsets(n_own, hidden),
            gains,
            by_commitment(self.payoffs)[:: 1 if self.payoffs.game.smaller_on_ties else -1].astype(np.int64),
            paths,
        )
        return paths


@lru_cache(maxsize=4)
def _subsets(n_cards: int, most: int) -> tuple[NDArray[np.uint64], Numbers]:
    """Return the subsets of `n_cards` places as bits, the smaller ones first, and their number up to every size."""
    bits = sorted((bits for bits in range(1 << n_cards) if bits.bit_count() <= most), key=int.bit_count)
    return np.array(bits, np.uint64), np.cumsum([comb(n_cards, size) for size in range(most + 1)])


@_compiled
def _complete(members: Array, cards: Array, rests: Array, lookup: Lookup, values: Array) -> None:
    """Compute the value of every set with every rest of the cards that are left."""
    left = np.zeros(cards.size, np.uint8)
    for row in range(members.shape[0]):
        n_left = 0
        for card in cards:
            if not (members[row] == card).any():
                left[n_left] = card
                n_left += 1
        start_key, start_mask = lookup.start, _ZERO
        for card in members[row]:
            start_key += lookup.card_keys[card]
            start_mask |= lookup.card_masks[card]
        for rest in range(rests.shape[0]):
            key, mask = start_key, start_mask
            for place in range(rests.shape[1]):
                card = left[rests[rest, place]]
                key += lookup.card_keys[card]
                mask |= lookup.card_masks[card]
            values[row, rest] = value_of(lookup, key, mask)


def dealers_gains(pays: Numbers, least: int) -> Numbers:
    """Return the value of each path by player's value as a linear function of four numbers of the dealer's hands.

    They are those below the player's value, those up to it, those that do not qualify, and all.
    """
    gains = np.zeros((*pays.shape[:2], 4), np.int64)
    gains[:, :, 3] = pays[:, :, 2]
    gains[:, :, 0], gains[:, :, 1] = pays[:, :, 0] - pays[:, :, 1], pays[:, :, 1] - pays[:, :, 2]
    if pays.shape[2] > N_OUTCOMES:
        gains[:, least:, 2] = pays[:, least:, 3] - pays[:, least:, 0]
        gains[:, :least, 0] = pays[:, :least, 3] - pays[:, :least, 4]
        gains[:, :least, 1] = pays[:, :least, 4] - pays[:, :least, 5]
        gains[:, :least, 2] = pays[:, :least, 5] - pays[:, :least, 2]
    return gains


@leaf
def _best(gains: Array, order: Array, value: Word, numbers: Array, slack: Word, grows: Word) -> Word:
    """Return the path that is best for any size of the remaining sums, or -1; of equals the first in order.

    The first three numbers are short by up to `slack`, or that much too large where they do not grow.
    """
    best, most = np.uint64(0), np.int64(0)
    for place in range(order.size):
        path, worth = np.uint64(order[place]), np.int64(0)
        for number in range(4):
            worth += gains[path, value, number] * numbers[number]
        if place == 0 or worth > most:
            best, most = path, worth
    if slack:
        for place in range(order.size):
            path, ahead = np.uint64(order[place]), np.int64(0)
            for number in range(4):
                gain = gains[best, value, number] - gains[path, value, number]
                ahead += gain * numbers[number]
                if number < 3 and (gain < 0) == grows:
                    ahead -= abs(gain) * slack
            if path != best and ahead <= 0:
                return -1
    return np.int64(best)


@_compiled
def _mark(values: Array, step: int, marks: Array) -> None:
    for row in range(values.shape[0]):
        below = 0
        for mark in range(marks.shape[1]):
            while below < values.shape[1] and values[row, below] < mark * step:
                below += 1
            marks[row, mark] = below


@leaf
def _below(values: Array, first: Word, n_values: Word, value: Word) -> Word:
    """Return the place after the ascending values that are below one, from the first on; without a branch."""
    if not n_values:
        return first
    while n_values > _ONE:
        half = n_values >> _ONE
        first += half * np.uint64(values[first + half - _ONE] < value)
        n_values -= half
    return first + np.uint64(values[first] < value)


@leaf
def _value_of_bits(bits: Word, size: int, lookup: Lookup) -> Word:
    """Return the value of a hand of `size` cards that is given as bits."""
    key, mask = lookup.start, _ZERO
    for _ in range(size):
        card = trailing_zeros(bits)
        bits &= bits - _ONE
        key += lookup.card_keys[card]
        mask |= lookup.card_masks[card]
    return np.int64(value_of(lookup, key, mask))


@_compiled
def _decide(
    own: Array,
    theirs: Array,
    up: int,
    own_values: Numbers,
    tables: SortedHands,
    lookup: Lookup,
    places: Array,
    least: int,
    hands: int,
    most: Numbers,
    subsets: Array,
    n_subsets: Numbers,
    gains: Array,
    order: Array,
    paths: Numbers,
) -> None:
    """Find the best path of each row. `most[k]` is the maximum of the k-th sum, `hands` all the dealer's hands."""
    classes, first_class, values, first_value, n_values, unqualified, first_row, marks = tables
    hidden, n_own = n_values.size, own.shape[1]
    sums = np.array([0, 0, 0, hands])
    for row in range(own.shape[0]):
        value = own_values[row]
        mark = np.uint64(value) // np.uint64(STEP)
        up_bits = _ZERO
        for card in range(up):
            up_bits |= _ONE << np.uint64(theirs[row, card])
        sums[0] = sums[1] = sums[2] = 0
        best, sign, done = np.int64(-1), np.int64(1), 0
        for size in range(hidden + 1):
            for place in range(done, n_subsets[size]):
                subset, bits = subsets[np.uint64(place)], up_bits
                for card in range(n_own):
                    bits |= ((subset >> np.uint64(card)) & _ONE) << np.uint64(own[row, card])
                if size == hidden:
                    dealers = _value_of_bits(bits, up + size, lookup)
                    sums[0] += sign * (dealers < value)
                    sums[1] += sign * (dealers <= value)
                    sums[2] += sign * (dealers < least)
                else:
                    which = np.uint64(classes[np.uint64(first_class[size] + number_of(bits, up + size, places))])
                    first = np.uint64(first_value[size]) + which * np.uint64(n_values[size])
                    row_of_class = which + np.uint64(first_row[size])
                    low, high = _ZERO, np.uint64(n_values[size])
                    if n_values[size] > SHORT:
                        low, high = np.uint64(marks[row_of_class, mark]), np.uint64(marks[row_of_class, mark + _ONE])
                    less = _below(values, first + low, high - low, value)
                    up_to = less
                    while up_to < first + high and values[up_to] <= value:
                        up_to += _ONE
                    sums[0] += sign * np.int64(less - first)
                    sums[1] += sign * np.int64(up_to - first)
                    sums[2] += sign * np.int64(unqualified[row_of_class])
            best = _best(gains, order, np.uint64(value), sums, most[size + 1], sign < 0)
            if best >= 0:
                break
            sign, done = -sign, n_subsets[size]
        paths[row] = best
