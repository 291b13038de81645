"""The position of a hold in its player's range on a river, and how far that range is ahead: its bucket there.

The range is the player's possible holds when it reaches this river by this line. It has the sets that are held, without
those that the board rules out. A set's weight has two factors. They are how often it is held after the first round's
bets, and how often it takes the player's actions on the flop. The share of the range that a hold beats (ties count
half) is put into bins. So a bucket means the same on every board: the strongest of a range are bet, and some of the
weakest, whatever the board.

Discards are forgotten. The first player's hands beat a share of the second's range. Boards are distinguished by its
mean, and by how much it differs from hand to hand.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from houseway.analysis.solve.betting import BettingTree
from houseway.analysis.solve.range_bins import OwnRanges, buckets_by_lines, buckets_of_strengths
from houseway.analysis.solve.rounds import descended
from houseway.analysis.solve.sampled import SampledRules
from houseway.analysis.solve.sampling import FIRST, HOLDS, MIDDLE, Array
from houseway.analysis.titles.five_card_holdout.abstraction import (
    AHEAD,
    LEARNED_BINS,
    MOST_HOLDS,
    RIVER_BINS,
    SIZES,
    SPREADS,
    Dealt,
    Holds,
    abstraction,
    holds_of_buckets,
    least_flop,
)
from houseway.analysis.titles.five_card_holdout.held_sets import judged_by
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.games.titles.five_card_holdout.table import FLOP_CARDS
from houseway.ranking import ranking

FLOPS_KEPT = 1024


class Arrivals:
    """The frequencies with which buckets of hands pass the rounds before the last, by the play of both players."""

    def __init__(self, rules: SampledRules, tables: tuple[Array, ...]) -> None:
        """Compute them from how often every action is taken, or sums of that, by stage and player."""
        self.rules = rules
        n_sizes, later = rules.n_sizes, rules.later
        self.first = [_ways(rules.blinds, player, tables[2 * FIRST + player]) for player in (0, 1)]
        self.holds = [
            held_often(tables[2 * HOLDS + player]).reshape(-1, rules.buckets[HOLDS], MOST_HOLDS) for player in (0, 1)
        ]
        shape = rules.entries, n_sizes, n_sizes, rules.buckets[MIDDLE], later
        self.came = np.stack(
            [_ways(rules.rounds[0], player, tables[2 * MIDDLE + player]).T.reshape(shape) for player in (0, 1)]
        )
        """(players, entries, sizes of the first, of the second, buckets of the flop, ways through its round)."""

    def held(self, player: int, entry: int, other: int) -> tuple[Array, Array]:
        """Return how often buckets of dealt hands reach the discards, and hold each candidate there.

        The second player has seen how many cards the other holds.
        """
        public = entry if player == 0 else entry * self.rules.n_sizes + other
        return self.first[player][entry], self.holds[player][public]


def held_often(table: Array) -> Array:
    """Return how often hands are held in each of their ways, from sums, uniform if nothing is known."""
    there = np.tile(np.arange(MOST_HOLDS) < holds_of_buckets()[:, None], (len(table) // len(holds_of_buckets()), 1))
    often = np.where(there, table, 0.0)
    total = often.sum(axis=1, keepdims=True)
    found: Array = np.divide(often, total, out=there / there.sum(axis=1, keepdims=True), where=total > 0)
    return found


def _ways(tree: BettingTree, player: int, table: Array) -> Array:
    """Return how often each row of a player's play takes its actions of each way through a round: (ways, rows)."""
    _, reaches = descended(tree, player, np.ascontiguousarray(table.T, np.float64), np.ones(len(table)))
    found: Array = reaches[tree.before_end[player, tree.going_on]]
    return found


@dataclass(frozen=True)
class Comers:
    """Sets of all sizes, grouped by size, by which ranges are judged, and how often each reaches a flop."""

    holds: Holds
    starts: Array
    weights: Array
    """(players, entries, sizes of the other, sets)."""
    came: Array
    """The `came` of `Arrivals`."""

    @classmethod
    def of_all(cls, arrivals: Arrivals) -> "Comers":
        """Return all sets that may be held."""
        sizes = [judged_by(size) for size in range(len(SIZES))]
        weights = [
            [
                [
                    np.concatenate([each.weights(*arrivals.held(player, entry, other)) for each in sizes])
                    for other in range(len(SIZES))
                ]
                for entry in range(arrivals.rules.entries)
            ]
            for player in (0, 1)
        ]
        return cls(*_all_sets(), np.array(weights), arrivals.came)

    @classmethod
    def of_dealt(cls, arrivals: Arrivals, dealt: Dealt, holds: Holds, real: Array) -> "Comers":
        """Return some candidates of dealt hands (`real` numbers them, hand by hand), grouped by size."""
        hand, place = np.divmod(real, MOST_HOLDS)
        weights = []
        for player in (0, 1):
            for entry in range(arrivals.rules.entries):
                for other in range(len(SIZES)):
                    of_first, of_holds = arrivals.held(player, entry, other)
                    weights.append(of_first[dealt.first[hand]] * of_holds[dealt.holds[hand], place])
        shape = 2, arrivals.rules.entries, len(SIZES), len(real)
        starts = np.searchsorted(dealt.sizes[hand, place], np.arange(len(SIZES) + 1))
        return cls(holds, starts, np.array(weights).reshape(shape), arrivals.came)

    def on(self, boards: Array, buckets: Array, *, learning: bool = False) -> OwnRanges:
        """Return the ranges on boards of a flop where the sets have these buckets.

        While learning, use fewer classes.
        """
        strengths = np.array([self.holds.strengths(board) for board in boards])
        bins, *edges = (LEARNED_BINS, (), ()) if learning else (RIVER_BINS, AHEAD, SPREADS)
        classes = (np.array(each, np.float64) for each in edges)
        n_values = ranking(RANKING).n_values + 1
        return OwnRanges(self.starts, strengths, self.weights, buckets, self.came, n_values, bins, *classes)


def all_buckets(ranges: OwnRanges, strengths: Array, sizes: Array, rows: Array, count: int) -> Array:
    """Return the buckets of holds on boards, in the form of `Deals.last`: (boards, count, sizes of the other, lines).

    `rows` has the place for each hold.
    """
    _, entries, n_sizes, _ = ranges.weights.shape
    dtype = np.min_scalar_type(ranges.n_buckets - 1)
    found = np.zeros((len(strengths), count, n_sizes, 2 * entries * ranges.came.shape[5]), dtype)
    buckets_by_lines(ranges, sizes, strengths, rows, found)
    return found


@cache
def _all_sets() -> tuple[Holds, Array]:
    sizes = [judged_by(size).holds for size in range(len(SIZES))]
    names = ("cards", "counts", "bits", "keys", "masks")
    starts = np.cumsum([0, *(len(each.cards) for each in sizes)])
    return Holds(*(np.concatenate([getattr(each, name) for each in sizes]) for name in names)), starts


@lru_cache(maxsize=FLOPS_KEPT)
def _flop_buckets(flop: tuple[int, ...], size: int) -> Array:
    """Return the buckets of one size's sets on a flop that is the least of its class: (sets, sizes of the other)."""
    return abstraction().flop(flop, judged_by(size).holds)


def all_flop_buckets(flop: tuple[int, ...]) -> Array:
    """Return the same for the sets of all sizes."""
    return np.concatenate([_flop_buckets(flop, size) for size in range(len(SIZES))])


def range_on_board(board: tuple[int, ...], size: int, other: int, weights: Array, came: Array) -> tuple[Array, ...]:
    """Return the range of a player with `size` cards on a whole board, in the form of `buckets_of_strengths`."""
    image, flop = least_flop(board[:FLOP_CARDS])
    strengths = judged_by(size).holds.strengths(np.array([*flop, *image[list(board[FLOP_CARDS:])]], np.uint8))
    return strengths, weights, np.ascontiguousarray(_flop_buckets(flop, size)[:, other]), came


def buckets_on_board(player: int, first: tuple[Array, ...], second: tuple[Array, ...]) -> Array:
    """Return the bucket of every strength on a whole board in the range of a player: (strengths, ways)."""
    found: Array = buckets_of_strengths(
        player, first, second, ranking(RANKING).n_values + 1, RIVER_BINS, np.array(AHEAD), np.array(SPREADS)
    )
    return found
