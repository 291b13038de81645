"""Texas Hold'em Bonus: what ships has the published figures."""

from math import sqrt

import pytest

from houseway.analysis import advise
from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game


def test_the_published_edge_bet_and_element_of_risk() -> None:
    shipped = recorded(game("texas-holdem-bonus"), OPTIMAL)
    assert shipped is not None
    assert round(100 * float(shipped.house_edge("ante")), 3) == 2.037
    assert round(float(shipped.average_wager), 4) == 3.8181
    assert round(100 * float(shipped.house_edge("unit bet")), 4) == 0.5335


def test_the_published_deviation_leaves_the_squares_of_folded_hands_out() -> None:
    shipped = recorded(game("texas-holdem-bonus"), OPTIMAL)
    assert shipped is not None
    folded = next(share.probability for share in shipped.decisions if share.what.endswith(": fold"))
    assert round(sqrt(shipped.net.variance - folded), 6) == 3.500839
    check = next(each for each in shipped.published if each.what.startswith("standard deviation"))
    assert not check.reproduced
    assert round(float(check.ours), 6) == 3.507296


@pytest.mark.parametrize(("cards", "value"), [("3c 2d", -1.155927), ("7c 2d", -1.031301), ("8c 2d", -0.896002)])
def test_the_published_values_of_betting_on_two_cards(cards: str, value: float) -> None:
    bet = next(option for option in advise("texas-holdem-bonus", cards).options if option.action.kind == "bet-2x")
    assert round(float(bet.value), 6) == value
