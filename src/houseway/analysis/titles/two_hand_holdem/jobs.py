"""The whole space of flops and holes as a job: every strategy that can be computed exactly, in one pass."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from time import thread_time

import numpy as np

from houseway.analysis.counting.sums import Counts
from houseway.analysis.results.result import OPTIMAL
from houseway.analysis.titles.two_hand_holdem.holes import Scores, lay_out_holes, play_by_points, play_optimally
from houseway.analysis.titles.two_hand_holdem.kinds import Array, Flop
from houseway.analysis.titles.two_hand_holdem.payoffs import bonus_classes
from houseway.analysis.titles.two_hand_holdem.reading import DRAWS, N_CLASSES, all_classes
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount, all_points, counted_points
from houseway.analysis.titles.two_hand_holdem.tables import FlopTables, flop_tables
from houseway.cards.card import Card
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.games.strategies.two_hand_holdem import NeverRaise, RaiseMadeHands, RaisePairs
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
        stretch = slice(shard * FLOPS_AT_ONCE, (shard + 1) * FLOPS_AT_ONCE)
        flops, weights = self._flops
        total: Counts = {}
        for (low, middle, high), weight in zip(flops[stretch].tolist(), weights[stretch].tolist(), strict=True):
            for name, counts in play_flop(Deck(self.copies), (low, middle, high)).items():
                total[name] = total.get(name, 0) + weight * counts
        return total


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


def _by_points(tables: FlopTables) -> Scores:
    points = all_points(tables.cards, tables.flop, DRAWS)
    return Scores(counted_points(points), np.zeros_like(points), (points > 0).astype(np.int64))


def _by_raises(player: NeverRaise, with_strengths: bool = False) -> Callable[[FlopTables], Scores]:
    """The simple players set as many hands to raise as they can; one of them also looks at the strengths."""

    def scores(tables: FlopTables) -> Scores:
        cards, flop = tables.cards, tables.flop
        size = cards.size
        raises, strengths = np.zeros((size, size), np.int64), np.zeros((size, size), np.int64)
        high, low = np.tril_indices(size, -1)
        hands = np.column_stack([cards[high], cards[low]])
        raises[high, low] = [player.raises(tuple(hand), tuple(map(Card, flop))) for hand in hands.tolist()]
        if with_strengths:
            made = np.column_stack([hands, np.tile(flop, (len(hands), 1))])
            strengths[high, low] = ranking("standard").evaluate(made.astype(np.uint8))
        raises, strengths = raises + raises.T, strengths + strengths.T
        return Scores(raises, strengths, raises)

    return scores


SCORES: dict[str, Callable[[FlopTables], Scores]] = {
    PointCount.name: _by_points,
    RaiseMadeHands.name: _by_raises(RaiseMadeHands(), with_strengths=True),
    RaisePairs.name: _by_raises(RaisePairs()),
    NeverRaise.name: _by_raises(NeverRaise()),
}
STRATEGY_NAMES = (OPTIMAL, *SCORES)
