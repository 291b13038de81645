"""Somebody who sets many hands at once, for simulations: every hand is looked up by its class."""

from collections.abc import Mapping
from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.set_a_hand.classes import ClassLookup, class_of
from houseway.analysis.declared.set_a_hand.hands import kinds_of
from houseway.analysis.declared.set_a_hand.play import Cells
from houseway.analysis.declared.set_a_hand.settings import Numbers, Settings
from houseway.games.engine.declared.vocabulary import Hand

Cards = NDArray[np.uint8]
N_BYTE = 256


@dataclass(frozen=True)
class SetPlayer:
    """Sets every class as `high` and `low` say, on the path of `path`; `seeing`, the best against the dealer's hand."""

    settings: Settings
    cells: Cells
    high: Numbers
    low: Numbers
    path: Numbers
    unasked: frozenset[int]
    seeing: bool = False

    def paths(self, cards: Mapping[Hand, Cards]) -> Numbers:
        """The number of the path that each round takes."""
        dealers = kinds_of(self.cells.payoffs.game, self.settings)[self._classes(cards[self.cells.layout.dealer])]
        path = self.path[self._classes(cards[self.cells.layout.own])]
        return np.where(np.isin(dealers, list(self.unasked)), 0, path) if self.unasked else path

    def endings(self, cards: Mapping[Hand, Cards]) -> Numbers:
        """Path and cell of each round as one number."""
        payoffs, layout = self.cells.payoffs, self.cells.layout
        own, dealers = self._classes(cards[layout.own]), self._classes(cards[layout.dealer])
        half = self._halves(own, dealers)
        kinds = kinds_of(payoffs.game, self.settings)[dealers]
        found = np.zeros(len(own), np.int64)
        for kind in np.unique(kinds).tolist():
            for place in range(4):
                rows = (kinds == kind) & (half == place)
                found[rows] = self.cells.at(place, kind, self.settings)[own[rows]]
        return self.paths(cards) * payoffs.n_cells + found

    def _halves(self, own: Numbers, dealers: Numbers) -> Numbers:
        """Whether both halves are won, the high one, the low one, or none."""
        high, low = self.settings.house_high[dealers], self.settings.house_low[dealers]
        if not self.seeing:
            return 2 * (self.high[own] <= high) + (self.low[own] <= low)
        legal = ~self.settings.fouled[own]
        above, before = self.settings.high[own] > high[:, None], self.settings.low[own] > low[:, None]
        both, either = (legal & above & before).any(axis=1), (legal & (above | before)).any(axis=1)
        return np.where(both, 0, np.where(either, 1, 3))

    def _classes(self, cards: Cards) -> Numbers:
        lookup = self.settings.lookup
        deck = np.array(self.cells.payoffs.game.deck.distinct, np.int64)
        place_of = np.zeros(N_BYTE, np.int64)
        place_of[deck] = np.arange(len(deck))
        found = np.zeros(len(cards), np.int64)
        _classes_of(lookup, place_of[cards], found)
        return found


@numba.njit(nogil=True, cache=True)
def _classes_of(lookup: ClassLookup, hands: Numbers, found: Numbers) -> None:
    for row in range(len(hands)):
        key, mask = lookup.start, np.uint64(0)
        for card in hands[row]:
            key += lookup.keys[card]
            mask |= lookup.masks[card]
        found[row] = class_of(lookup, key, mask)
