"""The four-card ranking, against counts that can be worked out on paper."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards.notation import parse_cards
from houseway.errors import UnknownName
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


def test_an_unknown_system_is_refused_with_the_names_four_card_included() -> None:
    with pytest.raises(UnknownName, match=r"bug, .*four-card, .*standard, three-card"):
        ranking_system("six-card")
