"""A server with a fresh database for each test, in this process or listening on the loopback."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from fastapi.testclient import TestClient

from houseway.room import Room
from houseway.web import advisor, archive, create_app, worker
from houseway.web.connection_limits import wire_options
from houseway.web.settings import Settings
from support.web_players import UNHURRIED, Player


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a calculation does not wait for other tests, and nothing is given up as the machine is slow."""
    for module in (archive, worker):
        monkeypatch.setattr(module, "NICENESS", 0)
    monkeypatch.setattr(advisor, "LONGEST_SECONDS", 600.0)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    opened = Room(f"sqlite:///{tmp_path / 'room.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def settings() -> Settings:
    return Settings(**UNHURRIED)  # type: ignore[arg-type]


@pytest.fixture
def clients(room: Room, settings: Settings) -> Iterator[Callable[[], Player]]:
    """Makes players; all of them talk to the same server on the same event loop."""
    app = create_app(room, settings)
    with TestClient(app) as first:

        def another() -> Player:
            client = TestClient(app)
            client.portal = first.portal
            return Player(client)

        yield another


@pytest.fixture
def player(clients: Callable[[], Player]) -> Player:
    return clients()


@contextmanager
def listening(room: Room, settings: Settings) -> Iterator[str]:
    """A real server in a thread; its address."""
    server = uvicorn.Server(
        uvicorn.Config(create_app(room, settings), port=0, log_level="error", **wire_options(settings))
    )
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def address(room: Room, settings: Settings) -> Iterator[str]:
    """The address of a real server."""
    with listening(room, settings) as found:
        yield found
