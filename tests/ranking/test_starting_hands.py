"""Two starting cards as a bonus pays them, against counts on paper."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.ranking import ranking


def test_every_kind_has_as_many_hands_as_on_paper() -> None:
    """Six of each pair, four suited and twelve others of each two ranks."""
    ranked = ranking("starting-hand")
    found = Counter(str(ranked.category_of(ranked.value(hand))) for hand in combinations(range(52), 2))
    assert found == {
        "A-A": 6,
        "A-K suited": 4,
        "A-Q or A-J suited": 8,
        "A-K offsuit": 12,
        "K-K, Q-Q or J-J": 18,
        "A-Q or A-J offsuit": 24,
        "T-T down to 2-2": 54,
        "any other two cards": 1_200,
    }
    assert ranked.census(2).tolist() == [0, 1_200, 54, 24, 18, 12, 8, 4, 6]


def test_kinds_in_their_order_and_hands_of_one_kind_equal() -> None:
    ranked = ranking("starting-hand")
    ascending = ["Kc Qc", "2c 2d", "Ac Jd", "Jc Jd", "Ac Kd", "Ad Jd", "Ks As", "Ah Ac"]
    values = [ranked.value(parse_cards(hand)) for hand in ascending]
    assert values == [1, 2, 3, 4, 5, 6, 7, 8]
    assert ranked.evaluate([list(parse_cards(hand)) for hand in ascending]).tolist() == values
    assert ranked.value(parse_cards("Tc Td")) == ranked.value(parse_cards("2h 2s"))


def test_three_cards_are_refused() -> None:
    with pytest.raises(BadCards, match="takes 2 cards; got 3"):
        ranking("starting-hand").value([0, 1, 2])
