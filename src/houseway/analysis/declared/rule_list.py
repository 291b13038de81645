"""A strategy for people: one list of cuts, from the weakest hands to the strongest, with its exact cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import counted_by_family
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Family, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.people import RuleList
from houseway.errors import HousewayError
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class NoRuleListError(HousewayError):
    """A title for which no list of rules is fitted, nor any other strategy but the best valued."""


class TeachingFamily(Family, Protocol):
    """A family that also fits rules for people to its titles, and values other strategies than the best."""

    def rule_list(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> RuleList:
        """The rules, with their exact cost."""

    def solve_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """What a strategy of a name leads to."""

    def player_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays by it."""


class AllOptions(NamedTuple):
    """Cards in sight, how many deals of them a row stands for, the values of all paths and whether each is allowed,
    both by row and path, and the unit of the values.
    """

    seen: Cards
    weights: Numbers
    values: Numbers
    allowed: NDArray[np.bool_]
    unit: int


class KeepingFamily(Family, Protocol):
    """A family that keeps the value of every path in every situation."""

    def all_options(self, payoffs: Payoffs, runner: Runner) -> AllOptions:
        """Every situation with the values of all paths."""


def keeps_situations(family: Family) -> TypeGuard[KeepingFamily]:
    """Whether a family can set all situations of two versions of a title side by side."""
    return hasattr(family, "all_options")


@dataclass(frozen=True, slots=True)
class CutRules:
    """Rules in words with their price."""

    text: tuple[str, ...]
    cost: Fraction

    def lines(self) -> tuple[str, ...]:
        """The rules, at most fifteen."""
        return self.text


def best_cuts(worth: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The best way to give hands in ascending order to choices in ascending order, no weaker hand a larger choice.

    `worth[choice][place]` is what a choice is worth with the hands of a place. The answer lists the first place of
    every choice that is made, with the choice; of equally good ways the one with fewer choices.

    >>> best_cuts([[0, 0, 0, 0], [-3, -1, 2, 5]])
    [(0, 0), (2, 1)]
    """
    n_choices, n_places = len(worth), len(worth[0])
    best: list[tuple[int, int, tuple[tuple[int, int], ...]]] = [(0, 0, ())] * n_choices
    for place in range(n_places):
        following = []
        for choice in range(n_choices):
            ways = [best[choice]] if best[choice][2] or not place else []
            ways += [best[before] for before in range(choice) if best[before][2]]
            value, cuts, starts = max(ways, key=lambda way: (way[0], way[1])) if ways else (0, 0, ())
            if not starts or starts[-1][1] != choice:
                starts, cuts = (*starts, (place, choice)), cuts - 1
            following.append((value + worth[choice][place], cuts, starts))
        best = following
    return list(max(best, key=lambda way: (way[0], way[1]))[2])


def teaching(family: Family, game: DeclaredGame) -> TeachingFamily:
    """The family, which must be one that knows more strategies than the best."""
    if not hasattr(family, "rule_list"):
        raise NoRuleListError(f"{game.title}: its family, {family.name}, knows the best strategy and no rule list")
    return cast(TeachingFamily, family)


def knows_rules(game: Game) -> bool:
    """Whether more strategies of a game are known than the best; every game that is no declaration has a rule list."""
    return not counted_by_family(game) or hasattr(family_of(game), "rule_list")
