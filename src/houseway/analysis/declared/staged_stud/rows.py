"""The strategy of a staged stud as rows: two own cards hand by hand before the first later card, else by their kind."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.analysis.declared.card_kinds import (
    N_KINDS,
    cards_name,
    kind_name,
    kinds_of_cards,
    longest_suit,
    suit_name,
)
from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.strategy_rows import KindRows, options_row
from houseway.analysis.declared.street_play import StreetPlay
from houseway.analysis.declared.streets import Streets
from houseway.games.engine.declared.vocabulary import Paid
from houseway.games.engine.paytable import PayTable
from houseway.ranking.system import SuitSystem, ranking_system

NAMED_BY_RANK = 2
"""Own cards that are few enough for a row of every hand."""
Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class StudRows:
    """Adds up the best play of own hands."""

    def __init__(self, streets: Streets, scale: int) -> None:
        self.streets, self.scale = streets, scale
        self.n_cards = streets.game.deck.size - streets.own.cards
        self.by_suit = all(isinstance(ranking_system(table.form.system), SuitSystem) for table in _tables(streets))
        self.exact: list[StrategyRow] = []
        self.by_kind: dict[tuple[int, int], KindRows] = {}

    def add(self, own: Cards, weight: int, left: Cards, play: StreetPlay, reached: Sequence[Numbers]) -> None:
        """Add the best play of a hand."""
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
        """All rows, stage by stage."""
        yield from self.exact
        for (stage, _), rows in sorted(self.by_kind.items()):
            yield from rows.rows(self._ways(stage), self.scale, suit_name if self.by_suit else kind_name)


def _tables(streets: Streets) -> list[PayTable]:
    """The tables that pay by own and later cards together."""
    paid = [term for term in streets.game.every(Paid) if set(term.hands) > set(streets.board.hands)]
    return [streets.game.table(term) for term in paid]
