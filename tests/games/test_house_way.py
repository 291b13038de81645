"""The house way of Fast Action Hold'em (FA-9, FAM-6), against plain lists of lines written from the letter."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations
from math import comb

import pytest

from houseway.cards import Deck, format_cards, parse_cards
from houseway.cards.classes import classes
from houseway.errors import BadCards, UnknownName
from houseway.games.catalogue import as_game
from houseway.games.house_way import HouseWay, Line, house_way, house_way_choices, keep
from houseway.games.house_way_lines import written_house_way

SINGLE, MULTI = "fast-action-holdem", "fast-action-holdem-multi"
RANK_ORDER = "23456789TJQKA"

# The oracle: thirteen lines, or fourteen with several decks, as functions of two ranks (2 to 14, the higher one first)
# and of whether the suits agree.

SheetLine = Callable[[int, int, bool], bool]


def sheet_lines(unsuited_aces: bool = False, several_decks: bool = False) -> list[SheetLine]:
    """The lines in order: with several decks a suited pair of deuces to sevens has a line of its own."""
    suited_pair: list[SheetLine] = [lambda high, low, suited: high == low and high <= 7 and suited]
    return [
        lambda high, low, suited: high == low and high >= 8,
        lambda high, low, suited: high == 14 and low >= 11 and not (unsuited_aces and suited),
        *(suited_pair if several_decks else []),
        lambda high, low, suited: high == low and high <= 7 and not suited,
        lambda high, low, suited: high == 14 and suited,
        lambda high, low, suited: low >= 10 and suited,
        lambda high, low, suited: low >= 10 and not suited,
        lambda high, low, suited: high == 14 and not suited,
        lambda high, low, suited: 11 <= high <= 13 and suited,
        lambda high, low, suited: 11 <= high <= 13 and not suited,
        lambda high, low, suited: high - low == 1 and suited,
        lambda high, low, suited: high - low == 1 and not suited,
        lambda high, low, suited: suited,
        lambda high, low, suited: not suited,
    ]


def by_the_sheet(
    cards: str,
    several_decks: bool = False,
    low_first: bool = False,
    unsuited_aces: bool = False,
    literal: bool = False,
    any_high_pair: bool = False,
) -> tuple[int, list[str]]:
    """The number of the line and all choices it leaves, in deal order, from the text of the cards alone."""
    dealt = cards.split()
    top_two = sorted((RANK_ORDER.index(card[0]) for card in dealt), reverse=True)[:2]
    lines = sheet_lines(unsuited_aces, several_decks)
    for number, admits in enumerate(lines, start=1):
        found = []
        for one, other in combinations(dealt, 2):
            low, high = sorted((RANK_ORDER.index(one[0]) + 2, RANK_ORDER.index(other[0]) + 2))
            if literal and number >= len(lines) - 1 and [high - 2, low - 2] != top_two:
                continue
            if admits(high, low, one[1] == other[1]):
                order = (low, high) if low_first else (high, low)
                found.append((order, one[1] == other[1], f"{one} {other}"))
        if found:
            best = max(order for order, _, _ in found)
            found = [entry for entry in found if entry[0] == best]
            if number == 1 and not any_high_pair and any(suited for _, suited, _ in found):
                found = [entry for entry in found if entry[1]]
            return number, [text for _, _, text in found]
    raise AssertionError("the last two lines cover everything")


def choices_of(cards: str, rules: HouseWay) -> tuple[int, list[str]]:
    line, choices = house_way_choices(parse_cards(cards, deck=Deck.standard(8)), rules)
    return line.number, [format_cards(pair) for pair in choices]


# Every line by hand-picked examples.


@pytest.mark.parametrize(
    ("cards", "line", "kept"),
    [
        ("8s Ac 8h Kc", 1, "8s 8h"),
        ("Ks 8s Kh 8h", 1, "Ks Kh"),
        ("As Ah Ks Qs", 1, "As Ah"),
        ("As Jh 7s 7h", 2, "As Jh"),
        ("As Js Kh 2c", 2, "As Kh"),
        ("As Ts 7d 7h", 3, "7d 7h"),
        ("2s 2h 7d 7h", 3, "7d 7h"),
        ("Kd Qd 2s 2h", 3, "2s 2h"),
        ("As 4s Th 9h", 4, "As 4s"),
        ("As 4s 9s Th", 4, "As 9s"),
        ("Ks Ts Qh 2h", 5, "Ks Ts"),
        ("Qs Ts Kh Jh", 5, "Kh Jh"),
        ("Ks Qh Tc 9s", 6, "Ks Qh"),
        ("Ah Ts 8c 2d", 6, "Ah Ts"),
        ("Ah 9s 8c 2d", 7, "Ah 9s"),
        ("Ah 9s 8s 2d", 7, "Ah 9s"),
        ("Ks 2s 9h 8h", 8, "Ks 2s"),
        ("Js 2s 9h 8h", 8, "Js 2s"),
        ("Ks 9h 8h 2c", 9, "Ks 9h"),
        ("Th 9d 8d 2c", 10, "9d 8d"),
        ("3d 2d 9h 7s", 10, "3d 2d"),
        ("Th 9d 8c 2s", 11, "Th 9d"),
        ("Ts 7s 5h 3d", 12, "Ts 7s"),
        ("Ts 8h 5h 3d", 12, "8h 5h"),
        ("Ts 8h 6c 4d", 13, "Ts 8h"),
    ],
)
def test_FA_9_each_line_keeps_its_highest_cards(cards: str, line: int, kept: str) -> None:
    found, pair = keep(parse_cards(cards), house_way(SINGLE))
    assert (found.number, sorted(pair)) == (line, sorted(parse_cards(kept)))


def test_FA_9_the_lines_stand_in_the_order_of_the_sheet() -> None:
    rules = house_way(SINGLE)
    assert rules.clause == "FA-9"
    assert [line.number for line in rules.lines] == list(range(1, 14))
    assert rules.lines[0].words == "a pair of 8s or higher"
    assert rules.lines[2].words == "an unsuited pair of 2s to 7s"
    assert rules.lines[12].words == "two highest cards, unsuited"


def test_FAM_6_several_decks_have_fourteen_lines_of_their_own() -> None:
    rules = house_way(MULTI)
    assert rules.clause == "FAM-6"
    assert [line.number for line in rules.lines] == list(range(1, 15))
    assert [line.words for line in rules.lines[2:4]] == [
        "a suited pair of 2s to 7s",
        "an unsuited pair of 2s to 7s",
    ]


def test_FA_9_the_log_keeps_its_words_and_readers_see_ranks_spelled_out() -> None:
    """The words of a line are part of logged events, in which "8s" reads as a card: a changed word fails the audit."""
    logged = house_way("fast-action-holdem").lines
    assert (logged[0].words, logged[2].words) == ("a pair of 8s or higher", "an unsuited pair of 2s to 7s")
    shown = written_house_way(as_game("fast-action-holdem"))
    assert shown is not None
    assert shown.lines[0] == (1, "a pair of eights or higher")
    assert shown.lines[2] == (3, "an unsuited pair of deuces to sevens")


def test_the_digest_of_a_house_way_names_its_choices_and_not_its_words_or_numbers() -> None:
    rules = house_way(MULTI)
    renumbered = replace(
        rules, lines=tuple(replace(line, number=10 * line.number, words="other words") for line in rules.lines)
    )
    assert renumbered.digest == rules.digest
    others = [house_way(MULTI, {key: choice}) for key, choice in (("FA-R4", "low-first"), ("FA-R5", "unsuited"))]
    assert len({rules.digest, *(other.digest for other in others)}) == 3


# All four-card hands of one deck and of six, against the oracle.


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "decks"), [(SINGLE, 1), (MULTI, 6)])
def test_FA_9_FAM_6_every_class_of_four_cards_is_set_as_the_sheet_says(slug: str, decks: int) -> None:
    rules = house_way(slug)
    for (hand,), _ in classes(Deck.standard(decks), sizes=(4,)):
        text = format_cards(hand)
        assert choices_of(text, rules) == by_the_sheet(text, several_decks=decks > 1), text


def test_FA_9_the_lines_apply_as_often_as_combinatorics_says() -> None:
    rules = house_way(SINGLE)
    hands = Counter[int]()
    for (hand,), weight in classes(Deck.standard(), sizes=(4,)):
        hands[house_way_choices(hand, rules)[0].number] += weight
    assert sum(hands.values()) == comb(52, 4)
    # No pair of eights or higher: k different ranks of the seven from 8 to the ace, the rest from the 24 low cards.
    without_high_pair = sum(comb(7, k) * 4**k * comb(24, 4 - k) for k in range(5))
    assert hands[1] == comb(52, 4) - without_high_pair
    # An ace, one to three of J, Q, K without a pair among 8s and higher; the rest 8-9-T unpaired or low cards.
    high, others = 3, 3
    ace_with_face = 4 * sum(
        comb(high, faces) * 4**faces * comb(others, middle) * 4**middle * comb(24, 3 - faces - middle)
        for faces in range(1, 4)
        for middle in range(4 - faces)
    )
    assert hands[2] == ace_with_face
    # Four ranks of 2 to T in four suits, no two of them adjacent: C(9 - 3, 4) sets of ranks, 4! ways to give suits.
    assert hands[13] == comb(6, 4) * 24
    # The same ranks in fewer suits.
    assert hands[12] == comb(6, 4) * (4**4 - 24)


# Readings.


def test_FA_R4_equal_choices_differ_in_suits_and_stand_in_deal_order() -> None:
    rules = house_way(SINGLE)
    line, choices = house_way_choices(parse_cards("7d As 7s 7h"), rules)
    assert (line.number, [format_cards(pair) for pair in choices]) == (3, ["7d 7s", "7d 7h", "7s 7h"])
    assert format_cards(keep(parse_cards("7d As 7s 7h"), rules)[1]) == "7d 7s"
    assert format_cards(keep(parse_cards("7h 7s As 7d"), rules)[1]) == "7h 7s"


def test_FA_R4_the_first_in_deal_order_is_each_choice_equally_often() -> None:
    rules = house_way(MULTI, {"FA-R11": "any"})
    dealt = parse_cards("9s 9s 9h Ac", deck=Deck.standard(6))
    at_a_table = Counter(tuple(sorted(keep(order, rules)[1])) for order in permutations(dealt))
    in_analysis = Counter(tuple(sorted(pair)) for pair in house_way_choices(dealt, rules)[1])
    assert at_a_table == {pair: 8 * times for pair, times in in_analysis.items()}


@pytest.mark.parametrize(
    ("choice", "cards", "line", "kept"),
    [
        ("high-first", "Ks Ts Qh Jh", 5, "Ks Ts"),
        ("low-first", "Ks Ts Qh Jh", 5, "Qh Jh"),
        ("high-first", "Ts 2s 8h 5h", 12, "Ts 2s"),
        ("low-first", "Ts 2s 8h 5h", 12, "8h 5h"),
    ],
)
def test_FA_R4_high_first_or_low_first(choice: str, cards: str, line: int, kept: str) -> None:
    found, pair = keep(parse_cards(cards), house_way(SINGLE, {"FA-R4": choice}))
    assert (found.number, format_cards(pair)) == (line, kept)


@pytest.mark.parametrize(("choice", "line", "kept"), [("any", 2, "As Qs"), ("unsuited", 3, "4d 4h")])
def test_FA_R5_a_suited_ace_with_a_jack_or_higher(choice: str, line: int, kept: str) -> None:
    found, pair = keep(parse_cards("As Qs 4d 4h"), house_way(SINGLE, {"FA-R5": choice}))
    assert (found.number, format_cards(pair)) == (line, kept)


def test_FA_R5_unsuited_leaves_a_lower_unsuited_one_in_line_2() -> None:
    found, pair = keep(parse_cards("As Ks Jh 2d"), house_way(SINGLE, {"FA-R5": "unsuited"}))
    assert (found.number, format_cards(pair)) == (2, "As Jh")


@pytest.mark.parametrize(("choice", "line", "kept"), [("of-kind", 12, "8h 5h"), ("literal", 13, "Ts 8h")])
def test_FA_R6_the_two_highest_cards(choice: str, line: int, kept: str) -> None:
    found, pair = keep(parse_cards("Ts 8h 5h 3d"), house_way(SINGLE, {"FA-R6": choice}))
    assert (found.number, format_cards(pair)) == (line, kept)


def test_FA_R6_literal_keeps_the_two_highest_if_they_are_suited() -> None:
    found, pair = keep(parse_cards("Th 5s 8h 3s"), house_way(SINGLE, {"FA-R6": "literal"}))
    assert (found.number, format_cards(pair)) == (12, "Th 8h")


@pytest.mark.parametrize(
    ("cards", "line", "choices"),
    [
        ("2s 7h 2s 7d", 3, ["2s 2s"]),
        ("7s 2h 7s 2h", 3, ["7s 7s"]),
        ("5s 5h 5d Kc", 4, ["5s 5h", "5s 5d", "5h 5d"]),
        ("5s 5h 5s Kc", 3, ["5s 5s"]),
        ("5s 5s 5s Kc", 3, ["5s 5s"] * 3),
        ("9s Kh 9s Kd", 1, ["Kh Kd"]),
        ("9h 9s 9d 9s", 1, ["9s 9s"]),
    ],
)
def test_FAM_6_a_suited_low_pair_goes_before_any_unsuited_one(cards: str, line: int, choices: list[str]) -> None:
    assert choices_of(cards, house_way(MULTI)) == (line, choices)


def test_FA_R11_any_two_of_equal_high_cards() -> None:
    rules = house_way(MULTI, {"FA-R11": "any"})
    assert choices_of("9h 9s 9s Kd", rules) == (1, ["9h 9s", "9h 9s", "9s 9s"])
    assert choices_of("7h 7s 7s Kd", rules) == (3, ["7s 7s"])
    assert choices_of("9h 9s 9s Kd", house_way(MULTI, {"FA-R11": "suited-first"})) == (1, ["9s 9s"])


@pytest.mark.parametrize(
    ("readings", "options"),
    [
        ({"FA-R4": "low-first"}, {"low_first": True}),
        ({"FA-R5": "unsuited"}, {"unsuited_aces": True}),
        ({"FA-R6": "literal"}, {"literal": True}),
        ({"FA-R11": "any"}, {"any_high_pair": True}),
        (
            {"FA-R4": "low-first", "FA-R5": "unsuited", "FA-R6": "literal", "FA-R11": "any"},
            {"low_first": True, "unsuited_aces": True, "literal": True, "any_high_pair": True},
        ),
    ],
)
def test_FA_R4_R5_R6_R11_as_the_sheet_says_on_random_hands(readings: dict[str, str], options: dict[str, bool]) -> None:
    rules = house_way(MULTI, readings)
    generator = random.Random(11)
    shoe = Deck.stripped(ranks="23456789TJQKA", suits="dhs", decks=6).cards
    for _ in range(2500):
        text = format_cards(generator.sample(shoe, 4))
        assert choices_of(text, rules) == by_the_sheet(text, several_decks=True, **options), text


# What is refused.


def test_a_house_way_takes_natural_cards_only_and_at_least_two() -> None:
    with pytest.raises(BadCards, match="no jokers; got As Kd Jk 2c"):
        house_way_choices(parse_cards("As Kd Jk 2c"), house_way(SINGLE))
    with pytest.raises(BadCards, match="chooses two of several cards; got As"):
        house_way_choices(parse_cards("As"), house_way(SINGLE))


def test_a_house_way_of_another_game_is_data_too_and_is_checked() -> None:
    only_pairs = HouseWay("X-1", "high-first", (Line(1, "a pair", pair=True),))
    assert format_cards(keep(parse_cards("2s 3d 3c Ah"), only_pairs)[1]) == "3d 3c"
    with pytest.raises(BadCards, match="No line of the house way covers 2s 3d 4c Ah"):
        keep(parse_cards("2s 3d 4c Ah"), only_pairs)
    with pytest.raises(UnknownName, match=r"'sooted'. Expected one of: any, suited"):
        Line(1, "a pair", suits="sooted")
    with pytest.raises(UnknownName, match=r"'highest'. Expected one of: high-first, low-first"):
        HouseWay("X-1", "highest", ())


def test_unknown_readings_are_refused() -> None:
    with pytest.raises(UnknownName, match=r"choice 'middle' for FA-R4. Expected one of: high-first, low-first"):
        house_way(SINGLE, {"FA-R4": "middle"})
