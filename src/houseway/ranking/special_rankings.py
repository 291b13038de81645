"""Rankings at full speed that sums of card keys cannot serve: by color, by suit, and of very few hands.

A ranking by suit gives a hand the largest value of its suits. So all hands of n cards up to a value v are a product
over the suits: with f(v, k) sets of k ranks that are worth at most v, they number the coefficient of x^n in (sum over k
of f(v, k) x^k)^4.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations, permutations
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS, N_NATURAL, N_RANKS, N_SUITS, RED_SUITS
from houseway.errors import BadCards, HousewayError
from houseway.ranking.batch import bad_hand, card_array
from houseway.ranking.facade import Ranking
from houseway.ranking.kernels import population_count
from houseway.ranking.keys import CARD_MASKS, MASK_BITS, SUIT_MASK
from houseway.ranking.lookup import N_BYTE, Lookup, strength_rows
from houseway.ranking.natural import Strength
from houseway.ranking.suits import COLORS
from houseway.ranking.system import SuitSystem

N_RED = N_NATURAL * len(RED_SUITS) // N_SUITS


class ColorRanking(Ranking):
    """A ranking of two values: both colors, and one color. Ranks and repeated cards do not count."""

    @cached_property
    def _strengths(self) -> NDArray[np.int8]:
        return strength_rows([(place,) for place in range(len(COLORS))])

    @cached_property
    def value(self) -> Callable[[Sequence[int]], int]:
        """Return the value of one hand of trusted card ids."""
        return lambda cards: self.system.strength(cards)[0] + 1

    def evaluate(self, hands: object, *, threads: int | None = 1) -> NDArray[np.uint16]:
        """Return the values of many hands, checked to be of the 52 cards, on one core."""
        cards = card_array(hands, self.system.sizes)
        strange = np.flatnonzero((cards >= N_NATURAL).any(axis=1))
        if len(strange):
            raise bad_hand(int(strange[0]), cards[strange[0]], self.system)
        red = np.isin(cards % N_SUITS, RED_SUITS).sum(axis=1)
        return np.asarray(1 + ((red == 0) | (red == cards.shape[1])), np.uint16)

    def census(self, n_cards: int, *, threads: int | None = 1) -> NDArray[np.int64]:
        """Count the hands of the deck with each value, index 0 left empty.

        >>> from houseway.ranking import ranking
        >>> ranking("one-colour").census(3).tolist()
        [0, 16900, 5200]
        """
        if n_cards not in self.system.sizes:
            sizes = self.system.sizes
            raise BadCards(f"{self.name} takes {sizes[0]} to {sizes[-1]} cards; got {n_cards}")
        alike = comb(N_RED, n_cards) + comb(N_NATURAL - N_RED, n_cards)
        return np.array([0, comb(N_NATURAL, n_cards) - alike, alike], np.int64)

    @property
    def lookup(self) -> Lookup:
        """Raise an error, because sums of card keys do not distinguish colors."""
        raise HousewayError(f"{self.name} ranks by color and has no look-up by keys")


class FewHandsRanking(Ranking):
    """A ranking of very few hands. All are judged at the first use, into a table by cards in any order."""

    @cached_property
    def _judged(self) -> dict[tuple[int, ...], Strength]:
        """Return every hand of the deck with its strength."""
        return {hand: self.system.strength(hand) for hand in combinations(self.system.deck.distinct, self._size)}

    @property
    def _size(self) -> int:
        return self.system.hand_size

    @cached_property
    def _in_order(self) -> list[Strength]:
        return sorted(set(self._judged.values()))

    @cached_property
    def _strengths(self) -> NDArray[np.int8]:
        return strength_rows(self._in_order)

    @cached_property
    def _values(self) -> NDArray[np.uint16]:
        """Return values by the cards of a hand in any order, 0 where there is no such hand."""
        value_of = {strength: value for value, strength in enumerate(self._in_order, start=1)}
        values = np.zeros((N_CARDS,) * self._size, np.uint16)
        hands = np.array(list(self._judged))
        own = np.array([value_of[strength] for strength in self._judged.values()], np.uint16)
        for order in permutations(range(self._size)):
            values[tuple(hands[:, order].T)] = own
        return values

    @cached_property
    def value(self) -> Callable[[Sequence[int]], int]:
        """Return the value of one hand of trusted card ids."""
        values = self._values

        def value(cards: Sequence[int]) -> int:
            if len(cards) != self._size:
                raise BadCards(f"{self.name} takes {self._size} cards; got {len(cards)}")
            return int(values[tuple(cards)])

        return value

    def evaluate(self, hands: object, *, threads: int | None = 1) -> NDArray[np.uint16]:
        """Return the values of many hands, checked, on one core."""
        cards = card_array(hands, self.system.sizes)
        known = np.where(np.any(cards >= N_CARDS, axis=1, keepdims=True), 0, cards)
        values: NDArray[np.uint16] = self._values[tuple(known.T)]
        if not values.all():
            row = int(np.flatnonzero(values == 0)[0])
            raise bad_hand(row, cards[row], self.system)
        return values

    def census(self, n_cards: int, *, threads: int | None = 1) -> NDArray[np.int64]:
        """Count the hands of the deck with each value, index 0 left empty."""
        if n_cards != self._size:
            raise BadCards(f"{self.name} takes {self._size} cards; got {n_cards}")
        return np.bincount(self.evaluate(list(self._judged)), minlength=self.n_values + 1)

    @property
    def lookup(self) -> Lookup:
        """Raise an error, because the values do not follow from a sum of card keys."""
        raise HousewayError(f"{self.name} has a value for every hand and no look-up by keys")


_MASK_BITS, _SUIT_MASK = np.uint64(MASK_BITS), np.uint64(SUIT_MASK)

MASKS_BY_BYTE = np.zeros(N_BYTE, np.uint64)
MASKS_BY_BYTE[:N_NATURAL] = CARD_MASKS[:N_NATURAL]


class SuitRanking(Ranking):
    """A ranking by suit, the best of four look-ups.

    Kernels read `mask_values`, the value of every set of ranks of one suit.
    """

    system: SuitSystem

    def __init__(self, system: SuitSystem) -> None:
        super().__init__(system)

    @cached_property
    def _judged(self) -> dict[int, tuple[int, ...]]:
        """Return the strength of every set of ranks that a hand can have in one suit, by its mask."""
        order, found = self.system.order, {}
        for mask in range(1, SUIT_MASK + 1):
            if mask.bit_count() <= self.system.most_cards:
                category, tiebreak = self.system.judge_suit([rank for rank in range(N_RANKS) if mask >> rank & 1])
                found[mask] = (order.index(category), *tiebreak)
        return found

    @cached_property
    def mask_values(self) -> NDArray[np.uint16]:
        """Return values by the mask of the ranks of one suit. No card, or more cards than a hand has, gives 0."""
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
        """Return the value of one hand of trusted card ids."""
        values = self.mask_values.tolist()

        def value(cards: Sequence[int]) -> int:
            suits = [0] * N_SUITS
            for card in cards:
                suits[card % N_SUITS] |= 1 << card // N_SUITS
            best: int = max([values[mask] for mask in suits])
            return best

        return value

    def evaluate(self, hands: object, *, threads: int | None = 1) -> NDArray[np.uint16]:
        """Return the values of many hands, checked, on one core."""
        cards = card_array(hands, self.system.sizes)
        out = np.empty(len(cards), np.uint16)
        bad = _evaluate(self.mask_values, MASKS_BY_BYTE, cards, out)
        if bad >= 0:
            raise bad_hand(bad, cards[bad], self.system)
        return out

    def census(self, n_cards: int, *, threads: int | None = 1) -> NDArray[np.int64]:
        """Count the hands of the deck with each value, index 0 left empty.

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
        """Raise an error, because sums of card keys do not distinguish two suits."""
        raise HousewayError(f"{self.name} ranks by suit and has no look-up by keys")


def _coefficient(of_size: Sequence[int], n_cards: int) -> int:
    """Return the coefficient of x^n in the fourth power."""
    total = [1] + [0] * n_cards
    for _ in range(N_SUITS):
        total = [sum(total[k] * of_size[size - k] for k in range(size + 1)) for size in range(n_cards + 1)]
    return total[n_cards]


@numba.njit(nogil=True, cache=True)
def _evaluate(
    mask_values: NDArray[np.uint16], masks: NDArray[np.uint64], hands: NDArray[np.uint8], out: NDArray[np.uint16]
) -> int:
    """Fill in the values of rows. Return the first row with a repeated card or a card outside the deck, or -1."""
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
