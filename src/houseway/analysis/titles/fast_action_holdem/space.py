"""Every hand of four cards and every way to cut it into two pairs, up to a renaming of suits.

A *pair* here is any two cards, copies included; its number is i (i + 1) / 2 + j for the places i >= j of its cards
in the deck. An *arrangement* (p | q) is a pair that is played and the two cards beside it. Arrangements that differ
only by a renaming of suits are one class, and counts are kept by these classes.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS, Card
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries

HAND, BOARD = 4, 5
PLACES = tuple(combinations(range(HAND), 2))
"""The six pairs of a hand by the places of their cards; the pair beside PLACES[s] is PLACES[5 - s]."""

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Space:
    """The pairs, arrangements and hands of a deck; `space_of` makes one."""

    deck: Deck

    @cached_property
    def types(self) -> tuple[Card, ...]:
        """The different cards of the deck; a card's place in this list is its number in the kernels."""
        return self.deck.distinct

    @cached_property
    def place_of(self) -> NDArray[np.int64]:
        """For each card id its place among the types, -1 where the deck lacks it."""
        places = np.full(N_CARDS, -1, np.int64)
        places[list(self.types)] = np.arange(len(self.types))
        return places

    @cached_property
    def copies(self) -> Integers:
        """How many copies there are of each type."""
        return np.array([self.deck.copies[card_id] for card_id in self.types], np.int64)

    @cached_property
    def pairs(self) -> tuple[Integers, Integers]:
        """For each pair the places of its two cards, the higher place first."""
        high = np.repeat(np.arange(len(self.types)), np.arange(1, len(self.types) + 1))
        return high, np.arange(len(high)) - high * (high + 1) // 2

    @property
    def n_pairs(self) -> int:
        """How many pairs there are, impossible ones of two copies of a single card included."""
        return len(self.pairs[0])

    def pair_numbers(self, one: Integers, other: Integers) -> Integers:
        """The numbers of pairs of cards, given by place."""
        high, low = np.maximum(one, other), np.minimum(one, other)
        numbers: Integers = high * (high + 1) // 2 + low
        return numbers

    @cached_property
    def images(self) -> Integers:
        """A row for each symmetry of the deck: where it takes each place."""
        symmetries = suit_symmetries(self.deck)
        return np.array([[self.place_of[renamed(each, suits)] for each in self.types] for suits in symmetries])

    @cached_property
    def boards(self) -> tuple[Integers, Integers]:
        """A board of each class, by places, and how many boards (copies not told apart) the class holds."""
        cards, _ = class_arrays(self.deck, (BOARD,))
        boards = self.place_of[cards]
        return boards, self._orbits(boards)

    @cached_property
    def hands(self) -> tuple[NDArray[np.uint8], Integers]:
        """A hand of each class, card ids ascending, and in how many ways its class is dealt."""
        return class_arrays(self.deck, (HAND,))

    @cached_property
    def arrangement_of(self) -> NDArray[np.int32]:
        """The class of the arrangement (p | q), by the numbers of the pairs p and q; -1 where there is none."""
        cards, _ = class_arrays(self.deck, (2, 2))
        table = np.full((self.n_pairs, self.n_pairs), -1, np.int32)
        for image in self.images:
            a, b, c, d = image[self.place_of[cards]].T
            table[self.pair_numbers(a, b), self.pair_numbers(c, d)] = np.arange(len(cards))
        return table

    @cached_property
    def arrangement_sizes(self) -> Integers:
        """How many arrangements (copies not told apart) each class holds."""
        table = self.arrangement_of
        return np.bincount(table[table >= 0])

    @property
    def n_arrangements(self) -> int:
        """How many classes of arrangements there are."""
        return len(self.arrangement_sizes)

    @cached_property
    def slots(self) -> Integers:
        """A row for each class of hands: the arrangement class of each of its six pairs, in the order of PLACES."""
        return self.slots_of(self.hands[0])

    def slots_of(self, hands: NDArray[np.uint8]) -> Integers:
        """The same for any rows of four card ids."""
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
    """The space of a deck, kept for the next call."""
    return Space(deck)
