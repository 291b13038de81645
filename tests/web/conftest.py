"""A server with a fresh database for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from web_players import UNHURRIED, Player

from houseway.room import Room
from houseway.web import create_app
from houseway.web.settings import Settings


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
