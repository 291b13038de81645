"""Three Card Poker: three cards against a dealer who qualifies with queen high (catalogue 57)."""

from collections.abc import Iterator

from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.words import (
    DEALER,
    Ask,
    Award,
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


class ThreeCardPoker(DeclaredGame):
    """A title with Ante and Play against the dealer, and Pair Plus, 6 Card Bonus and Prime against tables.

    Hands rank by 3CP-15. Progressive and envy bonus (3CP-14) are not offered. Players' hands may be open (3CP-R5), and
    the others may use them (3CP-R8). Equally good choices: 3CP-R7.
    """

    slug = "three-card-poker"
    most_seats = 7

    pair_plus_alone = Reading("3CP-R1")
    folded_pair_plus = Reading("3CP-R2")
    ties = Reading("3CP-R3")
    folded_side_bets = Reading("3CP-R4")
    pair_plus_must_win = Reading("3CP-R6")

    ante = Opening("Ante", "3CP-1", required=False)
    pair_plus = Opening("Pair Plus", "3CP-1", required=False, side_bet=True)
    six_card = Opening("6 Card Bonus", "3CP-1", required=False, side_bet=True)
    prime = Opening("Prime", "3CP-1", required=False, side_bet=True)
    play = LaterBet("Play", "3CP-4", of=ante)
    ante_bonus = Award("Ante Bonus", "3CP-10", on=ante)

    hand = Hand("hand", "3CP-2", cards=3, up=3, up_when={"3CP-R5": ("players",)})
    dealer = Hand("dealer's hand", "3CP-2", cards=3, owner=DEALER)

    fold_or_play = Decision(
        "fold or play", "3CP-3", Option("fold", "3CP-3", folds=True), Option("play", "3CP-4", bets=play)
    )

    showdown = Compare(hand, dealer, "3CP-5", system="three-card", qualifier="Qc 3d 2h")
    bonus = Paid(hand, table="ante-bonus", clause="3CP-10")
    plus = Paid(hand, table="pair-plus", clause="3CP-11")
    six = Paid(hand, dealer, table="six-card-bonus", clause="3CP-12")

    color = Paid(hand, table="prime", clause="3CP-13")
    all_color = Paid(hand, dealer, table="prime-six", clause="3CP-13")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "3CP-5")),
        counter_clockwise(Settle()),
    )

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require Ante, Pair Plus or both. One without the other is allowed under one reading (3CP-R1)."""
        super().check_bet(seat, bet)
        alone = self.pair_plus_alone == "either" and bet.amount("pair_plus")
        if not bet.amount("ante") and not alone:
            raise BadBet(f"Seat {seat + 1}: an Ante is required (3CP-1, 3CP-R1).")

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Play (3CP-3 to 3CP-9), Ante Bonus (3CP-10), the side bets (3CP-11 to 3CP-13)."""
        yield from self._settle_folded() if end.folded else self._settle_played(end)
        yield self._settle_pair_plus(end)
        if end.folded and self.folded_side_bets == "lost":
            yield self.six_card.loses("3CP-3")
            yield self.prime.loses("3CP-3")
        else:
            yield self.six_card.by_table(end[self.six], "3CP-12")
            all_six = end[self.all_color]
            yield self.prime.by_table(all_six if all_six.hit else end[self.color], "3CP-13")

    def _settle_folded(self) -> Iterator[Settled]:
        yield self.ante.loses("3CP-3")

    def _settle_played(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if not shown.qualified:
            yield self.ante.pays(1, "3CP-6", self.showdown)
            yield self.play.pushes("3CP-6", self.showdown)
        elif shown.tied and self.ties == "player-wins":
            yield self.ante.pays(1, "3CP-9", self.showdown)
            yield self.play.pays(1, "3CP-9", self.showdown)
        else:
            clause = "3CP-7" if shown.won else "3CP-8" if shown.lost else "3CP-9"
            yield self.ante.as_compared(shown, clause)
            yield self.play.as_compared(shown, clause)
        if end[self.bonus].hit:
            yield self.ante_bonus.by_table(end[self.bonus], "3CP-10")

    def _settle_pair_plus(self, end: Ending) -> Settled:
        plus = end[self.plus]
        if end.folded and self.folded_pair_plus == "lost":
            return self.pair_plus.loses("3CP-3")
        beaten = end[self.showdown].lost or end[self.showdown].tied
        if plus.hit and self.pair_plus_must_win == "yes" and beaten:
            return self.pair_plus.pushes("3CP-11", self.plus)
        return self.pair_plus.by_table(plus, "3CP-11")
