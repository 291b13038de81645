"""Settings against the house way, counted exactly over all pairs of hands without a shared card.

Pairs of any hands are easy to count, but pairs of disjoint ones are not. So every set S of shared cards counts with the
sign of its size. Where N_S are the hands that contain S,

    disjoint pairs with an outcome = sum over all S of (-1)^|S| * pairs of hands of N_S with that outcome.

S runs over all sets of up to seven cards, once for all renamings of suits. Only the class of the hands of N_S matters.
The dealer's hands are in a table by the value of the high hand and that of the low one. Sums over its lower left
corners count how many a setting beats in both hands, in the high one, and in the low one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from math import comb
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.device.machines import Machine, fixed_room, kernel_source, table
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.set_a_hand.classes import HAND, ClassLookup, class_of
from houseway.analysis.declared.set_a_hand.settings import Rows, Settings, settings_of
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.games.engine.setting import SettingWay
from houseway.ranking.kernels import leaf

BOTH, HIGH, LOW = range(3)
WORK_PER_SHARD = 3 * 10**7
"""About how many hands one shard enumerates. The minimum is those of one set of shared cards."""
Numbers = NDArray[np.int64]


class Codes(NamedTuple):
    """By class: the values of the dealer's hands as the house way sets them, and the kind of hand."""

    high: NDArray[np.int32]
    low: NDArray[np.int32]
    dealer: NDArray[np.int32]


class Work(NamedTuple):
    """Room for one set of shared cards: how often a class occurs, which classes do, and the places of high values in
    their order. Also the table of hands below, by kind of the dealer's hand, place of the high value and low value.
    """

    times: NDArray[np.int32]
    found: NDArray[np.int32]
    places: NDArray[np.int32]
    below: Numbers


class Sums(NamedTuple):
    """The counts: `beaten[row, kind of the dealer's hand, BOTH | HIGH | LOW]`, and `every[class, kind]`."""

    beaten: Numbers
    every: Numbers


class Left(NamedTuple):
    """The cards that are not shared, and room for the sums of those dealt so far."""

    keys: NDArray[np.uint64]
    masks: NDArray[np.uint64]
    cards: Numbers
    key_sums: NDArray[np.uint64]
    mask_sums: NDArray[np.uint64]


@leaf
def collect(lookup: ClassLookup, left: Left, n_left: int, missing: int, work: Work) -> int:
    """Count by class the hands that `missing` of the cards left make with shared ones; return the number of classes.

    Each card dealt has a lower place than the one before. `key_sums[0]` and `mask_sums[0]` are those of the shared
    cards.
    """
    n_found = 0
    if missing == 0:
        which = class_of(lookup, left.key_sums[0], left.mask_sums[0])
        work.times[which] = 1
        work.found[0] = which
        return 1
    level = 1 if missing > 1 else 0
    left.cards[0] = left.cards[level] = n_left
    while True:
        if level:
            left.cards[level] -= 1
            if left.cards[level] < missing - level:
                level -= 1
                if level == 0:
                    break
                continue
            card = left.cards[level]
            left.key_sums[level] = left.key_sums[level - 1] + left.keys[card]
            left.mask_sums[level] = left.mask_sums[level - 1] | left.masks[card]
            if level < missing - 1:
                level += 1
                left.cards[level] = left.cards[level - 1]
                continue
        key, mask = left.key_sums[level], left.mask_sums[level]
        for card in range(left.cards[level]):
            which = class_of(lookup, key + left.keys[card], mask | left.masks[card])
            if not work.times[which]:
                work.found[n_found] = which
                n_found += 1
            work.times[which] += 1
        if level == 0:
            break
    return n_found


@leaf
def lay_out(codes: Codes, n_found: int, work: Work) -> int:
    """Add the classes found to the table of hands below, by kind of dealer's hand; return the number of high values.

    `below[kind, place, low]` counts hands with a high value at a lower place and a lower low value.
    """
    n_kinds, n_lows = work.below.shape[0], work.below.shape[2]
    work.places[:] = 0
    for number in range(n_found):
        work.places[codes.high[work.found[number]]] = 1
    n_highs = 0
    for high in range(len(work.places)):
        there = work.places[high]
        work.places[high] = n_highs
        n_highs += there
    for kind in range(n_kinds):
        for place in range(n_highs + 1):
            for low in range(n_lows):
                work.below[kind, place, low] = 0
    for number in range(n_found):
        which = work.found[number]
        place = work.places[codes.high[which]] + 1
        work.below[codes.dealer[which], place, codes.low[which] + 1] += work.times[which]
    for kind in range(n_kinds):
        for place in range(1, n_highs + 1):
            so_far = 0
            for low in range(n_lows):
                so_far += work.below[kind, place, low]
                work.below[kind, place, low] = so_far + work.below[kind, place - 1, low]
    return n_highs


@leaf
def beat_all(codes: Codes, rows: Rows, n_found: int, n_highs: int, weight: int, work: Work, sums: Sums) -> None:
    """Add, for every row of every class found, the dealer's hands that it beats in both halves, in the high one, and in
    the low one. Add all dealer's hands for every class.
    """
    n_kinds, last = work.below.shape[0], work.below.shape[2] - 1
    for number in range(n_found):
        which = work.found[number]
        times = weight * work.times[which]
        for kind in range(n_kinds):
            sums.every[which, kind] += times * work.below[kind, n_highs, last]
        for row in range(rows.start[which], rows.start[which + 1]):
            place, low = work.places[rows.high[row]], rows.low[row]
            for kind in range(n_kinds):
                sums.beaten[row, kind, BOTH] += times * work.below[kind, place, low]
                sums.beaten[row, kind, HIGH] += times * work.below[kind, place, last]
                sums.beaten[row, kind, LOW] += times * work.below[kind, n_highs, low]


@numba.njit(nogil=True, cache=True)
def count_sets(
    lookup: ClassLookup,
    codes: Codes,
    rows: Rows,
    common: NDArray[np.uint8],
    weights: Numbers,
    first: int,
    end: int,
    left: Left,
    work: Work,
    sums: Sums,
) -> None:
    """Add the pairs of hands with each row's shared cards, times their weights; rows are places in the deck."""
    size, n_cards = common.shape[1], len(lookup.keys)
    for row in range(first, end):
        n_left = 0
        left.key_sums[0], left.mask_sums[0] = lookup.start, np.uint64(0)
        for card in range(n_cards):
            is_common = False
            for place in range(size):
                is_common |= common[row, place] == card
            if is_common:
                left.key_sums[0] += lookup.keys[card]
                left.mask_sums[0] |= lookup.masks[card]
            else:
                left.keys[n_left], left.masks[n_left] = lookup.keys[card], lookup.masks[card]
                n_left += 1
        n_found = collect(lookup, left, n_left, HAND - size, work)
        n_highs = lay_out(codes, n_found, work)
        beat_all(codes, rows, n_found, n_highs, weights[row], work, sums)
        for number in range(n_found):
            work.times[work.found[number]] = 0


@dataclass(frozen=True)
class AgainstTheHouseWay:
    """The job that counts every class of hands, in every useful setting, against all disjoint hands set by a house way.

    `dealer` numbers, by class, the other features of the dealer's cards that are distinguished.
    """

    deck: Deck
    way: SettingWay
    dealer: tuple[int, ...]

    @property
    def name(self) -> str:
        """Return the job's name, for messages and for the folder."""
        return "set-a-hand"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Return the deck, the lines of the house way, the rankings, and the features that are distinguished."""
        told = sha256(repr(self.dealer).encode()).hexdigest()
        way = [repr(line) for line in self.way.lines]
        return {"copies": list(self.deck.copies), "way": way, "systems": [self.way.high, self.way.low], "told": told}

    @property
    def modules(self) -> Sequence[str]:
        """Return the modules of the counting code, the interpreter of house ways, and the rankings."""
        return (
            __name__,
            "houseway.analysis.declared.set_a_hand.classes",
            "houseway.analysis.declared.set_a_hand.settings",
            "houseway.analysis.declared.set_a_hand.classes",
            "houseway.games.engine.setting",
            "houseway.ranking.jokers",
            "houseway.ranking.jokers",
            "houseway.ranking.natural",
        )

    @cached_property
    def parts(self) -> tuple[tuple[int, int, int], ...]:
        """Return the work of the shards: a number of shared cards, and the range of rows of its sets."""
        found = []
        for size in range(HAND):
            rows = len(common_sets(self.deck, size)[1])
            step = max(1, WORK_PER_SHARD // comb(self.deck.size - size, HAND - size))
            found += [(size, first, min(rows, first + step)) for first in range(0, rows, step)]
        return tuple(found)

    @property
    def n_kinds(self) -> int:
        """Return how many kinds of dealer's hands are distinguished."""
        return max(self.dealer) + 1

    @property
    def codes(self) -> Codes:
        """Return the facts about every class as a dealer's hand."""
        settings = settings_of(self.deck, self.way)
        return Codes(*(np.array(each, np.int32) for each in (settings.house_high, settings.house_low, self.dealer)))

    def shards(self) -> Sequence[int]:
        """Return parts of about the same work."""
        return range(len(self.parts))

    def run(self, shard: int) -> Counts:
        """Count the hands beaten in one part, with their sign."""
        settings, (size, first, end) = settings_of(self.deck, self.way), self.parts[shard]
        sets, weights = common_sets(self.deck, size)
        n_kinds, codes = self.n_kinds, self.codes
        rows, work, left = settings.rows, room_for(settings, n_kinds), room_for_cards(self.deck)
        sums = Sums(
            np.zeros((len(rows.high), n_kinds, 3), np.int64), np.zeros((len(settings.hands), n_kinds), np.int64)
        )
        count_sets(settings.lookup, codes, rows, sets, weights, first, end, left, work, sums)
        hands = np.zeros(len(settings.hands), np.int64)
        if size == 0:
            hands = hands_by_class(settings, left, work)
            take_off_same_hands(codes, rows, hands, sums)
        sign = (-1) ** size
        return {"beaten": sums.beaten * sign, "every": sums.every * sign, "hands": hands}

    def runs_on(self, machine: Machine) -> bool:
        """Return whether the kernels have room for the deck."""

        return fits(self)

    def run_on(self, machine: Machine, shards: Sequence[int]) -> Counts:
        """Count the hands beaten in some parts at once, with their signs."""

        return count_on(machine, self, shards)


def hands_by_class(settings: Settings, left: Left, work: Work) -> Numbers:
    """Return how many hands of the deck are of each class."""
    left.keys[:], left.masks[:] = settings.lookup.keys, settings.lookup.masks
    left.key_sums[0], left.mask_sums[0] = settings.lookup.start, 0
    collect(settings.lookup, left, len(settings.lookup.keys), HAND, work)
    return work.times.astype(np.int64)


def take_off_same_hands(codes: Codes, rows: Rows, hands: Numbers, sums: Sums) -> None:
    """Subtract pairs of a hand with itself, which share seven cards: the last term of the sum, an odd one."""
    of_class = rows.of_class
    above, before = rows.high > codes.high[of_class], rows.low > codes.low[of_class]
    for what, beaten in ((BOTH, above & before), (HIGH, above), (LOW, before)):
        sums.beaten[np.arange(len(of_class)), codes.dealer[of_class], what] -= hands[of_class] * beaten
    sums.every[np.arange(len(hands)), codes.dealer] -= hands


@lru_cache(maxsize=16)
def common_sets(deck: Deck, size: int) -> tuple[NDArray[np.uint8], Numbers]:
    """Return every set of `size` cards up to renaming of suits, as places in the deck, and how many it represents."""
    if size == 0:
        return np.zeros((1, 0), np.uint8), np.ones(1, np.int64)
    sets, weights = class_arrays(deck, (size,))
    place_of = np.zeros(256, np.uint8)
    place_of[np.array(deck.distinct, np.int64)] = np.arange(len(deck.distinct))
    return place_of[sets], weights


def room_for(settings: Settings, n_kinds: int) -> Work:
    """Return room for the work on one set of shared cards."""
    highs, lows = int(settings.high.max()), int(settings.low.max())
    classes = len(settings.hands)
    return Work(
        times=np.zeros(classes, np.int32),
        found=np.zeros(classes, np.int32),
        places=np.zeros(highs + 1, np.int32),
        below=np.zeros((n_kinds, len(np.unique(settings.house_high)) + 2, lows + 2), np.int64),
    )


def room_for_cards(deck: Deck) -> Left:
    """Return room for the cards that are left, and those dealt."""
    n_cards = len(deck.distinct)
    return Left(
        np.zeros(n_cards, np.uint64),
        np.zeros(n_cards, np.uint64),
        np.zeros(HAND + 1, np.int64),
        np.zeros(HAND + 1, np.uint64),
        np.zeros(HAND + 1, np.uint64),
    )


MOST_CARDS = 53
"""The most cards that the kernels have room for."""
SHARED, PARTS = 1, 2048
"""Up to this number of shared cards, all blocks share the hands of a set, in this number of parts."""
COMMON = np.dtype([("weight", np.int64), ("size", np.uint8), ("cards", np.uint8, HAND)])
"""`struct Common`."""
OF_LOOKUP = (
    "by_ranks", "rank_offsets", "columns", "column_offsets", "suited_keys", "by_flush", "splits_kings", "keys", "masks",
)  # fmt: skip


@cache
def source() -> str:
    """Return the source text of the kernels."""
    return kernel_source("houseway.analysis.declared.set_a_hand", "common_sets.cu")


def fits(job: AgainstTheHouseWay) -> bool:
    """Return whether the kernels have room for the deck."""
    return job.deck.size <= MOST_CARDS


def count_on(machine: Machine, job: AgainstTheHouseWay, shards: Sequence[int]) -> Counts:
    """Count the hands beaten in some parts, with their signs."""
    settings, n_kinds = settings_of(job.deck, job.way), job.n_kinds
    highs, lows, n_classes = int(settings.high.max()), int(settings.low.max()) + 2, len(settings.hands)
    places = len(np.unique(settings.house_high))
    sets = _sets_of(job, shards)
    numbers = [
        job.deck.size,
        n_classes,
        n_kinds,
        lows,
        highs,
        places,
        settings.lookup.by_flush.shape[1],
        int(settings.lookup.start),
    ]
    head, held = table(machine, numbers, _arrays(job, settings))
    shapes = (len(settings.rows.high), n_kinds, 3), (n_classes, n_kinds)
    beaten, every = (machine.zeros(shape, np.uint64) for shape in shapes)
    hands = machine.zeros(n_classes, np.uint64)
    text, room = source(), fixed_room(machine, source())
    more, last = (sets[sets["size"] < HAND - 1], sets[sets["size"] == HAND - 1])
    if len(more):
        words = 2 * n_classes + highs + 1 + n_kinds * (places + 1) * lows
        work = machine.zeros((machine.blocks(text, "count_sets", room), words), np.uint32)
        held_sets, n_shared = machine.put(more.view(np.uint8)), np.uint32((more["size"] <= SHARED).sum())
        collected = machine.zeros((max(1, int(n_shared)), n_classes), np.uint32)
        given = [head, held_sets, n_shared, np.uint32(PARTS), machine.zeros(1, np.uint32), collected]
        machine.launch(text, "collect_hands", given, room)
        given = [head, held_sets, np.uint32(len(more)), collected, n_shared, machine.zeros(1, np.uint32), work]
        machine.launch(text, "count_sets", [*given, beaten, every, hands], room)
    if len(last):
        given = [head, machine.put(last.view(np.uint8)), np.uint32(len(last))]
        machine.launch(text, "count_last", [*given, beaten, every], room)
    del held
    found = Sums(*(machine.get(each).view(np.int64) for each in (beaten, every)))
    by_class = machine.get(hands).astype(np.int64)
    if by_class.any():
        take_off_same_hands(job.codes, settings.rows, by_class, found)
    return {"beaten": found.beaten, "every": found.every, "hands": by_class}


def _sets_of(job: AgainstTheHouseWay, shards: Sequence[int]) -> NDArray[Any]:
    """Return the sets of shared cards of some shards, the largest work first; weights have the sign of the size."""
    found = []
    for size, first, end in sorted(job.parts[shard] for shard in shards):
        sets, weights = common_sets(job.deck, size)
        part = np.zeros(end - first, COMMON)
        part["weight"], part["size"] = weights[first:end] * (-1) ** size, size
        part["cards"][:, :size] = sets[first:end]
        found.append(part)
    return np.concatenate(found)


def _arrays(job: AgainstTheHouseWay, settings: Settings) -> dict[str, NDArray[Any]]:
    """Return the arrays of `struct Tables`, in its order."""
    lookup, codes, rows = settings.lookup, job.codes, settings.rows
    return {
        **{name: getattr(lookup, name) for name in OF_LOOKUP},
        "high": codes.high,
        "low": codes.low,
        "dealer": codes.dealer,
        "start": rows.start,
        "row_high": rows.high,
        "row_low": rows.low,
    }
