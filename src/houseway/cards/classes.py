"""Lists of every class of situations of a deck, each with its number of deals (see `houseway.cards.symmetry`).

The canonical form of a class is its smallest image, compared group by group. Two facts make the list quick to build:

* The first group must be the smallest under all symmetries of the deck. The second must be the smallest under those
  that leave the first unchanged, and so on. So each situation carries the symmetries that its finished groups leave.
* If a sorted group is the smallest of its images, so is the group without its last card (one more card never moves
  the others up). So groups grow card by card, and every row that is not the smallest is dropped immediately.

A class then has |symmetries of the deck| / |symmetries left| situations.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import N_CARDS, Card
from houseway.cards.deck import Deck
from houseway.cards.symmetry import Groups, renamed, suit_symmetries
from houseway.errors import BadCards

_ROWS_AT_ONCE = 1 << 14

Cards = NDArray[np.uint8]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def classes(deck: Deck, sizes: Sequence[int]) -> Iterator[tuple[Groups, int]]:
    """Yield every class of disjoint groups of these sizes, in ascending order, with its number of deals.

    >>> deck = Deck.stripped(ranks="KA")
    >>> for groups, weight in classes(deck, sizes=(2,)):
    ...     print(*groups, weight)
    (44, 45) 6
    (44, 48) 4
    (44, 49) 12
    (48, 49) 6
    """
    edges = [0, *accumulate(sizes)]
    for cards, weights in class_blocks(deck, sizes):
        for row, weight in zip(cards.tolist(), weights.tolist(), strict=True):
            groups = (row[start:end] for start, end in pairwise(edges))
            yield tuple(tuple(Card(each) for each in group) for group in groups), weight


def class_arrays(deck: Deck, sizes: Sequence[int], *, keep_colors: bool = False) -> tuple[Cards, Integers]:
    """Return all classes together: cards, uint8 of shape (n, sum of sizes), groups side by side; and weights, int64."""
    blocks = list(class_blocks(deck, sizes, keep_colors=keep_colors))
    cards = np.concatenate([np.empty((0, sum(sizes)), np.uint8), *(block[0] for block in blocks)])
    return cards, np.concatenate([np.empty(0, np.int64), *(block[1] for block in blocks)])


@lru_cache(maxsize=64)
def n_classes(deck: Deck, sizes: tuple[int, ...]) -> int:
    """Count the classes without listing them.

    By Burnside's lemma this is the number of deals that a renaming of suits leaves unchanged, averaged over all
    renamings. Such a deal has whole cycles of the renaming.

    >>> n_classes(Deck.standard(), (2,)), n_classes(Deck.standard(), (3, 2))
    (169, 1286792)
    """
    if deck.max_copies > 1:
        return sum(len(weights) for _, weights in class_blocks(deck, sizes))
    _check(deck, sizes)
    symmetries = suit_symmetries(deck)
    fixed = [_deals_of_cycles(_cycle_lengths(deck, suits), sizes) for suits in symmetries]
    return sum(fixed) // len(symmetries)


def _cycle_lengths(deck: Deck, suits: tuple[int, ...]) -> list[int]:
    """Return the lengths of the cycles in which a renaming moves the cards of a deck."""
    lengths, seen = list[int](), set[int]()
    for card in deck.distinct:
        length, each = 0, int(card)
        while each not in seen:
            seen.add(each)
            length, each = length + 1, renamed(each, suits)
        if length:
            lengths.append(length)
    return lengths


def _deals_of_cycles(lengths: Sequence[int], sizes: tuple[int, ...]) -> int:
    """Count the ways to form groups of these sizes from whole cycles, each in one group or in none."""
    ways = {sizes: 1}
    for length in lengths:
        longer = dict(ways)
        for left, times in ways.items():
            for group, size in enumerate(left):
                if size >= length:
                    after = (*left[:group], size - length, *left[group + 1 :])
                    longer[after] = longer.get(after, 0) + times
        ways = longer
    return ways.get(tuple(0 for _ in sizes), 0)


def class_blocks(deck: Deck, sizes: Sequence[int], *, keep_colors: bool = False) -> Iterator[tuple[Cards, Integers]]:
    """Yield the rows of `class_arrays` in blocks, for lists too long for memory."""
    search = _Search.of(deck, sizes, keep_colors)
    for found in search.grow(search.root()):
        held = np.bitwise_count(found.symmetries).astype(np.int64)
        yield found.cards, found.ways * (len(search.images) // held)


@dataclass(frozen=True, slots=True)
class _Situations:
    """Rows of the cards dealt so far, the ways to pick them and, as bits, the symmetries that finished groups leave."""

    cards: Cards
    ways: Integers
    symmetries: NDArray[np.uint32]

    def at(self, rows: NDArray[np.intp] | Flags | slice) -> "_Situations":
        return _Situations(self.cards[rows], self.ways[rows], self.symmetries[rows])


@dataclass(frozen=True, slots=True)
class _Search:
    distinct: Cards
    copies: Integers
    images: Cards
    group_starts: tuple[int, ...]
    """For each place of a row, the place where its group begins, then the length of a row."""

    @classmethod
    def of(cls, deck: Deck, sizes: Sequence[int], keep_colors: bool) -> "_Search":
        _check(deck, sizes)
        starts = [start for start, size in zip(accumulate((0, *sizes)), sizes, strict=False) for _ in range(size)]
        symmetries = suit_symmetries(deck, keep_colors=keep_colors)
        images = [[renamed(each, suits) for each in range(N_CARDS)] for suits in symmetries]
        return cls(
            distinct=np.array(deck.distinct, np.uint8),
            copies=np.array(deck.copies, np.int64),
            images=np.array(images, np.uint8),
            group_starts=(*starts, len(starts)),
        )

    def root(self) -> _Situations:
        all_symmetries = np.array([2 ** len(self.images) - 1], np.uint32)
        return _Situations(np.empty((1, 0), np.uint8), np.ones(1, np.int64), all_symmetries)

    def grow(self, situations: _Situations) -> Iterator[_Situations]:
        """Grow the rows depth first, some rows at a time, so that memory stays small and the order ascends."""
        dealt = situations.cards.shape[1]
        if dealt == len(self.group_starts) - 1:
            yield situations
            return
        for start in range(0, len(situations.cards), _ROWS_AT_ONCE):
            more = self._with_one_more_card(situations.at(slice(start, start + _ROWS_AT_ONCE)))
            yield from self.grow(self._least(more))

    def _with_one_more_card(self, before: _Situations) -> _Situations:
        place = before.cards.shape[1]
        start = self.group_starts[place]
        rows = np.repeat(np.arange(len(before.cards)), len(self.distinct))
        added = np.tile(self.distinct, len(before.cards))
        if place > start:
            ascending = added >= before.cards[rows, place - 1]
            rows, added = rows[ascending], added[ascending]
        same = before.cards[rows] == added[:, None]
        left_by_groups_before = self.copies[added] - same[:, :start].sum(axis=1)
        times = same[:, start:].sum(axis=1) + 1
        there = times <= left_by_groups_before
        rows, added, times, copies = rows[there], added[there], times[there], left_by_groups_before[there]
        ways = before.ways[rows] * (copies - times + 1) // times
        return _Situations(np.column_stack([before.cards[rows], added]), ways, before.symmetries[rows])

    def _least(self, situations: _Situations) -> _Situations:
        """Keep the rows whose last group is the smallest of its images. A finished group narrows the symmetries."""
        dealt = situations.cards.shape[1]
        group = situations.cards[:, self.group_starts[dealt - 1] :]
        finished = self.group_starts[dealt] == dealt
        least = np.ones(len(group), np.bool_)
        symmetries = situations.symmetries.copy()
        for bit, image in enumerate(self.images):
            rows = np.flatnonzero(least & (situations.symmetries >> np.uint32(bit) & np.uint32(1) == 1))
            less, equal = _compare(np.sort(image[group[rows]], axis=1), group[rows])
            least[rows[less]] = False
            if finished:
                symmetries[rows[~equal]] &= ~np.uint32(1 << bit)
        return _Situations(situations.cards, situations.ways, symmetries).at(least)


def _compare(one: Cards, other: Cards) -> tuple[Flags, Flags]:
    """Return, row by row, whether one comes before the other and whether they are equal."""
    less, equal = np.zeros(len(one), np.bool_), np.ones(len(one), np.bool_)
    for place in range(one.shape[1]):
        less |= equal & (one[:, place] < other[:, place])
        equal &= one[:, place] == other[:, place]
    return less, equal


def _check(deck: Deck, sizes: Sequence[int]) -> None:
    if any(size < 0 for size in sizes) or sum(sizes) > deck.size:
        raise BadCards(f"expected groups of together at most {deck.size} cards; got sizes {tuple(sizes)}")
    if len(suit_symmetries(deck)) * deck.max_copies ** sum(sizes) >= 2**63:
        raise BadCards(f"the weights of groups of {tuple(sizes)} cards of {deck.size} do not fit in 64 bits")
