"""Dealer's hands below a value that hold the up cards and none of the player's: inclusion and exclusion over these.

Let N(T, r) be the number of hands of d cards of the whole deck that contain the set T and have a value below r. The
dealer's hands below r that contain the up cards U and no card of the player's hand H number

    sum over all subsets S of H of (-1)^|S| N(S + U, r).

N depends on T only up to a renaming of suits, and is nothing where T has more than d cards. For d - 1 cards the table
lists the values of the hands that contain them: the only hands that are evaluated. Smaller sets follow by adding,
because a hand that contains T is met once for each of its d - |T| cards outside T:

    N(T, r) = (sum over all cards x outside T of N(T + x, r)) / (d - |T|).

So a title of p player's cards costs 2^p look-ups per hand, not a deal of every dealer's hand: for five cards against
five, 32 instead of 1,533,939. Nothing overflows: no N exceeds C(54,6) = 25,827,165, and no sum of d of them 2^31. The
kernel in `disjoint.cu` makes the same counts on a GPU. Two hands of seven cards are too large for the tables:
`OrderedShowdowns` counts them in one pass over all hands in the order of their values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, SetClasses, set_classes, set_numbers
from houseway.analysis.counting.device.machines import Machine, kernel_source, table
from houseway.analysis.counting.disjoint_pairs import count_below as count_in_order
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.counting import (
    N_SHARDS,
    Comparison,
    Numbers,
    ShowdownRows,
    information_sets,
    outcomes,
)
from houseway.cards.deck import Deck
from houseway.ranking import ranking
from houseway.ranking.kernels import trailing_zeros, value_of
from houseway.ranking.lookup import Lookup

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_compiled = numba.njit(nogil=True, cache=True)

OF_LOOKUP = ("card_keys", "card_masks", "offsets", "values", "mask_values")
"""The arrays of a ranking that the kernel in `disjoint.cu` reads."""


@dataclass(frozen=True)
class DisjointTables:
    """The tables in which N(T, r) is looked up. The class of a set is found by its size and number. By class there are
    the counts below every value, or, for the largest sets, the values themselves. Arrays of all sizes follow one
    another.
    """

    classes: NDArray[np.int32]
    first_class: Numbers
    below: NDArray[np.int32]
    first_row: Numbers
    values: NDArray[np.uint16]

    @classmethod
    def of(cls, deck: Deck, dealer: int, system: str) -> "DisjointTables":
        """Return the tables of a deck for the values that a ranking system gives to `dealer` cards."""
        sets = [set_classes(deck, size) for size in range(1, dealer)]
        hands = sets[-1].with_one_more(deck)
        values = ranking(system).evaluate(hands.reshape(-1, dealer)).reshape(hands.shape[:2])
        n_places = ranking(system).n_values + 2
        below = [np.zeros((len(sets[-2].members), n_places), np.int32)]
        _cumulate(values, _larger_classes(sets[-2], sets[-1], deck), below[0])
        below[0] //= 2
        for size in range(dealer - 3, 0, -1):
            ids = _larger_classes(sets[size - 1], sets[size], deck)
            added = np.array([below[0][row].sum(axis=0, dtype=np.int32) for row in ids])
            below.insert(0, added // np.int32(dealer - size))
        everything = sets[0].weights.astype(np.int32) @ below[0] // np.int32(dealer)
        below.insert(0, everything[None, :])
        return cls(
            classes=np.concatenate([np.zeros(1, np.int32), *(each.class_of for each in sets)]),
            first_class=np.cumsum([0, 1, *(len(each.class_of) for each in sets)]),
            below=np.concatenate(below),
            first_row=np.cumsum([0, *(len(each) for each in below)]),
            values=values,
        )


def _larger_classes(classes: SetClasses, larger: SetClasses, deck: Deck) -> NDArray[np.int32]:
    """Return, for every class, the classes of its sets with one more card."""
    sets = classes.with_one_more(deck)
    ids: NDArray[np.int32] = larger.class_of[set_numbers(sets.reshape(-1, sets.shape[2]))].reshape(sets.shape[:2])
    return ids


@dataclass(frozen=True)
class DisjointShowdowns(ShowdownRows):
    """The counts of one comparison, with the same numbers as by enumerating every showdown."""

    told: Comparison

    def run(self, shard: int) -> Counts:
        """Return the counts of one part; the other rows are zero."""
        deck = Deck(self.copies)
        with _building:
            seen, _ = information_sets(deck, self.own, self.up, self.keep_colors)
            tables = tables_of(deck, self.up + self.hidden, self.told.system)
        rows = self.rows(shard)
        counts = np.zeros((len(seen), self.told.n_codes), np.int64)
        counts[rows] = count_disjoint(tables, seen[rows], self.own, self.up + self.hidden, self.told)
        return {"counts": counts}

    def rows(self, shard: int) -> slice:
        """Return the rows of one part."""
        n_rows = len(information_sets(Deck(self.copies), self.own, self.up, self.keep_colors)[0])
        return slice(n_rows * shard // N_SHARDS, n_rows * (shard + 1) // N_SHARDS)

    def runs_on(self, machine: Machine) -> bool:
        """Return True, because a thread takes a row and needs no more room."""
        return True

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Return the counts of some parts at once; the other rows are zero."""
        return _count_on(machine, self, shards)


def count_seen(deck: Deck, seen: NDArray[np.uint8], own: int, dealer: int, told: Comparison) -> Numbers:
    """Return, for rows of player's and up cards, how many of the dealer's hands end in each outcome."""
    with _building:
        tables = tables_of(deck, dealer, told.system)
    return count_disjoint(tables, seen, own, dealer, told)


_building = Lock()
"""Threads wait for the tables rather than build them twice."""


@lru_cache(maxsize=2)
def tables_of(deck: Deck, dealer: int, system: str) -> DisjointTables:
    """Return the tables of a deck; the latest tables are cached."""
    return DisjointTables.of(deck, dealer, system)


def count_disjoint(tables: DisjointTables, seen: NDArray[np.uint8], own: int, dealer: int, told: Comparison) -> Numbers:
    """Return, for each row of player's cards and then up cards, how many of the dealer's hands end in each outcome."""
    return count_against(tables, seen, told.values(np.ascontiguousarray(seen[:, :own])), own, dealer, told)


def count_against(
    tables: DisjointTables, seen: NDArray[np.uint8], values: Numbers, own: int, dealer: int, told: Comparison
) -> Numbers:
    """Return the same for hands of given values; the dealer cannot have the first `own` cards, played or not."""
    thresholds = np.column_stack([values, values + 1, np.full(len(seen), told.least, np.int64)])
    return outcomes(told, values, *count_below(tables, seen, own, dealer, told.system, thresholds).T)


def count_below(
    tables: DisjointTables, seen: NDArray[np.uint8], own: int, dealer: int, system: str, thresholds: Array
) -> Numbers:
    """Return, for each row, the dealer's hands below each of its thresholds, and in the last column all of them."""
    below = np.zeros((len(seen), thresholds.shape[1] + 1), np.int64)
    _count(
        seen,
        own,
        dealer,
        thresholds,
        ranking(system).lookup,
        PLACES,
        tables.classes,
        tables.first_class,
        tables.below,
        tables.first_row,
        tables.values,
        below,
    )
    return below


@_compiled
def _cumulate(values: Array, ids: Array, below: Array) -> None:
    """Sum the hands below every value over the sets with one card more, for each set of d - 2 cards."""
    for row in range(ids.shape[0]):
        counts = below[row]
        for which in ids[row]:
            for value in values[which]:
                counts[value + 1] += 1
        for value in range(1, counts.size):
            counts[value] += counts[value - 1]


@_compiled
def _count(
    seen: Array,
    own: int,
    dealer: int,
    thresholds: Array,
    lookup: Lookup,
    places: Array,
    classes: Array,
    first_class: Array,
    below_of: Array,
    first_row: Array,
    values: Array,
    below: Array,
) -> None:
    """Count hands below each threshold of a row, and in the last column all of them."""
    n_thresholds = thresholds.shape[1]
    everything = below_of.shape[1] - 1
    for row in range(seen.shape[0]):
        for subset in range(1 << own):
            bits, sign = _ZERO, np.int64(1)
            for place in range(seen.shape[1]):
                if place >= own or subset >> place & 1:
                    bits |= _ONE << np.uint64(seen[row, place])
                    if place < own:
                        sign = -sign
            size, number, key, mask = 0, np.int64(0), lookup.start, _ZERO
            while bits:
                card = trailing_zeros(bits)
                bits &= bits - _ONE
                if size < dealer - 1:
                    number += places[card, size]
                key += lookup.card_keys[card]
                mask |= lookup.card_masks[card]
                size += 1
            if size > dealer:
                continue
            if size == dealer:
                value = np.int64(value_of(lookup, key, mask))
                for column in range(n_thresholds):
                    below[row, column] += sign * np.int64(value < thresholds[row, column])
                below[row, n_thresholds] += sign
                continue
            which = classes[first_class[size] + number]
            if size == dealer - 1:
                for column in range(n_thresholds):
                    threshold = thresholds[row, column]
                    found = np.int64(0)
                    for value in values[which]:
                        found += np.int64(value < threshold)
                    below[row, column] += sign * found
                below[row, n_thresholds] += sign * values.shape[1]
                continue
            counts = below_of[first_row[size] + which]
            for column in range(n_thresholds):
                below[row, column] += sign * counts[thresholds[row, column]]
            below[row, n_thresholds] += sign * counts[everything]


@dataclass(frozen=True)
class OrderedShowdowns(ShowdownRows):
    """The number of dealer's hands that are lower than each player's hand, equal to it, and not qualified."""

    told: Comparison

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code and the rankings."""
        return (*super().modules, "houseway.analysis.counting.disjoint_pairs", "houseway.ranking.kernels")

    def shards(self) -> Sequence[int]:
        """Return one shard, because the values are passed in order."""
        return range(1)

    def run(self, shard: int) -> Counts:
        """Count all rows. No count exceeds the number of dealer's hands, which is below 2^31 for up to seven cards."""
        deck = Deck(self.copies)
        hands, weights = information_sets(deck, self.own, self.up)
        found = count_in_order(deck, hands, weights, self.told.values(hands), self.told.least)
        return {name: getattr(found, name).astype(np.int32) for name in ("lower", "equal", "under")}


@cache
def _source() -> str:
    """Return the source text of the kernel."""
    return kernel_source("houseway.analysis.declared.private_showdown", "disjoint.cu")


def _count_on(machine: Machine, job: DisjointShowdowns, shards: Sequence[int]) -> Counts:
    """Return the counts of some parts; the other rows are zero."""
    deck, told, dealer = Deck(job.copies), job.told, job.up + job.hidden
    seen, _ = information_sets(deck, job.own, job.up, job.keep_colors)
    tables, lookup = tables_of(deck, dealer, told.system), ranking(told.system).lookup
    numbers = [
        job.own,
        job.up,
        dealer,
        told.n_codes,
        told.least,
        told.always,
        tables.below.shape[1],
        PLACES.shape[1],
        tables.values.shape[1],
        int(lookup.start),
    ]
    arrays = {name: getattr(lookup, name) for name in OF_LOOKUP}
    arrays |= {"places": PLACES, "classes": tables.classes, "first_class": tables.first_class, "below": tables.below}
    arrays |= {"first_row": tables.first_row, "values of the largest sets": tables.values}
    head, held = table(machine, numbers, arrays)
    counts = np.zeros((len(seen), told.n_codes), np.int64)
    for first, end in _stretches([job.rows(shard) for shard in shards]):
        found = machine.zeros((end - first, told.n_codes), np.int64)
        given = [head, machine.put(np.ascontiguousarray(seen[first:end])), np.uint32(end - first), found]
        machine.launch(_source(), "count_rows", given, 0)
        counts[first:end] = machine.get(found)
    del held
    return {"counts": counts}


def _stretches(parts: Sequence[slice]) -> list[tuple[int, int]]:
    """Return rows of several parts, with adjacent ones joined."""
    found: list[tuple[int, int]] = []
    for part in sorted((each.start, each.stop) for each in parts if each.start < each.stop):
        if found and found[-1][1] == part[0]:
            found[-1] = found[-1][0], part[1]
        else:
            found.append(part)
    return found
