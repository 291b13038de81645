"""Mississippi Stud: two player's and three community cards against a pay table, on three streets (catalogue 41).

On each street, bet or fold.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.games.engine.declared.words import (
    TABLE,
    Ask,
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
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)


def street(title: str, clause: str, bet: LaterBet) -> Decision:
    """Return the decision to fold, or bet one to three times the Ante (MS-4, MS-6, MS-8, MS-R1)."""
    return Decision(
        title,
        clause,
        Option("fold", "MS-9", folds=True),
        Option("bet-1x", clause, bets=bet, times=1, key="1"),
        Option("bet-2x", clause, bets=bet, times=2, key="2", when={"MS-R1": ("1-2-3",)}),
        Option("bet-3x", clause, bets=bet, times=3, key="3"),
    )


@dataclass(frozen=True)
class MississippiStud(DeclaredGame):
    """A title in which a pair of sixes pushes and jacks or better win, with three more bets during the round.

    Only their player sees a hand (MS-3). A table that names its `prizes` takes the Progressive (MS-16). Aggregate limit
    and cover all (MS-17, MS-18) are not offered. Equally good choices: MS-R2.
    """

    prizes: str = ""

    slug = "mississippi-stud"
    most_seats = 7

    ante = Opening("Ante", "MS-1")
    three_card_bonus = Opening("3 Card Bonus", "MS-1", required=False, side_bet=True)
    third = LaterBet("3rd Street", "MS-4", of=ante)
    fourth = LaterBet("4th Street", "MS-6", of=ante)
    fifth = LaterBet("5th Street", "MS-8", of=ante)

    hand = Hand("hand", "MS-2", cards=2)
    community = Hand("community cards", "MS-2", cards=3, owner=TABLE)

    progressive = MeterBet("Progressive", "MS-16", hand, community, amount=100, setting="prizes")

    on_two = street("3rd Street", "MS-4", third)
    on_three = street("4th Street", "MS-6", fourth)
    on_four = street("5th Street", "MS-8", fifth)

    five = Paid(hand, community, table="hand", clause="MS-11")
    three = Paid(community, table="three-card-bonus", clause="MS-15")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(community)),
        clockwise(Ask(on_two)),
        once(Show(community, "MS-5", 1)),
        clockwise(Ask(on_three)),
        once(Show(community, "MS-7", 1)),
        clockwise(Ask(on_four)),
        once(Show(community, "MS-10", 1)),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and street bets together (MS-9, MS-12 to MS-14), and the 3 Card Bonus (MS-15, MS-R3)."""
        for bet in (self.ante, self.third, self.fourth, self.fifth):
            if end.folded:
                yield bet.loses("MS-9")
            else:
                paid = end[self.five]
                yield bet.by_table(paid, "MS-14" if paid.odds is None else "MS-12" if paid.odds else "MS-13")
        yield self.three_card_bonus.by_table(end[self.three], "MS-15")
