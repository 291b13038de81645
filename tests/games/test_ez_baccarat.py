"""EZ Baccarat, clause by clause: every expected amount is worked out by hand from the sheet.

A shoe is written in the order of the deal: Player, Banker, Player, Banker, then third cards.
"""

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.ranking.points import total

ALL = Bet(banker=1000, player=1000, tie=1000)
SIDE = Bet(banker=1000, dragon_7=1000, panda_8=1000)
BONUS = Bet(banker=1000, player_bonus=1000, banker_bonus=1000)


def round_of(shoe: str, bet: Bet = ALL, **readings: str) -> State:
    return play(declared_game("ez-baccarat", **readings), [bet], shoe)


def cards_of(state: State) -> tuple[int, int]:
    """How many cards Player and Banker have in the end."""
    view = state.view(None)
    return len(view.cards("players")), len(view.cards("bankers"))


def test_EZB_1_EZB_R2_eight_decks_and_totals_modulo_ten() -> None:
    assert declared_game("ez-baccarat").deck.size == 416
    assert declared_game("ez-baccarat", R2="6").deck.size == 312
    state = round_of("9s As 8d 5h")
    assert (total(state.view(None).cards("players")), total(state.view(None).cards("bankers"))) == (7, 6)


def test_EZB_2_any_bets_but_one_at_least() -> None:
    table = declared_game("ez-baccarat")
    for wager in table.wagers:
        table.start([Bet(**{wager.name: 500})])
    with pytest.raises(BadBet, match="EZB-2"):
        table.start([Bet()])


def test_EZB_3_EZB_R4_a_house_may_ask_for_a_base_bet() -> None:
    table = declared_game("ez-baccarat", R4="yes")
    table.start([Bet(player=500, panda_8=500)])
    with pytest.raises(BadBet, match="EZB-3"):
        table.start([Bet(panda_8=500)])


def test_EZB_4_the_Player_first_alternating_and_all_cards_face_up() -> None:
    state = round_of("9s 2d Kd 5h Qc")
    view = state.view(None)
    assert [len(view.cards(name)) for name in ("players", "bankers")] == [2, 2]
    assert total(view.cards("players")) == 9


@pytest.mark.parametrize("shoe", ["9s 2d Kd Kh", "2s 9d Kd Kh", "4s 2d 4d Kh", "2s 4d Kd 4h"])
def test_EZB_5_a_natural_of_either_hand_ends_the_drawing(shoe: str) -> None:
    assert cards_of(round_of(shoe)) == (2, 2)


@pytest.mark.parametrize(("points", "drawn"), [(points, points <= 5) for points in range(8)])
def test_EZB_6_the_Player_draws_on_0_to_5(points: int, drawn: bool) -> None:
    first = {0: "K", 1: "A"}.get(points, str(points))
    state = round_of(f"{first}s 7d Kd Kh Kc")
    assert cards_of(state) == (3 if drawn else 2, 2)
    assert ["EZB-6"] * drawn == [event.clause for event in state.events if "Player draws" in event.text]


@pytest.mark.parametrize(("points", "drawn"), [(points, points <= 5) for points in range(8)])
def test_EZB_7_the_Banker_draws_on_0_to_5_if_the_Player_stood(points: int, drawn: bool) -> None:
    first = {0: "K", 1: "A"}.get(points, str(points))
    state = round_of(f"6s {first}d Kd Kh Kc")
    assert cards_of(state) == (2, 3 if drawn else 2)
    assert ["EZB-7"] * drawn == [event.clause for event in state.events if "Banker draws" in event.text]


DRAWS = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: {*range(10)} - {8},
    4: range(2, 8),
    5: range(4, 8),
    6: {6, 7},
    7: (),
}
"""For each Banker total the third cards of the Player on which it draws, as the clause has them."""


@pytest.mark.parametrize("points", DRAWS)
def test_EZB_8_the_Banker_draws_by_the_Players_third_card(points: int) -> None:
    first = {0: "K", 1: "A"}.get(points, str(points))
    for third in range(10):
        card = {0: "T", 1: "A"}.get(third, str(third))
        state = round_of(f"Ks {first}d Kd Kh {card}c Qc")
        assert cards_of(state) == (3, 3 if third in DRAWS[points] else 2), third
        drawn = [event.clause for event in state.events if "Banker draws" in event.text]
        assert drawn == (["EZB-8"] if third in DRAWS[points] else [])


def test_EZB_9_EZB_10_EZB_12_the_Player_higher() -> None:
    state = round_of("9s 7d Kd Kh")
    assert returned(state) == {"player": 2000, "banker": 0, "tie": 0}
    assert clauses(state) == {"player": "EZB-9", "banker": "EZB-10", "tie": "EZB-12"}


def test_EZB_9_EZB_10_EZB_12_the_Banker_higher_without_commission() -> None:
    assert returned(round_of("6s 7d Kd Kh")) == {"player": 0, "banker": 2000, "tie": 0}


@pytest.mark.parametrize(("odds", "paid"), [("8", 9000), ("9", 10000)])
def test_EZB_9_EZB_10_EZB_12_EZB_R1_equal_totals(odds: str, paid: int) -> None:
    assert returned(round_of("7s 7d Kd Kh", R1=odds)) == {"player": 1000, "banker": 1000, "tie": paid}


def test_EZB_11_a_winning_Banker_seven_of_three_cards_pushes_and_of_two_cards_pays() -> None:
    state = round_of("6s 2d Kd Kh 5c")
    assert returned(state) == {"player": 0, "banker": 1000, "tie": 0}
    assert clauses(state)["banker"] == "EZB-11"
    assert returned(round_of("6s 7d Kd Kh"))["banker"] == 2000
    assert returned(round_of("7s 2d Kd Kh 5c")) == {"player": 1000, "banker": 1000, "tie": 9000}


@pytest.mark.parametrize(("odds", "paid"), [("40", 41000), ("30", 31000)])
def test_EZB_13_EZB_R3_Dragon_7(odds: str, paid: int) -> None:
    assert returned(round_of("6s 2d Kd Kh 5c", SIDE, R3=odds)) == {"banker": 1000, "dragon_7": paid, "panda_8": 0}
    assert returned(round_of("6s 7d Kd Kh", SIDE, R3=odds))["dragon_7"] == 0, "two cards"
    assert returned(round_of("7s 2d Kd Kh 5c", SIDE, R3=odds))["dragon_7"] == 0, "a tie"
    assert returned(round_of("6s 2d Kd Kh 6c", SIDE, R3=odds))["dragon_7"] == 0, "an eight"


def test_EZB_14_Panda_8() -> None:
    assert returned(round_of("3s 7d Kd Kh 5c", SIDE)) == {"banker": 0, "dragon_7": 0, "panda_8": 26000}
    assert returned(round_of("8s 7d Kd Kh", SIDE))["panda_8"] == 0, "two cards"
    assert returned(round_of("3s 7d Kd Kh 6c", SIDE))["panda_8"] == 0, "a nine"
    assert returned(round_of("3s 3d Kd Kh 5c 5d", SIDE))["panda_8"] == 0, "a tie at eight"


@pytest.mark.parametrize(
    ("shoe", "player", "banker"),
    [("9s 7d Kd Kh", 2000, 0), ("9s 8d Kd Kh", 2000, 0), ("Ks 8d Kd Kh", 0, 2000), ("8s 8d Kd Kh", 1000, 1000)],
)
def test_EZB_15_naturals_pay_even_money_push_or_lose_whatever_the_margin(shoe: str, player: int, banker: int) -> None:
    state = round_of(shoe, BONUS)
    assert (returned(state)["player_bonus"], returned(state)["banker_bonus"]) == (player, banker)
    assert {clauses(state)[name] for name in ("player_bonus", "banker_bonus")} == {"EZB-15"}


@pytest.mark.parametrize(
    ("shoe", "margin", "table_a", "table_b"),
    [
        ("Ks Kd Kd Kh 9c Tc", 9, 31000, 31000),
        ("Ks Kd Kd Kh 8c Tc", 8, 11000, 11000),
        ("7s 2d Kd Kh 8c", 7, 7000, 5000),
        ("6s 2d Kd Kh 8c", 6, 5000, 5000),
        ("7s 2d Kd Kh Kc", 5, 3000, 3000),
        ("6s 2d Kd Kh Kc", 4, 2000, 3000),
        ("6s 3d Kd Kh Kc", 3, 0, 0),
        ("7s 7d Kd Kh", 0, 0, 0),
        ("6s 7d Kd Kh", -1, 0, 0),
    ],
)
def test_EZB_16_EZB_R5_the_margin_of_the_Player(shoe: str, margin: int, table_a: int, table_b: int) -> None:
    for table, paid in (("A", table_a), ("B", table_b)):
        state = round_of(shoe, BONUS, R5=table)
        view = state.view(None)
        assert total(view.cards("players")) - total(view.cards("bankers")) == margin
        assert returned(state)["player_bonus"] == paid
        assert clauses(state)["player_bonus"] == "EZB-16"


def test_EZB_16_the_margin_of_the_Banker_counts_for_its_own_bonus() -> None:
    state = round_of("Ks Kd Kd Kh Kc 9c", BONUS)
    assert returned(state) == {"banker": 2000, "player_bonus": 0, "banker_bonus": 31000}


def test_EZB_RT_nothing_is_ever_asked_and_all_seats_bet_on_the_same_hands() -> None:
    table = declared_game("ez-baccarat", RT="smaller")
    state = table.start([Bet(player=500), Bet(banker=700), Bet(tie=100)], shoe="6s 7d Kd Kh").advance()
    assert state.is_over
    assert [state.result(seat) for seat in range(3)] == [-500, 700, -100]
