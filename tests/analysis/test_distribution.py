"""Exact distributions against the textbook."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.analysis.results.distribution import Distribution


def test_two_dice_have_their_well_known_figures() -> None:
    dice = Distribution.of([(one + two, 1) for one in range(1, 7) for two in range(1, 7)])
    assert dice.total == 36
    assert dice.mean == 7
    assert dice.variance == Fraction(35, 6)
    assert dice.probability(lambda value: value >= 11) == Fraction(3, 36)
    assert dice.weights[Fraction(7)] == 6


@given(st.dictionaries(st.fractions(max_denominator=20), st.integers(1, 10**30), min_size=1, max_size=8))
def test_mean_and_variance_follow_from_their_definitions(weights: dict[Fraction, int]) -> None:
    found = Distribution.of(weights)
    total = sum(weights.values())
    mean = sum(value * weight for value, weight in weights.items()) / Fraction(total)
    assert found.mean == mean
    assert found.variance == sum((value - mean) ** 2 * weight for value, weight in weights.items()) / Fraction(total)
    assert found.reduced().mean == found.scaled(3).mean == mean


def test_values_without_weight_are_left_out() -> None:
    assert list(Distribution.of({Fraction(1): 0, Fraction(2): 5}).weights) == [Fraction(2)]


def test_the_standard_deviation_is_the_root_of_the_variance() -> None:
    assert Distribution.of([(-1, 1), (1, 1)]).standard_deviation == pytest.approx(1.0)
