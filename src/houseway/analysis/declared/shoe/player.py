"""Optimal play of a shoe by table, for many rounds at once, and the endings of those rounds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.family import Player
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.shoe.rounds import NONE, Kinds, Mask, Numbers, Rounds, Walk
from houseway.games.engine.declared.vocabulary import Decision, Hand

MOST_NUMBERS = 1 << 24
"""Rounds, by the kinds of their cards in order, whose endings are cached: 64 megabytes."""


@dataclass(frozen=True)
class Dealt(Walk):
    """Rounds with cards already dealt, and a seat that decides by table: `best` is a path by the kinds in sight."""

    cards: Mapping[Hand, Numbers]
    best: Mapping[tuple[int, ...], int]

    def deal(self, rounds: Rounds, hand: Hand, places: range, dealt: Mask) -> Rounds:
        """Take the cards already dealt, in the rounds that deal them."""
        kinds = rounds.cards[hand].copy()
        at = slice(places.start, places.stop)
        kinds[dealt, at] = self.cards[hand][dealt, at]
        return rounds.with_cards(hand, kinds)

    def ask(self, rounds: Rounds, decision: Decision, asked: Mask) -> Rounds:
        """Take the options of the table."""
        seen = np.hstack([kinds for kinds in rounds.cards.values() if (kinds[asked] != NONE).all()])
        path = rounds.path.copy()
        path[asked] = [self.best[tuple(row)] for row in seen[asked].tolist()]
        return Rounds(rounds.cards, path, rounds.weight, rounds.left, rounds.asked)


@dataclass(frozen=True)
class ShoePlayer(Player):
    """A player who also returns how each round ends, because third cards and wars follow from the round.

    The ending of a round follows from the kinds of its cards in order, which are the digits of a number. New numbers go
    through the procedure, all together, and their endings are cached. A round of baccarat has a million numbers, so
    most are soon known.
    """

    payoffs: Payoffs
    kinds: Kinds
    best: Mapping[tuple[int, ...], int]
    plays_to_the_end = True

    @cached_property
    def _walk(self) -> Dealt:
        return Dealt(self.payoffs.game, self.kinds, {}, self.best)

    @cached_property
    def _known(self) -> NDArray[np.int32] | None:
        """Return the path and cell by number, where it is known; None where there are too many numbers."""
        n_numbers = len(self.kinds) ** self._walk.n_cards
        return np.full(n_numbers, NONE, np.int32) if n_numbers <= MOST_NUMBERS else None

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the number of the path that each round takes."""
        return self.endings(cards) // self.payoffs.n_cells

    def endings(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return the path and cell of each round as one number: path times the number of cells, plus the cell."""
        looked_at = np.hstack([cards[hand] for hand in self._walk.hands])
        if self._known is None:
            return self._played(self.kinds.of_card[looked_at])
        numbers = np.empty(len(looked_at), np.int64)
        _number(looked_at, self.kinds.of_card, len(self.kinds), numbers)
        endings = self._known[numbers]
        if endings.min(initial=0) == NONE:
            self._learn(np.unique(numbers[endings == NONE]))
            endings = self._known[numbers]
        return endings.astype(np.int64)

    def _learn(self, numbers: Numbers) -> None:
        """Find the endings of rounds with some numbers. Another thread may do this too, and finds the same endings."""
        assert self._known is not None, "rounds are numbered"
        places = len(self.kinds) ** np.arange(self._walk.n_cards)[::-1]
        self._known[numbers] = self._played(numbers[:, None] // places % len(self.kinds))

    def _played(self, kinds: Numbers) -> Numbers:
        """Return the path and cell of rounds whose cards are of these kinds."""
        by_hand, first = dict[Hand, Numbers](), 0
        for hand in self._walk.hands:
            by_hand[hand] = kinds[:, first : first + hand.most_cards]
            first += hand.most_cards
        walk = replace(self._walk, cards=by_hand)
        rounds = walk.ended(walk.start(len(kinds)))
        return rounds.path * self.payoffs.n_cells + walk.cells(rounds, self.payoffs)


@numba.njit(nogil=True, cache=True)
def _number(cards: NDArray[np.uint8], of_card: Numbers, n_kinds: int, numbers: Numbers) -> None:
    """Set the numbers of rounds, whose digits are the kinds of their cards."""
    for row in range(cards.shape[0]):
        number = np.int64(0)
        for column in range(cards.shape[1]):
            number = number * n_kinds + of_card[np.uint64(cards[row, column])]
        numbers[row] = number
