"""The value of every first draw, for every set of discards at once.

A player who holds H and discards the k cards D draws k cards T from the n - 5 unseen ones, and then takes the second
option with D dead. Let V(T, D) be the best value of the hand H + T at the second option (see `second`). Needed is

    F(D) = sum of V(T, D) over all T that avoid D,        for every D.

V(T, D) depends only on the outs of H + T among D. So it is a sum over sets of outs: V(T, D) is the sum of v(T, E) over
E within D, where v(T, E) is the sum of (-1)^|E - E'| V(T, E') over E' within E, and nothing unless E consists of outs
of H + T. That T avoids D is the sum of (-1)^|U| over the sets U of drawn cards that are in D. Together

    F(D) = sum of M(E) over the sets E within D,    M(E) = sum of (-1)^|U| v(T, E - U) over T and U within T and E.

A set of at most three cards has at most eight subsets, so M answers F(D) for all D in eight look-ups each. M is made in
one pass over T, of which each touches only small sets of its own outs and drawn cards. Where one discard is the best
whatever is dead (`certain_discard`), v is linear: v(T, {y}) = -r(y), and larger sets have none.

Drawn sets that differ by a symmetry that leaves H as it is are looked at once, weighted by the size of their class.
With P for these weighted sums and s symmetries, M(E) is the sum of P(image of E) over the symmetries, divided by s.
No number here is above 2^3 C(54, 3) 54 x 48 times the largest gain, which `plan.check_range` keeps within 63 bits.
"""

import numba
import numpy as np

from houseway.analysis.titles.double_draw_poker.deadsets import (
    add_for_none,
    add_for_one,
    add_for_two,
    add_images,
    triple_at,
)
from houseway.analysis.titles.double_draw_poker.held import class_size, symmetries_left
from houseway.analysis.titles.double_draw_poker.second import (
    Options,
    Tables,
    certain_discard,
    find_outs,
    live_discards,
    merge_hand,
    new_options,
    next_set,
    others_than,
    without_drawing,
)
from houseway.analysis.titles.double_draw_poker.space import Array
from houseway.games.titles.double_draw_poker import PACKET

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def _add_hand(
    sums: Array, n_others: int, drawn: Array, options: Options, live: int, outs: int, rest: int, weight: int, two: Array
) -> None:
    """Add every v(T, E) of one drawn set, times a weight, if the best discard depends on what is dead."""
    out, less, value = options.out, options.less, options.value
    none = rest
    for x in range(live):
        none = max(none, value[x])
    add_for_none(sums, n_others, drawn, weight * none)
    if drawn.size == 0:
        return
    one = np.empty(outs, np.int64)
    for i in range(outs):
        best = rest
        for x in range(live):
            best = max(best, value[x] - less[x, i])
        one[i] = best
        if best != none:
            add_for_one(sums, n_others, drawn, out[i], weight * (best - none))
    if drawn.size == 1:
        return
    for j in range(outs):
        for i in range(j):
            best = rest
            for x in range(live):
                best = max(best, value[x] - less[x, i] - less[x, j])
            two[i, j] = best
            amount = best - one[i] - one[j] + none
            if amount:
                add_for_two(sums, n_others, drawn, out[i], out[j], weight * amount)
    if drawn.size == 2:
        return
    for h in range(outs):
        for j in range(h):
            for i in range(j):
                best = rest
                for x in range(live):
                    best = max(best, value[x] - less[x, i] - less[x, j] - less[x, h])
                amount = best - two[i, j] - two[i, h] - two[j, h] + one[i] + one[j] + one[h] - none
                if amount:
                    sums[triple_at(n_others, out[i], out[j], out[h])] += weight * amount


@_compiled
def _add_certain(sums: Array, n_others: int, drawn: Array, options: Options, sure: int, outs: int, weight: int) -> None:
    """Add every v(T, E) of one drawn set with a certain discard."""
    add_for_none(sums, n_others, drawn, weight * options.value[sure])
    for i in range(outs if drawn.size else 0):
        if options.less[sure, i]:
            add_for_one(sums, n_others, drawn, options.out[i], -weight * options.less[sure, i])


@_compiled
def dead_card_sums(tables: Tables, images: Array, held_sets: Array, sums: Array) -> None:
    """M(E) for each of some held sets, a row for each; `sums` starts as zeros."""
    n_dead = PACKET - held_sets.shape[1]
    options, hand = new_options(tables.n_cards), np.empty(PACKET, np.int64)
    two, image = np.empty((tables.n_cards, tables.n_cards), np.int64), np.empty(n_dead, np.int64)
    for row in range(held_sets.shape[0]):
        others = others_than(held_sets[row], tables.n_cards)
        left = symmetries_left(held_sets[row], others, images)
        of_classes = np.zeros(sums.shape[1], np.int64)
        drawn = np.arange(n_dead)
        while True:
            weight = class_size(drawn, left, image)
            if weight:
                number = merge_hand(held_sets[row], others, drawn, hand)
                rest = without_drawing(tables, number, n_dead)
                live = live_discards(tables, hand, number, n_dead, options)
                outs = find_outs(tables, others, drawn, live, options) if live else 0
                sure = certain_discard(options, live, outs, n_dead, rest) if live else -1
                if sure < 0:
                    _add_hand(of_classes, others.size, drawn, options, live, outs, rest, weight, two)
                else:
                    _add_certain(of_classes, others.size, drawn, options, sure, outs, weight)
            if not next_set(drawn, others.size):
                break
        add_images(of_classes, others.size, n_dead, left, sums[row])
        for place in range(sums.shape[1]):
            sums[row, place] //= left.shape[0]
