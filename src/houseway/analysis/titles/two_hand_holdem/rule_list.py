"""A point count that a person can play: points for each hand, the split with the most points, a Raise above zero.

The points were fitted to exact edges after a hundred random flops. A point is about a sixtieth of an Ante. Their cost
against optimal play is computed exactly over all holes and flops (see `analyzer`), not estimated.

A reading of two cards after a flop has the made hand, its possible improvements, and the kind of flop. One reading
serves the rule list, the table of the optimal strategy, the exact pass over all holes and the simulation.

For simulation, the points of every hand after every flop are in one table. Points depend on the ranks of hand and flop
and, of the suits, only on a few situations. The table is filled by the rules themselves, with cards that represent each
situation.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numba
import numpy as np

from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import RULE_LIST
from houseway.analysis.titles.two_hand_holdem.counting import Array, Flop
from houseway.analysis.titles.two_hand_holdem.holes import RAISED_STAKE
from houseway.cards.card import ACE, DEUCE, N_RANKS, N_SUITS, TEN, Card
from houseway.cards.notation import shown_cards
from houseway.games.engine.action import Action, descending
from houseway.games.engine.view import View
from houseway.games.strategies.two_hand_holdem import RAISE_OPTIONS

NOTHING, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE = range(7)
"""The hand that the player's cards make with the flop. A full house or better is one class here.

A pair is two cards of one rank in the hand, or a card that pairs one of the flop. A pair in the flop does not change
that.
"""

COMPLETE = 9
"""The value in a table of draws if the ranks already make a straight."""


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
    """Return how many ranks would complete a straight for each 13-bit set of ranks, or COMPLETE if one is made."""
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
    """Read two cards after a flop. `draws` is DRAWS."""
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
    """Return the class of a hand: its made hand, for a pair the higher flop ranks, below two pair its draw."""
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
    """Return the names of the classes, in their order, from the lowest hands up."""
    above = ("no flop rank above it", "one flop rank above it", "two flop ranks above it", "three flop ranks above it")
    below_two_pair = ("nothing", *(f"pair, {text}" for text in reversed(above)))
    drawing = [", ".join(filter(None, (made, draw))) for made in below_two_pair for draw in DRAW_NAMES]
    return (*drawing, "two pair", "three of a kind", "straight", "flush", "full house or better")


@numba.njit(nogil=True, cache=True)
def all_classes(cards: Array, flop: Flop, draws: Array) -> Array:
    """Return the class of every pair of some cards, by their positions."""
    classes = np.zeros((cards.size, cards.size), np.int64)
    for i in range(cards.size):
        for j in range(cards.size):
            if i != j:
                classes[i, j] = hand_class(read_hand(cards[i], cards[j], flop, draws))
    return classes


BEST, STRONG, TWO_PAIRS = 54, 47, 35
PAIR_START, PER_PAIR_RANK, PER_FLOP_RANK_ABOVE = -16, 3, -4
IN_THE_HAND, GOOD_KICKER, PAIRED_FLOP_PAIR = 3, 5, 5
NOTHING_START, PER_HIGH_RANK, PER_LOW_RANK, PAIRED_FLOP_NOTHING = -53, 2, 1, 2
FOUR_TO_FLUSH, SUITED_WITH_ONE = 28, 4
ONE_STRAIGHT_RANK, TWO_STRAIGHT_RANKS = 11, 21
ONE_SUIT_FLOP, CLOSE_FLOP = -16, -7

POINTS = {
    "full house or better": BEST,
    "flush, straight or three of a kind": STRONG,
    "two pair": TWO_PAIRS,
    "pair": PAIR_START,
    "pair rank": PER_PAIR_RANK,
    "flop rank above": PER_FLOP_RANK_ABOVE,
    "pair in the hand": IN_THE_HAND,
    "kicker of ten or better": GOOD_KICKER,
    "paired flop, pair": PAIRED_FLOP_PAIR,
    "nothing": NOTHING_START,
    "higher rank": PER_HIGH_RANK,
    "lower rank": PER_LOW_RANK,
    "paired flop, nothing": PAIRED_FLOP_NOTHING,
    "four to a flush": FOUR_TO_FLUSH,
    "suited with one": SUITED_WITH_ONE,
    "one straight rank": ONE_STRAIGHT_RANK,
    "two straight ranks": TWO_STRAIGHT_RANKS,
    "one suit flop": ONE_SUIT_FLOP,
    "close flop": CLOSE_FLOP,
}
"""The count as data: the points that each feature adds to a hand."""

LINES = (
    "Ranks count from 0 for a deuce to 12 for an ace. Count the points of each hand that you could set.",
    f"Full house or better, or a straight flush: {BEST}. Flush, straight, or three of a kind with a card of the hand: "
    f"{STRONG}.",
    f"Each card pairs a different card of the flop: {TWO_PAIRS}.",
    f"A pair in the hand or with the flop: {PER_PAIR_RANK} times its rank, less {-PAIR_START}, and "
    f"less {-PER_FLOP_RANK_ABOVE} for each flop rank above it.",
    f"A pair in the hand: {IN_THE_HAND} more. A pair with the flop and a ten or better beside it: {GOOD_KICKER} more.",
    f"Nothing: twice the higher rank and once the lower, less {-NOTHING_START}.",
    f"The flop itself holds a pair or three of a kind: {PAIRED_FLOP_PAIR} more with a pair, {PAIRED_FLOP_NOTHING} more "
    "with nothing.",
    f"With a pair or nothing, four cards to a flush: {FOUR_TO_FLUSH} more.",
    f"With a pair or nothing, both cards of one suit and one card of it in the flop: {SUITED_WITH_ONE} more.",
    f"With a pair or nothing, a straight is one card away: {ONE_STRAIGHT_RANK} more if one rank completes it, "
    f"{TWO_STRAIGHT_RANKS} more if two do.",
    f"The flop is all one suit and the hand is less than a flush: {-ONE_SUIT_FLOP} less.",
    f"The flop's three ranks fit into one straight and the hand is less than a straight: {-CLOSE_FLOP} less.",
    f"A hand above zero counts {RAISED_STAKE} times. Set the two hands with the highest sum; "
    "of equal sums the one that puts the highest card with the higher card.",
    "Raise each hand that is above zero; check the other.",
)


@numba.njit(nogil=True, cache=True)
def points_of(reading: HandReading) -> int:
    """Return the points of a hand. Above zero it is raised."""
    made = reading.made
    if made == FULL_HOUSE:
        return BEST
    if made == FLUSH:
        return STRONG
    points = ONE_SUIT_FLOP * reading.one_suit_flop
    if made == STRAIGHT:
        return points + STRONG
    points += CLOSE_FLOP * reading.close_flop
    if made == TRIPS:
        return points + STRONG
    if made == TWO_PAIR:
        return points + TWO_PAIRS
    points += FOUR_TO_FLUSH * reading.four_to_flush + SUITED_WITH_ONE * reading.suited_with_one
    if reading.straight_ranks == 1:
        points += ONE_STRAIGHT_RANK
    elif reading.straight_ranks > 1:
        points += TWO_STRAIGHT_RANKS
    if made == PAIR:
        points += PAIR_START + PER_PAIR_RANK * reading.pair_rank + PER_FLOP_RANK_ABOVE * reading.flop_ranks_above
        points += IN_THE_HAND * reading.pocket + GOOD_KICKER * reading.good_kicker
        return points + PAIRED_FLOP_PAIR * reading.paired_flop
    points += NOTHING_START + PER_HIGH_RANK * reading.high + PER_LOW_RANK * reading.low
    return points + PAIRED_FLOP_NOTHING * reading.paired_flop


@numba.njit(nogil=True, cache=True)
def counted(points: int) -> int:
    """Return the amount that a hand adds to the sum of an arrangement."""
    return RAISED_STAKE * points if points > 0 else points


def counted_points(points: Array) -> Array:
    """Return the same for many hands."""
    return np.where(points > 0, RAISED_STAKE * points, points)


@numba.njit(nogil=True, cache=True)
def all_points(cards: Array, flop: Flop, draws: Array) -> Array:
    """Return the points of every pair of some cards, by their positions."""
    points = np.zeros((cards.size, cards.size), np.int64)
    for i in range(cards.size):
        for j in range(cards.size):
            if i != j:
                points[i, j] = points_of(read_hand(cards[i], cards[j], flop, draws))
    return points


class PointCount:
    """The rule list as an automatic player."""

    name = RULE_LIST

    def choose(self, view: View) -> Action:
        """Arrange by points, then raise the hands above zero."""
        assert view.seat is not None
        flop, hole = view.cards("board"), view.cards("hole", view.seat)
        if hole:
            return Action("arrange", self.set_hands(hole, flop)[0])
        first, second = (self.points(view.cards(f"hand {number}", view.seat), flop) > 0 for number in (1, 2))
        return RAISE_OPTIONS[first, second]

    def set_hands(self, hole: Sequence[Card], flop: Sequence[Card]) -> "Arrangement":
        """Return the two hands with the highest sum."""
        return max(_splits(hole), key=lambda hands: self.worth(hands, flop))

    def applied(self, cards: Sequence[Card], flop: Sequence[Card], *, are_set: bool) -> AppliedRule:
        """Return the count's advice for four cards, with the points of the two hands that are set or should be set."""
        hands = (tuple(cards[:2]), tuple(cards[2:])) if are_set else self.set_hands(cards, flop)
        points = [self.points(hand, flop) for hand in hands]
        first, second = (f"{shown_cards(hand)}: {each:+d}" for hand, each in zip(hands, points, strict=True))
        action = RAISE_OPTIONS[points[0] > 0, points[1] > 0] if are_set else Action("arrange", hands[0])
        return AppliedRule(f"Points of {first}, of {second}. {LINES[-1 if are_set else -2]}", action)

    def points(self, hand: Sequence[Card], flop: Sequence[Card]) -> int:
        """Return the points of one hand.

        >>> from houseway.cards import parse_cards
        >>> PointCount().points(parse_cards("As Ks"), parse_cards("Ah 8h 3d"))
        25
        """
        (one, other), (first, second, third) = hand, flop
        return points_of(read_hand(one, other, (first, second, third), DRAWS))

    def worth(self, hands: tuple[Sequence[Card], Sequence[Card]], flop: Sequence[Card]) -> int:
        """Return the sum of points of an arrangement."""
        return sum(counted(self.points(hand, flop)) for hand in hands)


Arrangement = tuple[tuple[Card, ...], tuple[Card, ...]]
"""Hand 1 and Hand 2."""


def _splits(hole: Sequence[Card]) -> Iterator[Arrangement]:
    """Yield the three arrangements. Hand 1 has the highest card, and its highest partner is tried first."""
    held = descending(hole)
    for partner in held[1:]:
        yield (held[0], partner), tuple(card_id for card_id in held[1:] if card_id != partner)


STANDING_SUITS = (
    ((0, 1), (0, 1, 2)),
    ((0, 0), (0, 1, 2)),
    ((0, 0), (0, 0, 1)),
    ((0, 1), (2, 2, 2)),
    ((0, 1), (0, 0, 0)),
    ((0, 0), (0, 0, 0)),
)
"""Suits of hand and flop that represent: no draw; two suited with one; four to a flush.

Then a one-suit flop, where the hand has no card, one card, or two cards of it.
"""
NO_DRAW_PLACE, SUITED_WITH_ONE_PLACE, FOUR_TO_FLUSH_PLACE, ONE_SUIT_FLOP_PLACE = range(4)
N_SITUATIONS = len(STANDING_SUITS)
N_RANK_PAIRS = N_RANKS * (N_RANKS + 1) // 2
RANK_TRIPLES = tuple(combinations_with_replacement(range(N_RANKS), 3))
N_RANK_TRIPLES = len(RANK_TRIPLES)
FLOP_PLACES = np.array(
    [RANK_TRIPLES.index(tuple(sorted(ranks))) for ranks in product(range(N_RANKS), repeat=3)],
    np.uint64,
)
"""The start of a flop's points, by its three ranks in any order. This small table stays in a core's cache."""

_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def suit_situation(one: int, other: int, flop_0: int, flop_1: int, flop_2: int) -> int:
    """Return the situation of five suits."""
    of_one = int(one == flop_0) + int(one == flop_1) + int(one == flop_2)
    of_other = int(other == flop_0) + int(other == flop_1) + int(other == flop_2)
    if flop_0 == flop_1 == flop_2:
        return ONE_SUIT_FLOP_PLACE + (of_one + of_other) // 3
    four = int(one == other) & int(of_one == 2)
    with_one = int(one == other) & int(of_one == 1)
    return FOUR_TO_FLUSH_PLACE * four + SUITED_WITH_ONE_PLACE * with_one


@_compiled
def table_place(situation: int, flop_ranks: int, one_rank: int, other_rank: int) -> int:
    """Return the place of a hand's points. `flop_ranks` is a number in base 13. All hands after a flop are adjacent."""
    high, low = max(one_rank, other_rank), min(one_rank, other_rank)
    return (int(FLOP_PLACES[flop_ranks]) * N_SITUATIONS + situation) * N_RANK_PAIRS + high * (high + 1) // 2 + low


@cache
def point_table() -> Array:
    """Return the points by `table_place`. Ranks may be in any order."""
    table = np.zeros(N_RANK_TRIPLES * N_SITUATIONS * N_RANK_PAIRS, np.int8)
    for situation, (hand, flop) in enumerate(STANDING_SUITS):
        _fill(table, situation, *hand, flop, DRAWS)
    return table


@_compiled
def _fill(table: Array, situation: int, one: int, other: int, flop: tuple[int, int, int], draws: Array) -> None:
    for flop_ranks in range(N_RANKS**3):
        ranks = (flop_ranks // N_RANKS**2, flop_ranks // N_RANKS % N_RANKS, flop_ranks % N_RANKS)
        cards = (
            N_SUITS * ranks[0] + flop[0],
            N_SUITS * ranks[1] + flop[1],
            N_SUITS * ranks[2] + flop[2],
        )
        for one_rank in range(N_RANKS):
            for other_rank in range(one_rank + 1):
                reading = read_hand(N_SUITS * one_rank + one, N_SUITS * other_rank + other, cards, draws)
                table[table_place(situation, flop_ranks, one_rank, other_rank)] = points_of(reading)
