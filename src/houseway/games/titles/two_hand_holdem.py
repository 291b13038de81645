"""2 Hand Hold 'Em: four cards, two hands, two Antes, two Raises, one dealer (letter of May 16, 2024)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import ClassVar

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadBet, BadPayTable, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import NOBODY, Event
from houseway.games.engine.felt import FELT_UNIT, Felt, plain_felt
from houseway.games.engine.game import Game
from houseway.games.engine.layout import Layout
from houseway.games.engine.money import Cents, dollars, most_back, winnings
from houseway.games.engine.paytable import PaySet
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
from houseway.games.engine.situation import Situation, in_units
from houseway.games.engine.state import State
from houseway.games.engine.view import Pile, View
from houseway.games.engine.wager import Wager
from houseway.ranking import HandValue, ranking
from houseway.ranking.system import ranking_system

HOLE_CARDS, DEALER_CARDS, FLOP_CARDS, LAST_CARDS = 4, 3, 3, 2
RAISE_MULTIPLE = 2
HANDS = (0, 1)

CHECK_BOTH = Action("check")
RAISE_HAND_1 = Action("raise", option="hand-1")
RAISE_HAND_2 = Action("raise", option="hand-2")
RAISE_BOTH = Action("raise", option="both")
RAISES = {
    CHECK_BOTH: (False, False),
    RAISE_HAND_1: (True, False),
    RAISE_HAND_2: (False, True),
    RAISE_BOTH: (True, True),
}


@dataclass(frozen=True)
class TwoHandHoldEm(Game):
    """The game as one table offers it."""

    slug: ClassVar[str] = "two-hand-holdem"
    order_clause: ClassVar[str] = "2HH-9d"
    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante_1", "Ante of Hand 1", "2HH-5", follow_on=RAISE_MULTIPLE),
        Wager("ante_2", "Ante of Hand 2", "2HH-5", follow_on=RAISE_MULTIPLE),
        Wager("bonus", "four-card Bonus", "2HH-R1", required=False, usual=True),
    )
    outcome_only: ClassVar[tuple[str, ...]] = ("ante_1", "ante_2")
    later_wagers: ClassVar[Mapping[str, str]] = {"raise_1": "Raise of Hand 1", "raise_2": "Raise of Hand 2"}

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """One full deck of 52 for each round, by shuffler or of two that alternate (2HH-2, 2HH-R3)."""
        return Deck.standard()

    @classmethod
    def choose_pay_set(
        cls, facts: Sheet, paytable: str | Path | PaySet | None, readings: Mapping[str, str]
    ) -> PaySet | None:
        """The house's own four-card table; the letter has none, so without one there is no bonus (2HH-1, 2HH-R1)."""
        if readings["2HH-R1"] == "none":
            if paytable is not None:
                raise UnknownName(
                    f"{facts.title} has a pay table only under the reading 2HH-R1=four-card; got {str(paytable)!r}."
                )
            return None
        if paytable is None:
            raise BadPayTable("The reading 2HH-R1=four-card needs a pay table. Give a .toml file with a table [bonus].")
        return super().choose_pay_set(facts, paytable, readings)

    def felt(self) -> Felt:
        """Two boxes with an Ante and a Raise each, as on the approved layout."""
        hands = [
            {"title": f"Hand {n}", "box": f"hand {n}", "circles": [[f"ante_{n}", "Ante"], [f"raise_{n}", "Raise 2x"]]}
            for n in (1, 2)
        ]
        return plain_felt(
            motto="The dealer plays at most two of three",
            center=[
                {"pile": "dealer", "title": "Dealer", "places": DEALER_CARDS},
                {"pile": "board", "title": "Board", "places": FLOP_CARDS + LAST_CARDS},
            ],
            spot=[*hands, {"circles": [["bonus", "Bonus"]], "onlyIfOffered": True}],
            actions={
                "arrange": {"words": "Set both hands", "key": "S"},
                "check": {"words": "Check both", "key": "C"},
                "raise/hand-1": {"words": "Raise Hand 1 for {price}", "key": "1"},
                "raise/hand-2": {"words": "Raise Hand 2 for {price}", "key": "2"},
                "raise/both": {"words": "Raise both for {price}", "key": "R"},
            },
            choosing={
                "arrange": {
                    "ask": "Pick {cards} for Hand 1. The others are Hand 2.",
                    "picked": "Hand 1",
                    "rest": "Hand 2",
                    "told": "Hand 1",
                }
            },
            linked=[{"title": "Each Ante", "wagers": ["ante_1", "ante_2"]}],
            defaults={"ante_1": FELT_UNIT, "ante_2": FELT_UNIT},
        )

    def situation(self, view: View) -> Situation:
        """How to set the hole cards, then which of the set hands to raise (2HH-7, 2HH-8)."""
        board, hole = format_cards(view.cards("board")), view.cards("hole", view.seat)
        hands = view.cards("hand 1", view.seat) + view.cards("hand 2", view.seat)
        assert view.seat is not None, "a spectator decides nothing"
        bonus = {"bonus": in_units(view, "bonus", "ante_1")} if "bonus" in dict(view.wagers[view.seat]) else {}
        return Situation(format_cards(hole or hands), {"board": board, "stage": 1 if hole else 2}, bonus)

    @classmethod
    def same_decisions(cls, cards: tuple[Card, ...], action: Action) -> tuple[Action, ...]:
        """The two hands are worth the same either way round."""
        if action.kind != "arrange":
            return (action,)
        other = tuple(card for card in cards if card not in action.cards)
        return action, Action(action.kind, other, action.amount, action.option)

    @classmethod
    def layout(cls) -> Layout:
        """Two hands of the four hole cards, the board, the dealer's three cards."""
        return Layout(
            own_piles=("hole", "hand 1", "hand 2"),
            common_piles=("board", "dealer"),
            wagers=("ante_1", "ante_2", "bonus", "raise_1", "raise_2"),
            plain_moves=tuple((action.kind, action.option) for action in RAISES),
            card_moves=(("arrange", ""),),
            hand="hole",
            hand_cards=HOLE_CARDS,
            decisions=2,
        )

    @property
    def ranking_systems(self) -> tuple[str, ...]:
        """The standard ranking (2HH-10)."""
        return ("standard",)

    @property
    def seats(self) -> range:
        """One to five players (2HH-4)."""
        return range(1, 6)

    def cards_needed(self, n_seats: int) -> int:
        """All hole cards, the dealer's three and the board."""
        return HOLE_CARDS * n_seats + DEALER_CARDS + FLOP_CARDS + LAST_CARDS

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Both hands raised and won 1 to 1 (2HH-9d), and the best row of the house's bonus (2HH-1)."""
        highest = self.pay_set["bonus"].highest if self.pay_set is not None else 0
        return tuple(
            most_back((1 + RAISE_MULTIPLE) * (bet.amount("ante_1") + bet.amount("ante_2")), 1)
            + most_back(bet.amount("bonus"), highest)
            for bet in bets
        )

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Two equal Antes (2HH-5); a bonus only where the house defines one (2HH-1, 2HH-R1)."""
        if bet.amount("ante_1") != bet.amount("ante_2"):
            raise BadBet(
                f"Seat {seat + 1}: the two Antes must be equal; got {dollars(bet.amount('ante_1'))} "
                f"and {dollars(bet.amount('ante_2'))} (2HH-5)."
            )
        if bet.amount("bonus") and self.pay_set is None:
            raise BadBet(f"Seat {seat + 1}: this table has no bonus bet (2HH-1, 2HH-R1).")

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe) -> State:
        """The Antes are down, and the bonus bets where there are any; no card is dealt (2HH-5, 2HH-1)."""
        placed: list[Event] = []
        for seat, bet in enumerate(bets):
            placed.append(Event("2HH-5", f"seat {seat} bets two Antes of {dollars(bet.amount('ante_1'))}", seat))
            if bonus := bet.amount("bonus"):
                placed.append(Event("2HH-1", f"seat {seat} bets the four-card Bonus", seat, amount=bonus))
        return TwoHandRound(self, shoe, tuple(placed), (), cursor=0, seats=tuple(Seat(bet) for bet in bets))


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table; the two hands are empty until they are set."""

    bet: Bet
    hole: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    raised: tuple[bool, bool] = (False, False)

    def raise_amount(self, hand: int) -> Cents:
        """The Raise of a hand: exactly twice its Ante, or nothing (2HH-8)."""
        return Cents(RAISE_MULTIPLE * self.bet.amount(f"ante_{hand + 1}") if self.raised[hand] else 0)


@dataclass(frozen=True)
class TwoHandRound(ProcedureState):
    """A round, step by step in the order of the letter."""

    seats: tuple[Seat, ...] = ()
    flop: tuple[Card, ...] = ()
    last: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    dealer_shown: bool = False

    procedure: ClassVar[tuple[Lap, ...]] = (
        clockwise(Deal("deal_hole", cards=HOLE_CARDS)),
        once(Deal("deal_flop", cards=FLOP_CARDS), Deal("deal_dealer", cards=DEALER_CARDS)),
        clockwise(Decide("arrange")),
        clockwise(Decide("raise_hands")),
        once(Deal("deal_turn_and_river", cards=LAST_CARDS), Dealer("show_dealer")),
        counter_clockwise(Dealer("settle")),
    )

    # 2HH-6: the deal.

    def deal_hole(self, seat: int, cards: tuple[Card, ...]) -> "TwoHandRound":
        """Four cards face down to a seat (2HH-6)."""
        event = Event("2HH-6", f"four hole cards to seat {seat}", seat, cards, seen_by=(seat,))
        return self._with_seat(seat, Seat(self.seats[seat].bet, hole=cards), event)

    def deal_flop(self, cards: tuple[Card, ...]) -> "TwoHandRound":
        """Three community cards face up (2HH-6)."""
        return self.record(Event("2HH-6", "the flop", cards=cards), flop=cards)

    def deal_dealer(self, cards: tuple[Card, ...]) -> "TwoHandRound":
        """Three cards face down to the dealer (2HH-6)."""
        event = Event("2HH-6", "three hole cards to the dealer", cards=cards, seen_by=NOBODY)
        return self.record(event, dealer=cards)

    # 2HH-7: the player sets two hands of two.

    def arrange_options(self, seat: int) -> tuple[Action, ...]:
        """Any two of the four cards as Hand 1; the others are Hand 2, in the order the player set them (2HH-R2)."""
        hole = sorted(self.seats[seat].hole, reverse=True)
        return tuple(Action("arrange", pair) for pair in combinations(hole, 2))

    def arrange(self, seat: int, action: Action) -> "TwoHandRound":
        """Set Hand 1 and Hand 2 face down (2HH-7)."""
        player = self.seats[seat]
        hand_1 = action.cards
        hand_2 = tuple(card for card in sorted(player.hole, reverse=True) if card not in hand_1)
        event = Event("2HH-7", f"seat {seat} sets Hand 1 and Hand 2", seat, (*hand_1, *hand_2), seen_by=(seat,))
        return self._with_seat(seat, Seat(player.bet, player.hole, (hand_1, hand_2)), event)

    # 2HH-8: check or raise each hand.

    def raise_hands_options(self, seat: int) -> tuple[Action, ...]:
        """Check or raise each hand; nobody folds (2HH-8)."""
        return tuple(RAISES)

    def question(self) -> str:
        """What may be raised, and by how much (2HH-8); how hands are set the felt says."""
        assert isinstance(self.actor, int), "a seat decides"
        player = self.seats[self.actor]
        if not player.hands[0]:
            return ""
        price = dollars(RAISE_MULTIPLE * player.bet.amount("ante_1"))
        return f"Check or raise each hand: a Raise is twice the Ante, {price}."

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """Exactly twice the Ante of each hand that is raised (2HH-8)."""
        assert isinstance(self.actor, int), "a seat decides"
        bet, raised = self.seats[self.actor].bet, RAISES.get(action, (False, False))
        return Cents(RAISE_MULTIPLE * bet.amount("ante_1") * sum(raised)), "2HH-8"

    def raise_hands(self, seat: int, action: Action) -> "TwoHandRound":
        """Put exactly twice the Ante behind each raised hand (2HH-8)."""
        player = self.seats[seat]
        raised = Seat(player.bet, player.hole, player.hands, RAISES[action])
        events = [
            Event(
                "2HH-8",
                f"seat {seat} {'raises' if raised.raised[hand] else 'checks'} Hand {hand + 1}",
                seat,
                amount=raised.raise_amount(hand),
            )
            for hand in HANDS
        ]
        return self._with_seat(seat, raised, *events)

    # 2HH-9: showdown and settlement.

    def deal_turn_and_river(self, cards: tuple[Card, ...]) -> "TwoHandRound":
        """Complete the board (2HH-9a)."""
        return self.record(Event("2HH-9a", "turn and river", cards=cards), last=cards)

    def show_dealer(self) -> "TwoHandRound":
        """Turn the dealer's three cards over and read the hand (2HH-9b)."""
        name = ranking("standard").describe(self.dealer_value()).name
        event = Event("2HH-9b", f"the dealer plays at most two of three: {name}", cards=self.dealer)
        return self.record(event, dealer_shown=True)

    def dealer_value(self) -> int:
        """The best hand of the board and at most two of the dealer's three cards (2HH-9b, ranked by 2HH-10)."""
        value, board = ranking("standard").value, self.board
        return max(value((*pair, *board)) for pair in combinations(self.dealer, 2))

    def hand_value(self, seat: int, hand: int) -> int:
        """The best five of a hand's two cards and the board (2HH-9c)."""
        return ranking("standard").value((*self.seats[seat].hands[hand], *self.board))

    def settle(self, seat: int) -> "TwoHandRound":
        """Each hand against the dealer on its own: Ante and Raise win 1 to 1, lose, or push (2HH-3, 2HH-9d)."""
        player, dealer = self.seats[seat], self.dealer_value()
        events: list[Event] = []
        settlements: list[Settlement] = []
        for hand in HANDS:
            value = self.hand_value(seat, hand)
            outcome, factor = ("wins", 2) if value > dealer else ("loses", 0) if value < dealer else ("pushes", 1)
            reason = f"Hand {hand + 1} {outcome} with {ranking('standard').describe(value).told}"
            stakes = {
                f"ante_{hand + 1}": player.bet.amount(f"ante_{hand + 1}"),
                f"raise_{hand + 1}": player.raise_amount(hand),
            }
            for wager, staked in stakes.items():
                if staked:
                    settlements.append(Settlement(seat, wager, staked, Cents(factor * staked), "2HH-9d", reason))
            events.append(Event("2HH-9d", f"seat {seat}: {reason}", seat, player.hands[hand]))
        if player.bet.amount("bonus"):
            bonus = self.settle_bonus(seat)
            settlements.append(bonus)
            events.append(Event("2HH-1", f"seat {seat}: {bonus.reason}", seat))
        return self.record(*events, settlements=(*self.settlements, *settlements))

    def settle_bonus(self, seat: int) -> Settlement:
        """The bonus is paid by the four hole cards alone, whatever the two hands do (2HH-1, 2HH-R1)."""
        player, system, pay_set = self.seats[seat], ranking_system("four-card"), self.game.pay_set
        assert pay_set is not None, "check_bet refuses a bonus without a pay table"
        staked, strength = player.bet["bonus"], system.strength(player.hole)
        odds = pay_set["bonus"].pays(strength)
        returned = Cents(0 if odds is None else staked + winnings(staked, odds))
        outcome = "loses" if odds is None else f"pays {odds} to 1" if odds else "pushes"
        reason = f"the four-card Bonus {outcome} with {system.describe(strength)}"
        return Settlement(seat, "bonus", staked, returned, "2HH-1", reason)

    # What lies on the table.

    def shown_hands(self) -> Iterator[ShownHand]:
        """The dealer's hand (2HH-9b), then both hands of every seat (2HH-9c)."""
        describe = ranking("standard").describe
        dealers, value = self.dealer + self.board, describe(self.dealer_value())
        played = max(combinations(self.dealer, 2), key=lambda pair: ranking("standard").value((*pair, *self.board)))
        yield ShownHand(None, "the dealer's hand", dealers, value, "2HH-9b", played + self.board)
        for seat, player in enumerate(self.seats):
            for hand in HANDS:
                value = describe(self.hand_value(seat, hand))
                yield ShownHand(seat, f"Hand {hand + 1}", player.hands[hand] + self.board, value, "2HH-9c")

    def hands_in_sight(self, seat: int) -> Iterator[tuple[str, HandValue]]:
        """Both hands, once they are set and the board is turned."""
        if all(self.seats[seat].hands) and len(self.board) >= FLOP_CARDS:
            describe = ranking("standard").describe
            yield from ((f"Hand {hand + 1}", describe(self.hand_value(seat, hand))) for hand in HANDS)

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.seats)

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards dealt so far."""
        return self.flop + self.last

    def piles(self) -> tuple[Pile, ...]:
        """The board, the dealer's cards, and every seat's hole cards or set hands."""
        common = (
            Pile("board", self.board),
            Pile("dealer", self.dealer, seen_by=None if self.dealer_shown else NOBODY),
        )
        return common + tuple(pile for seat in range(self.n_seats) for pile in self._seat_piles(seat))

    def _seat_piles(self, seat: int) -> tuple[Pile, ...]:
        player = self.seats[seat]
        shown = None if any(settlement.seat == seat for settlement in self.settlements) else (seat,)
        if not player.hands[0]:
            return (Pile("hole", player.hole, seat, shown),)
        return tuple(Pile(f"hand {hand + 1}", player.hands[hand], seat, shown) for hand in HANDS)

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """Antes, Raises and the bonus of every seat."""
        return tuple(
            (
                *player.bet.items(),
                *((f"raise_{hand + 1}", player.raise_amount(hand)) for hand in HANDS if player.raised[hand]),
            )
            for player in self.seats
        )

    def _with_seat(self, seat: int, player: Seat, *events: Event) -> "TwoHandRound":
        return self.record(*events, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))
