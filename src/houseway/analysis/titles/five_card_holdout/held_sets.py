"""All sets of cards that are ever held, with the dealt hands from which they are held."""

from dataclasses import dataclass
from functools import cache, lru_cache

import numba
import numpy as np

from houseway.analysis.counting.card_sets import all_sets, set_classes, set_numbers
from houseway.analysis.solve.sampling import Array
from houseway.analysis.titles.five_card_holdout.abstraction import (
    MOST_HOLDS,
    RANGE_SETS,
    SIZES,
    Holds,
    abstraction,
    least_flop,
)
from houseway.analysis.titles.five_card_holdout.hold_equities import held_cards
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.games.titles.five_card_holdout.table import HOLE_CARDS

_AT_ONCE = 200_000
FLOPS_KEPT = 512
"""The number of cached flop buckets, each for two sizes: up to 60 kB."""


@dataclass(frozen=True)
class Kept:
    """All ways in which hands keep a number of cards: bits of the dealt cards, buckets, place among candidates.

    Ways that keep the same set are adjacent, those of set i from `starts[i]` to `starts[i + 1]`.
    """

    bits: Array
    first: Array
    holds: Array
    places: Array
    starts: Array
    numbers: Array
    cards: Array
    """The sets, by their numbers and as ascending rows."""

    def weights(self, of_first: Array, of_holds: Array, gone: tuple[int, ...] = ()) -> Array:
        """Return how often each set is held by hands without some cards, as `JudgedBy.weights`."""
        seen = np.uint64(sum(1 << int(card) for card in set(gone)))
        found: Array = _sums_apart(
            self.bits, self.first, self.holds, self.places, self.starts, of_first, of_holds, seen
        )
        return found


@numba.njit(cache=True, nogil=True)
def _sums_apart(bits, first, holds, places, starts, of_first, of_holds, seen):  # type: ignore[no-untyped-def]
    found = np.zeros(len(starts) - 1)
    for each in range(len(found)):
        total = 0.0
        for way in range(starts[each], starts[each + 1]):
            often = of_first[first[way]] * of_holds[holds[way], places[way]]
            total += often if not bits[way] & seen else 0.0
        found[each] = total
    return found


@cache
def every_hold(size: int) -> Kept:
    """Return all dealt hands of which that number of cards (a place in SIZES) may be held."""
    hands = all_sets(N_NATURAL, HOLE_CARDS)
    parts = []
    for start in range(0, len(hands), _AT_ONCE):
        dealt = abstraction().dealt(hands[start : start + _AT_ONCE])
        row, place = np.nonzero((dealt.sizes == size) & (np.arange(MOST_HOLDS) < dealt.n_holds[:, None]))
        held = held_cards(dealt.hands[row], dealt.ways[row, place])[0][:, : SIZES[size]]
        bits = (np.uint64(1) << dealt.hands[row].astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        small = (dealt.first[row].astype(np.uint8), dealt.holds[row].astype(np.uint16), place.astype(np.uint8))
        parts.append((set_numbers(held).astype(np.uint32), bits, *small))
    held_as, *ways = map(np.concatenate, zip(*parts, strict=True))
    order = np.argsort(held_as, kind="stable")
    numbers, counts = np.unique(held_as, return_counts=True)
    cards = all_sets(N_NATURAL, SIZES[size])[numbers]
    bits, first, holds, places = (each[order] for each in ways)
    return Kept(bits, first, holds, places, np.cumsum([0, *counts]), numbers, cards)


@lru_cache(maxsize=FLOPS_KEPT)
def _least_flop_buckets(least: tuple[int, ...], size: int, other: int) -> Array:
    holds = Holds.of_sets(every_hold(size).cards)
    found: Array = abstraction().flop(least, holds, slice(other, other + 1))[:, 0]
    return found


@cache
def _sent(size: int, image: bytes) -> Array:
    """Return the place to which a renaming of suits sends each set of `every_hold`."""
    known = every_hold(size)
    renamed = np.sort(np.frombuffer(image, np.uint8)[known.cards], axis=1)
    return np.searchsorted(known.numbers, set_numbers(renamed)).astype(np.int32)


def flop_buckets(flop: tuple[int, ...], size: int, other: int) -> Array:
    """Return the buckets of all sets of `every_hold` on a flop, against an opponent's size (a place in SIZES)."""
    image, least = least_flop(flop)
    found: Array = _least_flop_buckets(least, size, other)[_sent(size, image.tobytes())]
    return found


@dataclass(frozen=True)
class JudgedBy:
    """Sets of one size by which a range is judged, and the ways in which dealt hands keep them."""

    holds: Holds
    first: Array
    of_holds: Array
    places: Array
    """Both buckets of each way, and its place among the candidates."""
    sets: Array
    """The member of `holds` that it keeps."""

    def weights(self, of_first: Array, of_holds: Array) -> Array:
        """Return how often each set is held, from how often buckets reach the discards and hold each candidate."""
        often = of_first[self.first] * of_holds[self.of_holds, self.places]
        found: Array = np.bincount(self.sets, often, len(self.holds.cards))
        return found


@cache
def judged_by(size: int) -> JudgedBy:
    """Return all sets that are held, or a regular sample of them up to suits, in all suits, if they are many."""
    kept = every_hold(size)
    numbers, cards = kept.numbers, kept.cards
    sets = np.repeat(np.arange(len(numbers)), np.diff(kept.starts))
    alike = np.unique(set_classes(Deck.standard(), SIZES[size]).class_of[numbers], return_inverse=True)[1]
    chosen = alike % -(-len(numbers) // RANGE_SETS) == 0
    ways, places = chosen[sets], np.cumsum(chosen) - 1
    holds = Holds.of_sets(cards[chosen])
    return JudgedBy(holds, kept.first[ways], kept.holds[ways], kept.places[ways], places[sets[ways]])
