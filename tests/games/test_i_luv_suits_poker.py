"""I Luv Suits Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.round import DeclaredRound
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.strategies.declared import NeverFolds

FOLD, ONCE, TWICE, THRICE = Action("fold"), Action("play"), Action("play-2x"), Action("play-3x")
ANTE = Bet(ante=1000)
ALL = Bet(ante=1000, flush_rush=500, super_flush_rush=200)

ACE_HIGH_THREE, TEN_HIGH_THREE = "As 7s 3s Kd 8d Qh 6h", "Ts 9s 2s Kd 7d Jh 5h"
FOUR_LOW, FOUR_HIGH = "5c 4c 3c 2c Ad Qd Kh", "Ac Jc 9c 6c 4d 2d Kh"
FIVE, SIX, SEVEN = "Jc 9c 7c 5c 3c Ad Kh", "Kc Jc 9c 7c 5c 3c 2d", "Ac Kc Jc 9c 7c 5c 3c"
NINE_HIGH, EIGHT_HIGH, PAIRS_ONLY = "9h 3h 2h Ac Kc Qs Js", "8h 7h 6h Ac Kc Qs Js", "Ah Kh Ac Kc Qs Js Td"
DEALER_THREE, LOW = "Kh 9h 4h Ac Jc 8s 5s", "2h 3h 4h 9h 5s 6s 8s"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    return declared_game("i-luv-suits-poker", paytable, **readings)


def after(hand: str, dealer: str, action: Action = ONCE, bet: Bet = ANTE, paytable: str | None = None) -> Any:
    return play(table(paytable), [bet], f"{hand} {dealer}", action)


def test_ILS_1_an_ante_and_two_side_bets_of_any_amount() -> None:
    state = after(ACE_HIGH_THREE, DEALER_THREE, bet=ALL)
    assert staked(state) == {"ante": 1000, "play": 1000, "flush_rush": 500, "super_flush_rush": 200}
    with pytest.raises(BadBet, match="Ante"):
        table().start([Bet(flush_rush=500)])


def test_ILS_2_seven_cards_each_face_down_of_one_deck() -> None:
    state = table().start([ANTE], shoe=f"{ACE_HIGH_THREE} {DEALER_THREE}").advance()
    assert (state.game.deck.size, list(state.game.seats)) == (52, [1, 2, 3, 4, 5, 6])
    assert [str(pile) for pile in state.view(0).piles] == [
        "dealer: ?? ?? ?? ?? ?? ?? ??",
        "seat 0 hand: As Kd Qh 8d 7s 6h 3s",
    ]


@pytest.mark.parametrize(
    ("hand", "dealer", "back"),
    [
        (FOUR_LOW, "Ah Kd Qh Jh 8s 7s 6s", 2000),
        ("As 7s 3s Kd 8d Qh 6h", "Ac 7c 2c Kh 9h 8s 4d", 2000),
        ("As 7s 3s Kd 8d Qh 6h", "Ac 7c 3c Kh 9h 8s 4d", 1000),
        ("As 7s 3s Kd 8d Qh 6h", "Ac 8c 2c Kh 9h 5s 4d", 0),
        ("Ks Qs Js 9d 8d 7h 6h", "Ac 3c 2c Kh 9h 5s 4d", 0),
    ],
)
def test_ILS_3_more_cards_of_a_suit_win_then_ranks_and_straights_count_for_nothing(
    hand: str, dealer: str, back: int
) -> None:
    assert returned(after(hand, dealer))["ante"] == back


def test_ILS_3_the_better_of_two_equally_long_suits_counts() -> None:
    assert returned(after("8s 7s 6s Ad 3d 2d 9h", "Kc 9c 8c Qh Jh 5s 4s"))["ante"] == 2000


def test_ILS_4_a_fold_loses_the_ante() -> None:
    state = after("Ad Kd Qc Tc Qs 7s Th", DEALER_THREE, FOLD)
    assert (returned(state), clauses(state)) == ({"ante": 0}, {"ante": "ILS-4"})


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        (ACE_HIGH_THREE, ["fold", "play"]),
        (FOUR_HIGH, ["fold", "play"]),
        ("6c 5c 4c 3c 2c As Ks", ["fold", "play", "play-2x"]),
        (FIVE, ["fold", "play", "play-2x"]),
        ("7c 6c 5c 4c 3c 2c As", ["fold", "play", "play-2x", "play-3x"]),
        (SEVEN, ["fold", "play", "play-2x", "play-3x"]),
    ],
)
def test_ILS_5_longer_flushes_may_bet_more(hand: str, options: list[str]) -> None:
    state = table().start([ANTE], shoe=f"{hand} {LOW}").advance()
    assert [str(action) for action in state.legal_actions()] == options


def test_ILS_5_what_a_play_costs() -> None:
    state = table().start([ANTE], shoe=f"{SIX} {LOW}").advance()
    assert [price(state, each)[0] for each in (ONCE, TWICE, THRICE)] == [1000, 2000, 3000]
    short = table().start([ANTE], shoe=f"{FOUR_HIGH} {LOW}").advance()
    with pytest.raises(IllegalAction, match="play-2x"):
        short.apply(TWICE)


@pytest.mark.parametrize(("dealer", "qualifies"), [(NINE_HIGH, True), (EIGHT_HIGH, False), (PAIRS_ONLY, False)])
def test_ILS_6_nine_high_of_three_cards_qualifies(dealer: str, qualifies: bool) -> None:
    state = after("Ad Qd 9d 6s 4s 5c 3c", dealer)
    told = [event.text for event in state.events if event.clause == "ILS-6"]
    assert ("the dealer qualifies" in told) is qualifies
    assert returned(state) == {"ante": 2000, "play": 2000 if qualifies else 1000}


def test_ILS_7_without_a_qualified_dealer_the_ante_pays_and_the_play_goes_back_also_for_a_lower_hand() -> None:
    state = after("7d 3d 2d 9s 4s 5c 4c", EIGHT_HIGH)
    assert returned(state) == {"ante": 2000, "play": 1000}
    assert set(clauses(state).values()) == {"ILS-7"}


@pytest.mark.parametrize(
    ("hand", "action", "play_back"), [(FOUR_LOW, ONCE, 2000), (FIVE, TWICE, 4000), (SIX, THRICE, 6000)]
)
def test_ILS_8_the_higher_hand_is_paid_even_money_on_both(hand: str, action: Action, play_back: int) -> None:
    state = after(hand, "Qh 9h 4h As Js 8d 5d", action)
    assert returned(state) == {"ante": 2000, "play": play_back}
    assert set(clauses(state).values()) == {"ILS-8"}


def test_ILS_9_the_lower_hand_loses_both() -> None:
    state = after(TEN_HIGH_THREE, DEALER_THREE)
    assert (returned(state), set(clauses(state).values())) == ({"ante": 0, "play": 0}, {"ILS-9"})


def test_ILS_10_equal_hands_push() -> None:
    state = after("Qs 7s 3s Kd 8d Jh 6h", "Qc 7c 3c Kh 9h 8s 4d")
    assert (returned(state), set(clauses(state).values())) == ({"ante": 1000, "play": 1000}, {"ILS-10"})


@pytest.mark.parametrize(
    ("hand", "renton", "other"),
    [(ACE_HIGH_THREE, 0, 0), (FOUR_LOW, 3, 2), (FIVE, 11, 11), (SIX, 21, 101), (SEVEN, 101, 301)],
)
@pytest.mark.parametrize("action", [FOLD, ONCE])
def test_ILS_11_flush_rush_by_the_longest_flush_also_after_a_fold(
    hand: str, renton: int, other: int, action: Action
) -> None:
    dealer = "Th 9h 4h 2h Js 5s 9d"
    assert returned(after(hand, dealer, action, ALL))["flush_rush"] == 500 * renton
    named = "flush-rush=300-100-10-1"
    assert returned(after(hand, dealer, action, ALL, named))["flush_rush"] == 500 * other


@pytest.mark.parametrize(
    ("hand", "renton", "other"),
    [
        ("As Ks 3s 2s Qd 7d 6h", 10, 8),
        ("Ac Jc 9c 6c 5d 4d 3d", 10, 8),
        ("As Ks Jd Td 6c 5c 8h", 0, 0),
        ("8c 7c 6c 5c Ad Kd 2s", 51, 61),
        ("Ac 2c 3c 4c 5c Kd Jd", 101, 101),
        ("Ac Kc Qc Jc Tc 9c 2d", 201, 1001),
        ("8c 7c 6c 5c 4c 3c 2c", 501, 8001),
    ],
)
@pytest.mark.parametrize("action", [FOLD, ONCE])
def test_ILS_12_super_flush_rush_by_the_longest_straight_flush_in_any_suit(
    hand: str, renton: int, other: int, action: Action
) -> None:
    dealer = "Qh 9h 4h 2h Js 4s 8s"
    assert returned(after(hand, dealer, action, ALL))["super_flush_rush"] == 200 * renton
    named = "super-flush-rush=8000-1000-100-60-7"
    assert returned(after(hand, dealer, action, ALL, named))["super_flush_rush"] == 200 * other


def test_ILS_R1_without_a_qualified_dealer_no_other_answer_was_read() -> None:
    assert table().sheet.readings["ILS-R1"].choices.keys() == {"ante-pays"}


@pytest.mark.parametrize(
    ("hand", "either", "high"),
    [("Ac 2c 3c 9d Jd 7h 6h", 10, 0), ("Ac 2c 3c 4c 5c Kd Jd", 101, 51), ("Ac Kc Qc 2c 9d 7d 4h", 10, 10)],
)
def test_ILS_R2_an_ace_below_the_deuce_makes_a_longer_straight_flush_or_none(hand: str, either: int, high: int) -> None:
    """A-2-3 is three cards or two; A-2-3-4-5 is five or the four without the ace."""
    shoe = f"{hand} Qh 9h 4s 2h Js 8h 8s"
    for reading, odds in (("high-or-low", either), ("high-only", high)):
        assert returned(play(table(R2=reading), [ALL], shoe, FOLD))["super_flush_rush"] == 200 * odds


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        (FOUR_HIGH, ["fold", "play"]),
        ("6c 5c 4c 3c 2c As Ks", ["fold", "play-2x"]),
        ("7c 6c 5c 4c 3c 2c As", ["fold", "play-3x"]),
        (SEVEN, ["fold", "play-3x"]),
    ],
)
def test_ILS_R4_the_largest_play_only(hand: str, options: list[str]) -> None:
    state = table(R4="maximum").start([ANTE], shoe=f"{hand} {LOW}").advance()
    assert [str(action) for action in state.legal_actions()] == options


def test_ILS_R4_a_smaller_play_is_refused_with_the_reason_and_the_automatic_player_makes_the_largest() -> None:
    state = table(R4="maximum").start([ANTE], shoe=f"{SIX} {LOW}").advance()
    assert isinstance(state, DeclaredRound)
    assert state.refusals()["play", ""].endswith("or better bets more")
    with pytest.raises(IllegalAction, match="play-2x"):
        state.apply(TWICE)
    assert NeverFolds(table(R4="maximum")).choose(state.view(0)) == THRICE


def test_ILS_13_ILS_14_cover_all_and_progressives_are_not_offered() -> None:
    assert [wager.name for wager in table().wagers] == ["ante", "flush_rush", "super_flush_rush"]


def test_ILS_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
