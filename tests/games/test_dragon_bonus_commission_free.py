"""Dragon Bonus, commission free, where it differs from title 18: amounts worked out by hand from the sheet.

A shoe is written in the order of the deal: Player, Banker, Player, Banker, then third cards.
"""

from fractions import Fraction

import pytest
from support.arranged import clauses, declared_game, play, returned

from houseway.analysis import analyze
from houseway.games.engine.bet import Bet
from houseway.games.engine.state import State

SLUG = "dragon-bonus-commission-free"
THREE_CARD_SEVEN, TWO_CARD_SEVEN, TWO_CARD_SIX = "6s 2d Kd Kh 5c", "6s 7d Kd Kh", "2s 6d 3d Kh Kc"


def banker(shoe: str, **readings: str) -> tuple[int, str]:
    """What comes back of 10 on the Banker, and the clause that says so."""
    state: State = play(declared_game(SLUG, **readings), [Bet(banker=1000)], shoe)
    return returned(state)["banker"], clauses(state)["banker"]


def test_DB_11_a_winning_Banker_is_paid_even_money_without_commission() -> None:
    assert banker(TWO_CARD_SEVEN) == (2000, "DB-11")
    assert banker("7s 6d Kd Kh") == (0, "DB-11")
    assert banker("7s 7d Kd Kh") == (1000, "DB-11")


@pytest.mark.parametrize(("shoe", "barred", "halved"), [(THREE_CARD_SEVEN, 1000, 2000), (TWO_CARD_SIX, 2000, 1500)])
def test_DB_11_DB_R2_the_win_that_is_barred_or_halved(shoe: str, barred: int, halved: int) -> None:
    assert banker(shoe) == (barred, "DB-11")
    assert banker(shoe, R2="banker-six-half") == (halved, "DB-11")


def test_DB_11_a_six_or_a_three_card_seven_that_only_ties_pushes() -> None:
    assert banker("7s 2d Kd Kh 5c") == (1000, "DB-11")
    assert banker("6s 6d Kd Kh", R2="banker-six-half") == (1000, "DB-11")


def test_every_other_bet_is_that_of_title_18() -> None:
    bet = Bet(player=500, tie=500, player_bonus=500, banker_bonus=500)
    for shoe in (THREE_CARD_SEVEN, "9s 9d Kd Kh", "7s 2d Kd Kh 8c"):
        free, taxed = (play(declared_game(slug), [bet], shoe) for slug in (SLUG, "dragon-bonus"))
        assert returned(free) == returned(taxed)


def test_the_published_edges_are_reproduced() -> None:
    checks = analyze(SLUG).published
    assert len(checks) == 3
    assert all(check.reproduced for check in checks)


def test_DB_R2_a_halved_six_costs_half_of_its_wins() -> None:
    """Against even money the Banker gives up half a bet for every win with a six.

    Even money would give the bettor of the Banker what the bettor of the Player loses.
    """
    result = analyze(declared_game(SLUG, R2="banker-six-half"))
    sixes = Fraction(result.net.weights[Fraction(1, 2)], result.net.total)
    player = next(table for table in result.side_bets if table.wager == "player")
    assert result.value == -player.value - sixes / 2
    assert round(float(sixes), 5) == 0.05386, "the chance of a winning Banker six, as every page of the game gives it"
