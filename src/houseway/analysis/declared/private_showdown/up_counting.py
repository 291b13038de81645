"""Showdowns against a dealer with cards face up: all own hands by what they are worth, for every set of up cards.

Own hands go by the kinds of cards that the up cards leave (see `up_cards`). The dealer's hands below a value that avoid
them are counted by inclusion and exclusion over the own cards, as in `disjoint`, with tables of the hidden cards alone:
N(T, r), the hands below r whose hidden cards contain the kinds T. What is kept is small: the sums over all own hands of
a value that are best played alike, for each kind of up cards. So a title with 309,042,333,600 sights is counted by half
a billion rows that are never held, and every strategy that goes by values can be worked out from the sums.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array, all_sets
from houseway.analysis.counting.device.machines import Machine
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.counting import N_OUTCOMES, Comparison, Numbers
from houseway.analysis.declared.private_showdown.up_cards import Kinds, kinds_of_up
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.lookup import Lookup

MOST_SHARDS = 64
_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True)
class UpShowdowns:
    """A job over all up cards. `pays[path, own value, code]` is what a way to play earns, `order` are the paths by what
    they commit: the counts depend on them, because hands are added up with those that are best played alike.

    The counts are by kind of up cards, own value, and best paths, the one with the smaller and that with the larger
    commitment; `sights` counts own and up cards, `deals` all cards, by how the comparison comes out.
    """

    copies: tuple[int, ...]
    own: int
    up: int
    hidden: int
    told: Comparison
    pays: NDArray[np.int64] = field(compare=False)
    order: tuple[int, ...]

    @property
    def name(self) -> str:
        """For people and for the folder."""
        return f"up-showdown-{self.own}-{self.up}-{self.hidden}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Cards, what is compared, and what every ending pays."""
        return {
            "copies": list(self.copies),
            "cards": [self.own, self.up, self.hidden],
            "told": repr(self.told),
            "pays": hashlib.sha256(np.ascontiguousarray(self.pays).tobytes()).hexdigest(),
            "order": list(self.order),
        }

    @property
    def modules(self) -> Sequence[str]:
        """The counting code and the rankings."""
        return (
            __name__,
            "houseway.analysis.declared.private_showdown.up_cards",
            "houseway.cards.classes",
            "houseway.ranking.natural",
            "houseway.ranking.natural",
            "houseway.ranking.system",
        )

    def shards(self) -> Sequence[int]:
        """Parts of the sets of up cards."""
        return range(min(MOST_SHARDS, len(up_classes(Deck(self.copies), self.up)[0])))

    def run(self, shard: int) -> Counts:
        """The sums of one part of the up cards."""
        deck, ranked = Deck(self.copies), ranking(self.told.system)
        kinds = up_kinds(deck, self.up)
        shape = len(kinds), ranked.n_values + 1, len(self.order) ** 2
        sights, deals = np.zeros(shape, np.int64), np.zeros((*shape, self.told.n_codes), np.int64)
        members, weights = up_classes(deck, self.up)
        places = [kinds.index(tuple(kind)) for kind in kinds_of_up(members).tolist()]
        for number in range(shard, len(members), len(self.shards())):
            place = places[number]
            self._count(deck, members[number].tolist(), int(weights[number]), sights[place], deals[place])
        return {"sights": sights, "deals": deals}

    def runs_on(self, machine: Machine) -> bool:
        """Whether the kernel has room for the tables."""
        from houseway.analysis.declared.private_showdown.up_on_device import fits

        return fits(self)

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """The sums of some parts at once."""
        from houseway.analysis.declared.private_showdown.up_on_device import count_on

        return count_on(machine, self, shards)

    def _count(self, deck: Deck, up: list[int], weight: int, sights: Numbers, deals: Numbers) -> None:
        """Add all own hands against one set of up cards."""
        ranked = ranking(self.told.system)
        kinds = Kinds.of(deck.distinct, up, self.hidden, ranked.system.hand_size)
        tables = HiddenTables.of(kinds, up, self.hidden, ranked.lookup, ranked.n_values)
        hidden_hands = comb(deck.size - self.own - self.up, self.hidden)
        for n_live in range(min(self.own, len(kinds.live_cards)) + 1):
            dead, live = kinds.dead_parts(self.own - n_live), kinds.live_parts(n_live)
            _tally(
                dead.kinds,
                live.kinds,
                (dead.ways * weight, dead.keys, dead.masks, live.keys, live.masks),
                ranked.lookup,
                _subsets(self.own, self.hidden),
                (tables.places, tables.first, tables.below, tables.levels, tables.level_of),
                self.told.least,
                hidden_hands,
                self.pays,
                np.array(self.order),
                sights,
                deals,
            )


@dataclass(frozen=True)
class HiddenTables:
    """N(T, r) for the multisets T of kinds, the smaller ones first; a multiset a <= b <= c <= .. has the number
    C(a,1) + C(b+1,2) + C(c+2,3) + .., after all smaller multisets.

    `level_of[r]` numbers the values that the dealer can have, `below[T, level]` counts the hands under a level, and
    `levels` are those of the hands themselves, by the multiset of all hidden cards.
    """

    places: Numbers
    first: Numbers
    below: NDArray[np.int32]
    levels: NDArray[np.int32]
    level_of: NDArray[np.int32]

    @classmethod
    def of(cls, kinds: Kinds, up: Sequence[int], hidden: int, lookup: Lookup, n_values: int) -> "HiddenTables":
        """The tables of a set of up cards."""
        n_kinds = len(kinds.copies)
        places = np.array([[comb(kind + place, place + 1) for place in range(hidden)] for kind in range(n_kinds)])
        sizes = [comb(n_kinds + size - 1, size) for size in range(hidden + 1)]
        first = np.cumsum([0, *sizes])
        key = np.uint64(lookup.start + lookup.card_keys[up].sum(dtype=np.uint64))
        mask = np.bitwise_or.reduce(lookup.card_masks[up])
        multisets = kind_multisets(n_kinds, hidden)
        values = np.zeros(sizes[-1], np.int64)
        _hidden_values(multisets, kinds.copies, kinds.keys, kinds.masks, key, mask, lookup, values)
        reached = np.zeros(n_values + 2, np.int32)
        reached[1:][np.unique(values[values > 0])] = 1
        level_of = np.cumsum(reached, dtype=np.int32)
        levels = level_of[values]
        below = np.zeros((first[hidden], int(level_of[-1]) + 1), np.int32)
        for size in range(hidden - 1, -1, -1):
            _add_up(kind_multisets(n_kinds, size), kinds.copies, places, first, hidden, values, levels, below)
        return cls(places, first, below, levels, level_of)


@lru_cache(maxsize=32)
def kind_multisets(n_kinds: int, size: int) -> NDArray[np.uint8]:
    """Every multiset of so many kinds, ascending, at the row of its number."""
    sets = np.zeros((1, 0), np.uint8)
    for place in range(size):
        lower = [sets[: comb(highest + place, place)] for highest in range(n_kinds)]
        highest = np.repeat(np.arange(n_kinds, dtype=np.uint8), [len(part) for part in lower])
        sets = np.column_stack([np.concatenate(lower), highest])
    return sets


@lru_cache(maxsize=8)
def _subsets(own: int, most: int) -> Numbers:
    """The subsets of own cards of at most so many, the empty one first: in columns the subset without its last card,
    that card, the size, and the sign in the sum.
    """
    bits = [each for each in range(1 << own) if each.bit_count() <= most]
    rows = [(0, 0, 0, 1)]
    for each in bits[1:]:
        last = each.bit_length() - 1
        size = each.bit_count()
        rows.append((bits.index(each ^ 1 << last), last, size, (-1) ** size))
    return np.array(rows, np.int64)


@lru_cache(maxsize=4)
def up_classes(deck: Deck, up: int) -> tuple[NDArray[np.uint8], Numbers]:
    """All sets of up cards, up to renaming of suits."""
    return class_arrays(deck, (up,))


@lru_cache(maxsize=4)
def up_kinds(deck: Deck, up: int) -> list[tuple[int, ...]]:
    """All kinds of up cards, in ascending order."""
    return sorted({tuple(kind) for kind in kinds_of_up(up_classes(deck, up)[0]).tolist()})


def count_hidden(deck: Deck, seen: NDArray[np.uint8], own: int, hidden: int, told: Comparison) -> Numbers:
    """For rows of own and up cards how many of the dealer's hands end in each outcome, every hidden card laid out."""
    values = told.values(np.ascontiguousarray(seen[:, :own]))
    counts = np.zeros((len(seen), told.n_codes), np.int64)
    cards = np.array(deck.distinct, np.uint8)
    sets = all_sets(deck.size - seen.shape[1], hidden)
    _lay_out(seen, own, cards, sets, ranking(told.system).lookup, values, told.least, counts)
    return counts


@_compiled
def _lay_out(
    seen: Array,
    own: int,
    cards: Array,
    sets: Array,
    lookup: Lookup,
    values: Array,
    least: int,
    counts: Array,
) -> None:
    """Compare every hand that the dealer can have with the own hand of each row."""
    left = np.zeros(sets.max() + 1 if sets.size else 1, np.uint8)
    for row in range(seen.shape[0]):
        n_left = 0
        for card in cards:
            if not (seen[row] == card).any():
                left[n_left] = card
                n_left += 1
        up_key, up_mask = lookup.start, np.uint64(0)
        for card in seen[row, own:]:
            up_key += lookup.card_keys[card]
            up_mask |= lookup.card_masks[card]
        for hidden in range(sets.shape[0]):
            key, mask = up_key, up_mask
            for place in sets[hidden]:
                key += lookup.card_keys[left[place]]
                mask |= lookup.card_masks[left[place]]
            value = np.int64(value_of(lookup, key, mask))
            code = 1 + np.int64(values[row] < value) - np.int64(values[row] > value)
            counts[row, code + N_OUTCOMES * np.int64(value < least)] += 1


@_compiled
def _hidden_values(
    multisets: Array,
    copies: Array,
    keys: Array,
    masks: Array,
    up_key: np.uint64,
    up_mask: np.uint64,
    lookup: Lookup,
    values: Array,
) -> None:
    """The dealer's value with every multiset of hidden kinds; 0 where there are not so many cards of a kind."""
    for row in range(multisets.shape[0]):
        key, mask, times, there = up_key, up_mask, 0, True
        for place in range(multisets.shape[1]):
            kind = multisets[row, place]
            times = times + 1 if place and kind == multisets[row, place - 1] else 1
            there = there and times <= copies[kind]
            key += keys[kind]
            mask |= masks[kind]
        values[row] = np.int64(value_of(lookup, key, mask)) if there else 0


@_compiled
def _add_up(
    multisets: Array,
    copies: Array,
    places: Array,
    first: Array,
    hidden: int,
    values: Array,
    levels: Array,
    below: Array,
) -> None:
    """Fill the rows of the multisets of one size from those with one card more."""
    size = multisets.shape[1]
    n_kinds = copies.size
    for row in range(multisets.shape[0]):
        counts = below[first[size] + row]
        for kind in range(n_kinds):
            number, place, left, added = np.int64(0), 0, copies[kind], False
            for each in multisets[row]:
                if not added and kind < each:
                    number += places[kind, place]
                    place += 1
                    added = True
                if each == kind:
                    left -= 1
                number += places[each, place]
                place += 1
            if not added:
                number += places[kind, place]
            if left <= 0:
                continue
            if size == hidden - 1:
                if values[number] > 0:
                    counts[levels[number] + 1] += left
            else:
                more = below[first[size + 1] + number]
                for level in range(counts.size):
                    counts[level] += left * more[level]
        if size == hidden - 1:
            for level in range(1, counts.size):
                counts[level] += counts[level - 1]
        else:
            for level in range(counts.size):
                counts[level] //= hidden - size


@_compiled
def _tally(
    dead_kinds: Array,
    live_kinds: Array,
    parts: tuple[Array, Array, Array, Array, Array],
    lookup: Lookup,
    subsets: Array,
    tables: tuple[Array, Array, Array, Array, Array],
    least: int,
    hidden_hands: int,
    pays: Array,
    order: Array,
    sights: Array,
    deals: Array,
) -> None:
    """Every dead part with every live part of own hands: count the dealer's hands, find the best path, add it up."""
    ways, dead_keys, dead_masks, live_keys, live_masks = parts
    places, first, below, levels, level_of = tables
    n_dead, n_live = dead_kinds.shape[1], live_kinds.shape[1]
    hidden = first.size - 2
    own = np.zeros(n_dead + n_live, np.int64)
    codes, numbers = np.zeros(deals.shape[2], np.int64), np.zeros(subsets.shape[0], np.int64)
    unqualified_level = level_of[least]
    n_paths = order.size
    for dead in range(dead_kinds.shape[0]):
        for place in range(n_dead):
            own[place] = dead_kinds[dead, place]
        for live in range(live_kinds.shape[0]):
            for place in range(n_live):
                own[n_dead + place] = live_kinds[live, place]
            key = lookup.start + dead_keys[dead] + live_keys[live]
            value = np.int64(value_of(lookup, key, dead_masks[dead] | live_masks[live]))
            less_level, up_to_level = level_of[value], level_of[value + 1]
            less, up_to, unqualified = np.int64(0), np.int64(0), np.int64(0)
            for subset in range(subsets.shape[0]):
                size, sign = subsets[subset, 2], subsets[subset, 3]
                if size:
                    last = own[subsets[subset, 1]]
                    numbers[subset] = numbers[subsets[subset, 0]] + places[last, size - 1]
                if size == hidden:
                    level = levels[numbers[subset]]
                    less += sign * np.int64(level < less_level)
                    up_to += sign * np.int64(level < up_to_level)
                    unqualified += sign * np.int64(level < unqualified_level)
                else:
                    row = first[size] + numbers[subset]
                    less += sign * below[row, less_level]
                    up_to += sign * below[row, up_to_level]
                    unqualified += sign * below[row, unqualified_level]
            won = less if less < unqualified else unqualified
            lost = unqualified - up_to if unqualified > up_to else np.int64(0)
            tied = unqualified - won - lost
            codes[0], codes[1], codes[2] = less - won, up_to - less - tied, hidden_hands - up_to - lost
            if codes.size > N_OUTCOMES:
                codes[3], codes[4], codes[5] = won, tied, lost
            smaller, larger, most = 0, 0, np.int64(0)
            for place in range(n_paths):
                path = order[place]
                worth = np.int64(0)
                for code in range(codes.size):
                    worth += codes[code] * pays[path, value, code]
                if place == 0 or worth > most:
                    smaller, larger, most = path, path, worth
                elif worth == most:
                    larger = path
            both = smaller * n_paths + larger
            sights[value, both] += ways[dead]
            for code in range(codes.size):
                deals[value, both, code] += ways[dead] * codes[code]
