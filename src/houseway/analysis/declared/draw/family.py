"""The family of draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.draw.layout import Layout, n_draws, reason_against
from houseway.analysis.declared.draw.play import DrawPlay
from houseway.analysis.declared.draw.rules import holds_by_kind, lead_of
from houseway.analysis.declared.family import Player, Sight, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.applied_rules import values_named
from houseway.analysis.results.applied_rule import AppliedRule
from houseway.analysis.results.people import RuleList
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.shell.explanation import Explanation
from houseway.cards.card import Card
from houseway.cards.classes import n_classes
from houseway.errors import BadCards
from houseway.games.engine.action import Action
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option

DRAWS_A_SECOND = 2e5


@dataclass(frozen=True)
class Draw:
    """Own cards, some of them exchanged unseen, against the dealer's."""

    name: str = "draw"

    def refuses(self, game: DeclaredGame) -> str:
        """Why it cannot count this title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """What it would do."""
        layout = Layout.of(game)
        hands, draws = n_classes(game.deck, (layout.own.cards,)), n_draws(game, layout.final)
        return Explanation(
            family=self.name,
            argument="a hold is worth the sum over its draws; against each final hand the dealer's hands are counted "
            "by inclusion and exclusion over the own cards and those drawn",
            information_sets={decision.title: hands for decision in game.decisions()},
            work=f"about {draws:,} own hands with a hold and a draw, up to renaming of suits",
            cpu_seconds=draws / DRAWS_A_SECOND,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """The best strategy and what it leads to."""
        return DrawPlay.of(OPTIMAL, payoffs, smaller_on_ties).solution()

    def solve_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """What a strategy leads to."""
        return DrawPlay.of(strategy, payoffs, smaller_on_ties).solution()

    def rule_list(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> RuleList:
        """Cuts in the order of own hands."""
        return DrawPlay.of(OPTIMAL, payoffs, smaller_on_ties).rules()[0]

    def applied_rule(self, payoffs: Payoffs, lines: Sequence[str], own: Sequence[Card]) -> AppliedRule | None:
        """The line about what a hand keeps that takes an option with it, and what that puts away."""
        hand = np.sort(np.array(own, np.uint8))[None, :]
        play = DrawPlay.best(payoffs, Layout.of(payoffs.game), payoffs.game.deck, hand, np.ones(1, np.int64), False)
        (hold,), (kind,) = holds_by_kind(hand, play.draws.away)
        lowest = values_named(payoffs.game.system(play.layout.compare))
        for line in lines:
            lead, _, rule = line.partition(": ")
            option, _, least = rule.partition(" with ")
            if lead == lead_of(int(kind)) and play.draws.values[0] >= lowest.get(least.removesuffix(" or better"), 0):
                taken = next(each for each in play.choices if each.option.title == option and each.hold in (None, hold))
                return AppliedRule(line, Action(taken.option.name, put_away(hand[0], taken.away)))
        return None

    def player(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays the best strategy, many rounds at once."""
        return DrawPlay.of(OPTIMAL, payoffs, smaller_on_ties).player()

    def player_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who plays by a strategy."""
        return DrawPlay.of(strategy, payoffs, smaller_on_ties).player()

    def situation(self, payoffs: Payoffs, sight: Sight) -> Mapping[Option, Fraction]:
        """The exact value of every option, with the best of what it may put away."""
        found: dict[Option, Fraction] = {}
        for (option, _), value in self.actions(payoffs, sight).items():
            found[option] = max(found.get(option, value), value)
        return found

    def actions(self, payoffs: Payoffs, sight: Sight) -> Mapping[tuple[Option, tuple[Card, ...]], Fraction]:
        """The exact value of every option with every choice of its cards, known cards being out of the deck."""
        layout, own, dead = Layout.of(payoffs.game), sight.own, sight.dead
        if len(own) != layout.own.cards:
            raise BadCards(f"{payoffs.game.title}: expected {layout.own.cards} own cards; got {len(own)}")
        deck = payoffs.game.deck.without(dead)
        needed = layout.own.cards + layout.dealer.cards + layout.drawn.cards
        if deck.without(own).size + len(own) < needed:
            raise BadCards(f"a round takes {needed} cards; {deck.size} are left")
        hand = np.sort(np.array(own, np.uint8))[None, :]
        play = DrawPlay.best(payoffs, layout, deck, hand, np.ones(1, np.int64), smaller_on_ties=False)
        unit = payoffs.scale * play.ways
        return {
            (choice.option, put_away(hand[0], choice.away)): Fraction(int(worth), unit)
            for choice, worth in zip(play.choices, play.worth[:, 0], strict=True)
        }


def put_away(hand: NDArray[np.uint8], places: Sequence[int]) -> tuple[Card, ...]:
    """The cards at some places of a hand."""
    return tuple(Card(int(hand[place])) for place in places)
