"""Titles that no house offers, for proofs: a duel with a card of the dealer's face up."""

from collections.abc import Iterator, Mapping
from datetime import date
from types import MappingProxyType

from houseway.cards.deck import Deck
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
from houseway.games.engine.limits import limits_on
from houseway.games.engine.paytable import PaySets, read_forms, read_pay_set
from houseway.games.engine.sheet import Letter, Sheet


class Duel(DeclaredGame):
    """Three cards against three of which one is up: fold, or bet one or two Antes; a straight pays extra on a raise."""

    slug = "duel"
    most_seats = 2

    ante = Opening("Ante", "D-1")
    pairs = Opening("Pairs", "D-1", required=False, side_bet=True)
    play = LaterBet("Play", "D-2", of=ante)

    hand = Hand("hand", "D-1", cards=3)
    dealer = Hand("dealer's hand", "D-1", cards=3, owner=DEALER, up=1)

    choice = Decision(
        "fold, call or raise",
        "D-2",
        Option("fold", "D-2", folds=True),
        Option("call", "D-2", bets=play, times=1),
        Option("raise", "D-2", bets=play, times=2),
    )

    showdown = Compare(hand, dealer, "D-3", system="three-card", qualifier="Jc 3d 2h")
    made = Paid(hand, table="made", clause="D-4")
    six = Paid(hand, dealer, table="six", clause="D-5")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(choice)),
        once(Show(dealer, "D-3")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """A raise with a straight or better pays by the table where it wins; the side bet is lost with the hand."""
        if end.folded:
            yield self.ante.loses("D-2")
            yield self.pairs.loses("D-2")
            return
        shown, made = end[self.showdown], end[self.made]
        if not shown.qualified:
            yield self.ante.pushes("D-3", self.showdown)
        else:
            yield self.ante.as_compared(shown, "D-3")
        raised = end.times(self.play) > 1
        if raised and shown.won and made.hit:
            yield self.play.by_table(made, "D-4")
        else:
            yield self.play.as_compared(shown, "D-3")
        yield self.pairs.by_table(end[self.six], "D-5")


class SmallDuel(DeclaredGame):
    """The best three of four cards against three, nothing face up, and no side bet that looks at the dealer's cards."""

    slug = "small-duel"
    most_seats = 2

    ante = Opening("Ante", "D-1")
    play = LaterBet("Play", "D-2", of=ante)
    hand = Hand("hand", "D-1", cards=4)
    dealer = Hand("dealer's hand", "D-1", cards=3, owner=DEALER)
    choice = Decision(
        "fold or call", "D-2", Option("fold", "D-2", folds=True), Option("call", "D-2", bets=play, times=1)
    )
    showdown = Compare(hand, dealer, "D-3", system="three-card")
    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(choice)),
        once(Show(dealer, "D-3")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Best three of four against three."""
        if end.folded:
            yield self.ante.loses("D-2")
            return
        yield self.ante.as_compared(end[self.showdown], "D-3")
        yield self.play.as_compared(end[self.showdown], "D-3")


class TwoCardDuel(SmallDuel):
    """The same with two cards on either side."""

    slug = "two-card-duel"

    hand = Hand("hand", "D-1", cards=2)
    dealer = Hand("dealer's hand", "D-1", cards=2, owner=DEALER)
    showdown = Compare(hand, dealer, "D-3", system="two-card")
    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        SmallDuel.procedure[2],
        once(Show(dealer, "D-3")),
        counter_clockwise(Settle()),
    )


class CappedDuel(SmallDuel):
    """The same with a raise for those who hold a pair of queens or better among their four cards."""

    slug = "capped-duel"

    choice = Decision(
        "fold, call or raise",
        "D-2",
        Option("fold", "D-2", folds=True),
        Option("call", "D-2", bets=SmallDuel.play),
        Option("raise", "D-2", bets=SmallDuel.play, times=3, holding=AtLeast(SmallDuel.hand, "Qc Qd 2h", "three-card")),
    )
    procedure = (
        *SmallDuel.procedure[:2],
        clockwise(Ask(choice)),
        *SmallDuel.procedure[3:],
    )


FORMS: Mapping[type[DeclaredGame], Mapping[str, Mapping[str, object]]] = {
    Duel: {"made": {"title": "Made hands", "system": "three-card"}, "six": {"title": "Six", "system": "standard"}},
    SmallDuel: {},
    TwoCardDuel: {},
    CappedDuel: {},
}
ROWS: Mapping[str, Mapping[str, object]] = {
    "made": {"suited A-K-Q": 4, "straight flush": 4, "three of a kind": 3, "straight": "3:2"},
    "six": {
        "royal flush": 50,
        "straight flush": 40,
        "four of a kind": 30,
        "full house": 8,
        "flush": 6,
        "straight": 4,
        "three of a kind": 3,
        "two pair": "push",
    },
}


def toy(title: type[DeclaredGame], deck: Deck) -> DeclaredGame:
    """A table of a toy title, with a sheet that says no more than it must."""
    forms = read_forms({name: dict(form) for name, form in FORMS[title].items()})
    pay_set = read_pay_set("toy", {name: ROWS[name] for name in forms}, forms, source="toys")
    sheet = Sheet(
        slug=title.slug,
        title=title.slug.replace("-", " ").title(),
        kind="house-banked, vs. dealer",
        summary="a toy",
        letter=Letter(date(2023, 1, 1), "nobody"),
        clauses=MappingProxyType({f"D-{number}": "a toy clause" for number in range(1, 6)}),
        readings=MappingProxyType({}),
        table_forms=MappingProxyType(forms),
        pay_sets=PaySets({"toy": pay_set}),
        published=(),
        deck_clauses=(),
        setting_clauses=MappingProxyType({}),
        sources=MappingProxyType({}),
    )
    return title(sheet, sheet.check_readings({}), pay_set if forms else None, limits_on("washington", None), deck)
