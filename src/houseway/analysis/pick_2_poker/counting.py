"""Dealer hands below a value that share no card with the player's five: inclusion and exclusion over those cards.

Let N(S, r) be the number of five-card hands of the whole deck that contain the set S and have a value below r. The
hands below r that contain no card of the player's hand H number

    sum over all subsets S of H of (-1)^|S| N(S, r),

32 terms. N depends on S only up to a renaming of suits: 16,432 classes of four cards, 1,755 of three, 169 of two, 13 of
one. For four cards the table lists the values of the 48 hands that contain them: the only hands that are evaluated,
788,736 of them. Smaller sets follow by adding, because a hand that contains S is met once for each of its 5 - |S| cards
outside S:

    N(S, r) = (sum over all cards x outside S of N(S + x, r)) / (5 - |S|).

The argument holds for anything that gives a value to five cards: here the five-card ranking, against which a five-card
hand plays, and the best three of five, against which every choice of three plays.
Nothing overflows: no N exceeds C(52,5) = 2,598,960 and no sum of 32 of them 2^31.
"""

from dataclasses import dataclass
from math import comb

import numba
import numpy as np
from numpy.typing import NDArray

from houseway.analysis.card_sets import PLACES, Array, SetClasses, set_classes, set_numbers
from houseway.cards.deck import Deck
from houseway.games.pick_2_hands import HAND_CARDS
from houseway.ranking import ranking

_compiled = numba.njit(nogil=True, cache=True)

BySize = tuple[Array, Array, Array, Array]
"""Classes are kept for sets of one to four cards, cumulative counts for sets of none to three."""

LISTED = HAND_CARDS - 1
"""Sets of this size have a list of values; smaller ones have cumulative counts."""


@dataclass(frozen=True)
class DealerTables:
    """What N(S, r) is looked up in: for every size of S the class of a set, and by class the counts or the values."""

    class_of: BySize
    below: BySize
    values: NDArray[np.uint16]

    @classmethod
    def of(cls, deck: Deck, system: str) -> "DealerTables":
        """The tables of a deck for the values that a ranking system gives to five cards."""
        ones, twos, threes, fours = (set_classes(deck, size) for size in range(1, LISTED + 1))
        hands = fours.with_one_more(deck)
        values = ranking(system).evaluate(hands.reshape(-1, HAND_CARDS)).reshape(hands.shape[:2])
        below_three = np.zeros((len(threes.members), ranking(system).n_values + 2), np.int32)
        _cumulate(values, _larger_classes(threes, fours, deck), below_three)
        below_three //= 2
        below_two = _added(below_three, _larger_classes(twos, threes, deck)) // np.int32(3)
        below_one = _added(below_two, _larger_classes(ones, twos, deck)) // np.int32(4)
        everything = ones.weights.astype(np.int32) @ below_one // np.int32(5)
        class_of = (ones.class_of, twos.class_of, threes.class_of, fours.class_of)
        return cls(class_of, (everything, below_one, below_two, below_three), values)


def _larger_classes(classes: SetClasses, larger: SetClasses, deck: Deck) -> NDArray[np.int32]:
    """For every class, the classes of its sets with one more card."""
    sets = classes.with_one_more(deck)
    ids: NDArray[np.int32] = larger.class_of[set_numbers(sets.reshape(-1, sets.shape[2]))].reshape(sets.shape[:2])
    return ids


def _added(below: NDArray[np.int32], ids: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.array([below[row].sum(axis=0, dtype=np.int32) for row in ids])


def count_below(
    tables: DealerTables, hands: NDArray[np.uint8], own: Array, thresholds: Array
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For each hand and each of its thresholds, the disjoint dealer hands below the threshold, and those at it.

    Hands are ascending; `own` is the value of the hand itself in the tables' ranking.
    """
    below = np.empty(thresholds.shape, np.int32)
    at = np.empty(thresholds.shape, np.int32)
    _count(hands, own, thresholds, PLACES, tables.class_of, tables.below, tables.values, below, at)
    return below, at


def dealer_hands(deck: Deck) -> int:
    """How many dealer hands there are against one player's hand."""
    return comb(deck.size - HAND_CARDS, HAND_CARDS)


@_compiled
def _cumulate(values: Array, ids: Array, below: Array) -> None:
    """For each set of three, the sum over its sets of four of the hands below every value."""
    for row in range(ids.shape[0]):
        counts = below[row]
        for which in ids[row]:
            for value in values[which]:
                counts[value + 1] += 1
        for value in range(1, counts.size):
            counts[value] += counts[value - 1]


@_compiled
def _count(
    hands: Array,
    own: Array,
    thresholds: Array,
    places: Array,
    class_of: BySize,
    below_of: BySize,
    values: Array,
    below: Array,
    at: Array,
) -> None:
    ones, twos, threes, fours = (
        np.empty(5, np.int32),
        np.empty(10, np.int32),
        np.empty(10, np.int32),
        np.empty(5, np.int32),
    )
    everything, below_one, below_two, below_three = below_of
    for row in range(hands.shape[0]):
        hand = hands[row]
        _subsets(hand, places, class_of, ones, twos, threes, fours)
        for column in range(thresholds.shape[1]):
            threshold = thresholds[row, column]
            less, more = everything[threshold], everything[threshold + 1]
            for which in ones:
                less -= below_one[which, threshold]
                more -= below_one[which, threshold + 1]
            for which in twos:
                less += below_two[which, threshold]
                more += below_two[which, threshold + 1]
            for which in threes:
                less -= below_three[which, threshold]
                more -= below_three[which, threshold + 1]
            for which in fours:
                for value in values[which]:
                    less += value < threshold
                    more += value <= threshold
            less -= own[row] < threshold
            more -= own[row] <= threshold
            below[row, column] = less
            at[row, column] = more - less


@_compiled
def _subsets(
    hand: Array,
    places: Array,
    class_of: BySize,
    ones: Array,
    twos: Array,
    threes: Array,
    fours: Array,
) -> None:
    """The classes of all subsets of one to four cards of a hand."""
    of_one, of_two, of_three, of_four = class_of
    n_two = n_three = n_four = 0
    for a in range(5):
        of_a = places[hand[a], 0]
        ones[a] = of_one[of_a]
        for b in range(a + 1, 5):
            of_ab = of_a + places[hand[b], 1]
            twos[n_two] = of_two[of_ab]
            n_two += 1
            for c in range(b + 1, 5):
                of_abc = of_ab + places[hand[c], 2]
                threes[n_three] = of_three[of_abc]
                n_three += 1
                for d in range(c + 1, 5):
                    fours[n_four] = of_four[of_abc + places[hand[d], 3]]
                    n_four += 1
