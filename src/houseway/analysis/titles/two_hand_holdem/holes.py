"""Every hole after a flop, played by a strategy: the joint results of the two hands, added up over the holes.

A hole is taken from high to low, h0 to h3. The three arrangements are (h0 h1 | h2 h3), (h0 h2 | h1 h3) and (h0 h3 | h1
h2). Of equally good ones the first counts. A hand that neither wins nor loses on average is not raised. Sums stay below
C(49,4) x C(45,2) x C(43,3) < 2^42. Holes are distinguished by their class on the four-card Bonus (2HH-R1).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numba
import numpy as np

from houseway.analysis.declared.levels import kinds
from houseway.analysis.titles.two_hand_holdem.counting import N_JOINT, Array, FlopTables
from houseway.cards.card import N_RANKS
from houseway.errors import BadBet
from houseway.games.titles.two_hand_holdem import HOLE_CARDS, RAISE_MULTIPLE, TwoHandHoldEm
from houseway.ranking import ranking
from houseway.ranking.kernels import leaf

FOUR_CARDS = "four-card"
N_BONUS_CLASSES = 6 + 2 * N_RANKS
"""Six categories, and a pair and four of a kind of each rank, because a row may start at some rank of these."""

Stake = Fraction | int | None


def class_of_value() -> Array:
    """Return the class of a hole by the value of its four cards."""
    return kinds(FOUR_CARDS)[0].astype(np.uint8)


def bonus_classes(holes: Array) -> Array:
    """Return the class of each hole."""
    return class_of_value()[ranking(FOUR_CARDS).evaluate(holes)]


def bonus_stake(game: TwoHandHoldEm, bonus: Stake) -> Fraction:
    """Return the Bonus bet in Antes, one by default if it is offered. Refuse a bet that is negative or not offered."""
    stake = Fraction(int(game.pay_set is not None)) if bonus is None else Fraction(bonus)
    if stake < 0 or (stake and game.pay_set is None):
        raise BadBet(f"This table does not accept a Bonus of {stake} Antes (2HH-1, 2HH-R1).")
    return stake


RAISED_STAKE = 1 + RAISE_MULTIPLE
N_SET, N_RAISED, EDGE = range(3)
"""The columns of the statistics of a hand class: how many hands, how many of them raised, the sum of their edges."""

_compiled = numba.njit(nogil=True, cache=True)


@leaf
def arranged(way: int, h0: int, h1: int, h2: int, h3: int) -> tuple[int, int, int, int]:
    """Return the cards of the first and of the second hand."""
    if way == 0:
        return h0, h1, h2, h3
    if way == 1:
        return h0, h2, h1, h3
    return h0, h3, h1, h2


@leaf
def _edge_sums(places: Array, edges: Array, deals: int, a: int, b: int, c: int, d: int) -> tuple[int, int]:
    """Return deals won less deals lost, of the hand {a, b} and of the hand {c, d}."""
    first, second = -deals, -deals
    for part in range(places.shape[0]):
        p, q = places[part, a, b], places[part, c, d]
        first += edges[part, p, q, 0]
        second += edges[part, p, q, 1]
    return first, second


@leaf
def _sum_joint(places: Array, joint: Array, a: int, b: int, c: int, d: int, sums: Array) -> None:
    """Sum the eight counts of an arrangement, over all parts, and one hole."""
    sums[:N_JOINT] = 0
    sums[N_JOINT] = 1
    for part in range(places.shape[0]):
        counts = joint[part, places[part, a, b], places[part, c, d]]
        for column in range(N_JOINT):
            sums[column] += counts[column]


@leaf
def _add(sums: Array, totals: Array) -> None:
    for column in range(N_JOINT + 1):
        totals[column] += sums[column]


@leaf
def _worth(edge: int) -> int:
    """Return the value of a hand's edge. A hand that wins more than it loses is raised."""
    return RAISED_STAKE * edge if edge > 0 else edge


@leaf
def _choose(places: Array, edges: Array, deals: int, h0: int, h1: int, h2: int, h3: int) -> tuple[int, int, int]:
    """Return the best arrangement of a hole, and the edges of its two hands."""
    best_way, best_worth, best_first, best_second = -1, 0, 0, 0
    for way in range(3):
        a, b, c, d = arranged(way, h0, h1, h2, h3)
        first, second = _edge_sums(places, edges, deals, a, b, c, d)
        worth = _worth(first) + _worth(second)
        if best_way < 0 or worth > best_worth:
            best_way, best_worth, best_first, best_second = way, worth, first, second
    return best_way, best_first, best_second


@_compiled
def _play_optimally(
    places: Array,
    edges: Array,
    joint: Array,
    deals: int,
    classes: Array,
    bonuses: Array,
    totals: Array,
    stats: Array,
) -> None:
    sums = np.zeros(N_JOINT + 1, np.int64)
    hole = 0
    for h0 in range(places.shape[1]):
        for h1 in range(h0):
            for h2 in range(h1):
                for h3 in range(h2):
                    best_way, best_first, best_second = _choose(places, edges, deals, h0, h1, h2, h3)
                    a, b, c, d = arranged(best_way, h0, h1, h2, h3)
                    first_raised, second_raised = int(best_first > 0), int(best_second > 0)
                    _sum_joint(places, joint, a, b, c, d, sums)
                    _add(sums, totals[bonuses[hole], first_raised, second_raised])
                    hole += 1
                    _add_hand(stats[classes[a, b]], first_raised, best_first)
                    _add_hand(stats[classes[c, d]], second_raised, best_second)


@_compiled
def _decide(places: Array, edges: Array, deals: int, decisions: Array) -> None:
    hole = 0
    for h0 in range(places.shape[1]):
        for h1 in range(h0):
            for h2 in range(h1):
                for h3 in range(h2):
                    way, first, second = _choose(places, edges, deals, h0, h1, h2, h3)
                    decisions[hole] = 4 * way + 2 * int(first > 0) + int(second > 0)
                    hole += 1


@leaf
def _add_hand(stats: Array, raised: int, edge: int) -> None:
    stats[N_SET] += 1
    stats[N_RAISED] += raised
    stats[EDGE] += edge


@leaf
def _best_way(points: Array, strengths: Array, h0: int, h1: int, h2: int, h3: int) -> int:
    """Return the arrangement of most points, then of the stronger hand, then of the stronger other hand."""
    best_way, best_points, best_high, best_low = -1, 0, 0, 0
    for way in range(3):
        a, b, c, d = arranged(way, h0, h1, h2, h3)
        both = points[a, b] + points[c, d]
        if best_way >= 0 and both < best_points:
            continue
        high, low = max(strengths[a, b], strengths[c, d]), min(strengths[a, b], strengths[c, d])
        if best_way < 0 or both > best_points or high > best_high or (high == best_high and low > best_low):
            best_way, best_points, best_high, best_low = way, both, high, low
    return best_way


@_compiled
def _play_by_points(
    places: Array,
    joint: Array,
    points: Array,
    strengths: Array,
    raises: Array,
    bonuses: Array,
    totals: Array,
) -> None:
    """Play several strategies at once. They often set the same arrangement, and its counts are far apart in memory."""
    n_strategies = points.shape[0]
    ways, sums = np.zeros(n_strategies, np.int64), np.zeros(N_JOINT + 1, np.int64)
    hole = 0
    for h0 in range(places.shape[1]):
        for h1 in range(h0):
            for h2 in range(h1):
                for h3 in range(h2):
                    for each in range(n_strategies):
                        ways[each] = _best_way(points[each], strengths[each], h0, h1, h2, h3)
                    for way in range(3):
                        a, b, c, d = arranged(way, h0, h1, h2, h3)
                        known = False
                        for each in range(n_strategies):
                            if ways[each] == way:
                                if not known:
                                    _sum_joint(places, joint, a, b, c, d, sums)
                                    known = True
                                _add(sums, totals[each, bonuses[hole], raises[each, a, b], raises[each, c, d]])
                    hole += 1


@_compiled
def lay_out_holes(cards: Array, holes: Array) -> None:
    """Write every hole of some ascending cards, one per row, in the order in which holes are played here."""
    row = 0
    for h0 in range(cards.size):
        for h1 in range(h0):
            for h2 in range(h1):
                for h3 in range(h2):
                    holes[row, 0], holes[row, 1], holes[row, 2], holes[row, 3] = (
                        cards[h0],
                        cards[h1],
                        cards[h2],
                        cards[h3],
                    )
                    row += 1


def play_optimally(tables: FlopTables, classes: Array, n_classes: int, bonuses: Array) -> tuple[Array, Array]:
    """Return the totals of optimal play, and statistics of the hands it sets by hand class.

    `classes` goes by positions in `tables.cards`. `bonuses` holds the bonus class of every hole.
    """
    totals, stats = _no_totals(), np.zeros((n_classes, 3), np.int64)
    _play_optimally(tables.places, tables.edges, tables.joint, tables.deals, classes, bonuses, totals, stats)
    return totals, stats


def best_decisions(tables: FlopTables) -> Array:
    """Return optimal play for every hole: four times the arrangement, plus 2 if it raises the first hand, 1 the second.

    The place of a hole with the cards in the places h0 to h3 is C(h0,4) + C(h1,3) + C(h2,2) + h3.
    """
    decisions = np.zeros(comb(tables.cards.size, HOLE_CARDS), np.uint8)
    _decide(tables.places, tables.edges, tables.deals, decisions)
    return decisions


def play_by_points(tables: FlopTables, scores: "Sequence[Scores]", bonuses: Array) -> list[Array]:
    """Return the totals of strategies that set the arrangement of most points and raise certain hands."""
    totals = np.stack([_no_totals() for _ in scores])
    points, strengths, raises = (
        np.stack([getattr(each, name) for each in scores]) for name in ("points", "strengths", "raises")
    )
    _play_by_points(tables.places, tables.joint, points, strengths, raises, bonuses, totals)
    return list(totals)


@dataclass(frozen=True, slots=True)
class Scores:
    """A strategy after one flop, by positions of two cards: the points of a hand, its strength, whether it is raised.

    The arrangement with the highest sum of points is set. Between equal sums, it is the one with the stronger hand,
    then the one with the stronger other hand.
    """

    points: Array
    strengths: Array
    raises: Array


def _no_totals() -> Array:
    """Return zero totals, for each bonus class and choice of raises.

    A row has the eight joint counts of `counting`, then the number of holes.
    """
    return np.zeros((N_BONUS_CLASSES, 2, 2, N_JOINT + 1), np.int64)
