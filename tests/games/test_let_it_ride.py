"""Let It Ride, clause by clause from its sheet: every wager in every ending, worked out by hand."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

PULL_1, PULL_2, RIDE = Action("pull-1"), Action("pull-2"), Action("let-ride")
BETS = Bet(bet_1=1000, bet_2=1000, bet_3=1000)
NOTHING = "As Qd 9c 7h 2s"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("let-it-ride", paytable, **readings)


def after(cards: str, *moves: Action, bet: Bet = BETS, at: Game | None = None) -> State:
    """A round of one seat: its three cards and the two community cards."""
    return play(at or table(), [bet], cards, *moves)


def with_bonus(wager: str) -> Bet:
    return Bet(bet_1=1000, bet_2=1000, bet_3=1000, **{wager: 500})


def test_LIR_1_three_equal_bets_are_required_and_the_bonuses_are_not() -> None:
    for bet in (Bet(bet_1=1000), Bet(bet_1=1000, bet_2=1000)):
        with pytest.raises(BadBet, match="is required"):
            table().start([bet])
    with pytest.raises(BadBet, match="must equal the Bet 1"):
        table().start([Bet(bet_1=1000, bet_2=1000, bet_3=1500)])
    state = after(NOTHING, RIDE, RIDE, bet=with_bonus("three_card_bonus"))
    assert staked(state) == {"bet_1": 1000, "bet_2": 1000, "bet_3": 1000, "three_card_bonus": 500}


def test_LIR_2_LIR_R2_three_cards_each_and_two_before_the_dealer_all_face_down() -> None:
    state = table().start([BETS, BETS], shoe="As Kd Qc Jh Td 9s 7c 5h").advance()
    assert state.game.deck.size == 52
    assert list(table().seats) == [1, 2, 3, 4, 5, 6, 7]
    assert [str(pile) for pile in state.view(0).piles] == [
        "community: ?? ??",
        "seat 0 hand: As Kd Qc",
        "seat 1 hand: ?? ?? ??",
    ]


def test_LIR_3_LIR_5_a_bet_is_pulled_back_or_rides_and_neither_costs_anything() -> None:
    state = table().start([BETS], shoe=NOTHING).advance()
    for pull, clause in ((PULL_1, "LIR-3"), (PULL_2, "LIR-5")):
        assert [str(action) for action in state.legal_actions()] == [str(pull), "let-ride"]
        assert price(state, RIDE) == (0, "")
        assert price(state, pull) == (0, "")
        state = state.apply(RIDE)
        assert state.events[-1].clause == clause
        state = state.advance()
    assert state.is_over


def test_LIR_9_a_bet_that_was_pulled_back_is_told_as_taken_back_and_a_push_is_not() -> None:
    state = after("Td Th 8c 5s 2s", PULL_1, RIDE)
    assert {each.wager: each.taken_back for each in state.settlements} == {
        "bet_1": True,
        "bet_2": False,
        "bet_3": False,
    }
    assert [each.reason for each in state.settlements if each.taken_back] == ["taken back"]


def test_LIR_R1_the_second_bet_may_come_first() -> None:
    state = table(R1="two-first").start([BETS], shoe=NOTHING).advance()
    with pytest.raises(IllegalAction, match="pull-1 is not legal now"):
        state.apply(PULL_1)
    state = state.apply(PULL_2).advance()
    assert [str(action) for action in state.legal_actions()] == ["pull-1", "let-ride"]
    assert returned(state.apply(RIDE).advance()) == {"bet_2": 1000, "bet_1": 0, "bet_3": 0}


def test_LIR_4_LIR_7_one_community_card_is_turned_after_each_decision() -> None:
    state = table().start([BETS], shoe=NOTHING).advance()
    for shown, clause, card in ((0, "LIR-4", "7h"), (1, "LIR-7", "2s")):
        faces = [card for pile in state.view(0).piles if pile.seat is None for card in pile.cards]
        assert sum(card != HIDDEN for card in faces) == shown
        state = state.apply(RIDE).advance()
        assert str(next(event for event in state.events if event.clause == clause)).endswith(card)


def test_LIR_6_nobody_sees_anothers_cards_before_they_are_settled() -> None:
    state = table().start([BETS, BETS], shoe="As Kd Qc Jh Td 9s 7c 5h").advance()
    for move in (RIDE, PULL_1, RIDE):
        state = state.apply(move).advance()
        for other, own in ((0, 1), (1, 0)):
            hidden = [pile for pile in state.view(other).piles if pile.seat == own]
            assert all(card == HIDDEN for pile in hidden for card in pile.cards)


@pytest.mark.parametrize(
    ("moves", "back"),
    [
        ((PULL_1, PULL_2), {"bet_1": 1000, "bet_2": 1000, "bet_3": 3000}),
        ((PULL_1, RIDE), {"bet_1": 1000, "bet_2": 3000, "bet_3": 3000}),
        ((RIDE, PULL_2), {"bet_1": 3000, "bet_2": 1000, "bet_3": 3000}),
        ((RIDE, RIDE), {"bet_1": 3000, "bet_2": 3000, "bet_3": 3000}),
    ],
)
def test_LIR_5_LIR_7_LIR_9_each_bet_by_itself_and_the_last_always_stays(
    moves: tuple[Action, ...], back: dict[str, int]
) -> None:
    """Two pair pays 2 to 1 on what was left."""
    state = after("9h 9d 4c 4s 2h", *moves)
    assert returned(state) == back
    pulled = {f"bet_{str(move)[-1]}" for move in moves if move != RIDE}
    assert clauses(state) == {bet: "LIR-9" if bet in pulled else "LIR-10" for bet in back}


def test_LIR_9_a_bet_goes_back_when_it_is_pulled() -> None:
    state = table().start([BETS], shoe=NOTHING).advance().apply(PULL_1)
    assert returned(state) == {"bet_1": 1000}


@pytest.mark.parametrize(
    ("cards", "odds", "clause"),
    [
        ("As Ks Qs Js Ts", 1000, "LIR-10"),
        ("9h 8h 7h 6h 5h", 200, "LIR-10"),
        ("9h 9d 9c 9s 5h", 50, "LIR-10"),
        ("9h 9d 9c 5s 5h", 11, "LIR-10"),
        ("Ah 9h 7h 6h 2h", 8, "LIR-10"),
        ("9h 8d 7c 6h 5s", 5, "LIR-10"),
        ("9h 9d 9c 5s 4h", 3, "LIR-10"),
        ("3h 3d 2c 2s 4h", 2, "LIR-10"),
        ("Th 3d 5c Ts 4h", 1, "LIR-10"),
        ("9h 9d Ac Ks Qh", None, "LIR-11"),
        ("Ah Kd Qc Js 9h", None, "LIR-11"),
    ],
)
def test_LIR_8_LIR_10_LIR_11_what_is_left_by_the_five_cards(cards: str, odds: int | None, clause: str) -> None:
    state = after(cards, RIDE, RIDE)
    assert set(returned(state).values()) == {0 if odds is None else 1000 * (1 + odds)}
    assert set(clauses(state).values()) == {clause}


@pytest.mark.parametrize(
    ("own", "odds"),
    [
        ("As Ks Qs", 50),
        ("9h 8h 7h", 40),
        ("4c 4d 4s", 30),
        ("7h 6c 5d", 6),
        ("Kd 9d 2d", 3),
        ("8s 8d 3c", 1),
        ("Kc 9d 4h", None),
    ],
)
def test_LIR_12_the_3_card_bonus_is_about_the_own_cards(own: str, odds: int | None) -> None:
    back = 0 if odds is None else 500 * (1 + odds)
    for moves in ((PULL_1, PULL_2), (RIDE, RIDE)):
        state = after(f"{own} Jc 2h", *moves, bet=with_bonus("three_card_bonus"))
        assert returned(state)["three_card_bonus"] == back
        assert clauses(state)["three_card_bonus"] == "LIR-12"


def test_LIR_12_a_flush_may_pay_four() -> None:
    at = table("three-card-bonus=4-flush")
    state = after("Kd 9d 2d Jc 2h", PULL_1, PULL_2, bet=with_bonus("three_card_bonus"), at=at)
    assert returned(state)["three_card_bonus"] == 2500


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("As Ks Qs Js Ts", 20000),
        ("9h 8h 7h 6h 5h", 2000),
        ("9h 9d 9c 9s 5h", 400),
        ("9h 9d 9c 5s 5h", 200),
        ("Ah 9h 7h 6h 2h", 50),
        ("9h 8d 7c 6h 5s", 25),
        ("9h 9d 9c 5s 4h", 5),
        ("3h 3d 2c 2s 4h", None),
    ],
)
def test_LIR_13_LIR_R3_the_5_card_bonus_by_the_final_hand_to_1_or_for_1(cards: str, odds: int | None) -> None:
    for reading, stake_back in (("to-1", 1), ("for-1", 0)):
        state = after(cards, PULL_1, PULL_2, bet=with_bonus("five_card_bonus"), at=table(R3=reading))
        assert returned(state)["five_card_bonus"] == (0 if odds is None else 500 * (odds + stake_back))
        assert clauses(state)["five_card_bonus"] == "LIR-13"


def test_LIR_14_no_limit_is_posted() -> None:
    """Three bets of 100 dollars at 1,000 to 1 and the stakes."""
    state = after("As Ks Qs Js Ts", RIDE, RIDE, bet=Bet(bet_1=10000, bet_2=10000, bet_3=10000))
    assert sum(returned(state).values()) == 30030000


def test_LIR_15_cover_all_is_not_offered() -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(bet_1=1000, bet_2=1000, bet_3=1000, cover_all=500)])


def test_LIR_R4_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(R4="smaller").smaller_on_ties
