"""Quarantined tables: their logs failed verification, so they are closed while the rest of the room goes on.

A quarantine is recorded in the room's log, so it remains after a restart. An operator can return the chips of such a
table. Its log cannot show their owners, but the ledger can, because every entry has its counterpart. A stake belongs to
the account that paid it until the stakes are empty again. A stack belongs to the owner of the first transfer, which is
the house for practice chips. Every cent on the table goes to one of them, so none is created or lost. The house keeps
its wins and losses. If the entries do not fit together, nothing is returned.
"""

import logging
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import Connection, func, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from houseway.errors import BrokenLog, HeldElsewhere, LeaseLost, NotAllowed, TableSetAside
from houseway.room import accounts, models
from houseway.room.database import Database
from houseway.room.ledger import (
    HOUSE,
    METER,
    MINT,
    RESERVE,
    SEAT,
    STAKES,
    USER,
    Transfer,
    kind_of,
    move,
    stakes_account,
    user_account,
)
from houseway.room.log import ROOM, Draft, Link, hash_of, read_record
from houseway.room.store import append, balances, entry_rows_of, head_of

QUARANTINED, REOPENED, RELEASED = QUARANTINE_KINDS = ("set aside", "put back", "released")
"""Kinds of record in the room's log: a table's log failed verification; it verifies again; its chips were returned."""

WORDS = "This table is closed because its log failed verification. The operator has been notified."
ROOM_WORDS = "The room's log failed verification, so sign-ins, chip purchases and new tables are closed for now."
_RECORDS = models.records.c
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QuarantineRecord:
    """The reason why a table is quarantined, the record (if known), and whether its chips were returned."""

    table: int
    why: str
    record: int | None = None
    released: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return a plain form for JSON."""
        return {"id": self.table, "why": self.why, "record": self.record, "released": self.released}


class FoundBroken(Exception):
    """The stored table differs from the one that was written. This is never a player's error."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def is_unreadable(error: Exception) -> bool:
    """Return whether an error means that the stored table cannot be read, not that the database is out of reach.

    Errors of the database come from SQLAlchemy, or from the driver itself (see `store.Prepared`).
    """
    found = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(found, sqlite3.Error) or hasattr(found, "sqlstate"):
        damaged = type(found) is sqlite3.DatabaseError or getattr(found, "sqlstate", "") == "XX001"
        return damaged or "Could not decode to UTF-8" in str(found)
    return not isinstance(error, SQLAlchemyError | OSError | MemoryError | HeldElsewhere | LeaseLost)


def reason(error: Exception) -> str:
    """Return the reason to show to an operator, without the statement or its parameters."""
    if isinstance(error, DBAPIError):
        return f"cannot be read: {error.orig}"
    return str(error) if isinstance(error, BrokenLog) else f"cannot be read: {type(error).__name__}: {error}"


class Quarantine:
    """The quarantined tables. Every method may be called from any thread."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
        self._lock = Lock()
        self._found: dict[int, QuarantineRecord] = {}
        with database.read() as connection:
            self.noted = noted(connection)
        self._found |= {table: quarantined for table, quarantined in self.noted.items() if quarantined.released}

    def all(self) -> tuple[QuarantineRecord, ...]:
        """Return all quarantine records by table. Number 0 is the room's log."""
        with self._lock:
            return tuple(self._found[table] for table in sorted(self._found))

    def check(self, table_id: int) -> None:
        """Refuse a quarantined table."""
        with self._lock:
            if table_id in self._found:
                raise TableSetAside(ROOM_WORDS if table_id == ROOM else WORDS)

    def add(self, table_id: int, error: Exception, *, is_noted: bool = False) -> None:
        """Quarantine a table, report it on standard error, and note it in the room's log unless another process has."""
        found = QuarantineRecord(table_id, reason(error), getattr(error, "record", None))
        with self._lock:
            if table_id in self._found:
                return
            self._found[table_id] = found
        where = f"table {table_id}" if table_id else "the room's own log"
        place = f" at record {found.record}" if found.record else ""
        print(f"houseway: {where} is quarantined{place}: {found.why}", file=sys.stderr, flush=True)
        if table_id != ROOM and table_id not in self.noted and not is_noted:
            self._note(QUARANTINED, found)

    def keep_recorded(self) -> None:
        """Keep every earlier quarantine without verifying its table again."""
        with self._lock:
            self._found |= self.noted

    def reopen(self, table_id: int) -> None:
        """Note that the log of a quarantined table verifies again."""
        self._note(REOPENED, self.noted[table_id])
        print(
            f"houseway: table {table_id} verifies again and is open",
            file=sys.stderr,
            flush=True,
        )

    def mark_released(self, table_id: int) -> QuarantineRecord:
        """Mark the chips of a table as returned: it stays quarantined for good."""
        with self._lock:
            found = self._found[table_id]
            self._found[table_id] = QuarantineRecord(table_id, found.why, found.record, released=True)
            return self._found[table_id]

    def _note(self, kind: str, found: QuarantineRecord) -> None:
        """Write to the room's log. If that fails, the table still stays quarantined."""
        data = {"table": found.table} if kind == REOPENED else _data_of(found)

        def write(connection: Connection) -> None:
            head = head_of(connection, ROOM, lock=True)
            append(connection, ROOM, head, [Draft(kind, data)], self._now())

        try:
            self._database.write(write)
        except Exception:
            log.exception("table %s: %r could not be noted in the room's log", found.table, kind)


def _data_of(found: QuarantineRecord) -> dict[str, Any]:
    return {"table": found.table, "record": found.record, "why": found.why}


def noted(connection: Connection) -> dict[int, QuarantineRecord]:
    """Return the quarantines of the room's log, without tables that were reopened."""
    found = select(_RECORDS.body).where(_RECORDS.chain_id == ROOM, _RECORDS.kind.in_(QUARANTINE_KINDS))
    return noted_in((record.kind, record.data) for record in map(read_record, _bodies(connection, found)))


def _bodies(connection: Connection, found: Any) -> Iterable[str]:
    return connection.execute(found.order_by(_RECORDS.seq)).scalars()


def noted_in(records: Iterable[tuple[str, Any]]) -> dict[int, QuarantineRecord]:
    """Return the quarantines that result from records, given by their kinds and data."""
    quarantined: dict[int, QuarantineRecord] = {}
    for kind, data in records:
        table = data["table"]
        if kind == QUARANTINED:
            quarantined[table] = QuarantineRecord(table, data["why"], data["record"])
        elif kind == REOPENED:
            quarantined.pop(table, None)
        elif kind == RELEASED:
            quarantined[table] = QuarantineRecord(table, data["why"], data["record"], released=True)
    return quarantined


_ENTRY, _RECORD = models.entries.c, models.records.c
MEMO = "released"


def release(connection: Connection, quarantined: QuarantineRecord, by: int, at: int) -> None:
    """Return the chips of a quarantined table in one record of the room's log, and close it for good."""
    head = head_of(connection, ROOM, lock=True)
    if not accounts.find(connection, by).is_operator:
        raise NotAllowed("Only an operator can return the chips of a quarantined table.")
    if noted(connection).get(quarantined.table, quarantined).released:
        raise NotAllowed(f"The chips of table {quarantined.table} were already returned.")
    transfers = released_chips(connection, quarantined.table)
    if any(transfer.target == user_account(by) for transfer in transfers):
        raise NotAllowed("Chips of yours are on this table, so another operator must release them.")
    _check_balances(connection, {entry.account for transfer in transfers for entry in transfer.entries()})
    data = {"table": quarantined.table, "record": quarantined.record, "why": quarantined.why, "by": by}
    connection.execute(update(models.chains).where(models.chains.c.id == quarantined.table).values(open=False))
    append(connection, ROOM, head, [Draft(RELEASED, data, transfers)], at)


def released_chips(connection: Connection, table_id: int) -> tuple[Transfer, ...]:
    """Return the transfers that empty the stakes and stacks of a table. Raise BrokenLog if its entries do not fit."""
    _check_against_records(connection, table_id)
    found = select(models.entries).where(_ENTRY.chain_id == table_id).order_by(_ENTRY.seq, _ENTRY.place)
    return chips_home(table_id, paired(connection.execute(found).mappings()))


def paired(entries: Iterable[Any]) -> Iterator[Transfer]:
    """Join consecutive entries into transfers."""
    source: Any = None
    for entry in entries:
        if source is None:
            source = entry
            continue
        same = all(source[name] == entry[name] for name in ("seq", "memo"))
        amounts = source["amount"], entry["amount"]
        if not same or any(type(amount) is not int for amount in amounts) or amounts[0] >= 0 or sum(amounts):
            raise BrokenLog("the entries in the ledger are not pairs that sum to zero", entry["seq"])
        yield Transfer(source["account"], entry["account"], entry["amount"], entry["memo"])
        source = None
    if source is not None:
        raise BrokenLog("an entry in the ledger has no counterpart", source["seq"])


def chips_home(table_id: int, transfers: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return transfers that return the chips on a table, after these transfers, to their owners.

    >>> chips_home(7, [Transfer("user:1", "stakes:7", 500, "ante"), Transfer("user:2", "stakes:7", 300, "ante")])[1]
    Transfer(source='stakes:7', target='user:2', amount=300, memo='released')
    """
    held: Counter[str] = Counter()
    made: Counter[str] = Counter()
    owners: dict[str, str] = {}
    stakes = stakes_account(table_id)
    for transfer in transfers:
        _check_own(table_id, transfer)
        if kind_of(transfer.target) == SEAT and not held[transfer.target] and kind_of(transfer.source) in (USER, MINT):
            owners[transfer.target] = transfer.source
        elif kind_of(transfer.target) == SEAT and kind_of(transfer.source) == HOUSE:
            owners.setdefault(transfer.target, transfer.source)
        held[transfer.source] -= transfer.amount
        held[transfer.target] += transfer.amount
        made[transfer.source] += transfer.amount if transfer.target == stakes else 0
        made[transfer.target] -= transfer.amount if transfer.source == stakes else 0
        if not held[stakes]:
            made.clear()
    return (*_stakes_home(stakes, held[stakes], made, owners), *_stacks_home(held, owners))


def _check_own(table_id: int, transfer: Transfer) -> None:
    for account in (transfer.source, transfer.target):
        kind, _, number = account.partition(":")
        if kind in (USER, MINT, METER, RESERVE):
            continue
        if kind not in (SEAT, STAKES, HOUSE) or number.split("/")[0] != str(table_id):
            raise BrokenLog(f"entries of table {table_id} move chips of {account!r}")


def _stakes_home(stakes: str, held: int, made: Counter[str], owners: dict[str, str]) -> Iterator[Transfer]:
    parts = {maker: amount for maker, amount in made.items() if amount}
    if sum(parts.values()) != held or any(amount < 0 or kind_of(maker) == HOUSE for maker, amount in parts.items()):
        raise BrokenLog(f"the ledger does not say whose the {held} cents of {stakes} are")
    for maker, amount in sorted(parts.items()):
        yield from move(stakes, owners[maker] if kind_of(maker) == SEAT else maker, amount, MEMO)


def _stacks_home(held: Counter[str], owners: dict[str, str]) -> Iterator[Transfer]:
    for seat, amount in sorted(held.items()):
        if kind_of(seat) == SEAT and amount:
            if amount < 0 or seat not in owners:
                raise BrokenLog(f"the ledger does not say whose the {amount} cents of {seat} are")
            yield from move(seat, owners[seat], amount, MEMO)


def _check_against_records(connection: Connection, table_id: int) -> None:
    """Check the entries of every record whose hash is right against the record."""
    records = select(_RECORD.seq, _RECORD.body, _RECORD.hash).where(_RECORD.chain_id == table_id)
    entry = select(models.entries).where(_ENTRY.chain_id == table_id)
    for seq, body, hash_text in connection.execute(records.order_by(_RECORD.seq)).all():
        try:
            record = read_record(body)
        except BrokenLog:
            continue
        if hash_of(body) != hash_text or record.seq != seq or record.table != table_id:
            continue
        rows = connection.execute(entry.where(_ENTRY.seq == seq).order_by(_ENTRY.place)).mappings()
        if [dict(row) for row in rows] != entry_rows_of(Link(record, body, hash_text)):
            raise BrokenLog("the entries in the ledger are not those of the record, so no chips can be returned", seq)


def _check_balances(connection: Connection, names: set[str]) -> None:
    held = balances(connection, sorted(names), lock=True)
    for name in sorted(names):
        entries = select(func.sum(_ENTRY.amount)).where(_ENTRY.account == name)
        expected = int(connection.execute(entries).scalar() or 0)
        if held.get(name) != expected:
            raise BrokenLog(f"{name} has a balance of {held.get(name)} cents; its entries sum to {expected}")
