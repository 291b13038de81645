"""Refusals by the connection itself: no task, no routing and no WebSocket is made for a request beyond its rate."""

import asyncio
import base64
import json
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from support.own_loop import run_apart
from uvicorn.server import ServerState

from houseway.web.addresses import Proxies
from houseway.web.admission import COUNTED, REQUEST, SPECTATOR, Admission, AdmissionLimits, EarlyRefusals
from houseway.web.connection_limits import MOST_DISCARDED, GuardedHttp, wire_options
from houseway.web.rate_limits import RateLimit
from houseway.web.responses import SECURITY_HEADERS
from houseway.web.settings import Rate, Settings
from houseway.web.thread_pools import Kind

FREELY = Rate(1e6, 1_000_000)
PROXY = "10.0.0.1"
TWO = Rate(1e-9, 2)
"""Two, and no third one for years."""


class Transport(asyncio.Transport):
    """A connection as the protocol sees it."""

    def __init__(self, peer: str) -> None:
        super().__init__()
        self.peer, self.written = peer, b""
        self.is_over = self.is_paused = False
        self.protocol: asyncio.BaseProtocol | None = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": (self.peer, 4711), "sockname": ("192.0.2.99", 80)}.get(name, default)

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    abort = close

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol | None:  # type: ignore[override]
        return self.protocol

    @property
    def status(self) -> int:
        return int(self.written.split()[1])

    @property
    def head(self) -> dict[str, str]:
        lines = self.written.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
        return {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}

    @property
    def body(self) -> bytes:
        return self.written.partition(b"\r\n\r\n")[2]


class Site:
    """An application behind the admission layer, and connections to it that need no network."""

    def __init__(self, **given: Any) -> None:
        chosen = {"requests": FREELY, "all_requests": FREELY, "spectators": FREELY, "all_spectators": FREELY}
        self.settings = Settings(**{**chosen, "refusal_pause": 0.0, **given})
        self.asked: list[Scope] = []
        self.parts: list[bytes] = []
        self.limits = AdmissionLimits(self.settings)
        self.spectators = RateLimit("spectators", self.settings.spectators, self.settings.all_spectators)
        self.state = SimpleNamespace(
            early=EarlyRefusals(self.limits, self.spectators, Proxies(self.settings.trusted_proxies))
        )
        self._admission = Admission(self._answer, self.limits, self.settings)
        options = wire_options(self.settings)
        self._http: Any = options["http"]
        self._config = uvicorn.Config(self, interface="asgi3", lifespan="off", **options)
        self._config.load()
        self.served = ServerState()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def noted() -> Any:
            message = await receive()
            self.parts.append(message.get("body", b""))
            return message

        await self._admission(scope, noted, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked.append(scope)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    @property
    def door(self) -> Any:
        return self._http.door

    def connect(self, peer: str = "192.0.2.1") -> tuple[GuardedHttp, Transport]:
        transport = Transport(peer)
        protocol = self._http(config=self._config, server_state=self.served, app_state={})
        protocol.connection_made(transport)
        return protocol, transport

    async def ask(self, sent: bytes, peer: str = "192.0.2.1") -> Transport:
        """Send a request over a new connection, and wait for the answer."""
        protocol, transport = self.connect(peer)
        protocol.data_received(sent)
        while not transport.written:
            await asyncio.sleep(0)
        protocol.connection_lost(None)
        while self.served.tasks:
            await asyncio.sleep(0)
        return transport


def head(path: str, *lines: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 192.0.2.99", *lines, "", ""]).encode()


def handshake(*lines: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}")
    return head("/api/tables/1/ws", *upgrade, *lines)


Scene = Callable[[], Coroutine[Any, Any, None]]


def on_a_loop(scene: Scene) -> None:
    run_apart(scene())


def test_a_request_is_counted_once_and_the_first_too_many_is_refused_without_a_task() -> None:
    async def scene() -> None:
        site = Site(requests=TWO)
        answers = [await site.ask(head("/api/tables")) for _ in range(2)]
        assert [answer.status for answer in answers] == [200, 200]
        protocol, transport = site.connect()
        protocol.data_received(head("/api/tables"))
        assert (site.door.held_back, len(site.served.tasks), transport.written) == (1, 0, b"")
        while not transport.written:
            await asyncio.sleep(0)
        assert (transport.status, transport.is_over, site.door.held_back) == (429, True, 0)
        assert json.loads(transport.body)["code"] == "too_fast"
        assert int(transport.head["retry-after"]) >= 1
        assert int(transport.head["content-length"]) == len(transport.body)
        assert transport.head["cache-control"] == "no-store"
        assert {name: transport.head.get(name.lower()) for name in SECURITY_HEADERS} == SECURITY_HEADERS
        assert [scope[COUNTED] for scope in site.asked] == [[REQUEST], [REQUEST]]

    on_a_loop(scene)


def test_a_refused_address_keeps_no_other_from_being_answered() -> None:
    async def scene() -> None:
        site = Site(requests=TWO)
        for _ in range(20):
            await site.ask(head("/api/tables"))
        assert (await site.ask(head("/api/tables"))).status == 429
        assert (await site.ask(head("/api/tables"), peer="192.0.2.2")).status == 200
        assert (await site.ask(head("/healthz"))).status == 200

    on_a_loop(scene)


def test_spectators_beyond_their_rate_get_no_websocket_and_people_with_a_session_are_asked_who_they_are() -> None:
    async def scene() -> None:
        site = Site(spectators=TWO)
        for _ in range(2):
            assert (await site.ask(handshake())).status == 101
        refused = await site.ask(handshake())
        assert (refused.status, refused.protocol) == (429, None)
        known = handshake("Cookie: theme=dark; houseway_session=" + 43 * "x")
        assert (await site.ask(known)).status == 101
        assert [SPECTATOR in scope[COUNTED] for scope in site.asked] == [True, True, False]

    on_a_loop(scene)


def test_handshakes_count_as_requests_of_their_kind_once_each() -> None:
    async def scene() -> None:
        site = Site(requests=TWO)
        statuses = [(await site.ask(handshake())).status for _ in range(3)]
        assert statuses == [101, 101, 429]
        assert [scope["type"] for scope in site.asked] == ["websocket", "websocket"]

    on_a_loop(scene)


def test_a_body_that_trickles_in_wakes_the_application_once() -> None:
    async def scene() -> None:
        site = Site()
        protocol, transport = site.connect()
        protocol.data_received(head("/api/session", "Content-Length: 2000", method="POST"))
        for _ in range(200):
            protocol.data_received(10 * b"x")
            await asyncio.sleep(0)
        while not transport.written:
            await asyncio.sleep(0)
        assert (transport.status, [len(part) for part in site.parts]) == (200, [2000])

    on_a_loop(scene)


def test_a_large_body_is_handed_on_while_it_arrives_so_that_its_memory_is_counted() -> None:
    async def scene() -> None:
        site = Site()
        protocol, transport = site.connect()
        protocol.data_received(head("/api/session", "Content-Length: 200000", method="POST"))
        for _ in range(100):
            protocol.data_received(1000 * b"x")
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert 80_000 <= site.limits.bodies.total <= 100_000
        assert max(len(part) for part in site.parts) < 10_000
        protocol.connection_lost(None)
        while site.served.tasks:
            await asyncio.sleep(0)
        assert (site.limits.bodies.total, transport.written) == (0, b"")

    on_a_loop(scene)


def test_what_a_refused_client_still_sends_is_thrown_away_and_no_more_than_a_little_is_read() -> None:
    async def scene() -> None:
        site = Site(requests=TWO, refusal_pause=1000.0)
        for _ in range(2):
            await site.ask(head("/"))
        protocol, transport = site.connect()
        protocol.data_received(head("/api/session", "Content-Length: 200000", method="POST") + 100 * b"x")
        protocol.data_received(MOST_DISCARDED * b"x")
        assert not transport.is_paused
        protocol.data_received(b"x")
        assert (transport.is_paused, site.door.held_back, site.limits.bodies.total) == (True, 1, 0)
        protocol.connection_lost(None)
        assert (site.door.held_back, len(site.served.tasks), site.door.connections) == (0, 0, 0)

    on_a_loop(scene)


def test_requests_sent_behind_a_refused_one_are_not_carried_out() -> None:
    async def scene() -> None:
        site = Site(requests=TWO)
        for _ in range(2):
            await site.ask(head("/"))
        refused = await site.ask(head("/") + head("/healthz") + handshake())
        assert (refused.status, refused.written.count(b"HTTP/1.1"), len(site.asked)) == (429, 1, 2)

    on_a_loop(scene)


def test_where_too_many_refusals_wait_the_next_is_sent_at_once() -> None:
    async def scene() -> None:
        site = Site(requests=TWO, refusal_pause=1000.0, most_held_back=1)
        for _ in range(2):
            await site.ask(head("/"))
        waiting = site.connect()
        waiting[0].data_received(head("/"))
        assert (await site.ask(head("/"))).status == 429
        assert (waiting[1].written, site.door.held_back) == (b"", 1)
        waiting[0].connection_lost(None)
        assert site.door.held_back == 0

    on_a_loop(scene)


def test_clients_of_a_trusted_proxy_are_counted_apart() -> None:
    async def scene() -> None:
        site = Site(requests=TWO, trusted_proxies=(PROXY,))

        async def status(client: str, peer: str = PROXY) -> int:
            sent = head("/api/tables", f"X-Forwarded-For: {client}", "X-Forwarded-Proto: https")
            return (await site.ask(sent, peer)).status

        assert [await status("198.51.100.1") for _ in range(3)] == [200, 200, 429]
        assert await status("198.51.100.2") == 200
        assert [await status(f"203.0.113.{number}", "192.0.2.7") for number in range(3)] == [200, 200, 429]
        refused = await site.ask(head("/", "X-Forwarded-For: 198.51.100.1", "X-Forwarded-Proto: https"), PROXY)
        assert "strict-transport-security" in refused.head

    on_a_loop(scene)


@pytest.mark.parametrize(
    ("lines", "kind"), [(("Accept: text/html",), "text/html; charset=utf-8"), ((), "application/json")]
)
def test_a_browser_is_refused_with_a_page_and_a_program_with_json(lines: tuple[str, ...], kind: str) -> None:
    async def scene() -> None:
        site = Site(requests=TWO)
        for _ in range(2):
            await site.ask(head("/"))
        refused = await site.ask(head("/", *lines))
        assert (refused.status, refused.head["content-type"]) == (429, kind)
        bare = await site.ask(head("/", *lines, method="HEAD"))
        assert (bare.status, bare.body) == (429, b"")
        assert int(bare.head["content-length"]) > 0

    on_a_loop(scene)


def test_everyone_together_is_refused_as_busy_with_the_shares_of_others_kept() -> None:
    async def scene() -> None:
        site = Site(all_requests=Rate(1e-9, 64))
        statuses = [(await site.ask(head("/"), peer=f"192.0.2.{number % 4}")).status for number in range(60)]
        assert statuses.count(200) < 60
        assert set(statuses) == {200, 503}
        assert (await site.ask(head("/"), peer="198.51.100.9")).status == 200
        assert site.limits.slots[Kind.PAGES].total == 0

    on_a_loop(scene)


COLLECTIONS = """
import gc, sys
from houseway.web.app import collect_rarely

if sys.argv[1] == "rarely":
    collect_rarely()
counts = [0, 0, 0]


def count(phase, told):
    counts[told["generation"]] += phase == "stop"


gc.callbacks.append(count)
kept = []
for _ in range(200_000):
    kept.append([])
print(counts[0], counts[2])
"""


def test_old_objects_are_looked_through_rarely() -> None:
    def collections(how: str) -> tuple[int, int]:
        run = subprocess.run([sys.executable, "-c", COLLECTIONS, how], capture_output=True, text=True, check=True)
        young, old = map(int, run.stdout.split())
        return young, old

    (young, old), (often, too_often) = collections("rarely"), collections("usual")
    assert (old, too_often > 0) == (0, True)
    assert 0 < young < often / 5
