"""The strategy for people: the best choice by kind of hand, and the short rule list with its price."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.counting.shards import Runner
from houseway.analysis.titles.pick_2_poker.hands import Hands, count_hands
from houseway.analysis.titles.pick_2_poker.payoffs import FIRST_THREE_COLUMN, Payoffs, bonus_only_stake
from houseway.analysis.titles.pick_2_poker.rule_list import RuleList, fit_rules
from houseway.analysis.titles.pick_2_poker.strategies import as_pick_2
from houseway.games.engine.game import Game
from houseway.games.titles.pick_2_poker.hands import FIVE_CARDS, THREE_CARDS
from houseway.ranking import ranking

N_KINDS = FIRST_THREE_COLUMN + 1
"""Fold, five, three: which three cards is not told apart."""


@dataclass(frozen=True, slots=True)
class StrategyRow:
    """Hands of one kind: how many there are, how many make each choice, and what the best choices are worth."""

    five_cards: str
    best_three: str
    hands: int
    fold: int
    five: int
    three: int
    value: Fraction


def rule_list(game: Game, *, runner: Runner | None = None, five_card_bonus: Fraction | int | None = None) -> RuleList:
    """At most fifteen rules for this game, in words and as a strategy, with their exact cost."""
    return fit_rules(_payoffs(game, runner, five_card_bonus))


def strategy_table(
    game: Game, *, runner: Runner | None = None, five_card_bonus: Fraction | int | None = None
) -> tuple[StrategyRow, ...]:
    """The best strategy by what the five cards and the best three of them are, from the best hands down."""
    payoffs = _payoffs(game, runner, five_card_bonus)
    hands, values = payoffs.hands, payoffs.values()
    kinds = np.minimum(values.argmax(axis=1), FIRST_THREE_COLUMN)
    worth = hands.weights * values.max(axis=1)
    unit = payoffs.scale * hands.dealer_hands
    rows = []
    for five, three, members in _by_category(hands):
        weights = hands.weights[members]
        fold, play_five, play_three = (int(weights[kinds[members] == kind].sum()) for kind in range(N_KINDS))
        value = Fraction(int(worth[members].sum()), unit * int(weights.sum()))
        rows.append(StrategyRow(five, three, int(weights.sum()), fold, play_five, play_three, value))
    return tuple(rows)


def _by_category(hands: Hands) -> list[tuple[str, str, NDArray[np.intp]]]:
    of_five, of_three = ranking(FIVE_CARDS), ranking(THREE_CARDS)
    five, three = of_five.category_places[hands.five], of_three.category_places[hands.best_three]
    return [
        (str(five_name), str(three_name), members)
        for five_place, five_name in reversed(list(enumerate(of_five.categories)))
        for three_place, three_name in reversed(list(enumerate(of_three.categories)))
        if len(members := np.flatnonzero((five == five_place) & (three == three_place)))
    ]


def _payoffs(game: Game, runner: Runner | None, stake: Fraction | int | None) -> Payoffs:
    table = as_pick_2(game)
    return Payoffs.of(table, count_hands(table.deck, runner or Runner()), bonus_only_stake(table, stake))
