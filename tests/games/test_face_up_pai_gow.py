"""Face Up Pai Gow Poker, clause by clause from its sheet: every wager in every ending, worked out by hand."""

from typing import Any

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.cards.notation import format_cards
from houseway.errors import BadBet, IllegalAction, UnknownName
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet
from houseway.games.engine.declared.title import DeclaredGame

HOUSE_WAY = Action("house-way")
ONE, BOTH = Bet(wager=10000), Bet(wager=10000, fortune=500)

KINGS, QUEENS, ACES = "Ks Kd Ah 9s 7s 5d 2c", "Qs Qd Jh 9d 6s 4d 3c", "As Ad Th 9c 6c 4c 3h"
"""By the house way A-9, J-9 and T-9 go in front of the pairs."""
ACE_HIGH = "Ac Qd Jc 9h 6d 4h 3c"
"""No pair, straight or flush; the house way puts Q-J in front."""


def table(**readings: str) -> DeclaredGame:
    return declared_game("face-up-pai-gow", **readings)


def dealt(hand: str, dealer: str, bet: Bet = BOTH, **readings: str) -> Any:
    return table(**readings).start([bet], shoe=f"{hand} {dealer}").advance()


def after(hand: str, dealer: str, *actions: Action, bet: Bet = BOTH, **readings: str) -> Any:
    return play(table(**readings), [bet], f"{hand} {dealer}", *(actions or (HOUSE_WAY,)))


def front(state: Any, pile: str) -> set[str]:
    return next(set(format_cards(each.cards).split()) for each in state.piles() if each.name == pile)


def test_FUP_1_53_cards_of_which_one_is_a_joker() -> None:
    assert table().deck.size == 53
    assert list(table().seats) == [1, 2, 3, 4, 5, 6]


def test_FUP_2_the_hand_wager_is_required_and_the_bonus_is_not() -> None:
    with pytest.raises(BadBet, match="hand wager"):
        table().start([Bet(fortune=500)])
    assert set(returned(after(KINGS, QUEENS, bet=ONE))) == {"wager"}


def test_FUP_3_FUP_4_the_dealers_hands_lie_open_and_set_before_the_player_sets() -> None:
    state = dealt(KINGS, QUEENS)
    seen = [str(pile) for pile in state.view(0).piles]
    assert seen == ["dealer: Qs Qd 6s 4d 3c", "dealer_low: Jh 9d", "seat 0 hand: Ah Ks Kd 9s 7s 5d 2c"]
    told = [event.text for event in state.events if event.clause == "FUP-4"]
    assert told == ["the dealer sets pair of queens, and in front high card, J-9 (house way, line 12)"]


@pytest.mark.parametrize(
    "dealer", [ACE_HIGH, ACE_HIGH.replace("Ac", "Jk"), "Ad Kc Qh Jc 9h 3s 2d", "As 9d 8c 7h 4d 3h 2h"]
)
def test_FUP_5_ace_high_pushes_and_nobody_is_asked(dealer: str) -> None:
    state = dealt("Tc Ts 8h 7s 5h 4c 3d", dealer)
    assert state.actor is None
    assert returned(state) == {"wager": 10000, "fortune": 0}
    assert clauses(state)["wager"] == "FUP-5"


@pytest.mark.parametrize(
    "dealer",
    [
        pytest.param("Kc Qd Jc 9h 6d 4h 3c", id="king high"),
        pytest.param("Ac Qd Jc 9h 6d 6h 3c", id="a pair"),
        pytest.param("Ac Qd Jc 9h 6d 4h Jk", id="a pair of aces, one of them the joker"),
        pytest.param("Ac Qc Jc 9c 6c 4h 3d", id="a flush"),
        pytest.param("Ac Qd 9c 5h 4d 3h 2c", id="a straight"),
        pytest.param("Ac Qd Jc Th Jk 4h 3c", id="a straight with the joker"),
    ],
)
def test_FUP_5_FUP_6_any_other_hand_asks(dealer: str) -> None:
    state = dealt("Tc Ts 8h 7s 5s 2s 2d", dealer)
    assert state.actor == 0
    assert "FUP-6" in {event.clause for event in state.apply(Action.of("set", "8h 7s")).events}


def test_FUP_7_a_low_hand_that_outranks_the_high_one_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"low hand would outrank high hand \(FUP-7\)"):
        dealt(KINGS, QUEENS).apply(Action.of("set", "Ks Kd"))


def test_FUP_8_a_copy_is_the_dealers() -> None:
    """Kings with 7-5-2 behind on both sides and A-9 in front on both: two copies."""
    assert returned(after(KINGS, "Kh Kc Ad 9c 7d 5c 2h"))["wager"] == 0
    assert returned(after(KINGS, "Qh Qc Ad 9c 7d 5c 2h"))["wager"] == 10000, "kings win, A-9 is a copy"
    told = {event.text: event.clause for event in after(KINGS, QUEENS).events}
    assert told["seat 0 shows"] == "FUP-8"


def test_FUP_9_both_won_without_commission() -> None:
    assert returned(after(KINGS, QUEENS))["wager"] == 20000
    assert clauses(after(KINGS, QUEENS))["wager"] == "FUP-9"


def test_FUP_6_FUP_9_a_hand_set_for_what_is_seen_wins_where_the_house_way_pushes() -> None:
    """The house way splits nines and fours, and nines lose to tens; both pairs behind win, and so does K-6 in front."""
    own, dealers = "9s 9d 4h 4c Kh 6d 2c", "Th Td Qc Jh 7s 5d 3c"
    assert returned(after(own, dealers))["wager"] == 10000
    assert returned(after(own, dealers, Action.of("set", "Kh 6d")))["wager"] == 20000


def test_FUP_10_both_lost() -> None:
    assert returned(after(QUEENS, KINGS))["wager"] == 0
    assert clauses(after(QUEENS, KINGS))["wager"] == "FUP-10"


def test_FUP_11_one_won_and_one_lost() -> None:
    assert returned(after(KINGS, ACES))["wager"] == 10000
    assert clauses(after(KINGS, ACES))["wager"] == "FUP-11"


def test_FUP_12_FUP_16_neither_ace_high_nor_progressives_are_offered() -> None:
    assert [wager.name for wager in table().wagers] == ["wager", "fortune"]


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
        ("9s 9d 7h 7c 5s Kd 2h", -1),
    ],
)
def test_FUP_13_the_fortune_bonus_pays_by_the_seven_cards(hand: str, odds: int) -> None:
    won = after(hand, "Tc Th 8h 8c 6h 4h 3h")
    assert returned(won)["fortune"] == 500 * (odds + 1)
    assert clauses(won)["fortune"] == "FUP-13"


def test_FUP_13_the_fortune_bonus_is_paid_beside_a_dealers_ace_high_too() -> None:
    state = dealt("9s 9d 9c 9h 5s Kd 2h", "Ac Qd Jc 8h 6d 4h 3c")
    assert returned(state) == {"wager": 10000, "fortune": 13000}


QUADS, JACKS, DEALER = "9s 9d 9h 9c 5s Kd 2h", "Jc Js 8h 7c 5h 4c 3h", "Tc Td 8s 8c 6h 4h 3c"


def test_FUP_14_others_earn_a_fixed_sum_for_four_of_a_kind_or_better() -> None:
    """Seat 0 holds four nines, $5 for seat 1 and nobody else; seat 2 five aces, $250 for the other two."""
    state = play(table(), [BOTH] * 3, f"{QUADS} {JACKS} As Ad Ah Ac Jk 7d 2c {DEALER}", *[HOUSE_WAY] * 3)
    earned = [(each.seat, each.returned, each.clause) for each in state.settlements if each.wager == "envy"]
    assert sorted(earned) == [(0, 25000, "FUP-14"), (1, 500, "FUP-14"), (1, 25000, "FUP-14"), (2, 500, "FUP-14")]


@pytest.mark.parametrize("bet", [ONE, Bet(wager=10000, fortune=499)])
def test_FUP_14_no_envy_without_a_fortune_bonus_of_five_dollars(bet: Bet) -> None:
    state = play(table(), [BOTH, bet], f"{QUADS} {JACKS} {DEALER}", HOUSE_WAY, HOUSE_WAY)
    assert not [each for each in state.settlements if each.wager == "envy"]


def test_FUP_14_envy_is_paid_beside_a_dealers_ace_high_too() -> None:
    state = table().start([BOTH, BOTH], shoe=f"{QUADS} {JACKS} Ac Qd Tc 8s 6d 4h 3c").advance()
    assert [returned(state, seat).get("envy") for seat in (0, 1)] == [None, 500]


def test_FUP_15_FUP_R2_a_wheel_against_a_king_high_straight() -> None:
    wheel, king_high = "As 2d 3h 4c 5s Td Jh", "Ks Qd Jc Tc 9s 6d 2h"
    assert returned(after(wheel, king_high))["wager"] == 20000
    assert returned(after(wheel, king_high, R2="lowest"))["wager"] == 10000


def test_FUP_R1_FUP_R3_only_one_answer_is_played() -> None:
    for reading in ("R1", "R3"):
        with pytest.raises(UnknownName, match=f"FUP-{reading}"):
            table(**{reading: "other"})


@pytest.mark.parametrize(("choice", "back"), [("no", 10000), ("yes", 20000)])
@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_FUP_R4_three_of_a_kind_against_a_straight(choice: str, back: int, wheel: str) -> None:
    """By the house way A-9 goes in front of three kings, and J-9 in front of the straight 8-7-6-5-4."""
    state = after("Ks Kd Kc Ah 9s 7s 2c", "Jd 9d 8c 7h 6s 5d 4h", R4=choice, R2=wheel)
    assert returned(state)["wager"] == back


@pytest.mark.parametrize(("choice", "cards"), [("yes", {"4s", "4d"}), ("no", {"Js", "4s"})])
def test_FUP_R5_the_dealers_two_pairs_with_a_flush(choice: str, cards: set[str]) -> None:
    assert front(dealt(KINGS.replace("5d", "5h"), "Js Jd 4s 4d Ad 6d 5d", R5=choice), "dealer_low") == cards


@pytest.mark.parametrize(("choice", "rank"), [("not-from-three", "K"), ("any", "A")])
def test_FUP_R6_the_pair_of_a_dealers_full_house_may_come_from_the_three(choice: str, rank: str) -> None:
    state = dealt("Jc Js 8h 7c 5h 4c 3h", "As Ad Ac Kh Kc Qs Qd", R6=choice)
    assert {card[0] for card in front(state, "dealer_low")} == {rank}


def test_FUP_RT_equally_good_settings_are_told_apart_by_a_reading() -> None:
    assert [table(RT=choice).smaller_on_ties for choice in ("larger", "smaller")] == [False, True]


def test_two_seats_set_one_after_another_against_the_same_hands() -> None:
    state = play(table(), [ONE, ONE], f"{KINGS} Jc Js 8h 7c 5h 4c 3h {QUEENS}", HOUSE_WAY, HOUSE_WAY)
    assert [state.result(seat) for seat in (0, 1)] == [10000, -10000]


@pytest.mark.parametrize(("choice", "back"), [("highest-missing", 10000), ("ace", 20000)])
@pytest.mark.parametrize("wheel", ["second", "lowest"])
def test_FUP_R7_a_joker_in_a_flush_beside_its_ace(choice: str, back: int, wheel: str) -> None:
    """A-K-9-6 of spades and the joker against A-K-Q-J-9 of diamonds; J-3 in front against 8-6."""
    assert returned(after("As Ks 9s 6s Jk Jh 3c", "Ad Kd Qd Jd 9d 8c 6h", R7=choice, R2=wheel))["wager"] == back


def test_FUP_R7_with_three_of_a_kind_above_a_straight_the_joker_stays_the_highest_missing_rank() -> None:
    assert returned(after("As Ks 9s 6s Jk Jh 3c", "Ad Kd Qd Jd 9d 8c 6h", R7="ace", R4="yes"))["wager"] == 10000
