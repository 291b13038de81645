"""Buckets of alike hands for the whole game: which hands of Five Card HoldOut are played as one, at every stage.

A dealt hand has up to three candidate holds: the best of each size, if it is worth at most 6% less than the best of
all. Before the discards its bucket tells how many cards the best hold has and what it is worth; at the discards, the
sizes of its candidates, what the best is worth, and how far the second is behind. On the flop a hold is placed by the
share of the opponent's hands that it will beat, on average over rivers, and by how much that depends on the river (its
potential). The opponent's hands are those that hold as many cards as this one does; the share is told by its place
among those of the hands that hold as many as the hold itself, so that a bucket means the same on every flop. All of it
is counted in whole numbers from a seed, and a renaming of suits changes nothing. On the river a hold is placed by where
it stands in the range with which its own player comes there, and by how the one range stands in the other on that
board: how far it is ahead, and how wide it spreads. Both depend on how the players have played (`own_ranges`).

Nobody holds a single card here: it is never within 6%. An opponent who does is taken for one who holds two.
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
"""How much less a candidate may be worth than the best hold."""
HAND_BINS, HOLD_BINS, GAP_BINS = 40, 10, 3
SHARE_BINS, POTENTIAL_BINS = 20, 3
RIVER_BINS = 20
AHEAD = (0.30, 0.34, 0.38, 0.42, 0.46, 0.50, 0.54, 0.58, 0.62, 0.66, 0.70)
"""What the first player's range beats of the second's on a river: the ends of all classes of boards but the last."""
SPREADS = (0.21, 0.24, 0.27, 0.30, 0.33)
"""How much that differs from hand to hand (its standard deviation; 0.29 for two equal ranges): the same for it."""
CLASSES = 1 + len(AHEAD), 1 + len(SPREADS)
LEARNED_BINS = 30
"""Of a river while the game is learned, in one class: the last round is solved anew afterwards."""
PATTERNS = len(SIZES) ** MOST_HOLDS
"""The sizes of up to three candidates, in the order of their worth; the first stands for those that are missing."""
BUCKETS = (
    len(SIZES) * HAND_BINS,
    PATTERNS * HOLD_BINS * GAP_BINS,
    SHARE_BINS * POTENTIAL_BINS,
    CLASSES[0] * CLASSES[1] * RIVER_BINS,
)
EVERY_SIZE = slice(None)
RANGE_SETS = 12_500
"""By so many sets of a size at most, or a few more, the range of a player on a river is judged."""
SEED = 26092014
SAMPLE, IN_RANGE = 60_000, 256
FLOPS_BY = "place among the hands that hold as many"
MATCHINGS = 6
"""The rivers of a flop: the other fifty cards are paired so often, so that each card comes as often as any other."""


@dataclass(frozen=True)
class Dealt:
    """Dealt hands, ascending, with their buckets and candidate holds (bits of the cards held, the best first)."""

    hands: Array
    first: Array
    holds: Array
    n_holds: Array
    ways: Array
    sizes: Array
    """By place in SIZES."""


@dataclass(frozen=True)
class Holds:
    """Sets of held cards: a row of cards each, of which the first so many count, and their sums in the look-up."""

    cards: Array
    counts: Array
    bits: Array
    keys: Array
    masks: Array

    @classmethod
    def of(cls, cards: Array, counts: Array) -> "Holds":
        """Sets of one to five cards, in rows of five."""
        return cls(cards, counts, *hold_sums(ranking(RANKING).lookup, cards, counts))

    @classmethod
    def of_sets(cls, sets: Array) -> "Holds":
        """Sets of one size, in rows of so many cards."""
        return cls.of(np.pad(sets, ((0, 0), (0, HOLE_CARDS - sets.shape[1]))), np.full(len(sets), sets.shape[1]))

    def at(self, places: Array) -> "Holds":
        """Some of them."""
        return Holds(*(each[places] for each in (self.cards, self.counts, self.bits, self.keys, self.masks)))

    def renamed(self, image: Array) -> "Holds":
        """What a renaming of suits makes of them."""
        return Holds.of(image[self.cards], self.counts)

    def strengths(self, board: Array) -> Array:
        """How strong they are on a whole board; -1 for one that shares a card with it."""
        found: Array = board_strengths(
            ranking(RANKING).lookup, PART_BITS, PART_STARTS, board, self.counts, self.bits, self.keys, self.masks
        )
        return found


class Abstraction:
    """The tables by which hands are put into buckets. Made once, in some seconds, of which most are kept on disk."""

    @cached_property
    def _sample(self) -> tuple[Array, Array, Array]:
        hands = drawn_sets(SAMPLE, HOLE_CARDS, np.uint64(0), seeded(SEED, 0))
        return (hands, *hold_equities().best(hands))

    @cached_property
    def edges(self) -> tuple[Array, Array]:
        """The worth of the best hold at which one bin of dealt hands ends and the next begins: for both stages."""
        ordered = np.sort(self._sample[2].max(axis=1))
        return tuple(  # type: ignore[return-value]
            ordered[np.arange(1, bins) * SAMPLE // bins] for bins in (HAND_BINS, HOLD_BINS)
        )

    @cached_property
    def ranges(self) -> tuple[Holds, ...]:
        """For each size hands that hold so many cards, those whose best hold it is before others."""
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
        """A hash of all that the buckets depend on by which the game is learned."""
        numbers = (*BUCKETS[:-1], *SIZES, MOST_HOLDS, MOST_BEHIND, HAND_BINS, HOLD_BINS, SHARE_BINS, MATCHINGS)
        found = sha256(repr((SEED, numbers, LEARNED_BINS, FLOPS_BY)).encode())
        for each in (hold_equities().worth, *self.edges, *(each.bits for each in self.ranges)):
            found.update(np.ascontiguousarray(each).astype("<i8").tobytes())
        return found.hexdigest()

    @cached_property
    def digest(self) -> str:
        """A hash of all that the buckets depend on by which it is played: rivers have others then."""
        return sha256(repr((self.learned_digest, BUCKETS, RIVER_BINS, RANGE_SETS, AHEAD, SPREADS)).encode()).hexdigest()

    def dealt(self, hands: Array) -> Dealt:
        """The buckets and candidate holds of ascending hands of five cards."""
        best, worth = hold_equities().best(hands)
        return Dealt(hands, *hand_buckets(best, worth, *self.edges, np.array(SIZES), MOST_BEHIND))

    def holds(self, dealt: Dealt) -> Holds:
        """All candidate holds, those of a hand in the rows from MOST_HOLDS times its number on."""
        return Holds.of(*holds_of(dealt.hands, dealt.ways))

    def flop(self, flop: tuple[int, ...], holds: Holds, others: slice = EVERY_SIZE) -> Array:
        """The buckets of holds on a flop: (holds, sizes of the opponent). A hold that shares a card with it has any.

        `others` are the places in SIZES of what the opponent may hold: each takes its time.
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
        """What holds beat of the ranges of some sizes on a flop that is the least of those like it."""
        ordered, lengths = zip(*(self._ordered(least, size) for size in range(len(SIZES))[others]), strict=True)
        return flop_standings(  # type: ignore[no-any-return]
            ranking(RANKING).lookup, PART_BITS, PART_STARTS, _boards(least), np.stack(ordered), np.stack(lengths),
            ranking(RANKING).n_values + 1, holds.counts, holds.bits, holds.keys, holds.masks, POTENTIAL_BINS,
        )  # fmt: skip

    @cached_property
    def _kept_references(self) -> dict[tuple[int, ...], tuple[Array, Array]]:
        """Of each of 169 flops: 8 kB."""
        return {}

    def _references(self, least: tuple[int, ...]) -> tuple[Array, Array]:
        """What the hands of each size's range beat of the others' on a flop, ascending, and how many it allows."""
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
        """Of each flop and size, which are 676: 75 kB each."""
        return {}

    def _ordered(self, least: tuple[int, ...], size: int) -> tuple[Array, Array]:
        """The range of a size on the boards of a flop that is the least of those like it, in ascending strength."""
        if (least, size) not in self._kept_in_order:
            held = self.ranges[size]
            self._kept_in_order[least, size] = ordered_ranges(
                ranking(RANKING).lookup, PART_BITS, PART_STARTS, _boards(least), SIZES[size],
                held.bits, held.keys, held.masks,
            )  # fmt: skip
        return self._kept_in_order[least, size]


@cache
def holds_of_buckets() -> Array:
    """How many candidates the hands of each bucket of the discards have, as its pattern of sizes tells."""
    first, second, third = np.unravel_index(np.arange(BUCKETS[1]) // (HOLD_BINS * GAP_BINS), (len(SIZES),) * MOST_HOLDS)
    count: Array = 1 + (second != first) * (1 + (third != first))
    return count


@cache
def abstraction() -> Abstraction:
    """The one that blueprints are made with."""
    return Abstraction()


@cache
def flops() -> tuple[Array, Array]:
    """One flop for all that renamings of suits make of it, and how many each stands for."""
    classes = set_classes(Deck.standard(), FLOP_CARDS)
    return classes.members, classes.weights


@cache
def _renamings() -> list[list[int]]:
    """What every renaming of suits makes of each card."""
    return [[renamed(card, suits) for card in range(N_NATURAL)] for suits in suit_symmetries(Deck.standard())]


def least_flop(flop: tuple[int, ...]) -> tuple[Array, tuple[int, ...]]:
    """The renaming that makes of a flop the least of those like it, and that flop."""
    image = min(_renamings(), key=lambda each: sorted(each[card] for card in flop))
    return np.array(image, np.uint8), tuple(sorted(image[card] for card in flop))


@cache
def _boards(flop: tuple[int, ...]) -> Array:
    """The boards by which a flop is judged."""
    left = np.array([card for card in range(N_NATURAL) if card not in flop], np.uint8)
    rows = []
    for number in range(MATCHINGS):
        state = seeded(SEED, 1, number, *flop)
        mixed = left[np.argsort(drawn_order(len(left), state))]
        rows += [(*flop, *pair) for pair in mixed.reshape(-1, BOARD_CARDS - FLOP_CARDS).tolist()]
    return np.array(rows, np.uint8)


def drawn_order(count: int, state: Array) -> Array:
    """Numbers to sort by, drawn from a generator."""
    from houseway.analysis.solve.sampling import drawn_number

    return np.array([int(drawn_number(state)) for _ in range(count)], np.uint64)
