"""Rankings by points and of one card, over their whole space against counts that can be worked out on paper."""

from collections import Counter
from itertools import combinations

import pytest

from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.ranking import ranking
from houseway.ranking.system import ranking_system

PIPS = {**{str(pips): pips for pips in range(2, 10)}, "A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}


def counted_by_hand(cards: str) -> int:
    return sum(PIPS[card[0]] for card in cards.split()) % 10


def test_every_card_counts_its_pips() -> None:
    for rank, pips in PIPS.items():
        assert str(ranking("points").rank(f"{rank}s Td")) == f"{pips} point{'s' if pips != 1 else ''}"


def test_two_cards_of_one_deck_fall_into_ten_totals() -> None:
    """With 16 cards of nothing and 4 of each other count: 0 is two nothings, 5 and 5, or 1-9, 2-8, 3-7, 4-6."""
    counts = Counter(str(ranking_system("points").judge(hand)[0]) for hand in combinations(range(52), 2))
    assert counts["0 points"] == 120 + 6 + 4 * 16
    assert counts["1 point"] == 16 * 4 + 4 * 16
    assert counts["2 points"] == 16 * 4 + 2 * 6 + 3 * 16
    assert sum(counts.values()) == 1326


def test_three_cards_of_one_deck_have_the_printed_totals() -> None:
    """Of 22,100 hands 2,384 count nothing, 2,212 each odd total and 2,164 each even one, as published."""
    counts = Counter(str(ranking_system("points").judge(hand)[0]) for hand in combinations(range(52), 3))
    expected = {f"{points} points": 2212 if points % 2 else 2164 for points in range(2, 10)}
    assert counts == {"0 points": 2384, "1 point": 2212, **expected}


def test_hands_of_two_and_three_cards_compare_by_points_alone() -> None:
    value = ranking("points").value
    hands = [
        "Ts Jd",
        "As Kd Qh",
        "2s Td",
        "3s 3d 7h",
        "9s 4d",
        "4s Kh",
        "2d 3d Qc",
        "9s 9d 8h",
        "7c Th",
        "8s Kd",
        "9h Ts",
    ]
    for one in hands:
        for other in hands:
            mine, theirs = value(parse_cards(one)), value(parse_cards(other))
            assert (mine > theirs) is (counted_by_hand(one) > counted_by_hand(other))
            assert (mine == theirs) is (counted_by_hand(one) == counted_by_hand(other))


def test_copies_of_a_card_count_like_any_other() -> None:
    assert str(ranking("points").rank("9s 9s 9s")) == "7 points"


@pytest.mark.parametrize("cards", ["9s", "9s 2d 3h 4c"])
def test_a_hand_by_points_has_two_or_three_cards(cards: str) -> None:
    with pytest.raises(BadCards):
        ranking("points").rank(cards)


def test_pictures_break_ties_and_three_of_them_beat_all() -> None:
    ascending = [
        "As 9d Th",
        "Js 4d 6h",
        "Js Qd Th",
        "As Td Th",
        "8s 3d Kh",
        "9s Td Th",
        "9s Jd Th",
        "9s Jd Kh",
        "Js Jd Jh",
    ]
    values = [ranking("points-and-pictures").value(parse_cards(hand)) for hand in ascending]
    assert values == sorted(set(values))
    counts = Counter(str(ranking_system("points-and-pictures").judge(hand)[0]) for hand in combinations(range(52), 3))
    assert counts["three pictures"] == 220
    assert counts["0 points"] == 2384 - 220


def test_one_card_ranks_by_rank_with_the_ace_high() -> None:
    value = ranking("one-card").value
    by_rank = [value(parse_cards(f"{rank}{suit}")) for rank in "23456789TJQKA" for suit in "cdhs"]
    assert by_rank == [rank for rank in range(1, 14) for _ in range(4)]
    assert str(ranking("one-card").rank("As")) == "high card, A"


def test_systems_that_judge_whole_hands_have_no_tables_for_arrays() -> None:
    with pytest.raises(BadCards, match="one hand at a time"):
        ranking("points").evaluate([[0, 1]])
