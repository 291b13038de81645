"""High Five Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame

FOLD, PLAY = Action("fold"), Action("play")
ANTE = Bet(ante=1000)

ACE_HIGH, KINGS = "As Jd 9c 7h 5s 3d 2c", "Ks Kd 9c 7h 5s 3d 2c"
STRAIGHT, FLUSH = "9s 8d 7c 6h 5s 2d 2c", "Ks Js 9s 7s 2s 3d 4c"
FIVES, SIXES, QUEENS = "5h 5d Kc Jh 9d 7s 2h", "6s 6d Kc Jh 9d 8c 2h", "Qh Qd 9d 8c 6c 4d 2h"
KING_HIGH = "Kh Qd Td 8c 6c 4d 2h"


def table(**readings: str) -> DeclaredGame:
    """The game with readings given as RT="..."."""
    return declared_game("high-five-poker", **readings)


def after(hand: str, dealer: str, action: Action = PLAY, **readings: str) -> Any:
    return play(table(**readings), [ANTE], f"{hand} {dealer}", action)


@pytest.mark.parametrize(
    ("hand", "dealer", "won"),
    [
        ("Jk Kd 9c 7h 5s 3d 2c", "Qs Qc Jd 9d 8c 6c 4d", False),
        ("Jk As 9c 7h 5s 3d 2c", "Ks Kc Jd 9d 8c 6c 4d", True),
        ("Jk 9d 8c 6h 5s 3d 2c", "As Ac Kd Ks Jd 4d 2s", True),
        ("Jk Kd 9d 6d 5d 3c 2c", "9s 8c 7d 6h 5s Ad Ac", True),
        ("Jk 9d 9c 9h 5s 5d 2c", "As Kc Qd Jh Ts 4d 3c", True),
        ("Jk Ah Ad Ac As 3d 2c", "Kc Qc Jc Tc 9c 8d 7d", True),
    ],
)
def test_H5_1_the_joker_is_an_ace_or_completes_straights_and_flushes(hand: str, dealer: str, won: bool) -> None:
    """Ace high, which pairs no king; aces; 5-6-7-8-9; a flush; a full house it has without the joker; five aces."""
    assert table().deck.size == 53
    assert returned(after(hand, dealer))["play"] == (2000 if won else 0)


def test_H5_2_H5_12_the_ante_is_bet_and_trips_is_not_offered() -> None:
    assert staked(after(KINGS, QUEENS)) == {"ante": 1000, "play": 1000}
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, trips=500)])


def test_H5_3_seven_cards_each_face_down() -> None:
    state = table().start([ANTE], shoe=f"{KINGS} {QUEENS}").advance()
    assert [str(pile) for pile in state.view(0).piles] == [
        "dealer: ?? ?? ?? ?? ?? ?? ??",
        "seat 0 hand: Ks Kd 9c 7h 5s 3d 2c",
    ]


def test_H5_4_a_fold_loses_the_ante() -> None:
    state = after(FLUSH, QUEENS, FOLD)
    assert returned(state) == {"ante": 0}
    assert clauses(state) == {"ante": "H5-4"}


def test_H5_5_H5_R2_the_play_is_exactly_the_ante_and_the_best_five_count() -> None:
    state = table().start([ANTE], shoe=f"{ACE_HIGH} {QUEENS}").advance()
    assert state.legal_actions() == (FOLD, PLAY)
    assert price(state, PLAY) == (1000, "H5-5")
    assert returned(after("Ks Kd 9c 9h 3s 3d Ac", "Kh Kc 9d 9s Qd 2h 4d"))["play"] == 2000


def test_H5_6_the_dealer_plays_the_best_five_of_seven() -> None:
    assert returned(after(KINGS, "Ah Qd Jh 8c 9d 6d 6s"))["play"] == 2000
    assert returned(after(KINGS, "Ah Kc Qd Jh Tc 4d 4s"))["play"] == 0


@pytest.mark.parametrize(("dealer", "qualified"), [(SIXES, True), (FIVES, False), (KING_HIGH, False)])
def test_H5_7_H5_8_a_pair_of_sixes_qualifies(dealer: str, qualified: bool) -> None:
    hand = "As Ad Tc 7h 4s 3d 2c"
    state = after(hand, dealer)
    assert returned(state) == {"ante": 2000, "play": 2000 if qualified else 1000}
    assert clauses(state) == dict.fromkeys(("ante", "play"), "H5-9" if qualified else "H5-8")


def test_H5_8_an_unqualified_dealer_pays_the_ante_even_to_a_lower_hand() -> None:
    assert returned(after(ACE_HIGH, FIVES)) == {"ante": 2000, "play": 1000}


@pytest.mark.parametrize("hand", [STRAIGHT, FLUSH, "5s 4d 3c 2h As Kd Jc"])
def test_H5_7_against_a_straight_or_better_the_dealer_always_qualifies(hand: str) -> None:
    state = after(hand, "Kh Qd Td 8h 6c 4h 2s" if "2s" not in hand else KING_HIGH.replace("8c", "8h"))
    assert returned(state) == {"ante": 2000, "play": 2000}
    assert clauses(state) == {"ante": "H5-9", "play": "H5-9"}


def test_H5_7_it_is_decided_for_each_player_apart() -> None:
    state = play(table(), [ANTE, ANTE], f"{STRAIGHT} As Ad Tc 7s 4s 3d 3c {KING_HIGH.replace('2h', '2s')}", PLAY, PLAY)
    assert [returned(state, seat) for seat in range(2)] == [
        {"ante": 2000, "play": 2000},
        {"ante": 2000, "play": 1000},
    ]


def test_H5_9_H5_10_higher_wins_both_and_lower_loses_both() -> None:
    assert returned(after(KINGS, QUEENS)) == {"ante": 2000, "play": 2000}
    lost = after("Js Jd 9c 7h 5s 3d 2c", QUEENS)
    assert returned(lost) == {"ante": 0, "play": 0}
    assert clauses(lost) == {"ante": "H5-10", "play": "H5-10"}


def test_H5_11_equal_hands_push_both() -> None:
    state = after("Ks Kd Jc 9h 8s 3d 2c", "Kh Kc Jd 9d 8c 4d 2h")
    assert returned(state) == {"ante": 1000, "play": 1000}
    assert clauses(state) == {"ante": "H5-11", "play": "H5-11"}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Ad Ac Ah Jk 3d 2c", "Kc Qc Jc Tc 9c 3h 2d"),
        ("Ks Qs Js Ts Jk 3d 2c", "Kc Qc Jc Tc 9c 3h 2d"),
        ("6s 5d 4c 3h 2s Kd Kc", "5h 4d 3c 2h Ad Jc Js"),
        ("2s 2d 2c 2h Kd Qc 9s", "Ah Ad Ac Ks Kc 4d 3d"),
    ],
)
def test_H5_13_H5_R1_H5_R4_the_usual_order_with_five_aces_on_top_and_the_wheel_lowest(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 2000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "dealer", "lowest", "second"),
    [
        ("5s 4d 3c 2h As Jd Jc", "6h 5h 4s 3d 2c Kh 9s", 0, 2000),
        ("5s 4d 3c 2h As Jd Jc", "Kh Qh Js Td 9c 3h 2s", 0, 2000),
        ("5s 4d 3c 2h As Jd Jc", "Ah Kh Qs Js Td 3h 2s", 0, 0),
        ("6s 5d 4c 3h 2s Ad Jc", "6h 5h 4s 3d 2c Kh 9s", 1000, 2000),
        ("6s 5d 4c 3h 2s Jd Jc", "9h 7h 5s 4d 2c Jh Ts", 2000, 2000),
    ],
    ids=["above six high", "above king high", "below ace high", "six high with an ace", "sixes do not qualify"],
)
def test_H5_R1_H5_7_where_the_wheel_stands(hand: str, dealer: str, lowest: int, second: int) -> None:
    """In the last row a straight makes a dealer's jack high qualify, whichever straight is the lowest."""
    for reading, back in (("lowest", lowest), ("second", second)):
        assert returned(after(hand, dealer, R1=reading))["play"] == back


def test_H5_R2_H5_R3_H5_R4_only_one_answer_is_played() -> None:
    for reading in ("R2", "R3", "R4"):
        with pytest.raises(UnknownName, match=f"H5-{reading}"):
            table(**{reading: "other"})


def test_H5_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
