"""A short list of rules for people, made for the game at hand.

The questions are fixed: what the best three cards are, what all five are, then a rank. The answers are fitted: for
each line that action, or that rank from which the action changes, which is worth most over all hands of the line. So
readings and pay tables change the list as they change the best play, and never add a line. What a player is asked
depends only on the values of the five and of the best three cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import Array
from houseway.analysis.results.advice import AppliedRule
from houseway.analysis.results.rules import FORMAT, RULE_LIST
from houseway.analysis.titles.pick_2_poker.hands import Hands
from houseway.analysis.titles.pick_2_poker.payoffs import FIRST_THREE_COLUMN, FIVE_COLUMN, FOLD_COLUMN, Payoffs
from houseway.cards.card import ACE, N_RANKS, RANK_NAMES, RANK_PLURALS, RANKS, Card
from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.games.titles.pick_2_poker.hands import (
    FIVE,
    FIVE_CARDS,
    FOLD,
    HAND_CARDS,
    THREE,
    THREE_CARDS,
    best_three,
    five_value,
    three_value,
)
from houseway.ranking import Category, ranking

ANSWERS = (FOLD, FIVE, THREE)
ANSWER_TEXT = {
    FOLD: "fold",
    FIVE: "play all five (Play 1x)",
    THREE: "play the best three (Play 2x)",
}
FLUSH_RANKS = range(9 - 2, ACE + 1)
"""Flushes of three with a pair beside them are told apart by the highest card, from the nine up."""


@dataclass(frozen=True, slots=True)
class Question:
    """One line before it is answered: which hands it is about, and the rank that may part them.

    `three` and `five` are categories; `high` is the highest card of the three where it matters. `by` says what the rank
    is: the pair (the higher of two), the three highest cards, or nothing.
    """

    text: str
    three: frozenset[Category]
    five: frozenset[Category] = frozenset(Category)
    high: range = range(N_RANKS)
    by: str = ""


def questions() -> Iterator[Question]:
    """The lines in their order; every hand meets exactly one."""
    straight, flush = frozenset({Category.STRAIGHT}), frozenset({Category.FLUSH})
    nothing, pair = frozenset({Category.HIGH_CARD}), frozenset({Category.PAIR})
    strong = frozenset({Category.SUITED_ACE_KING_QUEEN, Category.STRAIGHT_FLUSH, Category.THREE_OF_A_KIND})
    yield Question("Three of a kind, or three to a straight flush", strong)
    yield Question(
        "A three-card straight or flush, no pair, and no five-card straight or flush", straight | flush, nothing
    )
    yield Question("A three-card straight and one pair", straight, pair, by="pair")
    yield Question("A three-card straight in two pair or in a five-card straight", straight)
    yield Question(
        "A three-card flush in two pair or in a five-card flush", flush, frozenset(Category) - pair - nothing
    )
    for rank in reversed(FLUSH_RANKS):
        text = f"One pair and a three-card flush, {RANK_NAMES[rank]} high"
        yield Question(text, flush, pair, range(rank, rank + 1), by="pair")
    yield Question("One pair and a lower three-card flush", flush, pair, range(FLUSH_RANKS.start), by="pair")
    yield Question("A pair or two pair otherwise", pair, by="pair")
    yield Question("Anything else", nothing, by="cards")


@dataclass(frozen=True, slots=True)
class Rule:
    """A question with its answer: one action below a rank and another from it up. `cut` 0: always the second."""

    question: Question
    low: str
    high: str
    cut: int = 0

    def __str__(self) -> str:
        if not self.cut:
            return f"{self.question.text}: {ANSWER_TEXT[self.high]}."
        return (
            f"{self.question.text}: {ANSWER_TEXT[self.high]} with {_rank_text(self.question.by, self.cut)} or better, "
            f"else {ANSWER_TEXT[self.low]}."
        )


def _rank_text(by: str, cut: int) -> str:
    if by == "pair":
        return RANK_PLURALS[cut]
    ranks = (cut // N_RANKS**2, cut // N_RANKS % N_RANKS, cut % N_RANKS)
    return "-".join(RANKS[rank] for rank in ranks)


@dataclass(frozen=True)
class RuleList:
    """Rules that a person can play; also a strategy for a seat. `cost` is what they give away, in Antes a round."""

    rules: tuple[Rule, ...]
    cost: Fraction

    name = RULE_LIST

    def lines(self) -> tuple[str, ...]:
        """The rules in words."""
        return tuple(map(str, self.rules))

    def to_plain(self) -> dict[str, Any]:
        """A plain form for JSON: the number of each question, and its answers."""
        every = tuple(questions())
        rules = [
            {"question": every.index(rule.question), "below": rule.low, "from": rule.high, "cut": rule.cut}
            for rule in self.rules
        ]
        return {"format": FORMAT, "questions": rules}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any], cost: Fraction) -> "RuleList":
        """The list of a plain form."""
        every = tuple(questions())
        rules = (Rule(every[each["question"]], each["below"], each["from"], each["cut"]) for each in plain["questions"])
        return cls(tuple(rules), cost)

    def choose(self, view: View) -> Action:
        """What the rules say of the seat's hand."""
        return self.applied(view.cards("hand", view.seat)).action

    def applied(self, cards: Sequence[Card]) -> AppliedRule:
        """The rule that a hand meets, and its answer."""
        three = best_three(tuple(cards))
        five_at, three_at = np.array([five_value(tuple(cards))]), np.array([three_value(three)])
        answer = ANSWERS[self.answers(five_at, three_at)[0]]
        rule = next(each for each in self.rules if _asked(each.question, five_at, three_at)[0])
        return AppliedRule(str(rule), Action(THREE, three) if answer == THREE else Action(answer))

    def answers(self, five: Array, three: Array) -> NDArray[np.intp]:
        """The answers for hands of these values of all five and of the best three cards, as places in ANSWERS."""
        found = np.full(len(five), -1, np.intp)
        for rule in self.rules:
            rows = np.flatnonzero((found < 0) & _asked(rule.question, five, three))
            strong = _rank_of(rule.question.by, five[rows]) >= rule.cut
            found[rows] = np.where(strong, ANSWERS.index(rule.high), ANSWERS.index(rule.low))
        return found

    def columns(self, hands: Hands) -> NDArray[np.intp]:
        """The choices of all hands."""
        answers = self.answers(hands.five, hands.best_three)
        return np.choose(answers, [FOLD_COLUMN, FIVE_COLUMN, FIRST_THREE_COLUMN + hands.best_triple])


def fit_rules(payoffs: Payoffs) -> RuleList:
    """Answer every question as well as one answer, or one cut, allows."""
    hands, values = payoffs.hands, payoffs.values()
    five, three = hands.five, hands.best_three
    weighted = hands.weights[:, None] * np.column_stack(
        [values[:, FOLD_COLUMN], values[:, FIVE_COLUMN], values[hands.rows, FIRST_THREE_COLUMN + hands.best_triple]]
    )
    left = np.ones(len(five), np.bool_)
    rules, played = [], 0
    for question in questions():
        rows = np.flatnonzero(left & _asked(question, five, three))
        if len(rows):
            rule, worth = _answer(question, _rank_of(question.by, five[rows]), weighted[rows])
            rules.append(rule)
            played += worth
            left[rows] = False
    best = int((hands.weights * values.max(axis=1)).sum())
    total = payoffs.scale * hands.dealer_hands * int(hands.weights.sum())
    return RuleList(tuple(rules), Fraction(best - played, total))


def _answer(question: Question, ranks: Array, weighted: Array) -> tuple[Rule, int]:
    """The best rule for a question, the plainest of equal ones, and what it is worth over its hands."""
    cuts, which = np.unique(ranks, return_inverse=True)
    by_rank = np.zeros((len(cuts) + 1, len(ANSWERS)), weighted.dtype)
    np.add.at(by_rank, which + 1, weighted)
    below = by_rank.cumsum(axis=0)
    above = below[-1] - below
    candidates = [
        (int(below[place, low] + above[place, high]), -place, low, high)
        for place in range(len(cuts))
        for low, high in product(range(len(ANSWERS)), repeat=2)
    ]
    worth, negative_place, low, high = max(candidates)
    if not negative_place:
        return Rule(question, ANSWERS[high], ANSWERS[high]), worth
    return Rule(question, ANSWERS[low], ANSWERS[high], int(cuts[-negative_place])), worth


def _asked(question: Question, five: Array, three: Array) -> NDArray[np.bool_]:
    """Whether each hand is one that the question is about."""
    of_three, of_five = ranking(THREE_CARDS), ranking(FIVE_CARDS)
    three_wanted = np.array([category in question.three for category in of_three.categories])
    five_wanted = np.array([category in question.five for category in of_five.categories])
    highest = _strengths(THREE_CARDS)[three, 1]
    asked: NDArray[np.bool_] = (
        three_wanted[of_three.category_places[three]]
        & five_wanted[of_five.category_places[five]]
        & (highest >= question.high.start)
        & (highest < question.high.stop)
    )
    return asked


def _rank_of(by: str, five: Array) -> Array:
    """The rank that may part the hands of a question."""
    first, second, third = (_strengths(FIVE_CARDS)[five, place] for place in (1, 2, 3))
    if by == "cards":
        return np.asarray((first * N_RANKS + second) * N_RANKS + third)
    return first if by == "pair" else np.zeros(len(five), np.int64)


@cache
def _strengths(system: str) -> NDArray[np.int64]:
    """The category and the ranks that break ties, by value; zero where there are none."""
    table = np.zeros((ranking(system).n_values + 1, 1 + HAND_CARDS), np.int64)
    for value in range(1, len(table)):
        strength = ranking(system).strength_of(value)
        table[value, : len(strength)] = strength
    return table
