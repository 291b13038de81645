"""Big Raise Stud Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame
from houseway.games.engine.game import Game
from houseway.games.engine.state import State

FOLD = Action("fold")
RAISES = tuple(Action(f"raise-{times}x") for times in (1, 2, 3, 4))
ANTE = Bet(ante=1000)


def table(paytable: str | None = None, **readings: str) -> DeclaredGame:
    """The game with readings given as R3="..."."""
    return declared_game("big-raise-stud-poker", paytable, **readings)


def after(cards: str, *moves: Action, bet: Bet = ANTE, at: Game | None = None) -> State:
    """A round of one seat: its three cards and the two community cards."""
    return play(at or table(), [bet], cards, *moves)


def test_BRS_1_the_ante_is_required_and_the_bonus_is_not() -> None:
    with pytest.raises(BadBet, match="the Ante is required"):
        table().start([Bet(three_card_bonus=500)])
    state = after("As Kd 7c 5h 2s", FOLD, bet=Bet(ante=1000, three_card_bonus=700))
    assert staked(state) == {"ante": 1000, "three_card_bonus": 700}


def test_BRS_2_BRS_4_three_cards_and_two_in_the_middle_that_are_turned_together() -> None:
    state = table().start([ANTE, ANTE], shoe="As Kd Qc Jh Td 9s 7c 5h").advance()
    assert state.game.deck.size == 52
    assert [str(pile) for pile in state.view(0).piles] == [
        "community: ?? ??",
        "seat 0 hand: As Kd Qc",
        "seat 1 hand: ?? ?? ??",
    ]
    state = state.apply(RAISES[0]).advance()
    assert str(state.view(0).piles[0]) == "community: ?? ??"
    state = state.apply(FOLD).advance()
    assert str(state.view(None).piles[0]) == "community: 7c 5h"
    assert "BRS-4" in [event.clause for event in state.events]


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_BRS_3_a_raise_is_one_to_four_antes(times: int) -> None:
    state = table().start([Bet(ante=1500)], shoe="As Kd 7c 5h 2s").advance()
    assert [str(action) for action in state.legal_actions()] == ["fold", *map(str, RAISES)]
    assert price(state, RAISES[times - 1]) == (1500 * times, "BRS-3")
    assert ("raise_bet", 1500 * times) in state.apply(RAISES[times - 1]).wagers()[0]


def test_BRS_3_a_fold_loses_the_ante() -> None:
    state = after("As Ad Ac 5h 2s", FOLD)
    assert (returned(state), clauses(state)) == ({"ante": 0}, {"ante": "BRS-3"})


@pytest.mark.parametrize(
    ("cards", "odds", "clause"),
    [
        ("As Ks Qs Js Ts", 500, "BRS-6"),
        ("9h 8h 7h 6h 5h", 100, "BRS-6"),
        ("9h 9d 9c 9s 5h", 40, "BRS-6"),
        ("9h 9d 9c 5s 5h", 8, "BRS-6"),
        ("Ah 9h 7h 6h 2h", 6, "BRS-6"),
        ("9h 8d 7c 6h 5s", 4, "BRS-6"),
        ("9h 9d 9c 5s 4h", 3, "BRS-6"),
        ("3h 3d 2c 2s 4h", 2, "BRS-6"),
        ("Th 3d Tc 2s 4h", 1, "BRS-6"),
        ("9h 9d 3c 2s 4h", 0, "BRS-7"),
        ("6h Ad 6c 2s 4h", 0, "BRS-7"),
        ("5h 5d Ac Ks 4h", None, "BRS-8"),
        ("Ah Kd Qc Js 9h", None, "BRS-8"),
    ],
)
def test_BRS_5_BRS_6_BRS_7_BRS_8_both_bets_by_the_five_cards(cards: str, odds: int | None, clause: str) -> None:
    state = after(cards, RAISES[3])
    back = [0 if odds is None else stake * (1 + odds) for stake in (1000, 4000)]
    assert returned(state) == dict(zip(("ante", "raise_bet"), back, strict=True))
    assert set(clauses(state).values()) == {clause}


BONUS_ROWS = [
    ("As Ks Qs", 50, 50, 40),
    ("9h 8h 7h", 40, 40, 40),
    ("4c 4d 4s", 30, 30, 30),
    ("7h 6c 5d", 6, 6, 6),
    ("Kd 9d 2d", 3, 4, 4),
    ("8s 8d 3c", 1, 1, 1),
    ("Kc 9d 4h", None, None, None),
]


@pytest.mark.parametrize(("own", *("mini_3", "mini_4", "plain")), BONUS_ROWS)
def test_BRS_9_BRS_R1_the_bonus_is_about_the_own_cards_by_the_posted_table(
    own: str, mini_3: int | None, mini_4: int | None, plain: int | None
) -> None:
    for name, odds in (("mini-50-40-30-6-3-1", mini_3), ("mini-50-40-30-6-4-1", mini_4), ("40-30-6-4-1", plain)):
        bet = Bet(ante=1000, three_card_bonus=500)
        for move in (FOLD, RAISES[0]):
            state = after(f"{own} Jc 2h", move, bet=bet, at=table(f"three-card-bonus={name}"))
            assert returned(state)["three_card_bonus"] == (0 if odds is None else 500 * (1 + odds))
            assert clauses(state)["three_card_bonus"] == "BRS-9"


def test_BRS_R2_or_a_fold_loses_the_bonus() -> None:
    for move, back in ((FOLD, 0), (RAISES[0], 1000)):
        state = after("8s 8d 3c Jc 2h", move, bet=Bet(ante=1000, three_card_bonus=500), at=table(R2="lost"))
        assert returned(state)["three_card_bonus"] == back


def test_BRS_10_the_progressive_is_not_offered() -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        table().start([Bet(ante=1000, progressive=100)])


def test_BRS_R3_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not table().smaller_on_ties
    assert table(R3="smaller").smaller_on_ties
