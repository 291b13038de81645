"""Verify a database: every table's log, and all other stored data against the logs.

`verify_database` reads all logs once. It reports the first problem of each log, then everything else in the database
that does not match. `BackgroundAudit` repeats the cheap part of this for as long as a room runs. Both read a few
records at a time.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from sqlalchemy import Connection, Label, Select, func, literal_column, select
from sqlalchemy.exc import DBAPIError

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, HousewayError, UnknownName
from houseway.room import models
from houseway.room.audit_room import (
    Findings,
    check_accounts,
    check_duties,
    check_meters,
    check_purchases,
    check_released,
    check_tables,
    check_training,
    check_users,
    take_record,
)
from houseway.room.duties import Act
from houseway.room.ledger import house_account, seat_account, stakes_account
from houseway.room.log import ROOM, Head, Link, Record, at_record, check_link, read_record
from houseway.room.quarantine import is_unreadable, reason
from houseway.room.secret_store import is_visible, seed_of
from houseway.room.store import chain_row, entry_rows_of
from houseway.room.verify import Problem, Progress, Report, Times, verify_stored

ROWS_AT_A_TIME = 500
RECORDS_A_STEP = 50
"""Records that one step of the background audit checks."""
_CHAIN, _RECORD, _ENTRY, _ACCOUNT = models.chains.c, models.records.c, models.entries.c, models.accounts.c


class Readable(Protocol):
    """A database that can give reads of one moment."""

    def snapshot(self) -> AbstractContextManager[Connection]:
        """Open a connection for several reads that must see the same moment."""


def verify_database(
    database: Readable, table_id: int | None = None, now: int | None = None, progress: Progress | None = None
) -> Report:
    """Verify a whole database, or one table of it. `now` is the moment of the audit, the current time if None."""
    moment = int(time.time() * 1000) if now is None else now
    with database.snapshot() as connection:
        return Audit(connection, moment, progress).report(table_id)


class Audit:
    """One pass through a database as it was at one moment."""

    def __init__(self, connection: Connection, now: int | None = None, progress: Progress | None = None) -> None:
        self._connection, self._now, self._progress = connection, now, progress
        self._findings = Findings()
        self._sees_secrets = is_visible(connection)

    def report(self, table_id: int | None = None) -> Report:
        """Verify all tables, or one, and return the report."""
        chains = self._connection.execute(select(_CHAIN.id).order_by(_CHAIN.id)).scalars().all()
        if table_id is not None:
            if table_id <= ROOM or table_id not in chains:
                raise UnknownName(f"Unknown table {table_id!r}.")
            return self._guarded(table_id, partial(self._table, table_id))
        report = self._guarded(ROOM, self._room)
        room_holds = report.ok
        for chain_id in chains:
            if chain_id != ROOM:
                report = report.plus(self._guarded(chain_id, partial(self._table, chain_id)))
        after_room = (check_tables, check_released, check_users, check_accounts, check_purchases, check_meters)
        checks = (*after_room, check_duties, check_training) if room_holds else ()
        for check in (_check_strays, *checks):
            report = report.plus(self._guarded(None, partial(self._check_database, check)))
        return report

    def _guarded(self, chain_id: int | None, verify: Callable[[], Report]) -> Report:
        """Run one check. Unreadable data counts as a problem of its log and does not stop the other checks."""
        try:
            report = verify()
        except Exception as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                raise
            report = Report(problems=(Problem(chain_id, getattr(error, "record", None) or 0, reason(error)),))
        if chain_id is not None and not report.ok:
            self._findings.broken.add(chain_id)
        return report

    def _check_database(self, check: Callable[[Connection, Findings], Iterable[Problem]]) -> Report:
        return Report(problems=tuple(check(self._connection, self._findings)))

    # One log.

    def _table(self, table_id: int) -> Report:
        row = _chain_row(self._connection, table_id)
        secret = self._seed(table_id)
        acts: list[Act] = []
        report = verify_stored(
            table_id, lambda: self._stored(table_id), secret, now=self._now, progress=self._progress, acts=acts
        )
        if not report.ok:
            return report
        last = self._kind_of(table_id, report.records)
        is_open = last != "closed" and table_id not in self._findings.released
        problem = _chain_problem(table_id, row, Head(report.records, report.head), is_open)
        if problem is None and report.records:
            first = read_record(self._body_of(table_id, 1))
            self._findings.first[table_id] = (_hash_of(self._connection, table_id), first.at)
            self._findings.acts[table_id] = acts
            self._findings.n_seats[table_id] = first.data["spec"]["seats"]
            if first.data["spec"].get("meters"):
                self._findings.linked[table_id] = first.data["spec"]["meters"]
        return report.with_problem(problem or self._columns(table_id))

    def _seed(self, table_id: int) -> Seed | None:
        """Return the seed of the round in progress, or None if it is not in the secret store."""
        if not self._sees_secrets:
            return None
        newest = select(_RECORD.body).where(_RECORD.chain_id == table_id, _RECORD.kind == "committed")
        body = self._connection.execute(newest.order_by(_RECORD.seq.desc()).limit(1)).scalar()
        try:
            published = None if body is None else read_record(body).data["commitment"]
        except (BrokenLog, KeyError):
            return None
        return seed_of(self._connection, published) if isinstance(published, str) else None

    def _room(self) -> Report:
        """Verify the room's log: users, chips issued, tables opened."""
        head, transfers, times = Head(), 0, Times(self._now)
        for place, (body, hash_text) in enumerate(self._stored(ROOM), 1):
            try:
                record = read_record(body)
                head = check_link(record, hash_text, body, ROOM, head)
                times.take(record)
                take_record(record, self._findings)
            except (HousewayError, KeyError, TypeError) as error:
                problem = Problem(ROOM, place, str(error))
                return Report(0, place - 1, 0, transfers, head.hash, (problem,))
            transfers += len(record.transfers)
        report = Report(0, head.length, 0, transfers, head.hash, warnings=times.warnings(ROOM))
        found = _chain_problem(ROOM, _chain_row(self._connection, ROOM), head, is_open=True)
        return report.with_problem(found or self._columns(ROOM))

    def _columns(self, chain_id: int) -> Problem | None:
        """Check the columns beside the records, and the ledger's entries, record by record."""
        found = select(models.entries).where(_ENTRY.chain_id == chain_id).order_by(_ENTRY.seq, _ENTRY.place)
        entries = iter(self._rows(found))
        entry = next(entries, None)
        records = select(models.records).where(_RECORD.chain_id == chain_id).order_by(_RECORD.seq)
        for row in self._rows(records):
            record = read_record(row.body)
            own: list[dict[str, Any]] = []
            while entry is not None and entry.seq == row.seq:
                own.append(dict(entry._mapping))
                entry = next(entries, None)
            try:
                check_stored(row, record, own)
            except BrokenLog as error:
                return Problem(chain_id, record.seq, str(error))
        if entry is not None:
            seq = entry.seq if isinstance(entry.seq, int) else 0
            return Problem(chain_id, seq, "entries in the ledger that belong to no record")
        return None

    # Rows, a few at a time.

    def _rows(self, found: Select[Any]) -> Iterator[Any]:
        with self._connection.execute(found, execution_options={"yield_per": ROWS_AT_A_TIME}) as rows:
            yield from rows

    def _stored(self, chain_id: int) -> Iterator[tuple[str, str]]:
        found = select(_RECORD.body, _RECORD.hash).where(_RECORD.chain_id == chain_id).order_by(_RECORD.seq)
        for body, hash_text in self._rows(found):
            if type(body) is not str or type(hash_text) is not str:
                raise BrokenLog("a body or a hash that is no text")
            yield body, hash_text

    def _body_of(self, chain_id: int, seq: int) -> str:
        found = select(_RECORD.body).where(_RECORD.chain_id == chain_id, _RECORD.seq == seq)
        return str(self._connection.execute(found).scalar())

    def _kind_of(self, chain_id: int, seq: int) -> str:
        return read_record(self._body_of(chain_id, seq)).kind if seq else ""


def _hash_of(connection: Connection, table_id: int) -> str:
    found = select(_RECORD.hash).where(_RECORD.chain_id == table_id, _RECORD.seq == 1)
    return str(connection.execute(found).scalar())


def _chain_row(connection: Connection, chain_id: int) -> Any:
    """Return the stored row of a chain unchanged. In SQLite a truth value may be any number."""
    stored: Label[Any] = literal_column("chains.open").label("is_open")
    found = select(_CHAIN.length, _CHAIN.head, stored).where(_CHAIN.id == chain_id)
    row = connection.execute(found).first()
    if row is None:
        raise BrokenLog("there is no such log")
    return row


def _chain_problem(chain_id: int, row: Any, head: Head, is_open: bool) -> Problem | None:
    what = None
    if not head.length or row.length != head.length or row.head != head.hash:
        what = f"the log has {head.length} records and not the end that was noted ({row.length} records)"
    elif row.is_open not in (0, 1) or bool(row.is_open) != is_open:
        what = "open or closed, the log says otherwise"
    return None if what is None else Problem(chain_id, 0, what)


def _check_strays(connection: Connection, findings: Findings) -> Iterator[Problem]:
    """Report records and entries of logs that do not exist."""
    for table, column in (("records", _RECORD.chain_id), ("entries", _ENTRY.chain_id)):
        found = select(column).distinct().where(column.not_in(select(_CHAIN.id)))
        for chain_id in connection.execute(found).scalars():
            yield Problem(None, 0, f"{table} of table {chain_id!r}, which there is not")


@dataclass(frozen=True, slots=True)
class Finding:
    """A log that failed verification: a table's, or the room's (0)."""

    table: int
    error: BrokenLog


class BackgroundAudit:
    """A check of every log again and again, a few records at a time, while the room runs.

    It checks each record's hash, link, columns and entries. At the end of each log it checks the noted end and the
    balances of the table's accounts. It replays no round, which keeps it cheap: `verify_database` does that. The room
    quarantines a table whose log fails. Between two steps it holds no connection and no lock.
    """

    def __init__(self, database: Readable) -> None:
        self._database = database
        self._chain = ROOM - 1
        self._head: Head | None = None
        self._broken: set[int] = set()
        self.passes = 0
        """How many times every log has been read to its end."""

    def step(self) -> Finding | None:
        """Check the next few records and return what is wrong. A broken log is not read again.

        An unreachable database is not a finding. The step is repeated later.
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
    found = select(models.entries).where(_ENTRY.chain_id == chain_id, _ENTRY.seq == row.seq).order_by(_ENTRY.place)
    entries = [dict(entry) for entry in connection.execute(found).mappings()]
    check_stored(row, record, entries)
    return after


def check_stored(row: Any, record: Record, entries: list[dict[str, Any]]) -> None:
    """Check a record against the columns beside it and its entries in the ledger."""
    if (row.seq, row.kind, row.number) != (record.seq, record.kind, record.data.get("number")):
        raise BrokenLog("the columns beside the record are not the record's")
    if entries != entry_rows_of(Link(record, row.body, row.hash)):
        raise BrokenLog("the entries in the ledger are not those of the record")


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
