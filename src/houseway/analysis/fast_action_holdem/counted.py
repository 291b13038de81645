"""Counts made ready for questions: per arrangement, exact and free of symmetry factors."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.fast_action_holdem.counting import LIMB, FastActionCount, dealer_ways
from houseway.analysis.fast_action_holdem.space import BOARD, HAND, Integers, Space, space_of
from houseway.analysis.shards import Counts, Runner
from houseway.games.engine.paytable import PayTable
from houseway.games.fast_action_holdem import FastActionGame
from houseway.ranking import ranking

Exact = NDArray[Any]
"""An array of Python integers of any size."""


def job_of(game: FastActionGame) -> FastActionCount:
    """The count that a game needs: told apart are the categories and, inside one, hands that its tables pay apart."""
    return FastActionCount(game.deck, game.house_way, game.showdown, class_starts(game))


def class_starts(game: FastActionGame) -> tuple[int, ...]:
    """The lowest value of each class of hands that are told apart, from low to high."""
    showdown = ranking(game.showdown)
    starts = {1, *(showdown.first_value(category) for category in showdown.categories)}
    for table in game.pays.tables.values():
        starts.update(_changes(table, game.showdown) if any(row.least_rank is not None for row in table.rows) else ())
    return tuple(sorted(starts))


def _changes(table: PayTable, system: str) -> list[int]:
    pays = [table.pays_value(value, system) for value in range(1, ranking(system).n_values + 1)]
    return [value for value in range(2, len(pays) + 1) if pays[value - 1] != pays[value - 2]]


@dataclass(frozen=True)
class Counted:
    """The counts of a game's deck and house way.

    A cell is a class i of the pair that is played and a column, as `sweep` has it. Every arrangement of a hand has
    `n_boards` boards, and each board `n_dealer` weighted hands of the dealer.
    """

    job: FastActionCount
    counts: Counts

    @property
    def space(self) -> Space:
        """The hands and arrangements that the counts are about."""
        return space_of(self.job.deck)

    @property
    def n_classes(self) -> int:
        """How many classes of hands are told apart."""
        return len(self.job.first_values)

    @property
    def n_boards(self) -> int:
        """The number of physical boards that go with a hand."""
        return comb(self.job.deck.size - HAND, BOARD)

    @property
    def n_dealer(self) -> int:
        """The weighted number of hands of the dealer that go with a hand and a board."""
        return dealer_ways(self.job.deck)

    @cached_property
    def wins(self) -> Exact:
        """For each arrangement, over all boards, how many weighted hands of the dealer its pair beats."""
        wins: Exact = whole(self.counts["wins"].sum(axis=(1, 2))) // self.space.arrangement_sizes.astype(object)
        return wins

    @cached_property
    def boards(self) -> Integers:
        """By class and arrangement, on how many boards the pair makes a hand of the class."""
        boards: Integers = self.counts["boards"].sum(axis=1) // self.space.arrangement_sizes
        return boards

    def boards_together(self, own: int, other: int) -> Integers:
        """By arrangement, on how many boards its pair makes a hand of one class and the cards beside it of another."""
        n = self.n_classes
        columns = [other, n, n + 1] if own == other else [other]
        boards: Integers = self.counts["boards"][own, columns].sum(axis=0) // self.space.arrangement_sizes
        return boards

    def weighted_wins(self, cell: tuple[int, int], arrangements: Integers, weights: Exact) -> int:
        """The sum over some arrangements of weight times wins in a cell."""
        limbs = self.counts["wins"][:, cell[0], cell[1], arrangements]
        return self._weighted(limbs, arrangements, weights)

    def weighted_boards(self, cell: tuple[int, int], arrangements: Integers, weights: Exact) -> int:
        """The sum over some arrangements of weight times boards in a cell."""
        return self._weighted(self.counts["boards"][None, cell[0], cell[1], arrangements], arrangements, weights)

    def _weighted(self, limbs: Integers, arrangements: Integers, weights: Exact) -> int:
        used = limbs.any(axis=0)
        if not used.any():
            return 0
        symmetries = len(self.space.images)
        factors = weights[used] * (symmetries // self.space.arrangement_sizes[arrangements[used]]).astype(object)
        total = int(np.dot(factors, whole(limbs[:, used])))
        return total // symmetries


def whole(limbs: Integers) -> Exact:
    """Python integers from a low and, where there is one, a high part."""
    numbers: Exact = limbs[0].astype(object)
    return numbers if len(limbs) == 1 else numbers + (limbs[1].astype(object) << LIMB)


@lru_cache(maxsize=2)
def _counted(job: FastActionCount, runner: Runner) -> Counted:
    return Counted(job, runner.run(job))


def counted(game: FastActionGame, runner: Runner) -> Counted:
    """The counts of a game: from disk where they are, else made now."""
    return _counted(job_of(game), runner)
