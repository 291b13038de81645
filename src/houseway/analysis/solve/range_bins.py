"""The position of hands in the range with which their player reaches a last round: their buckets there, compiled.

A range is a list of sets of one size with weights. A weight is how often the set reaches the round in between
(`weights`), times how often its bucket takes a way through that round (`came`). Strengths are numbered from the weakest
on. A hand has the place 2 n between two numbers, 2 n + 1 if its strength is number n.

A bucket is the bin of the share of that range that a hand beats, and the class of the board. The class is how much of
the second player's range the first player's hands beat on average, and how much that differs among them. Both players
know the class, so every class is a separate game.
"""

from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.solve.sampling import Array
from houseway.ranking.kernels import leaf


class OwnRanges(NamedTuple):
    """The ranges of both players on some boards, by every line."""

    starts: Array
    """The start of each size, and the end of the last. Sets of one size are adjacent."""
    strengths: Array
    """(boards, sets); -1 if a set cannot be held."""
    weights: Array
    """(players, ways through the first round, sizes of the other, sets)."""
    buckets: Array
    """In the round in between: (sets, sizes of the other)."""
    came: Array
    """(players, ways through the first round, sizes of the first, of the second, buckets, ways through the round)."""
    n_values: int
    """An upper bound that all strengths are below."""
    bins: int
    edges: Array
    """The edges between the classes of boards, by the first player's mean share. None if all boards are one class."""
    spreads: Array
    """The edges between classes of a second kind, by how widely the first player's range spreads over the second's."""

    @property
    def n_buckets(self) -> int:
        """Return the number of buckets: bins of all classes."""
        return int(self.bins * (1 + len(self.edges)) * (1 + len(self.spreads)))


@leaf
def bin_of_part(part: float, bins: int) -> int:
    """Return the bin of a number from 0 to 1, finer toward the top: its middle weighted with its cube."""
    return min(int(bins * (0.6 * part + 0.4 * part * part * part)), bins - 1)


@leaf
def number_strengths(strengths: Array, start: int, end: int, places: Array, numbers: Array) -> int:
    """Number the strengths of sets from `start` on (-1 for none), place every strength, and return the count."""
    places[:] = 0
    for each in range(start, end):
        if strengths[each] >= 0:
            places[strengths[each]] = 1
    count = 0
    for value in range(len(places)):
        there = places[value]
        places[value] = 2 * count + there
        count += there
    for each in range(start, end):
        numbers[each] = places[strengths[each]] // 2 if strengths[each] >= 0 else -1
    return count


@leaf
def add_up(start: int, end: int, numbers: Array, count: int, weights: Array, sums: Array) -> None:
    """Compute how much of a range is weaker than each number, by line, then all of it: (numbers + 1, lines).

    `weights` are (sets, lines). In an empty range, by a line that is never taken, different strengths count alike.
    """
    lines = sums.shape[1]
    sums[: count + 1] = 0.0
    for each in range(start, end):
        if numbers[each] >= 0:
            row = numbers[each] + 1
            for line in range(lines):
                sums[row, line] += weights[each, line]
    for number in range(count):
        for line in range(lines):
            sums[number + 1, line] += sums[number, line]
    for line in range(lines):
        if sums[count, line] <= 0.0:
            for number in range(count + 1):
                sums[number, line] = number


@leaf
def bins_of_places(count: int, bins: int, sums: Array, found: Array) -> None:
    """Find the bin of every place, by the share of the range that it beats (ties count half): (places, ways)."""
    for way in range(sums.shape[1]):
        part = 0.5 / max(sums[count, way], 1e-300)
        for place in range(2 * count + 1):
            beaten = sums[place // 2, way] + sums[(place + 1) // 2, way]
            found[place, way] = bin_of_part(beaten * part, bins)


@leaf
def kinds_of_boards(
    start: int, end: int, strengths: Array, weights: Array, places: Array, count: int, sums: Array, edges: Array,
    spreads: Array, moments: Array, found: Array,
) -> None:  # fmt: skip
    """Find the class of the board by line, from the first player's range against the second's, whose `sums` are known.

    The first player's hands beat a share of the second range. That share has a mean (how far the first is ahead) and a
    standard deviation (how wide it spreads). If one of the ranges is empty, both are those of two equal ranges.
    `weights` are (sets, lines); `moments` is a buffer for four numbers per line.
    """
    lines = sums.shape[1]
    moments[:] = 0.0
    for line in range(lines):
        moments[3, line] = 0.5 / max(sums[count, line], 1e-300)
    for each in range(start, end):
        if strengths[each] >= 0:
            place = places[strengths[each]]
            below, above = place // 2, (place + 1) // 2
            for line in range(lines):
                share = moments[3, line] * (sums[below, line] + sums[above, line])
                weight = weights[each, line]
                moments[0, line] += weight
                moments[1, line] += weight * share
                moments[2, line] += weight * share * share
    for line in range(lines):
        ahead, spread = 0.5, np.sqrt(1.0 / 12.0)
        if moments[0, line] > 0.0 and sums[count, line] > 0.0:
            ahead = moments[1, line] / moments[0, line]
            spread = np.sqrt(max(moments[2, line] / moments[0, line] - ahead * ahead, 0.0))
        kind = 0
        for edge in range(len(edges)):
            kind += ahead >= edges[edge]
        kind *= 1 + len(spreads)
        for edge in range(len(spreads)):
            kind += spread >= spreads[edge]
        found[line] = kind


@numba.njit(cache=True, nogil=True)
def buckets_of_strengths(player, first, second, n_values, bins, edges, spreads):  # type: ignore[no-untyped-def]
    """Return the bucket of every strength in the range of a player, on one board: (strengths, ways).

    `first` and `second` are the ranges: strengths, weights and buckets of their sets, and `came` of the buckets.
    """
    ways = second[3].shape[1]
    of_first, of_second = first[1][:, None] * first[3][first[2]], second[1][:, None] * second[3][second[2]]
    places, numbers = np.zeros(n_values, np.int64), np.zeros(len(second[0]), np.int64)
    count = number_strengths(second[0], 0, len(second[0]), places, numbers)
    sums, kinds = np.zeros((count + 1, ways)), np.zeros(ways, np.int64)
    add_up(0, len(second[0]), numbers, count, of_second, sums)
    kinds_of_boards(
        0, len(first[0]), first[0], of_first, places, count, sums, edges, spreads, np.zeros((4, ways)), kinds
    )  # fmt: skip
    if player == 0:
        numbers = np.zeros(len(first[0]), np.int64)
        count = number_strengths(first[0], 0, len(first[0]), places, numbers)
        sums = np.zeros((count + 1, ways))
        add_up(0, len(first[0]), numbers, count, of_first, sums)
    of_places = np.zeros((2 * count + 1, ways), np.int64)
    bins_of_places(count, bins, sums, of_places)
    return of_places[places] + kinds * bins


@numba.njit(cache=True, nogil=True)
def range_by_line(ranges, board, player, entry, one, two, way):  # type: ignore[no-untyped-def]
    """Return the range of a player by one line, in the form of `buckets_of_strengths`.

    `one` and `two` are the held sizes.
    """
    size, other = (one, two) if player == 0 else (two, one)
    start, end = ranges.starts[size], ranges.starts[size + 1]
    return (
        ranges.strengths[board, start:end], ranges.weights[player, entry, other, start:end],
        ranges.buckets[start:end, other].copy(), ranges.came[player, entry, one, two, :, way : way + 1].copy(),
    )  # fmt: skip


@numba.njit(cache=True, nogil=True)
def buckets_by_line(ranges, board, player, entry, one, two, way):  # type: ignore[no-untyped-def]
    """Return the bucket of every strength in the range of a player by one line, on a board."""
    return buckets_of_strengths(
        player, range_by_line(ranges, board, 0, entry, one, two, way),
        range_by_line(ranges, board, 1, entry, one, two, way), ranges.n_values, ranges.bins, ranges.edges,
        ranges.spreads,
    )[:, 0]  # fmt: skip


@leaf
def weigh_sets(ranges: OwnRanges, player: int, one: int, two: int, found: Array) -> None:
    """Compute how often each set of a player reaches the last round by every line: (sets, lines).

    All boards are alike.
    """
    entries, ways = ranges.weights.shape[1], ranges.came.shape[5]
    size, other = (one, two) if player == 0 else (two, one)
    for each in range(ranges.starts[size], ranges.starts[size + 1]):
        for entry in range(entries):
            weight, bucket = ranges.weights[player, entry, other, each], ranges.buckets[each, other]
            for way in range(ways):
                found[each, entry * ways + way] = weight * ranges.came[player, entry, one, two, bucket, way]


@leaf
def put_bins(place: int, bins: int, sums: Array, parts: Array, kinds: Array, found: Array) -> None:
    """Write the buckets of a place by every line. `parts` are the factors that turn sums into shares."""
    below, above = place // 2, (place + 1) // 2
    for line in range(len(found)):
        share = (sums[below, line] + sums[above, line]) * parts[line]
        found[line] = bin_of_part(share, bins) + kinds[line] * bins


@numba.njit(cache=True, nogil=True)
def buckets_by_lines(ranges, sizes, strengths, rows, found):  # type: ignore[no-untyped-def]
    """Compute the buckets of holds on boards in both players' ranges, for every line, in the form of `Deals.last`.

    `strengths` are (boards, holds). `rows` has the place of each hold in `found`.
    """
    players, entries, n_sizes, n_sets = ranges.weights.shape
    boards, ways, starts = len(strengths), ranges.came.shape[5], ranges.starts
    lines = entries * ways
    places = np.zeros((boards, n_sizes, ranges.n_values), np.int64)
    numbers, counts = np.zeros((boards, n_sets), np.int64), np.zeros((boards, n_sizes), np.int64)
    for board in range(boards):
        for size in range(n_sizes):
            counts[board, size] = number_strengths(
                ranges.strengths[board], starts[size], starts[size + 1], places[board, size], numbers[board]
            )
    holds_of_size = [np.flatnonzero(sizes == size) for size in range(n_sizes)]
    sums, parts, weights = np.zeros((counts.max() + 1, lines)), np.zeros(lines), np.zeros((2, n_sets, lines))
    moments = np.zeros((4, lines))
    kinds = np.zeros((boards, n_sizes, n_sizes, lines), np.int64)
    for player in range(players - 1, -1, -1):
        for one in range(n_sizes):
            for two in range(n_sizes):
                size, other = (one, two) if player == 0 else (two, one)
                weigh_sets(ranges, player, one, two, weights[player])
                if player == 1 and len(ranges.edges) > 0:
                    weigh_sets(ranges, 0, one, two, weights[0])
                for board in range(boards):
                    count = counts[board, size]
                    add_up(starts[size], starts[size + 1], numbers[board], count, weights[player], sums)
                    if player == 1 and len(ranges.edges) > 0:
                        kinds_of_boards(
                            starts[one], starts[one + 1], ranges.strengths[board], weights[0], places[board, two],
                            count, sums, ranges.edges, ranges.spreads, moments, kinds[board, one, two],
                        )  # fmt: skip
                    for line in range(lines):
                        parts[line] = 0.5 / max(sums[count, line], 1e-300)
                    for hold in holds_of_size[size]:
                        if strengths[board, hold] >= 0:
                            put_bins(
                                places[board, size, strengths[board, hold]], ranges.bins, sums, parts,
                                kinds[board, one, two],
                                found[board, rows[hold], other, player * lines : (player + 1) * lines],
                            )  # fmt: skip
