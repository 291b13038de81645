"""Signed checkpoints: the room's own log and every table's have an end that others hold."""

import json
import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import text
from support.room_play import bet_all, database_file, opened, play_rounds, seated
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import BadSetting
from houseway.room.checkpoints import Checkpoint, Notary, append_to, read_witness, room_key, signed
from houseway.room.ledger import MINT, Transfer, user_account
from houseway.room.log import ROOM, Draft
from houseway.room.store import append, head_of

A, B, C, D, E, F = (64 * digit for digit in "abcdef")
A_KEY, ANOTHER = (Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32) for byte in (0, 1))


def witnessed(folder: Path) -> tuple[Path, str]:
    """A database with a round, and a file with a checkpoint of it."""
    with opened(database_file(folder)) as room:
        table = seated(room, "pick-2-poker", {0: room.guest().id})
        play_rounds(table, 1, random.Random(1))
        file = folder / "witness.jsonl"
        append_to(file, Notary(room.database).checkpoint().to_dict())
        bet_all(table)
    return file, database_file(folder)


def test_a_database_that_extends_its_checkpoints_verifies(tmp_path: Path) -> None:
    file, url = witnessed(tmp_path)
    found = CliRunner().invoke(app, ["verify", "--database", url, "--witness", str(file)])
    assert found.exit_code == 0, found.output
    assert "Compared 1 checkpoints" in found.stderr


def test_a_room_log_that_an_insider_cut_and_wrote_again_is_found_by_the_witness(tmp_path: Path) -> None:
    """Every hash, entry and balance fits: only somebody who holds an earlier end of the log can tell."""
    with opened(database_file(tmp_path)) as room:
        room.guest()
        mallory = room.guest().id
        file = tmp_path / "witness.jsonl"
        append_to(file, Notary(room.database).checkpoint().to_dict())
    with sqlite3.connect(tmp_path / "room.db") as connection:
        connection.execute("DELETE FROM entries WHERE seq = (SELECT max(seq) FROM records WHERE chain_id = 0)")
        connection.execute("DELETE FROM records WHERE chain_id = 0 AND seq = (SELECT max(seq) FROM records)")
        head, length = connection.execute("SELECT hash, seq FROM records ORDER BY seq DESC").fetchone()
        connection.execute("UPDATE chains SET head = ?, length = ? WHERE id = 0", (head, length))
        connection.execute(f"UPDATE accounts SET balance = 0 WHERE name = 'user:{mallory}'")
        connection.execute("UPDATE accounts SET balance = balance + 100000 WHERE name = 'mint'")
    from houseway.room.database import Database

    database = Database(database_file(tmp_path))
    with database.engine.begin() as writing:
        data = {"user": mallory, "name": "Mallory", "password": None}
        chips = (Transfer(MINT, user_account(mallory), 100_000, "play chips"),)
        append(writing, ROOM, head_of(writing, ROOM), [Draft("registered", data, chips)], 1_800_000_000_000)
    database.engine.dispose()
    found = CliRunner().invoke(app, ["verify", "--database", database_file(tmp_path), "--witness", str(file), "--json"])
    assert found.exit_code == 1
    assert any("not the one that the room signed" in each["what"] for each in json.loads(found.stdout)["problems"])


def test_a_witness_refuses_a_room_whose_logs_went_back_and_another_key(tmp_path: Path) -> None:
    file = tmp_path / "witness.jsonl"
    append_to(file, signed(A_KEY, {0: (5, A), 3: (9, B)}, 1).to_dict())
    append_to(file, signed(A_KEY, {0: (6, C), 3: (9, B)}, 2).to_dict())
    with pytest.raises(BadSetting, match="are older than the last checkpoint: table 3"):
        append_to(file, signed(A_KEY, {0: (7, D), 3: (8, E)}, 3).to_dict())
    with pytest.raises(BadSetting, match="are older than the last checkpoint"):
        append_to(file, signed(A_KEY, {0: (6, F), 3: (9, B)}, 3).to_dict())
    with pytest.raises(BadSetting, match="a different key"):
        append_to(file, signed(ANOTHER, {0: (7, D), 3: (9, B)}, 3).to_dict())
    assert len(read_witness(file)) == 2


@pytest.mark.parametrize("change", [{"body": '{"at":1,"logs":{}}'}, {"signature": "00" * 64}, {"key": "zz"}, {"x": 1}])
def test_a_checkpoint_that_was_changed_is_refused(change: dict[str, object]) -> None:
    honest = signed(A_KEY, {0: (5, A)}, 1).to_dict()
    with pytest.raises(BadSetting):
        Checkpoint.from_dict({**honest, **change})


@pytest.mark.parametrize(
    "body",
    [
        '{"at":1,"logs":{"0":[10,"HASH"],"00":[1,"HASH"]}}',
        '{"at":1,"logs":{"0":[10,"HASH"],"0":[9,"HASH"]}}',
        '{"logs":{"0":[10,"HASH"]},"at":1}',
        '{"at":1,"logs":{"0":[0,""]}}',
        '{"at":1,"logs":{"3":[10,"HASH"]}}',
        '{"at":1,"logs":{"0":[1e1,"HASH"]}}',
        '{"at":true,"logs":{"0":[10,"HASH"]}}',
    ],
)
def test_a_signed_text_that_two_programs_could_read_differently_is_no_checkpoint(body: str) -> None:
    text_of = body.replace("HASH", A)
    signature = A_KEY.sign(b"houseway/checkpoint/1:" + text_of.encode()).hex()
    key = A_KEY.public_key().public_bytes_raw().hex()
    with pytest.raises(BadSetting, match="needs its time"):
        Checkpoint.from_dict({"body": text_of, "key": key, "signature": signature})


def test_a_room_keeps_its_key_in_the_store_of_secrets(tmp_path: Path) -> None:
    url = database_file(tmp_path)
    with opened(url) as room:
        keys = {room_key(room.database).public_key().public_bytes_raw() for _ in range(2)}
    with opened(url) as room:
        keys.add(room_key(room.database).public_key().public_bytes_raw())
    assert len(keys) == 1
    with sqlite3.connect(tmp_path / "room.db") as log, sqlite3.connect(tmp_path / "room.secrets.db") as store:
        assert not log.execute("SELECT name FROM sqlite_master WHERE name = 'room_keys'").fetchall()
        store.execute("UPDATE room_keys SET secret = 'nonsense'")
    with opened(url) as room, pytest.raises(BadSetting, match="hexadecimal digits"):
        room_key(room.database)


def test_all_processes_of_a_room_sign_with_one_key(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room, ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda _: room_key(room.database).public_key().public_bytes_raw(), range(8))
        assert len(set(found)) == 1


def test_a_receipt_holds_the_end_of_the_rooms_log_with_the_chips_that_were_just_given(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        notary = Notary(room.database)
        before = notary.receipt().heads[ROOM]
        room.guest()
        after = notary.receipt().heads
        with room.database.read() as connection:
            length, head = connection.execute(text("SELECT length, head FROM chains WHERE id = 0")).one()
    assert set(after) == {ROOM}
    assert after[ROOM] == (length, head)
    assert length > before[0]


def test_a_receipt_of_a_table_holds_its_log_and_no_other(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        first, second = (seated(room, "pick-2-poker", {0: room.guest().id}).id for _ in range(2))
        assert set(Notary(room.database).receipt(second).heads) == {ROOM, second}
        assert set(Notary(room.database).checkpoint().heads) == {ROOM, first, second}
