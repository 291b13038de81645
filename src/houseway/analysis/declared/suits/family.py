"""The family of titles that are counted by suits."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES
from houseway.analysis.declared.family import Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.suits.counting import n_classes, outcomes
from houseway.analysis.declared.suits.play import (
    LONGEST_FLUSH,
    Layout,
    SuitPlay,
    decided_by,
    reason_against,
    suit_ranking,
)
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import RuleList
from houseway.errors import BadCards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option, Paid

HANDS_A_SECOND = 1e6


class Suits(Family):
    """Player's cards against the dealer's by the longest flush."""

    name = "suits"
    strategies = STRATEGY_NAMES

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        layout = Layout.of(game)
        hands = n_classes(game.deck, layout.own.cards)
        return Explanation(
            family=self.name,
            argument="the number of dealer hands below a flush is a product over the suits of counts by suit length. "
            "Three such products give every outcome against a player hand, with interchangeable suits",
            information_sets={decision.title: hands for decision in game.decisions()},
            work=f"{hands:,} player hands x 3 products over the suits",
            cpu_seconds=hands / HANDS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return a strategy and the endings that it leads to."""
        return SuitPlay.of(strategy, payoffs, runner).solution()

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return cuts in the order of the player's hands."""
        return SuitPlay.of(OPTIMAL, payoffs, runner).rules()[0]

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy for a simulation."""
        return SuitPlay.of(strategy, payoffs, runner).player()

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option that the hand may take, with known cards out of the deck."""
        game, layout = payoffs.game, Layout.of(payoffs.game)
        if len(sight.own) != layout.own.cards or sight.board or sight.dealer_up:
            raise BadCards(f"{game.title} takes {layout.own.cards} cards and no others; you gave {len(sight.own)}.")
        left = game.deck.without((*sight.own, *sight.dead))
        if left.size < layout.dealer.cards:
            raise BadCards(f"The dealer needs {layout.dealer.cards} cards; the deck has {left.size} left.")
        decided, value = decided_by(payoffs, layout), suit_ranking(LONGEST_FLUSH).value(sight.own)
        base = sum(
            int(decided.own_cells[place, suit_ranking(game.table(term).form.system).value(sight.own)])
            for place, term in enumerate(term for term in payoffs.features if isinstance(term, Paid))
        )
        codes = np.array(outcomes(left, value, layout.dealer.cards, decided), object)
        worth = payoffs.net[:, base + decided.offsets].astype(object) @ codes
        unit = payoffs.scale * int(codes.sum())
        return {
            path[0][1]: Fraction(int(total), unit)
            for path, total, is_open in zip(payoffs.paths, worth, decided.is_open(value), strict=True)
            if is_open
        }
