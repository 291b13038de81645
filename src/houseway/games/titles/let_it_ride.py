"""Let It Ride: three equal bets on five cards, two of which may be pulled back during the round (catalogue 39)."""

from collections.abc import Iterator

from houseway.games.engine.declared.words import (
    TABLE,
    Ask,
    DealHand,
    Decision,
    DeclaredGame,
    Ending,
    Hand,
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


def ride(title: str, clause: str, one_first: Opening, two_first: Opening) -> Decision:
    """Return the decision to pull back the current bet, or let it ride (LIR-3, LIR-5, LIR-R1)."""
    pulls = (
        Option(
            f"pull-{bet.title[-1]}",
            "LIR-9",
            title=f"pull back {bet.title}",
            takes_back=bet,
            key="P",
            when={"LIR-R1": (reading,)},
        )
        for reading, bet in (("one-first", one_first), ("two-first", two_first))
    )
    return Decision(title, clause, *pulls, Option("let-ride", clause, title="let it ride", key="L"))


class LetItRide(DeclaredGame):
    """A title in which a pair of tens or better pays every bet that is left.

    Cards stay in the dealer's view and are laid down after the second decision (LIR-6). Aggregate limit and cover all
    (LIR-14, LIR-15) are not offered. The dealer's number of cards: LIR-R2. Equally good choices: LIR-R4.
    """

    slug = "let-it-ride"
    most_seats = 7

    bonus_odds = Reading("LIR-R3")

    bet_1 = Opening("Bet 1", "LIR-1")
    bet_2 = Opening("Bet 2", "LIR-1", equal_to=bet_1)
    bet_3 = Opening("Bet $", "LIR-1", equal_to=bet_1)
    three_card_bonus = Opening("3 Card Bonus", "LIR-1", required=False, side_bet=True)
    five_card_bonus = Opening("5 Card Bonus", "LIR-13", required=False, side_bet=True)

    hand = Hand("hand", "LIR-2", cards=3)
    community = Hand("community cards", "LIR-2", cards=2, owner=TABLE)

    on_three = ride("the first bet: pull back, or let it ride", "LIR-3", bet_1, bet_2)
    on_four = ride("the second bet: pull back, or let it ride", "LIR-5", bet_2, bet_1)

    five = Paid(hand, community, table="hand", clause="LIR-8")
    three = Paid(hand, table="three-card-bonus", clause="LIR-12")
    five_for_bonus = Paid(hand, community, table="five-card-bonus", clause="LIR-13")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(community)),
        clockwise(Ask(on_three)),
        once(Show(community, "LIR-4", 1)),
        clockwise(Ask(on_four)),
        once(Show(community, "LIR-7", 1)),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle the three bets (LIR-9 to LIR-11), and the bonuses (LIR-12, LIR-13, LIR-R3)."""
        paid = end[self.five]
        for bet in (self.bet_1, self.bet_2, self.bet_3):
            if end.took_back(bet):
                yield bet.goes_back("LIR-9")
            else:
                yield bet.by_table(paid, "LIR-10" if paid.hit else "LIR-11")
        yield self.three_card_bonus.by_table(end[self.three], "LIR-12")
        bonus = end[self.five_for_bonus]
        if bonus.odds and self.bonus_odds == "for-1":
            yield self.five_card_bonus.pays(bonus.odds - 1, "LIR-13", self.five_for_bonus)
        else:
            yield self.five_card_bonus.by_table(bonus, "LIR-13")
