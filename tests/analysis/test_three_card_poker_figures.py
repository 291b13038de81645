"""Three Card Poker against what others have printed; every expected figure here is theirs."""

from fractions import Fraction
from math import comb

import pytest

import houseway as hw
from houseway.analysis import advise, analyze, rule_list
from houseway.analysis.results.result import Analysis, percent

DEALER_HANDS = 18_424


@pytest.fixture(scope="module")
def result() -> Analysis:
    return analyze("three-card-poker", recompute=True)


def test_house_edge_and_element_of_risk(result: Analysis) -> None:
    assert percent(result.house_edge("ante"), 2) == "3.37%"
    assert percent(result.house_edge("unit bet"), 2) == "2.01%"


def test_a_straight_flush_against_all_dealer_hands(result: Analysis) -> None:
    """617,044 / 144 / 968 / 266,196: won, tied, lost, dealer not qualified."""
    counts = {"win": 0, "tie": 0, "lose": 0, "dealer does not qualify": 0}
    for row in result.return_table:
        parts = row.outcome.split("; ")
        if parts[-1] in ("Ante Bonus: straight flush", "Ante Bonus: suited A-K-Q"):
            counts[parts[1]] += row.combinations
    assert list(counts.values()) == [617_044, 144, 968, 266_196]


def test_how_many_hands_of_each_kind_pair_plus_pays(result: Analysis) -> None:
    """48, 52, 720, 1,096 and 3,744 of 22,100."""
    (table,) = (table for table in result.side_bets if table.wager == "pair_plus")
    paid: dict[Fraction, int] = {}
    for row in table.rows:
        paid[row.pays] = paid.get(row.pays, 0) + row.combinations
    assert [count // DEALER_HANDS for pays, count in paid.items() if pays > 0] == [48, 52, 720, 1_096, 3_744]
    assert paid[Fraction(-1)] == 16_440 * DEALER_HANDS
    assert table.total == 22_100 * DEALER_HANDS


def test_prime_by_combinatorics(result: Analysis) -> None:
    """2 C(26,3) of 22,100 own hands are of one colour; all six cards are, in 2 C(26,6) of C(52,6) sets."""
    (table,) = (table for table in result.side_bets if table.wager == "prime")
    paid: dict[Fraction, int] = {}
    for row in table.rows:
        paid[row.pays] = paid.get(row.pays, 0) + row.combinations
    six = Fraction(2 * comb(26, 6), comb(52, 6))
    three = Fraction(2 * comb(26, 3), comb(52, 3)) - six
    assert {pays: Fraction(count, table.total) for pays, count in paid.items()} == {
        4: six,
        3: three,
        -1: 1 - six - three,
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "edge"),
    [
        ("standard", "2.32%"),
        ("pair-plus=40-30-6-3-1", "7.28%"),
        ("pair-plus=40-30-5-4-1", "5.57%"),
        ("pair-plus=40-25-6-4-1", "3.5%"),
        ("pair-plus=mini-50-40-30-6-3-1", "7.10%"),
    ],
)
def test_pair_plus_by_its_tables(table: str, edge: str) -> None:
    result = analyze(hw.game("three-card-poker", paytable=table))
    (check,) = (check for check in result.published if check.what == "Pair Plus, house edge")
    assert check.published == edge
    assert check.reproduced


def test_the_six_card_bonus_is_worth_what_a_count_of_all_six_cards_says(result: Analysis) -> None:
    """Hands of six cards are known: 188, 1,656, 14,664, 165,984, 205,792, 361,620 and 732,160 of 20,358,520."""
    (table,) = (table for table in result.side_bets if table.wager == "six_card")
    assert [row.combinations // 20 for row in table.rows[:-1]] == [
        188,
        1_656,
        14_664,
        165_984,
        205_792,
        361_620,
        732_160,
    ]
    assert table.total == 20 * 20_358_520
    (check,) = (check for check in result.published if check.what.startswith("6 Card"))
    assert not check.reproduced, "the source prints 10.23%"
    assert "10.2248%" in check.note


@pytest.mark.slow
def test_the_lowest_hand_to_play_and_what_it_costs_to_play_more(result: Analysis) -> None:
    assert round(float(advise("three-card-poker", "Qs 6h 4d").best.value), 6) == -0.993378
    worse = {option.action.kind: float(option.value) for option in advise("three-card-poker", "Qs 6h 3d").options}
    assert round(worse["play"], 5) == -1.00255
    rules = rule_list("three-card-poker", recompute=True)
    assert rules.lines()[0] == "Play with Q-6-4 or better"
    assert rules.cost == 0
    assert percent(analyze("three-card-poker", strategy="never-folds").house_edge("ante"), 2) == "7.65%"


def test_a_dead_card_changes_the_advice_as_dealing_without_it_does() -> None:
    """With all other queens, kings and aces gone the dealer seldom qualifies: any hand is worth playing."""
    dead = "Qh Qd Qc Ks Kh Kd Kc As Ah Ad Ac"
    assert advise("three-card-poker", "Qs 6h 3d", dead=dead).best.action.kind == "play"


def test_3CP_R2_a_fold_gives_up_the_pair_plus_and_leaves_the_six_card_bonus() -> None:
    told = {}
    for reading in ("lost", "still-paid"):
        table = hw.game("three-card-poker", readings={"3CP-R2": reading})
        advice = advise(table, "Jh 9d 6c", bets={"pair_plus": 1, "six_card": 1})
        told[reading] = next(option.reason for option in advice.options if option.action.kind == "fold")
    assert told == {"lost": "gives up the Ante and the Pair Plus", "still-paid": "gives up the Ante"}
