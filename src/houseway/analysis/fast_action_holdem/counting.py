"""The count of a deck and a house way as a job of shards: once counted, any pay table is answered from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.fast_action_holdem.dealer import UNITS, DealerTable, dealer_table
from houseway.analysis.fast_action_holdem.space import BOARD, HAND, PLACES, Space, space_of
from houseway.analysis.fast_action_holdem.sweep import DISTINCT, ONE_DOUBLE, OTHER, Tables, count_boards
from houseway.analysis.shards import Counts
from houseway.cards.deck import Deck
from houseway.games.house_way import HouseWay
from houseway.ranking import ranking

LIMB = 32
"""Bits of the low part of a win count that does not fit in 64 bits."""

Integers = NDArray[np.int64]


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
            "house way": [self.rules.compare, *(repr(line) for line in self.rules.lines)],
            "system": self.system,
            "first values": list(self.first_values),
        }

    @property
    def modules(self) -> Sequence[str]:
        """The modules whose source determines the counts."""
        package = "houseway.analysis.fast_action_holdem"
        return (
            *(f"{package}.{module}" for module in ("space", "dealer", "sweep", "counting")),
            "houseway.games.house_way",
            "houseway.ranking.tables",
        )

    def shards(self) -> Sequence[int]:
        """Every shard takes each n-th board class, so that all take about as long."""
        return range(min(self.n_shards, len(space_of(self.deck).boards[0])))

    def run(self, shard: int) -> Counts:
        """Count the boards of one shard."""
        space = space_of(self.deck)
        boards, orbits = (rows[shard :: self.n_shards] for rows in space.boards)
        return count_some_boards(self, boards, orbits)


def count_some_boards(job: FastActionCount, boards: Integers, orbits: Integers) -> Counts:
    """The counts of some boards in runs that fit in 64 bits; the high limbs are there only if one run is too few."""
    space = space_of(job.deck)
    tables, lookup = kernel_tables(job), ranking(job.system).lookup
    n_classes = len(job.first_values)
    shape = (n_classes, space.n_arrangements, n_classes + 1)
    counts = np.zeros(shape, np.int64)
    limbs = np.zeros((2, *shape) if _needs_limbs(job) else (1, *shape), np.int64)
    run_wins = np.zeros(shape, np.int64) if _needs_limbs(job) else limbs[0]
    for first, last in runs(job, boards, orbits):
        count_boards(tables, lookup, boards[first:last], orbits[first:last], run_wins, counts)
        if _needs_limbs(job):
            limbs[0] += run_wins & (2**LIMB - 1)
            limbs[1] += run_wins >> LIMB
            run_wins[:] = 0
    return {"wins": limbs, "boards": counts}


def dealer_ways(deck: Deck) -> int:
    """The weighted number of hands of the dealer against one hand and board."""
    return UNITS * comb(deck.size - HAND - BOARD, HAND)


def _needs_limbs(job: FastActionCount) -> bool:
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


@lru_cache(maxsize=4)
def kernel_tables(job: FastActionCount) -> Tables:
    """The tables of the kernel for one job."""
    space = space_of(job.deck)
    table = dealer_table(space, job.rules)
    high, low = space.pairs
    own_kept, tie_kept, tie_weight = _own_choices(space, table)
    kind = _kinds(space, table)
    order = np.lexsort((table.second, table.first, kind, table.kept))
    places = np.arange(len(space.types))
    return Tables(
        copies=space.copies,
        card_ids=np.array(space.types, np.uint8),
        pair_high=high.astype(np.uint8),
        pair_low=low.astype(np.uint8),
        pair_number=space.pair_numbers(places[:, None], places[None, :]).astype(np.int16),
        start=table.start,
        first=table.first[order].astype(np.uint8),
        second=table.second[order].astype(np.uint8),
        weight=table.weight[order].astype(np.uint8),
        kind=kind[order].astype(np.uint8),
        own_kept=own_kept,
        tie_kept=tie_kept,
        tie_weight=tie_weight,
        arrangement=space.arrangement_of,
        order_class=_first_lines(space),
        class_of_value=_classes_of_values(job),
        binomial=np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(job.deck.max_copies + 1)], np.int64),
    )


def _kinds(space: Space, table: DealerTable) -> Integers:
    high, low = space.pairs
    cards = np.sort(np.stack([high[table.kept], low[table.kept], table.first, table.second]), axis=0)
    repeats = (cards[1:] == cards[:-1]).sum(axis=0)
    kinds: Integers = np.array([DISTINCT, ONE_DOUBLE, OTHER, OTHER])[repeats]
    return kinds


def _first_lines(space: Space) -> Integers:
    """A number for each pair that keeps pairs of one class together: pairs of a value are visited in this order."""
    first = np.where(space.arrangement_of >= 0, space.arrangement_of, space.n_arrangements).min(axis=1)
    ranks: Integers = np.unique(first, return_inverse=True)[1].astype(np.int64)
    return ranks


def _classes_of_values(job: FastActionCount) -> NDArray[np.int8]:
    values = np.arange(ranking(job.system).n_values + 1)
    return (np.searchsorted(job.first_values, values, side="right") - 1).astype(np.int8)


def _own_choices(space: Space, table: DealerTable) -> tuple[NDArray[np.int16], NDArray[np.int16], Integers]:
    """By the two pairs of a hand, the pair that it keeps; -1 - i where it has several choices, which are row i."""
    high, low = space.pairs
    cards = np.stack([high[table.kept], low[table.kept], table.first, table.second], axis=1)
    certain = table.weight == UNITS
    own_kept = np.zeros((space.n_pairs, space.n_pairs), np.int16)
    _fill(space, own_kept, cards[certain], table.kept[certain])
    hands, row = np.unique(np.sort(cards[~certain], axis=1), axis=0, return_inverse=True)
    _fill(space, own_kept, cards[~certain], -1 - row.ravel())
    tie_kept = np.full((max(len(hands), 1), UNITS), -1, np.int16)
    tie_weight = np.zeros((max(len(hands), 1), UNITS), np.int64)
    filled: dict[int, int] = {}
    for line, kept, weight in zip(row.ravel().tolist(), table.kept[~certain], table.weight[~certain], strict=True):
        choice = filled.get(line, 0)
        tie_kept[line, choice], tie_weight[line, choice] = kept, weight
        filled[line] = choice + 1
    return own_kept, tie_kept, tie_weight


def _fill(space: Space, table: NDArray[np.int16], cards: NDArray[Any], entries: NDArray[Any]) -> None:
    for (i, j), (k, l) in zip(PLACES, reversed(PLACES), strict=True):
        table[space.pair_numbers(cards[:, i], cards[:, j]), space.pair_numbers(cards[:, k], cards[:, l])] = entries
