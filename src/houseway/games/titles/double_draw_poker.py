"""Double Draw Poker: five cards, two draws, two jokers, no dealer hand (letter of January 14, 2014)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards
from houseway.errors import BadPayTable
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.vocabulary import Held
from houseway.games.engine.declared.words import (
    Announce,
    Ask,
    Between,
    DealHand,
    Decision,
    DeclaredGame,
    Discards,
    Ending,
    Hand,
    LaterBet,
    Opening,
    Option,
    Paid,
    Reading,
    Replace,
    Settle,
    Settled,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.engine.event import Event, Settlement, lazily
from houseway.games.engine.money import dollars
from houseway.games.engine.paytable import PaySet, PayTable
from houseway.games.engine.sheet import Sheet
from houseway.games.engine.view import Situation, View, described
from houseway.ranking import Category, HandValue
from houseway.ranking.category import JOKER_ORDER

PACKET = 5
MOST_DISCARDS = (3, 1)
DRAW_BETS = ("draw_1", "draw_2")
LOSING = JOKER_ORDER[: JOKER_ORDER.index(Category.TWO_PAIR)]


class DoubleDrawPoker(DeclaredGame):
    """A title with Ante, Bonus and two Draw bets against a pay table.

    The shuffler gives packets of five (DD-1) to the number of seats in DD-R2. A Draw bet equals the Ante, so it is
    within the same limits (DD-10). DD-R3 is for reports only, and no rule depends on it.
    """

    slug = "double-draw-poker"
    most_seats = 6
    order_clause = "DD-6"
    shows_apart = False

    published_base = Reading("DD-R3")
    lost_by_fold = Reading("DD-R5")

    ante = Opening("Ante", "DD-2")
    bonus = Opening("Bonus", "DD-2", equal_to=ante)
    draw_1 = LaterBet("first Draw bet", "DD-4a", of=ante, printed="1st Draw")
    draw_2 = LaterBet("second Draw bet", "DD-5a", of=ante, printed="2nd Draw")

    hand = Hand("hand", "DD-3", cards=PACKET, as_dealt=True)
    first_discards = Discards("first discards", "DD-4b", of=hand, most=MOST_DISCARDS[0])
    second_discards = Discards("second discards", "DD-5b", of=hand, most=MOST_DISCARDS[1])

    first_option = Decision(
        "first option",
        "DD-4a",
        Option("fold", "DD-4a", folds=True),
        Option("draw", "DD-4a", title="stay in", bets=draw_1, sets=first_discards, tells="stays in with a Draw bet"),
        asks="First draw: stay in and replace up to three cards, or fold. You may replace one more later.",
    )
    second_option = Decision(
        "second option",
        "DD-5a",
        Option("fold", "DD-5a", folds=True),
        Option("draw", "DD-5a", title="stay in", bets=draw_2, sets=second_discards, tells="stays in with a Draw bet"),
        asks="Second and last draw: stay in and replace at most one card, or fold.",
    )

    paid = Paid(hand, table="bonus", clause="DD-8b", ranks="DD-0b")
    winning = Between(hand, "DD-0a", system="bug", lowest="3d 3c 2d 2c 4c", title="two pair or better")

    procedure = (
        clockwise(DealHand(hand, tells="a packet of five cards")),
        once(Announce("DD-3", "the rest of the deck goes to the dealer's hand")),
        clockwise(Ask(first_option), Replace(first_discards)),
        clockwise(Ask(second_option), Replace(second_discards)),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return 52 cards and two jokers (DD-0c)."""
        return Deck.with_jokers()

    @classmethod
    def choose_pay_set(
        cls, facts: Sheet, paytable: str | Path | PaySet | None, readings: Mapping[str, str]
    ) -> PaySet | None:
        """Refuse a pay table with a row below two pair, because such a hand loses its Bonus with all else (DD-9)."""
        pay_set = super().choose_pay_set(facts, paytable, readings)
        assert pay_set is not None, "the sheet has pay tables"
        for row in pay_set["bonus"].rows:
            if row.category in LOSING:
                raise BadPayTable(f"pay table {pay_set.name}: {row.label} loses all bets and can pay nothing (DD-9)")
        return pay_set

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Pay the Ante and Draw bets 1 to 1 (DD-8a), the Bonus by its table (DD-8b).

        Less than two pair loses all bets, and a fold those made before it (DD-9, DD-R5).
        """
        if end.folded or not end[self.winning].made:
            because = None if end.folded else self.winning
            for wager in (self.ante, self.bonus, self.draw_1, self.draw_2):
                yield wager.loses("DD-9", because)
            return
        yield self.ante.pays(1, "DD-8a", self.winning)
        yield self.bonus.by_table(end[self.paid], "DD-8b")
        yield self.draw_1.pays(1, "DD-8a", self.winning)
        yield self.draw_2.pays(1, "DD-8a", self.winning)

    @property
    def bonus_table(self) -> PayTable:
        """Return the pay table of the Bonus, its hands ranked by the readings in force (DD-8b, DD-R1, DD-R4)."""
        return self.table(self.paid)

    # The dealer's texts.

    def bets_placed(self, seat: int, bet: Bet) -> Iterator[Event]:
        """Describe equal bets in one line (DD-2)."""
        yield Event("DD-2", f"seat {seat} bets {dollars(bet.amount('ante'))} each on Ante and Bonus", seat)

    def reason(self, settled: Settled, end: Ending, cards: Mapping[Held, tuple[Card, ...]]) -> str:
        """Name the hand, or the row of the Bonus."""
        if end.folded:
            return "folded"
        made = self.value_of(cards[self.hand])
        if settled.clause != "DD-8b":
            return f"{'two pair or better' if end[self.winning].made else 'less than two pair'}: {made.name}"
        row = self.bonus_table.row_of(made.category)
        if row is None:
            return f"the Bonus loses: no row for {made.category}"
        return f"the Bonus pushes: {row.label}" if not row.pays else f"the Bonus pays {row.pays} to 1: {row.label}"

    def tell_settled(
        self,
        seat: int,
        end: Ending,
        cards: Mapping[Held, tuple[Card, ...]],
        made: Sequence[tuple[Settled, Settlement]],
    ) -> Iterator[Event]:
        """Write one line for the bets that win or lose alike, and one for a Bonus that wins."""
        if end.folded:
            yield Event("DD-9", f"seat {seat} folded: its bets are lost", seat)
            return
        hand, won = cards[self.hand], end[self.winning].made
        yield Event("DD-8a" if won else "DD-9", lazily(self._told, seat, hand, won), seat, hand)
        for settled, settlement in made:
            if settled.clause == "DD-8b":
                yield Event("DD-8b", lazily("seat {}: {.reason}".format, seat, settlement), seat)

    def _told(self, seat: int, hand: tuple[Card, ...], won: bool) -> str:
        return f"seat {seat} {'wins' if won else 'loses'} with {self.value_of(hand).told}"

    def value_of(self, hand: tuple[Card, ...]) -> HandValue:
        """Return the value of five cards, jokers read to the player's best (DD-0b)."""
        return described(self.bonus_table.form.system, hand)

    def situation(self, view: View) -> Situation:
        """Return the first option, or the second with the discards of the first (DD-4, DD-5)."""
        assert view.seat is not None, "a spectator decides nothing"
        hand = format_cards(view.cards("hand", view.seat))
        if DRAW_BETS[0] not in dict(view.wagers[view.seat]):
            return Situation(hand, {"stage": 1})
        return Situation(hand, {"stage": 2, "dead": format_cards(view.cards("discards", view.seat))})
