"""A title that is a wager on cards and nothing else: own cards by one table, all cards by another."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    DEALER,
    DealHand,
    DeclaredGame,
    Ending,
    Hand,
    Opening,
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


class ToyPool(DeclaredGame):
    """Five own cards and two of the dealer's: a wager on all, and more where the own five are paid too."""

    slug = "toy-pool"
    most_seats = 2

    pool = Opening("Pool", "T-1")
    again = Opening("Again", "T-1", required=False, side_bet=True)

    hand = Hand("hand", "T-1", cards=5)
    dealer = Hand("dealer's hand", "T-1", cards=2, owner=DEALER)

    seven = Paid(hand, dealer, table="seven", clause="T-1")
    five = Paid(hand, table="five", clause="T-1")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        once(Show(dealer, "T-1")),
        counter_clockwise(Settle()),
    )

    @classmethod
    def rule_sheet(cls) -> Sheet:
        """In memory."""
        rows = {
            "suited five of a kind": 50,
            "royal flush": 40,
            "straight flush": 30,
            "five of a kind": 25,
            "four of a kind": 8,
            "full house": 4,
            "flush": 3,
            "straight": 2,
            "three of a kind": "3:2",
            "two pair": 1,
        }
        return toy_sheet(
            cls.slug,
            "Toy Pool",
            tables={
                "seven": {"title": "Seven", "system": "multi-deck"},
                "five": {"title": "Five", "system": "multi-deck"},
            },
            choices={"seven": {"usual": rows}, "five": {"usual": rows}},
        )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """By the seven cards, and by the own five besides; the side bet by the seven alone."""
        seven, five = end[self.seven], end[self.five]
        if seven.odds is not None and five.odds is not None:
            yield self.pool.pays(seven.odds + five.odds, "T-1", self.seven)
        else:
            yield self.pool.by_table(seven, "T-1")
        yield self.again.by_table(seven, "T-1")
