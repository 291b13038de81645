"""The best strategy as a table: which path is taken, by the numbers of the sets of cards that are seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, n_ids, set_numbers, suit_images
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Hand
from houseway.ranking.bits import trailing_zeros

_ZERO, _ONE = np.uint64(0), np.uint64(1)

_compiled = numba.njit(nogil=True, cache=True)


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
        for image in suit_images(deck):
            renamed = image[seen]
            mine, theirs = np.sort(renamed[:, :own], axis=1), np.sort(renamed[:, own:], axis=1)
            table[set_numbers(mine), set_numbers(theirs)] = paths
        return cls(layout, table)

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """For every round the number of the path that is taken."""
        own = cards[self.layout.own]
        numbers = np.empty((2, len(own)), np.int64)
        _numbers(own, PLACES, numbers[0])
        _numbers(np.ascontiguousarray(cards[self.layout.dealer][:, : self.layout.up]), PLACES, numbers[1])
        paths: NDArray[np.int64] = self.table[numbers[0], numbers[1]].astype(np.int64)
        return paths


@_compiled
def _numbers(hands: Array, places: Array, numbers: Array) -> None:
    """The numbers of sets, put in order without a branch: as bits of one word, the lowest bit taken out each time."""
    for row in range(hands.shape[0]):
        bits = _ZERO
        for place in range(hands.shape[1]):
            bits |= _ONE << np.uint64(hands[row, place])
        number = np.int64(0)
        for place in range(hands.shape[1]):
            number += places[trailing_zeros(bits), place]
            bits &= bits - _ONE
        numbers[row] = number
