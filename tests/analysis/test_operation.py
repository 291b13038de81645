"""A shift in a card room, against sums by hand and simulated shifts."""

import re
from fractions import Fraction
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import houseway as hw
from houseway.analysis.distribution import Distribution
from houseway.analysis.operation import Operation, operate
from houseway.analysis.risk import reserve, total_of
from houseway.analysis.skills import checked_mix, mixed
from houseway.errors import BadBet, BadSetting, LimitExceeded, UnknownName


def shift(slug: str = "pick-2-poker", **choices: object) -> Operation:
    return operate(slug, **{"with_exposure": False, **choices})  # type: ignore[arg-type]


def printed(result: Operation) -> str:
    console = Console(width=120, file=StringIO())
    with console.capture() as captured:
        console.print(result)
    return captured.get()


def test_hold_is_rounds_times_players_times_the_expected_loss_of_one() -> None:
    result = shift("double-draw-poker", tables=3, hours=6, rounds_per_hour=25, seats=5, ante=10_00)
    exactly = hw.analyze("double-draw-poker")
    assert (result.rounds, result.seat_rounds) == (450, 2250)
    assert result.hold == -exactly.value * 2250 * 10_00
    assert result.handle == exactly.average_wager * 2250 * 10_00
    assert result.hold_share == exactly.house_edge("unit bet")


def test_half_hours_and_broken_rounds_are_counted_in_whole_rounds() -> None:
    assert shift(hours="7.5", rounds_per_hour="33").rounds == 247
    assert shift(tables=3, hours="6.5", rounds_per_hour="37").rounds == 3 * 240


def test_an_hour_at_a_table_is_an_hour_of_full_rounds() -> None:
    result = shift("double-draw-poker", tables=3, hours="6.5", rounds_per_hour="37", seats=5, ante=15_00)
    lost_by_one = -hw.analyze("double-draw-poker").value * 15_00
    assert result.per_table_hour(result.hold) == 37 * 5 * lost_by_one


def test_DD_R2_without_a_number_of_players_no_more_sit_down_than_there_are_seats() -> None:
    assert operate(hw.game("double-draw-poker"), with_exposure=False).seats == 4
    assert operate(hw.game("double-draw-poker", readings={"DD-R2": "3"}), with_exposure=False).seats == 3


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


def test_FA_16_the_expected_envy_bonus_moves_every_figure_of_a_swing() -> None:
    result = shift("fast-action-holdem", seats=6, ante=5_00, bonus=5_00)
    assert round(result.hold / 100) == 636
    assert round(result.hold_after_envy / 100) == 126
    net, envy, seat_rounds = result.net, result.envy, result.seat_rounds
    alone = total_of(net, seat_rounds)
    as_one = total_of(Distribution.of([(6 * value, weight) for value, weight in net.weights.items()]), result.rounds)
    for swing, without in ((result.independent, alone), (result.together, as_one)):
        assert swing.players.mean == envy - result.hold
        assert swing.players.variance == without.variance
        assert swing.losing_shift == pytest.approx(without.above(-envy), abs=1e-9)
        assert swing.house_at(0.05) == -without.quantile(0.95) - envy
        middle = sum(value * chance for value, chance in swing.histogram())
        assert middle == pytest.approx(float(result.hold_after_envy), abs=20_00)
    assert [round(swing.losing_shift, 3) for swing in (result.independent, result.together)] == [0.366, 0.369]


def test_FA_16_the_bankroll_covers_the_expected_envy_bonus() -> None:
    result = shift("fast-action-holdem", seats=6, ante=5_00, bonus=5_00, hours=2, risk=0.05)
    without = reserve(result.net, result.seat_rounds, 0.05)
    assert without < result.independent.reserve <= without + float(result.envy)
    values = np.array([float(value) for value in result.net.weights])
    chances = np.array([weight / result.net.total for weight in result.net.weights.values()])
    steps = np.random.default_rng(16).choice(values, p=chances / chances.sum(), size=(4000, result.seat_rounds))
    running = np.cumsum(steps + float(result.envy) / result.seat_rounds, axis=1)
    assert 0 < float((running.max(axis=1) >= result.independent.reserve).mean()) <= 0.05


def test_FA_16_the_terminal_shows_the_hold_after_the_envy_bonus_first() -> None:
    text = printed(shift("fast-action-holdem", seats=6, ante=5_00, bonus=5_00))
    assert re.search(r"bets +\$19,944 *\n +hold after the Envy Bonus +\$126 *\n", text)
    assert re.search(r"Envy Bonus paid +\$510 *\n +hold before it +\$636 *\n", text)
    assert "its own swings are not in them" in text


def test_a_game_without_envy_bonus_says_nothing_of_it() -> None:
    text = printed(shift("double-draw-poker"))
    assert "Envy" not in text
    assert "at most that of the right column" in text


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
        ({"hours": "1e1000000000"}, "hours: expected a number above 0"),
        ({"hours": 0}, "hours: expected a number above 0"),
        ({"rounds_per_hour": -1}, "rounds per hour"),
        ({"risk": 2}, "risk: expected a probability between 0 and 1; got 2"),
        ({"risk": "x"}, "risk: expected a probability between 0 and 1; got 'x'"),
        ({"risk": float("nan")}, "risk: expected a probability"),
        ({"skill": "optimal=half"}, "'optimal' has no share that is a number"),
        ({"skill": "optimal=1e1000000000"}, "'optimal' has no share that is a number"),
        ({"skill": "optimal,naive"}, "'optimal' has no share that is a number"),
        ({"skill": "optimal=0.5,naive=0.6"}, "come to 1.1, not to 1"),
        ({"skill": "optimal=1.5,naive=-0.5"}, "the share of 'naive' is -0.5, not above 0"),
        ({"skill": "optimal=1,naive=0"}, "the share of 'naive' is 0, not above 0"),
        ({"skill": "optimal=0.5,optimal=0.5"}, "'optimal' is named twice"),
        ({"skill": ""}, "nobody is named"),
        ({"skill": {}}, "nobody is named"),
        ({"skill": None}, "neither text nor a mapping"),
        ({"skill": {"optimal": Fraction(1, 2)}}, "come to 0.5, not to 1"),
        ({"skill": {"optimal": Fraction(3, 2), "naive": Fraction(-1, 2)}}, "'naive' is -0.5, not above 0"),
        ({"skill": {"optimal": float("nan")}}, "'optimal' has no share that is a number"),
        ({"skill": {"optimal": 1 / 3, "naive": 2 / 3}}, "come to 9999999999999999/10000000000000000, not to 1"),
        ({"hours": 0.001}, "a shift has 1 to"),
    ],
)
def test_bad_settings_say_what_was_expected(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(message)):
        shift(**choices)


def test_a_bet_over_the_limit_is_refused_without_naming_a_seat() -> None:
    with pytest.raises(LimitExceeded, match=r"^Ante of \$1,000 is over the limit of \$300"):
        shift(ante=1000_00)
    with pytest.raises(BadBet, match=r"^the Ante is required"):
        shift("double-draw-poker", ante=0)


def test_an_unknown_player_and_a_game_among_players_are_refused() -> None:
    with pytest.raises(UnknownName, match="unknown skill for fast-action-holdem 'lucky'") as refused:
        shift("fast-action-holdem", skill="lucky")
    assert str(refused.value).endswith("expected one of: house-way, naive, optimal, rule-list")
    with pytest.raises(UnknownName, match="house-banked game"):
        operate("five-card-holdout")


@pytest.mark.parametrize(
    "mix",
    [
        "optimal=1/5,naive=4/5",
        "optimal=0.2,naive=0.8",
        {"optimal": Fraction(1, 5), "naive": Fraction(4, 5)},
        {"optimal": 0.2, "naive": 0.8},
        {"optimal": "0.2", "naive": "4/5"},
    ],
)
def test_shares_may_be_written_in_any_form_of_number(mix: Any) -> None:
    assert checked_mix(mix) == {"optimal": Fraction(1, 5), "naive": Fraction(4, 5)}
    assert checked_mix({"naive": 1}) == {"naive": 1}
