"""The two-card ranking, against counts that can be worked out on paper."""

from collections import Counter
from itertools import combinations

import numpy as np

from houseway.cards.notation import parse_cards
from houseway.ranking import ranking
from houseway.ranking.system import ranking_system


def test_a_pair_is_one_of_78_and_the_rest_is_high_cards() -> None:
    counts = Counter(ranking_system("two-card").judge(hand)[0].value for hand in combinations(range(52), 2))
    assert counts == {"pair": 13 * 6, "high card": 78 * 16}


def test_suits_and_neighbors_count_for_nothing() -> None:
    ascending = ["3c 2d", "4s 2h", "4c 3c", "Ac 2d", "As Kd", "2c 2d", "As Ad"]
    values = [ranking("two-card").value(parse_cards(hand)) for hand in ascending]
    assert values == sorted(set(values))
    assert ranking("two-card").value(parse_cards("As Ks")) == ranking("two-card").value(parse_cards("Ah Kd"))
    assert ranking("two-card").n_values == 78 + 13


def test_every_hand_is_counted_and_looked_up_as_the_readable_ranker_says() -> None:
    """16 hands of two ranks, six of a pair: the lowest value is 3-2, the highest a pair of aces."""
    ranked = ranking("two-card")
    assert ranked.census(2).tolist() == [0, *[16] * 78, *[6] * 13]
    hands = list(combinations(range(52), 2))
    order = sorted({ranked.system.strength(hand) for hand in hands})
    readable = [1 + order.index(ranked.system.strength(hand)) for hand in hands]
    assert ranked.evaluate(np.array(hands)).tolist() == readable
