"""A subgame of two players: one round of betting, or a round, cards of the board, and the last round.

Payoffs are in chips, seen from what each player has when the subgame begins, less half of the pot there: the values of
the two players sum to zero. A hand wins half the starting pot and what the loser has put in since.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from houseway.analysis.solve import kernels
from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.boards import Boards
from houseway.analysis.solve.kernels import PLAY, RESPOND, UPDATE
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.sets import common_subsets
from houseway.errors import BadSetting

ALPHA, BETA, GAMMA = 1.5, 0.5, 3.0
"""How fast old positive regrets, negative regrets and average play are forgotten."""
FIRST_CHECK, CHECK_EVERY = 8, 4
MOST_BYTES = 6_000_000_000
"""What regrets and average play may take in memory."""
WORTH_THREADS = 16
"""From how many boards on they are shared out to threads."""
Report = Callable[[int, float], None]
Floats = NDArray[Any]


@dataclass(frozen=True)
class Solved:
    """What was reached: values and exploitability in chips, after so many iterations."""

    value: float
    exploitability: float
    iterations: int


@dataclass
class Learned:
    """Regrets and sums of the average play of one player in one round."""

    regrets: Floats
    averages: Floats

    @classmethod
    def nothing(cls, shape: tuple[int, ...], dtype: type) -> "Learned":
        """No regrets yet."""
        return cls(np.zeros(shape, dtype), np.zeros(shape, dtype))


@dataclass
class Subgame:
    """Two ranges, a pot, and one or two rounds of betting. `first` is None where only the last round is left."""

    ranges: tuple[Range, Range]
    pot: float
    last: BettingTree
    boards: Boards
    first: BettingTree | None = None
    storage: type = np.float64
    iterations: int = 0

    def __post_init__(self) -> None:
        self._subsets = tuple(common_subsets(self.ranges[p].hands, self.ranges[1 - p].hands) for p in (0, 1))
        self.pairs = float(self._present(0) @ self.ranges[0].weights)
        """The weight of all pairs of hands that can be held together."""
        if self.pairs <= 0:
            raise BadSetting("no hand of one range can be held beside a hand of the other")
        self._amounts = self._loser_pays()
        entries, actions = len(self._amounts), self.last.children.shape[1]
        sizes = [len(each.hands) for each in self.ranges]
        self._learned_last = [
            Learned.nothing(
                (len(self.boards), entries, len(self.last.decisions_of(p)), actions, sizes[p]), self.storage
            )
            for p in (0, 1)
        ]
        self._learned_first = [
            Learned.nothing((len(self.first.decisions_of(p)), actions, sizes[p]), np.float64)
            if self.first is not None
            else Learned.nothing((0, actions, sizes[p]), np.float64)
            for p in (0, 1)
        ]

    def _present(self, player: int) -> Floats:
        """For each hand of a player, the weight of the other's hands that can be held beside it."""
        subsets, other = self._subsets[player], self.ranges[1 - player]
        everyone = np.arange(len(other.hands))
        return kernels.sum_disjoint(  # type: ignore[no-any-return]
            other.weights[:, None], subsets.own, subsets.signs, subsets.other, everyone, subsets.size
        )[:, 0]

    def _loser_pays(self) -> Floats:
        """What the loser loses at each ending of the last round, by the pot with which it begins."""
        before = np.zeros(1) if self.first is None else self.first.paid[self.first.going_on].min(axis=1)
        return self.pot / 2 + before[:, None] + _lost(self.last)[None, :]

    # Solving.

    def solve(self, target: float = 0.0, most_iterations: int = 10_000, report: Report | None = None) -> Solved:
        """Iterate until the play can be beaten by no more than `target` chips a hand, or so often."""
        found = self.measure() if self.iterations else None
        while found is None or (found.exploitability > target and self.iterations < most_iterations):
            steps = CHECK_EVERY if self.iterations >= FIRST_CHECK else FIRST_CHECK
            for _ in range(max(1, min(max(steps, self.iterations // 4), most_iterations - self.iterations))):
                self.step()
            found = self.measure()
            if report is not None:
                report(self.iterations, found.exploitability)
        return found

    def step(self) -> None:
        """One iteration: both players learn, one after the other."""
        self.iterations += 1
        time = float(self.iterations)
        gain = time**ALPHA / (time**ALPHA + 1)
        loss = time**BETA / (time**BETA + 1)
        fade = ((time - 1) / time) ** GAMMA
        for player in (0, 1):
            self._values(player, UPDATE, gain, loss, fade)

    def measure(self) -> Solved:
        """The value of the average play to the first player, and half of what two best responses win from it."""
        values = [self._mean(player, self._values(player, PLAY)) for player in (0, 1)]
        best = [self._mean(player, self._values(player, RESPOND)) for player in (0, 1)]
        return Solved((values[0] - values[1]) / 2, (best[0] + best[1]) / 2, self.iterations)

    def best_response(self, player: int) -> Floats:
        """What each hand of a player wins at best from the other's average play, in chips; 0 for a hand not dealt."""
        return self._each(player, self._values(player, RESPOND))

    def values(self, player: int) -> Floats:
        """What each hand of a player is worth when both follow their average play."""
        return self._each(player, self._values(player, PLAY))

    def _mean(self, player: int, values: Floats) -> float:
        return float(values @ self.ranges[player].weights / self.pairs)

    def _each(self, player: int, values: Floats) -> Floats:
        present = self._present(player)
        return np.divide(values, present, out=np.zeros_like(values), where=present > 0)

    def _values(self, player: int, mode: int, gain: float = 1.0, loss: float = 1.0, fade: float = 1.0) -> Floats:
        """The values of a player's hands, each times the weight of what the other may hold beside it."""
        reach = [each.weights for each in self.ranges]
        if self.first is None:
            only: Floats = self._last_values(
                player, mode, reach[player][None], reach[1 - player][None], gain, loss, fade
            )
            return only.reshape(-1)
        tree, sizes = self.first, [len(each.hands) for each in self.ranges]
        at_ends, at_decisions, plays = [], [], []
        for each in (0, 1):
            learned = self._learned_first[each]
            play = np.zeros((len(tree.decisions_of(each)), tree.children.shape[1], sizes[each]))
            kernels.play_of(tree.actors, tree.rows, tree.n_actions, each, mode, learned.regrets, learned.averages, play)
            at, ends = kernels.reach_endings(
                tree.actors, tree.rows, tree.n_actions, tree.children, each, play, reach[each], len(tree.folded)
            )
            at_ends.append(ends)
            at_decisions.append(at)
            plays.append(play)
        going_on = tree.going_on
        later = self._last_values(
            player, mode, at_ends[player][going_on], at_ends[1 - player][going_on], gain, loss, fade
        )
        values = np.zeros((len(tree.folded), sizes[player]))
        values[going_on] = later
        lost = self.pot / 2 + _lost(tree)
        subsets = self._subsets[player]
        folds = np.flatnonzero(tree.folded >= 0)
        everyone = np.arange(sizes[1 - player])
        present = kernels.sum_disjoint(
            np.ascontiguousarray(at_ends[1 - player][folds].T),
            subsets.own,
            subsets.signs,
            subsets.other,
            everyone,
            subsets.size,
        )
        for column, ending in enumerate(folds):
            values[ending] = present[:, column] * (lost[ending] if tree.folded[ending] != player else -lost[ending])
        learned = self._learned_first[player]
        return kernels.climb(  # type: ignore[no-any-return]
            tree.actors, tree.rows, tree.n_actions, tree.children, player, mode, values, plays[player],
            at_decisions[player], learned.regrets, learned.averages, gain, loss, fade,
        )  # fmt: skip

    def _last_values(
        self, player: int, mode: int, own: Floats, other: Floats, gain: float, loss: float, fade: float
    ) -> Floats:
        tree, boards, subsets = self.last, self.boards, self._subsets[player]
        mine, theirs = self._learned_last[player], self._learned_last[1 - player]
        strengths, others = boards.strengths[player], boards.strengths[1 - player]
        threads = get_num_threads() if len(boards) >= WORTH_THREADS else 1
        count = kernels.last_rounds_in_threads if threads > 1 else kernels.last_rounds
        total = count(
            tree.actors, tree.rows, tree.n_actions, tree.children, tree.folded, self._amounts, player, mode,
            np.ascontiguousarray(own), np.ascontiguousarray(other),
            mine.regrets, mine.averages, theirs.regrets, theirs.averages,
            subsets.own, subsets.signs, subsets.other,
            strengths.order, strengths.values, others.order, others.values, subsets.size,
            strengths.counts, others.counts, boards.images[player], boards.image_starts, gain, loss, fade,
            threads,
        )  # fmt: skip
        return total / boards.chances(self.ranges)  # type: ignore[no-any-return]

    # Reading.

    def play(self, player: int, board: int = 0, entry: int = 0) -> Floats:
        """The average play of a player in the last round: (own decisions, actions, hands)."""
        return self._averaged(self.last, player, self._learned_last[player].averages[board, entry])

    def first_play(self, player: int) -> Floats:
        """The average play of a player in the first round of two."""
        assert self.first is not None, "there is a first round"
        return self._averaged(self.first, player, self._learned_first[player].averages)

    def _averaged(self, tree: BettingTree, player: int, averages: Floats) -> Floats:
        play = np.zeros(averages.shape)
        kernels.play_of(tree.actors, tree.rows, tree.n_actions, player, PLAY, averages, averages, play)
        return play


def check_size(
    ranges: tuple[Range, Range], last: BettingTree, first: BettingTree | None, n_boards: int, storage: type
) -> None:
    """Refuse a subgame whose regrets and average play would take more memory than MOST_BYTES."""
    entries = 1 if first is None else len(first.going_on)
    hands = [len(each.hands) for each in ranges]
    cells = sum(hands[p] * len(last.decisions_of(p)) for p in (0, 1)) * last.children.shape[1]
    needed = 2 * cells * entries * n_boards * np.dtype(storage).itemsize
    if needed > MOST_BYTES:
        raise BadSetting(
            f"ranges of {hands[0]:,} and {hands[1]:,} hands on {n_boards:,} boards take {needed / 1e9:.1f} GB; "
            f"at most {MOST_BYTES / 1e9:.1f} GB are taken here: give narrower ranges"
        )


def _lost(tree: BettingTree) -> NDArray[np.int64]:
    """What the loser of each ending has put in: who folded, or at a showdown either."""
    endings = np.arange(len(tree.folded))
    return np.where(tree.folded >= 0, tree.paid[endings, np.maximum(tree.folded, 0)], tree.paid.min(axis=1))
