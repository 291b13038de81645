"""A table of Five Card HoldOut: its seats, blinds and limits, what a bet may be, and what the house charges."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from houseway.cards.card import Card
from houseway.errors import BadBet, BadSetting
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game, Wager
from houseway.games.engine.money import Cents, dollars
from houseway.games.titles.five_card_holdout.betting import FIXED, BettingTerms
from houseway.games.titles.five_card_holdout.pots import Rake

HOLE_CARDS, MOST_DISCARDS = 5, 4
BURN_CARDS, FLOP_CARDS, RIVER_CARDS = 1, 2, 2
BOARD_CARDS = FLOP_CARDS + RIVER_CARDS
BETS_A_ROUND = 4
BIG_BET = 2

RANKINGS = {2: "two-card", 3: "three-card", 4: "four-card", HOLE_CARDS: "standard"}
"""How hands of so many cards compare."""


@dataclass(frozen=True, slots=True)
class HoldOutSize:
    """How many cards and bets a hand has: as the letter has them, or fewer, for a game small enough to be solved whole.

    A hand is made of as many cards as are dealt to a player. Without a river the flop is followed by the last round of
    betting. `bets_a_round` counts the bet and the raises of a round in a fixed limit.
    """

    hole_cards: int = HOLE_CARDS
    flop_cards: int = FLOP_CARDS
    river_cards: int = RIVER_CARDS
    burn_cards: int = BURN_CARDS
    least_held: int = HOLE_CARDS - MOST_DISCARDS
    bets_a_round: int = BETS_A_ROUND

    def __post_init__(self) -> None:
        _check_within("hole_cards", self.hole_cards, range(min(RANKINGS), HOLE_CARDS + 1))
        _check_within("flop_cards", self.flop_cards, range(1, HOLE_CARDS))
        _check_within("river_cards", self.river_cards, range(HOLE_CARDS))
        _check_within("burn_cards", self.burn_cards, range(BURN_CARDS + 1))
        _check_within("least_held", self.least_held, range(1, self.hole_cards + 1))
        _check_within("bets_a_round", self.bets_a_round, range(1, BETS_A_ROUND + 1))
        if self.most_discards > self.board_cards:
            raise BadSetting(
                f"of {self.hole_cards} cards up to {self.most_discards} may be discarded, "
                f"and a board of {self.board_cards} cannot make up for them (FCH-3d)"
            )

    @property
    def most_discards(self) -> int:
        """How many cards may be thrown away (FCH-3c)."""
        return self.hole_cards - self.least_held

    @property
    def board_cards(self) -> int:
        """All community cards."""
        return self.flop_cards + self.river_cards

    @property
    def streets(self) -> tuple[int, ...]:
        """How many community cards come before each round of betting."""
        return (0, self.flop_cards, self.river_cards) if self.river_cards else (0, self.flop_cards)


def _check_within(name: str, given: object, values: range) -> None:
    if isinstance(given, bool) or not isinstance(given, int) or given not in values:
        raise BadSetting(f"{name}: expected {values[0]} to {values[-1]}; got {given!r}")


LETTERS_SIZE = HoldOutSize()


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
        if self.reading("FCH-R7") == "rake":
            self.limits.check_fee("rake_percent", percent, "a rake")
            self.limits.check_fee("rake_a_hand", self.rake_cap, "a rake a hand")
        elif self.reading("FCH-R7") == "time":
            self.limits.check_fee("fee_a_hand", self.time_fee, "a fee a hand for each player")

    @property
    def size(self) -> HoldOutSize:
        """How many cards and bets a hand has."""
        return LETTERS_SIZE

    @property
    def seats(self) -> range:
        """Two to nine players (FCH-R6), as one deck of 52 serves (FCH-R8)."""
        return range(2, 10)

    def cards_needed(self, n_seats: int) -> int:
        """All hole cards, a burn before the flop and before the river, and the board."""
        size = self.size
        return size.hole_cards * n_seats + size.burn_cards * (len(size.streets) - 1) + size.board_cards

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Five cards each in rotation (FCH-3a), as packets in the order of the rotation."""
        hole_cards = self.size.hole_cards * n_seats
        if len(cards) < hole_cards:
            return cards
        packets = [card for place in range(n_seats) for card in cards[place:hole_cards:n_seats]]
        return (*packets, *cards[hole_cards:])

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """All stacks together: players win from each other, and nobody else pays (FCH-5a)."""
        return (sum(bet.amount("stack") for bet in bets),) * len(bets)

    def usual_bet(self, unit: int) -> Bet:
        """A stack of twenty units."""
        return Bet(stack=20 * unit)

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
        """What a wager may be in each round, of which the last has the big bet of a fixed limit (FCH-0, FCH-R1).

        A bet and three raises are the most in a fixed limit, and under WAC 230-15-135 in every structure; the same rule
        bounds a single bet or raise where the table has a jurisdiction.
        """
        structure = self.reading("FCH-R1")
        by_rule = self.limits.wagers_a_round
        most = self.size.bets_a_round if structure == FIXED else None if by_rule is None else by_rule.value
        largest = self.limits.largest_poker_wager
        largest_wager = None if largest is None else largest.value
        big_bet = BIG_BET * self.big_blind if structure == FIXED else self.big_blind
        bets = [self.big_blind] * (len(self.size.streets) - 1) + [big_bet]
        return tuple(BettingTerms(structure, bet, most, largest_wager) for bet in bets)

    def blinds(self, order: tuple[int, ...]) -> dict[int, int]:
        """Who posts what (FCH-2); of two players the button posts the small blind (FCH-R3)."""
        small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
        return {small: self.small_blind, big: self.big_blind}
