"""The best five of seven cards with a joker: every hand of the deck by category, and hands by the readable ranker."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from support.sample_hands import all_hands

from houseway.ranking import Category, ranking
from houseway.ranking.system import SYSTEMS

RANKED = ranking("bug-of-seven")
JOKER = 52


def best(cards: list[int]) -> tuple[int, ...]:
    return max(map(SYSTEMS["bug-of-seven"].strength, combinations(cards, 5)))


def test_all_hands_of_the_deck_have_the_printed_counts() -> None:
    """Seven cards of pai gow poker rank alike: 1,128 make five aces, 26,132 a royal and 184,832 a straight flush."""
    counts = RANKED.census(7)
    by_category = {category: int(counts[list(RANKED.values_of(category))].sum()) for category in RANKED.categories}
    assert counts.sum() == comb(53, 7) == 154_143_080
    assert by_category[Category.FIVE_ACES] == comb(48, 2) == 1128
    assert by_category[Category.ROYAL_FLUSH] == 26_132
    assert by_category[Category.STRAIGHT_FLUSH] == 184_832


def test_hands_without_the_joker_are_the_usual_ones() -> None:
    """Both rankings name and order them alike, but for the five aces above them."""
    hands = all_hands(52, 3)[::7].astype(np.uint8)
    others = np.array([[0, 13, 26, 38]], np.uint8)
    apart = hands[~np.isin(hands, others).any(axis=1)]
    seven = np.hstack([apart, np.repeat(others, len(apart), axis=0)])
    here, usual = RANKED.evaluate(seven), ranking("standard").evaluate(seven)
    assert [str(RANKED.describe(int(value))) for value in np.unique(here)] == [
        str(ranking("standard").describe(int(value))) for value in np.unique(usual)
    ]
    assert (np.unique(here, return_inverse=True)[1] == np.unique(usual, return_inverse=True)[1]).all()


def test_hands_with_the_joker_are_the_best_of_all_five_cards_among_them() -> None:
    """Six cards of few suits beside the joker, so that five and six suited ones with it are among them."""
    source = np.random.default_rng(34)
    pools = [np.arange(52), np.arange(0, 52, 4), np.flatnonzero(np.arange(52) % 4 < 2)]
    for number in range(90):
        six = source.choice(pools[number % 3], 6, replace=False).tolist()
        hand = [*six, JOKER]
        value = RANKED.value(hand)
        assert RANKED.strength_of(value) == best(hand)
        assert RANKED.evaluate(np.array([hand], np.uint8))[0] == value


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ad Ac Ah Jk 3d 2c", "five aces"),
        ("As Ks Qs Js Jk 3d 2c", "royal flush"),
        ("9s 8s 7s 6s 5s Jk 2c", "straight flush, ten high"),
        ("Ks Qs 9s 7s 5s Jk 2c", "flush, A-K-Q-9-7"),
        ("Jk Kd 9c 7h 5s 3d 2c", "high card, A-K-9-7-5"),
    ],
)
def test_what_the_joker_makes_of_a_hand(cards: str, name: str) -> None:
    assert str(RANKED.rank(cards)) == name
