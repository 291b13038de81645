"""Advice on one hand of Double Draw Poker: both draws, dead cards, the JSON form, wrong cards."""

from fractions import Fraction

import pytest
from support.double_draw_cases import ANTE, NINE_CARDS, after_first_draw, dealt, table

from houseway.analysis.counting.solver import solve_from
from houseway.analysis.titles.double_draw_poker import advise
from houseway.cards import parse_cards
from houseway.errors import BadCards, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action


@pytest.mark.parametrize(
    ("hand", "thrown", "drawn"),
    [
        ("As Ad Kh 7c 2c", "Kh 7c 2c", "Jk 9d 4h"),
        ("8d 9d Tc Jd 2s", "2s", "7d"),
        ("Kc Kd 5h 5s 9c", "9c", "2d"),
        ("Qh Jh Th 3c 3d", "3d 3c", "9h Jk"),
        ("2c 5d 8h Js Kc", "Js 8h 5d", "2d 6h 9s"),
    ],
)
def test_DD_5b_second_draw_on_the_full_deck_equals_the_rules(hand: str, thrown: str, drawn: str) -> None:
    full = table()
    gone, new = parse_cards(thrown), parse_cards(drawn)
    state = after_first_draw(dealt(full, parse_cards(hand)), gone, new)
    held = tuple(card_id for card_id in parse_cards(hand) if card_id not in gone) + new
    options = {option.action: option.value for option in advise(full, held, stage=2, dead=gone).options}
    assert set(options) == set(state.legal_actions())
    for action, value in options.items():
        assert solve_from(state.apply(action)).value == value * ANTE


def test_DD_4b_first_draw_of_one_card_on_the_full_deck_equals_the_rules() -> None:
    full = table()
    hand = parse_cards("8d 9d Td Jd 2s")
    action = Action.of("draw", "2s")
    value = next(option.value for option in advise(full, hand).options if option.action == action)
    assert solve_from(dealt(full, hand).apply(action)).value == value * ANTE


def test_first_draw_lists_the_legal_actions_the_best_first() -> None:
    small = table(deck=NINE_CARDS)
    hand = parse_cards("As 2s 5d Kh Jk")
    state = dealt(small, hand)
    advice = advise(small, hand)
    assert {option.action for option in advice.options} == set(state.legal_actions())
    assert solve_from(state).value == advice.best.value * ANTE
    assert advice.cost(Action("fold")) == advice.best.value + 2


def test_dead_cards_are_removed_exactly() -> None:
    """Without a card the deck is another deck, on which the rules play the same hand."""
    dead = parse_cards("Jk")
    hand = parse_cards("Ks Kd 7h 4c 2s")
    action = Action.of("draw", "2s")
    value = next(option.value for option in advise(table(), hand, dead=dead).options if option.action == action)
    smaller = table(deck=table().deck.without(dead))
    assert solve_from(dealt(smaller, hand).apply(action)).value == value * ANTE


def test_a_second_draw_by_hand() -> None:
    """A pair of fives with 9-7-2 and nothing dead but three cards: eight outs of 46 for keeping 9-7, by pay table 1.

    Two fives make three of a kind (+4), three nines and three sevens two pair (+3), the other 38 lose (-4).
    """
    advice = advise(table(), "5s 5d 9h 7c 2c", stage=2, dead="Kc Qd Jh")
    value = next(option.value for option in advice.options if option.action == Action.of("draw", "2c"))
    assert value == Fraction(2 * 4 + 6 * 3 - 38 * 4, 46)
    assert {option.value for option in advice.options if option.action.kind == "fold"} == {Fraction(-3)}


def test_a_joker_beside_a_dead_joker_is_the_other_one() -> None:
    advice = advise(table(), "As Ad Kh Jk 2c", stage=2, dead="Jk 9c")
    assert len(set(advice.cards) | set(advice.dead)) == 7


def test_json_says_what_is_held_and_thrown() -> None:
    plain = advise(table(), "As Ad Kh Jk 2c").to_dict()["options"]
    assert isinstance(plain, list)
    best = plain[0]
    assert (best["action"], best["hold"], best["discard"]) == ("draw", ["Jk", "As", "Ad"], ["Kh", "2c"])
    assert Fraction(best["ev"]["exact"]) > 11
    fold = next(option for option in plain if option["action"] == "fold")
    assert fold["ev"] == {"exact": "-2/1", "value": -2.0}
    assert "hold" not in fold


@pytest.mark.parametrize(
    ("cards", "arguments", "message"),
    [
        ("As Ks Qs Js", {}, "expected 5 cards; got 4"),
        ("As Ks Qs Js Ts 9s", {}, "expected 5 cards; got 6"),
        ("As As Qs Js Ts", {}, "repeated card As"),
        ("As Xs Qs Js Ts", {}, "Unknown card 'Xs'"),
        ("Jk Jk Jk Js Ts", {}, "Jk"),
        ("As Ks Qs Js Ts", {"dead": "As"}, "repeated card As"),
        ("As Jk Jk Js Ts", {"dead": "Jk"}, "repeated card Jk"),
        ("As Ks Qs Js Ts", {"dead": "2c 2c"}, "repeated card 2c"),
        ("As Ks Qs Js Ts", {"board": "2c"}, "no board"),
        ("As Ks Qs Js Ts", {"stage": 3}, "stage 3"),
    ],
)
def test_wrong_cards_are_refused(cards: str, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BadCards, match=message):
        advise(table(), cards, **arguments)  # type: ignore[arg-type]


def test_dead_cards_must_leave_enough_to_draw() -> None:
    """With only Ad, Ah and the jokers left the ace of spades is sure of five aces: the royal flush is broken."""
    full = table()
    hand = parse_cards("As Ks Qs Js Ts")
    others = full.deck.without(hand).cards
    assert advise(full, hand, dead=others[:45]).best.value == 503
    with pytest.raises(BadCards, match="draw 4 cards; with 46 dead cards 3 are left"):
        advise(full, hand, dead=others[:46])
    assert advise(full, hand, stage=2, dead=others[:48]).best.value == 103


def test_another_game_is_refused() -> None:
    with pytest.raises(UnknownName, match="double-draw-poker"):
        advise(game("pick-2-poker"), "As Ks Qs Js Ts")
