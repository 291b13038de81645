"""Betting rounds with their players' regrets and averages: one that is followed by more, and last ones on many boards.

A round can begin with several pots (`entries`). A hand's value is multiplied by the weight of the other player's
possible hands. So values of the same round on different boards can be added.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from houseway.analysis.solve import kernels
from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.boards import Boards
from houseway.analysis.solve.kernels import MEASURE, PLAY, RESPOND, UPDATE
from houseway.analysis.solve.packing import is_packed, packed, unpacked, worked_in
from houseway.analysis.solve.removal import sum_disjoint
from houseway.analysis.solve.rows import WIDTH
from houseway.analysis.solve.sets import Subsets

ALPHA, BETA, GAMMA = 1.5, -1.0, 3.0
"""The discount exponents of old positive regrets, negative regrets and average play."""
WORTH_THREADS = 16
"""The number of boards from which they are divided among threads."""
Floats = NDArray[Any]
Places = NDArray[np.bool_]
Later = Callable[[Floats, Floats], Floats]
"""A function from both players' reach (entries, hands) to hand values after a round (parts, entries, hands)."""


@dataclass(frozen=True)
class Step:
    """The work of one iteration: it learns with these discounts, or it measures."""

    mode: int = MEASURE
    gain: float = 1.0
    loss: float = 1.0
    fade: float = 1.0

    @classmethod
    def number(cls, time: int) -> "Step":
        """Return the step of an iteration, counted from 1."""
        gain, loss = time**ALPHA, time**BETA
        return cls(UPDATE, gain / (gain + 1), loss / (loss + 1), ((time - 1) / time) ** GAMMA)

    @property
    def parts(self) -> tuple[int, ...]:
        """Return the parts of a step: one value while learning, the best response and the average play if measured."""
        return (RESPOND, PLAY) if self.mode == MEASURE else (UPDATE,)


@dataclass
class Learned:
    """Regrets and average-play sums of one player, by action and hand. A locked decision does not learn.

    `locked` is by board, entry, decision and hand. Boards and hands have size one until a lock distinguishes them. If
    numbers are stored in 16 bits (`packing`), `scales` are those of the rows of regrets, and of average play.
    """

    regrets: Floats
    averages: Floats
    scales: tuple[Floats, Floats]
    locked: NDArray[np.bool_]

    @classmethod
    def nothing(cls, shape: tuple[int, ...], entries: int, decisions: int, dtype: Any) -> "Learned":
        """Return a state without regrets."""
        scales = np.zeros(shape[:-1], np.float32), np.zeros(shape[:-1], np.float32)
        locked = np.zeros((1, entries, decisions, 1), np.bool_)
        return cls(np.zeros(shape, dtype), np.zeros(shape, dtype), scales, locked)

    @property
    def arrays(self) -> tuple[Floats, ...]:
        """Return all arrays."""
        return self.regrets, self.averages, *(self.scales if is_packed(self.regrets.dtype) else ()), self.locked

    def average(self, *place: int) -> Floats:
        """Return sums of the average play at a place (board, entry): (actions, hands)."""
        return unpacked(self.averages[place], self.scales[1][place])

    def lock(
        self, decision: int, cells: slice, shares: Floats, entry: int | None, board: int | None, hands: Places | None
    ) -> None:
        """Fix how often actions are taken, in all entries, on all boards and by all hands if these are None.

        Locked hands next to others in a row would lose their shares to the scale of the others' numbers. So numbers are
        not packed from then on.
        """
        if hands is not None:
            self.regrets, self.averages = (
                unpacked(each, scales) for each, scales in zip((self.regrets, self.averages), self.scales, strict=True)
            )
        wide = (
            len(self.locked) if board is None else self.regrets.shape[0],
            *self.locked.shape[1:3],
            self.locked.shape[3] if hands is None else self.regrets.shape[-1],
        )
        if wide != self.locked.shape:
            self.locked = np.broadcast_to(self.locked, wide).copy()
        entries = slice(None) if entry is None else slice(entry, entry + 1)
        boards = slice(None) if board is None else slice(board, board + 1)
        who = np.ones(self.regrets.shape[-1], bool) if hands is None else hands
        self.locked[boards, entries, decision, :] |= who if wide[-1] > 1 else True
        for each, scales in zip((self.regrets, self.averages), self.scales, strict=True):
            at, scale = (each, scales) if each.ndim == 4 else (each[None], scales[None])
            for place, share in enumerate(shares.tolist(), cells.start):
                rows = unpacked(at[boards, entries, place], scale[boards, entries, place])
                rows[..., who] = share
                if is_packed(each.dtype):
                    at[boards, entries, place], scale[boards, entries, place] = packed(rows)

    def source(self, step: Step) -> Floats:
        """Return the array that play is read from: regrets while learning, the average afterwards."""
        return self.regrets if step.mode == UPDATE else self.averages

    def source_scales(self, step: Step) -> Floats:
        """Return the scales of its rows."""
        return self.scales[0 if step.mode == UPDATE else 1]


def averaged(tree: BettingTree, player: int, averages: Floats) -> Floats:
    """Return the average play of a player in a round: (actions, hands)."""
    plays, _ = descended(tree, player, averages, np.ones(averages.shape[-1]))
    return plays


def descended(tree: BettingTree, player: int, source: Floats, reach: Floats) -> tuple[Floats, Floats]:
    """Return a player's play of a round, and its hands' reach at the start and after each of its actions."""
    plays = np.zeros((tree.n_cells[player], len(reach)))
    reaches = np.zeros((1 + tree.n_cells[player], len(reach)))
    kernels.descend(tree.actors, tree.cells, tree.n_actions, tree.before, player, source, reach, plays, reaches)
    return plays, reaches


def present(weights: Floats, subsets: Subsets) -> Floats:
    """Return, for each weighting (a row over the other's hands), the weight that can be held beside each own hand."""
    found = np.zeros((len(weights), len(subsets.own)))
    sums, block = np.zeros((subsets.size, WIDTH)), np.zeros((len(subsets.own), WIDTH))
    for start in range(0, len(weights), WIDTH):
        some = weights[start : start + WIDTH]
        columns = np.zeros((weights.shape[1], WIDTH))
        columns[:, : len(some)] = some.T
        sum_disjoint(columns, subsets.own, subsets.signs, subsets.other, subsets.twins, subsets.twin_sign, sums, block)
        found[start : start + WIDTH] = block.T[: len(some)]
    return found


class OpenRound:
    """A round that is followed by more, or that ends with a fold. `pots` is half the pot for each entry."""

    def __init__(self, tree: BettingTree, pots: Floats, subsets: tuple[Subsets, Subsets]) -> None:
        self.tree, self.subsets = tree, subsets
        self.lost = pots[:, None] + tree.lost[None, :]
        self.learned = [
            Learned.nothing((len(pots), tree.n_cells[p], len(subsets[p].own)), len(pots), len(tree.actors), np.float64)
            for p in (0, 1)
        ]

    @property
    def pots_after(self) -> Floats:
        """Return half the pot for each entry and each ending where both are still in."""
        return self.lost[:, self.tree.going_on].reshape(-1)

    def values(self, player: int, step: Step, own: Floats, other: Floats, later: Later) -> Floats:
        """Return the values of a player's hands at the start, from both players' reach: (parts, entries, hands)."""
        tree, going_on = self.tree, self.tree.going_on
        mine = [descended(tree, player, *given) for given in zip(self.learned[player].source(step), own, strict=True)]
        theirs = [
            descended(tree, 1 - player, *given)[1]
            for given in zip(self.learned[1 - player].source(step), other, strict=True)
        ]
        own_ends = np.concatenate([reaches[tree.before_end[player, going_on]] for _, reaches in mine])
        other_ends = np.concatenate([reaches[tree.before_end[1 - player, going_on]] for reaches in theirs])
        after = later(own_ends, other_ends).reshape(len(step.parts), len(own), len(going_on), -1)
        folds = np.flatnonzero(tree.folded >= 0)
        beside = present(
            np.concatenate([reaches[tree.before_end[1 - player, folds]] for reaches in theirs]), self.subsets[player]
        ).reshape(len(own), len(folds), -1)
        signs = np.where(tree.folded[folds] == player, -1.0, 1.0)
        found = np.zeros((len(step.parts), *own.shape))
        learned = self.learned[player]
        values, at = np.zeros((len(tree.folded), own.shape[1])), np.zeros((len(tree.actors), own.shape[1]))
        for entry, (plays, reaches) in enumerate(mine):
            values[folds] = (signs * self.lost[entry, folds])[:, None] * beside[entry]
            for part, mode in enumerate(step.parts):
                values[going_on] = after[part, entry]
                kernels.climb(
                    tree.actors, tree.cells, tree.n_actions, tree.children, tree.before, player, mode, values, plays,
                    reaches, learned.regrets[entry], learned.averages[entry], learned.locked[0, entry],
                    step.gain, step.loss, step.fade, at,
                )  # fmt: skip
                found[part, entry] = at[0]
        return found


class LastRounds:
    """The last round on every board that can come. `pots` is half the pot for each entry."""

    def __init__(
        self, tree: BettingTree, pots: Floats, boards: Boards, subsets: tuple[Subsets, Subsets], dtype: Any
    ) -> None:
        assert tree.before_end.min() > 0, "nobody is out of a last round before having acted"
        self.tree, self.boards, self.subsets, self.dtype = tree, boards, subsets, worked_in(dtype)
        self.lost = pots[:, None] + tree.lost[None, :]
        self.learned = [
            Learned.nothing(
                (len(boards), len(pots), tree.n_cells[p], len(subsets[p].own)), len(pots), len(tree.actors), dtype
            )
            for p in (0, 1)
        ]
        threads = get_num_threads() if len(boards) >= WORTH_THREADS else 1
        self.count = kernels.last_rounds_in_threads if threads > 1 else kernels.last_rounds
        self.rooms = np.zeros((threads, max(self._room(p, is_packed(dtype)) for p in (0, 1))), self.dtype)

    def _room(self, player: int, packed: bool) -> int:
        tree, subsets = self.tree, self.subsets
        return kernels.room_needed(
            len(self.lost), len(tree.folded), len(tree.actors), len(subsets[player].own), len(subsets[1 - player].own),
            tree.n_cells[player], tree.n_cells[1 - player], subsets[player].size, packed,
        )  # fmt: skip

    def values(self, player: int, step: Step, own: Floats, other: Floats) -> Floats:
        """Return the values of a player's hands over all boards, all equally likely: (parts, entries, hands)."""
        tree, boards, subsets = self.tree, self.boards, self.subsets[player]
        mine, theirs = self.learned[player], self.learned[1 - player]
        strengths, others = boards.strengths[player], boards.strengths[1 - player]
        total = self.count(
            tree.actors, tree.cells, tree.n_actions, tree.children, tree.folded, tree.before, tree.before_end,
            tree.n_cells[player], tree.n_cells[1 - player],
            self.lost, player, step.mode, own.astype(self.dtype), other.astype(self.dtype),
            mine.regrets, mine.averages, *mine.scales, mine.locked, theirs.source(step), theirs.source_scales(step),
            subsets.own, subsets.signs.astype(self.dtype), subsets.other, subsets.twins,
            self.dtype(subsets.twin_sign), subsets.size,
            strengths.order, strengths.values, others.order, others.values, strengths.counts, others.counts,
            boards.images[player], boards.image_starts, step.gain, step.loss, step.fade, self.rooms,
        )  # fmt: skip
        return total / boards.chances  # type: ignore[no-any-return]
