"""A strategy for people: cuts in the order of hands, from the weakest to the strongest, where words can name them.

A short list of rules for one decision, fitted to the values of the options by the sign of the cards in sight.

A *sign* is a number for the features that a person sees at a glance. Each family defines its features. A rule is a
condition on the sign with an option. Of all rules that apply, the largest option is taken. Where none applies, the
smallest is taken. Option by option, the smaller first, rules are added one at a time, each the one that gains most.
Then rules are exchanged for better ones while that gains. Rules that change nothing are left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import counted_by_family
from houseway.analysis.declared.registry import family_of
from houseway.analysis.results.rules import Condition, HandCut, Rule, Step, cuts_between
from houseway.games.engine.game import Game
from houseway.ranking.facade import Ranking

Fitted = TypeVar("Fitted")


LITTLE = Fraction(1, 2000)
"""The extra cost that a list may have, in units per round, to name fewer kickers."""


class Place(NamedTuple):
    """A place at which an order of hands may be cut: the lowest value above it, and its name, except for the first."""

    value: int
    cut: HandCut | None


def named_places(order: Ranking, values: Iterable[int], kickers: int) -> list[Place]:
    """Return the places between ascending values whose names have at most `kickers` kickers, from the start on."""
    first, *others = values
    cuts = cuts_between(order, [first, *others])
    return [Place(first, None), *(Place(value, cut) for value, cut in cuts if len(cut.kickers) <= kickers)]


def fewest_kickers(
    order: Ranking, values: Sequence[int], fit: Callable[[int], Fitted], cost: Callable[[Fitted], Fraction]
) -> Fitted:
    """Return the list that names the fewest kickers, of those that cost little more than the list with all kickers."""
    most = max((len(cut.kickers) for _, cut in cuts_between(order, values)), default=0)
    finest = fit(most)
    for kickers in range(most):
        fitted = fit(kickers)
        if cost(fitted) - cost(finest) <= LITTLE:
            return fitted
    return finest


def best_cuts(worth: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the best way to give hands in ascending order to choices in ascending order.

    No weaker hand gets a larger choice. `worth[choice][place]` is the value of a choice with the hands of a place. The
    answer lists the first place of every choice that is made, with the choice. Of equally good ways it is the one with
    fewer choices.

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
    """Return the best cuts of several situations, `worth[situation][choice][place]`, in at most `most` runs.

    The two neighboring runs that lose least by it share their cuts first. The answer lists the situations of each run
    with its cuts.

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
        """Return the best cuts; the first choice begins at the first place."""
        held = np.flatnonzero((self.worth != 0).any(axis=0))
        found = best_cuts(self.worth[:, held].tolist())
        return [(int(held[start]) if start else 0, choice) for start, choice in found]

    @cached_property
    def value(self) -> int:
        """Return the value of the run with its best cuts."""
        edges = [start for start, _ in self.cuts] + [self.worth.shape[1]]
        spans = zip(self.cuts, pairwise(edges), strict=True)
        return sum(int(self.worth[choice, low:high].sum()) for (_, choice), (low, high) in spans)


def knows_rules(game: Game) -> bool:
    """Return whether a rule list is fitted to a game, as it is to every game that is not declared."""
    return not counted_by_family(game) or family_of(game).fits_rules


Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_RULES = 5
"""The most rules that an option may have."""
LEAST_SHARE = 2000
"""The smallest gain of a rule, as a divisor of the gain of the first rules."""


@dataclass(frozen=True)
class Candidate:
    """A condition that a rule may have, and the signs that meet it."""

    condition: Condition
    holds: Flags


@dataclass(frozen=True)
class FittedRules:
    """The conditions, for one decision, for each option but the smallest, and the option that each sign takes."""

    conditions: tuple[tuple[Condition, ...], ...]
    choice: NDArray[np.int8]

    def rules(self, options: Sequence[Step], decision: str) -> Iterator[Rule]:
        """Yield the rules, the largest option first; the first rule that applies is taken."""
        for place in reversed(range(1, len(options))):
            if self.conditions[place]:
                yield Rule((options[place],), self.conditions[place], decision=decision)
        yield Rule((options[0],), decision=decision)


Placed = tuple[int, int]
"""An option, and the place of the condition under which it is taken."""


def fit(worth: Numbers, candidates: Sequence[Candidate]) -> FittedRules:
    """Fit rules to `worth[option, sign]`, with the options in the order of commitment."""
    search = _Search(worth, np.stack([each.holds for each in candidates]))
    rules: list[Placed] = []
    for option in range(1, len(worth)):
        for _ in range(MOST_RULES):
            rule, gain = search.best_addition(rules, option)
            if gain <= 0 or gain * LEAST_SHARE < search.value([*rules, rule]) - search.value([]):
                break
            rules.append(rule)
    rules = search.needed(search.exchanged(search.needed(rules)))
    chosen = [
        tuple(candidates[place].condition for option, place in rules if option == each) for each in range(len(worth))
    ]
    return FittedRules(tuple(chosen), search.choice(rules).astype(np.int8))


@dataclass(frozen=True)
class _Search:
    """A search for lists of rules and their values; `holds[condition, sign]` marks the signs that meet a condition."""

    worth: Numbers
    holds: Flags

    def choice(self, rules: Sequence[Placed]) -> Numbers:
        """Return the option that the rules take with every sign."""
        choice = np.zeros(self.worth.shape[1], np.int64)
        for option, place in rules:
            choice = np.where(self.holds[place], np.maximum(choice, option), choice)
        return choice

    def value(self, rules: Sequence[Placed]) -> int:
        return int(self.worth[self.choice(rules), np.arange(self.worth.shape[1])].sum())

    def best_addition(self, rules: Sequence[Placed], option: int) -> tuple[Placed, int]:
        """Return the rule for an option that gains most when it is added to the rules."""
        choice = self.choice(rules)
        now = self.worth[choice, np.arange(self.worth.shape[1])]
        gains = self.holds @ np.where(choice < option, self.worth[option] - now, 0)
        place = int(gains.argmax())
        return (option, place), int(gains[place])

    def needed(self, rules: list[Placed]) -> list[Placed]:
        """Return the rules without those that change nothing or lose value."""
        for rule in rules:
            others = [each for each in rules if each != rule]
            if self.value(others) >= self.value(rules):
                rules = others
        return rules

    def exchanged(self, rules: list[Placed]) -> list[Placed]:
        """Return the rules after exchanging them one by one for better ones, as long as that gains."""
        value, before = self.value(rules), None
        while value != before:
            before = value
            for place in range(len(rules)):
                others = [*rules[:place], *rules[place + 1 :]]
                for option in range(1, len(self.worth)):
                    rule, _ = self.best_addition(others, option)
                    if (better := self.value([*others, rule])) > value:
                        rules, value = [*others, rule], better
        return rules
