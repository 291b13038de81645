"""The count of a deck and a house way as a job of shards: once counted, any pay table is answered from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from houseway.analysis.fast_action_holdem.dealer import UNITS
from houseway.analysis.fast_action_holdem.space import BOARD, HAND, Space, space_of
from houseway.analysis.fast_action_holdem.sweep import count_boards
from houseway.analysis.fast_action_holdem.tables import Integers, Tables, kernel_tables
from houseway.analysis.shards import Counts
from houseway.cards.deck import Deck
from houseway.games.house_way import HouseWay
from houseway.ranking import ranking

EXTRA_COLUMNS = 2
"""After a column for each category of the hand beside: the same category and equal, the same category and worse."""

LIMB = 32
"""Bits of the low part of a win count that does not fit in 64 bits."""


@dataclass(frozen=True)
class FastActionCount:
    """The job: win counts by class of arrangement and categories, for one deck, house way and ranking system.

    `first_values` are the lowest values of the classes of hands that are told apart, by default the categories.
    """

    deck: Deck
    rules: HouseWay
    system: str
    first_values: tuple[int, ...]
    n_shards: int = 16

    @property
    def name(self) -> str:
        """A short name, for people and for the folder."""
        return f"fast-action-holdem-{self.deck.size}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Everything besides the code that determines the counts."""
        return {
            "deck": list(self.deck.copies),
            "house way": self.rules.digest,
            "system": self.system,
            "first values": list(self.first_values),
        }

    @property
    def modules(self) -> Sequence[str]:
        """The modules whose source determines the counts."""
        package = "houseway.analysis.fast_action_holdem"
        return (
            *(f"{package}.{module}" for module in ("space", "dealer", "tables", "passing", "sweep", "counting")),
            "houseway.games.house_way",
            "houseway.ranking.tables",
        )

    def shards(self) -> Sequence[int]:
        """Every shard takes each n-th class of boards, so that all take about as long."""
        return range(min(self.n_shards, len(space_of(self.deck).boards[0])))

    def run(self, shard: int) -> Counts:
        """Count the boards of one shard."""
        space = space_of(self.deck)
        boards, orbits = (rows[shard :: self.n_shards] for rows in space.boards)
        return count_some_boards(self, boards, orbits)


def count_some_boards(job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """The counts of some boards in runs that fit in 64 bits; the high limbs are there only if one run is too few."""
    space, n_classes = space_of(job.deck), len(job.first_values)
    tables, lookup = _tables(job), ranking(job.system).lookup
    n_lines = space.n_arrangements + 1
    cells = np.zeros((n_classes, (n_classes + EXTRA_COLUMNS) * n_lines, 2), np.int64)
    limbs: list[Integers] = []
    for first, last in runs(job, boards, orbits):
        cells[..., 0] = 0
        count_boards(tables, lookup, boards[first:last], orbits[first:last], cells)
        run_limbs = [cells[..., 0] & (2**LIMB - 1), cells[..., 0] >> LIMB] if needs_limbs(job) else [cells[..., 0]]
        limbs = [total + part for total, part in zip(limbs, run_limbs, strict=True)] if limbs else run_limbs
    shape = n_classes, n_classes + EXTRA_COLUMNS, n_lines
    return {
        "wins": np.stack([limb.reshape(shape)[..., :-1] for limb in limbs]),
        "boards": cells[..., 1].reshape(shape)[..., :-1].copy(),
    }


def dealer_ways(deck: Deck) -> int:
    """The weighted number of hands of the dealer against one hand and board."""
    return UNITS * comb(deck.size - HAND - BOARD, HAND)


@lru_cache(maxsize=4)
def _tables(job: FastActionCount) -> Tables:
    return kernel_tables(space_of(job.deck), job.rules, job.system, job.first_values)


def needs_limbs(job: FastActionCount) -> bool:
    """Whether the sum over all boards may pass 64 bits, so that win counts have a high part."""
    return comb(job.deck.size, BOARD) * dealer_ways(job.deck) * len(space_of(job.deck).images) >= 2**63


def runs(job: FastActionCount, boards: Integers, orbits: Integers) -> list[tuple[int, int]]:
    """Cut boards into runs none of which can add 2^63 to a count."""
    space = space_of(job.deck)
    most = (2**63 - 1) // (dealer_ways(job.deck) * len(space.images))
    cuts, weight = [0], 0
    for row, physical in enumerate(_physical_boards(space, boards, orbits)):
        if weight + physical > most:
            cuts.append(row)
            weight = 0
        weight += physical
    return list(zip(cuts, [*cuts[1:], len(boards)], strict=True))


def _physical_boards(space: Space, boards: Integers, orbits: Integers) -> list[int]:
    """For each board its orbit times the ways to pick its cards among the copies."""
    ways = orbits.copy()
    times = np.ones(len(boards), np.int64)
    for place in range(BOARD):
        same = boards[:, place] == boards[:, place - 1] if place else np.zeros(len(boards), np.bool_)
        times = np.where(same, times + 1, 1)
        ways = ways * (space.copies[boards[:, place]] - times + 1) // times
    found: list[int] = ways.tolist()
    return found
