"""Four Card Poker: the best four of five against the best four of six, one of them face up (catalogue 32)."""

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


class FourCardPoker(DeclaredGame):
    """A title with Ante and Play against a dealer with one more card, and Aces Up against a table.

    The dealer always plays (4CP-5). Hands are the best four cards (4CP-6), ranked by 4CP-12. Progressives and the Bad
    Beat Bonus (4CP-13) are not offered. Equally good choices: 4CP-R5.
    """

    slug = "four-card-poker"
    most_seats = 7

    ties = Reading("4CP-R2")
    folded_aces_up = Reading("4CP-R3")
    ante_required = Reading("4CP-R4")

    ante = Opening("Ante", "4CP-1", required=False)
    aces_up = Opening("Aces Up", "4CP-1", required=False, side_bet=True)
    play = LaterBet("Play", "4CP-4", of=ante)
    bonus = Award("Automatic Bonus", "4CP-10", on=ante)

    hand = Hand("hand", "4CP-2", cards=5)
    dealer = Hand("dealer's hand", "4CP-2", cards=6, owner=DEALER, up=1)

    fold_or_play = Decision(
        "fold, or play one to three times the Ante",
        "4CP-3",
        Option("fold", "4CP-3", folds=True),
        Option("play", "4CP-4", bets=play, key="1"),
        Option("play-2x", "4CP-4", bets=play, times=2, key="2", when={"4CP-R1": ("1-to-3",)}),
        Option("play-3x", "4CP-4", bets=play, times=3, key="3"),
    )

    showdown = Compare(hand, dealer, "4CP-6", system="four-card")
    made = Paid(hand, table="automatic-bonus", clause="4CP-10")
    aces = Paid(hand, table="aces-up", clause="4CP-11")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "4CP-5")),
        counter_clockwise(Settle()),
    )

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require Ante, Aces Up or both. Aces Up alone is allowed under one reading (4CP-R4)."""
        super().check_bet(seat, bet)
        alone = self.ante_required == "no" and bet.amount("aces_up")
        if not bet.amount("ante") and not alone:
            raise BadBet(f"Seat {seat + 1}: an Ante is required (4CP-1, 4CP-R4).")

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Play (4CP-3 to 4CP-9), the automatic bonus (4CP-10), Aces Up (4CP-11)."""
        if end.folded:
            yield self.ante.loses("4CP-3")
        else:
            yield from self._settle_played(end)
        if end.folded and self.folded_aces_up == "lost":
            yield self.aces_up.loses("4CP-3")
        else:
            yield self.aces_up.by_table(end[self.aces], "4CP-11")

    def _settle_played(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if shown.tied and self.ties == "player-wins":
            yield self.ante.pays(1, "4CP-8", self.showdown)
            yield self.play.pays(1, "4CP-8", self.showdown)
        else:
            clause = "4CP-7" if shown.won else "4CP-9" if shown.lost else "4CP-8"
            yield self.ante.as_compared(shown, clause)
            yield self.play.as_compared(shown, clause)
        if end[self.made].hit:
            yield self.bonus.by_table(end[self.made], "4CP-10")
