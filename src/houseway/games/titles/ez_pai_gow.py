"""EZ Pai Gow: pai gow poker without commission, in which a dealer's queen high pushes (catalogue 21)."""

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
    Hand,
    HouseSet,
    Opening,
    Option,
    Rest,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)
from houseway.games.titles.pai_gow import on_both_hands


class EZPaiGow(DeclaredGame):
    """A title with one wager on both hands, copies to the dealer, and Queen's Dragon on the dealer's queen high.

    Hands rank by EZP-14, a joker in a flush by EZP-R6. Dynasty Bonus and its Envy (EZP-12, EZP-13) are not offered,
    because no table was read for this joker (EZP-R1, EZP-R3). The house way is that of pai gow poker (EZP-R2), with its
    open points (EZP-R4, EZP-R5, EZP-R7). Equally good settings: EZP-RT.
    """

    slug = "ez-pai-gow"
    most_seats = 6

    wager = Opening("hand wager", "EZP-2")
    dragon = Opening("Queen's Dragon", "EZP-2", required=False, side_bet=True)

    hand = Hand("hand", "EZP-3", cards=7)
    dealer = Hand("dealer's hand", "EZP-3", cards=7, owner=DEALER)
    low = Chosen("low hand", "EZP-4", of=hand, cards=2, rest="high", rest_title="high hand")
    high = Rest("high hand", "EZP-4", of=low, outranks=True)
    dealer_low = HouseSet("dealer's low hand", "EZP-5", of=dealer, cards=2)
    dealer_high = Rest("dealer's high hand", "EZP-5", of=dealer_low)

    set_the_hand = Decision(
        "set a low hand of two cards",
        "EZP-4",
        Option("house-way", "EZP-4", sets=low, by_house_way=True, tells="sets by the house way"),
        Option("set", "EZP-4", title="set these two", sets=low, tells="sets two cards in front"),
    )

    highs = Compare(high, dealer_high, "EZP-7", system="pai-gow", ranks="EZP-14")
    lows = Compare(low, dealer_low, "EZP-7", system="pai-gow-low", ranks="EZP-14")
    queen_high = Between(
        dealer,
        "EZP-6",
        system="pai-gow",
        lowest="Qd 5c 4c 3c 2c",
        highest="Qd Jc Tc 9c 7c",
        title="queen high of the dealer",
    )

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(set_the_hand)),
        once(Show(dealer, "EZP-5")),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return 52 cards and a joker (EZP-1)."""
        return Deck.with_jokers(1)

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle the hand wager (EZP-6, EZP-8 to EZP-10), then Queen's Dragon (EZP-11)."""
        queen_high = end[self.queen_high].made
        if queen_high:
            yield self.wager.pushes("EZP-6", self.queen_high)
        else:
            yield on_both_hands(self.wager, end, (self.highs, self.lows), ("EZP-8", "EZP-10", "EZP-9"))
        yield self.dragon.pays_if(queen_high, 50, "EZP-11", self.queen_high)
