"""A short list of rules for one decision, fitted to what options are worth by the sign of the cards in sight.

A *sign* is a number for what a person sees at a glance; a family says what it looks at. A rule is a condition on the
sign with an option: of all rules that hold, the largest option is taken, and where none holds, the smallest. Option by
option, the smaller first, rules are added one at a time, each the one that gains most. Then rules are exchanged for
better ones while that gains, and those that change nothing are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.rules import Condition, Rule, Step

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_RULES = 5
"""How many rules an option may have."""
LEAST_SHARE = 2000
"""A rule must gain at least one part in so many of what the first rules gain."""


@dataclass(frozen=True)
class Candidate:
    """A condition that a rule may have, and the signs that meet it."""

    condition: Condition
    holds: Flags


@dataclass(frozen=True)
class FittedRules:
    """For one decision: the conditions under which each option but the smallest is taken, and what that means."""

    conditions: tuple[tuple[Condition, ...], ...]
    choice: NDArray[np.int8]

    def rules(self, options: Sequence[Step], decision: str) -> Iterator[Rule]:
        """The rules, the largest option first: of all that apply the first is taken."""
        for place in reversed(range(1, len(options))):
            if self.conditions[place]:
                yield Rule((options[place],), self.conditions[place], decision=decision)
        yield Rule((options[0],), decision=decision)


Placed = tuple[int, int]
"""An option, and the place of the condition under which it is taken."""


def fit(worth: Numbers, candidates: Sequence[Candidate]) -> FittedRules:
    """The rules for `worth[option, sign]`, the options in the order of commitment."""
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
    """What lists of rules are worth: `holds[condition, sign]`."""

    worth: Numbers
    holds: Flags

    def choice(self, rules: Sequence[Placed]) -> Numbers:
        """The option that the rules take with every sign."""
        choice = np.zeros(self.worth.shape[1], np.int64)
        for option, place in rules:
            choice = np.where(self.holds[place], np.maximum(choice, option), choice)
        return choice

    def value(self, rules: Sequence[Placed]) -> int:
        """What the rules are worth."""
        return int(self.worth[self.choice(rules), np.arange(self.worth.shape[1])].sum())

    def best_addition(self, rules: Sequence[Placed], option: int) -> tuple[Placed, int]:
        """The rule for an option that gains most besides these."""
        choice = self.choice(rules)
        now = self.worth[choice, np.arange(self.worth.shape[1])]
        gains = self.holds @ np.where(choice < option, self.worth[option] - now, 0)
        place = int(gains.argmax())
        return (option, place), int(gains[place])

    def needed(self, rules: list[Placed]) -> list[Placed]:
        """The rules without those that change nothing, or change it for the worse."""
        for rule in rules:
            others = [each for each in rules if each != rule]
            if self.value(others) >= self.value(rules):
                rules = others
        return rules

    def exchanged(self, rules: list[Placed]) -> list[Placed]:
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
