"""The compiled counts behind the buckets of `abstraction`."""

import numba
import numpy as np

from houseway.analysis.solve.range_bins import bin_of_part
from houseway.analysis.titles.five_card_holdout.strength_kernels import standing, strength, sum_parts
from houseway.ranking.kernels import leaf

UNIT = 4096
"""The unit of range shares: shares are whole numbers of 1/UNIT."""


@leaf
def bin_of_potential(total: int, squares: int, count: int, bins: int) -> int:
    """Return the bin of the spread of a share over rivers: under 0.17, under 0.27, more."""
    mean = total / count
    spread = max(squares / count - mean * mean, 0.0) / (4096.0 * 4096.0)
    found = 0 if spread < 0.0289 else 1 if spread < 0.0729 else 2
    return min(found, bins - 1)


@numba.njit(cache=True, nogil=True)
def hand_buckets(best, worth, hand_edges, hold_edges, sizes, most_behind):  # type: ignore[no-untyped-def]
    """Return both buckets of dealt hands, and their candidate holds: their number, which, and of which sizes.

    Places without a candidate repeat the first one.
    """
    count, n_sizes = len(best), len(sizes)
    first, holds, n_holds = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
    ways, held = np.zeros((count, 3), np.uint8), np.zeros((count, 3), np.int64)
    for row in range(count):
        top, gap = -1, most_behind
        for place in range(3):
            chosen = -1
            for each in range(n_sizes):
                used = False
                for before in range(n_holds[row]):
                    used |= held[row, before] == each
                if not used and (chosen < 0 or worth[row, sizes[each] - 1] > worth[row, sizes[chosen] - 1]):
                    chosen = each
            value = worth[row, sizes[chosen] - 1]
            if place == 0:
                top = value
            elif n_holds[row] < place or top - value > most_behind:
                ways[row, place], held[row, place] = ways[row, 0], held[row, 0]
                continue
            elif place == 1:
                gap = top - value
            ways[row, place], held[row, place] = best[row, sizes[chosen] - 1], chosen
            n_holds[row] += 1
        hand_bin = np.searchsorted(hand_edges, top, side="right")
        hold_bin = np.searchsorted(hold_edges, top, side="right")
        gap_bin = min(2, gap * 3 // most_behind)
        first[row] = held[row, 0] * (len(hand_edges) + 1) + hand_bin
        pattern = (held[row, 0] * n_sizes + held[row, 1]) * n_sizes + held[row, 2]
        holds[row] = (pattern * (len(hold_edges) + 1) + hold_bin) * 3 + gap_bin
    return first, holds, n_holds, ways, held


@numba.njit(cache=True, nogil=True)
def holds_of(hands, ways):  # type: ignore[no-untyped-def]
    """Return the cards of all holds of hands, in rows of five, and the number that count."""
    count, each = ways.shape
    cards, counts = np.zeros((count * each, 5), np.uint8), np.zeros(count * each, np.int64)
    for hand in range(count):
        for which in range(each):
            row = hand * each + which
            for place in range(5):
                if (ways[hand, which] >> place) & 1:
                    cards[row, counts[row]] = hands[hand, place]
                    counts[row] += 1
    return cards, counts


@leaf
def bits_of(board):  # type: ignore[no-untyped-def]
    """Return the cards of a board as bits."""
    seen = np.uint64(0)
    for place in range(len(board)):
        seen |= np.uint64(1) << np.uint64(board[place])
    return seen


@leaf
def fill_range(lookup, starts, board_keys, board_masks, seen, size, bits, keys, masks, values, places):  # type: ignore[no-untyped-def]
    """Write the strengths of a range's hands that a board allows, and which they are, and return their number."""
    count = 0
    for hand in range(len(bits)):
        if not bits[hand] & seen:
            values[count] = strength(lookup, starts, board_keys, board_masks, size, keys[hand], masks[hand])
            places[count] = hand
            count += 1
    return count


@numba.njit(cache=True, nogil=True)
def ordered_ranges(lookup, part_bits, starts, boards, size, bits, keys, masks):  # type: ignore[no-untyped-def]
    """Return the strengths of a range's hands on each board, ascending, and the number that it allows."""
    ordered, lengths = np.zeros((len(boards), len(bits)), np.int16), np.zeros(len(boards), np.int64)
    board_keys, board_masks = np.zeros(len(part_bits), np.uint64), np.zeros(len(part_bits), np.uint64)
    values, places = np.zeros(len(bits), np.int64), np.zeros(len(bits), np.int64)
    for row in range(len(boards)):
        sum_parts(lookup, boards[row], part_bits, board_keys, board_masks)
        lengths[row] = fill_range(
            lookup, starts, board_keys, board_masks, bits_of(boards[row]), size, bits, keys, masks, values, places
        )
        ordered[row, : lengths[row]] = np.sort(values[: lengths[row]])
    return ordered, lengths


@leaf
def fill_shares(ordered, count, shares):  # type: ignore[no-untyped-def]
    """Write the share that every strength beats of an ascending list, with ties counting half, in units of 1/4096."""
    low = 0
    for value in range(len(shares)):
        high = low
        while high < count and ordered[high] == value:
            high += 1
        shares[value] = (low + high) * (UNIT // 2) // count
        low = high


@numba.njit(cache=True, nogil=True)
def flop_standings(  # type: ignore[no-untyped-def]
    lookup, part_bits, starts, boards, ordered, lengths, n_values,
    counts, bits, keys, masks, potential_bins,
):  # fmt: skip
    """Return the share that holds beat of some ordered ranges on a flop, on average over the given boards.

    Also return the bins of how much that depends on the board: (holds, ranges) each. Both are 0 if no board allows a
    hold.

    For many holds, the shares of all strengths are computed first. For a few, each is searched for.
    """
    n_holds, n_ranges = len(bits), len(ordered)
    totals, squares = np.zeros((n_holds, n_ranges), np.int64), np.zeros((n_holds, n_ranges), np.int64)
    seen_often = np.zeros(n_holds, np.int64)
    board_keys, board_masks = np.zeros(len(part_bits), np.uint64), np.zeros(len(part_bits), np.uint64)
    many = n_holds * 8 > n_values
    shares = np.zeros((n_ranges, n_values), np.int64)
    for row in range(len(boards)):
        sum_parts(lookup, boards[row], part_bits, board_keys, board_masks)
        seen = bits_of(boards[row])
        if many:
            for other in range(n_ranges):
                fill_shares(ordered[other, row], lengths[other, row], shares[other])
        for hold in range(n_holds):
            if bits[hold] & seen:
                continue
            seen_often[hold] += 1
            mine = strength(lookup, starts, board_keys, board_masks, counts[hold], keys[hold], masks[hold])
            for other in range(n_ranges):
                if many:
                    share = shares[other, mine]
                else:
                    count = lengths[other, row]
                    share = standing(ordered[other, row], count, mine) * (UNIT // 2) // count
                totals[hold, other] += share
                squares[hold, other] += share * share
    means, potentials = np.zeros((n_holds, n_ranges), np.int16), np.zeros((n_holds, n_ranges), np.uint8)
    for hold in range(n_holds):
        if seen_often[hold]:
            for other in range(n_ranges):
                total, often = totals[hold, other], seen_often[hold]
                means[hold, other] = total // often
                potentials[hold, other] = bin_of_potential(total, squares[hold, other], often, potential_bins)
    return means, potentials


@numba.njit(cache=True, nogil=True)
def flop_buckets(means, potentials, sizes, references, lengths, share_bins, potential_bins):  # type: ignore[no-untyped-def]
    """Return the buckets of holds on a flop, by the place of their means among those of the hands of the same size.

    `sizes` are by place, as `references` are: (sizes, ranges, hands), ascending. `lengths` is the number that count.
    """
    found = np.zeros(means.shape, np.uint8)
    for hold in range(len(means)):
        size = sizes[hold]
        for other in range(means.shape[1]):
            beaten = standing(references[size, other], lengths[size], means[hold, other]) / (2.0 * lengths[size])
            found[hold, other] = bin_of_part(beaten, share_bins) * potential_bins + potentials[hold, other]
    return found
