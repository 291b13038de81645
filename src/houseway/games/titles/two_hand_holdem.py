"""2 Hand Hold 'Em: four cards, two hands, two Antes, two Raises, one dealer (letter of May 16, 2024)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from houseway.cards.card import Card
from houseway.cards.notation import format_cards
from houseway.errors import BadPayTable, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.hands import Held
from houseway.games.engine.declared.words import (
    DEALER,
    TABLE,
    Ask,
    BestOf,
    Chosen,
    Compare,
    DealHand,
    Decision,
    DeclaredGame,
    Ending,
    Hand,
    LaterBet,
    Opening,
    Option,
    Paid,
    Reading,
    Rest,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.engine.event import Event, Settlement, lazily
from houseway.games.engine.layout import Felt, Layout
from houseway.games.engine.money import Cents, dollars
from houseway.games.engine.paytable import PaySet
from houseway.games.engine.sheet import Sheet
from houseway.games.engine.view import Situation, View, described, in_units

HOLE_CARDS, DEALER_CARDS, FLOP_CARDS, LAST_CARDS = 4, 3, 3, 2
BOARD_CARDS = FLOP_CARDS + LAST_CARDS
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
BONUS = {"2HH-R1": ("four-card",)}


class TwoHandHoldEm(DeclaredGame):
    """A title with two hands against the dealer's three cards, of which at most two play.

    It has up to five seats (2HH-4).
    Every round is dealt from one full deck of 52, by a shuffler or from one of two that alternate (2HH-2, 2HH-R3).
    Standard poker rankings decide (2HH-3, 2HH-10). The player may set the two hands either way round (2HH-R2).
    """

    slug = "two-hand-holdem"
    most_seats = 5
    order_clause = "2HH-9d"
    outcome_only = ("ante_1", "ante_2")
    shows_apart = False

    bonuses = Reading("2HH-R1")

    ante_1 = Opening("Ante of Hand 1", "2HH-5", printed="Ante")
    ante_2 = Opening("Ante of Hand 2", "2HH-5", printed="Ante", equal_to=ante_1)
    bonus = Opening("four-card Bonus", "2HH-1", printed="Bonus", required=False, when=BONUS)
    raise_1 = LaterBet("Raise of Hand 1", "2HH-8", of=ante_1)
    raise_2 = LaterBet("Raise of Hand 2", "2HH-8", of=ante_2)

    hole = Hand("hole cards", "2HH-6", cards=HOLE_CARDS, as_dealt=True)
    board = Hand("board", "2HH-6", cards=BOARD_CARDS, owner=TABLE, up=BOARD_CARDS, as_dealt=True)
    dealer = Hand("dealer's hand", "2HH-6", cards=DEALER_CARDS, owner=DEALER, as_dealt=True)
    hand_1 = Chosen("Hand 1", "2HH-7", of=hole, cards=2, pile="hand 1", rest="hand 2", rest_title="Hand 2")
    hand_2 = Rest("Hand 2", "2HH-7", of=hand_1)
    dealers_best = BestOf("dealer's hand", "2HH-9b", of=dealer, cards=2, board=board, system="standard")

    set_the_hands = Decision(
        "pick two cards for Hand 1. The others are Hand 2",
        "2HH-7",
        Option("arrange", "2HH-7", title="set both hands", sets=hand_1, key="S"),
    )
    check_or_raise = Decision(
        "check or raise each hand",
        "2HH-8",
        Option("check", "2HH-8", title="check both"),
        Option("raise/hand-1", "2HH-8", title="raise Hand 1", bets=raise_1, times=RAISE_MULTIPLE, key="1"),
        Option("raise/hand-2", "2HH-8", title="raise Hand 2", bets=raise_2, times=RAISE_MULTIPLE, key="2"),
        Option("raise/both", "2HH-8", title="raise both", bets=(raise_1, raise_2), times=RAISE_MULTIPLE, key="R"),
    )

    first = Compare(hand_1, dealers_best, "2HH-9d", title="Hand 1", board=board, system="standard", ranks="2HH-9c")
    second = Compare(hand_2, dealers_best, "2HH-9d", title="Hand 2", board=board, system="standard", ranks="2HH-9c")
    four_cards = Paid(hole, table="bonus", clause="2HH-1", when=BONUS)

    procedure = (
        clockwise(DealHand(hole, tells="four hole cards")),
        once(DealHand(board, FLOP_CARDS, tells="the flop"), DealHand(dealer, tells="three hole cards")),
        clockwise(Ask(set_the_hands)),
        clockwise(Ask(check_or_raise)),
        once(DealHand(board, LAST_CARDS, "2HH-9a", "turn and river"), Show(dealer, "2HH-9b")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle each hand separately (2HH-9d), and the Bonus by the four hole cards alone (2HH-1, 2HH-R1)."""
        for ante, raised, shown in (
            (self.ante_1, self.raise_1, end[self.first]),
            (self.ante_2, self.raise_2, end[self.second]),
        ):
            yield ante.as_compared(shown, "2HH-9d")
            if end.times(raised):
                yield raised.as_compared(shown, "2HH-9d")
        if end.has(self.four_cards):
            yield self.bonus.by_table(end[self.four_cards], "2HH-1")

    @classmethod
    def choose_pay_set(
        cls, facts: Sheet, paytable: str | Path | PaySet | None, readings: Mapping[str, str]
    ) -> PaySet | None:
        """Take the house's four-card table. The letter has none, so without one there is no Bonus (2HH-1)."""
        if cls.bonuses.choice(readings) == "none":
            if paytable is not None:
                raise UnknownName(
                    f"{facts.title} has a pay table only under the reading 2HH-R1=four-card; got {str(paytable)!r}."
                )
            return None
        if paytable is None:
            raise BadPayTable("The reading 2HH-R1=four-card needs a pay table. Give a .toml file with a table [bonus].")
        return super().choose_pay_set(facts, paytable, readings)

    def bets_placed(self, seat: int, bet: Bet) -> Iterator[Event]:
        """Describe two equal Antes in one line (2HH-5), and the Bonus (2HH-1)."""
        yield Event("2HH-5", f"seat {seat} bets two Antes of {dollars(bet['ante_1'])}", seat)
        if amount := bet.amount("bonus"):
            yield Event("2HH-1", f"seat {seat} bets the four-card Bonus", seat, amount=Cents(amount))

    def decided(
        self, seat: int, decision: Decision, option: Option, bet: Bet, picked: tuple[Card, ...], rest: tuple[Card, ...]
    ) -> Iterator[Event]:
        """Describe both hands when they are set (2HH-7), and each when it is checked or raised (2HH-8)."""
        if decision is self.set_the_hands:
            yield Event("2HH-7", f"seat {seat} sets Hand 1 and Hand 2", seat, (*picked, *rest), seen_by=(seat,))
            return
        for number, made in enumerate((self.raise_1, self.raise_2), 1):
            amount = option.times * bet[made.of.name] if made in option.bets else 0
            does = "raises" if amount else "checks"
            yield Event("2HH-8", f"seat {seat} {does} Hand {number}", seat, amount=Cents(amount))

    def reason(self, settled: Settled, end: Ending, cards: Mapping[Held, tuple[Card, ...]]) -> str:
        """Name the hand that wins, loses or pushes, or that the Bonus is paid on."""
        because, odds = settled.because, settled.odds
        if isinstance(because, Compare):
            made = described("standard", (*cards[because.own], *cards[self.board]))
            return f"{because.title} {'loses' if odds is None else 'wins' if odds else 'pushes'} with {made.told}"
        made = described("four-card", cards[self.hole])
        result = "loses" if odds is None else f"pays {odds} to 1" if odds else "pushes"
        return f"the four-card Bonus {result} with {made.name}"

    def tell_settled(
        self,
        seat: int,
        end: Ending,
        cards: Mapping[Held, tuple[Card, ...]],
        made: Sequence[tuple[Settled, Settlement]],
    ) -> Iterator[Event]:
        """Turn each hand up in one line for its Ante and Raise (2HH-9d), with another line for the Bonus (2HH-1)."""
        lines = {settled.because: (settled, settlement) for settled, settlement in reversed(made)}
        for settled, settlement in reversed(lines.values()):
            own = cards[settled.because.own] if isinstance(settled.because, Compare) else ()
            yield Event(settled.clause, lazily("seat {}: {.reason}".format, seat, settlement), seat, own)

    def question(self, decision: Decision, bet: Bet) -> str:
        """Add the price of a Raise (2HH-8)."""
        told = super().question(decision, bet)
        price = dollars(RAISE_MULTIPLE * bet["ante_1"])
        return f"{told[:-1]}: a Raise is twice the Ante, {price}." if decision is self.check_or_raise else told

    def felt(self) -> Felt:
        """Return two boxes with an Ante and a Raise each, as on the approved layout."""
        boxes = [
            {"title": f"Hand {n}", "box": f"hand {n}", "circles": [[f"ante_{n}", "Ante"], [f"raise_{n}", "Raise 2x"]]}
            for n in (1, 2)
        ]
        bonus = {"circles": [["bonus", "Bonus"]], "onlyIfOffered": True}
        return {**super().felt(), "spot": [*boxes, bonus]}

    def situation(self, view: View) -> Situation:
        """Return how to set the hole cards, then which of the set hands to raise (2HH-7, 2HH-8)."""
        board, hole = format_cards(view.cards("board")), view.cards("hole", view.seat)
        hands = view.cards("hand 1", view.seat) + view.cards("hand 2", view.seat)
        assert view.seat is not None, "a spectator decides nothing"
        bonus = {"bonus": in_units(view, "bonus", "ante_1")} if "bonus" in dict(view.wagers[view.seat]) else {}
        return Situation(format_cards(hole or hands), {"board": board, "stage": 1 if hole else 2}, bonus)

    @classmethod
    def same_decisions(cls, cards: tuple[Card, ...], action: Action) -> tuple[Action, ...]:
        """Return an arrangement in both orders of the two hands, which have the same value."""
        if action.kind != "arrange":
            return (action,)
        other = tuple(card for card in cards if card not in action.cards)
        return action, Action(action.kind, other, action.amount, action.option)

    @classmethod
    def layout(cls) -> Layout:
        """Return the layout: two hands of the four hole cards, the board, the dealer's three cards."""
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
