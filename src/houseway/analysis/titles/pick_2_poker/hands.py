"""Every hand that a player can hold, up to renaming of suits, and how the dealer's hands compare with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.sums import Counts
from houseway.analysis.declared.private_showdown.disjoint import DisjointTables, count_below
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.games.titles.pick_2_poker import Pick2Poker
from houseway.games.titles.pick_2_poker.hands import FIVE_CARDS, HAND_CARDS, SET_CARDS, THREE_CARDS
from houseway.ranking import ranking

TRIPLES = tuple(combinations(range(HAND_CARDS), SET_CARDS))
"""The ten choices of three cards, as places in the hand written from the highest card down: the order of the game."""

N_SHARDS = 8


@dataclass(frozen=True)
class Hands:
    """Rows of hands. Of the dealer hands against each of them, so many lie below and at each of its values.

    `cards` descend. `weights` says how many hands a row stands for; `unqualified` counts the dealer hands that do not
    qualify. The columns of the arrays of threes are the choices of `TRIPLES`.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]
    dealer_hands: int
    five: NDArray[np.uint16]
    five_below: Array
    five_at: Array
    unqualified: Array
    threes: NDArray[np.uint16]
    threes_below: Array
    threes_at: Array

    @property
    def rows(self) -> NDArray[np.intp]:
        """The numbers of the rows, to pick one column from each."""
        return np.arange(len(self.cards))

    @property
    def best_triple(self) -> NDArray[np.intp]:
        """The column of the highest three cards; the first of equal ones."""
        best: NDArray[np.intp] = self.threes.argmax(axis=1)
        return best

    @property
    def best_three(self) -> NDArray[np.uint16]:
        """The value of the highest three cards."""
        best: NDArray[np.uint16] = self.threes.max(axis=1)
        return best


def lowest_qualifying() -> int:
    """The value of the worst five cards with which the dealer qualifies (P2-8)."""
    return ranking(FIVE_CARDS).value(parse_cards(Pick2Poker.five_card_poker.qualifier))


def set_values(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The values of all choices of three of each hand; hands descend."""
    return np.stack([ranking(THREE_CARDS).evaluate(cards[:, list(triple)]) for triple in TRIPLES], axis=1)


def count_hands(deck: Deck, runner: Runner) -> Hands:
    """All hands of a deck with their counts, from disk where they have been counted before."""
    check_deck(deck)
    members, weights = _members(deck)
    counts = runner.run(CountingJob(deck))
    cards = members[:, ::-1]
    return Hands(
        cards=cards,
        weights=weights,
        dealer_hands=comb(deck.size - HAND_CARDS, HAND_CARDS),
        five=ranking(FIVE_CARDS).evaluate(cards),
        five_below=counts["five_below"],
        five_at=counts["five_at"],
        unqualified=counts["unqualified"],
        threes=set_values(cards),
        threes_below=counts["threes_below"],
        threes_at=counts["threes_at"],
    )


def check_deck(deck: Deck) -> None:
    """Refuse decks for which the counting argument does not hold."""
    if deck.max_copies > 1 or any(deck.copies[joker] for joker in range(52, len(deck.copies))):
        raise BadCards(f"Pick 2 Poker is analyzed for decks without copies and jokers; got {deck.size} cards")
    if deck.size < 2 * HAND_CARDS:
        raise BadCards(f"The player and the dealer need {2 * HAND_CARDS} cards; the deck has {deck.size}.")


@dataclass(frozen=True)
class CountingJob:
    """The counts of all hands of a deck, in shards of rows."""

    deck: Deck

    @property
    def name(self) -> str:
        """For people and for the folder."""
        return "pick-2-poker"

    @property
    def parameters(self) -> Mapping[str, object]:
        """The deck is all that the counts depend on: every reading and pay table shares them."""
        return {"copies": list(self.deck.copies)}

    @property
    def modules(self) -> Sequence[str]:
        """The counting code and the rankings."""
        package = "houseway.analysis.titles.pick_2_poker"
        rankings = ("houseway.ranking.natural", "houseway.ranking.system")
        return (
            "houseway.analysis.counting.card_sets",
            "houseway.analysis.declared.private_showdown.disjoint",
            f"{package}.hands",
            "houseway.cards.classes",
            *rankings,
        )

    def shards(self) -> Sequence[int]:
        """Equal parts of the rows."""
        return range(N_SHARDS)

    def run(self, shard: int) -> Counts:
        """The counts of one part; the other rows are zero."""
        members, _ = _members(self.deck)
        rows = slice(len(members) * shard // N_SHARDS, len(members) * (shard + 1) // N_SHARDS)
        five_below, five_at = np.zeros((2, len(members), 2), np.int32)
        threes_below, threes_at = np.zeros((2, len(members), len(TRIPLES)), np.int32)
        with _building:
            fives, threes = _tables(self.deck, FIVE_CARDS), _tables(self.deck, THREE_CARDS)
        hands = members[rows]
        values = ranking(FIVE_CARDS).evaluate(hands)
        thresholds = np.column_stack([values, np.full(len(hands), lowest_qualifying(), np.uint16)])
        five_below[rows], five_at[rows] = below_and_at(fives, hands, FIVE_CARDS, thresholds)
        threes_below[rows], threes_at[rows] = below_and_at(threes, hands, THREE_CARDS, set_values(hands[:, ::-1]))
        return {
            "five_below": five_below[:, 0],
            "five_at": five_at[:, 0],
            "unqualified": five_below[:, 1],
            "threes_below": threes_below,
            "threes_at": threes_at,
        }


def below_and_at(
    tables: DisjointTables, hands: NDArray[np.uint8], system: str, values: NDArray[np.uint16]
) -> tuple[Array, Array]:
    """For each hand and each of some values, the disjoint dealer hands below it and those at it."""
    thresholds = np.hstack([values, values + 1]).astype(np.int64)
    below = count_below(tables, hands, HAND_CARDS, HAND_CARDS, system, thresholds)
    less, up_to = below[:, : values.shape[1]], below[:, values.shape[1] : -1]
    return less, up_to - less


_building = Lock()
"""Threads wait for the tables rather than build them twice."""


@lru_cache(maxsize=2)
def _members(deck: Deck) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    return class_arrays(deck, (HAND_CARDS,))


@lru_cache(maxsize=4)
def _tables(deck: Deck, system: str) -> DisjointTables:
    return DisjointTables.of(deck, HAND_CARDS, system)
