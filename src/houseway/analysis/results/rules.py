"""Rule lists: ordered rules as data, with the cuts in the order of hands that they name.

A list of rules may cut the order of hands at certain places, each named by every rank that counts.

"A pair of fours or better" begins at the lowest pair of fours. "A pair of fours with a queen or better" begins at the
lowest of those with a queen beside the pair. A cut is a category with the ranks needed to distinguish its lowest hand
from the next.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, Protocol, runtime_checkable

from houseway.cards.card import RANK_NAMES, RANKS
from houseway.ranking.category import Category, with_article
from houseway.ranking.facade import Ranking, ranking
from houseway.ranking.natural import Strength

RULE_LIST = "rule-list"
"""The strategy that plays by such a list."""


class RuleList(Protocol):
    """An ordered list of rules for people, with its exact cost against the optimal strategy, in Antes per round."""

    @property
    def cost(self) -> Fraction:
        """Return the cost of the rules as they are printed."""

    def lines(self) -> tuple[str, ...]:
        """Return the rules in words, at most fifteen."""

    def to_plain(self) -> dict[str, Any]:
        """Return the rules as plain data for JSON, with the number of their form."""


NAMED = {
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 1,
    Category.FIVE_OF_A_KIND: 1,
}
"""How many ranks the name of a category includes. The others are kickers."""
FLUSHES_OF = tuple(each for each in Category if each.endswith("-card flush"))
LISTED = (Category.HIGH_CARD, Category.FLUSH, *FLUSHES_OF)
"""Categories whose names list the ranks of all their cards."""


@dataclass(frozen=True, slots=True)
class HandCut:
    """All hands of a ranking system from one up: its category, and the ranks that count, the first ones first.

    >>> print(HandCut("standard", Category.PAIR, (2, 10)))
    a pair of fours with a queen or better
    """

    system: str
    category: Category
    ranks: tuple[int, ...] = ()
    natural: bool = False

    @property
    def lowest(self) -> Strength:
        """Return the lowest strength that is enough; strengths compare as tuples."""
        place = ranking(self.system).categories.index(self.category)
        return (place, *self.ranks, *([1] if self.natural else []))

    @property
    def kickers(self) -> tuple[int, ...]:
        """Return the ranks beside those in the name of the category."""
        return self.ranks[NAMED[self.category] :] if self.category in NAMED else ()

    @property
    def least(self) -> int:
        """Return the lowest value that is enough.

        >>> HandCut("three-card", Category.HIGH_CARD, (10, 4, 2)).least
        121
        """
        order, lowest = ranking(self.system), self.lowest
        below, above = 0, order.n_values + 1
        while above - below > 1:
            middle = (below + above) // 2
            below, above = (below, middle) if order.strength_of(middle) >= lowest else (middle, above)
        return above

    def __str__(self) -> str:
        better = ranking(self.system).system.better
        return f"{with_article(self._name())}{', natural,' if self.natural else ''} or {better}"

    def _name(self) -> str:
        system = ranking(self.system).system
        if not self.ranks:
            return str(self.category)
        if self.category in LISTED:
            listed = "-".join(RANKS[rank] for rank in self.ranks)
            listed = f"{RANK_NAMES[self.ranks[0]]} high" if len(self.ranks) == 1 else listed
            return listed if self.category is Category.HIGH_CARD else f"{self.category}, {listed}"
        told = self.ranks[: NAMED.get(self.category, len(self.ranks))]
        place = ranking(self.system).categories.index(self.category)
        name = system.describe((place, *told, *([0] if system.tells_naturals else [])))
        if not self.kickers:
            return name
        first = RANK_NAMES[self.kickers[0]]
        beside = f"{'an' if first[0] in 'ae' else 'a'} {first}"
        if len(self.kickers) > 1:
            beside = "-".join(RANKS[rank] for rank in self.kickers)
        return f"{name} with {beside}"

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        natural = {"natural": True} if self.natural else {}
        return {"system": self.system, "category": str(self.category), "ranks": list(self.ranks), **natural}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> "HandCut":
        """Return the cut of a plain form."""
        ranks, natural = tuple(plain["ranks"]), plain.get("natural", False)
        return cls(plain["system"], Category(plain["category"]), ranks, natural)


def cuts_between(order: Ranking, values: Iterable[int]) -> Iterator[tuple[int, HandCut]]:
    """Yield the shortest cut that begins with each of the ascending values of hands, except the lowest."""
    below: Strength | None = None
    for value in values:
        strength = order.strength_of(value)
        if below is not None:
            yield value, _shortest(order, strength, below)
        below = strength


def _shortest(order: Ranking, strength: Strength, below: Strength) -> HandCut:
    category, system = order.categories[strength[0]], order.system
    if strength[0] != below[0]:
        return HandCut(order.name, category)
    length = next(place for place, each in enumerate(strength) if below[place : place + 1] != (each,))
    ranks, natural = strength[1:], False
    if system.tells_naturals:
        ranks, natural = strength[1:-1], length == len(strength) - 1
    if category in LISTED:
        return HandCut(order.name, category, ranks[:length], natural)
    if category in NAMED:
        return HandCut(order.name, category, ranks[: max(length, NAMED[category])], natural)
    return HandCut(order.name, category, ranks, natural)


FORMAT = 1
"""The number of the plain form. A record of another form is not read, and its rule list is computed again."""
ELSE = "everything else"
EXPENSIVE = 5
"""A list is called expensive if it costs more than the house edge divided by this number."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards that a seat sees, and numbers that a family reads from them."""

    own: Sequence[int]
    board: Sequence[int] = ()
    up: Sequence[int] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class Condition(Protocol):
    """A condition that a person checks."""

    @property
    def text(self) -> str:
        """Return the complete condition in words."""

    def holds(self, seen: Seen) -> bool:
        """Return whether the condition is met."""

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""


class Step(NamedTuple):
    """An option: its name in the game, and its display name."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. It takes its options where one of its conditions is met; without conditions, with everything else.

    `decision` is the title of the decision where the game has more than one, and `after` the options before it. `where`
    is a condition that leads the line, such as the dealer's up card.
    """

    takes: tuple[Step, ...]
    when: tuple[Condition, ...] = ()
    where: Condition | None = None
    decision: str = ""
    after: tuple[Step, ...] = ()

    def applies(self, seen: Seen) -> bool:
        """Return whether the rule applies to the cards in sight."""
        if self.where is not None and not self.where.holds(seen):
            return False
        return not self.when or any(condition.holds(seen) for condition in self.when)

    @property
    def lead(self) -> str:
        """Return the beginning of the line."""
        at = self.decision + "".join(f", after {step.title}" for step in self.after)
        return "".join(f"{part}: " for part in (at, "" if self.where is None else self.where.text) if part)

    @property
    def said(self) -> str:
        """Return the rule's option, and its hands."""
        does = ", ".join(step.title for step in self.takes)
        return f"{does} with {'; '.join(condition.text for condition in self.when) or ELSE}"

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON, without empty fields."""
        return {
            **({"decision": self.decision} if self.decision else {}),
            **({"after": [list(step) for step in self.after]} if self.after else {}),
            **({"where": self.where.to_plain()} if self.where is not None else {}),
            "when": [condition.to_plain() for condition in self.when],
            "takes": [list(step) for step in self.takes],
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """An ordered list of rules with its exact cost against the optimal strategy, in units per round.

    `notes` explain words of the rules.
    """

    rules: tuple[Rule, ...]
    cost: Fraction
    notes: tuple[str, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """Return the rules in words, at most fifteen; rules about the same up cards share a line."""
        return (*(line for line, _ in self._lines()), *self.notes)

    def applied(self, seen: Seen, decision: str = "", taken: Sequence[str] = ()) -> tuple[str, Rule] | None:
        """Return the first rule of a decision that applies, with its line; `taken` names the options before it."""
        for line, rules in self._lines():
            for rule in rules:
                here = rule.decision in ("", decision)
                after = not rule.after or [step.name for step in rule.after] == list(taken)
                if here and after and rule.applies(seen):
                    return line, rule
        return None

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {
            "format": FORMAT,
            "rules": [rule.to_plain() for rule in self.rules],
            **({"notes": list(self.notes)} if self.notes else {}),
        }

    def _lines(self) -> Iterator[tuple[str, list[Rule]]]:
        for (lead, _), group in groupby(enumerate(self.rules), self._line_of):
            rules = [rule for _, rule in group]
            line = f"{lead}{'; '.join(rule.said for rule in rules)}"
            yield line if lead else line[0].upper() + line[1:], rules

    @staticmethod
    def _line_of(numbered: tuple[int, Rule]) -> tuple[str, int]:
        """Return the key of a rule's line, so that rules share a line that begins with the dealer's up cards."""
        number, rule = numbered
        return rule.lead, -1 if getattr(rule.where, "shares_a_line", False) else number


def plain_fields(condition: Any, kind: str) -> dict[str, Any]:
    """Return the fields of a condition that are not at their defaults, by name, behind its kind; tuples as lists."""
    told: dict[str, Any] = {"kind": kind}
    for each in fields(condition):
        value = getattr(condition, each.name)
        if value != each.default:
            told[each.name] = list(value) if isinstance(value, tuple) else value
    return told


def expensive_words(cost: Fraction, edge: Fraction, units: str) -> str:
    """Return a sentence if a list costs more than a fifth of the house edge; empty if it does not.

    >>> expensive_words(Fraction(4, 100), Fraction(1, 100), "Antes")
    'This list is expensive: it costs 0.0400 Antes per round, 4.0 times the house edge under the optimal strategy.'
    """
    if cost * EXPENSIVE <= abs(edge) or not cost:
        return ""
    lead = f"This list is expensive: it costs {float(cost):.4f} {units} per round"
    if not edge:
        return f"{lead}, and there is no house edge under the optimal strategy."
    times = cost / abs(edge)
    share = f"{float(times):.1f} times" if times >= 1 else f"{float(100 * times):.0f}% of"
    return f"{lead}, {share} the {'house' if edge > 0 else 'player'} edge under the optimal strategy."
