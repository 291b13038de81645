"""What a strategy for people has to offer, whatever the game."""

from fractions import Fraction
from typing import Protocol

RULE_LIST = "rule-list"
"""The strategy that plays by such a list."""


class RuleList(Protocol):
    """An ordered list of rules that a person can play, with its exact price against best play, in Antes a round."""

    @property
    def cost(self) -> Fraction:
        """What the rules give away."""

    def lines(self) -> tuple[str, ...]:
        """The rules in words, at most fifteen."""
