"""Texas Hold'em Bonus: a bet to stay in, two streets to bet more, and none after the last card (catalogue 53)."""

from collections.abc import Iterator

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
    Paid,
    Reading,
    Settle,
    Settled,
    Show,
    clockwise,
    counter_clockwise,
    once,
)


class TexasHoldEmBonus(DeclaredGame):
    """A title with four bets against the dealer's two cards and five community cards. The Ante pays only strong
    winners.

    One deck (THB-1). The rule of Colorado (THB-R4) is not offered. Equally good choices: THB-RT.
    """

    slug = "texas-holdem-bonus"
    most_seats = 6

    ties = Reading("THB-R2")
    folded_bonus = Reading("THB-R3")

    ante = Opening("Ante", "THB-2")
    bonus = Opening("Bonus", "THB-2", required=False, side_bet=True)
    flop = LaterBet("Flop", "THB-4", of=ante)
    turn = LaterBet("Turn", "THB-5", of=ante)
    river = LaterBet("River", "THB-6", of=ante)

    hand = Hand("hand", "THB-3", cards=2)
    dealer = Hand("dealer's hand", "THB-3", cards=2, owner=DEALER)
    board = Hand("community cards", "THB-3", cards=5, owner=TABLE)

    before_flop = Decision(
        "fold, or bet twice the Ante",
        "THB-4",
        Option("fold", "THB-4", folds=True),
        Option("bet-2x", "THB-4", bets=flop, times=2, key="2"),
    )
    on_flop = Decision(
        "check or bet the Turn", "THB-5", Option("check", "THB-5"), Option("bet-1x", "THB-5", bets=turn, key="1")
    )
    on_turn = Decision(
        "check or bet the River", "THB-6", Option("check", "THB-6"), Option("bet-1x", "THB-6", bets=river, key="1")
    )

    showdown = Compare(hand, dealer, "THB-8", board=board, system="standard")
    ante_hand = Paid(hand, board, table="ante", clause="THB-10")
    starting_hand = Paid(hand, table="bonus", clause="THB-14")
    both_hands = Paid(hand, dealer, table="both-hands", clause="THB-15")

    procedure = (
        clockwise(DealHand(hand)),
        once(DealHand(dealer), DealHand(board)),
        clockwise(Ask(before_flop)),
        once(Show(board, "THB-5", 3)),
        clockwise(Ask(on_flop)),
        once(Show(board, "THB-6", 1)),
        clockwise(Ask(on_turn)),
        once(Show(board, "THB-7", 1), Show(dealer, "THB-8")),
        counter_clockwise(Settle()),
    )

    def settle(self, end: Ending) -> Iterator[Settled]:
        """Settle the four bets of the game, then the Bonus.

        The game's bets are THB-4, THB-9 to THB-13, THB-R1 and THB-R2, the Bonus THB-14 to THB-16.
        """
        yield from [self.ante.loses("THB-4")] if end.folded else self._settle_shown(end)
        both, own = end[self.both_hands], end[self.starting_hand]
        if end.folded and self.folded_bonus == "lost-on-fold":
            yield self.bonus.loses("THB-4")
        elif both.hit:
            yield self.bonus.by_table(both, "THB-15")
        else:
            yield self.bonus.by_table(own, "THB-14" if own.hit else "THB-16")

    def _settle_shown(self, end: Ending) -> Iterator[Settled]:
        shown = end[self.showdown]
        if shown.won:
            ante = end[self.ante_hand]
            yield self.ante.pays(ante.odds or 0, "THB-10" if ante.odds else "THB-11", self.ante_hand)
        for bet in (self.ante, self.flop, self.turn, self.river):
            if shown.tied and self.ties == "dealer-wins":
                yield bet.loses("THB-13", self.showdown)
            elif not shown.won or bet is not self.ante:
                yield bet.as_compared(shown, "THB-9" if shown.won else "THB-13" if shown.tied else "THB-12")
