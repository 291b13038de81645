"""Advice on one hand of Pick 2 Poker: exact values, dead cards, the JSON form, wrong cards."""

from fractions import Fraction
from itertools import combinations

import pytest
from support.pick_2_cases import ANTE, TWELVE_CARDS, UNCACHED, opening_bet, table

from houseway.analysis.counting.solver import solve_from
from houseway.analysis.titles.pick_2_poker import advise
from houseway.analysis.titles.pick_2_poker.hands import count_hands
from houseway.analysis.titles.pick_2_poker.payoffs import Payoffs
from houseway.cards import Deck, parse_cards
from houseway.errors import BadBet, BadCards
from houseway.games.engine.action import DEAL, Action


def test_advice_gives_the_values_of_the_full_solution() -> None:
    small = table(deck=TWELVE_CARDS)
    hands = count_hands(TWELVE_CARDS, UNCACHED)
    values = Payoffs.of(small, hands, Fraction(0)).values()
    for row in range(0, len(hands.cards), 50):
        options = advise(small, hands.cards[row].tolist()).options
        assert sorted(option.value for option in options) == sorted(Fraction(int(v), 21) for v in values[row])


def test_dead_cards_are_removed_exactly() -> None:
    """Without two cards the deck is another deck, on which the solver plays the same hand."""
    dead = parse_cards("Ad 5s")
    hand = parse_cards("Ac Kc 9c 9d 4h")
    advice = advise(table(deck=TWELVE_CARDS), hand, dead=dead)
    smaller = table(deck=TWELVE_CARDS.without(dead))
    dealt = smaller.start([opening_bet({})], open_shoe=True).apply(Action(DEAL, hand))
    assert advice.best.value * ANTE == solve_from(dealt).value
    assert advice.dead == dead


def test_the_value_parts_into_ante_with_play_and_bonus() -> None:
    fold = {"action": "fold", "ev": -2, "ante_play": -1, "bonus": -1}
    plain = advise(table(), "As Ks Qs Js Ts").to_dict()["options"]
    assert isinstance(plain, list)
    by_action = {option["action"]: option for option in plain if option.get("set", ["As"])[0] == "As"}
    for key in ("ev", "ante_play", "bonus"):
        assert by_action["fold"][key]["value"] == fold[key]
    five = by_action["five-card"]
    assert five["bonus"]["exact"] == "510/1"
    assert Fraction(five["ev"]["exact"]) == 510 + Fraction(five["ante_play"]["exact"])


def test_royal_flush_is_compared_by_hand() -> None:
    """Five cards: three equal royal flushes push, the dealer qualifies or only the Ante is paid."""
    advice = advise(table({"P2-R1": "both-pay"}), "As Ks Qs Js Ts")
    five = next(option for option in advice.options if option.action == Action("five"))
    assert five.value == 510 + 2 * Fraction(1_533_939 - 3, 1_533_939)


def test_every_action_is_listed_once_and_the_best_comes_first() -> None:
    advice = advise(table(), "As Ad 7s 4s 2h")
    hand = sorted(parse_cards("As Ad 7s 4s 2h"), reverse=True)
    expected = {Action("fold"), Action("five"), *(Action("three", cards) for cards in combinations(hand, 3))}
    assert {option.action for option in advice.options} == expected
    assert advice.best.value == max(option.value for option in advice.options)
    assert advice.cost(advice.best.action) == 0


def test_P2_3_the_optional_bet_is_part_of_what_a_fold_loses() -> None:
    options = {option.action.kind: option for option in advise(table(), "9h 7d 5c 4s 2d", five_card_bonus=2).options}
    assert options["fold"].value == -4
    with pytest.raises(BadBet):
        advise(table(), "9h 7d 5c 4s 2d", five_card_bonus=-2)


@pytest.mark.parametrize(
    ("cards", "arguments", "message"),
    [
        ("As Ks Qs Js", {}, "4"),
        ("As Ks Qs Js Ts 9s", {}, "6"),
        ("As As Qs Js Ts", {}, "repeated card As"),
        ("As Xs Qs Js Ts", {}, "Unknown card 'Xs'"),
        ("As Ks Qs Js Jk", {}, "Jk is not in this deck"),
        ("As Ks Qs Js Ts", {"dead": "As"}, "As"),
        ("As Ks Qs Js Ts", {"dead": "2c 2c"}, "repeated card 2c"),
        ("As Ks Qs Js Ts", {"board": "2c"}, "no board"),
        ("As Ks Qs Js Ts", {"stage": 2}, "one decision"),
    ],
)
def test_wrong_cards_are_refused(cards: str, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BadCards, match=message):
        advise(table(), cards, **arguments)  # type: ignore[arg-type]


def test_dead_cards_must_leave_five_for_the_dealer() -> None:
    """All but three aces and two kings are dead: a royal flush wins three Antes with its ace, king and queen."""
    hand = parse_cards("As Ks Qs Js Ts")
    others = Deck.standard().without(hand).cards
    assert advise(table(), hand, dead=others[:42]).best.value == 510 + 3
    with pytest.raises(BadCards, match="needs 5 cards; with 43 dead cards 4 are left"):
        advise(table(), hand, dead=others[:43])
