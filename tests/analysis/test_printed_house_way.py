"""The house way of pai gow as it is printed: an independent reader of the words sets hands as the code sets them."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from support.printed_house_way import hand_of, rank, set_by_words

from houseway.analysis.declared.set_a_hand.family import HouseWayRules
from houseway.cards.card import Card
from houseway.cards.notation import parse_cards
from houseway.games.catalogue import game
from houseway.games.engine.declared.title import DeclaredGame

QUICK, MANY = 500, 10_000
DEFAULT: dict[str, str] = {}
READINGS = [
    ("pai-gow-poker", DEFAULT),
    ("ez-pai-gow", DEFAULT),
    ("face-up-pai-gow", DEFAULT),
    ("pai-gow-poker", {"PGP-R4": "no"}),
    ("pai-gow-poker", {"PGP-R5": "any"}),
    ("pai-gow-poker", {"PGP-R9": "complete"}),
]


def declared(slug: str, readings: dict[str, str]) -> DeclaredGame:
    made = game(slug, readings=readings)
    assert isinstance(made, DeclaredGame)
    return made


def drawn(deal: random.Random) -> list[Card]:
    """Seven of the 53 cards: any, of few ranks, of two suits, with four of a rank, or all five aces."""
    deck, sure = list(range(53)), list[int]()
    kind = deal.randrange(10)
    if kind < 3:
        ranks = deal.sample(range(13), 4)
        deck = [card for card in deck if card == 52 or card // 4 in ranks]
    elif kind < 6:
        suits, lowest = deal.sample(range(4), 2), deal.randrange(6)
        deck = [card for card in deck if card == 52 or (card % 4 in suits and lowest <= card // 4 < lowest + 8)]
    elif kind < 8:
        four = deal.randrange(13) if kind == 6 else 12
        sure = [4 * four + suit for suit in range(4)] + ([52] if kind == 7 else [])
        deck = [card for card in deck if card not in sure and (kind == 6 or card // 4 in (10, 11))]
    return [Card(card) for card in sure + deal.sample(deck, 7 - len(sure))]


def check(slug: str, readings: dict[str, str], number: int) -> Counter[int]:
    """Set hands by the printed words and by the code; return how often each printed line was followed."""
    made = declared(slug, readings)
    lines = HouseWayRules.of(made, Fraction(0)).lines()
    way, deal = made.house_way, random.Random(f"printed house way {slug} {readings}")
    followed: Counter[int] = Counter()
    for _ in range(number):
        cards = drawn(deal)
        line, read = set_by_words(lines, hand_of(cards, way.high, way.low))
        used, split = way.set(cards)
        front = tuple(sorted(map(rank, split.front), reverse=True))
        assert (line, read.ranks, read.high) == (used.number, front, split.high), (lines[line - 1], cards)
        followed[line] += 1
    return followed


@pytest.mark.parametrize(("slug", "readings"), READINGS)
def test_the_printed_words_set_hands_as_the_house_way_does(slug: str, readings: dict[str, str]) -> None:
    assert len(check(slug, readings, QUICK)) >= 9


@pytest.mark.proof
@pytest.mark.parametrize(("slug", "readings"), READINGS)
def test_the_printed_words_set_many_hands_as_the_house_way_does(slug: str, readings: dict[str, str]) -> None:
    assert sorted(check(slug, readings, MANY)) == list(range(1, 14))


@pytest.mark.parametrize(("choice", "line", "front"), [("three", 8, "AK"), ("complete", 7, "A5")])
def test_PGP_R9_is_printed_as_it_is_set(choice: str, line: int, front: str) -> None:
    made = declared("pai-gow-poker", {"PGP-R9": choice})
    lines = HouseWayRules.of(made, Fraction(0)).lines()
    cards = parse_cards("5c Jh Qc Kh Ad As Jk")
    number, read = set_by_words(lines, hand_of(cards, made.house_way.high, made.house_way.low))
    assert (number, "".join("23456789TJQKA"[each] for each in read.ranks)) == (line, front)
    assert made.house_way.set(cards)[1].ranks == read.ranks
