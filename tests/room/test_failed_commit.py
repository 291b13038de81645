"""A commit that fails, and leaves its transaction open, as SQLite does where the database is locked at that moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from support.room_play import bet_all, database_file, opened, seated

from houseway.room import database


class Unreadable(sqlite3.Cursor):
    """Its next attempts to begin to read fail, so many times."""

    failing = 0

    def execute(self, statement: str, given: Any = ()) -> "Unreadable":
        if Unreadable.failing and statement == "BEGIN":
            Unreadable.failing -= 1
            raise sqlite3.OperationalError("disk I/O error")
        super().execute(statement, given)
        return self


class Locked(sqlite3.Connection):
    """Its next commits fail, so many times, and do nothing."""

    failing = 0

    def cursor(self, factory: Any = None) -> sqlite3.Cursor:  # type: ignore[override]
        return super().cursor(Unreadable)

    def commit(self) -> None:
        if Locked.failing and self.in_transaction:
            Locked.failing -= 1
            raise sqlite3.OperationalError("database is locked")
        super().commit()


@contextmanager
def failing_commits(count: int) -> Iterator[None]:
    Locked.failing = count
    try:
        yield
    finally:
        Locked.failing = 0


@pytest.fixture(autouse=True)
def _lockable(monkeypatch: pytest.MonkeyPatch) -> None:
    def lockable(url: str, **options: Any) -> Any:
        options["connect_args"] = {**options.get("connect_args", {}), "factory": Locked}
        return create_engine(url, **options)

    monkeypatch.setattr(database, "create_engine", lockable)


@pytest.mark.parametrize("in_memory", [False, True])
def test_a_commit_that_fails_stops_no_later_write(in_memory: bool, tmp_path: Path) -> None:
    with opened("sqlite://" if in_memory else database_file(tmp_path)) as room:
        with failing_commits(1), pytest.raises(OperationalError, match="locked"):
            room.guest()
        ann = room.guest()
        with room.database.read() as connection:
            names = connection.execute(text("SELECT name FROM users")).scalars().all()
        assert names == [ann.name]
        assert room.verify().ok


def test_a_round_goes_on_after_commits_that_failed(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        with failing_commits(2):
            for _ in range(2):
                with pytest.raises(OperationalError, match="locked"):
                    bet_all(table)
        bet_all(table)
        assert table.state.round is not None
        assert room.verify().ok


def test_a_table_that_cannot_be_read_for_a_moment_is_not_set_aside(tmp_path: Path) -> None:
    """Errors of the driver itself, too, which do not come through SQLAlchemy."""
    with opened(database_file(tmp_path)) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        with failing_commits(1), pytest.raises(OperationalError, match="locked"):
            bet_all(table)
        Unreadable.failing = 1
        with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
            bet_all(table)
        assert Unreadable.failing == 0
        assert not room.quarantined
        bet_all(table)
        assert table.state.round is not None
