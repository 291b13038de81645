"""Advice, the rule list and the simulation of 2 Hand Hold 'Em."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.counting.shards import Runner
from houseway.analysis.titles.two_hand_holdem import advise, analyze, simulate
from houseway.analysis.titles.two_hand_holdem.advice import TwoHandOption
from houseway.analysis.titles.two_hand_holdem.analyzer import as_two_hand
from houseway.analysis.titles.two_hand_holdem.counting import flop_tables
from houseway.analysis.titles.two_hand_holdem.holes import arranged
from houseway.analysis.titles.two_hand_holdem.jobs import best_play
from houseway.analysis.titles.two_hand_holdem.rule_list import PointCount, point_table, suit_situation, table_place
from houseway.analysis.titles.two_hand_holdem.simulation import Simulator, _find_places, _play_best
from houseway.cards import Deck, parse_cards, rank_of, suit_of
from houseway.cards.streams import Word, fill_hands
from houseway.errors import BadCards, UnknownName
from houseway.games.catalogue import game
from houseway.games.engine.action import Action
from houseway.games.engine.bet import Bet

HOLE, FLOP = "As Ks 8d 8c", "Ah 8h 3d"
SMALL = Deck.stripped("JQKA")
UNCACHED = Runner(jobs=1, cache=False)


def test_advice_gives_every_arrangement_of_the_game_once_up_to_the_order_of_the_hands() -> None:
    table = game("two-hand-holdem")
    advice = advise(table, HOLE, board=FLOP)
    state = table.start([Bet(ante_1=100, ante_2=100)], open_shoe=True)
    for cards in (HOLE, FLOP, "2c 3c 4c"):
        state = state.apply(next_deal(cards))
    assert {option.action for option in advice.options} < set(state.legal_actions())
    assert {frozenset(map(frozenset, two_hand(option).hands)) for option in advice.options} == {
        frozenset((frozenset(pair), frozenset(parse_cards(HOLE)) - frozenset(pair)))
        for pair in combinations(parse_cards(HOLE), 2)
    }


def next_deal(cards: str) -> Action:
    return Action.of("deal", cards)


def two_hand(option: object) -> TwoHandOption:
    assert isinstance(option, TwoHandOption)
    return option


@pytest.mark.slow
def test_advice_agrees_with_the_tables_of_the_full_solution() -> None:
    flop = parse_cards(FLOP)
    low, middle, high = sorted(flop)
    tables = flop_tables(Deck.standard(), (low, middle, high))
    position = {card_id: place for place, card_id in enumerate(tables.cards.tolist())}
    for option in advise(game("two-hand-holdem"), HOLE, board=FLOP).options:
        (a, b), (c, d) = two_hand(option).hands
        places = [
            (tables.places[i, position[a], position[b]], tables.places[i, position[c], position[d]])
            for i in range(len(tables.edges))
        ]
        sums = sum(tables.edges[i, p, q].astype(np.int64) for i, (p, q) in enumerate(places)) - tables.deals
        assert two_hand(option).edges == tuple(Fraction(int(edge), tables.deals) for edge in sums)


def test_2HH_8_after_arranging_the_four_choices_of_raises_are_valued() -> None:
    table = game("two-hand-holdem")
    arranged = two_hand(advise(table, HOLE, board=FLOP).options[0])
    hands = (*arranged.hands[0], *arranged.hands[1])
    options = {str(option.action): option.value for option in advise(table, hands, board=FLOP, stage=2).options}
    first, second = arranged.edges
    assert options == {
        "check": first + second,
        "raise hand-1": 3 * first + second,
        "raise hand-2": first + 3 * second,
        "raise both": 3 * first + 3 * second,
    }
    assert max(options.values()) == arranged.value


def test_dead_cards_are_removed_exactly() -> None:
    """With all but five of the other cards dead, turn, river and dealer come from those five alone."""
    hole, flop = parse_cards("As Kd 7h 7c"), parse_cards("Ad 9s 2c")
    left = parse_cards("Ah Ks 9d 3c 4c")
    dead = [card_id for card_id in range(52) if card_id not in (*hole, *flop, *left)]
    advice = advise(game("two-hand-holdem"), hole, board=flop, dead=dead)
    small = advise(game("two-hand-holdem", deck=Deck.of((*hole, *flop, *left))), hole, board=flop)
    assert [option.value for option in advice.options] == [option.value for option in small.options]
    assert advice.best.value != advise(game("two-hand-holdem"), hole, board=flop).best.value


@pytest.mark.parametrize(
    ("cards", "board", "dead", "stage", "message"),
    [
        ("As Ks 8d", FLOP, "", 1, "expected 4 cards"),
        (HOLE, "Ah 8h", "", 1, "expected 3 cards"),
        (HOLE, "As 8h 3d", "", 1, "As"),
        (HOLE, FLOP, "Ah", 1, "Ah"),
        (HOLE, FLOP, "", 3, "stage 1"),
        (HOLE, FLOP, [each for each in range(52) if each not in parse_cards(HOLE + FLOP)][:42], 1, "3 are left"),
        ("As Ks 8d Jk", FLOP, "", 1, "Jk"),
    ],
)
def test_wrong_cards_are_refused(cards: str, board: str, dead: str, stage: int, message: str) -> None:
    with pytest.raises(BadCards, match=message):
        advise(game("two-hand-holdem"), cards, board=board, dead=dead, stage=stage)


@pytest.mark.parametrize(
    ("hand", "flop", "points"),
    [
        ("Ac Ad", "As Ah 2c", 54),
        ("Ac Kc", "2c 7c 9c", 47),
        ("7c 8d", "9h Ts Jd", 47),
        ("7c 2d", "7h 2s Kd", 35),
        ("Kc Qd", "Ks 7h 2d", -16 + 3 * 11 + 5),
        ("Kc Kd", "As 7h 2d", -16 + 3 * 11 - 4 + 3),
        ("9c 3d", "9s Kh Kd", -16 + 3 * 7 - 4 + 5),
        ("Ac 2d", "Ks 9h 7d", -53 + 2 * 12),
        ("Ac 5d", "Ks Kh 9d", -53 + 2 * 12 + 3 + 2),
        ("Ac 5c", "Kc 9c 7d", -53 + 2 * 12 + 3 + 28),
        ("Ac 5c", "Kc 9h 7d", -53 + 2 * 12 + 3 + 4),
        ("Jc Td", "9s 8h 2d", -53 + 2 * 9 + 8 + 21),
        ("Jc 2d", "Ts 9h 7d", -53 + 2 * 9 + 11 - 7),
        ("Jc 2d", "Ks 9s 7s", -53 + 2 * 9 - 16),
    ],
)
def test_points_are_as_the_lines_say(hand: str, flop: str, points: int) -> None:
    assert PointCount().points(parse_cards(hand), parse_cards(flop)) == points


def test_the_point_table_of_the_simulation_holds_the_points_of_the_rules() -> None:
    generator, table = random.Random(3), point_table()
    for _ in range(3000):
        one, other, *flop = generator.sample(Deck.standard().cards, 5)
        ranks = [rank_of(each) for each in flop]
        situation = suit_situation(*(suit_of(each) for each in (one, other, *flop)))
        place = table_place(situation, (ranks[0] * 13 + ranks[1]) * 13 + ranks[2], rank_of(one), rank_of(other))
        assert table[place] == PointCount().points((one, other), flop)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["optimal", "rule-list"])
def test_a_simulation_agrees_with_the_exact_value_on_a_stripped_deck(strategy: str) -> None:
    table = game("two-hand-holdem", deck=SMALL)
    exact = analyze(table, strategy=strategy, runner=UNCACHED)
    simulated = simulate(table, 400_000, seed=11, strategy=strategy, runner=UNCACHED)
    assert simulated.agrees_with(exact.value)
    assert set(simulated.net.weights) == set(exact.net.weights)


def test_best_play_is_simulated_unless_another_strategy_is_named() -> None:
    simulated = simulate(game("two-hand-holdem", deck=SMALL), 10, runner=UNCACHED)
    assert simulated.subject.strategy == "optimal"


def test_simulated_rounds_are_played_as_advice_says_round_by_round() -> None:
    """Irregular suits, so that a flop is renamed in some rounds and in others must not be."""
    deck = Deck.of(parse_cards("2c 5c 9c 2d 5d 9d Kd 2h 5h 9h Kh 9s As"))
    table = as_two_hand(game("two-hand-holdem", deck=deck))
    play = best_play(deck, UNCACHED)
    simulator = Simulator.of(table, 7, play)
    dealt = np.empty((60, 12), np.uint8)
    fill_hands(dealt, simulator.deck, *simulator.key, Word(0))
    places, ways, raised = np.empty(60, np.int64), np.empty(60, np.uint8), np.empty((60, 2), np.uint8)
    as_dealt = dealt.copy()
    _find_places(dealt, play, places)
    _play_best(play.decisions, places, ways, raised)
    for row, renamed_row in enumerate(dealt):
        back = dict(zip(renamed_row.tolist(), as_dealt[row].tolist(), strict=True))
        hole = arranged(int(ways[row]), *sorted(renamed_row[:4].tolist(), reverse=True))
        hands = [frozenset(back[each] for each in hand) for hand in (hole[:2], hole[2:])]
        advice = advise(table, as_dealt[row, :4].tolist(), board=as_dealt[row, 4:7].tolist())
        best = [two_hand(option) for option in advice.options if option.value == advice.best.value]
        assert any([*map(frozenset, option.hands)] in (hands, hands[::-1]) for option in best)
        raises = Counter(zip(hands, raised[row].astype(bool).tolist(), strict=True))
        assert any(raises == Counter(zip(map(frozenset, each.hands), each.raises, strict=True)) for each in best)


def test_a_simulation_agrees_with_the_full_count_of_the_rule_list() -> None:
    """The exact value is that of docs/methods/two-hand-holdem.md, where every flop and hole was counted."""
    simulated = simulate(game("two-hand-holdem"), 1_000_000, seed=2, strategy="rule-list")
    assert simulated.agrees_with(Fraction(-264964703746711, 4767364298697000))


def test_any_part_of_a_simulation_can_be_played_alone() -> None:
    table = game("two-hand-holdem", deck=SMALL)
    whole = simulate(table, 50_000, seed=5, jobs=2, runner=UNCACHED)
    parts = [
        simulate(table, rounds, seed=5, first_round=first, runner=UNCACHED)
        for first, rounds in ((0, 20_001), (20_001, 29_999))
    ]
    for value, count in whole.net.weights.items():
        assert sum(part.net.weights.get(value, 0) for part in parts) == count


def test_a_strategy_that_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(UnknownName, match="optimal, rule-list"):
        simulate(game("two-hand-holdem"), 10, strategy="never-raise")
