"""Rankings by suit at full speed: a table of all sets of ranks of one suit, and the best of four look-ups.

Whatever such a ranking says of a hand is the largest value of its suits. So all hands of n cards up to a value v are a
product over the suits: with f(v, k) sets of k ranks that are worth at most v, they number the coefficient of x^n in
(sum over k of f(v, k) x^k)^4.
"""

from collections.abc import Callable, Sequence
from functools import cached_property

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_NATURAL, N_RANKS, N_SUITS
from houseway.errors import BadCards, HousewayError
from houseway.ranking.batch import bad_hand, card_array
from houseway.ranking.bits import population_count
from houseway.ranking.facade import Ranking
from houseway.ranking.keys import CARD_MASKS, MASK_BITS, SUIT_MASK
from houseway.ranking.lookup import N_BYTE, Lookup
from houseway.ranking.specification import SuitSystem
from houseway.ranking.tables import strength_rows

_MASK_BITS, _SUIT_MASK = np.uint64(MASK_BITS), np.uint64(SUIT_MASK)

MASKS_BY_BYTE = np.zeros(N_BYTE, np.uint64)
MASKS_BY_BYTE[:N_NATURAL] = CARD_MASKS[:N_NATURAL]


class SuitRanking(Ranking):
    """A ranking by suit. Kernels read `mask_values`: the value of every set of ranks of one suit."""

    system: SuitSystem

    def __init__(self, system: SuitSystem) -> None:
        super().__init__(system)

    @cached_property
    def _judged(self) -> dict[int, tuple[int, ...]]:
        """The strength of every set of ranks that a hand can have in one suit, by its mask."""
        order, found = self.system.order, {}
        for mask in range(1, SUIT_MASK + 1):
            if mask.bit_count() <= self.system.most_cards:
                category, tiebreak = self.system.judge_suit([rank for rank in range(N_RANKS) if mask >> rank & 1])
                found[mask] = (order.index(category), *tiebreak)
        return found

    @cached_property
    def mask_values(self) -> NDArray[np.uint16]:
        """Values by the mask of the ranks of one suit; nothing for no card, and for more cards than a hand has."""
        in_order = sorted(set(self._judged.values()))
        value_of = {strength: value for value, strength in enumerate(in_order, start=1)}
        values = np.zeros(SUIT_MASK + 1, np.uint16)
        for mask, strength in self._judged.items():
            values[mask] = value_of[strength]
        return values

    @cached_property
    def _strengths(self) -> NDArray[np.int8]:
        return strength_rows(sorted(set(self._judged.values())))

    @cached_property
    def value(self) -> Callable[[Sequence[int]], int]:
        """The value of one hand of card ids, which are trusted."""
        values = self.mask_values.tolist()

        def value(cards: Sequence[int]) -> int:
            suits = [0] * N_SUITS
            for card in cards:
                suits[card % N_SUITS] |= 1 << card // N_SUITS
            best: int = max([values[mask] for mask in suits])
            return best

        return value

    def evaluate(self, hands: object, *, threads: int | None = 1) -> NDArray[np.uint16]:
        """The values of many hands, checked; on one core."""
        cards = card_array(hands, self.system.sizes)
        out = np.empty(len(cards), np.uint16)
        bad = _evaluate(self.mask_values, MASKS_BY_BYTE, cards, out)
        if bad >= 0:
            raise bad_hand(bad, cards[bad], self.system)
        return out

    def census(self, n_cards: int, *, threads: int | None = 1) -> NDArray[np.int64]:
        """How many hands of the deck have each value, index 0 left empty.

        >>> from houseway.ranking import ranking
        >>> int(ranking("longest-flush").census(5)[-1])
        0
        """
        if n_cards not in self.system.sizes:
            sizes = self.system.sizes
            raise BadCards(f"{self.name} takes {sizes[0]} to {sizes[-1]} cards; got {n_cards}")
        of_size = np.zeros((self.n_values + 1, n_cards + 1), np.int64)
        for mask in [0, *self._judged]:
            if mask.bit_count() <= n_cards:
                of_size[self.mask_values[mask], mask.bit_count()] += 1
        up_to = np.array([_coefficient(row, n_cards) for row in of_size.cumsum(axis=0).tolist()], np.int64)
        up_to[1:] -= up_to[:-1].copy()
        return up_to

    @property
    def lookup(self) -> Lookup:
        """There is none: sums of card keys do not tell two suits apart."""
        raise HousewayError(f"{self.name} ranks by suit and has no look-up by keys")


def _coefficient(of_size: Sequence[int], n_cards: int) -> int:
    """The coefficient of x^n in the fourth power."""
    total = [1] + [0] * n_cards
    for _ in range(N_SUITS):
        total = [sum(total[k] * of_size[size - k] for k in range(size + 1)) for size in range(n_cards + 1)]
    return total[n_cards]


@numba.njit(nogil=True, cache=True)
def _evaluate(
    mask_values: NDArray[np.uint16], masks: NDArray[np.uint64], hands: NDArray[np.uint8], out: NDArray[np.uint16]
) -> int:
    """The values of rows; the number of the first row with a card twice or none of the deck, or -1."""
    for row in range(hands.shape[0]):
        mask = np.uint64(0)
        for column in range(hands.shape[1]):
            mask += masks[hands[row, column]]
        if population_count(mask) != np.uint64(hands.shape[1]):
            return row
        best = np.uint16(0)
        for _ in range(N_SUITS):
            best = max(best, mask_values[mask & _SUIT_MASK])
            mask >>= _MASK_BITS
        out[row] = best
    return -1
