"""Ultimate Texas Hold'em, clause by clause from its sheet: every wager in every ending, worked out by hand."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

CHECK, FOLD = Action("check"), Action("fold")
BET_4, BET_3, BET_2, BET_1 = Action("bet-4x"), Action("bet-3x"), Action("bet-2x"), Action("bet-1x")
BET = Bet(ante=1000, blind=1000)
WITH_TRIPS = Bet(ante=1000, blind=1000, trips=500)

DRY = "Qs 9d 7c 4h 2s"
"""A board without a pair, a straight or a flush: ace and king high do not qualify on it."""


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("ultimate-texas-holdem", paytable, **readings)


def after(hand: str, dealer: str, board: str, *moves: Action, bet: Bet = BET, at: Game | None = None) -> State:
    return play(at or table(), [bet], f"{hand} {dealer} {board}", *moves)


def open_board(state: State) -> int:
    return sum(card != HIDDEN for pile in state.view(0).piles if pile.name.startswith("board") for card in pile.cards)


def test_UTH_1_one_deck_of_52() -> None:
    assert table().deck.size == 52


def test_UTH_2_ante_and_blind_are_required_and_equal() -> None:
    with pytest.raises(BadBet, match="the Blind is required"):
        table().start([Bet(ante=1000)])
    with pytest.raises(BadBet, match=r"the Blind must equal the Ante of \$10; got \$5 \(UTH-2\)"):
        table().start([Bet(ante=1000, blind=500)])
    assert staked(after("As Ad", "Kc 8d", DRY, BET_4, bet=Bet(ante=1000, blind=1000, trips=2500)))["trips"] == 2500


def test_UTH_3_two_cards_each_and_five_in_the_middle_all_face_down() -> None:
    state = table().start([BET, BET], shoe=f"As Ad Kh Qd Kc 8d {DRY}").advance()
    assert [str(pile) for pile in state.view(0).piles] == [
        "dealer: ?? ??",
        "board: ?? ?? ?? ?? ??",
        "seat 0 hand: As Ad",
        "seat 1 hand: ?? ??",
    ]


@pytest.mark.parametrize(
    ("reading", "options"),
    [("3-or-4", ["check", "bet-3x", "bet-4x"]), ("4-only", ["check", "bet-4x"]), ("3-only", ["check", "bet-3x"])],
)
def test_UTH_4_UTH_R2_the_first_decision(reading: str, options: list[str]) -> None:
    state = table(R2=reading).start([BET], seed=1).advance()
    assert [str(action) for action in state.legal_actions()] == options
    assert price(state, Action(options[-1]))[0] == 1000 * int(options[-1][4])
    assert open_board(state) == 0


def test_UTH_5_on_the_flop_twice_the_ante() -> None:
    state = after("As Ad", "Kc 8d", DRY, CHECK)
    assert open_board(state) == 3
    assert [str(action) for action in state.legal_actions()] == ["check", "bet-2x"]
    assert price(state, BET_2) == (2000, "UTH-7")
    assert str(next(event for event in state.events if event.clause == "UTH-5")).endswith("Qs 9d 7c")


def test_UTH_6_on_the_river_the_ante_or_a_fold() -> None:
    state = after("As Ad", "Kc 8d", DRY, CHECK, CHECK)
    assert open_board(state) == 5
    assert [str(action) for action in state.legal_actions()] == ["fold", "bet-1x"]
    assert price(state, BET_1) == (1000, "UTH-7")
    turned = [event for event in state.events if event.clause == "UTH-6"]
    assert str(turned[0]).endswith("4h 2s")


@pytest.mark.parametrize(
    ("moves", "multiple"), [((BET_4,), 4), ((BET_3,), 3), ((CHECK, BET_2), 2), ((CHECK, CHECK, BET_1), 1)]
)
def test_UTH_7_one_play_bet_and_no_further_question(moves: tuple[Action, ...], multiple: int) -> None:
    state = after("As Ad", "Kc 8d", DRY, *moves)
    assert state.is_over
    assert staked(state) == {"ante": 1000, "play": 1000 * multiple, "blind": 1000}


def test_UTH_8_a_fold_loses_ante_and_blind() -> None:
    state = after("Js 8c", "Kc 8d", DRY, CHECK, CHECK, FOLD)
    assert returned(state) == {"ante": 0, "blind": 0}
    assert set(clauses(state).values()) == {"UTH-8"}
    assert "seat 0 folded: ?? ??" in [str(pile) for pile in state.view(None).piles]


@pytest.mark.parametrize(("reading", "back"), [("pays", 500 * 4), ("lost-on-fold", 0)])
def test_UTH_R3_trips_of_a_folded_hand(reading: str, back: int) -> None:
    """Three nines on the board."""
    state = after("Js 8c", "Kc Kd", "9d 9c 9s 4h 2s", CHECK, CHECK, FOLD, bet=WITH_TRIPS, at=table(R3=reading))
    assert returned(state) == {"ante": 0, "blind": 0, "trips": back}


@pytest.mark.parametrize(("hand", "board"), [("Ah Kh", DRY), ("Ah 3d", "As Kd Qc Jh Ts"), ("Ah 3h", "Kh Qh Jh Th 2c")])
def test_UTH_9_the_best_five_of_seven_with_none_one_or_both_own_cards(hand: str, board: str) -> None:
    state = after(hand, "8d 5c", board, CHECK, CHECK, BET_1)
    assert returned(state)["play"] == (1000 if hand == "Ah 3d" else 2000)


def test_UTH_10_UTH_11_without_a_pair_the_dealer_does_not_qualify_and_the_ante_pushes() -> None:
    won, lost = after("Ah Kh", "Jd 8c", DRY, BET_4), after("Jd 8c", "Ah Kh", DRY, BET_4)
    assert returned(won) == {"ante": 1000, "play": 8000, "blind": 1000}
    assert returned(lost) == {"ante": 1000, "play": 0, "blind": 0}
    assert clauses(won)["ante"] == clauses(lost)["ante"] == "UTH-11"
    for state, qualifies in ((won, False), (after("Ah Kh", "2c 5d", DRY, BET_4), True)):
        (told,) = [event.text for event in state.events if event.clause == "UTH-10"]
        assert ("does not qualify" in told) is not qualifies


def test_UTH_12_UTH_13_ante_and_play_even_money_against_a_qualified_dealer() -> None:
    won, lost = after("As Ad", "Kc 9s", DRY, BET_4), after("Kc 9s", "As Ad", DRY, BET_4)
    assert returned(won) == {"ante": 2000, "play": 8000, "blind": 1000}
    assert returned(lost) == {"ante": 0, "play": 0, "blind": 0}
    assert clauses(won) == {"ante": "UTH-12", "play": "UTH-13", "blind": "UTH-14"}
    assert clauses(lost) == {"ante": "UTH-12", "play": "UTH-13", "blind": "UTH-15"}


@pytest.mark.parametrize(
    ("hand", "board", "a", "b"),
    [
        ("Ah Kh", "Qh Jh Th 4c 2s", 500000, 500000),
        ("9h 8h", "7h 6h 5h Kc 2s", 50000, 50000),
        ("9h 9d", "9c 9s 5h Kc 2s", 10000, 10000),
        ("9h 9d", "9c Ks Kh 5c 2s", 3000, 3000),
        ("Ah 9h", "7h 6h 2h Kc Js", 1500, 1500),
        ("9h 8d", "7c 6h 5s Kc 2s", 1000, 0),
        ("9h 9d", "9c 7h 5s Kc 2s", 0, 0),
    ],
)
def test_UTH_14_the_blind_pays_by_its_table_and_pushes_below(hand: str, board: str, a: int, b: int) -> None:
    for name, won in (("A", a), ("B", b)):
        state = after(hand, "Qd 3c", board, BET_4, at=table(f"blind={name}"))
        assert returned(state)["blind"] == 1000 + won


def test_UTH_15_the_blind_is_lost_to_a_higher_hand_even_with_a_straight() -> None:
    state = after("9h 8d", "Ah 2h", "7h 6h 5h Kc 2s", BET_4)
    assert returned(state) == {"ante": 0, "play": 0, "blind": 0}
    assert clauses(state)["blind"] == "UTH-15"


@pytest.mark.parametrize(("dealer", "board"), [("Ad Kc", DRY), ("8d 8c", "As Ks Qd Jc Th")])
def test_UTH_16_equal_hands_push_all_three(dealer: str, board: str) -> None:
    state = after("Ah Kh", dealer, board, BET_4)
    assert returned(state) == {"ante": 1000, "play": 4000, "blind": 1000}
    assert set(clauses(state).values()) == {"UTH-16"}


@pytest.mark.parametrize(
    ("hand", "board", "a", "b", "c", "d"),
    [
        ("Ah Kh", "Qh Jh Th 4c 2s", 50, 50, 50, 50),
        ("9h 8h", "7h 6h 5h Kc 2s", 40, 40, 40, 40),
        ("9h 9d", "9c 9s 5h Kc 2s", 30, 30, 30, 20),
        ("9h 9d", "9c Ks Kh 5c 2s", 9, 8, 8, 7),
        ("Ah 9h", "7h 6h 2h Kc Js", 7, 6, 7, 6),
        ("9h 8d", "7c 6h 5s Kc 2s", 4, 5, 4, 5),
        ("9h 9d", "9c 7h 5s Kc 2s", 3, 3, 3, 3),
    ],
)
def test_UTH_17_trips_by_its_table_whatever_the_dealer_holds(
    hand: str, board: str, a: int, b: int, c: int, d: int
) -> None:
    for name, odds in (("A", a), ("B", b), ("C", c), ("D", d)):
        state = after(hand, "Qd Qc", board, BET_4, bet=WITH_TRIPS, at=table(f"trips={name}"))
        assert returned(state)["trips"] == 500 * (1 + odds)
        assert clauses(state)["trips"] == "UTH-17"


def test_UTH_17_two_pair_loses_the_trips() -> None:
    assert returned(after("9h 7d", "Kc 8d", DRY, BET_4, bet=WITH_TRIPS))["trips"] == 0


@pytest.mark.parametrize(
    ("hand", "dealer", "board", "back"),
    [
        ("9h 3c", "Kc 8d", "9d 9c Qs 8s 2h", 500 * 4),
        ("9h 3c", "Qd Qc", "9d 9c Qs 8s 2h", 500),
        ("9h 3c", "9s 3d", "9d 9c Qs 8s 2h", 500),
        ("Jh 3c", "Kc 8d", "9d 9c Qs 8s 2h", 0),
    ],
)
def test_UTH_R4_trips_push_unless_the_dealer_is_beaten(hand: str, dealer: str, board: str, back: int) -> None:
    """Three nines against two pair, a full house and the same three nines; and a pair, which no row has."""
    state = after(hand, dealer, board, BET_4, bet=WITH_TRIPS, at=table(R4="florida"))
    assert returned(state)["trips"] == back


@pytest.mark.parametrize(
    ("hand", "dealer", "board"),
    [
        ("6h 7d", "Ah 2d", "5c 4s 3h Kd Kc"),
        ("Ah 2d", "Kh 9d", "5c 4s 3h Ks Qc"),
        ("Ah 9h", "Kd Qc", "Jh Th 2h 9c 8s"),
    ],
)
def test_UTH_18_the_usual_ranking_with_the_wheel_below_every_other_straight(hand: str, dealer: str, board: str) -> None:
    assert returned(after(hand, dealer, board, BET_4))["play"] == 8000


def test_UTH_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
