"""Numbers stored in 16 bits: rows of integers from -32767 to 32767, each row with a scale factor.

A row is unpacked into single precision, changed, and packed again with the scale that its largest number needs.
Floating-point arrays are used directly: the compiler leaves both steps out.
"""

from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload as _overload
from numpy.typing import NDArray

MOST = 32767
overload: Any = _overload
"""Numba's `overload`, which is not typed."""
Rows = NDArray[Any]


def is_packed(dtype: Any) -> bool:
    """Return whether numbers of this type are packed."""
    return bool(np.dtype(dtype).kind == "i")


def worked_in(dtype: Any) -> Any:
    """Return the type used to compute with numbers that are stored in this type."""
    return np.float32 if is_packed(dtype) else dtype


def unpacked(rows: Rows, scales: Rows) -> Rows:
    """Return the numbers that rows represent, in single precision. Floating-point rows are returned unchanged."""
    if not is_packed(rows.dtype):
        return rows
    return rows.astype(np.float32) * scales[..., None].astype(np.float32)


def packed(numbers: Rows) -> tuple[Rows, Rows]:
    """Return rows in 16 bits and their scales."""
    scales = np.abs(numbers).max(axis=-1).astype(np.float32) / np.float32(MOST)
    shares = np.divide(numbers, scales[..., None], out=np.zeros_like(numbers), where=scales[..., None] > 0)
    return np.rint(shares).astype(np.int16), scales


@numba.njit(cache=True, fastmath=True)
def open_rows(rows, scales, into):  # type: ignore[no-untyped-def]
    """Unpack rows into others of single precision."""
    for row in range(rows.shape[0]):
        scale = scales[row]
        for place in range(rows.shape[1]):
            into[row, place] = np.float32(rows[row, place]) * scale


@numba.njit(cache=True, fastmath=True)
def close_rows(numbers, rows, scales):  # type: ignore[no-untyped-def]
    """Pack rows of single precision."""
    half, nothing = np.float32(0.5), np.float32(0)
    for row in range(rows.shape[0]):
        largest = nothing
        for place in range(rows.shape[1]):
            largest = max(largest, abs(numbers[row, place]))
        scales[row] = largest / np.float32(MOST)
        times = np.float32(MOST) / largest if largest > nothing else nothing
        for place in range(rows.shape[1]):
            number = numbers[row, place] * times
            rows[row, place] = np.int16(number + half) if number >= nothing else np.int16(number - half)


def opened(rows: Rows, scales: Rows, into: Rows) -> Rows:
    """Return rows to work on, either unpacked into a buffer or unchanged."""
    raise NotImplementedError("only compiled code opens rows")


def closed(numbers: Rows, rows: Rows, scales: Rows) -> None:
    """Store rows that were opened."""
    raise NotImplementedError("only compiled code closes rows")


@overload(opened)
def _opened(rows, scales, into):  # type: ignore[no-untyped-def]
    if not isinstance(rows.dtype, types.Integer):
        return lambda rows, scales, into: rows

    def unpack(rows, scales, into):  # type: ignore[no-untyped-def]
        open_rows(rows, scales, into)
        return into

    return unpack


@overload(closed)
def _closed(numbers, rows, scales):  # type: ignore[no-untyped-def]
    if not isinstance(rows.dtype, types.Integer):
        return lambda numbers, rows, scales: None
    return lambda numbers, rows, scales: close_rows(numbers, rows, scales)
