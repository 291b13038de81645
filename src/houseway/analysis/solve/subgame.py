"""A subgame of two players: one round of betting, or a round, board cards, and the last round.

Payoffs are in chips, relative to each player's chips when the subgame begins, less half of the pot there. So the values
of the two players sum to zero. A hand wins half the starting pot and the loser's bets since then.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

from houseway.analysis.counting.device.machines import Machine
from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.boards import Boards
from houseway.analysis.solve.on_device import LastRoundsOnDevice
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.rounds import Floats, LastRounds, OpenRound, Places, Step, averaged, present
from houseway.analysis.solve.sets import common_subsets
from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.errors import BadSetting, unknown

FIRST_CHECK, MOST_GROWTH, USUAL_FALL = 8, 2.0, 1.5
"""The first measured iteration, the largest growth until the next measurement, and the decay exponent.

Exploitability is assumed to fall with this power of the iterations until its rate is known.
"""
SOME_MORE = 1.03
"""A margin after the expected time, because a failed measurement costs two iterations."""
MOST_BYTES = 6_000_000_000
"""The memory limit of regrets and average play."""
LOCKS_SUM_TO = 1e-6
Report = Callable[[int, "Solved | None"], None]
"""A callback after each iteration, with the number of iterations and the last measurement."""


@dataclass(frozen=True)
class Solved:
    """A solution's state: values and exploitability in chips, and the number of iterations."""

    value: float
    exploitability: float
    iterations: int


class Iterated(ABC):
    """A game that is solved by iteration, and measured by best responses."""

    iterations = 0
    pot: float
    """The pot in chips, when the game begins."""

    @abstractmethod
    def mean_values(self, player: int, step: Step) -> list[float]:
        """Return a player's mean win. When measured, return it for the best response and for its average play."""

    @abstractmethod
    def learned_arrays(self) -> Iterator[Floats]:
        """Return all learned arrays, always in the same order: the arrays themselves."""

    @abstractmethod
    def facts(self) -> Iterator[Floats]:
        """Return the game's definition, for its hash: hands, weights, strengths, betting trees, the pot."""

    def move_to(self, machine: Machine) -> bool:
        """Let another machine do the work from now on. Return False if it has no kernel for it."""
        return False

    def solve(self, target: float = 0.0, most_iterations: int = 10_000, report: Report | None = None) -> Solved:
        """Iterate until exploitability is at most `target` chips per hand, or the iteration limit is reached.

        Play is measured when it may be good enough, judged by how exploitability has fallen so far.
        """
        known: list[Solved] = [self.measure()] if self.iterations else []
        while not known or (known[-1].exploitability > target and self.iterations < most_iterations):
            while self.iterations < min(_next_check(known, target), most_iterations):
                self.step()
                if report is not None:
                    report(self.iterations, known[-1] if known else None)
            known.append(self.measure())
            if report is not None:
                report(self.iterations, known[-1])
        return known[-1]

    def step(self) -> None:
        """Do one iteration: both players learn in turn."""
        self.iterations += 1
        for player in (0, 1):
            self.mean_values(player, Step.number(self.iterations))

    def measure(self) -> Solved:
        """Return the value of the average play to the first player, and half of two best responses' win from it."""
        best, values = zip(*(self.mean_values(player, Step()) for player in (0, 1)), strict=True)
        return Solved((values[0] - values[1]) / 2, (best[0] + best[1]) / 2, self.iterations)


def _next_check(known: list[Solved], target: float) -> int:
    """Return the iteration after which play is measured next."""
    if not known:
        return FIRST_CHECK
    last = known[-1]
    if target <= 0 or last.exploitability <= target:
        return ceil(last.iterations * MOST_GROWTH)
    fall = USUAL_FALL
    if len(known) > 1 and known[-2].exploitability > last.exploitability:
        fall = log(known[-2].exploitability / last.exploitability) / log(last.iterations / known[-2].iterations)
    growth = min(SOME_MORE * (last.exploitability / target) ** (1 / max(fall, 0.5)), MOST_GROWTH)
    return max(last.iterations + 1, ceil(float(last.iterations * growth)))


@dataclass
class Subgame(Iterated):
    """Two ranges, a pot, and one or two rounds of betting. `first` is None if only the last round remains."""

    ranges: tuple[Range, Range]
    pot: float
    last: BettingTree
    boards: Boards
    first: BettingTree | None = None
    storage: Any = np.float64
    iterations: int = 0

    def __post_init__(self) -> None:
        one, two = (each.hands for each in self.ranges)
        self.subsets = common_subsets(one, two), common_subsets(two, one)
        self.pairs = float((self._present(0) * self.ranges[0].weights).sum())
        """The weight of all pairs of hands that can be held together."""
        if self.pairs <= 0:
            raise BadSetting("The two ranges share no possible deal: every pair of hands uses the same card.")
        half = np.array([self.pot / 2])
        self.opening = None if self.first is None else OpenRound(self.first, half, self.subsets)
        after = half if self.opening is None else self.opening.pots_after
        here = LastRounds(self.last, after, self.boards, self.subsets, self.storage)
        self.closing: LastRounds | LastRoundsOnDevice = here

    def move_to(self, machine: Machine) -> bool:
        """Let another machine take the steps of the last rounds from now on, if it has a kernel for them."""
        if not isinstance(self.closing, LastRounds) or not LastRoundsOnDevice.takes(self.closing):
            return False
        self.closing = LastRoundsOnDevice(self.closing, machine)
        return True

    def mean_values(self, player: int, step: Step) -> list[float]:
        """Return a player's mean win, over all pairs of hands.

        Products are summed elementwise: a dot product of long vectors wakes threads that cost more than they save.
        """
        weights = self.ranges[player].weights
        return [float((each * weights).sum() / self.pairs) for each in self._values(player, step)]

    def best_response(self, player: int) -> Floats:
        """Return the best win of each hand against the other's average play, in chips, or 0 for a hand not dealt."""
        return self._each(player, 0)

    def values(self, player: int) -> Floats:
        """Return the value of each hand of a player if both follow their average play."""
        return self._each(player, 1)

    def _present(self, player: int) -> Floats:
        """Return, for each hand of a player, the weight of the other's hands that can be held beside it."""
        beside: Floats = present(self.ranges[1 - player].weights[None], self.subsets[player])[0]
        return beside

    def _each(self, player: int, part: int) -> Floats:
        values, beside = self._values(player, Step())[part], self._present(player)
        each: Floats = np.divide(values, beside, out=np.zeros_like(values), where=beside > 0)
        return each

    def _values(self, player: int, step: Step) -> Floats:
        """Return the values of a player's hands at the start: (parts, hands).

        A player's weights change neither its regrets nor the average play of a hand. So none are given: rare hands are
        as exact as frequent ones.
        """
        own, other = np.ones((1, len(self.ranges[player].hands))), self.ranges[1 - player].weights[None]

        def later(mine: Floats, theirs: Floats) -> Floats:
            return self.closing.values(player, step, mine, theirs)

        found = later(own, other) if self.opening is None else self.opening.values(player, step, own, other, later)
        values: Floats = found[:, 0]
        return values

    def learned_arrays(self) -> Iterator[Floats]:
        """Yield the regrets, average-play sums and locks of each round and player."""
        for each in () if self.opening is None else self.opening.learned:
            yield from each.arrays
        for each in self.closing.learned:
            yield from each.arrays

    def facts(self) -> Iterator[Floats]:
        """Yield the ranges, boards, strengths, bets and the pot."""
        yield np.array([self.pot])
        for each in self.ranges:
            yield each.hands
            yield each.weights
        yield np.array(self.boards.cards)
        for strengths in self.boards.strengths:
            yield strengths.order
            yield strengths.values
        for tree in (self.last,) if self.first is None else (self.first, self.last):
            yield tree.children
            yield tree.paid

    def lock(
        self,
        line: str,
        often: Mapping[str, float],
        *,
        hands: Places | None = None,
        after: str | None = None,
        cards: Sequence[int] = (),
    ) -> None:
        """Fix how often each action is taken after a line of the first remaining round, by some hands or by all.

        With `after`, a line through the first of two rounds, the lock is of the last round. It applies to the board
        that these cards make, or to every board. A best response keeps to the lock too: the measured game is the one in
        which the lock is a rule.
        """
        entry, board = self._later(after, cards) if after is not None else (None, None)
        round_ = self.closing if self.opening is None or after is not None else self.opening
        tree = round_.tree
        decision = self.decision(line, later=after is not None)
        actions = tree.actions[decision]
        for name in often:
            if name not in actions:
                raise unknown("action", name, actions)
        shares = np.array([often.get(name, 0.0) for name in actions])
        if not (shares >= 0).all() or abs(float(shares.sum()) - 1) > LOCKS_SUM_TO:
            raise BadSetting(f"Frequencies of a node lock must be 0 to 1 and sum to 1; got {dict(often)}.")
        player = int(tree.actors[decision])
        if hands is not None:
            self._check_alike(hands, player)
        round_.learned[player].lock(decision, tree.cells_of(decision), shares, entry, board, hands)

    def decision(self, line: str, *, later: bool = False) -> int:
        """Return the number of the decision after a line of the first remaining round, or of the last one."""
        tree = self.first if self.first is not None and not later else self.last
        if line not in tree.lines:
            raise unknown("line", line, [each or "start" for each in tree.lines])
        return tree.lines.index(line)

    def _later(self, after: str, cards: Sequence[int]) -> tuple[int, int | None]:
        """Return the entry and the board of a lock of the last of two rounds. No board means all boards."""
        if self.first is None:
            raise BadSetting("Only the river is left, so a node lock cannot name an earlier round.")
        lines = [self.first.lines_to_endings[ending] for ending in self.first.going_on.tolist()]
        if after not in lines:
            raise unknown("line that both players end", after, lines)
        if not cards:
            return lines.index(after), None
        known, wanted = self.boards, tuple(sorted(cards))
        board = known.cards.index(wanted) if wanted in known.cards else -1
        if board < 0 or known.image_starts[board + 1] - known.image_starts[board] > 1:
            raise BadSetting(
                f"{format_cards([Card(card) for card in wanted])} is not a board here: it cannot be dealt, or it is "
                "solved together with boards that differ only in suits (--all-suits solves each separately)."
            )
        return lines.index(after), board

    def _check_alike(self, hands: Places, player: int) -> None:
        """Refuse a lock that distinguishes renamed hands if boards represent others by a renaming of suits."""
        if not hands.any():
            raise BadSetting("The node lock names no hand of the range.")
        if not (hands[self.boards.images[player]] == hands).all():
            raise BadSetting("The hands of this node lock need separate suits. Add --all-suits.")

    # Reading.

    def play(self, player: int, board: int = 0, entry: int = 0) -> Floats:
        """Return the average play of a player in the last round: (own actions, hands)."""
        return averaged(self.last, player, self.closing.learned[player].average(board, entry))

    def first_play(self, player: int) -> Floats:
        """Return the average play of a player in the first round of two."""
        assert self.opening is not None, "there is a first round"
        return averaged(self.opening.tree, player, self.opening.learned[player].averages[0])


def check_size(
    ranges: tuple[Range, Range], last: BettingTree, first: BettingTree | None, n_boards: int, storage: Any, most: int
) -> None:
    """Refuse a subgame whose regrets and average play would exceed the memory limit."""
    entries = 1 if first is None else len(first.going_on)
    hands = [len(each.hands) for each in ranges]
    cells = sum(hands[p] * last.n_cells[p] for p in (0, 1))
    needed = 2 * cells * entries * n_boards * np.dtype(storage).itemsize
    if needed > most:
        raise BadSetting(
            f"ranges of {hands[0]:,} and {hands[1]:,} hands on {n_boards:,} boards take {needed / 1e9:.1f} GB; "
            f"at most {most / 1e9:.1f} GB are allowed. Give narrower ranges."
        )
