"""A whole server under a crowd, asked as its clients ask it: nothing here knows how requests are admitted."""

import asyncio
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.types import ASGIApp
from support.own_loop import run_apart

from houseway.room import Room, TableInfo, TableSpec
from houseway.web import create_app
from houseway.web.settings import Settings

HALF_SENT, ADDRESSES = 120, 30
HANDSHAKES = 400
ASKED = 25


@dataclass
class Call:
    """One request or handshake of an address: what was answered, if anything was."""

    app: ASGIApp
    scope: dict[str, Any]
    body: list[MutableMapping[str, Any]] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)

    async def receive(self) -> MutableMapping[str, Any]:
        if not self.body and self.scope["type"] == "websocket":
            return {"type": "websocket.disconnect", "code": 1000}
        if not self.body:
            await asyncio.Event().wait()
        return self.body.pop(0)

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if "status" in message:
            self.statuses.append(message["status"])

    async def made(self) -> list[int]:
        await self.app(self.scope, self.receive, self.send)
        return self.statuses


def request(app: ASGIApp, method: str, path: str, address: str, *headers: tuple[bytes, bytes]) -> Call:
    named = [(b"host", b"testserver"), *headers]
    scope: dict[str, Any] = {
        "type": "http", "http_version": "1.1", "scheme": "http", "method": method, "path": path, "root_path": "",
        "raw_path": path.encode(), "query_string": b"", "headers": named, "state": {}, "client": (address, 1),
        "server": ("testserver", 80),
    }  # fmt: skip
    return Call(app, scope, [{"type": "http.request", "body": b"", "more_body": False}])


def handshake(app: ASGIApp, address: str) -> Call:
    call = request(app, "GET", "/api/tables/1/ws", address)
    call.scope |= {
        "type": "websocket",
        "scheme": "ws",
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }
    del call.scope["method"]
    call.body = [{"type": "websocket.connect"}]
    return call


def in_room(scene: Any) -> None:
    """Play a scene in a server of default limits, whose refusals do not wait."""
    room = Room()
    try:
        run_apart(scene(create_app(room, Settings(refusal_pause=0.0)), room))
    finally:
        room.close()


async def settle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


def test_half_sent_bodies_of_many_addresses_leave_health_checks_and_lists_answered() -> None:
    async def scene(app: ASGIApp, room: Room) -> None:
        headers = ((b"content-type", b"application/json"), (b"content-length", b"200"))
        half = []
        for number in range(HALF_SENT):
            call = request(app, "POST", "/api/session", f"192.0.2.{number % ADDRESSES}", *headers)
            call.body = [{"type": "http.request", "body": b"{", "more_body": True}]
            half.append(asyncio.create_task(call.made()))
        await settle()
        assert await request(app, "GET", "/healthz", "198.51.100.1").made() == [200]
        assert await request(app, "GET", "/api/tables", "198.51.100.2").made() == [200]
        for task in half:
            task.cancel()
        await asyncio.gather(*half, return_exceptions=True)

    in_room(scene)


def test_handshakes_of_one_address_are_refused_by_status_and_those_of_another_are_not() -> None:
    async def scene(app: ASGIApp, room: Room) -> None:
        room.open_table(TableSpec("pick-2-poker", seats=2), by=room.guest().id)
        refused = [await handshake(app, "192.0.2.1").made() for _ in range(HANDSHAKES)]
        assert refused.count([429]) > HANDSHAKES / 2
        assert await handshake(app, "192.0.2.2").made() == [], "it is accepted, and closed by the other side"

    in_room(scene)


def test_a_list_of_tables_that_did_not_change_costs_no_look_at_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    honest = TableInfo.__init__

    def counted(info: TableInfo, *given: Any, **named: Any) -> None:
        looks.append(1)
        honest(info, *given, **named)

    async def scene(app: ASGIApp, room: Room) -> None:
        opener = room.guest().id
        for _ in range(8):
            room.open_table(TableSpec("pick-2-poker", seats=2), by=opener)
        monkeypatch.setattr(TableInfo, "__init__", counted)
        for number in range(ASKED):
            assert await request(app, "GET", "/api/tables", f"192.0.2.{number}").made() == [200]
        assert len(looks) <= 8

    in_room(scene)
