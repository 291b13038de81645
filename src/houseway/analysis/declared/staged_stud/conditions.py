"""A short list of rules for one decision of a staged stud, fitted to what options are worth by the sign of the cards.

A rule is a condition on the sign with an option: of all rules that hold, the largest option is taken, and where none
holds, the smallest. Option by option, the smaller first, rules are added one at a time, each the one that gains most.
Then rules are exchanged for better ones while that gains, and those that change nothing are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.staged_stud.signs import (
    LOW_PAIR,
    MOST_POINTS,
    N_SIGNS,
    NO_STRAIGHT,
    NOTHING,
    PAID_PAIR,
    PUSHED_PAIR,
    SHAPE,
    THREE_OR_MORE,
    TWO_PAIR,
)
from houseway.cards.card import RANK_NAMES, RANK_PLURALS

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_RULES = 5
"""How many rules an option may have."""
LEAST_SHARE = 2000
"""A rule must gain at least one part in so many of what the first rules gain."""


@dataclass(frozen=True)
class Condition:
    """What a person checks, in words and as the signs that have it."""

    text: str
    holds: Flags


@dataclass(frozen=True)
class FittedRules:
    """For one decision: the conditions under which each option but the smallest is taken, and what that means."""

    conditions: tuple[tuple[str, ...], ...]
    choice: NDArray[np.int8]

    def lines(self, options: Sequence[str]) -> Iterator[str]:
        """The rules in words, the largest option first."""
        for place in reversed(range(1, len(options))):
            if self.conditions[place]:
                yield f"{options[place]} with {'; '.join(self.conditions[place])}"
        yield f"{options[0]} with everything else"


def conditions_of(points: Sequence[int], n_seen: int) -> list[Condition]:
    """Everything that can be asked of so many cards."""
    made, score, suited, gaps = np.unravel_index(np.arange(N_SIGNS), SHAPE)
    found = [Condition(text, made >= level) for text, level in _made(points)]
    scores = [(f"{least} points or more", least) for least in range(1, MOST_POINTS + 1) if any(points)]
    found += [Condition(text, (score >= least) & (made == NOTHING)) for text, least in scores]
    for most in range(NO_STRAIGHT - 1):
        in_a_row = gaps <= most
        inside = "no gap" if not most else f"at most {most} gap{'s' if most > 1 else ''}"
        straight, flush = f"{n_seen} to a straight with {inside}", f"{n_seen} to a straight flush with {inside}"
        found += [Condition(straight, in_a_row), Condition(flush, in_a_row & (suited == n_seen))]
        for text, least in scores:
            found.append(Condition(f"{straight} and {text}", in_a_row & (score >= least)))
            found.append(Condition(f"{flush} and {text}", in_a_row & (suited == n_seen) & (score >= least)))
    for most in range(2, n_seen + 1):
        found.append(Condition(f"{most} cards of a suit" + ("" if most == n_seen else " or more"), suited >= most))
        found += [
            Condition(f"{n_seen} cards of a suit and {text}", (suited == n_seen) & (score >= least))
            for text, least in scores
            if most == n_seen
        ]
    return found


def _made(points: Sequence[int]) -> Iterator[tuple[str, int]]:
    yield "a pair or better", LOW_PAIR
    for level, worth in ((PUSHED_PAIR, 1), (PAID_PAIR, 2)):
        ranks = [rank for rank, each in enumerate(points) if each >= worth]
        if ranks:
            yield f"a pair of {RANK_PLURALS[ranks[0]]} or better", level
    yield "two pair or better", TWO_PAIR
    yield "three of a kind or better", THREE_OR_MORE


def points_in_words(points: Sequence[int]) -> Iterator[str]:
    """How points are counted."""
    for worth in (2, 1):
        ranks = [RANK_NAMES[rank] for rank, each in enumerate(points) if each == worth]
        if ranks:
            yield f"{worth} for each {ranks[0]} to {ranks[-1]}" if len(ranks) > 1 else f"{worth} for each {ranks[0]}"


Rule = tuple[int, int]
"""An option, and the place of the condition under which it is taken."""


def fit(worth: Numbers, conditions: Sequence[Condition]) -> FittedRules:
    """The rules for `worth[option, sign]`, the options in the order of commitment."""
    search = _Search(worth, np.stack([each.holds for each in conditions]))
    rules: list[Rule] = []
    for option in range(1, len(worth)):
        for _ in range(MOST_RULES):
            rule, gain = search.best_addition(rules, option)
            if gain <= 0 or gain * LEAST_SHARE < search.value([*rules, rule]) - search.value([]):
                break
            rules.append(rule)
    rules = search.needed(search.exchanged(search.needed(rules)))
    chosen = [tuple(conditions[place].text for option, place in rules if option == each) for each in range(len(worth))]
    return FittedRules(tuple(chosen), search.choice(rules).astype(np.int8))


@dataclass(frozen=True)
class _Search:
    """What lists of rules are worth: `holds[condition, sign]`."""

    worth: Numbers
    holds: Flags

    def choice(self, rules: Sequence[Rule]) -> Numbers:
        """The option that the rules take with every sign."""
        choice = np.zeros(N_SIGNS, np.int64)
        for option, place in rules:
            choice = np.where(self.holds[place], np.maximum(choice, option), choice)
        return choice

    def value(self, rules: Sequence[Rule]) -> int:
        """What the rules are worth."""
        return int(self.worth[self.choice(rules), np.arange(N_SIGNS)].sum())

    def best_addition(self, rules: Sequence[Rule], option: int) -> tuple[Rule, int]:
        """The rule for an option that gains most besides these."""
        choice = self.choice(rules)
        now = self.worth[choice, np.arange(N_SIGNS)]
        gains = self.holds @ np.where(choice < option, self.worth[option] - now, 0)
        place = int(gains.argmax())
        return (option, place), int(gains[place])

    def needed(self, rules: list[Rule]) -> list[Rule]:
        """The rules without those that change nothing, or change it for the worse."""
        for rule in rules:
            others = [each for each in rules if each != rule]
            if self.value(others) >= self.value(rules):
                rules = others
        return rules

    def exchanged(self, rules: list[Rule]) -> list[Rule]:
        """The rules with one after the other exchanged for a better one, as long as that gains."""
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
