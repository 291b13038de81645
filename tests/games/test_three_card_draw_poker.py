"""Three Card Draw Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.cards.notation import parse_cards
from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN

FOLD, STAND = Action("fold"), Action("stand")
ANTE, BOTH = Bet(ante=1000), Bet(ante=1000, first_three=500)
KINGS, NINE_HIGH = "Kh Kd 4s", "9h 7d 4s"
ACE_HIGH, FOUR_STRAIGHT = "Ac Qd 9s 3c", "Jc Td 9s 3c"


def draw(card: str) -> Action:
    return Action("draw", parse_cards(card))


def table(**readings: str) -> DeclaredGame:
    return declared_game("three-card-draw-poker", None, **readings)


def after(hand: str, dealer: str, action: Action, drawn: str = "8c", bet: Bet = ANTE, **readings: str) -> Any:
    return play(table(**readings), [bet], f"{hand} {dealer} {drawn}", action)


def test_TCD_1_TCD_2_one_deck_an_ante_and_a_bonus_of_any_amount() -> None:
    assert (table().deck.size, list(table().seats)) == (52, [1, 2, 3, 4, 5, 6, 7])
    assert staked(after(KINGS, ACE_HIGH, STAND, bet=BOTH)) == {
        "ante": 1000,
        "raised": 1000,
        "first_three": 500,
    }
    with pytest.raises(BadBet, match="Ante"):
        table().start([Bet(first_three=500)])


def test_TCD_3_three_cards_to_the_player_and_four_to_the_dealer_face_down() -> None:
    state = table().start([ANTE], shoe=f"{KINGS} {ACE_HIGH} 2h").advance()
    assert [str(pile) for pile in state.view(0).piles] == ["dealer: ?? ?? ?? ??", "seat 0 hand: Kh Kd 4s"]


@pytest.mark.parametrize(("reading", "back"), [("lost", 0), ("stays", 1000)])
def test_TCD_4_TCD_R2_a_fold_loses_the_ante_and_as_a_rule_the_bonus(reading: str, back: int) -> None:
    state = after(KINGS, ACE_HIGH, FOLD, bet=BOTH, R2=reading)
    assert returned(state) == {"ante": 0, "first_three": back}
    assert clauses(state)["ante"] == "TCD-4"


def test_TCD_5_TCD_6_to_stand_or_to_draw_costs_the_ante() -> None:
    state = table().start([ANTE], shoe=f"{KINGS} {ACE_HIGH} 2h").advance()
    assert [str(action) for action in state.legal_actions()] == ["fold", "stand", "draw Kh", "draw Kd", "draw 4s"]
    assert [price(state, action)[0] for action in (FOLD, STAND, draw("4s"))] == [0, 1000, 1000]
    for bad in ("As", "Kh Kd"):
        with pytest.raises(IllegalAction):
            state.apply(draw(bad))


def test_TCD_6_TCD_R5_the_drawn_card_lies_apart_and_nobody_sees_it_before_the_settlement() -> None:
    state = play(table(), [ANTE, ANTE], f"{KINGS} 9h 8d 3s {ACE_HIGH} Ks", draw("4s"), STAND)
    texts = [event.text for event in state.events]
    drawn = state.events[texts.index("one card to seat 0", texts.index("seat 1: stand, Raise"))]
    assert [drawn.seen_from(viewer).cards for viewer in (0, 1, None)] == [(HIDDEN,)] * 3
    assert texts.index("seat 0 puts one card away") < texts.index(drawn.text) < texts.index("seat 0 shows")
    assert returned(state, seat=0) == {"ante": 2000, "raised": 2000, "bonus": 5000}
    piles = [str(pile) for pile in state.view(None).piles if pile.seat == 0]
    assert piles == ["seat 0 discard: 4s", "seat 0 kept: Kh Kd", "seat 0 drawn: Ks"]


def test_TCD_6_only_a_seat_that_draws_gets_a_card() -> None:
    state = after(KINGS, ACE_HIGH, STAND, drawn="")
    assert not any(pile.name == "drawn" for pile in state.piles())


@pytest.mark.parametrize(
    ("dealer", "told"),
    [
        (FOUR_STRAIGHT, "straight, jack high"),
        ("9c 9d 9s Ah", "three of a kind, nines"),
        ("2c 3d 5s 7c", "high card, 7-5-3"),
    ],
)
def test_TCD_7_the_dealer_always_plays_the_best_three_of_four(dealer: str, told: str) -> None:
    state = after(KINGS, dealer, STAND)
    assert f"the dealer shows {told}" in [event.text for event in state.events]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ah Kh Qh", "Kc Qc Jc 2d"),
        ("4h 3h 2h", "Ac Ad As 9c"),
        ("2h 2d 2s", "Ac Kd Qs 9c"),
        ("4h 3d 2s", "Ac Kc 9c 7d"),
        ("5h 4h 2h", "Ac Ad Ks 7d"),
        ("2h 2d 3s", "Ac Kd Js 9c"),
    ],
)
def test_TCD_8_TCD_9_the_order_of_three_cards(higher: str, lower: str) -> None:
    state = after(higher, lower, STAND)
    assert (returned(state)["ante"], returned(state)["raised"], clauses(state)["ante"]) == (2000, 2000, "TCD-9")


def test_TCD_9_a_draw_wins_with_the_card_that_it_brought() -> None:
    assert returned(after("Kh 9d 4s", ACE_HIGH, draw("4s"), "Ks")) == {"ante": 2000, "raised": 2000}


def test_TCD_10_the_lower_hand_loses_both_with_the_card_put_away() -> None:
    state = after(KINGS, ACE_HIGH, draw("Kd"), "2h")
    assert (returned(state), set(clauses(state).values())) == ({"ante": 0, "raised": 0}, {"TCD-10"})


def test_TCD_11_equal_hands_push() -> None:
    state = after("Ah Qh 9d", ACE_HIGH, STAND)
    assert (returned(state), set(clauses(state).values())) == ({"ante": 1000, "raised": 1000}, {"TCD-11"})


@pytest.mark.parametrize(
    ("hand", "action", "drawn", "odds"),
    [
        ("Ah Kh Qh", STAND, "2c", 20),
        ("Ah Kh 2d", draw("2d"), "Qh", 20),
        ("9h 8h 7h", STAND, "2c", 10),
        ("4h 4d 9s", draw("9s"), "4c", 5),
        ("9h 8d 2s", draw("2s"), "7c", 1),
        ("9h 8h 2s", draw("2s"), "3h", 0),
        ("Ah Kh Qh", draw("Qh"), "2c", 0),
    ],
)
@pytest.mark.parametrize("dealer", ["5c 5s 6d Jc", "Kc Kd Ks 6d"])
def test_TCD_12_the_bonus_by_the_final_hand_win_or_lose(
    hand: str, action: Action, drawn: str, odds: int, dealer: str
) -> None:
    state = after(hand, dealer, action, drawn)
    assert returned(state).get("bonus", 0) == 1000 * odds


@pytest.mark.parametrize(
    ("hand", "odds"),
    [("Ah Kh Qh", 200), ("9h 8h 7h", 50), ("4h 4d 4s", 30), ("9h 8d 7s", 6), ("9h 8h 2h", 3), (KINGS, 1)],
)
@pytest.mark.parametrize("draws", [False, True])
def test_TCD_13_first_3_bonus_by_the_cards_first_dealt_whatever_is_drawn(hand: str, odds: int, draws: bool) -> None:
    action = draw(hand.split()[0]) if draws else STAND
    state = after(hand, "5c 5s 6d Jc", action, "2c", BOTH)
    assert (returned(state)["first_three"], clauses(state)["first_three"]) == (500 * (odds + 1), "TCD-13")


@pytest.mark.parametrize(
    ("hand", "away", "odds"),
    [(KINGS, "4s", 1), (KINGS, "Kd", None), ("4h 4d 4s", "4s", 1), ("9h 8h 7h", "7h", None), ("Ah Kh Qh", "Qh", None)],
)
def test_TCD_R3_after_a_draw_only_a_pair_still_seen(hand: str, away: str, odds: int | None) -> None:
    """Three of a kind that gives one card up shows a pair; a suited run or a broken pair shows nothing."""
    state = after(hand, "5c 5s 6d Jc", draw(away), "2c", BOTH, R3="pair-only")
    back, clause = (500 * (odds + 1), "TCD-13") if odds is not None else (0, "TCD-14")
    assert (returned(state)["first_three"], clauses(state)["first_three"]) == (back, clause)


@pytest.mark.parametrize(("hand", "odds"), [("Ah Kh Qh", 200), ("4h 4d 4s", 30), (KINGS, 1)])
def test_TCD_R3_a_hand_that_stands_is_paid_for_what_it_is(hand: str, odds: int) -> None:
    state = after(hand, "5c 5s 6d Jc", STAND, "2c", BOTH, R3="pair-only")
    assert returned(state)["first_three"] == 500 * (odds + 1)


def test_TCD_R4_the_bonus_is_paid_on_the_raise_which_is_the_ante() -> None:
    state = after("9h 8h 7h", ACE_HIGH, STAND)
    assert staked(state)["raised"] == staked(state)["ante"]
    assert returned(state)["bonus"] == 10 * staked(state)["raised"]


def test_TCD_14_below_a_pair_the_bonus_loses_even_if_the_draw_pairs() -> None:
    state = after(NINE_HIGH, ACE_HIGH, draw("4s"), "9c", BOTH)
    assert (returned(state)["first_three"], clauses(state)["first_three"]) == (0, "TCD-14")


def test_TCD_R1_that_the_letter_means_this_game_is_said_to_be_unconfirmed() -> None:
    assert table().reading("TCD-R1") == "yes"
    assert "not confirmed" in table().sheet.summary


def test_TCD_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
