"""Which server process writes which table: leases by the database's clock, fenced by an epoch.

A process is alive until a moment that it postpones about once a second. A table belongs to the process that last took
it, as long as that process is alive. Every takeover increments the table's epoch. A record is added to a log only by a
living process that names the newest epoch, in one statement that locks the lease. So a process that stalls past its
lease, or wakes up after another took its table, writes nothing.
"""

import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, delete, func, insert, literal_column, select, update

from houseway.errors import LeaseLost
from houseway.room import models
from houseway.room.database import Database

LEASE = 6.0
"""Seconds for which a process is alive after its last renewal: twice the wait after which a table's time stops."""
FORGOTTEN = 3600.0
"""Seconds after which the row of an ended process is deleted."""
KEY_SIZE = 32
FIRST_EPOCH = 1
_WORKER, _LEASE, _CHAIN = models.workers.c, models.leases.c, models.chains.c
_KEY = models.worker_keys.c
_WITH_KEYS = select(_WORKER.id, _WORKER.address, _KEY.key).join_from(
    models.workers, models.worker_keys, _KEY.worker_id == _WORKER.id
)

NOW: ColumnElement[int] = literal_column("(extract(epoch FROM clock_timestamp()) * 1000)::bigint", BigInteger)
"""The database's clock now, not at the start of the transaction, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A server process: its address for the others, and its secret."""

    id: int
    address: str
    key: bytes


@dataclass(frozen=True, slots=True)
class Taken:
    """A table that was just taken: the epoch for writing it, and the time left by its last holder."""

    epoch: int
    time_left: float | None


class Leases:
    """The leases of one process. Every method may be called from any thread."""

    def __init__(self, database: Database, address: str = "", key: bytes | None = None, lease: float = LEASE) -> None:
        self._database, self._address, self._lease = database, address, lease
        self._key = key if key is not None else secrets.token_bytes(KEY_SIZE)
        self._renewed = time.monotonic()
        self.worker = self._register()

    def _register(self) -> Worker:
        row = {"address": self._address, "expires": NOW + self._milliseconds}

        def write(connection: Connection) -> int:
            connection.execute(delete(models.workers).where(_WORKER.expires < NOW - int(FORGOTTEN * 1000)))
            connection.execute(delete(models.worker_keys).where(_KEY.worker_id.not_in(select(_WORKER.id))))
            added = insert(models.workers).values(**row).returning(_WORKER.id)
            worker_id = int(connection.execute(added).scalar_one())
            connection.execute(insert(models.worker_keys).values(worker_id=worker_id, key=self._key.hex()))
            return worker_id

        worker = Worker(self._database.write(write), self._address, self._key)
        self._renewed = time.monotonic()
        return worker

    @property
    def silent(self) -> float:
        """Return the seconds since the database last heard from this process, by the process's clock."""
        return time.monotonic() - self._renewed

    @property
    def _milliseconds(self) -> int:
        return int(self._lease * 1000)

    def renew(self) -> None:
        """Renew the leases, about once a second. Raise LeaseLost if it is too late. Then this process holds nothing."""
        later = update(models.workers).where(_WORKER.id == self.worker.id, _WORKER.expires > NOW)
        put_off = later.values(expires=NOW + self._milliseconds)
        if not self._database.write(lambda connection: connection.execute(put_off).rowcount):
            raise LeaseLost(
                f"Process {self.worker.id} sent no heartbeat for {self._lease:g} seconds and lost its tables."
            )
        self._renewed = time.monotonic()

    def begin_again(self) -> None:
        """Register as a new process without tables, after a lost lease."""
        self.worker = self._register()

    def end(self) -> None:
        """Give up all leases at once."""
        expire(self._database, self.worker.id)

    def note_new(self, connection: Connection, table_id: int) -> int:
        """Lease a table that is opened in the caller's transaction, with its first epoch."""
        row = {"chain_id": table_id, "epoch": FIRST_EPOCH, "worker_id": self.worker.id}
        connection.execute(insert(models.leases).values(**row))
        return FIRST_EPOCH

    def take(self, connection: Connection, table_id: int) -> Taken | None:
        """Take a table that no living process holds, or that this one already holds, in the caller's transaction.

        Return None if another process holds it. The lease is locked first, which waits for a write of its last holder.
        A later read of the table in the same transaction therefore sees everything ever written to it.
        """
        found = select(models.leases).where(_LEASE.chain_id == table_id)
        row = connection.execute(found.with_for_update()).first()
        if row is None:
            self._make_known(connection, table_id)
            row = connection.execute(found.with_for_update()).one()
        me = self.worker.id
        taking = (
            update(models.leases)
            .where(_LEASE.chain_id == table_id, ~is_held(but=me), alive(me))
            .values(epoch=_LEASE.epoch + 1, worker_id=me, time_left=None)
            .returning(_LEASE.epoch)
        )
        epoch = connection.execute(taking).scalar()
        if epoch is None:
            return None
        return Taken(epoch, None if row.time_left is None else row.time_left / 1000)

    @staticmethod
    def _make_known(connection: Connection, table_id: int) -> None:
        """Lease a table that a lone server opened.

        The lock on its log's row keeps two processes from doing this at once.
        """
        connection.execute(select(_CHAIN.id).where(_CHAIN.id == table_id).with_for_update()).one()
        if connection.execute(select(_LEASE.epoch).where(_LEASE.chain_id == table_id)).first() is None:
            connection.execute(insert(models.leases).values(chain_id=table_id, epoch=0))

    def hand_over(self, connection: Connection, table_id: int, epoch: int, time_left: float | None) -> None:
        """Let another process take a table, with the time left at it."""
        left = None if time_left is None else int(time_left * 1000)
        mine = (_LEASE.chain_id == table_id, _LEASE.epoch == epoch, _LEASE.worker_id == self.worker.id)
        connection.execute(update(models.leases).where(*mine).values(worker_id=None, time_left=left))

    def unheld(
        self, connection: Connection, own: Collection[int], quarantined: Collection[int], most: int, expected: int = 1
    ) -> list[int]:
        """Return open tables that no other living process holds, at most this process's share among those expected.

        `own` are the tables that it has. A table that is leased to it but missing from `own` was taken by a write whose
        outcome it never learned.
        """
        tables = select(_CHAIN.id).where(_CHAIN.id > 0, _CHAIN.open, _CHAIN.id.not_in(quarantined))
        in_all = connection.execute(select(func.count()).select_from(tables.subquery())).scalar_one()
        living = connection.execute(select(func.count()).select_from(models.workers).where(_WORKER.expires > NOW))
        share = -(-in_all // max(1, expected, living.scalar_one()))
        wanted = max(0, min(most, share - len(own)))
        held = select(_LEASE.chain_id).where(_LEASE.chain_id == _CHAIN.id, is_held(but=self.worker.id)).exists()
        free = tables.where(~held, _CHAIN.id.not_in(own)).order_by(_CHAIN.id).limit(wanted)
        return list(connection.execute(free).scalars())


def alive(worker_id: int) -> ColumnElement[bool]:
    """Return whether a process is alive."""
    return select(_WORKER.id).where(_WORKER.id == worker_id, _WORKER.expires > NOW).exists()


def is_held(but: int | None = None) -> ColumnElement[bool]:
    """Return whether the process that a lease names is alive. `but` does not count."""
    holder = and_(_WORKER.id == _LEASE.worker_id, _WORKER.expires > NOW)
    counted = holder if but is None else and_(holder, _WORKER.id != but)
    return select(_WORKER.id).where(counted).correlate(models.leases).exists()


def holder_of(connection: Connection, table_id: int) -> Worker | None:
    """Return the living process that holds a table, or None."""
    found = _WITH_KEYS.join(models.leases, _LEASE.worker_id == _WORKER.id)
    row = connection.execute(found.where(_LEASE.chain_id == table_id, _WORKER.expires > NOW)).first()
    return None if row is None else Worker(row.id, row.address, bytes.fromhex(row.key))


def living(connection: Connection) -> list[Worker]:
    """Return the processes that are alive."""
    rows = connection.execute(_WITH_KEYS.where(_WORKER.expires > NOW).order_by(_WORKER.id))
    return [Worker(row.id, row.address, bytes.fromhex(row.key)) for row in rows]


def worker_by_id(connection: Connection, worker_id: int) -> Worker | None:
    """Return a process by number, alive or not."""
    row = connection.execute(_WITH_KEYS.where(_WORKER.id == worker_id)).first()
    return None if row is None else Worker(row.id, row.address, bytes.fromhex(row.key))


def check_lease(connection: Connection, table_id: int, epoch: int) -> None:
    """Raise LeaseLost unless a process with this epoch may write the table."""
    held = select(_LEASE.epoch).where(_LEASE.chain_id == table_id, _LEASE.epoch == epoch, is_held())
    if connection.execute(held).first() is None:
        raise LeaseLost(f"Table {table_id} moved to another process, so nothing was written. Try again.")


def expire(database: Database, worker_id: int) -> None:
    """End the lease of a process at once, because it stops or another process saw that it ended."""
    _expire(database, _WORKER.id == worker_id)


def expire_at(database: Database, address: str) -> None:
    """End the leases of every process that ever had an address, at once."""
    _expire(database, _WORKER.address == address)


def _expire(database: Database, which: ColumnElement[bool]) -> None:
    database.write(lambda connection: connection.execute(update(models.workers).where(which).values(expires=0)))
