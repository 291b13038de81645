"""What is said of a draft: no letter approves it, and no test that ships covers it."""

from dataclasses import replace

import pytest

import houseway as hw
from houseway.games.engine.game import Game
from houseway.games.engine.sheet import Sheet, sheet
from houseway.report.verification import tests_part as part_about_tests
from houseway.web import game_choices


def as_draft(facts: Sheet) -> Sheet:
    return replace(facts, letter=replace(facts.letter, listed=None, draft=True))


def words_about_tests(game: Game) -> str:
    return str(part_about_tests(game).blocks)


def test_a_report_claims_no_test_of_a_draft() -> None:
    shipped = hw.game("three-card-poker")
    draft = replace(shipped, sheet=as_draft(shipped.sheet))
    assert "No test of the package covers this draft" in words_about_tests(draft)
    assert "covers this draft" not in words_about_tests(shipped)


def test_the_laboratory_hears_that_a_game_is_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(game["status"] != "draft" for game in game_choices.all_games())
    monkeypatch.setattr(game_choices, "sheet", lambda slug: as_draft(sheet(slug)))
    assert game_choices.all_games.__wrapped__()[-1]["status"] == "draft"
