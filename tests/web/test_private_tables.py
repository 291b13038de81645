"""Private tables: listed to nobody else, and entered only with the word of the invitation."""

import json
from collections.abc import Callable
from datetime import date

import pytest
from starlette.websockets import WebSocketDisconnect
from support.web_players import Player

from houseway.errors import BadSetting
from houseway.room.spec import TableSpec, invites, new_invitation, print_of
from houseway.room.verify import verify_bytes

pytest_plugins = ["support.web_fixtures"]


def open_private(player: Player) -> tuple[int, str]:
    answer = player.call("POST", "/api/tables", {"game": "pick-2-poker", "private": True}).json()
    return int(answer["table"]["id"]), answer["invitation"]


def listed(player: Player) -> list[int]:
    return [table["id"] for table in player.call("GET", "/api/tables").json()["tables"]]


def test_a_private_table_is_entered_by_its_people_and_with_its_word(clients: Callable[[], Player]) -> None:
    owner, guest, stranger = clients().sign_in(), clients().sign_in(), clients()
    table_id, word = open_private(owner)
    assert listed(owner) == [table_id]
    assert listed(guest) == listed(stranger) == []
    for who in (guest, stranger):
        for wrong in ("", "?invitation=", f"?invitation={word[:-1]}", f"?invitation={print_of(word)[:64]}"):
            answer = who.call("GET", f"/api/tables/{table_id}{wrong}")
            assert (answer.status_code, answer.json()["code"]) == (403, "not_invited")
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                who.client.websocket_connect(f"/api/tables/{table_id}/ws{wrong}") as socket,
            ):
                socket.receive_text()
            assert "private" in closed.value.reason
    with guest.client.websocket_connect(f"/api/tables/{table_id}/ws?invitation={word}") as socket:
        socket.send_text(json.dumps({"type": "sit", "seat": 1}))
        while json.loads(socket.receive_text())["you"]["seat"] != 1:
            pass
        assert listed(guest) == [table_id], "who sits there finds the way back"
        assert guest.call("GET", f"/api/tables/{table_id}").status_code == 200
    assert owner.call("GET", f"/api/tables/{table_id}").status_code == 200
    assert stranger.call("GET", f"/api/tables/{table_id}?invitation={word}").status_code == 200


def test_the_log_of_a_private_table_does_not_hold_the_word(clients: Callable[[], Player]) -> None:
    owner = clients().sign_in()
    table_id, word = open_private(owner)
    log = owner.call("GET", f"/api/tables/{table_id}/export").text
    assert print_of(word) in log
    assert word not in log


def test_an_open_table_has_no_word(player: Player) -> None:
    player.sign_in()
    answer = player.call("POST", "/api/tables", {"game": "pick-2-poker"}).json()
    assert answer["invitation"] is None
    assert player.call("POST", "/api/tables", {"game": "pick-2-poker", "invitation": "0" * 64}).status_code == 422


def test_the_lobby_tells_who_is_where_and_no_number_of_a_person(clients: Callable[[], Player]) -> None:
    owner, other = clients().register("Ann"), clients().sign_in()
    table_id = owner.open_table("pick-2-poker", seats=3, bots={"2": "random"})
    with owner.at(table_id) as seat:
        seat.sit(0)
        (told,) = other.call("GET", "/api/tables").json()["tables"]
        assert told["names"] == ["Ann"]
        assert (told["people"], told["present"], told["free"], told["free_seat"]) == (1, 1, 1, 1)
        assert (told["yours"], told["seated"], told["usual"], told["private"]) == (False, False, True, False)
        assert not {"by", "sitters"} & set(told)
        (own,) = owner.call("GET", "/api/tables").json()["tables"]
        assert (own["yours"], own["seated"]) == (True, True)


def test_a_print_is_64_digits() -> None:
    word = new_invitation()
    assert invites(word, print_of(word))
    assert not invites("", print_of(word))
    for bad in ("x", "0" * 63, "G" * 64, 7):
        with pytest.raises(BadSetting):
            TableSpec("pick-2-poker", invitation=bad).completed(date(2026, 1, 1))  # type: ignore[arg-type]


def test_the_archive_of_a_private_table_is_read_by_its_people_and_with_the_code(clients: Callable[[], Player]) -> None:
    """Its log names who plays there."""
    owner, stranger, operator_less = clients().sign_in(), clients(), clients().sign_in()
    table_id, word = open_private(owner)
    parts = [f"/api/tables/{table_id}/{part}" for part in ("export", "history", "hands.json", "heads/1")] + [
        f"/api/rounds/{table_id}/1/records",
        f"/api/verify/{table_id}",
    ]
    for path in parts:
        for who in (stranger, operator_less):
            answer = who.call("GET", path)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_invited"), path
        assert owner.call("GET", path).status_code in (200, 404)
        assert stranger.call("GET", f"{path}?invitation={word}").status_code in (200, 404)
    assert verify_bytes(owner.call("GET", f"/api/tables/{table_id}/export").content).ok
