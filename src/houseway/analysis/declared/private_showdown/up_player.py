"""Strategies against up cards for many rounds at once: by the values of own hands, or by counts of every sight."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.situations import (
    Situations,
    by_commitment,
    given_situations,
    naming_system,
)
from houseway.analysis.declared.private_showdown.up_cards import kinds_of_up
from houseway.games.engine.declared.vocabulary import Hand
from houseway.ranking import ranking


@dataclass(frozen=True)
class ValuesPlayer:
    """Goes by the kind of up cards and the value of own ones: `paths` by the one and the other."""

    layout: Layout
    system: str
    kinds: tuple[tuple[int, ...], ...]
    table: NDArray[np.int64]

    @classmethod
    def of(cls, layout: Layout, situations: Situations, paths: NDArray[np.intp]) -> "ValuesPlayer":
        """A player who takes the path of each row; rows of the same kind and value must have the same."""
        system = naming_system(situations.payoffs.game)
        kinds, which = np.unique(situations.up, axis=0, return_inverse=True)
        table = np.zeros((len(kinds), ranking(system).n_values + 1), np.int64)
        table[which.ravel(), situations.values] = paths
        return cls(layout, system, tuple(tuple(kind) for kind in kinds.tolist()), table)

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """For every round the number of the path that is taken."""
        shown = kinds_of_up(cards[self.layout.dealer][:, : self.layout.up])
        kinds = np.zeros(len(shown), np.intp)
        for place, kind in enumerate(self.kinds):
            kinds[(shown == kind).all(axis=1)] = place
        found: NDArray[np.int64] = self.table[kinds, ranking(self.system).evaluate(cards[self.layout.own])]
        return found


@dataclass(frozen=True)
class SamePathPlayer:
    """Does the same whatever the cards."""

    layout: Layout
    path: int

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """The same path for every round."""
        return np.full(len(cards[self.layout.own]), self.path, np.int64)


@dataclass(frozen=True)
class SightPlayer:
    """Counts the dealer's hands against what is seen, in every round anew."""

    layout: Layout
    payoffs: Payoffs
    smaller_on_ties: bool

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """For every round the number of the best path."""
        shown = cards[self.layout.dealer][:, : self.layout.up]
        seen = np.ascontiguousarray(np.hstack([cards[self.layout.own], shown]))
        worth = given_situations(self.payoffs, self.layout, seen).worth()
        preferred = by_commitment(self.payoffs)[:: 1 if self.smaller_on_ties else -1]
        best: NDArray[np.int64] = preferred[worth[preferred].argmax(axis=0)].astype(np.int64)
        return best
