"""Queries of a solved last round: how often a hand takes each action, and that action's expected win from there on."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solve.removal import compare_disjoint
from houseway.analysis.solve.rounds import Floats, descended
from houseway.analysis.solve.rows import WIDTH
from houseway.analysis.solve.subgame import Subgame

LEAST_MET = 1e-9
"""The share of the other player's weights below which it counts as never reaching a point. Sums are not exact."""


@dataclass(frozen=True)
class Look:
    """One player of a subgame in which only the last round remains, with the average play of both."""

    game: Subgame
    player: int

    def __post_init__(self) -> None:
        assert self.game.first is None, "only the last round is left"

    def play(self, decision: int) -> Floats:
        """Return how often each hand takes each action of the player's decision: (actions, hands)."""
        plays: Floats = self._own[0][self.game.last.cells_of(decision)]
        return plays

    def reach(self, decision: int) -> Floats:
        """Return the weight with which each of the player's hands reaches a decision."""
        weights: Floats = self._own[1][self.game.last.before[self.player, decision]]
        return weights

    def values(self, decision: int) -> Floats:
        """Return the win of each action of the player's decision from there on, in chips: (actions, hands).

        That is the share of the pot less the later bets, so a fold wins 0. The value is nan for a hand against which
        the other player never reaches this point.
        """
        tree, half = self.game.last, self.game.pot / 2
        beside = self._sums[1][tree.before[1 - self.player, decision]]
        met = beside > LEAST_MET * self.game.ranges[1 - self.player].weights.sum()
        worth = np.full((int(tree.n_actions[decision]), len(beside)), np.nan)
        worth[:, met] = np.array([self._worth[child] for child in self._children(decision)])[:, met] / beside[met]
        return worth + half + float(tree.paid_before[decision, self.player])

    @cached_property
    def strengths(self) -> NDArray[np.int64]:
        """Return the strength of each of the player's hands, 0 for one that the board rules out."""
        known = self.game.boards.strengths[self.player]
        count = known.counts[0]
        found = np.zeros(len(self.game.ranges[self.player].hands), np.int64)
        found[known.order[0, :count]] = known.values[0, :count]
        return found

    @cached_property
    def _own(self) -> tuple[Floats, Floats]:
        return self._descended(self.player)

    def _descended(self, player: int) -> tuple[Floats, Floats]:
        learned = self.game.closing.learned[player].average(0, 0)
        return descended(self.game.last, player, learned, self.game.ranges[player].weights)

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        """Return, for each reach of the other player: the weaker less the stronger weights for each hand, and all."""
        game, subsets = self.game, self.game.subsets[self.player]
        reaches = self._descended(1 - self.player)[1]
        mine, theirs = game.boards.strengths[self.player], game.boards.strengths[1 - self.player]
        n_own, own, other = len(subsets.own), int(mine.counts[0]), int(theirs.counts[0])
        compared, beside = np.zeros((2, len(reaches), n_own))
        for start in range(0, len(reaches), WIDTH):
            some = reaches[start : start + WIDTH]
            columns = np.zeros((reaches.shape[1], WIDTH))
            columns[:, : len(some)] = some.T
            sums = np.zeros((subsets.size, WIDTH))
            less, there = np.zeros((n_own, WIDTH)), np.zeros((n_own, WIDTH))
            compare_disjoint(
                columns, subsets.own, subsets.signs, subsets.other, subsets.twins, subsets.twin_sign,
                mine.order[0, :own], mine.values[0, :own], theirs.order[0, :other], theirs.values[0, :other],
                sums, less, there,
            )  # fmt: skip
            compared[start : start + WIDTH], beside[start : start + WIDTH] = less.T[: len(some)], there.T[: len(some)]
        return compared, beside

    @cached_property
    def _worth(self) -> dict[int, Floats]:
        """Return the values of all decisions and endings, by their number among children, times the opposing weight.

        Half of the pot and the earlier bets are lost or won with it.
        """
        tree, compared, beside = self.game.last, *self._sums
        lost = self.game.pot / 2 + tree.lost
        worth: dict[int, Floats] = {}
        for ending, folded in enumerate(tree.folded.tolist()):
            came = tree.before_end[1 - self.player, ending]
            won = compared[came] if folded < 0 else -beside[came] if folded == self.player else beside[came]
            worth[-1 - ending] = lost[ending] * won
        for decision in reversed(range(len(tree.actors))):
            below = np.array([worth[child] for child in self._children(decision)])
            mine = tree.actors[decision] == self.player
            worth[decision] = (below * self.play(decision)).sum(axis=0) if mine else below.sum(axis=0)
        return worth

    def _children(self, decision: int) -> list[int]:
        tree = self.game.last
        below: list[int] = tree.children[decision, : tree.n_actions[decision]].tolist()
        return below


@dataclass(frozen=True)
class LivePlay:
    """How often each action of a decision is taken with a hand and its win from there on, in big blinds.

    `exploitability` is that of the play of the whole round, per hand, if the ranges are right.
    """

    often: dict[str, float]
    values: dict[str, float]
    exploitability: float


@dataclass(frozen=True)
class StrengthRow:
    """Hands of similar strength at a decision: their number, their share of all that reach it, their play and win."""

    weakest: int
    strongest: int
    hands: int
    share: float
    often: tuple[float, ...]
    values: tuple[float | None, ...]


def strength_rows(look: Look, decision: int, group: Callable[[int], Hashable]) -> Iterator[StrengthRow]:
    """Yield the hands that reach a decision by strength, strongest first. `group` says which strengths are alike."""
    reach, play, values = look.reach(decision), look.play(decision), look.values(decision)
    places = np.flatnonzero((look.strengths > 0) & (reach > 0))
    strengths, which = np.unique(look.strengths[places], return_inverse=True)
    groups = [group(strength) for strength in strengths.tolist()]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(groups))}
    of_strength = np.array([numbers[each] for each in groups], np.int64)
    rows, weights = of_strength[which], reach[places]
    met = weights * ~np.isnan(values[0, places])

    def summed(each: Floats) -> Floats:
        return np.bincount(rows, each, len(numbers))

    counts, shares, sums = summed(np.ones(len(rows))), summed(weights), summed(met)
    often = np.array([summed(weights * each[places]) for each in play]) / shares
    won = np.array([summed(met * np.nan_to_num(each[places])) for each in values]) / np.where(sums > 0, sums, np.nan)
    for number in reversed(range(len(numbers))):
        alike = strengths[of_strength == number]
        yield StrengthRow(
            int(alike[0]),
            int(alike[-1]),
            int(counts[number]),
            float(shares[number] / shares.sum()),
            tuple(often[:, number].tolist()),
            tuple(None if np.isnan(each) else each for each in won[:, number].tolist()),
        )
