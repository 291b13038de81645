"""A strategy of a private showdown as one path for every situation, the best or by rules, and its endings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import NEVER_FOLDS, staying_path
from houseway.analysis.declared.conditions import HandAtLeast, UpCards, shown_up
from houseway.analysis.declared.family import Player, Solution, StrategyRow
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.counting import Numbers
from houseway.analysis.declared.private_showdown.layout import Layout
from houseway.analysis.declared.private_showdown.players import TablePlayer, ValuesPlayer
from houseway.analysis.declared.private_showdown.situations import (
    Situations,
    all_situations,
    by_commitment,
    naming_system,
)
from houseway.analysis.declared.rule_list import fewest_kickers, named_places, shared_cuts
from houseway.analysis.declared.side_bet.census import side_bets, touched_by_play
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RULE_LIST, HandCut, Rule, Rules, Step
from houseway.games.engine.declared.title import DeclaredGame, Path
from houseway.games.engine.declared.vocabulary import Decision, Option
from houseway.ranking import ranking

Paths = NDArray[np.intp]
NEVER = -(10**30)
"""The value of a choice that a hand may not make: less than all hands together can lose."""
MOST_KINDS = 14
"""How many kinds of up cards a list for people distinguishes: a line for each and one for the rest."""


@dataclass(frozen=True)
class Play:
    """All situations, the value of every path in them, and the path that is taken."""

    layout: Layout
    situations: Situations
    worth: Numbers
    paths: Paths

    @classmethod
    def best(cls, payoffs: Payoffs, runner: Runner) -> "Play":
        """Return the path of highest value; of equal ones the one with the larger or the smaller commitment."""
        layout = Layout.of(payoffs.game)
        situations = all_situations(payoffs, layout, runner)
        worth = situations.worth()
        preferred = by_commitment(payoffs)[:: 1 if payoffs.game.smaller_on_ties else -1]
        return cls(layout, situations, worth, preferred[worth[preferred].argmax(axis=0)])

    @classmethod
    def of(cls, strategy: str, payoffs: Payoffs, runner: Runner) -> "Play":
        """Return the paths of a strategy by its name."""
        best = cls.best(payoffs, runner)
        if strategy == OPTIMAL:
            return best
        if strategy == RULE_LIST:
            return replace(best, paths=best.rules()[1])
        assert strategy == NEVER_FOLDS, f"no strategy {strategy!r}"
        return replace(best, paths=np.full(len(best.paths), staying_path(payoffs.game), np.intp))

    @property
    def game(self) -> DeclaredGame:
        """Return the title."""
        return self.situations.payoffs.game

    def player(self) -> Player:
        """Return a player who plays this strategy."""
        if self.situations.holds_cards:
            return TablePlayer.of(self.game.deck, self.layout, self.situations.seen, self.paths)
        return ValuesPlayer.of(self.layout, self.situations, self.paths)

    def solution(self, runner: Runner) -> Solution:
        """Return the endings that the strategy leads to."""
        payoffs = self.situations.payoffs
        touched = {wager: self._ended(alone, runner) for wager, alone in touched_by_play(payoffs).items()}
        return Solution(
            payoffs=payoffs,
            counts=self.situations.ended(self.paths),
            total=self.situations.total,
            asked=self._asked(),
            rows=tuple(self._rows()),
            side_bets=side_bets(payoffs, self.situations.total, touched),
        )

    def _ended(self, alone: Payoffs, runner: Runner) -> NDArray[np.object_]:
        """Return the counts of a side bet by itself under this strategy."""
        if not self.situations.holds_cards:
            return self.situations.paying(alone).ended(self.paths)
        return all_situations(alone, self.layout, runner).ended(self.paths)

    def _asked(self) -> dict[Decision, dict[Option, int]]:
        """Return in how many deals each option is taken."""
        asked: dict[Decision, dict[Option, int]] = {}
        for number, path in enumerate(self.situations.payoffs.paths):
            deals = int(self.situations.weights[self.paths == number].sum()) * self.situations.dealer_hands
            for decision, option in path:
                options = asked.setdefault(decision, {})
                options[option] = options.get(option, 0) + deals
        return asked

    def _rows(self) -> list[StrategyRow]:
        """Return rows by up cards, then by kinds of player hands, those played alike together and the best first."""
        situations, ranked = self.situations, ranking(naming_system(self.game))
        kinds = ranked.category_places[situations.values]
        columns = np.column_stack([situations.up, kinds, self.paths, situations.values]).astype(np.int64)
        sizes = tuple((columns.max(axis=0) + 1).tolist())
        codes, which = np.unique(np.ravel_multi_index(tuple(columns.T), sizes), return_inverse=True)
        keys = np.column_stack(np.unravel_index(codes, sizes))
        groups, samples = which.ravel(), np.zeros(len(keys), np.int64)
        samples[groups] = np.arange(len(groups))
        weights = np.zeros(len(keys), np.int64)
        np.add.at(weights, groups, self.situations.weights)
        sums = summed(self.worth, groups, len(keys))
        barred = summed(~self.situations.allowed, groups, len(keys)) > 0
        all_paths, rows = self.situations.payoffs.paths, []
        for group in range(len(keys))[::-1]:
            path = all_paths[int(keys[group, -2])]
            for place, (decision, option) in enumerate(path):
                rows.append(
                    StrategyRow(
                        decision=decision,
                        path=tuple(each for _, each in path[:place]),
                        seen=tuple(self.situations.seen[samples[group]].tolist()),
                        label=self._label(keys[group].tolist()),
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
        return f"dealer shows {shown_up(self.layout.up, key[:2])}: {name}" if self.layout.up else name

    def rules(self) -> tuple[Rules, Paths]:
        """Return the best cuts in the order of player hands for every kind of up cards, as rules, and all rows' paths.

        Neighbors among the kinds share their cuts as far as the list would be too long, the cheapest first. Kickers are
        named where leaving them out would cost more than a little.
        """
        order, values = ranking(naming_system(self.game)), np.unique(self.situations.values).tolist()
        return fewest_kickers(order, values, self._ruled, lambda ruled: ruled[0].cost)

    def _ruled(self, kickers: int) -> tuple[Rules, Paths]:
        """Return the rules whose cuts name at most `kickers` kickers."""
        order, situations = by_commitment(self.situations.payoffs), self.situations
        places = named_places(ranking(naming_system(self.game)), np.unique(situations.values).tolist(), kickers)
        kinds, kind_of = np.unique(situations.up, axis=0, return_inverse=True)
        kind_of = kind_of.ravel()
        place_of = np.searchsorted([place.value for place in places], situations.values, side="right") - 1
        worth = np.zeros((len(kinds), len(order), len(places)), object)
        for choice, path in enumerate(order):
            np.add.at(worth[:, choice], (kind_of, place_of), self.worth[path].astype(object))
            barred = ~situations.allowed[path]
            worth[kind_of[barred], choice, place_of[barred]] = NEVER
        paths, found = self.paths.copy(), list[list[Rule]]()
        for members, cuts in shared_cuts(list(worth), MOST_KINDS):
            rows = np.flatnonzero(np.isin(kind_of, members))
            for start, choice in cuts:
                paths[rows[place_of[rows] >= start]] = order[choice]
            shown = self._shown(kinds[[members[0], members[-1]]].tolist())
            found.append([self._rule(shown, places[start].cut, int(order[choice])) for start, choice in cuts[::-1]])
        lost = self.worth.max(axis=0) - self.worth[paths, np.arange(len(paths))]
        cost = situations.as_fraction(int(lost.sum()), int(situations.weights.sum()))
        return Rules(tuple(_in_order(found)), cost), paths

    def _shown(self, kinds: list[list[int]]) -> UpCards | None:
        (first, first_rank), (last, last_rank) = kinds
        return UpCards(self.layout.up, (first, first_rank), (last, last_rank)) if self.layout.up else None

    def _rule(self, shown: UpCards | None, cut: HandCut | None, path: int) -> Rule:
        takes = tuple(Step(option.name, option.title) for _, option in self.situations.payoffs.paths[path])
        return Rule(takes, () if cut is None else (HandAtLeast(cut),), shown)


def _in_order(found: Sequence[Sequence[Rule]]) -> list[Rule]:
    """Return the rules of each kind of up cards, and the rule for everything else once, as the last."""
    if len(found) == 1:
        return [replace(rule, where=None) for rule in found[0]]
    lasts = {rules[-1].takes for rules in found}
    together = len(lasts) == 1 and all(len(rules) > 1 for rules in found)
    rules = [rule for each in found for rule in (each[:-1] if together else each)]
    return [*rules, *(Rule(takes) for takes in lasts if together)]


def summed(worth: NDArray[Any], groups: NDArray[np.intp], n_groups: int) -> Numbers:
    """Return the columns of an array added up by the group that each belongs to."""
    sums = np.zeros((n_groups, len(worth)), np.int64)
    np.add.at(sums, groups, worth.T)
    return sums.T


def option_values(
    situations: Situations, before: Path, sums: Numbers, allowed: NDArray[np.bool_], weight: int
) -> dict[Option, Fraction]:
    """Return the value of every option after the start of a path that the hand may take, with optimal play after it."""
    found: dict[Option, Fraction] = {}
    for path, worth, open_to in zip(situations.payoffs.paths, sums.tolist(), allowed.tolist(), strict=True):
        if open_to and path[: len(before)] == before and len(path) > len(before):
            option, value = path[len(before)][1], situations.as_fraction(worth, weight)
            found[option] = max(found.get(option, value), value)
    return found
