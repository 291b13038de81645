"""A table of Five Card HoldOut: its seats and cards, the size of a hand, and its betting limits."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar

from houseway.cards.card import Card
from houseway.errors import BadSetting
from houseway.games.engine.bet import Wager
from houseway.games.engine.betting import FIXED, BettingTerms
from houseway.games.engine.between_players import STACK, GameBetweenPlayers, PlayersClauses
from houseway.games.engine.layout import LEAST, MOST, POT, Felt, Layout

HOLE_CARDS, MOST_DISCARDS = 5, 4
BURN_CARDS, FLOP_CARDS, RIVER_CARDS = 1, 2, 2
BOARD_CARDS = FLOP_CARDS + RIVER_CARDS
BETS_A_ROUND = 4
BIG_BET = 2

RANKINGS = {2: "two-card", 3: "three-card", 4: "four-card", HOLE_CARDS: "standard"}
"""The ranking by the number of cards in a hand."""


@dataclass(frozen=True, slots=True)
class HoldOutSize:
    """The number of cards and bets in a hand: the letter's, or fewer, for a game small enough to be solved whole.

    A hand has the number of cards dealt to a player. Without a river, the last round of betting follows the flop.
    `bets_a_round` counts the bet and the raises of a round in a fixed limit.
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
                f"Up to {self.most_discards} of {self.hole_cards} cards may be discarded, "
                f"and a board of {self.board_cards} cannot make up for them (FCH-3d)"
            )

    @property
    def most_discards(self) -> int:
        """Return how many cards may be discarded (FCH-3c)."""
        return self.hole_cards - self.least_held

    @property
    def board_cards(self) -> int:
        """Return the number of all community cards."""
        return self.flop_cards + self.river_cards

    @property
    def streets(self) -> tuple[int, ...]:
        """Return how many community cards come before each round of betting."""
        return (0, self.flop_cards, self.river_cards) if self.river_cards else (0, self.flop_cards)


def _check_within(name: str, given: object, values: range) -> None:
    if isinstance(given, bool) or not isinstance(given, int) or given not in values:
        raise BadSetting(f"{name}: expected {values[0]} to {values[-1]}; got {given!r}")


LETTERS_SIZE = HoldOutSize()


@dataclass(frozen=True)
class HoldOutTable(GameBetweenPlayers):
    """A game as one table offers it. `FiveCardHoldOut` adds the hand itself.

    Blinds (FCH-2, and FCH-R3 with two players), stacks (FCH-R5) and the house's charge (FCH-R7) are those of every
    player vs. player game. The charge is a rake of a hand that saw the flop, or a fee for each seat and hand.
    """

    slug: ClassVar[str] = "five-card-holdout"
    wagers: ClassVar[tuple[Wager, ...]] = (Wager(STACK, "stack", "FCH-R5", limited=False),)

    short_name: ClassVar[str] = "holdout"
    phh_code: ClassVar[str] = "5HO"
    cited: ClassVar[PlayersClauses] = PlayersClauses(
        button="FCH-1", blinds="FCH-2", structure="FCH-R1", charge="FCH-R7", showdown="FCH-5a"
    )
    counted_piles: ClassVar[tuple[str, ...]] = ("discards",)
    system: ClassVar[str] = RANKINGS[HOLE_CARDS]
    opponent_rule: ClassVar[str] = "hold-best"
    small_settings: ClassVar[Mapping[str, int]] = MappingProxyType({"bets_a_round": 2, "least_held": 1})

    @property
    def size(self) -> HoldOutSize:
        """Return how many cards and bets a hand has."""
        return LETTERS_SIZE

    @property
    def seats(self) -> range:
        """Return two to nine players (FCH-R6), the number that one deck of 52 serves (FCH-R8)."""
        return range(2, 10)

    def cards_needed(self, n_seats: int) -> int:
        """Return all hole cards, a burn before the flop and before the river, and the board."""
        size = self.size
        return size.hole_cards * n_seats + size.burn_cards * (len(size.streets) - 1) + size.board_cards

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Return five cards each in rotation (FCH-3a), as packets in the order of the rotation."""
        hole_cards = self.size.hole_cards * n_seats
        if len(cards) < hole_cards:
            return cards
        packets = [card for place in range(n_seats) for card in cards[place:hole_cards:n_seats]]
        return (*packets, *cards[hole_cards:])

    @classmethod
    def layout(cls) -> Layout:
        """Return the layout of its piles and moves in arrays of a fixed size."""
        return Layout(
            own_piles=("hole", "held", "discards"),
            common_piles=("board",),
            wagers=("pot", "time"),
            plain_moves=(("fold", ""), ("check", ""), ("call", ""), LEAST, POT, MOST),
            card_moves=(("discard", ""),),
            hand="hole",
            hand_cards=HOLE_CARDS,
            decisions=1,
        )

    def felt(self) -> Felt:
        """Return a player vs. player felt, with a board of four cards and a button for discards (FCH-3c)."""
        shared = super().felt()
        asks = "Discard {cards}, or none. They are not replaced, and every card that you hold must play."
        asked = {"ask": asks, "picked": "Discard", "rest": "Hold"}
        return {
            **shared,
            "center": [{"pile": "board", "title": "Board", "places": self.size.board_cards}],
            "actions": {**shared["actions"], "discard": {"words": "Discard", "key": "D"}},
            "choosing": {"discard": {**asked, "told": "", "counted": "discard"}},
        }

    @cached_property
    def terms(self) -> tuple[BettingTerms, ...]:
        """Return the terms of wagers in each round. The last has the big bet of a fixed limit (FCH-0, FCH-R1).

        A bet and three raises are the most in a fixed limit, and under WAC 230-15-135 in every structure. The same rule
        bounds a single bet or raise if the table has a jurisdiction.
        """
        structure = self.structure
        by_rule = self.limits.wagers_a_round
        most = self.size.bets_a_round if structure == FIXED else None if by_rule is None else by_rule.value
        largest = self.limits.largest_poker_wager
        largest_wager = None if largest is None else largest.value
        big_bet = BIG_BET * self.big_blind if structure == FIXED else self.big_blind
        bets = [self.big_blind] * (len(self.size.streets) - 1) + [big_bet]
        return tuple(BettingTerms(structure, bet, most, largest_wager) for bet in bets)
