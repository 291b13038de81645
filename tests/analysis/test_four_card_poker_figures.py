"""Four Card Poker against what others have printed; every expected figure here is theirs, or counted by hand."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import houseway as hw
from houseway.analysis import advise, analyze
from houseway.analysis.results.result import percent
from houseway.cards.notation import parse_cards
from houseway.ranking import ranking
from houseway.ranking.system import ranking_system

DEALS = comb(52, 5) * 47 * comb(46, 5)


def test_house_edge_and_element_of_risk() -> None:
    result = analyze("four-card-poker")
    assert percent(result.house_edge("ante"), 2) == "2.79%"
    assert percent(result.house_edge("unit bet"), 2) == "1.30%"
    assert result.net.total == DEALS


@pytest.mark.proof
def test_what_ships_is_counted_again() -> None:
    assert analyze("four-card-poker", recompute=True).net.weights == analyze("four-card-poker").net.weights


@pytest.mark.parametrize(
    ("table", "edge"),
    [("50-40-9-6-4-2-1", "1.98%"), ("50-40-7-5-4-3-1", "6.15%"), ("50-30-7-6-5-2-1", "3.37%")],
)
def test_aces_up_by_its_tables(table: str, edge: str) -> None:
    """Every hand of five cards, paid by the rows of the sheet."""
    pay_set = hw.game("four-card-poker", paytable=f"aces-up={table}").pay_set
    assert pay_set is not None
    won = Fraction(0)
    for value, hands in enumerate(ranking("four-card").census(5).tolist()):
        pays = pay_set["aces-up"].pays_value(value) if hands else None
        won += hands * (-1 if pays is None else pays)
    assert percent(-won / comb(52, 5), 2) == edge


def test_advice_is_that_of_every_dealer_hand_judged_by_the_readable_ranker() -> None:
    """With 41 dead cards five are left besides the hand and the up card: the dealer's one hand follows."""
    mine, up, hidden = (parse_cards(cards) for cards in ("Ks Kd 9h 6c 3d", "9d", "Qs Qd 9s 7h 4c 2c"))
    dead = [card for card in range(52) if card not in {*mine, *up, *hidden}]
    strength = ranking_system("four-card").strength
    own = max(map(strength, combinations(mine, 4)))
    results = []
    for five in combinations(hidden, 5):
        theirs = max(map(strength, combinations((*up, *five), 4)))
        results.append(1 if own >= theirs else -1)
    mean = Fraction(sum(results), len(results))
    values = {each.action.kind: each.value for each in advise("four-card-poker", mine, dealer=up, dead=dead).options}
    assert values == {"fold": -1, "play": 2 * mean, "play-2x": 3 * mean, "play-3x": 4 * mean}
