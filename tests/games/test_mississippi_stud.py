"""Mississippi Stud, clause by clause from its sheet: every wager in every ending, worked out by hand."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway import game as make_game
from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.meter import Showing
from houseway.games.engine.state import State

FOLD, ONE, TWO, THREE = Action("fold"), Action("bet-1x"), Action("bet-2x"), Action("bet-3x")
ANTE = Bet(ante=1000)


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("mississippi-stud", paytable, **readings)


def after(cards: str, *moves: Action, bet: Bet = ANTE, at: Game | None = None) -> State:
    """A round of one seat: its two cards and the three community cards."""
    return play(at or table(), [bet], cards, *moves)


def open_community(state: State) -> int:
    return sum(card != HIDDEN for pile in state.view(0).piles if pile.seat is None for card in pile.cards)


def test_MS_1_the_ante_is_required_and_the_bonus_is_not() -> None:
    with pytest.raises(BadBet, match="the Ante is required"):
        table().start([Bet(three_card_bonus=500)])
    state = after("As Kd 7c 5h 2s", FOLD, bet=Bet(ante=1000, three_card_bonus=700))
    assert staked(state) == {"ante": 1000, "three_card_bonus": 700}


def test_MS_2_two_cards_and_three_in_the_middle_all_face_down() -> None:
    state = table().start([ANTE, ANTE], shoe="As Kd Qc Jh 7c 5h 2s").advance()
    assert state.game.deck.size == 52
    assert [str(pile) for pile in state.view(0).piles] == [
        "community: ?? ?? ??",
        "seat 0 hand: As Kd",
        "seat 1 hand: ?? ??",
    ]


def test_MS_3_nobody_sees_anothers_hand_before_it_is_settled() -> None:
    state = table().start([ANTE, ANTE], shoe="As Kd Qc Jh 7c 5h 2s").advance()
    for move in (ONE, ONE, ONE, ONE, ONE):
        state = state.apply(move).advance()
        for other, own in ((0, 1), (1, 0)):
            hidden = [pile for pile in state.view(other).piles if pile.seat == own]
            assert all(card == HIDDEN for pile in hidden for card in pile.cards)


@pytest.mark.parametrize(("move", "multiple"), [(ONE, 1), (TWO, 2), (THREE, 3)])
def test_MS_4_MS_6_MS_8_a_street_bet_is_one_to_three_antes(move: Action, multiple: int) -> None:
    state = table().start([Bet(ante=1500)], shoe="As Kd 7c 5h 2s").advance()
    for street, clause in (("third", "MS-4"), ("fourth", "MS-6"), ("fifth", "MS-8")):
        assert [str(action) for action in state.legal_actions()] == ["fold", "bet-1x", "bet-2x", "bet-3x"]
        assert price(state, move) == (1500 * multiple, clause)
        state = state.apply(move)
        assert (street, 1500 * multiple) in state.wagers()[0]
        assert state.events[-1].clause == clause
        state = state.advance()
    assert state.is_over


def test_MS_R1_or_one_or_three_antes() -> None:
    state = table(R1="1-3").start([ANTE], seed=1).advance()
    assert [str(action) for action in state.legal_actions()] == ["fold", "bet-1x", "bet-3x"]
    with pytest.raises(IllegalAction, match="bet-2x is not legal now"):
        state.apply(TWO)


def test_MS_5_MS_7_MS_10_one_community_card_is_turned_after_each_decision() -> None:
    state = table().start([ANTE], shoe="As Kd 7c 5h 2s").advance()
    for shown, clause, card in ((0, "MS-5", "7c"), (1, "MS-7", "5h"), (2, "MS-10", "2s")):
        assert open_community(state) == shown
        state = state.apply(ONE).advance()
        turned = next(event for event in state.events if event.clause == clause)
        assert str(turned).endswith(card)
    assert open_community(state) == 3


@pytest.mark.parametrize(
    ("moves", "lost"),
    [
        ((FOLD,), {"ante": 1000}),
        ((THREE, FOLD), {"ante": 1000, "third": 3000}),
        ((ONE, TWO, FOLD), {"ante": 1000, "third": 1000, "fourth": 2000}),
    ],
)
def test_MS_9_a_fold_loses_what_was_bet_so_far(moves: tuple[Action, ...], lost: dict[str, int]) -> None:
    state = after("As Ad Ac 5h 2s", *moves)
    assert staked(state) == lost
    assert set(returned(state).values()) == {0}
    assert set(clauses(state).values()) == {"MS-9"}


@pytest.mark.parametrize(
    ("cards", "odds", "clause"),
    [
        ("As Ks Qs Js Ts", 500, "MS-12"),
        ("9h 8h 7h 6h 5h", 100, "MS-12"),
        ("9h 9d 9c 9s 5h", 40, "MS-12"),
        ("9h 9d 9c 5s 5h", 10, "MS-12"),
        ("Ah 9h 7h 6h 2h", 6, "MS-12"),
        ("9h 8d 7c 6h 5s", 4, "MS-12"),
        ("5h 4d 3c 2h As", 4, "MS-12"),
        ("9h 9d 9c 5s 4h", 3, "MS-12"),
        ("3h 3d 2c 2s 4h", 2, "MS-12"),
        ("Jh 3d Jc 2s 4h", 1, "MS-12"),
        ("Ah Ad 3c 2s 4h", 1, "MS-12"),
        ("Th Td 3c 2s 4h", 0, "MS-13"),
        ("6h Ad 6c 2s 4h", 0, "MS-13"),
        ("5h 5d Ac Ks 4h", None, "MS-14"),
        ("Ah Kd Qc Js 9h", None, "MS-14"),
    ],
)
def test_MS_11_MS_12_MS_13_MS_14_all_bets_by_the_five_cards(cards: str, odds: int | None, clause: str) -> None:
    state = after(cards, ONE, TWO, THREE)
    back = [0 if odds is None else stake * (1 + odds) for stake in (1000, 1000, 2000, 3000)]
    assert list(returned(state).items()) == list(zip(("ante", "third", "fourth", "fifth"), back, strict=True))
    assert set(clauses(state).values()) == {clause}


def test_MS_12_a_straight_may_pay_five() -> None:
    state = after("9h 8d 7c 6h 5s", ONE, ONE, ONE, at=table("hand=straight-5"))
    assert set(returned(state).values()) == {6000}


@pytest.mark.parametrize(
    ("community", "odds"),
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
def test_MS_15_MS_R3_the_bonus_is_about_the_community_cards_and_outlives_a_fold(
    community: str, odds: int | None
) -> None:
    back = 0 if odds is None else 500 * (1 + odds)
    for moves in ((FOLD,), (ONE, ONE, ONE)):
        state = after(f"Jc 2h {community}", *moves, bet=Bet(ante=1000, three_card_bonus=500))
        assert returned(state)["three_card_bonus"] == back
        assert clauses(state)["three_card_bonus"] == "MS-15"
    assert str(state.view(None).piles[0]).startswith("community")


def test_MS_15_a_folded_hand_stays_hidden_although_the_bonus_is_settled() -> None:
    state = after("Jc 2h 8s 8d 3c", FOLD, bet=Bet(ante=1000, three_card_bonus=500))
    assert "seat 0 folded: ?? ??" in [str(pile) for pile in state.view(None).piles]


@pytest.mark.parametrize("wager", ["progressive", "cover_all"])
def test_MS_16_MS_18_cover_all_is_not_offered_nor_a_progressive_without_prizes(wager: str) -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, **{wager: 500})])


DUAL = {"mega": Showing(2_000_000, 1_000_000), "major": Showing(123_456, 50_000), "minor": Showing(20_001, 10_000)}


@pytest.mark.parametrize(
    ("cards", "prizes", "paid", "left"),
    [
        ("As Ks Qs Js Ts", "PA-C", 2_000_000, (1_000_000, 123_456, 20_001)),
        ("9s 8s 7s 6s 5s", "PA-C", 123_456, (2_000_000, 50_000, 20_001)),
        ("9s 9h 9d 9c 5s", "PA-C", 20_001, (2_000_000, 123_456, 10_000)),
        ("9s 9h 9d 5c 5s", "PA-C", 5000, (2_000_000, 123_456, 20_001)),
        ("9s 9h 9d 6c 5s", "PA-C", 1000, (2_000_000, 123_456, 20_001)),
        ("9s 9h 9d 6c 5s", "PA-D", 900, (2_000_000, 123_456, 20_001)),
        ("9s 9h 8d 8c 5s", "PA-D", 0, (2_000_000, 123_456, 20_001)),
    ],
)
@pytest.mark.parametrize("moves", [(FOLD,), (ONE, ONE, ONE)])
def test_MS_16_three_meters_on_one_dollar_whatever_is_decided(
    cards: str, prizes: str, paid: int, left: tuple[int, ...], moves: tuple[Action, ...]
) -> None:
    at = make_game("mississippi-stud", prizes=prizes)
    state = play(at, [Bet(ante=1000, progressive=100)], cards, *moves, meters=DUAL)
    assert (returned(state)["progressive"], clauses(state)["progressive"]) == (paid, "MS-16")
    assert tuple(state.meters_left()[name].amount for name in DUAL) == left


def test_MS_17_no_aggregate_limit_is_posted() -> None:
    """Ten times 100 dollars at 500 to 1 and the stakes: 501,000 dollars, ten times Pennsylvania's limit."""
    state = after("As Ks Qs Js Ts", THREE, THREE, THREE, bet=Bet(ante=10000))
    assert sum(returned(state).values()) == 50100000


def test_MS_R2_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(R2="smaller").smaller_on_ties
