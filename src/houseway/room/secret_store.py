"""The secret store, apart from the log: seeds of unfinished rounds, sessions of browsers, keys of the room.

On SQLite it is a file beside the database (`room.secrets.db` beside `room.db`). On PostgreSQL it is a schema
(`houseway_secrets` beside `public`). So a role that may read the log need not have access to the secrets. Seeds are
found by their commitments, which are in the log.

A seed is on the disk before its commitment is published. To wait for the disk once for many rounds, and not twice for
each, a process draws a batch of fresh seeds and stores them. Only then does it use them, one for each commitment. It
uses only seeds that it drew itself, so a store restored from a copy never leads to a seed that was already seen. Seeds
that a process drew and did not use belong to no round. They are removed when a server next opens the room alone.
"""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import Connection, delete, func, inspect, select, text

from houseway.cards.seed import Seed
from houseway.errors import BadSetting, BrokenLog
from houseway.room import models
from houseway.room.fairness import commitment, keeps

ATTACHED = "secrets"
"""The name of the secrets file within the connections of a SQLite database."""
BATCH = 32
"""Number of seeds that are drawn and stored together, for later commitments."""
AT_ONCE = 500
_SEED, _CHAIN, _RECORD = models.seeds.c, models.chains.c, models.records.c
_STORE = text(
    "INSERT INTO open_seeds (commitment, seed, drawn_by) VALUES (:commitment, :seed, :drawn_by) ON CONFLICT DO NOTHING"
)


def secrets_file(database: Path) -> Path:
    """Return the file of secrets that belongs to a SQLite database.

    >>> secrets_file(Path("/srv/room.db")).name
    'room.secrets.db'
    """
    return database.with_name(f"{database.stem}.{ATTACHED}{database.suffix}")


def secrets_schema(schema: str) -> str:
    """Return the schema of secrets that belongs to a schema of PostgreSQL.

    >>> secrets_schema("public"), secrets_schema("room_7")
    ('houseway_secrets', 'room_7_secrets')
    """
    return "houseway_secrets" if schema == "public" else f"{schema}_{ATTACHED}"


def attach(connection: Any, place: str) -> None:
    """Attach the secrets to a new SQLite connection. Deleted data there is overwritten."""
    connection.execute(f"ATTACH DATABASE ? AS {ATTACHED}", (place,))
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
        connection.execute(f"PRAGMA {ATTACHED}.{pragma}")


def attach_secrets_schema(connection: Any, _: object = None) -> None:
    """Give a new PostgreSQL connection access to the schema of secrets, if its role may read it."""
    connection.autocommit = True
    schema, path = connection.execute("SELECT current_schema(), current_setting('search_path')").fetchone()
    if schema is not None:
        quoted = secrets_schema(schema).replace('"', '""')
        connection.execute(f'SET search_path TO {path}, "{quoted}"')
        _check_not_hidden(connection, secrets_schema(schema))
    connection.autocommit = False


def _check_not_hidden(connection: Any, schema: str) -> None:
    """Refuse a table whose name hides a table of secrets, because its owner would receive the seeds."""
    names = ", ".join(f"to_regclass('{table}')" for table in models.secret_metadata.tables)
    found = (
        "SELECT relname, nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
        f"WHERE pg_class.oid = ANY (ARRAY[{names}]::oid[]) AND nspname <> %s"
    )
    for table, place in connection.execute(found, (schema,)).fetchall():
        raise BadSetting(
            f"the table {table} in the schema {place} hides the one in {schema}, where secrets are kept: drop it, and "
            "let no other role create tables there"
        )


def is_visible(connection: Connection) -> bool:
    """Return whether a connection can read the secrets. An auditor's role, or a copy without them, cannot."""
    if connection.dialect.name == "sqlite":
        found = "SELECT count(*) FROM pragma_table_info('open_seeds')"
    else:
        found = (
            "SELECT count(*) FROM pg_class WHERE oid = to_regclass('open_seeds') AND has_table_privilege(oid, 'SELECT')"
        )
    return bool(connection.exec_driver_sql(found).scalar())


def is_whole(connection: Connection) -> bool:
    """Return whether every table of secrets exists. A store restored from an older copy may lack some."""
    names = sorted(models.secret_metadata.tables)
    if connection.dialect.name == "sqlite":
        found = f"SELECT count(*) FROM {ATTACHED}.sqlite_master WHERE type = 'table' AND name IN {tuple(names)}"
    else:
        places = ", ".join(f"to_regclass('{name}')" for name in names)
        found = f"SELECT count(*) FROM pg_class WHERE oid = ANY (ARRAY[{places}]::oid[])"
    return connection.exec_driver_sql(found).scalar() == len(names)


def make(connection: Connection) -> None:
    """Create the tables of secrets that are missing."""
    place = ATTACHED
    if connection.dialect.name != "sqlite":
        place = secrets_schema(str(connection.exec_driver_sql("SELECT current_schema()").scalar()))
        if not inspect(connection).has_schema(place):
            quoted = place.replace('"', '""')
            connection.exec_driver_sql(f'CREATE SCHEMA "{quoted}"')
    models.secret_metadata.create_all(connection.execution_options(schema_translate_map={None: place}))
    connection.execution_options(schema_translate_map=None)


def move_from_log(connection: Connection) -> None:
    """Copy the seeds and sessions of an older schema, which kept them among the tables of the log."""
    seeds = connection.exec_driver_sql("SELECT secret FROM chains WHERE secret IS NOT NULL").scalars().all()
    readable = [Seed.from_hex(seed) for seed in seeds if _is_seed(seed)]
    _insert(connection, readable, "moved")
    old = "SELECT token_hash, user_id, expires, password_hash FROM sessions JOIN users ON users.id = sessions.user_id"
    known = set(connection.execute(select(models.sessions.c.token_hash)).scalars())
    for token_hash, user_id, expires, password_hash in connection.exec_driver_sql(old).all():
        if token_hash not in known:
            row = {"token_hash": token_hash, "user_id": user_id, "expires": expires}
            connection.execute(models.sessions.insert(), {**row, "credential": credential_of(password_hash)})


def credential_of(password_hash: str | None) -> str:
    """Return the password digest that a session stores. If the password changes, the session ends."""
    return "" if password_hash is None else sha256(b"houseway/session/1:" + password_hash.encode()).hexdigest()


def _is_seed(stored: object) -> bool:
    return isinstance(stored, str) and len(stored) == 64 and all(digit in "0123456789abcdef" for digit in stored)


def seed_of(connection: Connection, published: str) -> Seed | None:
    """Return the seed of a commitment, or None if it is not stored.

    Raise BrokenLog if the stored seed does not match.
    """
    stored = connection.execute(select(_SEED.seed).where(_SEED.commitment == published)).scalar()
    if stored is None:
        return None
    if not _is_seed(stored) or not keeps(published, Seed.from_hex(stored)):
        raise BrokenLog("the stored seed of its round is not the one that was committed to")
    return Seed.from_hex(stored)


def _insert(connection: Connection, seeds: Iterable[Seed], drawn_by: str) -> None:
    rows = [{"commitment": commitment(seed), "seed": seed.hex, "drawn_by": drawn_by} for seed in seeds]
    if rows:
        connection.execute(_STORE, rows)


class SeedPool:
    """Fresh seeds that are already on the disk. Every method may be called from any thread."""

    def __init__(self, write: Callable[[Callable[[Connection], None]], None]) -> None:
        self._write = write
        self._drawn_by, self._process = token_hex(4), os.getpid()
        self._ready: deque[Seed] = deque()
        self._shown: deque[str] = deque()

    def draw(self) -> Seed:
        """Take one fresh seed, outside any transaction."""
        return self.draw_some(1)[0]

    def draw_some(self, count: int) -> list[Seed]:
        """Take several seeds. A forked process begins a separate pool, so no two processes use one seed."""
        if self._process != os.getpid():
            self._ready, self._shown = deque(), deque()
            self._drawn_by, self._process = token_hex(4), os.getpid()
        taken: list[Seed] = []
        while self._ready and len(taken) < count:
            try:
                taken.append(self._ready.popleft())
            except IndexError:
                break
        missing = count - len(taken)
        if missing:
            fresh = [Seed.fresh() for _ in range(missing + BATCH)]
            self._store(fresh)
            self._ready.extend(fresh[missing:])
            taken += fresh[:missing]
        return taken

    def forget(self, shown: str) -> None:
        """Remove the seed of a commitment, which the log has shown, when the next batch is stored."""
        self._shown.append(shown)

    def _store(self, fresh: list[Seed]) -> None:
        shown = [self._shown.popleft() for _ in range(len(self._shown))]

        def write(connection: Connection) -> None:
            _insert(connection, fresh, self._drawn_by)
            _remove(connection, shown)

        self._write(write)


def _remove(connection: Connection, commitments: list[str]) -> None:
    for place in range(0, len(commitments), AT_ONCE):
        connection.execute(delete(models.seeds).where(_SEED.commitment.in_(commitments[place : place + AT_ONCE])))


def remove_orphans(connection: Connection) -> None:
    """Remove all seeds except those of open commitments.

    Only a server that has the room alone may call this, before it draws any. If the commitment of an open table cannot
    be read, nothing is removed.
    """
    newest = (
        select(_RECORD.chain_id, func.max(_RECORD.seq).label("seq"))
        .join_from(models.records, models.chains, _RECORD.chain_id == _CHAIN.id)
        .where(_CHAIN.open, _RECORD.kind == "committed")
        .group_by(_RECORD.chain_id)
        .subquery()
    )
    here = (_RECORD.chain_id == newest.c.chain_id) & (_RECORD.seq == newest.c.seq)
    try:
        bodies = connection.execute(select(_RECORD.body).join_from(models.records, newest, here)).scalars()
        wanted = {json.loads(body)["data"]["commitment"] for body in bodies}
    except (ValueError, KeyError, TypeError):
        return
    _remove(connection, sorted(set(connection.execute(select(_SEED.commitment)).scalars()) - wanted))
