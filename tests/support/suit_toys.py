"""A title of the longest flush that is small enough to be solved state by state."""

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
from houseway.games.engine.sheet import Sheet
from support.toy_titles import toy_sheet


class ToySuits(DeclaredGame):
    """Three cards against four by the longest flush; a dealer needs two of a suit, a raise three; an award by a run."""

    slug = "toy-suits"
    most_seats = 2

    ante = Opening("Ante", "T-1")
    side = Opening("Side", "T-1", required=False, side_bet=True)
    play = LaterBet("Play", "T-1", of=ante)

    hand = Hand("hand", "T-1", cards=3)
    dealer = Hand("dealer's hand", "T-1", cards=4, owner=DEALER)

    choice = Decision(
        "fold or play",
        "T-1",
        Option("fold", folds=True),
        Option("play", bets=play),
        Option("play-3x", bets=play, times=3, key="3", holding=AtLeast(hand, "4c 3c 2c", system="longest-flush")),
    )
    showdown = Compare(hand, dealer, "T-1", system="longest-flush", qualifier="Qc 2c")
    made = Paid(hand, table="run", clause="T-1")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(choice)),
        once(Show(dealer, "T-1")),
        counter_clockwise(Settle()),
    )

    @classmethod
    def rule_sheet(cls) -> Sheet:
        """In memory."""
        return toy_sheet(
            cls.slug,
            "Toy Suits",
            tables={"run": {"title": "Run", "system": "suited-run"}},
            choices={"run": {"usual": {"three-card straight flush": 5, "two-card straight flush": 1}}},
        )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Even money; a run pays the Ante more where the dealer does not qualify."""
        shown, run = end[self.showdown], end[self.made]
        if end.folded:
            yield self.ante.loses("T-1")
        elif not shown.qualified:
            yield self.ante.by_table(run, "T-1") if run.hit else self.ante.pushes("T-1", self.showdown)
            yield self.play.pushes("T-1", self.showdown)
        else:
            yield self.ante.as_compared(shown, "T-1")
            yield self.play.as_compared(shown, "T-1")
        yield self.side.by_table(run, "T-1")
