"""I Luv Suits Poker: seven cards each, the longest flush wins (catalogue 36)."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    DEALER,
    Ask,
    AtLeast,
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
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)


class ILuvSuitsPoker(DeclaredGame):
    """A title with Ante and Play against a dealer who qualifies with a three-card flush, nine high, and two side bets.

    The side bets are against tables. Hands rank by ILS-3. ILS-R1 gives the bet that pays if the dealer does not
    qualify, ILS-R2 the ace in a straight flush. Cover All and the dual progressives (ILS-13, ILS-14) are not offered.
    Equally good choices: ILS-RT.
    """

    slug = "i-luv-suits-poker"
    most_seats = 6

    ante = Opening("Ante", "ILS-1")
    flush_rush = Opening("Flush Rush", "ILS-1", required=False, side_bet=True)
    super_flush_rush = Opening("Super Flush Rush", "ILS-1", required=False, side_bet=True)
    play = LaterBet("Play", "ILS-5", of=ante)

    hand = Hand("hand", "ILS-2", cards=7)
    dealer = Hand("dealer's hand", "ILS-2", cards=7, owner=DEALER)

    five = AtLeast(hand, "6c 5c 4c 3c 2c", system="longest-flush")
    six = AtLeast(hand, "7c 6c 5c 4c 3c 2c", system="longest-flush")
    fold_or_play = Decision(
        "fold, or play one to three times the Ante",
        "ILS-4",
        Option("fold", "ILS-4", folds=True),
        Option("play", "ILS-5", bets=play, key="1"),
        Option("play-2x", "ILS-5", bets=play, times=2, key="2", holding=five),
        Option("play-3x", "ILS-5", bets=play, times=3, key="3", holding=six),
        largest_when={"ILS-R4": ("maximum",)},
    )

    showdown = Compare(hand, dealer, "ILS-6", system="longest-flush", qualifier="9c 3c 2c", ranks="ILS-3")
    flush = Paid(hand, table="flush-rush", clause="ILS-11")
    straight_flush = Paid(hand, table="super-flush-rush", clause="ILS-12")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "ILS-6")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Play (ILS-4 to ILS-10), then the side bets, also after a fold (ILS-11, ILS-12)."""
        shown = end[self.showdown]
        if end.folded:
            yield self.ante.loses("ILS-4")
        elif not shown.qualified:
            yield self.ante.pays(1, "ILS-7", self.showdown)
            yield self.play.pushes("ILS-7", self.showdown)
        else:
            clause = "ILS-8" if shown.won else "ILS-9" if shown.lost else "ILS-10"
            yield self.ante.as_compared(shown, clause)
            yield self.play.as_compared(shown, clause)
        yield self.flush_rush.by_table(end[self.flush], "ILS-11")
        yield self.super_flush_rush.by_table(end[self.straight_flush], "ILS-12")
