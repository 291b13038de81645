"""Three Card Poker Face Up: three cards against a dealer who shows one, with a Blind bet (perhaps catalogue 58, 59)."""

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


class ThreeCardPokerFaceUp(DeclaredGame):
    """A title with Ante, Blind and Play against a dealer with one card up. A pair may bet three times the Ante.

    Hands rank by FUT-7. FUT-R1 asks whether this is the listed title. Equally good choices: FUT-RT.
    """

    slug = "three-card-poker-face-up"
    most_seats = 7

    folded_pair_plus = Reading("FUT-R4")

    ante = Opening("Ante", "FUT-4")
    blind = Opening("Blind", "FUT-4", equal_to=ante)
    pair_plus = Opening("Pair Plus", "FUT-4", required=False, side_bet=True)
    play = LaterBet("Play", "FUT-6", of=ante)

    hand = Hand("hand", "FUT-5", cards=3)
    dealer = Hand("dealer's hand", "FUT-5", cards=3, owner=DEALER, up=1)

    pair = AtLeast(hand, "2c 2d 3h", system="three-card")
    fold_or_play = Decision(
        "fold, or play; with a pair up to three times the Ante",
        "FUT-6",
        Option("fold", "FUT-6", folds=True),
        Option("play", "FUT-6", bets=play, key="1"),
        Option("play-2x", "FUT-6", bets=play, times=2, key="2", holding=pair),
        Option("play-3x", "FUT-6", bets=play, times=3, key="3", holding=pair),
    )

    showdown = Compare(hand, dealer, "FUT-8", system="three-card", qualifier="Qc 3d 2h", ranks="FUT-7")
    blind_hand = Paid(hand, table="blind", clause="FUT-12")
    plus = Paid(hand, table="pair-plus", clause="FUT-14")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "FUT-8")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante, Play and Blind (FUT-6 to FUT-13), and Pair Plus (FUT-14)."""
        if end.folded:
            yield self.ante.loses("FUT-6")
            yield self.blind.loses("FUT-6")
        else:
            yield from self._settle_played(end)
        if end.folded and self.folded_pair_plus == "lost":
            yield self.pair_plus.loses("FUT-6")
        else:
            yield self.pair_plus.by_table(end[self.plus], "FUT-14")

    def _settle_played(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if shown.qualified:
            yield self.ante.as_compared(shown, "FUT-10")
        else:
            yield self.ante.pushes("FUT-9", self.showdown)
        yield self.play.as_compared(shown, "FUT-11")
        if shown.won:
            yield self.blind.pays(end[self.blind_hand].odds or 0, "FUT-12", self.blind_hand)
        else:
            yield self.blind.as_compared(shown, "FUT-13")
