"""The ending of a seat's round, in the few facts that decide every wager.

An ending is small and finite. It has the option taken at each decision, the result of each comparison, and the pay
table row of each paid hand. The table makes one ending per round from the cards. The analysis makes every possible one.
Both pass it to the title's `settle`, so that settlement is written once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from houseway.games.engine.declared.vocabulary import (
        Between,
        Cause,
        Compare,
        Decision,
        LaterBet,
        Makes,
        Margin,
        Opening,
        Option,
        Paid,
    )

NOTHING = "nothing"
"""The label of a hand that no row of a pay table pays."""


class Outcome(Enum):
    """The result of the player's hand against the dealer's."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of a comparison. A dealer without a qualifier always qualifies."""

    outcome: Outcome
    qualified: bool
    of: "Compare" = field(compare=False, repr=False)

    @property
    def won(self) -> bool:
        """Return whether the player's hand is the higher."""
        return self.outcome is Outcome.WON

    @property
    def tied(self) -> bool:
        """Return whether the hands tie."""
        return self.outcome is Outcome.TIED

    @property
    def lost(self) -> bool:
        """Return whether the dealer's hand is the higher."""
        return self.outcome is Outcome.LOST


@dataclass(frozen=True, slots=True)
class PayClass:
    """The pay table row of a hand: its label and odds to one (0 is a push). `odds` is None if no row pays the hand."""

    label: str
    odds: Fraction | None
    of: "Paid" = field(compare=False, repr=False)

    @property
    def hit(self) -> bool:
        """Return whether a row of the table pays the hand."""
        return self.odds is not None


@dataclass(frozen=True, slots=True)
class IsMade:
    """The fact whether a hand is the one in question."""

    made: bool
    of: "Makes | Between" = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead of one hand over another in points, below 0 if behind, and whether a natural decided it."""

    points: int
    natural: bool
    of: "Margin" = field(compare=False, repr=False)


Feature = Compared | PayClass | IsMade | Lead
"""A fact that the cards decide, once all of them are known."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The options taken, decision by decision, and the features that the cards decided."""

    options: Mapping["Decision", "Option"]
    features: "Mapping[Cause, Feature]"

    @overload
    def __getitem__(self, term: "Compare") -> Compared: ...
    @overload
    def __getitem__(self, term: "Paid") -> PayClass: ...
    @overload
    def __getitem__(self, term: "Makes | Between") -> IsMade: ...
    @overload
    def __getitem__(self, term: "Margin") -> Lead: ...
    def __getitem__(self, term: "Cause") -> Feature:
        return self.features[term]

    def has(self, term: "Cause") -> bool:
        """Return whether the round reached this comparison, or this hand."""
        return term in self.features

    def taken(self, decision: "Decision") -> "Option | None":
        """Return the option taken at a decision, None if the seat was not asked."""
        return self.options.get(decision)

    @property
    def folded(self) -> bool:
        """Return whether the seat folded."""
        return any(option.folds for option in self.options.values())

    def took_back(self, wager: "Opening") -> bool:
        """Return whether an opening wager was withdrawn during the round."""
        return any(option.takes_back is wager for option in self.options.values())

    def times(self, bet: "LaterBet") -> int:
        """Return how many times its base a later bet is, 0 if it was not made."""
        return sum(option.times for option in self.options.values() if bet in option.bets)

    @property
    def in_words(self) -> str:
        """Return the ending in the terms of the title's author: the options taken, and the result of each hand."""
        taken = ", ".join(option.name for option in self.options.values())
        return "; ".join([taken or "nothing is decided", *map(_came_out, self.features.values())])


def _came_out(feature: Feature) -> str:
    name = feature.of.name
    if isinstance(feature, Compared):
        return f"{name} {feature.outcome.value}{'' if feature.qualified else ', dealer not qualified'}"
    if isinstance(feature, PayClass):
        return f"{name}: {feature.label}"
    if isinstance(feature, IsMade):
        return f"{name} made" if feature.made else f"{name} not made"
    return f"{name}: {feature.points:+} points"
