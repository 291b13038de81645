"""How a person reads two cards after a flop: what they make, what they may yet make, and what kind of flop it is.

One reading serves the rule list, the table of the optimal strategy, the exact pass over all holes and the simulation.
"""

from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.titles.two_hand_holdem.kinds import Array, Flop
from houseway.cards.card import ACE, DEUCE, N_RANKS, N_SUITS, TEN

NOTHING, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE = range(7)
"""What the hand's own cards make with the flop; a full house or anything better is one thing here.

A pair is two cards of one rank in the hand, or a card that pairs one of the flop, even beside a pair in the flop.
"""

COMPLETE = 9
"""In a table of draws: the ranks already make a straight."""


class HandReading(NamedTuple):
    """Two cards after a flop. All numbers are small integers; those that say yes or no are 0 or 1."""

    made: int
    pair_rank: int
    flop_ranks_above: int
    pocket: int
    good_kicker: int
    high: int
    low: int
    four_to_flush: int
    suited_with_one: int
    straight_ranks: int
    one_suit_flop: int
    close_flop: int
    paired_flop: int


def straight_draws() -> Array:
    """For every set of ranks, as 13 bits: how many ranks would complete a straight; COMPLETE where one is there."""
    wheel = (ACE, *range(DEUCE, DEUCE + 4))
    straights = [sum(1 << rank for rank in wheel)]
    straights += [sum(1 << rank for rank in range(low, low + 5)) for low in range(N_RANKS - 4)]
    draws = np.zeros(1 << N_RANKS, np.uint8)
    for mask in range(1 << N_RANKS):
        missing = {straight & ~mask for straight in straights}
        draws[mask] = COMPLETE if 0 in missing else sum(each.bit_count() == 1 for each in missing)
    return draws


DRAWS = straight_draws()


@numba.njit(nogil=True, cache=True)
def read_hand(one: int, other: int, flop: Flop, draws: Array) -> HandReading:
    """Read two cards after a flop; `draws` is DRAWS."""
    high, low = max(one, other) // N_SUITS, min(one, other) // N_SUITS
    a, b, c = flop[0] // N_SUITS, flop[1] // N_SUITS, flop[2] // N_SUITS
    paired_flop = int(a in (b, c) or b == c)
    of_high = int(high == a) + int(high == b) + int(high == c)
    of_low = int(low == a) + int(low == b) + int(low == c)
    one_suit, other_suit = one % N_SUITS, other % N_SUITS
    s, t, u = flop[0] % N_SUITS, flop[1] % N_SUITS, flop[2] % N_SUITS
    suited = int(one_suit == other_suit)
    with_one = 1 + suited + int(one_suit == s) + int(one_suit == t) + int(one_suit == u)
    with_other = 1 + suited + int(other_suit == s) + int(other_suit == t) + int(other_suit == u)
    most = max(with_one, with_other)
    flop_bits = (1 << a) | (1 << b) | (1 << c)
    straight_ranks = int(draws[flop_bits | (1 << high) | (1 << low)])
    made, pair_rank, pocket, kicker = NOTHING, 0, int(high == low), 0
    if pocket:
        pair_rank = high
        if of_high:
            made = FULL_HOUSE if paired_flop else TRIPS
        elif a == b == c:
            made = FULL_HOUSE
        else:
            made = PAIR
    elif of_high and of_low:
        made = TWO_PAIR if of_high + of_low == 2 else FULL_HOUSE
    elif of_high or of_low:
        pair_rank, kicker = (high, low) if of_high else (low, high)
        times = of_high + of_low
        made = PAIR if times == 1 else TRIPS if times == 2 else FULL_HOUSE
    elif most == 5:
        made = FULL_HOUSE if straight_ranks == COMPLETE else FLUSH
    elif straight_ranks == COMPLETE:
        made = STRAIGHT
    higher = flop_bits >> (pair_rank + 1)
    above = 0
    while higher:
        above += higher & 1
        higher >>= 1
    lowest, highest = min(a, b, c), max(a, b, c)
    fits = highest - lowest <= 4 or (highest == ACE and a + b + c - lowest - highest <= DEUCE + 3)
    return HandReading(
        made,
        pair_rank,
        above,
        pocket,
        int(made == PAIR and kicker >= TEN and not pocket),
        high,
        low,
        int(most == 4),
        int(suited and most == 3),
        straight_ranks,
        int(s == t == u),
        int(fits and not paired_flop),
        paired_flop,
    )


NO_DRAW, ONE_RANK, TWO_RANKS, FLUSH_DRAW = range(4)
DRAW_NAMES = ("", "one rank makes a straight", "two ranks make a straight", "four to a flush")
MOST_ABOVE = 3
N_CLASSES = (2 + MOST_ABOVE) * len(DRAW_NAMES) + FULL_HOUSE - PAIR


@numba.njit(nogil=True, cache=True)
def hand_class(reading: HandReading) -> int:
    """The class of a hand: what it makes, for a pair how many flop ranks are above it, below two pair its draw."""
    draw = NO_DRAW
    if reading.four_to_flush:
        draw = FLUSH_DRAW
    elif reading.straight_ranks:
        draw = ONE_RANK if reading.straight_ranks == 1 else TWO_RANKS
    if reading.made == NOTHING:
        return draw
    if reading.made == PAIR:
        return (1 + MOST_ABOVE - reading.flop_ranks_above) * len(DRAW_NAMES) + draw
    return (2 + MOST_ABOVE) * len(DRAW_NAMES) + reading.made - TWO_PAIR


def class_names() -> tuple[str, ...]:
    """What the classes are called, in their order, from the lowest hands up."""
    above = ("no flop rank above it", "one flop rank above it", "two flop ranks above it", "three flop ranks above it")
    below_two_pair = ("nothing", *(f"pair, {text}" for text in reversed(above)))
    drawing = [", ".join(filter(None, (made, draw))) for made in below_two_pair for draw in DRAW_NAMES]
    return (*drawing, "two pair", "three of a kind", "straight", "flush", "full house or better")


@numba.njit(nogil=True, cache=True)
def all_classes(cards: Array, flop: Flop, draws: Array) -> Array:
    """The class of every pair of some cards, by their positions."""
    classes = np.zeros((cards.size, cards.size), np.int64)
    for i in range(cards.size):
        for j in range(cards.size):
            if i != j:
                classes[i, j] = hand_class(read_hand(cards[i], cards[j], flop, draws))
    return classes
