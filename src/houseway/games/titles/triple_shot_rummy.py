"""Triple Shot Rummy: three cards against the dealer's, and the fewer points win (catalogue 63)."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    DEALER,
    Ask,
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


class TripleShotRummy(DeclaredGame):
    """A title with Ante and Play against a dealer who qualifies with 20 points or less.

    The player's points pay the Play bet. One deck (TSR-1). Points by TSR-4, sets and runs by TSR-5. A hand with fewer
    points ranks higher (TSR-6). A fold loses immediately, whatever the dealer has (TSR-R2). Equally good choices:
    TSR-RT.
    """

    slug = "triple-shot-rummy"
    most_seats = 7

    folded_pair_plus = Reading("TSR-R1")

    ante = Opening("Ante", "TSR-2")
    pair_plus = Opening("Pair Plus", "TSR-2", required=False, side_bet=True)
    play = LaterBet("Play", "TSR-7", of=ante)

    hand = Hand("hand", "TSR-3", cards=3)
    dealer = Hand("dealer's hand", "TSR-3", cards=3, owner=DEALER)

    fold_or_play = Decision(
        "fold or play", "TSR-7", Option("fold", "TSR-7", folds=True), Option("play", "TSR-7", bets=play)
    )

    showdown = Compare(hand, dealer, "TSR-8", system="rummy", qualifier="Kc 9d As", ranks="TSR-6")
    points = Paid(hand, table="play", clause="TSR-10")
    plus = Paid(hand, table="pair-plus", clause="TSR-13")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "TSR-8")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Play (TSR-7 to TSR-12), and Pair Plus (TSR-13, TSR-14)."""
        if end.folded:
            yield self.ante.loses("TSR-7")
        else:
            yield from self._settle_played(end)
        if end.folded and self.folded_pair_plus == "lost":
            yield self.pair_plus.loses("TSR-7")
        else:
            yield self.pair_plus.by_table(end[self.plus], "TSR-13" if end[self.plus].hit else "TSR-14")

    def _settle_played(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if not shown.qualified:
            yield self.ante.pays(1, "TSR-9", self.showdown)
            yield self.play.pushes("TSR-9", self.showdown)
        elif shown.won:
            yield self.ante.pays(1, "TSR-10", self.showdown)
            yield self.play.by_table(end[self.points], "TSR-10")
        else:
            clause = "TSR-11" if shown.lost else "TSR-12"
            yield self.ante.as_compared(shown, clause)
            yield self.play.as_compared(shown, clause)
