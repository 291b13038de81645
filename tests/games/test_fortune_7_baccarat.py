"""Fortune 7 Baccarat, clause by clause: every expected amount is worked out by hand from the sheet.

A shoe is written in the order of the deal: Player, Banker, Player, Banker, then third cards.
"""

from math import sqrt

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.analysis import analyze
from houseway.errors import BadBet, UnknownName
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State
from houseway.ranking.points import total

SLUG = "fortune-7-baccarat"
THREE_CARD_SEVEN, THREE_CARD_EIGHT = "6s 2d Kd Kh 5c", "3s 7d Kd Kh 5c"


def round_of(shoe: str, bet: Bet, **readings: str) -> State:
    return play(declared_game(SLUG, **readings), [bet], shoe)


def cards_of(state: State) -> tuple[int, int]:
    """How many cards Player and Banker have in the end."""
    view = state.view(None)
    return len(view.cards("players")), len(view.cards("bankers"))


def test_F7_1_F7_R1_eight_decks_or_six() -> None:
    assert [declared_game(SLUG, R1=decks).deck.size for decks in ("8", "6")] == [416, 312]


def test_F7_2_Player_or_Banker_a_Tie_alone_and_nothing_else_alone() -> None:
    table = declared_game(SLUG)
    for bet in (Bet(player=500, fortune_7=100), Bet(banker=500, player_bonus=100, tie=100), Bet(tie=500)):
        table.start([bet])
    for bet in (
        Bet(player=500, banker=500),
        Bet(fortune_7=500),
        Bet(banker_bonus=500),
        Bet(tie=500, fortune_7=100),
        Bet(),
    ):
        with pytest.raises(BadBet, match="F7-2"):
            table.start([bet])


def test_F7_3_F7_4_totals_modulo_ten_the_Player_first_alternating() -> None:
    view = round_of("9s As 8d 5h", Bet(banker=1000)).view(None)
    assert (total(view.cards("players")), total(view.cards("bankers"))) == (7, 6)


@pytest.mark.parametrize("shoe", ["9s 2d Kd Kh", "2s 8d Kd Kh"])
def test_F7_5_a_natural_of_either_hand_ends_the_drawing(shoe: str) -> None:
    assert cards_of(round_of(shoe, Bet(banker=1000))) == (2, 2)


@pytest.mark.parametrize(
    ("shoe", "cards", "clause"), [("5s 7d Kd Kh Kc", (3, 2), "F7-6"), ("6s 5d Kd Kh Kc", (2, 3), "F7-7")]
)
def test_F7_6_F7_7_who_draws_on_five(shoe: str, cards: tuple[int, int], clause: str) -> None:
    state = round_of(shoe, Bet(banker=1000))
    assert cards_of(state) == cards
    assert [event.clause for event in state.events if "draws" in event.text] == [clause]


@pytest.mark.parametrize(
    ("points", "third", "drawn"), [(3, "8", 2), (3, "7", 3), (4, "A", 2), (5, "4", 3), (6, "7", 3), (6, "5", 2)]
)
def test_F7_8_the_Banker_by_the_Players_third_card(points: int, third: str, drawn: int) -> None:
    assert cards_of(round_of(f"Ks {points}d Kd Kh {third}c Qc", Bet(banker=1000))) == (3, drawn)


@pytest.mark.parametrize(("shoe", "paid"), [("7s 6d Kd Kh", 2000), ("6s 7d Kd Kh", 0), ("7s 7d Kd Kh", 1000)])
def test_F7_9_the_Player_bet(shoe: str, paid: int) -> None:
    state = round_of(shoe, Bet(player=1000))
    assert (returned(state)["player"], clauses(state)["player"]) == (paid, "F7-9")


@pytest.mark.parametrize(
    ("shoe", "paid", "clause"),
    [
        ("6s 7d Kd Kh", 2000, "F7-10"),
        (THREE_CARD_SEVEN, 1000, "F7-11"),
        ("7s 6d Kd Kh", 0, "F7-12"),
        ("7s 2d Kd Kh 5c", 1000, "F7-12"),
    ],
)
def test_F7_10_F7_11_F7_12_the_Banker_bet(shoe: str, paid: int, clause: str) -> None:
    state = round_of(shoe, Bet(banker=1000))
    assert (returned(state)["banker"], clauses(state)["banker"]) == (paid, clause)


def test_F7_13_the_Tie_bet() -> None:
    assert [returned(round_of(shoe, Bet(tie=1000)))["tie"] for shoe in ("7s 7d Kd Kh", "7s 6d Kd Kh")] == [9000, 0]


@pytest.mark.parametrize(
    ("shoe", "paid"),
    [(THREE_CARD_SEVEN, 41000), ("6s 7d Kd Kh", 0), ("7s 2d Kd Kh 5c", 0), ("6s 2d Kd Kh 6c", 0)],
    ids=["three cards", "two cards", "a tie", "an eight"],
)
def test_F7_14_Fortune_7(shoe: str, paid: int) -> None:
    assert returned(round_of(shoe, Bet(player=1000, fortune_7=1000)))["fortune_7"] == paid


def test_F7_15_F7_R2_Golden_8_only_where_the_layout_has_it() -> None:
    bet = Bet(player=1000, golden_8=1000)
    with pytest.raises(BadBet, match="F7-15"):
        declared_game(SLUG).start([bet])
    paid = {
        shoe: returned(round_of(shoe, bet, R2="golden-8"))["golden_8"]
        for shoe in (THREE_CARD_EIGHT, "8s 7d Kd Kh", "3s 3d Kd Kh 5c 5d", "3s 7d Kd Kh 6c")
    }
    assert list(paid.values()) == [26000, 0, 0, 0]


def test_F7_R2_a_bet_that_the_layout_has_not_is_neither_drawn_nor_valued() -> None:
    card_room, golden = declared_game(SLUG), declared_game(SLUG, R2="golden-8")
    for table, offered in ((card_room, False), (golden, True)):
        circles = [name for group in table.felt()["spot"] for name, _ in group["circles"]]
        assert ("golden_8" in circles) == offered
        assert ("golden_8" in {each.wager for each in analyze(table).side_bets}) == offered
    with pytest.raises(UnknownName, match="golden_8"):
        analyze(card_room, bets={"golden_8": 1})


@pytest.mark.parametrize(
    ("shoe", "player", "banker"),
    [("9s Kd Kd Kh", 2000, 0), ("Ks 8d Kd Kh", 0, 2000), ("8s 8d Kd Kh", 1000, 1000)],
)
def test_F7_16_naturals(shoe: str, player: int, banker: int) -> None:
    state = round_of(shoe, Bet(player=1000, player_bonus=1000, banker_bonus=1000))
    assert (returned(state)["player_bonus"], returned(state)["banker_bonus"]) == (player, banker)
    assert clauses(state)["player_bonus"] == "F7-16"


@pytest.mark.parametrize(
    ("shoe", "table_a", "table_b"),
    [("Ks Kd Kd Kh 9c Tc", 31000, 31000), ("7s 2d Kd Kh 8c", 7000, 5000), ("6s 2d Kd Kh Kc", 2000, 3000)],
)
def test_F7_17_F7_R3_the_margin(shoe: str, table_a: int, table_b: int) -> None:
    bet = Bet(player=1000, player_bonus=1000, banker_bonus=1000)
    for table, paid in (("A", table_a), ("B", table_b)):
        state = round_of(shoe, bet, R3=table)
        assert (returned(state)["player_bonus"], returned(state)["banker_bonus"]) == (paid, 0)
        assert clauses(state)["player_bonus"] == "F7-17"


def test_F7_RT_nothing_is_ever_asked() -> None:
    assert round_of("7s 7d Kd Kh", Bet(banker=1000), RT="smaller").is_over


def test_the_published_figures_are_reproduced() -> None:
    result = analyze(declared_game(SLUG, R2="golden-8"))
    assert [check.reproduced for check in result.published] == [True] * 3
    paid = {
        table.wager: sum(row.combinations for row in table.rows if row.pays > 0)
        for table in result.side_bets
        if table.wager in ("fortune_7", "golden_8")
    }
    assert paid == {"fortune_7": 112_633_011_329_024, "golden_8": 172_660_763_262_976}
    fortune = next(table for table in result.side_bets if table.wager == "fortune_7")
    assert fortune.total == 4_998_398_275_503_360
    squares = sum(row.combinations * float(row.pays - fortune.value) ** 2 for row in fortune.rows)
    assert f"{sqrt(squares / fortune.total):.4f}" == "6.0849"
    assert f"{paid['fortune_7'] / fortune.total:.4%}" == "2.2534%"
