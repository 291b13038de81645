"""How a room opens: a new database gets its first records, logs are verified, and tables are loaded and taken over.

A table is rebuilt from its last checkpoint and the end of its log. Its seed is found in the secret store by the last
commitment in the log.

A server never uses a seed that it did not draw itself for a round that has not begun. The database may be a copy from
before a round that was played since. That round's seed was revealed, and nothing in the copy shows this. So every open
commitment is retired, its bets are returned, and the house commits to a new seed. A round whose bets are closed
continues, unless the operator declares that the database was restored. Then the round is void, because its cards may
have been seen. It is also void if its seed was lost, as when a log is restored without the secret store. The room's log
records that in the same transaction.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, RowMapping, func, insert, select
from sqlalchemy.exc import IntegrityError

from houseway.cards.seed import Seed
from houseway.errors import BrokenLog, UnknownName
from houseway.games.engine.event import HOUSE_DECISION
from houseway.room import duties, models, steps
from houseway.room.audit import verify_database
from houseway.room.database import Database
from houseway.room.ledger import MINT
from houseway.room.log import FIRST_PREVIOUS, ROOM, Draft, Head, Record, at_record, check_link, hash_of, read_record
from houseway.room.quarantine import Quarantine, is_unreadable, reason
from houseway.room.replay import Work, rebuild, shown_seeds
from houseway.room.ruling import THE_SERVER
from houseway.room.secret_store import seed_of
from houseway.room.spec import TableSpec
from houseway.room.state import TableState
from houseway.room.steps import RESTORED, TAKEN_OVER
from houseway.room.store import append, chain_row, head_of, open_accounts

_RECORDS = models.records.c
TRIES = 3
CHECKED_AT_START = 1000
"""Number of the room's newest log records that are checked before it opens. The background audit checks the others."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The user who opened a table, and the time (milliseconds since 1970)."""

    by: int
    at: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The start state of a live table. `epoch` is that of the lease, and `time_left` was noted by its last holder.

    `secret` is None for a closed table, and if the seed was lost.
    """

    state: TableState
    head: Head
    secret: Seed | None
    opened: Opened
    epoch: int | None = None
    time_left: float | None = None


def load(connection: Connection, table_id: int) -> StoredTable:
    """Load a table, up to the open decision.

    Another process may be writing to it. The table is read as it was at the first statement, in any kind of
    transaction. If its seed is gone when it is looked up and the log has grown, the seed was shown in between. Then the
    table is read once more.
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
    """Verify the newest records of the room's log, before anything is written after them."""
    row = _end_of(connection, ROOM)
    if row is None:
        raise BrokenLog("it is not there")
    records = records_from(connection, ROOM, max(1, row["length"] - CHECKED_AT_START + 1), row["length"])
    is_there = bool(records) and records[-1].seq == row["length"] == row["newest"]
    if not is_there or hash_of(records[-1].body) != row["head"]:
        raise BrokenLog("its last record is not the one that was noted", row["length"])


def _end_of(connection: Connection, chain_id: int) -> RowMapping | None:
    """Return a log's row and its newest record, read by one statement so that they match."""
    newest = select(func.max(_RECORDS.seq)).where(_RECORDS.chain_id == chain_id).scalar_subquery().label("newest")
    found = select(models.chains, newest).where(models.chains.c.id == chain_id)
    return connection.execute(found).mappings().first()


def _checkpoint_seq(connection: Connection, table_id: int, last: int) -> int:
    """Return the record to start from. It is two commitments before the current one, whose round may still be shown."""
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
    """Return records of a chain, each checked against the one before it."""
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


def prepare(database: Database, at: int) -> None:
    """Write the mint and the first records of the room's log, if the database is new."""

    def write(connection: Connection) -> None:
        database.one_at_a_time(connection)
        if chain_row(connection, ROOM) is not None:
            _begin_duties(connection, at)
            return
        row = {"id": ROOM, "length": 0, "head": FIRST_PREVIOUS, "open": True}
        connection.execute(insert(models.chains), row)
        open_accounts(connection, [MINT])
        append(connection, ROOM, Head(), [Draft("room", {"version": duties.ROOM_VERSION})], at)

    database.write(write)


def _begin_duties(connection: Connection, at: int) -> None:
    """Make a room of an older version note every ruling from now on. An unreadable log is left unchanged."""
    try:
        if duties.has_begun(connection):
            return
        check_end_of_room(connection)
    except Exception as error:
        if not is_unreadable(error):
            raise
        return
    append(connection, ROOM, head_of(connection, ROOM, lock=True), list(duties.begin(connection)), at)


def checked_quarantine(database: Database, now: Callable[[], int]) -> Quarantine:
    """Return the quarantine recorded in the room's log. Raise BrokenLog if that log fails verification."""
    try:
        with database.read() as connection:
            check_end_of_room(connection)
        return Quarantine(database, now)
    except Exception as error:
        if not is_unreadable(error):
            raise
        place = database.engine.url.render_as_string()
        raise BrokenLog(
            f"The room's log failed verification, so the server did not start: {reason(error)}. Run "
            f"`houseway verify --database {place}` for details, then restore a backup (docs/room.md)."
        ) from error


def load_or_quarantine(database: Database, quarantine: Quarantine, table_id: int) -> StoredTable | None:
    """Load a table, or quarantine it if its log fails verification. The other tables open.

    A quarantined table opens again if its whole log verifies: it was repaired, or its game is installed again.
    """
    try:
        if table_id in quarantine.noted:
            report = verify_database(database, table_id)
            if report.problem is not None:
                raise BrokenLog(report.problem.what, report.problem.seq or None)
        with database.read() as connection:
            return load(connection, table_id)
    except Exception as error:
        if not is_unreadable(error):
            raise
        quarantine.add(table_id, error)
        return None


def take_over_all(
    connection: Connection, tables: Iterable[StoredTable], at: int, *, restored: bool, draw: Callable[[], Seed]
) -> tuple[list[StoredTable], dict[int, Exception]]:
    """Return the tables with commitments of this server, and the errors of those that cannot be written.

    `draw` gives the fresh seeds, one for each table. They must be on the disk already.
    """
    taken: list[StoredTable] = []
    broken: dict[int, Exception] = {}
    for stored in tables:
        try:
            with connection.begin_nested():
                taken.append(take_over(connection, stored, at, restored=restored, draw=draw))
        except Exception as error:
            if not is_unreadable(error) and not isinstance(error, IntegrityError):
                raise
            broken[stored.state.id] = error
    return taken, broken


def take_over(
    connection: Connection, stored: StoredTable, at: int, *, restored: bool, draw: Callable[[], Seed]
) -> StoredTable:
    """Return a table with a commitment of this server.

    It is unchanged if a round is in progress or the table is closed.
    """
    state = stored.state
    goes_on = stored.secret is not None and not restored and (state.round is not None or state.promises)
    if state.closed or goes_on:
        return stored
    work = Work(state, stored.secret, draw=draw)
    if state.round is not None:
        work.take(steps.voided, HOUSE_DECISION.name, RESTORED, THE_SERVER)
        work.finish_round()
    else:
        work.retire(RESTORED if restored else TAKEN_OVER)
    room = head_of(connection, ROOM, lock=True) if stored.secret is None else None
    links = append(connection, state.id, stored.head, work.drafts, at, stored.epoch)
    if room is not None:
        duties.note_lost(connection, room, links, at)
    return replace(stored, state=work.state, head=links[-1].head, secret=work.secret)
