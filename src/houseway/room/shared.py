"""A room that several server processes serve together, on PostgreSQL: each holds some of the tables."""

from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from houseway.errors import HeldElsewhere, LeaseLost, UnknownName
from houseway.room import models
from houseway.room.aside import is_unreadable
from houseway.room.book import balances, chain_row, head_of
from houseway.room.leases import FIRST_EPOCH, LEASE, Leases, Worker, holder_of
from houseway.room.ledger import user_account
from houseway.room.log import ROOM, read_record
from houseway.room.room import Room, log
from houseway.room.settings import RoomSettings
from houseway.room.sole import Sole, one_of_several
from houseway.room.stored import StoredTable, load
from houseway.room.table import LiveTable
from houseway.room.takeover import take_over

MOST_AT_ONCE = 25
"""How many tables without a holder one process takes before it looks again what is left."""
_CHAIN, _RECORD, _ENTRY = models.chains.c, models.records.c, models.entries.c


class SharedRoom(Room):
    """One of the processes of a room. It holds the tables that it opens, and its share of those that nobody holds.

    `expected` is how many processes there are to be: until all are there, the first ones leave them their share. A
    process that falls silent keeps its tables for `lease` seconds.
    """

    def __init__(
        self,
        database_url: str,
        settings: RoomSettings | None = None,
        address: str = "",
        key: bytes | None = None,
        expected: int = 1,
        lease: float = LEASE,
        **more: Any,
    ) -> None:
        self._address, self._key, self._expected, self._seconds = address, key, expected, lease
        super().__init__(database_url, settings, **more)

    def _server_lock(self, url: str) -> Sole | None:
        return one_of_several(url)

    def _open(self) -> None:
        self._prepare()
        self._quarantine.keep_noted()
        self.leases = Leases(self.database, self._address, self._key, self._seconds)
        while self.adopt(self._expected):
            self.leases.renew()

    def close(self) -> None:
        """Hold nothing any more, and give all connections back."""
        try:
            if hasattr(self, "leases"):
                self.leases.end()
        except Exception as error:
            log.warning("the lease of this process runs out by itself: %s", error)
        super().close()

    # Which tables are held here.

    def adopt(self, expected: int = 1) -> int:
        """Take some of the tables that no living process holds: how many."""
        aside = [aside.table for aside in self.set_aside]
        with self._lock:
            own = list(self._tables)
        with self.database.read() as connection:
            found = self.leases.unheld(connection, own, aside, MOST_AT_ONCE, expected)
        return sum(self._adopt(table_id) is not None for table_id in found)

    def _adopt(self, table_id: int) -> LiveTable | None:
        """The table with a lease of this process; None where another was faster, or its log does not hold."""
        try:
            stored = self.database.write(lambda connection: self._taken(connection, table_id))
        except (LeaseLost, UnknownName):
            raise
        except Exception as error:
            if not is_unreadable(error) and not isinstance(error, IntegrityError):
                raise
            self.put_aside(table_id, error)
            return None
        if stored is None:
            return None
        table = self._live(stored)
        with self._lock:
            self._tables[table_id] = table
        self._announce(table_id, table.head.length)
        return table

    def _taken(self, connection: Connection, table_id: int) -> StoredTable | None:
        """Taken, read and written in one transaction: what its last holder was writing is there, or never will be."""
        taken = self.leases.take(connection, table_id)
        if taken is None:
            return None
        stored = replace(load(connection, table_id), epoch=taken.epoch, time_left=taken.time_left)
        return take_over(connection, stored, self._now(), restored=False)

    def _unknown(self, table_id: int) -> LiveTable:
        """A table that is not held here: a closed one to read; one that nobody holds is taken at once."""
        with self.database.read() as connection:
            row = chain_row(connection, table_id)
        if row is None or table_id <= ROOM or not row["open"]:
            return super()._unknown(table_id)
        adopted = self._adopt(table_id)
        if adopted is not None:
            return adopted
        self._quarantine.check(table_id)
        raise HeldElsewhere(f"table {table_id} is held by another process")

    def holder(self, table_id: int) -> Worker | None:
        """The process that holds a table, None where there is none."""
        with self.database.read() as connection:
            return holder_of(connection, table_id)

    def hand_over(self) -> None:
        """Let the others have every table, each between two changes, with the time that is left to decide at it."""
        with self._lock:
            tables, self._tables = list(self._tables.values()), {}
        for table in tables:
            table.hand_over(partial(self._give, table.id))
            self._announce(table.id, table.head.length)

    def _give(self, table_id: int, epoch: int, left: float | None) -> None:
        self.database.write(lambda connection: self.leases.hand_over(connection, table_id, epoch, left))

    def _lost(self, table: LiveTable) -> None:
        """Another process has the table, or will have it; if it was taken here again, only the older view is lost."""
        table.is_lost = True
        with self._lock:
            if self._tables.get(table.id) is not table:
                return
            del self._tables[table.id]
        self._announce(table.id, table.head.length)

    def _live(self, stored: StoredTable) -> LiveTable:
        table = super()._live(stored)
        table.lost = self._lost
        return table

    def _lease_new(self, connection: Connection, table_id: int) -> int | None:
        return self.leases.note_new(connection, table_id)

    def _just_opened(self, stored: StoredTable) -> StoredTable:
        return replace(stored, epoch=FIRST_EPOCH)

    def _give_sign(self, waited_for: bool) -> None:
        """To stay alive is the sign. Where that comes too late, all tables are lost, and this is a new process."""
        try:
            self.leases.renew()
        except LeaseLost as error:
            log.warning("%s", error)
            with self._lock:
                lost = list(self._tables.values())
            for table in lost:
                self._lost(table)
            self.leases.begin_again()

    def patrol(self) -> None:
        """Look at the next few records, and at the tables that nobody holds."""
        super().patrol()
        self.adopt()

    # What is true of all tables, whoever holds them.

    def _on_tables(self, connection: Connection, user_id: int) -> int:
        """By the logs. No chip of a person comes or goes while the account is locked; the room's log always is before
        it, so that no two wait for each other.
        """
        account = user_account(user_id)
        head_of(connection, ROOM, lock=True)
        balances(connection, [account], lock=True)
        played = select(_ENTRY.chain_id).where(_ENTRY.account == account, _ENTRY.chain_id == _CHAIN.id).exists()
        found = select(_CHAIN.id).where(_CHAIN.id != ROOM, _CHAIN.open, played)
        aside = {aside.table for aside in self.set_aside}
        tables = [table for table in connection.execute(found).scalars() if table not in aside]
        return sum(load(connection, table_id).state.chips_of(user_id) for table_id in tables)

    def _opened_by(self, connection: Connection, user_id: int) -> int:
        firsts = select(_RECORD.body).join_from(models.records, models.chains, _RECORD.chain_id == _CHAIN.id)
        named = _RECORD.body.contains(f'"by":{user_id},')
        bodies = connection.execute(firsts.where(_CHAIN.id != ROOM, _CHAIN.open, _RECORD.seq == 1, named)).scalars()
        return sum(read_record(body).data["by"] == user_id for body in bodies)
