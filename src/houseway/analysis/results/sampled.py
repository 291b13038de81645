"""Shares of the pot that were dealt rather than counted: each with how far off it may be."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.cards.card import Card


@dataclass(frozen=True, slots=True)
class SampledHold:
    """One way to hold a hand: its share of the pot on average, and what the best one of the same deals has more.

    In 95 samples of 100 the true share lies within `margin` of this one, and the true shortfall within
    `shortfall_margin` of that one, which is smaller: all ways are played on the same deals, so that luck cancels out.
    """

    held: tuple[Card, ...]
    share: Fraction
    margin: float
    shortfall: Fraction
    shortfall_margin: float

    @property
    def is_level(self) -> bool:
        """Whether the sample cannot tell it from the best one."""
        return float(self.shortfall) <= self.shortfall_margin


@dataclass(frozen=True, slots=True)
class SampledHolds:
    """All ways to hold a hand, the best first, against so many opponents who hold by a rule."""

    hand: tuple[Card, ...]
    opponents: int
    opponent_rule: str
    deals: int
    holds: tuple[SampledHold, ...]

    @property
    def best(self) -> SampledHold:
        """The one with the largest share."""
        return self.holds[0]
