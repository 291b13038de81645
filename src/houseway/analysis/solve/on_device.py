"""Last rounds by the kernel in `last_rounds.cu`. Regrets and averages stay on the device until they are requested."""

from functools import cache
from typing import Any

import numpy as np

from houseway.analysis.counting.device.machines import Machine, kernel_source, table
from houseway.analysis.solve.betting import MOST_ACTIONS
from houseway.analysis.solve.kernels import MEASURE, UPDATE
from houseway.analysis.solve.packing import is_packed, packed, unpacked
from houseway.analysis.solve.rounds import Floats, LastRounds, Learned, Step

THREADS = 128
MOST_DECISIONS, MOST_CELLS = 16, 32
"""The limits of the kernel."""
MOST_SHARED_BYTES = 100_000
"""The memory of a block. Larger sums over subsets are in the device memory."""
MOST_ROOM_BYTES = 24_000_000_000
"""The working memory of all blocks together."""
LANES = 32
STORED = np.dtype(np.float32)


@cache
def _source(own_width: int, other_width: int, in_room: bool) -> str:
    widths = f"#define OWN_WIDTH {own_width}\n#define OTHER_WIDTH {other_width}\n#define SUMS_IN_ROOM {int(in_room)}\n"
    return widths + kernel_source("houseway.analysis.solve", "last_rounds.cu")


class LastRoundsOnDevice:
    """Last rounds of the CPU, moved to a device with their regrets and averages, which are single precision there.

    `learned` copies them back here. The caller may change them, so they are sent to the device again.
    """

    def __init__(self, here: LastRounds, machine: Machine) -> None:
        assert self.takes(here), "the kernel has room for the betting"
        self.tree, self.boards = here.tree, here.boards
        self._machine = machine
        self._learned = here.learned
        self._held: list[tuple[Any, Any, Any]] | None = None
        self._is_newer_there = False
        self._sides = [_Side(here, machine, player) for player in (0, 1)]

    @classmethod
    def takes(cls, here: LastRounds) -> bool:
        """Return whether the kernel can take these rounds: those of a flop, in a game within its limits on bets."""
        tree = here.tree
        return here.dtype == STORED and len(tree.actors) <= MOST_DECISIONS and max(tree.n_cells) <= MOST_CELLS

    @property
    def learned(self) -> list[Learned]:
        """Return the regrets, averages and locks of both players."""
        if self._is_newer_there and self._held is not None:
            for each, held in zip(self._learned, self._held, strict=True):
                for rows, scales, found in zip((each.regrets, each.averages), each.scales, held, strict=False):
                    numbers = self._machine.get(found)
                    if is_packed(rows.dtype):
                        rows[:], scales[:] = packed(numbers)
                    else:
                        rows[:] = numbers
        self._held, self._is_newer_there = None, False
        return self._learned

    def values(self, player: int, step: Step, own: Floats, other: Floats) -> Floats:
        """Return the values of a player's hands over all boards, all equally likely: (parts, entries, hands)."""
        machine = self._machine
        if self._held is None:
            self._held = [
                (
                    machine.put(unpacked(each.regrets, each.scales[0])),
                    machine.put(unpacked(each.averages, each.scales[1])),
                    machine.put(each.locked.astype(np.uint8)),
                )
                for each in self._learned
            ]
        self._is_newer_there |= step.mode == UPDATE
        regrets, averages, locked = self._held[player]
        source = self._held[1 - player][0 if step.mode == UPDATE else 1]
        lock = self._learned[player].locked
        strides = np.int64(len(lock) > 1), np.int64(lock.shape[3] > 1)
        total = self._sides[player].run(step, own, other, (regrets, averages, locked, *strides, source))
        values: Floats = total / self.boards.chances
        return values


class _Side:
    """The kernel's data for one player's side of the rounds."""

    def __init__(self, rounds: LastRounds, machine: Machine, player: int) -> None:
        tree, boards, subsets = rounds.tree, rounds.boards, rounds.subsets[player]
        self.machine = machine
        self.shape = len(rounds.lost), len(subsets.own)
        self.n_boards = len(boards)
        columns = self.shape[0] * tree.n_cells[1 - player]
        row = -(-columns // LANES) * LANES
        n_own, n_other = len(subsets.own), len(subsets.other)
        self.shared = 4 * subsets.size * THREADS
        in_room = self.shared <= MOST_SHARED_BYTES
        room = row * (n_other + 2 * n_own) + (0 if in_room else subsets.size * THREADS)
        self.shared = self.shared if in_room else 0
        self.source = _source(subsets.own.shape[1], subsets.other.shape[1], in_room)
        blocks = max(1, min(machine.blocks(self.source, "last_rounds", self.shared), MOST_ROOM_BYTES // (4 * room)))
        own, other = boards.strengths[player], boards.strengths[1 - player]
        numbers = (
            player, len(tree.actors), len(tree.folded), tree.n_cells[player], tree.n_cells[1 - player],
            len(rounds.lost), len(boards), n_own, n_other, subsets.size, columns, row, room, blocks,
        )  # fmt: skip
        assert tree.children.shape[1] == MOST_ACTIONS, "the kernel has room for so many actions"
        whole: dict[str, Floats] = {
            "actors": tree.actors, "cells": tree.cells, "n_actions": tree.n_actions, "children": tree.children,
            "folded": tree.folded, "before": tree.before, "before_end": tree.before_end, "amounts": rounds.lost,
            "own_sets": subsets.own, "signs": subsets.signs, "other_sets": subsets.other, "twins": subsets.twins,
            "twin_sign": np.array([subsets.twin_sign]), "own_order": own.order, "own_values": own.values,
            "other_order": other.order, "other_values": other.values, "own_counts": own.counts,
            "other_counts": other.counts, "dealt": _dealt(own.order, own.counts),
            "image_starts": boards.image_starts, "sources": _sources(boards.images[player]),
        }  # fmt: skip
        narrow = {name: array if array.dtype == bool else array.astype(_narrow(array)) for name, array in whole.items()}
        self.table, self._kept = table(machine, numbers, narrow)
        self.rooms = machine.zeros(blocks * room, STORED)

    def run(self, step: Step, own: Floats, other: Floats, learned: tuple[Any, ...]) -> Floats:
        """Run one step of all boards, and return their sum."""
        machine, parts = self.machine, 2 if step.mode == MEASURE else 1
        found = machine.zeros((parts, self.n_boards, *self.shape), STORED)
        total = machine.zeros((parts, *self.shape), np.float64)
        factors = (np.float32(each) for each in (step.gain, step.loss, step.fade))
        reach = (machine.put(np.ascontiguousarray(each, STORED)) for each in (own, other))
        arguments = [self.table, np.int64(step.mode), *factors, *reach, *learned, self.rooms, found]
        machine.launch(self.source, "last_rounds", arguments, self.shared)
        machine.launch(self.source, "add_images", [self.table, np.int64(parts), found, total], 0)
        return machine.get(total)


def _narrow(array: Floats) -> type:
    return np.float32 if array.dtype.kind == "f" else np.int32


def _dealt(order: Floats, counts: Floats) -> Floats:
    """Return which hands each board leaves."""
    found = np.zeros(order.shape, bool)
    for board, count in enumerate(counts.tolist()):
        found[board, order[board, :count]] = True
    return found


def _sources(images: Floats) -> Floats:
    """Return, for each image, the hand that it sends to each place."""
    found = np.full_like(images, -1)
    np.put_along_axis(found, images.astype(np.int64), np.arange(images.shape[1], dtype=images.dtype)[None], axis=1)
    assert (found >= 0).all(), "a renaming sends one hand to every place"
    return found
