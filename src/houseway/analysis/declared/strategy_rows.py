"""Strategies of titles with streets as rows for people: each kind of cards in sight, and what is best with it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.family import StrategyRow
from houseway.analysis.declared.streets import Streets

Numbers = NDArray[np.int64]


def options_row(
    streets: Streets,
    stage: int,
    prefix: int,
    seen: Sequence[int],
    label: str,
    combinations: int,
    values: Sequence[Fraction],
    best: int,
) -> StrategyRow:
    """One row; `values` are those of the options at the stage in their order, `best` is the place of the best one."""
    options = [streets.option(stage, child) for child in streets.children[stage][prefix]]
    named = [option for option in options if option is not None]
    return StrategyRow(
        decision=streets.stages[stage].decision,
        path=tuple(option for _, option in streets.prefixes[stage][prefix]),
        seen=tuple(seen),
        label=label,
        combinations=combinations,
        values=dict(zip(named, values, strict=True)),
        best=named[best],
    )


@dataclass
class KindRows:
    """Adds up what is best by kind of hand: hands of one kind may differ in what is best, and the values of a row are
    the means of its hands.
    """

    streets: Streets
    stage: int
    prefix: int
    n_kinds: int
    n_seen: int

    def __post_init__(self) -> None:
        n_keys = self.n_kinds * len(self.children)
        self.combinations = np.zeros(n_keys, np.int64)
        self.totals = np.zeros((len(self.children), n_keys), np.int64)
        self.samples = np.zeros((n_keys, self.n_seen), np.uint8)

    @property
    def children(self) -> tuple[int, ...]:
        """The prefixes that the options lead to."""
        return self.streets.children[self.stage][self.prefix]

    def add(
        self, kinds: Numbers, seen: NDArray[np.uint8], times: Numbers, best: NDArray[np.int8], totals: Numbers
    ) -> None:
        """Add many hands: their kinds, the cards in sight, how often they come, the prefix that is best, and the value
        of every prefix, times how often they come.
        """
        keys = kinds * len(self.children) + (best - self.children[0])
        np.add.at(self.combinations, keys, times)
        for place, child in enumerate(self.children):
            np.add.at(self.totals[place], keys, totals[child])
        self.samples[keys] = seen

    def rows(self, ways: int, scale: int, name_of: Callable[[int], str]) -> Iterator[StrategyRow]:
        """The rows, those with the same best option together.

        Every hand stands for so many ways to end, and a value is a sum over them in 1 / scale units.
        """
        for key in sorted(np.flatnonzero(self.combinations).tolist(), key=lambda key: key % len(self.children)):
            hands = int(self.combinations[key])
            values = [Fraction(int(total), hands * ways * scale) for total in self.totals[:, key]]
            kind, best = divmod(key, len(self.children))
            seen = self.samples[key].tolist()
            yield options_row(self.streets, self.stage, self.prefix, seen, name_of(kind), hands * ways, values, best)
