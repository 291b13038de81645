"""What every pair of hands is worth after a flop: exact counts for all holes together.

After a flop the sums of `boards` are kept in one *part* for the rank world and one for each suit that may come to
three cards on the board. A real hole is looked up in every part by the kinds of its cards there, and the parts add up.
"""

from dataclasses import dataclass
from functools import cache
from math import comb

import numba
import numpy as np

from houseway.analysis.titles.two_hand_holdem.boards import (
    EQUAL_NOT_LOSE,
    EQUAL_WIN,
    FLUSH_ON_BOARD,
    LOWER_NOT_LOSE,
    LOWER_WIN,
    N_SUMS,
    NOT_LOSE,
    WIN,
    count_rank_world,
    count_suit_world,
)
from houseway.analysis.titles.two_hand_holdem.counting import place_kinds
from houseway.analysis.titles.two_hand_holdem.kinds import (
    COLUMNS,
    N_KINDS,
    N_PAIRS,
    RANK_WORLD,
    SQUARE,
    Array,
    Flop,
    kind_counts,
    pair_places,
)
from houseway.cards.card import N_RANKS, N_SUITS, rank_of, suit_of
from houseway.cards.deck import Deck
from houseway.games.titles.two_hand_holdem import DEALER_CARDS, HOLE_CARDS, LAST_CARDS
from houseway.ranking import ranking
from houseway.ranking.keys import RANK_KEYS

FIRST_WINS, FIRST_NOT_LOSES, SECOND_WINS, SECOND_NOT_LOSES = range(4)
BOTH_WIN, FIRST_WINS_SECOND_NOT_LOSES, FIRST_NOT_LOSES_SECOND_WINS, BOTH_NOT_LOSE = range(4, 8)
N_JOINT = 8


@dataclass(frozen=True, slots=True)
class FlopTables:
    """Everything about the rounds that follow a flop.

    `places[part, i, j]` is the place of the pair of the i-th and j-th card of `cards` in a part;
    `edges[part, p, q]` holds for hands p and q the sums of WIN and NOT_LOSE of p, then of q;
    `joint[part, p, q]` holds the eight counts FIRST_WINS to BOTH_NOT_LOSE. `deals` is the number of ways to
    complete a board and the dealer's hand after a flop and a hole.
    """

    flop: Flop
    cards: Array
    places: Array
    edges: Array
    joint: Array
    deals: int


def flop_tables(deck: Deck, flop: Flop) -> FlopTables:
    """Count everything that can follow a flop."""
    cards = np.array(deck.without(flop).cards, np.int64)
    worlds = worlds_of(flop)
    joint = np.zeros((len(worlds), N_PAIRS, N_PAIRS, N_JOINT), np.int32)
    edges = np.zeros((len(worlds), N_PAIRS, N_PAIRS, 2), np.int32)
    for part, suit in enumerate(worlds):
        _combine(_sums(cards, flop, suit), joint[part], edges[part])
    places = np.stack([pair_places(cards, suit) for suit in worlds])
    return FlopTables(flop, cards, places, edges, joint, completions(cards.size))


def worlds_of(flop: Flop) -> list[int]:
    """The rank world, and the suits that may come to a flush on the board."""
    suited = [sum(suit_of(each) == suit for each in flop) for suit in range(N_SUITS)]
    return [RANK_WORLD, *(suit for suit in range(N_SUITS) if suited[suit] + LAST_CARDS >= FLUSH_ON_BOARD)]


def completions(n_cards: int) -> int:
    """In how many ways turn, river and dealer complete a round after a flop, which leaves so many cards, and a hole."""
    left = n_cards - HOLE_CARDS
    return comb(left, LAST_CARDS) * comb(left - LAST_CARDS, DEALER_CARDS)


def _sums(cards: Array, flop: Flop, suit: int) -> Array:
    """The six sums of every pair of places in one world."""
    lookup, counts = ranking("standard").lookup, kind_counts(cards, suit)
    flop_key = np.uint64(sum(RANK_KEYS[rank_of(each)] for each in flop))
    if suit == RANK_WORLD:
        sums = np.zeros((SQUARE, N_SUMS, SQUARE), np.int32)
        count_rank_world(lookup, counts, flop_key, _holds(1), sums)
        return sums
    suited = [rank_of(each) for each in flop if suit_of(each) == suit]
    mask = sum(1 << rank for rank in suited)
    sums = np.zeros((N_PAIRS, N_SUMS, N_PAIRS), np.int32)
    count_suit_world(lookup, counts, flop_key, mask, len(suited), _holds(2), sums)
    return sums


@cache
def _holds(squares: int) -> Array:
    """How many cards of each kind the pair at each place holds."""
    holds = np.zeros((N_KINDS, squares * SQUARE), np.int32)
    for place in range(squares * SQUARE):
        if place % COLUMNS < N_RANKS:
            for kind in place_kinds(place, squares):
                holds[kind, place] += 1
    return holds


@numba.njit(nogil=True, cache=True)
def _combine(sums: Array, joint: Array, edges: Array) -> None:
    """From the sums of p with q and of q with p to the joint counts of the two hands."""
    for p in range(sums.shape[0]):
        for q in range(sums.shape[0]):
            one, other, both = sums[p, :, q], sums[q, :, p], joint[p, q]
            both[FIRST_WINS], both[FIRST_NOT_LOSES] = one[WIN], one[NOT_LOSE]
            both[SECOND_WINS], both[SECOND_NOT_LOSES] = other[WIN], other[NOT_LOSE]
            both[BOTH_WIN] = one[LOWER_WIN] + other[LOWER_WIN] + one[EQUAL_WIN]
            both[BOTH_NOT_LOSE] = one[LOWER_NOT_LOSE] + other[LOWER_NOT_LOSE] + one[EQUAL_NOT_LOSE]
            both[FIRST_WINS_SECOND_NOT_LOSES] = one[LOWER_WIN] + one[EQUAL_WIN] + other[LOWER_NOT_LOSE]
            both[FIRST_NOT_LOSES_SECOND_WINS] = one[LOWER_NOT_LOSE] + other[LOWER_WIN] + one[EQUAL_WIN]
            edges[p, q, 0] = one[WIN] + one[NOT_LOSE]
            edges[p, q, 1] = other[WIN] + other[NOT_LOSE]
