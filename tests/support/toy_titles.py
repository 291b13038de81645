"""Two titles of a few cards that exist nowhere else, small enough to be solved state by state on a stripped deck."""

from collections.abc import Iterator
from datetime import date

from houseway.games.engine.declared.words import (
    DEALER,
    TABLE,
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
from houseway.games.engine.sheet import Sheet, sheet_from


def toy_sheet(slug: str, title: str, **more: object) -> Sheet:
    """A sheet with the little that a toy needs."""
    plain = {
        "slug": slug,
        "title": title,
        "kind": "toy",
        "summary": "A toy.",
        "letter": {"date": date(2024, 1, 1), "addressee": "nobody"},
        "clauses": {"T-1": "Everything."},
        **more,
    }
    return sheet_from(plain, f"{slug} (in memory)")


class ToyShowdown(DeclaredGame):
    """Three cards each, one of the dealer's face up; a raise of one or two Antes, a qualifier, a bonus, a side bet."""

    slug = "toy-showdown"
    most_seats = 2

    unqualified = Reading("T-R1")

    ante = Opening("Ante", "T-1")
    side = Opening("Side", "T-1", required=False, side_bet=True)
    raised = LaterBet("Raise", "T-1", of=ante)
    award = Award("Award", "T-1", on=ante)

    hand = Hand("hand", "T-1", cards=3)
    dealer = Hand("dealer's hand", "T-1", cards=3, owner=DEALER, up=1)

    decision = Decision(
        "fold or raise",
        "T-1",
        Option("fold", folds=True),
        Option("raise-1x", bets=raised, times=1, key="1"),
        Option("raise-2x", bets=raised, times=2, key="2"),
    )

    showdown = Compare(hand, dealer, "T-1", system="three-card", qualifier="Kc 3d 2h")
    awarded = Paid(hand, table="award", clause="T-1")
    side_hand = Paid(hand, table="side", clause="T-1")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(decision)),
        once(Show(dealer, "T-1")),
        counter_clockwise(Settle()),
    )

    @classmethod
    def rule_sheet(cls) -> Sheet:
        """In memory."""
        return toy_sheet(
            cls.slug,
            "Toy Showdown",
            readings={
                "T-R1": {
                    "question": "What does a dealer without a king do?",
                    "default": "ante-pays",
                    "choices": {"ante-pays": "The Ante is paid, the Raise goes back.", "both-push": "Both go back."},
                }
            },
            tables={
                "award": {"title": "Award", "system": "three-card"},
                "side": {"title": "Side", "system": "three-card"},
            },
            choices={
                "award": {"usual": {"suited A-K-Q": 3, "straight flush": 3, "three of a kind": 2}},
                "side": {
                    "usual": {
                        "suited A-K-Q": 20,
                        "straight flush": 20,
                        "three of a kind": 10,
                        "straight": 4,
                        "flush": 3,
                        "pair": 1,
                    }
                },
            },
        )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """All of it."""
        yield self.side.by_table(end[self.side_hand], "T-1")
        if end.folded:
            yield self.ante.loses("T-1")
            return
        shown = end[self.showdown]
        if not shown.qualified:
            paid = self.unqualified == "ante-pays"
            yield self.ante.pays(int(paid), "T-1", self.showdown)
            yield self.raised.pushes("T-1", self.showdown)
        else:
            yield self.ante.as_compared(shown, "T-1")
            yield self.raised.as_compared(shown, "T-1")
        if end[self.awarded].hit:
            yield self.award.by_table(end[self.awarded], "T-1")


class ToyStud(DeclaredGame):
    """One own card and two common ones, shown one by one, against a table; two streets to bet or fold."""

    slug = "toy-stud"
    most_seats = 2

    ante = Opening("Ante", "T-1")
    side = Opening("Side", "T-1", required=False, side_bet=True)
    first = LaterBet("First", "T-1", of=ante)
    second = LaterBet("Second", "T-1", of=ante)

    hand = Hand("hand", "T-1", cards=1)
    community = Hand("community cards", "T-1", cards=2, owner=TABLE)

    on_one = Decision("on one", "T-1", Option("fold", folds=True), Option("bet-1x", bets=first, key="1"))
    on_two = Decision(
        "on two",
        "T-1",
        Option("fold", folds=True),
        Option("bet-1x", bets=second, times=1, key="1"),
        Option("bet-3x", bets=second, times=3, key="3"),
    )

    made = Paid(hand, community, table="hand", clause="T-1")
    side_hand = Paid(hand, community, table="side", clause="T-1")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(community)),
        clockwise(Ask(on_one)),
        once(Show(community, "T-1", 1)),
        clockwise(Ask(on_two)),
        once(Show(community, "T-1", 1)),
        counter_clockwise(Settle()),
    )

    @classmethod
    def rule_sheet(cls) -> Sheet:
        """In memory."""
        rows = {"suited A-K-Q": 30, "straight flush": 30, "three of a kind": 12, "straight": 3, "flush": "5:2"}
        return toy_sheet(
            cls.slug,
            "Toy Stud",
            tables={
                "hand": {"title": "Hand", "system": "three-card"},
                "side": {"title": "Side", "system": "three-card"},
            },
            choices={
                "hand": {"usual": {**rows, "pair of jacks or better": 1, "pair of sixes or better": "push"}},
                "side": {"usual": {**rows, "pair": 1}},
            },
        )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Lost by a fold, else all bets alike; the side bet whatever was done."""
        for bet in (self.ante, self.first, self.second):
            yield bet.loses("T-1") if end.folded else bet.by_table(end[self.made], "T-1")
        yield self.side.by_table(end[self.side_hand], "T-1")
