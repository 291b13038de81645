"""What fills the log for nothing is refused over both faces, with the time after which it is allowed again."""

from fastapi.testclient import TestClient
from web_players import Player

from houseway.room import Room, RoomSettings
from houseway.room.allowance import OPENED_TABLE, SEAT, SIT_OUT, Allowance
from houseway.web import create_app
from houseway.web.settings import Settings

pytest_plugins = ["web_fixtures"]


def test_toggling_and_opening_tables_end_in_too_often(settings: Settings) -> None:
    allowed = Allowance(at_once=OPENED_TABLE + SEAT + 2 * SIT_OUT, every=1000.0)
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
