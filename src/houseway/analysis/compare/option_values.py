"""The exact value of every option with every hand of a game, side by side: what two versions are compared by.

A game that has so many situations that they are only summed up, never kept, has no such table here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.cards.card import Card

Cards = tuple[Card, ...]
Describe = Callable[[Cards, int], str]


@dataclass(frozen=True)
class OptionValues:
    """One row for each class of hands, one column for each option.

    `values` are whole numbers of 1 / `unit` Antes above some common zero, so that only differences mean something, and
    nothing does where an option is not `allowed`. `hands` holds a hand of each class, `weights` how many the class has.
    The first `n_own` cards of a row are the player's; those after them are the dealer's that lie face up.
    """

    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    values: Array
    allowed: NDArray[np.bool_]
    unit: int
    kind_of: Callable[[int], str]
    describe: Describe
    n_own: int | None = None

    @property
    def best(self) -> NDArray[np.intp]:
        """The best option of each hand, the first of equally good ones."""
        lowest = int(self.values[self.allowed].min())
        best: NDArray[np.intp] = np.where(self.allowed, self.values, lowest - 1).argmax(axis=1)
        return best

    def at(self, options: NDArray[np.intp]) -> Array:
        """The values of one option of each hand."""
        return np.asarray(self.values[np.arange(len(self.values)), options])

    def antes(self, difference: int, hands: int = 1) -> Fraction:
        """A difference of values, or the sum of many hands' differences, in Antes a hand."""
        return Fraction(int(difference), self.unit * hands)
