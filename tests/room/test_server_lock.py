"""A database has one server: a second one is refused at once, and a killed one leaves nothing in the way."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.postgres import empty_schema, needs_postgres
from support.room_play import database_file, opened

from houseway.errors import BadSetting
from houseway.room import Room
from houseway.room.audit import verify_database
from houseway.room.database import Database, shown

SERVER = """
import sys
from houseway.room import Room
room = Room(sys.argv[1])
if len(sys.argv) > 2:
    import os, time
    if not os.fork():
        time.sleep(60)
print("open", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_process(url: str, *more: str, folder: Path | None = None) -> Iterator["subprocess.Popen[str]"]:
    """A process that has a room open until it is told to go."""
    command = [sys.executable, "-c", SERVER, url, *more]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder, start_new_session=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
    finally:
        if process.poll() is None:
            process.communicate("")
        if more:  # what it had forked
            os.killpg(process.pid, signal.SIGKILL)


def test_a_second_process_is_refused_by_whatever_path_it_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    with another_process("sqlite:///room.db", folder=tmp_path) as process:
        (tmp_path / "other.db").symlink_to("room.db")
        for path in ("room.db", "link/room.db", "other.db", "../" + tmp_path.name + "/room.db"):
            with pytest.raises(BadSetting, match=rf"another server \(process {process.pid}\) serves .*room.db already"):
                Room(f"sqlite:///{tmp_path / path}")
        database = Database(database_file(tmp_path))
        assert verify_database(database).ok, "an audit needs no lock"
        database.close()
    with opened(database_file(tmp_path)) as room:
        assert room.guest().chips


def opens_in_time(url: str) -> bool:
    """Whether a room opens within a minute: a child that was just forked lets the lock go in its first moment."""
    for _ in range(600):
        try:
            with opened(url) as room:
                return bool(room.guest().chips)
        except BadSetting:
            time.sleep(0.1)
    return False


def test_a_killed_server_leaves_nothing_in_the_way_even_where_a_child_of_it_lives_on(tmp_path: Path) -> None:
    with another_process(database_file(tmp_path), "with a child") as process:
        process.kill()
        process.wait(60)
        assert opens_in_time(database_file(tmp_path))


def test_two_rooms_of_one_process_are_refused_too_and_one_that_failed_to_open_holds_no_lock(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)), pytest.raises(BadSetting, match="already"):
        Room(database_file(tmp_path))
    (tmp_path / "broken.db").write_bytes(b"no database" * 100)
    for _ in range(2):
        with pytest.raises(BadSetting, match="no SQLite database"):
            Room(f"sqlite:///{tmp_path / 'broken.db'}")
    with opened(), opened():
        pass


def test_a_folder_in_which_no_lock_can_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"room.db.lock cannot be opened .* Check its folder"):
        Room(f"sqlite:///{tmp_path / 'nowhere' / 'room.db'}")


@pytest.mark.parametrize("statement", ["UPDATE alembic_version SET version_num = '9999'", "DROP TABLE alembic_version"])
def test_a_schema_that_is_not_known_is_refused_in_plain_words(statement: str, tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        room.database.write(lambda connection: connection.exec_driver_sql(statement))
    with pytest.raises(BadSetting, match=r"this program knows 0001 to|is not a houseway database"):
        Room(database_file(tmp_path))


@needs_postgres
def test_a_second_server_on_postgresql_is_refused() -> None:
    with empty_schema() as url, empty_schema() as elsewhere:
        with another_process(url):
            with pytest.raises(BadSetting, match=r"another server serves postgresql.* already"):
                Room(url)
            with opened(elsewhere) as room:
                room.audit_step()
        with opened(url) as room:
            assert room.guest().chips


@pytest.mark.parametrize(
    "url", ["postgresql://ann:s3cret@127.0.0.1:1/room", "nonsense://ann:s3cret@host", "postgresql://ann:s3cret@[::1"]
)
def test_a_database_that_cannot_be_reached_is_named_without_its_password(url: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Room(url)
    assert "s3cret" not in str(refused.value)
    assert "s3cret" not in shown(url)
