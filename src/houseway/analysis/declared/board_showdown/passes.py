"""The two passes over late sets: first what the hands are worth, then where best play leads them.

What a hand wins on a full board does not depend on the order of the common cards. So a set of cards that is seen at the
late decisions is looked at once, up to renaming of suits, and serves every middle set that it contains: 134,459 boards
of five instead of 1,755 flops times 1,176 turns and rivers.

First pass. For each late set and every own hand: the value of every path (over the dealer's hands, and over the last
common card if it is still hidden), the best of the late options, and the value so found added to each middle set that
the late one contains, prefix by prefix. All that belongs to one class of middle set and hand is added up, which is the
weight of the class times the sum for one of its hands.

Second pass, once the middle decisions are known. For each late set and every own hand: which prefix each of the middle
sets leads to, the late option that is best from there, and the outcomes against all dealers added to the path so found,
by the kind of the own hand.

Bounds: no sum is larger than all deals times the ways to show their cards, for 52 cards C(52,2) C(50,5) C(5,3) C(45,2)
= 2.8 x 10^13, times the largest net result; the family holds that against 2^63.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES
from houseway.analysis.declared.board_showdown.sweep import order_by_value, outcomes, sweep, value_pairs
from houseway.ranking.kernels import leaf
from houseway.ranking.lookup import Lookup

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]
Bytes = NDArray[np.uint8]

_compiled = numba.njit(nogil=True, cache=True)


class Tables(NamedTuple):
    """What both passes read: the numbers of `space`, the middle sets of a late one, and what every ending is worth.

    `net` is by path, kind and outcome. `starts[stage, prefix]` is the first of the prefixes that a late stage leads to.
    `planes` says of every prefix before the late stages which plane of the choices it has, -1 where nothing is left to
    choose; `first_path` is the first of the paths that it can lead to.
    """

    cards: Bytes
    hands: Bytes
    hand_images: Small
    set_class: Small
    set_symmetry: NDArray[np.int8]
    class_of: Small
    columns: Numbers
    kind_by_value: Numbers
    net: Numbers
    starts: Numbers
    n_prefixes: Numbers
    planes: Numbers
    first_path: Numbers
    n_planes: int
    choice_bits: int
    least: int
    dealers: int
    hidden: int
    smaller_on_ties: bool


class Room(NamedTuple):
    """Arrays to work in, for one late set: values and sweeps by full board and hand, path values by hand."""

    values: NDArray[np.uint16]
    found: Small
    paths: Numbers
    late: Numbers
    leads_to: Numbers
    choice: Numbers
    set_class: Numbers
    set_symmetry: Numbers
    shown: Bytes


@_compiled
def make_room(t: Tables, n_boards: int) -> Room:
    """Room for late sets that so many full boards follow."""
    n_hands, n_paths = t.hands.shape[0], t.net.shape[0]
    return Room(
        np.zeros((n_boards, n_hands), np.uint16),
        np.zeros((n_boards, n_hands, 3), np.int32),
        np.zeros((n_hands, n_paths), np.int64),
        np.zeros((t.n_prefixes.size, n_paths), np.int64),
        np.zeros((t.n_prefixes.size, n_paths), np.int64),
        np.zeros(n_paths, np.int64),
        np.zeros(t.columns.shape[0], np.int64),
        np.zeros(t.columns.shape[0], np.int64),
        np.zeros(t.cards.size, np.uint8),
    )


@_compiled
def value_late_set(t: Tables, lookup: Lookup, late_set: Bytes, room: Room) -> None:
    """The value of every path with every own hand, over all full boards that follow and all dealers."""
    n_cards, n_shown = t.cards.size, late_set.size
    board = np.zeros(n_shown + t.hidden, np.uint8)
    board[:n_shown] = late_set
    taken = np.zeros(n_cards, np.uint8)
    starts = np.zeros(t.kind_by_value.size, np.int32)
    order = np.zeros(t.hands.shape[0], np.int32)
    passed, unqualified = np.zeros(n_cards + 1, np.int32), np.zeros(n_cards + 1, np.int32)
    result = np.zeros(6, np.int64)
    room.paths[:] = 0
    room.shown[:] = 0
    for place in late_set:
        room.shown[place] = 1
    number = 0
    for last in range(n_cards if t.hidden else 1):
        if t.hidden:
            if room.shown[last]:
                continue
            board[n_shown] = last
        values, found = room.values[number], room.found[number]
        value_pairs(lookup, t.cards, t.hands, board, taken, values)
        n_ordered = order_by_value(values, starts, order)
        sweep(values, t.hands, order, n_ordered, t.least, passed, unqualified, found)
        for place in range(n_ordered):
            hand = order[place]
            kind = t.kind_by_value[values[hand]]
            outcomes(found[hand, 0], found[hand, 1], found[hand, 2], t.dealers, values[hand] >= t.least, result)
            for path in range(t.net.shape[0]):
                total = 0
                for outcome in range(6):
                    total += t.net[path, kind, outcome] * result[outcome]
                room.paths[hand, path] += total
        number += 1


@leaf
def decide_late(t: Tables, room: Room, hand: int) -> None:
    """The value of every prefix before each late stage, the path it leads to, and the choice at the first of them."""
    n_stages = t.starts.shape[0]
    for path in range(t.n_prefixes[n_stages]):
        room.late[n_stages, path] = room.paths[hand, path]
        room.leads_to[n_stages, path] = path
    for stage in range(n_stages - 1, -1, -1):
        for prefix in range(t.n_prefixes[stage]):
            first = t.starts[stage, prefix]
            best = first
            for child in range(first + 1, t.starts[stage, prefix + 1]):
                gain = room.late[stage + 1, child] - room.late[stage + 1, best]
                if gain > 0 or (gain == 0 and not t.smaller_on_ties):
                    best = child
            room.late[stage, prefix] = room.late[stage + 1, best]
            room.leads_to[stage, prefix] = room.leads_to[stage + 1, best]
            if stage == 0:
                room.choice[prefix] = best - first


@_compiled
def middle_sets(t: Tables, late_set: Bytes, room: Room) -> None:
    """The class of every middle set in a late one, and the renaming that takes it to the member."""
    for place in range(t.columns.shape[0]):
        number = 0
        for column in range(t.columns.shape[1]):
            number += PLACES[late_set[t.columns[place, column]], column]
        room.set_class[place] = t.set_class[number]
        room.set_symmetry[place] = t.set_symmetry[number]


@leaf
def keep_choices(t: Tables, room: Room, late_set: int, hand: int, choices: Bytes) -> None:
    """Write down to which path, counted from its first one, each prefix leads that has a choice.

    The bits lie by late set, then by plane, then by hand.
    """
    for prefix in range(t.planes.size):
        if t.planes[prefix] >= 0:
            chosen = room.leads_to[0, prefix] - t.first_path[prefix]
            place = ((late_set * t.n_planes + t.planes[prefix]) * t.hands.shape[0] + hand) * t.choice_bits
            choices[place >> 3] |= np.uint8(chosen << (place & 7))


@_compiled
def value_sets(
    t: Tables, lookup: Lookup, late_sets: Bytes, numbers: Numbers, weights: Numbers, sums: Numbers, choices: Bytes
) -> None:
    """First pass: add to `sums[class, prefix]`, and set the late choices in `choices`, which are bits."""
    n_prefixes = t.n_prefixes[0]
    room = make_room(t, t.cards.size if t.hidden else 1)
    free = np.zeros(t.hands.shape[0], np.uint32)
    totals = np.zeros((t.hands.shape[0], n_prefixes), np.int64)
    for row in range(late_sets.shape[0]):
        late_set, weight = late_sets[row], weights[row]
        value_late_set(t, lookup, late_set, room)
        middle_sets(t, late_set, room)
        n_free = 0
        for hand in range(t.hands.shape[0]):
            if room.shown[t.hands[hand, 0]] or room.shown[t.hands[hand, 1]]:
                continue
            decide_late(t, room, hand)
            keep_choices(t, room, numbers[row], hand, choices)
            free[n_free] = hand
            for prefix in range(n_prefixes):
                totals[n_free, prefix] = weight * room.late[0, prefix]
            n_free += 1
        for place in range(room.set_class.size):
            images, classes = t.hand_images[room.set_symmetry[place]], t.class_of[room.set_class[place]]
            for number in range(n_free):
                of_class = sums[np.uint32(classes[np.uint32(images[free[number]])])]
                for prefix in range(n_prefixes):
                    of_class[prefix] += totals[number, prefix]


@_compiled
def count_sets(
    t: Tables,
    lookup: Lookup,
    late_sets: Bytes,
    weights: Numbers,
    prefix_of: NDArray[np.int8],
    row_of: Numbers,
    counts: Numbers,
    row_counts: Numbers,
    row_sums: Numbers,
) -> None:
    """Second pass: add to `counts[path, kind, outcome]`, and to the rows of the first late decision.

    `prefix_of[class]` is where best play stands after the middle stages. `row_of[late set, kind]` is the row of an own
    hand of that kind: `row_counts[prefix, row, choice]` and the values of all options in `row_sums`.
    """
    n_boards = t.cards.size - late_sets.shape[1] if t.hidden else 1
    room = make_room(t, t.cards.size if t.hidden else 1)
    times = np.zeros(t.n_prefixes[0], np.int64)
    result = np.zeros(6, np.int64)
    taken = np.zeros(t.cards.size, np.uint8)
    seen_values = np.zeros(t.hands.shape[0], np.uint16)
    with_rows = row_counts.size > 0
    for row in range(late_sets.shape[0]):
        late_set, weight = late_sets[row], weights[row]
        value_late_set(t, lookup, late_set, room)
        middle_sets(t, late_set, room)
        if with_rows:
            value_pairs(lookup, t.cards, t.hands, late_set, taken, seen_values)
        for hand in range(t.hands.shape[0]):
            if room.shown[t.hands[hand, 0]] or room.shown[t.hands[hand, 1]]:
                continue
            decide_late(t, room, hand)
            times[:] = 0
            for place in range(room.set_class.size):
                image = t.hand_images[room.set_symmetry[place], hand]
                times[prefix_of[t.class_of[room.set_class[place], image]]] += weight
            for board in range(n_boards):
                value = room.values[board, hand]
                if value:
                    kind, found = t.kind_by_value[value], room.found[board, hand]
                    outcomes(found[0], found[1], found[2], t.dealers, value >= t.least, result)
                    for prefix in range(times.size):
                        if times[prefix]:
                            path = room.leads_to[0, prefix]
                            for outcome in range(6):
                                counts[path, kind, outcome] += times[prefix] * result[outcome]
            if with_rows:
                number = row_of[row, t.kind_by_value[seen_values[hand]]]
                for prefix in range(times.size):
                    first, end = t.starts[0, prefix], t.starts[0, prefix + 1]
                    if times[prefix] and end - first > 1:
                        choice = room.choice[prefix]
                        row_counts[prefix, number, choice] += times[prefix]
                        for child in range(first, end):
                            row_sums[prefix, number, choice, child - first] += times[prefix] * room.late[1, child]
