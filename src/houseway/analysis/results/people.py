"""What a simplified strategy (rule list) has to offer, whatever the game."""

from fractions import Fraction
from typing import Any, Protocol

RULE_LIST = "rule-list"
"""The strategy that plays by such a list."""


class RuleList(Protocol):
    """An ordered list of rules that a person can play, with its exact price against best play, in Antes a round."""

    @property
    def cost(self) -> Fraction:
        """The price of the rules as they are printed."""

    def lines(self) -> tuple[str, ...]:
        """The rules in words, at most fifteen."""

    def to_plain(self) -> dict[str, Any]:
        """The rules as plain data for JSON, with the number of their form."""
