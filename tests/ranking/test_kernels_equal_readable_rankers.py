"""Kernels and the plain Python path give the order of the readable rankers, hand by hand."""

from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards
from support.quick import in_proof
from support.sample_hands import (
    Hands,
    all_hands,
    random_hands,
    random_hands_with_copies,
    suits_in_order_of_appearance,
)

from houseway.ranking import ranking
from houseway.ranking.natural import Strength
from houseway.ranking.system import SYSTEMS


def assert_same_order(values: list[int], strengths: list[Strength], n_values: int | None = None) -> None:
    """Values and strengths must name each other one to one, and in the same order."""
    pairs = sorted(set(zip(values, strengths, strict=True)))
    assert [value for value, _ in pairs] == sorted({value for value, _ in pairs})
    in_order = [strength for _, strength in pairs]
    assert in_order == sorted(set(in_order))
    if n_values is not None:
        assert [value for value, _ in pairs] == list(range(1, n_values + 1))


def readable_best(name: str, hand: list[int]) -> Strength:
    """The strength of the best hand among the cards, as the readable ranker sees it."""
    system = SYSTEMS[name]
    return max(map(system.strength, combinations(hand, system.hand_size)))


def different_hands(hands: Hands) -> tuple[Hands, np.ndarray]:
    """One hand of each class of hands that differ in the names of suits only, and the class of each hand."""
    renamed = suits_in_order_of_appearance(hands)
    codes = np.zeros(len(hands), np.int64)
    for column in range(hands.shape[1]):
        codes = codes * 64 + renamed[:, column]
    _, first, classes = np.unique(codes, return_index=True, return_inverse=True)
    return hands[first], classes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n_ids"), [("standard", 52), in_proof(("bug", 54)), ("three-card", 52)])
def test_every_hand_of_the_deck_has_the_place_that_the_readable_ranker_gives(name: str, n_ids: int) -> None:
    """The readable ranker judges one hand of each class; the kernel every hand."""
    system = SYSTEMS[name]
    hands = all_hands(n_ids, system.hand_size)
    judged, classes = different_hands(hands)
    strengths = [system.strength(hand) for hand in judged.tolist()]
    place = {strength: value for value, strength in enumerate(sorted(set(strengths)), start=1)}
    expected = np.array([place[strength] for strength in strengths])[classes]
    assert (ranking(name).evaluate(hands) == expected).all()
    assert ranking(name).n_values == len(place)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bug", "bug-no-wheel", "wild", "wild-no-wheel"])
def test_other_readings_of_the_joker_have_the_order_of_their_readable_rankers(name: str) -> None:
    hands = np.concatenate([random_hands(54, 5, 3_000, seed=11), hands_with_jokers(400, seed=12)])
    strengths = [SYSTEMS[name].strength(hand) for hand in hands.tolist()]
    assert_same_order(ranking(name).evaluate(hands).tolist(), strengths)


def hands_with_jokers(n_hands: int, seed: int) -> Hands:
    """Half with one joker, half with two."""
    natural = random_hands(52, 5, n_hands, seed)
    natural[:, 0] = 52
    natural[: n_hands // 2, 1] = 53
    return natural


@pytest.mark.parametrize("size", [6, 7])
def test_best_of_six_or_seven_equals_the_best_readable_five(size: int) -> None:
    hands = random_hands(52, size, 15_000, seed=size)
    strengths = [readable_best("standard", hand) for hand in hands.tolist()]
    assert_same_order(ranking("standard").evaluate(hands).tolist(), strengths)


@pytest.mark.parametrize("size", [4, 5])
def test_best_three_of_four_or_five_equals_the_best_readable_three(size: int) -> None:
    hands = random_hands(52, size, 20_000, seed=size)
    strengths = [readable_best("three-card", hand) for hand in hands.tolist()]
    assert_same_order(ranking("three-card").evaluate(hands).tolist(), strengths)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["multi-deck", "multi-deck-fives-on-top"])
@pytest.mark.parametrize(("size", "n_hands"), [(5, 60_000), (6, 12_000), (7, 8_000)])
def test_several_decks_have_the_order_of_the_readable_ranker(name: str, size: int, n_hands: int) -> None:
    hands = random_hands_with_copies(size, n_hands, seed=size)
    strengths = [readable_best(name, hand) for hand in hands.tolist()]
    assert_same_order(ranking(name).evaluate(hands).tolist(), strengths)


def test_four_card_hands_have_the_order_of_their_readable_ranker() -> None:
    from houseway.ranking.system import ranking_system

    hands = all_hands(52, 4)
    judged, classes = different_hands(hands)
    strengths = [ranking_system("four-card").strength(hand) for hand in judged.tolist()]
    place = {strength: value for value, strength in enumerate(sorted(set(strengths)), start=1)}
    expected = np.array([place[strength] for strength in strengths])[classes]
    assert (ranking("four-card").evaluate(hands) == expected).all()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees_on_random_hands(size: int) -> None:
    """Its values run the other way: 1 is the royal flush, 7462 the lowest hand."""
    hands = random_hands(52, size, 200_000, seed=100 + size)
    theirs = np.array([evaluate_cards(*hand) for hand in hands.tolist()])
    assert (ranking("standard").evaluate(hands) == 7463 - theirs).all()


def test_one_deck_of_several_ranks_as_one_deck() -> None:
    """Without copies neither five of a kind nor a flush with a pair exists: the order is that of one deck."""
    hands = random_hands(52, 7, 200_000, seed=5)
    one, several = ranking("standard").evaluate(hands), ranking("multi-deck").evaluate(hands)
    pairs = np.unique(np.stack([one, several], axis=1), axis=0)
    assert (np.diff(pairs.astype(int), axis=0) > 0).all()


@pytest.mark.parametrize("name", SYSTEMS)
def test_one_hand_in_plain_python_has_the_value_that_kernels_give(name: str) -> None:
    system = ranking(name)
    copies = system.system.deck.max_copies > 1
    n_ids = len(system.system.deck.distinct)
    for size in system.system.sizes:
        hands = random_hands_with_copies(size, 20_000, 7) if copies else random_hands(n_ids, size, 20_000, 7)
        assert system.evaluate(hands).tolist() == [system.value(hand) for hand in hands.tolist()]


def test_threads_share_a_batch_without_changing_it() -> None:
    hands = random_hands(52, 7, 200_000, seed=3)
    one = ranking("standard").evaluate(hands)
    assert (ranking("standard").evaluate(hands, threads=3) == one).all()
    assert (ranking("standard").evaluate(hands, threads=None) == one).all()
