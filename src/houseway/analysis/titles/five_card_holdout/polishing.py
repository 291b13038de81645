"""The last round of a blueprint re-solved, over the same buckets, with the ranges of its play held fixed.

External sampling learns how to play a river while the ranges that reach it still change. Once they are fixed, the
frequency and the wins of meeting buckets are counted over boards of every flop. Hands are drawn from the ranges, for
every line. Each last round is then solved as a whole (`solve.bucket_rounds`). For lines that are never reached, the
learned play stays. Rare lines are counted on a few rivers, and boards are distinguished there only by how far the first
range is ahead.
"""

from collections.abc import Callable

import numpy as np

from houseway.analysis.solve.bucket_rounds import add_pairs, solve_over_buckets
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import LAST, Array, drawn_share
from houseway.analysis.titles.five_card_holdout.abstraction import CLASSES, RIVER_BINS, SIZES, flops
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, table_in_bytes
from houseway.analysis.titles.five_card_holdout.blueprint_training import blueprint_rules
from houseway.analysis.titles.five_card_holdout.hold_equities import drawn_sets
from houseway.analysis.titles.five_card_holdout.own_ranges import Comers, all_flop_buckets, buckets_on_board
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS

DRAWN = (150, 1000, 800, 200)
"""The number of hands of each size that are drawn for a board."""
KINDS = CLASSES[0] * CLASSES[1]
NEAR = 0.5
"""The width of a bell curve: the counts of a class also add to its neighbors, by the steps between them."""
POOLED = 0.002
"""The weight with which the counts of all boards add to a class, which may have no counts at all."""
ITERATIONS = 200
RIVERS, FEW = 24, 3
"""The rivers of each flop that are counted for common lines, and for every line."""
COMMON = 1e-4
"""The least share of all arrivals at a river that makes a line common."""
Report = Callable[[float], None]


class Meetings:
    """The frequencies with which buckets meet on rivers by every line, and the first player's wins less losses."""

    def __init__(self, comers: Comers) -> None:
        rules, n_sizes = blueprint_rules(), len(SIZES)
        self.comers, self.later = comers, rules.later
        shape = n_sizes, n_sizes, rules.entries * rules.later, *CLASSES, RIVER_BINS, RIVER_BINS
        self.met, self.won = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        usual = comers.weights / np.maximum(comers.weights.sum(axis=3, keepdims=True), 1e-30)
        self.likely: Array = usual.sum(axis=(0, 1, 2))

    @property
    def shares(self) -> Array:
        """Return each line's share of all counts: (sizes, sizes, lines)."""
        often = self.met.sum(axis=(3, 4, 5, 6), dtype=np.float64)
        found: Array = often / max(often.sum(), 1e-300)
        return found

    def add(self, flop: tuple[int, ...], often: int, n_rivers: int, state: Array, wanted: Array) -> None:
        """Count on some rivers of a flop that represents `often` flops, for the wanted lines."""
        seen = np.bitwise_or.reduce(np.uint64(1) << np.array(flop, np.uint64))
        rivers = drawn_sets(n_rivers, BOARD_CARDS - FLOP_CARDS, seen, state)
        buckets, starts = all_flop_buckets(flop), self.comers.starts
        for river in rivers:
            board = np.array([*flop, *river.tolist()], np.uint8)
            strengths = self.comers.holds.strengths(board)
            drawn, chances = self._drawn(board, state)
            ascending = np.argsort(strengths[drawn], kind="stable")
            drawn, chances = drawn[ascending], chances[ascending]
            sizes = np.searchsorted(starts, drawn, "right") - 1
            for one, two in np.argwhere(wanted.any(axis=2)).tolist():
                lines = np.flatnonzero(wanted[one, two])
                sets = drawn[sizes == one], drawn[sizes == two]
                weights, others = (
                    self._weights(player, one, two, lines, sets[player], buckets) / chances[sizes == (one, two)[player]]
                    for player in (0, 1)
                )
                taken = weights.any(axis=1) & others.any(axis=1)
                lines, weights, others = lines[taken], weights[taken], others[taken]
                if not len(lines):
                    continue
                own, their = self._buckets(one, two, lines, sets, strengths, buckets)
                bits = self.comers.holds.bits[sets[0]], self.comers.holds.bits[sets[1]]
                add_pairs(
                    bits, (strengths[sets[0]], strengths[sets[1]]), often * weights, others, own % RIVER_BINS,
                    their % RIVER_BINS, lines * KINDS + own[:, 0] // RIVER_BINS,
                    self.met[one, two].reshape(-1, RIVER_BINS, RIVER_BINS),
                    self.won[one, two].reshape(-1, RIVER_BINS, RIVER_BINS),
                )  # fmt: skip

    def _drawn(self, board: Array, state: Array) -> tuple[Array, Array]:
        """Return sets of every size that the board allows, preferring likely ones, and how often each is expected."""
        gone = np.bitwise_or.reduce(np.uint64(1) << board.astype(np.uint64))
        likely = np.where(self.comers.holds.bits & gone, 0.0, self.likely)
        drawn, chances = [], []
        for size, count in enumerate(DRAWN):
            start, end = self.comers.starts[size : size + 2]
            sums = np.cumsum(likely[start:end])
            marks = (np.arange(count) + drawn_share(state)) * (sums[-1] / count)
            found = start + np.minimum(np.searchsorted(sums, marks, "right"), end - start - 1)
            drawn.append(found)
            chances.append(likely[found] * (count / sums[-1]))
        return np.concatenate(drawn), np.concatenate(chances)

    def _weights(self, player: int, one: int, two: int, lines: Array, sets: Array, buckets: Array) -> Array:
        """Return how often a player arrives with each set by each line: (lines, sets)."""
        other = two if player == 0 else one
        entry, way = (each[:, None] for each in np.divmod(lines, self.later))
        came = self.comers.came[player, entry, one, two, buckets[sets, other][None], way]
        found: Array = self.comers.weights[player, entry, other, sets[None]] * came
        return found

    def _buckets(
        self, one: int, two: int, lines: Array, sets: tuple[Array, Array], strengths: Array, buckets: Array
    ) -> tuple[Array, Array]:
        """Return the buckets of both players' sets by each line: (lines, sets)."""
        found = tuple(np.zeros((len(lines), len(each)), np.int64) for each in sets)
        entries, ways = np.divmod(lines, self.later)
        for entry in np.unique(entries).tolist():
            ranges = []
            for player, (size, other) in enumerate(((one, two), (two, one))):
                here = slice(self.comers.starts[size], self.comers.starts[size + 1])
                weights, came = self.comers.weights[player, entry, other], self.comers.came[player, entry, one, two]
                ranges.append((strengths[here], weights[here], np.ascontiguousarray(buckets[here, other]), came))
            of_entry = entries == entry
            for player in (0, 1):
                known = buckets_on_board(player, ranges[0], ranges[1])
                found[player][of_entry] = known[strengths[sets[player]]][:, ways[of_entry]].T
        return found[0], found[1]


def smoothed(counted: Array) -> Array:
    """Return the counts of classes (their axes first, then two of buckets), plus those of neighboring classes."""
    found: Array = counted.astype(np.float64)
    every = POOLED * found.sum(axis=tuple(range(found.ndim - 2)))
    for axis in range(found.ndim - 2):
        places = np.arange(found.shape[axis])
        near = np.exp(-((places[:, None] - places) ** 2) / (2 * NEAR**2))
        found = np.moveaxis(np.tensordot(near, found, (1, axis)), 0, axis)
    found += every
    return found


def polished(plan: Blueprint, seed: int, n_rivers: int = RIVERS, report: Report | None = None) -> tuple[Array, ...]:
    """Return the tables of a blueprint with its last rounds re-solved, from `n_rivers` rivers of every flop."""
    meetings = Meetings(plan.comers)
    common = _count(meetings, seed, n_rivers, report)
    rules, tables = blueprint_rules(), [np.array(table) for table in plan.tables]
    public = 0
    for entry, ended in enumerate(rules.blinds.going_on.tolist()):
        for one in range(len(SIZES)):
            for two in range(len(SIZES)):
                for way, after in enumerate(rules.rounds[0].going_on.tolist()):
                    line = one, two, entry * rules.later + way
                    half = float(rules.blinds.lost[ended] + rules.rounds[0].lost[after])
                    if meetings.met[line].any():
                        start = public * KINDS * RIVER_BINS
                        for player, table in enumerate(_solved(meetings, line, half, bool(common[line]))):
                            tables[2 * LAST + player][start : start + len(table)] = table
                    public += 1
    return tuple(tables)


def _count(meetings: Meetings, seed: int, n_rivers: int, report: Report | None) -> Array:
    """Count on a few rivers of every flop for all lines, then on the others for common ones. Return the common ones."""
    members, weights = flops()
    wanted = np.ones(meetings.met.shape[:3], np.bool_)
    few = min(FEW, n_rivers)
    for part, count in enumerate((few, n_rivers - few) if n_rivers > few else (few,)):
        for number, (flop, often) in enumerate(zip(members.tolist(), weights.tolist(), strict=True)):
            meetings.add(tuple(flop), often, count, seeded(seed, 5 + part, number), wanted)
            if report is not None:
                report((part * few + count * (number + 1) / len(members)) / n_rivers)
        if part == 0:
            wanted = meetings.shares >= COMMON
    return wanted


def _solved(meetings: Meetings, line: tuple[int, int, int], half: float, common: bool) -> tuple[Array, Array]:
    """Return the play of both players in the last round after a line, for every class of boards."""
    rules, again = blueprint_rules(), 1 if common else CLASSES[1]
    met, won = (
        smoothed(each[line] if common else each[line].sum(axis=1)).reshape(-1, RIVER_BINS, RIVER_BINS)
        for each in (meetings.met, meetings.won)
    )
    found = [solve_over_buckets(rules.rounds[-1], half, *each, ITERATIONS) for each in zip(met, won, strict=True)]
    tables = (
        np.concatenate([np.tile(table_in_bytes(rules, LAST, player, each[player].T), (again, 1)) for each in found])
        for player in (0, 1)
    )
    return next(tables), next(tables)
