"""Where the room keeps everything: SQLite in a file, or PostgreSQL. A transaction is written whole or not at all."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, RowMapping, bindparam, create_engine, event, insert, inspect, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from houseway.errors import BadSetting, BrokenLog, NotEnoughChips
from houseway.games.engine.money import dollars
from houseway.room import models
from houseway.room.ledger import MAY_OWE, gains_and_lowest, kind_of
from houseway.room.log import Draft, Head, Link, chain

SCHEMA = "0001"
"""The newest migration."""

Result = TypeVar("Result")

_WRITES = "houseway_writes"
_ADD = (
    update(models.accounts)
    .where(models.accounts.c.name == bindparam("account"))
    .values(balance=models.accounts.c.balance + bindparam("gain"))
)
_ADD_IF_COVERED = _ADD.where(models.accounts.c.balance >= bindparam("needed"))
_ADVANCE = (
    update(models.chains)
    .where(models.chains.c.id == bindparam("chain"), models.chains.c.length == bindparam("before"))
    .values(length=bindparam("after"), head=bindparam("hash"))
)
_ADVANCE_WITH_SECRET = _ADVANCE.values(secret=bindparam("seed"))


class Job(Generic[Result]):
    """What is to be written, and then what became of it."""

    def __init__(self, write: Callable[[Connection], Result]) -> None:
        self.write = write
        self.done = False
        self.results: list[Result] = []
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Write; an error is kept for the caller, and undoes what this job has written."""
        try:
            with connection.begin_nested():
                self.results.append(self.write(connection))
        except Exception as error:
            self.error = error

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
        self._waiting: deque[Job[Any]] = deque()
        self.migrate()

    def migrate(self) -> None:
        """Bring the schema up to date; Alembic is imported only where it is not."""
        with self.engine.connect() as connection:
            found = inspect(connection).has_table("alembic_version")
            version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if found else None
        if version == SCHEMA:
            return
        from alembic import command

        with self._transaction() as connection:
            config = alembic_config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection to read by."""
        with self._writer if self._in_memory and self._writer else nullcontext(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """The same for several reads that must see one and the same moment."""
        with self.read() as connection:
            if self._writer is None:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

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

    def _write_all(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(len(self._waiting))]
        try:
            with self._transaction() as connection:
                for job in jobs:
                    job.run(connection)
        except Exception as error:
            for job in jobs:
                job.error = job.error or error
        finally:
            for job in jobs:
                job.done = True

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


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
            return create_engine(url, pool_size=10, pool_pre_ping=True)
        in_memory = url in ("sqlite://", "sqlite:///:memory:")
        pool: dict[str, Any] = {"poolclass": StaticPool} if in_memory else {}
        engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, **pool)
    except (SQLAlchemyError, ImportError) as error:
        raise BadSetting(f"a database is sqlite:///FILE or postgresql://...; got {url!r}: {error}") from None
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def check_exists(url: str) -> None:
    """Refuse the URL of a SQLite file that is not there, where a database is read and none is to be made."""
    path = url.removeprefix("sqlite:///")
    if path != url and not Path(path).is_file():
        raise BadSetting(f"there is no database {path}")


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Every commit is on the disk before it is told (FULL), readers do not wait for writers (WAL)."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its lock at once, so that it never fails halfway because another was faster."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def append(
    connection: Connection, chain_id: int, head: Head, drafts: Sequence[Draft], at: int, secret: str | None = None
) -> list[Link]:
    """Write records and the chips that they move, in the caller's transaction; `secret` replaces the round's seed."""
    links = chain(chain_id, head, drafts, at)
    advance = {"chain": chain_id, "before": head.length, "after": head.length + len(links), "hash": links[-1].hash}
    if secret is None:
        advanced = connection.execute(_ADVANCE, advance)
    else:
        advanced = connection.execute(_ADVANCE_WITH_SECRET, {**advance, "seed": secret})
    if advanced.rowcount != 1:
        raise BrokenLog(f"the log of table {chain_id} was written by another program")
    connection.execute(insert(models.records), [_record_row(link) for link in links])
    entry_rows = [row for link in links for row in entry_rows_of(link)]
    if entry_rows:
        connection.execute(insert(models.entries), entry_rows)
        _add_to_balances(connection, drafts)
    return links


def _record_row(link: Link) -> dict[str, Any]:
    record = link.record
    return {
        "chain_id": record.table,
        "seq": record.seq,
        "kind": record.kind,
        "number": record.data.get("number"),
        "body": link.body,
        "hash": link.hash,
    }


def entry_rows_of(link: Link) -> list[dict[str, Any]]:
    """The ledger's entries of a record."""
    record = link.record
    entries = [entry for transfer in record.transfers for entry in transfer.entries()]
    return [
        {
            "chain_id": record.table,
            "seq": record.seq,
            "place": place,
            "account": entry.account,
            "amount": entry.amount,
            "memo": entry.memo,
        }
        for place, entry in enumerate(entries)
    ]


def _add_to_balances(connection: Connection, drafts: Sequence[Draft]) -> None:
    """In the order of the names, so that two transactions never wait for each other.

    A chip that a later record brings back cannot be spent in an earlier one: an account must cover each record in turn.
    """
    for account, (gain, lowest) in sorted(gains_and_lowest([draft.transfers for draft in drafts]).items()):
        if kind_of(account) in MAY_OWE:
            changed = connection.execute(_ADD, {"account": account, "gain": gain})
        else:
            changed = connection.execute(_ADD_IF_COVERED, {"account": account, "gain": gain, "needed": -lowest})
        if changed.rowcount == 1:
            continue
        held = balances(connection, [account])
        if account not in held:
            raise BrokenLog(f"there is no account {account}")
        raise NotEnoughChips(f"{dollars(-lowest)} in chips are needed; there are {dollars(held[account])}")


def open_accounts(connection: Connection, names: Iterable[str]) -> None:
    """New accounts, empty."""
    rows = [{"name": name, "kind": kind_of(name), "balance": 0} for name in names]
    connection.execute(insert(models.accounts), rows)


def balances(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """What accounts hold."""
    found = connection.execute(
        select(models.accounts.c.name, models.accounts.c.balance).where(models.accounts.c.name.in_(names))
    )
    return {row.name: row.balance for row in found}


def head_of(connection: Connection, chain_id: int, *, lock: bool = False) -> Head:
    """The end of a chain; `lock` keeps other writers from it until the transaction ends."""
    row = chain_row(connection, chain_id, lock=lock)
    if row is None:
        raise BrokenLog(f"there is no log of table {chain_id}")
    return Head(row["length"], row["head"])


def chain_row(connection: Connection, chain_id: int, *, lock: bool = False) -> RowMapping | None:
    """What is known of a chain besides its records."""
    found = select(models.chains).where(models.chains.c.id == chain_id)
    return connection.execute(found.with_for_update() if lock else found).mappings().first()
