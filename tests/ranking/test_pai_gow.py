"""Pai gow hands of 53 cards: the whole deck by another way of telling hands, and hands by name."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from support.sample_hands import Hands, all_hands

from houseway.cards.notation import parse_cards
from houseway.ranking import ranking
from houseway.ranking.category import PAI_GOW_BONUS_ORDER, PAI_GOW_ORDER
from houseway.ranking.system import ranking_system

JOKER, ACE = 52, 12
WINDOWS = [set(range(low, low + 5)) for low in range(9)] + [{12, 0, 1, 2, 3}]


def categories(hands: Hands) -> Counter[str]:
    """What each hand is, from how its natural cards are spread; the joker is an ace where it completes nothing."""
    wild = hands == JOKER
    has_joker = wild.any(axis=1)
    ranks, suits = np.where(wild, 13, hands // 4), np.where(wild, 4, hands % 4)
    natural = np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    times = natural.copy()
    times[:, ACE] += has_joker
    ordered = np.sort(times, axis=1)
    most, second = ordered[:, -1], ordered[:, -2]
    suited = np.any([((suits == suit) | wild).all(axis=1) for suit in range(4)], axis=0)
    inside = [~(natural > 0)[:, [rank for rank in range(13) if rank not in window]].any(axis=1) for window in WINDOWS]
    distinct = natural.max(axis=1) <= 1
    straight = distinct & np.any(inside, axis=0)
    tests = {
        "five aces": most == 5,
        "royal flush": suited & distinct & inside[8],
        "straight flush": suited & straight,
        "four of a kind": most == 4,
        "full house": (most == 3) & (second == 2),
        "flush": suited,
        "straight": straight,
        "three of a kind": most == 3,
        "two pair": (most == 2) & (second == 2),
        "pair": most == 2,
        "high card": np.ones(len(hands), np.bool_),
    }
    names = np.array(list(tests))
    return Counter(names[np.stack(list(tests.values())).argmax(axis=0)].tolist())


def test_every_hand_with_the_joker_falls_into_the_category_that_its_spread_tells() -> None:
    ranked, hands = ranking("pai-gow"), all_hands(52, 4)
    with_joker = np.ascontiguousarray(np.column_stack([hands, np.full(len(hands), JOKER, np.uint8)]))
    places = ranked.category_places[ranked.evaluate(with_joker)]
    assert Counter(str(PAI_GOW_ORDER[place]) for place in places.tolist()) == categories(with_joker)


@pytest.mark.proof
@pytest.mark.parametrize("name", ["pai-gow", "pai-gow-low-wheel"])
def test_every_hand_of_the_deck_falls_into_the_category_that_its_spread_tells(name: str) -> None:
    ranked = ranking(name)
    counts = ranked.census(5)
    found = {str(kind): int(counts[list(ranked.values_of(kind))].sum()) for kind in ranked.categories}
    assert found == categories(all_hands(53, 5))
    assert found["five aces"] == 1
    assert found["royal flush"] == 4 + 4 * 5, "natural, and four of the five cards of a suit with the joker"
    assert sum(found.values()) == 2_869_685


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("As Kd Qh Jc Ts", "As 2d 3h 4c 5s"),
        ("As 2d 3h 4c 5s", "Ks Qd Jh Tc 9s"),
        ("As 2s 3s 4s Jk", "Ks Qs Js Ts 9s"),
        ("Ks 9s 5s 3s Jk", "As Qs 8s 7s 6s"),
        ("As 9s 5s 3s Jk", "Ah Qh Th 9h 8h"),
        ("Jk Kd 9h 8c 7s", "As Qd Jh 9c 7d"),
        ("Jk Ad 5h 8c 7s", "Ks Kd Qh Jc 9s"),
    ],
)
def test_PGP_2_PGP_16_hands_in_order(higher: str, lower: str) -> None:
    value = ranking("pai-gow").value
    assert value(parse_cards(higher)) > value(parse_cards(lower))


def test_PGP_R1_A_2_3_4_5_is_the_second_or_the_lowest_straight() -> None:
    wheel, king_high, six_high = (parse_cards(text) for text in ("As 2d 3h 4c 5s", "Ks Qd Jh Tc 9s", "6s 5d 4h 3c 2s"))
    second, lowest = ranking("pai-gow").value, ranking("pai-gow-low-wheel").value
    assert second(wheel) > second(king_high)
    assert lowest(wheel) < lowest(six_high)
    assert str(ranking("pai-gow").describe(second(wheel))) == "straight, A-2-3-4-5"


def test_of_two_cards_the_joker_is_an_ace() -> None:
    value = ranking("pai-gow-low").value
    texts = ("Jk Ad", "Ks Kd", "2s 2d", "Jk Kd", "As Kd", "As Qd", "3s 2d")
    values = [value(parse_cards(text)) for text in texts]
    assert values[3] == values[4]
    assert sorted(set(values), reverse=True) == [*values[:4], *values[5:]]
    assert ranking("pai-gow-low").n_values == 13 + 13 * 12 // 2


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("9s 8s 7s 6s 5s 4s 3s", "seven-card straight flush"),
        ("9s 8s 7s Jk 5s 4s 3s", "seven-card straight flush with joker"),
        ("As 2s 3s 4s 5s 6s Jk", "seven-card straight flush with joker"),
        ("As Ks Qs Js Ts Kd Qd", "royal flush and suited K-Q"),
        ("As Ks Qs Js Jk Kd Qd", "royal flush and suited K-Q"),
        ("As Ks Qs Js Ts Kd Qh", "royal flush"),
        ("As Ad Ah Ac Jk Ks 2d", "five aces"),
        ("Jk Ks Qs Js Ts 2d 2h", "royal flush"),
        ("5s 4s 3s 2s Jk Kd Kh", "straight flush"),
        ("Kd Ks Kh Kc Jk 2d 3h", "four of a kind"),
        ("As Ad Jk Ks Kd 2d 3h", "full house"),
        ("9s 7s 5s 3s Jk Kd Kh", "flush"),
        ("9s 9d 9h 8c 7s 6d 5h", "three of a kind"),
        ("Jk As Ah Kc Qd Jh 4c", "three of a kind"),
        ("9s 8d 7h Jk 5s 2d 2h", "straight"),
        ("9s 9d 7h 7s 5s 2d 2h", "two pair"),
    ],
)
def test_PGP_13_of_seven_cards_the_row_that_pays_most_counts(cards: str, kind: str) -> None:
    assert str(ranking("pai-gow-bonus").rank(cards)) == kind


def test_seven_cards_hold_the_best_of_the_fives_among_them() -> None:
    """Another way: the ranker of five cards on all fives of sampled sevens, in the order of the bonus."""
    generator, five = np.random.default_rng(1), ranking_system("pai-gow")
    seven = ranking("pai-gow-bonus")
    whole = PAI_GOW_BONUS_ORDER[-3:]
    for _ in range(60):
        cards = [*generator.choice(52, 6, replace=False).tolist(), JOKER]
        category = seven.category_of(seven.value(cards))
        held = {PAI_GOW_ORDER[five.strength(each)[0]] for each in combinations(cards, 5)}
        assert category in whole or category is max(held, key=PAI_GOW_BONUS_ORDER.index)
