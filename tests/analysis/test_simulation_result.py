"""The part that all simulations share: means, confidence intervals, blocks of rounds."""

from fractions import Fraction
from math import isclose, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.analysis.results.distribution import Distribution
from houseway.analysis.results.result import Subject
from houseway.analysis.results.simulation import BLOCK, SimulationResult, play_blocks
from houseway.errors import BadArray
from houseway.games.catalogue import game

TABLED_999 = 3.290527
"""Two-sided 99.9% point of the normal distribution, from any table."""


def tossed(heads: int, tails: int) -> SimulationResult:
    net = Distribution.of({Fraction(1): heads, Fraction(-1): tails})
    return SimulationResult(Subject.of(game("pick-2-poker"), "optimal"), "seed", 0, net, seconds=0.5, cpu_seconds=0.4)


def test_interval_reaches_as_far_as_the_normal_table_says() -> None:
    coin = tossed(5000, 5000)
    assert coin.rounds == 10_000
    assert coin.mean == 0
    assert coin.standard_error == 0.01
    assert isclose(coin.interval[1], TABLED_999 * 0.01, rel_tol=1e-6)
    assert coin.interval[0] == -coin.interval[1]


def test_a_value_outside_the_interval_does_not_agree() -> None:
    coin = tossed(6000, 4000)
    reach = TABLED_999 * sqrt(1 - 0.2**2) / 100
    assert coin.agrees_with(Fraction(2, 10) + Fraction(reach) * Fraction(99, 100))
    assert not coin.agrees_with(Fraction(2, 10) + Fraction(reach) * Fraction(101, 100))
    assert not coin.agrees_with(Fraction(0))


def test_plain_form_holds_exact_and_float_figures() -> None:
    plain = tossed(3, 1).to_dict()
    assert plain["mean"] == {"exact": "1/2", "value": 0.5}
    assert plain["rounds"] == 4
    assert plain["distribution"] == [{"net": "-1", "rounds": 1}, {"net": "1", "rounds": 3}]


@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("rounds", [1, BLOCK - 1, BLOCK, 3 * BLOCK + 5])
def test_every_round_is_played_once_whatever_the_threads(rounds: int, jobs: int) -> None:
    first_round = 11

    def play(first: int, count: int) -> NDArray[np.int64]:
        numbers = range(first, first + count)
        return np.array([count, sum(numbers), sum(number * number for number in numbers)], np.int64)

    numbers = range(first_round, first_round + rounds)
    expected = [rounds, sum(numbers), sum(number * number for number in numbers)]
    assert play_blocks(play, rounds, first_round, jobs).tolist() == expected


@pytest.mark.parametrize(("rounds", "first_round"), [(0, 0), (-5, 0), (2**40 + 1, 0), (10, -1)])
def test_impossible_numbers_of_rounds_are_refused(rounds: int, first_round: int) -> None:
    with pytest.raises(BadArray, match="expected 1 to"):
        play_blocks(lambda first, count: np.zeros(1, np.int64), rounds, first_round)
