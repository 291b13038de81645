"""A table that is set aside, as its watchers, a newcomer and the operator see it."""

import logging
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from support.web_players import Player, Seat

from houseway.room import Room

pytest_plugins = ["support.web_fixtures"]

PICK_2 = "pick-2-poker"
WORDS = "This table is closed because its log failed verification. The operator has been notified."


def break_the_end(room: Room, table_id: int) -> None:
    """Behind the room's back."""
    connection = sqlite3.connect(str(room.database.engine.url.database))
    connection.execute("UPDATE chains SET head = ? WHERE id = ?", ("f" * 64, table_id))
    connection.commit()
    connection.close()


def goodbye(seat: Seat) -> tuple[dict[str, Any], WebSocketDisconnect]:
    """The last message before the server ends a connection, and how it ended."""
    while True:
        try:
            last = seat.hear()
        except WebSocketDisconnect as over:
            return last, over


@pytest.fixture
def operator(room: Room, clients: Callable[[], Player]) -> Player:
    player = clients().register("Olga")
    room.make_operator("Olga")
    return player


def test_watchers_of_a_broken_table_are_told_and_the_operator_sees_why(
    room: Room, clients: Callable[[], Player], operator: Player, caplog: pytest.LogCaptureFixture
) -> None:
    ann, watcher = clients().sign_in(), clients().sign_in()
    table_id, other = ann.open_table(PICK_2, seats=2), ann.open_table(PICK_2, seats=1)
    with ann.at(table_id) as at_ann, watcher.at(table_id) as at_watcher:
        at_ann.until(lambda state: True)
        at_watcher.until(lambda state: True)
        break_the_end(room, table_id)
        at_ann.say(type="sit", seat=0)
        for seat in (at_ann, at_watcher):
            last, over = goodbye(seat)
            assert last == {"type": "error", "code": "table_set_aside", "message": WORDS}
            assert (over.code, over.reason) == (1008, WORDS)
    assert [table["id"] for table in ann.client.get("/api/tables").json()["tables"]] == [other]
    refused = ann.client.get(f"/api/tables/{table_id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "table_set_aside")
    with pytest.raises(WebSocketDisconnect) as again, ann.at(table_id) as seat:
        seat.hear()
    assert again.value.reason == WORDS
    with caplog.at_level(logging.WARNING):
        room.tick()
    assert not caplog.records

    listed = operator.client.get("/api/set-aside").json()["tables"]
    assert [(entry["id"], entry["record"], entry["released"]) for entry in listed] == [(table_id, None, False)]
    assert "another program" in listed[0]["why"]
    assert ann.client.get("/api/set-aside").status_code == 403
    with ann.at(other) as seat:
        seat.sit(0)


def test_the_operator_releases_the_chips_of_a_table_that_is_set_aside(
    room: Room, clients: Callable[[], Player], operator: Player
) -> None:
    ann, bob = clients().sign_in(), clients().sign_in()
    table_id = ann.open_table(PICK_2, seats=2)
    with ann.at(table_id) as at_ann, bob.at(table_id) as at_bob:
        at_ann.sit(0)
        at_bob.sit(1)
        at_ann.bet(PICK_2)
        at_ann.until(lambda state: state["you"]["chips"] < 100_000)
        break_the_end(room, table_id)
        at_bob.bet(PICK_2)
        goodbye(at_bob)
    assert room.user(ann.user["id"]).chips < 100_000
    path = f"/api/set-aside/{table_id}/release"
    assert ann.call("POST", path).status_code == 403
    assert operator.call("POST", path).json()["released"] is True
    assert operator.call("POST", path).status_code == 403
    assert operator.call("POST", "/api/set-aside/77/release").status_code == 404
    assert room.user(ann.user["id"]).chips == 100_000
