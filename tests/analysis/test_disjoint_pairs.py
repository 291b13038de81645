"""Pairs of hands that share no card: one sweep, against every pair laid out."""

from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.counting.disjoint_pairs import count_below
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.ranking import ranking


@pytest.mark.parametrize(
    ("deck", "size", "system", "step"),
    [
        (Deck.stripped(ranks="TJQKA", suits="shd", jokers=1), 7, "bug-of-seven", 150),
        (Deck.stripped(ranks="23456A", suits="shd"), 6, "standard", 90),
        (Deck.stripped(ranks="789TJQK", suits="sh"), 5, "standard", 40),
        (Deck.standard(), 3, "three-card", 300),
    ],
)
def test_the_sweep_counts_what_laying_out_counts(deck: Deck, size: int, system: str, step: int) -> None:
    hands, weights = class_arrays(deck, (size,))
    values = ranking(system).evaluate(hands).astype(np.int64)
    threshold = int(np.sort(values)[len(values) // 3])
    found = count_below(deck, hands, weights, values, threshold)
    for row in range(0, len(hands), step):
        left = [card for card in deck.distinct if card not in hands[row]]
        others = ranking(system).evaluate(np.array(list(combinations(left, size)), np.uint8)).astype(np.int64)
        expected = (others < values[row]).sum(), (others == values[row]).sum(), (others < threshold).sum()
        assert (found.lower[row], found.equal[row], found.under[row]) == expected


def test_who_beats_whom_is_the_same_from_both_sides() -> None:
    """All pairs of a deck: as many hands are lower than another as are higher."""
    deck = Deck.stripped(ranks="TJQKA", suits="shd", jokers=1)
    hands, weights = class_arrays(deck, (7,))
    values = ranking("bug-of-seven").evaluate(hands).astype(np.int64)
    found = count_below(deck, hands, weights, values, 0)
    pairs = 11_440 * 36
    assert weights.sum() == 11_440
    assert 2 * (weights * found.lower).sum() + (weights * found.equal).sum() == pairs
    assert not found.under.any()
