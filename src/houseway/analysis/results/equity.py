"""Chances in a game between players: of every player at a showdown, and of every way to hold a hand."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.results.exact import exact
from houseway.cards.card import Card
from houseway.cards.notation import format_cards


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """One player's chances: to win alone, to tie for the best hand, and the share of the pot on average."""

    held: tuple[Card, ...]
    win: Fraction
    tie: Fraction
    equity: Fraction

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints."""
        return {
            "held": format_cards(self.held).split(),
            "win": exact(self.win),
            "tie": exact(self.tie),
            "equity": exact(self.equity),
        }


@dataclass(frozen=True, slots=True)
class EquityResult:
    """All players' chances over so many boards, all equally likely."""

    boards: int
    players: tuple[PlayerEquity, ...]

    def to_dict(self) -> dict[str, object]:
        """The plain form that `--json` prints."""
        return {"boards": self.boards, "players": [player.to_dict() for player in self.players]}


HoldValue = PlayerEquity
"""A hold and its chances: the same figures as a player's."""


@dataclass(frozen=True, slots=True)
class HoldResult:
    """All holds of a hand, the best first, over so many equally likely situations of opponent and board."""

    hand: tuple[Card, ...]
    opponent: tuple[Card, ...]
    opponent_rule: str
    situations: int
    holds: tuple[HoldValue, ...]

    @property
    def best(self) -> HoldValue:
        """The hold with the largest share of the pot; the one with more cards of equal ones."""
        return self.holds[0]

    def to_dict(self) -> dict[str, object]:
        """The plain form for JSON."""
        return {
            "hand": format_cards(self.hand).split(),
            "opponent": format_cards(self.opponent).split(),
            "opponent_rule": self.opponent_rule,
            "situations": self.situations,
            "holds": [hold.to_dict() for hold in self.holds],
        }
