"""Casino War: one card each, and a war if they tie (catalogue 13)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

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
    Reading,
    Settle,
    Settled,
    clockwise,
    counter_clockwise,
    once,
)


class CasinoWar(DeclaredGame):
    """A title with the Initial bet against the dealer's card, a War bet after a tie, and a Tie bet.

    The ace is high and suits do not count (CW-1). Equally good choices: CW-RT.
    """

    slug = "casino-war"
    most_seats = 9

    tie_after_tie = Reading("CW-R1")
    decks = Reading("CW-R2")
    tie_pays = Reading("CW-R3")

    initial = Opening("Initial", "CW-2")
    tie = Opening("Tie", "CW-2", required=False, side_bet=True)
    war = LaterBet("War", "CW-9", of=initial)

    card = Hand("card", "CW-3", cards=1, up=1)
    dealer = Hand("dealer's card", "CW-3", cards=1, owner=DEALER, up=1)
    burnt = Hand("burnt cards", "CW-10", cards=3, owner=TABLE, with_bet=war)
    war_card = Hand("war card", "CW-10", cards=1, up=1, with_bet=war)
    burnt_again = Hand("cards burnt again", "CW-10", cards=3, owner=TABLE, with_bet=war, when={"CW-R4": ("each",)})
    dealers_war_card = Hand("dealer's war card", "CW-10", cards=1, owner=TABLE, up=1, with_bet=war)

    first = Compare(card, dealer, "CW-3", system="one-card", ranks="CW-1")
    battle = Compare(war_card, dealers_war_card, "CW-10", system="one-card", ranks="CW-1")

    war_or_surrender = Decision(
        "surrender or go to war",
        "CW-8",
        Option(
            "surrender",
            "CW-8",
            folds=True,
            tells="surrenders",
            when={"CW-R5": ("yes",)},
        ),
        Option("war", "CW-9", title="go to war", bets=war),
        if_tied=first,
    )

    procedure = (
        clockwise(DealHand(card)),
        once(DealHand(dealer)),
        clockwise(Ask(war_or_surrender)),
        once(DealHand(burnt)),
        clockwise(DealHand(war_card)),
        once(DealHand(burnt_again), DealHand(dealers_war_card)),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return six decks, or the number in the reading (CW-1, CW-R2)."""
        return Deck.standard(int(cls.decks.choice(readings)))

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle the Initial and War bets (CW-4, CW-5, CW-8, CW-11 to CW-13), then the Tie bet (CW-6, CW-7)."""
        shown = end[self.first]
        if not shown.tied:
            yield self.initial.as_compared(shown, "CW-4" if shown.won else "CW-5")
        elif end.folded:
            yield self.initial.halves("CW-8")
        else:
            yield from self._settle_war(end)
        if shown.tied:
            yield self.tie.pays(int(self.tie_pays), "CW-6", self.first)
        else:
            yield self.tie.loses("CW-7", self.first)

    def _settle_war(self, end: Ending) -> Iterator[Settled]:
        """Settle a war. Two bets are at stake and one is paid. A second tie may pay one more (CW-R1)."""
        fought = end[self.battle]
        if fought.lost:
            yield self.initial.loses("CW-13", self.battle)
            yield self.war.loses("CW-13", self.battle)
            return
        clause = "CW-11" if fought.won else "CW-12"
        bonus = fought.tied and self.tie_after_tie == "bonus"
        yield self.initial.pushes(clause, self.battle)
        yield self.war.pays(Fraction(1 + bonus), clause, self.battle)
