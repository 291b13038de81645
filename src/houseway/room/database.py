"""The room's database: SQLite in a file, or PostgreSQL. A transaction is written whole or not at all."""

import errno
import os
import re
import shutil
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Generic, NoReturn, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, update
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import NullPool, StaticPool

from houseway.errors import BadSetting, DatabaseBusy, HousewayError
from houseway.room import models, secret_store
from houseway.room.log import ROOM
from houseway.room.private_files import private_database
from houseway.room.secret_store import SeedPool

IN_MEMORY = (None, "", ":memory:")
_SECRET = re.compile(r"(?<=://)([^/@:]*):[^/]*@|(?<=password=)[^&\s]*", re.IGNORECASE)


def shown(url: str) -> str:
    """Return a database URL that is safe to print.

    >>> shown("postgresql://ann:s3cret@db.example/room"), shown("postgresql:// ann:s3cret@db/room?password=x")
    ('postgresql://ann:***@db.example/room', 'postgresql:// ann:***@db/room?password=***')
    """
    return _SECRET.sub(lambda found: "***" if found[1] is None else f"{found[1]}:***@", url)


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database, with links resolved. Return None for any other database."""
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):
        return None
    if parsed.get_backend_name() != "sqlite" or parsed.database in IN_MEMORY:
        return None
    path = str(parsed.database)
    return Path(path.removeprefix("file:").split("?")[0] if path.startswith("file:") else path).resolve()


def explained(error: Exception, url: str) -> HousewayError:
    """Return the meaning of a database error in plain words, without the statement that failed."""
    if isinstance(error, HousewayError):
        return error
    cause = error.orig if isinstance(error, DBAPIError) else error
    words = _SECRET.sub("***", " ".join(str(cause).split())) or type(error).__name__
    return BadSetting(f"{shown(url)}: {_means(cause, words)}")


def _means(cause: BaseException | None, words: str) -> str:
    if isinstance(cause, sqlite3.DatabaseError):
        for part, meaning in _SQLITE:
            if part in words:
                return f"{meaning} ({words})"
    if "password authentication failed" in words or "no password supplied" in words:
        return f"the user or the password is wrong ({words})"
    if type(cause).__name__ == "OperationalError":
        return f"cannot be reached ({words})"
    return f"cannot be read ({words})"


_SQLITE = (
    ("not a database", "this is no SQLite database"),
    ("malformed", "the file is damaged or cut off"),
    ("unable to open", "the file cannot be opened: is it there, and may it and its folder be read and written?"),
    ("readonly", "the file or its folder may not be written"),
    ("locked", "another program keeps it locked"),
    ("disk I/O error", "the disk does not answer"),
    ("no such table", "this is no database of houseway"),
    ("no such column", "this is no database of houseway"),
)


SCHEMA = "0007"
"""The newest migration."""
SECRETS_APART = "0006"
"""The migration from which seeds and sessions are in a separate store."""
KNOWN = tuple(f"{number:04}" for number in range(1, int(SCHEMA) + 1))

KEPT_OPEN, MOST_CONNECTIONS, FEWEST_CONNECTIONS = 10, 60, 5
"""Connections of one process: those kept open, the maximum, and the minimum with which a room can be served."""
SPARE, APART = 5, 2
"""Connections left for other programs, such as a backup, and connections of each process outside its pool. The latter
are the lock of the room and the reader of the archive.
"""
POOL_PATIENCE = 5.0
"""Seconds to wait for a connection before `DatabaseBusy`."""
TOO_MANY_CLIENTS = "53300"
LEAST_SPACE, PROBED = 32 * 2**20, 2**20
"""Free bytes on the disk of a ready room, and bytes reserved to test for free space."""

Result = TypeVar("Result")

_WRITES, _IDLE = "houseway_writes", "houseway_idle_since"
PING_AFTER = 1.0
"""Seconds without use after which a connection to PostgreSQL is tested before use."""


class Job(Generic[Result]):
    """A write to be done, and then its outcome."""

    def __init__(self, write: Callable[[Connection], Result]) -> None:
        self.write = write
        self.done = False
        self.results: list[Result] = []
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Write in a separate transaction."""
        self.results.append(self.write(connection))

    def run_among_others(self, connection: Connection) -> None:
        """Write within a shared transaction. An error is kept for the caller, and undoes only this job's writes."""
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            self.run(connection)
        except Exception as error:
            self.error = error
            connection.exec_driver_sql("ROLLBACK TO job")
        connection.exec_driver_sql("RELEASE job")

    def result(self) -> Result:
        """Return the job's result, or raise its error."""
        if self.error is not None:
            raise self.error
        return self.results[0]


class Database:
    """The connections and transactions of a room, with the schema brought up to date."""

    def __init__(self, url: str, processes: int = 1) -> None:
        """Open the database at `url` as one of several processes, which share the connections of the server."""
        path = sqlite_file(url)
        if path is not None:
            private_database(path)
            private_database(secret_store.secrets_file(path))
        self.connections = _pool_size(url, processes)
        self.engine = _engine(url, self.connections)
        self._in_memory = isinstance(self.engine.pool, StaticPool)
        self._writer = Lock() if self.engine.dialect.name == "sqlite" else None
        self._reader = self.engine if self._writer else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: deque[Job[Any]] = deque()
        self._connection: Connection | None = None
        self._closed = False
        self.seeds = SeedPool(self.write)
        """Fresh seeds for future commitments."""
        try:
            self.migrate()
        except (SQLAlchemyError, OSError) as error:
            self.engine.dispose()
            raise explained(error, url) from error

    def migrate(self) -> None:
        """Bring the schema up to date. Alembic is imported only if the schema is out of date."""
        place = self.engine.url.render_as_string()
        with self.engine.connect() as connection:
            version = version_of(connection, place)
            if version == SCHEMA and secret_store.is_whole(connection):
                return
        with self._migrating() as connection:  # a separate transaction: secrets are moved before they are dropped
            secret_store.make(connection)
            version = version_of(connection, place)
            if version is not None and version < SECRETS_APART:
                secret_store.move_from_log(connection)
        if version == SCHEMA:
            return
        from alembic import command

        with self._migrating() as connection:
            config = alembic_config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def _migrating(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
            self.one_at_a_time(connection)
            if self._writer is not None:
                connection.exec_driver_sql("PRAGMA secure_delete=ON")
            yield connection

    def one_at_a_time(self, connection: Connection) -> None:
        """Keep other processes from the one-time setup of a new database until this transaction ends."""
        if self._writer is None:
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('houseway new ' || current_schema()))")

    @property
    def is_in_memory(self) -> bool:
        """Return whether the database is in memory, so that no other process can read it."""
        return self._in_memory

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection for reads. Each statement sees everything written before it."""
        with self._writer if self._in_memory and self._writer else nullcontext(), connected(self._reader) as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Open a connection for several reads that must see the same moment."""
        if self._writer is not None:
            with self.read() as connection:
                yield connection
            return
        with connected(self.engine) as connection:
            yield connection.execution_options(isolation_level="REPEATABLE READ")

    def write(self, write: Callable[[Connection], Result]) -> Result:
        """Write in a transaction. When this returns, the write is on the disk.

        SQLite has one writer at a time, and most of its time goes into waiting for the disk. So the current writer also
        writes the waiting jobs of other threads, and the disk is waited for once. A job that fails is undone alone.
        PostgreSQL does this itself.
        """
        if self._writer is None:
            with connected(self.engine) as connection, connection.begin():
                return write(connection)
        job = Job(write)
        self._waiting.append(job)
        with self._writer:
            if not job.done:
                self._write_all()
        return job.result()

    def probe(self) -> None:
        """Write something that changes nothing, and raise an error if writing fails."""
        same = update(models.chains).where(models.chains.c.id == ROOM).values(open=models.chains.c.open)
        self.write(lambda connection: connection.execute(same))

    def has_space(self) -> bool:
        """Return whether the disk of a SQLite file has room for more. The disk of a database server is not checked.

        An update of one row may fit into pages that the log already has, so this reserves new pages and frees them.
        """
        path = None if self._in_memory else sqlite_file(self.engine.url.render_as_string(hide_password=False))
        if path is None:
            return True
        probe = path.with_name(f"{path.name}.space")
        try:
            if shutil.disk_usage(path.parent).free < LEAST_SPACE:
                return False
            file = os.open(probe, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(file, 0, PROBED)
            finally:
                os.close(file)
                probe.unlink(missing_ok=True)
        except OSError as error:
            return error.errno not in (errno.ENOSPC, errno.EDQUOT)
        return True

    def _write_all(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(len(self._waiting))]
        try:
            with self._writing() as connection:
                if len(jobs) == 1:
                    jobs[0].run(connection)
                else:
                    for job in jobs:
                        job.run_among_others(connection)
        except BaseException as error:
            for job in jobs:
                job.error = job.error or error
            if not isinstance(error, Exception):
                raise
        finally:
            for job in jobs:
                job.done = True

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Open a transaction on SQLite's write connection, which stays open for the next one."""
        if self._closed:
            raise DatabaseBusy("The card room is closing, and nothing was written. Try again when it is open.")
        if self._connection is None:
            self._connection = _connect(self.engine).execution_options(**{_WRITES: True})
        try:
            with self._connection.begin():
                yield self._connection
        except HousewayError:
            raise
        except BaseException:
            self._give_connection_up()
            raise

    def _give_connection_up(self) -> None:
        """Drop the write connection after a database error, because its state is unknown.

        A failed commit may be neither done nor undone, and then no other transaction can begin. The next write opens a
        new connection. A database in memory keeps its connection, because it lives only as long.
        """
        connection = self._connection
        if connection is None:
            return
        with suppress(SQLAlchemyError):
            if self._in_memory:
                connection.connection.rollback()
                return
            self._connection = None
            connection.invalidate()
            connection.close()

    def close(self) -> None:
        """Close all connections, after the write in progress.

        SQLite crashes the process if a thread uses a connection that another one closes. So closing waits for its turn
        among the writers, and later writes are refused.
        """
        with self._writer or nullcontext():
            self._closed = True
            if self._connection is not None:
                self._connection.close()
            self.engine.dispose()


@contextmanager
def connected(engine: Engine) -> Iterator[Connection]:
    """Open a connection. Raise `DatabaseBusy` if all are in use. Then nothing was done."""
    with _connect(engine) as connection:
        yield connection


def _connect(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except PoolTimeout:
        raise DatabaseBusy("The database is busy: all connections are in use. Try again.") from None
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) == TOO_MANY_CLIENTS or "too many clients" in str(error.orig):
            raise DatabaseBusy("The database is busy and accepts no more connections. Try again.") from None
        raise


def pool_size(allowed: int, processes: int) -> int:
    """Return the number of connections for each of several processes, given the server's limit for all of them.

    During a rolling restart there is one more process.

    >>> pool_size(97, 1), pool_size(97, 4)
    (60, 16)
    """
    sharing = processes + (processes > 1)
    own = (allowed - SPARE) // sharing - APART
    if own < FEWEST_CONNECTIONS:
        needed = sharing * (FEWEST_CONNECTIONS + APART) + SPARE
        raise BadSetting(
            f"The database server allows {allowed} connections, and {processes} processes need {needed}. Raise its "
            "max_connections, or start fewer workers."
        )
    return min(own, MOST_CONNECTIONS)


def _pool_size(url: str, processes: int) -> int:
    if not url.startswith("postgresql"):
        return MOST_CONNECTIONS
    try:
        engine = create_engine(_address(url), poolclass=NullPool, hide_parameters=True)
        with engine.connect() as connection:
            allowed = int(connection.exec_driver_sql(_ALLOWED).scalar_one())
    except (SQLAlchemyError, ImportError, ValueError, OSError) as error:
        raise explained(error, url) from error
    return pool_size(allowed, processes)


_ALLOWED = """
    SELECT least(
        current_setting('max_connections')::int
            - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true)::int, 0),
        (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
        (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)
    )
"""
"""The limits of the server, the database and the role. `least` ignores limits that are not set."""


def _address(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://", 1) if url.startswith("postgresql://") else url


def version_of(connection: Connection, place: str) -> str | None:
    """Return the migration of a database, or None if it is empty. An unknown one is an error."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" not in tables:
        if not tables & set(models.metadata.tables):
            return None
        raise BadSetting(f"{place} is not a houseway database, or it lost its alembic_version table.")
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    if not versions and not tables & set(models.metadata.tables):
        return None
    if len(versions) != 1 or versions[0] not in KNOWN:
        raise BadSetting(
            f"{place}: the schema is {', '.join(map(repr, versions)) or 'of no version'}; this program knows "
            f"{KNOWN[0]} to {KNOWN[-1]}: it was written by a newer houseway (use that one), or by another program"
        )
    return str(versions[0])


def alembic_config() -> Any:
    """Return the Alembic configuration for the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "houseway.room:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _engine(url: str, connections: int) -> Engine:
    pooled = min(KEPT_OPEN, connections)
    sizes: dict[str, Any] = {
        "pool_size": pooled,
        "max_overflow": connections - pooled,
        "pool_timeout": POOL_PATIENCE,
        "hide_parameters": True,  # no password's hash in the text of an error
    }
    try:
        if not url.startswith("sqlite"):
            engine = create_engine(_address(url), pool_use_lifo=True, **sizes)
            event.listen(engine, "connect", secret_store.attach_secrets_schema)
            event.listen(engine, "checkin", _note_idle)
            event.listen(engine, "checkout", _ping_if_idle)
            return engine
        in_memory = url in ("sqlite://", "sqlite:///:memory:")
        pool = {"poolclass": StaticPool, "hide_parameters": True} if in_memory else sizes
        engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, **pool)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        words = f"a database is sqlite:///FILE or postgresql://...; got {shown(url)!r}: {shown(str(error))}"
        raise BadSetting(words) from None
    path = sqlite_file(url)
    place = ":memory:" if path is None else str(secret_store.secrets_file(path))
    event.listen(engine, "connect", lambda connection, _: _prepare_sqlite(connection, place))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _note_idle(_: object, record: Any) -> None:
    record.info[_IDLE] = monotonic()


def _ping_if_idle(connection: Any, record: Any, _: object) -> None:
    """Test a connection that has been idle.

    One that was used a moment ago is not tested: a failed use shows that it is gone.
    """
    if monotonic() - record.info.get(_IDLE, monotonic()) < PING_AFTER:
        return
    try:
        connection.rollback()
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception as error:
        raise InvalidatePoolError from error


def _prepare_sqlite(connection: Any, secrets: str) -> None:
    """Set up a connection. Commits are on the disk before they return (FULL), and readers do not wait (WAL)."""
    connection.isolation_level = None
    secret_store.attach(connection, secrets)
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Take the writer's lock at once, so that a transaction never fails halfway because another was faster."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.connection.cursor().execute("BEGIN IMMEDIATE" if writes else "BEGIN")


class ReadOnlyDatabase(Database):
    """One connection apart from the server's. It migrates nothing, and the database itself refuses writes."""

    def __init__(self, url: str) -> None:
        self.engine = self._reader = _read_only_engine(url)
        self._in_memory = False
        self._writer = None
        self._connection = None
        self._is_sqlite = self.engine.dialect.name == "sqlite"

    def snapshot(self) -> Any:
        """Open reads that see the same moment. On SQLite every transaction does."""
        return self.read() if self._is_sqlite else super().snapshot()

    def write(self, write: object) -> NoReturn:
        """Refuse to write."""
        raise TypeError("this database is for reading")


def _read_only_engine(url: str) -> Engine:
    options: dict[str, Any] = {"pool_size": 1, "max_overflow": 0, "hide_parameters": True}
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        if address.drivername == "postgresql":
            address = address.set(drivername="postgresql+psycopg")
        engine = create_engine(address, pool_pre_ping=True, **options)
        event.listen(engine, "begin", _begin_read_only)
        return engine
    engine = create_engine(f"sqlite:///file:{address.database}?mode=ro&uri=true", **options)
    event.listen(engine, "connect", _prepare_reader)
    return engine


def _begin_read_only(connection: Connection) -> None:
    connection.connection.cursor().execute("SET TRANSACTION READ ONLY")


def _prepare_reader(connection: Any, _: object) -> None:
    connection.execute("PRAGMA query_only=ON")
