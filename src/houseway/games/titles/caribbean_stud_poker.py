"""Caribbean Stud Poker: five cards against a dealer who shows one and qualifies with ace-king (catalogue 12)."""

from collections.abc import Iterator
from dataclasses import dataclass

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
    MeterBet,
    Opening,
    Option,
    Paid,
    PostedLimit,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.engine.money import Cents


@dataclass(frozen=True)
class CaribbeanStudPoker(DeclaredGame):
    """A title with Ante and Bet against the dealer, each seat separately (CS-3). The player's hand pays the Bet.

    Hands rank by CS-13. A table that names its `prizes` takes the Progressive (CS-11). It pays shares of the meter
    uncapped (CS-R3), also after a fold (CS-R1). `aggregate_limit` is the posted maximum that a Bet wins, in cents
    (CS-12, CS-R2). Equally good choices: CS-R4.
    """

    prizes: str = ""
    aggregate_limit: Cents | None = None

    slug = "caribbean-stud-poker"
    most_seats = 7

    ante = Opening("Ante", "CS-1")
    bet = LaterBet("Bet", "CS-5", of=ante, limit=PostedLimit("aggregate_limit", "CS-12"))

    hand = Hand("hand", "CS-2", cards=5)
    dealer = Hand("dealer's hand", "CS-2", cards=5, owner=DEALER, up=1)

    progressive = MeterBet("Progressive", "CS-11", hand, amount=100, setting="prizes")

    fold_or_raise = Decision(
        "fold or raise", "CS-4", Option("fold", "CS-4", folds=True), Option("raise", "CS-5", bets=bet, times=2)
    )

    showdown = Compare(hand, dealer, "CS-6", system="standard", qualifier="Ac Kd 4h 3s 2c", ranks="CS-13")
    raised = Paid(hand, table="bet", clause="CS-8")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_raise)),
        once(Show(dealer, "CS-6")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Bet: folded (CS-4), dealer not qualified (CS-7), higher, lower or equal (CS-8 to CS-10)."""
        if end.folded:
            yield self.ante.loses("CS-4")
            return
        shown = end[self.showdown]
        if not shown.qualified:
            yield self.ante.pays(1, "CS-7", self.showdown)
            yield self.bet.pushes("CS-7", self.showdown)
        elif shown.won:
            yield self.ante.pays(1, "CS-8", self.showdown)
            yield self.bet.by_table(end[self.raised], "CS-8")
        else:
            clause = "CS-9" if shown.lost else "CS-10"
            yield self.ante.as_compared(shown, clause)
            yield self.bet.as_compared(shown, clause)
