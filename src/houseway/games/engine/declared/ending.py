"""How a seat's round ended, in the few facts that decide every wager.

An ending is small and finite: which option was taken at each decision, how each comparison came out, and which row of
a pay table each paid hand hit. The table makes one a round from the cards; the analysis makes every possible one. Both
hand it to the title's `settle`, so that settlement is written once.
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
    """What became of the player's hand against the dealer's."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Compared:
    """How a comparison came out; a dealer without a qualifier always qualifies."""

    outcome: Outcome
    qualified: bool
    of: "Compare" = field(compare=False, repr=False)

    @property
    def won(self) -> bool:
        """Whether the player's hand is the higher."""
        return self.outcome is Outcome.WON

    @property
    def tied(self) -> bool:
        """Whether the hands are equal."""
        return self.outcome is Outcome.TIED

    @property
    def lost(self) -> bool:
        """Whether the dealer's hand is the higher."""
        return self.outcome is Outcome.LOST


@dataclass(frozen=True, slots=True)
class PayClass:
    """The row of a pay table that a hand hits: its label and odds to one (0: push); `odds` None where no row does."""

    label: str
    odds: Fraction | None
    of: "Paid" = field(compare=False, repr=False)

    @property
    def hit(self) -> bool:
        """Whether a row of the table has the hand."""
        return self.odds is not None


@dataclass(frozen=True, slots=True)
class IsMade:
    """Whether a hand is the one in question."""

    made: bool
    of: "Makes | Between" = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Lead:
    """By how many points one hand is ahead of another, below 0 behind, and whether a natural decided it."""

    points: int
    natural: bool
    of: "Margin" = field(compare=False, repr=False)


Feature = Compared | PayClass | IsMade | Lead
"""What the cards decide, once all of them are known."""


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
        """Whether it came to this comparison, or to this hand."""
        return term in self.features

    def taken(self, decision: "Decision") -> "Option | None":
        """The option taken at a decision, None where the seat was not asked."""
        return self.options.get(decision)

    @property
    def folded(self) -> bool:
        """Whether the seat gave its hand up."""
        return any(option.folds for option in self.options.values())

    def took_back(self, wager: "Opening") -> bool:
        """Whether an opening wager was withdrawn on the way."""
        return any(option.takes_back is wager for option in self.options.values())

    def times(self, bet: "LaterBet") -> int:
        """How many times its base a later bet is, 0 where it was not made."""
        return sum(option.times for option in self.options.values() if bet in option.bets)

    @property
    def in_words(self) -> str:
        """The ending as the author of a title thinks of it: what was taken, and how each hand came out."""
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
