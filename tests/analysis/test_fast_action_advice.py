"""Fast Action Hold'em: the direct count of one hand against deals laid out, and against the counts of all hands."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.quick import in_proof

from houseway.analysis.counting.shards import Runner
from houseway.analysis.titles.fast_action_holdem import advise
from houseway.analysis.titles.fast_action_holdem.advice import pair_values
from houseway.analysis.titles.fast_action_holdem.analyzer import choices_of
from houseway.analysis.titles.fast_action_holdem.counts import job_of
from houseway.analysis.titles.fast_action_holdem.direct import HandCount, count_hand
from houseway.analysis.titles.fast_action_holdem.space import PLACES, UNITS
from houseway.cards.card import Card
from houseway.cards.deck import Deck
from houseway.cards.notation import format_cards, parse_cards
from houseway.errors import BadCards
from houseway.games.catalogue import game
from houseway.games.house_way import house_way_choices
from houseway.games.titles.fast_action_holdem import FastActionGame
from houseway.ranking import ranking

SINGLE, MULTI = "fast-action-holdem", "fast-action-holdem-multi"
AT_ONCE = Runner(jobs=1, cache=False)


def fast_action(slug: str, deck: Deck | None = None, readings: Mapping[str, str] | None = None) -> FastActionGame:
    made = game(slug, deck=deck, readings=readings)
    assert isinstance(made, FastActionGame)
    return made


def laid_out(table: FastActionGame, hand: tuple[Card, ...], left: list[Card]) -> HandCount:
    """Wins, ties and boards by category: every board and every hand of the dealer from the cards left."""
    showdown = ranking(table.showdown)
    kept = {}
    for dealt in combinations(range(len(left)), 4):
        _, choices = house_way_choices([left[place] for place in dealt], table.house_way)
        kept[dealt] = [(pair, UNITS // len(choices)) for pair in choices]
    wins, ties = [0] * len(PLACES), [0] * len(PLACES)
    boards = [[0] * len(showdown.categories) for _ in PLACES]
    for places in combinations(range(len(left)), 5):
        board = [left[place] for place in places]
        dealer: Counter[int] = Counter()
        for dealt in combinations([place for place in range(len(left)) if place not in places], 4):
            for pair, weight in kept[dealt]:
                dealer[showdown.value([*pair, *board])] += weight
        for slot, (i, j) in enumerate(PLACES):
            own = showdown.value([hand[i], hand[j], *board])
            wins[slot] += sum(times for value, times in dealer.items() if value < own)
            ties[slot] += dealer[own]
            boards[slot][int(showdown.category_places[own])] += 1
    return HandCount(tuple(wins), tuple(ties), tuple(map(tuple, boards)))


WHOLE_DECKS: list[tuple[str, Mapping[str, str], str]] = [
    (SINGLE, {}, "cccccdh"),
    (SINGLE, {"FA-R4": "low-first", "FA-R5": "unsuited"}, "sssssh"),
    (SINGLE, {"FA-R6": "literal"}, "cdhs"),
    (MULTI, {}, "hhhhs"),
    (MULTI, {"FA-R7": "fives-on-top", "FA-R11": "any"}, "ddddddc"),
    (MULTI, {"FA-R8": "8", "FA-R4": "low-first"}, "cdhs"),
]


@pytest.mark.parametrize(("slug", "readings", "suits"), WHOLE_DECKS, ids=str)
def test_a_hand_with_all_but_eleven_cards_dead_is_counted_as_laid_out(
    slug: str, readings: Mapping[str, str], suits: str
) -> None:
    """Most cards left are of some suits, and with several decks of few ranks, so that rare hands are common."""
    table = fast_action(slug, readings=readings)
    generator = np.random.default_rng(len(suits))
    cards = list(table.deck.cards)
    fit = [
        "cdhs"[card_id % 4] in suits and (slug == SINGLE or card_id // 4 in (6, 8, 9, 10, 11, 12)) for card_id in cards
    ]
    weights = np.where(fit, [suits.count("cdhs"[card_id % 4]) * 20.0 for card_id in cards], 1.0)
    chosen = generator.choice(len(cards), 15, replace=False, p=weights / weights.sum()).tolist()
    hand, left = tuple(sorted(cards[place] for place in chosen[:4])), [cards[place] for place in chosen[4:]]
    dead = list((Counter(cards) - Counter([*hand, *left])).elements())
    assert count_hand(job_of(table), hand, tuple(dead), 1) == laid_out(table, hand, left)


@pytest.mark.parametrize(
    ("slug", "hand_text", "left_text"),
    [
        (SINGLE, "2h 9d Jh Kd", "2c 4c 6c 8c Tc Qc 3d 5h 7s Jd Kh As"),
        (SINGLE, "2h 9c Jh Kc", "3c 4c 5c 6c 7c Ac 3d 4h 5s 6d Kh As"),
        (MULTI, "8s Ts Qd Ah", "8c 8c 9c Tc Tc Qc 8d 8h Td Th Qs As"),
        (MULTI, "8c 8c Qd Ac", "8c 8c 8c Jc Qc Ac 8d 8h Jd Jh Qs As"),
    ],
)
def test_boards_with_a_flush_of_their_own_are_counted_as_laid_out(slug: str, hand_text: str, left_text: str) -> None:
    table = fast_action(slug)
    hand, left = (tuple(sorted(parse_cards(text, deck=table.deck))) for text in (hand_text, left_text))
    dead = (Counter(table.deck.cards) - Counter([*hand, *left])).elements()
    assert count_hand(job_of(table), hand, tuple(dead), 1) == laid_out(table, hand, list(left))


STRIPPED = {
    "one deck": (SINGLE, Deck.stripped("89TJQKA", "cd").without([25]), {}),
    "two copies": (MULTI, Deck.stripped("9TJA", "cd", 2), {"FA-R11": "any"}),
    "many copies": (MULTI, Deck.stripped("7A", "ch", 4), {"FA-R7": "fives-on-top"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*map(in_proof, ("one deck", "two copies")), "many copies"])
def test_the_direct_count_of_every_hand_is_that_of_the_count_of_all_hands(name: str) -> None:
    slug, deck, readings = STRIPPED[name]
    table = fast_action(slug, deck, readings)
    choices = choices_of(table, AT_ONCE)
    counted = choices.counted
    for row, hand in enumerate(choices.hands[0][::29].tolist()):
        found = count_hand(counted.job, tuple(hand), (), 1)
        slots = counted.space.slots[29 * row]
        assert list(found.wins) == counted.wins[slots].tolist()
        assert [list(boards) for boards in found.boards] == counted.boards[:, slots].T.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("slug", [SINGLE, MULTI])
def test_a_hand_of_the_full_deck_meets_every_board_once_whatever_the_threads(slug: str) -> None:
    table = fast_action(slug)
    hand, dead = (Card(0), Card(20), Card(50), Card(51)), (Card(21),)
    one, two = (count_hand(job_of(table), hand, dead, threads) for threads in (1, 2))
    assert one == two
    n_left = table.deck.size - 5
    assert {sum(boards) for boards in one.boards} == {comb(n_left, 5)}
    all_deals = comb(n_left, 5) * UNITS * comb(n_left - 5, 4)
    assert all(0 < wins < wins + ties < all_deals for wins, ties in zip(one.wins, one.ties, strict=True))


def test_royal_flushes_of_a_full_deck_are_as_many_as_one_can_count() -> None:
    """Ace and king of spades: the other three come with any two of 45 cards. The board alone is one in three suits."""
    table = fast_action(SINGLE)
    hand = tuple(sorted((Card(51), Card(47), Card(0), Card(1))))
    found = count_hand(job_of(table), hand, (), 1)
    assert found.boards[PLACES.index((2, 3))][-1] == comb(45, 2) + 3
    assert found.boards[PLACES.index((0, 2))][-1] == 3


def test_advice_gives_win_tie_and_bonus_of_each_of_six_pairs() -> None:
    table = fast_action(SINGLE, Deck.stripped("89TJQKA", "cd"))
    hand = table.deck.cards[1:5]
    advice = advise(table, hand, jobs=1)
    plain: Any = advice.to_dict()["pairs"]
    assert [pair["cards"] for pair in plain] == [format_cards(pair.cards).split() for pair in advice.pairs]
    assert {tuple(sorted(pair.cards)) for pair in advice.pairs} == set(combinations(sorted(hand), 2))
    for pair, entry in zip(advice.pairs, plain, strict=True):
        assert [Fraction(entry[name]["exact"]) for name in ("win", "tie", "bonus")] == [pair.win, pair.tie, pair.bonus]
        assert 0 < pair.win < 1 - pair.tie < 1


def test_a_pay_table_that_parts_a_category_is_advised_with_its_own_odds(tmp_path: Path) -> None:
    file = tmp_path / "queens.toml"
    file.write_text('base = "4"\nconfirm_gaps = true\n[bonus]\n"pair of queens or better" = 1\n"flush" = 3\n', "utf-8")
    deck = Deck.stripped("89JQA", "cds").without([48])
    table = game(SINGLE, deck=deck, paytable=str(file))
    assert isinstance(table, FastActionGame)
    showdown, hand = ranking(table.showdown), tuple(sorted(deck.cards[3:7]))
    left = list(deck.without(hand).cards)
    for pair in pair_values(table, hand):
        odds = [
            table.pays["bonus"].pays_value(showdown.value([*pair.cards, *board]), table.showdown)
            for board in combinations(left, 5)
        ]
        assert pair.bonus == sum(Fraction(-1) if each is None else each for each in odds) / comb(len(left), 5)


def test_a_shoe_too_large_for_64_bits_is_refused() -> None:
    table = fast_action(MULTI, Deck.standard(decks=14))
    with pytest.raises(BadCards, match="724 cards"):
        advise(table, table.deck.cards[:4])
