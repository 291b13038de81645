"""The house way of pai gow poker, line by line: every setting is worked out by hand from the sheet's words."""

import pytest

from houseway.cards.notation import parse_cards
from houseway.errors import BadCards
from houseway.games.engine.setting import SettingWay, setting_way


def way(**readings: str) -> SettingWay:
    about = {
        "R4": "pairs before straights",
        "R5": "pair of a full house",
        "R9": "three and a straight without a pair in front",
    }
    read = {about[name]: choice for name, choice in readings.items()}
    return setting_way("pai-gow-poker", read, "pai-gow", "pai-gow-low")


LINES = [
    (1, "As Ad Ah Ac Jk Ks Kd", "Ks Kd"),
    (1, "As Ad Ah Ac Jk Ks Qd", "Jk As"),
    (2, "9s 9d 9h 9c 4s 4d 2c", "4s 4d"),
    (2, "9s 9d 9h 9c 4s 4d 4c", "4s 4d"),
    (3, "Js Jd Jh Jc As Kd 2c", "Js Jh"),
    (3, "Ts Td Th Tc Ks 4d 2c", "Ks 4d"),
    (3, "7s 7d 7h 7c Qs 4d 2c", "7s 7h"),
    (3, "6s 6d 6h 6c Qs 4d 2c", "Qs 4d"),
    (4, "9s 9d 9h 5s 5d 5h Ac", "9s 9h"),
    (5, "9s 9d 9h 5s 5d Kh Ac", "5s 5d"),
    (5, "9s 9d 9h 5s 5d Kh Kc", "Kh Kc"),
    (6, "9s 9d 5h 5s Kd Kh Ac", "Kh Kd"),
    (7, "9s 9d 9h 8s 7d 6h 5c", "9s 9d"),
    (7, "9s 9d 9h Ks 7s 6s 2s", "9d 9h"),
    (8, "As Ad Ah Qs 9d 6h 5c", "As Qs"),
    (8, "As Ad Jk 9s 4d 3h 2c", "As 9s"),
    (8, "Ks Kd Kh Qs 9d 6h 5c", "Qs 9d"),
    (9, "Js Jd 4h 4s Ad 6h 5c", "4s 4h"),
    (9, "Ts Td 4h 4s Ad 6h 5c", "Ad 6h"),
    (9, "7s 7d 4h 4s Kd 9h 5c", "4s 4h"),
    (9, "6s 6d 4h 4s Kd 9h 5c", "Kd 9h"),
    (9, "6s 6d 4h 4s Qd 9h 5c", "4s 4h"),
    (9, "Js Jd 4d 4s Ad 6d 5d", "4s 4d"),
    (10, "9s 8d 7h 6s 5d 2h Kc", "Kc 2h"),
    (10, "Ks 9s 7s 5s 3s Ad Qh", "Ad Qh"),
    (10, "9s 8d 7h 6s 5d 4h 3c", "9s 8d"),
    (10, "9h 9s 8d 7h 6s 5d Ac", "Ac 9s"),
    (11, "Ks Kd As 9s 7s 5s 2h", "As 9s"),
    (10, "Ks Kd Ah 9s 7s 5s 2s", "Ah Kd"),
    (12, "Ks Kd Ah 9s 7s 5d 2s", "Ah 9s"),
    (12, "Jk Ad Kh 9s 7s 5d 2s", "Kh 9s"),
    (13, "Ah Kd Js 9s 7s 5d 2s", "Kd Js"),
    (13, "Jk Kd Js 9s 7s 5d 2h", "Kd Js"),
]


@pytest.mark.parametrize(("number", "cards", "front"), LINES)
def test_PGP_8_PGP_R3_each_line_of_the_house_way(number: int, cards: str, front: str) -> None:
    line, split = way().set(parse_cards(cards))
    assert line.number == number
    fronts = [set(each) for each in way().settings_like(split)]
    assert set(parse_cards(front)) in fronts


def test_PGP_8_a_flush_stays_behind_where_its_front_is_as_high_as_that_of_a_straight() -> None:
    """Ten-high straight or ace-high flush: either leaves its other two cards; the higher front is taken first."""
    line, split = way().set(parse_cards("Ts 9s 8d 7h 6s 2s As"))
    assert line.number == 10
    assert set(split.front) == set(parse_cards("As 2s")), "the straight stays behind: A-2 is above 8-7"


def test_PGP_R4_full_house_three_pairs_and_two_pairs_before_or_after_a_flush() -> None:
    flush_and_two_pairs = parse_cards("Js Jd 4d 4s Ad 6d 5d")
    assert set(way(R4="yes").set(flush_and_two_pairs)[1].front) == set(parse_cards("4d 4s"))
    assert set(way(R4="no").set(flush_and_two_pairs)[1].front) == set(parse_cards("Js 4s"))


def test_PGP_R5_the_pair_of_a_full_house_may_come_from_the_three() -> None:
    aces_full_of_two = parse_cards("As Ad Ah Ks Kd Qs Qd")
    assert set(way(R5="not-from-three").set(aces_full_of_two)[1].front) == set(parse_cards("Ks Kd"))
    front = way(R5="any").set(aces_full_of_two)[1].front
    assert len(set(front) & set(parse_cards("As Ad Ah"))) == 2
    one_pair = parse_cards("As Ad Ah Ks Kd Qs Jd")
    assert set(way(R5="any").set(one_pair)[1].front) == set(parse_cards("Ks Kd")), "aces in front of kings are a foul"


def test_PGP_R9_three_of_a_kind_with_a_straight_that_leaves_no_pair_for_the_front() -> None:
    """Line 7 asks for a pair in front. The only straight here takes the joker and leaves A-5."""
    cards = parse_cards("5c Jh Qc Kh Ad As Jk")
    line, split = way(R9="three").set(cards)
    assert (line.number, split.ranks) == (8, (12, 11)), "one ace and the king"
    line, split = way(R9="complete").set(cards)
    assert line.number == 7
    assert parse_cards("5c")[0] in split.front
    assert split.complete
    with_a_pair = parse_cards("9s 9d 9h 8s 7d 6h 5c")
    assert {way(R9=each).set(with_a_pair)[1].low for each in ("three", "complete")} == {way().set(with_a_pair)[1].low}


def test_a_low_hand_that_equals_the_top_of_the_high_one_is_no_foul() -> None:
    splits = {tuple(sorted(each.front)): each for each in way().splits(parse_cards("As Ad Ah Ac Ks Qd Jh"))}
    aces = [each for each in splits.values() if each.ranks == (12, 12)]
    assert aces
    assert not any(each.fouled for each in aces)
    assert all(each.fouled for each in way().splits(parse_cards("As Ad Kh Qc Ts 8d 6h")) if each.ranks == (12, 12))


def test_a_hand_of_another_size_is_refused() -> None:
    with pytest.raises(BadCards, match="7 cards"):
        way().set(parse_cards("As Ad Ah"))
