"""`houseway games` and `houseway rules`: every clause, reading and pay table, for people and as JSON."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games.catalogue import GAMES
from houseway.games.engine.sheet import sheet

run = CliRunner().invoke


def test_games_lists_every_game_with_its_published_edges() -> None:
    shown = run(app, ["games"]).stdout
    assert all(slug in shown for slug in GAMES)
    assert "6.88%" in shown
    assert "4.63%" in shown


def test_games_as_json_is_one_object() -> None:
    listed = json.loads(run(app, ["games", "--json"]).stdout)["games"]
    assert [game["slug"] for game in listed] == list(GAMES)
    seats = {game["slug"]: game["seats"] for game in listed}
    assert seats["two-hand-holdem"] == [1, 5]
    assert seats["five-card-holdout"] == [2, 9]
    decks = {game["slug"]: game["deck"] for game in listed}
    assert decks["double-draw-poker"] == 54
    assert decks["fast-action-holdem-multi"] == 312


@pytest.mark.parametrize("slug", GAMES)
def test_rules_show_every_clause_reading_and_choice(slug: str) -> None:
    shown = run(app, ["rules", slug]).stdout
    facts = sheet(slug)
    assert all(clause in shown for clause in facts.clauses)
    for reading in facts.readings.values():
        assert f"Reading {reading.id}" in shown
        assert all(choice in shown for choice in reading.choices)


def test_rules_as_json_hold_the_pay_tables() -> None:
    rules = json.loads(run(app, ["rules", "double-draw-poker", "--json"]).stdout)
    assert rules["paytables"]["1"]["bonus"]["three of a kind"] == "1"
    assert rules["paytables"]["2"]["bonus"]["three of a kind"] == "push"
    assert rules["readings"]["DD-R1"]["default"] == "bug"


@pytest.mark.parametrize("command", ["games", "--help"])
def test_help_and_listing_load_no_heavy_package(command: str) -> None:
    code = f"""
import sys
from houseway.cli import app
try:
    app([{command!r}])
finally:
    sys.stderr.write(" ".join({{"numpy", "numba", "scipy", "sqlalchemy", "fastapi"}} & set(sys.modules)))
"""
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "play" in told.stdout
    assert told.stderr == ""
