"""Best play beside open hands of other seats, for many rounds: the dealer's hands counted in every round anew."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.situations import by_commitment, one_situation
from houseway.games.engine.declared.vocabulary import Hand


@dataclass(frozen=True)
class BesideOpenHands:
    """Looks at the own cards and at those of others."""

    layout: Layout
    others: Hand
    payoffs: Payoffs
    smaller_on_ties: bool

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """For every round the number of the best path."""
        preferred = by_commitment(self.payoffs)[:: 1 if self.smaller_on_ties else -1]
        deck, found = self.payoffs.game.deck, np.zeros(len(cards[self.others]), np.int64)
        for round_, (own, seen) in enumerate(zip(cards[self.layout.own], cards[self.others], strict=True)):
            left = deck.without((*own.tolist(), *seen.tolist()))
            worth = one_situation(self.payoffs, self.layout, own.tolist(), (), left).worth()[:, 0]
            found[round_] = preferred[worth[preferred].argmax()]
        return found
