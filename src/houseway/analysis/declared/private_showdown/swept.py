"""Showdowns of two hands of the same size, too large for tables by value: all own hands in one sweep."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from houseway.analysis.counting.disjoint_pairs import count_below
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.counting import Comparison, ShowdownRows, information_sets
from houseway.cards.deck import Deck


@dataclass(frozen=True)
class SweptShowdowns(ShowdownRows):
    """How many of the dealer's hands are lower than each own hand, equal to it, and not qualified."""

    told: Comparison

    @property
    def modules(self) -> Sequence[str]:
        """The counting code and the rankings."""
        return (*super().modules, "houseway.analysis.counting.disjoint_pairs", "houseway.ranking.kernels")

    def shards(self) -> Sequence[int]:
        """One: the values are passed in order."""
        return range(1)

    def run(self, shard: int) -> Counts:
        """All rows. No count exceeds the number of the dealer's hands, which is below 2^31 for up to seven cards."""
        deck = Deck(self.copies)
        hands, weights = information_sets(deck, self.own, self.up)
        found = count_below(deck, hands, weights, self.told.values(hands), self.told.least)
        return {name: getattr(found, name).astype(np.int32) for name in ("lower", "equal", "under")}
