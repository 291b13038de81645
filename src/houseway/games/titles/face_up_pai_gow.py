"""Face Up Pai Gow Poker: the dealer's hand is face up and set first; a dealer's ace high pushes (catalogue 22)."""

from collections.abc import Iterator, Mapping

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
    Rest,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.titles.pai_gow import on_both_hands


class FaceUpPaiGow(DeclaredGame):
    """A title with one wager on both hands against two visible hands, copies to the dealer, and the Fortune Bonus.

    The Fortune Bonus is on all seven cards. Hands rank by FUP-15, A-2-3-4-5 by FUP-R2, three of a kind by FUP-R4, a
    joker in a flush by FUP-R7. Ace High (FUP-12) and the progressives (FUP-16) are not offered, as no table was read.
    The house way is that of pai gow poker (FUP-R1), with its open points (FUP-R5, FUP-R6, FUP-R8). Only an ace high
    pushes (FUP-R3). Equally good settings: FUP-RT.
    """

    slug = "face-up-pai-gow"
    most_seats = 6

    wager = Opening("hand wager", "FUP-2")
    fortune = Opening("Fortune Bonus", "FUP-2", required=False, side_bet=True)

    hand = Hand("hand", "FUP-3", cards=7)
    dealer = Hand("dealer's hand", "FUP-3", cards=7, owner=DEALER)
    low = Chosen("low hand", "FUP-6", of=hand, cards=2, rest="high", rest_title="high hand")
    high = Rest("high hand", "FUP-7", of=low, outranks=True)
    dealer_low = HouseSet("dealer's low hand", "FUP-4", of=dealer, cards=2)
    dealer_high = Rest("dealer's high hand", "FUP-4", of=dealer_low)

    ace_high = Between(
        dealer, "FUP-5", system="pai-gow", lowest="Ad 6c 4c 3c 2c", highest="Ad Kc Qc Jc 9c", title="dealer's ace high"
    )

    set_the_hand = Decision(
        "set a low hand of two cards",
        "FUP-6",
        Option("house-way", "FUP-6", sets=low, by_house_way=True, tells="sets by the house way"),
        Option("set", "FUP-6", title="set these two", sets=low, tells="sets two cards in front"),
        unless_made=ace_high,
    )

    highs = Compare(high, dealer_high, "FUP-8", system="pai-gow", ranks="FUP-15")
    lows = Compare(low, dealer_low, "FUP-8", system="pai-gow-low", ranks="FUP-15")
    seven = Paid(hand, table="fortune", clause="FUP-13")
    envied = EnvyBonus("Envy", "FUP-14", hand=hand, table="envy", on=fortune, least=500)

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer), Show(dealer, "FUP-4")),
        clockwise(Ask(set_the_hand)),
        counter_clockwise(Settle()),
        counter_clockwise(PayEnvy(envied)),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return 52 cards and a joker (FUP-1)."""
        return Deck.with_jokers(1)

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle the hand wager (FUP-5, FUP-9 to FUP-11), then the Fortune Bonus (FUP-13)."""
        if end[self.ace_high].made:
            yield self.wager.pushes("FUP-5", self.ace_high)
        else:
            yield on_both_hands(self.wager, end, (self.highs, self.lows), ("FUP-9", "FUP-11", "FUP-10"))
        yield self.fortune.by_table(end[self.seven], "FUP-13")
