"""Which two of four cards the dealer keeps, for every hand at once, by the house way of `houseway.games.house_way`.

Where the house way leaves several choices that differ in suits only, each is equally likely. Weights are counted in
sixths (UNITS), because four cards leave 1, 2, 3 or 6 equally good choices.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.space import HAND, Space
from houseway.games.house_way import HouseWay, house_way_choices

UNITS = 6

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class DealerTable:
    """Each hand of four cards with each pair that it may keep, sorted by that pair.

    Row i: pair `kept[i]` is kept, the cards at places `first[i]` and `second[i]` are not, with probability
    `weight[i]` / UNITS. The rows of pair k are those from `start[k]` to `start[k + 1]`.
    """

    kept: Integers
    first: Integers
    second: Integers
    weight: Integers
    start: Integers


def dealer_table(space: Space, rules: HouseWay) -> DealerTable:
    """Ask the house way once for each class of hands, and carry the answer over to all hands of the class."""
    rows = np.array([row for hand in space.hands[0].tolist() for row in _choices(hand, rules)], np.int64)
    places = space.place_of[rows[:, :HAND]]
    spread = [_renamed(space, image[places], rows[:, HAND]) for image in space.images]
    kept, first, second, weight = np.unravel_index(np.unique(np.concatenate(spread)), _shape(space))
    start = np.searchsorted(kept, np.arange(space.n_pairs + 1))
    return DealerTable(*(np.ascontiguousarray(column) for column in (kept, first, second, weight, start)))


def _choices(hand: list[int], rules: HouseWay) -> list[tuple[int, ...]]:
    """The cards kept, the cards not kept and the weight, for each different choice."""
    _, choices = house_way_choices(hand, rules)  # type: ignore[arg-type]
    found: list[tuple[int, ...]] = []
    for pair, times in Counter(tuple(sorted(pair)) for pair in choices).items():
        rest = list((Counter(hand) - Counter(pair)).elements())
        found.append((*pair, *rest, UNITS * times // len(choices)))
    return found


def _renamed(space: Space, places: Integers, weight: Integers) -> Integers:
    """Each row as one number, so that the same row is found once."""
    kept = space.pair_numbers(places[:, 0], places[:, 1])
    others = np.sort(places[:, 2:], axis=1)
    return np.ravel_multi_index((kept, others[:, 0], others[:, 1], weight), _shape(space))


def _shape(space: Space) -> tuple[int, int, int, int]:
    return space.n_pairs, len(space.types), len(space.types), UNITS + 1
