"""What fills the log for nothing is refused over both faces, with the time after which it is allowed again."""

import time

from fastapi.testclient import TestClient
from support.web_players import Player

from houseway.room import Room, RoomSettings, TableSpec
from houseway.room.settings import OPENED_TABLE, SEAT, SIT_OUT, Quota
from houseway.web import create_app
from houseway.web.settings import Rate, Settings

pytest_plugins = ["support.web_fixtures"]


def test_toggling_and_opening_tables_end_in_too_often(settings: Settings) -> None:
    allowed = Quota(at_once=OPENED_TABLE + SEAT + 2 * SIT_OUT, every=1000.0)
    room = Room("sqlite://", RoomSettings(changes_of_a_person=allowed))
    with TestClient(create_app(room, settings)) as client:
        player = Player(client).sign_in()
        with player.at(player.open_table("pick-2-poker", seats=2)) as seat:
            seat.say(type="sit", seat=0)
            for value in (True, False, True, False):
                seat.say(type="sit_out", value=value)
            seat.say(type="sit_out", value=True)
            assert seat.refused()["code"] == "too_often"
            seat.say(type="leave")
            seat.until(lambda state: state["you"]["seat"] is None and state["seq"] > 6)
        answer = player.call("POST", "/api/tables", {"game": "pick-2-poker"})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
        assert int(answer.headers["Retry-After"]) > 9000
    room.close()


def test_messages_over_many_connections_from_one_address_are_put_off_and_none_is_lost(room: Room) -> None:
    with TestClient(create_app(room, Settings(address_messages=Rate(50, 1)))) as client:
        player = Player(client).sign_in()
        table_id = player.open_table("pick-2-poker", seats=2)
        with player.at(table_id) as first, player.at(table_id) as second:
            began = time.monotonic()
            for seat in (first, second) * 4:
                seat.say(type="ping")
            for seat in (first, second):
                pongs = 0
                while pongs < 4:
                    message = seat.hear()
                    assert message["type"] in ("state", "pong")
                    pongs += message["type"] == "pong"
            assert time.monotonic() - began > 6 / 50


def test_only_who_sits_at_a_table_is_seen_to_come_and_go(room: Room) -> None:
    ann, eve = room.guest().id, room.guest().id
    table = room.table(room.open_table(TableSpec("pick-2-poker", seats=2), by=ann))
    table.sit(ann, 0)
    assert [table.connect(eve), table.connect(eve, False)] == [False, False]
    assert [table.connect(ann), table.connect(ann)] == [True, False]
    assert [table.connect(ann, False), table.connect(ann, False)] == [False, True]
