"""The decisions on few community cards: from the values of the first pass to the best option with every hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.board_showdown.layout import (
    HOLE,
    Layout,
    Space,
    n_rows,
    row_name,
    row_numbers,
    space_of,
)
from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.levels import kinds
from houseway.analysis.declared.strategy_rows import KindRows, cards_name, options_row
from houseway.analysis.declared.streets import Streets
from houseway.ranking import ranking

Numbers = NDArray[np.int64]
Choices = NDArray[np.int8]


@dataclass(frozen=True)
class Chosen:
    """Decisions stage by stage. `totals[stage]` is by prefix after it and hand. `best[stage]`, by prefix before it and
    hand, is the best prefix after it. A total is the value of a class of hands times its weight.
    """

    totals: tuple[Numbers, ...]
    best: tuple[Choices, ...]

    def lead(self, prefix: NDArray[np.intp] | Choices) -> NDArray[np.int8]:
        """Return the prefix after all stages, for each hand from its prefix."""
        now = prefix.astype(np.int8)
        for best in self.best:
            now = best[now, np.arange(best.shape[1])]
        return now


def choose(streets: Streets, stages: range, after: Numbers) -> tuple[Chosen, Numbers]:
    """Return the best options of some stages, the last first, and the value of every prefix before them."""
    totals: list[Numbers] = []
    chosen: list[Choices] = []
    for stage in reversed(stages):
        before = np.empty((len(streets.prefixes[stage]), after.shape[1]), np.int64)
        best = np.empty(before.shape, np.int8)
        for prefix, children in enumerate(streets.children[stage]):
            block = after[children[0] : children[-1] + 1]
            pick = block.argmax(axis=0) if streets.game.smaller_on_ties else len(block) - 1 - block[::-1].argmax(axis=0)
            best[prefix], before[prefix] = children[0] + pick, block.max(axis=0)
        totals.insert(0, after)
        chosen.insert(0, best)
        after = before
    return Chosen(tuple(totals), tuple(chosen)), after


@dataclass(frozen=True)
class EarlyPlay:
    """Optimal play before the late stages: with every player's hand, then with every class of middle set and hand."""

    layout: Layout
    space: Space
    first: Chosen
    middle: Chosen

    @classmethod
    def of(cls, layout: Layout, values: Numbers) -> "EarlyPlay":
        """Return optimal play from the sums of the first pass."""
        space = space_of(layout.game.deck, layout.middle)
        stages = range(layout.first_end, layout.middle_end)
        middle, after = choose(layout.streets, stages, np.ascontiguousarray(values.T))
        by_hole = np.zeros((len(after), space.n_holes), np.int64)
        for prefix, totals in enumerate(after):
            np.add.at(by_hole[prefix], space.hole_of[space.hand], totals)
        first, _ = choose(layout.streets, range(layout.first_end), by_hole)
        return cls(layout, space, first, middle)

    def prefixes(self) -> Choices:
        """Return the prefix that each class reaches after the middle stages."""
        at_first = self.first.lead(np.zeros(self.space.n_holes, np.int8))
        return self.middle.lead(at_first[self.space.hole_of[self.space.hand]])

    def rows(self, scale: int) -> Iterator[StrategyRow]:
        """Yield the strategy: hand by hand before the first community card, by kind of hand on the middle level."""
        yield from self._first_rows(scale)
        yield from self._middle_rows(scale)

    def _first_rows(self, scale: int) -> Iterator[StrategyRow]:
        streets, space, ways = self.layout.streets, self.space, self.layout.ways(0)
        holes, samples, weights = np.unique(space.hole_of, return_index=True, return_counts=True)
        prefix = np.zeros(len(holes), np.int8)
        for stage, (totals, best) in enumerate(zip(self.first.totals, self.first.best, strict=True)):
            for hole, sample, weight in zip(holes.tolist(), samples.tolist(), weights.tolist(), strict=True):
                now = int(prefix[hole])
                if not streets.is_asked(stage, now):
                    continue
                children = streets.children[stage][now]
                values = [Fraction(int(totals[child, hole]), weight * ways * scale) for child in children]
                cards = space.cards[space.hands[sample]].tolist()
                chosen = int(best[now, hole]) - children[0]
                yield options_row(streets, stage, now, cards, cards_name(cards), weight * ways, values, chosen)
            prefix = best[prefix, holes]

    def _middle_rows(self, scale: int) -> Iterator[StrategyRow]:
        layout, streets, space = self.layout, self.layout.streets, self.space
        if not self.middle.best or HOLE + layout.middle not in ranking(layout.system).system.sizes:
            return
        boards = space.cards[space.sets]
        seen = np.hstack([space.cards[space.hands[space.hand]], boards])
        kind = kinds(layout.system)[0][ranking(layout.system).evaluate(seen)]
        numbers = row_numbers(layout.system, boards)[np.arange(len(kind)), kind]
        prefix = self.first.lead(np.zeros(space.n_holes, np.int8))[space.hole_of[space.hand]]
        for place, (totals, best) in enumerate(zip(self.middle.totals, self.middle.best, strict=True)):
            stage = layout.first_end + place
            for each in range(len(streets.prefixes[stage])):
                met = np.flatnonzero(prefix == each)
                if streets.is_asked(stage, each) and len(met):
                    rows = KindRows(streets, stage, each, n_rows(layout.system), seen.shape[1])
                    rows.add(numbers[met], seen[met], space.weights[met], best[each, met], totals[:, met])
                    ways = layout.ways(layout.middle)
                    yield from rows.rows(ways, scale, lambda number: row_name(layout.system, number))
            prefix = best[prefix, np.arange(len(prefix))]
