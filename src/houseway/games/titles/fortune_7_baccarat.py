"""Fortune 7 Baccarat: no commission, and a bet on the Banker's seven of three cards, which pushes (catalogue 27)."""

from collections.abc import Iterator, Mapping

from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.words import (
    Compare,
    DealHand,
    DeclaredGame,
    Draw,
    Ending,
    Makes,
    Margin,
    Opening,
    Reading,
    Settle,
    Settled,
    counter_clockwise,
    once,
)
from houseway.games.titles.baccarat import (
    NATURALS,
    alternating,
    banker_bet,
    bankers_hand,
    dragon_bonuses,
    players_hand,
)


class Fortune7Baccarat(DeclaredGame):
    """A title with bets on two shared hands with fixed drawing (F7-5 to F7-8). No decision, so F7-RT has no effect.

    The Banker bet is the unit. Every other bet is separate.
    """

    slug = "fortune-7-baccarat"
    most_seats = 7

    decks = Reading("F7-R1")
    bonus_table = Reading("F7-R3")

    banker = Opening("Banker", "F7-2", required=False)
    player = Opening("Player", "F7-2", required=False, side_bet=True)
    tie = Opening("Tie", "F7-2", required=False, side_bet=True)
    fortune_7 = Opening("Fortune 7", "F7-2", required=False, side_bet=True)
    golden_8 = Opening("Golden 8", "F7-15", required=False, side_bet=True, when={"F7-R2": ("golden-8",)})
    player_bonus = Opening("Dragon Bonus on the Player", "F7-2", printed="Player Dragon", required=False, side_bet=True)
    banker_bonus = Opening("Dragon Bonus on the Banker", "F7-2", printed="Banker Dragon", required=False, side_bet=True)

    players = players_hand("F7-4", "F7-6")
    bankers = bankers_hand("F7-4", "F7-7", "F7-8", players)

    showdown = Compare(players, bankers, "F7-9", system="points", ranks="F7-3")
    seven = Makes(bankers, "F7-11", points=7, cards=3, title="three-card 7 of the Banker")
    eight = Makes(players, "F7-15", points=8, cards=3, title="three-card 8 of the Player")
    margin = Margin(players, bankers, "F7-17", naturals=NATURALS)

    procedure = (
        once(DealHand(players), DealHand(bankers), Draw(players), Draw(bankers)),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return eight decks, or six (F7-1, F7-R1)."""
        return Deck.standard(int(cls.decks.choice(readings)))

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Return the shoe for dealing the Player first, alternating (F7-4)."""
        return alternating(cards)

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require Player or Banker, not both, or a Tie alone or with them (F7-2).

        Every other bet goes only with them.
        """
        super().check_bet(seat, bet)
        if bet.amount("player") and bet.amount("banker"):
            raise BadBet(f"Seat {seat + 1}: bet on Player or on Banker, not on both in one round (F7-2).")
        based, alone = bet.amount("player") or bet.amount("banker"), set(bet) == {"tie"}
        if not based and not alone:
            raise BadBet(f"Seat {seat + 1}: a Player or Banker bet, or a Tie bet alone, is required (F7-2).")

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle all bets.

        These are Player, Banker, Tie (F7-9 to F7-13), Fortune 7, Golden 8 (F7-14, F7-15), Dragon Bonus (F7-16, F7-17).
        """
        shown = end[self.showdown]
        yield self.player.as_compared(shown, "F7-9")
        fortune = shown.lost and end[self.seven].made
        if fortune:
            yield self.banker.pushes("F7-11", self.seven)
        else:
            yield banker_bet(self.banker, shown, "F7-10" if shown.lost else "F7-12")
        yield self.tie.pays_if(shown.tied, 8, "F7-13", self.showdown)
        yield self.fortune_7.pays_if(fortune, 40, "F7-14", self.seven, self.showdown)
        yield self.golden_8.pays_if(shown.won and end[self.eight].made, 25, "F7-15", self.eight, self.showdown)
        table, bonuses = self.bonus_table, (self.player_bonus, self.banker_bonus)
        yield from dragon_bonuses(end[self.margin], *bonuses, table, ("F7-16", "F7-17"))
