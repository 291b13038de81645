"""Titles with streets that are not in the catalogue, for proofs: other numbers of cards and streets."""

from collections.abc import Iterator, Mapping
from datetime import date
from types import MappingProxyType

from houseway.cards.deck import Deck
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


class LetItRide(DeclaredGame):
    """Three own cards and two common ones; two of three equal bets may be taken back, written as two later bets."""

    slug = "let-it-ride"
    most_seats = 7

    ante = Opening("third bet", "L-1")
    first = LaterBet("first bet", "L-2", of=ante)
    second = LaterBet("second bet", "L-3", of=ante)

    hand = Hand("hand", "L-1", cards=3)
    common = Hand("common cards", "L-1", cards=2, owner=TABLE)

    on_three = Decision("on three cards", "L-2", Option("take back"), Option("ride", bets=first))
    on_four = Decision("on four cards", "L-3", Option("take back"), Option("ride", bets=second))

    five = Paid(hand, common, table="hand", clause="L-4")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(common)),
        clockwise(Ask(on_three)),
        once(Show(common, "L-3", 1)),
        clockwise(Ask(on_four)),
        once(Show(common, "L-4", 1)),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """All bets by the same table."""
        for bet in (self.ante, self.first, self.second):
            yield bet.by_table(end[self.five], "L-4")


class FourStreets(DeclaredGame):
    """Hold'em against the dealer with the last decision on four common cards; a flush pays the Ante more."""

    slug = "four-streets"
    most_seats = 6

    ante = Opening("Ante", "F-1")
    flop = LaterBet("Flop", "F-2", of=ante)
    turn = LaterBet("Turn", "F-3", of=ante)
    river = LaterBet("River", "F-4", of=ante)

    hand = Hand("hand", "F-1", cards=2)
    dealer = Hand("dealer's hand", "F-1", cards=2, owner=DEALER)
    board = Hand("board", "F-1", cards=5, owner=TABLE)

    before = Decision("before the flop", "F-2", Option("fold", folds=True), Option("play", bets=flop, times=2))
    on_flop = Decision("on the flop", "F-3", Option("check"), Option("bet", bets=turn))
    on_turn = Decision("on the turn", "F-4", Option("check"), Option("bet", bets=river))

    showdown = Compare(hand, dealer, "F-5", board=board, system="standard")
    paid = Paid(hand, board, table="hand", clause="F-6")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer), DealHand(board)),
        clockwise(Ask(before)),
        once(Show(board, "F-3", 3)),
        clockwise(Ask(on_flop)),
        once(Show(board, "F-4", 1)),
        clockwise(Ask(on_turn)),
        once(Show(board, "F-5", 1), Show(dealer, "F-5")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Later bets as compared; the Ante is paid by the table, and pushes with less than its lowest row."""
        if end.folded:
            yield self.ante.loses("F-2")
            return
        shown = end[self.showdown]
        if shown.won:
            yield self.ante.pays(end[self.paid].odds or 0, "F-6")
        else:
            yield self.ante.as_compared(shown, "F-5")
        for bet in (self.flop, self.turn, self.river):
            yield bet.as_compared(shown, "F-5")


ROWS: Mapping[type[DeclaredGame], Mapping[str, object]] = {
    LetItRide: {
        "royal flush": 1000,
        "straight flush": 200,
        "four of a kind": 50,
        "full house": 11,
        "flush": 8,
        "straight": 5,
        "three of a kind": 3,
        "two pair": 2,
        "pair of 10s or better": 1,
    },
    FourStreets: {
        "royal flush": 20,
        "straight flush": 9,
        "four of a kind": 4,
        "full house": 3,
        "flush": 2,
        "straight": 1,
    },
}


def toy(title: type[DeclaredGame], deck: Deck) -> DeclaredGame:
    """A table of a toy title, with a sheet that says no more than it must."""
    forms = read_forms({"hand": {"title": "Hand", "system": "standard"}})
    pay_set = read_pay_set("toy", {"hand": ROWS[title]}, forms, source="toys")
    sheet = Sheet(
        slug=title.slug,
        title=title.slug.replace("-", " ").title(),
        kind="house-banked, vs. dealer",
        summary="a toy",
        letter=Letter(date(2023, 1, 1), "nobody"),
        clauses=MappingProxyType({f"{letter}-{number}": "a toy clause" for letter in "LF" for number in range(1, 7)}),
        readings=MappingProxyType({}),
        table_forms=MappingProxyType(forms),
        pay_sets=PaySets({"toy": pay_set}),
        published=(),
        deck_clauses=(),
        setting_clauses=MappingProxyType({}),
        sources=MappingProxyType({}),
    )
    return title(sheet, sheet.check_readings({}), pay_set, limits_on("washington", None), deck)
