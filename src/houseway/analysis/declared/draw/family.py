"""The family of draws."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES
from houseway.analysis.declared.draw.layout import Layout, n_draws, reason_against
from houseway.analysis.declared.draw.play import DrawPlay, holds_by_kind
from houseway.analysis.declared.family import Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import Rule, RuleList
from houseway.cards.card import Card
from houseway.cards.classes import n_classes
from houseway.errors import BadCards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option

DRAWS_A_SECOND = 1e5


class Draw(Family):
    """Player's cards, some of them exchanged unseen, against the dealer's cards."""

    name = "draw"
    strategies = STRATEGY_NAMES
    picks_cards = True

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        layout = Layout.of(game)
        hands, draws = n_classes(game.deck, (layout.own.cards,)), n_draws(game, layout.final)
        return Explanation(
            family=self.name,
            argument="a hold is worth the sum over its draws. Against each final hand, the dealer's hands are counted "
            "by inclusion and exclusion over the player's cards and those drawn",
            information_sets={decision.title: hands for decision in game.decisions()},
            work=f"about {draws:,} player hands with a hold and a draw, with interchangeable suits",
            cpu_seconds=draws / DRAWS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return a strategy and the endings that it leads to."""
        return DrawPlay.of(strategy, payoffs).solution()

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return cuts in the order of the player's hands."""
        return DrawPlay.of(OPTIMAL, payoffs).rules()[0]

    def facts(self, payoffs: Payoffs, sight: Observation) -> Mapping[str, int]:
        """Return the kind of cards that a hand keeps."""
        hand = np.sort(np.array(sight.own, np.uint8))[None, :]
        return {"kept": int(holds_by_kind(hand, self._ways_to_put_away(payoffs))[1][0])}

    def action_of(self, payoffs: Payoffs, rule: Rule, sight: Observation) -> Action:
        """Return the option of a rule, with the cards that it discards."""
        hand, (taken,) = np.sort(np.array(sight.own, np.uint8))[None, :], rule.takes
        option = next(path[0][1] for path in payoffs.paths if path[0][1].name == taken.name)
        if option.sets is not Layout.of(payoffs.game).away:
            return Action(option.name)
        away = self._ways_to_put_away(payoffs)
        return Action(option.name, put_away(hand[0], away[holds_by_kind(hand, away)[0][0]]))

    def _ways_to_put_away(self, payoffs: Payoffs) -> Sequence[tuple[int, ...]]:
        layout = Layout.of(payoffs.game)
        return tuple(combinations(range(layout.own.cards), layout.drawn.cards))[::-1]

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player of a strategy for a simulation."""
        return DrawPlay.of(strategy, payoffs).player()

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of every option, with its best discard."""
        found: dict[Option, Fraction] = {}
        for (option, _), value in self.actions(payoffs, sight).items():
            found[option] = max(found.get(option, value), value)
        return found

    def actions(self, payoffs: Payoffs, sight: Observation) -> Mapping[tuple[Option, tuple[Card, ...]], Fraction]:
        """Return the exact value of every option with every choice of its cards, with known cards out of the deck."""
        layout, own, dead = Layout.of(payoffs.game), sight.own, sight.dead
        if len(own) != layout.own.cards:
            raise BadCards(f"{payoffs.game.title} takes {layout.own.cards} cards; you gave {len(own)}.")
        deck = payoffs.game.deck.without(dead)
        needed = layout.own.cards + layout.dealer.cards + layout.drawn.cards
        if deck.without(own).size + len(own) < needed:
            raise BadCards(f"A round needs {needed} cards; the deck has {deck.size} left.")
        hand = np.sort(np.array(own, np.uint8))[None, :]
        play = DrawPlay.best(payoffs, layout, deck, hand, np.ones(1, np.int64))
        unit = payoffs.scale * play.ways
        return {
            (choice.option, put_away(hand[0], choice.away)): Fraction(int(worth), unit)
            for choice, worth in zip(play.choices, play.worth[:, 0], strict=True)
        }


def put_away(hand: NDArray[np.uint8], places: Sequence[int]) -> tuple[Card, ...]:
    """Return the cards at some places of a hand."""
    return tuple(Card(int(hand[place])) for place in places)
