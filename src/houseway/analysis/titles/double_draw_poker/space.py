"""Every hand of a deck and what it wins, and what a fifth card makes of every four cards.

A card is its place in the deck here: 0, 1, 2, ... in ascending order, jokers last. A set of cards c1 < c2 < c3 ... has
the number C(c1, 1) + C(c2, 2) + C(c3, 3) + ..., so that the sets of one size are numbered 0, 1, 2, ... without a gap.

An *outcome* is what a final hand is paid by: 0 is every hand below two pair, which loses all (DD-9), and 1 to 10 are
the categories from two pair to five aces.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKERS, N_CARDS, Card
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.errors import BadCards
from houseway.games.titles.double_draw_poker import LOSING, MOST_DISCARDS, PACKET
from houseway.ranking import Category, ranking
from houseway.ranking.system import JOKER_ORDER

LOSES = 0
WINNING = JOKER_ORDER[len(LOSING) :]
N_OUTCOMES = 1 + len(WINNING)
MOST_DEAD = MOST_DISCARDS[0]
IN_HAND = 255
"""Stands in `outcome_with` where the fifth card is one of the four."""
ROW = 64
"""The width of a row of `outcome_with`: one line of the processor's cache. Columns beyond the deck hold LOSES."""

BINOMIAL = np.array([[comb(n, k) for k in range(PACKET + 1)] for n in range(N_CARDS + 1)], np.int64)

Array = NDArray[Any]
_compiled = numba.njit(nogil=True, cache=True)


@_compiled
def all_sets(n_cards: int, size: int) -> Array:
    """Every set of so many cards in the order of their numbers."""
    sets = np.empty((BINOMIAL[n_cards, size], size), np.uint8)
    current = np.arange(size)
    for row in range(sets.shape[0]):
        for place in range(size):
            sets[row, place] = current[place]
        place = 0
        while place < size - 1 and current[place] + 1 == current[place + 1]:
            current[place] = place
            place += 1
        if size:
            current[place] += 1
    return sets


@_compiled
def set_number(cards: Array) -> int:
    """The number of a set given in ascending order."""
    number = 0
    for place in range(cards.size):
        number += BINOMIAL[cards[place], place + 1]
    return number


@_compiled
def fifth_cards(n_cards: int, outcome_of_hand: Array, outcome_with: Array, outcome_counts: Array) -> None:
    """Enter every hand under each four of its cards."""
    hands = all_sets(n_cards, PACKET)
    for row in range(hands.shape[0]):
        outcome = outcome_of_hand[row]
        for place in range(PACKET):
            kept = number_without(hands[row], place)
            outcome_with[kept, hands[row, place]] = outcome
            outcome_counts[kept, outcome] += 1


@_compiled
def number_without(hand: Array, place: int) -> int:
    """The number of the four cards that are left without the one at a place."""
    number = 0
    for other in range(PACKET):
        if other != place:
            number += BINOMIAL[hand[other], other + 1 if other < place else other]
    return number


@dataclass(frozen=True)
class HandSpace:
    """The hands of one deck under one ranking system; `space_of` makes one."""

    deck: Deck
    system: str

    def __post_init__(self) -> None:
        least = PACKET + sum(MOST_DISCARDS)
        if self.deck.max_copies > 1:
            raise BadCards("Double Draw Poker is analysed with one copy of each card only")
        if self.deck.size < least:
            raise BadCards(f"a round can need {least} cards; got a deck of {self.deck.size}")

    @property
    def n_cards(self) -> int:
        """The size of the deck."""
        return self.deck.size

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """The card id at each place."""
        return np.array(self.deck.cards, np.uint8)

    @cached_property
    def place_of(self) -> dict[Card, int]:
        """The place of each card."""
        return {card_id: place for place, card_id in enumerate(self.deck.cards)}

    @cached_property
    def categories(self) -> NDArray[np.int8]:
        """The place in the ranking's order of each hand's category, by the number of the hand."""
        order = ranking(self.system)
        hands = self.cards[all_sets(self.n_cards, PACKET)]
        return order.category_places[order.evaluate(hands, threads=None)]

    @cached_property
    def outcome_of_hand(self) -> NDArray[np.uint8]:
        """The outcome of each hand, by its number."""
        return np.maximum(self.categories - (len(LOSING) - 1), LOSES).astype(np.uint8)

    @cached_property
    def fifth_card_tables(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """For each four cards, the outcome with each fifth card, and how many fifth cards give each outcome."""
        shape = comb(self.n_cards, PACKET - 1)
        outcome_with = np.full((shape, ROW), IN_HAND, np.uint8)
        outcome_with[:, self.n_cards :] = LOSES
        outcome_counts = np.zeros((shape, N_OUTCOMES), np.uint8)
        fifth_cards(self.n_cards, self.outcome_of_hand, outcome_with, outcome_counts)
        return outcome_with, outcome_counts

    @cached_property
    def images(self) -> NDArray[np.uint8]:
        """Where each card goes under each symmetry: a renaming of suits, with or without exchanging the jokers."""
        renamings = [[renamed(card_id, suits) for card_id in self.deck.cards] for suits in suit_symmetries(self.deck)]
        rows = [[self.place_of[card_id] for card_id in renaming] for renaming in renamings]
        if set(JOKERS) <= set(self.deck.cards):
            rows += [[*row[:-2], row[-1], row[-2]] for row in rows]
        return np.array(rows, np.uint8)

    @cached_property
    def hand_classes(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """One hand of each class under the symmetries, ascending, and how many hands it stands for."""
        cards, weights = class_arrays(self.deck, (PACKET,))
        hands = np.searchsorted(self.cards, cards).astype(np.uint8)
        if set(JOKERS) <= set(self.deck.cards):
            first, second = (np.any(hands == self.n_cards - back, axis=1) for back in (2, 1))
            weights = np.where(first ^ second, 2 * weights, weights)
            hands, weights = hands[first | ~second], weights[first | ~second]
        return hands, weights

    def dealt(self, category: Category) -> int:
        """How many hands of the deck are of a category."""
        return int(np.count_nonzero(self.categories == JOKER_ORDER.index(category)))


@lru_cache(maxsize=4)
def space_of(deck: Deck, system: str) -> HandSpace:
    """The hands of a deck, kept for the next question."""
    return HandSpace(deck, system)
