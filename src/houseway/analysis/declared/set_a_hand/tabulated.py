"""The house way's setting of every class of hands: its lines read over all hands at once.

`SettingWay.choose` reads the same lines for one hand; a test compares the two.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.set_a_hand.classes import HAND
from houseway.cards.card import ACE, N_NATURAL, N_RANKS, N_SUITS, RANKS
from houseway.errors import BadSheet
from houseway.games.engine.setting import LOW_CARDS, SettingLine, SettingWay, Way

FRONTS = tuple(combinations(range(HAND), LOW_CARDS))
"""The places of the cards in front, for every setting of a hand whose cards descend."""
NO_RANK = -1
Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]


def ranks_of(hands: NDArray[np.uint8]) -> Numbers:
    """Ranks of cards, a joker being an ace."""
    return np.where(hands >= N_NATURAL, ACE, hands // N_SUITS).astype(np.int64)


def tabulated(
    way: SettingWay, hands: NDArray[np.uint8], high: NDArray[np.uint16], low: NDArray[np.uint16]
) -> NDArray[np.uint8]:
    """Return the place in FRONTS of the house way's setting, for hands whose cards descend.

    `high` and `low` have the values of all settings, a row for each hand.
    """
    ranks = ranks_of(hands).astype(np.int8)
    fronts = ranks[:, np.array(FRONTS)]
    counts, groups = _by_frequency(ranks)
    complete, fouled_from = np.array(way.complete_values), np.array(way.fouled_from, np.uint16)
    allowed = low < fouled_from[high]
    is_complete = complete[high] & allowed
    worth = low.astype(np.uint32) << 16 | high
    highest_complete = np.where(is_complete, low, 0).max(axis=1)
    chosen = np.zeros(len(hands), np.uint8)
    open_rows: Numbers = np.arange(len(hands))
    for line in way.lines:
        rows = open_rows[_is_for(line, counts[open_rows], groups[open_rows], ranks[open_rows])]
        for each in line.ways:
            left = allowed[rows] & _admitted(each, fronts[rows], groups[rows], ranks[rows])
            if each.complete:
                left &= is_complete[rows]
            if each.above_complete:
                least = highest_complete[rows, None]
                left &= (low[rows] > least) & (least > 0)
            found = left.any(axis=1)
            taken = rows[found]
            best = np.where(left[found], worth[taken], 0).max(axis=1)
            chosen[taken] = (worth[taken] == best[:, None]).argmax(axis=1)
            rows = rows[~found]
            open_rows = np.setdiff1d(open_rows, taken, assume_unique=True)
    if len(open_rows):
        raise BadSheet(
            f"house way ({way.clause}): no line covers {len(open_rows)} kinds of hands; expected all covered"
        )
    return chosen


def _by_frequency(ranks: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """By hand how many cards each group has, and its rank: the largest group first, then the highest."""
    counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1).astype(np.int8)
    order = np.argsort(-(counts * N_RANKS + np.arange(N_RANKS, dtype=np.int8)), axis=1)[:, :HAND].astype(np.int8)
    sizes = np.take_along_axis(counts, order.astype(np.int64), axis=1)
    return sizes, np.where(sizes > 0, order, NO_RANK).astype(np.int8)


def _is_for(line: SettingLine, counts: NDArray[np.int8], groups: NDArray[np.int8], ranks: NDArray[np.int8]) -> Marks:
    """Whether hands with these groups, and so many cards in each, are meant by a line."""
    meant = (groups[:, 0] >= line.top[0]) & (groups[:, 0] <= line.top[1])
    for place, needed in enumerate(line.holds):
        meant &= counts[:, place] >= needed
    for single in line.singles:
        meant &= (ranks == single).sum(axis=1) == 1
    return np.asarray(meant, np.bool_)


def _admitted(way: Way, fronts: NDArray[np.int8], groups: NDArray[np.int8], ranks: NDArray[np.int8]) -> Marks:
    """Whether a way lets cards of these ranks go in front, without its conditions on values."""
    top, second = fronts[:, :, 0], fronts[:, :, 1]
    admitted = np.ones(top.shape, np.bool_)
    if way.pair is not None:
        admitted &= (top == second) & (top == _named(way.pair, groups))
    if way.any_pair:
        admitted &= top == second
    if way.one_of is not None:
        one = _named(way.one_of, groups)
        admitted &= ((top == one) | (second == one)) & (top != second)
    for group in way.behind:
        whole = groups[:, group - 1, None]
        admitted &= (top != whole) & (second != whole)
    if way.places:
        first, other = (ranks[:, place - 1, None] for place in way.places)
        admitted &= (top == first) & (second == other)
    if way.least:
        admitted &= top >= RANKS.index(way.least)
    return admitted


def _named(named: int | str, groups: NDArray[np.int8]) -> NDArray[np.int8]:
    """The rank that a way names, by hand: a rank, or that of a group."""
    if isinstance(named, str):
        return np.full((len(groups), 1), RANKS.index(named), np.int8)
    return groups[:, named - 1, None] if named <= HAND else np.full((len(groups), 1), NO_RANK, np.int8)
