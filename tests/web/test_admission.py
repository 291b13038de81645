"""The admission layer: rates before anything else, bodies before slots, a slot of the request's own kind."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from support.own_loop import run_apart

from houseway.web.addresses import Source
from houseway.web.admission import IN_PROGRESS, SHARES, Admission, AdmissionLimits, BodyMemory
from houseway.web.errors import Busy, TooFast
from houseway.web.settings import Rate, Settings
from houseway.web.thread_pools import THREADS, Kind, Pool, kind_of

NEVER = Rate(1e-9, 1)
FREELY = Rate(1e6, 1_000_000)
ADDRESS = "192.0.2.1"
FREE = {"requests": FREELY, "all_requests": FREELY, "health": FREELY}


class Pause:
    """Stands for the clock: what is held back goes on when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.over = asyncio.Event()
        self.seconds: list[float] = []
        monkeypatch.setattr("houseway.web.admission.asyncio.sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await self.over.wait()


async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 503, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def answering(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def silent() -> MutableMapping[str, Any]:
    await asyncio.Event().wait()
    raise AssertionError("nothing is ever received")


@dataclass
class Client:
    """Calls the layer as a server does, and keeps what it was sent."""

    at: Admission
    sent: list[MutableMapping[str, Any]] = field(default_factory=list)

    @property
    def statuses(self) -> list[int]:
        return [message["status"] for message in self.sent if message["type"].endswith("response.start")]

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message)

    async def ask(
        self,
        path: str = "/api/tables",
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]] = silent,
        address: str = ADDRESS,
        length: int | None = None,
    ) -> None:
        headers = [] if length is None else [(b"content-length", str(length).encode())]
        await self.at({"type": "http", "path": path, "headers": headers, "client": (address, 1)}, receive, self.send)

    async def shake_hands(self, extensions: dict[str, Any], path: str = "/api/tables/1/ws") -> None:
        async def receive() -> MutableMapping[str, Any]:
            return {"type": "websocket.connect"}

        scope = {"type": "websocket", "path": path, "headers": [], "client": (ADDRESS, 1), "extensions": extensions}
        await self.at(scope, receive, self.send)


def client_of(app: ASGIApp, **given: Any) -> Client:
    settings = Settings(**{**FREE, "refusal_pause": 0.0, **given})
    return Client(Admission(app, AdmissionLimits(settings), settings))


async def settle() -> None:
    for _ in range(10):
        await asyncio.get_running_loop().run_in_executor(None, lambda: None)


@pytest.mark.parametrize(("app", "each"), [(refusing, FREELY), (answering, NEVER)])
def test_a_refusal_waits_and_takes_no_slot_while_it_does(monkeypatch: pytest.MonkeyPatch, app: Any, each: Rate) -> None:
    async def scene() -> None:
        pause = Pause(monkeypatch)
        client = client_of(app, requests=each, refusal_pause=7.0)
        if each is NEVER:
            await client.ask()
            assert client.statuses == [200]
        client.sent.clear()
        waiting = asyncio.create_task(client.ask())
        await settle()
        assert (client.sent, client.at.limits.slots[Kind.PLAY].total, len(pause.seconds)) == ([], 0, 1)
        assert 3.5 <= pause.seconds[0] <= 10.5
        pause.over.set()
        await waiting
        assert client.statuses in ([503], [429])

    run_apart(scene())


def test_what_is_answered_well_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pause, client = Pause(monkeypatch), client_of(answering)
        await client.ask()
        assert (client.statuses, pause.seconds) == ([200], [])

    run_apart(scene())


def test_only_so_many_are_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pause, client = Pause(monkeypatch), client_of(refusing, most_held_back=2, refusal_pause=1.0)
        waiting = [asyncio.create_task(client.ask()) for _ in range(3)]
        await settle()
        assert client.statuses == [503]
        pause.over.set()
        await asyncio.gather(*waiting)
        assert client.statuses == [503] * 3

    run_apart(scene())


def test_half_sent_bodies_of_many_addresses_hold_no_slot_and_everyone_else_is_answered() -> None:
    async def scene() -> None:
        client, other = client_of(answering, all_requests_at_once=8), None
        slow = [
            asyncio.create_task(client.ask("/api/session", address=f"192.0.2.{number}", length=200_000))
            for number in range(60)
        ]
        await settle()
        other = Client(client.at)
        for path in ("/healthz", "/readyz", "/api/session", "/api/tables", "/api/solve", "/"):
            await other.ask(path, address="198.51.100.1")
        assert other.statuses == [200] * 6
        assert client.statuses == []
        for task in slow:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    run_apart(scene())


def test_a_body_that_does_not_arrive_in_time_is_refused_by_name() -> None:
    async def scene() -> None:
        client = client_of(answering, body_time=0.0, body_rate=10**12)
        await client.ask("/api/session", length=100)
        assert client.statuses == [408]
        assert b"too_slow" in client.sent[-1]["body"]

    run_apart(scene())


@pytest.mark.parametrize("length", [b"300000", b"-1", b"9" * 400, b"\xb2", b"ten"])
def test_a_body_that_announces_too_much_is_not_read(length: bytes) -> None:
    async def scene() -> None:
        client = client_of(answering)
        scope = {"type": "http", "path": "/", "headers": [(b"content-length", length)], "client": (ADDRESS, 1)}
        await client.at(scope, silent, client.send)
        assert client.statuses == [413]

    run_apart(scene())


def test_a_body_in_chunks_is_cut_off_at_the_largest_size_and_its_memory_given_back() -> None:
    async def scene() -> None:
        async def more() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": b"x" * 10_000, "more_body": True}

        client = client_of(answering)
        headers = [(b"transfer-encoding", b"chunked")]
        scope = {"type": "http", "path": "/", "headers": headers, "client": (ADDRESS, 1)}
        await client.at(scope, more, client.send)
        assert (client.statuses, client.at.limits.bodies.total) == ([413], 0)

    run_apart(scene())


def test_memory_for_bodies_is_bounded_for_one_address_and_for_everyone() -> None:
    memory = BodyMemory(each=100, everyone=150)
    memory.take(Source("192.0.2.1"), 80)
    with pytest.raises(TooFast, match="from your address"):
        memory.take(Source("192.0.2.1"), 21)
    with pytest.raises(Busy, match="large requests"):
        memory.take(Source("192.0.2.2"), 71)
    memory.give_back(Source("192.0.2.1"), 80)
    memory.take(Source("192.0.2.2"), 71)
    assert memory.total == 71


def test_handshakes_are_counted_with_requests_and_refused_by_status_before_any_route() -> None:
    async def scene() -> None:
        async def never(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "websocket.accept"})

        client = client_of(never, requests=NEVER)
        await client.shake_hands({"websocket.http.response": {}})
        await client.shake_hands({"websocket.http.response": {}})
        await client.shake_hands({})
        kinds = [message["type"] for message in client.sent]
        start, body = "websocket.http.response.start", "websocket.http.response.body"
        assert kinds == ["websocket.accept", start, body, "websocket.close"]
        assert client.statuses == [429]

    run_apart(scene())


def test_of_many_handshakes_few_are_worked_on_at_a_time_and_all_have_their_turn() -> None:
    async def scene() -> None:
        goes_on, begun = asyncio.Event(), 0

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal begun
            begun += 1
            await goes_on.wait()
            await send({"type": "websocket.accept"})

        client = client_of(slow, most_requests_at_once=1000)
        tasks = [asyncio.create_task(client.shake_hands({})) for _ in range(100)]
        await settle()
        assert begun == IN_PROGRESS
        tasks[50].cancel()
        goes_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert [message["type"] for message in client.sent] == ["websocket.accept"] * 99
        assert client.at.limits.slots[Kind.TABLES].total == 0

    run_apart(scene())


def test_one_kind_of_request_uses_up_nothing_of_another() -> None:
    async def scene() -> None:
        never_done = asyncio.Event()

        async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"] == "/api/solve":
                await never_done.wait()
            await answering(scope, receive, send)

        client = client_of(waiting)
        tasks = [asyncio.create_task(client.ask("/api/solve", address=f"192.0.2.{n}")) for n in range(100)]
        await settle()
        assert set(client.statuses) == {503}
        other = Client(client.at)
        for path in ("/healthz", "/api/session", "/api/tables", "/api/verify/1", "/api/lab/jobs", "/"):
            await other.ask(path)
        assert other.statuses == [200] * 6
        never_done.set()
        await asyncio.gather(*tasks)

    run_apart(scene())


def test_rates_of_everyone_are_apart_by_kind_and_a_health_check_is_counted_for_its_address_alone() -> None:
    limits = AdmissionLimits(Settings(all_requests=Rate(1e-9, 40)), clock=lambda: 0.0)
    for number in range(100):
        with suppress(Busy):
            limits.take(Kind.SOLVING, Source(f"192.0.2.{number}"))
    with pytest.raises(Busy, match="advice"):
        limits.take(Kind.SOLVING, Source("198.51.100.1"))
    for kind in set(Kind) - {Kind.SOLVING}:
        limits.take(kind, Source("198.51.100.1"))
    for number in range(1000):
        limits.take(Kind.HEALTH, Source(f"10.0.0.{number}"))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/healthz", Kind.HEALTH),
        ("/metrics", Kind.HEALTH),
        ("/api/me", Kind.SIGN_IN),
        ("/api/session", Kind.SIGN_IN),
        ("/api/tables", Kind.PLAY),
        ("/api/tables/12/ws", Kind.TABLES),
        ("/api/tables/12", Kind.PLAY),
        ("/api/tables/12/export", Kind.ARCHIVE),
        ("/api/tables/12/hands.json", Kind.ARCHIVE),
        ("/api/verify/12", Kind.ARCHIVE),
        ("/api/solve", Kind.SOLVING),
        ("/api/training/games/x/spots", Kind.SOLVING),
        ("/api/lab/jobs", Kind.LABORATORY),
        ("/api/games", Kind.PAGES),
        ("/static/table.js", Kind.PAGES),
        ("/\n/healthz", Kind.PAGES),
        ("/api/tables/12/ws\n", Kind.PLAY),
    ],
)
def test_every_path_has_one_kind(path: str, kind: Kind) -> None:
    assert kind_of({"path": path}) is kind


def test_every_kind_has_threads_and_a_share() -> None:
    assert set(THREADS) == set(SHARES) == set(Kind)


def test_a_full_pool_refuses_its_own_calls_and_no_other_pool_waits_for_it() -> None:
    async def scene() -> None:
        from threading import Event

        let_go = Event()
        solving, sign_in = Pool("advice", 1, waiting=1), Pool("sign-ins", 1)
        blocked = [asyncio.create_task(solving.run(let_go.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="requests for advice"):
            await solving.run(let_go.wait)
        assert await sign_in.run(lambda: "signed in") == "signed in"
        let_go.set()
        await asyncio.gather(*blocked)
        assert await solving.run(lambda: "free again") == "free again"
        for pool in (solving, sign_in):
            pool.close()

    run_apart(scene())
