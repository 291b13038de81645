"""A shift in a card room, against sums by hand and simulated shifts."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import houseway as hw
from houseway.analysis.distribution import Distribution
from houseway.analysis.operation import Operation, operate
from houseway.analysis.risk import reserve
from houseway.analysis.skills import mixed, parse_skill
from houseway.errors import BadBet, BadSetting, UnknownName


def shift(slug: str = "pick-2-poker", **choices: object) -> Operation:
    return operate(slug, **{"with_exposure": False, **choices})  # type: ignore[arg-type]


def test_hold_is_rounds_times_players_times_the_expected_loss_of_one() -> None:
    result = shift("double-draw-poker", tables=3, hours=6, rounds_per_hour=25, seats=5, ante=10_00)
    exactly = hw.analyze("double-draw-poker")
    assert (result.rounds, result.seat_rounds) == (450, 2250)
    assert result.hold == -exactly.value * 2250 * 10_00
    assert result.handle == exactly.average_wager * 2250 * 10_00
    assert result.hold_share == exactly.house_edge("unit bet")


def test_half_hours_and_broken_rounds_are_counted_in_whole_rounds() -> None:
    assert shift(hours="7.5", rounds_per_hour="33").rounds == 247


def test_the_variance_of_seats_as_one_is_the_number_of_seats_times_that_of_independent_seats() -> None:
    result = shift(seats=5)
    exactly = hw.analyze("pick-2-poker")
    assert result.independent.players.variance == exactly.net.variance * result.seat_rounds * 25_00**2
    assert result.together.players.variance == 5 * result.independent.players.variance
    assert result.together.players.mean == result.independent.players.mean == -result.hold


def test_a_mix_of_players_has_the_mixed_edge_exactly() -> None:
    mix = shift(skill="optimal=0.25,rule-list=0.25,five-only=0.5", seats=1)
    values = [hw.analyze("pick-2-poker", strategy=name).value for name in ("optimal", "rule-list", "five-only")]
    assert mix.net.mean == (values[0] / 4 + values[1] / 4 + values[2] / 2) * 25_00


def test_a_naive_player_is_the_everyday_automatic_player_of_the_game() -> None:
    result = shift(skill="naive")
    assert result.strategies == {"naive": "three-with-straights"}
    assert result.hold > shift(skill="rule-list").hold > shift(skill="optimal").hold


def test_mixing_adds_up_probabilities() -> None:
    two = Distribution.of({Fraction(0): 1, Fraction(5): 1})
    three = Distribution.of({Fraction(5): 2, Fraction(7): 1})
    both = mixed([(Fraction(1, 3), two), (Fraction(2, 3), three)])
    assert both.probability(lambda value: value == 5) == Fraction(1, 3) / 2 + Fraction(2, 3) * Fraction(2, 3)
    assert both.mean == two.mean / 3 + 2 * three.mean / 3


def test_losing_shifts_and_bad_shifts_are_as_frequent_as_simulated_ones() -> None:
    result = shift("fast-action-holdem", seats=3, hours=2, ante=10_00)
    net = result.net
    values = np.array([float(value) for value in net.weights])
    chances = np.array([weight / net.total for weight in net.weights.values()])
    trials = 20_000
    dealt = np.random.default_rng(7).multinomial(result.seat_rounds, chances / chances.sum(), trials) @ values
    assert abs(float((dealt > 1e-6).mean()) - result.independent.losing_shift) < 4 * 0.5 / trials**0.5
    worse = float((-dealt < float(result.independent.house_at(0.05)) - 1e-6).mean())
    assert worse < 0.05 + 4 * 0.22 / trials**0.5


def test_the_reserve_holds_at_any_time_of_simulated_shifts() -> None:
    net, rounds, trials, risk = hw.analyze("two-hand-holdem").net, 400, 4000, 0.05
    values = np.array([float(value) for value in net.weights])
    chances = np.array([weight / net.total for weight in net.weights.values()])
    steps = np.random.default_rng(11).choice(values, p=chances / chances.sum(), size=(trials, rounds))
    passed = float((np.cumsum(steps, axis=1).max(axis=1) >= reserve(net, rounds, risk)).mean())
    assert 0 < passed <= risk


def test_a_reserve_never_passes_the_largest_possible_loss() -> None:
    coin = Distribution.of({Fraction(1): 1, Fraction(-1): 1})
    assert reserve(coin, 3, 1e-9) == 3
    assert reserve(Distribution.of({Fraction(-1): 1}), 100, 0.01) == 0


def test_FA_16_the_envy_bonus_is_paid_for_each_other_player() -> None:
    result = shift("fast-action-holdem", seats=4)
    plain = hw.analyze("fast-action-holdem").extra["envy_cents_per_other_player"]
    assert result.envy == Fraction(plain["exact"]) * 3 * result.seat_rounds  # type: ignore[index]
    assert shift("fast-action-holdem", seats=1).envy == 0
    assert shift("fast-action-holdem", seats=4, ante=4_00).envy == 0


def test_the_house_histogram_runs_from_the_worst_to_the_best() -> None:
    bars = shift().independent.histogram(40)
    assert [value for value, _ in bars] == sorted(value for value, _ in bars)
    assert sum(chance for _, chance in bars) == pytest.approx(1, abs=3e-4)


def test_exposure_is_shown_at_the_limits() -> None:
    result = operate("double-draw-poker")
    assert result.exposure is not None
    assert result.exposure.bound == 503 * 300_00


def test_the_bet_that_need_not_equal_the_ante_may_be_given() -> None:
    assert dict(shift(bonus=5_00).bet) == {"ante": 25_00, "three_five": 25_00, "five_card_bonus": 5_00}
    with pytest.raises(BadSetting, match="no bet of another size"):
        shift("double-draw-poker", bonus=5_00)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"tables": 0}, "tables: expected a whole number from 1"),
        ({"seats": 8}, "seats: expected a whole number from 1 to 7"),
        ({"hours": "long"}, "hours: expected a number above 0"),
        ({"hours": 0}, "hours: expected a number above 0"),
        ({"rounds_per_hour": -1}, "rounds per hour"),
        ({"risk": 2}, "risk: expected a probability"),
        ({"skill": "optimal=half"}, "has no share"),
        ({"skill": "optimal=0.5,naive=0.6"}, "come to 1.1"),
        ({"hours": 0.001}, "a shift has 1 to"),
    ],
)
def test_bad_settings_say_what_was_expected(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        shift(**choices).to_dict()


def test_a_bet_over_the_limit_and_an_unknown_player_are_refused() -> None:
    with pytest.raises(BadBet, match="over the limit"):
        shift(ante=500_00)
    with pytest.raises(UnknownName, match="strategy of pick-2-poker"):
        shift(skill="lucky")
    with pytest.raises(UnknownName, match="house-banked game"):
        operate("five-card-holdout")


def test_shares_may_be_fractions() -> None:
    assert parse_skill("optimal=1/3,naive=2/3") == {"optimal": Fraction(1, 3), "naive": Fraction(2, 3)}
