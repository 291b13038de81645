"""The most that one wager can win, and posted limits on it."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.games.engine.game import Game
from houseway.games.engine.money import Cents, dollars, winnings
from houseway.plain import exact

EVEN = Fraction(1)


@dataclass(frozen=True, slots=True)
class WagerPayout:
    """One wager at the limits. `what` is the row or event that pays most, `by_table` whether a pay table pays it.

    Amounts are in cents. The payout excludes the stake. `prize_of` names another wager whose prize it shares, so that
    one limit counts for both.
    """

    wager: str
    title: str
    clause: str
    stake: Cents
    odds: Fraction
    what: str
    by_table: bool
    prize_of: str = ""

    @property
    def payout(self) -> Cents:
        """Return the most that the wager wins."""
        return winnings(self.stake, self.odds)

    def to_dict(self) -> dict[str, object]:
        """Return the plain form for JSON."""
        return {
            "wager": self.wager,
            "title": self.title,
            "clause": self.clause,
            "stake_cents": self.stake,
            "highest_odds": exact(self.odds),
            "pays_most_on": self.what,
            "by_pay_table": self.by_table,
            "largest_payout_cents": self.payout,
        }


def limit_left_out(game: Game) -> tuple[str, ...]:
    """Return the note that a result without the limit needs. Return an empty tuple if no limit is posted."""
    limit = game.aggregate
    if limit is None or limit.posted is None:
        return ()
    left_out = f"The posted limit of {dollars(limit.posted)} is left out"
    return (f"{left_out}: state the Ante to see what it changes ({limit.clause}).",)
