"""A database: an edit of any row of the log, the ledger, the accounts or the people is found."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from support.room_play import (
    bet_all,
    database_file,
    edit_sqlite,
    open_seed_of,
    opened,
    play_rounds,
    seated,
    secrets_file,
)
from typer.testing import CliRunner

from houseway.errors import UnknownName
from houseway.room import Room
from houseway.room.inspection import inspect
from houseway.room.ledger import MINT, Transfer, user_account
from houseway.room.log import ROOM, Draft
from houseway.room.store import append, head_of
from houseway.room.verify import Report


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with finished rounds of two games and one that is on."""
    folder = tmp_path_factory.mktemp("played")
    with opened(database_file(folder)) as room:
        people = {0: room.register("Ann", "correct horse").id, 2: room.guest().id}
        room.make_operator("Ann")
        for slug in ("pick-2-poker", "five-card-holdout"):
            table = seated(room, slug, people, seats=3, bots={1: "random"})
            play_rounds(table, 2, random.Random(41))
            bet_all(table)
        room.open_session(people[0])
    for path in (folder / "room.db", folder / "room.secrets.db"):
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / "room.db"


def verified(path: Path, table_id: int | None = None) -> Report:
    return inspect(f"sqlite:///{path}", table_id)


@pytest.fixture
def edited(played: Path, tmp_path: Path) -> Callable[[str], Report]:
    """Make a copy, edit it behind the room's back, verify."""

    def edit(statement: str) -> Report:
        copy = tmp_path / "copy.db"
        shutil.copy(played, copy)
        shutil.copy(secrets_file(played), secrets_file(copy))
        with edit_sqlite(copy) as connection:
            changed = connection.execute(statement)
            assert changed.rowcount, "the edit must change something"
        connection.close()
        return verified(copy)

    return edit


def test_an_honest_database_holds_with_a_round_that_is_on(played: Path) -> None:
    report = verified(played)
    assert report.ok, str(report.problem)
    assert (report.tables, report.rounds) == (2, 4)
    assert verified(played, 2).ok
    with pytest.raises(UnknownName):
        verified(played, 9)


EDITS = {
    "a body": "UPDATE records SET body = replace(body, '\"seat\":2', '\"seat\":1') WHERE chain_id = 1 AND seq = 4",
    "a hash": "UPDATE records SET hash = substr(hash, 2) || 'x' WHERE chain_id = 1 AND seq = 7",
    "a kind": "UPDATE records SET kind = 'limited' WHERE chain_id = 1 AND seq = 5",
    "a round's number": "UPDATE records SET number = 7 WHERE chain_id = 1 AND seq = 5",
    "a record's place": "UPDATE records SET seq = 9999 WHERE chain_id = 1 AND seq = 5",
    "a record's table": "UPDATE records SET chain_id = 2, seq = 9999 WHERE chain_id = 1 AND seq = 5",
    "the last record is gone": (
        "DELETE FROM records WHERE chain_id = 1 AND seq = (SELECT max(seq) FROM records WHERE chain_id = 1)"
    ),
    "all records of a table are gone": "DELETE FROM records WHERE chain_id = 2",
    "a table is gone": "DELETE FROM chains WHERE id = 2",
    "a table is noted as closed": "UPDATE chains SET open = 0 WHERE id = 2",
    "the end of a log": "UPDATE chains SET head = replace(head, substr(head, 1, 1), 'x') WHERE id = 1",
    "the length of a log": "UPDATE chains SET length = length + 1 WHERE id = 1",
    "the secret seed": f"UPDATE open_seeds SET seed = substr(seed, 2) || substr(seed, 1, 1) WHERE {open_seed_of(1)}",
    "an unreadable secret": f"UPDATE open_seeds SET seed = 'x' WHERE {open_seed_of(2)}",
    "an amount": "UPDATE entries SET amount = amount + 1 WHERE chain_id = 1 AND place = 0 AND seq < 9",
    "both amounts of a transfer": "UPDATE entries SET amount = amount * 2 WHERE chain_id = 1 AND seq = 5",
    "an entry's account": "UPDATE entries SET account = 'user:2' WHERE chain_id = 1 AND account = 'user:1'",
    "a memo": "UPDATE entries SET memo = 'gift' WHERE chain_id = 2 AND place = 1",
    "an entry is gone": "DELETE FROM entries WHERE chain_id = 1 AND seq = 5 AND place = 0",
    "an entry is added": "INSERT INTO entries VALUES (1, 2, 0, 'user:1', 500, 'gift')",
    "a balance": "UPDATE accounts SET balance = balance + 1 WHERE name = 'user:1'",
    "two balances that cancel": (
        "UPDATE accounts SET balance = balance + CASE name WHEN 'user:1' THEN 5 ELSE -5 END "
        "WHERE name IN ('user:1', 'mint')"
    ),
    "an account's kind": "UPDATE accounts SET kind = 'house' WHERE name = 'user:1'",
    "an account more": "INSERT INTO accounts VALUES ('user:9', 'user', 0)",
    "an account less": "DELETE FROM accounts WHERE name = 'seat:1/2'",
    "a name": "UPDATE users SET name = 'Anna' WHERE id = 1",
    "a compared name": "UPDATE users SET folded_name = 'anna' WHERE id = 1",
    "a form of a name": "UPDATE users SET skeleton = 'eve' WHERE id = 1",
    "a role": "UPDATE users SET role = 'operator' WHERE id = 2",
    "a password": "UPDATE users SET password_hash = password_hash || 'x' WHERE id = 1",
    "a guest gets a password": "UPDATE users SET password_hash = 'x' WHERE id = 2",
    "a person more": "INSERT INTO users VALUES (9, 'Eve', 'eve', 'player', NULL, 'eve')",
    "a person less": "DELETE FROM users WHERE id = 2",
    "the room's log": "UPDATE records SET body = replace(body, 'Ann', 'Eve') WHERE chain_id = 0 AND seq = 2",
    "the room's log is gone": "DELETE FROM chains WHERE id = 0",
    "a truth that is neither": "UPDATE chains SET open = 2 WHERE id = 1",
    "no text": "UPDATE records SET body = CAST(body AS BLOB) WHERE chain_id = 1 AND seq = 4",
    "no UTF-8": "UPDATE records SET body = CAST(x'ff' AS TEXT) WHERE chain_id = 1 AND seq = 4",
    "a session of nobody": "UPDATE open_sessions SET user_id = 77",
    "an index less": "DROP INDEX ix_entries_account",
    "a trigger": "CREATE TRIGGER gift AFTER INSERT ON entries BEGIN UPDATE accounts SET balance = balance + 1; END",
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_is_found(what: str, edited: Callable[[str], Report]) -> None:
    report = edited(EDITS[what])
    assert report.problem is not None


@pytest.mark.slow
def test_one_flipped_bit_in_any_stored_record_is_found_at_that_record(
    played: Path, edited: Callable[[str], Report]
) -> None:
    generator = random.Random(42)
    with sqlite3.connect(played) as connection:
        rows = connection.execute("SELECT chain_id, seq, length(body) FROM records").fetchall()
    connection.close()
    for _ in range(25):
        chain_id, seq, length = generator.choice(rows)
        place = generator.randrange(length) + 1
        other = f"char(unicode(substr(body, {place}, 1)) + 1)"
        report = edited(
            f"UPDATE records SET body = substr(body, 1, {place - 1}) || {other} || substr(body, {place + 1}) "
            f"WHERE chain_id = {chain_id} AND seq = {seq}"
        )
        assert report.problem is not None
        assert (report.problem.table, report.problem.seq) == (chain_id, seq)


def test_the_command_line_verifies_a_database_and_makes_none(played: Path, tmp_path: Path) -> None:
    import typer

    from houseway.cli.verify import verify

    app = typer.Typer()
    app.command()(verify)
    runner = CliRunner()
    assert runner.invoke(app, ["--database", f"sqlite:///{played}"]).exit_code == 0
    assert runner.invoke(app, ["--database", f"sqlite:///{played}", "--table", "1"]).exit_code == 0
    missing = tmp_path / "missing.db"
    assert runner.invoke(app, ["--database", f"sqlite:///{missing}"]).exit_code != 0
    assert not missing.exists()


def appended(room: Room, *drafts: Draft) -> None:
    """What an insider with the database can add: records under good hashes, entries and balances that fit them."""
    with room.database.engine.begin() as connection:
        append(connection, ROOM, head_of(connection, ROOM), drafts, room.now())


def bought(user_id: int, amount: int) -> Draft:
    return Draft("bought chips", {"user": user_id}, (Transfer(MINT, user_account(user_id), amount, "play chips"),))


def test_chips_that_nobody_may_buy_are_found_though_hashes_and_ledger_fit() -> None:
    with opened() as room:
        insider = room.guest().id
        appended(room, bought(insider, 10_000_000 * 100))
        problem = room.verify().problem
    assert problem is not None
    assert "so never more at once" in problem.what


def test_small_purchases_of_somebody_who_lost_nothing_are_found() -> None:
    with opened() as room:
        insider = room.guest().id
        appended(room, bought(insider, 50_000), bought(insider, 50_000))
        problem = room.verify().problem
    assert problem is not None
    assert "took only 0 to the tables" in problem.what


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE training_totals SET correct = answers + 1", "contradict each other"),
        ("UPDATE training_totals SET given = 'x'", "cannot be read"),
        ("UPDATE training_days SET answers = 99", "hold more than the total"),
        ("DELETE FROM training_totals", "hold more than the total"),
        ("UPDATE training_again SET spot = '{'", "a missed spot"),
    ],
)
def test_training_results_that_cannot_be_are_found(statement: str, words: str) -> None:
    with opened() as room:
        user = room.guest().id
        whose = f"{user}, 'drill', 'pick-2-poker'"
        with room.database.engine.begin() as connection:
            connection.execute(text(f"INSERT INTO training_totals VALUES ({whose}, 2, 1, '1/2', 1, 1)"))
            connection.execute(text(f"INSERT INTO training_days VALUES ({whose}, '2026-11-18', 2, 1, '1/2')"))
            connection.execute(text(f"INSERT INTO training_again VALUES ({whose}, 'k', '', 0, 0, 0, 1, 0, '1/2')"))
        assert room.verify().ok
        with room.database.engine.begin() as connection:
            connection.execute(text(statement))
        problems = [problem.what for problem in room.verify().problems]
    assert any(words in problem for problem in problems), problems
