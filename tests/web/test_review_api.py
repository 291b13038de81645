"""A finished round step by step: what was seen at each moment, what it was worth, and the same from a log file."""

import json
from fractions import Fraction
from typing import Any

import pytest
from support.web_players import Player, play_round

pytest_plugins = ["support.web_fixtures"]

GAME = "pick-2-poker"


def played(player: Player, game: str = GAME, **spec: Any) -> tuple[int, list[dict[str, Any]]]:
    """A table with one finished round, and the states that the player saw in it."""
    player.sign_in()
    table_id = player.open_table(game, **{"seats": 2, "bots": {"1": "random"}, **spec})
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet(game)
        play_round([seat], lambda actions: actions[0])
    return table_id, [message for message in player.received if message["type"] == "state"]


def lines_of(player: Player, table_id: int, number: int) -> list[str]:
    """The lines of a round in the exported log, the opening before them."""
    lines = player.call("GET", f"/api/tables/{table_id}/export").text.splitlines()
    records = [json.loads(line)["record"] for line in lines]
    ends = [
        place
        for place, record in enumerate(records)
        if record["kind"] in ("committed", "settled") and record["data"]["number"] == number
    ]
    return [lines[0], *lines[ends[0] : ends[1] + 1]]


@pytest.mark.parametrize("game", [GAME, "double-draw-poker", "mississippi-stud", "ez-baccarat"])
def test_each_step_shows_what_the_seat_saw_then(player: Player, game: str) -> None:
    table_id, seen = played(player, game)
    told = player.call("GET", f"/api/rounds/{table_id}/1/review?seat=0").json()
    assert told["seat"] == 0
    decisions = [step["decision"] for step in told["steps"] if step["decision"]]
    history = player.call("GET", f"/api/tables/{table_id}/history").json()["rounds"][0]
    assert [(made["seat"], made["action"]) for made in decisions] == [
        (made["seat"], made["action"]) for made in history["actions"]
    ]
    last = told["steps"][-1]
    assert last["kind"] == "settled"
    assert last["snapshot"]["settlements"] == seen[-1]["settlements"]
    own = [state for state in seen if state["legal_actions"]]
    steps = [step for step in told["steps"] if step["decision"] and step["decision"]["seat"] == 0]
    assert len(steps) == len({state["move"] for state in own})
    for step, state in zip(steps, {state["move"]: state for state in own}.values(), strict=True):
        for part in ("piles", "wagers", "events", "actor"):
            assert step["snapshot"][part] == state[part]


def test_a_spectator_sees_no_hidden_card_before_the_end_unless_the_cards_are_opened(player: Player) -> None:
    table_id, _ = played(player)
    hidden = player.call("GET", f"/api/rounds/{table_id}/1/review").json()
    first = {(pile["name"], pile["seat"]): pile["cards"] for pile in hidden["steps"][0]["snapshot"]["piles"]}
    assert all(card == "??" for (_, seat), cards in first.items() if seat is not None for card in cards)
    opened = player.call("GET", f"/api/rounds/{table_id}/1/review?open_cards=true").json()["steps"][0]["snapshot"]
    shown = [card for pile in opened["piles"] if pile["seat"] is not None for card in pile["cards"]]
    assert shown
    assert "??" not in shown


def test_a_decision_is_valued_as_it_would_have_been_then(player: Player) -> None:
    table_id, _ = played(player)
    told = player.call("GET", f"/api/rounds/{table_id}/1/review?seat=0").json()
    decision = next(step["decision"] for step in told["steps"] if step["decision"])
    assert decision["no_value"] == ""
    valued = player.call("GET", f"/api/rounds/{table_id}/1/value?seq={decision['seq']}").json()
    values = {option["action"]["kind"]: Fraction(option["value"]["exact"]) for option in valued["options"]}
    assert Fraction(valued["judgment"]["cost"]["exact"]) >= 0
    assert len(values) >= 1
    hand = [pile for pile in told["steps"][0]["snapshot"]["piles"] if pile["seat"] == decision["seat"]]
    assert hand
    by_log = player.call("POST", f"/api/review/value?seq={decision['seq']}", {"lines": lines_of(player, table_id, 1)})
    assert by_log.json() == valued


def test_the_lines_of_a_log_show_the_same_round_and_a_changed_one_is_refused(player: Player) -> None:
    table_id, _ = played(player)
    lines = lines_of(player, table_id, 1)
    told = player.call("GET", f"/api/rounds/{table_id}/1/review?seat=0").json()
    assert player.call("POST", "/api/review?seat=0", {"lines": lines}).json() == told
    for changed in (lines[1:], [lines[0], *lines[2:]], [*lines[:3], *lines[4:]], lines[:-1]):
        answer = player.call("POST", "/api/review", {"lines": changed})
        assert answer.status_code == 400, changed
        assert answer.json()["code"] == "bad_log"
    forged = [*lines[:-1], lines[-1].replace('"staked":', '"Staked":', 1)]
    assert player.call("POST", "/api/review", {"lines": forged}).json()["code"] == "bad_log"


def test_what_is_not_there_is_not_found(player: Player) -> None:
    table_id, _ = played(player)
    assert player.call("GET", f"/api/rounds/{table_id}/2/review").status_code == 404
    assert player.call("GET", f"/api/rounds/{table_id + 1}/1/review").status_code == 404
    assert player.call("GET", f"/api/rounds/{table_id}/1/review?seat=7").status_code == 404
    assert player.call("GET", f"/api/rounds/{table_id}/1/value?seq=1").status_code == 404
    assert player.call("GET", f"/api/rounds/{table_id}/1/review?seat=-1").status_code == 422
    assert player.call("POST", "/api/review", {"lines": ["x"] * 401}).status_code == 422


def test_nothing_is_told_of_a_round_that_is_on(player: Player) -> None:
    player.sign_in()
    table_id = player.open_table(GAME, seats=1)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet(GAME)
        seat.until(lambda state: bool(state["legal_actions"]))
        assert player.call("GET", f"/api/rounds/{table_id}/1/review?seat=0").status_code == 404
        assert player.call("GET", f"/api/rounds/{table_id}/1/value?seq=3").status_code == 404
