"""Dragon Bonus: baccarat with a commission, and a bet on the margin of either hand (catalogue 18)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

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

AFTER_COMMISSION = Fraction(19, 20)
BONUSES = ("player_bonus", "banker_bonus")


class DragonBonus(DeclaredGame):
    """A title with bets on two shared hands with fixed drawing (DB-5 to DB-8). No decision, so DB-RT has no effect.

    The Banker bet is the unit. Every other bet is separate. DB-11 belongs to title 19.
    """

    slug = "dragon-bonus"
    most_seats = 7

    bonus_table = Reading("DB-R1")
    natural_tie_pays = Reading("DB-R3")
    decks = Reading("DB-R4")
    needs_base_bet = Reading("DB-R5")

    banker = Opening("Banker", "DB-2", required=False)
    player = Opening("Player", "DB-2", required=False, side_bet=True)
    tie = Opening("Tie", "DB-2", required=False, side_bet=True)
    player_bonus = Opening("Dragon Bonus on the Player", "DB-3", printed="Player Dragon", required=False, side_bet=True)
    banker_bonus = Opening("Dragon Bonus on the Banker", "DB-3", printed="Banker Dragon", required=False, side_bet=True)

    players = players_hand("DB-4", "DB-6")
    bankers = bankers_hand("DB-4", "DB-7", "DB-8", players)

    showdown = Compare(players, bankers, "DB-9", system="points", ranks="DB-1")
    margin = Margin(players, bankers, "DB-14", naturals=NATURALS)

    procedure = (
        once(DealHand(players), DealHand(bankers), Draw(players), Draw(bankers)),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return eight decks, or the number in the reading (DB-1, DB-R4)."""
        return Deck.standard(int(cls.decks.choice(readings)))

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Return the shoe for dealing the Player first, alternating (DB-4)."""
        return alternating(cards)

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require Player or Banker, not both, or the Tie alone (DB-2, DB-3, DB-12).

        A Dragon Bonus goes with one of these.
        """
        super().check_bet(seat, bet)
        if bet.amount("player") and bet.amount("banker"):
            raise BadBet(f"Seat {seat + 1}: bet on Player or on Banker, not on both in one round (DB-2).")
        based = any(bet.amount(name) for name in ("player", "banker", "tie"))
        if not based and not (self.needs_base_bet == "no" and any(bet.amount(name) for name in BONUSES)):
            raise BadBet(f"Seat {seat + 1}: a Player, Banker or Tie bet is required (DB-3, DB-12, DB-R5).")

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle Player, Banker and Tie (DB-9, DB-10, DB-12), then the Dragon Bonus (DB-13, DB-14, DB-R1, DB-R3)."""
        shown, natural_tie = end[self.showdown], 2 if self.natural_tie_pays == "2-to-1" else 0
        yield self.player.as_compared(shown, "DB-9")
        yield self.settle_banker(end)
        yield self.tie.pays_if(shown.tied, 8, "DB-12", self.showdown)
        table, bonuses = self.bonus_table, (self.player_bonus, self.banker_bonus)
        yield from dragon_bonuses(end[self.margin], *bonuses, table, ("DB-13", "DB-14"), natural_tie)

    def settle_banker(self, end: Ending) -> Settled:
        """Settle the Banker bet with a commission of a twentieth of the win (DB-10)."""
        return banker_bet(self.banker, end[self.showdown], "DB-10", AFTER_COMMISSION)
