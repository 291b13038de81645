"""The one look-up of hand values beside the same lines written out in a kernel.

The look-up is a helper, and quick only as long as Numba compiles it without counting references (`ranking.kernels`).
The lines written out here serve no other purpose than to be compared with.
"""

from collections.abc import Callable, Iterator

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.bench.measure import Case, Measurement, Verdict
from houseway.ranking import Ranking
from houseway.ranking.kernels import trailing_zeros, value_of
from houseway.ranking.keys import COUNTER_BITS, FLUSH_BITS, MASK_BITS, RANK_BITS, RANK_MASK, SUIT_MASK
from houseway.ranking.lookup import ROW_SHIFT, Lookup

GROUP = "look-up in a kernel"
HELPER, WRITTEN_OUT = "value_of", "lines written out"
AT_LEAST = 0.9
HANDS = 200_000
"""Few enough for a cache: the more are done, the more the two ways wait for memory alike."""
TIMES = 20

Words = NDArray[np.uint64]
Kernel = Callable[[Lookup, Words, Words, NDArray[np.uint16]], None]

_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_SUIT_MASK, _MASK_BITS, _COUNTER_BITS = np.uint64(SUIT_MASK), np.uint64(MASK_BITS), np.uint64(COUNTER_BITS)
_FIRST_FLUSH_BIT = np.uint64(RANK_BITS + COUNTER_BITS - 1)


@numba.njit(nogil=True, cache=True)
def by_helper(lookup: Lookup, keys: Words, masks: Words, out: NDArray[np.uint16]) -> None:
    """The values of hands by the one look-up."""
    for hand in range(keys.size):
        out[hand] = value_of(lookup, keys[hand], masks[hand])


@numba.njit(nogil=True, cache=True)
def written_out(lookup: Lookup, keys: Words, masks: Words, out: NDArray[np.uint16]) -> None:
    """The same without a helper."""
    offsets, values, mask_values = lookup.offsets, lookup.values, lookup.mask_values
    for hand in range(keys.size):
        ranks, flush = keys[hand] & _RANK_MASK, keys[hand] & _FLUSH_BITS
        value = values[ranks + np.uint64(offsets[ranks >> _ROW_SHIFT])]
        if flush:
            suit = (trailing_zeros(flush) - _FIRST_FLUSH_BIT) // _COUNTER_BITS
            value = max(value, mask_values[(masks[hand] >> (suit * _MASK_BITS)) & _SUIT_MASK])
        out[hand] = value


def look_up_cases(system: Ranking, hands: NDArray[np.uint8]) -> Iterator[Case]:
    """Both ways over the same sums of cards, one core each."""
    lookup, some = system.lookup, hands[:HANDS]
    keys = lookup.start + lookup.card_keys[some].sum(axis=1, dtype=np.uint64)
    masks = np.bitwise_or.reduce(lookup.card_masks[some], axis=1)
    for name, kernel in ((WRITTEN_OUT, written_out), (HELPER, by_helper)):
        yield Case(system.name, name, GROUP, 1, _repeated(kernel, lookup, keys, masks), baseline=name == WRITTEN_OUT)


def _repeated(kernel: Kernel, lookup: Lookup, keys: Words, masks: Words) -> Callable[[], int]:
    out = np.empty(keys.size, np.uint16)

    def run() -> int:
        for _ in range(TIMES):
            kernel(lookup, keys, masks, out)
        return TIMES * keys.size

    return run


def look_up_verdict(measurements: list[Measurement]) -> Verdict:
    """The helper has to be about as quick as lines written out; else Numba has changed its ways."""
    ratio = next(found.ratio for found in measurements if (found.group, found.task) == (GROUP, HELPER))
    return Verdict("one look-up for all kernels", WRITTEN_OUT, AT_LEAST, ratio)
