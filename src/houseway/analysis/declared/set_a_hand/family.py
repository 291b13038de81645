"""The family of hands that are set high and low."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.counting.shards import Runner
from houseway.analysis.declared.choices import STRATEGY_NAMES
from houseway.analysis.declared.family import Family, Observation, Player, Solution
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.set_a_hand.classes import HAND, classes_of
from houseway.analysis.declared.set_a_hand.layout import (
    Layout,
    class_of_cards,
    dealers_by_class,
    is_small,
    kinds_of,
    reason_against,
)
from houseway.analysis.declared.set_a_hand.play import HALVES, Cells, SetPlay, free_path, house_path, unasked_kinds
from houseway.analysis.declared.set_a_hand.player import SetPlayer
from houseway.analysis.declared.set_a_hand.settings import Numbers, Settings, settings_of
from houseway.analysis.results.explanation import Explanation
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.results.rules import FORMAT, RULE_LIST, RuleList
from houseway.cards.card import Card
from houseway.errors import BadCards, IllegalAction
from houseway.games.engine.action import descending
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.declared.vocabulary import Option

CPU_SECONDS_SEEN, CPU_SECONDS = 90.0, 160.0
"""CPU time for a full deck on one core: against a hand that is seen, and where every hand is set by itself."""
CPU_SECONDS_OF_SMALL_DECKS = 5.0


@dataclass(frozen=True)
class HouseWayRules:
    """The house way as a player's rules: its lines, and its cost against the best setting."""

    written: tuple[str, ...]
    cost: Fraction

    @classmethod
    def of(cls, game: DeclaredGame, cost: Fraction) -> "HouseWayRules":
        """Return the lines of a game's house way by number, as its lines refer to each other by number."""
        by_number: dict[int, list[str]] = {}
        for line in game.house_way.lines:
            by_number.setdefault(line.number, []).append(line.words)
        return cls(tuple("; ".join(by_number[number]) for number in sorted(by_number)), cost)

    def lines(self) -> tuple[str, ...]:
        """Return the rules in words, with lines of one number in one."""
        return self.written

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON: the lines in words. The house way that is played is in the game's sheet."""
        return {"format": FORMAT, "house_way": list(self.written)}


class SetAHand(Family):
    """Seven player's cards set high and low, against a dealer who sets by a house way."""

    name = "set a hand"
    strategies = STRATEGY_NAMES
    picks_cards = True
    pays_envy = True

    def refuses(self, game: DeclaredGame) -> str:
        """Return why the family cannot count a title; empty if it can."""
        return reason_against(game)

    def explain(self, game: DeclaredGame) -> Explanation:
        """Return how the title is counted, and its cost."""
        layout = Layout.of(game)
        small = is_small(game.deck)
        if layout.dealer_seen:
            seen, best = (
                "which the player sees",
                "The optimal strategy sets every hand for the dealer hand that is seen.",
            )
        else:
            seen = "which the player does not see"
            best = "The optimal strategy sets every hand by itself, with all its suits."
        return Explanation(
            family=self.name,
            argument=f"The player's hands, by ranks and by flush, in every setting that no other setting beats in both "
            f"halves, play against the dealer's hand set by the house way, {seen}. Pairs of hands without a shared "
            f"card are counted by inclusion and exclusion over shared cards. {best}",
            information_sets={layout.decision.title: len(classes_of(game.deck)[0])},
            work="every pair of hands enumerated"
            if small
            else "about 1.8 billion hands with shared cards, with interchangeable suits",
            cpu_seconds=self._cpu_seconds(game),
        )

    def solve(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Solution:
        """Return the best settings, or the house way for any other strategy, and the endings that follow."""
        self._begin(payoffs.game, runner)
        return self._play(strategy, payoffs, runner).solution()

    def _play(self, strategy: str, payoffs: Payoffs, runner: Runner) -> SetPlay:
        return SetPlay.best(payoffs, runner) if strategy == OPTIMAL else SetPlay.by_house_way(payoffs, runner)

    def _begin(self, game: DeclaredGame, runner: Runner) -> None:
        """Announce the count before the tables of the house way are made, which take seconds themselves."""
        runner.begin(game.title, self._cpu_seconds(game))

    def _cpu_seconds(self, game: DeclaredGame) -> float:
        if is_small(game.deck):
            return CPU_SECONDS_OF_SMALL_DECKS
        return CPU_SECONDS_SEEN if Layout.of(game).dealer_seen else CPU_SECONDS

    def net_and_envy(self, strategy: str, payoffs: Payoffs, runner: Runner) -> dict[tuple[Fraction, Fraction], int]:
        """Return how often a round ends with a net result, in units, and an Envy Bonus per other player, in cents."""
        return self._play(strategy, payoffs, runner).net_and_envy()

    def rule_list(self, payoffs: Payoffs, runner: Runner) -> RuleList:
        """Return the house way, with its exact cost."""
        best, house = (self.solve(payoffs, runner, strategy) for strategy in (OPTIMAL, RULE_LIST))
        cost = _value(best) - _value(house)
        return HouseWayRules.of(payoffs.game, cost)

    def player(self, payoffs: Payoffs, runner: Runner, strategy: str = OPTIMAL) -> Player:
        """Return a player who sets many hands at once; any strategy but the optimal one is the house way.

        Against a hand that is seen, each hand is set the best way, and nothing has to be counted. If no hand is seen,
        each is set the best way for its class, which costs less than a ten-millionth of the wager.
        """
        layout = Layout.of(payoffs.game)
        if strategy != OPTIMAL:
            return _by_house_way(payoffs, layout, house_path(payoffs, layout))
        if layout.dealer_seen:
            return _by_house_way(payoffs, layout, free_path(payoffs, layout), seeing=True)
        play = SetPlay.best(payoffs, runner, by_class=True)
        unasked = unasked_kinds(payoffs, layout)
        return SetPlayer(play.beaten.settings, play.cells, play.high, play.low, play.path, unasked)

    def situation(self, payoffs: Payoffs, sight: Observation) -> Mapping[Option, Fraction]:
        """Return the exact value of both options, with the best free setting."""
        found: dict[Option, Fraction] = {}
        for (option, _), value in self.actions(payoffs, sight).items():
            found[option] = max(found.get(option, value), value)
        return found

    def actions(self, payoffs: Payoffs, sight: Observation) -> Mapping[tuple[Option, tuple[Card, ...]], Fraction]:
        """Return the exact value of the house way and of every setting that is not a foul.

        The value is against every hand that the dealer can have beside the seen cards, or against the seen hand.
        """
        game, layout = payoffs.game, Layout.of(payoffs.game)
        if len(sight.own) != HAND or len(sight.dealer_up) not in ((HAND,) if layout.dealer_seen else (0,)):
            of_dealer = f" and {HAND} of the dealer's" if layout.dealer_seen else ""
            got = f"{len(sight.own)}" + (f" and {len(sight.dealer_up)} of the dealer's" if layout.dealer_seen else "")
            raise BadCards(f"{game.title} takes {HAND} cards{of_dealer}; you gave {got}.")
        left = game.deck.without((*sight.own, *sight.dealer_up, *sight.dead))
        if not layout.dealer_seen and left.size < HAND:
            raise BadCards(f"The dealer needs {HAND} cards; the deck has {left.size} left.")
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


def _by_house_way(payoffs: Payoffs, layout: Layout, path: int, *, seeing: bool = False) -> SetPlayer:
    game = payoffs.game
    settings = settings_of(game.deck, game.house_way)
    cells, paths = Cells(payoffs, layout), np.full(len(settings.hands), path)
    unasked = unasked_kinds(payoffs, layout)
    return SetPlayer(settings, cells, settings.house_high, settings.house_low, paths, unasked, seeing=seeing)


def _value(solution: Solution) -> Fraction:
    net = (solution.counts * solution.payoffs.net).sum()
    return Fraction(int(net), solution.total * solution.payoffs.scale)


@dataclass(frozen=True)
class OneHand:
    """A player's hand of a class, and how many hands of each class the dealer can have."""

    payoffs: Payoffs
    layout: Layout
    settings: Settings
    own: int
    dealers: Numbers

    @cached_property
    def _there(self) -> Numbers:
        return np.flatnonzero(self.dealers)

    @cached_property
    def _kinds(self) -> Numbers:
        return kinds_of(self.payoffs.game, self.settings)[self._there]

    def of(self, high: int, low: int, *, by_house_way: bool) -> Fraction:
        """Return the value in units of a setting whose two hands have these values."""
        there, cells = self._there, Cells(self.payoffs, self.layout)
        half = 2 * (high <= self.settings.house_high[there]) + (low <= self.settings.house_low[there])
        path = (house_path if by_house_way else free_path)(self.payoffs, self.layout)
        unasked = unasked_kinds(self.payoffs, self.layout)
        total = 0
        for kind in np.unique(self._kinds).tolist():
            for place in range(len(HALVES)):
                hands = int(self.dealers[there[(self._kinds == kind) & (half == place)]].sum())
                cell = int(cells.at(place, kind, self.settings)[self.own])
                total += hands * int(self.payoffs.net[0 if kind in unasked else path, cell])
        return Fraction(total, int(self.dealers.sum()) * self.payoffs.scale)
