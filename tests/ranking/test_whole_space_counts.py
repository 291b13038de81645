"""Every hand of each deck, counted by category, against published and elementary counts."""

from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray
from support.sample_hands import all_hands

from houseway.ranking import Category, Ranking, ranking


def by_category(system: Ranking, counts: NDArray[np.int64]) -> dict[str, int]:
    """Counts by value, added up over the values of each category."""
    return {category.value: int(counts[list(system.values_of(category))].sum()) for category in system.categories}


FIVE_CARD = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
SEVEN_CARD = {
    "royal flush": 4_324,
    "straight flush": 37_260,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pair": 31_433_400,
    "pair": 58_627_800,
    "high card": 23_294_460,
}
TWO_JOKERS_AS_BUG = {
    "five aces": 6,
    "royal flush": 4,
    "wild royal flush": 80,
    "straight flush": 540,
    "four of a kind": 1_320,
    "full house": 5_328,
    "flush": 11_388,
    "straight": 34_704,
    "three of a kind": 75_048,
    "two pair": 156_816,
    "pair": 1_341_888,
    "high card": 1_535_388,
}
THREE_CARD = {
    "suited A-K-Q": 4,
    "straight flush": 44,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high card": 16_440,
}
BEST_THREE_OF_FIVE = {
    "suited A-K-Q": 4_704,
    "straight flush": 49_628,
    "three of a kind": 58_848,
    "straight": 569_268,
    "flush": 708_688,
    "pair": 699_624,
    "high card": 508_200,
}


@pytest.mark.parametrize(
    ("name", "n_cards", "expected"),
    [
        ("standard", 5, FIVE_CARD),
        ("standard", 7, SEVEN_CARD),
        ("bug", 5, TWO_JOKERS_AS_BUG),
        ("three-card", 3, THREE_CARD),
        ("three-card", 5, BEST_THREE_OF_FIVE),
    ],
)
def test_census_gives_the_published_counts(name: str, n_cards: int, expected: dict[str, int]) -> None:
    system = ranking(name)
    counts = system.census(n_cards)
    assert by_category(system, counts) == expected
    assert counts.sum() == comb(system.system.deck.size, n_cards)


@pytest.mark.parametrize(
    ("name", "n_cards", "expected"),
    [
        ("standard", 5, FIVE_CARD),
        ("bug", 5, TWO_JOKERS_AS_BUG),
        ("three-card", 3, THREE_CARD),
        ("three-card", 5, BEST_THREE_OF_FIVE),
    ],
)
def test_batches_give_the_published_counts(name: str, n_cards: int, expected: dict[str, int]) -> None:
    system = ranking(name)
    values = system.evaluate(all_hands(system.system.deck.size, n_cards))
    assert by_category(system, np.bincount(values, minlength=system.n_values + 1)) == expected


def test_five_cards_of_one_deck_have_7462_different_values() -> None:
    counts = ranking("standard").census(5)
    assert ranking("standard").n_values == 7462
    assert counts[0] == 0
    assert (counts[1:] > 0).all()


@pytest.mark.parametrize("n_cards", [5, 6])
def test_threads_share_a_census_without_changing_it(n_cards: int) -> None:
    one = ranking("standard").census(n_cards, threads=1)
    assert (ranking("standard").census(n_cards, threads=3) == one).all()


@pytest.fixture(scope="module")
def every_hand_of_several_decks() -> NDArray[np.uint8]:
    return all_hands(52, 5, repeated=True)


def physical_hands(hands: NDArray[np.uint8], decks: int) -> NDArray[np.int64]:
    """How many physical hands look like each row, ids ascending: a card that occurs k times, in comb(decks, k) ways."""
    ways = np.full(len(hands), decks, np.int64)
    earlier = np.zeros(len(hands), np.int64)
    for column in range(1, hands.shape[1]):
        same = hands[:, column] == hands[:, column - 1]
        earlier = np.where(same, earlier + 1, 0)
        ways = ways * (decks - earlier) // (earlier + 1)
    return ways


def five_cards_of_several_decks(decks: int) -> dict[str, int]:
    """Hands by category, by elementary counting: `d` copies of a card, `r` cards of a rank.

    Suited hands with two or three equal ranks are flushes; suited full houses and fours of a kind count as such.
    """
    d, r = decks, 4 * decks
    suited_straights = 4 * d**5
    suited_fives = 4 * 13 * comb(d, 5)
    suited_fours = 4 * 13 * 12 * comb(d, 4) * d
    suited_full_houses = 4 * 13 * 12 * comb(d, 3) * comb(d, 2)
    all_suited = 4 * comb(13 * d, 5)
    return {
        "suited five of a kind": suited_fives,
        "five of a kind": 13 * comb(r, 5) - suited_fives,
        "royal flush": suited_straights,
        "straight flush": 9 * suited_straights,
        "four of a kind": 13 * 12 * comb(r, 4) * r,
        "full house": 13 * 12 * comb(r, 3) * comb(r, 2),
        "flush": all_suited - 10 * suited_straights - suited_fives - suited_fours - suited_full_houses,
        "straight": 10 * (r**5 - 4 * d**5),
        "three of a kind": 13 * comb(12, 2) * (comb(r, 3) * r**2 - 4 * comb(d, 3) * d**2),
        "two pair": comb(13, 2) * 11 * (comb(r, 2) ** 2 * r - 4 * comb(d, 2) ** 2 * d),
        "pair": 13 * comb(12, 3) * (comb(r, 2) * r**3 - 4 * comb(d, 2) * d**3),
        "high card": (comb(13, 5) - 10) * (r**5 - 4 * d**5),
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["multi-deck", "multi-deck-fives-on-top"])
@pytest.mark.parametrize("decks", [1, 2, 5, 6, 8])
def test_several_decks_give_the_counts_of_elementary_counting(
    name: str, decks: int, every_hand_of_several_decks: NDArray[np.uint8]
) -> None:
    system = ranking(name)
    expected = five_cards_of_several_decks(decks)
    assert sum(expected.values()) == comb(52 * decks, 5)
    weights = physical_hands(every_hand_of_several_decks, decks)
    places = system.category_places[system.evaluate(every_hand_of_several_decks)]
    counts = {category.value: int(weights[places == place].sum()) for place, category in enumerate(system.categories)}
    assert counts == expected


def test_a_census_of_several_decks_counts_each_different_hand_once(
    every_hand_of_several_decks: NDArray[np.uint8],
) -> None:
    system = ranking("multi-deck")
    values = system.evaluate(every_hand_of_several_decks)
    assert (system.census(5) == np.bincount(values, minlength=system.n_values + 1)).all()


def test_FA_R1_five_of_a_kind_stands_below_or_above_the_straight_flush() -> None:
    as_paid, on_top = ranking("multi-deck"), ranking("multi-deck-fives-on-top")
    five, flush = Category.FIVE_OF_A_KIND, Category.STRAIGHT_FLUSH
    assert as_paid.first_value(five) < as_paid.first_value(flush)
    assert on_top.first_value(five) > on_top.first_value(Category.ROYAL_FLUSH)
