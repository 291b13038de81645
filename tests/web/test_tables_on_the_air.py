"""Tables on the air when something is slow or fails: nobody else waits, and nothing that was done looks undone."""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Event, Semaphore
from types import SimpleNamespace
from typing import cast

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketState
from support.own_loop import run_apart
from support.web_players import BETS, UNHURRIED, Player

from houseway.games.engine.action import Action
from houseway.games.engine.view import View
from houseway.room import Room, RoomSettings, TableSpec
from houseway.room.table import LiveTable
from houseway.room.table_view import Shared
from houseway.web import connection as connecting
from houseway.web import create_app, hub
from houseway.web.connection import MOST_UNSENT, POLICY_VIOLATION, Connection
from houseway.web.hub import Feed
from houseway.web.server import Server, Visitor
from houseway.web.settings import Settings

pytest_plugins = ["support.web_fixtures"]

HOLDOUT, PICK_2 = "five-card-holdout", "pick-2-poker"
LONG = 120.0


class Thinker:
    """An automatic player that thinks until it may choose."""

    name = "exact-equity"

    def __init__(self) -> None:
        self.thinking, self.may_choose = Semaphore(0), Event()
        self.was_in_time = True

    def choose(self, view: View) -> Action:
        self.thinking.release()
        self.was_in_time &= self.may_choose.wait(LONG)
        return view.legal_actions[0]


@pytest.fixture
def unhurried_room(tmp_path: Path) -> Iterator[Room]:
    opened = Room(f"sqlite:///{tmp_path / 'room.sqlite'}", RoomSettings(bot_delay=0.01))
    yield opened
    opened.close()


def with_an_automatic_player_to_act(room: Room) -> None:
    guest = room.guest().id
    table = room.table(room.open_table(TableSpec(HOLDOUT, seats=2, bots={1: "exact-equity"}), by=guest))
    table.sit(guest, 0)
    table.bet(guest, BETS[HOLDOUT])
    if table.state.round is not None and table.state.round.actor == 0:
        table.act(guest, Action("call"), table.state.moves)
    assert table.state.round is not None
    assert table.state.round.actor == 1


def test_people_never_wait_for_automatic_players_of_other_tables(unhurried_room: Room) -> None:
    room, thinker = unhurried_room, Thinker()
    app = create_app(room, Settings(**UNHURRIED))  # type: ignore[arg-type]
    for _ in range(20):
        with_an_automatic_player_to_act(room)
    room.players = lambda slug, name, seed: thinker
    with TestClient(app) as client:
        for _ in range(hub.CLOCK_THREADS):
            assert thinker.thinking.acquire(timeout=LONG)
        player = Player(client).sign_in()
        with player.at(player.open_table(PICK_2, seats=1)) as seat:
            seat.sit(0)
            seat.bet(PICK_2)
            seat.until(lambda state: state["phase"] == "playing")
        thinker.may_choose.set()
    assert thinker.was_in_time, "the bet came after an automatic player had given up thinking"


def test_whoever_could_not_be_told_of_a_change_is_told_later_and_the_change_stands(
    clients: Callable[[], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "WAIT_AFTER_ERROR", 0.05)
    ann, bob = clients().sign_in(), clients().sign_in()
    failing: list[int] = []
    snapshots = LiveTable.snapshots

    def fails_twice(table: LiveTable, user_ids: Iterable[int | None]) -> list[Shared]:
        if failing:
            failing.pop()
            raise OSError("the database cannot be read")
        return snapshots(table, user_ids)

    monkeypatch.setattr(LiveTable, "snapshots", fails_twice)
    table_id = ann.open_table(PICK_2, seats=2)
    with ann.at(table_id) as at_ann, bob.at(table_id) as at_bob:
        at_bob.until(lambda state: True)
        failing += [1, 2]
        at_ann.sit(0)
        at_bob.until(lambda state: state["seats"][0]["name"] == ann.user["name"])
    assert not failing
    assert not at_ann.errors


def test_nothing_is_told_of_a_table_that_is_closed(room: Room, settings: Settings) -> None:
    gone = Event()
    subscribe = room.subscribe

    def noted(table_id: int, listener: Callable[[int], None]) -> Callable[[], None]:
        unsubscribe = subscribe(table_id, listener)

        def and_gone() -> None:
            unsubscribe()
            gone.set()

        return and_gone

    room.subscribe = noted  # type: ignore[method-assign]
    with TestClient(create_app(room, settings)) as client:
        player = Player(client).sign_in()
        table = room.table(player.open_table(PICK_2, seats=1))
        assert not gone.is_set()
        table.close(player.user["id"])
        assert gone.wait(LONG)


def test_tables_are_looked_at_again_after_an_error(
    room: Room, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SWEEP", 0.01)
    looked = Semaphore(0)

    def fails() -> None:
        looked.release()
        raise OSError("the database cannot be read")

    monkeypatch.setattr(room, "tick", fails)
    with TestClient(create_app(room, settings)):
        for _ in range(3):
            assert looked.acquire(timeout=LONG)


def test_time_stands_still_at_every_table_while_nothing_can_be_written(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "PULSE", 0.02)
    monkeypatch.setattr(hub, "WAIT_FOR_TIME", 0.02)
    room = Room(f"sqlite:///{tmp_path / 'room.sqlite'}", RoomSettings(alone_time=1.0))
    works, looked, decided = Event(), Semaphore(0), Event()
    probe = room.database.probe

    def fails_for_now() -> None:
        looked.release()
        if not works.is_set():
            raise OSError("no space left on the disk")
        probe()

    monkeypatch.setattr(room.database, "probe", fails_for_now)
    ann = room.guest().id
    table = room.table(room.open_table(TableSpec(PICK_2, seats=1), by=ann))
    table.sit(ann, 0)
    table.bet(ann, BETS[PICK_2])
    room.subscribe(table.id, lambda length: decided.set() if table.state.round is None else None)
    with TestClient(create_app(room, settings)):
        for _ in range(75):
            assert looked.acquire(timeout=LONG)
        assert not decided.is_set()
        works.set()
        assert decided.wait(LONG)
    room.close()
    assert [
        record.levelname for record in caplog.records if "can" in record.message and "written" in record.message
    ] == [
        "ERROR",
        "WARNING",
    ]


class ClientThatNeverReads:
    """A WebSocket whose client sends ping after ping, and to which nothing can be sent."""

    application_state = client_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.pings = 0
        self.code: int | None = None

    async def receive(self) -> dict[str, str]:
        await asyncio.sleep(0)
        self.pings += 1
        return {"type": "websocket.receive", "text": json.dumps({"type": "ping"})}

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, reason: str = "") -> None:
        self.code = code


def connection_of(client: object) -> Connection:
    visitor = SimpleNamespace(user=None, token="")
    server = SimpleNamespace(settings=Settings(**UNHURRIED))  # type: ignore[arg-type]
    watched = SimpleNamespace(table=SimpleNamespace(id=1))
    return Connection(cast(WebSocket, client), cast(Visitor, visitor), cast(Feed, watched), cast(Server, server))


def test_a_client_that_does_not_read_loses_the_connection() -> None:
    client = ClientThatNeverReads()

    async def until_cut_off() -> None:
        await asyncio.wait_for(connection_of(client).run(), LONG)

    run_apart(until_cut_off())
    assert client.code == POLICY_VIOLATION
    assert MOST_UNSENT < client.pings < 2 * MOST_UNSENT


def test_a_client_that_does_not_hear_the_end_is_left_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "LONGEST_GOODBYE", 0.01)
    client = ClientThatNeverReads()

    async def close(code: int, reason: str = "") -> None:
        await asyncio.Event().wait()

    client.close = close  # type: ignore[method-assign]

    async def until_left() -> None:
        await asyncio.wait_for(connection_of(client).run(), LONG)

    run_apart(until_left())
    assert client.pings > MOST_UNSENT
