"""Compiled strengths of held cards on boards, and their position among the strengths of a range.

A hold is three numbers: its bits, and the sums of the look-up's keys and masks of its cards. So is every part of a
board. The cards of a hold and of a part of the board that completes it are then valued by two additions.
"""

from itertools import combinations

import numba
import numpy as np

from houseway.analysis.solve.sampling import Array
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, HOLE_CARDS
from houseway.ranking.kernels import leaf, value_of
from houseway.ranking.lookup import Lookup

PARTS = [part for size in range(BOARD_CARDS + 1) for part in combinations(range(BOARD_CARDS), size)]
PART_BITS = np.array([sum(1 << place for place in part) for part in PARTS])
PART_STARTS = np.cumsum([0, *(sum(len(part) == size for part in PARTS) for size in range(BOARD_CARDS + 1))])
"""The start of each size's parts of a board. Parts of one size are adjacent."""
_CARDS = HOLE_CARDS
_BOARD = BOARD_CARDS
_ZERO = np.uint64(0)


@leaf
def sum_parts(lookup: Lookup, board: Array, bits: Array, keys: Array, masks: Array) -> None:
    """Write the sums of keys and masks of all parts of a board."""
    for part in range(len(bits)):
        keys[part], masks[part] = _ZERO, _ZERO
        for place in range(_BOARD):
            if (bits[part] >> place) & 1:
                keys[part] += lookup.card_keys[board[place]]
                masks[part] |= lookup.card_masks[board[place]]


@leaf
def strength(
    lookup: Lookup, starts: Array, keys: Array, masks: Array, size: int, key: np.uint64, mask: np.uint64
) -> int:
    """Return the best hand of all held cards with the board cards that complete it (FCH-3d, FCH-3e)."""
    best = 0
    missing = _CARDS - size
    for part in range(starts[missing], starts[missing + 1]):
        best = max(best, int(value_of(lookup, lookup.start + key + keys[part], mask | masks[part])))
    return best


@leaf
def standing(ordered: Array, count: int, value: int) -> int:
    """Return twice the number of weaker hands in an ascending list, and once that of equal ones."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] < value:
            low = middle + 1
        else:
            high = middle
    equal = low
    while equal < count and ordered[equal] == value:
        equal += 1
    return low + equal


@numba.njit(cache=True, nogil=True)
def hold_sums(lookup, cards, sizes):  # type: ignore[no-untyped-def]
    """Return the bits, key sums and mask sums of holds, a row of cards each. The first `size` cards count."""
    count = len(cards)
    bits, keys, masks = np.zeros(count, np.uint64), np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    for hold in range(count):
        for place in range(sizes[hold]):
            card = cards[hold, place]
            bits[hold] |= np.uint64(1) << np.uint64(card)
            keys[hold] += lookup.card_keys[card]
            masks[hold] |= lookup.card_masks[card]
    return bits, keys, masks


@numba.njit(cache=True, nogil=True)
def board_strengths(lookup, part_bits, starts, board, sizes, bits, keys, masks):  # type: ignore[no-untyped-def]
    """Return the strengths of holds of any sizes on a board, -1 for one that shares a card with it."""
    board_keys, board_masks = np.zeros(len(part_bits), np.uint64), np.zeros(len(part_bits), np.uint64)
    sum_parts(lookup, board, part_bits, board_keys, board_masks)
    seen = np.uint64(0)
    for card in board:
        seen |= np.uint64(1) << np.uint64(card)
    found = np.full(len(bits), -1, np.int64)
    for hold in range(len(bits)):
        if not bits[hold] & seen:
            found[hold] = strength(lookup, starts, board_keys, board_masks, sizes[hold], keys[hold], masks[hold])
    return found


@numba.njit(cache=True, nogil=True)
def add_standings(found, ordered, totals, squares, counts):  # type: ignore[no-untyped-def]
    """Add for each hold the share of a range that it beats on one board, in units of 1/4096, and its square."""
    for hold in range(len(found)):
        if found[hold] >= 0 and len(ordered):
            share = standing(ordered, len(ordered), found[hold]) * 2048 // len(ordered)
            totals[hold] += share
            squares[hold] += share * share
            counts[hold] += 1
