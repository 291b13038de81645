"""The value of both draws, for every set of dead cards at once: the second option, then the first draw by it.

At the second option the player holds five cards h and has seen k dead ones, D. m = n - 5 - k cards are unseen. With
gains g (see `Payoffs`) the second option offers, each times m,

    fold                 scale m
    stand                g(h) m
    discard x, keep K    G(K) - g(h) - sum over D of g(K + y),     G(K) = sum over all cards c of g(K + c).

Let q be the least gain that K can end with, and r(y) = g(K + y) - q. The value of the discard is then G(K) - g(h) - k q
less the sum over D of r(y). r(y) is 0 for all but the few cards y that improve K. A discard that does not beat fold and
stand even without dead cards is not *live* and is dropped. The *outs* of h are the cards that improve K for some live
discard: only the outs among D matter.

At the first draw, a player holds H and discards the k cards D. The player draws k cards T from the n - 5 unseen ones,
and then takes the second option with D dead. Let V(T, D) be the best value of the hand H + T at the second option. The
task is to find

    F(D) = sum of V(T, D) over all T that avoid D,        for every D.

V(T, D) depends only on the outs of H + T among D. So it is a sum over sets of outs: V(T, D) is the sum of v(T, E) over
E within D. Here v(T, E) is the sum of (-1)^|E - E'| V(T, E') over E' within E. It is 0 unless E consists of outs of H +
T. The condition that T avoids D is the sum of (-1)^|U| over the sets U of drawn cards that are in D. Together

    F(D) = sum of M(E) over the sets E within D,    M(E) = sum of (-1)^|U| v(T, E - U) over T and U within T and E.

A set of at most three cards has at most eight subsets, so M answers F(D) for all D in eight look-ups each. M is made in
one pass over T. Each T touches only small sets of its outs and drawn cards. If one discard is the best whatever is dead
(`certain_discard`), v is linear: v(T, {y}) = -r(y), and larger sets have none.

Drawn sets that differ by a symmetry that fixes H are visited once, weighted by the size of their class. With P for
these weighted sums and s symmetries, M(E) is the sum of P(image of E) over the symmetries, divided by s. No number here
is above 2^3 C(54, 3) 54 x 48 times the largest gain, which `check_range` keeps within 63 bits.

A *mask* names the discards by the places of the ascending hand: bit 0 is the lowest card. A plan has one mask for each
class of hands, or FOLD_HAND. Of equally good options, the first in the order of the legal actions counts.
"""

from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.titles.double_draw_poker.space import (
    BINOMIAL,
    FOLD_FIRST,
    LOSS,
    MOST_DEAD,
    Array,
    HandSpace,
    Payoffs,
    add_images,
    class_size,
    held_sets,
    number_without,
    pair_at,
    set_number,
    symmetries_left,
    triple_at,
)
from houseway.errors import BadPayTable
from houseway.games.titles.double_draw_poker import PACKET

_compiled = numba.njit(nogil=True, cache=True)


class Tables(NamedTuple):
    """The kernels' look-up tables.

    `kept_gain` is G(K) and `kept_base` the outcome of least gain, by the number of K.
    """

    n_cards: int
    fold_gain: int
    gains: Array
    outcome_of_hand: Array
    outcome_with: Array
    outcome_counts: Array
    kept_gain: Array
    kept_base: Array


def tables_of(space: HandSpace, payoffs: Payoffs) -> Tables:
    """Return the tables of a deck, a ranking system and a pay table."""
    outcome_with, outcome_counts = space.fifth_card_tables
    gains = np.array(payoffs.gains, np.int64)
    order = np.argsort(gains, kind="stable")
    first_present = np.argmax(outcome_counts[:, order] > 0, axis=1)
    return Tables(
        n_cards=space.n_cards,
        fold_gain=payoffs.scale,
        gains=gains,
        outcome_of_hand=space.outcome_of_hand,
        outcome_with=outcome_with,
        outcome_counts=outcome_counts,
        kept_gain=outcome_counts.astype(np.int64) @ gains,
        kept_base=order[first_present].astype(np.uint8),
    )


class Options(NamedTuple):
    """Buffers for the live discards of one hand and its outs.

    `place`, `kept` and `value` belong to live discards, in the order of the legal actions: from the highest card down.
    `out` lists the outs by number in the list `others`. `less[x, i]` is r(y) of live discard x for out i.
    """

    place: Array
    kept: Array
    value: Array
    out: Array
    less: Array


@_compiled
def new_options(n_cards: int) -> Options:
    """Return empty buffers."""
    return Options(
        np.zeros(PACKET, np.int64),
        np.zeros(PACKET, np.int64),
        np.zeros(PACKET, np.int64),
        np.zeros(n_cards, np.int64),
        np.zeros((PACKET, n_cards), np.int64),
    )


@_compiled
def merge_hand(held: Array, others: Array, drawn: Array, hand: Array) -> int:
    """Merge the held and the drawn cards (by number in `others`) in ascending order, and return the hand's number."""
    one, two, number = 0, 0, 0
    for place in range(PACKET):
        if two == drawn.size or (one < held.size and held[one] < others[drawn[two]]):
            hand[place] = held[one]
            one += 1
        else:
            hand[place] = others[drawn[two]]
            two += 1
        number += BINOMIAL[hand[place], place + 1]
    return number


@_compiled
def without_drawing(tables: Tables, number: int, n_dead: int) -> int:
    """Return the better of fold and stand, times the number of unseen cards."""
    own = tables.gains[tables.outcome_of_hand[number]]
    best: int = max(tables.fold_gain, own)
    return best * (tables.n_cards - PACKET - n_dead)


@_compiled
def live_discards(tables: Tables, hand: Array, number: int, n_dead: int, options: Options) -> int:
    """Fill in the live discards, and return their number."""
    own = tables.gains[tables.outcome_of_hand[number]]
    rest = without_drawing(tables, number, n_dead)
    live = 0
    for place in range(PACKET - 1, -1, -1):
        kept = number_without(hand, place)
        value = tables.kept_gain[kept] - own - n_dead * tables.gains[tables.kept_base[kept]]
        if value > rest:
            options.place[live] = place
            options.kept[live] = kept
            options.value[live] = value
            live += 1
    return live


@_compiled
def find_outs(tables: Tables, others: Array, drawn: Array, live: int, options: Options) -> int:
    """Fill in the outs among the cards that are not in the hand, and return their number.

    A card that ends as another outcome of the same gain is an out too, so that outcomes can be counted separately.
    """
    outs = 0
    for other in range(others.size):
        if is_among(drawn, other):
            continue
        matters = False
        for x in range(live):
            base = tables.kept_base[options.kept[x]]
            outcome = tables.outcome_with[options.kept[x], others[other]]
            options.less[x, outs] = tables.gains[outcome] - tables.gains[base]
            matters = matters or outcome != base
        if matters:
            options.out[outs] = other
            outs += 1
    return outs


@_compiled
def is_among(drawn: Array, other: int) -> bool:
    """Return whether a card is one of those drawn."""
    found = False
    for card in drawn:
        found = found or card == other
    return found


@_compiled
def certain_discard(options: Options, live: int, outs: int, n_dead: int, rest: int) -> int:
    """Return the live discard that is best whatever is dead, or -1 if none is certain."""
    best = 0
    for x in range(1, live):
        if options.value[x] > options.value[best]:
            best = x
    runner_up = rest
    for x in range(live):
        if x != best:
            runner_up = max(runner_up, options.value[x])
    lead = options.value[best] - runner_up
    worst = 0
    for i in range(outs):
        worst = max(worst, options.less[best, i])
    return best if lead > n_dead * worst else -1


@_compiled
def next_set(drawn: Array, n_others: int) -> bool:
    """Advance to the next set in the order of numbers, and return false after the last one."""
    size = drawn.size
    for place in range(size):
        limit = drawn[place + 1] if place + 1 < size else n_others
        if drawn[place] + 1 < limit:
            drawn[place] += 1
            for lower in range(place):
                drawn[lower] = lower
            return True
    return False


@_compiled
def others_than(held: Array, n_cards: int) -> Array:
    """Return the cards that are not held, ascending."""
    others = np.empty(n_cards - held.size, np.int64)
    at = 0
    for card in range(n_cards):
        if not is_among(held, card):
            others[at] = card
            at += 1
    return others


FOLD_HAND = 1 << PACKET
MASKS = np.array(
    [
        sum(1 << place for place in places)
        for count in range(MOST_DEAD + 1)
        for places in combinations(range(PACKET - 1, -1, -1), count)
    ],
    np.int64,
)
"""All discards in the order of the legal actions: none, then one card, the highest first, and so on."""

HELD_SIZES = tuple(range(PACKET - MOST_DEAD, PACKET))


@_compiled
def add_for_none(sums: Array, n_others: int, drawn: Array, amount: int) -> None:
    """Add v(T, {}) at every set of drawn cards."""
    sums[0] += amount
    for a in range(drawn.size):
        sums[1 + drawn[a]] -= amount
        for b in range(a):
            sums[pair_at(n_others, drawn[a], drawn[b])] += amount
    if drawn.size == 3:
        sums[triple_at(n_others, drawn[0], drawn[1], drawn[2])] -= amount


@_compiled
def add_for_one(sums: Array, n_others: int, drawn: Array, i: int, amount: int) -> None:
    """Add v(T, {i}) at every set of i and drawn cards."""
    sums[1 + i] += amount
    if drawn.size == 1:
        return
    for a in range(drawn.size):
        sums[pair_at(n_others, i, drawn[a])] -= amount
        if drawn.size == 3:
            for b in range(a):
                sums[triple_at(n_others, i, drawn[a], drawn[b])] += amount


@_compiled
def add_for_two(sums: Array, n_others: int, drawn: Array, i: int, j: int, amount: int) -> None:
    """Add v(T, {i, j}) at every set of i, j and drawn cards."""
    sums[pair_at(n_others, i, j)] += amount
    if drawn.size == 3:
        for card in drawn:
            sums[triple_at(n_others, i, j, card)] -= amount


@_compiled
def sum_within(sums: Array, n_others: int, dead: Array) -> int:
    """Return F(D): the sum of M(E) over all sets E of the dead cards, given by number among the cards not held."""
    total: int = sums[0]
    for a in range(dead.size):
        total += sums[1 + dead[a]]
        for b in range(a):
            total += sums[pair_at(n_others, dead[a], dead[b])]
    if dead.size == 3:
        total += sums[triple_at(n_others, dead[0], dead[1], dead[2])]
    return total


@_compiled
def _add_hand(
    sums: Array, n_others: int, drawn: Array, options: Options, live: int, outs: int, rest: int, weight: int, two: Array
) -> None:
    """Add every v(T, E) of one drawn set, times a weight, if the best discard depends on the dead cards."""
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
    """Compute M(E) for each of some held sets, a row for each. `sums` starts as zeros."""
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


class HeldValues(NamedTuple):
    """The sums of all held sets of one size, and how to find those of any set."""

    representatives: Array
    class_of: Array
    symmetry_of: Array
    sums: Array


def held_values(space: HandSpace, size: int, sums: NDArray[np.int64]) -> HeldValues:
    """Return the sums of a size with their classes."""
    sets = held_sets(space.deck, space.system, size)
    return HeldValues(sets.representatives, sets.class_of, sets.symmetry_of, sums)


def deals(n_cards: int, n_dead: int) -> int:
    """Return the number of ways to draw cards at the first draw, and then one card at the second."""
    return comb(n_cards - PACKET, n_dead) * (n_cards - PACKET - n_dead)


def common_deals(n_cards: int) -> int:
    """Return a number of deals after the first five cards that every number of discards divides."""
    return lcm(*(deals(n_cards, n_dead) for n_dead in range(MOST_DEAD + 1)))


def check_range(payoffs: Payoffs, space: HandSpace) -> None:
    """Refuse odds whose sums would not fit in 63 bits."""
    draws = 2**MOST_DEAD * comb(space.n_cards, MOST_DEAD) * space.n_cards * len(space.images)
    most = (2**63 - 1) // max(draws, common_deals(space.n_cards))
    if max(payoffs.gains) > most:
        raise BadPayTable(
            f"the odds are too large or too finely divided to be summed exactly: a hand is worth "
            f"{max(payoffs.gains)} units of 1/{payoffs.scale} Ante; at most {most} can be counted"
        )


@_compiled
def to_representative(hand: Array, mask: int, values: HeldValues, images: Array, dead: Array) -> int:
    """Return the class of the cards that a mask holds. `dead` gets the discards, numbered among the cards not held."""
    held = np.empty(values.representatives.shape[1], np.int64)
    at = 0
    for place in range(PACKET):
        if not mask >> place & 1:
            held[at] = hand[place]
            at += 1
    number = set_number(held)
    held_class, symmetry = values.class_of[number], values.symmetry_of[number]
    at = 0
    for place in range(PACKET):
        if mask >> place & 1:
            card = images[symmetry, hand[place]]
            below = 0
            for other in values.representatives[held_class]:
                below += other < card
            dead[at] = np.int64(card) - below
            at += 1
    found: int = held_class
    return found


@_compiled
def to_representatives(hands: Array, masks: Array, values: HeldValues, images: Array, dead: Array) -> Array:
    """Do the same for many hands and a mask for each."""
    classes = np.empty(hands.shape[0], np.int64)
    for row in range(hands.shape[0]):
        classes[row] = to_representative(hands[row], masks[row], values, images, dead[row])
    return classes


@_compiled
def _option_values(
    hand: Array,
    pat: int,
    two: HeldValues,
    three: HeldValues,
    four: HeldValues,
    images: Array,
    masks: Array,
    factors: Array,
    gains: Array,
) -> None:
    for option in range(masks.size):
        mask = masks[option]
        n_dead = 0
        for place in range(PACKET):
            n_dead += mask >> place & 1
        dead = np.empty(n_dead, np.int64)
        if n_dead == 0:
            gains[option] = pat * factors[0]
            continue
        values = four if n_dead == 1 else three if n_dead == 2 else two
        held_class = to_representative(hand, mask, values, images, dead)
        n_others = images.shape[1] - values.representatives.shape[1]
        gains[option] = sum_within(values.sums[held_class], n_others, dead) * factors[n_dead]


@_compiled
def first_draw_values(
    hands: Array,
    pats: Array,
    two: HeldValues,
    three: HeldValues,
    four: HeldValues,
    images: Array,
    masks: Array,
    factors: Array,
    gains: Array,
) -> None:
    """Write the total gain of every mask for every hand over the common number of deals.

    `pats` are those of no draw.
    """
    for row in range(hands.shape[0]):
        _option_values(hands[row], pats[row], two, three, four, images, masks, factors, gains[row])


def option_gains(
    space: HandSpace, hands: NDArray[np.uint8], pats: NDArray[np.int64], values: dict[int, HeldValues]
) -> NDArray[np.int64]:
    """Return, for each hand and each of MASKS, the total gain over the common number of deals."""
    total = common_deals(space.n_cards)
    factors = np.array([total // deals(space.n_cards, n_dead) for n_dead in range(MOST_DEAD + 1)], np.int64)
    gains = np.empty((len(hands), len(MASKS)), np.int64)
    two, three, four = (values[size] for size in HELD_SIZES)
    first_draw_values(hands, pats, two, three, four, space.images, MASKS, factors, gains)
    return gains


def best_masks(gains: NDArray[np.int64], payoffs: Payoffs, n_cards: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the first of the best options of each hand, and its total gain."""
    fold = (FOLD_FIRST - LOSS) * payoffs.scale * common_deals(n_cards)
    best = np.argmax(gains, axis=1)
    most = gains[np.arange(len(gains)), best]
    masks = np.where(most > fold, MASKS[best], FOLD_HAND).astype(np.uint8)
    return masks, np.maximum(most, fold)
