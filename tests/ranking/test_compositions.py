"""Held and board cards: values by groups equal the best of the hands that a rule lists."""

import numpy as np
import pytest
from support.sample_hands import random_hands

from houseway.errors import BadArray, BadCards, HousewayError
from houseway.ranking import ranking
from houseway.ranking.composition import (
    ALL_HELD,
    AT_MOST_TWO_OF_THREE,
    BEST_OF_SEVEN,
    BEST_THREE_OF_FIVE,
    Composition,
    best_hand,
)
from houseway.ranking.system import SYSTEMS

RULES = [
    ("standard", BEST_OF_SEVEN, 2, 5),
    ("standard", AT_MOST_TWO_OF_THREE, 3, 5),
    ("standard", ALL_HELD, 3, 5),
    ("standard", ALL_HELD, 2, 4),
    ("standard", ALL_HELD, 5, 0),
    ("three-card", BEST_THREE_OF_FIVE, 5, 0),
    ("multi-deck", AT_MOST_TWO_OF_THREE, 3, 5),
]


@pytest.mark.parametrize(("name", "rule", "n_held", "n_board"), RULES)
def test_values_by_groups_equal_the_best_readable_hand(name: str, rule: Composition, n_held: int, n_board: int) -> None:
    system = ranking(name)
    cards = random_hands(52, n_held + n_board, 400, seed=n_held)
    held, board = cards[:, :n_held], cards[:, n_held:]
    in_batches = system.evaluate_best(rule, held, board).tolist()
    for value, own, shared in zip(in_batches, held.tolist(), board.tolist(), strict=True):
        best = best_hand(rule, own, shared, SYSTEMS[name].strength)
        assert value == system.value(best)
        assert value == system.best_value(rule, own, shared)
        found, hand = system.best_hand(rule, own, shared)
        assert found == value == system.value(hand)
        assert hand in set(rule.hands(own, shared))


def test_2HH_9b_three_hole_cards_of_one_suit_make_no_flush_with_two_on_the_board() -> None:
    held, board = [48, 44, 40], [0, 4, 9, 21, 34]
    system = ranking("standard")
    assert system.category_of(system.best_value(BEST_OF_SEVEN, held[:2], board)) == "high card"
    assert system.category_of(system.best_value(AT_MOST_TWO_OF_THREE, held, board)) == "high card"
    assert system.category_of(system.value([*held, *board[:4]])) == "flush"


def test_FCH_3d_all_held_cards_play_even_where_the_board_is_better() -> None:
    held, board = [0, 5, 14], [51, 47, 43, 39, 35]
    system = ranking("standard")
    assert system.category_of(system.value([*held[:2], *board])) == "royal flush"
    assert system.describe(system.best_value(ALL_HELD, held, board)).name == "high card, A-K-5-3-2"


def test_all_held_cards_cannot_play_where_they_are_too_many() -> None:
    with pytest.raises(BadCards, match="6 held"):
        ranking("standard").best_value(ALL_HELD, [0, 1, 2, 3, 4, 5], [10, 11])
    with pytest.raises(BadCards, match="6 held"):
        ranking("standard").evaluate_best(ALL_HELD, np.zeros((1, 6), np.uint8), np.zeros((1, 2), np.uint8))


@pytest.mark.parametrize(
    ("held", "board"),
    [
        (np.zeros((2, 2), np.uint8), np.zeros((3, 5), np.uint8)),
        (np.zeros(2, np.uint8), np.zeros((3, 5), np.uint8)),
        (np.zeros((2, 2), np.float64), np.zeros((2, 5), np.uint8)),
        (np.zeros((2, 9), np.uint8), np.zeros((2, 5), np.uint8)),
        (np.array([[0, 1]]), np.array([[2, 3, 4, 5, 0]])),
        ([[0, 1], [2]], [[2, 3, 4, 5, 6]]),
    ],
)
def test_bad_rows_of_held_and_board_cards_get_a_typed_error(held: object, board: object) -> None:
    with pytest.raises(BadArray):
        ranking("standard").evaluate_best(BEST_OF_SEVEN, held, board)


def test_a_rule_that_lists_no_hand_gets_a_typed_error() -> None:
    with pytest.raises(HousewayError):
        ranking("standard").best_value(AT_MOST_TWO_OF_THREE, [0, 1, 2], [3, 4])
