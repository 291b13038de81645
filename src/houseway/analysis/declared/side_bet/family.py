"""The family of separate side bets, with a pay table, no decisions and no hand to beat."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs, usual_stakes
from houseway.analysis.declared.side_bet.census import as_counted, census, group_sizes, side_payoffs
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.errors import BadCards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Compare, Decision, Hand, Opening, Option, Paid
from houseway.ranking.system import ranking_system

MOST_SETS = 5 * 10**6
"""Sets of cards up to renaming of suits. Beyond this number a census takes too long."""
SUIT_RENAMINGS = 24
SETS_A_SECOND = 4e5


class SideBet(Family):
    """Wagers on sets of cards, each paid by a table. There is nothing to decide and no hand to beat."""

    name = "side bet"
    keeps_colors = True

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        if game.every(Decision):
            return "a seat decides something"
        if game.every(Compare):
            return "hands are compared"
        for paid in game.every(Paid):
            n_cards, system = sum(hand.cards for hand in paid.hands), ranking_system(game.table(paid).form.system)
            if n_cards not in system.sizes:
                return f"{paid.place}: {paid.title} is paid on {n_cards} cards, which {system.name} does not rank"
            if game.deck.max_copies > system.deck.max_copies:
                return f"{paid.place}: {system.name} does not rank copies of cards"
        if (sets := _n_sets(game)) > MOST_SETS:
            return f"about {sets:,} sets of cards are too many; at most {MOST_SETS:,} are counted"
        return ""

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        return Explanation(
            family=self.name,
            argument="every set of cards that the pay tables use is counted, with interchangeable suits",
            information_sets={},
            work=f"about {_n_sets(game):,} sets of cards",
            cpu_seconds=_n_sets(game) / SETS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return the census; there is one strategy."""
        counts, total = census(payoffs)
        others = {wager: (alone, as_counted(alone, census(alone)[0])) for wager, alone in side_payoffs(payoffs).items()}
        return Solution(payoffs, as_counted(payoffs, counts), total, asked={}, rows=(), side_bets=others)

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return no values, because nothing is decided."""
        raise BadCards(f"{payoffs.game.title}: nothing is to be decided")

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player who takes the only path."""
        return Onlooker()


class Onlooker(Player):
    """A player of a title without decisions, which has one path."""

    def paths(self, cards: Mapping[Hand, NDArray[np.uint8]]) -> NDArray[np.int64]:
        """Return path 0 for every round."""
        return np.zeros(len(next(iter(cards.values()))), np.int64)


def _n_sets(game: DeclaredGame) -> int:
    """Return about how many sets there are, for all wagers of the title together."""
    every = Payoffs.of(game, usual_stakes(game, *game.every(Opening)))
    return 1 + prod(comb(len(game.deck.distinct) + size - 1, size) for size in group_sizes(every)) // SUIT_RENAMINGS
