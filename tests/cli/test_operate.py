"""`houseway operate` as a card-room manager types it."""

import json

import pytest
from support.command_line import houseway


def test_a_shift_is_shown_with_win_swings_and_exposure() -> None:
    done = houseway(
        "operate", "two-hand-holdem", "--tables", "4", "--seats", "5", "--skill", "optimal=0.5,rule-list=0.5"
    )
    assert done.returncode == 0, done.stderr
    for words in (
        "win as a share of handle",
        "one shift in 100 is worse than",
        "have a correlation of",
        "Maximum exposure in one round at the limits",
    ):
        assert words in done.stdout


def test_json_has_exact_figures_in_cents() -> None:
    done = houseway("operate", "two-hand-holdem", "--ante", "10", "--hours", "1", "--rounds-per-hour", "50", "--json")
    plain = json.loads(done.stdout)
    assert plain["bet_cents"] == {"ante_1": 1000, "ante_2": 1000}
    assert plain["rounds"] == 50
    assert plain["seat_rounds"] == 200
    assert "/" in plain["win_cents"]["exact"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ante", "a lot"), "takes dollars"),
        (("--seats", "9"), "seats: expected a whole number from 1 to 5"),
        (("--skill", "optimal=1,naive=1"), "come to 2"),
        (("--uptake", "bonus=2"), "takes a share from 0 to 1 for 'bonus'"),
        (("--buy-in", "0"), "Buy-in must be cents"),
        (("--hold", "3"), "Hold must be win ÷ drop"),
    ],
)
def test_wrong_usage_is_status_2_with_what_was_expected(arguments: tuple[str, ...], message: str) -> None:
    done = houseway("operate", "two-hand-holdem", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
