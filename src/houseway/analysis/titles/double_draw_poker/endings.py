"""The frequency of each outcome under a strategy.

Let W(D) be the number of dealt hands that hold H and discard D at the first option. The goal is to count the outcomes
of all pairs of a drawn set T and a discarded set D that avoids it. Each is counted W(D) times the m cards that are
unseen at the second option. This is the first-draw sum of `draws`, read the other way. Let S(E) be the sum of W(D) over
all D that contain E. Then

    A(T, E) = sum of (-1)^|U| S(E + U) over the sets U within T

is the weight of the D that contain E and avoid T. Consider the D whose outs of H + T are exactly E. Their weight is
A(T, E) less the weights of the larger sets of outs. All these D lead to one decision. The number of the m unseen cards
that end a discard in an outcome has three terms. It is the number that K has of it, less the discarded card, less those
among D.

A strategy for the second option can be given as a table of the cards not held. Without one, the best option is taken,
and of equal ones the first in the order of the legal actions. As in `draws`, one drawn set represents its class. For
that, S is made symmetric by adding up its images, and the counts are divided by the number of symmetries at the end.
All counts are below 48 C(54, 5) C(49, 3) 46 < 2^47.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.double_draw_poker.draws import (
    FOLD_HAND,
    Options,
    Tables,
    certain_discard,
    find_outs,
    is_among,
    live_discards,
    merge_hand,
    new_options,
    next_set,
    others_than,
    without_drawing,
)
from houseway.analysis.titles.double_draw_poker.space import (
    N_OUTCOMES,
    Array,
    HandSpace,
    add_images,
    class_size,
    n_small_sets,
    number_without,
    pair_at,
    symmetries_left,
    triple_at,
)
from houseway.cards.card import ACE, N_SUITS, is_joker
from houseway.games.titles.double_draw_poker import PACKET

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def weight_of_one(sums: Array, n_others: int, drawn: Array, i: int) -> int:
    """Return A(T, {i})."""
    weight: int = sums[1 + i]
    if drawn.size == 1:
        return weight
    for a in range(drawn.size):
        weight -= sums[pair_at(n_others, i, drawn[a])]
        if drawn.size == 3:
            for b in range(a):
                weight += sums[triple_at(n_others, i, drawn[a], drawn[b])]
    return weight


@_compiled
def weight_of_none(sums: Array, n_others: int, drawn: Array) -> int:
    """Return A(T, {})."""
    weight: int = sums[0]
    for a in range(drawn.size):
        weight -= sums[1 + drawn[a]]
        for b in range(a):
            weight += sums[pair_at(n_others, drawn[a], drawn[b])]
    if drawn.size == 3:
        weight -= sums[triple_at(n_others, drawn[0], drawn[1], drawn[2])]
    return weight


@_compiled
def weight_of_two(sums: Array, n_others: int, drawn: Array, i: int, j: int) -> int:
    """Return A(T, {i, j})."""
    weight: int = sums[pair_at(n_others, i, j)]
    if drawn.size == 3:
        for card in drawn:
            weight -= sums[triple_at(n_others, i, j, card)]
    return weight


@_compiled
def contained_weights(dead_sets: Array, weights: Array, n_others: int, sums: Array) -> None:
    """Compute S(E): add the weight of each dead set at all sets within it."""
    for row in range(dead_sets.shape[0]):
        dead, weight = dead_sets[row], weights[row]
        sums[0] += weight
        for a in range(dead.size):
            sums[1 + dead[a]] += weight
            for b in range(a):
                sums[pair_at(n_others, dead[a], dead[b])] += weight
        if dead.size == 3:
            sums[triple_at(n_others, dead[0], dead[1], dead[2])] += weight


FOLDED = N_OUTCOMES
STOOD, DREW = N_OUTCOMES + 1, N_OUTCOMES + 2
N_COUNTS = N_OUTCOMES + 3
"""Counts by outcome, then of the decisions to fold, to stand and to draw."""


@_compiled
def _count_draw(tables: Tables, kept: int, own: int, weight: int, n_dead: int, counts: Array) -> None:
    """Count a second draw as if every dead card ended in the base outcome."""
    for outcome in range(N_OUTCOMES):
        counts[outcome] += weight * np.int64(tables.outcome_counts[kept, outcome])
    counts[own] -= weight
    counts[tables.kept_base[kept]] -= n_dead * weight
    counts[DREW] += weight * (tables.n_cards - PACKET - n_dead)


@_compiled
def _count_fixed(
    tables: Tables, kept: int, own: int, weight: int, sums: Array, others: Array, drawn: Array, counts: Array
) -> None:
    """Count one drawn set that is followed by the same discard whatever is dead."""
    _count_draw(tables, kept, own, weight, drawn.size, counts)
    base = tables.kept_base[kept]
    for other in range(others.size if drawn.size else 0):
        outcome = tables.outcome_with[kept, others[other]]
        if outcome != base and not is_among(drawn, other):
            dead_weight = weight_of_one(sums, others.size, drawn, other)
            counts[outcome] -= dead_weight
            counts[base] += dead_weight


class Room(NamedTuple):
    """Buffers for the weights of one drawn set: of each choice, of its dead outs, and of pairs of dead outs.

    The last place belongs to fold or stand.
    """

    tally: Array
    out_tally: Array
    two: Array


@_compiled
def _new_room(n_cards: int) -> Room:
    return Room(
        np.zeros(PACKET + 1, np.int64),
        np.zeros((PACKET + 1, n_cards), np.int64),
        np.zeros((n_cards, n_cards), np.int64),
    )


@_compiled
def _best(options: Options, live: int, rest: int, i: int, j: int, h: int) -> int:
    """Return the best discard if the outs i, j and h are dead (-1: none), or -1 if fold or stand is as good."""
    best, choice = rest, -1
    for x in range(live):
        value = options.value[x]
        if i >= 0:
            value -= options.less[x, i]
        if j >= 0:
            value -= options.less[x, j]
        if h >= 0:
            value -= options.less[x, h]
        if value > best:
            best, choice = value, x
    return choice


@_compiled
def _tally(room: Room, choice: int, weight: int, i: int, j: int, h: int) -> None:
    """Add a weight to a choice, and to its dead outs."""
    room.tally[choice] += weight
    if choice < 0:
        return
    if i >= 0:
        room.out_tally[choice, i] += weight
    if j >= 0:
        room.out_tally[choice, j] += weight
    if h >= 0:
        room.out_tally[choice, h] += weight


@_compiled
def _share_out(
    sums: Array,
    n_others: int,
    drawn: Array,
    options: Options,
    live: int,
    outs: int,
    rest: int,
    room: Room,
) -> None:
    """Give the weight of every set of dead outs to the choice that it leads to."""
    out, two = options.out, room.two
    one = np.zeros(outs, np.int64)
    none = weight_of_none(sums, n_others, drawn)
    if drawn.size >= 1:
        for i in range(outs):
            one[i] = weight_of_one(sums, n_others, drawn, out[i])
    if drawn.size >= 2:
        for j in range(outs):
            for i in range(j):
                two[i, j] = weight_of_two(sums, n_others, drawn, out[i], out[j])
    if drawn.size == 3:
        for h in range(outs):
            for j in range(h):
                for i in range(j):
                    weight = sums[triple_at(n_others, out[i], out[j], out[h])]
                    if weight:
                        two[i, j] -= weight
                        two[i, h] -= weight
                        two[j, h] -= weight
                        one[i] -= weight
                        one[j] -= weight
                        one[h] -= weight
                        none -= weight
                        _tally(room, _best(options, live, rest, i, j, h), weight, i, j, h)
    if drawn.size >= 2:
        for j in range(outs):
            for i in range(j):
                weight = two[i, j]
                if weight:
                    one[i] -= weight
                    one[j] -= weight
                    none -= weight
                    _tally(room, _best(options, live, rest, i, j, -1), weight, i, j, -1)
    for i in range(outs):
        if one[i]:
            none -= one[i]
            _tally(room, _best(options, live, rest, i, -1, -1), one[i], i, -1, -1)
    _tally(room, _best(options, live, rest, -1, -1, -1), none, -1, -1, -1)


@_compiled
def _count_stay(tables: Tables, own: int, weight: int, counts: Array, n_dead: int, stands: bool) -> None:
    """Count hands that end without a second draw."""
    cards = weight * (tables.n_cards - PACKET - n_dead)
    if stands:
        counts[own] += cards
        counts[STOOD] += cards
    else:
        counts[FOLDED] += cards


@_compiled
def _count_choices(
    tables: Tables,
    others: Array,
    n_dead: int,
    own: int,
    options: Options,
    live: int,
    outs: int,
    room: Room,
    counts: Array,
) -> None:
    """Count the shared weights, and clear the buffers."""
    tally, out_tally = room.tally, room.out_tally
    for x in range(live):
        weight, kept = tally[x], options.kept[x]
        if weight:
            _count_draw(tables, kept, own, weight, n_dead, counts)
            base = tables.kept_base[kept]
            for i in range(outs):
                dead_weight = out_tally[x, i]
                counts[tables.outcome_with[kept, others[options.out[i]]]] -= dead_weight
                counts[base] += dead_weight
                out_tally[x, i] = 0
            tally[x] = 0
    stands = tables.gains[own] > tables.fold_gain
    _count_stay(tables, own, tally[-1], counts, n_dead, stands)
    tally[-1] = 0


@_compiled
def _count_drawn(
    tables: Tables,
    hand: Array,
    number: int,
    sums: Array,
    others: Array,
    drawn: Array,
    weight: int,
    options: Options,
    room: Room,
    counts: Array,
) -> None:
    """Count one drawn set that is followed by the best second option."""
    own = tables.outcome_of_hand[number]
    rest = without_drawing(tables, number, drawn.size)
    live = live_discards(tables, hand, number, drawn.size, options)
    outs = find_outs(tables, others, drawn, live, options) if live else 0
    sure = certain_discard(options, live, outs, drawn.size, rest) if live else -1
    if sure >= 0:
        _count_fixed(tables, options.kept[sure], own, weight, sums, others, drawn, counts)
    elif live == 0:
        _count_stay(tables, own, weight, counts, drawn.size, tables.gains[own] > tables.fold_gain)
    else:
        _share_out(sums, others.size, drawn, options, live, outs, rest, room)
        _count_choices(tables, others, drawn.size, own, options, live, outs, room, counts)


def paired_ranks(space: HandSpace) -> NDArray[np.uint8]:
    """Return the rank by which each card pairs up. A joker is an ace (DD-0b)."""
    return np.array([ACE if is_joker(card_id) else card_id // N_SUITS for card_id in space.deck.cards], np.uint8)


@_compiled
def _count_by_rank(
    tables: Tables,
    hand: Array,
    number: int,
    mask: int,
    ranks: Array,
    sums: Array,
    others: Array,
    drawn: Array,
    options: Options,
    room: Room,
    counts: Array,
) -> None:
    """Count one drawn set that is followed by discarding one of a mask's cards, by the ranks discarded before.

    The options get values by which `_share_out` finds exactly this card: one for each dead card of its rank. A card
    without such a rank matters if it changes the outcome of one of the options.
    """
    live = 0
    for place in range(PACKET):
        if mask >> place & 1:
            options.place[live], options.kept[live], options.value[live] = place, number_without(hand, place), 1
            live += 1
    outs = 0
    for other in range(others.size):
        if is_among(drawn, other):
            continue
        matters = False
        for x in range(live):
            same_rank = ranks[others[other]] == ranks[hand[options.place[x]]]
            options.less[x, outs] = -1 if same_rank else 0
            outcome = tables.outcome_with[options.kept[x], others[other]]
            matters = matters or same_rank or outcome != tables.kept_base[options.kept[x]]
        if matters:
            options.out[outs] = other
            outs += 1
    _share_out(sums, others.size, drawn, options, live, outs, 0, room)
    _count_choices(tables, others, drawn.size, tables.outcome_of_hand[number], options, live, outs, room, counts)


@_compiled
def _count_by_mask(
    tables: Tables,
    hand: Array,
    number: int,
    mask: int,
    ranks: Array,
    sums: Array,
    others: Array,
    drawn: Array,
    weight: int,
    options: Options,
    room: Room,
    counts: Array,
) -> None:
    """Count one drawn set that is followed by the choice of a mask of the cards not held."""
    own = tables.outcome_of_hand[number]
    if mask in (0, FOLD_HAND):
        _count_stay(tables, own, weight, counts, drawn.size, mask == 0)
    elif mask & (mask - 1):
        _count_by_rank(tables, hand, number, mask, ranks, sums, others, drawn, options, room, counts)
    else:
        place = 0
        while not mask >> place & 1:
            place += 1
        _count_fixed(tables, number_without(hand, place), own, weight, sums, others, drawn, counts)


@_compiled
def count_outcomes(
    tables: Tables,
    images: Array,
    held: Array,
    dead_sets: Array,
    weights: Array,
    second_masks: Array,
    ranks: Array,
    counts: Array,
) -> None:
    """Add the outcomes of all hands that hold one set. `dead_sets` are numbers among the cards that are not held.

    `second_masks` is a table by the number of the hand, or empty for the best option. `ranks` are those of the cards.
    """
    n_dead = PACKET - held.size
    others = others_than(held, tables.n_cards)
    left = symmetries_left(held, others, images)
    one_sided = np.zeros(n_small_sets(others.size, n_dead), np.int64)
    contained_weights(dead_sets, weights, others.size, one_sided)
    sums = np.zeros(one_sided.size, np.int64)
    add_images(one_sided, others.size, n_dead, left, sums)
    options, hand, room = new_options(tables.n_cards), np.empty(PACKET, np.int64), _new_room(tables.n_cards)
    found, of_class, image = np.zeros(N_COUNTS, np.int64), np.zeros(N_COUNTS, np.int64), np.empty(n_dead, np.int64)
    drawn = np.arange(n_dead)
    while True:
        size = class_size(drawn, left, image)
        weight = weight_of_none(sums, others.size, drawn) if size else 0
        if weight:
            number = merge_hand(held, others, drawn, hand)
            of_class[:] = 0
            if second_masks.size == 0:
                _count_drawn(tables, hand, number, sums, others, drawn, weight, options, room, of_class)
            else:
                mask = int(second_masks[number])
                _count_by_mask(tables, hand, number, mask, ranks, sums, others, drawn, weight, options, room, of_class)
            for place in range(N_COUNTS):
                found[place] += size * of_class[place]
        if not next_set(drawn, others.size):
            break
    for place in range(N_COUNTS):
        counts[place] += found[place] // left.shape[0]
