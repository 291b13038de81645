"""A strategy for people: cuts in the order of hands, from the weakest to the strongest, where words can name them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeGuard, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import counted_by_family
from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Family, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.hand_cuts import HandCut, cuts_between
from houseway.analysis.results.people import RuleList
from houseway.errors import HousewayError
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.ranking.facade import Ranking

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Fitted = TypeVar("Fitted")


class NoRuleListError(HousewayError):
    """A title for which no list of rules is fitted, nor any other strategy but the best valued."""


class ComparingFamily(Family, Protocol):
    """A family that values other strategies than the best."""

    def solve_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """What a strategy of a name leads to."""

    def player_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays by it."""


class TeachingFamily(ComparingFamily, Protocol):
    """A family that also fits rules for people to its titles."""

    def rule_list(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> RuleList:
        """The rules, with their exact cost."""


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

    def all_options(self, payoffs: Payoffs, runner: Runner) -> AllOptions | None:
        """Every situation with the values of all paths; None where a title has too many situations to hold."""


def keeps_situations(family: Family) -> TypeGuard[KeepingFamily]:
    """Whether a family can set all situations of two versions of a title side by side."""
    return hasattr(family, "all_options")


class ChangedPlay(NamedTuple):
    """Situations of one stage that are best played differently by other payoffs: how many, and the most expensive one.

    `seen` holds the player's cards and then the community cards of that one, `cost` what the old option costs there.
    """

    stage: int
    before: str
    after: str
    situations: int
    seen: tuple[int, ...]
    cost: Fraction


class ChangedPlays(NamedTuple):
    """How best play of a base fares in a changed version: situations met at each stage, those that change, the cost."""

    met: tuple[int, ...]
    moves: tuple[ChangedPlay, ...]
    cost: Fraction


class StagedFamily(Family, Protocol):
    """A family that follows the same cards through two versions of a title, decision by decision."""

    def changed_plays(self, base: Payoffs, changed: Payoffs, *, smaller_on_ties: bool = False) -> ChangedPlays | None:
        """Every situation that the base strategy meets and the changed version plays differently."""


def follows_stages(family: Family) -> TypeGuard[StagedFamily]:
    """Whether a family can follow two versions of a title through all decisions."""
    return hasattr(family, "changed_plays")


LITTLE = Fraction(1, 2000)
"""What a list may cost more, in units a round, to name fewer kickers."""


class Place(NamedTuple):
    """A place at which an order of hands may be cut: the lowest value above it, and its name; none at the start."""

    value: int
    cut: HandCut | None


def named_places(order: Ranking, values: Iterable[int], kickers: int) -> list[Place]:
    """The places between ascending values whose names have at most so many kickers, from the start on."""
    first, *others = values
    cuts = cuts_between(order, [first, *others])
    return [Place(first, None), *(Place(value, cut) for value, cut in cuts if len(cut.kickers) <= kickers)]


def fewest_kickers(
    order: Ranking, values: Sequence[int], fit: Callable[[int], Fitted], cost: Callable[[Fitted], Fraction]
) -> Fitted:
    """The list that names the fewest kickers of those that cost little more than with as many as there are."""
    most = max((len(cut.kickers) for _, cut in cuts_between(order, values)), default=0)
    finest = fit(most)
    for kickers in range(most):
        fitted = fit(kickers)
        if cost(fitted) - cost(finest) <= LITTLE:
            return fitted
    return finest


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


def shared_cuts(worth: Sequence[NDArray[np.object_]], most: int) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """The best cuts of several situations, `worth[situation][choice][place]`, for at most so many runs of neighbors.

    Of two neighboring runs those share their cuts first that lose least by it. The answer lists the situations of each
    run with its cuts.

    >>> worth = np.array([[[0, 0], [-1, 2]], [[0, 0], [-1, 3]], [[0, 0], [1, 1]]], object)
    >>> shared_cuts(list(worth), 2)
    [([0, 1], [(0, 0), (1, 1)]), ([2], [(0, 1)])]
    """
    runs = [_Run([place], each) for place, each in enumerate(worth)]
    joined = [first.with_next(second) for first, second in pairwise(runs)]
    while joined:
        losses = [
            first.value + second.value - both.value
            for (first, second), both in zip(pairwise(runs), joined, strict=True)
        ]
        place = losses.index(min(losses))
        if losses[place] > 0 and len(runs) <= most:
            break
        runs[place : place + 2] = [joined[place]]
        del joined[place]
        if place:
            joined[place - 1] = runs[place - 1].with_next(runs[place])
        if place < len(joined):
            joined[place] = runs[place].with_next(runs[place + 1])
    return [(run.members, run.cuts) for run in runs]


@dataclass(frozen=True)
class _Run:
    """Neighboring situations that share their cuts."""

    members: list[int]
    worth: NDArray[np.object_]

    def with_next(self, other: "_Run") -> "_Run":
        return _Run([*self.members, *other.members], self.worth + other.worth)

    @cached_property
    def cuts(self) -> list[tuple[int, int]]:
        """The best ones; the first choice begins at the first place."""
        held = np.flatnonzero((self.worth != 0).any(axis=0))
        found = best_cuts(self.worth[:, held].tolist())
        return [(int(held[start]) if start else 0, choice) for start, choice in found]

    @cached_property
    def value(self) -> int:
        """What they are worth."""
        edges = [start for start, _ in self.cuts] + [self.worth.shape[1]]
        spans = zip(self.cuts, pairwise(edges), strict=True)
        return sum(int(self.worth[choice, low:high].sum()) for (_, choice), (low, high) in spans)


def compares(family: Family) -> bool:
    """Whether a family knows other strategies than the best."""
    return hasattr(family, "solve_as")


def comparing(family: Family, game: DeclaredGame) -> ComparingFamily:
    """The family, which must be one that knows more strategies than the best."""
    if not compares(family):
        raise NoRuleListError(f"{game.title}: its counting method, {family.name}, has only the optimal strategy.")
    return cast(ComparingFamily, family)


def teaching(family: Family, game: DeclaredGame) -> TeachingFamily:
    """The family, which must be one that fits rules."""
    if not hasattr(family, "rule_list"):
        raise NoRuleListError(
            f"{game.title}: its counting method, {family.name}, has no simplified strategy (rule list)."
        )
    return cast(TeachingFamily, family)


def knows_rules(game: Game) -> bool:
    """Whether a rule list is fitted to a game, as it is to every one that is no declaration."""
    return not counted_by_family(game) or hasattr(family_of(game), "rule_list")
