"""A perfect hash by row displacement: two loads and an addition find the value of a key.

Keys are cut into rows: the upper bits of a key name its row, the lower bits its column. Each row is slid over one
common array to the first place where none of its columns meets a taken slot, the fullest rows first. What remains
to be known is the offset of each row:

    value of key = values[key + offsets[key >> ROW_SHIFT]]
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ROW_SHIFT = 10


class PerfectHash(NamedTuple):
    """The two arrays of a look-up; slots that belong to no key hold 0."""

    offsets: NDArray[np.int32]
    values: NDArray[np.uint16]


def perfect_hash(keys: NDArray[np.int64], values: NDArray[np.uint16]) -> PerfectHash:
    """The hash that gives `values[i]` for `keys[i]`; the keys must all be different."""
    order = np.argsort(keys)
    keys, values = keys[order], values[order]
    rows = keys >> ROW_SHIFT
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    grouped = np.split(keys - (rows << ROW_SHIFT), starts[1:])
    fullest_first = sorted(range(len(starts)), key=lambda row: -len(grouped[row]))
    shifts = _first_fit([grouped[row].tolist() for row in fullest_first])
    offsets = np.zeros(int(rows[-1]) + 1, np.int32)
    placed = rows[starts[fullest_first]]
    offsets[placed] = np.array(shifts) - (placed << ROW_SHIFT)
    slots = keys + offsets[rows]
    table = np.zeros(int(slots.max()) + 1, np.uint16)
    table[slots] = values
    return PerfectHash(offsets, table)


def _first_fit(rows: Sequence[Sequence[int]]) -> list[int]:
    """How far to shift each row so that no two of them share a slot; columns ascend, so the first is the least.

    Free slots are the ones of a long binary number. Moved down by the distance between two columns it shows where
    both would be free; all columns together leave ones at every place where the row fits.
    """
    room = (1 << ROW_SHIFT) + sum(map(len, rows))
    free = (1 << room) - 1
    shifts = []
    for columns in rows:
        first = columns[0]
        while not (fits := _places(free, [column - first for column in columns])):
            free |= ((1 << room) - 1) << room
            room *= 2
        place = (fits & -fits).bit_length() - 1
        free ^= sum(1 << (column - first) for column in columns) << place
        shifts.append(place - first)
    return shifts


def _places(free: int, distances: Sequence[int]) -> int:
    fits = free
    for distance in distances:
        fits &= free >> distance
    return fits
