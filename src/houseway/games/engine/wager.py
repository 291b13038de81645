"""The bets that open a round, as a table takes them."""

from collections.abc import Iterable
from dataclasses import dataclass

from houseway.games.engine.bet import Bet
from houseway.games.engine.progressive import ProgressiveTable


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet that a seat may open a round with.

    `follow_on` is the largest later bet that this one obliges or allows, as a multiple: a Raise of twice the Ante
    must stay within the limits too, so the Ante is held to half of them. `own_game` is False for a bet that rides on
    another one's outcome, such as a bet for the dealer: it is no further game with the same hand of cards. `limited` is
    False for chips that are only brought to the table, of which the game itself limits each wager. `usual` is a wager
    that need not be made and mostly is. One `on_meter` has its prizes from meters, and is no part of a title's figures.
    """

    name: str
    title: str
    clause: str
    required: bool = True
    follow_on: int = 1
    own_game: bool = True
    limited: bool = True
    usual: bool = False
    on_meter: bool = False


@dataclass(frozen=True, slots=True)
class MeterWager:
    """The wager on meters that a table takes: always of the same amount, and paid by one table of prizes."""

    name: str
    amount: int
    prizes: ProgressiveTable

    def staked(self, bets: Iterable[Bet]) -> int:
        """What seats have on it together, in cents."""
        return sum(bet.amount(self.name) for bet in bets)
