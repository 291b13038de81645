"""Showdowns against a dealer with cards face up: all player hands by value, for every set of up cards.

A suit is *live* if the dealer can still make a flush in it with the hidden cards. Of the other suits only the ranks
matter to the dealer's hand. Two cards of one rank in such suits are of one *kind*. A player's hand is then a set of
live cards and a multiset of other ranks. It represents one hand for each way to give the others their suits. Those ways
differ in one thing only: whether they make a flush for the player.

The dealer's hands below a value that avoid the player's cards are counted by inclusion and exclusion, as in `disjoint`.
The tables have the hidden cards alone: N(T, r), the hands below r whose hidden cards contain the kinds T. Only sums
over all player hands of a value that are best played alike are stored, for each kind of up cards. So a title with
309,042,333,600 sights is counted by half a billion rows that are never stored, and every strategy by values follows
from the sums. The kernel in `up_showdown.cu` makes the same sums on a GPU.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array, all_sets
from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.counting import N_OUTCOMES, Comparison, Numbers
from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS, suit_of
from houseway.cards.card import card as card_at
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.ranking import ranking
from houseway.ranking.kernels import value_of
from houseway.ranking.keys import CARD_KEYS, CARD_MASKS, COUNTER_BITS, RANK_BITS, RANK_KEYS
from houseway.ranking.lookup import Lookup

Words = NDArray[np.uint64]

MOST_SHARDS = 64
_compiled = numba.njit(nogil=True, cache=True)
MOST_OWN, MOST_HIDDEN = 7, 4
MOST_TABLE = 1 << 24
"""Bytes that the tables of one block may take. With more of them the cores count."""
MOST_ROOM = 96 << 10
"""Bytes of a multiprocessor's shared memory that a block may take."""
WORD, HALF = 4, 2

_CHOOSE = np.array([[comb(n, k) if k >= 0 else 0 for k in range(-1, N_SUITS + 1)] for n in range(N_SUITS + 1)])
"""By number of cards of a rank and by how many of them are taken, from -1 on."""


@dataclass(frozen=True)
class PartHands:
    """Parts of player hands: kinds in ascending order, ways to make them, and their additions to a key and a mask."""

    kinds: NDArray[np.uint8]
    ways: Numbers
    keys: Words
    masks: Words


@dataclass(frozen=True)
class Kinds:
    """The cards left by some up cards, by kind: first a kind for each rank in suits that are not live, then live cards.

    `dead` is, for every suit that is not live and every rank, whether the card is there. `copies`, `keys` and `masks`
    are how many cards of a kind there are and the amounts that one adds to a dealer's hand.
    """

    live_cards: tuple[int, ...]
    dead_suits: tuple[int, ...]
    dead: NDArray[np.bool_]
    hand_size: int

    @classmethod
    def of(cls, cards: Sequence[int], up: Sequence[int], hidden: int, hand_size: int) -> "Kinds":
        """Return the kinds of a deck for a dealer with `hidden` hidden cards, where a flush needs `hand_size` cards."""
        left = [each for each in cards if each not in up]
        shown = [sum(suit_of(each) == suit for each in up) for suit in range(N_SUITS)]
        live = [suit for suit in range(N_SUITS) if shown[suit] + hidden >= hand_size]
        dead = [suit for suit in range(N_SUITS) if suit not in live]
        there = np.array([[card_at(rank, suit) in left for rank in range(N_RANKS)] for suit in dead], np.bool_)
        live_cards = tuple(each for each in left if suit_of(each) in live)
        return cls(live_cards, tuple(dead), there.reshape(-1, N_RANKS), hand_size)

    @property
    def copies(self) -> Numbers:
        """Return how many cards of each kind are left."""
        return np.concatenate([self.dead.sum(axis=0), np.ones(len(self.live_cards), np.int64)]).astype(np.int64)

    @property
    def keys(self) -> Words:
        """Return the amount that a card of each kind adds to a dealer's key; the suit counts only if it is live."""
        return np.array([*RANK_KEYS[:N_RANKS], *(CARD_KEYS[each] for each in self.live_cards)], np.uint64)

    @property
    def masks(self) -> Words:
        """Return the amount that a card of each kind adds to a dealer's mask."""
        return np.array([*[0] * N_RANKS, *(CARD_MASKS[each] for each in self.live_cards)], np.uint64)

    def live_parts(self, size: int) -> PartHands:
        """Return every set of `size` live cards."""
        sets = list(combinations(range(len(self.live_cards)), size))
        kinds = np.array(sets, np.int64).reshape(len(sets), size) + N_RANKS
        keys, masks = self.keys[kinds].sum(axis=1, dtype=np.uint64), self.masks[kinds].sum(axis=1, dtype=np.uint64)
        return PartHands(kinds.astype(np.uint8), np.ones(len(sets), np.int64), keys, masks)

    def dead_parts(self, size: int) -> PartHands:
        """Return every multiset of `size` ranks in the other suits, once without a flush and once for each flush."""
        held, flushes, whose = rank_multisets(size, self.hand_size)
        copies = self.dead.sum(axis=0)
        ranks = np.arange(N_RANKS)
        ways = _CHOOSE[copies, held + 1].prod(axis=1)
        rank_keys = held @ np.array(RANK_KEYS[:N_RANKS], np.int64)
        kinds = np.repeat(np.tile(ranks, len(held)), held.ravel()).reshape(len(held), size)
        parts: list[tuple[Any, ...]] = [(kinds, ways, rank_keys.astype(np.uint64), np.zeros(len(held), np.uint64))]
        for suit, there in zip(self.dead_suits, self.dead, strict=True):
            missing = (flushes & ~there).any(axis=1)
            others = np.where(flushes, _CHOOSE[copies - there, held[whose]], _CHOOSE[copies - there, held[whose] + 1])
            suited = np.where(missing, 0, others.prod(axis=1))
            np.subtract.at(ways, whose, suited)
            counter = np.uint64(1 << (RANK_BITS + COUNTER_BITS * suit))
            keys = rank_keys[whose].astype(np.uint64) + flushes.sum(axis=1).astype(np.uint64) * counter
            of_ranks = np.array([CARD_MASKS[card_at(rank, suit)] for rank in range(N_RANKS)], np.uint64)
            masks = np.where(flushes, of_ranks, np.uint64(0)).sum(axis=1, dtype=np.uint64)
            parts.append((kinds[whose], suited, keys, masks))
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        possible = columns[1] > 0
        own_kinds, own_ways, own_keys, own_masks = (column[possible] for column in columns)
        return PartHands(own_kinds.astype(np.uint8), own_ways, own_keys, own_masks)


@lru_cache(maxsize=16)
def rank_multisets(size: int, hand_size: int) -> tuple[Numbers, NDArray[np.bool_], NDArray[np.intp]]:
    """Return every multiset of `size` ranks, with the frequency of each rank.

    Also return the sets of its ranks that could be a flush, each with the number of its multiset.
    """
    multisets = [
        ranks
        for ranks in combinations_with_replacement(range(N_RANKS), size)
        if all(ranks.count(rank) <= N_SUITS for rank in ranks)
    ]
    held = np.array([[ranks.count(rank) for rank in range(N_RANKS)] for ranks in multisets], np.int64)
    flushes, whose = [], []
    for number, ranks in enumerate(multisets):
        distinct = sorted(set(ranks))
        for n_suited in range(hand_size, len(distinct) + 1):
            for suited in combinations(distinct, n_suited):
                flushes.append([rank in suited for rank in range(N_RANKS)])
                whose.append(number)
    return held, np.array(flushes, np.bool_).reshape(-1, N_RANKS), np.array(whose, np.intp)


def kinds_of_up(up: NDArray[np.uint8]) -> Numbers:
    """Return the kinds of rows of up cards: the frequency of the most frequent rank, and the highest such rank.

    >>> kinds_of_up(np.array([[0, 4, 8], [48, 0, 1]])).tolist()
    [[1, 2], [2, 0]]
    """
    ranks = up // N_SUITS
    times = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    most = (times * N_RANKS + ranks).max(axis=1, initial=0)
    return np.column_stack(divmod(most, N_RANKS)).astype(np.int64)


@dataclass(frozen=True)
class UpShowdowns:
    """A job over all up cards. `pays[path, own value, code]` is the payoff of a way to play, and `order` has the paths
    by commitment. The counts depend on them, because hands are added up with those that are best played alike.

    The counts are by kind of up cards, player's value, and best paths, the one with the smaller and that with the
    larger commitment. `sights` counts player's and up cards, `deals` all cards, by the outcome of the comparison.
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
        """Return the job's name, for messages and for the folder."""
        return f"up-showdown-{self.own}-{self.up}-{self.hidden}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the cards, the comparison, and the payoff of every ending."""
        return {
            "copies": list(self.copies),
            "cards": [self.own, self.up, self.hidden],
            "told": repr(self.told),
            "pays": hashlib.sha256(np.ascontiguousarray(self.pays).tobytes()).hexdigest(),
            "order": list(self.order),
        }

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code and the rankings."""
        return (
            __name__,
            "houseway.cards.classes",
            "houseway.ranking.natural",
            "houseway.ranking.system",
        )

    def shards(self) -> Sequence[int]:
        """Return parts of the sets of up cards."""
        return range(min(MOST_SHARDS, len(up_classes(Deck(self.copies), self.up)[0])))

    def run(self, shard: int) -> Counts:
        """Return the sums of one part of the up cards."""
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
        """Return whether the kernel has room for the tables."""
        return _fits(self)

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Return the sums of some parts at once."""
        return _count_on(machine, self, shards)

    def _count(self, deck: Deck, up: list[int], weight: int, sights: Numbers, deals: Numbers) -> None:
        """Add all player hands against one set of up cards."""
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
    """N(T, r) for the multisets T of kinds, the smaller ones first. A multiset a <= b <= c <= .. has the number C(a,1)
    + C(b+1,2) + C(c+2,3) + .., after all smaller multisets.

    `level_of[r]` numbers the values that the dealer can have. `below[T, level]` counts the hands under a level.
    `levels` are those of the hands themselves, by the multiset of all hidden cards.
    """

    places: Numbers
    first: Numbers
    below: NDArray[np.int32]
    levels: NDArray[np.int32]
    level_of: NDArray[np.int32]

    @classmethod
    def of(cls, kinds: Kinds, up: Sequence[int], hidden: int, lookup: Lookup, n_values: int) -> "HiddenTables":
        """Return the tables of a set of up cards."""
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
    """Return every multiset of `size` kinds, ascending, at the row of its number."""
    sets = np.zeros((1, 0), np.uint8)
    for place in range(size):
        lower = [sets[: comb(highest + place, place)] for highest in range(n_kinds)]
        highest = np.repeat(np.arange(n_kinds, dtype=np.uint8), [len(part) for part in lower])
        sets = np.column_stack([np.concatenate(lower), highest])
    return sets


@lru_cache(maxsize=8)
def _subsets(own: int, most: int) -> Numbers:
    """Return the subsets of at most `most` of the player's cards, the empty one first.

    The columns are the subset without its last card, that card, the size, and the sign in the sum.
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
    """Return all sets of up cards, up to renaming of suits."""
    return class_arrays(deck, (up,))


@lru_cache(maxsize=4)
def up_kinds(deck: Deck, up: int) -> list[tuple[int, ...]]:
    """Return all kinds of up cards, in ascending order."""
    return sorted({tuple(kind) for kind in kinds_of_up(up_classes(deck, up)[0]).tolist()})


def count_hidden(deck: Deck, seen: NDArray[np.uint8], own: int, hidden: int, told: Comparison) -> Numbers:
    """Count the dealer's hands in each outcome, for rows of player's and up cards, by enumerating the hidden cards."""
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
    """Compare every hand that the dealer can have with the player's hand of each row."""
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
    """Compute the dealer's value with every multiset of hidden kinds; 0 where a kind has too few cards."""
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
    """Combine every dead part with every live part of player hands: count dealer's hands, find the best
    path, add up.
    """
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


@cache
def _source(own: int, hidden: int) -> str:
    """Return the source text of the kernel, for hands of these sizes."""
    text = kernel_source("houseway.analysis.declared.private_showdown", "up_showdown.cu")
    return f"#define OWN {own}\n#define HIDDEN {hidden}\n{text}"


def _fits(job: UpShowdowns) -> bool:
    """Return whether a block has room for the tables of any set of up cards."""
    if job.own > MOST_OWN or job.hidden > MOST_HIDDEN:
        return False
    rows, columns = _most(job)
    return rows * columns * WORD <= MOST_TABLE and _own_room(job) <= MOST_ROOM


def _count_on(machine: Machine, job: UpShowdowns, shards: Sequence[int]) -> Counts:
    """Return the sums of some parts of the up cards."""
    deck, ranked = Deck(job.copies), ranking(job.told.system)
    ups = _ups_of(job, shards)
    text = _source(job.own, job.hidden)
    room = fixed_room(machine, text) + _own_room(job)
    rows, columns = _most(job)
    arrays = _arrays(job)
    n_parts = _most_parts(arrays)
    numbers = [
        job.told.n_codes,
        len(job.order),
        ranked.n_values,
        job.told.least,
        comb(deck.size - job.own - job.up, job.hidden),
        rows,
        columns,
        n_parts,
        int(ranked.lookup.start),
    ]
    head, held = table(machine, numbers, arrays)
    shape = len(up_kinds(deck, job.up)), ranked.n_values + 1, len(job.order) ** 2
    sights, deals = (machine.zeros(each, np.uint64) for each in (shape, (*shape, job.told.n_codes)))
    blocks = machine.blocks(text, "count_ups", room)
    work = [machine.zeros((blocks, rows * columns), np.int32), machine.zeros((blocks, n_parts), np.uint64)]
    given = [head, machine.put(ups), np.uint32(len(ups)), machine.zeros(1, np.uint32)]
    machine.launch(text, "count_ups", [*given, *work, sights, deals], room)
    del held
    return {"sights": machine.get(sights).astype(np.int64), "deals": machine.get(deals).astype(np.int64)}


@lru_cache(maxsize=4)
def _all_ups(copies: tuple[int, ...], up: int, hidden: int, system: str) -> NDArray[np.uint64]:
    """Return every set of up cards as the kernel reads it: `struct Up`, a row of 64-bit numbers."""
    deck, ranked = Deck(copies), ranking(system)
    members, weights = up_classes(deck, up)
    kinds_found = {kind: place for place, kind in enumerate(up_kinds(deck, up))}
    rows = np.zeros((len(members), 6 + 2 * N_SUITS + N_NATURAL), np.uint64)
    every = zip(rows, members.tolist(), weights.tolist(), kinds_of_up(members).tolist(), strict=True)
    for row, cards, weight, kind in every:
        kinds = Kinds.of(deck.distinct, cards, hidden, ranked.system.hand_size)
        live, dead = kinds.live_cards, kinds.dead_suits
        key = int(ranked.lookup.start) + sum(CARD_KEYS[card] for card in cards)
        mask = sum(CARD_MASKS[card] for card in cards)
        row[:6] = len(live), len(dead), weight, kinds_found[tuple(kind)], key, mask
        row[6 : 6 + len(dead)] = dead
        row[6 + N_SUITS : 6 + N_SUITS + len(dead)] = kinds.dead @ (1 << np.arange(N_RANKS))
        row[6 + 2 * N_SUITS : 6 + 2 * N_SUITS + len(live)] = live
    return rows


def _ups_of(job: UpShowdowns, shards: Sequence[int]) -> NDArray[np.uint64]:
    rows = _all_ups(job.copies, job.up, job.hidden, job.told.system)
    return np.ascontiguousarray(np.concatenate([rows[shard :: len(job.shards())] for shard in shards]))


def _most_live(job: UpShowdowns) -> int:
    return int(_all_ups(job.copies, job.up, job.hidden, job.told.system)[:, 0].max())


def _most(job: UpShowdowns) -> tuple[int, int]:
    """Return the most rows and columns that the tables of a set of up cards have."""
    n_kinds = N_RANKS + _most_live(job)
    rows = sum(comb(n_kinds + size - 1, size) for size in range(job.hidden))
    return rows, min(ranking(job.told.system).n_values, comb(n_kinds + job.hidden - 1, job.hidden)) + 1


def _own_room(job: UpShowdowns) -> int:
    """Return the room of a block beyond that in the source: a column, and the levels of hidden hands and of values."""
    hands = comb(N_RANKS + _most_live(job) + job.hidden - 1, job.hidden)
    return _most(job)[0] * WORD + (hands + ranking(job.told.system).n_values + 2) * HALF


def _arrays(job: UpShowdowns) -> dict[str, NDArray[Any]]:
    """Return the arrays of `struct Tables`, in its order; lists of sets of all sizes follow one another."""
    ranked, lookup = ranking(job.told.system), ranking(job.told.system).lookup
    n_live, n_kinds, sizes = _most_live(job), N_RANKS + _most_live(job), range(job.own + 1)
    multisets = [rank_multisets(size, ranked.system.hand_size) for size in sizes]
    dead = [
        np.repeat(np.tile(np.arange(N_RANKS), len(held)), held.ravel()).reshape(len(held), size)
        for size, (held, _, _) in enumerate(multisets)
    ]
    flush_ranks = [flushes @ (1 << np.arange(N_RANKS)) for _, flushes, _ in multisets]
    hidden = [kind_multisets(n_kinds, size) for size in range(job.hidden + 1)]
    live = [all_sets(n_live, size) for size in sizes]
    return {
        "rank_keys": np.array(RANK_KEYS[:N_RANKS], np.uint64),
        "card_keys": np.array(CARD_KEYS, np.uint64),
        "card_masks": np.array(CARD_MASKS, np.uint64),
        "offsets": lookup.offsets,
        "values": lookup.values,
        "mask_values": lookup.mask_values,
        "hidden_sets": _wide(hidden, job.hidden),
        "dead_sets": _wide(dead, job.own),
        "live_sets": _wide(live, job.own),
        "hidden_first": _starts(hidden),
        "dead_first": _starts([held for held, _, _ in multisets]),
        "live_first": _starts(live),
        "flush_first": _starts([flushes for _, flushes, _ in multisets]),
        "flush_ranks": np.concatenate(flush_ranks).astype(np.uint16),
        "flush_whose": np.concatenate([whose for _, _, whose in multisets]).astype(np.int32),
        "pays": job.pays.astype(np.int64),
        "order": np.array(job.order, np.int64),
    }


def _wide(sets: Sequence[NDArray[Any]], width: int) -> NDArray[np.uint8]:
    """Return sets of several sizes one after another, with every row of the same width."""
    return np.concatenate([np.pad(each, ((0, 0), (0, width - each.shape[1]))) for each in sets]).astype(np.uint8)


def _starts(lists: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    return np.cumsum([0, *(len(each) for each in lists)]).astype(np.int64)


def _most_parts(arrays: dict[str, NDArray[Any]]) -> int:
    """Return the most parts of player hands with the same number of dead cards."""
    sets, flushes = np.diff(arrays["dead_first"]), np.diff(arrays["flush_first"])
    return int((sets + N_SUITS * flushes).max())
