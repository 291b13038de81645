"""Four Card Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

FOLD, ONCE, TWICE, THRICE = Action("fold"), Action("play"), Action("play-2x"), Action("play-3x")
ANTE = Bet(ante=1000)
BOTH = Bet(ante=1000, aces_up=500)

PAIR, ACES, KING_HIGH = "8s 8d 5c 4h 2s", "As Ad 9h 6c 3d", "Ks Jd 9h 7s 2c"
STRAIGHT, FLUSH, TRIPS = "9s 8d 7c 6h 2s", "Ks Js 7s 3s 2d", "4s 4d 4c Kc 2s"
STRAIGHT_FLUSH, FOURS = "9s 8s 7s 6s 2d", "4s 4d 4h 4c 2s"
QUEEN_HIGH, DEALER_TENS, DEALER_TRIPS = "Qd Jc 9c 7h 5d 3h", "Td Tc Jc Qh 5d 3h", "Td Tc Th Qh 5d 3h"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("four-card-poker", paytable, **readings)


def after(hand: str, dealer: str, action: Action = ONCE, bet: Bet = ANTE, at: Game | None = None) -> Any:
    return play(at or table(), [bet], f"{hand} {dealer}", *([action] if bet.amount("ante") else []))


def test_4CP_1_4CP_R4_ante_aces_up_or_both() -> None:
    assert staked(after(PAIR, QUEEN_HIGH, bet=BOTH)) == {"ante": 1000, "play": 1000, "aces_up": 500}
    alone = after(ACES, QUEEN_HIGH, bet=Bet(aces_up=500))
    assert alone.is_over
    assert returned(alone) == {"aces_up": 1000}
    with pytest.raises(BadBet, match="4CP-R4"):
        table(R4="yes").start([Bet(aces_up=500)])


def test_4CP_2_five_cards_face_down_and_six_of_the_dealers_with_one_up() -> None:
    state = table().start([ANTE], shoe=f"{PAIR} {QUEEN_HIGH}").advance()
    assert state.game.deck.size == 52
    assert [str(pile) for pile in state.view(0).piles] == [
        "dealer: Qd",
        "dealer face down: ?? ?? ?? ?? ??",
        "seat 0 hand: 8s 8d 5c 4h 2s",
    ]


def test_4CP_3_a_fold_loses_the_ante() -> None:
    state = after(TRIPS, QUEEN_HIGH, FOLD)
    assert returned(state) == {"ante": 0}
    assert clauses(state) == {"ante": "4CP-3"}


@pytest.mark.parametrize(("reading", "back"), [("still-paid", 1000), ("lost", 0)])
def test_4CP_R3_aces_up_of_a_folded_pair_of_aces(reading: str, back: int) -> None:
    assert returned(after(ACES, QUEEN_HIGH, FOLD, BOTH, table(R3=reading))) == {"ante": 0, "aces_up": back}


@pytest.mark.parametrize(("reading", "sizes"), [("1-to-3", (1, 2, 3)), ("1-or-3", (1, 3))])
def test_4CP_4_4CP_R1_the_play_is_one_to_three_times_the_ante_with_any_hand(
    reading: str, sizes: tuple[int, ...]
) -> None:
    state = table(R1=reading).start([ANTE], shoe=f"Th 8c 6c 4s 2s {QUEEN_HIGH}").advance()
    prices = [price(state, action) for action in state.legal_actions() if action != FOLD]
    assert prices == [(1000 * size, "4CP-4") for size in sizes]


@pytest.mark.parametrize("action", [ONCE, TWICE, THRICE])
def test_4CP_5_the_dealer_plays_any_hand(action: Action) -> None:
    state = after(KING_HIGH, "Td 8c 6d 5h 3h 2d", action)
    assert returned(state)["ante"] == 2000
    assert not any("qualify" in event.text for event in state.events)


@pytest.mark.parametrize(
    ("hand", "dealer", "won"),
    [
        ("As Kd Qh 9c 8s", "Ad Kh Qs 9d 7c 2c", True),
        ("As Kd Qh 9c 2s", "Ad Kh Qs Td 7c 2c", False),
        (FLUSH, "Qh 9h 8h 2h As Ad", True),
        (STRAIGHT, "Qh 9h 8h 2h As Ad", False),
    ],
)
def test_4CP_6_the_best_four_of_five_against_the_best_four_of_six(hand: str, dealer: str, won: bool) -> None:
    assert returned(after(hand, dealer))["play"] == (2000 if won else 0)


def test_4CP_7_the_higher_hand_is_paid_even_money_on_both() -> None:
    state = after(ACES, DEALER_TENS, THRICE)
    assert returned(state) == {"ante": 2000, "play": 6000}
    assert clauses(state) == {"ante": "4CP-7", "play": "4CP-7"}


@pytest.mark.parametrize(("reading", "back"), [("player-wins", 2000), ("push", 1000)])
def test_4CP_8_4CP_R2_equal_hands(reading: str, back: int) -> None:
    state = after("8s 8d Kc Qh 2s", "8h 8c Kd Qd 3c 2c", at=table(R2=reading))
    assert returned(state) == {"ante": back, "play": back}
    assert clauses(state) == {"ante": "4CP-8", "play": "4CP-8"}


def test_4CP_9_the_lower_hand_loses_both() -> None:
    state = after(PAIR, DEALER_TENS, TWICE)
    assert returned(state) == {"ante": 0, "play": 0}
    assert clauses(state) == {"ante": "4CP-9", "play": "4CP-9"}


@pytest.mark.parametrize(("hand", "first", "second"), [(FOURS, 25, 30), (STRAIGHT_FLUSH, 20, 15), (TRIPS, 2, 2)])
def test_4CP_10_the_bonus_is_paid_on_the_ante_whatever_the_play(hand: str, first: int, second: int) -> None:
    for name, odds in (("25-20-2", first), ("30-15-2", second)):
        state = after(hand, QUEEN_HIGH, THRICE, at=table(f"automatic-bonus={name}"))
        assert returned(state) == {"ante": 2000, "play": 6000, "bonus": 1000 * odds}
        assert staked(state)["bonus"] == 0
        assert clauses(state)["bonus"] == "4CP-10"


def test_4CP_10_the_bonus_of_a_beaten_hand_and_none_below_three_of_a_kind_or_after_a_fold() -> None:
    assert returned(after(TRIPS, DEALER_TRIPS)) == {"ante": 0, "play": 0, "bonus": 2000}
    assert "bonus" not in returned(after(FLUSH, QUEEN_HIGH))
    assert "bonus" not in returned(after(TRIPS, QUEEN_HIGH, FOLD))


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        (FOURS, (50, 50, 50, 50)),
        (STRAIGHT_FLUSH, (40, 40, 40, 30)),
        (TRIPS, (9, 8, 7, 7)),
        (FLUSH, (6, 5, 5, 6)),
        (STRAIGHT, (4, 4, 4, 5)),
        ("3s 3d 2h 2c Kd", (2, 3, 3, 2)),
        ("As Ah 8h 3c 2c", (1, 1, 1, 1)),
        ("Ks Kh 4h 3c 2c", (-1, -1, -1, -1)),
    ],
)
def test_4CP_11_aces_up_by_the_own_cards_alone(hand: str, odds: tuple[int, ...]) -> None:
    names = ("50-40-9-6-4-2-1", "50-40-8-5-4-3-1", "50-40-7-5-4-3-1", "50-30-7-6-5-2-1")
    for name, pays in zip(names, odds, strict=True):
        state = after(hand, DEALER_TRIPS, bet=BOTH, at=table(f"aces-up={name}"))
        assert returned(state)["aces_up"] == 500 * (1 + pays)
        assert clauses(state)["aces_up"] == "4CP-11"


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2d 2h 2c Kd", "As Ks Qs Js 9d 6d"),
        ("As 2s 3s 4s 9d", "Ah Ad Ac Kh 8d 6d"),
        ("2s 2d 2h Kc 9d", "Ah Kh Qh Th 8c 6d"),
        ("6h 5h 3h 2h 9c", "Ad Ks Qc Jh 9d 7d"),
        ("As 2d 3c 4h 9c", "Ah Ad Kh Ks 9d 7c"),
        ("3s 3d 2h 2c 9c", "Ah Ad Kh Qs 9d 7c"),
        ("2s 2d 5h 4c 9c", "Ah Kd Qh Ts 8d 7c"),
    ],
)
def test_4CP_12_the_order_of_four_cards(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 2000


@pytest.mark.parametrize("wager", ["progressive", "bad_beat"])
def test_4CP_13_progressives_and_the_bad_beat_bonus_are_not_offered(wager: str) -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, **{wager: 500})])


def test_4CP_R5_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(R5="smaller").smaller_on_ties


def test_several_seats_play_the_same_dealer() -> None:
    state = play(table(), [BOTH, ANTE], f"{ACES} 7s 6d 5h 2h Kc {DEALER_TENS}", TWICE, FOLD)
    assert [returned(state, seat) for seat in range(2)] == [
        {"ante": 2000, "play": 4000, "aces_up": 1000},
        {"ante": 0},
    ]
