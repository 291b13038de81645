"""Connections to the database are budgeted, and where none is free the refusal is typed and may be tried again."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection, create_engine, text
from support.postgres import URL, empty_schema, needs_postgres
from support.room_play import database_file

from houseway.errors import BadSetting, DatabaseBusy
from houseway.room import Room, TableSpec, database
from houseway.room.database import Database, pool_size
from houseway.web import create_app

DEFAULT = 100 - 3
"""What PostgreSQL allows by default, less the connections that it keeps for its superuser."""


@pytest.mark.parametrize("processes", range(2, 9))
def test_all_processes_and_one_that_replaces_another_fit_into_the_default_of_postgresql(processes: int) -> None:
    each = pool_size(DEFAULT, processes)
    outside_the_pool = 2
    assert (processes + 1) * (each + outside_the_pool) <= DEFAULT
    assert each >= 5


def test_too_many_processes_for_a_database_server_are_refused_with_the_number_that_is_needed() -> None:
    with pytest.raises(BadSetting, match="allows 97 connections, and 16 processes need 124"):
        pool_size(DEFAULT, 16)


@contextmanager
def all_connections_of(room: Room) -> Iterator[None]:
    with ExitStack() as held:
        with suppress(DatabaseBusy):
            while True:
                held.enter_context(room.database.read())
        yield


@pytest.fixture
def busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A room with two connections, for which nobody waits."""
    monkeypatch.setattr(database, "POOL_PATIENCE", 0.0)
    monkeypatch.setattr(database, "MOST_CONNECTIONS", 2)
    room = Room(database_file(tmp_path))
    yield room
    room.close()


def test_where_no_connection_is_free_the_refusal_is_typed_and_nothing_was_done(busy: Room) -> None:
    guest = busy.guest().id
    table = busy.table(busy.open_table(TableSpec("pick-2-poker", seats=1), by=guest))
    with all_connections_of(busy):
        with pytest.raises(DatabaseBusy, match="Try again"):
            table.sit(guest, 0)
        assert not table.is_stale
    table.sit(guest, 0)
    assert table.state.seat_of(guest) == 0


def test_a_request_that_finds_no_connection_is_answered_503_with_a_time_to_try_again(busy: Room) -> None:
    client = TestClient(create_app(busy))
    client.cookies.set("houseway_session", "x" * 43)
    assert client.get("/api/me").status_code == 200
    with all_connections_of(busy):
        answer = client.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_busy")
    assert answer.headers["Retry-After"] == "1"


@needs_postgres
def test_a_room_takes_its_part_of_what_postgresql_allows() -> None:
    with empty_schema() as url:
        with create_engine(URL).connect() as connection:
            allowed = int(connection.execute(text("SHOW max_connections")).scalar_one()) - 3
        for processes in (2, 4):
            opened = Database(url, processes)
            assert opened.connections == min(60, (allowed - 5) // (processes + 1) - 2)
            opened.close()


@needs_postgres
def test_a_role_s_own_limit_counts_as_well() -> None:
    engine = create_engine(URL, isolation_level="AUTOCOMMIT")
    with empty_schema() as url, engine.connect() as connection:
        connection.execute(text("CREATE ROLE houseway_few LOGIN CONNECTION LIMIT 15"))
        try:
            with pytest.raises(BadSetting, match="allows 15 connections, and 4 processes need 40"):
                Database(url.replace("houseway@", "houseway_few@"), 4)
        finally:
            connection.execute(text("DROP ROLE houseway_few"))
    engine.dispose()


@pytest.mark.parametrize("place", ["", "room.db"], ids=["memory", "file"])
def test_closing_waits_for_the_write_in_progress_and_refuses_later_ones(place: str, tmp_path: Path) -> None:
    """A thread that was still writing to SQLite when its connection was closed crashed the whole process."""
    opened = Database(f"sqlite:///{tmp_path / place}" if place else "sqlite://")
    writing, goes_on = Event(), Event()

    def slow_write(connection: Connection) -> int:
        writing.set()
        assert goes_on.wait(60)
        return int(connection.execute(text("SELECT 7")).scalar_one())

    with ThreadPoolExecutor() as threads:
        written = threads.submit(opened.write, slow_write)
        assert writing.wait(60)
        closed = threads.submit(opened.close)
        assert not closed.done()
        goes_on.set()
        assert written.result(60) == 7
        closed.result(60)
    with pytest.raises(DatabaseBusy, match="closing, and nothing was written"):
        opened.write(slow_write)
