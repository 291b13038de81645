"""Clients of the server that sign in and play as a browser would."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from houseway.games.catalogue import games
from houseway.room.fairness import promise
from houseway.web.settings import Rate, Settings

FREELY = Rate(100_000, 100_000)
UNHURRIED: dict[str, object] = {
    **{field.name: FREELY for field in fields(Settings) if isinstance(field.default, Rate)},
    "refusal_pause": 0.0,
    "lobby_age": 0.0,
    "longest_reading": 600.0,
}
BETS: dict[str, dict[str, int]] = {
    **{each.slug: dict(each.usual_bet(1000).items()) for each in games()},
    "fast-action-holdem": {"ante": 1000, "bonus": 500},
    "fast-action-holdem-multi": {"ante": 1000, "bonus": 500},
}


class Player:
    """One browser: its cookies, its CSRF token, and every message it was ever sent."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.csrf = client.get("/api/me").json()["csrf"]
        self.received: list[dict[str, Any]] = []
        self.user: dict[str, Any] = {}

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """A request with the CSRF token."""
        return self.client.request(method, path, json=body, headers={"X-CSRF-Token": self.csrf, **headers})

    def sign_in(self, **credentials: object) -> "Player":
        """As a guest unless credentials are given."""
        answer = self.call("POST", "/api/session", credentials or {"guest": True})
        assert answer.status_code == 201, answer.text
        self.csrf, self.user = answer.json()["csrf"], answer.json()["user"]
        return self

    def register(self, name: str, password: str = "correct horse") -> "Player":
        answer = self.call("POST", "/api/accounts", {"name": name, "password": password})
        assert answer.status_code == 201, answer.text
        self.csrf, self.user = answer.json()["csrf"], answer.json()["user"]
        return self

    def open_table(self, game: str, **spec: object) -> int:
        answer = self.call("POST", "/api/tables", {"game": game, **spec})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["table"]["id"])

    @contextmanager
    def at(self, table_id: int) -> Iterator["Seat"]:
        """At a table, by WebSocket; decisions are not judged."""
        with self.client.websocket_connect(f"/api/tables/{table_id}/ws") as socket:
            seat = Seat(self, socket)
            seat.say(type="coach", value=False)
            yield seat


class Seat:
    """One WebSocket at a table."""

    def __init__(self, player: Player, socket: WebSocketTestSession) -> None:
        self.player, self.socket = player, socket
        self.state: dict[str, Any] = {}
        self.errors: list[dict[str, Any]] = []
        self.contributions: dict[str, str] = {}

    def say(self, **message: object) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.receive_text())
        self.player.received.append(message)
        if message["type"] == "state":
            self.state = message
            self._reveal()
        if message["type"] == "error":
            self.errors.append(message)
        return message

    def until(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first state that satisfies a condition."""
        if self.state and condition(self.state):
            return self.state
        while True:
            message = self.hear()
            assert message["type"] != "error", message
            if message["type"] == "state" and condition(message):
                return message

    def until_after(self, move: int) -> dict[str, Any]:
        """The first state after a decision."""
        return self.until(lambda state: state["move"] > move or state["phase"] == "result")

    def refused(self) -> dict[str, Any]:
        """The next error."""
        while True:
            message = self.hear()
            if message["type"] == "error":
                return message

    def sit(self, seat: int) -> None:
        self.say(type="sit", seat=seat)
        self.until(lambda state: state["you"]["seat"] == seat)

    def bet(self, game: str, contribution: str = "00ff" * 16) -> None:
        self.place(BETS[game], contribution)

    def place(self, wagers: dict[str, int], contribution: str = "00ff" * 16) -> None:
        """Bet and promise a contribution, which is revealed when bets are closed."""
        table, coming, seat = self.state["table"]["id"], self.state["next"], self.state["you"]["seat"]
        promised = promise(coming["commitment"], table, coming["number"], seat, contribution)
        self.contributions[promised] = contribution
        self.say(type="bet", wagers=wagers, promise=promised, number=coming["number"])

    def _reveal(self) -> None:
        seat = self.state["you"]["seat"]
        if seat is not None and self.state["seats"][seat]["reveals"]:
            promised = self.state["round"]["promises"][str(seat)]
            if promised in self.contributions:
                self.say(type="reveal", contribution=self.contributions.pop(promised))

    def act(self, action: dict[str, Any], move: int) -> None:
        fields = {name: action[name] for name in ("kind", "cards", "amount", "option")}
        self.say(type="act", action=fields, move=move)

    def is_to_act(self) -> bool:
        return bool(self.state["legal_actions"])


def until_dealt(seats: list[Seat]) -> None:
    """Everyone hears that bets are closed, so that everyone reveals; then everyone hears of the cards."""
    for seat in seats:
        seat.until(lambda state: state["phase"] != "betting")
    for seat in seats:
        seat.until(lambda state: state["phase"] not in ("betting", "revealing"))


def play_round(seats: list[Seat], choose: Callable[[list[dict[str, Any]]], dict[str, Any]]) -> None:
    """All seats play until the round is over for everybody; afterwards each has seen the result."""
    number = seats[0].state["round"]["number"]
    while True:
        until_dealt(seats)
        if all(seat.state["phase"] == "result" for seat in seats):
            assert all(seat.state["round"]["number"] == number for seat in seats)
            return
        acting = next((seat for seat in seats if seat.state["legal_actions"]), None)
        if acting is None:
            for seat in seats:
                seat.hear()
            continue
        move = int(acting.state["move"])
        acting.act(choose(acting.state["legal_actions"]), move)
        for seat in seats:
            seat.until_after(move)
