"""Three Card Draw Poker: three cards, one of them exchanged unseen, against the dealer's best three of four.

It is not confirmed that title 55 of the letter's catalogue is this game (TCD-R1).
"""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    DEALER,
    Ask,
    Award,
    Between,
    Chosen,
    Compare,
    DealHand,
    Decision,
    DeclaredGame,
    Ending,
    Exchanged,
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
from houseway.ranking.category import Category


class ThreeCardDrawPoker(DeclaredGame):
    """A title with Ante and Raise against a dealer who always plays, and bonuses for the first and the final hand.

    The First 3 Bonus is for the first hand. One deck (TCD-1), ranked by TCD-8. The drawn card is not seen before the
    settlement (TCD-R5). Equally good choices: TCD-RT.
    """

    slug = "three-card-draw-poker"
    most_seats = 7

    folded_bonus = Reading("TCD-R2")
    bonus_after_draw = Reading("TCD-R3")

    ante = Opening("Ante", "TCD-2")
    first_three = Opening("First 3 Bonus", "TCD-2", required=False, side_bet=True)
    raised = LaterBet("Raise", "TCD-5", of=ante)
    bonus = Award("In to Win bonus", "TCD-12", on=ante)

    hand = Hand("hand", "TCD-3", cards=3)
    dealer = Hand("dealer's hand", "TCD-3", cards=4, owner=DEALER)
    discard = Chosen("discard", "TCD-6", of=hand, cards=1, rest="kept", rest_title="kept")
    drawn = Hand("drawn card", "TCD-6", cards=1, replaces=discard)
    final = Exchanged("final hand", "TCD-6", of=hand, drawn=drawn)
    still_seen = Rest("cards still seen", "TCD-13", of=discard)

    fold_stand_or_draw = Decision(
        "fold, stand, or draw a card",
        "TCD-4",
        Option("fold", "TCD-4", folds=True),
        Option("stand", "TCD-5", bets=raised),
        Option("draw", "TCD-6", bets=raised, sets=discard),
    )

    showdown = Compare(final, dealer, "TCD-7", system="three-card", ranks="TCD-8")
    in_to_win = Paid(final, table="in-to-win", clause="TCD-12")
    first = Paid(hand, table="first-three", clause="TCD-13")
    pair_seen = Between(
        still_seen, "TCD-13", system="two-card", lowest="2d 2c", highest="Ad Ac", title="pair still seen"
    )

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_stand_or_draw)),
        clockwise(DealHand(drawn)),
        once(Show(dealer, "TCD-7")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Raise (TCD-4, TCD-9 to TCD-11), then the bonuses.

        The bonus of the final hand is TCD-12 and TCD-R4, the First 3 Bonus TCD-13 and TCD-14.
        """
        if end.folded:
            yield self.ante.loses("TCD-4")
        else:
            shown = end[self.showdown]
            clause = "TCD-9" if shown.won else "TCD-10" if shown.lost else "TCD-11"
            yield self.ante.as_compared(shown, clause)
            yield self.raised.as_compared(shown, clause)
            if end[self.in_to_win].hit:
                yield self.bonus.by_table(end[self.in_to_win], "TCD-12")
        if end.folded and self.folded_bonus == "lost":
            yield self.first_three.loses("TCD-4")
        elif end.has(self.pair_seen) and self.bonus_after_draw == "pair-only":
            yield self._first_three_after_a_draw(end)
        else:
            first = end[self.first]
            yield self.first_three.by_table(first, "TCD-13" if first.hit else "TCD-14")

    def _first_three_after_a_draw(self, end: Ending) -> Settled:
        pair = self.table(self.first).row_of(Category.PAIR)
        seen = end[self.pair_seen].made
        odds = pair.pays if pair is not None and seen else None
        return Settled(self.first_three, odds, "TCD-13" if seen else "TCD-14", self.pair_seen)
