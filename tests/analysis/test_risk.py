"""The total of many rounds, against direct convolution, closed forms and simulation."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

import houseway as hw
from houseway.analysis.operations.risk import ERROR, Lattice, total_of
from houseway.analysis.results.distribution import Distribution
from houseway.errors import BadSetting

COIN = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
SKEWED = Distribution.of({Fraction(-1): 890, Fraction(1, 2): 100, Fraction(3): 9, Fraction(50): 1})


def convolved(net: Distribution, rounds: int) -> dict[Fraction, Fraction]:
    """The exact distribution of a total, one round after the other."""
    chances = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for total, chance in chances.items():
            for value, weight in net.weights.items():
                longer[total + value] = longer.get(total + value, Fraction(0)) + chance * weight / net.total
        chances = longer
    return chances


@pytest.mark.parametrize("rounds", [1, 2, 7])
@pytest.mark.parametrize("net", [COIN, SKEWED, Distribution.of({Fraction(2, 3): 1})])
def test_every_probability_of_a_short_total_equals_direct_convolution(net: Distribution, rounds: int) -> None:
    total, expected = total_of(net, rounds), convolved(net, rounds)
    outside = Fraction(0)
    for value, chance in expected.items():
        place = (value - total.start) / total.step
        assert place.denominator == 1
        if 0 <= place < len(total.chances):
            assert total.chances[int(place)] == pytest.approx(float(chance), abs=1e-13)
        else:
            outside += chance
    assert outside <= ERROR
    assert total.chances.sum() == pytest.approx(1, abs=1e-12)


def test_mean_and_variance_are_exact() -> None:
    total = total_of(SKEWED, 1000)
    assert (total.mean, total.variance) == (1000 * SKEWED.mean, 1000 * SKEWED.variance)


@pytest.mark.parametrize("rounds", [100, 1001])
def test_tails_of_coins_equal_the_binomial_distribution(rounds: int) -> None:
    total = total_of(COIN, rounds)
    for heads in (rounds // 2, rounds // 2 + 5, rounds // 2 + 30):
        more = sum(comb(rounds, number) for number in range(heads + 1, rounds + 1))
        assert total.above(2 * heads - rounds) == pytest.approx(more / 2**rounds, rel=1e-9, abs=1e-13)
        assert total.below(rounds - 2 * heads) == pytest.approx(more / 2**rounds, rel=1e-9, abs=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize(("wins", "chances", "prize"), [(1, 2, 1), (1, 38, 35)])
def test_after_a_hundred_thousand_rounds_every_tail_is_right_within_1e_10(wins: int, chances: int, prize: int) -> None:
    rounds = 100_000
    total = total_of(Distribution.of({Fraction(prize): wins, Fraction(-1): chances - wins}), rounds)
    ways, up_to, everything = (chances - wins) ** rounds, 0, chances**rounds
    last = rounds * wins // chances + 500
    for won in range(last + 1):
        up_to += ways
        if won % 100 == last % 100 and won > last - 1000:
            result = won * (prize + 1) - rounds
            tail = (everything - up_to) / everything
            assert total.above(result) == pytest.approx(tail, rel=0, abs=1e-10)
        ways = ways * (rounds - won) * wins // ((won + 1) * (chances - wins))


def test_above_and_below_leave_out_the_value_itself_and_take_any_value() -> None:
    total = total_of(COIN, 2)
    between = Fraction(-1, 2)
    assert [total.above(0), total.below(0)] == pytest.approx([0.25, 0.25])
    assert [total.above(between), total.below(between)] == pytest.approx([0.75, 0.25])
    assert (total.above(-3), total.above(2), total.below(3), total.below(-2)) == (1.0, 0.0, 1.0, 0.0)


def test_a_quantile_is_the_first_total_that_reaches_the_level() -> None:
    total = total_of(COIN, 2)
    assert [total.quantile(level) for level in (0.2, 0.25, 0.3, 0.75, 0.9)] == [-2, -2, 0, 0, 2]


def test_a_jackpot_far_outside_the_normal_range_is_kept() -> None:
    rare = Distribution.of({Fraction(-1): 999_999, Fraction(900_000): 1})
    total = total_of(rare, 1000)
    assert total.above(0) == pytest.approx(1 - (1 - 1e-6) ** 1000, rel=1e-9)


def test_the_transform_is_right_to_ten_digits_after_a_hundred_thousand_rounds() -> None:
    net = hw.analyze("pick-2-poker").net
    total = total_of(net, 100_000)
    values = float(total.start - total.mean) + float(total.step) * np.arange(len(total.chances))
    assert total.chances.sum() == pytest.approx(1, abs=1e-10)
    assert float(total.chances @ values) == pytest.approx(0, abs=1e-5)
    assert float(total.chances @ values**2) == pytest.approx(float(total.variance), rel=1e-9)


def test_a_total_agrees_with_simulated_totals() -> None:
    net, rounds, trials = hw.analyze("fast-action-holdem").net, 1000, 20_000
    values = np.array([float(value) for value in net.weights])
    chances = np.array([weight / net.total for weight in net.weights.values()])
    counts = np.random.default_rng(20_260_101).multinomial(rounds, chances / chances.sum(), trials)
    ahead = float((counts @ values > 1e-9).mean())
    total = total_of(net, rounds)
    assert abs(ahead - total.above(0)) < 4 * (0.25 / trials) ** 0.5
    below = float((counts @ values < float(total.quantile(0.05))).mean())
    assert below < 0.05 + 4 * (0.05 * 0.95 / trials) ** 0.5


def test_the_lattice_is_the_widest_that_holds_all_values() -> None:
    lattice = Lattice.of(SKEWED)
    assert lattice.step == Fraction(1, 2)
    assert lattice.places.tolist() == [0, 3, 8, 102]


def test_the_bars_of_a_histogram_hold_all_but_a_hundredth_at_either_end() -> None:
    total = total_of(SKEWED, 5000)
    bars, below, above = total.histogram(60)
    assert len(bars) <= 61
    assert 0 < below <= 0.01
    assert 0 < above <= 0.01
    assert sum(height for _, height in bars) + below + above == pytest.approx(1, abs=1e-9)


def test_one_rare_payout_does_not_push_the_bars_together() -> None:
    """One round in a million pays 100,000: the plot of 100 rounds ends where 99 in 100 of them do."""
    bars, below, above = total_of(
        Distribution.of({Fraction(-1): 500_000, Fraction(1): 499_999, Fraction(10**5): 1}), 100
    ).histogram()
    assert [round(end) for end in (bars[0][0], bars[-1][0])] == [-24, 24]
    assert below < 0.01
    assert 0.0001 < above < 0.01


@pytest.mark.parametrize("rounds", [0, -1, 1.5, True])
def test_a_number_of_rounds_that_is_none_is_refused(rounds: object) -> None:
    with pytest.raises(BadSetting, match="whole number above zero"):
        total_of(COIN, rounds)  # type: ignore[arg-type]


def test_a_lattice_too_fine_for_the_window_is_refused_with_what_to_do() -> None:
    odd = Distribution.of({Fraction(1, 9973): 1, Fraction(-1, 9967): 1, Fraction(-1): 1, Fraction(1): 1})
    with pytest.raises(BadSetting, match="give fewer rounds"):
        total_of(odd, 100_000)


def test_a_level_outside_zero_to_one_is_refused() -> None:
    with pytest.raises(BadSetting, match="between 0 and 1; got 1"):
        total_of(COIN, 2).quantile(1)


def test_the_last_bar_of_a_histogram_is_as_wide_as_the_others() -> None:
    """Every bar of a symmetric walk has its twin on the other side, so that the last is as high as the first."""
    walk = total_of(Distribution.of({Fraction(1): 1, Fraction(-1): 1}), 10_000)
    for bars in (30, 40, 50, 60, 70):
        heights = [height for _, height in walk.histogram(bars).bars]
        assert heights[-1] > heights[0] / 3
