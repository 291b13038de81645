"""Facts about Pick 2 Poker beyond its declaration: rounds that cost the house much, and a benchmark."""

from collections.abc import Iterable, Sequence

from houseway.analysis.declared.particulars import DeclaredParticulars
from houseway.analysis.operations.exposure import best_hands
from houseway.analysis.particulars import Benchmark, Cards, Choose
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.game import Game
from houseway.games.titles.pick_2_poker.hands import FIVE, FIVE_CARDS, THREE, best_three


class Pick2Hooks(DeclaredParticulars):
    """The declared title, with expensive rounds and a benchmark."""

    def dear_shoes(self, game: Game, bet: Bet, n_seats: int) -> Sequence[Cards]:
        """Return hands that win most on the Bonus tables, and a weak one for the dealer."""
        stakes = {"five-card": bet.amount("three_five"), "five-card-only": bet.amount("five_card_bonus")}
        return [best_hands(game, FIVE_CARDS, stakes, n_seats, weak_hands=1)]

    def dear_ways(self, game: Game) -> Iterable[Choose]:
        """Yield two ways to play them: all five cards, or the best three."""
        yield lambda view: Action(FIVE)
        yield lambda view: Action(THREE, best_three(view.cards("hand", view.seat)))

    def benchmark(self, game: Game) -> Benchmark:
        """Return a hand to advise on. A whole solution takes at most five seconds."""
        return Benchmark("As Ks 8d 8c 2h", "", dealt=10, hands=2, hand_cards=5, seconds=5.0)


PARTICULARS = Pick2Hooks()
