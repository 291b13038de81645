"""Quarantined tables: their logs failed verification, so they are closed while the rest of the room goes on.

A quarantine is recorded in the room's log, so it survives a restart.
"""

import logging
import sqlite3
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from houseway.errors import BrokenLog, HeldElsewhere, LeaseLost, TableSetAside
from houseway.room import models
from houseway.room.book import append, head_of
from houseway.room.database import Database
from houseway.room.log import ROOM, Draft, read_record

SET_ASIDE, PUT_BACK, RELEASED = ASIDE_KINDS = ("set aside", "put back", "released")
"""The records of the room's log: a table's log failed verification; it verifies again; its chips were returned."""

WORDS = "This table is closed because its log failed verification. The operator has been notified."
ROOM_WORDS = "The room's log failed verification, so sign-ins, chip purchases and new tables are closed for now."
_RECORDS = models.records.c
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SetAside:
    """A table that is set aside: why, at which record if that is known, and whether its chips have gone home."""

    table: int
    why: str
    record: int | None = None
    released: bool = False

    def to_dict(self) -> dict[str, Any]:
        """A plain form for JSON."""
        return {"id": self.table, "why": self.why, "record": self.record, "released": self.released}


class FoundBroken(Exception):
    """What is stored of a table is not what it wrote: never an error of whoever plays at it."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def is_unreadable(error: Exception) -> bool:
    """Whether an error says that what is stored cannot be read as a table, not that it is out of reach, or another's.

    Errors of the database come from SQLAlchemy, or from the driver itself (see `prepared`).
    """
    found = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(found, sqlite3.Error) or hasattr(found, "sqlstate"):
        damaged = type(found) is sqlite3.DatabaseError or getattr(found, "sqlstate", "") == "XX001"
        return damaged or "Could not decode to UTF-8" in str(found)
    return not isinstance(error, SQLAlchemyError | OSError | MemoryError | HeldElsewhere | LeaseLost)


def reason(error: Exception) -> str:
    """What to tell an operator; never the statement or its parameters."""
    if isinstance(error, DBAPIError):
        return f"cannot be read: {error.orig}"
    return str(error) if isinstance(error, BrokenLog) else f"cannot be read: {type(error).__name__}: {error}"


class Quarantine:
    """What is set aside. Every method may be called from any thread."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
        self._lock = Lock()
        self._found: dict[int, SetAside] = {}
        with database.read() as connection:
            self.noted = noted(connection)
        self._found |= {table: aside for table, aside in self.noted.items() if aside.released}

    def all(self) -> tuple[SetAside, ...]:
        """Everything that is set aside, by table; 0 is the room's own log."""
        with self._lock:
            return tuple(self._found[table] for table in sorted(self._found))

    def check(self, table_id: int) -> None:
        """Refuse a table that is set aside."""
        with self._lock:
            if table_id in self._found:
                raise TableSetAside(ROOM_WORDS if table_id == ROOM else WORDS)

    def add(self, table_id: int, error: Exception, *, is_noted: bool = False) -> None:
        """Set a table aside, say so on standard error, and note it in the room's log, unless another process has."""
        found = SetAside(table_id, reason(error), getattr(error, "record", None))
        with self._lock:
            if table_id in self._found:
                return
            self._found[table_id] = found
        where = f"table {table_id}" if table_id else "the room's own log"
        place = f" at record {found.record}" if found.record else ""
        print(f"houseway: {where} is set aside{place}: {found.why}", file=sys.stderr, flush=True)
        if table_id != ROOM and table_id not in self.noted and not is_noted:
            self._note(SET_ASIDE, found)

    def keep_noted(self) -> None:
        """Leave aside what was set aside before, without looking whether it holds again."""
        with self._lock:
            self._found |= self.noted

    def put_back(self, table_id: int) -> None:
        """Note that a table that was set aside holds again."""
        self._note(PUT_BACK, self.noted[table_id])
        print(f"houseway: table {table_id} was set aside and holds again: it is open", file=sys.stderr, flush=True)

    def mark_released(self, table_id: int) -> SetAside:
        """The chips of a table have gone home: it stays aside for good."""
        with self._lock:
            found = self._found[table_id]
            self._found[table_id] = SetAside(table_id, found.why, found.record, released=True)
            return self._found[table_id]

    def _note(self, kind: str, found: SetAside) -> None:
        """Where the room's log cannot be written now, the table is set aside all the same."""
        data = {"table": found.table} if kind == PUT_BACK else _data_of(found)

        def write(connection: Connection) -> None:
            head = head_of(connection, ROOM, lock=True)
            append(connection, ROOM, head, [Draft(kind, data)], self._now())

        try:
            self._database.write(write)
        except Exception:
            log.exception("table %s: %r could not be noted in the room's log", found.table, kind)


def _data_of(found: SetAside) -> dict[str, Any]:
    return {"table": found.table, "record": found.record, "why": found.why}


def noted(connection: Connection) -> dict[int, SetAside]:
    """What the room's log says is set aside, without what was put back."""
    found = select(_RECORDS.body).where(_RECORDS.chain_id == ROOM, _RECORDS.kind.in_(ASIDE_KINDS))
    return noted_in((record.kind, record.data) for record in map(read_record, _bodies(connection, found)))


def _bodies(connection: Connection, found: Any) -> Iterable[str]:
    return connection.execute(found.order_by(_RECORDS.seq)).scalars()


def noted_in(records: Iterable[tuple[str, Any]]) -> dict[int, SetAside]:
    """The same, by kinds and data of the records."""
    aside: dict[int, SetAside] = {}
    for kind, data in records:
        table = data["table"]
        if kind == SET_ASIDE:
            aside[table] = SetAside(table, data["why"], data["record"])
        elif kind == PUT_BACK:
            aside.pop(table, None)
        elif kind == RELEASED:
            aside[table] = SetAside(table, data["why"], data["record"], released=True)
    return aside
