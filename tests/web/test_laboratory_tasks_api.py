"""Comparisons, shifts and reports over the API."""

import time
from base64 import b64decode
from fractions import Fraction
from typing import Any

import pytest
from support.web_players import Player

import houseway as hw
from houseway.web.jobs import DONE, FAILED

pytest_plugins = ["support.web_fixtures"]


def finished(player: Player, path: str, asked: dict[str, Any]) -> dict[str, Any]:
    answer = player.call("POST", path, asked)
    assert answer.status_code == 202, answer.text
    job: dict[str, Any] = answer.json()
    for _ in range(6000):
        if job["status"] in (DONE, FAILED):
            return job
        time.sleep(0.05)
        job = player.call("GET", f"/api/lab/jobs/{job['id']}").json()
    raise AssertionError(job)


def test_a_shift_has_the_exact_win_and_the_points_of_its_plot(player: Player) -> None:
    asked = {"game": "two-hand-holdem", "tables": 2, "hours": "1.5", "rounds_per_hour": "40", "ante": 10_00}
    job = finished(player, "/api/lab/shifts", {**asked, "seats": 3, "skill": "optimal=0.5,rule-list=0.5"})
    assert job["status"] == DONE, job
    result = job["result"]
    values = [hw.analyze("two-hand-holdem", strategy=name).value for name in ("optimal", "rule-list")]
    assert Fraction(result["win_cents"]["exact"]) == -sum(values) / 2 * 2 * 60 * 3 * 10_00
    drawn = result["histogram"]
    assert sum(chance for _, chance in drawn["bars"]) + drawn["below"] + drawn["above"] == pytest.approx(1, abs=1e-9)


@pytest.mark.slow
def test_a_shift_with_a_side_bet_that_some_make(player: Player) -> None:
    """Pair Plus loses 128/5525 of what is bet on it."""
    plain = {"game": "three-card-poker", "ante": 10_00}
    beside = {"side_bets": {"pair_plus": 5_00}, "uptake": {"pair_plus": "0.25"}}
    won = [
        Fraction(finished(player, "/api/lab/shifts", asked)["result"]["win_cents"]["exact"])
        for asked in ({**plain, **beside}, plain)
    ]
    assert won[0] - won[1] == Fraction(128, 5525) * 5_00 / 4 * 8 * 40 * 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"side_bets": {"luck": 5_00}}, "Unknown optional wager"),
        ({"skill": "optimal=0.5"}, "come to 0.5"),
        ({"hours": "long"}, "hours: expected a number"),
        ({"seats": 6}, "seats: expected a whole number from 1 to 5"),
        ({"ante": 400_00}, "over the limit"),
        ({"skill": "lucky"}, "Unknown skill 'lucky' for two-hand-holdem"),
    ],
)
def test_a_shift_that_cannot_be_fails_with_what_was_expected(
    player: Player, change: dict[str, Any], words: str
) -> None:
    job = finished(player, "/api/lab/shifts", {"game": "two-hand-holdem", **change})
    assert job["status"] == FAILED
    assert words in job["error"]


@pytest.mark.slow
def test_a_comparison_is_made_with_the_letters_table_and_the_usual_readings(player: Player) -> None:
    rows = {"base": "typed", "name": "typed, changed", "five-card-only": {"royal flush": 400}}
    asked = {"game": "pick-2-poker", "readings": {"P2-R1": "both-push"}, "paytable": rows, "base": "typed"}
    job = finished(player, "/api/lab/comparisons", asked)
    assert job["status"] == DONE, job
    result = job["result"]
    assert result["base"]["readings"]["P2-R1"] == "ante-pays-play-pushes"
    assert {each["what"] for each in result["differences"]} >= {"P2-R1", "5 Card Bonus Only: royal flush"}
    assert "The edge changes sides." in result["verdict"]


@pytest.mark.slow
def test_the_base_game_is_the_same_as_itself(player: Player) -> None:
    job = finished(player, "/api/lab/comparisons", {"game": "pick-2-poker", "paytable": "felt", "base": "felt"})
    assert job["result"]["identical"] is True


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/api/lab/reports", "/api/lab/comparisons"])
def test_a_report_comes_as_a_pdf(player: Player, path: str) -> None:
    job = finished(player, path, {"game": "pick-2-poker", "form": "pdf"})
    assert job["status"] == DONE, job
    assert job["result"]["name"].endswith(".pdf")
    assert b64decode(job["result"]["base64"]).startswith(b"%PDF")


@pytest.mark.parametrize("path", ["/api/lab/reports", "/api/lab/comparisons", "/api/lab/shifts"])
def test_a_game_between_players_and_files_on_the_server_are_refused(player: Player, path: str) -> None:
    assert player.call("POST", path, {"game": "five-card-holdout"}).status_code == 404
    assert player.call("POST", path, {"game": "examples/pick-2-poker.toml"}).status_code == 404
    assert player.call("POST", path, {"game": "pick-2-poker", "paytable": "/etc/passwd.toml"}).status_code == 404


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/lab/reports", {"form": "exe"}),
        ("/api/lab/comparisons", {"form": "html"}),
        ("/api/lab/comparisons", {"base": ["typed"]}),
        ("/api/lab/shifts", {"tables": 0}),
        ("/api/lab/shifts", {"tables": 1001}),
        ("/api/lab/shifts", {"ante": -1}),
        ("/api/lab/shifts", {"hours": "8" * 81}),
        ("/api/lab/shifts", {"risk": 0.5}),
        ("/api/lab/shifts", {"side_bets": {"pair_plus": -1}}),
        ("/api/lab/shifts", {"uptake": {str(number): "1" for number in range(13)}}),
    ],
)
def test_a_request_of_the_wrong_form_is_not_accepted(player: Player, path: str, body: dict[str, Any]) -> None:
    assert player.call("POST", path, {"game": "pick-2-poker", **body}).status_code == 422


def test_an_unknown_base_table_is_refused(player: Player) -> None:
    asked = {"game": "pick-2-poker", "base": "nonesuch"}
    assert player.call("POST", "/api/lab/comparisons", asked).status_code == 404
