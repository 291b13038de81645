"""Advice on one hand of Pick 2 Poker: exact values, dead cards, the JSON form, wrong cards."""

from fractions import Fraction
from itertools import combinations

import pytest
from support.pick_2_cases import ANTE, TWELVE_CARDS, UNCACHED, opening_bet, table

from houseway.analysis.counting.solver import solve_from
from houseway.analysis.declared.api import advise
from houseway.analysis.declared.payoffs import Payoffs
from houseway.analysis.declared.private_showdown.picks import PickHands
from houseway.cards import Deck, parse_cards
from houseway.errors import BadBet, BadCards
from houseway.games.engine.action import DEAL, Action


def test_advice_gives_the_values_of_the_full_solution() -> None:
    small = table(deck=TWELVE_CARDS)
    hands = PickHands.all_of(Payoffs.of(small), UNCACHED)
    values = hands.worth.T
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
    plain = advise(table(), "As Ks Qs Js Ts").to_dict()["options"]
    assert isinstance(plain, list)
    by_action = {option["action"]: option for option in plain if option["action"] != "three"}
    fold = {wager: value["value"] for wager, value in by_action["fold"]["wagers"].items()}
    assert fold == {"ante": -1, "three_five": -1, "play": 0}
    five = {wager: Fraction(value["exact"]) for wager, value in by_action["five"]["wagers"].items()}
    assert five["three_five"] == 510
    assert sum(five.values()) == Fraction(by_action["five"]["ev"]["exact"])


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
    asked = advise(table(), "9h 7d 5c 4s 2d", bets={"five_card_bonus": 2})
    options = {option.action.kind: option for option in asked.options}
    assert options["fold"].value == -4
    with pytest.raises(BadBet):
        advise(table(), "9h 7d 5c 4s 2d", bets={"five_card_bonus": -2})


@pytest.mark.parametrize(
    ("cards", "arguments", "message"),
    [
        ("As Ks Qs Js", {}, "takes 5 cards; you gave 4"),
        ("As Ks Qs Js Ts 9s", {}, "1 community card"),
        ("As As Qs Js Ts", {}, "repeated card As"),
        ("As Xs Qs Js Ts", {}, "Unknown card 'Xs'"),
        ("As Ks Qs Js Jk", {}, "Jk is not in this deck"),
        ("As Ks Qs Js Ts", {"dead": "As"}, "As"),
        ("As Ks Qs Js Ts", {"dead": "2c 2c"}, "repeated card 2c"),
        ("As Ks Qs Js Ts", {"board": "2c"}, "you gave 1 community card"),
        ("As Ks Qs Js Ts", {"stage": 2}, "it is decision 1"),
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
    with pytest.raises(BadCards, match="needs 5 cards; the deck has 4 left"):
        advise(table(), hand, dead=others[:43])
