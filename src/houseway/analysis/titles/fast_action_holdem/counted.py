"""Counts made ready for questions: per arrangement, exact and free of symmetry factors."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.fast_action_holdem.jobs import LIMB, FastActionCount, dealer_ways
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, Integers, Space, space_of
from houseway.games.engine.paytable import PayTable
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.ranking import ranking

Exact = NDArray[Any]
"""An array of Python integers of any size."""


PART = 24


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
class Counted(ABC):
    """The counts of a game's deck and house way, all of them or as many as ship with the package.

    A cell is a class i of the pair that is played and a column, as `sweep` has it. Every arrangement of a hand has
    `n_boards` boards, and each board `n_dealer` weighted hands of the dealer.
    """

    job: FastActionCount

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

    @property
    @abstractmethod
    def wins(self) -> Exact:
        """For each arrangement, over all boards, how many weighted hands of the dealer its pair beats."""

    @property
    @abstractmethod
    def boards(self) -> Integers:
        """By class and arrangement, on how many boards the pair makes a hand of the class."""

    @property
    @abstractmethod
    def jointly(self) -> NDArray[np.bool_]:
        """By arrangement, whether both pairs are known together, so that a split of the hand can be answered."""

    @abstractmethod
    def boards_together(self, own: int, other: int) -> Integers:
        """By arrangement, on how many boards its pair makes a hand of one class and the cards beside it of another.

        Zero where the two are not known together.
        """

    @abstractmethod
    def by_class(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """The sums over some arrangements of weight times wins, and times boards, by class."""

    @abstractmethod
    def by_cell(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """The same by cell."""

    def columns_together(self, own: int, other: int) -> list[int]:
        """The columns of the cells in which the two pairs are of these classes."""
        return [other, self.n_classes, self.n_classes + 1] if own == other else [other]


@dataclass(frozen=True)
class WholeCounts(Counted):
    """All cells, as the job counts them: added up over the arrangements of a class."""

    counts: Counts

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

    @property
    def jointly(self) -> NDArray[np.bool_]:
        """All are known."""
        return np.ones(self.space.n_arrangements, np.bool_)

    def boards_together(self, own: int, other: int) -> Integers:
        """By arrangement, on how many boards its pair makes a hand of one class and the cards beside it of another."""
        columns = self.columns_together(own, other)
        boards: Integers = self.counts["boards"][own, columns].sum(axis=0) // self.space.arrangement_sizes
        return boards

    def by_class(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """The sums over some arrangements of weight times wins, and times boards, by class."""
        wins, boards = self.by_cell(arrangements, weights)
        return wins.sum(axis=1), boards.sum(axis=1)

    def by_cell(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """The same by cell; what was added up over a class of arrangements is shared among them."""
        symmetries = len(self.space.images)
        factors = weights * (symmetries // self.space.arrangement_sizes[arrangements])
        wins = weighted(self.counts["wins"][..., arrangements], factors)
        boards = weighted(self.counts["boards"][None, ..., arrangements], factors)
        return wins // symmetries, boards // symmetries


def weighted(limbs: Integers, weights: Integers) -> Exact:
    """Sums over the last axis of numbers, given by limbs, times weights, as Python integers.

    Numbers are cut into parts of 24 bits: with weights that add up to less than 2^38, as those of all hands of eight
    decks do even 24 times, no sum passes 64 bits.
    """
    total: Exact = np.zeros(limbs.shape[1:-1], object)
    for place, limb in enumerate(limbs):
        for shift in range(0, 63, PART):
            part = limb >> shift & (2**PART - 1)
            total = total + ((part @ weights).astype(object) << shift + LIMB * place)
    return total


def whole(limbs: Integers) -> Exact:
    """Python integers from a low and, where there is one, a high part."""
    numbers: Exact = limbs[0].astype(object)
    return numbers if len(limbs) == 1 else numbers + (limbs[1].astype(object) << LIMB)


@lru_cache(maxsize=2)
def _counted(job: FastActionCount, runner: Runner) -> WholeCounts:
    return WholeCounts(job, runner.run(job))


def counted_whole(game: FastActionGame, runner: Runner) -> Counted:
    """All counts of a game: from disk where they are, else made now."""
    return _counted(job_of(game), runner)
