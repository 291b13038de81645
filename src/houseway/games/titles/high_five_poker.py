"""High Five Poker: the best five of seven cards with a joker against the dealer's best five of seven (catalogue 34)."""

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
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)


class HighFivePoker(DeclaredGame):
    """A title with Ante and Play against a dealer who qualifies with a pair of sixes.

    The dealer always qualifies against a straight or better. Fifty-two cards and a joker (H5-1). Both sides play their
    best five cards, so that none must be picked (H5-5, H5-R2). Hands rank by H5-13, A-2-3-4-5 by H5-R1, five aces
    highest (H5-R4). Trips (H5-12, H5-R3) is not offered. Equally good choices: H5-RT.
    """

    slug = "high-five-poker"
    most_seats = 6

    ante = Opening("Ante", "H5-2")
    play = LaterBet("Play", "H5-5", of=ante)

    hand = Hand("hand", "H5-3", cards=7)
    dealer = Hand("dealer's hand", "H5-3", cards=7, owner=DEALER)

    fold_or_play = Decision(
        "fold or play", "H5-4", Option("fold", "H5-4", folds=True), Option("play", "H5-5", bets=play)
    )

    showdown = Compare(
        hand,
        dealer,
        "H5-6",
        system="bug-of-seven",
        qualifier="6c 6d 4h 3s 2c",
        qualifier_clause="H5-7",
        always_against="straight",
        ranks="H5-13",
    )

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer)),
        clockwise(Ask(fold_or_play)),
        once(Show(dealer, "H5-6")),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return 52 cards and a joker (H5-1)."""
        return Deck.with_jokers(1)

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Ante and Play: folded (H5-4), dealer not qualified (H5-8), higher, lower or equal (H5-9 to H5-11)."""
        if end.folded:
            yield self.ante.loses("H5-4")
            return
        shown = end[self.showdown]
        if not shown.qualified:
            yield self.ante.pays(1, "H5-8", self.showdown)
            yield self.play.pushes("H5-8", self.showdown)
        else:
            clause = "H5-9" if shown.won else "H5-10" if shown.lost else "H5-11"
            yield self.ante.as_compared(shown, clause)
            yield self.play.as_compared(shown, clause)
