"""One player's part of a table of Fast Action Hold'em."""

from dataclasses import dataclass

from houseway.games.engine.bet import Bet
from houseway.games.engine.money import NO_MONEY, Cents
from houseway.games.titles.fast_action_holdem.options import ANTE, BONUS, BOTH, Hand, rest_of

LAMMER_FROM = Cents(500)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table: one hand if two cards were kept, two after a split (FA-7, FA-7a)."""

    bet: Bet
    hole: Hand = ()
    hands: tuple[Hand, ...] = ()
    split: str = ""

    @property
    def discards(self) -> Hand:
        """Return the two cards that are in no hand, once two were kept."""
        return rest_of(self.hole, self.hands[0]) if len(self.hands) == 1 else ()

    @property
    def has_lammer(self) -> bool:
        """Return whether the Bonus is large enough for an Envy lammer (FA-3)."""
        return self.bet.amount("bonus") >= LAMMER_FROM

    def stakes(self) -> tuple[tuple[str, int, Cents], ...]:
        """Return every wager with its hand and its amount. A Split bet equals its bet (FA-7a)."""
        ante, bonus = self.bet.amount("ante"), self.bet.amount("bonus")
        stakes = (
            ("ante", 0, ante),
            ("bonus", 0, bonus),
            ("split_ante", 1, ante if self.split in (ANTE, BOTH) else NO_MONEY),
            ("split_bonus", 1, bonus if self.split in (BONUS, BOTH) else NO_MONEY),
        )
        return tuple(stake for stake in stakes if stake[2])
