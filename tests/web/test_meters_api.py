"""Meters over HTTP and WebSockets: who may see, open, change and close them, and what a table shows."""

from collections.abc import Callable
from typing import Any

import pytest
from support.web_players import Player

from houseway.room import Room

pytest_plugins = ["support.web_fixtures"]

GRAND = {"title": "Grand", "seed": 500_000, "increment": "0.2375", "reserve": "0.01"}


@pytest.fixture
def operator(room: Room, clients: Callable[[], Player]) -> Player:
    player = clients().register("Olga")
    room.make_operator("Olga")
    return player


def asked(player: Player, method: str, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = player.call(method, path, body or None)
    return answer.status_code, answer.json()


def test_everyone_sees_what_a_meter_shows_and_only_operators_what_is_hidden(
    operator: Player, clients: Callable[[], Player]
) -> None:
    assert asked(operator, "POST", "/api/meters", **GRAND)[0] == 201
    _, seen = asked(clients().sign_in(), "GET", "/api/meters")
    (shown,) = seen["meters"]
    assert shown == {
        "id": 1,
        "title": "Grand",
        "amount": 500_000,
        "seed": 500_000,
        "increment": "19/80",
        "cap": None,
        "tables": [],
    }
    _, seen = asked(operator, "GET", "/api/meters")
    assert {"carry", "reserve", "reserve_carry", "lent", "turn", "reserve_rate"} <= set(seen["meters"][0])


def test_nobody_else_opens_changes_or_closes_a_meter_or_reads_its_ledger(
    operator: Player, clients: Callable[[], Player]
) -> None:
    asked(operator, "POST", "/api/meters", **GRAND)
    ann = clients().sign_in()
    change = {"what": "correct", "amount": 1, "reason": "mine"}
    table = {"game": "caribbean-stud-poker", "options": {"prizes": "100-75-50"}, "meters": {"meter": 1}}
    for method, path, body in (
        ("POST", "/api/meters", GRAND),
        ("POST", "/api/meters/1/changes", change),
        ("POST", "/api/meters/1/close", {"reason": "mine"}),
        ("GET", "/api/meters/1/ledger", {}),
        ("POST", "/api/tables", table),
    ):
        assert asked(ann, method, path, **body)[0] == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"increment": "1/3"},
        {"increment": "2"},
        {"increment": "0.5", "reserve": "0.6"},
        {"seed": -1},
        {"seed": 10**13},
        {"seed": 1.5},
        {"title": ""},
        {"cap": 1},
        {"extra": 1},
    ],
)
def test_a_meter_that_cannot_be_is_refused(operator: Player, wrong: dict[str, Any]) -> None:
    status, answer = asked(operator, "POST", "/api/meters", **{**GRAND, **wrong})
    assert 400 <= status < 500
    assert answer["message"]


def test_an_operator_changes_a_meter_with_a_reason_and_closes_it_into_another(operator: Player) -> None:
    asked(operator, "POST", "/api/meters", **GRAND)
    asked(operator, "POST", "/api/meters", **{**GRAND, "title": "Petit"})
    path = "/api/meters/1/changes"
    assert asked(operator, "POST", path, what="correct", amount=600_000, reason="counted again")[1]["amount"] == 600_000
    assert asked(operator, "POST", path, what="cap", amount=599_999, reason="no")[0] == 400
    assert asked(operator, "POST", path, what="cap", amount=700_000, reason="posted")[1]["cap"] == 700_000
    assert asked(operator, "POST", path, what="correct", reason="nothing")[0] == 400
    _, told = asked(operator, "GET", "/api/meters/1/ledger")
    assert [(entry["amount"], entry["memo"], entry["reason"]) for entry in told["entries"]] == [
        (100_000, "meter: correction", "counted again"),
        (500_000, "meter: seed", None),
    ]
    assert asked(operator, "POST", "/api/meters/1/close", reason="over", into=2)[0] == 200
    _, seen = asked(operator, "GET", "/api/meters")
    assert [(meter["title"], meter["amount"]) for meter in seen["meters"]] == [("Petit", 600_000)]


def test_a_table_shows_its_meter_before_and_after_a_round(room: Room, operator: Player) -> None:
    asked(operator, "POST", "/api/meters", **GRAND)
    spec = {"game": "caribbean-stud-poker", "seats": 1, "options": {"prizes": "100-75-50"}, "meters": {"meter": 1}}
    status, first = asked(operator, "POST", "/api/tables", **spec)
    assert status == 201
    assert first["table"]["prizes"]["rows"]["straight flush"] == "10% of the meter"
    table_id = first["table"]["id"]
    with operator.at(table_id) as seat:
        seat.say(type="sit", seat=0)
        seat.until(lambda state: state["you"]["seat"] == 0)
        seat.say(type="bet", wagers={"ante": 1000, "progressive": 100}, promise="")
        playing = seat.until(lambda state: state["phase"] == "playing")
        assert playing["meters"][0]["played_for"] == 500_023
        seat.say(type="act", action={"kind": "raise"}, move=playing["move"])
        over = seat.until(lambda state: state["phase"] == "result")
    assert over["meters"][0]["amount"] == 500_023 or any("meter" in entry for entry in over["settlements"])
    assert room.verify().ok
