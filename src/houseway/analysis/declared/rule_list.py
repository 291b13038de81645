"""A strategy for people: cuts in the order of hands, from the weakest to the strongest, where words can name them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import counted_by_family
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.hand_cuts import HandCut, cuts_between
from houseway.games.engine.game import Game
from houseway.ranking.facade import Ranking

Fitted = TypeVar("Fitted")


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


def knows_rules(game: Game) -> bool:
    """Return whether a rule list is fitted to a game, as it is to every game that is not declared."""
    return not counted_by_family(game) or family_of(game).fits_rules
