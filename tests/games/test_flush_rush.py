"""Flush Rush, clause by clause from its sheet: every wager in every ending, worked out by hand."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.state import State

FOLD, PLAY = Action("fold"), Action("play")
ANTE = Bet(ante=1000)


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as RT="..."."""
    return declared_game("flush-rush", paytable, **readings)


def after(cards: str, *moves: Action) -> State:
    """A round of one seat: its four cards, two more, and the seventh."""
    return play(table(), [ANTE], cards, *moves)


def test_FR_1_FR_2_one_deck_and_the_ante_is_required() -> None:
    assert table().deck.size == 52
    with pytest.raises(BadBet, match="the Ante is required"):
        table().start([Bet()])


def test_FR_3_FR_5_FR_7_four_cards_then_two_then_one_and_none_for_who_folded() -> None:
    state = table().start([ANTE, ANTE], shoe="As Kd Qc Jh Td 9s 8h 7c 5h 4c 3d").advance()
    assert [str(pile) for pile in state.view(0).piles] == ["seat 0 hand: As Kd Qc Jh", "seat 1 hand: ?? ?? ?? ??"]
    state = state.apply(FOLD).advance().apply(PLAY).advance()
    assert [str(pile) for pile in state.view(1).piles if pile.seat == 1] == [
        "seat 1 hand: Td 9s 8h 7c",
        "seat 1 two_more: 5h 4c",
    ]
    hidden = [pile for pile in state.view(0).piles if pile.seat == 1]
    assert all(card == HIDDEN for pile in hidden for card in pile.cards)
    state = state.apply(PLAY).advance()
    assert state.is_over
    assert [len(pile.cards) for pile in state.view(None).piles if pile.seat == 1] == [4, 2, 1]
    assert [len(pile.cards) for pile in state.view(None).piles if pile.seat == 0] == [4]


@pytest.mark.parametrize(("moves", "clause", "bet"), [((), "FR-4", "play_1"), ((PLAY,), "FR-6", "play_2")])
def test_FR_4_FR_6_a_play_bet_is_exactly_the_ante(moves: tuple[Action, ...], clause: str, bet: str) -> None:
    state = after("As Kd Qc Jh Td 9s 8h", *moves)
    assert [str(action) for action in state.legal_actions()] == ["fold", "play"]
    assert price(state, PLAY) == (1000, clause)
    assert (bet, 1000) in state.apply(PLAY).wagers()[0]


def test_FR_4_FR_6_a_fold_loses_what_was_bet_so_far() -> None:
    first, second = after("As Ks Qs Js Ts 9s 8s", FOLD), after("As Ks Qs Js Ts 9s 8s", PLAY, FOLD)
    assert (returned(first), clauses(first)) == ({"ante": 0}, {"ante": "FR-4"})
    assert returned(second) == {"ante": 0, "play_1": 0}
    assert set(clauses(second).values()) == {"FR-6"}


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ks Qs Js Ts 9s 8s", 1000),
        ("7s 6s 5s 4s 3s 2s As", 1000),
        ("As Ks Qs Js Ts 9s 8d", 500),
        ("As Ks Qs Js Ts 9s 7s", 500),
        ("As Ks Qs Js Ts 8d 7d", 100),
        ("As Ks Qs Js Ts 8s 7d", 100),
        ("As Ks Qs Js Ts 8s 7s", 300),
        ("Ks Qs Js Ts 8s 6s 4s", 300),
        ("Ks Qs Js Ts 8s 6s 4d", 20),
        ("Ks Js 9s 7s 5s 3s 4d", 20),
        ("Ks Qs Js Ts 8s 6d 4d", 15),
        ("Ks Qs Js Ts 8d 6d 4d", 15),
        ("4s 3s 2s As 8d 6d Kd", 15),
        ("Ks Js 9s 7s 5s 3d 4d", 9),
        ("3s 2s As Ks Qs 9d 4d", 9),
        ("Ks Js 9s 7s 5d 3d 4d", 5),
        ("2s As Ks Qs 9d 4d 8d", 5),
    ],
)
def test_FR_8_FR_9_FR_11_FR_R2_the_ante_by_the_better_column_and_the_plays_even(cards: str, odds: int) -> None:
    state = after(cards, PLAY, PLAY)
    assert returned(state) == {"ante": 1000 * (1 + odds), "play_1": 2000, "play_2": 2000}
    assert clauses(state) == {"ante": "FR-9", "play_1": "FR-11", "play_2": "FR-11"}


@pytest.mark.parametrize("cards", ["Ks Qs Js Td 9d 8d 7c", "Ks Kd Kh Kc Qs Qd Qh", "As Kd Qs Jd Ts 9d 8h"])
def test_FR_10_FR_12_three_of_a_suit_lose_whatever_else_they_are(cards: str) -> None:
    state = after(cards, PLAY, PLAY)
    assert returned(state) == {"ante": 0, "play_1": 0, "play_2": 0}
    assert clauses(state) == {"ante": "FR-10", "play_1": "FR-12", "play_2": "FR-12"}


def test_FR_13_FR_R1_all_or_nothing_is_not_offered() -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, all_or_nothing=500)])


def test_FR_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
