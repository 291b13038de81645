"""The features that a person sees in two player's cards and community cards: the *sign* by which rules decide.

made      0 nothing by player's cards, 1 to 3 a *hidden* pair, one that a player's card makes: with two or more ranks
          of the board above it, with one, with none; 4 anything better than the board alone makes
high      the rank of the player's higher card
low       the rank of the player's lower card
flush     0 where no flush is one card away; else one more than the rank of the player's highest card in that suit
straight  how many ranks would complete a straight that the board alone does not make; 2 means two or more
outs      how many unseen cards would put the dealer ahead with that card alone

A feature with little effect at a decision is left out of its sign. Draws are left out once all cards are seen, outs
where too few cards are dealt to rank them. Where outs are counted, they show the value of low cards.

A pass over late sets serves players who decide by the sign of the cards in sight.

For each late set and every player's hand, it finds the prefix that each of its middle sets leads to. It adds up the
outcomes against all dealer's hands by prefix, sign and the kind of the player's hand. For any rule on signs, the counts
of its paths follow from these sums. So rules are fitted and counted exactly after one pass. The bounds are those of
`passes`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.board_showdown.jobs import Passes
from houseway.analysis.declared.board_showdown.layout import HOLE, N_OUTCOMES, board_places
from houseway.analysis.declared.board_showdown.passes import (
    Tables,
    make_room,
    middle_sets,
    outcomes,
    value_late_set,
    value_pairs,
)
from houseway.analysis.declared.levels import kinds
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


class FeatureTables(NamedTuple):
    """The data that the kernels read. `places` are those of the categories by value. `most_paired` is that of two pair,
    or of a pair where the ranking has no two pair. `completing[ranks]` has the ranks that make a straight of a set of
    ranks. `deck` is empty where outs are not counted.
    """

    sizes: Numbers
    places: Numbers
    most_paired: int
    completing: Numbers
    length: int
    deck: Bytes


class Board(NamedTuple):
    """Features of community cards: how often each rank and suit occurs, all ranks as bits, and the place of the hand
    they make. Also the number of unseen cards with the values that the dealer would have with each, and marks of the
    cards dealt.
    """

    ranks: Numbers
    suits: Numbers
    mask: Numbers
    place: Numbers
    dealers: Numbers
    taken: Bytes


@dataclass(frozen=True)
class StreetFeatures:
    """The features of a deck's cards on one number of community cards, out of `board` in the end."""

    system: str
    deck: tuple[int, ...]
    shown: int
    board: int

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Return how many values each part of a sign has; one where it is left out."""
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
        """Return whether one dealer's card with the board can be compared with the player's hand."""
        return {self.shown + 1, self.shown + HOLE} <= set(ranking(self.system).system.sizes)

    @property
    def n_signs(self) -> int:
        """Return how many signs there are."""
        return int(np.prod(self.shape))

    @property
    def length(self) -> int:
        """Return how many cards a straight or a flush takes."""
        return min(ranking(self.system).system.sizes)

    @cached_property
    def tables(self) -> FeatureTables:
        """Return the tables that the kernels read."""
        ranked = ranking(self.system)
        paired = [place for place, each in enumerate(ranked.categories) if each in (Category.PAIR, Category.TWO_PAIR)]
        valued = self.shown + HOLE in ranked.system.sizes
        return FeatureTables(
            sizes=np.array(self.shape, np.int64),
            places=ranked.category_places.astype(np.int64) if valued else np.zeros(0, np.int64),
            most_paired=max(paired, default=-1),
            completing=completing_ranks(self.length),
            length=self.length,
            deck=np.array(self.deck if self.counts_outs else (), np.uint8),
        )

    def signs(self, own: Bytes, boards: Bytes) -> Numbers:
        """Return the sign of every row of player's cards with community cards."""
        places = board_places(self.system, boards)
        found = np.empty(len(own), np.int64)
        _signs(self.tables, ranking(self.system).lookup, own, boards, places, found)
        return found


def completing_ranks(length: int) -> Numbers:
    """Return, for every set of ranks, as bits, the ranks that would complete a straight; an ace is high or low."""
    runs = [sum(1 << (low + step) % N_RANKS for step in range(length)) for low in (ACE, *range(N_RANKS - length + 1))]
    sets = np.arange(1 << N_RANKS)
    found = np.zeros(1 << N_RANKS, np.int64)
    for run in runs:
        missing = run & ~sets
        found |= np.where((missing & (missing - 1)) == 0, missing, 0)
    return found


@_compiled
def make_board() -> Board:
    """Return room for community cards."""
    return Board(
        np.zeros(N_RANKS, np.int64),
        np.zeros(N_SUITS, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(N_NATURAL + 1, np.int64),
        np.zeros(N_NATURAL, np.uint8),
    )


@_compiled
def look_at_board(t: FeatureTables, lookup: Lookup, cards: Bytes, place: int, board: Board) -> None:
    """Read community cards and the place of the hand that they make alone."""
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
def sign_of(t: FeatureTables, board: Board, one: int, other: int, value: int) -> int:
    """Return the sign of two player's cards; `value` is theirs with the board. Outs never include player's cards."""
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
def _made(t: FeatureTables, board: Board, high: int, low: int, value: int) -> int:
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
def _signs(t: FeatureTables, lookup: Lookup, own: Bytes, boards: Bytes, places: Numbers, found: Numbers) -> None:
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


@dataclass(frozen=True)
class SignCounts:
    """The pass as a job: `counts[prefix, sign, kind, outcome]`.

    Prefixes after which nothing is decided have all counts under sign 0. `prefix_of` is the player's prefix after the
    middle stages, for every class of middle set and hand.
    """

    passes: Passes
    glance: StreetFeatures
    prefix_of: NDArray[np.int8] = field(compare=False, repr=False)

    name = "board-showdown-signs"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return everything but the code that determines the counts."""
        unpriced = {name: each for name, each in self.passes.parameters.items() if name != "net"}
        return {**unpriced, "prefixes": sha256(self.prefix_of.tobytes()).hexdigest(), "paths": len(self.passes.net)}

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules whose source determines the counts."""
        return (*self.passes.modules, __name__)

    def shards(self) -> Sequence[int]:
        """Return the shards of the passes."""
        return self.passes.shards()

    def run(self, shard: int) -> Counts:
        """Count the late sets of a shard."""
        passes = self.passes
        sets, weights = passes.shard(shard)
        n_kinds = len(kinds(passes.system)[1])
        counts = np.zeros((passes.n_prefixes[0], self.glance.n_signs, n_kinds, N_OUTCOMES), np.int64)
        _count_signs(
            passes.tables,
            ranking(passes.system).lookup,
            self.glance.tables,
            sets,
            weights,
            board_places(passes.system, passes.tables.cards[sets]),
            self.prefix_of,
            np.array(deciding(passes)),
            counts,
        )
        return {"counts": counts}


def deciding(passes: Passes) -> list[bool]:
    """Return, for every prefix before the late stages, whether anything is left to decide from it."""
    open_after = [False] * passes.n_prefixes[-1]
    for starts in reversed(passes.starts):
        spans = pairwise(starts)
        open_after = [end - first > 1 or any(open_after[first:end]) for first, end in spans]
    return open_after


@numba.njit(nogil=True, cache=True)
def _count_signs(
    t: Tables,
    lookup: Lookup,
    seen: FeatureTables,
    late_sets: Bytes,
    weights: Numbers,
    places: Numbers,
    prefix_of: NDArray[np.int8],
    decides: NDArray[np.bool_],
    counts: Numbers,
) -> None:
    n_boards = t.cards.size - late_sets.shape[1] if t.hidden else 1
    room, board = make_room(t, t.cards.size if t.hidden else 1), make_board()
    times = np.zeros(t.n_prefixes[0], np.int64)
    result = np.zeros(6, np.int64)
    taken = np.zeros(t.cards.size, np.uint8)
    values = np.zeros(t.hands.shape[0], np.uint16)
    for row in range(late_sets.shape[0]):
        late_set, weight = late_sets[row], weights[row]
        value_late_set(t, lookup, late_set, room)
        middle_sets(t, late_set, room)
        look_at_board(seen, lookup, t.cards[late_set], places[row], board)
        if seen.places.size:
            value_pairs(lookup, t.cards, t.hands, late_set, taken, values)
        for hand in range(t.hands.shape[0]):
            one, other = t.hands[hand, 0], t.hands[hand, 1]
            if room.shown[one] or room.shown[other]:
                continue
            times[:] = 0
            asked = False
            for place in range(room.set_class.size):
                image = t.hand_images[room.set_symmetry[place], hand]
                prefix = prefix_of[t.class_of[room.set_class[place], image]]
                times[prefix] += weight
                asked = asked or decides[prefix]
            sign = 0
            if asked:
                sign = sign_of(seen, board, int(t.cards[one]), int(t.cards[other]), int(values[hand]))
            for number in range(n_boards):
                value = room.values[number, hand]
                if value:
                    kind, found = t.kind_by_value[value], room.found[number, hand]
                    outcomes(found[0], found[1], found[2], t.dealers, value >= t.least, result)
                    for prefix in range(times.size):
                        if times[prefix]:
                            of_kind = counts[prefix, sign if decides[prefix] else 0, kind]
                            for outcome in range(6):
                                of_kind[outcome] += times[prefix] * result[outcome]
