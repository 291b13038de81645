"""Seeds and sessions are in a store apart from the log: found there, moved there, and survived where it is lost."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import create_engine, select, text
from sqlalchemy import inspect as inspect_tables
from sqlalchemy.exc import ProgrammingError
from support.postgres import empty_schema, needs_postgres
from support.room_play import (
    PATIENT,
    WAGERS,
    bet_all,
    database_file,
    edit_sqlite,
    open_seed_of,
    opened,
    play_rounds,
    promise_all,
    rewrite_log,
    seated,
    secrets_file,
)

from houseway.cards.seed import Seed
from houseway.errors import BadSetting, HousewayError, NotAllowed
from houseway.room import models, secret_store, steps
from houseway.room.accounts import STARTING_CHIPS
from houseway.room.database import Database, alembic_config
from houseway.room.fairness import commitment
from houseway.room.inspection import inspect
from houseway.room.leases import Leases, living
from houseway.room.log import FIRST_PREVIOUS, canonical, export_line, hash_of, read_record
from houseway.room.steps import SEED_LOST
from houseway.room.verify import verify_bytes

PICK_2, HOLDOUT = "pick-2-poker", "five-card-holdout"


def lose_secrets(folder: Path) -> None:
    """As where the log alone was put back from a copy."""
    for suffix in ("", "-wal", "-shm"):
        secrets_file(folder / "room.db").with_name(f"room.secrets.db{suffix}").unlink(missing_ok=True)


def test_no_seed_and_no_session_is_in_the_file_of_the_log(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann = room.guest()
        table = seated(room, PICK_2, {0: ann.id})
        bet_all(table)
        room.open_session(ann.id)
        seed = table._secret
        assert seed is not None
        with room.database.read() as connection:
            token_hash = str(connection.execute(select(models.sessions.c.token_hash)).scalar_one())
        log = b"".join(path.read_bytes() for path in tmp_path.glob("room.db*"))
        apart = b"".join(path.read_bytes() for path in tmp_path.glob("room.secrets.db*"))
    for secret in (seed.hex, token_hash):
        assert secret.encode() not in log
        assert secret.encode() in apart


@pytest.mark.slow
def test_a_seed_is_stored_before_its_commitment_is_written(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        table = seated(room, PICK_2, {0: room.guest().id})
        for _ in range(secret_store.BATCH + 3):
            published = table.state.commitment
            with closing(sqlite3.connect(secrets_file(tmp_path / "room.db"))) as other:
                stored = other.execute("SELECT seed FROM open_seeds WHERE commitment = ?", (published,)).fetchone()
            assert commitment(Seed.from_hex(stored[0])) == published
            bet_all(table)
            while table.state.round is not None:
                table.act(table.state.at(0).user_id or 0, table.state.round.default_action, table.state.moves)
        with room.database.read() as connection:
            left = connection.execute(select(models.seeds.c.commitment)).scalars().all()
        assert len(left) <= 2 * secret_store.BATCH + 3, "seeds that were shown are removed"


def test_the_disk_is_waited_for_once_for_many_seeds() -> None:
    writes: list[object] = []
    pool = secret_store.SeedPool(writes.append)
    drawn = [pool.draw() for _ in range(secret_store.BATCH + 1)]
    assert len(writes) == 1
    assert len({seed.hex for seed in drawn}) == len(drawn)


def test_a_server_uses_no_seed_that_it_finds_in_the_store(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        seated(room, PICK_2, {0: room.guest().id})
        with room.database.read() as connection:
            known = set(connection.execute(select(models.seeds.c.commitment)).scalars())
    with opened(database_file(tmp_path)) as room:
        assert room.table(1).state.commitment not in known
        with room.database.read() as connection:
            left = set(connection.execute(select(models.seeds.c.commitment)).scalars())
        assert room.table(1).state.commitment in left
        assert len(known & left) == 1, "orphans are removed; the commitment that was open is retired"


@pytest.mark.slow
@pytest.mark.parametrize("slug", [PICK_2, HOLDOUT])
@pytest.mark.parametrize("moment", ["bets are open", "bets are closed", "a round is in progress"])
@pytest.mark.parametrize("restored", [False, True])
def test_wagers_are_returned_where_the_seed_is_lost(tmp_path: Path, slug: str, moment: str, restored: bool) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann, bob = room.guest().id, room.guest().id
        table = seated(room, slug, {0: ann, 2: bob}, seats=3, bots={1: "random"})
        if moment == "bets are open":
            table.bet(ann, WAGERS[slug])
        else:
            promise_all(table)
        if moment == "a round is in progress":
            for seat in table.state.unrevealed:
                table.reveal(table.state.at(seat).user_id or 0, "00ff" * 16)
            assert table.state.round is not None
        number = table.state.number
    lose_secrets(tmp_path)
    before = inspect(database_file(tmp_path))
    assert before.ok, str(before.problem)
    assert before.unseen == (moment == "a round is in progress")
    with opened(database_file(tmp_path), settings=PATIENT, restored=restored) as room:
        table = room.table(1)
        assert not room.quarantined
        assert (table.state.number, table.state.round, table.state.unseen) == (number + 1, None, None)
        assert table.state.retired is not None
        assert table.state.retired.reason == SEED_LOST
        held = [room.user(person).chips + table.state.chips_of(person) for person in (ann, bob)]
        assert sum(held) == 2 * STARTING_CHIPS
        export = table.export().encode()
        play_rounds(table, 1, random.Random(3))
        assert room.verify().ok
    after = inspect(database_file(tmp_path))
    assert after.ok, str(after.problem)
    assert after.seeds_lost == 1
    (warning,) = after.warnings
    assert warning.startswith(f"table 1, round {number}: the house showed no seed because it was lost")
    assert f"WARNING: {warning}" in after.lines()
    assert after.to_dict()["warnings"] == [warning]
    assert "commitments retired because the seed was lost, with all wagers returned: 1" in after.lines()[0]
    assert verify_bytes(export).ok
    assert verify_bytes(export).warnings == (warning,), "the export of the table alone says it too"


def lost_in_mid_round(folder: Path) -> None:
    with opened(database_file(folder), settings=PATIENT) as room:
        bet_all(seated(room, PICK_2, {0: room.guest().id}))
    lose_secrets(folder)
    with opened(database_file(folder), settings=PATIENT):
        pass


def test_the_rooms_log_notes_a_lost_seed_with_the_tables_record(tmp_path: Path) -> None:
    lost_in_mid_round(tmp_path)
    with closing(sqlite3.connect(tmp_path / "room.db")) as connection:
        noted = [
            json.loads(body)["data"]
            for (body,) in connection.execute("SELECT body FROM records WHERE chain_id = 0 AND kind = 'seed lost'")
        ]
        seq, digest = connection.execute(
            "SELECT seq, hash FROM records WHERE chain_id = 1 AND kind = 'retired'"
        ).fetchone()
    assert noted == [{"table": 1, "round": 1, "record": seq, "hash": digest}]


def test_a_lost_seed_that_the_rooms_log_does_not_note_is_found(tmp_path: Path) -> None:
    lost_in_mid_round(tmp_path)
    rewrite_log(tmp_path, 0, lambda records: records.pop())
    (problem,) = inspect(database_file(tmp_path)).problems
    assert "seed lost by the server: the room's log does not note this" in str(problem)


def test_a_room_of_an_older_version_is_only_warned_of_a_seed_lost_before(tmp_path: Path) -> None:
    lost_in_mid_round(tmp_path)

    def as_before(records: list[dict[str, Any]]) -> None:
        records.pop()
        records[0]["data"] = {"version": 2}

    rewrite_log(tmp_path, 0, as_before)
    report = inspect(database_file(tmp_path))
    assert report.ok, str(report.problem)
    assert len(report.warnings) == 1


def test_a_note_of_a_seed_that_was_not_lost_is_found(tmp_path: Path) -> None:
    lost_in_mid_round(tmp_path)

    def another(records: list[dict[str, Any]]) -> None:
        records.append({**records[-1], "data": {**records[-1]["data"], "record": 2}})

    rewrite_log(tmp_path, 0, another)
    (problem,) = inspect(database_file(tmp_path)).problems
    assert "table 1, record 2, is not 'seed lost' by the server" in str(problem)


def test_a_lost_round_that_returns_less_is_found(tmp_path: Path) -> None:
    lost_in_mid_round(tmp_path)
    export = _export(tmp_path).replace('"transfers":[["stakes:1","user:1",', '"transfers":[["stakes:1","house:1",')
    report = verify_bytes(_rehashed(export))
    assert report.problem is not None
    assert "the chips moved are not those that the rules move" in report.problem.what


def test_a_round_cannot_be_called_lost_and_settled(tmp_path: Path) -> None:
    """A house that shows no seed for a round must return its wagers: it cannot settle it."""
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        table = seated(room, PICK_2, {0: room.guest().id})
        bet_all(table)
        table.act(table.state.at(0).user_id or 0, table.state.round.default_action, table.state.moves)  # type: ignore[union-attr]
        seed = next(line for line in table.export().splitlines() if '"kind":"settled"' in line)
        shown = seed.split('"server_seed":"')[1][:64]
        text_of = table.export().replace(f'"server_seed":"{shown}"', '"server_seed":null')
    report = verify_bytes(_rehashed(text_of))
    assert report.problem is not None


def _export(folder: Path) -> str:
    with opened(database_file(folder), settings=PATIENT) as room:
        return room.table(1).export()


def _rehashed(export: str) -> bytes:
    """The same log with hashes made good again."""
    previous, lines = FIRST_PREVIOUS, []
    for line in export.splitlines():
        record = json.loads(line)["record"] | {"previous": previous}
        body = canonical(record)
        previous = hash_of(body)
        lines.append(export_line(body, previous) + "\n")
    return "".join(lines).encode()


def test_a_seed_that_is_another_one_is_not_called_lost(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        bet_all(seated(room, PICK_2, {0: room.guest().id}))
    with closing(edit_sqlite(tmp_path / "room.db")) as connection:
        connection.execute(f"UPDATE open_seeds SET seed = '{'00' * 32}' WHERE {open_seed_of(1)}")
        connection.commit()
    assert not inspect(database_file(tmp_path)).ok
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        assert [aside.table for aside in room.quarantined] == [1]


def test_a_file_of_secrets_that_is_damaged_is_named(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)):
        pass
    secrets_file(tmp_path / "room.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(HousewayError, match="SQLite"), opened(database_file(tmp_path)):
        pass


def older(url: str, steps: str = "0005") -> None:
    """Take a database back to an older schema, with its secrets among the tables of the log again."""
    with closing(Database(url)) as database:
        with database.read() as connection:
            seeds = dict(connection.execute(select(models.seeds.c.commitment, models.seeds.c.seed)).all())
            sessions = connection.execute(select(models.sessions)).mappings().all()
            bodies = connection.execute(select(models.records.c.body).where(models.records.c.kind == "committed"))
            newest = {record.table: record.data["commitment"] for record in map(read_record, bodies.scalars())}
        with database.engine.begin() as connection:
            config = alembic_config()
            config.attributes["connection"] = connection
            command.downgrade(config, steps)
            for table, published in newest.items():
                moved = text("UPDATE chains SET secret = :seed WHERE id = :table")
                connection.execute(moved, {"seed": seeds[published], "table": table})
            for row in sessions:
                added = text("INSERT INTO sessions (token_hash, user_id, expires) VALUES (:t, :u, :e)")
                connection.execute(added, {"t": row["token_hash"], "u": row["user_id"], "e": row["expires"]})
            for table_name in ("open_seeds", "open_sessions"):
                connection.execute(text(f"DELETE FROM {table_name}"))


def play_and_look(url: str, steps: str) -> None:
    with opened(url, settings=PATIENT) as room:
        ann = room.register("Ann", "correct horse").id
        bet_all(seated(room, PICK_2, {0: ann}))
        move, token = room.table(1).state.moves, room.open_session(ann)
        seed = room.table(1)._secret
    older(url, steps)
    with opened(url, settings=PATIENT) as room:
        assert (room.table(1)._secret, room.table(1).state.moves) == (seed, move)
        user = room.session_user(token)
        assert user is not None
        assert user.id == ann
        room.table(1).act(ann, room.table(1).state.round.default_action, move)  # type: ignore[union-attr]
        report = room.verify()
        assert report.ok, str(report.problem)


@pytest.mark.parametrize("steps", ["0005", "0004", "0003", "0002", "0001"])
def test_a_database_of_an_older_schema_keeps_its_round_and_its_sessions(tmp_path: Path, steps: str) -> None:
    play_and_look(database_file(tmp_path), steps)
    for path in (tmp_path / "room.db", tmp_path / "room.secrets.db"):
        assert path.stat().st_mode & 0o777 == 0o600


@needs_postgres
def test_a_postgresql_database_of_an_older_schema_keeps_its_round_and_its_sessions() -> None:
    with empty_schema() as url:
        play_and_look(url, "0005")


@needs_postgres
def test_a_role_that_reads_the_log_reads_no_seed_and_no_session() -> None:
    with empty_schema() as url, opened(url, settings=PATIENT) as room:
        bet_all(seated(room, PICK_2, {0: room.guest().id}))
        with room.database.read() as connection:
            schema = connection.exec_driver_sql("SELECT current_schema()").scalar()
        role = f"auditor_{schema}"
        granted = (
            f"CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role}; "
            f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}"
        )
        room.database.write(lambda connection: connection.exec_driver_sql(granted) and None)
        engine = create_engine(url.replace("://houseway@", f"://{role}@"))
        try:
            with engine.connect() as connection:
                assert connection.execute(text("SELECT count(*) FROM records")).scalar_one() > 3
            for table in ("open_seeds", "open_sessions"):
                with pytest.raises(ProgrammingError, match="permission denied"), engine.connect() as connection:
                    connection.execute(text(f"SELECT * FROM {schema}_secrets.{table}"))
            report = inspect(url.replace("://houseway@", f"://{role}@"))
            assert report.ok, str(report.problem)
            assert report.unseen == 1
        finally:
            engine.dispose()
            room.database.write(lambda connection: connection.exec_driver_sql(f"DROP OWNED BY {role}") and None)
            room.database.write(lambda connection: connection.exec_driver_sql(f"DROP ROLE {role}") and None)


@needs_postgres
def test_the_keys_of_server_processes_are_among_the_secrets_and_go_with_them() -> None:
    key, later = b"k" * 32, b"l" * 32
    with empty_schema() as url:
        database = Database(url)
        first = Leases(database, "127.0.0.1:1", key)
        with database.read() as connection:
            schema = connection.exec_driver_sql("SELECT current_schema()").scalar()
            stored = [
                repr(row)
                for name in inspect_tables(connection).get_table_names(schema)
                for row in connection.execute(text(f"SELECT * FROM {schema}.{name}"))
            ]
            assert "127.0.0.1:1" in "".join(stored)
            assert key.hex() not in "".join(stored)
            assert [worker.key for worker in living(connection)] == [key]
        first.end()
        second = Leases(database, "127.0.0.1:2", later)
        with database.read() as connection:
            assert connection.execute(text("SELECT worker_id, key FROM worker_keys")).all() == [
                (second.worker.id, later.hex())
            ]
        database.close()


@needs_postgres
def test_processes_of_an_older_schema_are_forgotten_with_their_keys() -> None:
    with empty_schema() as url:
        database = Database(url)
        older = (
            "ALTER TABLE workers ADD COLUMN key VARCHAR(64) NOT NULL DEFAULT ''; DROP TABLE worker_keys; "
            "INSERT INTO workers (address, key, expires) VALUES ('127.0.0.1:1', 'aa', 1); "
            "UPDATE alembic_version SET version_num = '0006'"
        )
        database.write(lambda connection: connection.exec_driver_sql(older) and None)
        database.close()
        database = Database(url)
        worker = Leases(database, "127.0.0.1:2", b"k" * 32).worker
        with database.read() as connection:
            assert connection.execute(text("SELECT id, address FROM workers")).all() == [(worker.id, "127.0.0.1:2")]
            assert "key" not in {column["name"] for column in inspect_tables(connection).get_columns("workers")}
        database.close()


@needs_postgres
def test_a_table_that_hides_the_secrets_by_its_name_is_refused() -> None:
    with empty_schema() as url:
        with opened(url) as room:
            room.database.write(
                lambda connection: connection.exec_driver_sql("CREATE TABLE open_seeds (seed text)") and None
            )
        with pytest.raises(BadSetting, match=r"the table open_seeds in the schema .* hides the one in .*_secrets"):
            opened(url).__enter__()


def test_a_password_that_is_changed_ends_sessions_even_if_they_are_still_stored(tmp_path: Path) -> None:
    with opened(database_file(tmp_path)) as room:
        ann = room.register("Ann", "correct horse")
        token = room.open_session(ann.id)
        with room.database.read() as connection:
            kept = [dict(row) for row in connection.execute(select(models.sessions)).mappings()]
        room.change_password(ann.id, "correct horse", "battery staple")
        room.database.write(lambda connection: connection.execute(models.sessions.insert(), kept) and None)
        assert room.session_user(token) is None
        assert room.sessions_over([token]) == {token}
        assert room.sign_in("Ann", "battery staple").id == ann.id


def test_a_lost_seed_is_no_excuse_where_it_is_there() -> None:
    with opened(settings=PATIENT) as room:
        table = seated(room, PICK_2, {0: room.guest().id})
        bet_all(table)
        with pytest.raises(NotAllowed, match="The seed of this round is known"):
            steps.retired_unseen(table.state)
