"""Sets of cards as numbers, and their classes under renaming of suits.

An ascending set a < b < c < .. has the number C(a,1) + C(b,2) + C(c,3) + .., which runs from 0 without a gap.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS, N_NATURAL
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries

Array = NDArray[Any]

MOST_CARDS = 7

PLACES = np.array([[comb(card, place + 1) for place in range(MOST_CARDS)] for card in range(N_CARDS)], np.int64)
"""The amount that a card adds to the number of a set, by its place among the ascending cards of the set."""


def set_numbers(sets: Array) -> NDArray[np.int64]:
    """Return the numbers of many sets, one per row, each in ascending order.

    >>> set_numbers(np.array([[0, 1, 2], [0, 1, 3], [49, 50, 51]])).tolist()
    [0, 1, 22099]
    """
    numbers: NDArray[np.int64] = PLACES[sets, np.arange(sets.shape[1])].sum(axis=1)
    return numbers


def all_sets(n_cards: int, size: int) -> NDArray[np.uint8]:
    """Return every set of `size` of the numbers below `n_cards`, ascending, each at the row of its number.

    >>> all_sets(4, 2).tolist()
    [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]
    """
    sets = np.zeros((1, 0), np.uint8)
    for place in range(size):
        last_sets = [sets[: comb(highest, place)] for highest in range(n_cards)]
        highest = np.repeat(np.arange(n_cards, dtype=np.uint8), [len(part) for part in last_sets])
        sets = np.column_stack([np.concatenate(last_sets), highest])
    return sets


def suit_images(deck: Deck, *, keep_colors: bool = False) -> NDArray[np.uint8]:
    """Return the image of each card, for every renaming of suits that leaves the deck as it is; jokers stay."""
    cards, symmetries = range(n_ids(deck)), suit_symmetries(deck, keep_colors=keep_colors)
    return np.array([[renamed(each, suits) for each in cards] for suits in symmetries], np.uint8)


def n_ids(deck: Deck) -> int:
    """Return the number of card ids used to number the sets of a deck: 52, and two jokers where it has any."""
    return N_CARDS if any(deck.copies[N_NATURAL:]) else N_NATURAL


@dataclass(frozen=True)
class SetClasses:
    """The classes of all sets of some size: one member of each, how many sets it represents, and the class of each set.

    `class_of` is by the number of a set. Sets with cards that the deck lacks have no class and hold -1.
    """

    members: NDArray[np.uint8]
    weights: NDArray[np.int64]
    class_of: NDArray[np.int32]

    def with_one_more(self, deck: Deck) -> NDArray[np.uint8]:
        """Return every set of the list with each other card of the deck: (classes, cards left, size + 1), ascending."""
        cards = np.array(deck.distinct, np.uint8)
        held = (self.members[:, :, None] == cards).any(axis=1)
        others = np.broadcast_to(cards, held.shape)[~held].reshape(len(self.members), -1)
        repeated = np.broadcast_to(self.members[:, None, :], (*others.shape, self.members.shape[1]))
        return np.sort(np.concatenate([repeated, others[:, :, None]], axis=2), axis=2)


@lru_cache(maxsize=8)
def set_classes(deck: Deck, size: int) -> SetClasses:
    """Return the classes of the sets of `size` cards of a deck that has no card twice."""
    members, weights = class_arrays(deck, (size,))
    class_of = np.full(comb(n_ids(deck), size), -1, np.int32)
    for image in suit_images(deck):
        class_of[set_numbers(np.sort(image[members], axis=1))] = np.arange(len(members))
    return SetClasses(members, weights, class_of)


def spread(deck: Deck, hands: Array, in_play: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give a choice of cards made for one hand of each class to all hands of the class, by the number of the hand.

    Hands are ascending rows. The cards chosen are bits: bit i is the i-th lowest card of the hand.
    """
    size = hands.shape[1]
    chosen = np.zeros(comb(N_NATURAL, size), np.uint8)
    places = np.arange(size, dtype=np.uint8)
    for image in suit_images(deck):
        renamed_hands = image[hands]
        order = renamed_hands.argsort(axis=1).astype(np.uint8)
        bits = (in_play[:, None] >> order & 1) << places
        chosen[set_numbers(np.sort(renamed_hands, axis=1))] = bits.sum(axis=1)
    return chosen
