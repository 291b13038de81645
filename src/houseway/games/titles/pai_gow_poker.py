"""Pai Gow Poker with Fortune Bonus: seven cards set as five and two against a dealer who sets by a house way."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.cards.deck import Deck
from houseway.games.engine.declared.words import (
    DEALER,
    Ask,
    Between,
    Chosen,
    Compare,
    DealHand,
    Decision,
    DeclaredGame,
    Ending,
    EnvyBonus,
    Hand,
    HouseSet,
    Opening,
    Option,
    Paid,
    PayEnvy,
    Reading,
    Rest,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.titles.pai_gow import on_both_hands


class PaiGowPoker(DeclaredGame):
    """A title with one wager on both hands, copies to the dealer, and the Fortune Bonus on all seven cards.

    The order of the seven hands among the seats (PGP-5) makes no difference in a shuffled deck. Pai Gow'd and the
    progressive (PGP-17) are not offered, and no player banks (PGP-R8). The sheet has the house way (PGP-R3) with its
    open points (PGP-R4, PGP-R5, PGP-R9). It also has the ranks of A-2-3-4-5 and of a joker in a flush (PGP-R1, PGP-R6).
    Equally good settings: PGP-RT.
    """

    slug = "pai-gow-poker"
    most_seats = 6

    commission = Reading("PGP-R2")

    wager = Opening("hand wager", "PGP-3")
    fortune = Opening("Fortune Bonus", "PGP-3", required=False, side_bet=True)

    hand = Hand("hand", "PGP-4", cards=7)
    dealer = Hand("dealer's hand", "PGP-4", cards=7, owner=DEALER)
    low = Chosen("low hand", "PGP-6", of=hand, cards=2, rest="high", rest_title="high hand")
    high = Rest("high hand", "PGP-7", of=low, outranks=True)
    dealer_low = HouseSet("dealer's low hand", "PGP-8", of=dealer, cards=2)
    dealer_high = Rest("dealer's high hand", "PGP-8", of=dealer_low)

    set_the_hand = Decision(
        "set a low hand of two cards",
        "PGP-6",
        Option("house-way", "PGP-6", sets=low, by_house_way=True, tells="sets by the house way"),
        Option("set", "PGP-6", title="set these two", sets=low, tells="sets two cards in front"),
    )

    highs = Compare(high, dealer_high, "PGP-9", system="pai-gow", ranks="PGP-16")
    lows = Compare(low, dealer_low, "PGP-9", system="pai-gow-low", ranks="PGP-16")
    nine_high = Between(
        dealer_low, "PGP-12", system="pai-gow-low", lowest="9d 2c", highest="9d 8c", title="dealer's nine high in front"
    )
    seven = Paid(hand, table="fortune", clause="PGP-13")
    envied = EnvyBonus("Envy", "PGP-15", hand=hand, table="envy", on=fortune, least=500)

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(set_the_hand)),
        once(Show(dealer, "PGP-8")),
        counter_clockwise(Settle()),
        counter_clockwise(PayEnvy(envied)),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return 52 cards and a joker (PGP-1), which ranks by PGP-2."""
        return Deck.with_jokers(1)

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle the hand wager (PGP-10 to PGP-12, PGP-R2), then the Fortune Bonus (PGP-13, PGP-14, PGP-R7)."""
        commission = self.commission
        if commission == "9-high-push" and end[self.nine_high].made:
            yield self.wager.pushes("PGP-12", self.nine_high)
        else:
            both = Fraction(19, 20) if commission == "5-percent" else Fraction(1)
            yield on_both_hands(self.wager, end, (self.highs, self.lows), ("PGP-10", "PGP-12", "PGP-11"), both)
        seven = end[self.seven]
        yield self.fortune.by_table(seven, "PGP-13" if seven.hit else "PGP-14")
