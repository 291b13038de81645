"""What the server refuses: foreign pages, others' seats, replayed, malformed and oversized messages, wild tables."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from support.web_players import BETS, Player, Seat

from houseway.room import Room
from houseway.web.responses import SECURITY_HEADERS
from houseway.web.settings import Rate, Settings

pytest_plugins = ["support.web_fixtures"]


def test_every_answer_carries_the_security_headers(player: Player) -> None:
    for path in ("/api/me", "/api/docs", "/api/openapi.json", "/api/nothing", "/static/nothing", "/"):
        headers = player.client.get(path).headers
        for name, value in SECURITY_HEADERS.items():
            assert headers[name] == value
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_the_reference_page_needs_no_script_and_no_other_host(player: Player) -> None:
    page = player.client.get("/api/docs").text
    assert "/api/lab/jobs" in page
    assert "<script" not in page
    assert "style=" not in page
    assert "//" not in page.replace("<!doctype", "")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://testserver.evil.example", "http://["])
def test_pages_of_other_servers_can_neither_post_nor_play(player: Player, origin: str) -> None:
    player.sign_in()
    table_id = player.open_table("pick-2-poker", seats=1)
    answer = player.call("POST", "/api/tables", {"game": "pick-2-poker"}, Origin=origin)
    assert answer.status_code == 403
    path = f"/api/tables/{table_id}/ws"
    with pytest.raises(WebSocketDisconnect), player.client.websocket_connect(path, headers={"Origin": origin}):
        raise AssertionError("the page was let in")
    with player.client.websocket_connect(path, headers={"Origin": "http://testserver"}) as socket:
        assert json.loads(socket.receive_text())["type"] == "state"


@pytest.mark.parametrize("table", ["0", "-1", "99", "x", "1e3", "٣", "9" * 40, f"{1:012}{'9' * 30}", f"{1:05000}"])
def test_a_table_that_is_not_there(player: Player, table: str) -> None:
    assert player.client.get(f"/api/tables/{table}").status_code in (404, 422)
    with pytest.raises(WebSocketDisconnect), player.client.websocket_connect(f"/api/tables/{table}/ws"):
        raise AssertionError("there is no such table")


def seated(player: Player, game: str = "pick-2-poker") -> int:
    player.sign_in()
    return player.open_table(game, seats=2, bots={"1": "random"})


def test_a_spectator_can_do_nothing(clients: Callable[[], Player]) -> None:
    table_id = seated(clients())
    with clients().at(table_id) as seat:
        for message in (
            {"type": "sit", "seat": 0},
            {"type": "bet", "wagers": BETS["pick-2-poker"]},
            {"type": "act", "action": {"kind": "fold"}, "move": 0},
            {"type": "leave"},
            {"type": "rebuy"},
            {"type": "advice"},
        ):
            seat.say(**message)
            assert seat.refused()["code"] == "not_signed_in"


def test_nobody_acts_for_anothers_seat_and_no_seat_is_taken_twice(clients: Callable[[], Player]) -> None:
    ann, ben = clients(), clients().sign_in()
    table_id = seated(ann)
    with ann.at(table_id) as first, ben.at(table_id) as second:
        first.sit(0)
        first.bet("pick-2-poker")
        state = first.until(lambda state: bool(state["legal_actions"]))
        second.until(lambda state: state["phase"] == "playing")
        second.say(type="sit", seat=0)
        assert second.refused()["code"] == "not_allowed"
        second.act({"kind": "fold", "cards": "", "amount": 0, "option": ""}, state["move"])
        assert second.refused()["code"] == "not_allowed"
        second.say(type="leave")
        assert second.refused()["code"] == "not_allowed"
        assert first.player.call("GET", f"/api/tables/{table_id}").json()["move"] == state["move"]


def test_a_replayed_or_stale_move_is_refused(player: Player) -> None:
    table_id = seated(player, "two-hand-holdem")
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("two-hand-holdem")
        state = seat.until(lambda state: bool(state["legal_actions"]))
        first = state["legal_actions"][0]
        seat.act(first, state["move"] + 1)
        assert seat.refused()["code"] in ("stale_move", "not_allowed")
        seat.act(first, state["move"])
        seat.until(lambda later: later["move"] > state["move"])
        seat.act(first, state["move"])
        assert seat.refused()["code"] in ("stale_move", "not_allowed")


def test_an_illegal_action_is_refused_with_what_is_legal(player: Player) -> None:
    table_id = seated(player)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.bet("pick-2-poker")
        state = seat.until(lambda state: bool(state["legal_actions"]))
        for action in ({"kind": "raise"}, {"kind": "three", "cards": "2c 2c 2c"}, {"kind": "fold", "amount": 5}):
            seat.say(type="act", action=action, move=state["move"])
            error = seat.refused()
            assert error["code"] == "illegal_action"
        assert "fold" in error["message"]


@pytest.mark.parametrize(
    "wagers",
    [
        {},
        {"ante": 1000},
        {"ante": 1000, "three_five": 999},
        {"ante": 30001, "three_five": 30001},
        {"ante": 1000, "three_five": 1000, "jackpot": 5},
        {"self": 1, "ante": 1000, "three_five": 1000},
    ],
)
def test_a_bet_against_the_rules_is_refused_and_takes_no_chips(player: Player, wagers: dict[str, int]) -> None:
    table_id = seated(player)
    with player.at(table_id) as seat:
        seat.sit(0)
        seat.say(type="bet", wagers=wagers)
        assert seat.refused()["message"]
    assert player.call("GET", "/api/me").json()["user"]["chips"] == 100_000


MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "42",
    '"sit"',
    "{}",
    '{"type": "steal"}',
    '{"type": "sit"}',
    '{"type": "sit", "seat": "0"}',
    '{"type": "sit", "seat": true}',
    '{"type": "sit", "seat": 0.5}',
    '{"type": "sit", "seat": -1}',
    '{"type": "sit", "seat": 0, "user_id": 1}',
    '{"type": "bet", "wagers": {"ante": -5}}',
    '{"type": "bet", "wagers": {"ante": 1e3}}',
    '{"type": "bet", "wagers": {"ante": 99999999999999999999999}}',
    '{"type": "bet", "wagers": [["ante", 5]]}',
    '{"type": "act", "action": "fold", "move": 0}',
    '{"type": "act", "action": {"kind": "fold", "cards": ["As"]}, "move": 0}',
    '{"type": "act", "action": {"kind": "fold"}}',
    '{"type": "sit_out", "value": "yes"}',
    "[" * 10_000,
    '{"a":' * 2_500 + "1" + "}" * 2_500,
    '{"type": "ping", "x": NaN}',
    '{"type": "\\ud800"}',
    "\x00",
]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: text[:40].encode("unicode_escape").decode())
def test_a_malformed_message_is_refused_and_the_connection_lives(player: Player, text: str) -> None:
    table_id = seated(player)
    with player.at(table_id) as seat:
        seat.socket.send_text(text)
        assert seat.refused()["code"] == "bad_message"
        answers(seat)


def hear_forever(seat: Seat) -> None:
    while True:
        seat.hear()


def answers(seat: Seat) -> None:
    seat.say(type="ping")
    while seat.hear()["type"] != "pong":
        pass


def test_a_message_over_16_kib_and_one_of_bytes_are_refused(player: Player) -> None:
    table_id = seated(player)
    with player.at(table_id) as seat:
        seat.say(type="bet", wagers={"ante": 1}, promise="0" * 17_000)
        assert seat.refused()["code"] == "too_large"
        seat.socket.send_bytes(b'{"type": "ping"}')
        assert seat.refused()["code"] == "bad_message"
        answers(seat)


def test_a_client_that_keeps_sending_nonsense_loses_the_connection(player: Player) -> None:
    table_id = seated(player)
    with player.at(table_id) as seat:
        for _ in range(25):
            seat.socket.send_text("nonsense")
        with pytest.raises(WebSocketDisconnect):
            hear_forever(seat)


def test_signing_out_ends_the_sessions_connections(player: Player) -> None:
    table_id = seated(player)
    with player.at(table_id) as seat:
        seat.sit(0)
        assert player.call("DELETE", "/api/session").status_code == 200
        with pytest.raises(WebSocketDisconnect):
            hear_forever(seat)


class TestHastyMessages:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(messages=Rate(0.01, 5), most_connections=2)

    def test_messages_that_come_too_fast_are_refused(self, player: Player) -> None:
        table_id = seated(player)
        with player.at(table_id) as seat:
            for _ in range(8):
                seat.say(type="ping")
            assert seat.refused()["code"] == "too_fast"

    def test_one_address_has_so_many_connections_and_no_more(self, player: Player) -> None:
        path = f"/api/tables/{seated(player)}/ws"
        connect = player.client.websocket_connect
        with connect(path), connect(path), pytest.raises(WebSocketDisconnect), connect(path):
            raise AssertionError("a third connection was let in")
        with connect(path) as socket:
            assert socket.receive_text()


def test_a_pay_table_of_50_mb_is_refused_unread(player: Player) -> None:
    player.sign_in()
    body = b'{"game": "pick-2-poker", "paytable": {"name": "' + b"x" * 50_000_000 + b'"}}'
    headers = {"X-CSRF-Token": player.csrf, "Content-Type": "application/json"}
    for path in ("/api/tables", "/api/lab/jobs"):
        answer = player.client.post(path, content=body, headers=headers)
        assert answer.status_code == 413
        assert answer.json()["code"] == "too_large"

    def streamed() -> Any:
        for start in range(0, len(body), 100_000):
            yield body[start : start + 100_000]

    assert player.client.post("/api/tables", content=streamed(), headers=headers).status_code == 413


DEEP: Any = "deep"
for _ in range(500):
    DEEP = {"flush": DEEP}


@pytest.mark.parametrize(
    "paytable",
    [
        {"bonus": {"flush": {"deep": 1}}},
        DEEP,
        {"base": "typed", "three-card": {f"row {number}": 1 for number in range(5000)}},
        {"base": "typed", "three-card": {"flush": -1}},
        {"base": "typed", "three-card": {"flush": 10**10}},
        {"base": "typed", "three-card": {"flush": 1.5}},
        {"base": "typed", "three-card": {"flush": "1e9"}},
        {"base": "typed", "three-card": {"flush": None}},
        {"base": "typed", "jackpot": {"flush": 1}},
        {"base": "no such table"},
        {"base": "typed", "game": "double-draw-poker"},
        "no such table",
        "/etc/passwd",
        "../../../x.toml",
        "pyproject.toml",
        ["flush"],
        7,
    ],
    ids=lambda paytable: str(paytable)[:50],
)
def test_a_wild_pay_table_is_refused_with_a_reason(player: Player, paytable: object) -> None:
    player.sign_in()
    for path in ("/api/tables", "/api/lab/jobs"):
        answer = player.call("POST", path, {"game": "pick-2-poker", "paytable": paytable})
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["message"]
        assert len(answer.text) < 4000


@pytest.mark.parametrize(
    "spec",
    [
        {"game": "pick-3-poker"},
        {"game": "pick-2-poker", "readings": {"P2-R1": "nonsense"}},
        {"game": "pick-2-poker", "seats": 99},
        {"game": "pick-2-poker", "seats": True},
        {"game": "pick-2-poker", "seats": 1, "bots": {"1": "random"}},
        {"game": "pick-2-poker", "bots": {"0": "cheat"}},
        {"game": "pick-2-poker", "jurisdiction": "atlantis"},
        {"game": "pick-2-poker", "on": "yesterday"},
        {"game": "pick-2-poker", "options": {"deck": 5}},
        {"game": "pick-2-poker", "options": {"paytable": "typed"}},
        {"game": "pick-2-poker", "options": {"readings": None}},
        {"game": "pick-2-poker", "options": {"sheet": 1}},
        {"game": "five-card-holdout", "options": {"small_blind": -1}},
        {"game": "five-card-holdout", "options": {"rake_percent": "1/0"}},
        {"game": "pick-2-poker", "by": 1},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_not_opened(player: Player, room: Room, spec: dict[str, object]) -> None:
    player.sign_in()
    answer = player.call("POST", "/api/tables", spec)
    assert 400 <= answer.status_code < 500, answer.text
    assert room.tables() == []


def test_a_table_needs_somebody_who_opens_it(player: Player) -> None:
    assert player.call("POST", "/api/tables", {"game": "pick-2-poker"}).status_code == 401


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 100_000, b'{"game": 1e999999}', b"\xff\xfe", b'{"game": "\\ud800"}']
)
def test_a_body_that_cannot_be_read_is_refused(player: Player, body: bytes) -> None:
    player.sign_in()
    headers = {"X-CSRF-Token": player.csrf, "Content-Type": "application/json"}
    answer = player.client.post("/api/tables", content=body, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["message"]


class TestHosts:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(allowed_hosts=("testserver",))

    def test_a_name_that_is_not_the_servers_is_refused(self, player: Player) -> None:
        assert player.client.get("/api/games", headers={"Host": "evil.example"}).status_code == 400
        assert player.client.get("/api/games").status_code == 200
