"""Held sets up to symmetry: what a set of cards is worth does not change when suits are renamed or jokers exchanged.

The set that stands for a class is the one of least number. Every set knows its class and a symmetry that takes it
there; the same symmetry takes its discards along. The symmetries that leave a held set as it is still make classes
of the sets that can be drawn to it: only one of each is looked at, and counted as often as the class has members.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.double_draw_poker.space import Array, HandSpace, all_sets, set_number, space_of
from houseway.cards.deck import Deck

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def least_images(sets: Array, images: Array) -> tuple[Array, Array]:
    """For every set the number of its least image and the symmetry that gives it."""
    least = np.empty(sets.shape[0], np.int64)
    symmetry = np.empty(sets.shape[0], np.uint8)
    image = np.empty(sets.shape[1], np.int64)
    for row in range(sets.shape[0]):
        least[row] = np.iinfo(np.int64).max
        for which in range(images.shape[0]):
            map_sorted(sets[row], images[which], image)
            number = set_number(image)
            if number < least[row]:
                least[row], symmetry[row] = number, which
    return least, symmetry


@_compiled
def map_sorted(cards: Array, image_of: Array, image: Array) -> None:
    """The images of some cards, in ascending order."""
    for place in range(cards.size):
        card = image_of[cards[place]]
        at = place
        while at > 0 and image[at - 1] > card:
            image[at] = image[at - 1]
            at -= 1
        image[at] = card


@_compiled
def symmetries_left(held: Array, others: Array, images: Array) -> Array:
    """The symmetries that leave the held set as it is, as renumberings of the other cards."""
    place_of = np.full(images.shape[1], -1, np.int64)
    for other in range(others.size):
        place_of[others[other]] = other
    left = np.empty((images.shape[0], others.size), np.int64)
    found = 0
    for which in range(images.shape[0]):
        leaves_held = True
        for card in held:
            leaves_held = leaves_held and place_of[images[which, card]] < 0
        if leaves_held:
            for other in range(others.size):
                left[found, other] = place_of[images[which, others[other]]]
            found += 1
    return left[:found]


@_compiled
def class_size(drawn: Array, left: Array, image: Array) -> int:
    """How many sets the class of a drawn set has if the set stands for it, else none."""
    own, fixed = set_number(drawn), 0
    for which in range(left.shape[0]):
        map_sorted(drawn, left[which], image)
        number = set_number(image)
        if number < own:
            return 0
        fixed += number == own
    size: int = left.shape[0] // fixed
    return size


@dataclass(frozen=True)
class HeldSets:
    """The sets of one size that a first draw can hold; `held_sets` makes one."""

    space: HandSpace
    size: int

    @cached_property
    def _least(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        least, symmetry = least_images(all_sets(self.space.n_cards, self.size), self.space.images)
        return least, symmetry

    @cached_property
    def representatives(self) -> NDArray[np.uint8]:
        """The set that stands for each class."""
        every: NDArray[np.uint8] = all_sets(self.space.n_cards, self.size)
        return every[np.unique(self._least[0])]

    @cached_property
    def class_of(self) -> NDArray[np.int32]:
        """The class of every set, by its number."""
        numbers = np.unique(self._least[0])
        return np.searchsorted(numbers, self._least[0]).astype(np.int32)

    @property
    def symmetry_of(self) -> NDArray[np.uint8]:
        """The symmetry that takes every set to the one that stands for its class."""
        return self._least[1]


@lru_cache(maxsize=16)
def held_sets(deck: Deck, system: str, size: int) -> HeldSets:
    """The held sets of a deck, kept for the next question. Their classes are the same for every ranking system."""
    return HeldSets(space_of(deck, system), size)
