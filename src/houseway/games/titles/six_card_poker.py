"""Six Card Poker: the best five of six against a dealer who shows three cards (catalogue 48)."""

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
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)


class SixCardPoker(DeclaredGame):
    """A title with Ante and Raise against the dealer, whose qualification affects only the Ante.

    No seat sees another's cards (6CP-3). The side bets (6CP-13, 6CP-14) are not offered, because no table for them was
    found. Equally good choices: 6CP-R2.
    """

    slug = "six-card-poker"
    most_seats = 7

    ante = Opening("Ante", "6CP-1")
    raised = LaterBet("Raise", "6CP-5", of=ante)

    hand = Hand("hand", "6CP-2", cards=6)
    dealer = Hand("dealer's hand", "6CP-2", cards=6, owner=DEALER, up=3)

    fold_or_raise = Decision(
        "fold or raise", "6CP-4", Option("fold", "6CP-4", folds=True), Option("raise", "6CP-5", bets=raised)
    )

    showdown = Compare(
        hand, dealer, "6CP-6", system="standard", qualifier="Ac Kd 4h 3s 2c", qualifier_clause="6CP-7", ranks="6CP-6"
    )

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_raise)),
        once(Show(dealer, "6CP-6")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Raise: folded (6CP-4), dealer not qualified (6CP-8, 6CP-9), compared (6CP-10 to 6CP-12)."""
        if end.folded:
            yield self.ante.loses("6CP-4")
            return
        shown = end[self.showdown]
        if not shown.qualified:
            yield self.ante.pushes("6CP-8", self.showdown)
            yield self.raised.as_compared(shown, "6CP-9")
            return
        clause = "6CP-10" if shown.won else "6CP-11" if shown.lost else "6CP-12"
        yield self.ante.as_compared(shown, clause)
        yield self.raised.as_compared(shown, clause)
