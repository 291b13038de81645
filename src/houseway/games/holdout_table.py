"""A table of Five Card HoldOut: its seats, blinds and limits, what a bet may be, and what the house charges."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from houseway.cards.card import Card
from houseway.errors import BadBet, BadSetting
from houseway.games.betting import FIXED, BettingTerms
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game, Wager
from houseway.games.engine.money import Cents, dollars
from houseway.games.pots import Rake

HOLE_CARDS, MOST_DISCARDS = 5, 4
BURN_CARDS, FLOP_CARDS, RIVER_CARDS = 1, 2, 2
BOARD_CARDS = FLOP_CARDS + RIVER_CARDS
BETS_A_ROUND = 4
BIG_BET = 2


@dataclass(frozen=True)
class HoldOutTable(Game):
    """What one table offers; `FiveCardHoldOut` adds the hand itself.

    `rake_percent` and `rake_cap` (for one hand; None: no cap) count where FCH-R7 is rake, `time_fee` (for each seat and
    hand) where it is time.
    """

    slug: ClassVar[str] = "five-card-holdout"
    wagers: ClassVar[tuple[Wager, ...]] = (Wager("stack", "stack", "FCH-R5", limited=False),)

    small_blind: int = 100
    big_blind: int = 200
    rake_percent: int | Fraction = 5
    rake_cap: int | None = 500
    time_fee: int = 100

    def __post_init__(self) -> None:
        amounts = {"small_blind": self.small_blind, "big_blind": self.big_blind, "time_fee": self.time_fee}
        for name, amount in (amounts if self.rake_cap is None else {**amounts, "rake_cap": self.rake_cap}).items():
            if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
                raise BadSetting(f"{name}: expected a whole number of cents, more than zero; got {amount!r}")
        if self.small_blind > self.big_blind:
            raise BadSetting(f"small_blind {self.small_blind} is more than big_blind {self.big_blind} (FCH-2)")
        percent = self.rake_percent
        if isinstance(percent, bool) or not isinstance(percent, int | Fraction) or not 0 < percent <= 100:
            raise BadSetting(f"rake_percent: expected a whole number or Fraction, over 0 to 100; got {percent!r}")
        largest = BIG_BET * self.big_blind if self.reading("FCH-R1") == FIXED else self.big_blind
        self.limits.check_wager("the smallest bet of the last round", largest, poker=True)

    @property
    def seats(self) -> range:
        """Two to nine players (FCH-R6), as one deck of 52 serves (FCH-R8)."""
        return range(2, 10)

    def cards_needed(self, n_seats: int) -> int:
        """All hole cards, two burns and the board."""
        return HOLE_CARDS * n_seats + 2 * BURN_CARDS + BOARD_CARDS

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Five cards each in rotation (FCH-3a), as packets in the order of the rotation."""
        hole_cards = HOLE_CARDS * n_seats
        if len(cards) < hole_cards:
            return cards
        packets = [card for place in range(n_seats) for card in cards[place:hole_cards:n_seats]]
        return (*packets, *cards[hole_cards:])

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """All stacks together: players win from each other, and nobody else pays (FCH-5a)."""
        return (sum(bet.amount("stack") for bet in bets),) * len(bets)

    def check_bet(self, seat: int, bet: Bet) -> None:
        """A stack must cover the time fee and leave something to play with (FCH-R7)."""
        if bet.amount("stack") <= self.fee:
            raise BadBet(f"seat {seat}: the stack must be more than the time fee of {dollars(self.fee)} (FCH-R7)")

    @cached_property
    def fee(self) -> Cents:
        """What each seat pays for the hand (FCH-R7)."""
        return Cents(self.time_fee if self.reading("FCH-R7") == "time" else 0)

    @cached_property
    def rake(self) -> Rake | None:
        """What the house takes from the pots of a hand that saw the flop (FCH-R7)."""
        if self.reading("FCH-R7") != "rake":
            return None
        return Rake(Fraction(self.rake_percent), None if self.rake_cap is None else Cents(self.rake_cap))

    @cached_property
    def terms(self) -> tuple[BettingTerms, ...]:
        """What a wager may be in each of the three rounds (FCH-0, FCH-R1).

        A bet and three raises are the most in a fixed limit, and under WAC 230-15-135 in every structure; the same rule
        bounds a single bet or raise where the table has a jurisdiction.
        """
        structure = self.reading("FCH-R1")
        by_rule = self.limits.wagers_a_round
        most = BETS_A_ROUND if structure == FIXED else None if by_rule is None else by_rule.value
        largest = self.limits.largest_poker_wager
        largest_wager = None if largest is None else largest.value
        big_bet = BIG_BET * self.big_blind if structure == FIXED else self.big_blind
        return tuple(
            BettingTerms(structure, bet, most, largest_wager) for bet in (self.big_blind, self.big_blind, big_bet)
        )

    def blinds(self, order: tuple[int, ...]) -> dict[int, int]:
        """Who posts what (FCH-2); of two players the button posts the small blind (FCH-R3)."""
        small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
        return {small: self.small_blind, big: self.big_blind}
