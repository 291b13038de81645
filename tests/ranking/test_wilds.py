"""Five cards with wild deuces and a joker: the whole deck by another way of telling hands, and hands by name."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from support.sample_hands import Hands, all_hands

from houseway.cards.notation import parse_cards
from houseway.ranking import ranking
from houseway.ranking.natural import category_and_tiebreak
from houseway.ranking.system import ranking_system

SYSTEM = ranking_system("wild-deuces")
DEUCES, JOKER = range(4), 52


def categories(hands: Hands) -> Counter[str]:
    """What each hand is, from how many wild cards it has and how the natural ones are spread: no wild card is read."""
    wild = (hands < 4) | (hands == JOKER)
    wilds = wild.sum(axis=1)
    ranks, suits = np.where(wild, 13, hands // 4), np.where(wild, 4, hands % 4)
    times = np.stack([(ranks == rank).sum(axis=1) for rank in range(1, 13)], axis=1)
    most, pairs = times.max(axis=1), (times == 2).sum(axis=1)
    suited = np.any([((suits == suit) | wild).all(axis=1) for suit in range(4)], axis=0)
    there = times > 0
    windows = [set(range(low, low + 5)) for low in range(1, 9)] + [{12, 1, 2, 3}, {1, 2, 3, 4}]
    inside = [~there[:, [rank - 1 for rank in range(1, 13) if rank not in window]].any(axis=1) for window in windows]
    straight = (most <= 1) & np.any(inside, axis=0)
    broadway = (most <= 1) & inside[7]
    tests = {
        "five wilds": wilds == 5,
        "royal flush": suited & broadway,
        "five of a kind": most + wilds == 5,
        "straight flush": suited & straight,
        "four of a kind": most + wilds == 4,
        "full house": ((most == 3) & (pairs == 1)) | ((wilds == 1) & (pairs == 2)),
        "flush": suited,
        "straight": straight,
        "three of a kind": most + wilds == 3,
        "two pair": pairs == 2,
        "pair": most + wilds == 2,
        "high card": np.ones(len(hands), np.bool_),
    }
    names = np.array(list(tests))
    return Counter(names[np.stack(list(tests.values())).argmax(axis=0)].tolist())


@pytest.mark.slow
def test_every_hand_of_the_deck_falls_into_the_category_that_its_spread_tells() -> None:
    wild, counts = ranking("wild-deuces"), ranking("wild-deuces").census(5)
    found = {str(kind): int(counts[list(wild.values_of(kind))].sum()) for kind in wild.categories}
    assert found == categories(all_hands(53, 5))
    assert sum(found.values()) == 2_869_685
    assert found["high card"] == (792 - 8) * (4**5 - 4), "five of twelve natural ranks, no straight, not of one suit"


def test_one_or_two_wild_cards_are_worth_the_best_of_all_cards_they_can_stand_for() -> None:
    """The natural ranker on every card of the deck put in for a wild one; in a flush no rank stands twice."""
    for text in ("As Kh 9d 3c Jk", "Ks 9s 5s 3s 2d", "9h 9d 5s 5c 2s", "Ah 3d 4s 2c Jk", "Qs Js Ts 2h 2d"):
        hand = parse_cards(text, deck=SYSTEM.deck)
        natural = [card for card in hand if card != JOKER and card not in DEUCES]
        best = max(
            (SYSTEM.order.index(category), *tiebreak)
            for stand_ins in combinations([*range(52), *range(52)], len(hand) - len(natural))
            for category, tiebreak in [category_and_tiebreak([*natural, *stand_ins])]
            if category in SYSTEM.order and (category != "flush" or len(set(tiebreak)) == 5)
        )
        assert SYSTEM.strength(hand) == best


def test_hands_rank_in_the_order_of_the_sheet() -> None:
    ascending = [
        "8s 7d 5h 4c 3s",
        "As Kd Qh Jc 9s",
        "4s 3d 5h 8c Jk",
        "As Ad Kh Qc Js",
        "Ks Kd Qh Qc As",
        "3s 3d 3h 5c 7s",
        "As 3d 4h 5c 2s",
        "As Kd Qh Jc Ts",
        "8s 7s 5s 4s 3s",
        "As Ks Qs Js 9s",
        "3s 3d 4h 4c 2s",
        "3s 3d 2h 2c 8s",
        "As Ad Ah 2c Ks",
        "As 3s 4s 2h 2d",
        "Ks Qs Js 2h 9s",
        "3s 3d 2h 2c 2s",
        "As Ad Ah 2c 2s",
        "As Ks 2h 2c 2s",
        "2s 2h 2d 2c Jk",
    ]
    strengths = [SYSTEM.strength(parse_cards(hand, deck=SYSTEM.deck)) for hand in ascending]
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("2s 2d 2h 2c Jk", "five wilds"),
        ("As Ks 2h 2c Jk", "royal flush"),
        ("9s 9d 2h 2c Jk", "five of a kind, nines"),
        ("Ks 9s 5s 3s 2d", "flush, A-K-9-5-3"),
        ("Ah 3d 4s 5c 2s", "straight, five high"),
        ("As Kh 9d 3c Jk", "pair of aces"),
    ],
)
def test_a_hand_has_a_name(hand: str, name: str) -> None:
    assert str(ranking("wild-deuces").rank(hand)) == name
