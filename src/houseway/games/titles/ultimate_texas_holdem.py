"""Ultimate Texas Hold'em: one Play bet, the larger the earlier it is made (catalogue 65)."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    DEALER,
    TABLE,
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


class UltimateTexasHoldEm(DeclaredGame):
    """A title with Ante, Blind and Play against the dealer's two cards and five community cards.

    Trips is against a table. One deck (UTH-1), the standard ranking (UTH-18). Equally good choices: UTH-RT.
    """

    slug = "ultimate-texas-holdem"
    most_seats = 6

    folded_trips = Reading("UTH-R3")
    trips_rule = Reading("UTH-R4")

    ante = Opening("Ante", "UTH-2")
    blind = Opening("Blind", "UTH-2", equal_to=ante)
    trips = Opening("Trips", "UTH-2", required=False, side_bet=True)
    play = LaterBet("Play", "UTH-7", of=ante)

    hand = Hand("hand", "UTH-3", cards=2)
    dealer = Hand("dealer's hand", "UTH-3", cards=2, owner=DEALER)
    board = Hand("community cards", "UTH-3", cards=5, owner=TABLE)

    before_flop = Decision(
        "check, or bet three or four times the Ante",
        "UTH-4",
        Option("check", "UTH-4"),
        Option("bet-3x", "UTH-4", bets=play, times=3, key="3", when={"UTH-R2": ("3-or-4", "3-only")}),
        Option("bet-4x", "UTH-4", bets=play, times=4, key="4", when={"UTH-R2": ("3-or-4", "4-only")}),
    )
    on_flop = Decision(
        "check, or bet twice the Ante",
        "UTH-5",
        Option("check", "UTH-5"),
        Option("bet-2x", "UTH-5", bets=play, times=2, key="2"),
        unless=play,
    )
    on_river = Decision(
        "bet the Ante, or fold",
        "UTH-6",
        Option("fold", "UTH-8", folds=True),
        Option("bet-1x", "UTH-6", bets=play, times=1, key="1"),
        unless=play,
    )

    showdown = Compare(
        hand, dealer, "UTH-9", board=board, system="standard", qualifier="2c 2d 3h 4s 5c", qualifier_clause="UTH-10"
    )
    blind_hand = Paid(hand, board, table="blind", clause="UTH-14")
    trips_hand = Paid(hand, board, table="trips", clause="UTH-17")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer), DealHand(board)),
        clockwise(Ask(before_flop)),
        once(Show(board, "UTH-5", 3)),
        clockwise(Ask(on_flop)),
        once(Show(board, "UTH-6", 2)),
        clockwise(Ask(on_river)),
        once(Show(dealer, "UTH-9")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante, Play and Blind (UTH-8 to UTH-16), and Trips (UTH-17)."""
        yield from self._settle_folded() if end.folded else self._settle_shown(end)
        trips, reading = end[self.trips_hand], self.trips_rule
        if end.folded and self.folded_trips == "lost-on-fold":
            yield self.trips.loses("UTH-8")
        elif trips.hit and reading == "florida" and not end[self.showdown].won:
            yield self.trips.pushes("UTH-17", self.trips_hand)
        else:
            yield self.trips.by_table(trips, "UTH-17")

    def _settle_folded(self) -> Iterator[Settled]:
        yield self.ante.loses("UTH-8")
        yield self.blind.loses("UTH-8")

    def _settle_shown(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if shown.tied:
            for bet in (self.ante, self.play, self.blind):
                yield bet.pushes("UTH-16", self.showdown)
            return
        if shown.qualified:
            yield self.ante.as_compared(shown, "UTH-12")
        else:
            yield self.ante.pushes("UTH-11", self.showdown)
        yield self.play.as_compared(shown, "UTH-13")
        if shown.lost:
            yield self.blind.loses("UTH-15", self.showdown)
        else:
            yield self.blind.pays(end[self.blind_hand].odds or 0, "UTH-14", self.blind_hand)
