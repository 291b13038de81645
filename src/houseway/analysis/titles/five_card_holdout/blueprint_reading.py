"""The blueprint's play over all hands: how many cards it holds, how it opens, and each seat's win."""

from functools import cached_property

import numpy as np

from houseway.analysis.counting.card_sets import set_classes
from houseway.analysis.results.equity import ButtonChart, OpeningChart, OpeningRow, SeatWorth
from houseway.analysis.solve.sampled import Sampled
from houseway.analysis.solve.sampling import FIRST, STAGES, Array
from houseway.analysis.titles.five_card_holdout.abstraction import MOST_HOLDS, SIZES, Dealt, abstraction
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, Spot, endings
from houseway.analysis.titles.five_card_holdout.blueprint_training import (
    HANDS,
    RIVERS,
    blueprint_rules,
    chips_a_blind,
    scene,
)
from houseway.analysis.titles.five_card_holdout.estimate import Estimate
from houseway.cards.deck import Deck
from houseway.games.titles.five_card_holdout.table import HOLE_CARDS

PLAN_WORDS = (
    "The blueprint is an approximation of an equilibrium of two players in a fixed limit, learned over buckets of "
    "alike hands: by how much it can be beaten is measured (houseway solve --measure shipped), and it says nothing of "
    "more players or other bets."
)
OPENING_LINES = ("", "call", "raise")
SEATS = ("big blind", "button")
BLINDS = 1.5
VISITS, DEALS = 40, 5000
ALL_HANDS = "all hands"


class ReadPlan:
    """A blueprint over one hand for all its images under renamings of suits."""

    def __init__(self, plan: Blueprint) -> None:
        self.plan = plan
        classes = set_classes(Deck.standard(), HOLE_CARDS)
        self.hands: Array = classes.members
        self.counts: Array = np.bincount(classes.class_of, minlength=len(classes.members))

    @cached_property
    def dealt(self) -> Dealt:
        """Return the buckets and candidates of the hands."""
        return abstraction().dealt(self.hands)

    # Holding.

    def held_by_hand(self) -> Array:
        """Return how often each hand reaches the discards and holds one, two, .. cards there, over both seats."""
        return self._held(0) + self._held(1)

    def held_by_seat(self, player: int) -> Array:
        """Return the share of one, two, .. cards among a player's holds, or zeros if it never reaches the discards."""
        total: Array = (self.counts[:, None] * self._held(player)).sum(axis=0)
        shares: Array = total / (total.sum() or 1.0)
        return shares

    def _held(self, player: int) -> Array:
        found = np.zeros((len(self.hands), HOLE_CARDS))
        for line in endings(blueprint_rules().blinds):
            often = self._comes(player, line) * self._average(1 - player, line)
            for before, share in self._seen_by(player, line):
                held = self.plan.held_often(player, Spot(line, before))[self.dealt.holds]
                found += (often * share)[:, None] * self._by_size(held)
        return found

    def _seen_by(self, player: int, line: str) -> list[tuple[tuple[int, ...], float]]:
        """Return the numbers that a player has seen the other hold before it holds, and how often.

        The second sees the first. The list is empty if the other never reaches the discards by this line.
        """
        if player == 0:
            return [((), 1.0)]
        held = self._by_size(self.plan.held_often(0, Spot(line))[self.dealt.holds])
        total = (held * (self.counts * self._comes(0, line))[:, None]).sum(axis=0)
        return [((size,), float(total[size - 1] / total.sum())) for size in SIZES if total[size - 1] > 0]

    def _by_size(self, held: Array) -> Array:
        """Return how often each hand holds one, two, .. cards, from how often it is held in each of its ways."""
        found = np.zeros((len(held), HOLE_CARDS))
        for way in range(MOST_HOLDS):
            found[np.arange(len(held)), np.array(SIZES)[self.dealt.sizes[:, way]] - 1] += held[:, way]
        return found

    def _comes(self, player: int, line: str) -> Array:
        """Return how often each hand takes a player's actions of a line before the discards."""
        reach: Array = self.plan.reach_first(player, Spot(line))[self.dealt.first]
        return reach

    def _average(self, player: int, line: str) -> float:
        return float((self.counts * self._comes(player, line)).sum() / self.counts.sum())

    # Opening.

    def opening(self, kinds: Array, names: list[str]) -> OpeningChart:
        """Return how each kind of hand is bet if the button opens, and if the big blind answers first."""
        tree = blueprint_rules().blinds

        def row(kind: str, chosen: Array) -> OpeningRow:
            weights = self.counts[chosen]
            play = {}
            for line in OPENING_LINES:
                decision = tree.lines.index(line)
                table = self.plan.frequencies(FIRST, int(tree.actors[decision]))[:, tree.cells_of(decision)]
                often = (weights[:, None] * table[self.dealt.first[chosen]]).sum(axis=0) / weights.sum()
                play[line] = dict(zip(tree.actions[decision], often.tolist(), strict=True))
            return OpeningRow(kind, int(weights.sum()), play)

        rows = [row(name, np.flatnonzero(kinds == name)) for name in names]
        return OpeningChart(PLAN_WORDS, (*rows, row(ALL_HANDS, np.arange(len(self.hands)))))

    # Seats.

    def seats(self, visits: int = VISITS, deals: int = DEALS, seed: int = 1) -> ButtonChart:
        """Return each seat's win when the blueprint plays itself, and how many cards it holds."""
        rules = blueprint_rules()
        game = Sampled(rules, lambda number, state: scene(state, HANDS, RIVERS, self.plan.arrivals)[0], seed)
        for stage in range(STAGES):
            for player in (0, 1):
                game.regrets[2 * stage + player][...] = self.plan.frequencies(stage, player)
        won = [game.play_out(number, deals) / chips_a_blind() for number in range(visits)]
        found = Estimate.of(won, visits * deals, BLINDS)
        seats = tuple(
            SeatWorth(name, sign * found.mean, found.within, tuple(self.held_by_seat(player).tolist()))
            for player, (name, sign) in enumerate(zip(SEATS, (1, -1), strict=True))
        )
        words = f"The blueprint against itself over {visits * deals:,} deals of {visits} flops. {PLAN_WORDS}"
        return ButtonChart(words, visits * deals, seats)
