"""DJ Wild Stud Poker against the little that is printed of it, and against deals laid out one by one."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.analysis import advise, analyze
from houseway.analysis.results.result import percent
from houseway.cards.deck import Deck
from houseway.cards.notation import parse_cards
from houseway.ranking.system import ranking_system


def test_the_house_edge_is_the_printed_one() -> None:
    result = analyze("dj-wild-stud-poker", recompute=True)
    assert percent(result.house_edge("ante"), 1) == "3.5%"
    assert result.net.total == comb(53, 5) * comb(48, 5)
    assert max(result.net.weights) == 1003, "five wilds win Ante, twice the Ante, and a thousand Blinds"
    assert result.net.weights[Fraction(1003)] == comb(48, 5)


@pytest.mark.parametrize("hand", ["4s 4d 6h 9c Ks", "Jk 3d 5h 8s 9c", "8s 7d 4s 6c 2d"])
def test_advice_is_that_of_every_dealer_hand_judged_by_the_readable_ranker(hand: str) -> None:
    """All but eleven of the other cards are dead."""
    system = ranking_system("wild-deuces")
    mine = parse_cards(hand, deck=system.deck)
    others = [card for card in Deck.with_jokers(1).cards if card not in mine]
    hidden, dead = others[1::4], [card for card in others if card not in others[1::4]]
    own, pays = system.strength(mine), {"straight": 1}.get(system.judge(mine)[0], 0)
    results = []
    for five in combinations(hidden, 5):
        theirs = system.strength(five)
        results.append(3 + pays if own > theirs else -4 if own < theirs else 0)
    values = {each.action.kind: each.value for each in advise("dj-wild-stud-poker", mine, dead=dead).options}
    assert values == {"fold": -2, "play": Fraction(sum(results), len(results))}
