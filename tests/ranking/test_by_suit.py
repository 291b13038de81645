"""Rankings by suit, against counts on paper, hands in order, and every hand of the deck."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.analysis.counting.card_sets import all_sets
from houseway.cards.notation import parse_cards
from houseway.errors import BadArray, BadCards, HousewayError
from houseway.ranking import ranking
from houseway.ranking.system import BY_SUIT, ranking_system

LENGTHS_OF_SEVEN = {
    "seven-card flush": 4 * comb(13, 7),
    "six-card flush": 4 * comb(13, 6) * 39,
    "five-card flush": 4 * comb(13, 5) * comb(39, 2),
    "four-card flush": 4 * comb(13, 4) * comb(39, 3),
    "three-card flush": 12 * comb(13, 3) * (comb(13, 3) * 13 + comb(13, 2) ** 2 + comb(13, 2) * 13**2),
    "two-card flush": 4 * comb(13, 2) ** 3 * 13,
}
"""Hands of seven cards by the longest suit; with three of a suit the others are 3-1, 2-2 or 2-1-1."""


def by_category(name: str, counts: NDArray[np.int64]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for value, count in enumerate(counts.tolist()):
        if count:
            found[str(ranking(name).category_of(value))] += count
    return dict(found)


def test_all_hands_of_seven_cards_fall_into_lengths_as_combinatorics_says() -> None:
    assert by_category("longest-flush", ranking("longest-flush").census(7)) == LENGTHS_OF_SEVEN
    assert sum(LENGTHS_OF_SEVEN.values()) == comb(52, 7) == 133_784_560


def longest_run(ranks: Sequence[int], low_ace: bool) -> tuple[int, int]:
    """How long, and to which rank: every run is tried."""
    there = {*ranks, -1} if low_ace and 12 in ranks else set(ranks)
    tried = [(length, high) for high in range(13) for length in range(1, 9)]
    return max((length, high) for length, high in tried if there >= set(range(high - length + 1, high + 1)))


def test_straight_flushes_of_seven_cards_have_the_printed_counts() -> None:
    """Flush Rush prints 3,360, 167,160 and 4,127,760 deals of 4, 2 and 1 cards, of which 105 make a hand.

    Its last row leaves the seven-card flushes out, which are paid as such.
    """
    counts = by_category("suited-run", ranking("suited-run").census(7))
    as_flush = 4 * sum(longest_run(ranks, low_ace=True)[0] == 5 for ranks in combinations(range(13), 7))
    found = [counts[f"{length}-card straight flush"] for length in ("seven", "six", "five")]
    assert [105 * found[0], 105 * found[1], 105 * (found[2] - as_flush)] == [3_360, 167_160, 4_127_760]
    high = by_category("suited-run-ace-high", ranking("suited-run-ace-high").census(7))
    assert high["seven-card straight flush"] == 4 * 7


@pytest.mark.parametrize("name", BY_SUIT)
def test_the_product_over_suits_is_the_count_of_all_hands_of_four_cards_one_by_one(name: str) -> None:
    hands = all_sets(52, 4)
    values = ranking(name).evaluate(hands)
    assert np.bincount(values, minlength=ranking(name).n_values + 1).tolist() == ranking(name).census(4).tolist()
    for row in range(0, len(hands), 997):
        cards = hands[row].tolist()
        assert ranking(name).strength_of(int(values[row])) == ranking_system(name).strength(cards)
        assert ranking(name).value(cards) == values[row]


@pytest.mark.proof
@pytest.mark.parametrize("name", BY_SUIT)
def test_the_product_over_suits_is_the_count_of_all_hands_of_seven_cards_one_by_one(name: str) -> None:
    counts = np.zeros(ranking(name).n_values + 1, np.int64)
    for highest in range(6, 52):
        below = all_sets(highest, 6)
        hands = np.column_stack([below, np.full(len(below), highest, np.uint8)])
        counts += np.bincount(ranking(name).evaluate(hands), minlength=len(counts))
    assert counts.tolist() == ranking(name).census(7).tolist()


@pytest.mark.parametrize("name", BY_SUIT)
def test_the_readable_rankers_order_hands_of_two_suits_as_the_definition_says(name: str) -> None:
    """The largest of length and ranks over suits, worked out apart."""
    pairs = []
    for hand in combinations(parse_cards("2c 3c 5c 9c Kc Ac 2d 3d 4d 8d Qd Ad"), 4):
        suits = [[card // 4 for card in hand if card % 4 == suit] for suit in (0, 1)]
        definition: tuple[int, ...] = max(
            (len(ranks), *sorted(ranks, reverse=True))
            if name == "longest-flush"
            else longest_run(ranks, low_ace=name == "suited-run")
            for ranks in filter(None, suits)
        )
        pairs.append((definition, ranking_system(name).strength(hand)))
    assert [strength for _, strength in sorted(pairs)] == sorted(strength for _, strength in pairs)
    assert len({definition for definition, _ in pairs}) == len({strength for _, strength in pairs})


@pytest.mark.parametrize(
    ("name", "ascending"),
    [
        (
            "longest-flush",
            ["Ac Kd Qh Js", "3c 2c Ad", "Ac Kc Qd Jd", "4c 3c 2c", "9c 3c 2c", "5c 4c 3c 2c"],
        ),
        ("suited-run", ["Ac Qc Td", "Ac 2c Kd", "Ac Kc 2d", "Ac 2c 3c Kd", "Ac Kc Qc", "Ac 2c 3c 4c"]),
        ("suited-run-ace-high", ["Ac 2c Kd", "3c 2c Ac", "Ac Kc 2d", "4c 3c 2c"]),
    ],
)
def test_hands_rank_in_order(name: str, ascending: list[str]) -> None:
    values = [ranking(name).value(parse_cards(hand)) for hand in ascending]
    assert values == sorted(set(values))


@pytest.mark.parametrize(
    ("name", "hand", "told"),
    [
        ("longest-flush", "9c 3c 2c Ad Kd Qh Jh", "three-card flush, 9-3-2"),
        ("longest-flush", "Ac Kd Qh Js", "no two of one suit, A"),
        ("suited-run", "Ac 2c 3c Kc Ad Qh Jh", "three-card straight flush, three high"),
    ],
)
def test_a_hand_has_a_name(name: str, hand: str, told: str) -> None:
    assert str(ranking(name).rank(hand)) == told


def test_bad_hands_are_refused() -> None:
    flush = ranking("longest-flush")
    with pytest.raises(BadArray, match=r"hand 1: .*repeated card"):
        flush.evaluate(np.array([[0, 4], [8, 8]], np.uint8))
    with pytest.raises(BadArray, match="1 to 7 cards"):
        flush.evaluate(np.zeros((1, 8), np.uint8))
    with pytest.raises(BadCards, match="takes 1 to 7 cards; got 8"):
        flush.census(8)
    with pytest.raises(HousewayError, match="no look-up"):
        _ = flush.lookup
