"""Pai Gow Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from itertools import permutations
from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.cards.notation import format_cards
from houseway.errors import BadBet, IllegalAction, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame

HOUSE_WAY = Action("house-way")
ONE, BOTH = Bet(wager=10000), Bet(wager=10000, fortune=1000)

KINGS = "Ks Kd Ah 9s 7s 5d 2c"
"""By the house way a pair of kings behind and A-9 in front."""
QUEENS_Q9 = "Qs Qd Jh 9d 6s 4d 3c"
"""Queens behind, J-9 in front."""
ACES_LOW_FRONT = "As Ad Th 9c 6c 4c 3h"
"""Aces behind, T-9 in front."""


def table(**readings: str) -> DeclaredGame:
    """The game with readings given as R2="..."."""
    return declared_game("pai-gow-poker", **readings)


def after(hand: str, dealer: str, *actions: Action, bet: Bet = ONE, **readings: str) -> Any:
    return play(table(**readings), [bet], f"{hand} {dealer}", *(actions or (HOUSE_WAY,)))


def test_PGP_1_PGP_2_53_cards_of_which_one_is_a_joker() -> None:
    assert table().deck.size == 53
    assert list(table().seats) == [1, 2, 3, 4, 5, 6]


def test_PGP_3_the_hand_wager_is_required_and_the_bonus_is_not() -> None:
    with pytest.raises(BadBet, match="hand wager"):
        table().start([Bet(fortune=500)])
    assert set(returned(after(KINGS, QUEENS_Q9, bet=BOTH))) == {"wager", "fortune"}


def test_PGP_4_PGP_5_seven_cards_each_face_down() -> None:
    state = table().start([ONE], shoe=f"{KINGS} {QUEENS_Q9}").advance()
    seen = [str(pile) for pile in state.view(0).piles]
    assert seen == ["dealer: ?? ?? ?? ?? ?? ?? ??", "seat 0 hand: Ah Ks Kd 9s 7s 5d 2c"]


def test_PGP_6_any_two_cards_go_in_front_or_those_of_the_house_way() -> None:
    state = after(KINGS, QUEENS_Q9, Action.of("set", "9s 7s"))
    piles = {pile.name: format_cards(pile.cards) for pile in state.piles() if pile.seat == 0}
    assert piles == {"low": "9s 7s", "high": "Ah Ks Kd 5d 2c"}
    piles = {pile.name: format_cards(pile.cards) for pile in after(KINGS, QUEENS_Q9).piles() if pile.seat == 0}
    assert piles == {"low": "Ah 9s", "high": "Ks Kd 7s 5d 2c"}


def test_PGP_7_a_low_hand_that_outranks_the_high_one_is_refused() -> None:
    state = table().start([ONE], shoe=f"{KINGS} {QUEENS_Q9}").advance()
    with pytest.raises(IllegalAction, match=r"low hand would outrank high hand \(PGP-7\)"):
        state.apply(Action.of("set", "Ks Kd"))
    assert len(state.legal_actions()) == 1 + 21 - 3, "the house way, and every two cards but two kings, or ace and king"
    nothing = table().start([ONE], shoe=f"Ks Jd 9h 8s 6c 5d 2c {QUEENS_Q9}").advance()
    assert len(nothing.legal_actions()) == 1 + 21 - 6, "no king in front of a jack or less"


def test_PGP_8_the_dealer_sets_by_the_house_way_when_all_have_set() -> None:
    state = after(KINGS, QUEENS_Q9)
    piles = {pile.name: format_cards(pile.cards) for pile in state.piles() if pile.seat is None}
    assert piles == {"dealer": "Qs Qd 6s 4d 3c", "dealer_low": "Jh 9d"}
    told = [event.text for event in state.events if event.clause == "PGP-8"]
    assert told == ["the dealer sets pair of queens, and in front high card, J-9 (house way, line 12)"]


def test_PGP_9_a_copy_is_the_dealers() -> None:
    """Kings with 7-5-2 behind on both sides and A-9 in front on both: two copies."""
    assert returned(after(KINGS, "Kh Kc Ad 9c 7d 5c 2h")) == {"wager": 0}
    assert returned(after(KINGS, "Qh Qc Ad 9c 7d 5c 2h")) == {"wager": 10000}, "kings win, A-9 is a copy"


def test_PGP_10_PGP_R2_both_hands_won_less_commission() -> None:
    assert returned(after(KINGS, QUEENS_Q9)) == {"wager": 19500}
    assert returned(after(KINGS, QUEENS_Q9, R2="none")) == {"wager": 20000}
    assert clauses(after(KINGS, QUEENS_Q9))["wager"] == "PGP-10"


def test_PGP_11_both_hands_lost() -> None:
    assert returned(after(QUEENS_Q9, KINGS)) == {"wager": 0}
    assert clauses(after(QUEENS_Q9, KINGS))["wager"] == "PGP-11"


def test_PGP_12_one_won_and_one_lost_pushes() -> None:
    assert returned(after(KINGS, ACES_LOW_FRONT)) == {"wager": 10000}
    assert clauses(after(KINGS, ACES_LOW_FRONT))["wager"] == "PGP-12"


def test_PGP_R2_nine_high_in_front_pushes_every_wager() -> None:
    """Aces behind and 9-6 in front, against queens and T-9: one won, one lost; against J-J and 8-7: both lost."""
    nine_high = "As Ad 9h 6c 5c 4s 2h"
    assert returned(after(KINGS, nine_high, R2="9-high-push")) == {"wager": 10000}
    low = "Jc Jd 8h 7c 5h 4d 3h"
    assert returned(after(low, nine_high)) == {"wager": 0}
    assert returned(after(low, nine_high, R2="9-high-push")) == {"wager": 10000}
    assert returned(after(KINGS, QUEENS_Q9, R2="9-high-push")) == {"wager": 20000}


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("9s 8s 7s 6s 5s 4s 3s", 8000),
        ("As Ks Qs Js Ts Kd Qd", 2000),
        ("9s 8s 7s Jk 5s 4s 3s", 1000),
        ("As Ad Ah Ac Jk 7d 2h", 400),
        ("As Ks Qs Js Ts 7d 2h", 150),
        ("9s 8s 7s 6s 5s Kd 2h", 50),
        ("9s 9d 9h 9c 5s Kd 2h", 25),
        ("9s 9d 9h Kc Ks 7d 2h", 5),
        ("9s 7s 6s 4s 2s Kd Jh", 4),
        ("9s 9d 9h 7c 5s Kd 2h", 3),
        ("9s 8d 7h 6c 5s Kd 2h", 2),
    ],
)
def test_PGP_13_the_fortune_bonus_pays_by_the_seven_cards(hand: str, odds: int) -> None:
    won = after(hand, "Tc Td 8h 8c 6h 4h 3h" if "Td" not in hand else KINGS, bet=BOTH)
    assert returned(won)["fortune"] == 1000 * (odds + 1)
    assert clauses(won)["fortune"] == "PGP-13"


def test_PGP_14_a_fortune_bonus_below_a_straight_loses() -> None:
    assert returned(after("9s 9d 7h 7c 5s Kd 2h", QUEENS_Q9.replace("9d", "8d"), bet=BOTH))["fortune"] == 0
    assert clauses(after(KINGS, QUEENS_Q9, bet=BOTH))["fortune"] == "PGP-14"


def test_PGP_13_however_the_cards_are_set() -> None:
    broken = after("9s 7s 6s 4s 2s Kd Jh", "Tc Td 8h 8c 6h 4h 3h", Action.of("set", "9s 7s"), bet=BOTH)
    assert returned(broken)["fortune"] == 5000


QUADS, FIVE_ACES, JACKS = "9s 9d 9h 9c 5s Kd 2h", "As Ad Ah Ac Jk 7d 2c", "Jc Js 8h 7c 5h 4c 3h"
ENVYING, TOO_LITTLE = Bet(wager=10000, fortune=500), Bet(wager=10000, fortune=499)


def test_PGP_15_others_earn_a_fixed_sum_for_four_of_a_kind_or_better() -> None:
    """Seat 0 holds four nines, $5; seat 2 five aces, $250; no seat earns for its own hand."""
    shoe = f"{QUADS} {JACKS} {FIVE_ACES} Tc Td 8s 8c 6h 4h 3c"
    state = play(table(), [ENVYING] * 3, shoe, *[HOUSE_WAY] * 3)
    earned = [(each.seat, each.staked, each.returned) for each in state.settlements if each.wager == "envy"]
    assert sorted(earned) == [(0, 0, 25000), (1, 0, 500), (1, 0, 25000), (2, 0, 500)]
    assert {each.clause for each in state.settlements if each.wager == "envy"} == {"PGP-15"}
    told = [event.text for event in state.events if event.clause == "PGP-15"]
    assert "seat 1: Envy, seat 2 has five aces" in told


def test_PGP_15_only_a_fortune_bonus_of_five_dollars_earns_envy() -> None:
    shoe = f"{QUADS} {JACKS} Tc Td 8s 8c 6h 4h 3c"
    for bet in (ONE, TOO_LITTLE):
        state = play(table(), [ENVYING, bet], shoe, HOUSE_WAY, HOUSE_WAY)
        assert not [each for each in state.settlements if each.wager == "envy"]


def test_PGP_15_a_full_house_earns_nobody_anything_nor_does_a_dealers_hand() -> None:
    shoe = f"9s 9d 9h Kc Ks 7d 2h {JACKS} As Ad Ah Ac 6h 4h 3c"
    state = play(table(), [ENVYING] * 2, shoe, HOUSE_WAY, HOUSE_WAY)
    assert not [each for each in state.settlements if each.wager == "envy"]


def test_PGP_15_the_most_that_comes_back_reckons_with_every_other_player() -> None:
    alone, beside = table().largest_returns([ENVYING]), table().largest_returns([ENVYING, ONE, ONE])
    assert beside[0] - alone[0] == 2 * 500_000
    assert beside[1] == table().largest_returns([ONE])[0]


def test_PGP_16_PGP_R1_a_wheel_against_a_king_high_straight() -> None:
    wheel, king_high = "As 2d 3h 4c 5s Td Jh", "Ks Qd Jc Tc 9s 6d 2h"
    assert returned(after(wheel, king_high)) == {"wager": 19500}, "behind second to the highest, J-T above 6-2 in front"
    assert returned(after(wheel, king_high, R1="lowest")) == {"wager": 10000}


@pytest.mark.parametrize(("choice", "back"), [("highest-missing", 10000), ("ace", 19500)])
@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_PGP_2_PGP_R6_a_joker_in_a_flush_beside_its_ace(choice: str, back: int, wheel: str) -> None:
    """A-K-9-6 of spades and the joker against A-K-Q-J-9 of diamonds; J-3 in front against 8-6."""
    state = after("As Ks 9s 6s Jk Jh 3c", "Ad Kd Qd Jd 9d 8c 6h", R6=choice, R1=wheel)
    assert returned(state) == {"wager": back}


def test_PGP_R7_as_many_hands_hold_a_royal_flush_with_a_suited_ace_king_as_with_king_queen() -> None:
    """Of each suit the royal flush, or four cards of it and the joker, and two cards of another suit."""
    found: dict[str, set[frozenset[str]]] = {"KQ": set(), "AK": set()}
    for suit, other in permutations("cdhs", 2):
        royal = [f"{rank}{suit}" for rank in "AKQJT"]
        for five in (royal, *([*royal[:away], "Jk", *royal[away + 1 :]] for away in range(5))):
            for pair, hands in found.items():
                hands.add(frozenset([*five, *(f"{rank}{other}" for rank in pair)]))
    assert [len(hands) for hands in found.values()] == [72, 72]


def test_PGP_R3_PGP_R7_PGP_R8_only_one_answer_is_played() -> None:
    for reading in ("R3", "R7", "R8"):
        with pytest.raises(UnknownName, match=f"PGP-{reading}"):
            table(**{reading: "other"})


def test_PGP_17_neither_pai_gowd_nor_the_progressive_is_offered() -> None:
    assert [wager.name for wager in table().wagers] == ["wager", "fortune"]


def test_two_seats_are_settled_each_against_the_same_dealer() -> None:
    state = play(table(), [ONE, ONE], f"{KINGS} Jc Js 8h 7c 5h 4c 3h {QUEENS_Q9}", HOUSE_WAY, HOUSE_WAY)
    assert [state.result(seat) for seat in (0, 1)] == [9500, -10000]
