"""The background audit: while the room runs, every log is read again, a few records at a time.

It checks each record's hash, link, columns and entries, and at the end of each log its noted end and the balances of
the table's accounts. It replays no round, which keeps it cheap: `houseway verify` does that. The room quarantines a
table whose log fails.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.errors import BrokenLog
from houseway.room import models
from houseway.room.database import Database
from houseway.room.ledger import house_account, seat_account, stakes_account
from houseway.room.log import ROOM, Head, Link, at_record, check_link, read_record
from houseway.room.quarantine import is_unreadable, reason
from houseway.room.store import chain_row, entry_rows_of

RECORDS_A_STEP = 50
_CHAIN, _RECORD, _ENTRY, _ACCOUNT = models.chains.c, models.records.c, models.entries.c, models.accounts.c


@dataclass(frozen=True, slots=True)
class Finding:
    """A log that failed verification: a table's, or the room's (0)."""

    table: int
    error: BrokenLog


class BackgroundAudit:
    """Reads all logs again and again. Between two steps it holds no connection and no lock."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._chain = ROOM - 1
        self._head: Head | None = None
        self._broken: set[int] = set()
        self.passes = 0
        """How often every log was read to its end."""

    def step(self) -> Finding | None:
        """Check the next few records and return what is wrong. A broken log is not read again.

        A database that is out of reach is not a finding: the step is repeated later.
        """
        try:
            with self._database.snapshot() as connection:
                self._walk(connection)
        except Exception as error:
            if not is_unreadable(error):
                raise
            found = error if isinstance(error, BrokenLog) else BrokenLog(reason(error))
            self._head = None
            self._broken.add(self._chain)
            return Finding(self._chain, found)
        return None

    def _walk(self, connection: Connection) -> None:
        if self._head is None:
            self._next_chain(connection)
            return
        head, rows = self._head, self._rows(connection, self._head.length)
        for row in rows:
            with at_record(row.seq):
                head = _checked(connection, row, self._chain, head)
        self._head = head
        if len(rows) < RECORDS_A_STEP:
            _check_end(connection, self._chain, head)
            self._head = None

    def _next_chain(self, connection: Connection) -> None:
        later = select(func.min(_CHAIN.id)).where(_CHAIN.id > self._chain, _CHAIN.id.not_in(self._broken))
        following = connection.execute(later).scalar()
        if following is None:
            self._chain = ROOM - 1
            self.passes += 1
        else:
            self._chain, self._head = following, Head()

    def _rows(self, connection: Connection, after: int) -> list[Any]:
        found = select(models.records).where(_RECORD.chain_id == self._chain, _RECORD.seq > after)
        return list(connection.execute(found.order_by(_RECORD.seq).limit(RECORDS_A_STEP)))


def _checked(connection: Connection, row: Any, chain_id: int, head: Head) -> Head:
    record = read_record(row.body)
    after = check_link(record, row.hash, row.body, chain_id, head)
    if (row.seq, row.kind, row.number) != (record.seq, record.kind, record.data.get("number")):
        raise BrokenLog("the columns beside the record are not the record's")
    found = select(models.entries).where(_ENTRY.chain_id == chain_id, _ENTRY.seq == row.seq).order_by(_ENTRY.place)
    entries = [dict(entry) for entry in connection.execute(found).mappings()]
    if entries != entry_rows_of(Link(record, row.body, row.hash)):
        raise BrokenLog("the entries in the ledger are not those of the record")
    return after


def _check_end(connection: Connection, chain_id: int, head: Head) -> None:
    row = chain_row(connection, chain_id)
    if row is None or (row["length"], row["head"]) != (head.length, head.hash):
        raise BrokenLog("the log does not end where it was noted to", head.length)
    for account in own_accounts(connection, chain_id):
        balance = connection.execute(select(_ACCOUNT.balance).where(_ACCOUNT.name == account)).scalar()
        entries = select(func.sum(_ENTRY.amount)).where(_ENTRY.account == account)
        expected = int(connection.execute(entries).scalar() or 0)
        if balance != expected:
            raise BrokenLog(f"{account} has a balance of {balance} cents; its entries sum to {expected}")


def own_accounts(connection: Connection, chain_id: int) -> Iterator[str]:
    """Yield the accounts of a table: stakes, house and seats. `houseway verify` sums those of people and the mint."""
    if chain_id == ROOM:
        return
    first = select(_RECORD.body).where(_RECORD.chain_id == chain_id, _RECORD.seq == 1)
    yield stakes_account(chain_id)
    yield house_account(chain_id)
    for seat in range(read_record(connection.execute(first).scalar_one()).data["spec"]["seats"]):
        yield seat_account(chain_id, seat)
