"""A table as the database has it: its state, rebuilt from its last checkpoint, the end of its log, the secret seed.

The seed is found in the store of secrets by the commitment that the log has published last.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, func, select

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, UnknownName
from houseway.room import models
from houseway.room.log import FIRST_PREVIOUS, ROOM, Head, Record, at_record, check_link, hash_of, read_record
from houseway.room.replay import rebuild, shown_seeds
from houseway.room.secret_store import seed_of
from houseway.room.spec import TableSpec
from houseway.room.state import TableState

_RECORDS = models.records.c
TRIES = 3
CHECKED_AT_START = 1000
"""How many of the newest records of the room's own log are looked at before it opens; the patrol sees to the others."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Who opened a table, and when (milliseconds since 1970)."""

    by: int
    at: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All that a live table starts from; `epoch` is that of the lease, and `time_left` what its last holder noted.

    `secret` is None of a closed table, and where the seed was lost.
    """

    state: TableState
    head: Head
    secret: Seed | None
    opened: Opened
    epoch: int | None = None
    time_left: float | None = None


def load(connection: Connection, table_id: int) -> StoredTable:
    """A table to the very decision at which it stood.

    Another process may be writing to it: it is read as it was at the first statement, by whatever transaction. A seed
    that is gone by the time it is looked for was shown meanwhile, if the log has grown: then it is read once more.
    """
    for _ in range(TRIES):
        stored = _load(connection, table_id)
        end = _end_of(connection, table_id)
        if stored.secret is not None or stored.state.closed or end is None or end["length"] == stored.head.length:
            break
    return stored


def _load(connection: Connection, table_id: int) -> StoredTable:
    row = _end_of(connection, table_id)
    if row is None or table_id <= 0:
        raise UnknownName(f"Unknown table {table_id!r}.")
    first = next(iter(records_from(connection, table_id, 1, 1)), None)
    if first is None:
        raise BrokenLog(f"table {table_id} has no first record", 1)
    records = records_from(connection, table_id, _checkpoint_seq(connection, table_id, row["length"]), row["length"])
    if not records or not records[-1].seq == row["length"] == row["newest"]:
        raise BrokenLog(f"table {table_id}: the log ends before its last record", row["length"])
    if hash_of(records[-1].body) != row["head"]:
        raise BrokenLog(f"table {table_id}: the last record is not the one that was noted", row["length"])
    committed = max((record for record in records if record.kind == "committed"), key=lambda each: each.seq)
    current, published = committed.data["number"], committed.data["commitment"]
    secret = seed_of(connection, published)
    base = TableState.opened(table_id, TableSpec.from_dict(first.data["spec"]))
    state = rebuild(records, base, {**shown_seeds(records), current: secret})
    head = Head(row["length"], row["head"], records[-1].at)
    return StoredTable(state, head, secret, Opened(first.data["by"], first.at))


def check_end_of_room(connection: Connection) -> None:
    """That the newest records of the room's own log hold: a room that opens writes after them."""
    row = _end_of(connection, ROOM)
    if row is None:
        raise BrokenLog("it is not there")
    records = records_from(connection, ROOM, max(1, row["length"] - CHECKED_AT_START + 1), row["length"])
    is_there = bool(records) and records[-1].seq == row["length"] == row["newest"]
    if not is_there or hash_of(records[-1].body) != row["head"]:
        raise BrokenLog("its last record is not the one that was noted", row["length"])


def _end_of(connection: Connection, chain_id: int) -> RowMapping | None:
    """A log's own row, and its `newest` record by the same statement: neither is from before or after the other."""
    newest = select(func.max(_RECORDS.seq)).where(_RECORDS.chain_id == chain_id).scalar_subquery().label("newest")
    found = select(models.chains, newest).where(models.chains.c.id == chain_id)
    return connection.execute(found).mappings().first()


def _checkpoint_seq(connection: Connection, table_id: int, last: int) -> int:
    """Where to start: two commitments before the one that is current at a record, whose round may still be shown."""
    committed = select(func.max(_RECORDS.number)).where(
        _RECORDS.chain_id == table_id, _RECORDS.kind == "committed", _RECORDS.seq <= last
    )
    current = connection.execute(committed).scalar()
    if current is None:
        raise BrokenLog(f"table {table_id} has no commitment")
    start = select(_RECORDS.seq).where(
        _RECORDS.chain_id == table_id, _RECORDS.kind == "committed", _RECORDS.number == max(1, current - 2)
    )
    return int(connection.execute(start).scalar_one())


def records_from(connection: Connection, table_id: int, seq: int, last: int | None = None) -> list[Record]:
    """Records of a chain, each checked against the one before."""
    found = select(_RECORDS.seq, _RECORDS.body, _RECORDS.hash)
    found = found.where(_RECORDS.chain_id == table_id, _RECORDS.seq >= seq)
    if last is not None:
        found = found.where(_RECORDS.seq <= last)
    records: list[Record] = []
    head: Head | None = None
    for place, body, hash_text in connection.execute(found.order_by(_RECORDS.seq)):
        with at_record(place):
            record = read_record(body)
            before = head or Head(place - 1, record.previous if place > 1 else FIRST_PREVIOUS)
            head = check_link(record, hash_text, body, table_id, before)
        records.append(record)
    return records
