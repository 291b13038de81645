"""What Bonus and Split Bonus win: by the pay table and, where the bets are stated, to the cent and within a limit."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.errors import BadBet
from houseway.games.engine.money import Cents, dollars, share_out, winnings
from houseway.games.titles.fast_action_holdem import FastActionGame

LOSES = Fraction(-1)


@dataclass(frozen=True)
class Payoffs:
    """The net results of a player's Bonus bets, in Antes, by the classes of the hands that they ride on.

    `odds` has the net result of a Bonus of one for each class by the pay table alone, `bonus` is the Bonus in Antes.
    `ante` is the Ante in cents, or None. With it a broken cent stays with the house and the posted aggregate limit
    counts (FA-15i): on each hand, or on both hands of the only player of a round, who then share it in proportion.
    """

    odds: tuple[Fraction, ...]
    bonus: Fraction
    ante: Cents | None = None
    limit: Cents | None = None
    scope: str = "round"

    @classmethod
    def of(cls, game: FastActionGame, first_values: tuple[int, ...], bonus: Fraction, ante: int | None) -> "Payoffs":
        """The payoffs of a game; a stated Ante is checked."""
        odds = odds_by_class(game, first_values)
        if ante is None:
            return cls(odds, bonus)
        if isinstance(ante, bool) or not isinstance(ante, int) or ante <= 0:
            raise BadBet(f"expected an Ante of one cent or more, in whole cents; got {ante!r}")
        if (ante * bonus).denominator != 1:
            raise BadBet(f"A Bonus of {bonus} Antes of {dollars(ante)} is not a whole number of cents.")
        game.limits.check_wager("Ante", ante)
        game.limits.check_wager("Bonus", int(ante * bonus))
        return cls(odds, bonus, Cents(ante), game.aggregate_limit, game.aggregate_scope)

    def settled(self, *hands: int) -> tuple[Fraction, ...]:
        """The net result of the Bonus on the first hand and, where there is one, of the Split Bonus on the second."""
        if self.ante is None:
            return tuple(self.bonus * self.odds[hand] for hand in hands)
        stake = int(self.ante * self.bonus)
        due = [winnings(stake, max(self.odds[hand], Fraction(0))) for hand in hands]
        return tuple(
            Fraction(paid, self.ante) if self.odds[hand] >= 0 else -self.bonus
            for hand, paid in zip(hands, self._within_limit(due), strict=True)
        )

    def _within_limit(self, due: list[Cents]) -> tuple[Cents, ...]:
        if self.limit is None:
            return tuple(due)
        if self.scope == "hand":
            return tuple(min(amount, self.limit) for amount in due)
        return share_out(due, self.limit)

    @cached_property
    def alone(self) -> tuple[Fraction, ...]:
        """The net result of the only Bonus bet, for each class."""
        return tuple(self.settled(hand)[0] for hand in range(len(self.odds)))

    @cached_property
    def lost_by_sharing(self) -> dict[tuple[int, int], Fraction]:
        """For the classes of two hands with a Bonus each, what the limit takes because they share it, where it does."""
        classes = range(len(self.odds))
        losses = {
            (first, second): self.alone[first] + self.alone[second] - sum(self.settled(first, second))
            for first in classes
            for second in classes
        }
        return {hands: loss for hands, loss in losses.items() if loss}


def odds_by_class(game: FastActionGame, first_values: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The net result of a Bonus of one for each class of hands."""
    pays = (game.pays["bonus"].pays_value(value, game.showdown) for value in first_values)
    return tuple(LOSES if odds is None else odds for odds in pays)
