"""Pick 2 Poker: five cards, played as five or as three, against one dealer (letter of May 21, 2008)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards.notation import format_cards
from houseway.games.engine.declared.words import (
    DEALER,
    Announce,
    Ask,
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
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.engine.event import Event, Irregularity
from houseway.games.engine.layout import Layout
from houseway.games.engine.sheet import Sheet
from houseway.games.engine.view import Situation, View, in_units
from houseway.games.titles.pick_2_poker.hands import FIVE, FOLD, HAND_CARDS, SLUG, THREE

AS_COMPARED = None
UNQUALIFIED: dict[str, tuple[int | None, int | None]] = {
    "ante-pays-play-pushes": (1, 0),
    "ante-pushes-play-compared": (0, AS_COMPARED),
    "both-push": (0, 0),
    "both-pay": (1, 1),
    "no-effect": (AS_COMPARED, AS_COMPARED),
}
"""The odds of Ante and Play if the dealer does not qualify (P2-R1)."""

RESHUFFLED = "the cards are shuffled again"
CHECKED = "the cards are taken out, checked by a supervisor and shuffled again"
FACE_UP = Irregularity("card-face-up", "P2-12", "a card lies face up in the shuffler or the deck", RESHUFFLED)
WRONG_NUMBER = Irregularity("wrong-number-of-cards", "P2-12", "a wrong number of cards was dealt", RESHUFFLED)
EXPOSED = Irregularity("dealer-card-exposed", "P2-12", "a dealer card was seen too early", RESHUFFLED)
SHUFFLER_FAULT = Irregularity("shuffler-fault", "P2-12", "the shuffler failed, jammed or dealt a wrong number", CHECKED)


@dataclass(frozen=True)
class Pick2Poker(DeclaredGame):
    """The game as one table offers it, from one deck (P2-0).

    It may use a shuffler or be dealt by hand, with or without bets for the dealer. Five cards rank by P2-14, three by
    P2-15. Players play separately and see only their cards (P2-17). At most nine seats (P2-R9).
    """

    shuffler: bool = True
    tips: bool = False

    slug = SLUG
    most_seats = 9

    unqualified = Reading("P2-R1")
    both_tables_hit = Reading("P2-R3")
    three_paid_cards = Reading("P2-R4")
    default_table = Reading("P2-R5")
    folded_bonus = Reading("P2-R7")
    without_shuffler = Reading("P2-R8")
    order_clause = "P2-11"
    shows_apart = False
    irregularities = (FACE_UP, WRONG_NUMBER, EXPOSED, SHUFFLER_FAULT)

    ante = Opening("Ante", "P2-1")
    three_five = Opening("3-5 Bonus", "P2-1", equal_to=ante, equal_when={"P2-R2": ("three-five", "both")})
    five_card_bonus = Opening(
        "5 Card Bonus Only",
        "P2-1",
        required=False,
        equal_to=ante,
        equal_when={"P2-R2": ("five-card", "both")},
        side_bet=True,
    )
    tip = Opening("bet for the dealer", "P2-16", required=False, side_bet=True, rides_on=ante, setting="tips")
    play = LaterBet("Play", "P2-4", of=ante)

    hand = Hand("hand", "P2-2", cards=5)
    dealer = Hand("dealer's hand", "P2-2", cards=5, owner=DEALER)
    three = Chosen("three cards", "P2-5", of=hand, cards=3, rest="rest", rest_title="under the Bonus")

    five_card_poker = Compare(
        hand,
        dealer,
        "P2-7",
        title="5 Card Poker",
        system="standard",
        qualifier="Ac Kd 4c 3c 2c",
        qualifier_clause="P2-8",
        ranks="P2-14",
    )
    three_card_poker = Compare(three, dealer, "P2-7", title="3 Card Poker", system="three-card", ranks="P2-15")
    five_cards = Paid(hand, table="five-card", clause="P2-9")
    best_three = Paid(hand, table="three-card", clause="P2-9")
    set_three = Paid(three, table="three-card", clause="P2-9")
    five_cards_only = Paid(hand, table="five-card-only", clause="P2-10")

    fold_or_play = Decision(
        "play all five, or pick three cards",
        "P2-3",
        Option(FOLD, "P2-3", folds=True, at_once=True),
        Option(
            FIVE,
            "P2-4",
            title="play all five",
            bets=play,
            compares=five_card_poker,
            tells="plays 5 Card Poker",
            key="A",
        ),
        Option(
            THREE,
            "P2-4",
            title="play three",
            bets=play,
            times=2,
            sets=three,
            compares=three_card_poker,
            tells="plays 3 Card Poker",
        ),
    )

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "P2-6")),
        counter_clockwise(Settle((three_five, five_card_bonus), when={"P2-R6": ("bonus-first",)})),
        counter_clockwise(Settle((ante, play, tip))),
        counter_clockwise(Settle()),
        once(Announce("P2-18", "all cards go to the discard rack; place your bets")),
    )

    @classmethod
    def default_pay_set(cls, facts: Sheet, readings: Mapping[str, str]) -> str:
        """Return the typed tables or those of the felt drawing (P2-R5)."""
        return cls.default_table.choice(readings)

    def is_default(self, wager: Opening) -> bool:
        """Include the 5 Card Bonus Only wager if all opening bets equal the Ante (P2-R2)."""
        bonuses = (self.three_five, self.five_card_bonus)
        return super().is_default(wager) or (wager in bonuses and all(each.must_equal(self) for each in bonuses))

    def situation(self, view: View) -> Situation:
        """Return the hand. Values are known for a 3-5 Bonus equal to the Ante."""
        unequal = in_units(view, "three_five", "ante") != "1"
        return Situation(
            format_cards(view.cards("hand", view.seat)),
            stakes={"five_card_bonus": in_units(view, "five_card_bonus", "ante")},
            without_value="values are for a 3-5 Bonus equal to the Ante (P2-R2)" if unequal else "",
        )

    @classmethod
    def layout(cls) -> Layout:
        """Return the layout of one hand, of which three cards may be picked."""
        return Layout(
            own_piles=("hand", "folded", "three", "rest"),
            common_piles=("dealer",),
            wagers=("ante", "three_five", "five_card_bonus", "tip", "play"),
            plain_moves=((FOLD, ""), (FIVE, "")),
            card_moves=((THREE, ""),),
            hand="hand",
            hand_cards=HAND_CARDS,
            decisions=1,
        )

    @property
    def pays_add_up(self) -> bool:
        """Return False if the 3-5 Bonus wins the larger of two payouts (P2-R3)."""
        return self.both_tables_hit != "larger"

    def before_the_deal(self) -> Iterator[Event]:
        """Announce the choice of a deck if a shuffler takes two in turn (P2-13)."""
        if self.shuffler:
            yield Event("P2-13", "one of two decks comes into play; the other goes to the shuffler")

    def may_find(self, irregularity: Irregularity, face_down: Collection[Hand]) -> bool:
        """Allow a dealer card only while it is face down, a jam only with a shuffler (P2-12).

        If the game is dealt by hand, the letter puts none of it in effect (P2-12e), unless P2-R8 does.
        """
        if not self.shuffler and (irregularity is SHUFFLER_FAULT or self.without_shuffler == "as-written"):
            return False
        return irregularity is not EXPOSED or self.dealer in face_down

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Play (P2-3, P2-7, P2-8), the Bonus wagers (P2-9, P2-10), and a bet for the dealer (P2-16).

        That bet rides on the Ante. The seat staked it, so it is counted with the seat. The table hands its return to
        the dealer.
        """
        ante, *play = [self.ante.loses("P2-3")] if end.folded else self._compared(end)
        yield from (ante, *play)
        if end.folded and self.folded_bonus == "lost":
            yield self.three_five.loses("P2-3")
            yield self.five_card_bonus.loses("P2-3")
        else:
            yield self._three_five(end)
            yield self.five_card_bonus.by_table(end[self.five_cards_only], "P2-10")
        yield self.tip.follows(ante, "P2-16")

    def _compared(self, end: Ending) -> Iterator[Settled]:
        """Compare the picked game with the dealer's (P2-7), or apply P2-R1 if the dealer does not qualify (P2-8)."""
        shown = end[self.three_card_poker if end.has(self.three_card_poker) else self.five_card_poker]
        reading = self.unqualified
        fixed = (AS_COMPARED, AS_COMPARED) if shown.qualified else UNQUALIFIED[reading]
        for wager, odds in zip((self.ante, self.play), fixed, strict=True):
            if odds is AS_COMPARED:
                yield wager.as_compared(shown, "P2-7")
            else:
                yield wager.pays(odds, "P2-8", shown.of, "the dealer does not qualify")

    @property
    def bonus_three(self) -> Paid:
        """Return the cards of the three-card table: the best three, or those set in 3 Card Poker (P2-R4)."""
        return self.best_three if self.three_paid_cards == "best-of-five" else self.set_three

    def _three_five(self, end: Ending) -> Settled:
        """Pay the sum of the two tables, or the larger of them (P2-9, P2-R3). Lose if neither pays."""
        three = self.bonus_three
        paid = [end[each] for each in (self.five_cards, three) if end.has(each)]
        hits = [each.odds for each in paid if each.odds is not None]
        together = max(hits, default=None) if self.both_tables_hit == "larger" else sum(hits, Fraction(0))
        odds = together if hits else None
        return Settled(self.three_five, odds, "P2-9", self.five_cards, three if end.has(three) else None)
