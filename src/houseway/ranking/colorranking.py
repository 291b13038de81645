"""The ranking of colors at full speed. Ranks do not count, nor does it matter whether a card is there twice."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_NATURAL, N_SUITS, RED_SUITS
from houseway.errors import BadCards, HousewayError
from houseway.ranking.batch import bad_hand, card_array
from houseway.ranking.colors import COLORS
from houseway.ranking.facade import Ranking
from houseway.ranking.lookup import Lookup
from houseway.ranking.tables import strength_rows

N_RED = N_NATURAL * len(RED_SUITS) // N_SUITS


class ColorRanking(Ranking):
    """Two values: both colours, and one colour."""

    @cached_property
    def _strengths(self) -> NDArray[np.int8]:
        return strength_rows([(place,) for place in range(len(COLORS))])

    @cached_property
    def value(self) -> Callable[[Sequence[int]], int]:
        """The value of one hand of card ids, which are trusted."""
        return lambda cards: self.system.strength(cards)[0] + 1

    def evaluate(self, hands: object, *, threads: int | None = 1) -> NDArray[np.uint16]:
        """The values of many hands, whose cards are checked to be of the 52; on one core."""
        cards = card_array(hands, self.system.sizes)
        strange = np.flatnonzero((cards >= N_NATURAL).any(axis=1))
        if len(strange):
            raise bad_hand(int(strange[0]), cards[strange[0]], self.system)
        red = np.isin(cards % N_SUITS, RED_SUITS).sum(axis=1)
        return np.asarray(1 + ((red == 0) | (red == cards.shape[1])), np.uint16)

    def census(self, n_cards: int, *, threads: int | None = 1) -> NDArray[np.int64]:
        """How many hands of the deck have each value, index 0 left empty.

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
        """There is none: sums of card keys do not tell colors apart."""
        raise HousewayError(f"{self.name} ranks by color and has no look-up by keys")
