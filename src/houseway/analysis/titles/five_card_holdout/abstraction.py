"""Buckets of similar hands for the whole game: which hands of Five Card HoldOut are played alike, at every stage.

A dealt hand has up to three candidate holds. They are the best of each size, if its value is at most 6% below the best
of all. Before the discards, its bucket is the number of cards in the best hold and the value of that hold. At the
discards, it is the sizes of its candidates, the value of the best, and how far the second is behind.

On the flop, a hold is placed by the share of the opponent's hands that it will beat, on average over rivers. It is also
placed by how much that depends on the river (its potential). The opponent's hands are those that hold a given number of
cards. The share is expressed by its place among those of the hands of the hold's size. So a bucket means the same on
every flop. All of it is counted in whole numbers from a seed, and a renaming of suits changes nothing.

On the river, a hold is placed by its position in the range with which its player reaches that river. It is also placed
by how one range compares with the other on that board: how far it is ahead, and how wide it spreads. Both depend on how
the players have played (`own_ranges`).

Single cards are never held here: they are never within 6%. An opponent that holds one is treated as holding two.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256

import numpy as np

from houseway.analysis.counting.card_sets import set_classes
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import Array
from houseway.analysis.titles.five_card_holdout.bucket_kernels import (
    flop_buckets,
    flop_standings,
    hand_buckets,
    holds_of,
    ordered_ranges,
)
from houseway.analysis.titles.five_card_holdout.hold_equities import UNIT, drawn_sets, held_cards, hold_equities
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.analysis.titles.five_card_holdout.strength_kernels import (
    PART_BITS,
    PART_STARTS,
    board_strengths,
    hold_sums,
)
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS, HOLE_CARDS
from houseway.ranking import ranking

SIZES = (2, 3, 4, 5)
"""The numbers of cards that are held here."""
MOST_HOLDS = 3
MOST_BEHIND = UNIT * 6 // 100
"""The most by which a candidate's value may be below the best hold's."""
HAND_BINS, HOLD_BINS, GAP_BINS = 40, 10, 3
SHARE_BINS, POTENTIAL_BINS = 20, 3
RIVER_BINS = 20
AHEAD = (0.30, 0.34, 0.38, 0.42, 0.46, 0.50, 0.54, 0.58, 0.62, 0.66, 0.70)
"""The share of the second's range that the first player's beats on a river: ends of all board classes but the last."""
SPREADS = (0.21, 0.24, 0.27, 0.30, 0.33)
"""The same for its standard deviation from hand to hand (0.29 for two equal ranges)."""
CLASSES = 1 + len(AHEAD), 1 + len(SPREADS)
LEARNED_BINS = 30
"""The bins of a river while the game is learned, in one class. The last round is re-solved afterwards."""
PATTERNS = len(SIZES) ** MOST_HOLDS
"""The sizes of up to three candidates, in the order of their value. The first one replaces missing ones."""
BUCKETS = (
    len(SIZES) * HAND_BINS,
    PATTERNS * HOLD_BINS * GAP_BINS,
    SHARE_BINS * POTENTIAL_BINS,
    CLASSES[0] * CLASSES[1] * RIVER_BINS,
)
EVERY_SIZE = slice(None)
RANGE_SETS = 12_500
"""The approximate maximum number of sets of a size by which a player's range on a river is judged."""
SEED = 26092014
SAMPLE, IN_RANGE = 60_000, 256
FLOPS_BY = "place among the hands that hold as many"
MATCHINGS = 6
"""The number of times that the other fifty cards of a flop are paired into rivers. So all cards come equally often."""


@dataclass(frozen=True)
class Dealt:
    """Dealt hands, ascending, with their buckets and candidate holds (bits of the cards held, the best first)."""

    hands: Array
    first: Array
    holds: Array
    n_holds: Array
    ways: Array
    sizes: Array
    """The sizes of the candidates, by place in SIZES."""


@dataclass(frozen=True)
class Holds:
    """Sets of held cards: one row of cards each, with the number of cards that count, and their sums in the look-up."""

    cards: Array
    counts: Array
    bits: Array
    keys: Array
    masks: Array

    @classmethod
    def of(cls, cards: Array, counts: Array) -> "Holds":
        """Return sets of one to five cards, in rows of five."""
        return cls(cards, counts, *hold_sums(ranking(RANKING).lookup, cards, counts))

    @classmethod
    def of_sets(cls, sets: Array) -> "Holds":
        """Return sets of one size, from rows of that number of cards."""
        return cls.of(np.pad(sets, ((0, 0), (0, HOLE_CARDS - sets.shape[1]))), np.full(len(sets), sets.shape[1]))

    def at(self, places: Array) -> "Holds":
        """Return some of them."""
        return Holds(*(each[places] for each in (self.cards, self.counts, self.bits, self.keys, self.masks)))

    def renamed(self, image: Array) -> "Holds":
        """Return their images under a renaming of suits."""
        return Holds.of(image[self.cards], self.counts)

    def strengths(self, board: Array) -> Array:
        """Return their strengths on a whole board, -1 for one that shares a card with it."""
        found: Array = board_strengths(
            ranking(RANKING).lookup, PART_BITS, PART_STARTS, board, self.counts, self.bits, self.keys, self.masks
        )
        return found


class Abstraction:
    """The tables by which hands are put into buckets. Made once, in some seconds; most are cached on disk."""

    @cached_property
    def _sample(self) -> tuple[Array, Array, Array]:
        hands = drawn_sets(SAMPLE, HOLE_CARDS, np.uint64(0), seeded(SEED, 0))
        return (hands, *hold_equities().best(hands))

    @cached_property
    def edges(self) -> tuple[Array, Array]:
        """Return the values of the best hold that separate the bins of dealt hands, for both stages."""
        ordered = np.sort(self._sample[2].max(axis=1))
        return tuple(  # type: ignore[return-value]
            ordered[np.arange(1, bins) * SAMPLE // bins] for bins in (HAND_BINS, HOLD_BINS)
        )

    @cached_property
    def ranges(self) -> tuple[Holds, ...]:
        """Return, for each size, hands that hold that number of cards, preferring those whose best hold it is."""
        hands, ways, worth = self._sample
        found = []
        for size in SIZES:
            behind = worth.max(axis=1) - worth[:, size - 1]
            best = np.argsort(behind, kind="stable")[: max(IN_RANGE, int((behind == 0).sum()))]
            chosen = best[np.arange(IN_RANGE) * len(best) // IN_RANGE]
            found.append(Holds.of(*held_cards(hands[chosen], ways[chosen, size - 1])))
        return tuple(found)

    @cached_property
    def learned_digest(self) -> str:
        """Return a hash of all inputs of the buckets by which the game is learned."""
        numbers = (*BUCKETS[:-1], *SIZES, MOST_HOLDS, MOST_BEHIND, HAND_BINS, HOLD_BINS, SHARE_BINS, MATCHINGS)
        found = sha256(repr((SEED, numbers, LEARNED_BINS, FLOPS_BY)).encode())
        for each in (hold_equities().worth, *self.edges, *(each.bits for each in self.ranges)):
            found.update(np.ascontiguousarray(each).astype("<i8").tobytes())
        return found.hexdigest()

    @cached_property
    def digest(self) -> str:
        """Return a hash of all inputs of the buckets by which it is played. Those of rivers differ."""
        return sha256(repr((self.learned_digest, BUCKETS, RIVER_BINS, RANGE_SETS, AHEAD, SPREADS)).encode()).hexdigest()

    def dealt(self, hands: Array) -> Dealt:
        """Return the buckets and candidate holds of ascending hands of five cards."""
        best, worth = hold_equities().best(hands)
        return Dealt(hands, *hand_buckets(best, worth, *self.edges, np.array(SIZES), MOST_BEHIND))

    def holds(self, dealt: Dealt) -> Holds:
        """Return all candidate holds, those of a hand in the rows from MOST_HOLDS times its number on."""
        return Holds.of(*holds_of(dealt.hands, dealt.ways))

    def flop(self, flop: tuple[int, ...], holds: Holds, others: slice = EVERY_SIZE) -> Array:
        """Return the buckets of holds on a flop: (holds, sizes of the opponent).

        A hold that shares a card with it has any.

        `others` are the places in SIZES of the opponent's possible sizes. Each takes computing time.
        """
        image, least = least_flop(flop)
        moved = holds.renamed(image)
        references, lengths = self._references(least)
        sizes = np.maximum(moved.counts - SIZES[0], 0)
        means, potentials = self._standings(least, moved, others)
        return flop_buckets(  # type: ignore[no-any-return]
            means, potentials, sizes, references[:, others], lengths, SHARE_BINS, POTENTIAL_BINS
        )

    def _standings(self, least: tuple[int, ...], holds: Holds, others: slice) -> tuple[Array, Array]:
        """Return the share that holds beat of the ranges of some sizes on a flop that is the least of its class."""
        ordered, lengths = zip(*(self._ordered(least, size) for size in range(len(SIZES))[others]), strict=True)
        return flop_standings(  # type: ignore[no-any-return]
            ranking(RANKING).lookup, PART_BITS, PART_STARTS, _boards(least), np.stack(ordered), np.stack(lengths),
            ranking(RANKING).n_values + 1, holds.counts, holds.bits, holds.keys, holds.masks, POTENTIAL_BINS,
        )  # fmt: skip

    @cached_property
    def _kept_references(self) -> dict[tuple[int, ...], tuple[Array, Array]]:
        """Return the cache of references: 8 kB for each of 169 flops."""
        return {}

    def _references(self, least: tuple[int, ...]) -> tuple[Array, Array]:
        """Return the shares that each size's range beats of the others' on a flop, ascending, and the hand counts."""
        if least not in self._kept_references:
            gone = np.bitwise_or.reduce(np.uint64(1) << np.array(least, np.uint64))
            found, lengths = np.zeros((len(SIZES), len(SIZES), IN_RANGE), np.int16), np.zeros(len(SIZES), np.int64)
            for size, held in enumerate(self.ranges):
                allowed = held.at(np.flatnonzero(held.bits & gone == 0))
                lengths[size] = len(allowed.bits)
                found[size, :, : lengths[size]] = np.sort(self._standings(least, allowed, EVERY_SIZE)[0], axis=0).T
            self._kept_references[least] = found, lengths
        return self._kept_references[least]

    @cached_property
    def _kept_in_order(self) -> dict[tuple[tuple[int, ...], int], tuple[Array, Array]]:
        """Return the cache of ordered ranges: 75 kB for each flop and size, of which there are 676."""
        return {}

    def _ordered(self, least: tuple[int, ...], size: int) -> tuple[Array, Array]:
        """Return the range of a size on the boards of a flop that is the least of its class, in ascending strength."""
        if (least, size) not in self._kept_in_order:
            held = self.ranges[size]
            self._kept_in_order[least, size] = ordered_ranges(
                ranking(RANKING).lookup, PART_BITS, PART_STARTS, _boards(least), SIZES[size],
                held.bits, held.keys, held.masks,
            )  # fmt: skip
        return self._kept_in_order[least, size]


@cache
def holds_of_buckets() -> Array:
    """Return the number of candidates of the hands of each bucket of the discards, from its pattern of sizes."""
    first, second, third = np.unravel_index(np.arange(BUCKETS[1]) // (HOLD_BINS * GAP_BINS), (len(SIZES),) * MOST_HOLDS)
    count: Array = 1 + (second != first) * (1 + (third != first))
    return count


@cache
def abstraction() -> Abstraction:
    """Return the abstraction that blueprints are made with."""
    return Abstraction()


@cache
def flops() -> tuple[Array, Array]:
    """Return one flop for all its images under renamings of suits, and how many each represents."""
    classes = set_classes(Deck.standard(), FLOP_CARDS)
    return classes.members, classes.weights


@cache
def _renamings() -> list[list[int]]:
    """Return the image of each card under every renaming of suits."""
    return [[renamed(card, suits) for card in range(N_NATURAL)] for suits in suit_symmetries(Deck.standard())]


def least_flop(flop: tuple[int, ...]) -> tuple[Array, tuple[int, ...]]:
    """Return the renaming that maps a flop to the least of its class, and that flop."""
    image = min(_renamings(), key=lambda each: sorted(each[card] for card in flop))
    return np.array(image, np.uint8), tuple(sorted(image[card] for card in flop))


@cache
def _boards(flop: tuple[int, ...]) -> Array:
    """Return the boards by which a flop is judged."""
    left = np.array([card for card in range(N_NATURAL) if card not in flop], np.uint8)
    rows = []
    for number in range(MATCHINGS):
        state = seeded(SEED, 1, number, *flop)
        mixed = left[np.argsort(drawn_order(len(left), state))]
        rows += [(*flop, *pair) for pair in mixed.reshape(-1, BOARD_CARDS - FLOP_CARDS).tolist()]
    return np.array(rows, np.uint8)


def drawn_order(count: int, state: Array) -> Array:
    """Return numbers to sort by, drawn from a generator."""
    from houseway.analysis.solve.sampling import drawn_number

    return np.array([int(drawn_number(state)) for _ in range(count)], np.uint64)
