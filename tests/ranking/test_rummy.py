"""Rummy points: every hand of three cards counted in another way, counts on paper, and hands by hand."""

from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.counting.card_sets import all_sets
from houseway.cards.notation import parse_cards
from houseway.errors import BadArray, BadCards, HousewayError
from houseway.ranking import rank, ranking
from houseway.ranking.system import ranking_system

HANDS = all_sets(52, 3)
"""All 22,100."""


def points_of_all_hands() -> np.ndarray:
    """The points of every hand, from its ranks and suits as numbers: less what the best pair of cards takes away.

    Three of a kind and a run of three are whole; a run of three is two of two.
    """
    place, suit = (HANDS // 4 + 1) % 13 + 1, HANDS % 4
    points = np.minimum(place, 10).astype(int)
    saved = np.zeros(len(HANDS), int)
    melds = np.zeros((len(HANDS), 3), bool)
    for number, (one, other) in enumerate(combinations(range(3), 2)):
        apart = np.abs(place[:, one].astype(int) - place[:, other])
        melds[:, number] = (apart == 0) | ((apart == 1) & (suit[:, one] == suit[:, other]))
        saved = np.maximum(saved, melds[:, number] * (points[:, one] + points[:, other]))
    same_rank = (place == place[:, :1]).all(axis=1)
    in_a_row = (np.ptp(place, axis=1) == 2) & (suit == suit[:, :1]).all(axis=1) & (melds.sum(axis=1) == 2)
    return np.where(same_rank | in_a_row, 0, points.sum(axis=1) - saved)


def test_every_hand_has_the_points_of_another_way_of_counting() -> None:
    values = ranking("rummy").evaluate(HANDS)
    assert len(values) == 22_100
    assert (30 - points_of_all_hands() == values - 1).all()


def test_whole_space_counts_on_paper() -> None:
    """Nothing left: 13 x 4 threes of a kind and 4 x 11 runs. 30 points: three of T-J-Q-K, no neighbors of one suit."""
    counts = ranking("rummy").census(3)
    assert counts.sum() == 22_100
    assert counts[-1] == 13 * 4 + 4 * 11
    assert counts[1] == 2 * 4 * 3 * 3 + 2 * 4 * 3 * 4


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("As 2d 3c", "6 points"),
        ("As 2s 3s", "0 points"),
        ("As 2s 4s", "4 points"),
        ("Ks As 2d", "13 points"),
        ("Ks As Qs", "1 point"),
        ("9s Ts Jd", "10 points"),
        ("8s 9s 9d", "8 points"),
        ("7s 7d 7c", "0 points"),
        ("Ks Kd As", "1 point"),
        ("Ts Jd Kc", "30 points"),
    ],
)
def test_points_by_hand(cards: str, points: str) -> None:
    assert str(rank(cards, system="rummy")) == points


def test_fewer_points_are_the_higher_hand() -> None:
    assert rank("2s 2d As", system="rummy") > rank("2s 2d 3s", system="rummy") > rank("Kd Qs 9c", system="rummy")


def test_single_hands_and_arrays_say_the_same_in_any_order_of_the_cards() -> None:
    value, strength = ranking("rummy").value, ranking_system("rummy").strength
    for row in range(0, len(HANDS), 997):
        hand = HANDS[row].tolist()
        assert value(hand) == value(hand[::-1]) == ranking("rummy").evaluate([hand])[0]
        assert ranking("rummy").strength_of(value(hand)) == strength(hand)


@pytest.mark.parametrize("hand", [[0, 0, 5], [0, 1, 52], [0, 1, 200]])
def test_a_card_twice_or_none_of_the_deck_is_refused(hand: list[int]) -> None:
    with pytest.raises(BadArray, match="hand 0"):
        ranking("rummy").evaluate(np.array([hand], np.uint8))


def test_three_cards_and_no_look_up() -> None:
    with pytest.raises(BadCards, match="takes 3 cards"):
        ranking("rummy").value(parse_cards("As 2s"))
    with pytest.raises(BadCards, match="takes 3 cards"):
        ranking("rummy").census(5)
    with pytest.raises(HousewayError, match="no look-up"):
        _ = ranking("rummy").lookup
