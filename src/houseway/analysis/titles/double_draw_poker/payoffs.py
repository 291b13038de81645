"""What each outcome is worth, in whole numbers.

A round that is played to the end and lost costs four Antes: Ante, Bonus and two Draw bets (DD-9). Everything else is
written as a *gain* over that loss, which is never negative: a fold at the second option gains one Ante, a fold at the
first option two, a winning hand seven and the odds of its Bonus (DD-8a, DD-8b). The unit is 1/scale Ante.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from houseway.analysis.titles.double_draw_poker.space import WINNING
from houseway.games.titles.double_draw_poker import DRAW_BETS, DoubleDrawPoker

BETS_AT_START = len(DoubleDrawPoker.wagers)
ALL_BETS = BETS_AT_START + len(DRAW_BETS)
EVEN_MONEY_BETS = ALL_BETS - 1
"""The bets that pay 1 to 1 with a winning hand: all but the Bonus."""

FOLD_FIRST, FOLD_SECOND = -BETS_AT_START, -BETS_AT_START - 1
LOSS = -ALL_BETS


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Gains by outcome in units of 1/scale Antes, the losing outcome first."""

    scale: int
    gains: tuple[int, ...]

    @classmethod
    def of(cls, game: DoubleDrawPoker) -> "Payoffs":
        """The gains of the game's pay table."""
        exact = [Fraction(0), *(net - LOSS for net in winning_nets(game))]
        scale = lcm(*(gain.denominator for gain in exact))
        return cls(scale, tuple(int(gain * scale) for gain in exact))

    def antes(self, gain: int, total: int = 1) -> Fraction:
        """The net result in Antes that belongs to an average gain of `gain` / `total`."""
        return LOSS + Fraction(gain, total * self.scale)


def bonus_nets(game: DoubleDrawPoker) -> list[Fraction]:
    """What the Bonus nets with each winning outcome: the odds of its row, or its loss where it has none (DD-8b)."""
    rows = [game.bonus_table.row_of(category) for category in WINNING]
    return [row.pays if row else Fraction(-1) for row in rows]


def winning_nets(game: DoubleDrawPoker) -> list[Fraction]:
    """The net result in Antes of each winning outcome (DD-8a, DD-8b)."""
    return [EVEN_MONEY_BETS + bonus for bonus in bonus_nets(game)]
