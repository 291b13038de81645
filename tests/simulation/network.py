"""A network that loses, doubles, delays, reorders and cuts; at its far end stands the application, asked by ASGI."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from starlette.types import ASGIApp

from simulation.agenda import Agenda
from simulation.chance import Chance, Faults

if TYPE_CHECKING:
    from simulation.loop import ServerLoop

USUAL_DELAY, LONG_DELAY, HALF_OPEN = 0.08, 6.0, 90.0
COOKIES = ("houseway_session", "__Host-houseway_session")
GONE = 1006


class FarEnd(Protocol):
    """A browser, as the network knows it."""

    def opened(self) -> None:
        """The connection is made."""

    def received(self, text: str) -> None:
        """A message has come."""

    def closed(self, code: int) -> None:
        """The connection is over."""


class Network:
    """How messages travel."""

    def __init__(self, agenda: Agenda, chance: Chance, faults: Faults) -> None:
        self.agenda, self.chance, self.faults = agenda, chance.network, faults

    def delay(self) -> float:
        """How long a message takes."""
        if self.faults.strikes("delayed", self.chance):
            return self.chance.uniform(0, LONG_DELAY)
        return self.chance.uniform(0.001, USUAL_DELAY)

    def strikes(self, kind: str) -> bool:
        """Whether a fault befalls a message."""
        return self.faults.strikes(kind, self.chance)


class Lane:
    """One direction of a connection: messages arrive in order, unless the network is at its worst."""

    def __init__(self, network: Network, arrive: Callable[[Any], None]) -> None:
        self._network, self._arrive = network, arrive
        self._last = 0.0

    def carry(self, message: Any, *, surely: bool = False) -> None:
        """Send a message on its way; what opens or ends a connection is neither lost nor doubled."""
        network = self._network
        if not surely and network.strikes("lost"):
            return
        when = network.agenda.now + network.delay()
        if surely or not network.strikes("reordered"):
            when = self._last = max(when, self._last)
        network.agenda.at(when, lambda: self._arrive(message))
        if not surely and network.strikes("doubled"):
            network.agenda.at(when + network.delay(), lambda: self._arrive(message))


class Wire:
    """A WebSocket between a browser and one life of the server."""

    def __init__(self, network: Network, loop: "ServerLoop", far_end: FarEnd, told: Callable[[str], None]) -> None:
        self._network, self._loop, self._far_end, self._told = network, loop, far_end, told
        self._to_server, self._to_client = Lane(network, self._reach_server), Lane(network, self._reach_client)
        self._waiting: deque[dict[str, Any]] = deque()
        self._reader: asyncio.Future[None] | None = None
        self.is_open = True
        self.server_hears = True

    def start(self, app: ASGIApp, path: str, token: str | None) -> None:
        """Ask the server for a WebSocket."""
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "wss",
            "headers": headers_of(token),
            "client": ("10.0.0.1", 1000),
            "server": ("room.example", 443),
            "subprotocols": [],
            "state": {},
        }
        self._waiting.append({"type": "websocket.connect"})
        self._loop.create_task(self._serve(app, scope))

    async def _serve(self, app: ASGIApp, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._receive, self._send)
        finally:
            if not self._loop.dead:
                self._end_from_server(GONE)

    async def _receive(self) -> dict[str, Any]:
        while not self._waiting:
            self._reader = self._loop.create_future()
            await self._reader
        return self._waiting.popleft()

    async def _send(self, message: Any) -> None:
        kind = message["type"]
        if kind == "websocket.accept":
            self._to_client.carry(("open", ""), surely=True)
        elif kind == "websocket.send":
            await self._send_text(message["text"])
        elif kind == "websocket.close":
            self._end_from_server(message.get("code", 1000))

    async def _send_text(self, text: str) -> None:
        if not self.server_hears:
            raise OSError("the connection is gone")
        self._told(text)
        self._to_client.carry(("text", text))
        if self._network.strikes("slow_reader"):
            await asyncio.sleep(self._network.chance.uniform(0, LONG_DELAY))
        if self._network.strikes("cut"):
            self.cut()

    def _end_from_server(self, code: int) -> None:
        if self.is_open:
            self.server_hears = False
            self._to_client.carry(("close", code), surely=True)

    # The browser's end.

    def say(self, text: str) -> None:
        """Send a message to the server."""
        if self.is_open:
            self._to_server.carry({"type": "websocket.receive", "text": text})
            if self._network.strikes("cut"):
                self.cut()

    def cut(self) -> None:
        """The connection is gone: the browser learns of it, and the server, now or much later."""
        if not self.is_open:
            return
        self.is_open = False
        network = self._network
        network.agenda.after(network.delay(), lambda: self._far_end.closed(GONE))
        long = network.chance.uniform(0, HALF_OPEN) if network.strikes("half_open") else network.delay()
        network.agenda.after(long, self._hang_up)

    def _hang_up(self) -> None:
        if self.server_hears:
            self.server_hears = False
            self._put({"type": "websocket.disconnect", "code": GONE})

    def server_died(self) -> None:
        """The other end is gone with its process."""
        self.server_hears = False
        if self.is_open:
            self.is_open = False
            self._network.agenda.after(self._network.delay(), lambda: self._far_end.closed(GONE))

    # Arrivals.

    def _reach_server(self, message: dict[str, Any]) -> None:
        if self.server_hears and not self._loop.dead:
            self._put(message)

    def _put(self, message: dict[str, Any]) -> None:
        self._waiting.append(message)
        if self._reader is not None and not self._reader.done() and not self._loop.dead:
            self._reader.set_result(None)

    def _reach_client(self, message: tuple[str, Any]) -> None:
        kind, content = message
        if not self.is_open:
            return
        if kind == "open":
            self._far_end.opened()
        elif kind == "text":
            self._far_end.received(content)
        else:
            self.is_open = False
            self._far_end.closed(content)


def headers_of(token: str | None, csrf: str = "", body: bytes = b"") -> list[tuple[bytes, bytes]]:
    """What a browser sends along."""
    found = [(b"host", b"room.example"), (b"content-type", b"application/json")]
    if token is not None:
        found.append((b"cookie", "; ".join(f"{name}={token}" for name in COOKIES).encode()))
    if csrf:
        found.append((b"x-csrf-token", csrf.encode()))
    return [*found, (b"content-length", str(len(body)).encode())]


class Request:
    """One HTTP request of a browser to one life of the server; the answer may never come."""

    def __init__(self, network: Network, loop: "ServerLoop", answered: Callable[[int, str], None]) -> None:
        self._network, self._loop, self._answered = network, loop, answered
        self._status = 0
        self._begun = False
        self._parts: list[bytes] = []

    def start(
        self, app: ASGIApp, method: str, path: str, token: str | None, csrf: str, content: Mapping[str, Any] | None
    ) -> None:
        """Send the request on its way."""
        body = b"" if content is None else json.dumps(content).encode()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "https",
            "headers": headers_of(token, csrf, body),
            "client": ("10.9.9.9", 1000),
            "server": ("room.example", 443),
            "state": {},
        }
        given = deque([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            if given:
                return given.popleft()
            return await self._loop.create_future()  # type: ignore[no-any-return]

        def arrive(_: Any) -> None:
            """TCP delivers a request once, whatever comes twice."""
            if not self._loop.dead and not self._begun:
                self._begun = True
                self._loop.create_task(self._serve(app, scope, receive))

        Lane(self._network, arrive).carry(None)

    async def _serve(self, app: ASGIApp, scope: dict[str, Any], receive: Any) -> None:
        await app(scope, receive, self._send)
        if not self._loop.dead:
            text = b"".join(self._parts).decode()
            Lane(self._network, lambda _: self._answered(self._status, text)).carry(None)

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
        else:
            self._parts.append(message.get("body", b""))
