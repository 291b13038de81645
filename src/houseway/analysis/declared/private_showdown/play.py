"""A strategy of a private showdown as one path for every situation: the best, or by rules; and what it leads to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS, staying_path
from houseway.analysis.declared.family import Player, Solution, StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Numbers
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.player import TablePlayer
from houseway.analysis.declared.private_showdown.situations import Situations, all_situations
from houseway.analysis.declared.rule_list import CutRules, best_cuts
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.results.people import RULE_LIST
from houseway.analysis.results.result import OPTIMAL
from houseway.cards.card import N_SUITS, RANKS
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Compare, Decision, Option, Paid
from houseway.ranking import ranking

Paths = NDArray[np.intp]
NEVER = -(10**30)
"""What a choice is worth that a hand may not make: less than all hands together can lose."""


@dataclass(frozen=True)
class Play:
    """All situations, what every path is worth in them, and the path that is taken."""

    layout: Layout
    situations: Situations
    worth: Numbers
    paths: Paths

    @classmethod
    def best(cls, payoffs: Payoffs, runner: Runner, smaller_on_ties: bool) -> "Play":
        """The path of highest worth; of equal ones the one with the larger or the smaller commitment."""
        layout = Layout.of(payoffs.game)
        situations = all_situations(payoffs, layout, runner)
        worth = situations.values()
        preferred = by_commitment(payoffs)[:: 1 if smaller_on_ties else -1]
        return cls(layout, situations, worth, preferred[worth[preferred].argmax(axis=0)])

    @classmethod
    def of(cls, strategy: str, payoffs: Payoffs, runner: Runner, smaller_on_ties: bool) -> "Play":
        """The paths of a strategy by its name."""
        best = cls.best(payoffs, runner, smaller_on_ties)
        if strategy == OPTIMAL:
            return best
        if strategy == RULE_LIST:
            return replace(best, paths=best.rules()[1])
        assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
        return replace(best, paths=np.full(len(best.paths), staying_path(payoffs.game), np.intp))

    @property
    def game(self) -> DeclaredGame:
        """The title."""
        return self.situations.payoffs.game

    @cached_property
    def hands(self) -> "HandGroups":
        """Situations of the same up cards by rank and the same value of own cards, together."""
        own = self.layout.own.cards
        values = ranking(naming_system(self.game)).evaluate(np.ascontiguousarray(self.situations.seen[:, :own]))
        return HandGroups(values.astype(np.int64), np.sort(self.situations.seen[:, own:] // N_SUITS, axis=1))

    def player(self) -> Player:
        """Somebody who plays like this."""
        return TablePlayer.of(self.game.deck, self.layout, self.situations.seen, self.paths)

    def solution(self, runner: Runner) -> Solution:
        """What it leads to."""
        payoffs = self.situations.payoffs
        touched = {
            wager: all_situations(alone, self.layout, runner).ended(self.paths)
            for wager, alone in touched_by_play(payoffs).items()
        }
        return Solution(
            payoffs=payoffs,
            counts=self.situations.ended(self.paths),
            total=self.situations.total,
            asked=self._asked(),
            rows=tuple(self._rows()),
            side_bets=side_bets(payoffs, self.situations.total, touched),
        )

    def _asked(self) -> dict[Decision, dict[Option, int]]:
        """In how many deals each option is taken."""
        asked: dict[Decision, dict[Option, int]] = {}
        for number, path in enumerate(self.situations.payoffs.paths):
            deals = int(self.situations.weights[self.paths == number].sum()) * self.situations.dealer_hands
            for decision, option in path:
                options = asked.setdefault(decision, {})
                options[option] = options.get(option, 0) + deals
        return asked

    def _rows(self) -> list[StrategyRow]:
        """By up cards, then by own cards, the best hands first."""
        keys, which = np.unique(np.column_stack([self.hands.keys, self.paths]), axis=0, return_inverse=True)
        groups, samples = which.ravel(), np.zeros(len(keys), np.int64)
        samples[groups] = np.arange(len(groups))
        weights = np.zeros(len(keys), np.int64)
        np.add.at(weights, groups, self.situations.weights)
        sums = summed(self.situations.weights * self.worth, groups, len(keys))
        barred = summed(~self.situations.allowed, groups, len(keys)) > 0
        all_paths, rows = self.situations.payoffs.paths, []
        for group in range(len(keys))[::-1]:
            path = all_paths[int(keys[group, -1])]
            for place, (decision, option) in enumerate(path):
                rows.append(
                    StrategyRow(
                        decision=decision,
                        path=tuple(each for _, each in path[:place]),
                        seen=tuple(self.situations.seen[samples[group]].tolist()),
                        label=self._label(keys[group, :-1].tolist()),
                        combinations=int(weights[group]),
                        values=option_values(
                            self.situations, path[:place], sums[:, group], ~barred[:, group], int(weights[group])
                        ),
                        best=option,
                    )
                )
        return rows

    def _label(self, key: Sequence[int]) -> str:
        name = str(ranking(naming_system(self.game)).describe(key[-1]))
        return f"{name}, dealer shows {_ranks(key[:-1])}" if len(key) > 1 else name

    def rules(self) -> tuple[CutRules, Paths]:
        """For every rank of up cards the best cuts in the order of own hands: in words, and the paths of all rows."""
        order = by_commitment(self.situations.payoffs)
        weighted, barred = (self.situations.weights * self.worth)[order], ~self.situations.allowed[order]
        paths, texts = self.paths.copy(), dict[tuple[str, ...], list[str]]()
        for up in np.unique(self.hands.up, axis=0):
            rows = np.flatnonzero((self.hands.up == up).all(axis=1))
            values, which = np.unique(self.hands.values[rows], return_inverse=True)
            worth = summed(weighted[:, rows], which.ravel(), len(values)).astype(object)
            worth[summed(barred[:, rows], which.ravel(), len(values)) > 0] = NEVER
            cuts = best_cuts(worth.tolist())
            for start, choice in cuts:
                paths[rows[which.ravel() >= start]] = order[choice]
            named = tuple(self._rule(int(values[start]) if start else None, int(order[c])) for start, c in cuts[::-1])
            texts.setdefault(named, []).append(_ranks(up.tolist()))
        lost = (self.worth.max(axis=0) - self.worth[paths, np.arange(len(paths))]) * self.situations.weights
        cost = self.situations.as_fraction(int(lost.sum()), int(self.situations.weights.sum()))
        lines = (
            f"Dealer shows {', '.join(ups)}: {line}" if any(ups) else line[0].upper() + line[1:]
            for named, ups in texts.items()
            for line in named
        )
        return CutRules(tuple(lines), cost), paths

    def _rule(self, least: int | None, path: int) -> str:
        done = ", ".join(option.title for _, option in self.situations.payoffs.paths[path])
        if least is None:
            return f"{done} with everything else"
        return f"{done} with {ranking(naming_system(self.game)).describe(least)} or better"


@dataclass(frozen=True)
class HandGroups:
    """The value of own cards and the ranks of the dealer's up cards, by row."""

    values: Numbers
    up: NDArray[np.uint8]

    @property
    def keys(self) -> Numbers:
        """Both side by side, up cards first."""
        return np.column_stack([self.up, self.values]).astype(np.int64)


def summed(worth: NDArray[Any], groups: NDArray[np.intp], n_groups: int) -> Numbers:
    """The columns of an array added up by the group that each belongs to."""
    sums = np.zeros((n_groups, len(worth)), np.int64)
    np.add.at(sums, groups, worth.T)
    return sums.T


def by_commitment(payoffs: Payoffs) -> Paths:
    """The numbers of the paths, the one with the least at stake first."""
    staked = [sum(amounts[path] for amounts in payoffs.staked.values()) for path in range(len(payoffs.paths))]
    return np.array(sorted(range(len(staked)), key=staked.__getitem__), np.intp)


def option_values(
    situations: Situations, before: Path, sums: Numbers, allowed: NDArray[np.bool_], weight: int
) -> dict[Option, Fraction]:
    """The value of every option after a beginning of a path that the hand may take, if the rest is played best."""
    found: dict[Option, Fraction] = {}
    for path, worth, open_to in zip(situations.payoffs.paths, sums.tolist(), allowed.tolist(), strict=True):
        if open_to and path[: len(before)] == before and len(path) > len(before):
            option, value = path[len(before)][1], situations.as_fraction(worth, weight)
            found[option] = max(found.get(option, value), value)
    return found


def naming_system(game: DeclaredGame) -> str:
    """The ranking system by which own cards are named: that of the comparison, else of the first paid hand."""
    compared = game.every(Compare)
    if compared:
        return compared[0].system
    return game.table(game.every(Paid)[0]).form.system


def _ranks(ranks: Sequence[int]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)
