"""A shift in a card room, against sums by hand and simulated shifts."""

import re
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import houseway as hw
from houseway.analysis.operations.clientele import checked_mix, mixed
from houseway.analysis.operations.operation import Operation, operate
from houseway.analysis.operations.risk import reserve, total_of
from houseway.analysis.operations.variance import Kind, net_and_envy
from houseway.analysis.results.distribution import Distribution
from houseway.errors import BadBet, BadSetting, LimitExceeded, UnknownName


def shift(slug: str = "pick-2-poker", **choices: object) -> Operation:
    return operate(slug, **{"with_exposure": False, **choices})  # type: ignore[arg-type]


def printed(result: Operation) -> str:
    console = Console(width=120, file=StringIO())
    with console.capture() as captured:
        console.print(result)
    return captured.get()


def test_win_is_rounds_times_players_times_the_expected_loss_of_one() -> None:
    result = shift("double-draw-poker", tables=3, hours=6, rounds_per_hour=25, seats=5, ante=10_00)
    exactly = hw.analyze("double-draw-poker")
    assert (result.rounds, result.seat_rounds) == (450, 2250)
    assert result.win == -exactly.value * 2250 * 10_00
    assert result.handle == exactly.average_wager * 2250 * 10_00
    assert result.win_of_handle == exactly.house_edge("unit bet")


def test_half_hours_and_broken_rounds_are_counted_in_whole_rounds() -> None:
    assert shift(hours="7.5", rounds_per_hour="33").rounds == 247
    assert shift(tables=3, hours="6.5", rounds_per_hour="37").rounds == 3 * 240


def test_an_hour_at_a_table_is_an_hour_of_full_rounds() -> None:
    result = shift("double-draw-poker", tables=3, hours="6.5", rounds_per_hour="37", seats=5, ante=15_00)
    lost_by_one = -hw.analyze("double-draw-poker").value * 15_00
    assert result.per_table_hour(result.win) == 37 * 5 * lost_by_one


def test_DD_R2_without_a_number_of_players_no_more_sit_down_than_there_are_seats() -> None:
    assert operate(hw.game("double-draw-poker"), with_exposure=False).seats == 4
    assert operate(hw.game("double-draw-poker", readings={"DD-R2": "3"}), with_exposure=False).seats == 3


def test_the_variance_is_that_of_each_seat_and_of_every_pair_of_seats() -> None:
    result = shift(seats=5)
    assert result.link is not None
    exactly = hw.analyze("pick-2-poker").net.variance * 25_00**2
    assert result.link.variance == exactly
    each_round = 5 * float(exactly) + 20 * result.link.covariance
    assert float(result.swing.players.variance) == pytest.approx(each_round * result.rounds, rel=1e-9)
    assert float(result.swing.players.mean) == pytest.approx(-float(result.win), rel=1e-9)
    low, high = result.swing.deviation_interval
    assert low < result.swing.standard_deviation < high


def test_one_player_alone_has_the_exact_distribution_of_the_seat() -> None:
    result = shift(seats=1)
    alone = total_of(result.net, result.rounds)
    assert result.link is None
    assert result.swing.players.variance == alone.variance
    assert result.swing.losing_shift == pytest.approx(alone.above(0), abs=1e-12)


def test_seats_against_one_dealer_pull_the_same_way_and_seats_that_share_a_deck_alone_a_little_apart() -> None:
    """Jokers that one player of Double Draw Poker gets, another does not."""
    signs = {"two-hand-holdem": 1, "pick-2-poker": 1, "fast-action-holdem": 1, "double-draw-poker": -1}
    for slug, sign in signs.items():
        link = shift(slug).link
        assert link is not None
        assert sign * link.correlation - link.correlation_reach > 0
        assert link.shipped


def test_the_best_play_of_2_hand_hold_em_takes_the_correlation_of_the_rule_list() -> None:
    best, rules = shift("two-hand-holdem").link, shift("two-hand-holdem", skill="rule-list").link
    assert best is not None
    assert rules is not None
    assert (best.stands_in, rules.stands_in) == ("rule-list", None)
    assert best.correlation == pytest.approx(rules.correlation, abs=2e-4)


@pytest.mark.slow
def test_a_mix_of_players_has_the_mixed_edge_exactly() -> None:
    mix = shift(skill="optimal=0.25,rule-list=0.25,five-only=0.5", seats=1)
    values = [hw.analyze("pick-2-poker", strategy=name).value for name in ("optimal", "rule-list", "five-only")]
    assert mix.net.mean == (values[0] / 4 + values[1] / 4 + values[2] / 2) * 25_00


def test_a_naive_player_is_the_everyday_automatic_player_of_the_game() -> None:
    result = shift(skill="naive")
    assert [guest.strategy for guest in result.guests] == ["three-with-straights"]
    assert result.win > shift(skill="rule-list").win > shift(skill="optimal").win


def test_mixing_adds_up_probabilities() -> None:
    two = Distribution.of({Fraction(0): 1, Fraction(5): 1})
    three = Distribution.of({Fraction(5): 2, Fraction(7): 1})
    both = mixed([(Fraction(1, 3), two), (Fraction(2, 3), three)])
    assert both.probability(lambda value: value == 5) == Fraction(1, 3) / 2 + Fraction(2, 3) * Fraction(2, 3)
    assert both.mean == two.mean / 3 + 2 * three.mean / 3


def test_losing_shifts_and_bad_shifts_of_one_player_are_as_frequent_as_simulated_ones() -> None:
    result = shift("fast-action-holdem", seats=1, hours=6, ante=10_00)
    net = result.net
    values = np.array([float(value) for value in net.weights])
    chances = np.array([weight / net.total for weight in net.weights.values()])
    trials = 20_000
    dealt = np.random.default_rng(7).multinomial(result.seat_rounds, chances / chances.sum(), trials) @ values
    assert abs(float((dealt > 1e-6).mean()) - result.swing.losing_shift) < 4 * 0.5 / trials**0.5
    worse = float((-dealt < float(result.swing.house_at(0.05)) - 1e-6).mean())
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


def test_FA_16_the_envy_bonus_is_in_the_variance_with_its_share_in_the_players_own_results() -> None:
    """Var(x + 5 e) = Var(x) + 10 Cov(x, e) + 25 Var(e), of one player's hand among six players with lammers."""
    result = shift("fast-action-holdem", seats=6, ante=5_00, bonus=5_00)
    joint = net_and_envy(result.game, Kind("optimal"))
    total = sum(joint.values())

    def mean(of: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
        return sum((of(500 * net, envy) * weight for (net, envy), weight in joint.items()), Fraction(0)) / total

    own, envy = mean(lambda x, e: x), mean(lambda x, e: e)
    variances = mean(lambda x, e: x * x) - own**2, mean(lambda x, e: e * e) - envy**2
    both = mean(lambda x, e: x * e) - own * envy
    assert both > 0
    assert result.cost.variance == variances[0] + 10 * both + 25 * variances[1]
    assert result.cost.mean == own + 5 * envy
    assert result.cost.standard_deviation > 1.2 * result.net.standard_deviation


def test_FA_16_the_expected_envy_bonus_moves_every_figure_of_a_swing() -> None:
    result = shift("fast-action-holdem", seats=6, ante=5_00, bonus=5_00)
    assert round(result.win / 100) == 636
    assert round(result.win_after_envy / 100) == 126
    assert float(result.swing.players.mean) == pytest.approx(float(result.envy - result.win), rel=1e-9)
    bars, below, _ = result.swing.histogram()
    half = next(place for place in range(len(bars)) if below + sum(chance for _, chance in bars[: place + 1]) >= 0.5)
    assert bars[half][0] == pytest.approx(float(result.swing.house_at(0.5)), abs=bars[1][0] - bars[0][0])
    alone = shift("fast-action-holdem", seats=1, ante=5_00, bonus=5_00)
    assert alone.cost == alone.net


@pytest.mark.slow
def test_FA_16_half_as_many_lammers_cost_half_as_much() -> None:
    result = shift("fast-action-holdem", seats=5, ante=5_00, bonus=5_00, uptake="bonus=0.5")
    betting, not_betting = (guest.result for guest in result.guests)
    assert betting.envy is not None
    assert not_betting.envy is not None
    assert result.envy == (betting.envy + not_betting.envy) / 2 * 4 / 2 * result.seat_rounds


def test_uptake_mixes_players_with_the_optional_bet_and_without_it() -> None:
    result = shift("pick-2-poker", bonus=5_00, uptake={"5 Card Bonus Only": 0.4}, seats=1)
    with_it = hw.analyze("pick-2-poker", bets={"five_card_bonus": Fraction(1, 5)})
    without = hw.analyze("pick-2-poker")
    assert result.net.mean == 25_00 * (with_it.value * 2 / 5 + without.value * 3 / 5)
    wagers = with_it.average_wager * 2 / 5 + without.average_wager * 3 / 5
    assert result.handle == 25_00 * wagers * result.seat_rounds
    assert [guest.share for guest in result.guests] == [Fraction(2, 5), Fraction(3, 5)]


@pytest.mark.slow
def test_everybody_and_nobody_are_uptakes_too() -> None:
    all_bet = shift("fast-action-holdem", uptake="Bonus=1", seats=2)
    assert all_bet.win == shift("fast-action-holdem", seats=2).win
    none_bets = shift("fast-action-holdem", uptake="bonus=0", seats=2)
    assert none_bets.win == shift("fast-action-holdem", bonus=0, seats=2).win
    assert none_bets.envy == 0


def test_the_hold_follows_from_buy_ins_and_the_drop_from_a_hold() -> None:
    """Five players for eight hours who each buy 60 dollars an hour change 2,400 dollars."""
    by_buy_ins = shift("double-draw-poker", seats=5, buy_in=60_00).drop
    assert by_buy_ins is not None
    assert by_buy_ins.cents == 2_400_00
    win = shift("double-draw-poker", seats=5).win
    assert by_buy_ins.hold == win / 2_400_00
    by_hold = shift("double-draw-poker", seats=5, hold="0.25").drop
    assert by_hold is not None
    assert by_hold.cents == 4 * win
    assert shift("double-draw-poker").drop is None


def test_FA_16_the_terminal_shows_the_win_after_the_envy_bonus_first() -> None:
    text = printed(shift("fast-action-holdem", seats=6, ante=5_00, bonus=5_00))
    assert re.search(r"bets\) +\$19,944 *\n +win after the Envy Bonus +\$126 *\n", text)
    assert re.search(r"Envy Bonus paid +\$510 *\n +win before it +\$636 *\n", text)
    assert "Two seats of a table have a correlation of 0.0" in text


def test_a_game_without_envy_bonus_says_nothing_of_it() -> None:
    text = printed(shift("double-draw-poker", buy_in=100_00))
    assert "Envy" not in text
    assert re.search(r"hold \(win / drop\), computed +\d+\.\d\d%", text)


def test_the_house_histogram_runs_from_the_worst_to_the_best() -> None:
    bars, below, above = shift().swing.histogram(40)
    assert [value for value, _ in bars] == sorted(value for value, _ in bars)
    assert below + sum(chance for _, chance in bars) + above == pytest.approx(1, abs=1e-9)


def test_exposure_is_shown_at_the_limits() -> None:
    result = operate("double-draw-poker")
    assert result.exposure is not None
    assert result.exposure.bound == 503 * 300_00


@pytest.mark.slow
def test_the_bet_that_need_not_equal_the_ante_may_be_given() -> None:
    assert dict(shift(bonus=5_00).bet) == {"ante": 25_00, "three_five": 25_00, "five_card_bonus": 5_00}
    with pytest.raises(BadSetting, match="no Bonus of a different size"):
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
        ({"hours": 0.001}, "A shift takes 1 to"),
        (
            {"bonus": 5_00, "uptake": "five_card_bonus=1.5"},
            "from 0 to 1 for 'five_card_bonus'; got '1.5'",
        ),
        ({"bonus": 5_00, "uptake": "five_card_bonus=-0.1"}, "Uptake takes a share from 0 to 1"),
        ({"bonus": 5_00, "uptake": {"five_card_bonus": float("nan")}}, "Uptake takes a share from 0 to 1"),
        ({"bonus": 5_00, "uptake": "some"}, "Uptake takes WAGER=SHARE, such as bonus=0.4; got 'some'"),
        ({"uptake": "five_card_bonus=0.5"}, "Uptake names five_card_bonus, which has no size"),
        ({"buy_in": 0}, "Buy-in must be cents per player and hour, above 0; got 0"),
        ({"hold": "1.2"}, "Hold must be win ÷ drop, above 0 and at most 1; got '1.2'"),
        ({"hold": 0.2, "buy_in": 100}, "each set the drop. Give only one"),
        ({"hold": 0.2}, "the house expects to lose with these players"),
    ],
)
def test_bad_settings_say_what_was_expected(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(message)):
        shift(**choices)


def test_a_bet_over_the_limit_is_refused_without_naming_a_seat() -> None:
    with pytest.raises(LimitExceeded, match=r"^The Ante of \$1,000 is over the limit of \$300"):
        shift(ante=1000_00)
    with pytest.raises(BadBet, match=r"^The Ante is required"):
        shift("double-draw-poker", ante=0)


def test_an_unknown_player_and_a_game_among_players_are_refused() -> None:
    with pytest.raises(UnknownName, match="Unknown skill 'lucky' for fast-action-holdem") as refused:
        shift("fast-action-holdem", skill="lucky")
    assert str(refused.value).endswith("Expected one of: house-way, naive, optimal, rule-list.")
    with pytest.raises(UnknownName, match="has no house edge"):
        operate("five-card-holdout")
    with pytest.raises(UnknownName, match="Unknown optional wager 'three_five' of pick-2-poker"):
        shift(uptake="three_five=0.5")
    with pytest.raises(UnknownName, match="every wager is required"):
        shift("double-draw-poker", uptake="bonus=0.5")


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
