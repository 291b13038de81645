"""The last round over buckets, against the same round hand by hand."""

import numpy as np
import pytest

from houseway.analysis.counting.card_sets import all_sets, set_numbers
from houseway.analysis.solve.bucket_rounds import add_pairs, solve_over_buckets
from houseway.analysis.solve.ranges import Range
from houseway.analysis.solve.sampling import Array
from houseway.analysis.titles.five_card_holdout.subgames import hand_strengths, subgame
from houseway.cards.notation import parse_cards

BOARD = parse_cards("2c Qh Ks Ad")
POT, ITERATIONS = 6.0, 60


def some_range(seed: int, count: int) -> Range:
    rng = np.random.default_rng(seed)
    left = [card for card in range(52) if card not in BOARD]
    drawn = np.sort([rng.choice(left, 3, replace=False) for _ in range(count)], axis=1).astype(np.uint8)
    hands = all_sets(52, 3)[np.unique(set_numbers(drawn))]
    return Range(hands, rng.random(len(hands)) + 0.1)


def bits_and_strengths(hands: Array) -> tuple[Array, Array]:
    bits = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits, hand_strengths(hands, np.tile(np.array(BOARD, np.uint8), (len(hands), 1)))


def places(known: Range) -> Array:
    """The place of each hand by strength."""
    found: Array = np.argsort(np.argsort(bits_and_strengths(known.hands)[1], kind="stable"))
    return found


def counted(ranges: tuple[Range, Range], buckets: list[Array], count: int) -> tuple[Array, Array]:
    met, won = np.zeros((2, count, count)), np.zeros((2, count, count))
    order = [np.argsort(places(each)) for each in ranges]
    (one_bits, one), (two_bits, two) = (
        bits_and_strengths(each.hands[by]) for each, by in zip(ranges, order, strict=True)
    )
    weights, others = (each.weights[None, by] for each, by in zip(ranges, order, strict=True))
    own, theirs = (each[None, by] for each, by in zip(buckets, order, strict=True))
    add_pairs((one_bits, two_bits), (one, two), weights, others, own, theirs, np.array([1]), met, won)
    assert not met[0].any()
    return met[1], won[1]


@pytest.mark.slow
def test_pairs_are_those_that_share_no_card() -> None:
    ranges = some_range(1, 12), some_range(2, 15)
    buckets = [places(each) // 4 for each in ranges]
    met, won = counted(ranges, buckets, 4)
    strengths = [bits_and_strengths(each.hands)[1] for each in ranges]
    pairs, wins = np.zeros((4, 4)), np.zeros((4, 4))
    for one, first in enumerate(ranges[0].hands.tolist()):
        for two, second in enumerate(ranges[1].hands.tolist()):
            if not set(first) & set(second):
                both = ranges[0].weights[one] * ranges[1].weights[two]
                pairs[buckets[0][one], buckets[1][two]] += both
                wins[buckets[0][one], buckets[1][two]] += both * float(np.sign(strengths[0][one] - strengths[1][two]))
    assert met == pytest.approx(pairs, abs=1e-5)
    assert won == pytest.approx(wins, abs=1e-5)


@pytest.mark.slow
def test_a_bucket_for_every_hand_is_played_as_the_river_solved_by_itself() -> None:
    ranges = some_range(3, 60), some_range(4, 60)
    buckets = [places(each) for each in ranges]
    met, won = counted(ranges, buckets, max(len(each.hands) for each in ranges))
    game = subgame(BOARD, (3, 3), POT, ranges)
    solved = game.solve(0.0, ITERATIONS).exploitability
    tree = game.last
    found = solve_over_buckets(tree, POT / 2, met, won, ITERATIONS)
    for player in (0, 1):
        game.closing.learned[player].averages[0, 0] = found[player, : tree.n_cells[player]][:, buckets[player]]
    assert solved < 0.02 * POT
    assert game.measure().exploitability == pytest.approx(solved, rel=0.02)
