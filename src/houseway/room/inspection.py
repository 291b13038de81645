"""Open a database for an audit without writing to its data, its schema or any file beside it.

SQLite: if a server has the database open, or was killed, the newest records are in a `-wal` file. If its index (`-shm`)
is there too, the database is read with both, as any reader does, and no writer waits. If the `-wal` is alone, as beside
a copy, or the folder cannot be written, SQLite would have to make the index. Then both files are copied to a temporary
folder and read there. Without a `-wal` no program has the database open, and the file is read in place. At the end it
is checked that the file has not changed. The file of secrets is read in the same way, if this user may.

PostgreSQL: one read-only transaction that sees one moment, with the secrets if the role may read them.

Without the secrets everything is verified except the cards of rounds in progress, and the report states this.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, Inspector, create_engine, event
from sqlalchemy import inspect as schema_of
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from houseway.errors import BadSetting, HousewayError
from houseway.room.audit import verify_database
from houseway.room.database import SCHEMA, Database, explained, shown, sqlite_file, version_of
from houseway.room.secret_store import ATTACHED, attach_secrets_schema, secrets_file
from houseway.room.verify import Problem, Progress, Report

MOST_COMPLAINTS = 10


def schema_problems(connection: Connection) -> Iterator[Problem]:
    """Yield the problems of a SQLite database's file and schema. PostgreSQL checks these itself."""
    if connection.dialect.name != "sqlite":
        return
    try:
        for (complaint,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_COMPLAINTS})"):
            if complaint != "ok":
                yield Problem(None, 0, f"the file is damaged: {' '.join(str(complaint).split())}")
        yield from _differences(connection)
    except DBAPIError as error:
        yield Problem(None, 0, f"the file is damaged: {error.orig}")


@cache
def _wanted() -> dict[str, Any]:
    """Return the schema that the migrations produce, by running them."""
    reference = Database("sqlite://")
    try:
        with reference.read() as connection:
            return _described(connection)
    finally:
        reference.close()


def _differences(connection: Connection) -> Iterator[Problem]:
    wanted, found = _wanted(), _described(connection)
    for name in sorted({*wanted, *found}):
        if wanted.get(name) != found.get(name):
            yield Problem(None, 0, f"the schema is not the one that the migrations make: {name}")


def _described(connection: Connection) -> dict[str, Any]:
    """Return a schema by its meaning, without the layout of its text."""
    inspector = schema_of(connection)
    described: dict[str, Any] = {f"table {table}": _table(inspector, table) for table in inspector.get_table_names()}
    others = "SELECT type, name, sql FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    for kind, name, sql in connection.exec_driver_sql(others):
        described[f"{kind} {name}"] = sql
    return described


def _table(inspector: Inspector, table: str) -> Any:
    columns = [
        (column["name"], str(column["type"]), column["nullable"], column["default"])
        for column in inspector.get_columns(table)
    ]
    keys = [inspector.get_pk_constraint(table), *inspector.get_foreign_keys(table)]
    rules = [*inspector.get_unique_constraints(table), *inspector.get_check_constraints(table)]
    indexes = sorted(inspector.get_indexes(table), key=lambda index: str(index["name"]))
    return columns, keys, rules, indexes


HEADER = b"SQLite format 3\0"
IMMUTABLE = "immutable=1"
TRIES = 3
CONNECT_SECONDS = 10


def inspect(url: str, table_id: int | None = None, progress: Progress | None = None) -> Report:
    """Verify a database, or one table of it, without writing to it.

    An error explains in plain words why it cannot be read.
    """
    for _ in range(TRIES):
        try:
            with opened(url) as inspection:
                report = inspection.report(table_id, progress)
                if not inspection.has_changed():
                    return report
        except (SQLAlchemyError, ImportError, OSError, ValueError) as error:
            raise error if isinstance(error, HousewayError) else explained(error, url) from None
    raise BadSetting(f"{shown(url)}: another program is writing to this database. Stop it, or verify a copy.")


class Inspection:
    """A database that is only read."""

    def __init__(self, engine: Engine, place: str, watched: Sequence[Path] = ()) -> None:
        self._engine, self._place = engine, place
        self._watched = watched
        self._before = [_mark(path) for path in watched]

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Open reads that all see the same moment."""
        with self._engine.connect() as connection, connection.begin():
            yield connection

    def report(self, table_id: int | None, progress: Progress | None) -> Report:
        """Verify the tables, and for all of them also the schema and the SQLite file."""
        with self.snapshot() as connection:
            version = version_of(connection, self._place)
            if version is None:
                raise BadSetting(f"{self._place} is not a houseway database.")
            if version != SCHEMA:
                raise BadSetting(
                    f"{self._place}: the schema is {version}, this program's is {SCHEMA}: "
                    "verify it with the version that wrote it, or open a copy once with `houseway serve`"
                )
            problems = tuple(schema_problems(connection)) if table_id is None else ()
        report = verify_database(self, table_id, progress=progress)
        return report.plus(Report(head=report.head, problems=problems))

    def has_changed(self) -> bool:
        """Return whether a file that was expected to stay unchanged has changed."""
        return [_mark(path) for path in self._watched] != self._before


def _mark(path: Path) -> object:
    found, log = path.stat(), _sibling(path, "-wal")
    return found.st_mtime_ns, found.st_size, found.st_ino, log.exists() and log.stat().st_size


def _sibling(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


@contextmanager
def opened(url: str) -> Iterator[Inspection]:
    """Open a database for inspection."""
    path = sqlite_file(url)
    if path is None and not url.startswith("postgresql"):
        raise BadSetting(f"--database takes sqlite:///FILE or postgresql://...; got {shown(url)!r}.")
    if path is None:
        with _disposed(_postgres(url)) as engine:
            yield Inspection(engine, shown(url))
        return
    _check_file(path)
    with tempfile.TemporaryDirectory(prefix="houseway-audit-") as folder:
        database, how = _as_it_is_read(path, Path(folder))
        secrets = _open_secrets(path, Path(folder))
        found = [(path, how)] + ([] if secrets is None else [(secrets_file(path), secrets[1])])
        attached = None if secrets is None else _address(*secrets)
        with _disposed(_sqlite(_address(database, how), attached)) as engine:
            yield Inspection(engine, str(path), [each for each, way in found if way == IMMUTABLE])


def _as_it_is_read(path: Path, folder: Path) -> tuple[Path, str]:
    """Return the file to open for a database (possibly a copy in a folder), and how to open it."""
    if not _has_log(path):
        return path, IMMUTABLE
    index = _sibling(path, "-shm")
    if index.exists() and os.access(path.parent, os.W_OK) and os.access(index, os.W_OK):
        return path, "mode=ro"
    return _copied(path, folder), "mode=rw"


def _open_secrets(path: Path, folder: Path) -> tuple[Path, str] | None:
    """Return the file of secrets to open, and how to open it, or None if this user cannot read one."""
    try:
        _check_file(secrets_file(path))
        return _as_it_is_read(secrets_file(path), folder)
    except (BadSetting, OSError):
        return None


def _address(path: Path, how: str) -> str:
    return f"file:{quote(str(path))}?{how}"


def _has_log(path: Path) -> bool:
    log = _sibling(path, "-wal")
    return log.exists() and (log.stat().st_size > 0 or _sibling(path, "-shm").exists())


def _check_file(path: Path) -> None:
    """Check that there is a file to read. The error names the missing file."""
    if not path.exists():
        raise BadSetting(f"Database {path} does not exist.")
    if path.is_dir():
        raise BadSetting(f"{path} is a folder. Give the database file in it.")
    try:
        with path.open("rb") as file:
            start = file.read(len(HEADER))
    except OSError as error:
        raise BadSetting(f"Cannot read {path}: {error.strerror}.") from None
    if not start:
        raise BadSetting(f"{path} is empty, not a database.")
    if start != HEADER:
        raise BadSetting(f"{path} is not an SQLite database.")


def _copied(path: Path, folder: Path) -> Path:
    """Return a copy of the database and its log as they were at one moment."""
    for _ in range(TRIES):
        before = _mark(path)
        shutil.copyfile(path, folder / path.name)
        shutil.copyfile(_sibling(path, "-wal"), folder / f"{path.name}-wal")
        if _mark(path) == before:
            return folder / path.name
    raise BadSetting(
        f"{path} is in use, in a folder that you cannot write to. Audit it where the server runs, or use a backup."
    )


@contextmanager
def _disposed(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()


def _sqlite(address: str, secrets: str | None) -> Engine:
    """Open a SQLite file so that text that is not UTF-8 can be read too. It then differs from the hashed text."""
    engine = create_engine(f"sqlite:///{address}&uri=true", poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        if secrets is not None:
            connection.execute(f"ATTACH DATABASE ? AS {ATTACHED}", (secrets,))
        connection.execute("PRAGMA query_only=ON")
        with suppress(Exception):
            connection.execute("PRAGMA cell_size_check=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN")

    return engine


def _postgres(url: str) -> Engine:
    engine = create_engine(
        url.replace("postgresql://", "postgresql+psycopg://", 1),
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="REPEATABLE READ",
        connect_args={"connect_timeout": CONNECT_SECONDS},
        execution_options={"postgresql_readonly": True},
    )
    event.listen(engine, "connect", attach_secrets_schema)
    return engine
