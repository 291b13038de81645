"""Refusals at the gate: held back a little, without a slot, and only so many at a time."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from support.own_loop import run_apart

from houseway.web import gate
from houseway.web.addresses import Source
from houseway.web.gate import Gate
from houseway.web.rates import Meter, Slots
from houseway.web.settings import Rate, Settings

NEVER = Rate(1e-9, 1)
FREELY = Rate(1e6, 1_000_000)


class Pause:
    """Stands for the clock: what is held back goes on when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.over = asyncio.Event()
        self.seconds: list[float] = []
        monkeypatch.setattr("houseway.web.gate.asyncio.sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await self.over.wait()


async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 503, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def answering(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def ask(at: Gate, sent: list[int]) -> None:
    async def receive() -> MutableMapping[str, Any]:
        raise AssertionError("nothing is read")

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    source = Source("192.0.2.1")
    scope = {
        "type": "http",
        "path": "/api/tables",
        "headers": [],
        "client": ("192.0.2.1", 1),
        "houseway_source": source,
    }
    await at(scope, receive, send)


async def settle() -> None:
    for _ in range(10):
        await asyncio.get_running_loop().run_in_executor(None, lambda: None)


@pytest.fixture(autouse=True)
def known_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "source_in", lambda scope: scope["houseway_source"])


@pytest.mark.parametrize(("app", "each"), [(refusing, FREELY), (answering, NEVER)])
def test_a_refusal_waits_and_takes_no_slot_while_it_does(monkeypatch: pytest.MonkeyPatch, app: Any, each: Rate) -> None:
    async def scene() -> None:
        pause, slots = Pause(monkeypatch), Slots("requests", 5, 5)
        sent: list[int] = []
        at = Gate(app, Meter("requests", each, FREELY), slots, Settings(refusal_pause=7.0))
        if each is NEVER:
            await ask(at, sent)
            assert sent.pop() == 200
        waiting = asyncio.create_task(ask(at, sent))
        await settle()
        assert (sent, slots.total, pause.seconds) == ([], 0, [7.0])
        pause.over.set()
        await waiting
        assert sent in ([503], [429])

    run_apart(scene())


def test_what_is_answered_well_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pause = Pause(monkeypatch)
        sent: list[int] = []
        await ask(Gate(answering, Meter("requests", FREELY, FREELY), Slots("requests", 5, 5), Settings()), sent)
        assert (sent, pause.seconds) == ([200], [])

    run_apart(scene())


def test_only_so_many_are_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pause = Pause(monkeypatch)
        sent: list[int] = []
        settings = Settings(most_held_back=2)
        at = Gate(refusing, Meter("requests", FREELY, FREELY), Slots("requests", 5, 5), settings)
        waiting = [asyncio.create_task(ask(at, sent)) for _ in range(3)]
        await settle()
        assert sent == [503]
        pause.over.set()
        await asyncio.gather(*waiting)
        assert sent == [503] * 3

    run_apart(scene())
