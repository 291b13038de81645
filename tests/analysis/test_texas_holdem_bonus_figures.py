"""Texas Hold'em Bonus: what ships has the published figures."""

from houseway.analysis.results.recorded import recorded
from houseway.analysis.results.result import OPTIMAL
from houseway.games.catalogue import game


def test_the_published_edge_bet_and_element_of_risk() -> None:
    shipped = recorded(game("texas-holdem-bonus"), OPTIMAL)
    assert shipped is not None
    assert round(100 * float(shipped.house_edge("ante")), 3) == 2.037
    assert round(float(shipped.average_wager), 4) == 3.8181
    assert round(100 * float(shipped.house_edge("unit bet")), 4) == 0.5335
