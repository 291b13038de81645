"""The second option, for every set of dead cards at once.

The player holds five cards h and has seen k dead ones, D; m = n - 5 - k cards are unseen. With gains g (see `payoffs`)
the second option offers, each times m,

    fold                 scale m
    stand                g(h) m
    discard x, keep K    G(K) - g(h) - sum over D of g(K + y),     G(K) = sum over all cards c of g(K + c).

Let q be the least gain that K can end with, and r(y) = g(K + y) - q. The discard is then worth G(K) - g(h) - k q less
the sum over D of r(y), and r(y) is nothing for all but the few cards y that improve K. A discard that does not beat
fold and stand even without dead cards is not *live* and is forgotten. The *outs* of h are the cards that improve K for
some live discard: only the outs among D matter.
"""

from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.titles.double_draw_poker.payoffs import Payoffs
from houseway.analysis.titles.double_draw_poker.space import BINOMIAL, Array, HandSpace, number_without
from houseway.games.titles.double_draw_poker import PACKET

_compiled = numba.njit(nogil=True, cache=True)


class Tables(NamedTuple):
    """What the kernels look up; `kept_gain` is G(K) and `kept_base` the outcome of least gain, by the number of K."""

    n_cards: int
    fold_gain: int
    gains: Array
    outcome_of_hand: Array
    outcome_with: Array
    outcome_counts: Array
    kept_gain: Array
    kept_base: Array


def tables_of(space: HandSpace, payoffs: Payoffs) -> Tables:
    """The tables of a deck, a ranking system and a pay table."""
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
    """Room for the live discards of one hand and its outs.

    `place`, `kept` and `value` belong to live discards, which come in the order of the legal actions: from the highest
    card down. `out` lists the outs by number in the list `others`; `less[x, i]` is r(y) of live discard x for out i.
    """

    place: Array
    kept: Array
    value: Array
    out: Array
    less: Array


@_compiled
def new_options(n_cards: int) -> Options:
    """Empty room."""
    return Options(
        np.zeros(PACKET, np.int64),
        np.zeros(PACKET, np.int64),
        np.zeros(PACKET, np.int64),
        np.zeros(n_cards, np.int64),
        np.zeros((PACKET, n_cards), np.int64),
    )


@_compiled
def merge_hand(held: Array, others: Array, drawn: Array, hand: Array) -> int:
    """Put the held and the drawn cards (given by number in `others`) in ascending order; the hand's number."""
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
    """The better of fold and stand, times the number of unseen cards."""
    own = tables.gains[tables.outcome_of_hand[number]]
    best: int = max(tables.fold_gain, own)
    return best * (tables.n_cards - PACKET - n_dead)


@_compiled
def live_discards(tables: Tables, hand: Array, number: int, n_dead: int, options: Options) -> int:
    """Fill in the live discards; how many there are."""
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
    """Fill in the outs among the cards that are not in the hand; how many there are.

    A card that ends as another outcome of the same gain is an out too, so that outcomes can be counted apart.
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
    """Whether a card is one of those drawn."""
    found = False
    for card in drawn:
        found = found or card == other
    return found


@_compiled
def certain_discard(options: Options, live: int, outs: int, n_dead: int, rest: int) -> int:
    """The live discard that is better than all else whatever is dead; -1 where none is certain."""
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
    """The next set in the order of numbers; false after the last one."""
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
    """The cards that are not held, ascending."""
    others = np.empty(n_cards - held.size, np.int64)
    at = 0
    for card in range(n_cards):
        if not is_among(held, card):
            others[at] = card
            at += 1
    return others
