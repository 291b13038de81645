"""The counting kernels against plain enumeration, and the enumeration against the rules and another library."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from phevaluator import evaluate_cards

from houseway.analysis.counting.shards import Runner
from houseway.analysis.counting.solver import solve_from
from houseway.analysis.declared.levels import kinds
from houseway.analysis.titles.two_hand_holdem.advice import ARRANGEMENTS, joint_outcomes
from houseway.analysis.titles.two_hand_holdem.analyzer import SIGNS, joint_results
from houseway.analysis.titles.two_hand_holdem.counting import FlopTables, flop_tables
from houseway.analysis.titles.two_hand_holdem.holes import N_BONUS_CLASSES, bonus_classes
from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops
from houseway.cards import Deck, card_text
from houseway.games.catalogue import game
from houseway.games.engine.action import DEAL, Action
from houseway.games.engine.bet import Bet
from houseway.ranking import Category, ranking

FLUSHES_AND_STRAIGHTS = Deck.stripped("3456789", "hs")
TWO_SUITS = Deck.stripped("9TJQKA", "hs")
IRREGULAR = Deck.of([0, 1, 2, 4, 5, 8, 12, 16, 20, 24, 25, 28, 40, 44, 48, 51])


def enumerated(deck: Deck, flop: tuple[int, ...], hole: tuple[int, ...]) -> np.ndarray:
    """The joint results of the three arrangements, by plain enumeration."""
    rest = deck.without((*flop, *hole)).cards
    arrays = (np.array(part, np.int64) for part in (flop, hole, rest))
    return joint_outcomes(ranking("standard").lookup, *arrays)


def counted(tables: FlopTables, hole: tuple[int, ...]) -> np.ndarray:
    """The same from the tables of a flop."""
    position = {card_id: place for place, card_id in enumerate(tables.cards.tolist())}
    results = []
    for arrangement in ARRANGEMENTS:
        a, b, c, d = (position[hole[place]] for place in arrangement)
        parts = range(len(tables.joint))
        eight = sum(tables.joint[i, tables.places[i, a, b], tables.places[i, c, d]].astype(np.int64) for i in parts)
        results.append(joint_results(np.array([*eight, 1]), tables.deals))
    return np.array(results)


def test_enumeration_agrees_with_another_library() -> None:
    generator = random.Random(1)
    cards = generator.sample(range(52), 18)
    flop, hole, rest = tuple(cards[:3]), tuple(cards[3:7]), cards[7:]
    expected = np.zeros((3, 3, 3), np.int64)
    for last in combinations(rest, 2):
        board = [card_text(each) for each in (*flop, *last)]
        rank = {
            pair: evaluate_cards(*board, *map(card_text, pair))
            for pair in (*combinations(hole, 2), *combinations([each for each in rest if each not in last], 2))
        }
        for triple in combinations([each for each in rest if each not in last], 3):
            dealer = min(rank[pair] for pair in combinations(triple, 2))
            for way, (a, b, c, d) in enumerate(ARRANGEMENTS):
                one, other = rank[hole[a], hole[b]], rank[hole[c], hole[d]]
                expected[way, (one >= dealer) + (one > dealer), (other >= dealer) + (other > dealer)] += 1
    assert (enumerated(Deck.of(cards), flop, hole) == expected).all()


@pytest.mark.parametrize("seed", range(3))
def test_2HH_9_enumeration_agrees_with_the_rules_walked_state_by_state(seed: int) -> None:
    generator = random.Random(seed)
    table = game("two-hand-holdem", deck=TWO_SUITS)
    cards = generator.sample(TWO_SUITS.cards, 7)
    hole, flop = tuple(sorted(cards[:4], reverse=True)), tuple(cards[4:])
    state = table.start([Bet(ante_1=100, ante_2=100)], open_shoe=True)
    solution = solve_from(state.apply(Action(DEAL, hole)).apply(Action(DEAL, flop)))
    best = max(_best_value(each) for each in enumerated(TWO_SUITS, flop, hole))
    assert solution.value / 100 == best


def _best_value(counts: np.ndarray) -> Fraction:
    """Each hand raised where that gains, by the definition of the game: 3 times a positive edge."""
    edges = (Fraction(int(counts.sum(axis=axis) @ SIGNS), int(counts.sum())) for axis in (1, 0))
    return sum((3 * edge if edge > 0 else edge for edge in edges), Fraction(0))


@pytest.mark.parametrize("deck", [FLUSHES_AND_STRAIGHTS, TWO_SUITS, IRREGULAR], ids=["7x2", "6x2", "irregular"])
def test_tables_agree_with_enumeration_for_every_hole_of_some_flops(deck: Deck) -> None:
    generator = random.Random(deck.size)
    for _ in range(4):
        low, middle, high = sorted(generator.sample(deck.cards, 3))
        tables = flop_tables(deck, (low, middle, high))
        for hole in combinations(tables.cards.tolist(), 4):
            assert (counted(tables, hole) == enumerated(deck, (low, middle, high), hole)).all(), hole


@pytest.mark.parametrize(
    "flop", [(0, 1, 2), (3, 7, 51), (18, 22, 30), (20, 25, 27)], ids=["trips", "one suit", "close", "paired"]
)
def test_tables_agree_with_enumeration_on_sampled_holes_of_the_full_deck(flop: tuple[int, int, int]) -> None:
    deck, generator = Deck.standard(), random.Random(flop[0])
    tables = flop_tables(deck, flop)
    assert tables.deals == comb(45, 2) * comb(43, 3)
    for _ in range(3):
        hole = tuple(generator.sample(tables.cards.tolist(), 4))
        assert (counted(tables, hole) == enumerated(deck, flop, hole)).all(), hole


@pytest.mark.slow
def test_shards_in_any_order_and_on_threads_give_the_same_counts() -> None:
    job = AllFlops(TWO_SUITS.copies)
    whole = Runner(jobs=2, cache=False).run(job)
    total = {name: np.zeros_like(array) for name, array in whole.items()}
    for shard in reversed(job.shards()):
        for name, array in job.run(shard).items():
            total[name] += array
    assert all((total[name] == whole[name]).all() for name in whole)
    assert whole["optimal"][..., -1].sum() == comb(12, 3) * comb(9, 4)


def test_2HH_R1_bonus_classes_have_the_known_numbers_of_four_card_hands() -> None:
    holes = np.array(list(combinations(range(52), 4)), np.uint8)
    counts = np.bincount(bonus_classes(holes), minlength=N_BONUS_CLASSES)
    assert len(counts) == N_BONUS_CLASSES == len(kinds("four-card")[1])
    by_category = dict.fromkeys(ranking("four-card").categories, 0)
    for bonus_class, count in enumerate(counts.tolist()):
        value = kinds("four-card")[1][bonus_class]
        by_category[ranking("four-card").category_of(value)] += count
    assert by_category == {
        Category.HIGH_CARD: 177_408,
        Category.PAIR: 82_368,
        Category.TWO_PAIR: 2_808,
        Category.STRAIGHT: 2_772,
        Category.FLUSH: 2_816,
        Category.THREE_OF_A_KIND: 2_496,
        Category.STRAIGHT_FLUSH: 44,
        Category.FOUR_OF_A_KIND: 13,
    }


def test_joint_results_undo_cumulative_counts() -> None:
    exact = np.arange(1, 10).reshape(3, 3)
    cumulative = exact.cumsum(axis=0).cumsum(axis=1)
    eight = [
        cumulative[0, 2],
        cumulative[1, 2],
        cumulative[2, 0],
        cumulative[2, 1],
        *(cumulative[first, second] for first, second in product((0, 1), repeat=2)),
    ]
    assert (joint_results(np.array([*eight, 1]), int(cumulative[2, 2])) == exact).all()
