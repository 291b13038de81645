"""The counts of a deck and a house way: counted as a job of shards, or shipped with the package.

Once counted, they answer any pay table: per arrangement, exact and free of symmetry factors. Enough of them ship to
answer a pay table immediately, without a count. For every arrangement, the wins of its pair and its boards by class
ship. The value and the optimal strategy of any pay table follow from these.

The distribution needs the wins by class. They ship for the pairs that the optimal strategy keeps, and as whole cells
for the hands that it splits. They cover the tables that a house would offer; `tools/record.py counts` says which. A
question that needs others is refused with an error, never answered wrongly.

Numbers are stored as planes of bytes, the lowest byte of all numbers first, so that they compress. If two pairs p and q
are known together, the boards of (q | p) are those of (p | q) with the classes exchanged. They are not stored twice.
"""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import Machine
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import CHECKSUM, Counts, counts_digest
from houseway.analysis.results.partial import CountNeededError
from houseway.analysis.titles.fast_action_holdem.space import BOARD, HAND, UNITS, Integers, Space, space_of
from houseway.cards.deck import Deck
from houseway.games.engine.paytable import PayTable
from houseway.games.house_way import HouseWay
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.ranking import ranking
from houseway.ranking.array_cache import UNREADABLE

EXTRA_COLUMNS = 2
"""The columns after one per category of the hand beside: same category and equal, same category and worse."""

LIMB = 32
"""Bits of the low part of a win count that does not fit in 64 bits."""


@dataclass(frozen=True)
class FastActionCount:
    """The job: win counts by class of arrangement and categories, for one deck, house way and ranking system.

    `first_values` are the lowest values of the distinguished classes of hands, by default the categories.
    """

    deck: Deck
    rules: HouseWay
    system: str
    first_values: tuple[int, ...]
    n_shards: int = 256

    @property
    def name(self) -> str:
        """Return a short name, for people and for the folder."""
        return f"fast-action-holdem-{self.deck.size}"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return all parameters, other than the code, that determine the counts."""
        return {
            "deck": list(self.deck.copies),
            "house way": self.rules.digest,
            "system": self.system,
            "first values": list(self.first_values),
        }

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        package = "houseway.analysis.titles.fast_action_holdem"
        return (
            *(f"{package}.{module}" for module in ("space", "counting", "counts")),
            "houseway.games.house_way",
            "houseway.ranking.lookup",
        )

    def shards(self) -> Sequence[int]:
        """Return the shards. Each takes every n-th class of boards, so that all take about the same time."""
        return range(min(self.n_shards, len(space_of(self.deck).boards[0])))

    def estimated_seconds(self) -> float:
        """Return the CPU time of all shards, estimated from a few boards counted now."""
        from houseway.analysis.titles.fast_action_holdem.counting import measured_seconds

        return measured_seconds(self)

    def run(self, shard: int) -> Counts:
        """Count the boards of one shard."""
        from houseway.analysis.titles.fast_action_holdem.counting import count_some_boards

        return count_some_boards(self, *self._boards([shard]))

    def runs_on(self, machine: Machine) -> bool:
        """Return True: the kernel has room for any deck."""
        return True

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Count the boards of some shards at once."""
        from houseway.analysis.titles.fast_action_holdem.on_device import count_on

        return count_on(machine, self, *self._boards(shards))

    def _boards(self, shards: Sequence[int]) -> tuple[Integers, Integers]:
        """Return the boards of some shards, and the number of boards that each represents."""
        boards, orbits = space_of(self.deck).boards
        rows = np.concatenate([np.arange(shard, len(boards), self.n_shards) for shard in shards])
        return boards[rows], orbits[rows]


def dealer_ways(deck: Deck) -> int:
    """Return the weighted number of hands of the dealer against one hand and board."""
    return UNITS * comb(deck.size - HAND - BOARD, HAND)


Exact = NDArray[Any]
"""An array of Python integers of any size."""


PART = 24


def job_of(game: FastActionGame) -> FastActionCount:
    """Return the count that a game needs.

    It distinguishes the categories and, inside one, hands that the game's tables pay differently.
    """
    return FastActionCount(game.deck, game.house_way, game.showdown, class_starts(game))


def class_starts(game: FastActionGame) -> tuple[int, ...]:
    """Return the lowest value of each distinguished class of hands, from low to high."""
    showdown = ranking(game.showdown)
    starts = {1, *(showdown.first_value(category) for category in showdown.categories)}
    for table in game.pays.tables.values():
        starts.update(_changes(table, game.showdown) if any(row.least_rank is not None for row in table.rows) else ())
    return tuple(sorted(starts))


def _changes(table: PayTable, system: str) -> list[int]:
    pays = [table.pays_value(value, system) for value in range(1, ranking(system).n_values + 1)]
    return [value for value in range(2, len(pays) + 1) if pays[value - 1] != pays[value - 2]]


@dataclass(frozen=True)
class Counted(ABC):
    """The counts of a game's deck and house way, all of them or those that ship with the package.

    A cell is a class i of the played pair and a column, as in `counting`. Every arrangement of a hand has `n_boards`
    boards, and each board has `n_dealer` weighted hands of the dealer.
    """

    job: FastActionCount

    @property
    def space(self) -> Space:
        """Return the hands and arrangements that the counts are about."""
        return space_of(self.job.deck)

    @property
    def n_classes(self) -> int:
        """Return the number of distinguished classes of hands."""
        return len(self.job.first_values)

    @property
    def n_boards(self) -> int:
        """Return the number of physical boards that go with a hand."""
        return comb(self.job.deck.size - HAND, BOARD)

    @property
    def n_dealer(self) -> int:
        """Return the weighted number of hands of the dealer that go with a hand and a board."""
        return dealer_ways(self.job.deck)

    @property
    @abstractmethod
    def wins(self) -> Exact:
        """Return how many weighted hands of the dealer each arrangement's pair beats, over all boards."""

    @property
    @abstractmethod
    def boards(self) -> Integers:
        """Return, by class and arrangement, on how many boards the pair makes a hand of the class."""

    @property
    @abstractmethod
    def jointly(self) -> NDArray[np.bool_]:
        """Return, by arrangement, whether both pairs are known together, so that a split can be answered."""

    @abstractmethod
    def boards_together(self, own: int, other: int) -> Integers:
        """Return, by arrangement, the boards on which its pair is of one class and the other cards of another.

        The number is zero if the two are not known together.
        """

    @abstractmethod
    def by_class(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """Return the sums over some arrangements of weight times wins, and times boards, by class."""

    @abstractmethod
    def by_cell(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """Return the same sums by cell."""

    def columns_together(self, own: int, other: int) -> list[int]:
        """Return the columns of the cells in which the two pairs are of these classes."""
        return [other, self.n_classes, self.n_classes + 1] if own == other else [other]


@dataclass(frozen=True)
class WholeCounts(Counted):
    """All cells, as the job counts them, added up over the arrangements of a class."""

    counts: Counts

    @cached_property
    def wins(self) -> Exact:
        """Return how many weighted hands of the dealer each arrangement's pair beats, over all boards."""
        wins: Exact = whole(self.counts["wins"].sum(axis=(1, 2))) // self.space.arrangement_sizes.astype(object)
        return wins

    @cached_property
    def boards(self) -> Integers:
        """Return, by class and arrangement, on how many boards the pair makes a hand of the class."""
        boards: Integers = self.counts["boards"].sum(axis=1) // self.space.arrangement_sizes
        return boards

    @property
    def jointly(self) -> NDArray[np.bool_]:
        """Return True for every arrangement."""
        return np.ones(self.space.n_arrangements, np.bool_)

    def boards_together(self, own: int, other: int) -> Integers:
        """Return, by arrangement, the boards on which its pair is of one class and the other cards of another."""
        columns = self.columns_together(own, other)
        boards: Integers = self.counts["boards"][own, columns].sum(axis=0) // self.space.arrangement_sizes
        return boards

    def by_class(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """Return the sums over some arrangements of weight times wins, and times boards, by class."""
        wins, boards = self.by_cell(arrangements, weights)
        return wins.sum(axis=1), boards.sum(axis=1)

    def by_cell(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """Return the same sums by cell. The sum over a class of arrangements is shared among them."""
        symmetries = len(self.space.images)
        factors = weights * (symmetries // self.space.arrangement_sizes[arrangements])
        wins = weighted(self.counts["wins"][..., arrangements], factors)
        boards = weighted(self.counts["boards"][None, ..., arrangements], factors)
        return wins // symmetries, boards // symmetries


def weighted(limbs: Integers, weights: Integers) -> Exact:
    """Return sums over the last axis of numbers, given by limbs, times weights, as Python integers.

    Numbers are cut into parts of 24 bits. The weights add up to less than 2^38, even 24 times those of all hands of
    eight decks. So no sum exceeds 64 bits.
    """
    total: Exact = np.zeros(limbs.shape[1:-1], object)
    for place, limb in enumerate(limbs):
        for shift in range(0, 63, PART):
            part = limb >> shift & (2**PART - 1)
            total = total + ((part @ weights).astype(object) << shift + LIMB * place)
    return total


def whole(limbs: Integers) -> Exact:
    """Return Python integers from a low part and an optional high part."""
    numbers: Exact = limbs[0].astype(object)
    return numbers if len(limbs) == 1 else numbers + (limbs[1].astype(object) << LIMB)


@lru_cache(maxsize=2)
def _counted(job: FastActionCount, runner: Runner) -> WholeCounts:
    return WholeCounts(job, runner.run(job))


def counted_whole(game: FastActionGame, runner: Runner) -> Counted:
    """Return all counts of a game, from disk if they are there, or made now."""
    return _counted(job_of(game), runner)


FOLDER = "shipped_counts"
PARAMETERS = "parameters"
LOW_BYTES = LIMB // 8
Planes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Stored = Mapping[str, NDArray[Any]]


def to_planes(limbs: Integers) -> Planes:
    """Return numbers, given by a low part of LIMB bits and a high part, as planes of bytes.

    The last plane is not empty.
    """
    low, high = limbs.reshape(2, -1).astype("<u8").view(np.uint8).reshape(2, -1, 8).swapaxes(1, 2)
    planes = np.concatenate([low[:LOW_BYTES], high])
    used = np.flatnonzero(planes.any(axis=1))
    return np.ascontiguousarray(planes[: used[-1] + 1 if len(used) else 1])


def from_planes(planes: Planes) -> Integers:
    """Return the low and the high parts of numbers."""
    room = np.zeros((2, planes.shape[1], 8), np.uint8)
    room[0, :, : len(planes[:LOW_BYTES])] = planes[:LOW_BYTES].T
    room[1, :, : len(planes[LOW_BYTES:])] = planes[LOW_BYTES:].T
    return room.view("<i8")[..., 0].astype(np.int64)


def limbs_of(numbers: Integers) -> Integers:
    """Return the low and high parts of numbers below 2^63."""
    return np.stack([numbers & (2**LIMB - 1), numbers >> LIMB])


def plain(limbs: Integers) -> Integers:
    """Return numbers below 2^63 from their parts."""
    numbers: Integers = limbs[0] + (limbs[1] << LIMB)
    return numbers


def beside(space: Space) -> Integers:
    """Return the arrangement (q | p) for each arrangement (p | q)."""
    mates = np.empty(space.n_arrangements, np.int64)
    mates[space.slots] = space.slots[:, ::-1]
    return mates


def exchanged(cells: NDArray[Any]) -> NDArray[Any]:
    """Return boards of (p | q), by class of p and column, as those of (q | p)."""
    n = len(cells)
    other = np.empty_like(cells)
    other[:, :n] = cells[:, :n].swapaxes(0, 1)
    same = np.arange(n)
    other[same, same], other[same, n + 1] = cells[same, n + 1], cells[same, same]
    other[:, n] = cells[:, n]
    return other


def packed(
    job: FastActionCount, wins: Integers, boards: Integers, kept: Flags, joint: Flags
) -> dict[str, NDArray[Any]]:
    """Return the counts to ship, from all wins (two limbs) and boards of one arrangement of each class, and flags.

    The flags say which arrangements to include.
    """
    mates = beside(space_of(job.deck))
    joint = joint | joint[mates]
    first = joint & (np.arange(len(joint)) <= mates)
    by_class = wins.sum(axis=2)
    totals = by_class.sum(axis=1)
    stored = {
        PARAMETERS: np.array(json.dumps(dict(job.parameters), sort_keys=True)),
        "wins": to_planes(_carried(totals)),
        "boards": to_planes(limbs_of(boards.sum(axis=1))),
        "kept": np.packbits(kept & ~joint),
        "kept_wins": to_planes(_carried(by_class[:, :, kept & ~joint])),
        "joint": np.packbits(joint),
        "cells": np.packbits(boards[:, :, first] > 0),
        "joint_boards": to_planes(limbs_of(boards[:, :, first][boards[:, :, first] > 0])),
        "joint_wins": to_planes(_carried(wins[..., joint][:, boards[..., joint] > 0])),
    }
    return {**stored, CHECKSUM: np.array(counts_digest(stored))}


def _carried(limbs: Integers) -> Integers:
    """Return the same numbers with a low part below 2^LIMB."""
    return np.stack([limbs[0] & (2**LIMB - 1), limbs[1] + (limbs[0] >> LIMB)])


@dataclass(frozen=True)
class ShippedCounts(Counted):
    """Counts read from the package, of one arrangement of each class."""

    stored: Stored

    @cached_property
    def wins(self) -> Exact:
        """Return how many weighted hands of the dealer each arrangement's pair beats, over all boards."""
        return whole(from_planes(self.stored["wins"]))

    @cached_property
    def boards(self) -> Integers:
        """Return, by class and arrangement, on how many boards the pair makes a hand of the class."""
        return plain(from_planes(self.stored["boards"])).reshape(self.n_classes, -1)

    @cached_property
    def jointly(self) -> Flags:
        """Return, by arrangement, whether its cells ship."""
        return self._flags("joint", (self.space.n_arrangements,))

    def _flags(self, name: str, shape: tuple[int, ...]) -> Flags:
        flags: Flags = np.unpackbits(self.stored[name], count=int(np.prod(shape))).astype(np.bool_).reshape(shape)
        return flags

    @cached_property
    def _joint_boards(self) -> Integers:
        """Return the boards of every cell, for the arrangements that are known jointly."""
        mates, n, rows = beside(self.space), self.n_classes, self._joint_rows
        first = np.flatnonzero(self.jointly & (np.arange(len(mates)) <= mates))
        used = self._flags("cells", (n, n + EXTRA_COLUMNS, len(first)))
        cells = np.zeros(used.shape, np.int64)
        cells[used] = plain(from_planes(self.stored["joint_boards"]))
        found = np.empty((n, n + EXTRA_COLUMNS, int(self.jointly.sum())), np.int64)
        found[..., rows[mates[first]]] = exchanged(cells)
        found[..., rows[first]] = cells
        return found

    @cached_property
    def _joint_wins(self) -> Integers:
        """Return the wins of every cell in two limbs, for the arrangements that are known jointly."""
        boards = self._joint_boards
        found = np.zeros((2, *boards.shape), np.int64)
        found[:, boards > 0] = from_planes(self.stored["joint_wins"])
        return found

    @cached_property
    def _joint_rows(self) -> Integers:
        """Return the place of each arrangement among those that are known jointly, or -1."""
        return np.where(self.jointly, np.cumsum(self.jointly) - 1, -1)

    @cached_property
    def _kept(self) -> tuple[Integers, Integers]:
        """Return wins by class in two limbs, and the place of each arrangement in them, or -1."""
        kept = self._flags("kept", (self.space.n_arrangements,))
        alone = from_planes(self.stored["kept_wins"]).reshape(2, self.n_classes, -1)
        rows = np.where(kept, np.cumsum(kept) - 1, -1)
        rows[self.jointly] = alone.shape[2] + np.arange(int(self.jointly.sum()))
        return np.concatenate([alone, self._joint_wins.sum(axis=2)], axis=2), rows

    def boards_together(self, own: int, other: int) -> Integers:
        """Return, by arrangement, the boards on which its pair is of one class and the other cards of another."""
        boards = np.zeros(self.space.n_arrangements, np.int64)
        boards[self.jointly] = self._joint_boards[own, self.columns_together(own, other)].sum(axis=0)
        return boards

    def by_class(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """Return the sums over some arrangements of weight times wins, and times boards, by class."""
        wins, rows = self._kept
        return weighted(wins[..., _known(rows[arrangements])], weights), weighted(
            self.boards[None, :, arrangements], weights
        )

    def by_cell(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """Return the same sums by cell."""
        rows = _known(self._joint_rows[arrangements])
        return weighted(self._joint_wins[..., rows], weights), weighted(self._joint_boards[None, ..., rows], weights)


def _known(rows: Integers) -> Integers:
    if (rows < 0).any():
        missing = int((rows < 0).sum())
        raise CountNeededError(f"the counts that ship leave out {missing} of the hands that this table keeps or splits")
    return rows


@lru_cache(maxsize=2)
def shipped(job: FastActionCount) -> ShippedCounts | None:
    """Return the counts of a job that ship with the package, or None."""
    place = files("houseway.analysis").joinpath(FOLDER, f"{job.name}.npz")
    if not place.is_file():
        return None
    try:
        with as_file(place) as path, np.load(path, allow_pickle=False) as file:
            stored = {name: file[name] for name in file.files}
        if str(stored.pop(CHECKSUM)) != counts_digest(stored):
            raise ValueError("its checksum is wrong")
    except UNREADABLE as error:
        print(f"houseway: {place.name} of the package cannot be used ({error})", file=sys.stderr)
        return None
    if str(stored[PARAMETERS]) != json.dumps(dict(job.parameters), sort_keys=True):
        return None
    return ShippedCounts(job, stored)
