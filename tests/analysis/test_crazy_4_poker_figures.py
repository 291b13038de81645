"""Crazy 4 Poker against what others have printed; every expected figure here is theirs, or counted by hand."""

import pytest

from houseway.analysis import advise, analyze, rule_list
from houseway.analysis.results.result import Analysis, percent

DEALER_HANDS = 1_533_939


@pytest.fixture(scope="module")
def result() -> Analysis:
    return analyze("crazy-4-poker", recompute=True)


def test_house_edge_element_of_risk_and_deviation(result: Analysis) -> None:
    assert percent(result.house_edge("ante"), 2) == "3.42%"
    assert percent(result.house_edge("unit bet"), 2) == "1.09%"
    assert round(result.net.standard_deviation, 2) == 3.13
    assert len(result.published) == 3
    assert all(check.reproduced for check in result.published)


def test_the_rules_are_the_printed_ones(result: Analysis) -> None:
    assert rule_list("crazy-4-poker").lines() == (
        "Play 3x with a pair of aces or better",
        "Play with K-Q-8-4 or better",
        "Fold with everything else",
    )


def test_four_of_a_kind_is_dealt_as_often_as_it_can_be(result: Analysis) -> None:
    """13 ranks and 48 fifth cards, one rank of which are aces, against every dealer's hand."""
    fours = {row.outcome: row.combinations for row in result.return_table if "four of a kind" in row.outcome}
    aces = sum(count for outcome, count in fours.items() if "aces" in outcome)
    assert sum(fours.values()) == 13 * 48 * DEALER_HANDS
    assert aces == 48 * DEALER_HANDS


@pytest.mark.parametrize(
    ("hand", "best"), [("Ks Qd 8h 4c 2s", "play"), ("Ks Qd 8h 3c 2s", "fold"), ("As Ad 6h 3c 2c", "play-3x")]
)
def test_advice_near_the_cuts(hand: str, best: str) -> None:
    assert advise("crazy-4-poker", hand).best.action.kind == best
