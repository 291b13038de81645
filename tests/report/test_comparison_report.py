"""The report of a comparison has the figures of the comparison, and nothing of the day it was made on."""

import json
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from houseway.analysis.compare.comparison import compare
from houseway.games.catalogue import game
from houseway.games.engine.limits import limits_on
from houseway.report import comparison_report, render
from houseway.report.model import Model

EXAMPLES = Path(__file__).parents[2] / "examples"


def text_of(model: Model) -> str:
    pages = PdfReader(BytesIO(render(model, "pdf"))).pages
    return "".join("".join(page.extract_text() for page in pages).split())


@pytest.fixture(scope="module")
def both_push() -> Model:
    return comparison_report(compare(game("pick-2-poker"), game("pick-2-poker", readings={"P2-R1": "both-push"})))


def test_P2_R1_changed_shows_both_edges_and_that_they_change_sides(both_push: Model) -> None:
    text = text_of(both_push)
    assert "13043557/1363422060" in text
    assert "−696020147/3650774820" in text
    assert "Theedgechangessides." in text
    assert "HouseedgeperAnteplayer's0.9567%19.0650%+20.0217" in text
    assert "whatevertheplayer'shandisTheAnteandthePlaybothpush" in text


def test_every_move_between_decisions_is_printed(both_push: Model) -> None:
    text = text_of(both_push)
    for move in json.loads(render(both_push, "json"))["data"]["decisions"]["moves"]:
        assert f"{move['base']}{move['changed']}{move['hands']:,}".replace(" ", "") in text


@pytest.mark.slow
def test_an_invented_pay_table_names_the_rows_that_differ() -> None:
    text = text_of(comparison_report(compare("pick-2-poker", EXAMPLES / "pick-2-poker-invented.toml")))
    assert "3-5Bonus,threecards:suitedA-K-QP2-910to18to1" in text
    assert "3-5Bonus,threecards:straightP2-9norow1to1" in text
    assert "5CardBonusOnly:royalflushP2-10500to1200to1" in text
    assert "3-5Bonus,fivecards:" not in text.partition("Changeofthefigures")[0]


def test_identical_games_are_called_identical() -> None:
    model = comparison_report(compare("two-hand-holdem", "two-hand-holdem"))
    assert model.subtitle == "identical games"
    text = text_of(model)
    assert "Thetwoarethesamegame" in text
    assert "changed.toml," not in text


def test_a_comparison_does_not_depend_on_the_day() -> None:
    def made(day: date) -> bytes:
        table = replace(game("two-hand-holdem"), limits=limits_on("washington", day))
        return render(comparison_report(compare(table, table)), "json")

    assert made(date(2024, 5, 1)) == made(date(2026, 1, 2))


@pytest.mark.slow
def test_the_command_of_another_strategy_names_it() -> None:
    both = game("pick-2-poker"), game("pick-2-poker", readings={"P2-R1": "both-push"})
    text = text_of(comparison_report(compare(*both, strategy="rule-list")))
    assert "houseway compare base.toml changed.toml --strategy rule-list -o comparison.pdf".replace(" ", "") in text


def test_a_version_without_a_limit_is_named_beside_the_exposure_of_the_other() -> None:
    text = text_of(comparison_report(compare(game("pick-2-poker"), game("pick-2-poker", jurisdiction="none"))))
    assert "Thechangedgamehasnolimitonwagers" in text
    assert "Largestpayoutofawager$150,000.00" in text
    assert "Nolimitonwagersisinforce" not in text
