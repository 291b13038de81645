"""EZ Pai Gow, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.cards.notation import format_cards
from houseway.errors import BadBet, IllegalAction, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame

HOUSE_WAY = Action("house-way")
ONE, BOTH = Bet(wager=10000), Bet(wager=10000, dragon=500)

KINGS, QUEENS, ACES = "Ks Kd Ah 9s 7s 5d 2c", "Qs Qd Jh 9d 6s 4d 3c", "As Ad Th 9c 6c 4c 3h"
QUEEN_HIGH = "Qc Jd 9h 8c 6d 4h 3d"
"""No pair, straight or flush; the house way puts J-9 in front."""


def table(**readings: str) -> DeclaredGame:
    return declared_game("ez-pai-gow", **readings)


def after(hand: str, dealer: str, *actions: Action, bet: Bet = BOTH, **readings: str) -> Any:
    return play(table(**readings), [bet], f"{hand} {dealer}", *(actions or (HOUSE_WAY,)))


def test_EZP_1_EZP_3_seven_of_53_cards_each() -> None:
    assert table().deck.size == 53
    state = table().start([ONE], shoe=f"{KINGS} {QUEENS}").advance()
    assert next(str(pile) for pile in state.view(0).piles) == "dealer: ?? ?? ?? ?? ?? ?? ??"


def test_EZP_2_the_hand_wager_is_required() -> None:
    with pytest.raises(BadBet, match="hand wager"):
        table().start([Bet(dragon=500)])


def test_EZP_4_a_foul_is_refused() -> None:
    state = table().start([ONE], shoe=f"{KINGS} {QUEENS}").advance()
    with pytest.raises(IllegalAction, match=r"outrank high hand \(EZP-4\)"):
        state.apply(Action.of("set", "Ks Kd"))


@pytest.mark.parametrize(("choice", "front"), [("yes", "4s 4d"), ("no", "Js 4s")])
def test_EZP_5_EZP_R4_the_dealer_sets_by_the_house_way(choice: str, front: str) -> None:
    state = after(KINGS.replace("5d", "5h"), "Js Jd 4s 4d Ad 6d 5d", R4=choice)
    piles = {pile.name: format_cards(pile.cards) for pile in state.piles()}
    assert set(piles["dealer_low"].split()) == set(front.split())


def test_EZP_R5_the_pair_of_a_full_house_may_come_from_the_three() -> None:
    dealers = "As Ad Ac Kh Kc Qs Qd"
    for choice, rank in (("not-from-three", "K"), ("any", "A")):
        piles = {
            pile.name: format_cards(pile.cards) for pile in after("Jc Js 8h 7c 5h 4c 3h", dealers, R5=choice).piles()
        }
        assert [card[0] for card in piles["dealer_low"].split()] == [rank, rank]


def test_EZP_6_EZP_11_queen_high_pushes_and_the_dragon_pays() -> None:
    for hand in (KINGS, "Tc Th 8h 7c 5h 3c 2h"):
        state = after(hand, QUEEN_HIGH)
        assert returned(state) == {"wager": 10000, "dragon": 500 * 51}
        assert clauses(state) == {"wager": "EZP-6", "dragon": "EZP-11"}
    assert returned(after(KINGS, "Kc Jd 9h 8c 6d 4h 3d"))["dragon"] == 0, "king high is no queen high"
    assert returned(after(KINGS, "Qc Jc 9c 8c 6c 4h 3d"))["dragon"] == 0, "nor is a flush"
    assert returned(after(KINGS, "Qc Jd Th 8c 6d 4h Jk"))["dragon"] == 0, "a joker is an ace"


def test_EZP_7_a_copy_is_the_dealers() -> None:
    assert returned(after(KINGS, "Kh Kc Ad 9c 7d 5c 2h"))["wager"] == 0


def test_EZP_7_a_seat_shows_its_cards_to_be_compared() -> None:
    told = {event.text: event.clause for event in after(KINGS, QUEENS).events}
    assert told["seat 0 shows"] == "EZP-7"
    assert all(told.values())


def test_EZP_8_both_won_without_commission() -> None:
    assert returned(after(KINGS, QUEENS))["wager"] == 20000
    assert clauses(after(KINGS, QUEENS))["wager"] == "EZP-8"


def test_EZP_9_both_lost() -> None:
    assert returned(after(QUEENS, KINGS))["wager"] == 0
    assert clauses(after(QUEENS, KINGS))["wager"] == "EZP-9"


def test_EZP_10_one_won_and_one_lost() -> None:
    assert returned(after(KINGS, ACES))["wager"] == 10000
    assert clauses(after(KINGS, ACES))["wager"] == "EZP-10"


def test_EZP_12_EZP_13_no_dynasty_bonus_is_offered() -> None:
    assert [wager.name for wager in table().wagers] == ["wager", "dragon"]


def test_EZP_14_a_wheel_beats_a_king_high_straight() -> None:
    assert returned(after("As 2d 3h 4c 5s Td Jh", "Ks Qd Jc Tc 9s 6d 2h"))["wager"] == 20000


def test_EZP_R1_EZP_R2_EZP_R3_only_one_answer_is_played() -> None:
    for reading in ("R1", "R2", "R3"):
        with pytest.raises(UnknownName, match=f"EZP-{reading}"):
            table(**{reading: "other"})


def test_EZP_RT_equally_good_settings_are_told_apart_by_a_reading() -> None:
    assert [table(RT=choice).smaller_on_ties for choice in ("larger", "smaller")] == [False, True]


@pytest.mark.parametrize(("choice", "back"), [("highest-missing", 10000), ("ace", 20000)])
def test_EZP_R6_a_joker_in_a_flush_beside_its_ace(choice: str, back: int) -> None:
    """A-K-9-6 of spades and the joker against A-K-Q-J-9 of diamonds; J-3 in front against 8-6."""
    assert returned(after("As Ks 9s 6s Jk Jh 3c", "Ad Kd Qd Jd 9d 8c 6h", R6=choice))["wager"] == back
