"""A two-player game over buckets of hands, learned by sampling: its terms, regrets and average play.

Visit t draws its cards from a generator that is seeded by the game's seed and t alone. It counts t times as much as the
first. So a stopped run continues exactly as it would have continued.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from houseway.analysis.solve.betting import MOST_ACTIONS, BettingTree
from houseway.analysis.solve.sampling import (
    ENDINGS,
    FIRST,
    HOLDS,
    LAST,
    MIDDLE,
    MOST_HELD,
    STAGES,
    Array,
    Deals,
    Learned,
    Room,
    Terms,
    Walk,
    learn,
)
from houseway.errors import BadSetting

Dealer = Callable[[int, Array], Deals]
"""A function from a visit's number and the generator's state to the visit's cards."""


@dataclass(frozen=True)
class SampledRules:
    """The betting rounds, how many cards may be held, and the number of buckets before and after."""

    blinds: BettingTree
    rounds: tuple[BettingTree, ...]
    n_sizes: int
    most_holds: int
    buckets: tuple[int, int, int, int]
    """The buckets of the first round, the discards, the round in between (1 if there is none), the last round."""

    @property
    def entries(self) -> int:
        """Return the number of ways through the first round."""
        return len(self.blinds.going_on)

    @property
    def later(self) -> int:
        """Return the number of ways through the round in between, 1 without one."""
        return len(self.rounds[0].going_on) if len(self.rounds) > 1 else 1

    @property
    def publics(self) -> tuple[tuple[int, int], ...]:
        """Return, for each stage and player, the number of public situations in which they decide."""
        after = self.entries * self.n_sizes**2
        holds = (self.entries, self.entries * self.n_sizes)
        return (1, 1), holds, (after, after), (after * self.later, after * self.later)

    def shape(self, stage: int, player: int) -> tuple[int, int]:
        """Return the rows and columns of a player's table in a stage."""
        tree = {FIRST: self.blinds, MIDDLE: self.rounds[0], LAST: self.rounds[-1]}.get(stage)
        columns = self.most_holds if tree is None else tree.n_cells[player]
        return self.publics[stage][player] * self.buckets[stage], columns

    def terms(self) -> Terms:
        """Return the terms in the form that the kernels take."""
        return Terms(
            walk_of(self.blinds), walk_of(self.rounds[0]), walk_of(self.rounds[-1]), len(self.rounds) > 1,
            self.n_sizes, np.array(self.buckets), self.entries, self.later,
        )  # fmt: skip


def walk_of(tree: BettingTree) -> Walk:
    """Return a round in the form that the kernels take."""
    after = np.full(len(tree.folded), -1)
    after[tree.going_on] = np.arange(len(tree.going_on))
    return Walk(
        tree.actors, tree.cells, tree.n_actions, tree.children, tree.folded, tree.lost.astype(np.float64), after
    )


def room_of(tree: BettingTree) -> Room:
    """Return buffers for computing a round."""
    decisions, endings = len(tree.actors), len(tree.folded)
    return Room(
        np.zeros(decisions, np.int64), np.zeros(endings, np.int64), np.zeros((decisions, MOST_ACTIONS)),
        np.zeros((decisions, MOST_ACTIONS), np.int64), np.zeros(ENDINGS + endings),
    )  # fmt: skip


def seeded(seed: int, *numbers: int) -> Array:
    """Return the state of a generator that depends only on these numbers."""
    digest = sha256(" ".join(map(str, (seed, *numbers))).encode()).digest()
    return np.array([int.from_bytes(digest[:8], "little") | 1], np.uint64)


class Sampled:
    """Both players' regrets and averages after a number of visits."""

    def __init__(self, rules: SampledRules, dealer: Dealer, seed: int) -> None:
        decisions = max(len(tree.actors) for tree in (rules.blinds, *rules.rounds))
        if rules.most_holds > MOST_HELD or decisions > ENDINGS:
            raise BadSetting(
                f"hands are held in at most {MOST_HELD} ways, and a round has at most {ENDINGS} decisions; "
                f"got {rules.most_holds} and {decisions}"
            )
        self.rules, self.dealer, self.seed = rules, dealer, seed
        self.visits = self.deals = 0
        shapes = [rules.shape(stage, player) for stage in range(STAGES) for player in (0, 1)]
        ends = np.cumsum([2 * rows * columns for rows, columns in shapes])
        numbers = np.zeros(ends[-1], np.float32)
        tables = [
            each.reshape(rows, 2, columns)
            for each, (rows, columns) in zip(np.split(numbers, ends[:-1]), shapes, strict=True)
        ]
        self.regrets = tuple(table[:, 0] for table in tables)
        self.averages = tuple(table[:, 1] for table in tables)
        columns = np.array([columns for _, columns in shapes])
        self._learned = Learned(numbers, np.concatenate([[0], ends[:-1]]), columns)
        self._terms = rules.terms()
        self._rooms = room_of(rules.blinds), room_of(rules.rounds[0]), room_of(rules.rounds[-1])

    def visit(self, n_deals: int) -> float:
        """Draw cards, let both learn from `n_deals` deals of them, and return the first player's mean win."""
        number = self.visits + 1
        won = self._learn(number, n_deals, float(number))
        self.visits, self.deals = number, self.deals + n_deals
        return won

    def play_out(self, number: int, n_deals: int) -> float:
        """Return the first player's mean win in `n_deals` deals of a visit if both play by their current regrets.

        Nothing is learned.
        """
        return self._learn(number, n_deals, 0.0)

    def _learn(self, number: int, n_deals: int, weight: float) -> float:
        state = seeded(self.seed, number)
        deals = self.dealer(number, state)
        return float(learn(self._terms, deals, self._rooms, self._learned, n_deals, weight, state))

    def average(self, stage: int, player: int) -> Array:
        """Return the average play of a player in a stage, by row and action, uniform if nothing was learned."""
        return averaged(self.rules, stage, player, self.averages[2 * stage + player])


def averaged(rules: SampledRules, stage: int, player: int, sums: Array) -> Array:
    """Return sums of play as frequencies.

    Those of a decision sum to one. Holds are not normalized if a hand has fewer.
    """
    found = np.zeros(sums.shape, np.float64)
    for columns in decisions_of(rules, stage, player):
        part = sums[:, columns].astype(np.float64)
        total = part.sum(axis=1, keepdims=True)
        found[:, columns] = np.divide(part, total, out=np.full_like(part, 1 / part.shape[1]), where=total > 0)
    return found


def decisions_of(rules: SampledRules, stage: int, player: int) -> list[slice]:
    """Return the columns of each decision of a player in a stage."""
    if stage == HOLDS:
        return [slice(0, rules.most_holds)]
    tree = rules.blinds if stage == FIRST else rules.rounds[0 if stage == MIDDLE else -1]
    return [tree.cells_of(decision) for decision in np.flatnonzero(tree.actors == player).tolist()]
