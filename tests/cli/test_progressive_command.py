"""`houseway progressive` as its users type it."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HousewayError

HANDS = 2_598_960


def said(*words: str) -> str:
    return CliRunner().invoke(app, ["progressive", *words], catch_exceptions=False).output


def test_the_figures_of_one_meter_as_json() -> None:
    words = said("mississippi-stud", "--seed", "5,000", "--increment", "20%", "--meter", "$30000", "--json")
    figures = {what: Fraction(value["exact"]) for what, value in json.loads(words)["figures"].items()}
    fixed = Fraction(300 * 624 + 50 * 3744 + 40 * 5108 + 30 * 10200 + 9 * 54912, HANDS)
    slope = Fraction(40 + 36, 10 * HANDS)
    assert figures["return from the fixed prizes"] == fixed
    assert figures["return with the meters as given"] == fixed + 30_000 * slope
    assert figures["break-even amount of the meter"] == (1 - fixed) / slope
    assert figures["average number of bets between hits of the meter"] == 649_740


def test_several_meters_are_named() -> None:
    words = said(
        "mississippi-stud", "--table", "PA-B", *("--seed", "mega=10000", "--seed", "major=500"),
        *("--increment", "mega=0.1", "--increment", "major=0.05"),
    )  # fmt: skip
    assert "average amount of the mega when a bet is made" in words
    assert "100% of the major" in words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["three-card-poker", "--seed", "1", "--increment", "0"], "has no progressive"),
        (["mississippi-stud", "--table", "X", "--seed", "1", "--increment", "0"], "Unknown progressive table 'X'"),
        (
            ["mississippi-stud", "--table", "PA-B", "--seed", "1", "--increment", "0"],
            "takes METER=AMOUNT for each of",
        ),
        (["mississippi-stud", "--seed", "lots", "--increment", "0"], "takes an amount, such as 5000, 0.25 or 25%"),
        (["mississippi-stud", "--seed", "1", "--seed", "2", "--increment", "0"], "gives the meter twice"),
        (["mississippi-stud", "--seed", "1", "--increment", "2"], "cannot add 2 to a meter"),
    ],
)
def test_wrong_settings_say_what_was_expected(words: list[str], message: str) -> None:
    with pytest.raises(HousewayError, match=message):
        said(*words)
