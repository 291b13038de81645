"""Best play of a shoe by table, for many rounds at once, and how those rounds end."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.shoe.kinds import Kinds
from houseway.analysis.declared.shoe.rounds import NONE, Mask, Numbers, Rounds, Walk
from houseway.games.engine.declared.vocabulary import Decision, Hand


@dataclass(frozen=True)
class Dealt(Walk):
    """Rounds whose cards lie ready, and a seat that decides by table: `best` is a path by the kinds in sight."""

    cards: Mapping[Hand, Numbers]
    best: Mapping[tuple[int, ...], int]

    def deal(self, rounds: Rounds, hand: Hand, places: range, dealt: Mask) -> Rounds:
        """The cards that lie ready, in the rounds that deal them."""
        kinds = rounds.cards[hand].copy()
        at = slice(places.start, places.stop)
        kinds[dealt, at] = self.cards[hand][dealt, at]
        return rounds.with_cards(hand, kinds)

    def ask(self, rounds: Rounds, decision: Decision, asked: Mask) -> Rounds:
        """What the table says."""
        seen = np.hstack([kinds for kinds in rounds.cards.values() if (kinds[asked] != NONE).all()])
        path = rounds.path.copy()
        path[asked] = [self.best[tuple(row)] for row in seen[asked].tolist()]
        return Rounds(rounds.cards, path, rounds.weight, rounds.left, rounds.asked)


@dataclass(frozen=True)
class ShoePlayer:
    """Whether a third card is drawn or a war fought follows from the round, so the player also says how each ends."""

    payoffs: Payoffs
    kinds: Kinds
    best: Mapping[tuple[int, ...], int]

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """The number of the path that each round takes."""
        return self._played(cards)[1].path

    def endings(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Path and cell of each round as one number: path times the number of cells, and the cell."""
        walk, rounds = self._played(cards)
        return rounds.path * self.payoffs.n_cells + walk.cells(rounds, self.payoffs)

    def _played(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> tuple[Walk, Rounds]:
        kinds = {hand: self.kinds.of_card[dealt] for hand, dealt in cards.items()}
        walk = Dealt(self.payoffs.game, self.kinds, kinds, self.best)
        return walk, walk.ended(walk.start(len(next(iter(kinds.values())))))
