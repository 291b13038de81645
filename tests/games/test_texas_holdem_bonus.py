"""Texas Hold'em Bonus, clause by clause from its sheet: every wager in every ending, worked out by hand."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.event import HIDDEN
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

FOLD, TWO, CHECK, ONE = Action("fold"), Action("bet-2x"), Action("check"), Action("bet-1x")
ANTE = Bet(ante=1000)
NOTHING = "As Kd Qc Jh 9c 7d 5h 3s 2c"
"""Ace king for the player, queen jack for the dealer, a board that helps nobody."""


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R2="..."."""
    return declared_game("texas-holdem-bonus", paytable, **readings)


def after(cards: str, *moves: Action, at: Game | None = None) -> State:
    """A round of one seat: its two cards, the dealer's two, and the five community cards."""
    return play(at or table(), [ANTE], cards, *moves)


def shown(state: State, pile: str) -> int:
    return sum(card != HIDDEN for each in state.view(0).piles if each.name.startswith(pile) for card in each.cards)


def test_THB_1_THB_2_one_deck_and_the_ante_is_required() -> None:
    assert table().deck.size == 52
    with pytest.raises(BadBet, match="the Ante is required"):
        table().start([Bet()])


def test_THB_3_THB_5_THB_6_THB_7_THB_8_cards_in_their_order() -> None:
    state = table().start([ANTE], shoe=NOTHING).advance()
    for move, board in ((TWO, 0), (CHECK, 3), (CHECK, 4)):
        assert (shown(state, "board"), shown(state, "dealer"), shown(state, "hand")) == (board, 0, 2)
        state = state.apply(move).advance()
    assert (shown(state, "board"), shown(state, "dealer")) == (5, 2)
    assert next(event.clause for event in state.events if event.clause in ("THB-7", "THB-8")) == "THB-7"


def test_THB_4_fold_or_twice_the_ante_and_no_check() -> None:
    state = table().start([Bet(ante=1500)], shoe=NOTHING).advance()
    assert [str(action) for action in state.legal_actions()] == ["fold", "bet-2x"]
    assert price(state, TWO) == (3000, "THB-4")
    with pytest.raises(IllegalAction, match="check is not legal now"):
        state.apply(CHECK)
    folded = state.apply(FOLD).advance()
    assert (returned(folded), clauses(folded)) == ({"ante": 0}, {"ante": "THB-4"})


@pytest.mark.parametrize(("before", "clause", "bet"), [((TWO,), "THB-5", "turn"), ((TWO, CHECK), "THB-6", "river")])
def test_THB_5_THB_6_check_or_exactly_the_ante(before: tuple[Action, ...], clause: str, bet: str) -> None:
    state = after(NOTHING, *before)
    assert [str(action) for action in state.legal_actions()] == ["check", "bet-1x"]
    assert price(state, ONE) == (1000, clause)
    assert (bet, 1000) in state.apply(ONE).wagers()[0]


def test_THB_7_at_most_five_antes_are_bet() -> None:
    state = after(NOTHING, TWO, ONE, ONE)
    assert state.is_over
    assert sum(amount for _, amount in state.wagers()[0]) == 5000


@pytest.mark.parametrize(
    ("moves", "bets"),
    [
        ((TWO, CHECK, CHECK), {"flop": 2000}),
        ((TWO, ONE, CHECK), {"flop": 2000, "turn": 1000}),
        ((TWO, CHECK, ONE), {"flop": 2000, "river": 1000}),
        ((TWO, ONE, ONE), {"flop": 2000, "turn": 1000, "river": 1000}),
    ],
)
def test_THB_9_THB_12_THB_13_the_later_bets_by_the_showdown(moves: tuple[Action, ...], bets: dict[str, int]) -> None:
    rounds = {
        "THB-9": (NOTHING, 2),
        "THB-12": ("Qc Jh As Kd 9c 7d 5h 3s 2c", 0),
        "THB-13": ("As Kd Ah Kc 9c 7d 5h 3s 2c", 1),
    }
    for clause, (cards, back) in rounds.items():
        state = after(cards, *moves)
        assert {bet: returned(state)[bet] for bet in bets} == {bet: back * stake for bet, stake in bets.items()}
        assert {clauses(state)[bet] for bet in bets} == {clause}


@pytest.mark.parametrize(
    ("cards", "straight", "flush"),
    [
        ("As Ks Qc Jh Qs Js Ts 3d 2c", 2000, 2000),
        ("9s 8s Qc Jh 7s 6s 5s 3d 2c", 2000, 2000),
        ("As Ah Qc Jh Ad Ac 5s 3d 2c", 2000, 2000),
        ("As Ah Qc Jh Ad 5c 5s 3d 2c", 2000, 2000),
        ("As 9s Qc Jh 7s 5s 3s Kd Td", 2000, 2000),
        ("9c 8d Qc Jh 7s 6s 5h 3d 2c", 2000, 1000),
        ("As Ah Qc Jh Ad 5c 7s 3d 2c", 1000, 1000),
        ("As Kd Qc Jh 9c 7d 5h 3s 2c", 1000, 1000),
    ],
)
def test_THB_10_THB_11_THB_R1_the_ante_of_a_winner_by_its_hand(cards: str, straight: int, flush: int) -> None:
    for paytable, back in (("standard", straight), ("ante=flush", flush)):
        state = after(cards, TWO, CHECK, CHECK, at=table(paytable))
        assert returned(state) == {"ante": back, "flop": 4000}
        assert clauses(state)["ante"] == ("THB-10" if back == 2000 else "THB-11")


def test_THB_12_a_strong_loser_loses_the_ante_too() -> None:
    state = after("9c 8d Ac Kc 7c 6c 5h 3d 2c", TWO, CHECK, CHECK)
    assert (returned(state)["ante"], clauses(state)["ante"]) == (0, "THB-12")


@pytest.mark.parametrize(("reading", "back"), [("push", 1000), ("dealer-wins", 0)])
def test_THB_13_THB_R2_equal_hands(reading: str, back: int) -> None:
    state = after("As Kd Ah Kc 9c 7d 5h 3s 2c", TWO, ONE, ONE, at=table(R2=reading))
    assert returned(state) == {"ante": back, "flop": 2 * back, "turn": back, "river": back}
    assert set(clauses(state).values()) == {"THB-13"}


def with_bonus(cards: str, *moves: Action, fold: str = "pays") -> State:
    """A round with 5 on the Bonus beside 10 on the Ante."""
    return play(table(R3=fold), [Bet(ante=1000, bonus=500)], cards, *moves)


def test_THB_2_the_bonus_may_be_left_out() -> None:
    assert "bonus" not in returned(after(NOTHING, FOLD))
    assert returned(with_bonus(NOTHING, FOLD)) == {"ante": 0, "bonus": 8000}


@pytest.mark.parametrize(
    ("own", "odds"),
    [
        ("As Ah", 30),
        ("Ac Kc", 25),
        ("Ah Qh", 20),
        ("Jd Ad", 20),
        ("Kd As", 15),
        ("Kc Kd", 10),
        ("Qs Qc", 10),
        ("Jc Jd", 10),
        ("Ah Qd", 5),
        ("Jc As", 5),
        ("Tc Td", 3),
        ("2h 2c", 3),
    ],
)
def test_THB_14_the_bonus_by_its_table_win_or_lose(own: str, odds: int) -> None:
    for dealer in ("9h 8s", "7h 7s"):
        state = with_bonus(f"{own} {dealer} 6c 6d 5h 4s 9d", TWO, CHECK, CHECK)
        assert returned(state)["bonus"] == 500 * (odds + 1)
        assert clauses(state)["bonus"] == "THB-14"


def test_THB_15_aces_against_aces_are_paid_1000_to_1() -> None:
    state = with_bonus("As Ah Ad Ac 9c 7d 5h 3s 2c", TWO, CHECK, CHECK)
    assert (returned(state)["bonus"], clauses(state)["bonus"]) == (500 * 1001, "THB-15")
    state = with_bonus("Ks Kh Kd Kc 9c 7d 5h 3s 2c", TWO, CHECK, CHECK)
    assert (returned(state)["bonus"], clauses(state)["bonus"]) == (500 * 11, "THB-14")
    state = with_bonus("As Kh Ad Ac 9c 7d 5h 3s Ah", TWO, CHECK, CHECK)
    assert returned(state)["bonus"] == 500 * 16


@pytest.mark.parametrize("own", ["Ks Qs", "As Ts", "Ah 9d", "Kd Qc", "7c 2d"])
def test_THB_16_any_other_two_cards_lose_the_bonus(own: str) -> None:
    state = with_bonus(f"{own} 8h 6s 7h 7s 2h 2s 3c", TWO, CHECK, CHECK)
    assert (returned(state)["bonus"], clauses(state)["bonus"]) == (0, "THB-16")


@pytest.mark.parametrize(("reading", "back", "clause"), [("pays", 2000, "THB-14"), ("lost-on-fold", 0, "THB-4")])
def test_THB_R3_the_bonus_after_a_fold(reading: str, back: int, clause: str) -> None:
    state = with_bonus("4s 4h Ad Ac 9c 7d 5h 3s 2c", FOLD, fold=reading)
    assert (returned(state)["bonus"], clauses(state)["bonus"]) == (back, clause)
    stayed = with_bonus("4s 4h Ad Ac 9c 7d 5h 3s 2c", TWO, CHECK, CHECK, fold=reading)
    assert returned(stayed)["bonus"] == 2000


def test_THB_R4_the_rule_of_Colorado_is_not_offered() -> None:
    assert list(table().sheet.readings["THB-R4"].choices) == ["none"]


def test_THB_RT_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(RT="smaller").smaller_on_ties
