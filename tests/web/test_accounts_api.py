"""Accounts and sessions over the API: cookies, CSRF tokens, wrong passwords, roles."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect
from support.web_players import Player, Seat

from houseway.room import Room
from houseway.room.checkpoints import Checkpoint
from houseway.room.ruling import THE_SERVER
from houseway.web.settings import Rate, Settings

pytest_plugins = ["support.web_fixtures"]
PASSWORD = "correct horse"


def test_an_account_is_made_signed_out_and_signed_in_again(player: Player) -> None:
    player.register("Ann")
    assert player.call("GET", "/api/me").json()["user"]["name"] == "Ann"
    player.csrf = player.call("DELETE", "/api/session").json()["csrf"]
    assert player.call("GET", "/api/me").json()["user"] is None
    player.sign_in(name="Ann", password="correct horse")
    assert player.call("GET", "/api/me").json()["user"]["name"] == "Ann"


def test_every_answer_that_gives_chips_carries_a_signed_receipt_of_the_rooms_log(player: Player, room: Room) -> None:
    for path, body in (("/api/session", {"guest": True}), ("/api/accounts", {"name": "Bea", "password": PASSWORD})):
        answer = player.call("POST", path, body)
        assert answer.status_code == 201, answer.text
        player.csrf = answer.json()["csrf"]
        receipt = Checkpoint.from_dict(answer.json()["receipt"])
        with room.database.read() as connection:
            end = connection.execute(text("SELECT length, head FROM chains WHERE id = 0")).one()
        assert receipt.heads == {0: tuple(end)}


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(player: Player) -> None:
    answer = player.call("POST", "/api/session", {"guest": True})
    cookie = answer.headers["set-cookie"]
    assert re.search(r"houseway_session=[\w-]{43};", cookie)
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()


def test_signing_in_changes_the_secret_and_the_old_one_is_worth_nothing(player: Player) -> None:
    player.sign_in()
    old = player.client.cookies["houseway_session"]
    player.sign_in()
    assert player.client.cookies["houseway_session"] != old
    player.client.cookies.set("houseway_session", old)
    assert player.call("GET", "/api/me").json()["user"] is None


@pytest.mark.parametrize("token", ["", "0" * 64, "wrong"])
def test_a_request_without_the_right_csrf_token_changes_nothing(player: Player, token: str) -> None:
    player.sign_in()
    player.csrf = token
    for method, path in (("POST", "/api/tables"), ("POST", "/api/me/rebuy"), ("DELETE", "/api/session")):
        answer = player.call(method, path, {"game": "pick-2-poker"})
        assert answer.status_code == 403, answer.text
        assert answer.json()["code"] == "stale_session"
    assert player.call("GET", "/api/tables").json()["tables"] == []
    assert player.call("GET", "/api/me").json()["user"] is not None


def test_the_csrf_token_of_one_session_does_not_serve_another(clients: Callable[[], Player]) -> None:
    ann, ben = clients().sign_in(), clients().sign_in()
    ben.csrf = ann.csrf
    assert ben.call("POST", "/api/tables", {"game": "pick-2-poker"}).status_code == 403


@pytest.mark.parametrize("secret", ["", "A" * 43, "' OR 1=1 --", "é" * 43, "A" * 5000])
def test_a_forged_cookie_is_nobody(player: Player, secret: str) -> None:
    player.client.cookies.clear()
    answer = player.client.get("/api/me", headers={"Cookie": f"houseway_session={secret}".encode()})
    assert answer.status_code == 200
    assert answer.json()["user"] is None


def test_a_connection_ends_with_its_session_though_nothing_was_heard_of_that(player: Player, room: Room) -> None:
    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=1)
    application: Any = player.client.app
    with player.at(table_id) as seat:
        seat.sit(0)
        application.state.server.hub.end_signed_out()
        seat.say(type="ping")
        while seat.hear()["type"] != "pong":
            pass
        room.close_session(player.client.cookies["houseway_session"])
        application.state.server.hub.end_signed_out()
        with pytest.raises(WebSocketDisconnect):
            seat.until(lambda state: False)


def test_name_and_password_errors_do_not_say_which_was_wrong(player: Player) -> None:
    player.register("Ann")
    wrong = [
        player.call("POST", "/api/session", {"name": name, "password": password})
        for name, password in (("Ann", "wrong horse"), ("Nobody", "correct horse"))
    ]
    assert [answer.status_code for answer in wrong] == [403, 403]
    assert wrong[0].json() == wrong[1].json()
    assert player.call("POST", "/api/accounts", {"name": "ann", "password": "correct horse"}).status_code == 400
    assert player.call("POST", "/api/session", {}).status_code == 400


def test_guests_get_play_chips_and_buy_more_only_when_they_have_few(player: Player) -> None:
    player.sign_in()
    assert player.user["chips"] > 0
    assert player.user["guest"]
    answer = player.call("POST", "/api/me/rebuy")
    assert answer.status_code == 403
    assert "chips" in answer.json()["message"]


def test_only_an_operator_sees_the_ledger_and_sets_limits(clients: Callable[[], Player], room: Room) -> None:
    guest, operator = clients().sign_in(), clients().register("Olga")
    table_id = guest.open_table("pick-2-poker", seats=1)
    limits = {"least": 500, "largest": 2000, "reason": "a quiet evening"}
    for somebody in (clients(), guest, operator):
        expected = 401 if not somebody.user else 403
        assert somebody.call("GET", "/api/ledger").status_code == expected
        answer = somebody.call("PUT", f"/api/tables/{table_id}/limits", limits)
        assert answer.status_code == expected
    room.make_operator("Olga")
    ledger = operator.call("GET", "/api/ledger").json()
    assert ledger["sum"] == 0
    assert {account["kind"] for account in ledger["accounts"]} >= {"mint", "user"}
    answer = operator.call("PUT", f"/api/tables/{table_id}/limits", limits)
    assert answer.json()["table"]["limits"] == {"least_wager": 500, "largest_wager": 2000}


class TestRates:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(sign_ins=Rate(0.01, 3), refusal_pause=0)

    def test_passwords_cannot_be_tried_for_long(self, player: Player) -> None:
        tries = [player.call("POST", "/api/session", {"name": "Ann", "password": f"guess {n}"}) for n in range(5)]
        assert [answer.status_code for answer in tries].count(429) >= 2
        assert int(tries[-1].headers["Retry-After"]) > 1
        assert tries[-1].json()["code"] == "too_fast"


class TestFewRequests:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(requests=Rate(0.01, 20), refusal_pause=0)

    def test_an_address_that_asks_too_often_is_told_to_wait(self, player: Player) -> None:
        answers = [player.call("GET", "/api/games") for _ in range(25)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429


@pytest.mark.slow
def test_a_password_is_changed_and_other_browsers_are_signed_out(clients: Callable[[], Player], room: Room) -> None:
    here, elsewhere = clients().register("Ann"), clients()
    signed_in = elsewhere.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD})
    assert signed_in.status_code == 201
    new = {"old": PASSWORD, "new": "battery staple"}
    assert here.call("POST", "/api/me/password", {**new, "old": "wrong horse"}).status_code == 403
    answer = here.call("POST", "/api/me/password", new)
    assert answer.status_code == 200
    assert answer.json()["user"]["name"] == "Ann"
    assert here.client.get("/api/me").json()["user"]["name"] == "Ann", "this browser has a new session"
    assert elsewhere.client.get("/api/me").json()["user"] is None
    assert clients().call("POST", "/api/session", {"name": "Ann", "password": PASSWORD}).status_code == 403
    assert room.sign_in("Ann", "battery staple")


def is_over(seat: Seat) -> bool:
    """Whether a connection was ended; an open one answers."""
    try:
        seat.say(type="ping")
        while seat.hear()["type"] != "pong":
            pass
    except WebSocketDisconnect:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("by", ["the password", "an operator"])
def test_other_connections_end_at_once_with_their_sessions(clients: Callable[[], Player], room: Room, by: str) -> None:
    here, elsewhere, bystander = clients().register("Ann"), clients(), clients().register("Olga")
    elsewhere.sign_in(name="Ann", password=PASSWORD)
    room.make_operator("Olga")
    table_id = here.open_table("pick-2-poker", seats=2)
    with elsewhere.at(table_id) as thief, bystander.at(table_id) as other:
        assert not is_over(thief)
        if by == "the password":
            answer = here.call("POST", "/api/me/password", {"old": PASSWORD, "new": "battery staple"})
        else:
            answer = bystander.call("POST", f"/api/people/{here.user['id']}/sign-out", {"reason": "a lost phone"})
        assert answer.status_code == 200, answer.text
        assert is_over(thief)
        assert not is_over(other)


def test_other_processes_are_told_that_all_sessions_of_an_account_are_over(
    clients: Callable[[], Player], room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(room, "broadcast", lambda *what: told.append(what))
    ann = clients().register("Ann")
    ann.call("POST", "/api/me/password", {"old": PASSWORD, "new": "battery staple"})
    assert ("signed out", ann.user["id"]) in told


def test_a_process_that_hears_of_it_ends_the_connections_that_it_has(player: Player, room: Room) -> None:
    player.register("Ann")
    table_id = player.open_table("pick-2-poker", seats=1)
    with player.at(table_id) as seat:
        room.on_message(["signed out", player.user["id"]])
        assert not is_over(seat), "the session is not over"
        room.sign_out_everywhere("Ann", THE_SERVER, "a lost phone")
        room.on_message(["signed out", player.user["id"]])
        assert any(is_over(seat) for _ in range(500)), (
            "the database is asked in a thread, so a few pings may come first"
        )


def test_nobody_changes_a_password_without_an_account(clients: Callable[[], Player]) -> None:
    new = {"old": "x" * 8, "new": "battery staple"}
    assert clients().call("POST", "/api/me/password", new).status_code == 401
    assert clients().sign_in().call("POST", "/api/me/password", new).status_code == 403
