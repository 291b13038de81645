"""Triple Shot Rummy, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game

FOLD, PLAY = Action("fold"), Action("play")
ANTE = Bet(ante=1000)
BOTH = Bet(ante=1000, pair_plus=500)

ZERO, THREE, FIFTEEN, NINETEEN = "7s 7d 7c", "9s 9d 3c", "9s 5d As", "9s 8d 2c"
TWENTY, TWENTY_ONE = "Ks 9d As", "Ks 9d 2c"
DEALER_TEN, DEALER_TWENTY, DEALER_TWENTY_ONE = "5h 5c Kh", "Kh 9c Ah", "Kh 9c 2h"


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R1="..."."""
    return declared_game("triple-shot-rummy", paytable, **readings)


def after(hand: str, dealer: str, action: Action = PLAY, bet: Bet = ANTE, at: Game | None = None) -> Any:
    return play(at or table(), [bet], f"{hand} {dealer}", action)


def test_TSR_1_TSR_3_one_deck_and_three_cards_each_face_down() -> None:
    state = table().start([ANTE], shoe=f"{FIFTEEN} {DEALER_TEN}").advance()
    assert state.game.deck.size == 52
    assert [str(pile) for pile in state.view(0).piles] == ["dealer: ?? ?? ??", "seat 0 hand: As 9s 5d"]


def test_TSR_2_the_ante_and_if_wished_the_pair_plus() -> None:
    assert staked(after(FIFTEEN, DEALER_TEN, bet=BOTH)) == {"ante": 1000, "play": 1000, "pair_plus": 500}
    with pytest.raises(BadBet, match="Ante is required"):
        table().start([Bet(pair_plus=500)])


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        ("As 2d 4c", "3h 5h Kd"),
        ("As Kd 8c", "Th 9d 2h"),
        ("As Jd 8c", "Qh 8d 2h"),
        ("As Td 8c", "9h 8d 3h"),
    ],
)
def test_TSR_4_an_ace_is_one_and_pictures_are_ten(fewer: str, more: str) -> None:
    """8 against 18, 19 against 21 which does not qualify, 19 against 20, 19 against 20."""
    assert returned(after(fewer, more))["ante"] == 2000


@pytest.mark.parametrize(
    ("hand", "dealer", "won"),
    [
        ("Kd Kc 2s", "3h 4d Ah", True),
        ("Ks Qs 2d", "3h 4d Ah", True),
        ("Js Qs Ks", "9h 9c Ad", True),
        ("Ks As 2d", "9h 9c Ad", False),
        ("9s 8d 2c", "Th 9c Ad", True),
    ],
)
def test_TSR_5_pairs_and_suited_runs_count_nothing_and_king_and_ace_are_no_run(
    hand: str, dealer: str, won: bool
) -> None:
    """2 against 8, 2 against 8, 0 against 1, 13 against 1, 19 against 20."""
    assert returned(after(hand, dealer))["ante"] == (2000 if won else 0)


def test_TSR_6_the_lowest_of_several_totals_counts() -> None:
    """8-9 of spades leave nine, the nines leave eight: that wins against nine and ties with eight."""
    assert returned(after("8s 9s 9d", "5h 5c 9c"))["ante"] == 2000
    assert returned(after("8s 9s 9d", "5h 5c 8c"))["ante"] == 1000


def test_TSR_7_a_fold_loses_the_ante_and_the_play_is_exactly_the_ante() -> None:
    folded = after(ZERO, DEALER_TEN, FOLD)
    assert returned(folded) == {"ante": 0}
    assert clauses(folded) == {"ante": "TSR-7"}
    state = table().start([ANTE], shoe=f"{ZERO} {DEALER_TEN}").advance()
    assert state.legal_actions() == (FOLD, PLAY)
    assert price(state, PLAY) == (1000, "TSR-7")


@pytest.mark.parametrize(("dealer", "qualified"), [(DEALER_TWENTY, True), (DEALER_TWENTY_ONE, False)])
def test_TSR_8_TSR_9_the_dealer_qualifies_with_20_points(dealer: str, qualified: bool) -> None:
    state = after(NINETEEN, dealer)
    assert returned(state) == {"ante": 2000, "play": 2000 if qualified else 1000}
    assert clauses(state) == dict.fromkeys(("ante", "play"), "TSR-10" if qualified else "TSR-9")


def test_TSR_9_an_unqualified_dealer_pays_the_ante_even_to_more_points() -> None:
    state = after("Ks Jd 9s", DEALER_TWENTY_ONE)
    assert returned(state) == {"ante": 2000, "play": 1000}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [(ZERO, 4), ("9s 9d As", 2), ("9s 9d 5c", 2), ("9s 9d 6c", 1), (NINETEEN, 1)],
)
def test_TSR_10_the_play_is_paid_by_the_points(hand: str, odds: int) -> None:
    state = after(hand, DEALER_TWENTY)
    assert returned(state) == {"ante": 2000, "play": 1000 * (1 + odds)}
    assert clauses(state) == {"ante": "TSR-10", "play": "TSR-10"}


def test_TSR_11_more_points_lose_both() -> None:
    state = after(FIFTEEN, DEALER_TEN)
    assert returned(state) == {"ante": 0, "play": 0}
    assert clauses(state) == {"ante": "TSR-11", "play": "TSR-11"}


def test_TSR_12_equal_points_push_both() -> None:
    state = after(TWENTY, DEALER_TWENTY)
    assert returned(state) == {"ante": 1000, "play": 1000}
    assert clauses(state) == {"ante": "TSR-12", "play": "TSR-12"}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("As Ks Qs", (40, 40)),
        ("As 2s 3s", (40, 40)),
        ("7s 7d 7c", (30, 30)),
        ("As Kd Qc", (6, 6)),
        ("9s 5s 3s", (4, 3)),
        ("2s 2d 9c", (1, 1)),
        ("As Kd Jc", (-1, -1)),
    ],
)
def test_TSR_13_TSR_14_pair_plus_as_a_hand_of_three_card_poker(hand: str, odds: tuple[int, ...]) -> None:
    for name, pays in zip(("40-30-6-4-1", "40-30-6-3-1"), odds, strict=True):
        state = after(hand, DEALER_TEN, bet=BOTH, at=table(f"pair-plus={name}"))
        assert returned(state)["pair_plus"] == 500 * (1 + pays)
        assert clauses(state)["pair_plus"] == ("TSR-13" if pays > 0 else "TSR-14")


@pytest.mark.parametrize(("reading", "back"), [("stays", 1000), ("lost", 0)])
def test_TSR_R1_the_pair_plus_of_a_folded_pair(reading: str, back: int) -> None:
    assert returned(after(THREE, DEALER_TEN, FOLD, BOTH, table(R1=reading))) == {"ante": 0, "pair_plus": back}


def test_TSR_R2_a_fold_is_lost_although_the_dealer_does_not_qualify() -> None:
    assert returned(after(TWENTY_ONE, DEALER_TWENTY_ONE, FOLD)) == {"ante": 0}


def test_TSR_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties


def test_several_seats_play_the_same_dealer() -> None:
    state = play(table(), [BOTH, ANTE], f"{THREE} Ks 9h 2c {DEALER_TEN}", PLAY, FOLD)
    assert [returned(state, seat) for seat in range(2)] == [
        {"ante": 2000, "play": 3000, "pair_plus": 1000},
        {"ante": 0},
    ]
