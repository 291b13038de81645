"""The two passes over late sets: first the values of the hands, then the endings of optimal play.

The result of a hand on a full board does not depend on the order of the community cards. So a set of cards that is seen
at the late decisions is evaluated once, up to renaming of suits. It serves every middle set that it contains: 134,459
boards of five instead of 1,755 flops times 1,176 turns and rivers.

First pass. For each late set and every player's hand, it computes the value of every path. The value is over the
dealer's hands, and over the last community card if it is still hidden. Then it finds the best of the late options. It
adds the resulting value to each middle set that the late one contains, prefix by prefix. All values of one class of
middle set and hand are added up. The sum is the weight of the class times the sum for one of its hands.

Second pass, once the middle decisions are known. For each late set and every player's hand, it finds the prefix that
each of the middle sets leads to. Then it finds the best late option from there. It adds the outcomes against all
dealer's hands to the resulting path, by the kind of the player's hand.

Bounds: no sum is larger than all deals times the ways to show their cards, for 52 cards C(52,2) C(50,5) C(5,3) C(45,2)
= 2.8 x 10^13, times the largest net result. The family checks that against 2^63.

One full board: the results of every player's hand against all dealer's hands that share no card with it.

Value all pairs of the cards that are not on the board, and go through them from the worst to the best. Let N be the
number of pairs passed and N(a) that of those with card a. Of the pairs below {a, b} in value, those that leave both
cards alone number

    below = N - N(a) - N(b)

because no pair but {a, b} itself holds both. Once all pairs of the same value are passed too, the same sum gives the
pairs that are not better. It is then one too small, because {a, b} was subtracted twice. Where some dealer's hands do
not qualify, N and N(a) at the first one that does give their number in the same way.

All numbers are at most C(50, 2) = 1,225.

One situation by plain enumeration: every completion of the community cards, every dealer's hand.

Nothing is assumed of the deck but that its cards are different, so known cards are simply left out. It shares nothing
but the look-up with the passes, which it checks.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import PLACES, all_sets
from houseway.analysis.declared.board_showdown.layout import Layout
from houseway.analysis.declared.levels import kinds
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.street_play import with_fewer
from houseway.ranking import ranking
from houseway.ranking.kernels import leaf, value_of
from houseway.ranking.lookup import Lookup

_compiled = numba.njit(nogil=True, cache=True)

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


@_compiled
def value_pairs(
    lookup: Lookup,
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    board: NDArray[np.uint8],
    taken: NDArray[np.uint8],
    values: NDArray[np.uint16],
) -> None:
    """Compute the value of every hand with a board of places, 0 where they share a card; `taken` is room to work in."""
    taken[:] = 0
    key, mask = lookup.start, np.uint64(0)
    for place in board:
        taken[place] = 1
        key += lookup.card_keys[cards[place]]
        mask |= lookup.card_masks[cards[place]]
    for hand in range(hands.shape[0]):
        one, other = hands[hand, 0], hands[hand, 1]
        if taken[one] or taken[other]:
            values[hand] = 0
            continue
        one, other = cards[one], cards[other]
        with_hand = key + lookup.card_keys[one] + lookup.card_keys[other]
        values[hand] = value_of(lookup, with_hand, mask | lookup.card_masks[one] | lookup.card_masks[other])


@_compiled
def order_by_value(values: NDArray[np.uint16], starts: Small, order: Small) -> int:
    """List the hands that have a value, the worst first, and return their number. `starts` has a place per value."""
    starts[:] = 0
    for hand in range(values.size):
        starts[values[hand]] += 1
    n_ordered = 0
    for value in range(1, starts.size):
        times = starts[value]
        starts[value] = n_ordered
        n_ordered += times
    for hand in range(values.size):
        if values[hand]:
            order[starts[values[hand]]] = hand
            starts[values[hand]] += 1
    return n_ordered


@_compiled
def sweep(
    values: NDArray[np.uint16],
    hands: NDArray[np.uint8],
    order: Small,
    n_ordered: int,
    least: int,
    passed: Small,
    unqualified: Small,
    found: Small,
) -> None:
    """Count, for every hand, the dealer's hands below it, those not above it, and those that do not qualify.

    `passed` and `unqualified` are room for a number for each card and one for all.
    """
    total = passed.size - 1
    passed[:] = 0
    unqualified[:] = 0
    start = 0
    met = False
    while start < n_ordered:
        value = values[order[start]]
        if not met and value >= least:
            met = True
            unqualified[:] = passed
        end = start
        while end < n_ordered and values[order[end]] == value:
            hand = order[end]
            found[hand, 0] = passed[total] - passed[hands[hand, 0]] - passed[hands[hand, 1]]
            end += 1
        for place in range(start, end):
            passed[hands[order[place], 0]] += 1
            passed[hands[order[place], 1]] += 1
        passed[total] += end - start
        for place in range(start, end):
            hand = order[place]
            found[hand, 1] = passed[total] - passed[hands[hand, 0]] - passed[hands[hand, 1]] + 1
        start = end
    if not met:
        unqualified[:] = passed
    for place in range(n_ordered):
        hand = order[place]
        mine = unqualified[total] - unqualified[hands[hand, 0]] - unqualified[hands[hand, 1]]
        found[hand, 2] = mine + (1 if values[hand] < least else 0)


@leaf
def outcomes(below: int, not_above: int, unqualified: int, dealers: int, qualifies: bool, out: Numbers) -> None:
    """Set won, tied, lost against qualified dealers, then against the others; `qualifies` is for the hand itself."""
    if qualifies:
        out[0] = below - unqualified
        out[1] = not_above - below
        out[2] = dealers - not_above
        out[3] = unqualified
        out[4] = 0
        out[5] = 0
    else:
        out[0] = 0
        out[1] = 0
        out[2] = dealers - unqualified
        out[3] = below
        out[4] = not_above - below
        out[5] = unqualified - not_above


Bytes = NDArray[np.uint8]


class Tables(NamedTuple):
    """The data that both passes read: the numbers of `space`, the middle sets of a late one, and all endings' values.

    `net` is by path, kind and outcome. `starts[stage, prefix]` is the first of the prefixes that a late stage leads to.
    `planes` is, for every prefix before the late stages, its plane of the choices, -1 where nothing is left to choose.
    `first_path` is the first of the paths that it can lead to.
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
    """Return room for late sets that `n_boards` full boards follow."""
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
    """Compute the value of every path with every player's hand, over all full boards and dealer's hands."""
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
    """Find the value of every prefix before each late stage, the path it leads to, and the choice at the first one."""
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
    """Find the class of every middle set in a late one, and the renaming that takes it to the member."""
    for place in range(t.columns.shape[0]):
        number = 0
        for column in range(t.columns.shape[1]):
            number += PLACES[late_set[t.columns[place, column]], column]
        room.set_class[place] = t.set_class[number]
        room.set_symmetry[place] = t.set_symmetry[number]


@leaf
def keep_choices(t: Tables, room: Room, late_set: int, hand: int, choices: Bytes) -> None:
    """Write the path, counted from its first one, that each prefix with a choice leads to.

    The bits are ordered by late set, then by plane, then by hand.
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
    """Run the first pass: add to `sums[class, prefix]`, and set the late choices in `choices`, which are bits."""
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
    """Run the second pass: add to `counts[path, kind, outcome]`, and to the rows of the first late decision.

    `prefix_of[class]` is the prefix of optimal play after the middle stages. `row_of[late set, kind]` is the row of a
    player's hand of that kind. Rows have their counts in `row_counts[prefix, row, choice]`, and the values of all
    options in `row_sums`.
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


def path_values(layout: Layout, payoffs: Payoffs, own: Bytes, board: Bytes, left: Bytes) -> Numbers:
    """Return the value of every path, over dealer's hands and hidden cards, by set of community cards at the last
    stage.
    """
    n_hidden, last = layout.streets.board.cards - len(board), layout.streets.stages[-1].shown - len(board)
    values = np.zeros((len(payoffs.paths), len(all_sets(len(left), n_hidden))), np.int64)
    _add_up(
        ranking(layout.system).lookup,
        own,
        board,
        left,
        all_sets(len(left), n_hidden),
        layout.least,
        kinds(layout.system)[0],
        layout.net(payoffs),
        values,
    )
    return with_fewer(values, len(left), n_hidden, last)


@numba.njit(nogil=True, cache=True)
def _add_up(
    lookup: Lookup,
    own: Bytes,
    board: Bytes,
    left: Bytes,
    rests: Bytes,
    least: int,
    kind_by_value: Numbers,
    net: Numbers,
    values: Numbers,
) -> None:
    """Add, for every rest of the board, the outcomes against every dealer's hand, times the result of each path."""
    card_keys, card_masks = lookup.card_keys, lookup.card_masks
    start_key, start_mask = lookup.start, np.uint64(0)
    for card in board:
        start_key += card_keys[card]
        start_mask |= card_masks[card]
    own_key, own_mask = np.uint64(0), np.uint64(0)
    for card in own:
        own_key += card_keys[card]
        own_mask |= card_masks[card]
    taken = np.zeros(left.size, np.uint8)
    outcomes = np.zeros(6, np.int64)
    for row in range(rests.shape[0]):
        key, mask = start_key, start_mask
        taken[:] = 0
        for place in rests[row]:
            taken[place] = 1
            key += card_keys[left[place]]
            mask |= card_masks[left[place]]
        mine = value_of(lookup, key + own_key, mask | own_mask)
        outcomes[:] = 0
        for high in range(left.size):
            if taken[high]:
                continue
            high_key, high_mask = key + card_keys[left[high]], mask | card_masks[left[high]]
            for low in range(high):
                if taken[low]:
                    continue
                theirs = value_of(lookup, high_key + card_keys[left[low]], high_mask | card_masks[left[low]])
                outcomes[1 + (mine < theirs) - (mine > theirs) + 3 * (theirs < least)] += 1
        for path in range(net.shape[0]):
            for outcome in range(6):
                values[path, row] += net[path, kind_by_value[mine], outcome] * outcomes[outcome]
