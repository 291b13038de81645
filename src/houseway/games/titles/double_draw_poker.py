"""Double Draw Poker: five cards, two draws, two jokers, no dealer hand (letter of January 14, 2014)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from houseway.cards.card import JOKERS, Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadBet, BadPayTable
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import Event
from houseway.games.engine.felt import FELT_UNIT, FOLDS, Felt, plain_felt
from houseway.games.engine.game import Game
from houseway.games.engine.layout import Layout
from houseway.games.engine.money import NO_MONEY, Cents, dollars, most_back, winnings
from houseway.games.engine.paytable import PaySet, PayTable
from houseway.games.engine.procedure import (
    Deal,
    Dealer,
    Decide,
    Lap,
    ProcedureState,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.engine.settlement import Settlement
from houseway.games.engine.sheet import Sheet
from houseway.games.engine.shoe import Shoe
from houseway.games.engine.shown_hand import ShownHand
from houseway.games.engine.situation import Situation
from houseway.games.engine.state import State
from houseway.games.engine.view import Pile, View
from houseway.games.engine.wager import Wager
from houseway.ranking import Category, HandValue, ranking
from houseway.ranking.category import JOKER_ORDER

PACKET = 5
MOST_DISCARDS = (3, 1)
NUMBER_OF_CARDS = ("no card", "one card", "two cards", "three cards")
DRAW_BETS, BET_CLAUSES = ("draw_1", "draw_2"), ("DD-4a", "DD-5a")
LOSING = JOKER_ORDER[: JOKER_ORDER.index(Category.TWO_PAIR)]
SYSTEM_OF_READINGS = {
    ("bug", "yes"): "bug",
    ("bug", "no"): "bug-no-wheel",
    ("wild", "yes"): "wild",
    ("wild", "no"): "wild-no-wheel",
}

BOTH_JOKERS = descending(JOKERS)
SECOND_JOKER = BOTH_JOKERS[:1]

FOLD = Action("fold")
DRAW = "draw"


@dataclass(frozen=True)
class DoubleDrawPoker(Game):
    """The game as one table offers it. Of the readings, DD-R3 is for reports only: no rule depends on it."""

    slug: ClassVar[str] = "double-draw-poker"
    order_clause: ClassVar[str] = "DD-6"
    wagers: ClassVar[tuple[Wager, ...]] = (Wager("ante", "Ante", "DD-2"), Wager("bonus", "Bonus", "DD-2"))
    later_wagers: ClassVar[Mapping[str, str]] = {"draw_1": "first Draw bet", "draw_2": "second Draw bet"}

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """52 cards and two jokers (DD-0c)."""
        return Deck.with_jokers()

    @classmethod
    def choose_pay_set(
        cls, facts: Sheet, paytable: str | Path | PaySet | None, readings: Mapping[str, str]
    ) -> PaySet | None:
        """A pay table of which no row is below two pair: such a hand loses its Bonus with all else (DD-9)."""
        pay_set = super().choose_pay_set(facts, paytable, readings)
        assert pay_set is not None, "the sheet has pay tables"
        for row in pay_set["bonus"].rows:
            if row.category in LOSING:
                raise BadPayTable(f"pay table {pay_set.name}: {row.label} loses all bets and can pay nothing (DD-9)")
        return pay_set

    def felt(self) -> Felt:
        """Ante, Bonus and two Draw bets; the Bonus table is printed where other felts have a dealer's hand."""
        circles = [["ante", "Ante"], ["bonus", "Bonus"], ["draw_1", "1st Draw"], ["draw_2", "2nd Draw"]]
        return plain_felt(
            motto="Two pair or better wins",
            printed="bonus",
            spot=[{"circles": circles}],
            actions={FOLD.kind: FOLDS, DRAW: {"words": "Stay in for {price}", "key": "D"}},
            choosing={
                DRAW: {
                    "ask": "Pick {cards} to replace, or none.",
                    "picked": "Discard",
                    "rest": "Keep",
                    "told": "replacing",
                    "counted": "replace",
                }
            },
            linked=[{"title": "Ante and Bonus, each", "wagers": ["ante", "bonus"]}],
            defaults={"ante": FELT_UNIT, "bonus": FELT_UNIT},
        )

    def situation(self, view: View) -> Situation:
        """The first option, or the second with the discards of the first (DD-4, DD-5)."""
        assert view.seat is not None, "a spectator decides nothing"
        hand = format_cards(view.cards("hand", view.seat))
        if DRAW_BETS[0] not in dict(view.wagers[view.seat]):
            return Situation(hand, {"stage": 1})
        return Situation(hand, {"stage": 2, "dead": format_cards(view.cards("discards", view.seat))})

    @classmethod
    def layout(cls) -> Layout:
        """One hand, of which cards are replaced."""
        return Layout(
            own_piles=("hand", "discards"),
            common_piles=(),
            wagers=("ante", "bonus", *DRAW_BETS),
            plain_moves=((FOLD.kind, ""),),
            card_moves=((DRAW, ""),),
            hand="hand",
            hand_cards=PACKET,
            decisions=2,
        )

    @property
    def ranking_systems(self) -> tuple[str, ...]:
        """The one of the readings."""
        return (self.system,)

    @property
    def seats(self) -> range:
        """One seat up to as many as the table has (DD-R2)."""
        return range(1, int(self.reading("DD-R2")) + 1)

    @property
    def system(self) -> str:
        """The ranking system: what a joker may be (DD-0b, DD-R1), and whether A-2-3-4-5 is a straight (DD-R4)."""
        return SYSTEM_OF_READINGS[self.reading("DD-R1"), self.reading("DD-R4")]

    @property
    def bonus_table(self) -> PayTable:
        """The pay table of the Bonus (DD-8b)."""
        assert self.pay_set is not None, "the sheet has pay tables"
        return self.pay_set["bonus"]

    def cards_needed(self, n_seats: int) -> int:
        """Five cards for each seat, and four that it may replace."""
        return (PACKET + sum(MOST_DISCARDS)) * n_seats

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Ante and both Draw bets at 1 to 1 (DD-8a), the Bonus at its best row (DD-8b)."""
        return tuple(
            most_back((1 + len(DRAW_BETS)) * bet.amount("ante"), 1)
            + most_back(bet.amount("bonus"), self.bonus_table.highest)
            for bet in bets
        )

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Ante and Bonus are equal (DD-2). Draw bets equal the Ante, so they are within its limits too (DD-10)."""
        if bet.amount("ante") != bet.amount("bonus"):
            raise BadBet(
                f"Seat {seat + 1}: the Ante and the Bonus must be equal; got {dollars(bet.amount('ante'))} "
                f"and {dollars(bet.amount('bonus'))} (DD-2)."
            )

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe) -> State:
        """Equal bets are on Ante and Bonus; no card is dealt (DD-2)."""
        placed = tuple(
            Event("DD-2", f"seat {seat} bets {dollars(bet.amount('ante'))} each on Ante and Bonus", seat)
            for seat, bet in enumerate(bets)
        )
        return DoubleDrawRound(self, shoe, placed, (), cursor=0, seats=tuple(Seat(bet) for bet in bets))


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table. `due` is the number of discards not yet replaced."""

    bet: Bet
    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    due: int = 0
    draw_bets: int = 0
    folded: bool = False
    shown: bool = False

    @property
    def wagers(self) -> tuple[tuple[str, Cents], ...]:
        """Ante, Bonus, and the Draw bets made so far, each as large as the Ante."""
        return (*self.bet.items(), *((name, self.bet["ante"]) for name in DRAW_BETS[: self.draw_bets]))


@dataclass(frozen=True)
class DoubleDrawRound(ProcedureState):
    """A round, step by step in the order of the letter."""

    game: DoubleDrawPoker
    seats: tuple[Seat, ...] = ()

    procedure: ClassVar[tuple[Lap, ...]] = (
        clockwise(Deal("deal_packet", cards=PACKET)),
        once(Dealer("take_deck")),
        clockwise(Decide("first_option"), Deal("first_replacement", cards="replacements_due")),
        clockwise(Decide("second_option", only="is_in"), Deal("second_replacement", cards="replacements_due")),
        counter_clockwise(Dealer("settle")),
    )

    # DD-3: the deal.

    def deal_packet(self, seat: int, cards: tuple[Card, ...]) -> "DoubleDrawRound":
        """A packet of five from the shuffler to a seat (DD-1, DD-3)."""
        event = Event("DD-3", f"a packet of five cards to seat {seat}", seat, cards, seen_by=(seat,))
        return self._with_seat(seat, Seat(self.seats[seat].bet, cards), event)

    def take_deck(self) -> "DoubleDrawRound":
        """The green button gives out the rest of the deck (DD-3)."""
        return self.record(Event("DD-3", "the rest of the deck goes to the dealer's hand"))

    # DD-4: the first option.

    def first_option_options(self, seat: int) -> tuple[Action, ...]:
        """Fold, or stay in and replace up to three cards (DD-4a, DD-4b)."""
        return fold_or_draw(self.seats[seat].hand, MOST_DISCARDS[0])

    def first_option(self, seat: int, action: Action) -> "DoubleDrawRound":
        """Fold, or make the first Draw bet and discard (DD-4a, DD-4b)."""
        return self._act(seat, action, "DD-4b")

    def first_replacement(self, seat: int, cards: tuple[Card, ...]) -> "DoubleDrawRound":
        """New cards from the deck for the discards, which are dead (DD-4b)."""
        return self._replace(seat, cards, "DD-4b")

    # DD-5: the second option.

    def second_option_options(self, seat: int) -> tuple[Action, ...]:
        """Fold, or stay in and replace at most one card (DD-5a, DD-5b)."""
        return fold_or_draw(self.seats[seat].hand, MOST_DISCARDS[1])

    def second_option(self, seat: int, action: Action) -> "DoubleDrawRound":
        """Fold, or make the second Draw bet and discard (DD-5a, DD-5b)."""
        return self._act(seat, action, "DD-5b")

    def second_replacement(self, seat: int, cards: tuple[Card, ...]) -> "DoubleDrawRound":
        """A new card from the deck for the discard (DD-5b)."""
        return self._replace(seat, cards, "DD-5b")

    def question(self) -> str:
        """How many cards may be replaced now (DD-4b, DD-5b)."""
        turn = self.turn
        assert turn is not None, "a seat decides"
        if turn.step == Decide("first_option"):
            return "First draw: stay in and replace up to three cards, or fold. You may replace one more later."
        return "Second and last draw: stay in and replace at most one card, or fold."

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """A Draw bet equals the Ante (DD-4a, DD-5a)."""
        assert isinstance(self.actor, int), "a seat decides"
        player = self.seats[self.actor]
        return (NO_MONEY if action == FOLD else player.bet["ante"]), BET_CLAUSES[player.draw_bets]

    def is_in(self, seat: int) -> bool:
        """Whether the seat has not folded."""
        return not self.seats[seat].folded

    def replacements_due(self, seat: int) -> int:
        """How many discards of the seat wait for new cards."""
        return self.seats[seat].due

    def _act(self, seat: int, action: Action, draw_clause: str) -> "DoubleDrawRound":
        player = self.seats[seat]
        bet_clause = BET_CLAUSES[player.draw_bets]
        if action == FOLD:
            return self._with_seat(seat, replace(player, folded=True), Event(bet_clause, f"seat {seat} folds", seat))
        discards = action.cards
        stays = replace(
            player,
            hand=tuple(card_id for card_id in player.hand if card_id not in discards),
            discards=player.discards + discards,
            due=len(discards),
            draw_bets=player.draw_bets + 1,
        )
        # The bet is public, but its event carries the action, and with it the discards: only the seat sees that.
        bet_event = Event(
            bet_clause, f"seat {seat} stays in with a Draw bet", seat, seen_by=(seat,), amount=player.bet["ante"]
        )
        discarding = f"seat {seat} discards {NUMBER_OF_CARDS[len(discards)]}"
        discard_event = Event(draw_clause, discarding, seat, discards, seen_by=(seat,))
        return self._with_seat(seat, stays, bet_event, discard_event)

    def _replace(self, seat: int, cards: tuple[Card, ...], clause: str) -> "DoubleDrawRound":
        player = self.seats[seat]
        dealing = f"{NUMBER_OF_CARDS[len(cards)]} from the deck to seat {seat}"
        event = Event(clause, dealing, seat, cards, seen_by=(seat,))
        return self._with_seat(seat, replace(player, hand=player.hand + cards, due=0), event)

    # DD-6 to DD-9: settlement, from the dealer's right.

    def settle(self, seat: int) -> "DoubleDrawRound":
        """Settle a seat in its turn, counter-clockwise (DD-6): two pair or better wins (DD-0a)."""
        player = self.seats[seat]
        if player.folded:
            return self._lose(seat, player, Event("DD-9", f"seat {seat} folded: its bets are lost", seat), "folded")
        hand = self.final_hand(seat)
        player = replace(player, shown=True)
        if hand.category in LOSING:
            event = Event("DD-9", f"seat {seat} loses with {hand.told}", seat, player.hand)
            return self._lose(seat, player, event, f"less than two pair: {hand.name}")
        return self._pay(seat, player, hand)

    def final_hand(self, seat: int) -> HandValue:
        """What a seat's five cards are worth, jokers read to the player's best (DD-0b)."""
        system = ranking(self.game.system)
        return system.describe(system.value(self.seats[seat].hand))

    def _lose(self, seat: int, player: Seat, event: Event, reason: str) -> "DoubleDrawRound":
        """Every bet made is lost, the Bonus included, after a fold too (DD-9, DD-R5)."""
        lost = [Settlement(seat, wager, staked, Cents(0), "DD-9", reason) for wager, staked in player.wagers]
        return self._with_seat(seat, player, event, settlements=lost)

    def _pay(self, seat: int, player: Seat, hand: HandValue) -> "DoubleDrawRound":
        """Ante and Draw bets are paid 1 to 1 (DD-8a), the Bonus by the pay table (DD-8b)."""
        paid = [
            self._pay_bonus(seat, staked, hand)
            if wager == "bonus"
            else Settlement(seat, wager, staked, Cents(2 * staked), "DD-8a", f"two pair or better: {hand.name}")
            for wager, staked in player.wagers
        ]
        event = Event("DD-8a", f"seat {seat} wins with {hand.told}", seat, player.hand)
        bonus_event = Event("DD-8b", f"seat {seat}: {self._bonus_reason(hand)}", seat)
        return self._with_seat(seat, player, event, bonus_event, settlements=paid)

    def _pay_bonus(self, seat: int, staked: Cents, hand: HandValue) -> Settlement:
        """The stake comes back with the odds of the hand's row; a winning hand without a row loses it (DD-8b)."""
        row = self.game.bonus_table.row_of(hand.category)
        returned = staked + winnings(staked, row.pays) if row else 0
        return Settlement(seat, "bonus", staked, Cents(returned), "DD-8b", self._bonus_reason(hand))

    def _bonus_reason(self, hand: HandValue) -> str:
        row = self.game.bonus_table.row_of(hand.category)
        if row is None:
            return f"the Bonus loses: no row for {hand.category}"
        return f"the Bonus pushes: {row.label}" if not row.pays else f"the Bonus pays {row.pays} to 1: {row.label}"

    # What lies on the table.

    def shown_hands(self) -> Iterator[ShownHand]:
        """The hands of those who stayed in (DD-0b)."""
        for seat, player in enumerate(self.seats):
            if player.shown:
                yield ShownHand(seat, "the hand", player.hand, self.final_hand(seat), "DD-0b")

    def hands_in_sight(self, seat: int) -> Iterator[tuple[str, HandValue]]:
        """The five cards that the seat has now."""
        if self.seats[seat].hand:
            yield "", self.final_hand(seat)

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.seats)

    def piles(self) -> tuple[Pile, ...]:
        """Every seat's hand, shown when it is settled unless folded, and its discards, which only the seat knows."""
        return tuple(
            pile
            for seat, player in enumerate(self.seats)
            for pile in (
                Pile("hand", player.hand, seat, seen_by=None if player.shown else (seat,)),
                Pile("discards", player.discards, seat, seen_by=(seat,)),
            )
        )

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """Ante, Bonus and Draw bets of every seat."""
        return tuple(player.wagers for player in self.seats)

    def _with_seat(
        self, seat: int, player: Seat, *events: Event, settlements: list[Settlement] | None = None
    ) -> "DoubleDrawRound":
        seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])
        return self.record(*events, seats=seats, settlements=(*self.settlements, *(settlements or ())))


@lru_cache(maxsize=1024)
def fold_or_draw(hand: tuple[Card, ...], most: int) -> tuple[Action, ...]:
    """Fold, or discard any cards of the hand up to a number; of two jokers it is no matter which one goes (DD-4, DD-5).

    >>> [str(action) for action in fold_or_draw((Card(52), Card(53)), 1)]
    ['fold', 'draw', 'draw Jk']
    """
    held = descending(hand)
    discards = [cards for count in range(most + 1) for cards in combinations(held, count)]
    if held[: len(JOKERS)] == BOTH_JOKERS:
        discards = [cards for cards in discards if cards[:1] != SECOND_JOKER or cards[: len(JOKERS)] == BOTH_JOKERS]
    return (FOLD, *[Action(DRAW, cards) for cards in discards])
