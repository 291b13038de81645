"""Completions by cell, with one player's hand, for every set of community cards at the last decision."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, all_sets
from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.levels import level_by_value
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.strategy_rows import (
    N_KINDS,
    KindRows,
    cards_name,
    kind_name,
    kinds_of_cards,
    longest_suit,
    options_row,
    suit_name,
)
from houseway.analysis.declared.street_play import StreetPlay
from houseway.analysis.declared.streets import Streets
from houseway.games.engine.declared.vocabulary import Paid
from houseway.games.engine.paytable import PayTable
from houseway.ranking import ranking
from houseway.ranking.system import SuitSystem, ranking_system

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """The completions of every set of community cards at the last stage, counted by the cells of some payoffs."""

    streets: Streets
    payoffs: Sequence[Payoffs]

    @cached_property
    def _levels(self) -> dict[Paid, Numbers]:
        terms = dict.fromkeys(term for each in self.payoffs for term in each.features if isinstance(term, Paid))
        return {term: level_by_value(self.streets.game, term) for term in terms}

    @cached_property
    def _last(self) -> dict[tuple[bytes, bytes, tuple[int, ...]], list[Numbers]]:
        return {}

    def counted(self, own: Cards, left: Cards, given: tuple[int, ...] = ()) -> list[Numbers]:
        """Count with a player's hand and community cards that are known; the result for the last hand is cached."""
        asked = own.tobytes(), left.tobytes(), given
        if asked not in self._last:
            self._last.clear()
            self._last[asked] = self._count(own, left, given)
        return self._last[asked]

    def _count(self, own: Cards, left: Cards, given: tuple[int, ...]) -> list[Numbers]:
        streets = self.streets
        unseen = streets.board.cards - len(given)
        boards = left[_boards(len(left), unseen)]
        known = np.broadcast_to(np.array(given, np.uint8), (len(boards), len(given)))
        first, later = np.broadcast_to(own, (len(boards), len(own))), np.hstack([known, boards])
        level: dict[Paid, Numbers] = {}
        cards: dict[tuple[bool, bool], Cards] = {}
        for paid, levels in self._levels.items():
            held = streets.own in paid.hands, streets.board.hands[0] in paid.hands
            if held not in cards:
                cards[held] = np.hstack([first] * held[0] + [later] * held[1])
            level[paid] = levels[ranking(streets.game.table(paid).form.system).evaluate(cards[held])]
        seen = _subsets(len(left), unseen, streets.stages[-1].shown - len(given))
        n_seen = comb(len(left), streets.stages[-1].shown - len(given))
        found = []
        for payoffs in self.payoffs:
            codes = np.zeros(len(boards), np.int64)
            for term, n_levels in zip(payoffs.features, payoffs.shape, strict=True):
                assert isinstance(term, Paid), "a staged stud has no comparison"
                codes = codes * n_levels + level[term]
            keys = (seen * payoffs.n_cells + codes[:, None]).ravel()
            found.append(np.bincount(keys, minlength=n_seen * payoffs.n_cells).reshape(n_seen, -1))
        return found


@lru_cache(maxsize=4)
def _boards(n_cards: int, size: int) -> NDArray[np.uint8]:
    return all_sets(n_cards, size)


@lru_cache(maxsize=4)
def _subsets(n_cards: int, size: int, seen: int) -> Numbers:
    """Return, for every set of a size, by its number, the numbers of its subsets of `seen` cards."""
    sets = all_sets(n_cards, size)
    columns = [PLACES[sets[:, list(places)], np.arange(seen)].sum(axis=1) for places in combinations(range(size), seen)]
    return np.stack(columns, axis=1)


NAMED_BY_RANK = 2
"""The most player's cards for which every hand has a row."""


class StudRows:
    """Sums of the optimal play of player hands."""

    def __init__(self, streets: Streets, scale: int) -> None:
        self.streets, self.scale = streets, scale
        self.n_cards = streets.game.deck.size - streets.own.cards
        self.by_suit = all(isinstance(ranking_system(table.form.system), SuitSystem) for table in _tables(streets))
        self.exact: list[StrategyRow] = []
        self.by_kind: dict[tuple[int, int], KindRows] = {}

    def add(self, own: Cards, weight: int, left: Cards, play: StreetPlay, reached: Sequence[Numbers]) -> None:
        """Add the optimal play of a hand."""
        for stage, reach in enumerate(reached[:-1]):
            shown = self.streets.stages[stage].shown
            for prefix in range(len(self.streets.prefixes[stage])):
                if not self.streets.is_asked(stage, prefix) or not reach[prefix].any():
                    continue
                values, best = play.values[stage], play.best[stage][prefix]
                if not shown and len(own) <= NAMED_BY_RANK:
                    self._add_exact(own, weight, stage, prefix, values[:, 0], int(best[0]))
                    continue
                key = stage, prefix
                if key not in self.by_kind:
                    self.by_kind[key] = KindRows(self.streets, stage, prefix, N_KINDS, len(own) + shown)
                met = np.flatnonzero(reach[prefix])
                boards = left[all_sets(len(left), shown)[met]]
                seen = np.hstack([np.broadcast_to(own, (len(boards), len(own))), boards])
                times = weight * reach[prefix, met]
                kinds = longest_suit(seen) if self.by_suit else kinds_of_cards(seen)
                self.by_kind[key].add(kinds, seen, times, best[met], times * values[:, met])

    def _add_exact(self, own: Cards, weight: int, stage: int, prefix: int, values: Numbers, best: int) -> None:
        children = self.streets.children[stage][prefix]
        ways, cards = self._ways(stage), own.tolist()
        exact = [Fraction(int(values[child]), ways * self.scale) for child in children]
        name, times = cards_name(cards), weight * ways
        self.exact.append(options_row(self.streets, stage, prefix, cards, name, times, exact, children.index(best)))

    def _ways(self, stage: int) -> int:
        shown = self.streets.stages[stage].shown
        return self.streets.chains(self.n_cards - shown, stage, shown)

    def all(self) -> Iterator[StrategyRow]:
        """Yield all rows, stage by stage."""
        yield from self.exact
        for (stage, _), rows in sorted(self.by_kind.items()):
            yield from rows.rows(self._ways(stage), self.scale, suit_name if self.by_suit else kind_name)


def _tables(streets: Streets) -> list[PayTable]:
    """Return the tables that pay by player's and later cards together."""
    paid = [term for term in streets.game.every(Paid) if set(term.hands) > set(streets.board.hands)]
    return [streets.game.table(term) for term in paid]
