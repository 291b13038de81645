"""The last round of a blueprint solved anew, over the same buckets, with the ranges of its own play held fast.

External sampling learns how to play a river while the ranges that come there still change. Once they stand, how often
buckets meet and what they win is counted over boards of every flop, with hands drawn from the ranges, for every line at
once; each last round is then solved whole (`solve.bucket_rounds`). Where nobody ever comes, what was learned stays.
"""

from collections.abc import Callable

import numpy as np

from houseway.analysis.solve.bucket_rounds import add_pairs, solve_over_buckets
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import LAST, Array, drawn_share
from houseway.analysis.titles.five_card_holdout.abstraction import AHEAD, LEARNED_BINS, RIVER_BINS, SIZES, flops
from houseway.analysis.titles.five_card_holdout.blueprint import Blueprint, table_in_bytes
from houseway.analysis.titles.five_card_holdout.blueprint_training import blueprint_rules
from houseway.analysis.titles.five_card_holdout.hold_equities import drawn_sets
from houseway.analysis.titles.five_card_holdout.own_ranges import Comers, all_buckets, all_flop_buckets
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, FLOP_CARDS

DRAWN = (150, 1000, 800, 200)
"""The hands of each size that are drawn for a board."""
KINDS = 1 + len(AHEAD)
POOLED = 0.02
"""How much what was counted on all boards adds to what was counted on those of one class, which may be few."""
ITERATIONS = 200
RIVERS = 6
"""Of each flop."""
Report = Callable[[float], None]


class Meetings:
    """How often buckets meet on rivers by every line, and how much more often the first player's win."""

    def __init__(self, comers: Comers) -> None:
        rules, n_sizes = blueprint_rules(), len(SIZES)
        self.comers, self.entries, self.later = comers, rules.entries, rules.later
        shape = n_sizes, n_sizes, rules.entries * rules.later, KINDS, RIVER_BINS, RIVER_BINS
        self.met, self.won = np.zeros(shape), np.zeros(shape)
        usual = comers.weights / np.maximum(comers.weights.sum(axis=3, keepdims=True), 1e-30)
        self.likely: Array = usual.sum(axis=(0, 1, 2))

    def add(self, flop: tuple[int, ...], often: int, n_rivers: int, state: Array) -> None:
        """Count on some rivers of a flop that stands for so many."""
        seen = np.bitwise_or.reduce(np.uint64(1) << np.array(flop, np.uint64))
        rivers = drawn_sets(n_rivers, BOARD_CARDS - FLOP_CARDS, seen, state)
        buckets = all_flop_buckets(flop)
        for river in rivers:
            board = np.array([[*flop, *river.tolist()]], np.uint8)
            drawn, chances = self._drawn(board[0], state)
            ascending = np.argsort(self.comers.holds.at(drawn).strengths(board[0]), kind="stable")
            drawn, chances = drawn[ascending], chances[ascending]
            holds = self.comers.holds.at(drawn)
            strengths, sizes = holds.strengths(board[0]), np.searchsorted(self.comers.starts, drawn, "right") - 1
            ranges = self.comers.on(board, buckets)
            bins = all_buckets(ranges, strengths[None], sizes, np.arange(len(drawn)), len(drawn))[0]
            for one in range(len(SIZES)):
                for two in range(len(SIZES)):
                    mine, theirs = sizes == one, sizes == two
                    weights, own = self._of(0, one, two, drawn[mine], buckets, chances[mine], bins[mine, two])
                    others, their = self._of(1, one, two, drawn[theirs], buckets, chances[theirs], bins[theirs, one])
                    add_pairs(
                        (holds.bits[mine], holds.bits[theirs]), (strengths[mine], strengths[theirs]),
                        often * weights, others, own % RIVER_BINS, their % RIVER_BINS, own[:, 0] // RIVER_BINS,
                        self.met[one, two], self.won[one, two],
                    )  # fmt: skip

    def _drawn(self, board: Array, state: Array) -> tuple[Array, Array]:
        """Sets of every size that the board allows, likely ones before others, and how often each is expected."""
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

    def _of(
        self, player: int, one: int, two: int, sets: Array, buckets: Array, chances: Array, bins: Array
    ) -> tuple[Array, Array]:
        """The weights and buckets of a player's sets by line: (lines, sets)."""
        other = two if player == 0 else one
        came = self.comers.came[player, :, one, two][:, buckets[sets, other]]
        weights = self.comers.weights[player, :, other][:, sets, None] * came / np.maximum(chances, 1e-30)[:, None]
        lines = self.entries * self.later
        own = bins[:, player * lines : (player + 1) * lines]
        return np.ascontiguousarray(weights.swapaxes(1, 2).reshape(lines, -1)), np.ascontiguousarray(own.T)


def played_tables(tables: tuple[Array, ...]) -> tuple[Array, ...]:
    """The tables of a training with the last round in the buckets by which it is played: boards of all kinds alike."""
    bins = (np.arange(RIVER_BINS) * 2 + 1) * LEARNED_BINS // (2 * RIVER_BINS)
    last = [
        np.repeat(table.reshape(-1, LEARNED_BINS, table.shape[1])[:, None, bins], KINDS, axis=1).reshape(
            -1, table.shape[1]
        )
        for table in tables[2 * LAST :]
    ]
    return (*tables[: 2 * LAST], *last)


def polished(plan: Blueprint, seed: int, n_rivers: int = RIVERS, report: Report | None = None) -> tuple[Array, ...]:
    """The tables of a blueprint with its last rounds solved anew, from so many rivers of every flop."""
    rules, meetings = blueprint_rules(), Meetings(plan.comers)
    members, weights = flops()
    for number, (flop, often) in enumerate(zip(members.tolist(), weights.tolist(), strict=True)):
        meetings.add(tuple(flop), often, n_rivers, seeded(seed, 5, number))
        if report is not None:
            report((number + 1) / len(members))
    tables = [np.array(table) for table in plan.tables]
    public = 0
    for entry, ended in enumerate(rules.blinds.going_on.tolist()):
        for one in range(len(SIZES)):
            for two in range(len(SIZES)):
                for way, after in enumerate(rules.rounds[0].going_on.tolist()):
                    line = entry * rules.later + way
                    met, won = (
                        each[one, two, line] + POOLED * each[one, two, line].sum(axis=0)
                        for each in (meetings.met, meetings.won)
                    )
                    half = float(rules.blinds.lost[ended] + rules.rounds[0].lost[after])
                    for kind in range(KINDS if met.sum() > 0 else 0):
                        found = solve_over_buckets(rules.rounds[-1], half, met[kind], won[kind], ITERATIONS)
                        start = (public * KINDS + kind) * RIVER_BINS
                        for player in (0, 1):
                            table = table_in_bytes(rules, LAST, player, found[player].T)
                            tables[2 * LAST + player][start : start + RIVER_BINS] = table
                    public += 1
    return tuple(tables)
