"""What a person looks at in two own cards and common ones: the *sign* by which rules decide.

made      0 nothing by own cards, 1 to 3 a *hidden* pair, one that an own card makes: with two or more ranks of the
          board above it, with one, with none; 4 anything better that the board alone has not
high      the rank of the higher own card
low       that of the lower one
flush     0 where no flush is one card away; else one more than the rank of the highest own card in that suit
straight  how many ranks would complete a straight that the board alone has not, 2 standing for more
outs      how many unseen cards would put a dealer ahead who held that card alone

What tells little at a decision is left out of its sign: draws once all cards are seen, outs where too few cards lie
there to rank them; where outs are counted they say what low cards are worth.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.declared.board_showdown.layout import HOLE
from houseway.analysis.declared.board_showdown.rows import board_places
from houseway.cards.card import ACE, N_NATURAL, N_RANKS, N_SUITS
from houseway.ranking import ranking
from houseway.ranking.category import Category
from houseway.ranking.kernels import leaf, value_of
from houseway.ranking.lookup import Lookup

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

MADE, HIGH, LOW, FLUSH, STRAIGHT, OUTS = range(6)
LOW_PAIR, SECOND_PAIR, TOP_PAIR, BETTER = 1, 2, 3, 4
OPEN_STRAIGHT = 2

_compiled = numba.njit(nogil=True, cache=True)


class GlanceTables(NamedTuple):
    """What the kernels read. `places` are those of the categories by value, `most_paired` that of two pair, or of a
    pair where the ranking has no two pair; `completing[ranks]` has the ranks that make a straight of a set of ranks;
    `deck` is empty where outs are not counted.
    """

    sizes: Numbers
    places: Numbers
    most_paired: int
    completing: Numbers
    length: int
    deck: Bytes


class Board(NamedTuple):
    """Common cards as they are looked at: how often each rank and suit is there, all ranks as bits, the place of what
    they make, the number of unseen cards with the values that the dealer would have with each, and marks of what lies
    there.
    """

    ranks: Numbers
    suits: Numbers
    mask: Numbers
    place: Numbers
    dealers: Numbers
    taken: Bytes


@dataclass(frozen=True)
class Glance:
    """How cards of a deck are looked at on one number of common cards, of which so many come in the end."""

    system: str
    deck: tuple[int, ...]
    shown: int
    board: int

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How many values each part of a sign has; one where it is left out."""
        known, outs = ranking(self.system).categories, self.counts_outs
        flush, straight = (self.shown < self.board and each in known for each in (Category.FLUSH, Category.STRAIGHT))
        return (
            BETTER + 1,
            1 if outs and flush else N_RANKS,
            1 if outs else N_RANKS,
            N_RANKS + 1 if flush else 1,
            OPEN_STRAIGHT + 1 if straight else 1,
            N_NATURAL + 1 if outs else 1,
        )

    @property
    def counts_outs(self) -> bool:
        """Whether one card of the dealer's with the board can be set against the own hand."""
        return {self.shown + 1, self.shown + HOLE} <= set(ranking(self.system).system.sizes)

    @property
    def n_signs(self) -> int:
        """How many signs there are."""
        return int(np.prod(self.shape))

    @property
    def length(self) -> int:
        """How many cards a straight or a flush takes."""
        return min(ranking(self.system).system.sizes)

    @cached_property
    def tables(self) -> GlanceTables:
        """What the kernels read."""
        ranked = ranking(self.system)
        paired = [place for place, each in enumerate(ranked.categories) if each in (Category.PAIR, Category.TWO_PAIR)]
        valued = self.shown + HOLE in ranked.system.sizes
        return GlanceTables(
            sizes=np.array(self.shape, np.int64),
            places=ranked.category_places.astype(np.int64) if valued else np.zeros(0, np.int64),
            most_paired=max(paired, default=-1),
            completing=completing_ranks(self.length),
            length=self.length,
            deck=np.array(self.deck if self.counts_outs else (), np.uint8),
        )

    def signs(self, own: Bytes, boards: Bytes) -> Numbers:
        """The sign of every row of own cards with common ones."""
        places = board_places(self.system, boards)
        found = np.empty(len(own), np.int64)
        _signs(self.tables, ranking(self.system).lookup, own, boards, places, found)
        return found


def completing_ranks(length: int) -> Numbers:
    """For every set of ranks, as bits, the ranks that would complete a straight; an ace is high or low."""
    runs = [sum(1 << (low + step) % N_RANKS for step in range(length)) for low in (ACE, *range(N_RANKS - length + 1))]
    sets = np.arange(1 << N_RANKS)
    found = np.zeros(1 << N_RANKS, np.int64)
    for run in runs:
        missing = run & ~sets
        found |= np.where((missing & (missing - 1)) == 0, missing, 0)
    return found


@_compiled
def make_board() -> Board:
    """Room for common cards."""
    return Board(
        np.zeros(N_RANKS, np.int64),
        np.zeros(N_SUITS, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(N_NATURAL + 1, np.int64),
        np.zeros(N_NATURAL, np.uint8),
    )


@_compiled
def look_at_board(t: GlanceTables, lookup: Lookup, cards: Bytes, place: int, board: Board) -> None:
    """Take in common cards and the place of what they make alone."""
    board.ranks[:] = 0
    board.suits[:] = 0
    board.mask[0] = 0
    board.place[0] = place
    board.taken[:] = 0
    key, mask = lookup.start, np.uint64(0)
    for card in cards:
        board.taken[card] = 1
        board.ranks[card // N_SUITS] += 1
        board.suits[card % N_SUITS] += 1
        board.mask[0] |= 1 << (card // N_SUITS)
        key += lookup.card_keys[card]
        mask |= lookup.card_masks[card]
    board.dealers[0] = 0
    for card in t.deck:
        if not board.taken[card]:
            board.dealers[0] += 1
            with_card = key + lookup.card_keys[card]
            board.dealers[board.dealers[0]] = value_of(lookup, with_card, mask | lookup.card_masks[card])


@leaf
def sign_of(t: GlanceTables, board: Board, one: int, other: int, value: int) -> int:
    """The sign of two own cards; `value` is that of own and common cards, for which outs never hold own cards."""
    high, low = one // N_SUITS, other // N_SUITS
    if high < low:
        high, low = low, high
    sign = _made(t, board, high, low, value)
    sign = sign * t.sizes[HIGH] + (high if t.sizes[HIGH] > 1 else 0)
    sign = sign * t.sizes[LOW] + (low if t.sizes[LOW] > 1 else 0)
    flush = 0
    if t.sizes[FLUSH] > 1:
        for card in (one, other):
            suited = (
                board.suits[card % N_SUITS] + (one % N_SUITS == card % N_SUITS) + (other % N_SUITS == card % N_SUITS)
            )
            if suited == t.length - 1:
                flush = max(flush, card // N_SUITS + 1)
    sign = sign * t.sizes[FLUSH] + flush
    straight = 0
    if t.sizes[STRAIGHT] > 1:
        with_own = board.mask[0] | (1 << high) | (1 << low)
        more = t.completing[with_own] & ~t.completing[board.mask[0]]
        while more and straight < OPEN_STRAIGHT:
            more &= more - 1
            straight += 1
    sign = sign * t.sizes[STRAIGHT] + straight
    outs = 0
    for place in range(1, board.dealers[0] + 1):
        outs += board.dealers[place] > value
    found: int = sign * t.sizes[OUTS] + outs
    return found


@leaf
def _made(t: GlanceTables, board: Board, high: int, low: int, value: int) -> int:
    place = t.places[value] if t.places.size else -1
    if t.places.size and place <= board.place[0]:
        return 0
    if high == low:
        pair, more = high, board.ranks[high] > 0
    else:
        pair = high if board.ranks[high] else low if board.ranks[low] else -1
        more = (board.ranks[high] > 0 and board.ranks[low] > 0) or (pair >= 0 and board.ranks[pair] > 1)
    if more or place > t.most_paired:
        return BETTER
    if pair < 0:
        return 0
    above = 0
    for rank in range(pair + 1, N_RANKS):
        above += board.ranks[rank] > 0
    return TOP_PAIR - above if above < TOP_PAIR - LOW_PAIR else LOW_PAIR


@_compiled
def _signs(t: GlanceTables, lookup: Lookup, own: Bytes, boards: Bytes, places: Numbers, found: Numbers) -> None:
    board = make_board()
    for row in range(own.shape[0]):
        look_at_board(t, lookup, boards[row], places[row], board)
        key, mask, value = lookup.start, np.uint64(0), 0
        if t.places.size:
            for card in boards[row]:
                key += lookup.card_keys[card]
                mask |= lookup.card_masks[card]
            for card in own[row]:
                key += lookup.card_keys[card]
                mask |= lookup.card_masks[card]
            value = int(value_of(lookup, key, mask))
        found[row] = sign_of(t, board, own[row, 0], own[row, 1], value)
