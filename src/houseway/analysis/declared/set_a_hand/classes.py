"""Classes of seven cards that can be set alike, and the look-up that finds the class of a hand.

The possible settings of a hand depend on its ranks, including the joker's. If it has a flush, they also depend on which
ranks are of that suit. So there are two kinds of class: multisets of ranks without a flush, and a set of suited ranks
with the ranks of the others. Two others that are a suited king and queen make a separate class, because a bonus pays
them.

The house way's setting of every class of hands comes from reading its lines over all hands at once.

`SettingWay.choose` reads the same lines for one hand. A test compares the two.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import ACE, JOKERS, KING, N_NATURAL, N_RANKS, N_SUITS, QUEEN, RANKS, card
from houseway.cards.deck import Deck
from houseway.errors import BadSheet
from houseway.games.engine.setting import LOW_CARDS, SettingLine, SettingWay, Way
from houseway.ranking.kernels import leaf, trailing_zeros
from houseway.ranking.keys import (
    CARD_KEYS,
    CARD_MASKS,
    COUNTER_BITS,
    FLUSH_BITS,
    JOKER_RANK,
    MASK_BITS,
    RANK_BITS,
    RANK_KEYS,
    RANK_MASK,
    SUIT_MASK,
    start_key,
)
from houseway.ranking.lookup import ROW_SHIFT, perfect_hash

HAND, FLUSH = 7, 5
OTHERS = 2
KING_AND_QUEEN = 1 << KING | 1 << QUEEN
_ROW_SHIFT, _RANK_MASK, _FLUSH_BITS = np.uint64(ROW_SHIFT), np.uint64(RANK_MASK), np.uint64(FLUSH_BITS)
_SUIT_MASK, _MASK_BITS, _COUNTER_BITS = np.uint64(SUIT_MASK), np.uint64(MASK_BITS), np.uint64(COUNTER_BITS)
_FIRST_FLUSH_BIT = np.uint64(RANK_BITS + COUNTER_BITS - 1)
_KING_AND_QUEEN = np.uint64(KING_AND_QUEEN)
_ONE = np.uint64(1)


class ClassLookup(NamedTuple):
    """The arrays by which a kernel finds the class of seven cards from the sum of their keys and their masks.

    `columns` numbers the cards beside a flush by the sum of their rank keys. A suited king and queen there have the
    column after the one of any king and queen. `by_flush` has the class by suited ranks and column.
    """

    by_ranks: NDArray[np.int32]
    rank_offsets: NDArray[np.int32]
    columns: NDArray[np.uint16]
    column_offsets: NDArray[np.int32]
    suited_keys: NDArray[np.uint64]
    by_flush: NDArray[np.int32]
    splits_kings: NDArray[np.bool_]
    keys: NDArray[np.uint64]
    masks: NDArray[np.uint64]
    start: np.uint64


@leaf
def class_of(lookup: ClassLookup, key: np.uint64, mask: np.uint64) -> np.int32:
    """Return a hand's class. `key` is the sum of `start` and its cards' `keys`, `mask` the union of their `masks`."""
    ranks = key & _RANK_MASK
    flush = key & _FLUSH_BITS
    if not flush:
        plain: np.int32 = lookup.by_ranks[ranks + np.uint64(lookup.rank_offsets[ranks >> _ROW_SHIFT])]
        return plain
    suit = (trailing_zeros(flush) - _FIRST_FLUSH_BIT) // _COUNTER_BITS
    suited = (mask >> (suit * _MASK_BITS)) & _SUIT_MASK
    others = ranks - lookup.suited_keys[suited]
    column = np.uint64(lookup.columns[others + np.uint64(lookup.column_offsets[others >> _ROW_SHIFT])])
    if lookup.splits_kings[column]:
        both = mask & (mask >> _ONE) & ~(_SUIT_MASK << (suit * _MASK_BITS))
        for other in range(N_SUITS):
            if (both >> (np.uint64(other) * _MASK_BITS)) >> np.uint64(QUEEN) & _ONE:
                column += _ONE
                break
    found: np.int32 = lookup.by_flush[suited, column]
    return found


@lru_cache(maxsize=4)
def classes_of(deck: Deck) -> tuple[NDArray[np.uint8], ClassLookup]:
    """Return a hand of every class of a deck, and the look-up. Some classes are not possible with the deck."""
    copies = [sum(deck.copies[card(rank, suit)] for suit in range(N_SUITS)) for rank in range(N_RANKS)]
    jokers = (False, True) if deck.copies[JOKERS[0]] else (False,)
    plain = [(ranks, joker) for joker in jokers for ranks in _multisets(copies, HAND - joker)]
    hands = [_spread(ranks, joker) for ranks, joker in plain]
    rank_sums = [sum(RANK_KEYS[rank] for rank in _with_joker(ranks, joker)) for ranks, joker in plain]
    rank_hash = perfect_hash(np.array(rank_sums, np.int64), np.zeros(len(rank_sums), np.uint16))
    by_ranks = np.zeros(len(rank_hash.values), np.int32)
    sums = np.array(rank_sums, np.int64)
    by_ranks[sums + rank_hash.offsets[sums >> ROW_SHIFT]] = np.arange(len(sums))

    beside = [(others, joker) for joker in jokers for size in range(OTHERS + 1) for others in _multisets(copies, size)]
    column_sums = np.array([sum(RANK_KEYS[rank] for rank in _with_joker(*each)) for each in beside], np.int64)
    columns = np.cumsum([0, *(1 + (others == (QUEEN, KING)) for others, _ in beside)])
    column_hash = perfect_hash(column_sums, columns[:-1].astype(np.uint16))
    by_flush = np.zeros((SUIT_MASK + 1, int(columns[-1])), np.int32)
    splits_kings = np.zeros(int(columns[-1]) + 1, np.bool_)
    available = [rank for rank in range(N_RANKS) if copies[rank]]
    for (others, joker), column in zip(beside, columns.tolist(), strict=False):
        splits_kings[column] = others == (QUEEN, KING)
        for suited in combinations(available, HAND - joker - len(others)):
            if len(suited) + joker >= FLUSH:
                mask = sum(1 << rank for rank in suited)
                for alike in range(1 + bool(splits_kings[column])):
                    by_flush[mask, column + alike] = len(hands)
                    hands.append(_flush(suited, others, joker, bool(alike)))
    suited_keys = [sum(RANK_KEYS[rank] for rank in range(N_RANKS) if mask >> rank & 1) for mask in range(SUIT_MASK + 1)]
    cards = np.array(deck.distinct, np.int64)
    lookup = ClassLookup(
        by_ranks=by_ranks,
        rank_offsets=rank_hash.offsets,
        columns=column_hash.values,
        column_offsets=column_hash.offsets,
        suited_keys=np.array(suited_keys, np.uint64),
        by_flush=by_flush,
        splits_kings=splits_kings,
        keys=np.array(CARD_KEYS, np.uint64)[cards],
        masks=np.array(CARD_MASKS, np.uint64)[cards],
        start=np.uint64(start_key(FLUSH)),
    )
    return np.array(hands, np.uint8), lookup


def _multisets(copies: list[int], size: int) -> Iterator[tuple[int, ...]]:
    available = [rank for rank in range(N_RANKS) if copies[rank]]
    for ranks in combinations_with_replacement(available, size):
        if all(ranks.count(rank) <= copies[rank] for rank in set(ranks)):
            yield ranks


def _with_joker(ranks: tuple[int, ...], joker: bool) -> tuple[int, ...]:
    return (*ranks, JOKER_RANK) if joker else ranks


def _spread(ranks: tuple[int, ...], joker: bool) -> list[int]:
    """Return cards of these ranks, with at most two of them in one suit."""
    loads, hand = [0] * N_SUITS, [int(JOKERS[0])] if joker else []
    for rank in sorted(set(ranks), key=ranks.count, reverse=True):
        for suit in sorted(range(N_SUITS), key=loads.__getitem__)[: ranks.count(rank)]:
            loads[suit] += 1
            hand.append(card(rank, suit))
    return hand


def _flush(suited: tuple[int, ...], others: tuple[int, ...], joker: bool, alike: bool) -> list[int]:
    """Return the suited ranks in clubs and the others in other suits, or in one suit where they are alike."""
    aside = [card(rank, 1 if alike else 1 + place) for place, rank in enumerate(others)]
    return [*(card(rank, 0) for rank in suited), *aside, *([int(JOKERS[0])] if joker else [])]


FRONTS = tuple(combinations(range(HAND), LOW_CARDS))
"""The places of the cards in the low hand, for every setting of a hand whose cards descend."""
NO_RANK = -1
Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]


def ranks_of(hands: NDArray[np.uint8]) -> Numbers:
    """Return the ranks of cards, with the joker as an ace."""
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
    """Return, by hand, the number of cards in each group, and its rank: the largest group first, then the highest."""
    counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1).astype(np.int8)
    order = np.argsort(-(counts * N_RANKS + np.arange(N_RANKS, dtype=np.int8)), axis=1)[:, :HAND].astype(np.int8)
    sizes = np.take_along_axis(counts, order.astype(np.int64), axis=1)
    return sizes, np.where(sizes > 0, order, NO_RANK).astype(np.int8)


def _is_for(line: SettingLine, counts: NDArray[np.int8], groups: NDArray[np.int8], ranks: NDArray[np.int8]) -> Marks:
    """Return whether a line applies to hands with these groups and numbers of cards in each."""
    meant = (groups[:, 0] >= line.top[0]) & (groups[:, 0] <= line.top[1])
    for place, needed in enumerate(line.holds):
        meant &= counts[:, place] >= needed
    for single in line.singles:
        meant &= (ranks == single).sum(axis=1) == 1
    return np.asarray(meant, np.bool_)


def _admitted(way: Way, fronts: NDArray[np.int8], groups: NDArray[np.int8], ranks: NDArray[np.int8]) -> Marks:
    """Return whether a way lets cards of these ranks go in front, without its conditions on values."""
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
    """Return, by hand, the rank that a way names: a rank, or that of a group."""
    if isinstance(named, str):
        return np.full((len(groups), 1), RANKS.index(named), np.int8)
    return groups[:, named - 1, None] if named <= HAND else np.full((len(groups), 1), NO_RANK, np.int8)
