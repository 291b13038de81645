"""Features that a game may have besides its wagers: an aggregate limit on payouts, and an Envy Bonus."""

from dataclasses import dataclass

from houseway.games.engine.bet import Bet
from houseway.games.engine.money import Cents

ENVY = "envy"
"""What an Envy Bonus is called among settlements."""


@dataclass(frozen=True, slots=True)
class AggregateLimit:
    """A limit that the house may post on what all bets of a kind win together (WAC 230-15-490).

    `posted` is its amount, None where none is posted; `by_hand` tells a limit on each bet from one on the whole round.
    """

    clause: str
    posted: Cents | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Envy:
    """A fixed sum to those who have a lammer for every hand of another player that a pay table lists.

    The lammer comes with `wager` from the amount `lammer_from` up. `hands` is how many hands of one player can qualify
    another. `readings` are those that change what it comes to.
    """

    clause: str
    lammer_clause: str
    wager: str
    lammer_from: Cents
    table: str
    hands: int
    readings: tuple[str, ...]

    def has_lammer(self, bet: Bet) -> bool:
        """Whether a seat with these bets gets a lammer."""
        return bet.amount(self.wager) >= self.lammer_from
