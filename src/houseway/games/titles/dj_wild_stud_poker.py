"""DJ Wild Stud Poker: five cards against five, deuces and the joker wild (catalogue 17)."""

from collections.abc import Iterator, Mapping

from houseway.cards.deck import Deck
from houseway.games.engine.declared.words import (
    DEALER,
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


class DJWildStudPoker(DeclaredGame):
    """A title with Ante, Blind and Play against a dealer who always plays (DJW-6). Hands rank by DJW-13.

    Trips (DJW-11, DJW-12) and coverall (DJW-14) are not offered, because no whole table was found. Equally good
    choices: DJW-RT.
    """

    slug = "dj-wild-stud-poker"
    most_seats = 7

    ante = Opening("Ante", "DJW-2")
    blind = Opening("Blind", "DJW-2", equal_to=ante)
    play = LaterBet("Play", "DJW-5", of=ante)

    hand = Hand("hand", "DJW-3", cards=5)
    dealer = Hand("dealer's hand", "DJW-3", cards=5, owner=DEALER)

    fold_or_play = Decision(
        "fold, or play twice the Ante",
        "DJW-4",
        Option("fold", "DJW-4", folds=True),
        Option("play", "DJW-5", bets=play, times=2),
    )

    showdown = Compare(hand, dealer, "DJW-6", system="wild-deuces")
    blind_hand = Paid(hand, table="blind", clause="DJW-8")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "DJW-6")),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return 52 cards and a joker (DJW-1)."""
        return Deck.with_jokers(1)

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle all three bets, of a folded hand (DJW-4) and of a played one (DJW-7 to DJW-10)."""
        if end.folded:
            yield self.ante.loses("DJW-4")
            yield self.blind.loses("DJW-4")
            return
        shown = end[self.showdown]
        clause = "DJW-7" if shown.won else "DJW-9" if shown.lost else "DJW-10"
        yield self.ante.as_compared(shown, clause)
        yield self.play.as_compared(shown, clause)
        if shown.won:
            yield self.blind.pays(end[self.blind_hand].odds or 0, "DJW-8", self.blind_hand)
        else:
            yield self.blind.as_compared(shown, clause)
