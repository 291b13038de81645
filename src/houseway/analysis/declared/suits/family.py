"""The family of titles that are counted by suits."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Player, Sight, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.suits.counting import n_classes, outcomes
from houseway.analysis.declared.suits.layout import LONGEST_FLUSH, Layout, decided_by, reason_against, suit_ranking
from houseway.analysis.declared.suits.play import SuitPlay
from houseway.analysis.results.people import RuleList
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.shell.explanation import Explanation
from houseway.errors import BadCards
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option, Paid

HANDS_A_SECOND = 1e6


@dataclass(frozen=True)
class Suits:
    """Own cards against the dealer's by the longest flush."""

    name: str = "suits"

    def refuses(self, game: DeclaredGame) -> str:
        """Why it cannot count this title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """What it would do."""
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

    def solve(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """The best strategy and what it leads to."""
        return self.solve_as(OPTIMAL, payoffs, runner, smaller_on_ties=smaller_on_ties)

    def solve_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """What a strategy leads to."""
        return SuitPlay.of(strategy, payoffs, runner, smaller_on_ties).solution()

    def rule_list(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> RuleList:
        """Cuts in the order of own hands."""
        return SuitPlay.of(OPTIMAL, payoffs, runner, smaller_on_ties).rules()[0]

    def player(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays the best strategy, many rounds at once."""
        return self.player_as(OPTIMAL, payoffs, runner, smaller_on_ties=smaller_on_ties)

    def player_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays by a strategy."""
        return SuitPlay.of(strategy, payoffs, runner, smaller_on_ties).player()

    def situation(self, payoffs: Payoffs, sight: Sight) -> Mapping[Option, Fraction]:
        """The exact value of every option that the hand may take, with known cards out of the deck."""
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
