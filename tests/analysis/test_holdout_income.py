"""The house's income of Five Card HoldOut: fees by hand, rakes by the rule on every pot, limits by their day."""

import re
from datetime import date
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import houseway as hw
from houseway.analysis.titles.five_card_holdout.income import holdout_income
from houseway.cli import app
from houseway.errors import BadSetting, HousewayError, LimitExceeded, UnknownName


def test_FCH_R7_fees_follow_from_players_hands_and_hours() -> None:
    """Six players for eight hours: 96 half hours at 5 dollars; 240 hands at 50 cents."""
    by_the_clock = holdout_income(time_fee=5_00, hands=2)
    assert by_the_clock.income == 6 * 16 * 5_00
    assert by_the_clock.standard_deviation == by_the_clock.income_reach == 0
    by_the_hand = holdout_income(hand_fee=50, hands=2, tables=2)
    assert by_the_hand.hands == 2 * 240
    assert by_the_hand.income == 6 * 480 * 50
    assert by_the_hand.per_table_hour == 6 * 30 * 50
    assert holdout_income(hands=2).income == 0


def test_FCH_R7_the_rake_of_every_pot_is_its_percentage_up_to_the_cap_or_nothing_without_a_flop() -> None:
    result = holdout_income(rake_percent=5, rake_cap=3_00, hands=60, seed=4)
    assert {rake for pot, rake in zip(result.pots, result.rakes, strict=True) if rake == 0 or pot > 60_00} == {0, 3_00}
    for pot, rake in zip(result.pots, result.rakes, strict=True):
        assert rake in (0, min(3_00, pot * 5 // 100))
    assert result.income == Fraction(sum(result.rakes), 60) * 240


def test_a_fee_changes_no_pot() -> None:
    pots = holdout_income(hands=20, seed=9).pots
    assert holdout_income(rake_percent=10, hands=20, seed=9).pots == pots
    assert holdout_income(time_fee=3_00, hands=20, seed=9).pots == pots
    assert holdout_income(hand_fee=1_00, hands=20, seed=9).pots == pots


def test_hands_of_another_seed_agree_within_the_intervals() -> None:
    one, other = (holdout_income(rake_percent=5, rake_cap=4_00, hands=150, seed=seed) for seed in (1, 2))
    assert abs(float(one.income - other.income)) < one.income_reach + other.income_reach
    assert one.pots != other.pots


def test_styles_may_be_mixed_and_make_other_pots() -> None:
    tight = holdout_income(styles="tight", hands=60)
    wild = holdout_income(styles={"aggressive": 0.5, "caller": 0.5}, hands=60)
    assert wild.average_pot > 2 * tight.average_pot


def test_WAC_230_15_080_a_fee_over_the_limit_of_the_day_is_refused() -> None:
    with pytest.raises(LimitExceeded, match=r"a rake of 12% is over the limit of 10% in washington .*WAC 230-15-080"):
        holdout_income(rake_percent=12)
    with pytest.raises(LimitExceeded, match=r"a fee an hour for each player of \$12 is over the limit of \$10"):
        holdout_income(time_fee=6_00)
    with pytest.raises(LimitExceeded, match=r"a fee a hand for each player of \$2 is over the limit of \$1"):
        holdout_income(hand_fee=2_00)
    before = hw.game("five-card-holdout", on=date(2016, 1, 1))
    with pytest.raises(LimitExceeded, match=r"a rake a hand without a cap is over the limit of \$5"):
        holdout_income(before, rake_percent=10)
    other = hw.game("five-card-holdout", jurisdiction="washington-other-classes", big_blind=200)
    with pytest.raises(LimitExceeded, match="over the limit of 0%"):
        holdout_income(other, rake_percent=5)
    assert holdout_income(other, time_fee=5_00, hands=1).income == 480_00
    free = hw.game("five-card-holdout", jurisdiction="none")
    assert holdout_income(free, rake_percent=12, hands=1).game.rake_percent == 12


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"rake_percent": -1}, "rake: expected a percentage above 0"),
        ({"rake_percent": "much"}, "Rake must be a percentage of the pot; got 'much'"),
        ({"rake_percent": 5, "rake_cap": -100}, "rake_cap: expected a whole number of cents"),
        ({"time_fee": 0}, "time fee: expected cents"),
        ({"hand_fee": -5}, "time_fee: expected a whole number of cents"),
        ({"hand_fee": 50, "time_fee": 100}, "one kind of fee"),
        ({"players": 10}, "players: expected a whole number from 2 to 9"),
        ({"hours": 0}, "hours: expected a number above 0"),
        ({"hours": "0.01"}, "A shift needs at least one hand"),
        ({"hands": 0}, "hands: expected a whole number"),
    ],
)
def test_bad_settings_say_what_was_expected(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(message)):
        holdout_income(**{"hands": 1, **choices})


def test_unknown_styles_and_games_against_the_house_are_refused() -> None:
    with pytest.raises(UnknownName, match="style 'lucky' of five-card-holdout"):
        holdout_income(styles="lucky")
    with pytest.raises(UnknownName, match="game between players"):
        holdout_income("pick-2-poker")


def test_the_terminal_says_that_the_rake_rests_on_how_the_automatic_players_play() -> None:
    console = Console(width=120, file=StringIO())
    with console.capture() as captured:
        console.print(holdout_income(rake_percent=5, rake_cap=4_00, hands=5))
    text = " ".join(captured.get().split())
    assert "Rake 5% of the pot, at most $4 per hand, none without a flop." in text
    assert "Pots are those of 5 hands of computer players (100% hold-best; seed 0)" in text


def test_the_command_takes_a_rake_for_players_and_none_for_a_banked_game() -> None:
    shown = CliRunner().invoke(app, ["operate", "five-card-holdout", "--time-fee", "4", "--hands", "2"])
    assert shown.exit_code == 0
    assert "$384" in shown.stdout
    refused = CliRunner().invoke(app, ["operate", "pick-2-poker", "--rake", "5"])
    assert isinstance(refused.exception, HousewayError)
    assert "is house-banked and takes no rake or fees" in str(refused.exception)
