"""The possible settings of every class of hands, the house way's setting, and the values that tables and rules use."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.set_a_hand.classes import FRONTS, HAND, ClassLookup, classes_of, ranks_of, tabulated
from houseway.cards.deck import Deck
from houseway.games.engine.declared.vocabulary import Between, Hand, HouseSet
from houseway.games.engine.setting import SettingWay
from houseway.ranking import ranking
from houseway.ranking.category import PAI_GOW_BONUS_ORDER, Category

BEHINDS = tuple(tuple(place for place in range(HAND) if place not in front) for front in FRONTS)
Numbers = NDArray[np.int64]


class Rows(NamedTuple):
    """Pairs of a high and a low value to count for every class; those of class c begin at `start[c]`.

    The first is the house way's setting. Then come the settings that no other beats in both hands, the highest high
    hand first. Then, between each two of them, comes the lower value of both halves, and last the higher of both over
    all.
    """

    start: Numbers
    of_class: Numbers
    high: NDArray[np.int32]
    low: NDArray[np.int32]
    n_best: Numbers


@dataclass(frozen=True)
class Settings:
    """Settings by class (first axis) and number (second): the values of both hands, and whether it is fouled."""

    way: SettingWay
    hands: NDArray[np.uint8]
    lookup: ClassLookup
    high: NDArray[np.uint16]
    low: NDArray[np.uint16]
    fouled: NDArray[np.bool_]
    house: NDArray[np.uint8]

    @classmethod
    def of(cls, deck: Deck, way: SettingWay) -> "Settings":
        """Return the settings of a deck and a house way."""
        hands, lookup = classes_of(deck)
        order = np.argsort(-ranks_of(hands), axis=1, kind="stable")
        ordered = np.ascontiguousarray(np.take_along_axis(hands, order, axis=1))
        high = np.stack([_values(way.high, ordered[:, list(behind)]) for behind in BEHINDS], axis=1)
        low = np.stack([_values(way.low, ordered[:, list(front)]) for front in FRONTS], axis=1)
        fouled = low >= np.array(way.fouled_from, np.uint16)[high]
        return cls(way, ordered, lookup, high, low, fouled, tabulated(way, ordered, high, low))

    @cached_property
    def house_high(self) -> Numbers:
        """Return the value of the high hand that the house way sets."""
        return self._at_house(self.high)

    @cached_property
    def house_low(self) -> Numbers:
        """Return the value of the low hand that the house way sets."""
        return self._at_house(self.low)

    def _at_house(self, values: NDArray[np.uint16]) -> Numbers:
        return np.take_along_axis(values, self.house[:, None], axis=1)[:, 0].astype(np.int64)

    def is_made(self, term: Between) -> NDArray[np.bool_]:
        """Return, by class, whether the hand in question is that of the dealer."""
        (hand,) = term.hands
        if isinstance(hand, Hand):
            values = self.high.max(axis=1).astype(np.int64)
        else:
            values = self.house_low if isinstance(hand, HouseSet) else self.house_high
        return np.asarray((values >= term.values.start) & (values < term.values.stop), np.bool_)

    @cached_property
    def bonus_values(self) -> Numbers:
        """Return the values of the seven cards in the ranking of a bonus: the best five, or a hand of all seven."""
        ranked = ranking(self.way.high)
        place = {category: place for place, category in enumerate(PAI_GOW_BONUS_ORDER)}
        by_value = np.array([0, *(place[ranked.category_of(value)] for value in range(1, ranked.n_values + 1))])
        best = by_value[self.high].max(axis=1) + 1
        judge = ranking("pai-gow-bonus").value
        for row in np.flatnonzero(best > place[Category.STRAIGHT_FLUSH]).tolist():
            best[row] = judge(self.hands[row].tolist())
        return np.asarray(best, np.int64)

    @cached_property
    def rows(self) -> Rows:
        """Return the rows to count for every class."""
        n_best = np.zeros(len(self.hands), np.int64)
        high, low = (np.zeros((len(self.hands), 2 * len(FRONTS) + 1), np.int32) for _ in range(2))
        _best_settings(self.high, self.low, self.fouled, self.house, high, low, n_best)
        n_rows = 2 * n_best + 1
        start = np.concatenate([[0], np.cumsum(n_rows)])
        asked = np.arange(high.shape[1])[None, :] < n_rows[:, None]
        return Rows(start, np.repeat(np.arange(len(self.hands)), n_rows), high[asked], low[asked], n_best)


@lru_cache(maxsize=4)
def settings_of(deck: Deck, way: SettingWay) -> Settings:
    """Return the settings of a deck and a house way, computed once."""
    return Settings.of(deck, way)


@numba.njit(nogil=True, cache=True)
def _best_settings(
    high: NDArray[np.uint16],
    low: NDArray[np.uint16],
    fouled: NDArray[np.bool_],
    house: NDArray[np.uint8],
    row_high: NDArray[np.int32],
    row_low: NDArray[np.int32],
    n_best: Numbers,
) -> None:
    for which in range(len(high)):
        row_high[which, 0], row_low[which, 0] = high[which, house[which]], low[which, house[which]]
        found, least_low = 0, -1
        last_high = 1 << 30
        while True:
            best = -1
            for place in range(high.shape[1]):
                if fouled[which, place] or low[which, place] <= least_low or high[which, place] >= last_high:
                    continue
                if (
                    best < 0
                    or high[which, place] > high[which, best]
                    or (high[which, place] == high[which, best] and low[which, place] > low[which, best])
                ):
                    best = place
            if best < 0:
                break
            found += 1
            row_high[which, found], row_low[which, found] = high[which, best], low[which, best]
            last_high, least_low = int(high[which, best]), int(low[which, best])
        n_best[which] = found
        for number in range(1, found):
            row_high[which, found + number] = row_high[which, number + 1]
            row_low[which, found + number] = row_low[which, number]
        row_high[which, 2 * found], row_low[which, 2 * found] = row_high[which, 1], row_low[which, found]


def _values(system: str, cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    return ranking(system).evaluate(np.ascontiguousarray(cards))
