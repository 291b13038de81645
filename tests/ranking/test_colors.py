"""The ranking of colors: whole spaces against combinatorics, and the readable ranker."""

from math import comb

import numpy as np
import pytest

from houseway.analysis.counting.card_sets import all_sets
from houseway.cards.classes import class_arrays
from houseway.cards.deck import Deck
from houseway.errors import BadArray, BadCards, HousewayError
from houseway.ranking import rank, ranking
from houseway.ranking.system import ranking_system

COLORS = ranking("one-colour")


@pytest.mark.parametrize("n_cards", [3, 4])
def test_all_hands_are_of_one_color_as_often_as_combinatorics_says(n_cards: int) -> None:
    hands = all_sets(52, n_cards)
    values = COLORS.evaluate(hands)
    alike = 2 * comb(26, n_cards)
    assert np.bincount(values).tolist() == [0, comb(52, n_cards) - alike, alike] == COLORS.census(n_cards).tolist()
    for row in range(0, len(hands), 97):
        cards = hands[row].tolist()
        assert COLORS.strength_of(int(values[row])) == ranking_system("one-colour").strength(cards)
        assert COLORS.value(cards) == values[row]


def test_hands_have_names() -> None:
    assert [str(rank(cards, system="one-colour")) for cards in ("Ah Kd 2d", "Ac Ks 2c 3s", "Ah Kd 2d 3h 4h 5c")] == [
        "one colour",
        "one colour",
        "both colours",
    ]


def test_bad_hands_are_refused() -> None:
    with pytest.raises(BadArray):
        COLORS.evaluate([[0, 1, 52]])
    with pytest.raises(BadCards, match="takes 3 to 6 cards"):
        COLORS.census(7)
    with pytest.raises(HousewayError, match="no look-up"):
        _ = COLORS.lookup


def test_classes_that_keep_colors_together_tell_them_apart() -> None:
    """A-K in two red suits or in a red and a black one: one class of 12 deals, or two of 4 and 8."""
    deck = Deck.stripped(ranks="KA")
    plain, weights = class_arrays(deck, (2,))
    finer, of_finer = class_arrays(deck, (2,), keep_colors=True)
    assert sorted(weights.tolist()) == [4, 6, 6, 12]
    assert sorted(of_finer.tolist()) == [2, 2, 4, 4, 4, 4, 8]
    assert weights.sum() == of_finer.sum() == comb(8, 2)
    assert len(plain) < len(finer)
