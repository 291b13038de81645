"""The dealing shuffle and the simulation stream put to chi-square tests, with shuffles that must fail beside them.

Seeds are fixed, so a test always gives the same answer. A fair dealer would fall below ALPHA once in a million tests;
the unfair ones fall far below it.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from houseway.cards import Deck, shuffle
from houseway.cards.streams import deal
from houseway.ranking.category import Category
from houseway.ranking.system import SYSTEMS

ALPHA = 1e-6
PACK = Deck.standard()

Rows = NDArray[np.uint8]
Dealer = Callable[[Deck, int, int], Rows]
"""Takes a deck, a number of rounds and of cards; gives the first cards of each round."""

FIVE_CARD_COUNTS = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.THREE_OF_A_KIND: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.FOUR_OF_A_KIND: 624,
    Category.STRAIGHT_FLUSH: 36,
    Category.ROYAL_FLUSH: 4,
}
RAREST = (Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def dealing_shuffle(deck: Deck, rounds: int, first: int) -> Rows:
    return np.array([shuffle(deck, 20, label=str(number), first=first) for number in range(rounds)], np.uint8)


def simulation_stream(deck: Deck, rounds: int, first: int) -> Rows:
    return deal(rounds, first, deck, seed=20)


def swaps_with_any_place(deck: Deck, rounds: int, first: int) -> Rows:
    """The classic mistake: every card is exchanged with one of all places, not of those left."""
    return _deal_by(deck, rounds, first, lambda place, size, draw: draw.randrange(size))


def never_leaves_a_card_in_place(deck: Deck, rounds: int, first: int) -> Rows:
    """The other classic mistake: a card is never exchanged with itself."""
    return _deal_by(deck, rounds, first, lambda place, size, draw: draw.randrange(min(place + 1, size - 1), size))


def one_byte_without_rejection(deck: Deck, rounds: int, first: int) -> Rows:
    """A remainder of one byte favors the low places."""
    return _deal_by(deck, rounds, first, lambda place, size, draw: place + draw.getrandbits(8) % (size - place))


def riffles_once(deck: Deck, rounds: int, first: int) -> Rows:
    """One riffle leaves most neighbors of a new pack close together."""
    draw, rows = random.Random(20), np.empty((rounds, first), np.uint8)
    for row in rows:
        from_left = [draw.random() < 0.5 for _ in deck.cards]
        left, right = iter(deck.cards[: sum(from_left)]), iter(deck.cards[sum(from_left) :])
        row[:] = [next(left) if is_left else next(right) for is_left in from_left[:first]]
    return rows


def _deal_by(deck: Deck, rounds: int, first: int, choose: Callable[[int, int, random.Random], int]) -> Rows:
    draw, rows = random.Random(20), np.empty((rounds, first), np.uint8)
    for row in rows:
        cards = list(deck.cards)
        for place in range(len(cards)):
            chosen = choose(place, len(cards), draw)
            cards[place], cards[chosen] = cards[chosen], cards[place]
        row[:] = cards[:first]
    return rows


def chance_of_equal_counts(observed: NDArray[np.int64]) -> float:
    assert observed.mean() >= 5
    return float(stats.chisquare(observed).pvalue)


def card_by_position(dealer: Dealer) -> float:
    """How often each card lies in each place.

    A round puts one card in each place and each card in one place, so the table of counts has 51 x 51 free cells with
    covariance 1/51 of a projection: its statistic is 52/51 of a chi-square.
    """
    rounds, n = 10_000, PACK.size
    orders = dealer(PACK, rounds, n)
    table = np.bincount((orders.astype(int) + n * np.arange(n)).ravel(), minlength=n * n)
    statistic = ((table - rounds / n) ** 2 / (rounds / n)).sum()
    return float(stats.chi2.sf(statistic * (n - 1) / n, (n - 1) ** 2))


def adjacent_pairs(dealer: Dealer) -> float:
    """Which card follows which; one pair from each round, so that pairs are independent, at every place in turn."""
    rounds, n = 30_000, PACK.size
    orders = dealer(PACK, rounds, n).astype(int)
    place = np.arange(rounds) % (n - 1)
    upper, lower = orders[np.arange(rounds), place], orders[np.arange(rounds), place + 1]
    counts = np.bincount(n * upper + lower, minlength=n * n).reshape(n, n)
    assert not counts.diagonal().any()
    return chance_of_equal_counts(counts[~np.eye(n, dtype=bool)])


def order_of_all_cards(dealer: Dealer) -> float:
    return _orders(dealer, Deck.of(range(5)), 5, 20_000)


def order_of_the_first_cards(dealer: Dealer) -> float:
    return _orders(dealer, Deck.of(range(9)), 3, 20_000)


def order_of_the_first_cards_of_a_pack(dealer: Dealer) -> float:
    return _orders(dealer, PACK, 2, 30_000)


def _orders(dealer: Dealer, deck: Deck, first: int, rounds: int) -> float:
    seen = Counter(map(tuple, dealer(deck, rounds, first).tolist()))
    counts = [seen.pop(order, 0) for order in permutations(deck.cards, first)]
    assert not seen
    return chance_of_equal_counts(np.array(counts))


def hand_categories(dealer: Dealer) -> float:
    """Categories of the first five cards against the exact counts of all 2,598,960 hands; the rarest are one."""
    rounds, judge = 60_000, SYSTEMS["standard"].judge
    seen = Counter(judge(hand)[0] for hand in dealer(PACK, rounds, 5).tolist())
    kept = [category for category in FIVE_CARD_COUNTS if category not in RAREST]
    observed = [*(seen[category] for category in kept), sum(seen[category] for category in RAREST)]
    exact = np.array([*(FIVE_CARD_COUNTS[category] for category in kept), sum(FIVE_CARD_COUNTS[c] for c in RAREST)])
    assert exact.sum() == 2_598_960
    return float(stats.chisquare(observed, exact * (rounds / exact.sum())).pvalue)


CHECKS = (
    card_by_position,
    adjacent_pairs,
    order_of_all_cards,
    order_of_the_first_cards,
    order_of_the_first_cards_of_a_pack,
    hand_categories,
)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("dealer", [dealing_shuffle, simulation_stream])
def test_a_fair_dealer_passes_every_check(dealer: Dealer, check: Callable[[Dealer], float]) -> None:
    assert check(dealer) > ALPHA


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dealer", "check"),
    [
        (swaps_with_any_place, card_by_position),
        (swaps_with_any_place, order_of_all_cards),
        (never_leaves_a_card_in_place, card_by_position),
        (never_leaves_a_card_in_place, order_of_the_first_cards),
        (never_leaves_a_card_in_place, order_of_the_first_cards_of_a_pack),
        (one_byte_without_rejection, card_by_position),
        (riffles_once, adjacent_pairs),
        (riffles_once, hand_categories),
    ],
)
def test_an_unfair_dealer_fails(dealer: Dealer, check: Callable[[Dealer], float]) -> None:
    assert check(dealer) < ALPHA


@pytest.mark.parametrize("dealer", [dealing_shuffle, simulation_stream])
def test_every_card_of_a_shoe_is_dealt_equally_often_first_and_ninth(dealer: Dealer) -> None:
    rows = dealer(Deck.standard(8), 20_000, 9)
    for place in (0, 8):
        assert chance_of_equal_counts(np.bincount(rows[:, place], minlength=52)) > ALPHA


@pytest.mark.slow
@pytest.mark.parametrize("dealer", [dealing_shuffle, simulation_stream])
def test_the_second_card_of_a_shoe_repeats_the_first_as_often_as_it_should(dealer: Dealer) -> None:
    """Of the 415 cards left in an 8-deck shoe, 7 are copies of the first."""
    rounds = 50_000
    rows = dealer(Deck.standard(8), rounds, 2)
    repeats = int((rows[:, 0] == rows[:, 1]).sum())
    assert stats.binomtest(repeats, rounds, 7 / 415).pvalue > ALPHA
