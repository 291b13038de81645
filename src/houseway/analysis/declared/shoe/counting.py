"""All deals of a shoe, counted: the recursion over what is left in it, for all its branches at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod

import numpy as np

from houseway.analysis.declared.shoe.rounds import NONE, Mask, Numbers, Rounds, Walk
from houseway.games.engine.declared.vocabulary import Decision, Hand


@cache
def multisets(n_kinds: int, size: int) -> Numbers:
    """Every multiset of so many kinds, a row each."""
    return np.array(list(combinations_with_replacement(range(n_kinds), size)), np.int64).reshape(-1, size)


@dataclass(frozen=True)
class Count(Walk):
    """Deals every hand in every way and decides in every way. `given` are hands whose cards are known, by kind."""

    given: Mapping[Hand, Sequence[int]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many deals all rounds stand for."""
        known = sum(map(len, self.given.values()))
        return perm(self.kinds.size, self.n_cards - known)

    def deal(self, rounds: Rounds, hand: Hand, places: range, dealt: Mask) -> Rounds:
        """One row for every multiset of kinds, times the orders in which its copies can come."""
        others, dealing = rounds.rows(~dealt), rounds.rows(dealt)
        if hand in self.given and not places.start:
            known = dealing.cards[hand].copy()
            known[:, places.start : places.stop] = self.given[hand]
            return Rounds.together([others, dealing.with_cards(hand, known)])
        parts = [others]
        for drawn in multisets(len(self.kinds), len(places)):
            times = np.bincount(drawn, minlength=len(self.kinds))
            orders = factorial(len(drawn)) // prod(factorial(int(each)) for each in times)
            ways = np.full(len(dealing), orders, np.int64)
            for kind in np.flatnonzero(times):
                for gone in range(times[kind]):
                    ways *= np.maximum(dealing.left[:, kind] - gone, 0)
            part = dealing.rows(ways > 0)
            kinds = part.cards[hand].copy()
            kinds[:, places.start : places.stop] = drawn
            parts.append(
                Rounds(
                    {**part.cards, hand: kinds},
                    part.path,
                    part.weight * ways[ways > 0],
                    part.left - times,
                    part.asked,
                )
            )
        return Rounds.together(parts)

    def ask(self, rounds: Rounds, decision: Decision, asked: Mask) -> Rounds:
        """One row for every option; `asked` numbers what the seat saw, which is all that lies there."""
        others, deciding = rounds.rows(~asked), rounds.rows(asked)
        seen = np.arange(len(deciding))
        parts = [others]
        for option in decision.offered(self.game):
            path = self.game.paths.index(((decision, option),))
            parts.append(Rounds(deciding.cards, np.full(len(deciding), path), deciding.weight, deciding.left, seen))
        return Rounds.together(parts)

    def counted(self) -> Rounds:
        """All rounds at their end, each with its share of all deals."""
        rounds = self.ended(self.start(1))
        known = sum(map(len, self.given.values()))
        dealt = sum((kinds != NONE).sum(axis=1) for kinds in rounds.cards.values()) - known
        rest = [
            perm(self.kinds.size - cards, self.n_cards - known - cards) for cards in range(self.n_cards + 1 - known)
        ]
        weight = rounds.weight * np.array(rest, np.int64)[dealt]
        return Rounds(rounds.cards, rounds.path, weight, rounds.left, rounds.asked)
