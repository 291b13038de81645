"""Pairs of hands of the same size that share no card, by which of the two is higher, with all hands in one sweep.

Let N(S, r) be the number of hands that contain the set S and are below the value r. The hands below r that share no
card with a hand H number

    sum over all subsets S of H of (-1)^|S| N(S, r).

For hands of seven cards N is too large a table for all sets and values together. So the values are passed in ascending
order, and a single number is stored for each set. When r goes up, every hand of that value adds one to all its subsets.
Each hand is read at its value, before and after it is added. That gives the hands below it and those equal to it.

All this is done up to renaming of suits. A class of sets has G / h members under the G renamings. Each member is in the
same number of the w hands that a listed hand represents. So each subset of the listed hand adds w h / G to the N of its
class. The sweep adds w h, and the number of the class is then G times N. Nothing overflows: no N exceeds the number of
hands, and no sum of 2^7 of them 2^63.
"""

from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, Array, set_classes
from houseway.cards.deck import Deck
from houseway.cards.symmetry import suit_symmetries

Numbers = NDArray[np.int64]

_compiled = numba.njit(nogil=True, cache=True)


@dataclass(frozen=True)
class Below:
    """The number of hands that share no card with each hand of a list and are lower, equal, or below a given value."""

    lower: Numbers
    equal: Numbers
    under: Numbers


@dataclass(frozen=True)
class SetTables:
    """Tables to find the class of a set: by size the first place in `classes`, from there by the number of the set.

    `fixed` is, for every class, how many renamings of suits leave its sets as they are. Classes of all sizes are
    numbered one after another.
    """

    classes: NDArray[np.int32]
    first: Numbers
    fixed: Numbers
    renamings: int

    @classmethod
    def of(cls, deck: Deck, most_cards: int) -> "SetTables":
        """Return the tables of sets of zero to `most_cards` cards."""
        renamings = len(suit_symmetries(deck))
        sizes = [set_classes(deck, size) for size in range(1, most_cards + 1)]
        before = np.cumsum([1, *(len(each.members) for each in sizes)])
        numbered = [each.class_of + np.int32(start) for each, start in zip(sizes, before, strict=False)]
        return cls(
            classes=np.concatenate([np.zeros(1, np.int32), *numbered]),
            first=np.cumsum([0, 1, *(len(each) for each in numbered)]),
            fixed=np.concatenate([np.array([renamings]), *(renamings // each.weights for each in sizes)]),
            renamings=renamings,
        )


def count_below(deck: Deck, hands: NDArray[np.uint8], weights: Numbers, values: Numbers, threshold: int) -> Below:
    """Count for every hand, up to renaming of suits, the hands that share no card with it.

    `hands` are all of one size, ascending, one of each class, and `weights` are the sizes of the classes.
    """
    size = hands.shape[1]
    tables, subsets = SetTables.of(deck, size - 1), _subsets(size)
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.diff(values[order], prepend=-1, append=np.int64(1) << 32))
    ids = np.zeros((int(np.diff(starts).max()), 1 << size), np.int32)
    found = np.zeros((3, len(hands)), np.int64)
    low = order[values[order] < threshold]
    under, sums = np.zeros(len(tables.fixed), np.int64), np.zeros(len(tables.fixed), np.int64)
    arrays = (PLACES, tables.classes, tables.first, tables.fixed, subsets)
    _add_hands(hands, weights, low, arrays, ids[:1], under)
    _sweep(hands, weights, order, starts, arrays, ids, sums, under, found)
    lower, up_to, below = found // tables.renamings
    itself = np.int64((-1) ** size)
    return Below(lower, up_to - lower + itself, below + np.where(values < threshold, itself, 0))


def _subsets(size: int) -> Numbers:
    """Return, for each proper subset of a hand by its bits: the one without its highest card, that card, size, sign."""
    rows = [(0, 0, 0, 1)]
    for bits in range(1, (1 << size) - 1):
        highest = bits.bit_length() - 1
        rows.append((bits ^ 1 << highest, highest, bits.bit_count(), (-1) ** bits.bit_count()))
    return np.array(rows, np.int64)


@_compiled
def _find_classes(hand: Array, arrays: tuple[Array, Array, Array, Array, Array], numbers: Array, ids: Array) -> None:
    """Find the classes of all subsets of a hand."""
    places, classes, first, _, subsets = arrays
    for subset in range(1, subsets.shape[0]):
        size = subsets[subset, 2]
        numbers[subset] = numbers[subsets[subset, 0]] + places[hand[subsets[subset, 1]], size - 1]
        ids[subset] = classes[first[size] + numbers[subset]]


@_compiled
def _add_hands(
    hands: Array,
    weights: Array,
    rows: Array,
    arrays: tuple[Array, Array, Array, Array, Array],
    ids: Array,
    sums: Array,
) -> None:
    """Add hands to the numbers of their subsets."""
    fixed, subsets = arrays[3], arrays[4]
    numbers = np.zeros(subsets.shape[0], np.int64)
    for row in rows:
        _find_classes(hands[row], arrays, numbers, ids[0])
        for subset in range(subsets.shape[0]):
            sums[ids[0, subset]] += weights[row] * fixed[ids[0, subset]]


@_compiled
def _sweep(
    hands: Array,
    weights: Array,
    order: Array,
    starts: Array,
    arrays: tuple[Array, Array, Array, Array, Array],
    ids: Array,
    sums: Array,
    under: Array,
    found: Array,
) -> None:
    """Sweep all values in ascending order: read the hands of a value, add them, read them again."""
    fixed, subsets = arrays[3], arrays[4]
    n_subsets = subsets.shape[0]
    numbers = np.zeros(n_subsets, np.int64)
    for group in range(starts.size - 1):
        rows = order[starts[group] : starts[group + 1]]
        for place in range(rows.size):
            row = rows[place]
            _find_classes(hands[row], arrays, numbers, ids[place])
            lower, below = np.int64(0), np.int64(0)
            for subset in range(n_subsets):
                lower += subsets[subset, 3] * sums[ids[place, subset]]
                below += subsets[subset, 3] * under[ids[place, subset]]
            found[0, row], found[2, row] = lower, below
        for place in range(rows.size):
            for subset in range(n_subsets):
                sums[ids[place, subset]] += weights[rows[place]] * fixed[ids[place, subset]]
        for place in range(rows.size):
            up_to = np.int64(0)
            for subset in range(n_subsets):
                up_to += subsets[subset, 3] * sums[ids[place, subset]]
            found[1, rows[place]] = up_to
