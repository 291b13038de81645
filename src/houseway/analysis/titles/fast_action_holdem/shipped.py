"""Counts that ship with the package: enough of them that a pay table is answered at once, without a count.

Of every arrangement the wins of its pair and its boards by class are there: value and best play of any pay table
follow. The wins by class, which the distribution needs, are there of the pairs that best play keeps, and whole cells of
the hands that it splits, at the tables that a house would offer; `tools/ship_counts.py` says which. A question that
needs others is told so by an error, never answered wrongly.

Numbers are stored as planes of bytes, the lowest byte of all numbers first: so they compress. Where two pairs p and q
are known together, the boards of (q | p) are those of (p | q) with the classes exchanged, and are not stored twice.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import CHECKSUM, counts_digest
from houseway.analysis.results.partial import CountNeededError
from houseway.analysis.titles.fast_action_holdem.counted import Counted, Exact, weighted, whole
from houseway.analysis.titles.fast_action_holdem.jobs import EXTRA_COLUMNS, LIMB, FastActionCount
from houseway.analysis.titles.fast_action_holdem.space import Integers, Space, space_of
from houseway.ranking.array_cache import UNREADABLE

FOLDER = "shipped_counts"
PARAMETERS = "parameters"
LOW_BYTES = LIMB // 8
Planes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Stored = Mapping[str, NDArray[Any]]


def to_planes(limbs: Integers) -> Planes:
    """Numbers, given by a low part of LIMB bits and a high part, as planes of bytes; the last plane is not empty."""
    low, high = limbs.reshape(2, -1).astype("<u8").view(np.uint8).reshape(2, -1, 8).swapaxes(1, 2)
    planes = np.concatenate([low[:LOW_BYTES], high])
    used = np.flatnonzero(planes.any(axis=1))
    return np.ascontiguousarray(planes[: used[-1] + 1 if len(used) else 1])


def from_planes(planes: Planes) -> Integers:
    """The low and the high parts of numbers."""
    room = np.zeros((2, planes.shape[1], 8), np.uint8)
    room[0, :, : len(planes[:LOW_BYTES])] = planes[:LOW_BYTES].T
    room[1, :, : len(planes[LOW_BYTES:])] = planes[LOW_BYTES:].T
    return room.view("<i8")[..., 0].astype(np.int64)


def limbs_of(numbers: Integers) -> Integers:
    """Numbers below 2^63 by their low and high parts."""
    return np.stack([numbers & (2**LIMB - 1), numbers >> LIMB])


def plain(limbs: Integers) -> Integers:
    """Numbers below 2^63 from their parts."""
    numbers: Integers = limbs[0] + (limbs[1] << LIMB)
    return numbers


def beside(space: Space) -> Integers:
    """For each arrangement (p | q) the arrangement (q | p)."""
    mates = np.empty(space.n_arrangements, np.int64)
    mates[space.slots] = space.slots[:, ::-1]
    return mates


def exchanged(cells: NDArray[Any]) -> NDArray[Any]:
    """Boards of (p | q), by class of p and column, as those of (q | p)."""
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
    """What ships: from all wins (two limbs) and boards of one arrangement of each class, and which to take along."""
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
    """The same numbers with a low part below 2^LIMB."""
    return np.stack([limbs[0] & (2**LIMB - 1), limbs[1] + (limbs[0] >> LIMB)])


@dataclass(frozen=True)
class ShippedCounts(Counted):
    """Counts read from the package, of one arrangement of each class."""

    stored: Stored

    @cached_property
    def wins(self) -> Exact:
        """For each arrangement, over all boards, how many weighted hands of the dealer its pair beats."""
        return whole(from_planes(self.stored["wins"]))

    @cached_property
    def boards(self) -> Integers:
        """By class and arrangement, on how many boards the pair makes a hand of the class."""
        return plain(from_planes(self.stored["boards"])).reshape(self.n_classes, -1)

    @cached_property
    def jointly(self) -> Flags:
        """By arrangement, whether its cells ship."""
        return self._flags("joint", (self.space.n_arrangements,))

    def _flags(self, name: str, shape: tuple[int, ...]) -> Flags:
        flags: Flags = np.unpackbits(self.stored[name], count=int(np.prod(shape))).astype(np.bool_).reshape(shape)
        return flags

    @cached_property
    def _joint_boards(self) -> Integers:
        """The boards of every cell, for the arrangements that are known jointly."""
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
        """The wins of every cell in two limbs, for the arrangements that are known jointly."""
        boards = self._joint_boards
        found = np.zeros((2, *boards.shape), np.int64)
        found[:, boards > 0] = from_planes(self.stored["joint_wins"])
        return found

    @cached_property
    def _joint_rows(self) -> Integers:
        """The place of each arrangement among those that are known jointly, or -1."""
        return np.where(self.jointly, np.cumsum(self.jointly) - 1, -1)

    @cached_property
    def _kept(self) -> tuple[Integers, Integers]:
        """Wins by class in two limbs, and the place of each arrangement in them, or -1."""
        kept = self._flags("kept", (self.space.n_arrangements,))
        alone = from_planes(self.stored["kept_wins"]).reshape(2, self.n_classes, -1)
        rows = np.where(kept, np.cumsum(kept) - 1, -1)
        rows[self.jointly] = alone.shape[2] + np.arange(int(self.jointly.sum()))
        return np.concatenate([alone, self._joint_wins.sum(axis=2)], axis=2), rows

    def boards_together(self, own: int, other: int) -> Integers:
        """By arrangement, on how many boards its pair makes a hand of one class and the cards beside it of another."""
        boards = np.zeros(self.space.n_arrangements, np.int64)
        boards[self.jointly] = self._joint_boards[own, self.columns_together(own, other)].sum(axis=0)
        return boards

    def by_class(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """The sums over some arrangements of weight times wins, and times boards, by class."""
        wins, rows = self._kept
        return weighted(wins[..., _known(rows[arrangements])], weights), weighted(
            self.boards[None, :, arrangements], weights
        )

    def by_cell(self, arrangements: Integers, weights: Integers) -> tuple[Exact, Exact]:
        """The same by cell."""
        rows = _known(self._joint_rows[arrangements])
        return weighted(self._joint_wins[..., rows], weights), weighted(self._joint_boards[None, ..., rows], weights)


def _known(rows: Integers) -> Integers:
    if (rows < 0).any():
        missing = int((rows < 0).sum())
        raise CountNeededError(f"the counts that ship leave out {missing} of the hands that this table keeps or splits")
    return rows


@lru_cache(maxsize=2)
def shipped(job: FastActionCount) -> ShippedCounts | None:
    """The counts of a job that ship with the package, if there are any."""
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
