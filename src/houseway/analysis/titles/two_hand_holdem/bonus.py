"""The four-card Bonus (2HH-R1) by classes of holes: all that a pay table can tell apart."""

from fractions import Fraction
from functools import cache

import numpy as np

from houseway.analysis.titles.two_hand_holdem.kinds import Array
from houseway.cards.card import N_RANKS
from houseway.games.engine.paytable import PayTable
from houseway.ranking import Category, ranking

FOUR_CARDS = "four-card"
N_BONUS_CLASSES = 7 + N_RANKS
"""Seven categories besides the pair, and a pair of each rank, because a row may start at a pair of some rank."""


@cache
def class_of_value() -> Array:
    """The class of every four-card value; index 0 belongs to no hand."""
    system = ranking(FOUR_CARDS)
    keys = [_key(value) for value in range(1, system.n_values + 1)]
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    assert len(places) == N_BONUS_CLASSES
    return np.array([0, *(places[key] for key in keys)], np.uint8)


def _key(value: int) -> tuple[int, ...]:
    system = ranking(FOUR_CARDS)
    strength = system.strength_of(value)
    return strength[:2] if system.category_of(value) is Category.PAIR else strength[:1]


def bonus_classes(holes: Array) -> Array:
    """The class of each hole."""
    return class_of_value()[ranking(FOUR_CARDS).evaluate(holes)]


def bonus_rows(table: PayTable) -> tuple[tuple[str, Fraction], ...]:
    """For each class the row that pays it and what a unit bet nets; a class in no row loses."""
    system = ranking(FOUR_CARDS)
    rows = []
    for bonus_class in range(N_BONUS_CLASSES):
        value = int(np.flatnonzero(class_of_value()[1:] == bonus_class)[0]) + 1
        row = table.row_of(system.category_of(value), system.strength_of(value)[1:])
        rows.append(("no bonus", Fraction(-1)) if row is None else (row.label, row.pays))
    return tuple(rows)
