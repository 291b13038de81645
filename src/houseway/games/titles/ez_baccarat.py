"""EZ Baccarat with Dragon Bonus: no commission, and a Banker's seven of three cards pushes (catalogue 20)."""

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

BASE = ("banker", "player")


class EZBaccarat(DeclaredGame):
    """A title with bets on two shared hands with fixed drawing (EZB-5 to EZB-8). No decision, so EZB-RT has no effect.

    The Banker bet is the unit. Every other bet is separate.
    """

    slug = "ez-baccarat"
    most_seats = 7

    tie_pays = Reading("EZB-R1")
    decks = Reading("EZB-R2")
    dragon_7_pays = Reading("EZB-R3")
    needs_base_bet = Reading("EZB-R4")
    bonus_table = Reading("EZB-R5")

    banker = Opening("Banker", "EZB-2", required=False)
    player = Opening("Player", "EZB-2", required=False, side_bet=True)
    tie = Opening("Tie", "EZB-2", required=False, side_bet=True)
    dragon_7 = Opening("Dragon 7", "EZB-2", required=False, side_bet=True)
    panda_8 = Opening("Panda 8", "EZB-2", required=False, side_bet=True)
    player_bonus = Opening(
        "Dragon Bonus on the Player", "EZB-2", printed="Player Dragon", required=False, side_bet=True
    )
    banker_bonus = Opening(
        "Dragon Bonus on the Banker", "EZB-2", printed="Banker Dragon", required=False, side_bet=True
    )

    players = players_hand("EZB-4", "EZB-6")
    bankers = bankers_hand("EZB-4", "EZB-7", "EZB-8", players)

    showdown = Compare(players, bankers, "EZB-9", system="points", ranks="EZB-1")
    seven = Makes(bankers, "EZB-11", points=7, cards=3, title="three-card 7 of the Banker")
    eight = Makes(players, "EZB-14", points=8, cards=3, title="three-card 8 of the Player")
    margin = Margin(players, bankers, "EZB-16", naturals=NATURALS)

    procedure = (
        once(DealHand(players), DealHand(bankers), Draw(players), Draw(bankers)),
        counter_clockwise(Settle()),
    )

    @classmethod
    def default_deck(cls, readings: Mapping[str, str]) -> Deck:
        """Return eight decks, or six (EZB-1, EZB-R2)."""
        return Deck.standard(int(cls.decks.choice(readings)))

    def deal_order(self, cards: tuple[Card, ...], n_seats: int) -> tuple[Card, ...]:
        """Return the shoe for dealing the Player first, alternating (EZB-4)."""
        return alternating(cards)

    def check_bet(self, seat: int, bet: Bet) -> None:
        """Require at least one bet, with a Player or Banker bet if the house requires one (EZB-3, EZB-R4)."""
        super().check_bet(seat, bet)
        needed = BASE if self.needs_base_bet == "yes" else tuple(wager.name for wager in self.wagers)
        if not any(bet.amount(name) for name in needed):
            expected, clauses = ("a Player or Banker bet", "EZB-3, EZB-R4") if needed is BASE else ("a bet", "EZB-2")
            raise BadBet(f"Seat {seat + 1}: {expected} is required ({clauses}).")

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle all bets.

        These are Player, Banker, Tie (EZB-9 to EZB-12), Dragon 7, Panda 8 (EZB-13, EZB-14), Dragon Bonus (EZB-15,
        EZB-16).
        """
        shown, lead = end[self.showdown], end[self.margin]
        yield self.player.as_compared(shown, "EZB-9")
        dragon = shown.lost and end[self.seven].made
        yield self.banker.pushes("EZB-11", self.seven) if dragon else banker_bet(self.banker, shown, "EZB-10")
        yield self.tie.pays_if(shown.tied, int(self.tie_pays), "EZB-12", self.showdown)
        yield self.dragon_7.pays_if(dragon, int(self.dragon_7_pays), "EZB-13", self.seven, self.showdown)
        panda = shown.won and end[self.eight].made
        yield self.panda_8.pays_if(panda, 25, "EZB-14", self.eight, self.showdown)
        yield from dragon_bonuses(lead, self.player_bonus, self.banker_bonus, self.bonus_table, ("EZB-15", "EZB-16"))
