"""The whole space of flops and holes as a job: every strategy that can be computed exactly, in one pass."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from time import thread_time
from typing import Protocol

import numpy as np

from houseway.analysis.counting.device.machines import Machine
from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.titles.two_hand_holdem.holes import Scores, lay_out_holes, play_by_points, play_optimally
from houseway.analysis.titles.two_hand_holdem.kinds import Array, Flop
from houseway.analysis.titles.two_hand_holdem.payoffs import bonus_classes
from houseway.analysis.titles.two_hand_holdem.reading import DRAWS, N_CLASSES, all_classes
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount, all_points, counted_points
from houseway.analysis.titles.two_hand_holdem.tables import flop_tables
from houseway.cards.card import N_SUITS
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.games.strategies.two_hand_holdem import NeverRaise, RaiseMadeHands, RaisePairs, least_made_value
from houseway.games.titles.two_hand_holdem import FLOP_CARDS, HOLE_CARDS
from houseway.ranking import ranking

FLOPS_AT_ONCE = 5
HAND_CLASSES = "hand classes"


@dataclass(frozen=True)
class AllFlops:
    """Plays every hole after every flop. `copies` are those of the deck.

    Counts, each times the number of flops of the class: under the name of a strategy the totals of `holes`; under
    HAND_CLASSES the statistics of the hands that optimal play sets.
    """

    copies: tuple[int, ...]

    name = "two-hand-holdem"
    modules: Sequence[str] = (
        *(
            f"houseway.analysis.titles.two_hand_holdem.{module}"
            for module in ("boards", "counting", "holes", "jobs", "kinds", "payoffs", "reading", "rule_list", "tables")
        ),
        "houseway.analysis.declared.levels",
        "houseway.games.strategies.two_hand_holdem",
    )

    @property
    def parameters(self) -> Mapping[str, object]:
        """The deck alone: pay tables and readings come after counting."""
        return {"copies": list(self.copies)}

    @cached_property
    def _flops(self) -> tuple[Array, Array]:
        return class_arrays(Deck(self.copies), (FLOP_CARDS,))

    def shards(self) -> Sequence[int]:
        """Stretches of flop classes."""
        return range(-(-len(self._flops[0]) // FLOPS_AT_ONCE))

    def estimated_seconds(self) -> float:
        """The CPU time of all flops, by two that are played now. The first flop compiles the kernels."""
        flops = self._flops[0].tolist()
        deck, last = Deck(self.copies), len(flops) - 1
        play_flop(deck, tuple(flops[0]))
        started = thread_time()
        for place in {last // 3, 2 * last // 3}:
            play_flop(deck, tuple(flops[place]))
        return (thread_time() - started) / len({last // 3, 2 * last // 3}) * len(flops)

    def run(self, shard: int) -> Counts:
        """Play every hole after the flops of one stretch."""
        total: Counts = {}
        for flop, weight in zip(*self.flops_of([shard]), strict=True):
            for name, counts in play_flop(Deck(self.copies), flop).items():
                total[name] = total.get(name, 0) + weight * counts
        return total

    def runs_on(self, machine: Machine) -> bool:
        """The kernels have room for any deck."""
        return True

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Play every hole after the flops of some stretches at once."""
        from houseway.analysis.titles.two_hand_holdem.on_device import play_on

        return play_on(machine, self, shards)

    def flops_of(self, shards: Sequence[int]) -> tuple[list[Flop], list[int]]:
        """A flop of each class in some stretches, and how many it stands for."""
        places = [place for shard in shards for place in range(shard * FLOPS_AT_ONCE, (shard + 1) * FLOPS_AT_ONCE)]
        places = [place for place in places if place < len(self._flops[0])]
        flops, weights = self._flops
        return [tuple(flop) for flop in flops[places].tolist()], weights[places].tolist()

    def cards_after(self, flop: Flop) -> Array:
        """The cards that a flop leaves."""
        return np.array(Deck(self.copies).without(flop).cards, np.int64)


def play_flop(deck: Deck, flop: Flop) -> Counts:
    """The counts of every strategy after one flop."""
    tables = flop_tables(deck, flop)
    holes = np.empty((comb(tables.cards.size, HOLE_CARDS), HOLE_CARDS), np.uint8)
    lay_out_holes(tables.cards, holes)
    bonuses = bonus_classes(holes)
    counts: Counts = {}
    classes = all_classes(tables.cards, flop, DRAWS)
    counts[OPTIMAL], counts[HAND_CLASSES] = play_optimally(tables, classes, N_CLASSES, bonuses)
    played = play_by_points(tables, [scores(tables) for scores in SCORES.values()], bonuses)
    counts.update(zip(SCORES, played, strict=True))
    return counts


class SeenFlop(Protocol):
    """A flop and the cards that it leaves."""

    @property
    def flop(self) -> Flop:
        """The three cards."""

    @property
    def cards(self) -> Array:
        """The others, ascending."""


Scorer = Callable[[SeenFlop], Scores]


def _by_points(tables: SeenFlop) -> Scores:
    points = all_points(tables.cards, tables.flop, DRAWS)
    return Scores(counted_points(points), np.zeros_like(points), (points > 0).astype(np.int64))


def _by_raises(raised: Callable[[Array, Array, Flop], Array], by_strength: bool = False) -> Scorer:
    """A simple player sets as many hands to raise as it can; one of them also looks at the strengths."""

    def scores(tables: SeenFlop) -> Scores:
        cards, flop = tables.cards, tables.flop
        size = cards.size
        raises, strengths = np.zeros((size, size), np.int64), np.zeros((size, size), np.int64)
        high, low = np.tril_indices(size, -1)
        hands = np.column_stack([cards[high], cards[low]])
        made = np.column_stack([hands, np.tile(flop, (len(hands), 1))]).astype(np.uint8)
        values = ranking("standard").evaluate(made)
        raises[high, low] = raised(hands, values, flop)
        if by_strength:
            strengths[high, low] = values
        raises, strengths = raises + raises.T, strengths + strengths.T
        return Scores(raises, strengths, raises)

    return scores


SCORES: dict[str, Scorer] = {
    PointCount.name: _by_points,
    RaiseMadeHands.name: _by_raises(lambda hands, values, flop: values >= least_made_value(flop), by_strength=True),
    RaisePairs.name: _by_raises(lambda hands, values, flop: hands[:, 0] // N_SUITS == hands[:, 1] // N_SUITS),
    NeverRaise.name: _by_raises(lambda hands, values, flop: np.zeros(len(hands), np.bool_)),
}
STRATEGY_NAMES = (OPTIMAL, *SCORES)
