"""Three Card Baccarat: three cards each for Player and Dealer, points and then pictures, no drawing (catalogue 54).

It is not confirmed that title 54 of the letter's catalogue is this game (TCB-R1).
"""

from collections.abc import Iterator
from fractions import Fraction

from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.words import (
    TABLE,
    Compare,
    DealHand,
    DeclaredGame,
    Ending,
    Hand,
    Makes,
    Opening,
    Paid,
    Reading,
    Settle,
    Settled,
    counter_clockwise,
    once,
)
from houseway.games.titles.baccarat import banker_bet
from houseway.ranking.points import BY_POINTS

AFTER_COMMISSION = {"5-percent": Fraction(19, 20), "3-percent": Fraction(97, 100), "six-half": Fraction(1)}
"""The odds of a win of the Player or the Dealer, by TCB-R2."""
HALF = Fraction(1, 2)
NO_COMMISSION = {"TCB-R2": ("six-half",)}


def dealer_total(points: int) -> Opening:
    """Return the bet that the Dealer has this many points."""
    return Opening(f"Dealer total {points}", "TCB-9", required=False, side_bet=True)


class ThreeCardBaccarat(DeclaredGame):
    """A title with bets on two shared hands of one deck (TCB-1). It has no decision, so TCB-RT has no effect.

    The Player bet is the unit. Every other bet is separate. TCB-R3 decides whether points or pictures are compared
    first. Two hands of three pictures tie (TCB-R4).
    """

    slug = "three-card-baccarat"
    most_seats = 7

    commission = Reading("TCB-R2")

    player = Opening("Player", "TCB-2", required=False)
    dealer = Opening("Dealer", "TCB-12", required=False, side_bet=True, when=NO_COMMISSION)
    tie = Opening("Tie", "TCB-10", required=False, side_bet=True)
    three_faces = Opening("Three Faces", "TCB-11", required=False, side_bet=True)
    total_0, total_1, total_2, total_3, total_4 = map(dealer_total, range(5))
    total_5, total_6, total_7, total_8, total_9 = map(dealer_total, range(5, 10))
    totals = (total_0, total_1, total_2, total_3, total_4, total_5, total_6, total_7, total_8, total_9)

    players = Hand("Player", "TCB-3", cards=3, owner=TABLE, up=3)
    dealers = Hand("Dealer", "TCB-3", cards=3, owner=TABLE, up=3)

    showdown = Compare(players, dealers, "TCB-6", system="points-and-pictures", ranks="TCB-5")
    total = Paid(dealers, table="dealer-total", clause="TCB-9")
    faces = Paid(dealers, table="three-faces", clause="TCB-11")
    players_six = Makes(players, "TCB-12", points=6, title="6 of the Player")
    dealers_six = Makes(dealers, "TCB-12", points=6, title="6 of the Dealer")

    procedure = (once(DealHand(players), DealHand(dealers)), counter_clockwise(Settle()))

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require at least one bet (TCB-2)."""
        super().check_bet(seat, bet)
        if not bet:
            raise BadBet(f"Seat {seat + 1}: a bet is required (TCB-2).")

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle all bets.

        These are Player and Dealer (TCB-7, TCB-8, TCB-12), Tie (TCB-10), Three Faces (TCB-11), totals (TCB-4, TCB-9).
        """
        shown, odds = end[self.showdown], AFTER_COMMISSION[self.commission]
        free = self.commission == "six-half"
        if free and shown.won and end[self.players_six].made:
            yield self.player.pays(HALF, "TCB-12", self.players_six)
        elif shown.won:
            yield self.player.pays(odds, "TCB-12" if free else "TCB-7", self.showdown)
        else:
            yield self.player.as_compared(shown, "TCB-8")
        if free and shown.lost and end[self.dealers_six].made:
            yield self.dealer.pays(HALF, "TCB-12", self.dealers_six)
        else:
            yield banker_bet(self.dealer, shown, "TCB-12", odds)
        yield self.tie.pays_if(shown.tied, 20, "TCB-10", self.showdown)
        yield self.three_faces.by_table(end[self.faces], "TCB-11")
        made = end[self.total]
        for category, wager in zip(BY_POINTS, self.totals, strict=True):
            hit = made.label == category
            yield wager.by_table(made, "TCB-9") if hit else wager.loses("TCB-9", self.total)
