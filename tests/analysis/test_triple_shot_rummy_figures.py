"""Triple Shot Rummy: the printed best play, and every showdown of three cards against three settled by hand."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from houseway.analysis import advise, analyze, rule_list
from houseway.analysis.counting.card_sets import all_sets
from houseway.cards.notation import parse_cards
from houseway.ranking.points import rummy_points

SLUG = "triple-shot-rummy"


def test_play_with_20_points_or_less() -> None:
    assert rule_list(SLUG).lines() == ("Play with 20 points or fewer", "Fold with everything else")
    assert rule_list(SLUG).cost == 0


def test_the_value_is_that_of_all_showdowns_laid_out() -> None:
    """Every pair of hands that share no card, by points alone: a hand's own points are all that its play depends on."""
    hands = all_sets(52, 3)
    points = np.array([rummy_points(hand.tolist()) for hand in hands])
    bits = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    qualified = points <= 20
    total = 0
    for number, mine in enumerate(points.tolist()):
        if mine > 20:
            total -= comb(49, 3)
            continue
        apart = (bits & bits[number]) == 0
        pays = 1 + (4 if mine == 0 else 2 if mine <= 5 else 1)
        won, lost = ((mine < points) & qualified & apart).sum(), ((mine > points) & qualified & apart).sum()
        total += int(pays * won - 2 * lost + (~qualified & apart).sum())
    assert analyze(SLUG).value == Fraction(total, comb(52, 3) * comb(49, 3))


def test_advice_is_that_of_every_dealer_hand() -> None:
    mine = parse_cards("Ks 9d As")
    dealt = combinations([card for card in range(52) if card not in mine], 3)
    points = [rummy_points(hand) for hand in dealt]
    assert rummy_points(mine) == 20
    net = sum(1 if each > 20 else 0 if each == 20 else -2 for each in points)
    values = {each.action.kind: each.value for each in advise(SLUG, mine).options}
    assert values == {"fold": -1, "play": Fraction(net, len(points))}
