"""Conditions on five cards of which three may be played: the hand of all five, the hand of the best three, then a rank.

The questions are fixed, and every hand meets exactly one. The answers are fitted to a game. So readings and pay tables
change a list as they change the optimal strategy, and never add a line. The checks work on arrays of values, so the
same lines price a rule over all hands and apply it to one.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.results.rules import Seen, plain_fields
from houseway.cards.card import ACE, N_RANKS, RANK_NAMES, RANK_PLURALS, RANKS
from houseway.ranking import Category, ranking

FIVE_CARDS, THREE_CARDS = "standard", "three-card"
"""The ranking systems that the questions are about."""
N_FIVE = 5
FLUSH_RANKS = range(9 - 2, ACE + 1)
"""Flushes of three with a pair are distinguished by the highest card, from the nine up."""
PAIR, HIGH_CARDS = "pair", "cards"
"""The rank that divides the hands of a question: the pair, the higher of two; or the three highest cards."""

Values = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Question:
    """The hands of one line: categories of the best three and of all five, and the highest card of the three.

    `by` is the rank that may divide them, if any.
    """

    text: str
    three: frozenset[Category]
    five: frozenset[Category] = frozenset(Category)
    high: range = range(N_RANKS)
    by: str = ""

    def is_met(self, five: Values, three: Values) -> NDArray[np.bool_]:
        """Return whether the question is about hands of these values of all five and of the best three cards.

        Hands that an earlier question is about must be left out.
        """
        of_three, of_five = ranking(THREE_CARDS), ranking(FIVE_CARDS)
        three_wanted = np.array([category in self.three for category in of_three.categories])
        five_wanted = np.array([category in self.five for category in of_five.categories])
        highest = _strengths(THREE_CARDS)[three, 1]
        met: NDArray[np.bool_] = (
            three_wanted[of_three.category_places[three]]
            & five_wanted[of_five.category_places[five]]
            & (highest >= self.high.start)
            & (highest < self.high.stop)
        )
        return met


def _questions() -> tuple[Question, ...]:
    straight, flush = frozenset({Category.STRAIGHT}), frozenset({Category.FLUSH})
    nothing, pair = frozenset({Category.HIGH_CARD}), frozenset({Category.PAIR})
    strong = frozenset({Category.SUITED_ACE_KING_QUEEN, Category.STRAIGHT_FLUSH, Category.THREE_OF_A_KIND})
    no_pair = "a three-card straight or flush, no pair, and no five-card straight or flush"
    made_flush = "a three-card flush in two pair or in a five-card flush"
    return (
        Question("three of a kind, or three to a straight flush", strong),
        Question(no_pair, straight | flush, nothing),
        Question("a three-card straight and one pair", straight, pair, by=PAIR),
        Question("a three-card straight in two pair or in a five-card straight", straight),
        Question(made_flush, flush, frozenset(Category) - pair - nothing),
        *(
            Question(
                f"one pair and a three-card flush, {RANK_NAMES[rank]} high", flush, pair, range(rank, rank + 1), PAIR
            )
            for rank in reversed(FLUSH_RANKS)
        ),
        Question("one pair and a lower three-card flush", flush, pair, range(FLUSH_RANKS.start), PAIR),
        Question("any other pair or two pair", pair, by=PAIR),
        Question("everything else", nothing, by=HIGH_CARDS),
    )


QUESTIONS = _questions()


@dataclass(frozen=True, slots=True)
class FiveOrThree:
    """The condition that a question is about the hand, and that no question before it is; it may lead a line."""

    question: int
    leads: bool = False

    shares_a_line = True

    @property
    def text(self) -> str:
        """Return the hand in words."""
        words = QUESTIONS[self.question].text
        return words.capitalize() if self.leads else words

    def holds(self, seen: Seen) -> bool:
        """Return whether the values of the cards meet the question."""
        five, three = values_seen(seen)
        met = (place for place, question in enumerate(QUESTIONS) if question.is_met(five, three)[0])
        return next(met) == self.question

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return plain_fields(self, "five or three")


@dataclass(frozen=True, slots=True)
class RankAtLeast:
    """The condition that the pair, or the three highest cards together, has at least a rank."""

    by: str
    least: int

    @property
    def text(self) -> str:
        """Return the lowest rank that is enough, or better.

        >>> RankAtLeast(PAIR, 10).text, RankAtLeast(HIGH_CARDS, (12 * 13 + 11) * 13 + 10).text
        ('queens or better', 'A-K-Q or better')
        """
        if self.by == PAIR:
            return f"{RANK_PLURALS[self.least]} or better"
        ranks = (self.least // N_RANKS**2, self.least // N_RANKS % N_RANKS, self.least % N_RANKS)
        return f"{'-'.join(RANKS[rank] for rank in ranks)} or better"

    def holds(self, seen: Seen) -> bool:
        """Return whether the value of all five cards is enough."""
        return bool(rank_of(self.by, values_seen(seen)[0])[0] >= self.least)

    def to_plain(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return plain_fields(self, "rank at least")


def values_seen(seen: Seen) -> tuple[Values, Values]:
    """Return the values of all five cards and of the best three of them."""
    cards = np.array([seen.own], np.uint8)
    return ranking(FIVE_CARDS).evaluate(cards), ranking(THREE_CARDS).evaluate(cards)


def rank_of(by: str, five: Values) -> NDArray[np.int64]:
    """Return the rank that may divide hands of these values of all five cards; zero where none does."""
    first, second, third = (_strengths(FIVE_CARDS)[five, place] for place in (1, 2, 3))
    if by == HIGH_CARDS:
        return np.asarray((first * N_RANKS + second) * N_RANKS + third)
    return first if by == PAIR else np.zeros(len(five), np.int64)


@cache
def _strengths(system: str) -> NDArray[np.int64]:
    """Return the category and the ranks that break ties, by value; zero where there are none."""
    table = np.zeros((ranking(system).n_values + 1, 1 + N_FIVE), np.int64)
    for value in range(1, len(table)):
        strength = ranking(system).strength_of(value)
        table[value, : len(strength)] = strength
    return table
