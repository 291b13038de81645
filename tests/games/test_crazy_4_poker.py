"""Crazy 4 Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

FOLD, ONCE, TWICE, THRICE = Action("fold"), Action("play"), Action("play-2x"), Action("play-3x")
BOTH = Bet(ante=1000, super_bonus=1000)
ALL = Bet(ante=1000, super_bonus=1000, queens_up=500)

KING_HIGH, QUEEN_HIGH = "Kc Jd 9h 7s 2c", "Qd Jc 9c 7h 5d"
PAIR, ACES = "8s 8d 5c 4h 2s", "As Ad 8h 6c 3d"
STRAIGHT, FLUSH, TRIPS = "9s 8d 7c 6h 2s", "Ks Js 7s 3s 2d", "4s 4d 4c Qh 2s"
STRAIGHT_FLUSH, FOUR_KINGS, FOUR_ACES = "9s 8s 7s 6s 2d", "Ks Kd Kh Kc 2s", "As Ad Ah Ac 2s"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("crazy-4-poker", paytable, **readings)


def after(hand: str, dealer: str, action: Action = ONCE, bet: Bet = BOTH, at: Game | None = None) -> Any:
    return play(at or table(), [bet], f"{hand} {dealer}", action)


def test_C4P_1_ante_and_an_equal_super_bonus_are_required_and_queens_up_is_free() -> None:
    state = after(PAIR, KING_HIGH, bet=Bet(ante=1000, super_bonus=1000, queens_up=700))
    assert staked(state) == {"ante": 1000, "super_bonus": 1000, "play": 1000, "queens_up": 700}
    with pytest.raises(BadBet, match="Super Bonus"):
        table().start([Bet(ante=1000)])
    with pytest.raises(BadBet, match=r"must equal the Ante .*C4P-1"):
        table().start([Bet(ante=1000, super_bonus=500)])


def test_C4P_2_five_cards_each_face_down_of_one_deck() -> None:
    state = table().start([BOTH, BOTH], shoe=f"{PAIR} {KING_HIGH} {QUEEN_HIGH}").advance()
    assert state.game.deck.size == 52
    seen = [str(pile) for pile in state.view(0).piles]
    assert seen == ["dealer: ?? ?? ?? ?? ??", "seat 0 hand: 8s 8d 5c 4h 2s", "seat 1 hand: ?? ?? ?? ?? ??"]


@pytest.mark.parametrize(
    ("hand", "dealer", "back"),
    [
        ("As Kd Qh 9c 2s", "Ad Kh Qs 9d 8c", 1000),
        ("Ks Kd Qh 9c 2s", "Kh Kc Qs 9d 8c", 1000),
        ("9s 8d 7c 6h As", "9d 8c 7h 6c Ah", 1000),
        ("As Kd Qh 9c 8s", "Ad Kh Qs 8d 7c", 2000),
    ],
)
def test_C4P_3_the_fifth_card_counts_for_nothing(hand: str, dealer: str, back: int) -> None:
    assert returned(after(hand, dealer))["ante"] == back


def test_C4P_4_a_fold_loses_ante_and_super_bonus() -> None:
    state = after(STRAIGHT, KING_HIGH, FOLD)
    assert returned(state) == {"ante": 0, "super_bonus": 0}
    assert clauses(state) == {"ante": "C4P-4", "super_bonus": "C4P-4"}
    assert str(state.view(None).piles[1]) == "seat 0 folded: ?? ?? ?? ?? ??"


@pytest.mark.parametrize(("reading", "back"), [("lost", 0), ("still-paid", 500 * 4)])
def test_C4P_R2_queens_up_of_a_folded_straight(reading: str, back: int) -> None:
    assert returned(after(STRAIGHT, KING_HIGH, FOLD, ALL, table(R2=reading)))["queens_up"] == back


def test_C4P_5_the_play_is_the_ante_and_with_aces_or_better_up_to_three_times_it() -> None:
    low, high = (
        table().start([BOTH], shoe=f"{hand} {QUEEN_HIGH}").advance() for hand in ("Ks Kh Ad Qc 9d", "As Ad 6h 3c 2c")
    )
    assert [str(action) for action in low.legal_actions()] == ["fold", "play"]
    assert [str(action) for action in high.legal_actions()] == ["fold", "play", "play-2x", "play-3x"]
    assert [price(high, action) for action in (ONCE, TWICE, THRICE)] == [
        (1000, "C4P-5"),
        (2000, "C4P-5"),
        (3000, "C4P-5"),
    ]
    with pytest.raises(IllegalAction, match="play-3x"):
        low.apply(THRICE)


@pytest.mark.parametrize("hand", ["3s 3d 2h 2c Kd", STRAIGHT, FLUSH, TRIPS, STRAIGHT_FLUSH, FOUR_KINGS])
def test_C4P_5_every_hand_above_a_pair_of_aces_may_triple(hand: str) -> None:
    assert THRICE in table().start([BOTH], shoe=f"{hand} {QUEEN_HIGH}").advance().legal_actions()


def test_C4P_R3_some_houses_take_one_or_three_times_only() -> None:
    state = table(R3="1-or-3").start([BOTH], shoe=f"{ACES} {QUEEN_HIGH}").advance()
    assert [str(action) for action in state.legal_actions()] == ["fold", "play", "play-3x"]


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Kd 4s 3c 2h 2d", True), ("Kd 6s 4c 3h 2d", True), ("Ah Qd Js Tc 8h", True), ("Qd Js 9c 7h 6d", False)],
)
def test_C4P_6_king_high_qualifies(dealer: str, qualifies: bool) -> None:
    state = after("As Ac Kh Qs 2c", dealer)
    told = [event.text for event in state.events if event.clause == "C4P-6"]
    assert any("does not qualify" in text for text in told) is not qualifies
    assert returned(state)["ante"] == (2000 if qualifies else 1000)


@pytest.mark.parametrize(("hand", "action", "back"), [(ACES, THRICE, 6000), ("Th 8d 6c 4s 3d", ONCE, 2000)])
def test_C4P_7_without_a_qualified_dealer_the_play_pays_and_the_ante_goes_back(
    hand: str, action: Action, back: int
) -> None:
    state = after(hand, QUEEN_HIGH, action)
    assert (returned(state)["ante"], returned(state)["play"]) == (1000, back)
    assert (clauses(state)["ante"], clauses(state)["play"]) == ("C4P-7", "C4P-7")


def test_C4P_8_the_higher_hand_is_paid_even_money_on_both() -> None:
    state = after(ACES, KING_HIGH, TWICE)
    assert returned(state) == {"ante": 2000, "play": 4000, "super_bonus": 1000}
    assert clauses(state) == {"ante": "C4P-8", "play": "C4P-8", "super_bonus": "C4P-12"}


def test_C4P_9_the_lower_hand_loses_both() -> None:
    state = after(KING_HIGH, ACES)
    assert returned(state) == {"ante": 0, "play": 0, "super_bonus": 0}
    assert clauses(state) == {"ante": "C4P-9", "play": "C4P-9", "super_bonus": "C4P-13"}


def test_C4P_10_equal_hands_push() -> None:
    state = after("Kc Jd 9h 7s 2c", "Kd Jh 9c 7d 3c")
    assert returned(state) == {"ante": 1000, "play": 1000, "super_bonus": 1000}
    assert clauses(state) == {"ante": "C4P-10", "play": "C4P-10", "super_bonus": "C4P-12"}


@pytest.mark.parametrize(
    ("hand", "back"),
    [
        (FOUR_ACES, 201_000),
        (FOUR_KINGS, 31_000),
        (STRAIGHT_FLUSH, 16_000),
        (TRIPS, 3000),
        (FLUSH, 2500),
        (STRAIGHT, 2000),
    ],
)
def test_C4P_11_a_straight_or_better_is_paid_by_the_table_win_or_lose(hand: str, back: int) -> None:
    for dealer in (QUEEN_HIGH, "Kh Jc 9c 7h 5d" if hand != FOUR_KINGS else "Ah Jc 9c 7h 5d"):
        state = after(hand, dealer)
        assert returned(state)["super_bonus"] == back
        assert clauses(state)["super_bonus"] == "C4P-11"


def test_C4P_11_also_by_a_player_who_is_beaten() -> None:
    state = after(STRAIGHT, "Qd Qh Qc 5d 3h", THRICE)
    assert returned(state) == {"ante": 0, "play": 0, "super_bonus": 2000}


@pytest.mark.parametrize("dealer", [KING_HIGH, QUEEN_HIGH])
def test_C4P_12_below_a_straight_the_super_bonus_pushes_for_the_higher_hand(dealer: str) -> None:
    state = after(PAIR, dealer)
    assert (returned(state)["super_bonus"], clauses(state)["super_bonus"]) == (1000, "C4P-12")


@pytest.mark.parametrize(("reading", "back"), [("push", 1000), ("loses", 0)])
def test_C4P_13_C4P_R1_a_higher_dealer_who_does_not_qualify(reading: str, back: int) -> None:
    state = after("Th 8d 6c 4s 3d", QUEEN_HIGH, at=table(R1=reading))
    assert returned(state) == {"ante": 1000, "play": 2000, "super_bonus": back}
    assert clauses(state)["super_bonus"] == "C4P-13"


@pytest.mark.parametrize(
    ("hand", "paytable", "odds"),
    [
        (FOUR_ACES, "grosvenor", 50),
        (STRAIGHT_FLUSH, "grosvenor", 40),
        (STRAIGHT_FLUSH, "50-30-9", 30),
        (TRIPS, "grosvenor", 8),
        (TRIPS, "50-40-7", 7),
        (TRIPS, "50-30-9", 9),
        (FLUSH, "grosvenor", 4),
        (STRAIGHT, "50-40-7", 3),
        ("3s 3d 2h 2c Kd", "grosvenor", 2),
        ("Qs Qd 4h 3c 2c", "grosvenor", 1),
        ("Js Jd 4h 3c 2c", "grosvenor", None),
        (KING_HIGH, "50-30-9", None),
    ],
)
def test_C4P_14_queens_up_by_the_best_four_cards_alone(hand: str, paytable: str, odds: int | None) -> None:
    state = after(hand, "Th Td Tc 8h 5h", bet=ALL, at=table(f"queens-up={paytable}"))
    assert returned(state)["queens_up"] == (0 if odds is None else 500 * (1 + odds))
    assert clauses(state)["queens_up"] == "C4P-14"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2d 2h 2c Kd", "As Ks Qs Js 9d"),
        ("As 2s 3s 4s 9d", "Ah Ad Ac Kh 8d"),
        ("2s 2d 2h Kc 9d", "Ah Kh Qh Th 8c"),
        ("6h 5h 3h 2h 9c", "Ad Ks Qc Jd 9d"),
        ("As 2d 3c 4h 9c", "Ah Ad Kh Ks 9d"),
        ("2s 3d 4c 5h 9c", "Ah 2h 3c 4d 9d"),
        ("3s 3d 2h 2c 9c", "Ah Ad Kh Qs 9d"),
        ("2s 2d 5h 4c 9c", "Ah Kd Qh Ts 8d"),
    ],
)
def test_C4P_15_the_order_of_four_cards_in_which_three_of_a_kind_beats_a_flush(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 2000
    assert returned(after(lower, higher))["play"] == 0


@pytest.mark.parametrize("wager", ["progressive", "envy", "coverall"])
def test_C4P_16_C4P_17_progressives_and_coverall_are_not_offered(wager: str) -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, super_bonus=1000, **{wager: 500})])


def test_C4P_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties


def test_several_seats_play_the_same_dealer() -> None:
    state = play(table(), [ALL, BOTH], f"{ACES} Qs Jc 9s 5d 3c {KING_HIGH}", THRICE, FOLD)
    assert [returned(state, seat) for seat in range(2)] == [
        {"ante": 2000, "play": 6000, "super_bonus": 1000, "queens_up": 1000},
        {"ante": 0, "super_bonus": 0},
    ]
