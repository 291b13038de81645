"""A spot solved for the page: figures that can be had by hand, and what is refused."""

from typing import Any

import pytest
from support.web_players import Player

from houseway.errors import HousewayError
from houseway.web.calculations import carry_out

pytest_plugins = ["support.web_fixtures"]

SPOT = {
    "game": "five-card-holdout",
    "board": "2c Qh Ks Ad",
    "holds": [2, 2],
    "pot": 8.0,
    "ranges": ["As Ah", "3s 3h"],
    "locks": [],
    "target": 0.5,
    "line": "",
    "hand": "",
}


def solved(**changes: Any) -> dict[str, Any]:
    return carry_out({"task": "solve", **SPOT, **changes}, lambda *told: None)


def test_whoever_is_known_to_be_ahead_wins_the_pot() -> None:
    """Three aces against a pair of threes, both known: a bet is folded to, half of the pot is won."""
    answer = solved()
    assert answer["value"] == pytest.approx(4, abs=0.04 + answer["exploitability"]["bb"])
    assert answer["exploitability"]["pot_share"] <= 0.005
    assert answer["reached"]
    assert answer["hands"] == [1, 1]
    assert [row["words"] for row in answer["strengths"]] == ["three of a kind, aces"]
    assert (answer["looked_at"], answer["decisions"][0]["actions"]) == (0, ["check", "bet"])


def test_a_hand_at_a_decision_has_a_frequency_and_a_value_for_every_action() -> None:
    """After check and bet the pot is ten: three aces win it by calling two, and nothing by folding."""
    answer = solved(line="check bet", hand="Ah As")
    hand = answer["hand"]
    assert answer["decisions"][answer["looked_at"]]["actions"] == ["fold", "call", "raise"]
    assert (hand["cards"], hand["words"]) == ("Ah As", "three of a kind, aces")
    assert hand["values"][:2] == pytest.approx([0, 10])
    assert sum(hand["often"]) == pytest.approx(1)
    beaten = solved(line="bet", hand="3h 3s")["hand"]
    assert beaten["values"][:2] == pytest.approx([0, -2]), "to call two with the worse hand loses two"


def test_a_lock_is_kept_and_answered() -> None:
    """Who always calls a bet pays it: the first player bets two more than without the lock, and wins them."""
    answer = solved(locks=["bet: call 1"])
    assert answer["value"] == pytest.approx(4 + 2, abs=0.1)
    assert [each["often"] for each in answer["decisions"] if each["line"] == "bet"] == [[0, 1, 0]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"board": "2c Qh"}, "the command shown on this page"),
        ({"board": "2c Qh Ks"}, "The board needs all 4 cards"),
        ({"holds": [5, 1], "ranges": ["", ""]}, "1,712,352 hands"),
        ({"ranges": ["As", "3s 3h"]}, "2 cards"),
        ({"ranges": ["", "3s Ad"]}, "has no hand of 2 cards that the board allows"),
        ({"line": "raise"}, "Did you mean bet raise"),
        ({"hand": "Kh Kd"}, "not in the range of player 1"),
        ({"locks": ["bet"]}, "--lock takes"),
        ({"locks": ["bet: call 0.5"]}, "sum to 1"),
    ],
)
def test_what_cannot_be_solved_here_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(HousewayError, match=words):
        solved(**change)


def test_anybody_may_ask_over_the_api(player: Player) -> None:
    answer = player.call("POST", "/api/solve", SPOT)
    assert answer.status_code == 200, answer.text
    assert answer.json()["value"] == pytest.approx(4, abs=0.1)
    refused = player.call("POST", "/api/solve", {**SPOT, "board": "2c Qh"})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_situation")
    assert player.call("POST", "/api/solve", {**SPOT, "game": "pick-2-poker"}).status_code == 404
    for wrong in ({"holds": [0, 2]}, {"holds": [2]}, {"pot": -1}, {"target": 0}, {"ranges": ["x" * 401, ""]}):
        assert player.call("POST", "/api/solve", {**SPOT, **wrong}).status_code == 422
