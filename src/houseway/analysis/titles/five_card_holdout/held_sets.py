"""All sets of cards that are ever held, with the dealt hands that they are held of."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from houseway.analysis.counting.card_sets import all_sets, set_classes, set_numbers
from houseway.analysis.solve.sampling import Array
from houseway.analysis.titles.five_card_holdout.abstraction import MOST_HOLDS, RANGE_SETS, SIZES, Holds, abstraction
from houseway.analysis.titles.five_card_holdout.hold_equities import held_cards
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.games.titles.five_card_holdout.table import HOLE_CARDS

_AT_ONCE = 200_000


@dataclass(frozen=True)
class Kept:
    """All ways in which hands keep so many cards: bits of the dealt cards, buckets, place among candidates, number."""

    bits: Array
    first: Array
    holds: Array
    places: Array
    numbers: Array


@cache
def every_hold(size: int) -> Kept:
    """Of all hands that can be dealt, those of which so many cards (a place in SIZES) may be held."""
    hands = all_sets(N_NATURAL, HOLE_CARDS)
    parts = []
    for start in range(0, len(hands), _AT_ONCE):
        dealt = abstraction().dealt(hands[start : start + _AT_ONCE])
        row, place = np.nonzero((dealt.sizes == size) & (np.arange(MOST_HOLDS) < dealt.n_holds[:, None]))
        held = held_cards(dealt.hands[row], dealt.ways[row, place])[0][:, : SIZES[size]]
        bits = (np.uint64(1) << dealt.hands[row].astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        small = (dealt.first[row].astype(np.uint8), dealt.holds[row].astype(np.uint16), place.astype(np.uint8))
        parts.append((bits, *small, set_numbers(held).astype(np.uint32)))
    return Kept(*map(np.concatenate, zip(*parts, strict=True)))


@dataclass(frozen=True)
class JudgedBy:
    """Sets of one size by which a range is judged, and the ways in which dealt hands keep them."""

    holds: Holds
    first: Array
    of_holds: Array
    places: Array
    """Both buckets of each way, and its place among the candidates."""
    sets: Array
    """Which of `holds` it keeps."""

    def weights(self, of_first: Array, of_holds: Array) -> Array:
        """How often each set is held, from how often buckets come to the discards and hold each candidate there."""
        often = of_first[self.first] * of_holds[self.of_holds, self.places]
        found: Array = np.bincount(self.sets, often, len(self.holds.cards))
        return found


@cache
def judged_by(size: int) -> JudgedBy:
    """All sets that are held, or where they are many every so many-th of those that suits tell apart, in all suits."""
    kept = every_hold(size)
    numbers, sets = np.unique(kept.numbers, return_inverse=True)
    cards = all_sets(N_NATURAL, SIZES[size])[numbers]
    alike = np.unique(set_classes(Deck.standard(), SIZES[size]).class_of[numbers], return_inverse=True)[1]
    chosen = alike % -(-len(numbers) // RANGE_SETS) == 0
    ways, places = chosen[sets], np.cumsum(chosen) - 1
    holds = Holds.of(np.pad(cards[chosen], ((0, 0), (0, HOLE_CARDS - SIZES[size]))), np.full(chosen.sum(), SIZES[size]))
    return JudgedBy(holds, kept.first[ways], kept.holds[ways], kept.places[ways], places[sets[ways]])
