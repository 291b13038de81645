"""Own hands and sets of common cards as numbers, up to renaming of suits.

Cards are places in the deck. A hand is the number of its set of two places, a middle set that of its places. Every
middle set is taken to the member of its class by some renaming; the hand goes along, and hands that the member's own
symmetries take to each other are one class.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets, set_numbers
from houseway.analysis.counting.numbering import numbers_of
from houseway.cards.card import N_CARDS
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries

HOLE = 2

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


@dataclass(frozen=True)
class Space:
    """The numbers of a deck for one size of middle sets.

    `hand_images[symmetry, hand]` is where a renaming takes a hand, `hole_of` its class. `set_class` and `set_symmetry`
    say for each middle set its class and a renaming that takes it to the member; `class_of[set class, hand]` is the
    class of the two together, -1 where they share a card. Each of these has a middle set, a hand and a weight.
    """

    cards: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    hand_images: Small
    hole_of: Small
    set_class: Small
    set_symmetry: NDArray[np.int8]
    class_of: Small
    sets: NDArray[np.uint8]
    hand: Small
    weights: Numbers

    @property
    def n_classes(self) -> int:
        """How many classes of a middle set with a hand there are."""
        return len(self.weights)

    @property
    def n_holes(self) -> int:
        """How many classes of own hands there are."""
        return int(self.hole_of.max()) + 1


@lru_cache(maxsize=4)
def space_of(deck: Deck, middle: int) -> Space:
    """The space of a deck in which no card has a copy."""
    cards = np.array(deck.distinct, np.uint8)
    images = _images(deck, cards)
    hands = all_sets(len(cards), HOLE)
    hand_images = np.stack([set_numbers(np.sort(image[hands], axis=1)) for image in images]).astype(np.int32)
    members, set_weights = _members(deck, cards, middle)
    set_class, set_symmetry = _to_members(images, members)
    class_of, set_of, hand_of, weights = _classes_with_hands(members, set_weights, images, hands, hand_images)
    return Space(
        cards=cards,
        hands=hands,
        hand_images=hand_images,
        hole_of=np.unique(hand_images.min(axis=0), return_inverse=True)[1].astype(np.int32),
        set_class=set_class,
        set_symmetry=set_symmetry,
        class_of=class_of,
        sets=members.astype(np.uint8)[set_of],
        hand=hand_of,
        weights=weights,
    )


def _images(deck: Deck, cards: NDArray[np.uint8]) -> Numbers:
    """For every renaming of suits where it takes each place."""
    places = np.full(N_CARDS, -1, np.int64)
    places[cards] = np.arange(len(cards))
    return np.array([[places[renamed(card, suits)] for card in cards.tolist()] for suits in suit_symmetries(deck)])


def _to_members(images: Numbers, members: Numbers) -> tuple[Small, NDArray[np.int8]]:
    """For every set its class and a renaming that takes it to the member."""
    n_cards = images.shape[1]
    set_class = np.zeros(comb(n_cards, members.shape[1]), np.int32)
    set_symmetry = np.zeros(len(set_class), np.int8)
    for image in images:
        numbers = numbers_of(image[members].astype(np.uint8))
        set_class[numbers] = np.arange(len(members))
        set_symmetry[numbers] = int((images[:, image] == np.arange(n_cards)).all(axis=1).argmax())
    return set_class, set_symmetry


def _members(deck: Deck, cards: NDArray[np.uint8], size: int) -> tuple[Numbers, Numbers]:
    """A set of each class, by places, and how many it stands for."""
    if not size:
        return np.empty((1, 0), np.int64), np.ones(1, np.int64)
    members, weights = class_arrays(deck, (size,))
    return np.searchsorted(cards, members).astype(np.int64), weights


def _classes_with_hands(
    members: Numbers, set_weights: Numbers, images: Numbers, hands: NDArray[np.uint8], hand_images: Small
) -> tuple[Small, Small, Small, Numbers]:
    """The class of each middle set with each hand; the set, the hand and the weight of each class."""
    class_of = np.full((len(members), len(hands)), -1, np.int32)
    sets, kept_hands, weights, n_classes = [], [], [], 0
    for place, member in enumerate(members):
        holding = (np.sort(images[:, member], axis=1) == member).all(axis=1)
        least = hand_images[holding].min(axis=0)
        free = ~np.isin(hands, member).any(axis=1)
        kept, inverse, times = np.unique(least[free], return_inverse=True, return_counts=True)
        class_of[place, free] = n_classes + inverse
        sets.append(np.full(len(kept), place, np.int32))
        kept_hands.append(kept.astype(np.int32))
        weights.append(set_weights[place] * times)
        n_classes += len(kept)
    return class_of, np.concatenate(sets), np.concatenate(kept_hands), np.concatenate(weights)


@lru_cache(maxsize=4)
def late_sets(deck: Deck, late: int) -> tuple[NDArray[np.uint8], Numbers]:
    """A late set of each class, by places, and how many it stands for."""
    members, weights = _members(deck, np.array(deck.distinct, np.uint8), late)
    return members.astype(np.uint8), weights


@lru_cache(maxsize=4)
def late_symmetries(deck: Deck, late: int) -> tuple[Small, NDArray[np.int8]]:
    """For every late set, by its number, its place in `late_sets` and a renaming that takes it there."""
    return _to_members(_images(deck, np.array(deck.distinct, np.uint8)), late_sets(deck, late)[0].astype(np.int64))


def subset_columns(late: int, middle: int) -> NDArray[np.int64]:
    """The places of a late set that make each of its middle sets."""
    return np.array(list(combinations(range(late), middle)), np.int64).reshape(comb(late, middle), middle)
