"""The two counting jobs, cut into shards: the value of every held set, then the frequency of each outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.titles.double_draw_poker.draws import (
    FOLD_HAND,
    HELD_SIZES,
    HeldValues,
    Tables,
    best_masks,
    check_range,
    dead_card_sums,
    held_values,
    option_gains,
    tables_of,
    to_representatives,
)
from houseway.analysis.titles.double_draw_poker.endings import N_COUNTS, count_outcomes, paired_ranks
from houseway.analysis.titles.double_draw_poker.space import (
    MOST_DEAD,
    HandSpace,
    Payoffs,
    held_sets,
    n_small_sets,
    space_of,
)
from houseway.cards.deck import Deck
from houseway.games.titles.double_draw_poker import PACKET, DoubleDrawPoker

SHARD_SETS = {2: 8, 3: 200, 4: 6000, 5: 40000}
"""The number of held sets of each size in a shard, so that shards have about the same work."""

PACKAGE = "houseway.analysis.titles.double_draw_poker"
MODULES = tuple(f"{PACKAGE}.{name}" for name in ("space", "draws"))


@dataclass(frozen=True)
class Problem:
    """All inputs of the counting: a deck, a ranking system, and gains."""

    deck: Deck
    system: str
    payoffs: Payoffs

    @classmethod
    def of(cls, game: DoubleDrawPoker) -> "Problem":
        """Return the problem of a game. Refuse a pay table that cannot be counted exactly."""
        problem = cls(game.deck, game.bonus_table.form.system, Payoffs.of(game))
        check_range(problem.payoffs, problem.space)
        return problem

    @property
    def space(self) -> HandSpace:
        """Return the hands of the deck."""
        return space_of(self.deck, self.system)

    @property
    def parameters(self) -> dict[str, object]:
        """Return the problem as plain data."""
        return {
            "deck": list(self.deck.copies),
            "system": self.system,
            "scale": self.payoffs.scale,
            "gains": list(self.payoffs.gains),
        }

    def held(self, size: int) -> NDArray[np.uint8]:
        """Return one held set of each class. Those of five cards are the hands themselves."""
        if size == PACKET:
            return self.space.hand_classes[0]
        return held_sets(self.deck, self.system, size).representatives

    def blocks(self) -> list[tuple[int, int, int]]:
        """Return the shards: a size, and the first and last held set of that size."""
        sizes = [(size, len(self.held(size))) for size in (*HELD_SIZES, PACKET)]
        return [
            (size, start, min(start + step, n))
            for size, n in sizes
            for step in [SHARD_SETS[size]]
            for start in range(0, n, step)
        ]


@lru_cache(maxsize=4)
def kernel_tables(problem: Problem) -> Tables:
    """Return the tables of a problem, cached for the next shard."""
    return tables_of(problem.space, problem.payoffs)


@dataclass(frozen=True)
class HeldSetSums:
    """The sums of every held set. A shard's array has a unique name, so that adding up puts them side by side."""

    problem: Problem

    @property
    def name(self) -> str:
        """Return a short name."""
        return "double-draw-held-sets"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the parameters that determine the sums."""
        return self.problem.parameters

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the sums."""
        return MODULES

    def shards(self) -> Sequence[int]:
        """Return one shard for each block of held sets."""
        return range(len(self.problem.blocks()))

    def run(self, shard: int) -> Counts:
        """Return the sums of one block."""
        size, start, end = self.problem.blocks()[shard]
        n_sets = n_small_sets(self.problem.space.n_cards - size, PACKET - size)
        sums = np.zeros((end - start, n_sets), np.int64)
        dead_card_sums(kernel_tables(self.problem), self.problem.space.images, self.problem.held(size)[start:end], sums)
        return {f"{shard}": sums}


@dataclass(frozen=True)
class Plan:
    """A strategy as data: masks of the cards not held, for each class of hands and, at the second option, by hand.

    Of several such cards, the second option discards the one whose rank was discarded most often before, and of these
    the lowest. An empty table for the second option means the best one, given all the cards seen.
    """

    masks: NDArray[np.uint8]
    second_masks: NDArray[np.uint8]

    @property
    def digest(self) -> str:
        """Return a short digest of the content."""
        return sha256(self.masks.tobytes() + b"/" + self.second_masks.tobytes()).hexdigest()


@dataclass(frozen=True)
class OutcomeCount:
    """The frequency of each outcome under a plan, by the number of cards discarded first."""

    problem: Problem
    plan: Plan

    @property
    def name(self) -> str:
        """Return a short name."""
        return "double-draw-outcomes"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the parameters that determine the counts."""
        return {**self.problem.parameters, "plan": self.plan.digest}

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        return (*MODULES, f"{PACKAGE}.endings")

    def shards(self) -> Sequence[int]:
        """Return one shard for each block of held sets."""
        return range(len(self.problem.blocks()))

    def run(self, shard: int) -> Counts:
        """Return the outcomes of the hands that hold a set of one block."""
        size, start, end = self.problem.blocks()[shard]
        counts = np.zeros((MOST_DEAD + 1, N_COUNTS), np.int64)
        tables, held = kernel_tables(self.problem), self.problem.held(size)
        held_class, dead, weights = discards_by_held_set(self.problem, self.plan, size)
        first, last = np.searchsorted(held_class, [start, end])
        for which in np.unique(held_class[first:last]).tolist():
            rows = slice(*np.searchsorted(held_class, [which, which + 1]))
            count_outcomes(
                tables,
                self.problem.space.images,
                held[which],
                dead[rows],
                weights[rows],
                self.plan.second_masks,
                paired_ranks(self.problem.space),
                counts[PACKET - size],
            )
        return {"counts": counts}


def discards_by_held_set(
    problem: Problem, plan: Plan, size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return, for hands that hold `size` cards, the class of the held set (ascending), the discards and the weight."""
    hands, weights = problem.space.hand_classes
    held = np.bitwise_count(plan.masks) == PACKET - size
    rows = np.flatnonzero(held & (plan.masks != FOLD_HAND))
    if size == PACKET:
        return rows, np.empty((len(rows), 0), np.int64), weights[rows]
    values = held_values(problem.space, size, np.empty((0, 0), np.int64))
    dead = np.empty((len(rows), PACKET - size), np.int64)
    classes = to_representatives(hands[rows], plan.masks[rows], values, problem.space.images, dead)
    order = np.argsort(classes, kind="stable")
    return classes[order], dead[order], weights[rows][order]


@dataclass(frozen=True)
class Solution:
    """The values of all first draws of a problem."""

    problem: Problem
    pats: NDArray[np.int64]
    values: dict[int, HeldValues]

    def option_gains(self, hands: NDArray[np.uint8], pats: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the total gain of every mask for some hands."""
        return option_gains(self.problem.space, hands, pats, self.values)

    def best(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Return the best mask of each class of hands and its total gain."""
        gains = self.option_gains(self.problem.space.hand_classes[0], self.pats)
        return best_masks(gains, self.problem.payoffs, self.problem.space.n_cards)


def solve_first_draw(problem: Problem, runner: Runner) -> Solution:
    """Return the value of every held set, counted or from disk."""
    sums = runner.run(HeldSetSums(problem))
    by_size: dict[int, list[NDArray[np.int64]]] = {}
    for shard, (size, _, _) in enumerate(problem.blocks()):
        by_size.setdefault(size, []).append(sums[f"{shard}"])
    joined = {size: np.concatenate(parts) for size, parts in by_size.items()}
    values = {size: held_values(problem.space, size, joined[size]) for size in HELD_SIZES}
    return Solution(problem, joined[PACKET][:, 0], values)


def optimal_plan(problem: Problem, runner: Runner) -> Plan:
    """Return the optimal first draws, followed by the optimal second option."""
    return Plan(solve_first_draw(problem, runner).best()[0], np.empty(0, np.uint8))
