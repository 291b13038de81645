"""Rankings of so few hands that each of them is judged: a table with a place for every order of the cards."""

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS
from houseway.errors import BadCards, HousewayError
from houseway.ranking.batch import bad_hand, card_array
from houseway.ranking.facade import Ranking
from houseway.ranking.lookup import Lookup
from houseway.ranking.natural import Strength
from houseway.ranking.tables import strength_rows


class FewHandsRanking(Ranking):
    """A ranking of hands of one size, judged one by one when the first is asked for."""

    @cached_property
    def _judged(self) -> dict[tuple[int, ...], Strength]:
        """Every hand of the deck with its strength."""
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
        """Values by the cards of a hand in any order; nothing where there is no such hand."""
        value_of = {strength: value for value, strength in enumerate(self._in_order, start=1)}
        values = np.zeros((N_CARDS,) * self._size, np.uint16)
        hands = np.array(list(self._judged))
        own = np.array([value_of[strength] for strength in self._judged.values()], np.uint16)
        for order in permutations(range(self._size)):
            values[tuple(hands[:, order].T)] = own
        return values

    @cached_property
    def value(self) -> Callable[[Sequence[int]], int]:
        """The value of one hand of card ids, which are trusted."""
        values = self._values

        def value(cards: Sequence[int]) -> int:
            if len(cards) != self._size:
                raise BadCards(f"{self.name} takes {self._size} cards; got {len(cards)}")
            return int(values[tuple(cards)])

        return value

    def evaluate(self, hands: object, *, threads: int | None = 1) -> NDArray[np.uint16]:
        """The values of many hands, checked; on one core."""
        cards = card_array(hands, self.system.sizes)
        known = np.where(np.any(cards >= N_CARDS, axis=1, keepdims=True), 0, cards)
        values: NDArray[np.uint16] = self._values[tuple(known.T)]
        if not values.all():
            row = int(np.flatnonzero(values == 0)[0])
            raise bad_hand(row, cards[row], self.system)
        return values

    def census(self, n_cards: int, *, threads: int | None = 1) -> NDArray[np.int64]:
        """How many hands of the deck have each value, index 0 left empty."""
        if n_cards != self._size:
            raise BadCards(f"{self.name} takes {self._size} cards; got {n_cards}")
        return np.bincount(self.evaluate(list(self._judged)), minlength=self.n_values + 1)

    @property
    def lookup(self) -> Lookup:
        """There is none: the values follow no sum of card keys."""
        raise HousewayError(f"{self.name} has a value for every hand and no look-up by keys")
