"""Dragon Bonus, clause by clause: every expected amount is worked out by hand from the sheet.

A shoe is written in the order of the deal: Player, Banker, Player, Banker, then third cards.
"""

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.analysis import analyze
from houseway.errors import BadBet
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.ranking.points import total

BONUS = Bet(banker=1000, player_bonus=1000, banker_bonus=1000)


def round_of(shoe: str, bet: Bet, **readings: str) -> State:
    return play(declared_game("dragon-bonus", **readings), [bet], shoe)


def cards_of(state: State) -> tuple[int, int]:
    view = state.view(None)
    return len(view.cards("players")), len(view.cards("bankers"))


def bonuses(state: State) -> tuple[int, int]:
    paid = returned(state)
    return paid["player_bonus"], paid["banker_bonus"]


def test_DB_1_DB_R4_eight_decks_or_six_or_four() -> None:
    assert [declared_game("dragon-bonus", R4=decks).deck.size for decks in ("8", "6", "4")] == [416, 312, 208]


def test_DB_2_Player_or_Banker_and_not_both() -> None:
    table = declared_game("dragon-bonus")
    table.start([Bet(player=500, tie=500)])
    table.start([Bet(banker=500)])
    with pytest.raises(BadBet, match="DB-2"):
        table.start([Bet(player=500, banker=500)])


def test_DB_3_DB_R5_a_Dragon_Bonus_goes_with_a_base_bet_unless_read_otherwise() -> None:
    with pytest.raises(BadBet, match="DB-3"):
        declared_game("dragon-bonus").start([Bet(player_bonus=500)])
    declared_game("dragon-bonus").start([Bet(tie=500, player_bonus=500)])
    declared_game("dragon-bonus", R5="no").start([Bet(player_bonus=500)])


def test_DB_4_the_Player_first_alternating() -> None:
    state = round_of("9s 2d Kd 5h", Bet(banker=1000))
    assert total(state.view(None).cards("players")) == 9


def test_DB_5_a_natural_ends_the_drawing() -> None:
    assert cards_of(round_of("8s Kd Kd Kh", Bet(banker=1000))) == (2, 2)
    assert cards_of(round_of("Ks 9d Kd Kh", Bet(banker=1000))) == (2, 2)


@pytest.mark.parametrize(
    ("shoe", "cards", "clause"), [("5s 7d Kd Kh Kc", (3, 2), "DB-6"), ("6s 5d Kd Kh Kc", (2, 3), "DB-7")]
)
def test_DB_6_DB_7_who_draws_on_five(shoe: str, cards: tuple[int, int], clause: str) -> None:
    state = round_of(shoe, Bet(banker=1000))
    assert cards_of(state) == cards
    assert [event.clause for event in state.events if "draws" in event.text] == [clause]


@pytest.mark.parametrize(
    ("points", "third", "drawn"), [(3, "8", 2), (3, "7", 3), (6, "7", 3), (6, "5", 2), (4, "A", 2)]
)
def test_DB_8_the_Banker_by_the_Players_third_card(points: int, third: str, drawn: int) -> None:
    assert cards_of(round_of(f"Ks {points}d Kd Kh {third}c Qc", Bet(banker=1000))) == (3, drawn)


def test_DB_9_the_Player_bet() -> None:
    shoes = ["7s 6d Kd Kh", "6s 7d Kd Kh", "7s 7d Kd Kh"]
    assert [returned(round_of(shoe, Bet(player=1000)))["player"] for shoe in shoes] == [2000, 0, 1000]


def test_DB_10_the_Banker_bet_wins_less_a_twentieth() -> None:
    shoes = ["7s 6d Kd Kh", "6s 7d Kd Kh", "7s 7d Kd Kh", "6s 2d Kd Kh 5c"]
    assert [returned(round_of(shoe, Bet(banker=1000)))["banker"] for shoe in shoes] == [0, 1950, 1000, 1950]
    assert returned(round_of(shoes[1], Bet(banker=1010)))["banker"] == 1969, "a broken cent stays with the house"


def test_DB_11_the_commission_free_Banker_is_another_title() -> None:
    """A winning three-card seven is paid here like any other win."""
    assert clauses(round_of("6s 2d Kd Kh 5c", Bet(banker=1000)))["banker"] == "DB-10"


def test_DB_12_the_Tie_bet_may_stand_alone() -> None:
    assert [returned(round_of(shoe, Bet(tie=1000)))["tie"] for shoe in ("7s 7d Kd Kh", "7s 6d Kd Kh")] == [9000, 0]


@pytest.mark.parametrize(("tie", "paid"), [("push", 1000), ("2-to-1", 3000)])
def test_DB_13_DB_R3_naturals(tie: str, paid: int) -> None:
    assert bonuses(round_of("9s Kd Kd Kh", BONUS, R3=tie)) == (2000, 0)
    assert bonuses(round_of("Ks 8d Kd Kh", BONUS, R3=tie)) == (0, 2000)
    state = round_of("9s 9d Kd Kh", BONUS, R3=tie)
    assert bonuses(state) == (paid, paid)
    assert clauses(state)["player_bonus"] == "DB-13"


@pytest.mark.parametrize(
    ("shoe", "table_a", "table_b"),
    [
        ("Ks Kd Kd Kh 9c Tc", 31000, 31000),
        ("Ks Kd Kd Kh 8c Tc", 11000, 11000),
        ("7s 2d Kd Kh 8c", 7000, 5000),
        ("6s 2d Kd Kh 8c", 5000, 5000),
        ("7s 2d Kd Kh Kc", 3000, 3000),
        ("6s 2d Kd Kh Kc", 2000, 3000),
        ("6s 3d Kd Kh Kc", 0, 0),
        ("7s 7d Kd Kh", 0, 0),
    ],
)
def test_DB_14_DB_R1_the_margin(shoe: str, table_a: int, table_b: int) -> None:
    assert bonuses(round_of(shoe, BONUS)) == (table_a, 0)
    assert bonuses(round_of(shoe, BONUS, R1="B")) == (table_b, 0)
    assert bonuses(round_of("Ks Kd Kd Kh Kc 9c", BONUS)) == (0, 31000)


def test_DB_RT_nothing_is_ever_asked() -> None:
    assert round_of("7s 7d Kd Kh", Bet(banker=1000), RT="smaller").is_over


@pytest.mark.parametrize("decks", ["8", "6", "4"])
def test_the_published_edges_are_reproduced(decks: str) -> None:
    checks = analyze(declared_game("dragon-bonus", R4=decks)).published
    assert len(checks) == (3 if decks == "8" else 2)
    assert all(check.reproduced for check in checks)
