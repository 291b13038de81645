"""The strategy of Double Draw Poker for people: groups of cards, the rule list, the strategy table."""

import random
from math import comb

import pytest
from support.double_draw_cases import NINE_CARDS, SYMMETRIC, UNCACHED, after_first_draw, dealt, table

from houseway.analysis.titles.double_draw_poker import analyze, rule_list, strategy_table
from houseway.analysis.titles.double_draw_poker.rule_list import (
    RuleList,
    to_a_flush,
    to_a_straight,
    to_a_straight_flush,
)
from houseway.cards import format_cards, parse_cards
from houseway.cards.symmetry import renamed, suit_symmetries
from houseway.games.engine.action import Action


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("As Ad Ac Kh Ks", "Ks Kh"),
        ("Ks Kd Kc 4h 4s", ""),
        ("9s 9d 9c 4h 2s", "4h 2s"),
        ("5d 6d 7d 8d 9s", "9s"),
        ("5d 6d 7d 8s 9s", ""),
        ("Ts Td 4c 4h Ks", "Ks"),
        ("As Jk 9d 7c 3h", "9d 7c 3h"),
        ("8c 9c Tc Kh 2d", "Kh 2d"),
        ("2h 6h 9h Kh 9s", "9s"),
        ("6c 7d 8h 9s Kd", "Kd"),
        ("5c 5d Ah Ks 9h", "Ks 9h"),
        ("5c 5d Qh Ks 9h", "Ks Qh 9h"),
        ("7h 8h Kc 2d 4s", "Kc 4s 2d"),
        ("2h 7h Qh Kc 4s", "Kc 4s"),
        ("Ah Qh Jk 7c 3d", "7c 3d"),
        ("Ah 7h Kc 9d 3s", "Kc 9d 3s"),
        ("As Kd 9c 7h 4d", "9c 7h 4d"),
        ("4c 5d 6h 8s Qc", "Qc"),
    ],
)
def test_each_line_of_the_first_draw_holds_what_it_says(hand: str, thrown: str) -> None:
    game = table()
    action = RuleList(game).choose(dealt(game, parse_cards(hand)).view(0))
    assert action == Action.of("draw", thrown)


def test_a_first_hand_that_no_line_fits_is_folded() -> None:
    game = table()
    assert RuleList(game).choose(dealt(game, parse_cards("Ks 9d 7c 4h 2s")).view(0)) == Action("fold")


@pytest.mark.parametrize(
    ("hand", "held"),
    [
        ("As Ad Ac Kh Ks", "As Ad Ac Kh Ks"),
        ("5d 6d 7d 8d 9s", "5d 6d 7d 8d 9s"),
        ("6c 7c 8d Jk Jk", "6c 7c Jk Jk"),
        ("9s 9d 9c 4h 2s", "9s 9d 9c"),
        ("2h 6h 9h Kh Ks", "2h 6h 9h Kh"),
        ("9d Qc Ks As Jk", "Qc Ks As Jk"),
        ("As Ad 6c 7d 8h", "As Ad"),
        ("5s 5d Ac 7d 8h", "5s 5d Ac"),
        ("6c 7d 9h Ts 2d", "6c 7d 9h Ts"),
        ("6c 7d 9h Ks 2d", ""),
    ],
)
def test_each_line_of_the_second_draw_holds_what_it_says(hand: str, held: str) -> None:
    found = RuleList(table()).held(tuple(sorted(parse_cards(hand))), last_draw=True)
    assert set(found) == set(parse_cards(held))


@pytest.mark.parametrize(
    ("drawn", "thrown"), [("Ks 2c 3d", "Ks"), ("Qs 2c 3d", "2c"), ("Ks 7c 3d", "7c"), ("9h 2c 3d", "2c")]
)
def test_the_second_draw_throws_a_rank_thrown_before_or_else_the_lowest(drawn: str, thrown: str) -> None:
    game = table()
    state = dealt(game, parse_cards("9s 9d Kc 7h 4d"))
    state = after_first_draw(state, parse_cards("Kc 7h 4d"), parse_cards(drawn))
    assert RuleList(game).choose(state.view(0)) == Action.of("draw", thrown)


def test_hands_that_are_alike_up_to_suits_are_played_alike() -> None:
    game = table()
    rules, dealer = RuleList(game), random.Random(7)
    for _ in range(40):
        hand = dealer.sample(game.deck.cards, 5)
        action = rules.choose(dealt(game, tuple(hand)).view(0))
        suits = dealer.choice(suit_symmetries(game.deck))
        other = tuple(renamed(card_id, suits) for card_id in hand)
        expected = Action(action.kind, tuple(renamed(card_id, suits) for card_id in action.cards))
        assert rules.choose(dealt(game, other).view(0)).normal() == expected.normal()


def test_the_rules_are_at_most_fifteen_lines_with_their_exact_cost() -> None:
    small = table(deck=SYMMETRIC)
    rules = rule_list(small, runner=UNCACHED)
    assert len(rules.lines()) <= 15
    best, ruled = (analyze(small, strategy=name, runner=UNCACHED).value for name in ("optimal", "rule-list"))
    assert rules.cost == best - ruled
    assert rules.cost >= 0


def test_the_strategy_table_has_every_hand_once() -> None:
    small = table(deck=NINE_CARDS)
    rows = strategy_table(small, runner=UNCACHED)
    assert sum(row.hands for row in rows) == comb(9, 5)
    average = sum(row.value * row.hands for row in rows) / comb(9, 5)
    assert average == analyze(small, runner=UNCACHED).value


def test_groups_take_jokers_and_prefer_more_straights() -> None:
    hand = parse_cards("5d 6d 8h 9h Jk")
    assert format_cards(to_a_straight_flush(hand, 3, wheel=True)) == "8h 9h Jk"
    assert to_a_straight(parse_cards("2c 3d 4h Kd As"), 4, wheel=False) == ()
    assert format_cards(to_a_straight(parse_cards("2c 3d 4h Kd As"), 4, wheel=True)) == "2c 3d 4h As"
    assert to_a_flush(parse_cards("2c 7c Kd 9h Js"), 3, wheel=True) == ()
