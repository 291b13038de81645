"""An audit writes nothing, goes through everything, and answers in plain words where it cannot be made."""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import typer
from sqlalchemy.exc import DBAPIError
from support.postgres import URL, empty_schema, needs_postgres
from support.room_play import act_once, bet_all, database_file, opened, play_rounds, seated
from typer.testing import CliRunner

from houseway.cli.verify import verify
from houseway.errors import BadSetting
from houseway.room import inspection
from houseway.room.inspection import inspect
from houseway.room.log import hash_of
from houseway.room.verify import EARLIEST, verify_bytes

SLUG = "pick-2-poker"


def play(folder: Path, tables: int = 2) -> None:
    with opened(database_file(folder)) as room:
        ann = room.guest().id
        for _ in range(tables):
            play_rounds(seated(room, SLUG, {0: ann}, seats=2, bots={1: "random"}), 1, random.Random(3))


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder, by its bytes; the index of a write-ahead log is memory that readers share."""
    files = [path for path in folder.iterdir() if not path.name.endswith("-shm")]
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


def told(*arguments: str) -> tuple[int, dict[str, Any]]:
    """The status and the one JSON object of the command."""
    app = typer.Typer()
    app.command()(verify)
    done = CliRunner().invoke(app, [*arguments, "--json"])
    return done.exit_code, json.loads(done.stdout)


def test_a_database_that_nobody_has_open_is_left_as_it_is_to_the_byte(tmp_path: Path) -> None:
    play(tmp_path)
    before, changed = contents(tmp_path), (tmp_path / "room.db").stat().st_mtime_ns
    assert inspect(database_file(tmp_path)).ok
    assert contents(tmp_path) == before
    assert (tmp_path / "room.db").stat().st_mtime_ns == changed


def test_a_room_that_runs_is_audited_as_it_is_now_and_never_waits(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        table = seated(room, SLUG, {0: room.guest().id}, seats=2, bots={1: "random"})
        play_rounds(table, 1, random.Random(3))
        bet_all(table)
        before = contents(tmp_path)
        with inspection.opened(database_file(tmp_path)) as reading, reading.snapshot() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM records").scalar()
            act_once(table, random.Random(1))
        assert contents(tmp_path) != before, "the room wrote while it was read"
        before = contents(tmp_path)
        report = inspect(database_file(tmp_path))
        assert report.ok, str(report.problem)
        with room.database.read() as connection:
            assert report.records == connection.exec_driver_sql("SELECT count(*) FROM records").scalar()
        assert contents(tmp_path) == before


@pytest.mark.parametrize("suffixes", [("", "-wal"), ("", "-wal", "-shm")])
def test_a_copy_with_the_log_of_a_server_that_was_killed_is_read_whole_and_left_alone(
    suffixes: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "copy").mkdir()
    with opened(database_file(tmp_path)) as room:
        table = seated(room, SLUG, {0: room.guest().id}, seats=2, bots={1: "random"})
        bet_all(table)
        for suffix in suffixes:
            shutil.copy(tmp_path / f"room.db{suffix}", tmp_path / "copy")
        length = table.head.length
    names = {path.name for path in (tmp_path / "copy").iterdir()}
    before = contents(tmp_path / "copy")
    report = inspect(database_file(tmp_path / "copy"), 1)
    assert report.ok, str(report.problem)
    assert report.records == length
    assert contents(tmp_path / "copy") == before
    assert {path.name for path in (tmp_path / "copy").iterdir()} == names


def test_nothing_can_be_written_by_an_inspection(tmp_path: Path) -> None:
    play(tmp_path, 1)
    url = database_file(tmp_path)
    with inspection.opened(url) as reading, reading.snapshot() as found, pytest.raises(DBAPIError, match="readonly"):
        found.exec_driver_sql("UPDATE accounts SET balance = 0")


@needs_postgres
def test_postgresql_is_audited_by_a_transaction_that_can_only_read() -> None:
    with empty_schema() as url:
        with opened(url) as room:
            table = seated(room, SLUG, {0: room.guest().id}, seats=2, bots={1: "random"})
            play_rounds(table, 2, random.Random(3))
            assert inspect(url).ok, "while the room is open"
            with (
                inspection.opened(url) as reading,
                reading.snapshot() as found,
                pytest.raises(DBAPIError, match="only"),
            ):
                found.exec_driver_sql("UPDATE accounts SET balance = 0")
        with opened(url) as room:
            room.database.write(lambda connection: connection.exec_driver_sql("UPDATE chains SET length = 77"))
        assert len(inspect(url).problems) >= 2


# What cannot be audited.


def break_file(path: Path, how: str) -> None:
    match how:
        case "is missing":
            path.unlink()
        case "is empty":
            path.write_bytes(b"")
        case "is text":
            path.write_text("no database\n" * 100)
        case "is cut off":
            path.write_bytes(path.read_bytes()[:9000])
        case "is a folder":
            path.unlink()
            path.mkdir()
        case "is of another program":
            path.unlink()
            sqlite3.connect(path).execute("CREATE TABLE notes (words TEXT)").connection.close()
        case statement:
            connection = sqlite3.connect(path)
            connection.execute(statement)
            connection.commit()
            connection.close()


CANNOT = {
    "is missing": "does not exist",
    "is empty": "is empty",
    "is text": "not an SQLite database",
    "is cut off": "damaged or cut off",
    "is a folder": "folder",
    "is of another program": "is not a houseway database",
    "UPDATE alembic_version SET version_num = '0001'": "verify it with the version that wrote it",
    "UPDATE alembic_version SET version_num = '7777'": "written by a newer houseway",
    "UPDATE alembic_version SET version_num = 'ab12cd'": "another program",
    "DELETE FROM alembic_version": "of no version",
    "DROP TABLE alembic_version": "is not a houseway database",
}


@pytest.mark.parametrize("how", CANNOT)
def test_what_cannot_be_audited_is_said_in_plain_words_with_status_2(how: str, tmp_path: Path) -> None:
    play(tmp_path, 1)
    break_file(tmp_path / "room.db", how)
    status, answer = told("--database", database_file(tmp_path))
    assert status == 2
    assert not answer["ok"]
    assert answer["problems"] == []
    assert CANNOT[how] in answer["error"]["message"]


@pytest.mark.parametrize(
    "url",
    ["postgresql://ann:s3cret@127.0.0.1:1/room", "mysql://ann:s3cret@host/room", "postgresql://ann:s3cret@[::1", "x"],
)
def test_a_database_that_cannot_be_reached_is_said_in_plain_words_without_the_password(url: str) -> None:
    status, answer = told("--database", url)
    assert status == 2
    assert answer["error"]["code"] == "bad_setting"
    assert "s3cret" not in answer["error"]["message"]


@needs_postgres
def test_a_postgresql_database_without_a_room_is_no_database_of_houseway() -> None:
    with empty_schema() as url, pytest.raises(BadSetting, match="is not a houseway database"):
        inspect(url)
    nobody = URL.replace("houseway@", "nobody_here:s3cret@")
    with pytest.raises(BadSetting) as refused:
        inspect(nobody)
    assert "s3cret" not in str(refused.value)


def test_every_table_is_gone_through_and_of_each_the_first_problem_is_told(tmp_path: Path) -> None:
    play(tmp_path, 3)
    for statement in (
        "UPDATE records SET body = 'x' WHERE chain_id = 1 AND seq >= 3",
        "UPDATE records SET hash = 'x' WHERE chain_id = 3 AND seq = 5",
        "UPDATE users SET role = 'operator'",
    ):
        break_file(tmp_path / "room.db", statement)
    status, answer = told("--database", database_file(tmp_path))
    assert status == 1
    places = [(problem["table"], problem["seq"]) for problem in answer["problems"]]
    assert places == [(1, 3), (3, 5), (None, 0)]
    assert answer["problem"] == answer["problems"][0]
    assert answer["error"] is None
    assert answer["rounds"] >= 1, "table 2 holds"


# Times.


def exported(folder: Path) -> bytes:
    with opened(database_file(folder)) as room:
        return room.table(1).export().encode()


def redated(content: bytes, date: Callable[[int, int], int]) -> bytes:
    """An export whose records bear other times, with hashes made good again."""
    lines, previous = [], "0" * 64
    for line in content.decode().splitlines():
        record = json.loads(line)["record"]
        record |= {"at": date(record["seq"], record["at"]), "previous": previous}
        body = json.dumps(record, sort_keys=True, separators=(",", ":"))
        previous = hash_of(body)
        lines.append(f'{{"hash":"{previous}","record":{body}}}\n')
    return "".join(lines).encode()


def test_the_times_of_records_are_verified(tmp_path: Path) -> None:
    play(tmp_path, 1)
    content = exported(tmp_path)
    assert verify_bytes(redated(content, lambda _, at: at)).ok
    back = verify_bytes(redated(content, lambda seq, at: at - 10**7 * (seq == 5))).problem
    assert back is not None
    assert back.seq == 5
    assert "before that of the record before it" in back.what
    old = verify_bytes(redated(content, lambda seq, at: EARLIEST - 1))
    assert old.ok
    assert "dated before 2020, the first is record 1" in old.warnings[0]


def test_a_log_written_while_the_clock_ran_ahead_verifies_with_a_warning(tmp_path: Path) -> None:
    play(tmp_path, 1)
    ahead = redated(exported(tmp_path), lambda seq, at: at + 10**7 * (seq >= 4))
    (tmp_path / "ahead.jsonl").write_bytes(ahead)
    status, answer = told(str(tmp_path / "ahead.jsonl"))
    assert (status, answer["ok"]) == (0, True)
    assert "the server's clock was wrong" in answer["warnings"][0]
    assert "the first is record 4" in answer["warnings"][0]


def test_a_table_opened_at_another_time_than_the_rooms_log_says_is_found(tmp_path: Path) -> None:
    play(tmp_path, 1)
    connection = sqlite3.connect(tmp_path / "room.db")
    body = connection.execute("SELECT body FROM records WHERE chain_id = 0 ORDER BY seq DESC").fetchone()[0]
    record = json.loads(body)
    assert record["kind"] == "table"
    record["at"] += 10**7
    body = json.dumps(record, sort_keys=True, separators=(",", ":"))
    connection.execute(
        "UPDATE records SET body = ?, hash = ? WHERE chain_id = 0 AND seq = ?", (body, hash_of(body), record["seq"])
    )
    connection.execute("UPDATE chains SET head = ? WHERE id = 0", (hash_of(body),))
    connection.commit()
    connection.close()
    with inspection.opened(database_file(tmp_path)) as reading:
        from houseway.room.audit import verify_database

        report = verify_database(reading)
    assert report.problem is not None
    assert (report.problem.table, report.problem.seq) == (1, 1)
