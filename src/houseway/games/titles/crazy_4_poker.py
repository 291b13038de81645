"""Crazy 4 Poker: the best four of five against a dealer who qualifies with king high (catalogue 15)."""

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
    Reading,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)


class Crazy4Poker(DeclaredGame):
    """A title with Ante, Super Bonus and Play against the dealer, and Queens Up against a table.

    Hands are the best four of five (C4P-3), ranked by C4P-15. The progressives and coverall (C4P-16, C4P-17) are not
    offered. Equally good choices: C4P-RT.
    """

    slug = "crazy-4-poker"
    most_seats = 7

    unqualified_super_bonus = Reading("C4P-R1")
    folded_queens_up = Reading("C4P-R2")

    ante = Opening("Ante", "C4P-1")
    super_bonus = Opening("Super Bonus", "C4P-1", equal_to=ante)
    queens_up = Opening("Queens Up", "C4P-1", required=False, side_bet=True)
    play = LaterBet("Play", "C4P-5", of=ante)

    hand = Hand("hand", "C4P-2", cards=5)
    dealer = Hand("dealer's hand", "C4P-2", cards=5, owner=DEALER)

    aces = AtLeast(hand, "Ac Ad 3h 2s", system="four-card")
    fold_or_play = Decision(
        "fold, or play one to three times the Ante",
        "C4P-4",
        Option("fold", "C4P-4", folds=True),
        Option("play", "C4P-5", bets=play, key="1"),
        Option("play-2x", "C4P-5", bets=play, times=2, key="2", holding=aces, when={"C4P-R3": ("1-to-3",)}),
        Option("play-3x", "C4P-5", bets=play, times=3, key="3", holding=aces),
    )

    showdown = Compare(hand, dealer, "C4P-6", system="four-card", qualifier="Kc 4d 3h 2s")
    bonus = Paid(hand, table="super-bonus", clause="C4P-11")
    queens = Paid(hand, table="queens-up", clause="C4P-14")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "C4P-6")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante, Play and Super Bonus (C4P-4 to C4P-13), and Queens Up (C4P-14)."""
        yield from self._settle_folded() if end.folded else self._settle_played(end)
        if end.folded and self.folded_queens_up == "lost":
            yield self.queens_up.loses("C4P-4")
        else:
            yield self.queens_up.by_table(end[self.queens], "C4P-14")

    def _settle_folded(self) -> Iterator[Settled]:
        yield self.ante.loses("C4P-4")
        yield self.super_bonus.loses("C4P-4")

    def _settle_played(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if shown.qualified:
            clause = "C4P-8" if shown.won else "C4P-9" if shown.lost else "C4P-10"
            yield self.ante.as_compared(shown, clause)
            yield self.play.as_compared(shown, clause)
        else:
            yield self.ante.pushes("C4P-7", self.showdown)
            yield self.play.pays(1, "C4P-7", self.showdown)
        yield self._settle_super_bonus(end)

    def _settle_super_bonus(self, end: Ending) -> Settled:
        shown = end[self.showdown]
        if end[self.bonus].hit:
            return self.super_bonus.by_table(end[self.bonus], "C4P-11")
        if not shown.lost:
            return self.super_bonus.pushes("C4P-12", self.showdown)
        if shown.qualified or self.unqualified_super_bonus == "loses":
            return self.super_bonus.loses("C4P-13", self.showdown)
        return self.super_bonus.pushes("C4P-13", self.showdown)
