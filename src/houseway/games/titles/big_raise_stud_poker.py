"""Big Raise Stud Poker: three player's and two community cards against a pay table, one decision (catalogue 8)."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    TABLE,
    Ask,
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


class BigRaiseStudPoker(DeclaredGame):
    """A title in which a pair of sixes pushes, and tens or better win on Ante and Raise.

    The progressive (BRS-10) is not offered. BRS-R1 gives the default 3 Card Bonus table. Equally good choices: BRS-R3.
    """

    slug = "big-raise-stud-poker"
    most_seats = 7

    folded_bonus = Reading("BRS-R2")

    ante = Opening("Ante", "BRS-1")
    three_card_bonus = Opening("3 Card Bonus", "BRS-1", required=False, side_bet=True)
    raise_bet = LaterBet("Raise", "BRS-3", of=ante)

    hand = Hand("hand", "BRS-2", cards=3)
    community = Hand("community cards", "BRS-2", cards=2, owner=TABLE)

    fold_or_raise = Decision(
        "fold, or raise one to four times the Ante",
        "BRS-3",
        Option("fold", "BRS-3", folds=True),
        Option("raise-1x", "BRS-3", bets=raise_bet, times=1, key="1"),
        Option("raise-2x", "BRS-3", bets=raise_bet, times=2, key="2"),
        Option("raise-3x", "BRS-3", bets=raise_bet, times=3, key="3"),
        Option("raise-4x", "BRS-3", bets=raise_bet, times=4, key="4"),
    )

    five = Paid(hand, community, table="hand", clause="BRS-5")
    three = Paid(hand, table="three-card-bonus", clause="BRS-9")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(community)),
        clockwise(Ask(fold_or_raise)),
        once(Show(community, "BRS-4")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Raise together (BRS-3, BRS-6 to BRS-8), and the 3 Card Bonus (BRS-9, BRS-R2)."""
        for bet in (self.ante, self.raise_bet):
            if end.folded:
                yield bet.loses("BRS-3")
            else:
                paid = end[self.five]
                yield bet.by_table(paid, "BRS-8" if paid.odds is None else "BRS-6" if paid.odds else "BRS-7")
        if end.folded and self.folded_bonus == "lost":
            yield self.three_card_bonus.loses("BRS-9")
        else:
            yield self.three_card_bonus.by_table(end[self.three], "BRS-9")
