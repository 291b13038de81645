"""A simplified strategy (rule list) as data: rules of conditions and options, from which everything else follows.

The words that are printed, the play that is priced and the rule that applies to a hand all come from the same objects.
A rule list is read in order: the first rule that applies says what to do. What a family looks at are its conditions; a
condition says whether it holds of what is seen, in words and in a plain form for JSON.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple, Protocol, runtime_checkable

FORMAT = 1
"""The number of the plain form. A record of another form is not read: its rule list is computed again."""
ELSE = "everything else"
EXPENSIVE = 5
"""A list that costs more than one part in so many of the house edge is said to be expensive."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat sees: cards, and numbers that a family reads from them."""

    own: Sequence[int]
    board: Sequence[int] = ()
    up: Sequence[int] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@runtime_checkable
class Condition(Protocol):
    """Something that a person checks."""

    @property
    def text(self) -> str:
        """What is checked, in words that leave nothing out."""

    def holds(self, seen: Seen) -> bool:
        """Whether it is so."""

    def to_plain(self) -> dict[str, Any]:
        """A plain form for JSON."""


class Step(NamedTuple):
    """An option: its name in the game, and what people call it."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: it takes its options where one of its conditions holds; without conditions, with everything else.

    `decision` is the title of the decision where the game has more than one, `after` what was done before it. `where`
    is a condition that leads the line, such as the dealer's up card.
    """

    takes: tuple[Step, ...]
    when: tuple[Condition, ...] = ()
    where: Condition | None = None
    decision: str = ""
    after: tuple[Step, ...] = ()

    def applies(self, seen: Seen) -> bool:
        """Whether the rule says what to do with what is seen."""
        if self.where is not None and not self.where.holds(seen):
            return False
        return not self.when or any(condition.holds(seen) for condition in self.when)

    @property
    def lead(self) -> str:
        """What the line begins with."""
        at = self.decision + "".join(f", after {step.title}" for step in self.after)
        return "".join(f"{part}: " for part in (at, "" if self.where is None else self.where.text) if part)

    @property
    def said(self) -> str:
        """What the rule does, and with what."""
        does = ", ".join(step.title for step in self.takes)
        return f"{does} with {'; '.join(condition.text for condition in self.when) or ELSE}"

    def to_plain(self) -> dict[str, Any]:
        """A plain form for JSON; what is not said is left out."""
        return {
            **({"decision": self.decision} if self.decision else {}),
            **({"after": [list(step) for step in self.after]} if self.after else {}),
            **({"where": self.where.to_plain()} if self.where is not None else {}),
            "when": [condition.to_plain() for condition in self.when],
            "takes": [list(step) for step in self.takes],
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """An ordered list of rules with its exact cost against the optimal strategy, in units a round.

    `notes` explain words of the rules.
    """

    rules: tuple[Rule, ...]
    cost: Fraction
    notes: tuple[str, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """The rules in words, at most fifteen; rules about the same up cards share a line."""
        return (*(line for line, _ in self._lines()), *self.notes)

    def applied(self, seen: Seen, decision: str = "", taken: Sequence[str] = ()) -> tuple[str, Rule] | None:
        """The first rule of a decision that applies, with its line; `taken` are the names of the options before it."""
        for line, rules in self._lines():
            for rule in rules:
                here = rule.decision in ("", decision)
                after = not rule.after or [step.name for step in rule.after] == list(taken)
                if here and after and rule.applies(seen):
                    return line, rule
        return None

    def to_plain(self) -> dict[str, Any]:
        """A plain form for JSON."""
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
        """Rules share a line where it begins with the dealer's up cards."""
        number, rule = numbered
        return rule.lead, -1 if getattr(rule.where, "shares_a_line", False) else number


def plain_fields(condition: Any, kind: str) -> dict[str, Any]:
    """The fields of a condition that are not left at their defaults, by name, behind its kind; tuples as lists."""
    told: dict[str, Any] = {"kind": kind}
    for each in fields(condition):
        value = getattr(condition, each.name)
        if value != each.default:
            told[each.name] = list(value) if isinstance(value, tuple) else value
    return told


def expensive_words(cost: Fraction, edge: Fraction, units: str) -> str:
    """A plain sentence where a list costs more than a fifth of the house edge; empty where it does not.

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
