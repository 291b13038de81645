"""Best play of a staged stud by table, for many rounds at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import set_numbers, suit_images
from houseway.analysis.declared.street_play import StreetPlay
from houseway.analysis.declared.streets import Streets
from houseway.cards.card import N_NATURAL
from houseway.games.engine.declared.vocabulary import Hand


@dataclass(frozen=True)
class StudPlayer:
    """Looks every own hand up by its class, with the suits renamed as for the hand that stands for it.

    `class_of` and `image_of` are by number of the own hand, `best[stage]` by class, prefix and set of common cards.
    """

    streets: Streets
    class_of: NDArray[np.int32]
    image_of: NDArray[np.int8]
    images: NDArray[np.uint8]
    place_of: NDArray[np.uint8]
    best: tuple[NDArray[np.int8], ...]

    @classmethod
    def of(cls, streets: Streets, hands: NDArray[np.uint8], plays: Sequence[StreetPlay]) -> "StudPlayer":
        """From the best play of one hand of each class."""
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
        """The number of the path that each round takes."""
        numbers = set_numbers(np.sort(cards[self.streets.own], axis=1))
        hand, image = self.class_of[numbers], self.image_of[numbers]
        common = self.images[image[:, None], self.streets.board.dealt(cards)]
        places = self.place_of[hand[:, None], common]
        prefix = np.zeros(len(numbers), np.int64)
        for stage, best in zip(self.streets.stages, self.best, strict=True):
            prefix = best[hand, prefix, set_numbers(np.sort(places[:, : stage.shown], axis=1))].astype(np.int64)
        return prefix
