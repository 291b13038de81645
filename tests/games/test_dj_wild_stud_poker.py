"""DJ Wild Stud Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame

FOLD, PLAY = Action("fold"), Action("play")
BOTH = Bet(ante=1000, blind=1000)

HIGH, PAIR, TRIPS = "Ks Jd 9h 7s 4c", "8s 8d 5c 4h 3s", "6s 6d 6c Kh 4d"
DEALER_NINES, DEALER_QUADS = "9s 9d Kc 6h 5h", "Qs Qd Qh Qc 5h"


def table(**readings: str) -> DeclaredGame:
    """The game with readings given as RT="..."."""
    return declared_game("dj-wild-stud-poker", **readings)


def after(hand: str, dealer: str, action: Action = PLAY) -> Any:
    return play(table(), [BOTH], f"{hand} {dealer}", action)


def test_DJW_1_53_cards_of_which_five_are_wild() -> None:
    assert table().deck.size == 53
    assert returned(after("Jk 3d 5h 8s 9c", "Kd Kh 7s 4c 4d"))["play"] == 0, "a joker and nine high are a pair of nines"
    assert returned(after("2c 3d 5h 8s Ac", "Kd Kh 7s 6c 4d"))["play"] == 4000, "a deuce and an ace are a pair of aces"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ks 9s 5s 3s 2d", "Kh Qh Jh 9h 8h"),
        ("Ah 9h 5h 3h 2d", "As Qs 7s 6s 4s"),
        ("Ah 3d 4s 5c 2s", "Qs Qd Qh 8c 7d"),
    ],
)
def test_DJW_1_a_wild_card_is_the_highest_missing_of_a_flush_and_may_be_a_deuce(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 4000


def test_DJW_2_ante_and_an_equal_blind_are_required() -> None:
    assert staked(after(PAIR, DEALER_NINES)) == {"ante": 1000, "blind": 1000, "play": 2000}
    with pytest.raises(BadBet, match="Blind"):
        table().start([Bet(ante=1000)])
    with pytest.raises(BadBet, match=r"must equal the Ante .*DJW-2"):
        table().start([Bet(ante=1000, blind=500)])


def test_DJW_3_five_cards_each_face_down() -> None:
    state = table().start([BOTH, BOTH], shoe=f"{PAIR} {HIGH} {DEALER_NINES}").advance()
    seen = [str(pile) for pile in state.view(0).piles]
    assert seen == ["dealer: ?? ?? ?? ?? ??", "seat 0 hand: 8s 8d 5c 4h 3s", "seat 1 hand: ?? ?? ?? ?? ??"]


def test_DJW_4_a_fold_loses_ante_and_blind() -> None:
    state = after(TRIPS, DEALER_NINES, FOLD)
    assert returned(state) == {"ante": 0, "blind": 0}
    assert clauses(state) == {"ante": "DJW-4", "blind": "DJW-4"}


def test_DJW_5_the_play_bet_is_exactly_twice_the_ante() -> None:
    state = table().start([Bet(ante=2500, blind=2500)], shoe=f"{PAIR} {DEALER_NINES}").advance()
    assert price(state, PLAY) == (5000, "DJW-5")
    with pytest.raises(IllegalAction, match=r"exactly \$50 \(DJW-5\)"):
        state.apply(Action.of("play", amount=2500))


def test_DJW_6_the_dealer_plays_any_hand() -> None:
    state = after(PAIR, "Qd Js 9c 6h 4s")
    assert returned(state)["ante"] == 2000
    assert not any("qualify" in event.text for event in state.events)


def test_DJW_7_DJW_8_the_higher_hand_is_paid_and_below_a_straight_the_blind_pushes() -> None:
    state = after(TRIPS, DEALER_NINES)
    assert returned(state) == {"ante": 2000, "play": 4000, "blind": 1000}
    assert clauses(state) == {"ante": "DJW-7", "play": "DJW-7", "blind": "DJW-8"}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("2s 2d 2h 2c Jk", 1000),
        ("As Ks Js Ts 2d", 50),
        ("7s 7d 7h 7c Jk", 10),
        ("8s 7s 4s 5s Jk", 9),
        ("7s 7d 7h 2c 4d", 4),
        ("7s 7d 4h 4c 2c", 3),
        ("Ks 8s 7s 4s 3s", 2),
        ("8s 7d 4s 6c Jk", 1),
    ],
)
def test_DJW_8_the_blind_of_a_hand_that_wins(hand: str, odds: int) -> None:
    state = after(hand, "9s 9d Kc 6h 5h")
    assert returned(state) == {"ante": 2000, "play": 4000, "blind": 1000 * (1 + odds)}


def test_DJW_9_the_lower_hand_loses_all_three_whatever_it_is() -> None:
    state = after("Ks 8s 7s 4s 3s", DEALER_QUADS)
    assert returned(state) == {"ante": 0, "play": 0, "blind": 0}
    assert set(clauses(state).values()) == {"DJW-9"}


@pytest.mark.parametrize(
    ("hand", "dealer"),
    [("8s 8d Ac Kh 3s", "8h 8c Ad Kd 3c"), ("8s 8d 8c 7h 3s", "8h 2c 2d 7d 3c"), ("As Ks Qs Js Ts", "Ah Kh 2d 2c Jk")],
)
def test_DJW_10_equal_hands_push_with_wild_cards_or_without(hand: str, dealer: str) -> None:
    state = after(hand, dealer)
    assert returned(state) == {"ante": 1000, "play": 2000, "blind": 1000}
    assert set(clauses(state).values()) == {"DJW-10"}


@pytest.mark.parametrize("wager", ["trips", "coverall"])
def test_DJW_11_DJW_12_DJW_14_trips_and_coverall_are_not_offered(wager: str) -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, blind=1000, **{wager: 500})])


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2d 2h 2c Jk", "As Ks Qs Js Ts"),
        ("Th Jh Jk 2c 2d", "As Ad Ah Ac 2s"),
        ("3s 3d 3h 3c 2s", "Kh Qh Jh Th 9h"),
        ("7s 6s 5s 4s 3s", "Ah Ad Ac 2c Kh"),
        ("3s 3d 3h 2c 9d", "As Ad Ah Kc Kd"),
        ("3s 3d 4h 4c 2s", "Ah Kh Qh Jh 9h"),
        ("8s 7s 5s 4s 3s", "Ah Kd Qc Jh Td"),
        ("7d 6s 5s 4s 3s", "Ah Ad 2c Kh Qc"),
        ("3s 3d 3h 5c 7d", "Ah Ad Kh Kc Qc"),
        ("3s 3d 4h 4c 7d", "Ah Ad Kh Qc 9c"),
        ("3s 3d 4h 6c 7d", "Ah Kh Qc Jd 9c"),
    ],
)
def test_DJW_13_the_order_of_hands(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 4000
    assert returned(after(lower, higher))["play"] == 0


def test_DJW_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
