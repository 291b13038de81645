"""The arrays that the counting kernels read, and how kernels are compiled."""

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.titles.fast_action_holdem.dealer import UNITS, DealerTable, dealer_table
from houseway.analysis.titles.fast_action_holdem.space import BOARD, PLACES, Space
from houseway.games.house_way import HouseWay
from houseway.ranking import ranking

P = ParamSpec("P")
R = TypeVar("R")

Integers = NDArray[np.int64]
Numbers = NDArray[np.int32] | NDArray[np.int64]
"""Counts of the dealer's hands: 32 bits are enough if no hand has more against it, and leave room in the cache."""

DISTINCT, ONE_DOUBLE, TWO_TYPES = 0, 1, 2
"""Kinds of the dealer's hands: four types, three types, at most two."""


def compiled(kernel: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that runs without the interpreter's lock."""
    return cast(Callable[P, R], njit(nogil=True, cache=True)(kernel))


class Tables(NamedTuple):
    """What the kernel reads besides the boards: cards, pairs, the dealer's hands, arrangements, values."""

    copies: Integers
    card_ids: NDArray[np.uint8]
    pair_high: NDArray[np.uint8]
    pair_low: NDArray[np.uint8]
    pair_number: NDArray[np.uint16]
    start: Integers
    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    weight: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    types: NDArray[np.uint8]
    times: NDArray[np.uint8]
    own_kept: NDArray[np.uint16]
    tie_start: Integers
    tie_beside: NDArray[np.uint16]
    tie_kept: NDArray[np.uint16]
    tie_weight: NDArray[np.uint8]
    line: NDArray[np.uint32]
    order_class: Integers
    class_of_value: NDArray[np.int8]
    binomial: Integers
    images: NDArray[np.uint8]


def kernel_tables(space: Space, rules: HouseWay, system: str, first_values: Sequence[int]) -> Tables:
    """The tables for a deck, a house way, a ranking system and the lowest values of the classes of hands."""
    table = dealer_table(space, rules)
    high, low = space.pairs
    own_kept, tie_start, tie_beside, tie_kept, tie_weight = _own_choices(space, table)
    kind, types, times = _kinds(space, table)
    order = np.lexsort((table.second, table.first, kind, table.kept))
    places = np.arange(len(space.types))
    return Tables(
        copies=space.copies,
        card_ids=np.array(space.types, np.uint8),
        pair_high=high.astype(np.uint8),
        pair_low=low.astype(np.uint8),
        pair_number=space.pair_numbers(places[:, None], places[None, :]).astype(np.uint16),
        start=table.start,
        first=table.first[order].astype(np.uint8),
        second=table.second[order].astype(np.uint8),
        weight=table.weight[order].astype(np.uint8),
        kind=kind[order].astype(np.uint8),
        types=types[order],
        times=times[order].astype(np.uint8),
        own_kept=own_kept,
        tie_start=tie_start,
        tie_beside=tie_beside.astype(np.uint16),
        tie_kept=tie_kept.astype(np.uint16),
        tie_weight=tie_weight.astype(np.uint8),
        line=np.where(space.arrangement_of < 0, space.n_arrangements, space.arrangement_of).astype(np.uint32),
        order_class=_first_lines(space),
        class_of_value=_classes_of_values(system, first_values),
        binomial=np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(space.deck.max_copies + 1)], np.int64),
        images=space.images.astype(np.uint8),
    )


def _kinds(space: Space, table: DealerTable) -> tuple[Integers, NDArray[np.uint8], Integers]:
    """For each hand of the dealer its kind, its types with the most frequent first, and how often that one occurs."""
    high, low = space.pairs
    cards = np.sort(np.stack([high[table.kept], low[table.kept], table.first, table.second], axis=1), axis=1)
    times = (cards[:, :, None] == cards[:, None, :]).sum(axis=2)
    is_first = np.column_stack([np.ones(len(cards), np.bool_), cards[:, 1:] != cards[:, :-1]])
    order = np.argsort(-times * is_first, axis=1, kind="stable")[:, :3]
    kinds = np.array([TWO_TYPES, TWO_TYPES, TWO_TYPES, ONE_DOUBLE, DISTINCT])[is_first.sum(axis=1)]
    return kinds, np.take_along_axis(cards, order, axis=1).astype(np.uint8), times.max(axis=1)


def _first_lines(space: Space) -> Integers:
    """A number for each pair that keeps pairs of one class together: pairs of a value are visited in this order."""
    first = np.where(space.arrangement_of >= 0, space.arrangement_of, space.n_arrangements).min(axis=1)
    ranks: Integers = np.unique(first, return_inverse=True)[1].astype(np.int64)
    return ranks


def _classes_of_values(system: str, first_values: Sequence[int]) -> NDArray[np.int8]:
    values = np.arange(ranking(system).n_values + 1)
    return (np.searchsorted(first_values, values, side="right") - 1).astype(np.int8)


def _own_choices(space: Space, table: DealerTable) -> tuple[NDArray[np.uint16], Integers, Integers, Integers, Integers]:
    """What the dealer would keep of the player's own cards.

    First a table by the two pairs of a hand: the pair that is kept, or a pair beyond all where there are several
    choices. These follow as lists by the first pair: where its list starts, the second pair, the choice, its weight.
    """
    high, low = space.pairs
    cards = np.stack([high[table.kept], low[table.kept], table.first, table.second], axis=1)
    certain = table.weight == UNITS
    own_kept = np.full((space.n_pairs, space.n_pairs), space.n_pairs, np.uint16)
    for one, other in _divisions(space, cards[certain]):
        own_kept[one, other] = table.kept[certain]
    ties = np.concatenate(
        [
            np.stack([one, other, table.kept[~certain], table.weight[~certain]])
            for one, other in _divisions(space, cards[~certain])
        ],
        axis=1,
    )
    one, other, kept, weight = np.unique(ties, axis=1)
    return own_kept, np.searchsorted(one, np.arange(space.n_pairs + 1)), other, kept, weight


def _divisions(space: Space, cards: Integers) -> Iterator[tuple[Integers, Integers]]:
    """The numbers of the two pairs of hands, for each of the six ways to divide them."""
    numbers = [space.pair_numbers(cards[:, i], cards[:, j]) for i, j in PLACES]
    yield from zip(numbers, reversed(numbers), strict=True)
