"""Rows of a strategy with common cards: the kind of hand that own and common cards make, and whether the common cards
alone make as much.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.card_kinds import made_of_cards
from houseway.analysis.declared.levels import kinds
from houseway.ranking import ranking
from houseway.ranking.category import Category

MADE_CATEGORIES = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
)
"""What cards that are too few for a hand can have made, in the order of `made_of_cards`."""

Numbers = NDArray[np.int64]


def n_rows(system: str) -> int:
    """How many rows there may be."""
    return 2 * len(kinds(system)[1])


def board_places(system: str, boards: NDArray[Any]) -> Numbers:
    """For rows of common cards the place of the category that they make alone."""
    ranked = ranking(system)
    if boards.shape[1] in ranked.system.sizes:
        return ranked.category_places[ranked.evaluate(boards)].astype(np.int64)
    places = {category: place for place, category in enumerate(ranked.categories)}
    return np.array([places.get(each, -1) for each in MADE_CATEGORIES])[made_of_cards(boards)]


def row_numbers(system: str, boards: NDArray[Any]) -> Numbers:
    """For rows of common cards: the row of an own hand of each kind."""
    kind_places = ranking(system).category_places[list(kinds(system)[1])].astype(np.int64)
    on_board = kind_places == board_places(system, boards)[:, None]
    numbers: Numbers = np.arange(len(kind_places)) + len(kind_places) * on_board
    return numbers


def row_name(system: str, number: int) -> str:
    """A row in words."""
    samples = kinds(system)[1]
    on_board, kind = divmod(number, len(samples))
    ranked = ranking(system)
    category = ranked.category_of(samples[kind])
    pair = category is Category.PAIR
    name = ranked.describe(samples[kind]).name.partition(",")[0] if pair else str(category)
    return f"as on the board, {name}" if on_board and category is not Category.HIGH_CARD else name
