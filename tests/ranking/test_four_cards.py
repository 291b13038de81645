"""The four-card ranking, against counts that can be worked out on paper."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from support.sample_hands import Hands, all_hands, random_hands

from houseway.cards.notation import parse_cards
from houseway.errors import UnknownName
from houseway.ranking import ranking
from houseway.ranking.system import ranking_system

SYSTEM = ranking_system("four-card")


def test_all_four_card_hands_fall_into_the_categories_as_combinatorics_says() -> None:
    counts = Counter(SYSTEM.judge(hand)[0].value for hand in combinations(range(52), 4))
    assert counts == {
        "four of a kind": 13,
        "straight flush": 11 * 4,
        "three of a kind": 13 * 4 * 48,
        "flush": 4 * 715 - 44,
        "straight": 11 * 4**4 - 44,
        "two pair": 78 * 6 * 6,
        "pair": 13 * 6 * 66 * 16,
        "high card": (715 - 11) * (4**4 - 4),
    }
    assert sum(counts.values()) == 270_725


def best_categories(hands: Hands) -> Counter[str]:
    """The best four-card category of each hand of more cards, from how many it has of each rank, suit and run."""
    ranks, suits = hands // 4, hands % 4
    times = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    suited = np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1)
    in_suit = np.stack(
        [[((ranks == rank) & (suits == suit)).any(axis=1) for rank in range(13)] for suit in range(4)]
    ).transpose(2, 0, 1)
    pairs = (times >= 2).sum(axis=1)
    tests = {
        "four of a kind": (times == 4).any(axis=1),
        "straight flush": has_run(in_suit).any(axis=1),
        "three of a kind": (times >= 3).any(axis=1),
        "flush": (suited >= 4).any(axis=1),
        "straight": has_run(times > 0),
        "two pair": pairs >= 2,
        "pair": pairs == 1,
        "high card": np.ones(len(hands), np.bool_),
    }
    names = np.array(list(tests))
    return Counter(names[np.stack(list(tests.values())).argmax(axis=0)].tolist())


def has_run(there: np.ndarray) -> np.ndarray:
    """Whether four neighboring ranks are there, the ace on both ends."""
    ring = np.concatenate([there[..., 12:], there], axis=-1)
    runs: np.ndarray = np.any([ring[..., low : low + 4].all(axis=-1) for low in range(11)], axis=0)
    return runs


def census_by_category(n_cards: int) -> Counter[str]:
    four, counts = ranking("four-card"), ranking("four-card").census(n_cards)
    return Counter({str(kind): int(counts[list(four.values_of(kind))].sum()) for kind in four.categories})


@pytest.mark.slow
def test_the_best_four_of_five_in_the_whole_deck() -> None:
    counts = census_by_category(5)
    assert counts == best_categories(all_hands(52, 5))
    assert counts.total() == 2_598_960
    assert counts["four of a kind"] == 13 * 48


@pytest.mark.proof
def test_the_best_four_of_six_in_the_whole_deck() -> None:
    found: Counter[str] = Counter()
    for highest in range(5, 52):
        below = all_hands(highest, 5)
        found += best_categories(np.column_stack([below, np.full(len(below), highest, np.uint8)]))
    assert census_by_category(6) == found
    assert found.total() == 20_358_520


@pytest.mark.parametrize("size", [5, 6])
def test_more_cards_are_worth_the_best_readable_four(size: int) -> None:
    hands = random_hands(52, size, 6_000, seed=size)
    strengths = [max(map(SYSTEM.strength, combinations(hand, 4))) for hand in hands.tolist()]
    values = ranking("four-card").evaluate(hands).tolist()
    assert [ranking("four-card").strength_of(value) for value in values] == strengths


def test_hands_rank_in_the_order_of_four_card_games() -> None:
    ascending = [
        "2c 3d 4h 6s",
        "As Kd Qh Ts",
        "2c 2d 3h 4s",
        "As Ad Kh Qs",
        "2c 2d 3h 3s",
        "As Ad Kh Ks",
        "As 2d 3h 4s",
        "2s 3d 4h 5s",
        "As Kd Qh Js",
        "2c 3c 4c 6c",
        "Ac Kc Qc Tc",
        "2c 2d 2h 3s",
        "As Ad Ah Ks",
        "Ac 2c 3c 4c",
        "Ac Kc Qc Jc",
        "2c 2d 2h 2s",
        "Ac Ad Ah As",
    ]
    strengths = [SYSTEM.strength(parse_cards(hand)) for hand in ascending]
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("As 2d 3h 4s", "straight, four high"),
        ("Ac Kc Qc Jc", "straight flush, ace high"),
        ("7c 7d 7h 2s", "three of a kind, sevens"),
        ("Ks Kd 2h 2c", "two pair, kings and deuces"),
        ("9h 7h 5h 2h", "flush, 9-7-5-2"),
    ],
)
def test_a_hand_has_a_name(hand: str, name: str) -> None:
    assert SYSTEM.describe(SYSTEM.strength(parse_cards(hand))) == name


def test_an_unknown_system_is_refused_with_the_nearest_names_four_card_included() -> None:
    with pytest.raises(UnknownName, match=r"Did you mean .*four-card"):
        ranking_system("six-card")
