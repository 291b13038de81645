"""Every hand of four cards, every way to cut it into two pairs, and the pair that the dealer keeps of it.

A *pair* here is any two cards, copies included. Its number is i (i + 1) / 2 + j for the places i >= j of its cards in
the deck. An *arrangement* (p | q) is a pair that is played and the two cards beside it. Arrangements that differ only
by a renaming of suits are one class, and counts are stored by these classes.

The dealer keeps two cards by `houseway.games.house_way`. If the house way leaves several choices that differ in suits
only, each is equally likely. Weights are counted in sixths (UNITS), because four cards leave 1, 2, 3 or 6 equally good
choices.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS, Card
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.games.house_way import HouseWay, house_way_choices

HAND, BOARD = 4, 5
PLACES = tuple(combinations(range(HAND), 2))
"""The six pairs of a hand by the places of their cards; the pair beside PLACES[s] is PLACES[5 - s]."""

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Space:
    """The pairs, arrangements and hands of a deck. `space_of` makes one."""

    deck: Deck

    @cached_property
    def types(self) -> tuple[Card, ...]:
        """Return the different cards of the deck. A card's place in this list is its number in the kernels."""
        return self.deck.distinct

    @cached_property
    def place_of(self) -> NDArray[np.int64]:
        """Return the place of each card id among the types, -1 if the deck lacks it."""
        places = np.full(N_CARDS, -1, np.int64)
        places[list(self.types)] = np.arange(len(self.types))
        return places

    @cached_property
    def copies(self) -> Integers:
        """Return how many copies there are of each type."""
        return np.array([self.deck.copies[card_id] for card_id in self.types], np.int64)

    @cached_property
    def pairs(self) -> tuple[Integers, Integers]:
        """Return the places of each pair's two cards, the higher place first."""
        high = np.repeat(np.arange(len(self.types)), np.arange(1, len(self.types) + 1))
        return high, np.arange(len(high)) - high * (high + 1) // 2

    @property
    def n_pairs(self) -> int:
        """Return the number of pairs, including impossible ones of two copies of a single card."""
        return len(self.pairs[0])

    def pair_numbers(self, one: Integers, other: Integers) -> Integers:
        """Return the numbers of pairs of cards, given by place."""
        high, low = np.maximum(one, other), np.minimum(one, other)
        numbers: Integers = high * (high + 1) // 2 + low
        return numbers

    @cached_property
    def images(self) -> Integers:
        """Return a row for each symmetry of the deck, with the image of each place."""
        symmetries = suit_symmetries(self.deck)
        return np.array([[self.place_of[renamed(each, suits)] for each in self.types] for suits in symmetries])

    @cached_property
    def boards(self) -> tuple[Integers, Integers]:
        """Return a board of each class, by places, and the number of boards (copies not distinguished) in the class."""
        cards, _ = class_arrays(self.deck, (BOARD,))
        boards = self.place_of[cards]
        return boards, self._orbits(boards)

    @cached_property
    def hands(self) -> tuple[NDArray[np.uint8], Integers]:
        """Return a hand of each class, card ids ascending, and the number of ways to deal its class."""
        return class_arrays(self.deck, (HAND,))

    @cached_property
    def arrangement_of(self) -> NDArray[np.int32]:
        """Return the class of the arrangement (p | q), by the numbers of the pairs p and q, -1 if there is none."""
        cards, _ = class_arrays(self.deck, (2, 2))
        table = np.full((self.n_pairs, self.n_pairs), -1, np.int32)
        for image in self.images:
            a, b, c, d = image[self.place_of[cards]].T
            table[self.pair_numbers(a, b), self.pair_numbers(c, d)] = np.arange(len(cards))
        return table

    @cached_property
    def arrangement_sizes(self) -> Integers:
        """Return the number of arrangements (copies not distinguished) in each class."""
        table = self.arrangement_of
        return np.bincount(table[table >= 0])

    @property
    def n_arrangements(self) -> int:
        """Return the number of classes of arrangements."""
        return len(self.arrangement_sizes)

    @cached_property
    def slots(self) -> Integers:
        """Return the arrangement class of each of the six pairs (in the order of PLACES) of each class of hands."""
        return self.slots_of(self.hands[0])

    def slots_of(self, hands: NDArray[np.uint8]) -> Integers:
        """Return the same for any rows of four card ids."""
        places = self.place_of[hands]
        numbers = np.stack([self.pair_numbers(places[:, i], places[:, j]) for i, j in PLACES], axis=1)
        slots: Integers = self.arrangement_of[numbers, numbers[:, ::-1]].astype(np.int64)
        return slots

    def _orbits(self, rows: Integers) -> Integers:
        held = sum((np.sort(image[rows], axis=1) == rows).all(axis=1).astype(np.int64) for image in self.images)
        orbits: Integers = len(self.images) // held
        return orbits


@lru_cache(maxsize=4)
def space_of(deck: Deck) -> Space:
    """Return the space of a deck, cached for the next call."""
    return Space(deck)


UNITS = 6


@dataclass(frozen=True)
class DealerTable:
    """Each hand of four cards with each pair that it may keep, sorted by that pair.

    Row i: pair `kept[i]` is kept, the cards at places `first[i]` and `second[i]` are not, with probability
    `weight[i]` / UNITS. The rows of pair k are those from `start[k]` to `start[k + 1]`.
    """

    kept: Integers
    first: Integers
    second: Integers
    weight: Integers
    start: Integers


def dealer_table(space: Space, rules: HouseWay) -> DealerTable:
    """Apply the house way once to each class of hands, and copy the answer to all hands of the class."""
    rows = np.array([row for hand in space.hands[0].tolist() for row in _choices(hand, rules)], np.int64)
    places = space.place_of[rows[:, :HAND]]
    spread = [_renamed(space, image[places], rows[:, HAND]) for image in space.images]
    kept, first, second, weight = np.unravel_index(np.unique(np.concatenate(spread)), _shape(space))
    start = np.searchsorted(kept, np.arange(space.n_pairs + 1))
    return DealerTable(*(np.ascontiguousarray(column) for column in (kept, first, second, weight, start)))


def _choices(hand: list[int], rules: HouseWay) -> list[tuple[int, ...]]:
    """Return the cards kept, the cards not kept and the weight, for each different choice."""
    _, choices = house_way_choices(hand, rules)  # type: ignore[arg-type]
    found: list[tuple[int, ...]] = []
    for pair, times in Counter(tuple(sorted(pair)) for pair in choices).items():
        rest = list((Counter(hand) - Counter(pair)).elements())
        found.append((*pair, *rest, UNITS * times // len(choices)))
    return found


def _renamed(space: Space, places: Integers, weight: Integers) -> Integers:
    """Return each row as one number, so that equal rows are found once."""
    kept = space.pair_numbers(places[:, 0], places[:, 1])
    others = np.sort(places[:, 2:], axis=1)
    return np.ravel_multi_index((kept, others[:, 0], others[:, 1], weight), _shape(space))


def _shape(space: Space) -> tuple[int, int, int, int]:
    return space.n_pairs, len(space.types), len(space.types), UNITS + 1
