"""Where the room keeps everything: SQLite in a file, or PostgreSQL. A transaction is written whole or not at all."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from threading import Lock
from time import monotonic
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, update
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from houseway.errors import BadSetting, HousewayError
from houseway.room import models
from houseway.room.log import ROOM
from houseway.room.reach import explained, shown

SCHEMA = "0005"
"""The newest migration."""
KNOWN = tuple(f"{number:04}" for number in range(1, int(SCHEMA) + 1))

_POOL: dict[str, Any] = {"pool_size": 10, "max_overflow": 50, "pool_timeout": 10, "hide_parameters": True}
"""A connection for every thread of the server; and no password's hash in the text of an error."""

Result = TypeVar("Result")

_WRITES, _IDLE = "houseway_writes", "houseway_idle_since"
PING_AFTER = 1.0
"""Seconds without use after which it is tried whether a connection to PostgreSQL still works."""


class Job(Generic[Result]):
    """What is to be written, and then what became of it."""

    def __init__(self, write: Callable[[Connection], Result]) -> None:
        self.write = write
        self.done = False
        self.results: list[Result] = []
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Write in a transaction of its own."""
        self.results.append(self.write(connection))

    def run_among_others(self, connection: Connection) -> None:
        """Write; an error is kept for the caller, and undoes what this job has written and no more."""
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            self.run(connection)
        except Exception as error:
            self.error = error
            connection.exec_driver_sql("ROLLBACK TO job")
        connection.exec_driver_sql("RELEASE job")

    def result(self) -> Result:
        """What the job gave, or its error."""
        if self.error is not None:
            raise self.error
        return self.results[0]


class Database:
    """Connections, transactions, and the schema brought up to date."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._in_memory = isinstance(self.engine.pool, StaticPool)
        self._writer = Lock() if self.engine.dialect.name == "sqlite" else None
        self._reader = self.engine if self._writer else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: deque[Job[Any]] = deque()
        self._connection: Connection | None = None
        try:
            self.migrate()
        except (SQLAlchemyError, OSError) as error:
            self.engine.dispose()
            raise explained(error, url) from error

    def migrate(self) -> None:
        """Bring the schema up to date; Alembic is imported only where it is not."""
        with self.engine.connect() as connection:
            version = version_of(connection, self.engine.url.render_as_string())
        if version == SCHEMA:
            return
        from alembic import command

        with self.engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
            self.one_at_a_time(connection)
            config = alembic_config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def one_at_a_time(self, connection: Connection) -> None:
        """Let no other process do, until this transaction ends, what a new database needs done once."""
        if self._writer is None:
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('houseway new ' || current_schema()))")

    @property
    def is_in_memory(self) -> bool:
        """Whether no other process can read it."""
        return self._in_memory

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read by; each statement sees what is written by then."""
        with self._writer if self._in_memory and self._writer else nullcontext(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """The same for several reads that must see one and the same moment."""
        if self._writer is not None:
            with self.read() as connection:
                yield connection
            return
        with self.engine.connect() as connection:
            yield connection.execution_options(isolation_level="REPEATABLE READ")

    def write(self, write: Callable[[Connection], Result]) -> Result:
        """Write in a transaction; once this returns, it is on the disk.

        SQLite has one writer at a time, and most of its time goes into waiting for the disk. So whoever gets to write
        also writes what others wait to have written, each undone alone if it fails, and the disk is waited for once.
        PostgreSQL does so itself.
        """
        if self._writer is None:
            with self.engine.begin() as connection:
                return write(connection)
        job = Job(write)
        self._waiting.append(job)
        with self._writer:
            if not job.done:
                self._write_all()
        return job.result()

    def probe(self) -> None:
        """Write something that changes nothing: an error where nothing can be written."""
        same = update(models.chains).where(models.chains.c.id == ROOM).values(open=models.chains.c.open)
        self.write(lambda connection: connection.execute(same))

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
        """A transaction on the connection by which SQLite is written, which is kept for the next one."""
        if self._connection is None:
            self._connection = self.engine.connect().execution_options(**{_WRITES: True})
        try:
            with self._connection.begin():
                yield self._connection
        except HousewayError:
            raise
        except BaseException:
            self._give_connection_up()
            raise

    def _give_connection_up(self) -> None:
        """After an error of the database nobody knows what is left open: a commit that fails may be neither done nor
        undone, and then no other transaction can begin. The next write makes a connection of its own; but a database
        in memory lives as long as its connection.
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
        """Give all connections back."""
        if self._connection is not None:
            self._connection.close()
        self.engine.dispose()


def version_of(connection: Connection, place: str) -> str | None:
    """The migration that a database has, None of an empty one; an error for one that this program does not know."""
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" not in tables:
        if not tables & set(models.metadata.tables):
            return None
        raise BadSetting(f"{place}: a database of another program, or one that lost its alembic_version")
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
    """Where Alembic finds the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "houseway.room:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _engine(url: str) -> Engine:
    try:
        if url.startswith("postgresql://"):
            url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        if not url.startswith("sqlite"):
            engine = create_engine(url, pool_use_lifo=True, **_POOL)
            event.listen(engine, "checkin", _note_idle)
            event.listen(engine, "checkout", _ping_if_idle)
            return engine
        in_memory = url in ("sqlite://", "sqlite:///:memory:")
        pool = {"poolclass": StaticPool, "hide_parameters": True} if in_memory else _POOL
        engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, **pool)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        words = f"a database is sqlite:///FILE or postgresql://...; got {shown(url)!r}: {shown(str(error))}"
        raise BadSetting(words) from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _note_idle(_: object, record: Any) -> None:
    record.info[_IDLE] = monotonic()


def _ping_if_idle(connection: Any, record: Any, _: object) -> None:
    """A connection that was used a moment ago is not tried first: if it is gone, whoever uses it finds that out."""
    if monotonic() - record.info.get(_IDLE, monotonic()) < PING_AFTER:
        return
    try:
        connection.rollback()
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception as error:
        raise InvalidatePoolError from error


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Every commit is on the disk before it is told (FULL), readers do not wait for writers (WAL)."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its lock at once, so that it never fails halfway because another was faster."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.connection.cursor().execute("BEGIN IMMEDIATE" if writes else "BEGIN")
