"""The family of hands to be set high and low."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.family import Player, Sight, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.all_suits import exact_as_far_as
from houseway.analysis.declared.set_a_hand.classes import HAND, classes_of
from houseway.analysis.declared.set_a_hand.hands import (
    PAIRS_LAID_OUT,
    class_of_cards,
    dealers_by_class,
    n_pairs,
)
from houseway.analysis.declared.set_a_hand.layout import Layout, reason_against
from houseway.analysis.declared.set_a_hand.one_hand import OneHand
from houseway.analysis.declared.set_a_hand.play import Cells, SetPlay, house_path, unasked_kinds
from houseway.analysis.declared.set_a_hand.player import SetPlayer
from houseway.analysis.declared.set_a_hand.settings import settings_of
from houseway.analysis.results.people import RULE_LIST, RuleList
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.shell.explanation import Explanation
from houseway.cards.card import Card
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.action import descending
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option

CPU_SECONDS = 90.0
"""What the count of a full deck takes on one core."""
CPU_SECONDS_OF_SMALL_DECKS = 5.0


@dataclass(frozen=True)
class HouseWayRules:
    """The house way as a player's rules: its lines, and what it gives away against the best setting."""

    written: tuple[str, ...]
    cost: Fraction

    def lines(self) -> tuple[str, ...]:
        """The rules in words, lines of one number in one."""
        return self.written


@dataclass(frozen=True)
class SetAHand:
    """Seven own cards set high and low, against a dealer who sets by a house way."""

    name: str = "set a hand"

    def refuses(self, game: DeclaredGame) -> str:
        """Why it cannot count this title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """What it would do."""
        layout = Layout.of(game)
        small = n_pairs(game.deck) <= PAIRS_LAID_OUT
        if layout.dealer_seen:
            seen, best = "which the player sees", "Best play sets every hand for the one that is seen."
        else:
            seen = "which the player does not see"
            best = "Best play is the best of those who look at no other suits; on a small deck, of all."
        return Explanation(
            family=self.name,
            argument=f"Own hands by ranks and by a flush of their own, in every setting that no other beats in both "
            f"halves, against the dealer's set by the house way, {seen}: pairs of hands without a common card are "
            f"counted by inclusion and exclusion over common cards. {best}",
            information_sets={layout.decision.title: len(classes_of(game.deck)[0])},
            work="every pair of hands laid out"
            if small
            else "about 1.8 billion hands with common cards, up to renaming of suits",
            cpu_seconds=CPU_SECONDS_OF_SMALL_DECKS if small else CPU_SECONDS,
        )

    def solve(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """The best settings and what they lead to."""
        solution = SetPlay.best(payoffs, runner, smaller_on_ties).solution()
        return replace(solution, notes=exact_as_far_as(payoffs.game))

    def solve_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Solution:
        """What the house way leads to, which any other strategy is."""
        if strategy == OPTIMAL:
            return self.solve(payoffs, runner, smaller_on_ties=smaller_on_ties)
        return SetPlay.by_house_way(payoffs, runner).solution()

    def net_and_envy(
        self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False
    ) -> dict[tuple[Fraction, Fraction], int]:
        """How often a round ends with a net result, in units, and earns so much for each other player, in cents."""
        if strategy == OPTIMAL:
            return SetPlay.best(payoffs, runner, smaller_on_ties).net_and_envy()
        return SetPlay.by_house_way(payoffs, runner).net_and_envy()

    def rule_list(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> RuleList:
        """The house way, with its exact cost."""
        best = self.solve(payoffs, runner, smaller_on_ties=smaller_on_ties)
        house = self.solve_as(RULE_LIST, payoffs, runner)
        cost = _value(best) - _value(house)
        by_number: dict[int, list[str]] = {}
        for line in payoffs.game.house_way.lines:
            by_number.setdefault(line.number, []).append(line.words)
        return HouseWayRules(tuple("; ".join(words) for words in by_number.values()), cost)

    def player(self, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who sets best, many hands at once."""
        return _player(SetPlay.best(payoffs, runner, smaller_on_ties, by_class=True))

    def player_as(self, strategy: str, payoffs: Payoffs, runner: Runner, *, smaller_on_ties: bool = False) -> Player:
        """Somebody who sets by the house way, which any other strategy is."""
        if strategy == OPTIMAL:
            return self.player(payoffs, runner, smaller_on_ties=smaller_on_ties)
        game = payoffs.game
        settings = settings_of(game.deck, game.house_way)
        layout = Layout.of(game)
        cells, path = Cells(payoffs, layout), np.full(len(settings.hands), house_path(payoffs, layout))
        unasked = unasked_kinds(payoffs, layout)
        return SetPlayer(settings, cells, settings.house_high, settings.house_low, path, unasked)

    def situation(self, payoffs: Payoffs, sight: Sight) -> Mapping[Option, Fraction]:
        """The exact value of both options, freely set as well as can be."""
        found: dict[Option, Fraction] = {}
        for (option, _), value in self.actions(payoffs, sight).items():
            found[option] = max(found.get(option, value), value)
        return found

    def actions(self, payoffs: Payoffs, sight: Sight) -> Mapping[tuple[Option, tuple[Card, ...]], Fraction]:
        """The exact value of the house way and of every setting that is no foul, against every hand that the dealer can
        have beside the cards that are seen, or against the one that is seen.
        """
        game, layout = payoffs.game, Layout.of(payoffs.game)
        if len(sight.own) != HAND or len(sight.dealer_up) not in ((HAND,) if layout.dealer_seen else (0,)):
            of_dealer = f" and {HAND} of the dealer's" if layout.dealer_seen else ""
            got = f"{len(sight.own)} and {len(sight.dealer_up)}"
            raise BadCards(f"{game.title}: expected {HAND} own cards{of_dealer}; got {got}")
        left = game.deck.without((*sight.own, *sight.dealer_up, *sight.dead))
        if not layout.dealer_seen and left.size < HAND:
            raise BadCards(f"the dealer needs {HAND} cards; {left.size} are left")
        settings = settings_of(game.deck, game.house_way)
        if layout.dealer_seen:
            seen = class_of_cards(game.deck, settings, sight.dealer_up)
            term = layout.decision.unless_made
            if term is not None and settings.is_made(term)[seen]:
                raise IllegalAction(f"{game.title}: nobody sets a hand against {term.title} ({term.clause})")
            dealers = np.zeros(len(settings.hands), np.int64)
            dealers[seen] = 1
        else:
            dealers = dealers_by_class(game.deck, settings, (*sight.own, *sight.dead))
        mine = class_of_cards(game.deck, settings, sight.own)
        worth = OneHand(payoffs, layout, settings, mine, dealers)
        cards = [Card(card) for card in sight.own]
        way = game.house_way
        house = way.set(cards)[1]
        found: dict[tuple[Option, tuple[Card, ...]], Fraction] = {}
        found[layout.by_house_way, ()] = worth.of(house.high, house.low, by_house_way=True)
        for split in way.splits(cards):
            if not split.fouled:
                picked = tuple(descending(split.front))
                found[layout.freely, picked] = worth.of(split.high, split.low, by_house_way=False)
        return found


def _player(play: SetPlay) -> SetPlayer:
    return SetPlayer(
        play.beaten.settings,
        play.cells,
        play.high,
        play.low,
        play.path,
        unasked_kinds(play.payoffs, play.layout),
        seeing=play.layout.dealer_seen,
    )


def _value(solution: Solution) -> Fraction:
    net = (solution.counts * solution.payoffs.net).sum()
    return Fraction(int(net), solution.total * solution.payoffs.scale)
