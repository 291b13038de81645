"""Six Card Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, price, returned, staked

from houseway.errors import BadBet, IllegalAction
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.event import HIDDEN

FOLD, RAISE = Action("fold"), Action("raise")
ANTE = Bet(ante=1000)
ACE_KING, QUEENS, ACE_QUEEN = "Ac Kd 6h 4s 3c 2d", "Qc Qd 9h 7s 3d 2c", "Ad Qs 9c 8d 6d 3s"
PAIR, KING_HIGH = "Jc Jd 8h 6s 4c 2h", "Kh Js 9d 6c 5s 2s"


def after(hand: str, dealer: str, action: Action = RAISE, bet: Bet = ANTE) -> Any:
    return play(declared_game("six-card-poker"), [bet], f"{hand} {dealer}", action)


def test_6CP_1_the_ante_is_required() -> None:
    with pytest.raises(BadBet):
        declared_game("six-card-poker").start([Bet()])


def test_6CP_2_6CP_3_six_cards_each_of_which_the_dealer_shows_three_and_no_other_seat_any() -> None:
    table = declared_game("six-card-poker")
    state = table.start([ANTE, ANTE], shoe=f"{PAIR} {KING_HIGH} {QUEENS}").advance()
    assert table.deck.size == 52
    seen = {str(pile) for pile in state.view(0).piles}
    assert "seat 0 hand: Jd Jc 8h 6s 4c 2h" in seen
    assert "seat 1 hand: ?? ?? ?? ?? ?? ??" in seen
    dealers = [card for pile in state.view(0).piles if pile.name.startswith("dealer") for card in pile.cards]
    assert (len(dealers), dealers.count(HIDDEN)) == (6, 3)


def test_6CP_4_a_fold_loses_the_ante() -> None:
    state = after(PAIR, ACE_QUEEN, FOLD)
    assert returned(state) == {"ante": 0}
    assert clauses(state) == {"ante": "6CP-4"}


def test_6CP_5_the_raise_is_exactly_the_ante() -> None:
    state = declared_game("six-card-poker").start([Bet(ante=2500)], shoe=f"{PAIR} {QUEENS}").advance()
    assert price(state, RAISE) == (2500, "6CP-5")
    with pytest.raises(IllegalAction, match="6CP-5"):
        state.apply(Action.of("raise", amount=5000))
    assert staked(after(PAIR, QUEENS)) == {"ante": 1000, "raised": 1000}


def test_6CP_6_the_best_five_of_six_play() -> None:
    """The sixth card of neither side counts: two pair, jacks and eights, with an ace beside either."""
    state = after("Jc Jd 8h 8s Ac 2h", "Js Jh 8c 8d Ad 7h")
    assert returned(state) == {"ante": 1000, "raised": 1000}
    assert returned(after("9h 8d 7c 6s 5h 2c", "As Ah Ad Kc Qc 3h")) == {"ante": 2000, "raised": 2000}


@pytest.mark.parametrize(("dealer", "ante"), [(ACE_KING, 2000), (ACE_QUEEN, 1000), ("2c 2d 9h 7s 4s 3c", 2000)])
def test_6CP_7_ace_king_qualifies(dealer: str, ante: int) -> None:
    assert returned(after(PAIR, dealer)) == {"ante": ante, "raised": 2000}


@pytest.mark.parametrize(
    ("hand", "raised"), [(PAIR, 2000), (KING_HIGH, 0), ("Ac Qh 9d 8s 6c 2h", 1000), ("Ac Qh 9d 8s 7c 2h", 2000)]
)
def test_6CP_8_6CP_9_without_a_qualified_dealer_the_ante_pushes_and_the_raise_is_compared(
    hand: str, raised: int
) -> None:
    state = after(hand, ACE_QUEEN)
    assert returned(state) == {"ante": 1000, "raised": raised}
    assert clauses(state) == {"ante": "6CP-8", "raised": "6CP-9"}


@pytest.mark.parametrize(
    ("hand", "dealer", "back", "clause"),
    [
        (PAIR, ACE_KING, 2000, "6CP-10"),
        (PAIR, QUEENS, 0, "6CP-11"),
        ("As Kh 6d 4c 3h 2s", ACE_KING, 1000, "6CP-12"),
    ],
)
def test_6CP_10_6CP_11_6CP_12_with_a_qualified_dealer(hand: str, dealer: str, back: int, clause: str) -> None:
    state = after(hand, dealer)
    assert returned(state) == {"ante": back, "raised": back}
    assert clauses(state) == {"ante": clause, "raised": clause}


@pytest.mark.parametrize("wager", ["aces_up", "bad_beat"])
def test_6CP_13_6CP_14_the_side_bets_are_not_offered(wager: str) -> None:
    with pytest.raises(BadBet, match="unknown wager"):
        declared_game("six-card-poker").start([Bet(ante=1000, **{wager: 500})])


def test_6CP_R2_best_play_takes_the_larger_of_equal_choices_unless_asked_otherwise() -> None:
    assert not declared_game("six-card-poker").smaller_on_ties
    assert declared_game("six-card-poker", R2="smaller").smaller_on_ties
