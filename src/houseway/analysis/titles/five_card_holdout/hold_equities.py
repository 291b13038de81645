"""The estimated value of holding every set of one to five cards: the share of an opponent's hands that it beats.

Boards and opponents are drawn from a seed, and shares are counted in whole numbers, so every machine finds the same. An
opponent holds by a rule at first, then by the best holds found against that. Discards are put back: the value of a hold
does not depend on the discards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path

import numba
import numpy as np

from houseway.analysis.counting.card_sets import PLACES, all_sets, set_classes, set_numbers
from houseway.analysis.solve.sampled import seeded
from houseway.analysis.solve.sampling import Array, drawn_below
from houseway.analysis.titles.five_card_holdout import strength_kernels
from houseway.analysis.titles.five_card_holdout.held import kept_cards
from houseway.analysis.titles.five_card_holdout.showdown import RANKING
from houseway.analysis.titles.five_card_holdout.strength_kernels import (
    PART_BITS,
    PART_STARTS,
    add_standings,
    board_strengths,
    hold_sums,
)
from houseway.cards.card import N_NATURAL
from houseway.cards.deck import Deck
from houseway.games.titles.five_card_holdout.table import BOARD_CARDS, HOLE_CARDS
from houseway.ranking import ranking
from houseway.ranking.array_cache import kept_arrays, source_hash
from houseway.ranking.kernels import leaf

SEED = 2014
BOARDS, OPPONENTS, ROUNDS = 600, 400, 2
UNIT = 4096
"""The unit of shares: shares are whole numbers, and 4096 beats everything."""
SIZES = range(1, HOLE_CARDS + 1)
STARTS = np.cumsum([0, *(comb(N_NATURAL, size) for size in SIZES)])
"""The start of each size. All sets of one card come first, then all of two, .. each by its number."""
WAYS = np.array([[way, sum(way >> place & 1 for place in range(HOLE_CARDS))] for way in range(1, 1 << HOLE_CARDS)])
"""The 31 ways to hold five ascending cards, as bits, and how many cards each has."""


@leaf
def set_number(hand: Array, way: int, places: Array) -> int:
    """Return the set number of the held cards of an ascending hand, among sets of that size."""
    number = 0
    place = 0
    for card in range(len(hand)):
        if (way >> card) & 1:
            number += places[hand[card], place]
            place += 1
    return number


@numba.njit(cache=True, nogil=True)
def best_of_sizes(hands, worth, starts, places, ways):  # type: ignore[no-untyped-def]
    """Return the best way to hold each number of cards of each hand, and its value."""
    best, values = np.zeros((len(hands), 5), np.uint8), np.full((len(hands), 5), -1, np.int64)
    for row in range(len(hands)):
        for way in range(len(ways)):
            size = ways[way, 1] - 1
            value = worth[starts[size] + set_number(hands[row], ways[way, 0], places)]
            if value > values[row, size]:
                values[row, size] = value
                best[row, size] = ways[way, 0]
    return best, values


@numba.njit(cache=True, nogil=True)
def drawn_sets(count, size, without, state):  # type: ignore[no-untyped-def]
    """Return ascending sets of cards, none of which is among the bits `without`."""
    found = np.zeros((count, size), np.uint8)
    for row in range(count):
        taken = without
        for _ in range(size):
            while True:
                card = drawn_below(state, 52)
                if not taken >> np.uint64(card) & np.uint64(1):
                    break
            taken |= np.uint64(1) << np.uint64(card)
        place = 0
        for card in range(52):
            if taken >> np.uint64(card) & np.uint64(1) and not without >> np.uint64(card) & np.uint64(1):
                found[row, place] = card
                place += 1
    return found


@dataclass(frozen=True)
class HoldEquities:
    """The value of each set of cards, in 1/4096 of the hands of an opponent."""

    worth: Array

    def best(self, hands: Array) -> tuple[Array, Array]:
        """Return the best hold of each ascending hand of five for each size, as bits, and its value."""
        found: tuple[Array, Array] = best_of_sizes(hands, self.worth, STARTS, PLACES, WAYS)
        return found


@cache
def hold_equities() -> HoldEquities:
    """Return the table: cached on disk, or made in about 8 CPU seconds."""
    sources = (Path(__file__), Path(strength_kernels.__file__))
    found = kept_arrays(
        "holdout-hold-equities", source_hash(sources), ["worth"], lambda: {"worth": _made()}, cpu_seconds=8
    )
    return HoldEquities(found["worth"])


def _made() -> Array:
    rule = kept_cards("hold-best")

    def by_rule(hands: Array) -> Array:
        chosen: Array = rule[set_numbers(hands)]
        return chosen

    worth = _worth(by_rule, 0)
    for number in range(1, ROUNDS):
        known = HoldEquities(worth)

        def by_worth(hands: Array, known: HoldEquities = known) -> Array:
            ways, values = known.best(hands)
            chosen: Array = ways[np.arange(len(hands)), values.argmax(axis=1)]
            return chosen

        worth = _worth(by_worth, number)
    return worth


def held_cards(hands: Array, ways: Array) -> tuple[Array, Array]:
    """Return the held cards of ascending hands, first in their rows, and their number."""
    bits = ways[:, None] >> np.arange(HOLE_CARDS) & 1
    order = np.argsort(1 - bits, axis=1, kind="stable")
    return np.take_along_axis(hands, order, axis=1), bits.sum(axis=1)


def _worth(rule: Callable[[Array], Array], number: int) -> Array:
    lookup, deck = ranking(RANKING).lookup, Deck.standard()
    state = seeded(SEED, number)
    boards = drawn_sets(BOARDS, BOARD_CARDS, np.uint64(0), state)
    classes = [set_classes(deck, size) for size in SIZES]
    cards = [np.pad(each.members, ((0, 0), (0, HOLE_CARDS - each.members.shape[1]))) for each in classes[:-1]]
    sizes = np.concatenate([np.full(len(each), size) for size, each in zip(SIZES, cards, strict=False)])
    own = hold_sums(lookup, np.concatenate(cards), sizes)
    by_value = np.arange(1, ranking(RANKING).n_values + 1)
    totals, squares, counts = (np.zeros(len(sizes), np.int64) for _ in range(3))
    whole, whole_squares, whole_counts = (np.zeros(len(by_value), np.int64) for _ in range(3))
    for board in boards:
        seen = np.bitwise_or.reduce(np.uint64(1) << board.astype(np.uint64))
        hands = drawn_sets(OPPONENTS, HOLE_CARDS, seen, state)
        held, held_sizes = held_cards(hands, rule(hands))
        theirs = board_strengths(
            lookup, PART_BITS, PART_STARTS, board, held_sizes, *hold_sums(lookup, held, held_sizes)
        )
        ordered = np.sort(theirs)
        mine = board_strengths(lookup, PART_BITS, PART_STARTS, board, sizes, *own)
        add_standings(mine, ordered, totals, squares, counts)
        add_standings(by_value, ordered, whole, whole_squares, whole_counts)
    shares, starts = totals // counts, np.cumsum([0, *map(len, cards)])
    parts = [shares[starts[place] + each.class_of] for place, each in enumerate(classes[:-1])]
    values = ranking(RANKING).evaluate(all_sets(N_NATURAL, HOLE_CARDS))
    return np.concatenate([*parts, (whole // BOARDS)[values.astype(np.int64) - 1]]).astype(np.int16)
