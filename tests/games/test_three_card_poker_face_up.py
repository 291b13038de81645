"""Three Card Poker Face Up, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

FOLD, ONCE, TWICE, THRICE = Action("fold"), Action("play"), Action("play-2x"), Action("play-3x")
EQUAL = Bet(ante=1000, blind=1000)
WITH_PLUS = Bet(ante=1000, blind=1000, pair_plus=500)

KING_HIGH, NINE_HIGH, PAIR, FLUSH, STRAIGHT = "Ks 7d 4c", "9s 7d 4c", "8s 8d 5c", "Js 7s 3s", "9s 8d 7c"
TRIPS, STRAIGHT_FLUSH, MINI_ROYAL = "4s 4d 4c", "9s 8s 7s", "As Ks Qs"
QUEEN_HIGH, JACK_HIGH, DEALER_ACES = "Qd 9c 5d", "Jd 9c 5d", "Ad Ac 5d"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R4="..."."""
    return declared_game("three-card-poker-face-up", paytable, **readings)


def after(hand: str, dealer: str, action: Action = ONCE, bet: Bet = EQUAL, at: Game | None = None) -> Any:
    return play(at or table(), [bet], f"{hand} {dealer}", action)


def test_FUT_4_ante_and_blind_are_equal_and_pair_plus_is_free() -> None:
    assert staked(after(KING_HIGH, QUEEN_HIGH, bet=WITH_PLUS)) == {
        "ante": 1000,
        "blind": 1000,
        "pair_plus": 500,
        "play": 1000,
    }
    with pytest.raises(BadBet, match="must equal the Ante"):
        table().start([Bet(ante=1000, blind=500)])
    with pytest.raises(BadBet, match="Blind is required"):
        table().start([Bet(ante=1000)])


def test_FUT_5_three_cards_face_down_and_one_of_the_dealers_three_face_up() -> None:
    state = table().start([EQUAL], shoe=f"{KING_HIGH} {QUEEN_HIGH}").advance()
    assert state.game.deck.size == 52
    assert [str(pile) for pile in state.view(0).piles] == [
        "dealer: Qd",
        "dealer face down: ?? ??",
        "seat 0 hand: Ks 7d 4c",
    ]


def test_FUT_6_a_fold_loses_ante_and_blind() -> None:
    state = after(PAIR, QUEEN_HIGH, FOLD)
    assert returned(state) == {"ante": 0, "blind": 0}
    assert clauses(state) == {"ante": "FUT-6", "blind": "FUT-6"}


@pytest.mark.parametrize(("hand", "sizes"), [("2s 2d 3c", (1, 2, 3)), ("As Kd Jc", (1,)), (FLUSH, (1, 2, 3))])
def test_FUT_6_only_a_pair_or_better_may_bet_more_than_the_ante(hand: str, sizes: tuple[int, ...]) -> None:
    state = table().start([EQUAL], shoe=f"{hand} {QUEEN_HIGH}").advance()
    prices = [price(state, action) for action in state.legal_actions() if action != FOLD]
    assert prices == [(1000 * size, "FUT-6") for size in sizes]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        (MINI_ROYAL, "Kd Qd Jd"),
        ("As 2s 3s", "Ah Ad Ac"),
        (TRIPS, "Ad Kc Qd"),
        ("As 2d 3c", "Ah Kh Jh"),
        ("5s 3s 2s", "Ad Ac Kd"),
        ("2s 2d 3c", "Ad Kc Jd"),
    ],
)
def test_FUT_7_the_order_of_three_cards(higher: str, lower: str) -> None:
    assert returned(after(higher, lower))["play"] == 2000


@pytest.mark.parametrize(("dealer", "ante"), [("Qd 3c 2d", 2000), (JACK_HIGH, 1000)])
def test_FUT_8_FUT_9_queen_high_qualifies_and_without_it_the_ante_pushes(dealer: str, ante: int) -> None:
    state = after(KING_HIGH, dealer)
    assert returned(state) == {"ante": ante, "play": 2000, "blind": 1000}
    assert clauses(state)["ante"] == ("FUT-10" if ante == 2000 else "FUT-9")


def test_FUT_9_FUT_11_FUT_13_an_unqualified_dealer_may_still_beat_play_and_blind() -> None:
    state = after(NINE_HIGH, JACK_HIGH)
    assert returned(state) == {"ante": 1000, "play": 0, "blind": 0}
    assert clauses(state) == {"ante": "FUT-9", "play": "FUT-11", "blind": "FUT-13"}


def test_FUT_10_FUT_11_FUT_13_a_qualified_dealer_with_the_higher_hand_takes_all() -> None:
    state = after(PAIR, DEALER_ACES, THRICE)
    assert returned(state) == {"ante": 0, "play": 0, "blind": 0}
    assert clauses(state) == {"ante": "FUT-10", "play": "FUT-11", "blind": "FUT-13"}


@pytest.mark.parametrize(
    ("hand", "dealer", "ante"), [(KING_HIGH, "Kd 7c 4d", "FUT-10"), ("Js 9d 5c", JACK_HIGH, "FUT-9")]
)
def test_FUT_10_FUT_11_FUT_13_equal_hands_push(hand: str, dealer: str, ante: str) -> None:
    state = after(hand, dealer)
    assert returned(state) == {"ante": 1000, "play": 1000, "blind": 1000}
    assert clauses(state) == {"ante": ante, "play": "FUT-11", "blind": "FUT-13"}


@pytest.mark.parametrize(
    ("hand", "back"),
    [
        (MINI_ROYAL, 101_000),
        (STRAIGHT_FLUSH, 9000),
        (TRIPS, 7000),
        (STRAIGHT, 2500),
        (FLUSH, 2000),
        (PAIR, 1000),
    ],
)
def test_FUT_12_the_blind_of_the_higher_hand_by_its_table_whatever_the_play(hand: str, back: int) -> None:
    for dealer, ante in ((QUEEN_HIGH, 2000), ("Td 6c 5d", 1000)):
        state = after(hand, dealer, THRICE)
        assert returned(state) == {"ante": ante, "play": 6000, "blind": back}
        assert clauses(state)["blind"] == "FUT-12"


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        (MINI_ROYAL, (40, 40, 40)),
        (STRAIGHT_FLUSH, (40, 40, 40)),
        (TRIPS, (30, 30, 30)),
        (STRAIGHT, (6, 6, 5)),
        (FLUSH, (4, 3, 4)),
        (PAIR, (1, 1, 1)),
        (KING_HIGH, (-1, -1, -1)),
    ],
)
def test_FUT_14_pair_plus_by_the_own_cards_alone(hand: str, odds: tuple[int, ...]) -> None:
    for name, pays in zip(("40-30-6-4-1", "40-30-6-3-1", "40-30-5-4-1"), odds, strict=True):
        state = after(hand, DEALER_ACES, bet=WITH_PLUS, at=table(f"pair-plus={name}"))
        assert returned(state)["pair_plus"] == 500 * (1 + pays)
        assert clauses(state)["pair_plus"] == "FUT-14"


@pytest.mark.parametrize(("reading", "back"), [("stays", 1000), ("lost", 0)])
def test_FUT_R4_the_pair_plus_of_a_folded_pair(reading: str, back: int) -> None:
    state = after(PAIR, QUEEN_HIGH, FOLD, WITH_PLUS, table(R4=reading))
    assert returned(state) == {"ante": 0, "blind": 0, "pair_plus": back}


def test_FUT_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties


def test_several_seats_play_the_same_dealer() -> None:
    state = play(table(), [WITH_PLUS, EQUAL], f"{PAIR} {NINE_HIGH} Qd 9c 5d", TWICE, FOLD)
    assert [returned(state, seat) for seat in range(2)] == [
        {"ante": 2000, "play": 4000, "blind": 1000, "pair_plus": 1000},
        {"ante": 0, "blind": 0},
    ]


def test_FUT_R1_the_title_is_the_makers_game_with_one_card_of_the_dealers_up() -> None:
    """The other reading, players' cards up and all else unchanged, is Three Card Poker under a reading of its own."""
    assert table().reading("FUT-R1") == "up-card"
    state = table().start([Bet(ante=1000, blind=1000)], shoe="8s 8d 3c Kc 9d 4h").advance()
    dealers = [str(pile) for pile in state.view(0).piles if pile.seat is None]
    assert [pile.count("??") for pile in dealers] == [0, 2]
