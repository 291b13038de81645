"""Pick 2 Poker: five cards, played as five or as three, against one dealer (letter of 21 May 2008)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

from houseway.errors import BadBet
from houseway.games.engine.action import Action, descending
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import NOBODY, Event
from houseway.games.engine.game import Game, Wager
from houseway.games.engine.irregularity import Irregularity
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
from houseway.games.engine.state import State
from houseway.games.engine.view import Pile
from houseway.games.pick_2_hands import (
    HAND_CARDS,
    SET_CARDS,
    Cards,
    best_three,
    five_value,
    hand_name,
    qualifies,
    three_value,
)

FOLD, FIVE, THREE = "fold", "five", "three"
PLAY_MULTIPLE = {FIVE: 1, THREE: 2}
GAME_TITLE = {FIVE: "5 Card Poker", THREE: "3 Card Poker"}

LOSE, PUSH, WIN = 0, 1, 2
"""What a wager returns, as a multiple of its stake."""
OUTCOME = {LOSE: "loses", PUSH: "pushes", WIN: "wins"}
AS_COMPARED = None

UNQUALIFIED: dict[str, tuple[int | None, int | None]] = {
    "ante-pays-play-pushes": (WIN, PUSH),
    "ante-pushes-play-compared": (PUSH, AS_COMPARED),
    "both-push": (PUSH, PUSH),
    "both-pay": (WIN, WIN),
    "no-effect": (AS_COMPARED, AS_COMPARED),
}
"""What Ante and Play return where the dealer does not qualify (P2-R1)."""

EQUAL_TO_ANTE = {
    "three-five": ("three_five",),
    "five-card": ("five_card_bonus",),
    "both": ("three_five", "five_card_bonus"),
}
"""The Bonus bets that, if they are made, equal the Ante (P2-R2)."""

RESHUFFLED = "the cards are shuffled again"
CHECKED = "the cards are taken out, checked by a supervisor and shuffled again"
FACE_UP = Irregularity("card-face-up", "P2-12", "a card lies face up in the shuffler or the deck", RESHUFFLED)
WRONG_NUMBER = Irregularity("wrong-number-of-cards", "P2-12", "a wrong number of cards was dealt", RESHUFFLED)
EXPOSED = Irregularity("dealer-card-exposed", "P2-12", "a dealer card was seen too early", RESHUFFLED)
SHUFFLER_FAULT = Irregularity("shuffler-fault", "P2-12", "the shuffler failed, jammed or dealt a wrong number", CHECKED)


@dataclass(frozen=True)
class Pick2Poker(Game):
    """The game as one table offers it, from one deck (P2-0): with a shuffler or dealt by hand, and with bets for the
    dealer or without."""

    shuffler: bool = True
    tips: bool = False

    slug: ClassVar[str] = "pick-2-poker"
    order_clause: ClassVar[str] = "P2-11"
    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "P2-1", follow_on=PLAY_MULTIPLE[THREE]),
        Wager("three_five", "3-5 Bonus", "P2-1"),
        Wager("five_card_bonus", "5 Card Bonus Only", "P2-1", required=False),
        Wager("tip", "bet for the dealer", "P2-16", required=False, own_game=False),
    )
    later_wagers: ClassVar[Mapping[str, str]] = {"play": "Play"}
    irregularities: ClassVar[tuple[Irregularity, ...]] = (FACE_UP, WRONG_NUMBER, EXPOSED, SHUFFLER_FAULT)

    @classmethod
    def default_pay_set(cls, facts: Sheet, readings: Mapping[str, str]) -> str:
        """The typed tables or those of the felt drawing (P2-R5)."""
        return readings["P2-R5"]

    @property
    def seats(self) -> range:
        """As many as P2-R9 says, as far as the state's table rule allows (WAC 230-15-055) and the deck serves."""
        most = [int(self.reading("P2-R9")), self.deck.size // HAND_CARDS - 1]
        rule = self.limits.house_banked_seats
        return range(1, min([*most, rule.value] if rule else most) + 1)

    @property
    def pay_tables(self) -> PaySet:
        """The tables of the Bonus wagers."""
        assert self.pay_set is not None, "the sheet has pay tables, so a configured game has one"
        return self.pay_set

    def cards_needed(self, n_seats: int) -> int:
        """Five cards for each player and the dealer (P2-2)."""
        return HAND_CARDS * (n_seats + 1)

    def largest_returns(self, bets: Sequence[Bet]) -> tuple[int, ...]:
        """Ante, the larger Play bet and the bet for the dealer at 1 to 1 (P2-7, P2-16), each Bonus at its best rows."""
        tables = self.pay_tables
        three_five = tables["five-card"].highest + tables["three-card"].highest
        return tuple(
            most_back((1 + max(PLAY_MULTIPLE.values())) * bet.amount("ante") + bet.amount("tip"), 1)
            + most_back(bet.amount("three_five"), three_five)
            + most_back(bet.amount("five_card_bonus"), tables["five-card-only"].highest)
            for bet in bets
        )

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Which Bonus bets equal the Ante (P2-1, P2-R2), and whether the dealer may be bet for (P2-16)."""
        ante = bet.amount("ante")
        for wager in self.wagers:
            equal = wager.name in EQUAL_TO_ANTE[self.reading("P2-R2")] and (wager.required or bet.amount(wager.name))
            if equal and bet.amount(wager.name) != ante:
                raise BadBet(
                    f"seat {seat}: the {wager.title} must equal the Ante of {dollars(ante)}; "
                    f"got {dollars(bet.amount(wager.name))} (P2-1, P2-R2)"
                )
        if bet.amount("tip") and not self.tips:
            raise BadBet(f"seat {seat}: this table takes no bets for the dealer (P2-16)")

    def open_round(self, bets: tuple[Bet, ...], shoe: Shoe) -> State:
        """Bets are down (P2-1, P2-16); a deck is chosen where a shuffler takes two in turn (P2-13)."""
        titles = {wager.name: (wager.clause, wager.title) for wager in self.wagers}
        events = [
            Event(titles[name][0], f"seat {seat}: {titles[name][1]}", seat, amount=amount)
            for seat, bet in enumerate(bets)
            for name, amount in bet.items()
        ]
        if self.shuffler:
            events.append(Event("P2-13", "one of two decks comes into play; the other goes to the shuffler"))
        return Pick2Round(self, shoe, tuple(events), (), cursor=0, seats=tuple(Seat(bet) for bet in bets))


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's part of the table. `choice` is empty until the player folds or picks a game.

    `shown` holds the cards that lie face up: the hand in play once it is compared, all five for a Bonus.
    """

    bet: Bet
    hand: Cards = ()
    choice: str = ""
    three: Cards = ()
    shown: Cards = ()

    @property
    def play(self) -> Cents:
        """The Play bet: exactly twice the Ante in 3 Card Poker, exactly the Ante in 5 Card Poker (P2-4)."""
        return Cents(PLAY_MULTIPLE.get(self.choice, 0) * self.bet.amount("ante"))

    @property
    def rest(self) -> Cards:
        """The two cards under the 3-5 Bonus (P2-5)."""
        return tuple(card for card in self.hand if card not in self.three)


@dataclass(frozen=True)
class Pick2Round(ProcedureState):
    """A round, step by step in the order of the letter."""

    game: Pick2Poker
    seats: tuple[Seat, ...] = ()
    dealer: Cards = ()
    dealer_shown: bool = False

    procedure: ClassVar[tuple[Lap, ...]] = (
        clockwise(Deal("deal_hand", cards=HAND_CARDS)),
        once(Deal("deal_dealer", cards=HAND_CARDS)),
        clockwise(Decide("fold_or_play")),
        once(Dealer("show_dealer")),
        counter_clockwise(Dealer("settle_bonus", only="bonus_comes_first")),
        counter_clockwise(Dealer("compare", only="plays")),
        counter_clockwise(Dealer("settle_bonus", only="bonus_comes_last")),
        once(Dealer("clear_table")),
    )

    # P2-2: the deal.

    def deal_hand(self, seat: int, cards: Cards) -> "Pick2Round":
        """Five cards face down to a seat (P2-2)."""
        event = Event("P2-2", f"five cards to seat {seat}", seat, cards, seen_by=(seat,))
        return self._with_seat(seat, Seat(self.seats[seat].bet, descending(cards)), event)

    def deal_dealer(self, cards: Cards) -> "Pick2Round":
        """Five cards face down to the dealer (P2-2)."""
        event = Event("P2-2", "five cards to the dealer", cards=cards, seen_by=NOBODY)
        return self.record(event, dealer=descending(cards))

    # P2-3 to P2-5: fold, or pick one of the two games.

    def fold_or_play_options(self, seat: int) -> tuple[Action, ...]:
        """Fold (P2-3), all five cards, or any three of them, but never both games (P2-4)."""
        return _choices(self.seats[seat].hand)

    def bet_due(self, action: Action) -> tuple[Cents, str]:
        """The Play bet of the picked game (P2-4)."""
        assert isinstance(self.actor, int), "a seat decides"
        return Seat(self.seats[self.actor].bet, choice=action.kind).play, "P2-4"

    def fold_or_play(self, seat: int, action: Action) -> "Pick2Round":
        """The player's one decision (P2-3, P2-4)."""
        player = Seat(self.seats[seat].bet, self.seats[seat].hand, action.kind, action.cards)
        if action.kind == FOLD:
            return self._fold(seat, player)
        bets = Event("P2-4", f"seat {seat} plays {GAME_TITLE[action.kind]}", seat, amount=player.play)
        if action.kind == FIVE:
            return self._with_seat(seat, player, bets)
        sets = Event("P2-5", f"seat {seat} sets three cards and two face down", seat, player.three, seen_by=(seat,))
        return self._with_seat(seat, player, sets, bets)

    def _fold(self, seat: int, player: Seat) -> "Pick2Round":
        """The Ante is lost (P2-3), and the Bonus wagers with it unless they stay in action (P2-R7)."""
        lost = [name for name in player.bet if self.game.reading("P2-R7") == "lost" or not _is_bonus(name)]
        settlements = tuple(
            Settlement(seat, name, player.bet.amount(name), Cents(0), "P2-16" if name == "tip" else "P2-3", "folded")
            for name in lost
        )
        event = Event("P2-3", f"seat {seat} folds", seat)
        return self._with_seat(seat, player, event, settlements=self.settlements + settlements)

    # P2-6 to P2-8: the dealer's hand, and the comparison.

    def show_dealer(self) -> "Pick2Round":
        """Five cards face up from the highest, the best three pushed forward (P2-6); does the dealer qualify? (P2-8)"""
        three = best_three(self.dealer)
        outcome = "qualifies" if qualifies(self.dealer) else "does not qualify"
        return self.record(
            Event("P2-6", f"the dealer shows {hand_name(self.dealer)}", cards=self.dealer),
            Event("P2-6", f"the dealer's best three: {hand_name(three)}", cards=three),
            Event("P2-8", f"the dealer {outcome} in 5 Card Poker"),
            dealer_shown=True,
        )

    def plays(self, seat: int) -> bool:
        """Whether the seat is still in, rather than folded."""
        return self.seats[seat].choice in PLAY_MULTIPLE

    def compare(self, seat: int) -> "Pick2Round":
        """The picked game against the dealer: Ante and Play win 1 to 1, lose, or push (P2-7, P2-14, P2-15)."""
        player = self.seats[seat]
        own, dealers, value = player.hand, self.dealer, five_value
        if player.choice == THREE:
            own, dealers, value = player.three, best_three(self.dealer), three_value
        own_value, dealer_value = value(own), value(dealers)
        compared = WIN if own_value > dealer_value else LOSE if own_value < dealer_value else PUSH
        versus = f"{GAME_TITLE[player.choice]}, {hand_name(own)} against {hand_name(dealers)}"
        settlements = self._settle_compared(seat, compared, versus)
        outcomes = ", ".join(f"the {each.wager} {OUTCOME[each.returned // each.staked]}" for each in settlements)
        event = Event("P2-7", f"seat {seat}: {versus}: {outcomes}", seat, own)
        return self._show(seat, own, [event], settlements)

    def _settle_compared(self, seat: int, compared: int, versus: str) -> tuple[Settlement, ...]:
        """Ante and Play as compared, or as P2-R1 says where the dealer does not qualify (P2-8).

        A bet for the dealer rides on the Ante (P2-16). The seat staked it, so it is counted with the seat: what comes
        back is for the table to hand to the dealer.
        """
        player = self.seats[seat]
        unqualified = player.choice == FIVE and not qualifies(self.dealer)
        ante, play = UNQUALIFIED[self.game.reading("P2-R1")] if unqualified else (AS_COMPARED, AS_COMPARED)
        settlements = []
        for wager, staked, clause, fixed in (
            ("ante", player.bet.amount("ante"), "P2-7", ante),
            ("play", player.play, "P2-7", play),
            ("tip", player.bet.amount("tip"), "P2-16", ante),
        ):
            if staked and fixed is AS_COMPARED:
                settlements.append(Settlement(seat, wager, staked, Cents(compared * staked), clause, versus))
            elif staked and fixed is not None:
                clause = "P2-8" if clause == "P2-7" else clause
                reason = f"the dealer does not qualify ({self.game.reading('P2-R1')}); {versus}"
                settlements.append(Settlement(seat, wager, staked, Cents(fixed * staked), clause, reason))
        return tuple(settlements)

    # P2-9 to P2-11: the Bonus wagers.

    def bonus_comes_first(self, seat: int) -> bool:
        """Whether the seat's Bonus wagers are settled before the comparison (P2-R6)."""
        return self.game.reading("P2-R6") == "bonus-first" and self._bonus_in_action(seat)

    def bonus_comes_last(self, seat: int) -> bool:
        """Whether they are settled after all other wagers (P2-11, P2-R6)."""
        return self.game.reading("P2-R6") == "bonus-last" and self._bonus_in_action(seat)

    def _bonus_in_action(self, seat: int) -> bool:
        """Bonus wagers are always in action (P2-9), except those that a fold has lost (P2-3, P2-R7)."""
        return self.plays(seat) or self.game.reading("P2-R7") == "still-paid"

    def settle_bonus(self, seat: int) -> "Pick2Round":
        """The 3-5 Bonus by its two tables (P2-9), 5 Card Bonus Only by its own (P2-10)."""
        player = self.seats[seat]
        three = self._three_for_bonus(player)
        held = hand_name(player.hand)
        held_in_both = f"{held}, of three cards {hand_name(three)}" if three else held
        five_card_only = self.game.pay_tables["five-card-only"].pays_value(five_value(player.hand))
        events: list[Event] = []
        settlements: list[Settlement] = []
        for wager, clause, title, hand, odds in (
            ("three_five", "P2-9", "3-5 Bonus", held_in_both, self._three_five_odds(player.hand, three)),
            ("five_card_bonus", "P2-10", "5 Card Bonus Only", held, five_card_only),
        ):
            if staked := player.bet.amount(wager):
                returned = Cents(0 if odds is None else staked + winnings(staked, odds))
                reason = f"{hand}: {'loses' if odds is None else f'pays {odds} to 1'}"
                settlements.append(Settlement(seat, wager, staked, returned, clause, reason))
                events.append(Event(clause, f"seat {seat}: {title}, {reason}", seat, player.hand))
        return self._show(seat, player.hand, events, tuple(settlements))

    def _three_for_bonus(self, player: Seat) -> Cards:
        """The cards of the three-card table: the best three, or those set in 3 Card Poker, if any (P2-R4)."""
        return best_three(player.hand) if self.game.reading("P2-R4") == "best-of-five" else player.three

    def _three_five_odds(self, five: Cards, three: Cards) -> Fraction | None:
        """What the two tables pay together, or the larger of them (P2-9, P2-R3); None where neither hits."""
        tables = self.game.pay_tables
        hits = [tables["five-card"].pays_value(five_value(five))]
        if three:
            hits.append(tables["three-card"].pays_value(three_value(three)))
        paid = [odds for odds in hits if odds is not None]
        if not paid:
            return None
        return sum(paid, Fraction(0)) if self.game.reading("P2-R3") == "both" else max(paid)

    # P2-12, P2-18: a void round, and the end of a good one.

    def irregularities(self) -> tuple[Irregularity, ...]:
        """What may still be found (P2-12): a dealer card only while it lies face down, a jam only of a shuffler.

        Dealt by hand the letter puts none of it in effect (P2-12e), unless P2-R8 says otherwise.
        """
        if not self.game.shuffler and self.game.reading("P2-R8") == "as-written":
            return ()
        impossible = {
            EXPOSED: self.dealer_shown or not self.dealer,
            SHUFFLER_FAULT: not self.game.shuffler,
        }
        return tuple(found for found in super().irregularities() if not impossible.get(found, False))

    def clear_table(self) -> "Pick2Round":
        """All cards to the discard rack; bets for the next hand may be made (P2-18)."""
        return self.record(Event("P2-18", "all cards go to the discard rack; place your bets"))

    # What lies on the table (P2-17).

    @property
    def n_seats(self) -> int:
        """The number of players."""
        return len(self.seats)

    def piles(self) -> tuple[Pile, ...]:
        """The dealer's cards and every seat's, in sight of all and known to their player alone until shown (P2-17)."""
        dealer = Pile("dealer", self.dealer, seen_by=None if self.dealer_shown else NOBODY)
        return (dealer, *(pile for seat in range(self.n_seats) for pile in self._seat_piles(seat)))

    def _seat_piles(self, seat: int) -> tuple[Pile, ...]:
        player = self.seats[seat]
        piles = {"folded" if player.choice == FOLD else "hand": player.hand}
        if player.choice == THREE:
            piles = {"three": player.three, "rest": player.rest}
        return tuple(
            Pile(name, cards, seat, seen_by=None if player.shown and set(cards) <= set(player.shown) else (seat,))
            for name, cards in piles.items()
        )

    def wagers(self) -> tuple[tuple[tuple[str, Cents], ...], ...]:
        """The chips of every seat (P2-17): Ante, Bonus wagers, bet for the dealer, Play."""
        return tuple((*player.bet.items(), *((("play", player.play),) if player.play else ())) for player in self.seats)

    def _show(self, seat: int, cards: Cards, events: list[Event], settlements: tuple[Settlement, ...]) -> "Pick2Round":
        """Turn a seat's cards up and settle what they decide."""
        player = self.seats[seat]
        shown = Seat(player.bet, player.hand, player.choice, player.three, max(player.shown, cards, key=len))
        return self._with_seat(seat, shown, *events, settlements=self.settlements + settlements)

    def _with_seat(self, seat: int, player: Seat, *events: Event, **changes: Any) -> "Pick2Round":
        return self.record(*events, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]), **changes)


@lru_cache(maxsize=64)
def _choices(hand: Cards) -> tuple[Action, ...]:
    return (Action(FOLD), Action(FIVE), *(Action(THREE, cards) for cards in combinations(hand, SET_CARDS)))


def _is_bonus(wager: str) -> bool:
    return wager in ("three_five", "five_card_bonus")
