"""Optimal play of a staged stud by table, for many rounds at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers, suit_images
from houseway.analysis.counting.numbering import numbers_of
from houseway.analysis.declared.family import Player
from houseway.analysis.declared.street_play import StreetPlay
from houseway.analysis.declared.streets import Streets
from houseway.cards.card import N_NATURAL
from houseway.games.engine.declared.vocabulary import Hand


@dataclass(frozen=True)
class StudPlayer(Player):
    """A player who looks up every hand by its class, with the suits renamed as for the hand that represents it.

    `class_of` and `image_of` are by number of the player's hand, `best[stage]` by class, prefix and set of community
    cards.
    """

    streets: Streets
    class_of: NDArray[np.int32]
    image_of: NDArray[np.int8]
    images: NDArray[np.uint8]
    place_of: NDArray[np.uint8]
    best: tuple[NDArray[np.int8], ...]

    @classmethod
    def of(cls, streets: Streets, hands: NDArray[np.uint8], plays: Sequence[StreetPlay]) -> "StudPlayer":
        """Return the player from the optimal play of one hand of each class."""
        images = suit_images(streets.game.deck)
        numbers = [set_numbers(np.sort(image[hands], axis=1)) for image in images]
        class_of = np.full(max(int(each.max()) for each in numbers) + 1, -1, np.int32)
        image_of = np.zeros(len(class_of), np.int8)
        for image, of_hands in zip(images, numbers, strict=True):
            class_of[of_hands] = np.arange(len(hands))
            image_of[of_hands] = int((images[:, image] == np.arange(N_NATURAL)).all(axis=1).argmax())
        cards = np.array(streets.game.deck.distinct)
        left = np.stack([np.isin(np.arange(N_NATURAL), np.setdiff1d(cards, hand)) for hand in hands])
        place_of = (left.cumsum(axis=1) - 1).astype(np.uint8)
        best = tuple(np.stack([play.best[stage] for play in plays]) for stage in range(len(streets.stages)))
        return cls(streets, class_of, image_of, images, place_of, best)

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        numbers = numbers_of(cards[self.streets.own])
        later = self.streets.board.dealt(cards)
        places = np.empty_like(later)
        _place(numbers, later, self.class_of, self.image_of, self.images, self.place_of, places)
        prefixes = np.zeros(len(numbers), np.int64)
        for stage, best in zip(self.streets.stages, self.best, strict=True):
            _lead(best, self.class_of, numbers, numbers_of(places, stage.shown), prefixes)
        return prefixes


@numba.njit(nogil=True, cache=True)
def _place(
    numbers: NDArray[np.int64],
    later: NDArray[np.uint8],
    class_of: NDArray[np.int32],
    image_of: NDArray[np.int8],
    images: NDArray[np.uint8],
    place_of: NDArray[np.uint8],
    places: NDArray[np.uint8],
) -> None:
    """Find the later cards' places among those left, with suits renamed as for the representative hand."""
    for row in range(later.shape[0]):
        number = np.uint64(numbers[row])
        hand, image = np.uint64(class_of[number]), np.uint64(image_of[number])
        for column in range(later.shape[1]):
            places[row, column] = place_of[hand, np.uint64(images[image, np.uint64(later[row, column])])]


@numba.njit(nogil=True, cache=True)
def _lead(
    best: NDArray[np.int8],
    class_of: NDArray[np.int32],
    numbers: NDArray[np.int64],
    sets: NDArray[np.int64],
    prefixes: NDArray[np.int64],
) -> None:
    """Go on from the prefix of each round to the one that is best with the set of later cards in sight."""
    for row in range(sets.size):
        hand = np.uint64(class_of[np.uint64(numbers[row])])
        prefixes[row] = best[hand, np.uint64(prefixes[row]), np.uint64(sets[row])]
