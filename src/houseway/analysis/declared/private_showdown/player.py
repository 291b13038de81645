"""The best strategy as a table: which path is taken, by the numbers of the sets of cards that are seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import n_ids, set_numbers, suit_images
from houseway.analysis.counting.numbering import numbers_of
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Hand


@dataclass(frozen=True)
class TablePlayer:
    """Looks every situation up: `table` holds a path for each set of own cards and each set of up cards."""

    layout: Layout
    table: NDArray[np.uint8]

    @classmethod
    def of(cls, deck: Deck, layout: Layout, seen: NDArray[np.uint8], paths: NDArray[np.intp]) -> "TablePlayer":
        """A player who takes the path of each situation, however its suits are named."""
        own = layout.own.cards
        ids = n_ids(deck)
        table = np.zeros((comb(ids, own), comb(ids, layout.up)), np.uint8)
        for image in suit_images(deck, keep_colors=layout.keep_colors):
            renamed = image[seen]
            mine, theirs = np.sort(renamed[:, :own], axis=1), np.sort(renamed[:, own:], axis=1)
            table[set_numbers(mine), set_numbers(theirs)] = paths
        return cls(layout, table)

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """For every round the number of the path that is taken."""
        own, theirs = numbers_of(cards[self.layout.own]), numbers_of(cards[self.layout.dealer], self.layout.up)
        paths: NDArray[np.int64] = self.table[own, theirs].astype(np.int64)
        return paths
